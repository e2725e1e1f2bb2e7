//! Jumps to a place by its label. Called by `keys` and `act`.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::games::place::Place;
use crate::tui::keymap::jump::labels;
use crate::tui::model::Model;
use crate::tui::model::game_match::GameMatch;
use crate::tui::update::play;

/// Shows the labels, or tells why there are none.
pub(in crate::tui::update) fn begin(model: &mut Model) {
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
pub(in crate::tui::update) fn press(model: &mut Model, event: &KeyEvent) -> bool {
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
    if let Some(place) = next_of(model, &labels, &typed) {
        go(model, place);
    } else if labels.iter().any(|(_, label)| label.starts_with(&typed)) {
        model.jump = Some(typed);
    } else {
        model.tell(model.look.language.jump_nothing());
    }
    true
}

/// The next place with this label after the one under the cursor, around the end of the list.
fn next_of(model: &Model, labels: &[(Place, String)], typed: &str) -> Option<Place> {
    let cursor = model.game_match()?.cursor;
    let found = labels.iter().filter(|it| it.1 == typed).map(|it| it.0);
    let found: Vec<Place> = found.collect();
    let next = found.iter().find(|it| **it > cursor);
    next.or(found.first()).copied()
}

/// Moves the cursor to a place, and chooses it if that is possible.
fn go(model: &mut Model, place: Place) {
    let Some(game_match) = model.game_match_mut() else {
        return;
    };
    if !game_match.board.places().contains(place) {
        return play::take_from_hand(model, place);
    }
    game_match.cursor = place;
    if game_match.stops().contains(&place) {
        play::choose(model);
    }
}
