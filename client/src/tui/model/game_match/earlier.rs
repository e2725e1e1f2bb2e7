//! The past of the lobby, from before the person came or while the connection was lost, as far as
//! the server has told it.
//!
//! Plain data of `update::earlier`, which asks the server for the past piece by piece.

use dicehall_engine::lobby::Revision;
use dicehall_protocol::{MatchView, PastUpdate};

use crate::tui::model::game_match::course::Course;

/// The past that is being asked for, since the last snapshot.
#[derive(Clone, Debug)]
pub struct Earlier {
    /// The last revision seen before the snapshot; events up to it are not told again.
    pub seen: Revision,
    /// The revision of the snapshot.
    pub until: Revision,
    /// The match as the snapshot showed it. Its past is dropped once another match has begun.
    pub game_match: Option<MatchView>,
    /// The numbers of lines and moves at the time of the snapshot.
    pub totals: Totals,
    /// The course of the match up to the snapshot.
    pub course: Course,
    /// The updates told so far, the oldest first.
    pub updates: Vec<PastUpdate>,
    /// The number of answers received so far.
    pub answers: usize,
}

/// The numbers of lines and moves that there had been.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// The lines of the chat.
    pub chat: usize,
    /// The lines of the match's log.
    pub log: usize,
    /// The earlier positions of the match.
    pub positions: usize,
    /// The actions of the match.
    pub acts: u16,
}
