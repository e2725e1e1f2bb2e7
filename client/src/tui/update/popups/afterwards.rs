//! The ways on from a match and out of a screen: the next rung, another game, a card of the result, one level up, the end.
//!
//! Called by `act`. Law kept here: nobody loses a match or guests without having been asked.

use dicehall_engine::GameKind;

use crate::start::{LobbyPlan, Start};
use crate::tui::keymap::abilities::can_change_table;
use crate::tui::keymap::{GoOn, KeyAction};
use crate::tui::message::{Effect, LastChoice, MachineEffect};
use crate::tui::model::lobby::ladder;
use crate::tui::model::popup::continued::Continued;
use crate::tui::model::popup::way::Way;
use crate::tui::model::popup::{Popup, Question};
use crate::tui::model::{Model, Screen, Server};
use crate::tui::update::connection;

/// Ends the program, or goes one level up: from the table to where tables are chosen. Asks first, unless the match is over
/// and nobody else is cut off.
pub(in crate::tui::update) fn leave(model: &mut Model, action: KeyAction) {
    let is_over = model.game_match().is_some_and(|it| it.outcome.is_some());
    if action == KeyAction::Quit || model.continued != Continued::No {
        quit(model);
    } else if model.screen == Screen::Match && is_over && !model.has_guests() {
        connection::leave(model);
    } else {
        model.popups.push(Popup::Confirm(Question::Leave));
    }
}

/// Quits the program, asking first while a match runs or others would be cut off. Quitting a second
/// time answers the question with yes.
fn quit(model: &mut Model) {
    let asked = model.popups.last() == Some(&Popup::Confirm(Question::Quit));
    if asked || !(model.is_playing() || model.has_guests()) {
        return model.effects.push(Effect::Quit);
    }
    model.prompt = None;
    model.popups.push(Popup::Confirm(Question::Quit));
}

/// Does what the person wants after a match.
pub(in crate::tui::update) fn go_on(model: &mut Model, how: GoOn) {
    match how {
        GoOn::HarderBots => next_rung(model),
        GoOn::OtherGame => other_game(model),
        GoOn::SaveCard => model.on_machine(MachineEffect::WriteCard),
    }
}

/// Begins a match of one's own against the next rung.
fn next_rung(model: &mut Model) {
    if let Some(rung) = ladder::above(model.rung) {
        model.rung = rung;
        model.game = model.game_match().map_or(model.game, |it| it.game);
        model.on_machine(MachineEffect::Remember(LastChoice::Rung(rung)));
        play_alone(model);
    }
}

/// Chooses another game: on the home screen, where Enter plays it, or in the lobby if others are at the table.
fn other_game(model: &mut Model) {
    if model.server == Some(Server::Private) {
        model.game = Way::Forward.next(model.game, GameKind::ALL);
        let remembered = Effect::OnMachine(MachineEffect::Remember(LastChoice::Game(model.game)));
        connection::go_home(model);
        model.effects.push(remembered);
    } else if can_change_table(model) {
        model.popups.clear();
        model.screen = Screen::Lobby;
        crate::tui::update::lobby::settings(model);
        crate::tui::update::popups::sideways(model, Way::Forward);
    }
}

/// Leaves the match that is over and begins another against bots.
fn play_alone(model: &mut Model) {
    let effects = std::mem::take(&mut model.effects);
    connection::go_home(model);
    model.effects.splice(0..0, effects);
    let plan = LobbyPlan::quick(model.game, model.rung);
    connection::begin(model, Start::Play(plan));
}
