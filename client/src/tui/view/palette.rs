//! Draws the list of the command palette, above the prompt.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use super::panel;
use crate::graphics::put::{put, put_lines};
use crate::graphics::text::{cut, pad, styled};
use crate::tui::geometry::hits::{Hit, HitMap};
use crate::tui::geometry::{row_of, rows};
use crate::tui::keymap::palette::{self, Entry};
use crate::tui::model::Model;

/// The largest width of the list.
const WIDTH_MAX: u16 = 84;
/// The most rows of the list that are shown at once.
const ROWS_MAX: usize = 12;
/// The rows below the list: the prompt and the hints.
const BELOW: u16 = 2;
/// The largest width of keys and commands.
const NAME_WIDTH: usize = 26;

/// Draws the list, if one is open.
pub fn draw(model: &Model, frame: &mut Frame<'_>, hits: &mut HitMap) {
    let Some(prompt) = model.prompt.as_ref().filter(|it| it.kind.has_list()) else {
        return;
    };
    let found = palette::found(model);
    let whole = frame.area();
    let room = usize::from(whole.height.saturating_sub(BELOW + 3));
    let visible = found.len().clamp(1, ROWS_MAX.min(room.max(1)));
    let height = rows(visible + 2);
    let width = whole.width.min(WIDTH_MAX);
    let area = Rect {
        x: whole.x + (whole.width - width) / 2,
        y: whole.bottom().saturating_sub(BELOW + height),
        width,
        height,
    }
    .intersection(whole);
    hits.clear();
    let language = model.look.language;
    let title = match (prompt.row, palette::chosen(model), prompt.input.value()) {
        (_, _, "") => language.palette_title(),
        (_, Some(_), _) => language.palette_line(),
        (_, None, _) => language.palette_command(),
    };
    let inner = panel::popup(model.look, frame, area, &title);
    if found.is_empty() {
        let line = Line::styled(language.palette_nothing(), model.look.dim());
        put(frame, line, inner);
        return;
    }
    let chosen = palette::chosen(model);
    let first = chosen.map_or(0, |it| (it + 1).saturating_sub(visible));
    let lines = found.iter().enumerate().skip(first).take(visible);
    let lines: Vec<Line<'static>> = lines
        .map(|(at, entry)| {
            let place = row_of(inner, at - first);
            hits.add(place.intersection(inner), Hit::Row(at));
            row(model, entry, chosen == Some(at), usize::from(inner.width))
        })
        .collect();
    put_lines(frame, lines, inner);
}

/// A row: the explanation with the matching letters in bold, and the keys at its right end.
fn row(model: &Model, entry: &Entry, is_chosen: bool, width: usize) -> Line<'static> {
    let look = model.look;
    let style = look.row(is_chosen);
    let pointer = look.pointer(is_chosen);
    let name = cut(look, &entry.name, NAME_WIDTH.min(width / 3));
    let says_width = width.saturating_sub(name.width() + 3);
    let says = pad(look, &entry.says, says_width);
    let mut spans = vec![styled(format!("{pointer} "), style)];
    spans.extend(says.chars().enumerate().map(|(at, character)| {
        let mark = if entry.marks.binary_search(&at).is_ok() {
            style.patch(look.strong())
        } else {
            style
        };
        styled(character.to_string(), mark)
    }));
    let quiet = if is_chosen { style } else { look.dim() };
    spans.push(Span::styled(format!(" {name}"), quiet));
    Line::from(spans)
}
