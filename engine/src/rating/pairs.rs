//! Who has played with whom how often on one day, and how much the next match of such people counts.
//!
//! Called by the fold. Law kept here: it follows from the results alone, because the day is a part of them. Two who play with
//! each other all evening could lift one of them by matches that the other loses on purpose; what they can lift in a day has an
//! end. Bots are no pairs: their ratings are fixed, so nothing can be moved from them to a person.

use std::collections::BTreeMap;

use super::{RatedPlayer, RatedSeat};

/// The matches of a pair in a day after which the next ones count half as much as these.
const PAIR_MATCHES: u32 = 3;
/// Below this power of a half a weight is not told from nothing.
const HALVES_MAX: u32 = 30;

/// The pairs of one day.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct DayPairs {
    /// The day, counted from 1970.
    day: u64,
    matches: BTreeMap<[String; 2], u32>,
}

impl DayPairs {
    /// Counts a match of a day, which is not before that of the last one; returns how much it weighs: 1, or a half for each
    /// three matches of that day that the pair of its people who have met most often has behind it.
    pub(super) fn weigh(&mut self, day: u64, seats: &[RatedSeat]) -> f64 {
        if day != self.day {
            self.day = day;
            self.matches.clear();
        }
        let mut most = 0;
        for pair in pairs(seats) {
            let matches = self.matches.entry(pair).or_default();
            most = most.max(*matches);
            *matches = matches.saturating_add(1);
        }
        let halves = (most / PAIR_MATCHES).min(HALVES_MAX);
        (0..halves).fold(1.0, |weight, _| weight / 2.0)
    }
}

/// The pairs of the people in a match, each in order.
fn pairs(seats: &[RatedSeat]) -> Vec<[String; 2]> {
    let person = |it: &RatedSeat| match &it.player {
        RatedPlayer::Person(account) => Some(account.clone()),
        RatedPlayer::Rung(_) => None,
    };
    let mut people: Vec<String> = seats.iter().filter_map(person).collect();
    people.sort();
    let later = |at: usize| people.iter().skip(at + 1);
    let of = |(at, one): (usize, &String)| {
        let one = one.clone();
        let pairs = later(at).map(move |other| [one.clone(), other.clone()]);
        pairs.collect::<Vec<_>>()
    };
    people.iter().enumerate().flat_map(of).collect()
}
