//! Draws popups: questions, lists, help, the whole log, and the end of a match.

mod link;
pub mod outcome;
mod people;
pub mod ratings;
pub mod review;

use dicehall_engine::Seat;
use dicehall_engine::lobby::Settings;
use ratatui::Frame;
use ratatui::text::{Line, Span};

use super::{help, home::home_words, log, panel, question};
use crate::graphics::canvas::centered;
use crate::graphics::put::{put, put_all, put_lines};
use crate::graphics::text::{pad, plain, styled, wrap};
use crate::tui::geometry::hits::{Hit, HitMap};
use crate::tui::geometry::{
    self, POPUP_WIDTH_MAX, columns, popup_rows, popup_width, row_of, rows, split_bottom, split_left,
};
use crate::tui::keymap::{self, Context, Key, KeyAction};
use crate::tui::model::Model;
use crate::tui::model::lobby::ladder;
use crate::tui::model::popup::continued::PlayOn;
use crate::tui::model::popup::switches::Switches;
use crate::tui::model::popup::{BotChoice, Popup, Question};

/// The largest width of a popup with text.
const TEXT_WIDTH_MAX: u16 = 64;
/// The width of a list of short rows.
const LIST_WIDTH: u16 = 48;
/// The columns of the pointer before each row of a list.
const POINTER: u16 = 2;
/// The rows of the explanation below a list: an empty one and two of text.
const HELP_ROWS: usize = 3;
/// The rows or columns of border and margins.
const AROUND: u16 = 4;

/// Draws a popup.
pub fn draw(model: &Model, popup: &Popup, frame: &mut Frame<'_>, hits: &mut HitMap) {
    match popup {
        Popup::Confirm(asked) => {
            let (title, text) = question::question_words(model, *asked);
            if frame.area().width >= question::QUESTION_WIDTH_MIN && *asked != Question::Trust {
                // This question is shown in the line above the hints, so that the board stays
                // visible.
                return;
            }
            let [yes, no] = [KeyAction::Yes, KeyAction::No]
                .map(|it| keymap::key_of(model, Context::Confirm, it));
            let language = model.look.language;
            let keys = [(language.key_yes(), yes), (language.key_no(), no)];
            card(model, frame, (&title, &text), &keys, hits);
        }
        Popup::Help { page, scroll } => {
            let (title, lines) = (keymap::help::title(model, *page), help::lines(model, *page));
            scrolled(model, frame, &title, (lines, *scroll), hits);
        }
        Popup::Ratings(shown) => {
            let (title, lines) = (
                ratings::title(model.look.language, shown),
                ratings::lines(model, shown),
            );
            scrolled(model, frame, &title, (lines, shown.scroll), hits);
        }
        Popup::Log { scroll } => {
            let lines = log::lines(model, popup_width(frame.area().as_size()));
            let title = model.look.language.log_title();
            scrolled(model, frame, &title, (lines, *scroll), hits);
        }
        Popup::Bots { seat, bots, row } => draw_bots(model, frame, *seat, (bots, *row), hits),
        Popup::People { row } => people::draw(model, *row, frame, hits),
        Popup::Settings { settings, row } => draw_settings(model, frame, (settings, *row), hits),
        Popup::PlayOn(choice) => draw_play_on(model, frame, choice, hits),
        Popup::Review => review::draw(model, frame, hits),
        Popup::Outcome => outcome::draw(model, frame, hits),
        Popup::Link => {
            let title = model.look.language.link_title();
            scrolled(model, frame, &title, (link::lines(model), 0), hits);
        }
        Popup::Card { title, text } => {
            let close = keymap::key_of(model, Context::Card, KeyAction::Back);
            let keys = [(model.look.language.key_close(), close)];
            card(model, frame, (title, text), &keys, hits);
        }
    }
}

/// A key and its explanation.
fn key(key: Option<Key>, does: &str, model: &Model) -> Vec<Span<'static>> {
    let name = key.map_or_else(String::new, keymap::name);
    vec![
        styled(name, model.look.strong()),
        plain(format!(" {does}    ")),
    ]
}

/// The explanation of a key of a card, and the key.
type CardKey = (String, Option<Key>);

/// Draws a card: heading, wrapped text, and keys below it.
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
        .map(|(does, it)| key(*it, does, model))
        .collect();
    let width_of = |spans: &Vec<Span<'static>>| columns(spans.iter().map(Span::width).sum());
    let widths: Vec<u16> = shown.iter().map(width_of).collect();
    let keys_line = Line::from(shown.concat());
    let height = rows(lines.len() + 3);
    let area = centered(frame.area(), width, height);
    let inner = panel::popup(model.look, frame, area, title);
    // If the text is longer than the terminal, the line of keys stays visible.
    let (above, below) = split_bottom(inner, 1);
    put_all(frame, lines, above);
    put(frame, keys_line, below);
    let mut row = below;
    for ((_, key), width) in keys.iter().zip(widths) {
        let (place, rest) = split_left(row, width);
        match key {
            Some(Key::Char(click)) => hits.add(place, Hit::Key(*click)),
            // A card that Enter closes is closed by a click as well.
            _ => hits.add(place, Hit::Key(' ')),
        }
        row = rest;
    }
}

