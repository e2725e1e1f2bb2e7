//! The home screen: the program's name, the table to return to, the menu and the tables nearby;
//! beside them the chosen game and the ladder.

pub mod home_panel;
pub mod home_words;
pub mod lan;
pub mod record;

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use crate::graphics::figures::wordmark;
use crate::graphics::put::put;
use crate::graphics::text::{cut, pad, plain, right, styled};
use crate::graphics::theme::{Glyphs, Look};
use crate::tui::geometry::hits::{Hit, HitMap};
use crate::tui::geometry::{row_of, rows, split_right, split_top};
use crate::tui::keymap::KeyAction;
use crate::tui::keymap::menu::{HOME_ROWS, HOME_ROWS_SHOWN, HomeRow, shown};
use crate::tui::model::Model;
use crate::tui::model::lobby_list::nearby::{
    Back, Found, HomeChoice, Nearby, home_choices, nearby,
};
use home_panel::bar;
use home_words as says;

/// The width of the panel about the game, in columns; the others are for wide and for huge terminals.
const PANEL_WIDTH: u16 = 35;
const PANEL_WIDTH_WIDE: u16 = 51;
const PANEL_WIDTH_HUGE: u16 = 96;
/// The narrowest terminal that shows the panel.
const WIDTH_WITH_PANEL: u16 = 76;
/// The narrowest terminal that shows the wider panel.
const WIDTH_WITH_WIDE_PANEL: u16 = 110;
/// The smallest area that shows the widest panel.
const WIDTH_WITH_HUGE_PANEL: u16 = 170;
const HEIGHT_WITH_HUGE_PANEL: u16 = 50;
/// The width of the name of a menu row.
const LABEL_WIDTH: usize = 17;
/// The width of the key at the end of a row.
const KEY_WIDTH: usize = 3;
/// The rows of the program's name, with the space around it.
const TITLE_ROWS: u16 = 6;
/// The width from which on the row of a table shows everything.
const TABLE_WIDTH_FULL: usize = 72;

/// The width from which on the row of a table shows the round trip, and the width of that column.
const TABLE_WIDTH_PING: usize = 50;
const PING_WIDTH: usize = 8;

/// A row of the left side: its text, and the index of the row that it chooses; `None` if it cannot
/// be chosen.
type Row = (Line<'static>, Option<usize>);

/// Draws the home screen.
pub fn draw(model: &Model, frame: &mut Frame<'_>, area: Rect, hits: &mut HitMap) {
    let columns = match area.width {
        0..WIDTH_WITH_PANEL => 0,
        WIDTH_WITH_PANEL..WIDTH_WITH_WIDE_PANEL => PANEL_WIDTH,
        WIDTH_WITH_HUGE_PANEL.. if area.height >= HEIGHT_WITH_HUGE_PANEL => PANEL_WIDTH_HUGE,
        WIDTH_WITH_WIDE_PANEL.. => PANEL_WIDTH_WIDE,
    };
    let (main, panel) = split_right(area, columns);
    if columns > 0 {
        home_panel::draw(model, frame, panel, hits);
    }
    let choices = home_choices(model, &shown(model));
    let width = usize::from(main.width.saturating_sub(4));
    let airy = list(model, &choices, width, Spacing::Airy);
    let fits = |lines: &[Row]| main.height >= rows(lines.len()) + TITLE_ROWS;
    // If there is little room the program's name is left out for the list, but not for the menu
    // with its card.
    let must_fit = rows(HOME_ROWS_SHOWN + 4) + TITLE_ROWS;
    let has_title = fits(&airy) || main.height >= must_fit;
    let (title, rest) = split_top(main, if has_title { TITLE_ROWS } else { 0 });
    draw_title(model, frame, title);
    let lines = if rows(airy.len()) <= rest.height || has_title {
        airy
    } else {
        list(model, &choices, width, Spacing::Dense)
    };
    draw_rows(lines, model.home_row, (frame, rest), hits);
}

/// The explanation of the chosen row; empty if the row itself says enough.
pub fn explain(model: &Model) -> Line<'static> {
    let language = model.look.language;
    let chosen = home_choices(model, &shown(model))
        .into_iter()
        .nth(model.home_row);
    let text = match chosen {
        Some(HomeChoice::Table(table)) => says::explain(language, &table),
        // Beside the ladder no explanation is needed.
        Some(HomeChoice::Menu(row))
            if HOME_ROWS[row].action == KeyAction::NextRung
                && model.size.width < WIDTH_WITH_PANEL =>
        {
            says::character(language, model.rung)
        }
        Some(HomeChoice::Menu(_) | HomeChoice::Back(_)) | None => String::new(),
    };
    Line::styled(format!("  {text}"), model.look.quiet())
}

