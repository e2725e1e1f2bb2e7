//! Handles the mouse: moving, clicking and scrolling, by the hit map of the last frame.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};

use crate::games::place::Place;
use crate::tui::geometry::hits::Hit;
use crate::tui::keymap::KeyAction;
use crate::tui::model::popup::way::Way;
use crate::tui::model::replay::Seek;
use crate::tui::model::{Model, Screen};
use crate::tui::update::{keys, keys::act, keys::palette, play};

/// Applies an event of the mouse.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "other buttons and drags mean nothing"
)]
pub(in crate::tui::update) fn update(model: &mut Model, event: MouseEvent) {
    let hit = model.hits.at(event.column, event.row);
    match event.kind {
        MouseEventKind::Moved => {
            if let Some(Hit::Place(at)) = hit {
                point(model, at);
            }
        }
        MouseEventKind::Down(MouseButton::Left) => {
            if let Some(hit) = hit {
                click(model, hit);
            }
        }
        MouseEventKind::Down(MouseButton::Right) => let_go(model),
        MouseEventKind::ScrollUp => scroll(model, hit, Way::Back),
        MouseEventKind::ScrollDown => scroll(model, hit, Way::Forward),
        _ => {}
    }
}

fn point(model: &mut Model, at: Place) {
    if let Some(game_match) = model
        .game_match_mut()
        .filter(|it| it.board.places().contains(at))
    {
        game_match.cursor = at;
    }
}

fn click(model: &mut Model, hit: Hit) {
    model.notice = None;
    model.jump = None;
    match hit {
        Hit::Place(at) => {
            point(model, at);
            let Some(game_match) = model.game_match_mut() else {
                return;
            };
            if !game_match.board.places().contains(at) {
                return play::take_from_hand(model, at);
            }
            let useless =
                game_match.move_to(at).is_none() && game_match.moves_from(at).next().is_none();
            if useless && game_match.source.take().is_some() {
                return;
            }
            play::point_out(model);
        }
        Hit::Row(row) if lists(model) => palette::click(model, row),
        Hit::Row(row) => click_row(model, row),
        Hit::Key(key) => keys::press(
            model,
            &KeyEvent::new(KeyCode::Char(key), KeyModifiers::NONE),
            false,
        ),
        Hit::Step(step) => act::run(model, KeyAction::Seek(Seek::Step(step))),
        Hit::Log | Hit::Chat => {}
    }
}

/// Handles the right button: clears the source chosen on the board, and the labels.
fn let_go(model: &mut Model) {
    model.jump = None;
    if model.popups.is_empty()
        && let Some(game_match) = model.game_match_mut()
    {
        game_match.source = None;
    }
}

/// Whether a list of search results lies over the prompt.
fn lists(model: &Model) -> bool {
    model.prompt.as_ref().is_some_and(|it| it.kind.has_list())
}

/// Handles a click on a row: the first chooses it, the second acts like Enter; on the home screen
/// one click is enough.
fn click_row(model: &mut Model, row: usize) {
    let at_once = model.popups.is_empty() && model.screen == Screen::Home;
    let Some(chosen) = chosen_row(model) else {
        return;
    };
    let again = *chosen == row;
    *chosen = row;
    model.home.row_is_chosen |= at_once;
    if at_once || again {
        act::run(model, KeyAction::Choose);
    }
}

fn chosen_row(model: &mut Model) -> Option<&mut usize> {
    if model.popups.is_empty() {
        return model.row_mut();
    }
    model.popups.last_mut()?.row_mut()
}

fn scroll(model: &mut Model, hit: Option<Hit>, way: Way) {
    if lists(model) {
        return palette::step(model, way.rows(1));
    }
    if model.popups.is_empty() && model.screen == Screen::Match {
        if hit == Some(Hit::Log) {
            play::scroll_log(model, way);
        }
        return;
    }
    act::run(
        model,
        match way {
            Way::Back => KeyAction::Up,
            Way::Forward => KeyAction::Down,
        },
    );
}
