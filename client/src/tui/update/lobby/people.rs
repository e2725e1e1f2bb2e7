//! The list of people: opened at any time, and used by the host. Called by `act` and `popups`.

use dicehall_engine::lobby::Request;

use crate::tui::keymap::{Context, KeyAction, key_name};
use crate::tui::model::Model;
use crate::tui::model::lobby::people::{Row, chosen};
use crate::tui::model::popup::{Popup, PromptKind};
use crate::tui::update::lobby;

/// Opens the list, or closes it.
pub(in crate::tui::update) fn toggle(model: &mut Model) {
    if let Some(Popup::People { .. }) = model.popups.last() {
        model.popups.pop();
    } else {
        model.popups.push(Popup::People { row: 0 });
    }
}

/// Does the usual thing with the chosen row.
pub(in crate::tui::update) fn choose(model: &mut Model, row: usize) {
    let language = model.look.language;
    let Some(lobby) = &model.lobby else {
        return;
    };
    let (is_host, locked) = (lobby.is_host(), lobby.view.locked);
    match chosen(lobby, row) {
        Some(Row::Banned(_)) if !is_host => model.tell(language.host_lets_in()),
        Some(Row::Banned(player)) => lobby::command(model, Request::LiftBan { player }),
        Some(Row::Lock) => lobby::command(model, Request::Lock { locked: !locked }),
        Some(Row::Password) => model.ask(PromptKind::Password),
        Some(Row::Person(_)) => {
            let key = |action| key_name(model, Context::People, action);
            let told = language.people_keys(
                key(KeyAction::Kick),
                key(KeyAction::Ban),
                key(KeyAction::Silence),
                key(KeyAction::HandOver),
                key(KeyAction::Mute),
            );
            model.tell(told);
        }
        None => {}
    }
}

/// Forbids the chosen person to speak, or allows it again.
pub(in crate::tui::update) fn silence(model: &mut Model) {
    let chosen = model.chosen_player().map(|it| (it.player, it.silenced));
    if let Some((player, silenced)) = chosen {
        let silenced = !silenced;
        lobby::command(model, Request::Silence { player, silenced });
    }
}
