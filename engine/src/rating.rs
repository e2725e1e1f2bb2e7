//! Ratings: how well people play a game, as far as the results of their matches tell.
//!
//! The server's commands fold its results into them (`docs/ratings.md`). Laws kept here: ratings are a pure fold, so the
//! same results in the same order give the same bytes on every machine; a bot of the ladder keeps the rating that was
//! measured of it, and so all ratings of a game stay on the scale of its ladder.

pub mod model;
mod pairs;
pub mod places;
pub mod skill;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use serde::Serialize;

use crate::bots::rung::Rung;
use crate::bots::spec::BotSpec;
use crate::games::GameKind;
use model::{Model, Rated};
use pairs::DayPairs;

/// The rating of somebody of whom no result is known, and the mean of a game's ladder.
pub const MEAN: f64 = 1500.0;
/// How many standard deviations the interval of 95 % reaches to each side.
const INTERVAL_DEVIATIONS: f64 = 1.96;

/// How well somebody plays, and how sure that is: a normal distribution on the scale of the ladder.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Rating {
    /// The likeliest strength.
    pub mean: f64,
    /// The standard deviation; 0 for a bot whose rating was measured.
    pub deviation: f64,
}

/// Who has played a rated match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RatedPlayer {
    /// A person, by account.
    Person(String),
    /// The bot on a rung of the ladder.
    Rung(Rung),
}

/// A seat of a rated match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RatedSeat {
    /// Who has played it.
    pub player: RatedPlayer,
    /// The place: 1 for the winner, more than once for seats that are equal.
    pub place: u8,
}

/// The rating of a person, with the matches that it stands on.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct RatedPerson {
    /// The rating.
    #[serde(flatten)]
    pub rating: Rating,
    /// The number of rated matches.
    pub matches: u32,
    /// How many of them the person has won alone or shared the first place of.
    pub won: u32,
    /// By how many points the mean were higher if luck had added a whole win to each match.
    #[serde(skip)]
    pub reach: f64,
}

/// The ratings of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    game: GameKind,
    model: Model,
    people: BTreeMap<String, RatedPerson>,
    /// Who has met today.
    pairs: DayPairs,
}

impl Rating {
    /// The ends of the interval that has the strength with a probability of 95 %.
    pub fn range(self) -> [f64; 2] {
        let reach = INTERVAL_DEVIATIONS * self.deviation;
        [self.mean - reach, self.mean + reach]
    }
}

impl Ratings {
    /// The ratings of a game before its first result.
    pub fn new(game: GameKind) -> Self {
        let (_, seats) = game.seats();
        Self {
            game,
            model: Model::of_ladder(seats),
            people: BTreeMap::new(),
            pairs: DayPairs::default(),
        }
    }

    /// Adds the result of a match that was called on this day, counted from 1970 and not before that of the last one. The
    /// more often its people have met on that day, the less it weighs. A match of fewer than two seats, or with a bot of a
    /// ladder that was not measured, changes nothing.
    pub fn add(&mut self, day: u64, seats: &[RatedSeat]) {
        let rated = seats.iter().map(|it| self.rated(it));
        let Some(mut rated) = rated.collect::<Option<Vec<Rated>>>() else {
            return;
        };
        if rated.len() < 2 {
            return;
        }
        let weight = self.pairs.weigh(day, seats);
        self.model.rate(&mut rated, weight);
        for (seat, rated) in seats.iter().zip(rated) {
            if let RatedPlayer::Person(account) = &seat.player {
                let mut person = self.of(account);
                person.rating = rated.rating;
                person.reach = rated.reach;
                person.matches = person.matches.saturating_add(1);
                person.won = person.won.saturating_add(u32::from(seat.place == 1));
                self.people.insert(account.clone(), person);
            }
        }
    }

    /// The rating of a person; that of a beginner if no result is known.
    pub fn of(&self, account: &str) -> RatedPerson {
        let beginner = RatedPerson {
            rating: self.model.newcomer(),
            matches: 0,
            won: 0,
            reach: 0.0,
        };
        self.people.get(account).copied().unwrap_or(beginner)
    }

    /// Everybody who has played a rated match, in the order of accounts.
    pub fn people(&self) -> impl Iterator<Item = (&str, RatedPerson)> {
        self.people
            .iter()
            .map(|(account, it)| (account.as_str(), *it))
    }

    /// Everybody who has played a rated match, the surest to be good first: by the lower end of the interval, so that one
    /// lucky match leads nobody to the top.
    pub fn leaders(&self) -> Vec<(&str, RatedPerson)> {
        let mut leaders: Vec<_> = self.people().collect();
        let low = |it: &RatedPerson| it.rating.range()[0];
        leaders.sort_by(|(_, one), (_, other)| low(other).total_cmp(&low(one)));
        leaders
    }

    fn rated(&self, seat: &RatedSeat) -> Option<Rated> {
        let (rating, reach) = match &seat.player {
            RatedPlayer::Person(account) => {
                let RatedPerson { rating, reach, .. } = self.of(account);
                (rating, Some(reach))
            }
            RatedPlayer::Rung(rung) => {
                let mean = f64::from(BotSpec::rating_on(*rung, self.game)?);
                let deviation = 0.0;
                (Rating { mean, deviation }, None)
            }
        };
        Some(Rated {
            rating,
            place: seat.place,
            reach: reach.unwrap_or_default(),
            is_fixed: reach.is_none(),
        })
    }
}
