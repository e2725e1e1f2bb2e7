//! The luck of rolled dice: the pips above the average of 3.5 per die, whatever they were rolled
//! for.
//!
//! Shown at the end of a match, and in the record of all matches.

/// The average pips of a die.
const PIPS_MEAN: f64 = 3.5;
/// The variance of the pips of a die, (6 * 6 - 1) / 12.
const PIPS_VARIANCE: f64 = 35.0 / 12.0;

/// Dice that were rolled, and their pips.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Luck {
    /// The number of dice.
    pub dice: u32,
    /// The sum of their pips.
    pub pips: u32,
}

impl Luck {
    /// Adds rolled dice.
    pub const fn add(&mut self, dice: u32, pips: u32) {
        self.dice = self.dice.saturating_add(dice);
        self.pips = self.pips.saturating_add(pips);
    }

    /// The pips above the average of as many dice; negative below it.
    pub fn pips_over_mean(self) -> f64 {
        f64::from(self.pips) - PIPS_MEAN * f64::from(self.dice)
    }

    /// The same in standard deviations; two in either direction are rare.
    pub fn deviations(self) -> f64 {
        let deviation = (PIPS_VARIANCE * f64::from(self.dice)).sqrt();
        if deviation > 0.0 {
            self.pips_over_mean() / deviation
        } else {
            0.0
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn luck_is_measured_against_the_average_of_the_same_number_of_dice() {
        let luck = |pips, dice| Luck { dice, pips };
        let is = |found: f64, expect: f64| assert!((found - expect).abs() < 1e-9, "{found}");
        is(luck(7, 2).deviations(), 0.0);
        is(luck(0, 0).deviations(), 0.0);
        is(luck(24, 4).pips_over_mean(), 10.0);
        // For a hundred dice, one standard deviation is 17.08 pips.
        assert!((luck(367, 100).deviations() - 0.995).abs() < 0.01);
    }
}
