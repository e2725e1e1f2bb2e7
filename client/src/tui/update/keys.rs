//! Handles keys.

use crossterm::event::{KeyCode, KeyEvent};

use super::{act, jump, prompt};
use crate::tui::geometry::Tier;
use crate::tui::keymap::{self, KeyAction};
use crate::tui::model::Model;
use crate::tui::model::popup::{Popup, Question};

/// Carries out a key's action. A key that cut rolling dice short does not choose anything, since
/// the person has not seen the result yet.
pub(super) fn press(model: &mut Model, event: &KeyEvent, cut: bool) {
    let action = keymap::action(model, event);
    let leaves = matches!(action, Some(KeyAction::Quit | KeyAction::Suspend));
    let asked = model.popups.last() == Some(&Popup::Confirm(Question::Quit));
    let answers = asked && matches!(action, Some(KeyAction::Yes | KeyAction::No));
    if Tier::of(model.size) == Tier::TooSmall && !leaves && !answers {
        // In a terminal that is too small nothing can be chosen; only quitting works.
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
    if let Some(it) = action.filter(|_| !(cut && decides)) {
        act::run(model, it);
    }
}

fn is_control(event: &KeyEvent) -> bool {
    event
        .modifiers
        .contains(crossterm::event::KeyModifiers::CONTROL)
}
