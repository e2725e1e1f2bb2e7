//! What lies over a screen: questions, lists, help, the whole log, the end of a match.

mod outcome;

use dicehall_engine::Seat;
use dicehall_engine::lobby::Settings;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::{help, log, panel, question};
use crate::graphics::canvas::centered;
use crate::graphics::text::{pad, plain, styled, wrap};
use crate::tui::geometry::hits::{Hit, HitMap};
use crate::tui::geometry::{popup_rows, split_bottom};
use crate::tui::keymap::{self};
use crate::tui::model::Model;
use crate::tui::model::popup::{BotChoice, Popup, Question};
use crate::tui::model::switches::Switches;

/// The widest popup that shows text.
const TEXT_WIDTH_MAX: u16 = 64;
/// The widest popup of all.
const WIDTH_MAX: u16 = 84;
/// The columns of a list of short rows.
const LIST_WIDTH: u16 = 48;
/// What the chosen row of a list means: an empty row and two of text.
const HELP_ROWS: usize = 3;
/// Border and margins.
const AROUND: u16 = 4;

/// Draws the popup on top.
pub fn draw(model: &Model, popup: &Popup, frame: &mut Frame<'_>, hits: &mut HitMap) {
    match popup {
        Popup::Confirm(asked) => {
            let (title, text) = question::question_words(model, *asked);
            if frame.area().width >= question::QUESTION_WIDTH_MIN && *asked != Question::Trust {
                // The line above the hints asks it, and the board stays in view.
                return;
            }
            card(
                model,
                frame,
                (title, &text),
                &[("y", "yes", 'y'), ("n", "no", 'n')],
                hits,
            );
        }
        Popup::Help { page, scroll } => {
            let title = keymap::help::title(model, *page);
            scrolled(
                model,
                frame,
                &title,
                (help::lines(model, *page), *scroll),
                hits,
            );
        }
        Popup::Log { scroll } => {
            let width = frame.area().width.min(WIDTH_MAX).saturating_sub(AROUND);
            let lines = log::lines(model, usize::from(width));
            scrolled(
                model,
                frame,
                "Log, the newest first",
                (lines, *scroll),
                hits,
            );
        }
        Popup::Bots { seat, bots, row } => draw_bots(model, frame, *seat, (bots, *row), hits),
        Popup::Settings { settings, row } => draw_settings(model, frame, (settings, *row), hits),
        Popup::Outcome => outcome::draw(model, frame, hits),
        Popup::Card { title, text } => {
            card(
                model,
                frame,
                (title, text),
                &[("Enter", "close", ' ')],
                hits,
            );
        }
    }
}

/// A key and what it does, as spans.
fn key(name: &'static str, does: &'static str, model: &Model) -> Vec<Span<'static>> {
    vec![
        styled(name, model.look.strong()),
        plain(format!(" {does}    ")),
    ]
}

/// A key of a card, what it does, and as which key a click on them counts.
type CardKey = (&'static str, &'static str, char);

