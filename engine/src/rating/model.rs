//! The model of ratings: Plackett and Luce's, over the order in which the seats of a match ended, updated after each match.
//!
//! Called by the fold. Source: Ruby C. Weng and Chih-Jen Lin, *A Bayesian Approximation Method for Online Ranking*,
//! Journal of Machine Learning Research 12 (2011), 267-300, algorithm 4, with seats as teams of one; ties and the factor
//! on the deviation as in openskill (<https://github.com/philihp/openskill.js>). Law kept here: exponential and square
//! root are those of `libm`, everything else is addition, multiplication and division in a fixed order, so every machine
//! computes the same bytes.
//!
//! In Luce's model a seat comes first with a probability in proportion to `exp(mean / c)`, where `c` grows with the
//! deviations of all seats; after it the others race for the next place in the same way. The means follow the slope of the
//! likelihood, the deviations its curve.

use super::{MEAN, Rating};

/// The part of a deviation's square that one match leaves at least, so that it stays positive.
const LEFT_AT_LEAST: f64 = 0.000_1;
/// How many points of the scale multiply the odds of one seat against another by ten.
const TENFOLD: f64 = 400.0;
/// How much of a beginner's deviation comes back with each match, because people learn: without it old matches would
/// weigh as much as new ones.
const COMES_BACK: f64 = 0.01;

/// The parameters of the model.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Model {
    /// How much the play of one match differs from the strength, as a standard deviation.
    pub beta: f64,
    /// The deviation of a beginner.
    pub deviation: f64,
    /// The deviation that each match adds before it counts.
    pub tau: f64,
}

/// A seat of a match, as the model sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rated {
    /// The rating, before the match or after it.
    pub rating: Rating,
    /// The place, 1 for the first; seats that are equal have the same.
    pub place: u8,
    /// By how many points the mean were higher if luck had added a whole win to each match until now.
    pub reach: f64,
    /// Whether no result changes the rating.
    pub is_fixed: bool,
}

impl Model {
    /// The model in which 400 points multiply the odds by ten, among as many seats with known strength as a match of the
    /// game's ladder has. Beta is half of a beginner's deviation, as the authors recommend.
    pub fn of_ladder(seats: u8) -> Self {
        let beta = TENFOLD / (core::f64::consts::LN_10 * libm::sqrt(f64::from(seats)));
        let deviation = 2.0 * beta;
        Self {
            beta,
            deviation,
            tau: COMES_BACK * deviation,
        }
    }

    /// The rating of somebody of whom nothing is known.
    pub fn newcomer(&self) -> Rating {
        Rating {
            mean: MEAN,
            deviation: self.deviation,
        }
    }

    /// How many points of strength add as much to the chance of winning among so many equal seats as a whole win of luck does,
    /// in proportion: the chance p grows by p(1 - p) / c with each, where c is that of seats whose strength is known.
    fn worth_of_win(&self, seats: usize) -> f64 {
        let seats = u8::try_from(seats).map_or(f64::INFINITY, f64::from);
        let chance = 1.0 / seats;
        self.beta * libm::sqrt(seats) / (chance * (1.0 - chance))
    }

    /// Updates the ratings of a match, by the places of its seats. It counts as `weight` of a match, from 0 to 1.
    pub fn rate(&self, seats: &mut [Rated], weight: f64) {
        let variance = |it: &Rated| {
            let added = if it.is_fixed {
                0.0
            } else {
                self.tau * self.tau * weight
            };
            it.rating.deviation * it.rating.deviation + added
        };
        let variances: Vec<f64> = seats.iter().map(variance).collect();
        let c = libm::sqrt(sum(variances.iter().map(|it| it + self.beta * self.beta)));
        let race = Race::of(seats, c);
        let worth_of_win = self.worth_of_win(seats.len());
        for (at, (seat, variance)) in seats.iter_mut().zip(variances).enumerate() {
            if seat.is_fixed {
                continue;
            }
            let Change { gain, curve } = race.change(at);
            let deviation = libm::sqrt(variance);
            let shrink = 1.0 - variance / (c * c) * curve * (deviation / c) * weight;
            // What lifts a strength lifts the mean by this part of it; so much of what was lifted before is taken back.
            let follows = variance / (c * c) * curve * weight;
            seat.reach += follows * (worth_of_win - seat.reach);
            seat.rating = Rating {
                mean: seat.rating.mean + variance / c * gain * weight,
                deviation: deviation * libm::sqrt(shrink.max(LEFT_AT_LEAST)),
            };
        }
    }
}

/// The races for the places of a match.
struct Race {
    places: Vec<u8>,
    /// The weight of each seat in every race that it is in.
    weights: Vec<f64>,
    /// The sum of the weights in the race for each seat's place: of the seats that did not come before it.
    sums: Vec<f64>,
    /// How many seats share each seat's place.
    shared: Vec<f64>,
}

/// How the likelihood of a result changes with the strength of a seat.
struct Change {
    /// Its slope.
    gain: f64,
    /// Its curve, as a positive number.
    curve: f64,
}

impl Race {
    fn of(seats: &[Rated], c: f64) -> Self {
        // The best weighs 1, so that no weight is too large for a number; their proportions are the same.
        let best = seats
            .iter()
            .fold(f64::MIN, |best, it| best.max(it.rating.mean));
        let weight = |it: &Rated| libm::exp((it.rating.mean - best) / c);
        let weights: Vec<f64> = seats.iter().map(weight).collect();
        let behind = |place: u8| {
            let racing = seats
                .iter()
                .zip(&weights)
                .filter(move |(it, _)| it.place >= place);
            sum(racing.map(|(_, weight)| *weight))
        };
        let shared = |place: u8| sum(seats.iter().filter(|it| it.place == place).map(|_| 1.0));
        Self {
            places: seats.iter().map(|it| it.place).collect(),
            sums: seats.iter().map(|it| behind(it.place)).collect(),
            shared: seats.iter().map(|it| shared(it.place)).collect(),
            weights,
        }
    }

    fn change(&self, of: usize) -> Change {
        let mut change = Change {
            gain: 0.0,
            curve: 0.0,
        };
        for (at, place) in self.places.iter().enumerate() {
            if *place <= self.places[of] {
                let share = self.weights[of] / self.sums[at];
                let reached = if at == of { 1.0 } else { 0.0 };
                change.gain += (reached - share) / self.shared[at];
                change.curve += share * (1.0 - share) / self.shared[at];
            }
        }
        change
    }
}

/// The sum from the first on: the order matters for the last bits.
fn sum(terms: impl Iterator<Item = f64>) -> f64 {
    terms.fold(0.0, |sum, it| sum + it)
}
