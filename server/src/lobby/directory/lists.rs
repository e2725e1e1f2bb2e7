//! The lists of the directory's lobbies: all in the order in which they can be joined, and those that are wanted.

use std::cmp::Reverse;

use dicehall_protocol::limits::LOBBY_LIST_MAX;
use dicehall_protocol::{Found, LobbyCode, LobbyLine, Wanted};

use super::{Directory, Entry};
use crate::lobby::listing::rank;
use crate::lobby::task::Status;
use crate::lobby::task::mail::LobbyHandle;

/// A lobby as the directory knows it.
#[derive(Clone, Debug)]
pub(crate) struct KnownLobby {
    pub(crate) code: LobbyCode,
    /// Its line in lists; `None` while it is being opened, and in quarantine.
    pub(crate) line: Option<LobbyLine>,
    /// Its mailbox; `None` if it sleeps or is in quarantine.
    pub(crate) lobby: Option<LobbyHandle>,
    pub(crate) is_quarantined: bool,
}

impl Directory {
    /// Every lobby, in the order of the codes.
    pub(super) fn all(&self) -> Vec<KnownLobby> {
        let known = |(code, it): (&LobbyCode, &Entry)| KnownLobby {
            code: *code,
            line: it.line(),
            lobby: it.handle(*code),
            is_quarantined: matches!(it, Entry::Quarantined),
        };
        self.entries.iter().map(known).collect()
    }

    /// All lobbies, those that can be joined first.
    pub(super) fn list(&self) -> Vec<LobbyLine> {
        let mut ranks: Vec<_> = self
            .entries
            .iter()
            .filter_map(|(code, it)| Some((it.rank()?, *code)))
            .collect();
        ranks.sort_unstable();
        ranks.truncate(LOBBY_LIST_MAX);
        ranks
            .iter()
            .filter_map(|(_, code)| self.entries.get(code)?.line())
            .collect()
    }

    /// The lobbies that are wanted, the newest first.
    pub(super) fn search(&self, wanted: &Wanted) -> Found {
        let codes = self.entries.iter().filter(|(_, it)| it.fits(wanted));
        let mut found: Vec<_> = codes
            .map(|(code, _)| (self.creation_order.of(*code), *code))
            .collect();
        found.sort_unstable_by_key(|(birth, code)| (Reverse(*birth), *code));
        let skip = usize::try_from(wanted.skip.unwrap_or(0)).unwrap_or(usize::MAX);
        let shown = found.iter().skip(skip).take(LOBBY_LIST_MAX);
        let lobbies = shown
            .filter_map(|(_, code)| self.entries.get(code)?.line())
            .collect();
        let total = u32::try_from(found.len()).unwrap_or(u32::MAX);
        Found { lobbies, total }
    }
}

impl Entry {
    /// The order of a lobby in the list: those that can be joined come first.
    pub(super) fn rank(&self) -> Option<(bool, bool)> {
        match self {
            Self::Open(open) => open.status.borrow().line.as_ref().map(rank),
            Self::Asleep(status) => status.as_ref()?.line.as_ref().map(rank),
            Self::Quarantined => None,
        }
    }

    /// Whether it is one of the lobbies that are wanted.
    pub(super) fn fits(&self, wanted: &Wanted) -> bool {
        let fits = |it: &Status| it.line.as_ref().is_some_and(|it| it.is_wanted(wanted));
        match self {
            Self::Open(open) => fits(&open.status.borrow()),
            Self::Asleep(status) => status.as_ref().is_some_and(|it| fits(it)),
            Self::Quarantined => false,
        }
    }

    /// The way to its task, if it has one.
    fn handle(&self, code: LobbyCode) -> Option<LobbyHandle> {
        match self {
            Self::Open(open) => Some(LobbyHandle {
                code,
                mailbox: open.mailbox.clone(),
                status: open.status.clone(),
            }),
            Self::Asleep(_) | Self::Quarantined => None,
        }
    }

    /// Its line in lists; `None` if it has none, or is not known yet.
    pub(super) fn line(&self) -> Option<LobbyLine> {
        match self {
            Self::Open(open) => open.status.borrow().line.clone(),
            Self::Asleep(status) => status.as_ref()?.line.clone(),
            Self::Quarantined => None,
        }
    }
}
