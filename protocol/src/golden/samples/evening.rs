//! A table that has played before.

use dicehall_engine::lobby::{Phase, PlayerId, Revision};

use super::{bot, lobby_view};
use crate::{EveningHolderView, EveningRowView, EveningView, LobbyView, ServerMessage};

/// A lobby after two matches, of which a person won one and a bot of the ladder the other.
pub(super) fn snapshot() -> ServerMessage {
    let row = |who, won| EveningRowView {
        who,
        played: 2,
        won,
        drawn: 0,
    };
    let (name, bot, number) = ("Aki".to_owned(), bot(), 1);
    let evening = EveningView {
        matches: 2,
        rows: vec![
            row(EveningHolderView::Human { name }, 1),
            row(EveningHolderView::Rung { rung: 3, number }, 1),
            row(EveningHolderView::Bot { bot, number }, 0),
        ],
    };
    ServerMessage::Snapshot {
        revision: Revision(41),
        you: PlayerId(0),
        lobby: LobbyView {
            evening: Some(evening),
            ..lobby_view(Phase::Over)
        },
        game_match: None,
        agreement: None,
    }
}
