//! Jumps to a place by its label. Called by `keys` and `act`.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::play;
use crate::games::place::Place;
use crate::tui::keymap::jump::labels;
use crate::tui::model::Model;
use crate::tui::model::game_match::GameMatch;

/// Shows the labels, or tells why there are none.
pub(super) fn begin(model: &mut Model) {
    if labels(model).is_empty() {
        if model.game_match().is_some_and(GameMatch::may_choose) {
            model.tell(model.look.language.nothing_choosable());
        } else {
            model.tell_to_wait();
        }
        return;
    }
    model.jump = Some(String::new());
    model.tell(model.look.language.jump_how());
}

/// Handles a key while labels are shown; returns whether the key was meant for them. Any other key
/// has its usual action.
pub(super) fn press(model: &mut Model, event: &KeyEvent) -> bool {
    let Some(mut typed) = model.jump.take() else {
        return false;
    };
    model.notice = None;
    let KeyCode::Char(letter) = event.code else {
        return event.code == KeyCode::Esc;
    };
    if event.modifiers.intersects(!KeyModifiers::SHIFT) || !letter.is_ascii_alphabetic() {
        return false;
    }
    typed.push(letter.to_ascii_lowercase());
    let labels = labels(model);
    if let Some((place, _)) = labels.iter().find(|(_, label)| *label == typed) {
        go(model, *place);
    } else if labels.iter().any(|(_, label)| label.starts_with(&typed)) {
        model.jump = Some(typed);
    } else {
        model.tell(model.look.language.jump_nothing());
    }
    true
}

/// Moves the cursor to a place and chooses it.
fn go(model: &mut Model, place: Place) {
    let Some(game_match) = model.game_match_mut() else {
        return;
    };
    if place.idx() >= game_match.board.places() {
        return play::take_from_hand(model, place);
    }
    game_match.cursor = place;
    play::choose(model);
}
