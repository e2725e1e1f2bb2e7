//! An example of each game's board, to show what the game looks like before any match.
//!
//! Drawn by the home screen and cut into the legend of the help. The positions are made up by the games themselves; each board is made once.

pub mod legend;

use std::sync::OnceLock;

use dicehall_engine::GameKind;

use super::board::GameBoard;
use super::place::Place;
use super::{Board, example};

/// A place that is on no board: the example has no cursor.
pub const NOWHERE: Place = Place(u8::MAX);

/// The example of a game; `None` if it has none.
pub fn sample(game: GameKind) -> Option<&'static dyn GameBoard> {
    static BOARDS: [OnceLock<Option<Board>>; GameKind::ALL.len()] =
        [const { OnceLock::new() }; GameKind::ALL.len()];
    #[expect(
        clippy::as_conversions,
        reason = "a game's number is its place among all games"
    )]
    let board = &BOARDS[game as usize];
    let board = board.get_or_init(|| {
        let (config, view) = example(game)?;
        Some(super::board(&config, &view))
    });
    board.as_deref()
}

#[cfg(test)]
mod tests {
    use dicehall_engine::Seat;

    use super::*;
    use crate::lang::Language;

    #[test]
    fn every_game_has_an_example_with_everybody_on_it() {
        let mut shown = 0;
        for game in GameKind::ALL {
            // A game need not have an example: its rules stand in place of it.
            let Some(board) = sample(*game) else { continue };
            shown += 1;
            let places = board.places().all();
            let held = places.filter_map(|it| board.held(it, Language::English));
            let mut owners: Vec<Seat> = held.filter_map(|it| it.owner()).collect();
            owners.sort_unstable();
            owners.dedup();
            let (_, seats) = game.seats();
            assert_eq!(owners.len(), usize::from(seats), "{game:?}");
            assert!(!board.places().contains(NOWHERE));
        }
        assert!(shown >= 4);
    }
}
