//! Handles keys.

pub(super) mod act;
pub(super) mod enter;
pub(super) mod jump;
pub(super) mod mouse;
pub(super) mod palette;
pub(super) mod prompt;
pub(super) mod typed;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::tui::geometry::Tier;
use crate::tui::keymap::{self, KeyAction};
use crate::tui::model::Model;
use crate::tui::model::popup::{Popup, Question};

/// Carries out a key's action. A key that cut rolling dice short does not choose anything, since
/// the person has not seen the result yet.
pub(super) fn press(model: &mut Model, event: &KeyEvent, cut: bool) {
    let action = keymap::action(model, event).map(|it| meant_on(model, it));
    let leaves = matches!(action, Some(KeyAction::Quit | KeyAction::Suspend));
    let asked = model.popups.last() == Some(&Popup::Confirm(Question::Quit));
    let answers = asked && matches!(action, Some(KeyAction::Yes | KeyAction::No));
    let is_deaf = Tier::of(model.size) == Tier::TooSmall || model.shows_big_screen();
    if is_deaf && !leaves && !answers {
        // In a terminal that is too small nothing can be chosen, and on a big screen nothing is; only quitting works.
        return;
    }
    let typed = matches!(event.code, KeyCode::Char(_)) && !is_control(event);
    if model.prompt.is_some() && (typed || !leaves) {
        return prompt::press(model, event);
    }
    if jump::press(model, event) {
        return;
    }
    model.notice = None;
    let decides = matches!(action, Some(KeyAction::Choose | KeyAction::EndTurn));
    match (action, event.code) {
        (Some(it), _) if !(cut && decides) => act::run(model, it),
        (None, KeyCode::Char(letter))
            if event.modifiers.difference(KeyModifiers::SHIFT).is_empty() =>
        {
            model.tell(model.look.language.key_unknown(letter.to_string()));
        }
        _ => {}
    }
}

/// The action that is meant by an action: a big screen has no other screen to go back to, so whoever leaves it ends it.
const fn meant_on(model: &Model, action: KeyAction) -> KeyAction {
    if model.shows_big_screen() && matches!(action, KeyAction::Leave) {
        KeyAction::Quit
    } else {
        action
    }
}

/// The key that is meant by a key of a keyboard with another script: where letters are not typed but
/// pressed, the letter in the same place of an American keyboard.
pub(super) fn meant(model: &Model, event: KeyEvent, base: char) -> KeyEvent {
    let KeyCode::Char(typed) = event.code else {
        return event;
    };
    let types = model.prompt.is_some() && !is_control(&event);
    if types || !is_of_other_script(typed) {
        return event;
    }
    KeyEvent {
        code: KeyCode::Char(base),
        ..event
    }
}

/// Whether a letter or digit is none of the Latin ones.
fn is_of_other_script(character: char) -> bool {
    /// The last Latin letters of the first blocks of Unicode, and the block of further ones.
    const LATIN_END: char = '\u{24f}';
    const MORE_LATIN: std::ops::RangeInclusive<char> = '\u{1e00}'..='\u{1eff}';
    character.is_alphanumeric() && character > LATIN_END && !MORE_LATIN.contains(&character)
}

fn is_control(event: &KeyEvent) -> bool {
    event.modifiers.contains(KeyModifiers::CONTROL)
}
