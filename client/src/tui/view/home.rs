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
use crate::tui::geometry::split_top;
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
    let rows = u16::try_from(HOME_ROWS.len()).unwrap_or(u16::MAX);
    let title_rows = hexagons::size(Scale::Medium, 2).height + 2 * TITLE_MARGIN;
    let room = area.height.saturating_sub(rows + 1);
    let (title, rest) = split_top(
        area,
        if room >= title_rows {
            room.min(title_rows + 3)
        } else {
            0
        },
    );
    draw_title(model, frame, title);
    let menu = centered(
        Rect {
            height: rows.min(rest.height),
            ..rest
        },
        MENU_WIDTH,
        rows,
    );
    for (at, row) in HOME_ROWS.iter().enumerate() {
        let Some(y) = u16::try_from(at)
            .ok()
            .map(|it| menu.y + it)
            .filter(|it| *it < menu.bottom())
        else {
            break;
        };
        let place = Rect {
            y,
            height: 1,
            ..menu
        };
        let hint = hint(model, row);
        let chosen = at == model.home_row;
        let label = format!(
            "{} {}",
            if chosen { ">" } else { " " },
            pad(model.look, row.label, 18)
        );
        let label_style = if chosen {
            model.look.chosen()
        } else {
            model.look.strong()
        };
        let width = usize::from(menu.width).saturating_sub(22);
        let line = Line::from(vec![
            styled(label, label_style),
            plain("  "),
            styled(pad(model.look, &hint, width), model.look.dim()),
        ]);
        frame.render_widget(line, place);
        hits.add(place, Hit::Row(at));
    }
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
