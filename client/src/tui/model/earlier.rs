//! What happened in the lobby before the person came or while the connection was lost, as far as it has been told.
//!
//! Plain data of `update::earlier`, which asks the server for it piece by piece.

use dicehall_engine::lobby::Revision;
use dicehall_protocol::{MatchView, PastUpdate};

use super::course::Course;

/// The past that is asked for since a snapshot.
#[derive(Clone, Debug)]
pub struct Earlier {
    /// The last revision that was seen before the snapshot; what led to it is not told again.
    pub seen: Revision,
    /// The revision of the snapshot.
    pub until: Revision,
    /// The match as the snapshot showed it. Nothing is told of it once another has begun.
    pub game_match: Option<MatchView>,
    /// How many lines the chat and the log had had by then, and how many moves there had been.
    pub totals: Totals,
    /// How the match had gone until then.
    pub course: Course,
    /// What has been told, the oldest first.
    pub updates: Vec<PastUpdate>,
    /// How many answers that took.
    pub answers: usize,
}

/// How many lines and moves there had been.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Of the chat.
    pub chat: usize,
    /// Of the match's log.
    pub log: usize,
    /// The moves of the match, in a game without dice.
    pub moves: u16,
}
