//! The known facts about the whole solution: the number of positions by score, and a fingerprint of all values.
//!
//! The published totals: R. Clausecker, "dobutsu", 2016 and later, <https://github.com/clausecker/dobutsu>. The numbers
//! by score and the fingerprint are those of the reference data in `tests/reference/shogi`, whose README defines them;
//! they agree with that program in every position.

use super::expected::{COUNTS, FINGERPRINT, FINGERPRINT_POSITIONS};
use super::frame::{FRAMES, Frame};
use super::geometry::mirror;
use super::pair::{Family, PairPiece};
use super::solver::{Job, Solution, Tables, Workers, score};

/// The counts and the fingerprint of a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// Positions by plies to the end; draws at 0. Odd ones are won, even ones lost.
    pub counts: Vec<u64>,
    /// The sum of the hashes of all positions and scores, mirror images included.
    pub fingerprint: u64,
    /// How many hashes were summed.
    pub hashed: u64,
}

/// A solution that is not the known one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Wrong {
    /// The numbers by score differ.
    #[error("{found} positions are over in {plies} plies, not {expected}")]
    Count {
        /// The plies.
        plies: usize,
        /// The number that was counted.
        found: u64,
        /// The number that is known.
        expected: u64,
    },
    /// Some value differs.
    #[error("the fingerprint of all values is {0:016x}, not {FINGERPRINT:016x}")]
    Fingerprint(u64),
}

impl Summary {
    /// Looks at every position.
    pub fn new(tables: &Tables, solution: &Solution, workers: &dyn Workers) -> Self {
        let mut parts = vec![
            Self {
                counts: vec![0; COUNTS.len()],
                fingerprint: 0,
                hashed: 0,
            };
            FRAMES
        ];
        let jobs = parts
            .iter_mut()
            .enumerate()
            .map(|(frame, part)| -> Job<'_> {
                Box::new(move || part.add_frame(tables, solution, frame))
            });
        workers.run(jobs.collect());
        let mut whole = parts.swap_remove(0);
        for part in &parts {
            whole.add(part);
        }
        whole
    }

    /// The positions that are won, lost and drawn for the side to move.
    pub fn totals(&self) -> [u64; 3] {
        let won = self.counts.iter().skip(1).step_by(2).sum();
        let lost = self.counts.iter().skip(2).step_by(2).sum();
        [won, lost, self.counts[0]]
    }

    /// Whether this is the known solution.
    pub fn verify(&self) -> Result<(), Wrong> {
        let both = self.counts.iter().zip(COUNTS).enumerate();
        for (plies, (found, expected)) in both {
            if *found != expected {
                return Err(Wrong::Count {
                    plies,
                    found: *found,
                    expected,
                });
            }
        }
        if self.fingerprint != FINGERPRINT || self.hashed != FINGERPRINT_POSITIONS {
            return Err(Wrong::Fingerprint(self.fingerprint));
        }
        Ok(())
    }

    fn add(&mut self, other: &Self) {
        for (sum, count) in self.counts.iter_mut().zip(&other.counts) {
            *sum += count;
        }
        self.fingerprint = self.fingerprint.wrapping_add(other.fingerprint);
        self.hashed += other.hashed;
    }

    fn add_frame(&mut self, tables: &Tables, solution: &Solution, frame: usize) {
        let values = solution.values(frame);
        let frame = &tables.frames.all()[frame];
        let images: &[bool] = if frame.is_symmetric {
            &[false]
        } else {
            &[false, true]
        };
        let mut by_value = [0_u64; 256];
        for value in values {
            by_value[usize::from(*value)] += 1;
        }
        for (value, count) in (0..=u8::MAX).zip(by_value) {
            if count > 0 {
                self.counts[usize::from(score(value).unsigned_abs())] += count;
            }
        }
        for is_mirrored in images {
            let codes = Codes::new(frame, *is_mirrored);
            self.fingerprint = self.fingerprint.wrapping_add(codes.sum(tables, values));
            self.hashed += u64::try_from(values.len()).unwrap_or(u64::MAX);
        }
    }
}

/// The part of each pair in the code of a position.
struct Codes {
    lions: u64,
    pairs: [Vec<u64>; 3],
}

