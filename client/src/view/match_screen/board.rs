//! The position as its game draws it, on hexes, a map or squares: owners, dice, the cursor, the source, its targets, and the last attack.

use dicehall_engine::Seat;
use dicehall_engine::games::animal_shogi::board::Direction;
use dicehall_engine::games::territory::Territory;
use ratatui::Frame;
use ratatui::text::Line;

use crate::model::Model;
use crate::model::game_match::{Cell, GameMatch};
use crate::model::lobby::Lobby;
use crate::model::shape::{Grid, HAND, Shape};
use crate::theme::EdgeRank;
use crate::view::board::hex::{Coordinates, Hex, HexBoard};
use crate::view::board::map::MapBoard;
use crate::view::board::squares::{Spot, Square, SquareBoard};
use crate::view::hits::{Hit, HitMap};
use crate::view::layout::Arrangement;
use crate::view::text::percent;

/// Draws the board.
pub fn draw(
    model: &Model,
    game_match: &GameMatch,
    parts: &Arrangement,
    frame: &mut Frame<'_>,
    hits: &mut HitMap,
) {
    if game_match.cells.is_empty() && game_match.has_dice() {
        frame.render_widget(Line::from(" this board cannot be drawn: is the server newer?"), parts.board);
        return;
    }
    match &game_match.shape {
        Shape::Hexes { size } => draw_hexes(model, game_match, *size, (parts, frame), hits),
        Shape::Map(map) => {
            let territories = hexes(model, game_match);
            let (look, scale, focus) = (model.look, parts.scale, game_match.cursor);
            let board = MapBoard { look, scale, map, territories: &territories, focus };
            board.draw(parts.board, frame.buffer_mut(), |at, area| hits.add(area, Hit::Territory(at)));
        }
        Shape::Squares(grid) => draw_squares(model, game_match, *grid, (parts, frame), hits),
    }
}

fn draw_hexes(
    model: &Model,
    game_match: &GameMatch,
    size: u8,
    (parts, frame): (&Arrangement, &mut Frame<'_>),
    hits: &mut HitMap,
) {
    let hexes = hexes(model, game_match);
    let board = HexBoard {
        look: model.look,
        scale: parts.scale,
        columns: usize::from(size),
        hexes: &hexes,
        focus: game_match.cursor.idx(),
        coordinates: if parts.letters { Coordinates::All } else { Coordinates::Rows },
    };
    board.draw(parts.board, frame.buffer_mut(), |index, area| {
        if let Ok(at) = u8::try_from(index) {
            hits.add(area, Hit::Territory(Territory(at)));
        }
    });
}

fn draw_squares(
    model: &Model,
    game_match: &GameMatch,
    grid: Grid,
    (parts, frame): (&Arrangement, &mut Frame<'_>),
    hits: &mut HitMap,
) {
    let places = (0..=u8::MAX).map(Territory).take(game_match.shape.len());
    let squares: Vec<Square> = places.map(|it| square(model, game_match, it)).collect();
    let hands = if grid.marks { Vec::new() } else { hands(model, game_match, grid) };
    let mine = my_hand(model);
    let board = SquareBoard {
        look: model.look,
        scale: parts.scale,
        columns: usize::from(grid.columns),
        squares: &squares,
        hands: &hands,
        focus: game_match.cursor.idx().min(squares.len().saturating_sub(1)),
    };
    board.draw(parts.board, frame.buffer_mut(), |spot, area| {
        let at = match spot {
            Spot::Square(index) => u8::try_from(index).ok().map(Territory),
            Spot::Held(side, piece) if side == mine => u8::try_from(piece).ok().map(|it| grid.hand(it)),
            Spot::Held(..) => None,
        };
        if let Some(at) = at {
            hits.add(area, Hit::Territory(at));
        }
    });
}

/// Which of the two hands is the person's own: the upper one is the second seat's.
fn my_hand(model: &Model) -> usize {
    let seat = model.lobby.as_ref().and_then(Lobby::my_seat);
    usize::from(seat.is_none_or(|it| it.idx() == 0))
}

fn square(model: &Model, game_match: &GameMatch, at: Territory) -> Square {
    let look = model.look;
    let piece = game_match.piece(at);
    let from = game_match.taken().unwrap_or(game_match.cursor);
    Square {
        fill: piece.map(|it| look.fill(it.owner)).unwrap_or_default(),
        piece: piece.map(|it| format!("{}{}", look.owner(it.owner), it.letter)).unwrap_or_default(),
        dots: piece.map(|it| it.dots.iter().copied().map(offset).collect()).unwrap_or_default(),
        brackets: brackets(model, game_match, at),
        target: game_match.attacks_from(from).any(|it| it.to == at),
        marked: game_match.gained.contains(&at) || game_match.pieces.line.contains(&at),
    }
}

/// The second seat's hand, then the first one's, with the keys that drop.
fn hands(model: &Model, game_match: &GameMatch, grid: Grid) -> Vec<Vec<Square>> {
    let mine = my_hand(model);
    let hand = |(side, seat): (usize, usize)| {
        let counts = game_match.pieces.hands[seat];
        let pieces = (0_u8..).zip(HAND).zip(counts);
        pieces
            .map(|((number, letter), count)| {
                let owner = model.look.owner(Seat::ALL[seat]);
                let at = grid.hand(number);
                let key = if side == mine { format!(" {}", number + 1) } else { String::new() };
                let brackets = if side == mine { brackets(model, game_match, at) } else { None };
                let fill = if count > 0 { model.look.fill(Seat::ALL[seat]) } else { model.look.dim() };
                let times = model.look.symbols().times;
                Square {
                    fill,
                    piece: format!("{owner}{letter}{times}{count}{key}"),
                    brackets,
                    ..Square::default()
                }
            })
            .collect()
    };
    [(0, 1), (1, 0)].into_iter().map(hand).collect()
}

/// Columns and rows of a step on the screen.
const fn offset(direction: Direction) -> (i32, i32) {
    match direction {
        Direction::North => (0, -1),
        Direction::NorthEast => (1, -1),
        Direction::East => (1, 0),
        Direction::SouthEast => (1, 1),
        Direction::South => (0, 1),
        Direction::SouthWest => (-1, 1),
        Direction::West => (-1, 0),
        Direction::NorthWest => (-1, -1),
    }
}

/// What stands around the source, and around what the cursor is on.
fn brackets(model: &Model, game_match: &GameMatch, at: Territory) -> Option<[&'static str; 2]> {
    match (game_match.source == Some(at), game_match.cursor == at) {
        (true, _) => Some(model.look.symbols().source),
        (false, true) => Some(["[", "]"]),
        (false, false) => None,
    }
}

fn hexes(model: &Model, game_match: &GameMatch) -> Vec<Hex> {
    let places = (0..=u8::MAX).map(Territory);
    places.zip(&game_match.cells).map(|(at, cell)| hex(model, game_match, at, *cell)).collect()
}

fn hex(model: &Model, game_match: &GameMatch, at: Territory, cell: Cell) -> Hex {
    let look = model.look;
    let (cursor, source) = (game_match.cursor == at, game_match.source == Some(at));
    // Before a source is taken, the odds of the hex under the cursor are shown.
    let from = game_match.source.unwrap_or(game_match.cursor);
    let attack = game_match.attacks_from(from).find(|it| it.to == at);
    let target = attack.is_some() && game_match.source.is_some();
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
        brackets: brackets(model, game_match, at),
        // A certain attack has room for its number alone.
        odds: if odds.len() > 3 { odds.trim_end_matches('%').to_owned() } else { odds },
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
