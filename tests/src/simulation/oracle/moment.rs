//! A lobby at a revision, and whether what is shown of it is right.

use dicehall_engine::lobby::{Holder, Lobby, Ply};
use dicehall_engine::{AnyView, Outcome, State};
use dicehall_protocol::{HolderView, LobbyCode, LobbyView, MatchView};

/// A lobby at a revision.
#[derive(Debug)]
pub(super) struct Moment {
    /// The number of durable appends with it.
    pub(super) stamp: usize,
    /// The lobby itself.
    pub(super) lobby: Lobby,
}

impl Moment {
    pub(super) fn check_match(&self, shown: Option<&MatchView>) {
        let view = self.lobby.game_match().map(|it| it.state.view());
        assert_eq!(view.as_ref(), shown.map(|it| &it.view), "another match");
        if let Some(shown) = shown {
            self.check_end(shown.ply, shown.outcome);
        }
    }

    pub(super) fn check_end(&self, ply: Ply, outcome: Option<Outcome>) {
        assert_eq!((self.lobby.ply(), self.lobby.outcome()), (ply, outcome));
    }

    pub(super) fn check_view(&self, shown: Option<&AnyView>) {
        let view = self.lobby.game_match().map(|it| it.state.view());
        let is_same = shown.is_none() || shown == view.as_ref();
        assert!(is_same, "another position is shown: {shown:?}");
    }

    pub(super) fn check_lobby(&self, code: LobbyCode, shown: &LobbyView) {
        let names = self.lobby.players().iter();
        let names: Vec<_> = names.map(|(player, it)| (*player, &it.name)).collect();
        let real = (
            (code, self.lobby.phase(), self.lobby.host()),
            (self.lobby.settings(), names),
            self.lobby.seats().to_vec(),
        );
        let names = shown.players.iter().map(|it| (it.player, &it.name));
        let told = (
            (shown.lobby, shown.phase, shown.host),
            (Some(&shown.settings), names.collect()),
            shown.seats.iter().map(|it| holder(&it.holder)).collect(),
        );
        assert_eq!(real, told);
    }
}

fn holder(shown: &HolderView) -> Holder {
    match *shown {
        HolderView::Open => Holder::Open,
        HolderView::Closed => Holder::Closed,
        HolderView::Human {
            player,
            ready,
            held_by_bot,
        } => Holder::Human {
            player,
            ready,
            held_by_bot,
        },
        HolderView::Bot { bot } => Holder::Bot(bot),
    }
}
