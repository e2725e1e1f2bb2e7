//! Panels: areas with sections one below the other, popups, and lists with a chosen row.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Line;
use ratatui::widgets::Block;
use unicode_width::UnicodeWidthStr;

use crate::graphics::palette::Rgb;
use crate::graphics::put::{clear, put, put_all, put_lines};
use crate::graphics::text::{pad, styled};
use crate::graphics::theme::Look;
use crate::tui::geometry::hits::{Hit, HitMap};
use crate::tui::geometry::{columns, row_of, rows, split_right};

/// The columns left free at the left of a panel.
const LEFT: u16 = 2;
/// The columns left free at the right of a panel.
const RIGHT: u16 = 1;
/// The height from which on a panel has an empty row at its top, and one between its sections.
const AIRY_HEIGHT: u16 = 15;

/// A section of a panel.
#[derive(Debug)]
pub struct Section<'a> {
    /// The title, on the line above the content; its first words in capitals.
    pub title: String,
    /// The right end of the title's line: names of columns, or a key.
    pub aside: String,
    /// The style of that text; `None` for that of the least important one.
    pub aside_style: Option<Style>,
    /// The content.
    pub lines: Vec<Line<'a>>,
    /// The number of rows of the section.
    pub rows: Rows,
}

/// The number of rows of a section.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rows {
    /// As many as it has lines, if there is room.
    Fit,
    /// A share of the rows that remain, showing the first lines.
    Top,
    /// A share of the rows that remain, showing the last lines.
    Bottom,
}

impl<'a> Section<'a> {
    /// A section with nothing beside its title.
    pub fn new(title: impl Into<String>, rows: Rows, lines: Vec<Line<'a>>) -> Self {
        Self {
            title: title.into(),
            aside: String::new(),
            aside_style: None,
            lines,
            rows,
        }
    }

    /// The same section with a text at the right end of its title.
    #[must_use]
    pub fn beside(self, aside: impl Into<String>) -> Self {
        Self {
            aside: aside.into(),
            ..self
        }
    }

    /// The same section with its text beside the title in a style.
    #[must_use]
    pub fn in_style(self, style: Style) -> Self {
        Self {
            aside_style: Some(style),
            ..self
        }
    }
}

/// The width of the sections of a panel.
pub fn inner_width(area: Rect) -> usize {
    area.width.saturating_sub(LEFT + RIGHT).into()
}

/// The rows that are left for the content of another section below these, of which each has as many rows as lines.
pub fn room_below(area: Rect, sections: &[Section<'_>]) -> usize {
    let gap = usize::from(area.height >= AIRY_HEIGHT);
    let taken: usize = sections.iter().map(|it| it.lines.len() + 1 + gap).sum();
    usize::from(area.height).saturating_sub(gap + taken + 1)
}

/// Draws sections one below the other; returns the areas of their contents. Sections that do not
/// fit are left out from the end.
pub fn stack(
    (look, surface): (Look, Rgb),
    frame: &mut Frame<'_>,
    area: Rect,
    mut sections: Vec<Section<'_>>,
) -> Vec<Rect> {
    frame.buffer_mut().set_style(area, look.surface(surface));
    let gap = u16::from(area.height >= AIRY_HEIGHT);
    let inner = Rect {
        x: area.x.saturating_add(LEFT),
        y: area.y + gap,
        width: area.width.saturating_sub(LEFT + RIGHT),
        height: area.height.saturating_sub(gap),
    };
    sections.truncate(fitting(&sections, inner.height, gap));
    let heights = share(&sections, inner.height, gap);
    let mut y = inner.y;
    let mut places = Vec::new();
    for (mut section, height) in sections.into_iter().zip(heights) {
        if y.saturating_add(u16::from(!section.lines.is_empty())) >= inner.bottom() {
            break;
        }
        title(
            look,
            frame,
            Rect {
                y,
                height: 1,
                ..inner
            },
            &section,
        );
        let height = height.min(inner.bottom() - (y + 1).min(inner.bottom()));
        let place = Rect {
            y: y + 1,
            height,
            ..inner
        };
        let overflow = section.lines.len().saturating_sub(usize::from(height));
        match section.rows {
            Rows::Fit => put_all(frame, section.lines, place),
            Rows::Top => put_lines(frame, section.lines, place),
            Rows::Bottom => put_lines(frame, section.lines.split_off(overflow), place),
        }
        places.push(place);
        y = y.saturating_add(1 + height + gap);
    }
    places
}

/// Draws an empty panel over everything else; returns the area of its content.
pub fn popup(look: Look, frame: &mut Frame<'_>, area: Rect, heading: &str) -> Rect {
    let title = styled(format!(" {heading} "), look.strong());
    let block = Block::bordered()
        .border_set(look.symbols().border)
        .border_style(look.dim());
    let inner = block.inner(area);
    clear(frame, area);
    frame
        .buffer_mut()
        .set_style(area, look.surface(look.palette().panel));
    frame.render_widget(block, area);
    let corner = Rect {
        x: area.x + 1,
        width: area.width.saturating_sub(2),
        height: area.height.min(1),
        ..area
    };
    put(frame, title, corner.intersection(area));
    Rect {
        x: inner.x + 1,
        width: inner.width.saturating_sub(2),
        ..inner
    }
}

/// Draws a list with a chosen row, scrolled so that this row is visible; each row can be clicked.
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
        let sign = look.pointer(at == chosen);
        let text = pad(look, &format!("{sign} {text}"), usize::from(area.width));
        let place = row_of(area, at - first).intersection(area);
        put(frame, Line::styled(text, look.row(at == chosen)), place);
        hits.add(place, Hit::Row(at));
    }
}

fn title(look: Look, frame: &mut Frame<'_>, line: Rect, section: &Section<'_>) {
    let gap = usize::from(!section.aside.is_empty());
    let (rest, right) = split_right(line, columns(section.aside.width()));
    let (left, _) = split_right(rest, columns(gap));
    let fits = section.title.width() <= usize::from(left.width) || section.aside.is_empty();
    let title = if fits {
        section.title.as_str()
    } else {
        // A title that does not fit is cut to its first word; the tests count such cuts.
        #[cfg(test)]
        crate::graphics::put::cuts::note(&section.title);
        section.title.split(' ').next().unwrap_or_default()
    };
    put(frame, Line::styled(title, look.strong()), left);
    put(
        frame,
        Line::styled(
            section.aside.as_str(),
            section.aside_style.unwrap_or_else(|| look.dim()),
        ),
        right,
    );
}

/// The number of sections, from the first, whose title and at least one line fit.
fn fitting(sections: &[Section<'_>], height: u16, gap: u16) -> usize {
    let mut left = height.saturating_add(gap);
    let fits = sections.iter().take_while(|it| {
        let least = 1 + u16::from(!it.lines.is_empty()) + gap;
        let wanted = if it.rows == Rows::Fit {
            1 + rows(it.lines.len()) + gap
        } else {
            least
        };
        let fits = left >= least;
        left = left.saturating_sub(wanted);
        fits
    });
    fits.count()
}

/// The rows of each section: first for those that fit their lines, then equal shares of the rest.
fn share(sections: &[Section<'_>], height: u16, gap: u16) -> Vec<u16> {
    let titles = rows(sections.len());
    let around = titles.saturating_add(titles.saturating_sub(1).saturating_mul(gap));
    let mut left = height.saturating_sub(around);
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
