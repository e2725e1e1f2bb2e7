//! Which of a server's lobbies are listed: by game, by open seats, without those of one person, and the further ones.
//!
//! Called by `act` and by the line mode. The server searches; one of an earlier release lists all that it has.

use dicehall_engine::GameKind;
use dicehall_protocol::Wanted;
use dicehall_protocol::limits::LOBBY_LIST_MAX;

use crate::tui::keymap::KeyAction;
use crate::tui::model::Model;
use crate::tui::model::popup::way::Way;
use crate::tui::update::lobby;

/// Lists the lobbies of the next game; after the last game those of all.
pub(in crate::tui::update) fn another_game(model: &mut Model) {
    let games = GameKind::ALL.iter().copied().map(Some);
    let all: Vec<Option<GameKind>> = std::iter::once(None).chain(games).collect();
    let game = Way::Forward.next(model.lobbies.wanted.game, &all);
    want(
        model,
        Wanted {
            game,
            ..model.lobbies.wanted
        },
    );
}

/// Lists only lobbies with an open seat, or without those of one person; or all again.
pub(in crate::tui::update) fn toggle(model: &mut Model, action: KeyAction) {
    let mut wanted = model.lobbies.wanted;
    if action == KeyAction::OpenOnly {
        wanted.open = !wanted.open;
    } else {
        wanted.shared = !wanted.shared;
    }
    want(model, wanted);
}

/// Lists the further lobbies, or the newer ones.
pub(in crate::tui::update) fn page(model: &mut Model, way: Way) {
    let step = u32::try_from(LOBBY_LIST_MAX).unwrap_or(u32::MAX);
    let skip = model.lobbies.wanted.skip.unwrap_or(0);
    let skip = match way {
        Way::Back => skip.saturating_sub(step),
        Way::Forward => skip.saturating_add(step),
    };
    if skip < model.lobbies.total.unwrap_or(0) || way == Way::Back {
        let skip = Some(skip).filter(|it| *it > 0);
        list(
            model,
            Wanted {
                skip,
                ..model.lobbies.wanted
            },
        );
    }
}

/// Lists the wanted lobbies, beginning with the newest.
pub(in crate::tui::update) fn want(model: &mut Model, wanted: Wanted) {
    list(
        model,
        Wanted {
            skip: None,
            ..wanted
        },
    );
}

fn list(model: &mut Model, wanted: Wanted) {
    model.lobbies.wanted = wanted;
    model.lobbies.row = 0;
    model.lobbies.lines = None;
    lobby::list(model, model.lobbies.purpose);
}