/// How the parts of the left side stand.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Spacing {
    /// With empty rows between them.
    Airy,
    /// Without.
    Dense,
}

/// Every row of the left side from the top.
fn list(model: &Model, choices: &[HomeChoice], width: usize, spacing: Spacing) -> Vec<Row> {
    let is_airy = spacing == Spacing::Airy;
    let mut lines = Vec::new();
    let mut has_heading = false;
    for (at, choice) in choices.iter().enumerate() {
        let is_chosen = at == model.home_row;
        match choice {
            HomeChoice::Back(back) => {
                let card = card(model.look, back, (width, is_chosen, is_airy));
                lines.extend(card.into_iter().map(|it| (it, Some(at))));
                if is_airy {
                    lines.push((Line::default(), None));
                }
            }
            HomeChoice::Menu(row) => {
                let line = menu_line(model, &HOME_ROWS[*row], is_chosen, width);
                lines.push((line, Some(at)));
            }
            HomeChoice::Table(table) => {
                if !has_heading {
                    has_heading = true;
                    if is_airy {
                        lines.push((Line::default(), None));
                    }
                    let heading = format!("  {}", model.look.language.tables_nearby());
                    let heading = Line::styled(heading, model.look.strong());
                    lines.push((heading, None));
                }
                lines.push((table_line(model.look, table, is_chosen, width), Some(at)));
            }
        }
    }
    lines
}

/// Draws rows, scrolled so that the chosen one and its continuation lines are visible.
fn draw_rows(
    lines: Vec<Row>,
    chosen: usize,
    (frame, area): (&mut Frame<'_>, Rect),
    hits: &mut HitMap,
) {
    let visible = usize::from(area.height).max(1);
    let last = lines.iter().rposition(|(_, at)| *at == Some(chosen));
    let first = last.map_or(0, |it| (it + 1).saturating_sub(visible));
    for ((line, at), row) in lines.into_iter().skip(first).zip(area.rows()) {
        let place = Rect {
            x: row.x + 2,
            width: row.width.saturating_sub(4),
            ..row
        };
        put(frame, line, place);
        if let Some(at) = at {
            hits.add(place, Hit::Row(at));
        }
    }
}

/// The table to return to: three rows, or one if there is little room.
fn card(
    look: Look,
    back: &Back,
    (width, is_chosen, is_airy): (usize, bool, bool),
) -> Vec<Line<'static>> {
    let style = match (is_chosen, look.has_shades()) {
        (true, true) => look.surface(look.palette().raised),
        (true, false) => look.chosen(),
        (false, _) => look.surface(look.palette().panel),
    };
    let row = |text: &str, aside: &str, text_style| {
        let room = width.saturating_sub(3 + aside.width());
        Line::from(vec![
            bar(look, is_chosen),
            plain(" "),
            styled(pad(look, text, room), beside(look, is_chosen, text_style)),
            styled(format!("{aside} "), beside(look, is_chosen, look.dim())),
        ])
        .style(style)
    };
    let (table, language) = (&back.table, look.language);
    let key = if is_chosen { "Enter" } else { "" };
    let mut lines = vec![row(&language.back_to(&table.title), key, look.strong())];
    if is_airy {
        lines.push(row(&says::goes_on(language, table), "", look.quiet()));
        lines.push(row(
            &says::away(language, table, back.seat.age_s),
            "",
            look.dim(),
        ));
    }
    lines
}

fn menu_line(model: &Model, row: &HomeRow, is_chosen: bool, width: usize) -> Line<'static> {
    let look = model.look;
    let hint = hint(model, row);
    let room = width.saturating_sub(3 + LABEL_WIDTH + KEY_WIDTH);
    Line::from(vec![
        bar(look, is_chosen),
        plain(" "),
        styled(
            pad(look, &(row.label)(look.language), LABEL_WIDTH),
            look.strong(),
        ),
        styled(
            pad(look, &hint, room),
            beside(look, is_chosen, look.quiet()),
        ),
        styled(
            format!("{:>KEY_WIDTH$} ", row.key),
            beside(look, is_chosen, look.dim()),
        ),
    ])
    .style(look.row(is_chosen))
}

