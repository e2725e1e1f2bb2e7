//! The list of the command palette, over the prompt. Called by `prompt`, `mouse` and `act`.

use crate::tui::keymap::palette::{self, Execute};
use crate::tui::model::Model;
use crate::tui::model::popup::{Popup, Prompt, PromptKind};
use crate::tui::update::{keys::act, keys::typed};

/// Moves the chosen row down, or up if `by` is negative.
pub(in crate::tui::update) fn step(model: &mut Model, by: isize) {
    let rows = palette::found(model).len();
    let here = palette::chosen(model);
    let Some(prompt) = model.prompt.as_mut().filter(|_| rows > 0) else {
        return;
    };
    let next = match here {
        None if by > 0 => 0,
        None => rows - 1,
        Some(row) => crate::tui::update::popups::around(row, rows, by),
    };
    prompt.row = Some(next);
}

/// Carries out the chosen row, or the line as it was typed.
pub(in crate::tui::update) fn enter(model: &mut Model) {
    let row = palette::chosen(model);
    let execute = row.and_then(|it| palette::found(model).into_iter().nth(it));
    let Some(prompt) = model.prompt.take() else {
        return;
    };
    let searches = prompt.kind == PromptKind::Search;
    match execute.map(|it| it.execute) {
        Some(execute) => {
            if let Some(Popup::Help { .. }) = model.popups.last() {
                model.popups.pop();
            }
            carry_out(model, execute);
        }
        None if searches => model.warn(model.look.language.help_nothing()),
        None => typed::run(model, prompt.input.value()),
    }
}

/// Carries out a row that was clicked.
pub(in crate::tui::update) fn click(model: &mut Model, row: usize) {
    if let Some(prompt) = &mut model.prompt {
        prompt.row = Some(row);
        enter(model);
    }
}

fn carry_out(model: &mut Model, execute: Execute) {
    match execute {
        Execute::Press(action) => act::run(model, action),
        Execute::Run(command) => typed::run(model, &command),
        Execute::TypeOn(begun) => model.prompt = Some(Prompt::with(PromptKind::Typed, &begun)),
    }
}
