//! The home screen: the name of the program in hexes, and what it can do.

use dicehall_engine::Seat;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;

use crate::games::dice_of_doom::hexagons::{self, Coordinates, HexBoard};
use crate::games::tile::Tile;
use crate::graphics::Scale;
use crate::graphics::canvas::centered;
use crate::graphics::text::{pad, plain, styled};
use crate::graphics::theme::EdgeRank;
use crate::tui::geometry::hits::{Hit, HitMap};
use crate::tui::geometry::{self, split_top};
use crate::tui::keymap::KeyAction;
use crate::tui::keymap::menu::{HOME_ROWS, HomeRow};
use crate::tui::model::Model;

const TITLE: [[&str; 4]; 2] = [["D", "I", "C", "E"], ["H", "A", "L", "L"]];
/// The columns of the menu.
const MENU_WIDTH: u16 = 58;
/// The rows above and below the title.
const TITLE_MARGIN: u16 = 1;

/// Draws the home screen.
pub fn draw(model: &Model, frame: &mut Frame<'_>, area: Rect, hits: &mut HitMap) {
    let rows = geometry::rows(HOME_ROWS.len());
    let title_rows = hexagons::size(Scale::Medium, 2).height + 2 * TITLE_MARGIN;
    let room = area.height.saturating_sub(rows + 1);
    let fits = room >= title_rows;
    let (title, rest) = split_top(area, if fits { room.min(title_rows + 3) } else { 0 });
    draw_title(model, frame, title);
    let (below, _) = split_top(rest, rows);
    let menu = centered(below, MENU_WIDTH, rows);
    for ((at, row), place) in HOME_ROWS.iter().enumerate().zip(menu.rows()) {
        frame.render_widget(
            menu_line(model, row, at == model.home_row, menu.width),
            place,
        );
        hits.add(place, Hit::Row(at));
    }
}

fn menu_line(model: &Model, row: &HomeRow, is_chosen: bool, width: u16) -> Line<'static> {
    let look = model.look;
    let (sign, style) = if is_chosen {
        (">", look.chosen())
    } else {
        (" ", look.strong())
    };
    let label = format!("{sign} {}", pad(look, row.label, 18));
    let width = usize::from(width).saturating_sub(22);
    Line::from(vec![
        styled(label, style),
        plain("  "),
        styled(pad(look, &hint(model, row), width), look.dim()),
    ])
}

/// What a row means at the moment.
fn hint(model: &Model, row: &HomeRow) -> String {
    let (_, seats) = model.game.seats();
    let bots = ["one bot", "two bots", "three bots"][usize::from(seats.clamp(2, 4)) - 2];
    if row.action == KeyAction::Play {
        format!("{} against {bots}", model.game.title())
    } else if row.action == KeyAction::Game {
        format!("< {} >", model.game.title())
    } else if row.action == KeyAction::Name {
        model.name.clone()
    } else {
        row.hint.to_owned()
    }
}

/// The name, every letter in a hex and every hex in the color of a seat.
fn draw_title(model: &Model, frame: &mut Frame<'_>, area: Rect) {
    let letters = TITLE.iter().flatten().enumerate();
    let hexes: Vec<Tile> = letters
        .map(|(at, letter)| {
            let seat = Seat::ALL[(at + at / 4) % Seat::ALL.len()];
            Tile {
                fill: model.look.fill(seat),
                group: seat.number(),
                glyph: letter,
                count: ' ',
                rank: EdgeRank::Border,
                ..Tile::default()
            }
        })
        .collect();
    let board = HexBoard {
        look: model.look,
        scale: Scale::Medium,
        columns: TITLE[0].len(),
        hexes: &hexes,
        focus: 0,
        coordinates: Coordinates::None,
    };
    frame.render_widget(&board, area);
}
