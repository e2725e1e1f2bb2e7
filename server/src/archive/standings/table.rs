//! The table of a game: the ratings by its rated matches, and what each of them has changed.
//!
//! The standings own one for all time and one for each month. Law kept here: whatever the order in which results come, the
//! table is the fold of its results in order. A match that was called before others and ended after them is put between them,
//! and what follows is folded again from a point before it.

use std::sync::Arc;

use dicehall_engine::GameKind;
use dicehall_engine::fair::MatchId;
use dicehall_engine::rating::skill::{PeopleLuck, SkillIndex};
use dicehall_engine::rating::{RatedPerson, RatedPlayer, RatedSeat, Ratings};

/// The most results of a table that are kept in memory, for what people have played lately and for results that come late; what
/// older ones have changed stays.
pub(super) const TABLE_RESULTS_MAX: usize = 100_000;
/// By how many results a result may come late at least and still be put between them without reading the file again.
const LATE_RESULTS: usize = 512;

/// The place of a match in the order of results.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct MatchKey {
    /// When it was called, in seconds since 1970.
    pub(crate) begun_at: u64,
    /// Its name.
    pub(crate) match_id: MatchId,
}

/// A rated match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RatedMatch {
    pub(super) key: MatchKey,
    /// The day on which it was called.
    pub(super) day: u64,
    pub(super) seats: Vec<RatedSeat>,
}

/// The change of a person's mean by a match.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct MeanChange {
    /// The mean before it.
    pub(crate) before: f64,
    /// The mean after it.
    pub(crate) after: f64,
}

/// A match of a person.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlayedMatch<'a> {
    pub(super) rated: &'a RatedMatch,
    /// The seat of the person, as an index.
    pub(super) at: usize,
    pub(super) change: MeanChange,
}

/// A result is older than all that can be put in order in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ComesTooLate;

/// The table of a game.
#[derive(Clone, Debug)]
pub(super) struct Table {
    /// The results that are kept, in order, with the changes of each by seat.
    kept: Vec<(Arc<RatedMatch>, Vec<MeanChange>)>,
    /// The ratings by the first of them, and by all that are no longer kept.
    settled: Ratings,
    /// How many of them these are.
    settled_at: usize,
    /// The ratings by all results.
    current: Ratings,
    /// How many results there are, whether they are kept or not.
    matches: u32,
    /// The luck of everybody in them, as far as it is known: its sums are the same in whatever order it comes.
    luck: PeopleLuck,
}

impl Table {
    /// The table of a game before its first result.
    pub(super) fn new(game: GameKind) -> Self {
        Self {
            kept: Vec::new(),
            settled: Ratings::new(game),
            settled_at: 0,
            current: Ratings::new(game),
            matches: 0,
            luck: PeopleLuck::default(),
        }
    }

    /// The ratings by all results.
    pub(super) fn ratings(&self) -> &Ratings {
        &self.current
    }

    /// How many results there are.
    pub(super) fn matches(&self) -> u32 {
        self.matches
    }

    /// Adds a result; one that is there changes nothing.
    pub(super) fn add(&mut self, added: Arc<RatedMatch>) -> Result<(), ComesTooLate> {
        let Err(at) = self.find(&added.key) else {
            return Ok(());
        };
        if at < self.settled_at {
            return Err(ComesTooLate);
        }
        self.matches = self.matches.saturating_add(1);
        if at == self.kept.len() {
            let changes = fold(&mut self.current, &added);
            self.kept.push((added, changes));
            self.settle();
        } else {
            self.kept.insert(at, (added, Vec::new()));
            self.current = self.settled.clone();
            for (rated, changes) in self.kept.iter_mut().skip(self.settled_at) {
                *changes = fold(&mut self.current, rated);
            }
        }
        Ok(())
    }

    /// Adds the luck of a match, of which it must not be known yet, by seat.
    pub(super) fn add_luck(&mut self, seats: &[RatedSeat], luck: &[i32]) {
        self.luck.add(seats, luck);
    }

    /// The skill index of a person; `None` while too little luck is known.
    pub(super) fn skill(&self, account: &str, person: &RatedPerson) -> Option<SkillIndex> {
        self.luck.index(account, person)
    }

    /// The change by a match for a person; `None` if it is not here, or the person was not in it.
    pub(super) fn change(&self, key: &MatchKey, account: &str) -> Option<MeanChange> {
        let (rated, changes) = self.kept.get(self.find(key).ok()?)?;
        changes.get(seat_of(rated, account)?).copied()
    }

    /// The matches of a person that are kept, the oldest first.
    pub(super) fn played<'a>(
        &'a self,
        account: &'a str,
    ) -> impl DoubleEndedIterator<Item = PlayedMatch<'a>> {
        self.kept.iter().filter_map(move |(rated, changes)| {
            let at = seat_of(rated, account)?;
            let change = *changes.get(at)?;
            Some(PlayedMatch { rated, at, change })
        })
    }

    /// Everybody with a rated match and the place, the surest to be good first.
    pub(super) fn leaders(&self) -> impl Iterator<Item = (u32, &str, RatedPerson)> {
        let leaders = self.current.leaders().into_iter();
        (1..)
            .zip(leaders)
            .map(|(place, (account, person))| (place, account, person))
    }

    /// Where the result with this key is among those that are kept, or where it would be put.
    fn find(&self, key: &MatchKey) -> Result<usize, usize> {
        self.kept.binary_search_by(|(it, _)| it.key.cmp(key))
    }

    /// Moves the point up to which nothing can be put between results, and lets go of the oldest results.
    fn settle(&mut self) {
        if self.kept.len() - self.settled_at < 2 * LATE_RESULTS {
            return;
        }
        let until = self.kept.len() - LATE_RESULTS;
        for (rated, _) in &self.kept[self.settled_at..until] {
            self.settled.add(rated.day, &rated.seats);
        }
        self.settled_at = until;
        if self.kept.len() > TABLE_RESULTS_MAX {
            let old = TABLE_RESULTS_MAX / 4;
            self.kept.drain(..old);
            self.settled_at -= old;
        }
    }
}

/// Adds a match to ratings; returns what it has changed, by seat.
fn fold(ratings: &mut Ratings, rated: &RatedMatch) -> Vec<MeanChange> {
    let mean = |ratings: &Ratings, seat: &RatedSeat| match &seat.player {
        RatedPlayer::Person(account) => ratings.of(account).rating.mean,
        RatedPlayer::Rung(_) => 0.0,
    };
    let means = |ratings: &Ratings| -> Vec<f64> {
        let means = rated.seats.iter().map(|it| mean(ratings, it));
        means.collect()
    };
    let before = means(ratings);
    ratings.add(rated.day, &rated.seats);
    let changes = before.into_iter().zip(means(ratings));
    changes
        .map(|(before, after)| MeanChange { before, after })
        .collect()
}

fn seat_of(rated: &RatedMatch, account: &str) -> Option<usize> {
    rated
        .seats
        .iter()
        .position(|it| matches!(&it.player, RatedPlayer::Person(person) if person == account))
}
