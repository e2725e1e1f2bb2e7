//! Luck: the one trait through which it enters the engine, and how a chance is drawn by its weight.
//!
//! The server implements [`Dice`] with its own verifiable source; tests use loaded dice, offline tools seeded ones.

/// A source of luck.
pub trait Dice {
    /// Draws evenly from `0..bound`; `bound` is never zero.
    fn below(&mut self, bound: u64) -> u64;

    /// Tells the dice that the draws that follow are roll number `roll` of the match; the deal is number 0. Only dice
    /// whose rolls can be looked up one by one use it.
    fn begin_roll(&mut self, _roll: u64) {}
}

/// A chance and how many equally likely cases lead to it; the weight is never zero.
///
/// 16 dice against 16 have 6^32 cases, which is why the weight has 128 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weighted<C> {
    /// The chance that nature may choose.
    pub chance: C,
    /// The number of equally likely cases in which nature chooses it.
    pub weight: u128,
}

/// Draws one of `chances` in proportion to its weight; `None` if there are none. A single chance is taken without a
/// draw.
///
/// Weights beyond 62 bits (battles of many dice) are scaled down first, which changes no probability by more than 2^-60;
/// games roll real faces where that would matter.
pub fn draw<C: Copy>(chances: &[Weighted<C>], dice: &mut dyn Dice) -> Option<C> {
    match chances {
        [] => return None,
        [only] => return Some(only.chance),
        _ => {}
    }
    let total: u128 = chances.iter().map(|it| it.weight).sum();
    let shift = (128 - total.leading_zeros()).saturating_sub(62);
    let bound = u64::try_from(total >> shift).unwrap_or_else(|_| unreachable!("62 bits are left"));
    let mut rest = u128::from(dice.below(bound));
    for it in chances {
        let weight = it.weight >> shift;
        if rest < weight {
            return Some(it.chance);
        }
        rest -= weight;
    }
    chances.last().map(|it| it.chance)
}

/// Draws one of `items` evenly; `None` if there are none.
pub fn pick<T: Copy>(items: &[T], dice: &mut dyn Dice) -> Option<T> {
    if items.is_empty() {
        return None;
    }
    Some(items[index_below(items.len(), dice)])
}

/// Draws an index evenly from `0..bound`; `bound` is never zero.
pub fn index_below(bound: usize, dice: &mut dyn Dice) -> usize {
    let bound = u64::try_from(bound).unwrap_or_else(|_| unreachable!("an index has 64 bits"));
    usize::try_from(dice.below(bound)).unwrap_or_else(|_| unreachable!("it is below the bound"))
}

/// Dice for tests: they show the numbers that they were loaded with, in order.
#[derive(Clone, Debug)]
pub struct LoadedDice {
    draws: std::collections::VecDeque<u64>,
}

impl LoadedDice {
    /// Dice that will draw these numbers, each below the bound that is asked for.
    pub fn new(draws: impl IntoIterator<Item = u64>) -> Self {
        Self {
            draws: draws.into_iter().collect(),
        }
    }

    /// Whether every number has been drawn.
    pub fn is_empty(&self) -> bool {
        self.draws.is_empty()
    }
}

impl Dice for LoadedDice {
    /// # Panics
    /// If nothing is left, or the next number does not fit: the test that loaded them is wrong.
    #[expect(clippy::panic, reason = "a test's own mistake must stop the test")]
    fn below(&mut self, bound: u64) -> u64 {
        match self.draws.pop_front() {
            Some(number) if number < bound => number,
            Some(number) => {
                panic!("the dice were loaded with {number}, but must draw below {bound}")
            }
            None => panic!("the dice were loaded with too few numbers"),
        }
    }
}

/// Reproducible dice for offline tools and tests: `SplitMix64` with rejection.
///
/// Source: G. L. Steele Jr., D. Lea and C. H. Flood, *Fast splittable pseudorandom number generators*, OOPSLA 2014,
/// <https://doi.org/10.1145/2660193.2660195>.
///
/// The same seed gives the same draws on every machine and in every version.
#[derive(Clone, Debug)]
pub struct SeededDice {
    state: u64,
}

impl SeededDice {
    /// Dice that follow from `seed` alone.
    pub fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
}

impl Dice for SeededDice {
    fn below(&mut self, bound: u64) -> u64 {
        // Multiply-shift with rejection, exact for every bound (D. Lemire, *Fast random integer generation in an
        // interval*, 2019, <https://doi.org/10.1145/3230636>).
        loop {
            let wide = u128::from(self.next()) * u128::from(bound);
            let low = low_half(wide);
            if low >= bound || low >= bound.wrapping_neg() % bound {
                return high_half(wide);
            }
        }
    }
}

#[expect(
    clippy::as_conversions,
    clippy::cast_possible_truncation,
    reason = "the low half is wanted"
)]
fn low_half(wide: u128) -> u64 {
    wide as u64
}

#[expect(clippy::as_conversions, reason = "the high half fits by construction")]
fn high_half(wide: u128) -> u64 {
    (wide >> 64) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeded_dice_are_flat() {
        let mut dice = SeededDice::new(7);
        let mut counts = [0_u32; 6];
        for _ in 0..60_000 {
            counts[usize::try_from(dice.below(6)).unwrap()] += 1;
        }
        let chi2: f64 = counts
            .iter()
            .map(|n| (f64::from(*n) - 10_000.0).powi(2) / 10_000.0)
            .sum();
        assert!(
            chi2 < 20.5,
            "chi2 {chi2} of {counts:?} (p = 0.001 at 5 degrees of freedom)"
        );
    }

    #[test]
    fn splitmix64_gives_its_published_first_numbers() {
        // Reference outputs for seed 1234567, from the algorithm's public-domain C source.
        let mut dice = SeededDice::new(1_234_567);
        let first: Vec<u64> = (0..3).map(|_| dice.next()).collect();
        assert_eq!(
            first,
            [
                6_457_827_717_110_365_317,
                3_203_168_211_198_807_973,
                9_817_491_932_198_370_423
            ]
        );
    }

    #[test]
    fn draw_follows_the_weights() {
        let chances = [
            Weighted {
                chance: 'a',
                weight: 2,
            },
            Weighted {
                chance: 'b',
                weight: 3,
            },
        ];
        let drawn: String = (0..5)
            .map(|n| draw(&chances, &mut LoadedDice::new([n])).unwrap())
            .collect();
        assert_eq!(drawn, "aabbb");
    }

    #[test]
    fn draw_follows_weights_of_any_size_and_needs_no_dice_for_one() {
        // 6^32 cases, as in a battle of 16 dice against 16: three to one.
        let cases = 6_u128.pow(32) / 4;
        let chances = [
            Weighted {
                chance: 'a',
                weight: 3 * cases,
            },
            Weighted {
                chance: 'b',
                weight: cases,
            },
        ];
        let mut dice = SeededDice::new(3);
        let drawn = (0..4_000)
            .filter(|_| draw(&chances, &mut dice) == Some('a'))
            .count();
        assert!(
            (2_890..=3_110).contains(&drawn),
            "{drawn} of 4000, four standard deviations from 3000"
        );
        assert_eq!(draw(&chances[..1], &mut LoadedDice::new([])), Some('a'));
        assert_eq!(draw(&chances[..0], &mut LoadedDice::new([])), None);
    }
}
