//! The home screen: the name of the program, what it can do, and beside it the game that is chosen.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;

use super::panel::{Rows, Section, inner_width, stack};
use crate::games::words;
use crate::graphics::figures::wordmark;
use crate::graphics::text::{pad, plain, styled, wrap};
use crate::graphics::theme::Glyphs;
use crate::tui::geometry::hits::{Hit, HitMap};
use crate::tui::geometry::{self, row_of, split_right, split_top};
use crate::tui::keymap::KeyAction;
use crate::tui::keymap::menu::{HOME_ROWS, HomeRow};
use crate::tui::model::Model;

/// The columns of the panel about the game.
const GAME_WIDTH: u16 = 34;
/// The narrowest terminal that has it.
const WIDTH_WITH_GAME: u16 = 76;
/// The columns of the name of a row of the menu.
const LABEL_WIDTH: usize = 17;
/// The rows of the name of the program with what is around it.
const TITLE_ROWS: u16 = 7;

/// Draws the home screen.
pub fn draw(model: &Model, frame: &mut Frame<'_>, area: Rect, hits: &mut HitMap) {
    let beside = if area.width >= WIDTH_WITH_GAME {
        GAME_WIDTH
    } else {
        0
    };
    let (main, game) = split_right(area, beside);
    if beside > 0 {
        let look = model.look;
        stack(
            (look, look.palette().panel),
            frame,
            game,
            about(model, inner_width(game)),
        );
    }
    let rows = geometry::rows(HOME_ROWS.len());
    let fits = main.height >= rows + TITLE_ROWS;
    let (title, menu) = split_top(main, if fits { TITLE_ROWS } else { 0 });
    draw_title(model, frame, title);
    for ((at, row), place) in HOME_ROWS.iter().enumerate().zip(menu.rows()) {
        let place = Rect {
            x: place.x + 2,
            width: place.width.saturating_sub(4),
            ..place
        };
        frame.render_widget(
            menu_line(model, row, at == model.home_row, place.width),
            place,
        );
        hits.add(place, Hit::Row(at));
    }
}

fn menu_line(model: &Model, row: &HomeRow, is_chosen: bool, width: u16) -> Line<'static> {
    let look = model.look;
    let sign = if is_chosen {
        look.symbols().pointer
    } else {
        " "
    };
    let used = LABEL_WIDTH + 4;
    let hint = pad(
        look,
        &hint(model, row),
        usize::from(width).saturating_sub(used),
    );
    Line::from(vec![
        styled(sign, look.text(look.palette().turn)),
        styled(
            format!(" {}", pad(look, row.label, LABEL_WIDTH)),
            look.strong(),
        ),
        plain("  "),
        styled(hint, look.quiet()),
    ])
    .style(look.row(is_chosen))
}

/// What a row means at the moment.
fn hint(model: &Model, row: &HomeRow) -> String {
    let (_, seats) = model.game.seats();
    let bots = ["one bot", "two bots", "three bots"][usize::from(seats.clamp(2, 4)) - 2];
    if row.action == KeyAction::Play {
        format!("against {bots}")
    } else if row.action == KeyAction::Game {
        format!("< {} >", model.game.title())
    } else if row.action == KeyAction::Name {
        model.name.clone()
    } else {
        row.hint.to_owned()
    }
}

/// The rules of the chosen game in short.
fn about(model: &Model, width: usize) -> Vec<Section<'static>> {
    let look = model.look;
    let rules = words(model.game).rules.iter().skip(1);
    let told: Vec<&str> = rules
        .skip_while(|it| it.is_empty())
        .take_while(|it| !it.is_empty())
        .copied()
        .collect();
    let lines = wrap(&told.join(" "), width);
    let lines = lines.into_iter().map(|it| Line::styled(it, look.quiet()));
    let title = model.game.title().to_uppercase();
    vec![Section::new(title, Rows::Top, lines.collect()).beside("g: another")]
}

/// The name of the program, in large letters where there are blocks to draw them with.
fn draw_title(model: &Model, frame: &mut Frame<'_>, area: Rect) {
    let look = model.look;
    let title = if look.glyphs == Glyphs::Ascii {
        vec![Line::styled("D I C E H A L L", look.strong())]
    } else {
        wordmark(look.strong()).to_vec()
    };
    let tagline = Line::styled("dice, tiles and bluff for up to four", look.dim());
    for (at, line) in title.into_iter().chain([tagline]).enumerate() {
        let row = row_of(area, at + 1).intersection(area);
        let row = Rect {
            x: (row.x + 2).min(row.right()),
            width: row.width.saturating_sub(2),
            ..row
        };
        frame.render_widget(line, row);
    }
}
