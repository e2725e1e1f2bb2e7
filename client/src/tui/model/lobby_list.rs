//! The list of a server's lobbies, and which of them the person wants to see.

pub mod nearby;
pub mod passwords;

use dicehall_protocol::limits::LOBBY_LIST_MAX;
use dicehall_protocol::{LobbyLine, SessionCommand, Wanted};

use super::plan::Purpose;

/// The pause between two requests for the list while it is shown, in milliseconds.
pub const LIST_MS: u64 = 3_000;
/// The same once nobody has pressed a key and nothing has changed for [`SAME_LISTS`] lists, so that a
/// hall of people who only wait costs little.
pub const IDLE_LIST_MS: u64 = 12_000;
/// After so many lists without a change or a key the pause is longer: about half a minute.
pub const SAME_LISTS: u8 = 10;

/// The lobbies of a server.
#[derive(Clone, Debug, Default)]
pub struct LobbyList {
    /// The lobbies as the server listed them; `None` until it has.
    pub lines: Option<Vec<LobbyLine>>,
    /// The chosen row.
    pub row: usize,
    /// The reason for coming into the lobby that is chosen.
    pub purpose: Purpose,
    /// Which of them the person wants to see.
    pub wanted: Wanted,
    /// How many the server has of these; `None` if it did not say.
    pub total: Option<u32>,
    /// Whether the server is of an earlier release, which cannot be searched.
    pub cannot_search: bool,
    /// How many lists in a row have changed nothing, since the last key; no more than [`SAME_LISTS`].
    pub same: u8,
}

impl LobbyList {
    /// The same list before the server has told it.
    #[must_use]
    pub const fn anew(&self) -> Self {
        Self {
            lines: None,
            row: 0,
            purpose: self.purpose,
            wanted: self.wanted,
            total: None,
            cannot_search: self.cannot_search,
            same: 0,
        }
    }

    /// The pause before the list is asked for again, in milliseconds.
    pub const fn pause_ms(&self) -> u64 {
        if self.same < SAME_LISTS {
            LIST_MS
        } else {
            IDLE_LIST_MS
        }
    }

    /// Notes whether a list was the same as the one before.
    pub fn compared(&mut self, is_same: bool) {
        let count = self.same.saturating_add(1).min(SAME_LISTS);
        self.same = if is_same { count } else { 0 };
    }

    /// Whether just these lobbies are listed, of so many.
    pub fn has(&self, lines: &[LobbyLine], total: Option<u32>) -> bool {
        self.total == total && self.lines.as_deref() == Some(lines)
    }

    /// The command that asks for it: a search, if some are wanted or if there are more than a list has room for.
    pub fn asks(&self) -> SessionCommand {
        let is_full = self
            .lines
            .as_ref()
            .is_some_and(|it| it.len() >= LOBBY_LIST_MAX);
        let searches = self.wanted != Wanted::default() || self.total.is_some() || is_full;
        if searches && !self.cannot_search {
            SessionCommand::FindLobbies(self.wanted)
        } else {
            SessionCommand::ListLobbies
        }
    }
}
