//! People whom the person does not want to hear.
//!
//! Called by `act` and `typed`. Nobody else is told.

use dicehall_engine::lobby::PlayerId;

use crate::lang::Language;
use crate::tui::model::Model;
use crate::tui::model::lobby::Lobby;

/// Does not hear the chosen person from now on, or again.
pub(in crate::tui::update) fn toggle(model: &mut Model) {
    let chosen = model.chosen_player().map(|it| it.player);
    let Some((lobby, player)) = model.lobby.as_ref().zip(chosen) else {
        return;
    };
    if lobby.is_muted(player) {
        unmute(model, player);
    } else {
        mute(model, player);
    }
}

/// Does not hear somebody from now on.
pub(in crate::tui::update) fn mute(model: &mut Model, player: PlayerId) {
    change_muted(model, player, Lobby::mute, Language::not_heard);
}

/// Hears somebody again.
pub(in crate::tui::update) fn unmute(model: &mut Model, player: PlayerId) {
    change_muted(model, player, Lobby::unmute, Language::heard_again);
}

fn change_muted(
    model: &mut Model,
    player: PlayerId,
    change: fn(&mut Lobby, PlayerId) -> bool,
    told: fn(Language, String) -> String,
) {
    let Some(lobby) = &mut model.lobby else {
        return;
    };
    let name = lobby.name(player).to_owned();
    if change(lobby, player) {
        model.tell(told(model.look.language, name));
    } else {
        model.warn(model.look.language.cannot_mute());
    }
}
