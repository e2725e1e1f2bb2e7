//! People who are gone: what is told of them, how long they are waited for, and the vote for a bot in their place. Called by
//! `server` and for the key.

use dicehall_engine::lobby::{PlayerId, Request};

use crate::tui::model::Model;
use crate::tui::update::lobby::command;

/// Notes that somebody's connection was lost, or is back; `bot_in_ms` is the time until a bot acts.
pub(in crate::tui::update) fn presence(
    model: &mut Model,
    player: PlayerId,
    connected: bool,
    bot_in_ms: Option<u32>,
) {
    let Some(lobby) = &mut model.lobby else {
        return;
    };
    lobby.absences.remove(&player);
    let mut people = lobby.view.players.iter_mut();
    let Some(view) = people.find(|it| it.player == player) else {
        return;
    };
    if let Some(left_ms) = bot_in_ms.filter(|_| !connected) {
        lobby.absences.insert(player, left_ms);
    }
    if view.connected != connected {
        view.connected = connected;
        let line = if connected {
            lobby.language.came_back(&view.name)
        } else {
            lobby.language.was_lost(&view.name)
        };
        lobby.note(line);
    }
}

/// Asks for a bot in the place of somebody who is gone, or takes that back.
pub(in crate::tui::update) fn toggle_stand_in(model: &mut Model) {
    let Some(lobby) = &model.lobby else {
        return;
    };
    match lobby.absent_seat() {
        Some(seat) => {
            let wanted = !lobby.stand_in_votes(seat).by_me;
            command(model, Request::StandIn { seat, wanted });
        }
        None => model.tell(model.look.language.nobody_is_gone()),
    }
}
