//! Perft: how many action sequences of a length there are, the classic check of a rule set's completeness.
//!
//! Chance branches are counted once per distinguishable result, and chance costs no depth.

use crate::game::{Node, State};

/// The number of action sequences of length `depth` from `state`, each continued through every class of chances.
///
/// A match that ends earlier counts nothing; at depth zero there is one sequence, the empty one, for each way in which
/// the chances that are due can fall.
pub fn perft<S: State>(state: &S, depth: u32) -> u64 {
    match state.node() {
        Node::Terminal(_) => u64::from(depth == 0),
        Node::Decision(_) if depth == 0 => 1,
        Node::Decision(_) => state
            .actions()
            .into_iter()
            .map(|action| {
                let mut next = state.clone();
                next.act(action);
                perft(&next, depth - 1)
            })
            .sum(),
        Node::Chance => state
            .chances()
            .into_iter()
            .map(|it| {
                let mut next = state.clone();
                next.resolve(it.chance);
                perft(&next, depth)
            })
            .sum(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::games::dice_of_doom::{Config, DiceOfDoom, Rules};

    /// Depth 1 and 2 of the first board were counted by hand, the rest by an independent program.
    #[track_caller]
    fn check(rules: Rules, seats: u8, board: &str, counts: &[u64]) {
        let state = DiceOfDoom::start(&Config { rules, seats, board: board.to_owned() }).unwrap();
        let ours: Vec<u64> = (1..).zip(counts).map(|(depth, _)| perft(&state, depth)).collect();
        assert_eq!(ours, counts);
    }

    #[test]
    fn dice_of_doom_on_four_hexes() {
        let board = "a3a2b1b4";
        check(Rules { size: 2, ..Rules::STANDARD }, 2, board, &[7, 27, 59, 185, 645, 2090]);
        check(Rules { size: 2, ..Rules::BOOK }, 2, board, &[6, 22, 42, 80, 220, 686]);
    }

    #[test]
    fn dice_of_doom_with_three_seats() {
        let board = "a3b2c1a2b3c2a1b1c4";
        check(Rules { size: 3, ..Rules::STANDARD }, 3, board, &[9, 65, 387, 1745]);
        check(Rules { size: 3, ..Rules::BOOK }, 3, board, &[8, 50, 256, 1180]);
    }

    #[test]
    fn dice_of_doom_with_four_seats() {
        let board = "a3b1c2d4a2b3c1d2a4b2c3d1a1b4c2d3a2b1c4d2a3b2c1d1b3";
        check(Rules::STANDARD, 4, board, &[39, 1217, 30525]);
        check(Rules::BOOK, 4, board, &[38, 1174, 28956]);
    }
}
