//! Handles keys in the topmost popup: rows, pages and answers.

pub(super) mod account;
pub(super) mod afterwards;
pub(super) mod around;
pub(super) mod ratings;
pub(super) mod review;

use super::{connection, lobby, lobby::people, play, play_on};
use crate::tui::geometry::popup_rows;
use crate::tui::keymap::help;
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::model::lobby::people::rows;
use crate::tui::model::popup::continued::PlayOn;
use crate::tui::model::popup::switches::Switches;
use crate::tui::model::popup::way::Way;
use crate::tui::model::popup::{Popup, Question};
use dicehall_engine::lobby::Request;

/// The number of lines that a page key scrolls.
const PAGE_LINES: isize = 10;

/// Scrolls a page up or down.
pub(super) fn page(model: &mut Model, way: Way) {
    step(model, way.rows(PAGE_LINES));
}

/// Takes the chosen row and closes the popup.
pub(super) fn choose(model: &mut Model) {
    if let Some(Popup::People { row }) = model.popups.last() {
        return people::choose(model, *row);
    }
    match model.popups.pop() {
        Some(Popup::Bots { seat, bots, row }) => {
            if let Some(choice) = bots.get(row) {
                let bot = choice.bot;
                lobby::command(model, Request::SeatBot { seat, bot });
            }
        }
        Some(Popup::Settings { settings, .. }) => lobby::change_settings(model, *settings),
        Some(Popup::PlayOn(choice)) => play_on::begin(model, &choice),
        Some(
            Popup::Confirm(_)
            | Popup::Help { .. }
            | Popup::Log { .. }
            | Popup::People { .. }
            | Popup::Ratings(_)
            | Popup::Review
            | Popup::Outcome
            | Popup::Link
            | Popup::Card { .. },
        )
        | None => {}
    }
}

/// Carries out what the question asks.
pub(super) fn yes(model: &mut Model) {
    let Some(Popup::Confirm(question)) = model.popups.pop() else {
        return;
    };
    match question {
        Question::Quit => model.effects.push(Effect::Quit),
        Question::Resign => lobby::command(model, Request::Resign),
        Question::EndUnused | Question::EndWithGoodAttacks => play::end_turn_at_once(model),
        Question::Leave => connection::leave(model),
        Question::GoOn => model.plan = None,
        Question::NewTable => lobby::leave_earlier(model),
        Question::StartUnready => lobby::command(model, Request::Start { force: true }),
        Question::Kick(player) => lobby::command(model, Request::Kick { player }),
        Question::Ban(player) => lobby::command(model, Request::Ban { player }),
        Question::Trust => connection::trust(model),
        Question::HandOver(player) => lobby::command(model, Request::HandOverHost { player }),
        Question::Forget => account::forget(model),
    }
}

/// Carries out the alternative of the question; for most questions there is none.
pub(super) fn no(model: &mut Model) {
    match model.popups.pop() {
        Some(Popup::Confirm(Question::GoOn)) => {
            model.popups.push(Popup::Confirm(Question::NewTable));
        }
        Some(Popup::Confirm(Question::NewTable)) => model.plan = None,
        Some(_) | None => {}
    }
}

/// Moves some rows or lines down, or up if `by` is negative.
pub(super) fn step(model: &mut Model, by: isize) {
    let visible = popup_rows(model.size);
    let lines = if let Some(Popup::Help { page, .. }) = model.popups.last() {
        help::lines(model, *page).len()
    } else if let Some(Popup::Ratings(shown)) = model.popups.last() {
        shown.lines()
    } else {
        model.game_match().map_or(0, |it| it.shown_log().count())
    };
    let most = lines.saturating_sub(visible);
    let people = model.lobby.as_ref().map_or(0, |it| rows(it).len());
    match model.popups.last_mut() {
        Some(Popup::Help { scroll, .. } | Popup::Log { scroll }) => {
            *scroll = scroll.saturating_add_signed(by).min(most);
        }
        Some(Popup::Ratings(shown)) => {
            shown.scroll = shown.scroll.saturating_add_signed(by).min(most);
        }
        Some(Popup::Bots { bots, row, .. }) => *row = around(*row, bots.len(), by),
        Some(Popup::People { row }) => *row = around(*row, people, by),
        Some(Popup::Settings { settings, row }) => {
            *row = around(*row, Switches::of(settings.rules.kind()).len(), by);
        }
        Some(Popup::PlayOn(choice)) => choice.row = around(choice.row, PlayOn::ROWS, by),
        Some(Popup::Review) => review::step(model, by),
        Some(Popup::Confirm(_) | Popup::Outcome | Popup::Link | Popup::Card { .. }) | None => {}
    }
}

/// The page or value beside.
pub(super) fn sideways(model: &mut Model, way: Way) {
    if let Some(Popup::Ratings(_)) = model.popups.last() {
        return ratings::sideways(model, way);
    }
    if let (Some(Popup::Review), Some(page)) = (model.popups.last(), &mut model.review) {
        return page.turn(way);
    }
    let pages = help::pages(model);
    match model.popups.last_mut() {
        Some(Popup::Help { page, scroll }) => {
            *page = page.beside(&pages, way);
            *scroll = 0;
        }
        Some(Popup::Settings { settings, row }) => {
            if let Some(switch) = Switches::of(settings.rules.kind()).nth(*row) {
                Switches::step(settings, &switch, way);
            }
        }
        Some(Popup::PlayOn(choice)) => choice.change(way),
        Some(
            Popup::Confirm(_)
            | Popup::Log { .. }
            | Popup::Ratings(_)
            | Popup::Review
            | Popup::Bots { .. }
            | Popup::People { .. }
            | Popup::Outcome
            | Popup::Link
            | Popup::Card { .. },
        )
        | None => {}
    }
}

/// The row a step away; the first row follows the last.
pub(super) fn around(row: usize, rows: usize, by: isize) -> usize {
    match row.checked_add_signed(by) {
        None => rows.saturating_sub(1),
        Some(row) if row >= rows => 0,
        Some(row) => row,
    }
}