/// The present meaning of a row of the menu.
fn hint(model: &Model, row: &HomeRow) -> String {
    let language = model.look.language;
    if row.action == KeyAction::Play {
        says::against(language, model.game, model.rung)
    } else if row.action == KeyAction::Game {
        language.game_title(model.game.name(), model.game.title())
    } else if row.action == KeyAction::NextRung {
        says::rung(language, model.rung)
    } else if row.action == KeyAction::Lan {
        let tables = nearby(model).into_iter();
        language.tables_found(
            tables
                .filter(|it| matches!(it.found, Found::Table(_)))
                .count(),
        )
    } else if row.action == KeyAction::Name {
        model.name.clone()
    } else {
        row.hint.map(|it| it(language)).unwrap_or_default()
    }
}

/// The row of a table nearby: title, game, and seats or the reason why nobody can sit. If there is
/// room, also the round trip (else the line below shows it for the chosen row); in wide rows also
/// the progress of the match.
fn table_line(look: Look, table: &Nearby, is_chosen: bool, width: usize) -> Line<'static> {
    let is_full = width >= TABLE_WIDTH_FULL;
    let language = look.language;
    let (game, phase) = match &table.found {
        Found::Table(line) if is_full => (
            says::game_in(language, line.game, 13),
            says::phase(language, line.phase),
        ),
        Found::Table(line) => (language.game_short(line.game.name()), String::new()),
        Found::Unknown(_) | Found::Empty | Found::Silent | Found::Version(_) => {
            (String::new(), String::new())
        }
    };
    let ping = table.ping_ms.filter(|_| width >= TABLE_WIDTH_PING);
    let ping = ping.map_or(String::new(), |it| format!("{it:>4} ms "));
    let (game_width, phase_width) = if is_full { (14, 17) } else { (12, 0) };
    let ping_width = if width >= TABLE_WIDTH_PING {
        PING_WIDTH
    } else {
        0
    };
    let used = 4 + game_width + phase_width + 10 + ping_width;
    let title = width.saturating_sub(used);
    let quiet = beside(look, is_chosen, look.quiet());
    let style = if table.has_room() {
        look.strong()
    } else {
        quiet
    };
    Line::from(vec![
        bar(look, is_chosen),
        plain(" "),
        sign(look, table, is_chosen),
        plain(" "),
        styled(
            pad(
                look,
                &cut(look, &table.title, title.saturating_sub(1)),
                title,
            ),
            style,
        ),
        styled(pad(look, &game, game_width), quiet),
        styled(pad(look, &phase, phase_width), quiet),
        styled(
            format!("{} ", right(&says::state(language, table), 9)),
            quiet,
        ),
        styled(format!("{ping:>ping_width$}"), quiet),
    ])
    .style(look.row(is_chosen))
}

/// The sign for a table where one can sit down, or can watch.
fn sign(look: Look, table: &Nearby, is_chosen: bool) -> Span<'static> {
    let [room, full] = match look.glyphs {
        Glyphs::Ascii => ["o", "-"],
        Glyphs::Sextants | Glyphs::Quadrants | Glyphs::HalfBlocks => ["●", "○"],
    };
    match &table.found {
        Found::Table(_) if table.has_room() => styled(room, beside(look, is_chosen, look.good())),
        Found::Table(_) => styled(full, beside(look, is_chosen, look.quiet())),
        Found::Unknown(_) | Found::Empty | Found::Silent | Found::Version(_) => plain(" "),
    }
}

/// The style of a part of a row: if the chosen row is reversed, all its parts look the same.
fn beside(look: Look, is_chosen: bool, style: Style) -> Style {
    if is_chosen && !look.has_shades() {
        Style::new()
    } else {
        style
    }
}

/// Draws the program's name, in large letters if the terminal has block characters.
fn draw_title(model: &Model, frame: &mut Frame<'_>, area: Rect) {
    let look = model.look;
    let title = if look.glyphs == Glyphs::Ascii {
        vec![
            Line::default(),
            Line::styled("D I C E H A L L", look.strong()),
        ]
    } else {
        wordmark(look.strong())
    };
    let tagline = Line::styled(look.language.tagline(), look.dim());
    for (at, line) in title.into_iter().chain([tagline]).enumerate() {
        let row = row_of(area, at + 1).intersection(area);
        let row = Rect {
            x: (row.x + 4).min(row.right()),
            width: row.width.saturating_sub(4),
            ..row
        };
        put(frame, line, row);
    }
}
