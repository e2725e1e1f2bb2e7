//! What the mouse does: it points, clicks and scrolls by what was drawn where.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use dicehall_engine::games::animal_shogi::board::SQUARES;
use dicehall_engine::games::territory::Territory;

use super::{act, keys, play};
use crate::tui::keymap::Action;
use crate::tui::message::Effect;
use crate::tui::model::place::Board;
use crate::tui::model::popup::Popup;
use crate::tui::model::{Model, Screen};
use crate::tui::view::hits::Hit;

/// Applies what the mouse did.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "other buttons and drags mean nothing"
)]
pub(super) fn update(model: &mut Model, event: MouseEvent) -> Vec<Effect> {
    let hit = model.hits.at(event.column, event.row);
    match event.kind {
        MouseEventKind::Moved => {
            if let Some(Hit::Territory(at)) = hit {
                point(model, at);
            }
            Vec::new()
        }
        MouseEventKind::Down(MouseButton::Left) => hit.map_or_else(Vec::new, |it| click(model, it)),
        MouseEventKind::ScrollUp => scroll(model, hit, true),
        MouseEventKind::ScrollDown => scroll(model, hit, false),
        _ => Vec::new(),
    }
}

fn point(model: &mut Model, at: Territory) {
    if let Some(game_match) = model
        .game_match_mut()
        .filter(|it| usize::from(at.0) < it.board.places())
    {
        game_match.cursor = at;
    }
}

fn click(model: &mut Model, hit: Hit) -> Vec<Effect> {
    model.notice = None;
    match hit {
        Hit::Territory(at) => {
            point(model, at);
            if let Some(number) = at.0.checked_sub(SQUARES).map(usize::from)
                && model
                    .game_match()
                    .is_some_and(|it| matches!(it.board, Board::Shogi(_)))
            {
                return play::take_from_hand(model, number);
            }
            let Some(game_match) = model.game_match_mut() else {
                return Vec::new();
            };
            let useless =
                game_match.attack_on(at).is_none() && game_match.attacks_from(at).next().is_none();
            if useless && game_match.source.take().is_some() {
                return Vec::new();
            }
            play::choose(model)
        }
        Hit::Row(row) => click_row(model, row),
        Hit::Key(key) => keys::press(
            model,
            &KeyEvent::new(KeyCode::Char(key), KeyModifiers::NONE),
        ),
        Hit::Log => Vec::new(),
    }
}

/// The first click chooses a row, the second does what Enter does; the home screen needs only one.
fn click_row(model: &mut Model, row: usize) -> Vec<Effect> {
    let at_once = model.popups.is_empty() && model.screen == Screen::Home;
    let Some(chosen) = chosen_row(model) else {
        return Vec::new();
    };
    let again = *chosen == row;
    *chosen = row;
    if at_once || again {
        act::run(model, Action::Choose)
    } else {
        Vec::new()
    }
}

fn chosen_row(model: &mut Model) -> Option<&mut usize> {
    match model.popups.last_mut() {
        Some(Popup::Bots { row, .. } | Popup::Settings { row, .. }) => return Some(row),
        Some(
            Popup::Confirm(_)
            | Popup::Help { .. }
            | Popup::Log { .. }
            | Popup::Outcome
            | Popup::Card { .. },
        ) => {
            return None;
        }
        None => {}
    }
    match model.screen {
        Screen::Home => Some(&mut model.home_row),
        Screen::Lan => Some(&mut model.lan.row),
        Screen::Lobbies => Some(&mut model.lobbies.row),
        Screen::Lobby => model.lobby.as_mut().map(|it| &mut it.row),
        Screen::Match => None,
    }
}

fn scroll(model: &mut Model, hit: Option<Hit>, up: bool) -> Vec<Effect> {
    if !model.popups.is_empty() {
        return act::run(model, if up { Action::Up } else { Action::Down });
    }
    match (model.screen, hit) {
        (Screen::Match, Some(Hit::Log)) => play::scroll_log(model, up),
        (Screen::Match, _) => {}
        (Screen::Home | Screen::Lan | Screen::Lobbies | Screen::Lobby, _) => {
            return act::run(model, if up { Action::Up } else { Action::Down });
        }
    }
    Vec::new()
}