/// A heading, a wrapped text, and keys below it.
fn card(
    model: &Model,
    frame: &mut Frame<'_>,
    (title, text): (&str, &str),
    keys: &[CardKey],
    hits: &mut HitMap,
) {
    let width = TEXT_WIDTH_MAX.min(frame.area().width);
    let mut lines: Vec<Line<'static>> = wrap(text, usize::from(width.saturating_sub(AROUND)))
        .into_iter()
        .map(Line::from)
        .collect();
    lines.push(Line::default());
    let shown: Vec<Vec<Span<'static>>> = keys
        .iter()
        .map(|(name, does, _)| key(name, does, model))
        .collect();
    let width_of =
        |spans: &[Span<'static>]| u16::try_from(Line::from(spans.to_vec()).width()).unwrap_or(0);
    let widths: Vec<u16> = shown.iter().map(|it| width_of(it)).collect();
    lines.push(Line::from(shown.concat()));
    let height = u16::try_from(lines.len() + 2).unwrap_or(u16::MAX);
    let area = centered(frame.area(), width, height);
    let inner = panel::popup(model.look, frame, area, title);
    // Where the text is longer than the terminal, the keys stay.
    let most = usize::from(inner.height);
    if lines.len() > most && most > 0 {
        let last = lines.pop().unwrap_or_default();
        lines.truncate(most - 1);
        lines.push(last);
    }
    let last = inner.y + u16::try_from(lines.len().saturating_sub(1)).unwrap_or(0);
    frame.render_widget(Paragraph::new(lines), inner);
    let mut x = inner.x;
    for ((_, _, click), width) in keys.iter().zip(widths) {
        let width = width.min(inner.right().saturating_sub(x));
        hits.add(
            Rect {
                x,
                y: last,
                width,
                height: 1,
            },
            Hit::Key(*click),
        );
        x += width;
    }
}

/// Lines in a popup as high as the terminal allows.
fn scrolled(
    model: &Model,
    frame: &mut Frame<'_>,
    title: &str,
    (lines, scroll): (Vec<Line<'static>>, usize),
    hits: &mut HitMap,
) {
    let rows = popup_rows(frame.area().as_size());
    let height = u16::try_from(lines.len().min(rows) + 2).unwrap_or(u16::MAX);
    let area = centered(frame.area(), WIDTH_MAX, height);
    let inner = panel::popup(model.look, frame, area, title);
    let more = lines.len() > scroll + rows;
    let shown: Vec<Line<'static>> = lines.into_iter().skip(scroll).take(rows).collect();
    frame.render_widget(Paragraph::new(shown), inner);
    let keys = if more || scroll > 0 {
        " up/down scroll, Esc closes "
    } else {
        " Esc closes "
    };
    let bottom = Rect {
        y: area.bottom().saturating_sub(1),
        height: 1,
        x: inner.x,
        width: inner.width,
    };
    frame.render_widget(Line::styled(keys, model.look.dim()), bottom);
    hits.add(area, Hit::Log);
}

fn draw_bots(
    model: &Model,
    frame: &mut Frame<'_>,
    seat: Seat,
    (bots, chosen): (&[BotChoice], usize),
    hits: &mut HitMap,
) {
    let rows: Vec<Line<'static>> = bots
        .iter()
        .map(|it| {
            let strength = pad(model.look, it.strength.unwrap_or(""), 9);
            Line::from(format!("{strength} {}", it.bot))
        })
        .collect();
    let title = format!("A bot for seat {}", seat.number() + 1);
    list(model, frame, (&title, ""), (rows, chosen), hits);
}

fn draw_settings(
    model: &Model,
    frame: &mut Frame<'_>,
    (settings, chosen): (&Settings, usize),
    hits: &mut HitMap,
) {
    let switches = Switches::of(settings.rules.kind());
    let help = Switches::of(settings.rules.kind())
        .nth(chosen)
        .map_or("", |it| it.help);
    let rows = switches.enumerate().map(|(at, switch)| {
        let value = Switches::value(settings, switch);
        let value = if at == chosen {
            format!("< {value} >")
        } else {
            format!("  {value}")
        };
        Line::from(format!("{} {value}", pad(model.look, switch.label, 15)))
    });
    let title = "Rules: left and right change, Enter takes";
    list(model, frame, (title, help), (rows.collect(), chosen), hits);
}

/// Rows of which one is chosen, and below them, where there is room, what that one means.
fn list(
    model: &Model,
    frame: &mut Frame<'_>,
    (title, help): (&str, &str),
    (rows, chosen): (Vec<Line<'static>>, usize),
    hits: &mut HitMap,
) {
    let visible = popup_rows(frame.area().as_size()).max(1);
    let width = if help.is_empty() {
        LIST_WIDTH
    } else {
        TEXT_WIDTH_MAX
    };
    let footer = if help.is_empty() || rows.len() + HELP_ROWS > visible {
        0
    } else {
        HELP_ROWS
    };
    let height = u16::try_from(rows.len().min(visible) + footer + 2).unwrap_or(u16::MAX);
    let area = centered(frame.area(), width, height);
    let inner = panel::popup(model.look, frame, area, title);
    if footer > 0 {
        let below = split_bottom(inner, u16::try_from(HELP_ROWS - 1).unwrap_or(0)).1;
        let lines = wrap(help, usize::from(below.width))
            .into_iter()
            .map(|it| Line::styled(it, model.look.dim()));
        frame.render_widget(Paragraph::new(lines.collect::<Vec<_>>()), below);
    }
    let first = (chosen + 1).saturating_sub(visible);
    for (at, row) in rows.into_iter().enumerate().skip(first).take(visible) {
        let y = inner.y + u16::try_from(at - first).unwrap_or(0);
        let place = Rect {
            y,
            height: 1,
            ..inner
        };
        let style = if at == chosen {
            model.look.chosen()
        } else {
            Style::new()
        };
        let sign = if at == chosen { "> " } else { "  " };
        let text = pad(
            model.look,
            &format!("{sign}{row}"),
            usize::from(inner.width),
        );
        frame.render_widget(Line::styled(text, style), place);
        hits.add(place, Hit::Row(at));
    }
}
