//! The list of a server's lobbies, and which of them the person wants to see.

pub mod nearby;
pub mod passwords;

use dicehall_protocol::limits::LOBBY_LIST_MAX;
use dicehall_protocol::{LobbyLine, SessionCommand, Wanted};

use super::plan::Purpose;

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
        }
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