/// Draws scrolled lines in a popup as high as the terminal allows.
fn scrolled(
    model: &Model,
    frame: &mut Frame<'_>,
    title: &str,
    (lines, scroll): (Vec<Line<'static>>, usize),
    hits: &mut HitMap,
) {
    let rows = popup_rows(frame.area().as_size());
    let height = geometry::rows(lines.len().min(rows) + 2);
    let area = centered(frame.area(), POPUP_WIDTH_MAX, height);
    let inner = panel::popup(model.look, frame, area, title);
    let more = lines.len() > scroll + rows;
    let shown: Vec<Line<'static>> = lines.into_iter().skip(scroll).take(rows).collect();
    put_lines(frame, shown, inner);
    let language = model.look.language;
    let keys = if more || scroll > 0 {
        language.scrolls_and_closes()
    } else {
        language.esc_closes()
    };
    let keys = format!(" {keys} ");
    let bottom = row_of(inner, usize::from(inner.height));
    put(frame, Line::styled(keys, model.look.dim()), bottom);
    hits.add(area, Hit::Log);
}

fn draw_bots(
    model: &Model,
    frame: &mut Frame<'_>,
    seat: Seat,
    (bots, chosen): (&[BotChoice], usize),
    hits: &mut HitMap,
) {
    let rows: Vec<String> = bots
        .iter()
        .map(|it| {
            let language = model.look.language;
            match it.rung {
                Some(rung) => {
                    let name = ladder::called(model.look.language, rung);
                    let name = pad(model.look, &name, 8);
                    format!("{name} {}", ladder::character(language, rung))
                }
                None => language.more_bots(it.bot.to_string()),
            }
        })
        .collect();
    let title = model.look.language.bot_for_seat(seat.number() + 1);
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
        .map_or_else(String::new, |it| it.help(model.look.language));
    let rows = switches.enumerate().map(|(at, switch)| {
        let value = Switches::shown(settings, &switch, model.look.language);
        let value = if at == chosen {
            format!("< {value} >")
        } else {
            format!("  {value}")
        };
        format!(
            "{} {value}",
            pad(model.look, &switch.label(model.look.language), 15)
        )
    });
    let title = model.look.language.rules_popup();
    list(
        model,
        frame,
        (&title, &help),
        (rows.collect(), chosen),
        hits,
    );
}

fn draw_play_on(model: &Model, frame: &mut Frame<'_>, choice: &PlayOn, hits: &mut HitMap) {
    let (look, language) = (model.look, model.look.language);
    let lobby = model.lobby.as_ref();
    let name = |seat| lobby.map_or_else(String::new, |it| it.seat_name(seat));
    let seat = choice.seat();
    let seat = seat.map_or_else(String::new, |it| format!("{} {}", look.owner(it), name(it)));
    let values = [
        (language.play_on_seat(), seat),
        (
            language.menu_opponents(),
            home_words::rung(language, choice.rung),
        ),
    ];
    let rows = values.iter().enumerate().map(|(at, (label, value))| {
        let label = pad(look, label, 15);
        if at == choice.row {
            format!("{label} < {value} >")
        } else {
            format!("{label}   {value}")
        }
    });
    let (title, help) = (language.play_on_title(), language.play_on_text());
    let rows = (rows.collect(), choice.row);
    list(model, frame, (&title, &help), rows, hits);
}

/// Draws a list with a chosen row and, if there is room, the explanation of that row below it.
fn list(
    model: &Model,
    frame: &mut Frame<'_>,
    (title, help): (&str, &str),
    (texts, chosen): (Vec<String>, usize),
    hits: &mut HitMap,
) {
    let visible = popup_rows(frame.area().as_size()).max(1);
    let room = usize::from(LIST_WIDTH - AROUND - POINTER);
    let is_short = texts.iter().all(|it| plain(it.as_str()).width() <= room);
    let width = if help.is_empty() && is_short {
        LIST_WIDTH
    } else {
        TEXT_WIDTH_MAX
    };
    let footer = if help.is_empty() || texts.len() + HELP_ROWS > visible {
        0
    } else {
        HELP_ROWS
    };
    let height = rows(texts.len().min(visible) + footer + 2);
    let area = centered(frame.area(), width, height);
    let inner = panel::popup(model.look, frame, area, title);
    if footer > 0 {
        let below = split_bottom(inner, rows(HELP_ROWS - 1)).1;
        let lines = wrap(help, usize::from(below.width))
            .into_iter()
            .map(|it| Line::styled(it, model.look.dim()));
        put_lines(frame, lines.collect(), below);
    }
    panel::list(model.look, frame, inner, (&texts, chosen), hits);
}
