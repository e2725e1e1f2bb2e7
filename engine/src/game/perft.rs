//! Perft: the number of action sequences of a length, the classic check of a rule set's completeness.
//!
//! Chance branches are counted once per distinguishable result, and chance costs no depth. Chances that come one after
//! the other, such as dice that are placed one by one, lead to the same position in many orders; the sequences that
//! follow from a position are counted once.

use std::collections::HashMap;

use crate::game::{Node, State};

/// The most positions whose count of sequences is remembered; the others are counted again.
const KNOWN_MAX: usize = 1 << 20;

/// The number of action sequences of length `depth` from `state`, each continued through every distinguishable chance;
/// `None` if the number does not fit in 64 bits.
///
/// A match that ends before `depth` adds nothing. At depth zero there is one sequence, the empty one, for each
/// distinguishable result of the chances that are due.
pub fn perft<S: State>(state: &S, depth: u32) -> Option<u64> {
    Counter {
        known: HashMap::new(),
    }
    .count(state, depth)
}

/// A count in progress.
struct Counter<S> {
    /// The number of sequences, by length, from positions in which chances are due.
    known: HashMap<(S, u32), u64>,
}

impl<S: State> Counter<S> {
    fn count(&mut self, state: &S, depth: u32) -> Option<u64> {
        match state.node() {
            Node::Terminal(_) => Some(u64::from(depth == 0)),
            Node::Decision(_) if depth == 0 => Some(1),
            Node::Decision(_) => total(state.actions().into_iter().map(|action| {
                let mut next = state.clone();
                next.act(action);
                self.count(&next, depth - 1)
            })),
            Node::Chance => self.count_chances(state, depth),
        }
    }

    fn count_chances(&mut self, state: &S, depth: u32) -> Option<u64> {
        let place = (state.clone(), depth);
        if let Some(count) = self.known.get(&place) {
            return Some(*count);
        }
        let count = total(state.chances().into_iter().map(|it| {
            let mut next = state.clone();
            next.resolve(it.chance);
            self.count(&next, depth)
        }))?;
        if self.known.len() < KNOWN_MAX {
            self.known.insert(place, count);
        }
        Some(count)
    }
}

/// The sum, or `None` if it does not fit.
fn total(mut counts: impl Iterator<Item = Option<u64>>) -> Option<u64> {
    counts.try_fold(0_u64, |sum, count| sum.checked_add(count?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::games::dice_of_doom::{Config, DiceOfDoom, Rules};

    /// The counts for depth 1 and 2 of the first board were made by hand, the rest by an independent program.
    #[track_caller]
    fn check(rules: Rules, seats: u8, board: &str, counts: &[u64]) {
        let state = DiceOfDoom::start(&Config {
            rules,
            seats,
            board: board.to_owned(),
            first: crate::game::Seat::default(),
        })
        .unwrap();
        let ours: Vec<u64> = (1..)
            .zip(counts)
            .map(|(depth, _)| perft(&state, depth).unwrap())
            .collect();
        assert_eq!(ours, counts);
    }

    #[test]
    fn what_cannot_be_counted_is_no_count() {
        assert_eq!(total([Some(u64::MAX), Some(0)].into_iter()), Some(u64::MAX));
        assert_eq!(total([Some(u64::MAX), Some(1)].into_iter()), None);
        assert_eq!(total([Some(1), None].into_iter()), None);
    }

    #[test]
    fn dice_of_doom_on_four_hexes() {
        let board = "a3a2b1b4";
        check(
            Rules {
                size: 2,
                ..Rules::STANDARD
            },
            2,
            board,
            &[7, 27, 59, 185, 645, 2090],
        );
        check(
            Rules {
                size: 2,
                ..Rules::BOOK
            },
            2,
            board,
            &[6, 22, 42, 80, 220, 686],
        );
    }

    #[test]
    fn dice_of_doom_with_three_seats() {
        let board = "a3b2c1a2b3c2a1b1c4";
        check(
            Rules {
                size: 3,
                ..Rules::STANDARD
            },
            3,
            board,
            &[9, 65, 387, 1745],
        );
        check(
            Rules {
                size: 3,
                ..Rules::BOOK
            },
            3,
            board,
            &[8, 50, 256, 1180],
        );
    }

    #[test]
    fn dice_of_doom_with_four_seats() {
        let board = "a3b1c2d4a2b3c1d2a4b2c3d1a1b4c2d3a2b1c4d2a3b2c1d1b3";
        check(Rules::STANDARD, 4, board, &[39, 1217, 30525]);
        check(Rules::BOOK, 4, board, &[38, 1174, 28956]);
    }
}
