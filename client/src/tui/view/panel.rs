//! Panels: a border, and sections one below the other that share it.

use ratatui::Frame;
use ratatui::layout::{Alignment, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph};
use unicode_width::UnicodeWidthStr;

use crate::graphics::text::pad;
use crate::graphics::theme::{Glyphs, Look};
use crate::tui::geometry::hits::{Hit, HitMap};
use crate::tui::geometry::{row_of, rows};

/// A part of a panel.
#[derive(Debug)]
pub struct Section<'a> {
    /// On the line above it.
    pub title: String,
    /// On the same line, at its right end.
    pub columns: &'static str,
    /// What is in it.
    pub lines: Vec<Line<'a>>,
    /// How many rows it takes.
    pub rows: Rows,
}

/// How many rows a section takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rows {
    /// As many as it has lines, if there is room.
    Fit,
    /// A share of what the others leave, from the first line on.
    Top,
    /// A share of what the others leave, down to the last line.
    Bottom,
}

impl<'a> Section<'a> {
    /// A part whose title stands alone on its line.
    pub fn new(title: impl Into<String>, rows: Rows, lines: Vec<Line<'a>>) -> Self {
        Self {
            title: title.into(),
            columns: "",
            lines,
            rows,
        }
    }

    /// The same part under another title.
    #[must_use]
    pub fn titled(self, title: &str) -> Self {
        Self {
            title: title.to_owned(),
            ..self
        }
    }
}

/// Draws sections that share a border; returns where the content of each is.
pub fn stack(
    look: Look,
    frame: &mut Frame<'_>,
    area: Rect,
    sections: Vec<Section<'_>>,
) -> Vec<Rect> {
    if area.width < 3 || area.height < 3 || sections.is_empty() {
        return Vec::new();
    }
    let block = Block::bordered()
        .border_set(look.symbols().border)
        .border_style(look.dim());
    let inner = block.inner(area);
    frame.render_widget(block, area);
    let rows = share(&sections, inner.height);
    let mut y = area.y;
    let mut places = Vec::new();
    for (at, (section, rows)) in sections.into_iter().zip(rows).enumerate() {
        if at > 0 && y + 1 >= area.bottom() {
            break;
        }
        let rows = rows.min((area.bottom() - 1).saturating_sub(y + 1));
        let line = row_of(Rect { y, ..area }, 0);
        rule(look, frame, line, at > 0);
        title(look, frame, line, &section);
        let place = Rect {
            y: y + 1,
            height: rows,
            ..inner
        };
        let overflow = section.lines.len().saturating_sub(usize::from(rows));
        let skip = if section.rows == Rows::Bottom {
            overflow
        } else {
            0
        };
        let shown: Vec<Line<'_>> = section.lines.into_iter().skip(skip).collect();
        frame.render_widget(Paragraph::new(shown), place);
        places.push(place);
        y += rows + 1;
    }
    places
}

/// An empty panel over everything else; returns where its content goes.
pub fn popup(look: Look, frame: &mut Frame<'_>, area: Rect, heading: &str) -> Rect {
    let block = Block::bordered()
        .border_set(look.symbols().border)
        .border_style(look.strong())
        .title(Span::styled(format!(" {heading} "), look.strong()));
    let inner = block.inner(area);
    frame.render_widget(Clear, area);
    frame.render_widget(block, area);
    Rect {
        x: inner.x + 1,
        width: inner.width.saturating_sub(2),
        ..inner
    }
}

/// Rows of which one is chosen, scrolled so that it can be seen; each can be clicked.
pub fn list(
    look: Look,
    frame: &mut Frame<'_>,
    area: Rect,
    (texts, chosen): (&[String], usize),
    hits: &mut HitMap,
) {
    let visible = usize::from(area.height).max(1);
    let first = (chosen + 1).saturating_sub(visible);
    for (at, text) in texts.iter().enumerate().skip(first).take(visible) {
        let sign = if at == chosen { ">" } else { " " };
        let text = pad(look, &format!("{sign} {text}"), usize::from(area.width));
        let place = row_of(area, at - first).intersection(area);
        frame.render_widget(Line::styled(text, look.row(at == chosen)), place);
        hits.add(place, Hit::Row(at));
    }
}

/// The line between two sections.
fn rule(look: Look, frame: &mut Frame<'_>, line: Rect, between: bool) {
    if !between {
        return;
    }
    let (left, middle, right) = match look.glyphs {
        Glyphs::Unicode => ("├", "─", "┤"),
        Glyphs::Ascii => ("+", "-", "+"),
    };
    let text = format!(
        "{left}{}{right}",
        middle.repeat(usize::from(line.width.saturating_sub(2)))
    );
    frame.render_widget(Line::styled(text, look.dim()), line);
}

fn title(look: Look, frame: &mut Frame<'_>, line: Rect, section: &Section<'_>) {
    let room = Rect {
        x: line.x + 1,
        width: line.width.saturating_sub(2),
        ..line
    };
    let columns = section.columns.width();
    let free = usize::from(room.width).saturating_sub(columns + usize::from(columns > 0));
    if !section.title.is_empty() {
        let full = format!(" {} ", section.title);
        // A heading that does not fit loses its key, and then gives way to the columns' names.
        let short = section
            .title
            .split(" [")
            .next()
            .map_or_else(String::new, |it| format!(" {it} "));
        let text = [full, short]
            .into_iter()
            .find(|it| it.width() <= free)
            .unwrap_or_default();
        frame.render_widget(Line::from(Span::styled(text, look.strong())), room);
    }
    if columns > 0 {
        let text = Span::styled(format!(" {}", section.columns), Style::reset());
        frame.render_widget(Line::from(text).alignment(Alignment::Right), room);
    }
}

/// The rows of each section: what fits first, then the rest in equal shares.
fn share(sections: &[Section<'_>], height: u16) -> Vec<u16> {
    let count = rows(sections.len());
    let mut left = height.saturating_sub(count.saturating_sub(1));
    let mut heights = vec![0; sections.len()];
    for (height, section) in heights.iter_mut().zip(sections) {
        if section.rows == Rows::Fit {
            *height = rows(section.lines.len()).min(left);
            left -= *height;
        }
    }
    let elastic: Vec<usize> = (0..sections.len())
        .filter(|it| sections[*it].rows != Rows::Fit)
        .collect();
    for (done, at) in elastic.iter().enumerate() {
        let others = rows(elastic.len() - done);
        heights[*at] = left.div_ceil(others);
        left -= heights[*at];
    }
    heights
}
