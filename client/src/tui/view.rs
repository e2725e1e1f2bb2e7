//! The view: it draws the model. Pure: the same model gives the same frame and the same map of
//! clickable areas.

pub mod card;
mod code;
pub mod help;
pub mod home;
pub mod lobby;
pub mod log;
pub mod match_screen;
pub mod palette;
pub mod panel;
pub mod popup;
pub mod question;
mod seek_bar;
pub mod status_bar;
#[cfg(test)]
mod tests;
pub mod title;

use dicehall_engine::lobby::Phase;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;

use crate::graphics::canvas::centered;
use crate::graphics::put::put_lines;
use crate::tui::geometry::hits::HitMap;
use crate::tui::geometry::{HEIGHT_MIN, Tier, WIDTH_MIN, rows, split_bottom, split_top};
use crate::tui::keymap::{KeyAction, context, key_name};
use crate::tui::model::popup::{Popup, Question};
use crate::tui::model::{Connection, Model, Screen};

/// How long a big screen stays where it is, in milliseconds.
const SHIFT_MS: u64 = 180_000;

/// Draws the screen; returns the map of clickable areas.
pub fn view(model: &Model, frame: &mut Frame<'_>) -> HitMap {
    let mut hits = HitMap::default();
    let area = frame.area();
    let ground = model.look.palette().ground;
    frame
        .buffer_mut()
        .set_style(area, model.look.surface(ground));
    if Tier::of(area.as_size()) == Tier::TooSmall {
        too_small(model, frame, area);
        return hits;
    }
    if model.shows_big_screen() {
        big_screen(model, frame, &mut hits);
        return hits;
    }
    match model.screen {
        Screen::Match if model.game_match().is_some() => {
            match_screen::draw(model, frame, &mut hits);
        }
        Screen::Lobby | Screen::Match if model.lobby.is_some() => {
            framed(model, frame, &mut hits, lobby::draw);
        }
        Screen::Lan => framed(model, frame, &mut hits, home::lan::draw_servers),
        Screen::Lobbies => framed(model, frame, &mut hits, home::lan::draw_lobbies),
        Screen::Record => framed(model, frame, &mut hits, home::record::draw),
        Screen::Home | Screen::Lobby | Screen::Match => framed(model, frame, &mut hits, home::draw),
    }
    // While a line with search results is typed, their list is shown instead of the popup.
    let lists = model.prompt.as_ref().is_some_and(|it| it.kind.has_list());
    if let Some(popup) = model.popups.last()
        && !(*popup == Popup::Outcome && model.tells_result())
        && !lists
    {
        hits.cover();
        popup::draw(model, popup, frame, &mut hits);
    }
    palette::draw(model, frame, &mut hits);
    hits
}

/// A table as on a television, below what asks whether to end.
fn big_screen(model: &Model, frame: &mut Frame<'_>, hits: &mut HitMap) {
    let Some(lobby) = &model.lobby else { return };
    let area = shifted(frame.area(), model.shown_ms);
    match lobby.view.phase {
        Phase::Playing | Phase::Over if model.game_match().is_some() => {
            match_screen::big::draw(model, frame, area);
        }
        Phase::Waiting | Phase::Starting | Phase::Playing | Phase::Over | Phase::Ended => {
            lobby::big::draw(model, lobby, frame, area);
        }
    }
    let lost = !matches!(model.connection, Connection::Connected { .. });
    if lost {
        let (_, status) = split_bottom(frame.area(), 1);
        status_bar::heading(model, frame, status);
    }
    if let Some(popup @ (Popup::Confirm(_) | Popup::Card { .. })) = model.popups.last() {
        popup::draw(model, popup, frame, hits);
    }
}

/// The area of a big screen that was shown for so long: from time to time it begins a cell further right or down, and later again
/// where it was, so that nothing burns into the glass.
fn shifted(area: Rect, shown_ms: u64) -> Rect {
    let (right, down) = match shown_ms / SHIFT_MS % 4 {
        0 => (0, 0),
        1 => (1, 0),
        2 => (1, 1),
        _ => (0, 1),
    };
    Rect {
        x: area.x + right,
        y: area.y + down,
        width: area.width.saturating_sub(right),
        height: area.height.saturating_sub(down),
    }
}

/// A screen between a heading and two lines: the status and the key hints.
fn framed(
    model: &Model,
    frame: &mut Frame<'_>,
    hits: &mut HitMap,
    body: fn(&Model, &mut Frame<'_>, Rect, &mut HitMap),
) {
    // The home screen shows the program's name in large letters; it needs the heading only for the
    // state of the connection.
    let is_bare = model.screen == Screen::Home && model.connection == Connection::Idle;
    let (heading, rest) = split_top(frame.area(), u16::from(!is_bare));
    let (rest, hints) = split_bottom(rest, 1);
    let (main, status) = split_bottom(rest, 1);
    status_bar::heading(model, frame, heading);
    body(model, frame, main, hits);
    let otherwise = match model.screen {
        Screen::Lobby => lobby::explain(model),
        Screen::Home if is_bare => home::explain(model),
        Screen::Home | Screen::Lan | Screen::Lobbies | Screen::Record | Screen::Match => {
            Line::default()
        }
    };
    status_bar::status(model, frame, status, otherwise);
    status_bar::hints(model, frame, hints, hits);
}

/// The notice for a terminal that is too small: the size needed, and the key that ends the program.
fn too_small(model: &Model, frame: &mut Frame<'_>, area: Rect) {
    let language = model.look.language;
    let asked = model.popups.last() == Some(&Popup::Confirm(Question::Quit));
    let lines = vec![
        Line::from(language.too_small(WIDTH_MIN, HEIGHT_MIN)),
        Line::from(language.has_size(area.width, area.height)),
        Line::from(if asked {
            language.quit_small()
        } else {
            language.quits_small(key_name(model, context(model), KeyAction::Quit))
        }),
    ];
    let card = centered(area, area.width, rows(lines.len()));
    put_lines(frame, lines.into_iter().map(Line::centered).collect(), card);
}