impl Codes {
    fn new(frame: &Frame, is_mirrored: bool) -> Self {
        let see = |square| if is_mirrored { mirror(square) } else { square };
        let [own, enemy] = frame.lions.map(see);
        let of_piece = |family: Family, piece: PairPiece| match piece.slot {
            Some(slot) => coded(see(frame.squares[slot]), letter(family, piece)),
            None => 1 << (48 + 6 * piece.side + hand_bit(family)),
        };
        let of_pair = |family: Family, pair| {
            let [one, other] = family.pieces(pair).map(|it| of_piece(family, it));
            one.wrapping_add(other)
        };
        Self {
            lions: coded(own, 1) | coded(enemy, 1 + GOTE),
            pairs: Family::ALL
                .map(|family| (0..family.pairs()).map(|it| of_pair(family, it)).collect()),
        }
    }

    fn sum(&self, tables: &Tables, values: &[u8]) -> u64 {
        let scores: Vec<u64> = (0..=u8::MAX).map(|it| weight(score(it))).collect();
        let mut sum = 0_u64;
        for row in tables.index.rows() {
            let code = self.lions + self.pairs[0][row.giraffes] + self.pairs[1][row.elephants];
            let chicks = tables.index.chicks(row.taken);
            let values = &values[row.first..row.first + chicks.len()];
            for (it, value) in chicks.iter().zip(values) {
                let code = code + self.pairs[2][usize::from(*it)];
                sum = sum.wrapping_add(mix(code.wrapping_add(scores[usize::from(*value)])));
            }
        }
        sum
    }
}

/// Added to the letter of a piece of the side that waits.
const GOTE: u64 = 8;

/// A piece on a square, in the order of the ranks.
const fn coded(square: usize, letter: u64) -> u64 {
    let (file, rank) = (square / 4, square % 4);
    letter << (4 * (rank * 3 + file))
}

const fn letter(family: Family, piece: PairPiece) -> u64 {
    let letter = match family {
        Family::Elephants => 2,
        Family::Giraffes => 3,
        Family::Chicks if piece.is_hen => 5,
        Family::Chicks => 4,
    };
    if piece.side == 0 {
        letter
    } else {
        letter + GOTE
    }
}

const fn hand_bit(family: Family) -> usize {
    match family {
        Family::Giraffes => 0,
        Family::Elephants => 2,
        Family::Chicks => 4,
    }
}

fn weight(score: i16) -> u64 {
    u64::try_from(score + 256)
        .unwrap_or(0)
        .wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

/// The end of the generator `splitmix64` (G. Steele, D. Lea, C. Flood, "Fast Splittable Pseudorandom Number Generators",
/// OOPSLA 2014).
const fn mix(mut x: u64) -> u64 {
    x = (x ^ x >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x = (x ^ x >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ x >> 31
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solution::index::POSITIONS;

    fn known() -> Summary {
        Summary {
            counts: COUNTS.to_vec(),
            fingerprint: FINGERPRINT,
            hashed: FINGERPRINT_POSITIONS,
        }
    }

    #[test]
    fn the_known_numbers_are_those_of_the_whole_domain() {
        let totals = known().totals();
        assert_eq!(totals, [188_377_024, 57_707_893, 3_357_850]);
        assert_eq!(totals.iter().sum::<u64>(), POSITIONS);
        assert_eq!(known().verify(), Ok(()));
    }

    #[test]
    fn another_solution_is_refused() {
        let mut other = known();
        other.counts[78] += 1;
        let found = other.counts[78];
        let expected = COUNTS[78];
        let plies = 78;
        let wrong = Wrong::Count {
            plies,
            found,
            expected,
        };
        assert_eq!(other.verify(), Err(wrong));
        let other = Summary {
            fingerprint: 1,
            ..known()
        };
        assert_eq!(other.verify(), Err(Wrong::Fingerprint(1)));
    }

    #[test]
    fn the_code_and_hash_of_the_start_are_the_published_ones() {
        // Gote's giraffe, lion and elephant; its chick; sente's chick; sente's elephant, lion and giraffe.
        let rows = [[(0, 11), (4, 9), (8, 10)], [(5, 12), (6, 4), (3, 2)]];
        let code = rows.concat().into_iter().chain([(7, 1), (11, 3)]);
        let code: u64 = code.map(|(square, letter)| coded(square, letter)).sum();
        assert_eq!(code, 0x0000_3120_400C_0A9B);
        assert_eq!(mix(code.wrapping_add(weight(-78))), 0xCAAC_F531_5B3D_7585);
    }
}
