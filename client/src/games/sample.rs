//! An example of each game's board, to show what the game looks like before any match.
//!
//! Drawn by the home screen. The positions are made up by the games themselves; each board is made once.

use std::sync::OnceLock;

use dicehall_engine::GameKind;

use super::place::Place;
use super::{Board, example};

/// A place that is on no board: the example has no cursor.
pub const NOWHERE: Place = Place(u8::MAX);

/// The example of a game.
pub fn sample(game: GameKind) -> &'static Board {
    static BOARDS: [OnceLock<Board>; GameKind::ALL.len()] =
        [const { OnceLock::new() }; GameKind::ALL.len()];
    #[expect(
        clippy::as_conversions,
        reason = "a game's number is its place among all games"
    )]
    let board = &BOARDS[game as usize];
    board.get_or_init(|| {
        let (config, view) = example(game);
        Board::new(&config, &view)
    })
}

#[cfg(test)]
mod tests {
    use dicehall_engine::Seat;

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
