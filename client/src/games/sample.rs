//! An example of each game's board, to show what the game looks like before any match.
//!
//! Drawn by the home screen. The positions are invented; each board is made once.

use std::sync::LazyLock;

use dicehall_engine::games::animal_shogi::board::Square;
use dicehall_engine::games::animal_shogi::placement::Placement;
use dicehall_engine::games::animal_shogi::{self, PieceView};
use dicehall_engine::games::dice_of_doom::{self, Rules};
use dicehall_engine::games::dice_wars::{self, Map};
use dicehall_engine::games::{territory, tic_tac_toe};
use dicehall_engine::{AnyConfig, AnyRules, AnyView, GameKind, Seat};

use super::Board;
use super::dice_wars::map_layout::MapLayout;
use super::place::Place;

/// The owner and dice of each hex, in four rows.
const HEXES: &str = "d2a5a3b2d3d2a4c2d1d2c1c2b4b2c3c1";
/// The number of hexes in a row.
const HEX_COLUMNS: u8 = 4;
/// The number of the map.
const MAP: u32 = 4;
/// A position in mid-match, in the notation of animal shogi.
const PIECES: &str = "g1l/1c1/e1C/GL1 b E";
/// A position of marks in mid-match, row by row.
const MARKS: &str = "xo..x.o..";

/// A place that is on no board: the example has no cursor.
pub const NOWHERE: Place = Place(u8::MAX);

/// The example of a game.
pub fn sample(game: GameKind) -> &'static Board {
    static BOARDS: [LazyLock<Board>; 4] = [
        LazyLock::new(hexes),
        LazyLock::new(map),
        LazyLock::new(pieces),
        LazyLock::new(marks),
    ];
    let [hexes, map, pieces, marks] = &BOARDS;
    match game {
        GameKind::DiceOfDoom => hexes,
        GameKind::DiceWars => map,
        GameKind::AnimalShogi => pieces,
        GameKind::TicTacToe => marks,
    }
}

fn hexes() -> Board {
    let rules = Rules {
        size: HEX_COLUMNS,
        ..Rules::STANDARD
    };
    let config = AnyConfig::DiceOfDoom(dice_of_doom::Config {
        rules,
        seats: 4,
        board: HEXES.to_owned(),
    });
    Board::new(&config, &AnyView::DiceOfDoom(territories(HEXES.to_owned())))
}

/// A map on which each seat has the territories of one quarter.
fn map() -> Board {
    let map = Map::generated(MAP);
    let owners = MapLayout::new(&map).map_or_else(Vec::new, |it| quarters(&it));
    let held = (0_u8..).zip(owners);
    let letters = held.flat_map(|(at, owner)| [b'a' + owner, b'1' + at * 5 % 7]);
    let board: String = letters.map(char::from).collect();
    let config = AnyConfig::DiceWars(dice_wars::Config {
        map,
        max_dice: 8,
        stock: 0,
        rounds: 0,
        seats: 4,
        board: board.clone(),
    });
    Board::new(&config, &AnyView::DiceWars(territories(board)))
}

/// The quarter of the map in which each territory has its label.
fn quarters(layout: &MapLayout) -> Vec<u8> {
    let half_rows = layout.blocks.len() / layout.columns / 2;
    let half_columns = layout.columns / 2;
    let labels = layout.labels.iter();
    let quarter = |label: &usize| {
        let (row, column) = layout.row_and_column(*label);
        2 * u8::from(row >= half_rows) + u8::from(column >= half_columns)
    };
    labels.map(quarter).collect()
}

fn territories(board: String) -> territory::View {
    territory::View {
        board,
        to_move: None,
        opening: false,
        round: 1,
        standings: Vec::new(),
        outcome: None,
    }
}

fn pieces() -> Board {
    let rules = match GameKind::AnimalShogi.default_rules() {
        AnyRules::AnimalShogi(rules) => rules,
        AnyRules::DiceOfDoom(_) | AnyRules::DiceWars(_) | AnyRules::TicTacToe(_) => {
            unreachable!("the rules of another game")
        }
    };
    let config = AnyConfig::AnimalShogi(animal_shogi::Config {
        rules,
        position: PIECES.to_owned(),
    });
    let placement = Placement::parse(PIECES).ok();
    let piece = |square: Square| {
        let piece = placement?.piece(square)?;
        Some(PieceView {
            square,
            owner: piece.owner,
            kind: piece.kind,
            dots: piece.dots().collect(),
        })
    };
    let hand = |seat| placement.map(|it| it.hand(seat)).unwrap_or_default();
    let view = animal_shogi::View {
        position: PIECES.to_owned(),
        to_move: None,
        pieces: Square::all().filter_map(piece).collect(),
        hands: [hand(Seat::ALL[0]), hand(Seat::ALL[1])],
        check: false,
        occurrences: 1,
        ending: None,
        outcome: None,
    };
    Board::new(&config, &AnyView::AnimalShogi(view))
}

fn marks() -> Board {
    let view = tic_tac_toe::View {
        board: MARKS.to_owned(),
        to_move: None,
        line: Vec::new(),
        outcome: None,
    };
    let config = AnyConfig::TicTacToe(tic_tac_toe::Config {});
    Board::new(&config, &AnyView::TicTacToe(view))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_an_example_with_everybody_on_it() {
        for game in GameKind::ALL {
            let board = sample(*game);
            let places = Place::all().take(board.places());
            let mut owners: Vec<Seat> = places.filter_map(|it| board.owner(it)).collect();
            owners.sort_unstable();
            owners.dedup();
            let (_, seats) = game.seats();
            assert_eq!(owners.len(), usize::from(seats), "{game:?}");
            assert!(usize::from(NOWHERE.0) >= board.places());
        }
    }
}
