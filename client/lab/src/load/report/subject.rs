//! The subject of a bench: which tables were measured, and how.
//!
//! Made by `bench`, told by `report`; `goal` says whether there is a goal for it.

use dicehall_engine::GameKind;
use serde::Serialize;

/// The subject of the measurement.
#[derive(Debug, Serialize)]
pub(crate) struct Subject {
    /// The profile with which server and clients were built.
    pub(crate) profile: &'static str,
    pub(crate) game: GameKind,
    pub(crate) lobbies: u16,
    pub(crate) seats: u8,
    pub(crate) spectators: u16,
    /// The rate that was asked for, in actions per second; null in a closed loop.
    pub(crate) rate: Option<u32>,
    /// Whether server and load each had a core of their own.
    pub(crate) pinned: bool,
    /// Whether the server had a journal on disk; null if that is not known.
    pub(crate) journal: Option<bool>,
}
