//! The skill index: how well people play once the luck that is known of their matches is taken off their ratings.
//!
//! Called by whoever folds results, with the luck of each rated match as its review tells it. Laws kept here: luck is counted in
//! whole parts of a win, so its sums are the same in whatever order matches come; the index of a person follows from the
//! person's own rating and luck, so nobody's changes because others were lucky; nobody has one before there are a few matches.
//!
//! Luck lifts a mean by the person's reach for a whole win in every match ([`super::RatedPerson::reach`]), as far as it goes in
//! proportion. The luck of a whole match goes further than that: so a part of the reach counts, the one that was best in
//! simulated clubs (`docs/ratings.md`).

use std::collections::BTreeMap;

use serde::Serialize;

use super::{MEAN, RatedPerson, RatedPlayer, RatedSeat, Rating};

/// The parts of a win in which luck is counted.
pub const WIN_PARTS: i32 = 10_000;
/// The least matches with known luck that give a skill index.
pub const SKILL_MATCHES_MIN: u32 = 5;
/// The part of the reach by which luck lifts a mean.
const REACH_PART: f64 = 0.7;
/// The part of a rating's variance that stays at least, however much of it luck explains.
const LEFT_AT_LEAST: f64 = 0.25;

/// How well somebody plays, without the luck that is known.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SkillIndex {
    /// The strength, on the scale of the ladder.
    #[serde(flatten)]
    pub strength: Rating,
    /// The rating to which the same luck would have lifted somebody of the mean strength.
    pub luck: f64,
    /// The number of matches whose luck is known.
    pub matches: u32,
}

/// The luck of everybody, as far as it is known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PeopleLuck(BTreeMap<String, KnownLuck>);

/// The luck of a person.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct KnownLuck {
    matches: u32,
    /// The sum, in parts of a win.
    sum: i64,
    /// The sum of the squares.
    squares: u64,
}

impl PeopleLuck {
    /// Adds the luck of a rated match, of which it must not know yet: by seat, in parts of a win ([`WIN_PARTS`]).
    pub fn add(&mut self, seats: &[RatedSeat], luck: &[i32]) {
        for (seat, luck) in seats.iter().zip(luck) {
            if let RatedPlayer::Person(account) = &seat.player {
                self.0.entry(account.clone()).or_default().add(*luck);
            }
        }
    }

    /// The skill index of somebody with a rating; `None` while the luck of too few matches is known.
    pub fn index(&self, account: &str, rated: &RatedPerson) -> Option<SkillIndex> {
        let known = self.0.get(account)?;
        (known.matches >= SKILL_MATCHES_MIN && rated.matches > 0).then(|| known.index(rated))
    }
}

impl KnownLuck {
    fn add(&mut self, luck: i32) {
        self.matches = self.matches.saturating_add(1);
        self.sum = self.sum.saturating_add(i64::from(luck));
        let square = u64::from(luck.unsigned_abs()) * u64::from(luck.unsigned_abs());
        self.squares = self.squares.saturating_add(square);
    }

    fn index(&self, rated: &RatedPerson) -> SkillIndex {
        // The luck of the other matches is expected to be none.
        let of_match = REACH_PART * rated.reach / (f64::from(WIN_PARTS) * f64::from(rated.matches));
        let lifted = of_match * from_signed(self.sum);
        let variance = rated.rating.deviation * rated.rating.deviation;
        // The mean luck is 0 for everybody, so its square is the variance that it has brought.
        let of_luck = of_match * of_match * from_unsigned(self.squares);
        let left = (variance - of_luck).max(LEFT_AT_LEAST * variance);
        SkillIndex {
            strength: Rating {
                mean: rated.rating.mean - lifted,
                deviation: libm::sqrt(left),
            },
            luck: MEAN + lifted,
            matches: self.matches,
        }
    }
}

#[expect(
    clippy::as_conversions,
    clippy::cast_precision_loss,
    reason = "a sum of the luck of all matches is far below the numbers that lose digits, and nearest beyond"
)]
fn from_signed(it: i64) -> f64 {
    it as f64
}

#[expect(
    clippy::as_conversions,
    clippy::cast_precision_loss,
    reason = "as for the sum"
)]
fn from_unsigned(it: u64) -> f64 {
    it as f64
}
