//! The position as hexes: owners, dice, the cursor, the source, its targets, and the last attack.

use dicehall_engine::games::territory::Territory;
use ratatui::Frame;
use ratatui::text::Line;

use crate::tui::model::Model;
use crate::tui::model::game_match::{Cell, GameMatch};
use crate::tui::model::place::{Board, GridBoard, MapBoard};
use crate::tui::model::words::words;
use crate::tui::theme::EdgeRank;
use crate::tui::view::board::grid::{Grid, Square};
use crate::tui::view::board::hex::{Coordinates, Hex, HexBoard};
use crate::tui::view::board::map::MapWidget;
use crate::tui::view::board::shogi;
use crate::tui::view::hits::{Hit, HitMap};
use crate::tui::view::layout::Arrangement;
use crate::tui::view::text::percent;

/// Draws the board.
pub fn draw(
    model: &Model,
    game_match: &GameMatch,
    parts: &Arrangement,
    frame: &mut Frame<'_>,
    hits: &mut HitMap,
) {
    match &game_match.board {
        Board::Hexes(_) if !game_match.cells.is_empty() => {
            draw_hexes(model, game_match, parts, frame, hits);
        }
        Board::Map(map) if !game_match.cells.is_empty() => {
            draw_map(model, (game_match, map), parts, frame, hits);
        }
        Board::Shogi(view) => shogi::draw(model, (game_match, view), parts, frame, hits),
        Board::Grid(grid) => draw_grid(model, (game_match, grid), parts, frame, hits),
        Board::Hexes(_) | Board::Map(_) | Board::Unknown => {
            let text = " this board cannot be drawn: is the server newer?";
            frame.render_widget(Line::from(text), parts.board);
        }
    }
}

fn draw_map(
    model: &Model,
    (game_match, map): (&GameMatch, &MapBoard),
    parts: &Arrangement,
    frame: &mut Frame<'_>,
    hits: &mut HitMap,
) {
    let territories = hexes(model, game_match);
    let focus = game_match.cursor.idx();
    let widget = MapWidget {
        look: model.look,
        scale: parts.scale,
        map,
        territories: &territories,
        focus,
    };
    widget.draw(parts.board, frame.buffer_mut(), |index, area| {
        if let Ok(at) = u8::try_from(index) {
            hits.add(area, Hit::Territory(Territory(at)));
        }
    });
}

fn draw_grid(
    model: &Model,
    (game_match, grid): (&GameMatch, &GridBoard),
    parts: &Arrangement,
    frame: &mut Frame<'_>,
    hits: &mut HitMap,
) {
    let signs = words(game_match.game).roles;
    let marked = (0..=u8::MAX).map(Territory).zip(&grid.marks);
    let squares: Vec<Square> = marked
        .map(|(at, owner)| {
            let mut square = Square::default();
            if let Some(seat) = owner {
                signs[seat.idx() % 2].clone_into(&mut square.text);
                square.fill = model.look.fill(*seat);
            }
            mark_square(model, game_match, at, &mut square);
            if grid.line.contains(&at) {
                square.brackets = Some(["(", ")"]);
                square.rank = EdgeRank::Target;
            }
            square
        })
        .collect();
    let (columns, focus) = (usize::from(grid.columns), game_match.cursor.idx());
    let grid = Grid {
        look: model.look,
        scale: parts.scale,
        columns,
        squares: &squares,
        focus,
    };
    grid.draw(parts.board, frame.buffer_mut(), |index, area| {
        if let Ok(at) = u8::try_from(index) {
            hits.add(area, Hit::Territory(Territory(at)));
        }
    });
}

/// Cursor, source, what can be chosen, and the last action.
pub(in crate::tui::view) fn mark_square(
    model: &Model,
    game_match: &GameMatch,
    at: Territory,
    square: &mut Square,
) {
    let (cursor, source) = (game_match.cursor == at, game_match.source == Some(at));
    let from = game_match.source.unwrap_or(game_match.cursor);
    let target = game_match
        .attacks_from(from)
        .any(|it| it.to == at && it.from != it.to);
    square.brackets = match (source, cursor) {
        (true, _) => Some(model.look.symbols().source),
        (false, true) => Some(["[", "]"]),
        (false, false) => None,
    };
    square.rank = match (source || cursor, target) {
        (true, _) => EdgeRank::Selection,
        (false, true) => EdgeRank::Target,
        (false, false) => EdgeRank::Plain,
    };
    square.sign = match game_match.last {
        _ if target => "+",
        Some((_, to)) if to == at => "*",
        Some((from, _)) if from == at => ".",
        Some(_) | None => "",
    };
}

fn draw_hexes(
    model: &Model,
    game_match: &GameMatch,
    parts: &Arrangement,
    frame: &mut Frame<'_>,
    hits: &mut HitMap,
) {
    let hexes = hexes(model, game_match);
    let board = HexBoard {
        look: model.look,
        scale: parts.scale,
        columns: usize::from(game_match.size),
        hexes: &hexes,
        focus: game_match.cursor.idx(),
        coordinates: if parts.letters {
            Coordinates::All
        } else {
            Coordinates::Rows
        },
    };
    board.draw(parts.board, frame.buffer_mut(), |index, area| {
        if let Ok(at) = u8::try_from(index) {
            hits.add(area, Hit::Territory(Territory(at)));
        }
    });
}

fn hexes(model: &Model, game_match: &GameMatch) -> Vec<Hex> {
    let places = (0..=u8::MAX).map(Territory);
    places
        .zip(game_match.shown_cells())
        .map(|(at, cell)| hex(model, game_match, at, *cell))
        .collect()
}

fn hex(model: &Model, game_match: &GameMatch, at: Territory, cell: Cell) -> Hex {
    let look = model.look;
    let (cursor, source) = (game_match.cursor == at, game_match.source == Some(at));
    // Before a source is taken, the odds of the hex under the cursor are shown.
    let from = game_match.source.unwrap_or(game_match.cursor);
    let attack = game_match.attacks_from(from).find(|it| it.to == at);
    let target = attack.is_some() && game_match.source.is_some();
    let brackets = match (source, cursor) {
        (true, _) => Some(look.symbols().source),
        (false, true) => Some(["[", "]"]),
        (false, false) => None,
    };
    let rank = match (source || cursor, target) {
        (true, _) => EdgeRank::Selection,
        (false, true) => EdgeRank::Target,
        (false, false) => EdgeRank::Plain,
    };
    let odds = attack.map(|it| percent(it.odds)).unwrap_or_default();
    Hex {
        fill: look.fill(cell.owner),
        group: cell.owner.number(),
        glyph: look.owner(cell.owner),
        count: char::from_digit(u32::from(cell.dice), 17).map_or('?', |it| it.to_ascii_uppercase()),
        pips: cell.dice,
        brackets,
        // A certain attack has room for its number alone.
        odds: if odds.len() > 3 {
            odds.trim_end_matches('%').to_owned()
        } else {
            odds
        },
        trail: trail(game_match, at),
        rank,
    }
}

/// What happened last: a star where the last attack went, a dot where it came from, a plus where the last turn that
/// ended added dice.
fn trail(game_match: &GameMatch, at: Territory) -> &'static str {
    match game_match.battle {
        Some(battle) if battle.to == at => "*",
        Some(battle) if battle.from == at => ".",
        Some(_) | None if game_match.gained.contains(&at) => "+",
        Some(_) | None => "",
    }
}
