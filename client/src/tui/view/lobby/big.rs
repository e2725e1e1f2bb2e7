//! A table before its match as on a television: its title, the seats, the evening, and a code so large that telephones read it
//! from across the room.
//!
//! Drawn by `view` for a big screen, in place of the ordinary lobby; the match borrows the evening and the code's address. Law
//! kept here: nothing of it can be pressed, so no key is named.

use dicehall_engine::lobby::Phase;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;

use super::evening::evening;
use super::seats::seats;
use crate::graphics::figures::{letter_lines, letters_width};
use crate::graphics::put::put_lines;
use crate::graphics::text::{cut, wrap};
use crate::graphics::theme::Glyphs;
use crate::tui::geometry::{columns, rows, split_right, split_top};
use crate::tui::model::Model;
use crate::tui::model::lobby::Lobby;
use crate::tui::view::code;
use crate::tui::view::panel::{Rows, Section, inner_width, stack};

/// The columns left free around the parts.
const MARGIN: u16 = 2;

/// Draws the table.
pub fn draw(model: &Model, lobby: &Lobby, frame: &mut Frame<'_>, area: Rect) {
    let look = model.look;
    let link = model.code_link();
    let code = link.as_deref().map(|it| code::large_lines(look, it));
    let mut code = code.unwrap_or_default();
    let width = code.first().map_or(0, Line::width);
    let heading = look.language.ways_heading();
    let head = (width > 0).then(|| Line::styled(heading, look.strong()));
    code.splice(0..0, head);
    let (left, right) = split_right(area, columns(width) + MARGIN);
    let (_, right) = split_top(right, right.height.saturating_sub(rows(code.len())) / 2);
    put_lines(frame, code, right);
    let head = title(model, lobby, inner_width(left));
    let (top, rest) = split_top(left, rows(head.len()) + 2);
    let (_, lines) = split_right(top, top.width.saturating_sub(MARGIN));
    let (_, lines) = split_top(lines, 1);
    put_lines(frame, head, lines);
    seats_and_evening(model, lobby, frame, rest);
}

/// The table's title, in large letters if it can be written so, and the game.
fn title(model: &Model, lobby: &Lobby, width: usize) -> Vec<Line<'static>> {
    let look = model.look;
    let title = &lobby.view.title;
    let is_large =
        look.glyphs != Glyphs::Ascii && letters_width(title, 1).is_some_and(|it| it <= width);
    let mut lines: Vec<Line<'static>> = if is_large {
        let letters = letter_lines(&title.to_uppercase(), 1, 0).into_iter();
        letters.map(|it| Line::styled(it, look.strong())).collect()
    } else {
        vec![Line::styled(cut(look, title, width), look.strong())]
    };
    let game = lobby.view.settings.rules.kind();
    let game = look.language.game_title(game.name(), game.title());
    lines.push(Line::default());
    lines.push(Line::styled(game, look.quiet()));
    lines
}

fn seats_and_evening(model: &Model, lobby: &Lobby, frame: &mut Frame<'_>, area: Rect) {
    let look = model.look;
    let width = inner_width(area);
    // On a big screen no row is chosen.
    let unchosen = Lobby {
        row: usize::MAX,
        ..lobby.clone()
    };
    let rows = seats(model, &unchosen, width).into_iter();
    let spaced = rows.flat_map(|it| [it, Line::default()]).collect();
    let heading = if lobby.view.phase == Phase::Starting {
        look.language.waits_starting()
    } else {
        look.language.seats_heading()
    };
    let mut sections = vec![Section::new(heading, Rows::Fit, spaced)];
    sections.extend(evening_and_ways(model, lobby, width));
    stack((look, look.palette().ground), frame, area, sections);
}

/// The evening, if a match has ended, and the address at which a browser sits down or watches, or that there is none for others.
pub fn evening_and_ways(model: &Model, lobby: &Lobby, width: usize) -> Vec<Section<'static>> {
    let look = model.look;
    let is_hidden = model.page_link().is_some() && model.code_link().is_none();
    let (words, style) = match model.code_link() {
        Some(link) => (link, look.text(look.palette().turn)),
        None if is_hidden => (look.language.here_only(), look.quiet()),
        None => (String::new(), look.quiet()),
    };
    let lines = wrap(&words, width).into_iter();
    let lines = lines.filter(|it| !it.is_empty());
    let link: Vec<Line<'static>> = lines.map(|it| Line::styled(it, style)).collect();
    let ways =
        (!link.is_empty()).then(|| Section::new(look.language.ways_heading(), Rows::Fit, link));
    evening(model, lobby, width)
        .into_iter()
        .chain(ways)
        .collect()
}
