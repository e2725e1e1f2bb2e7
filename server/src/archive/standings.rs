//! The standings: who is how good at which game, by the results on the disk, in memory.
//!
//! The archive's thread folds the file of results into them when it starts, and each result once the file has it; the thread of the
//! reviews asks for the matches whose luck is missing, and adds it; whoever is forgotten is taken out of file and standings at once.
//! Lobbies and sessions read them. Laws kept here: they are what the command
//! `ratings rebuild` makes of the same results; nothing is in them that is not in the file; nobody who reads waits for the disk.
//!
//! The fold runs beside everything else, so a server listens before it is done; until then nobody has a rating.

mod table;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

use dicehall_engine::GameKind;
use dicehall_engine::rating::skill::SkillIndex;
use dicehall_engine::rating::{RatedPerson, RatedPlayer, Rating};
use dicehall_protocol::match_file::luck::MatchLuck;
use dicehall_protocol::match_file::result::{MatchResult, ResultHolder};

use super::results::{Copied, ResultsError, each_luck, each_result, forget};
use table::{ComesTooLate, RatedMatch, Table};
pub(crate) use table::{MatchKey, MeanChange};

/// The most months of which a table of its own is kept, the latest ones.
const MONTHS_MAX: usize = 24;
/// The most matches whose luck is missing that are remembered, the latest ones; the others are remembered again at the next start.
const LUCK_MISSING_MAX: usize = 4_096;

/// The standings of a server; a handle, of which all copies are one.
#[derive(Clone, Debug)]
pub(crate) struct Standings(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    /// The file of results.
    path: PathBuf,
    /// Held by whoever changes the file and the fold, so that both have the same results.
    changing: Mutex<()>,
    /// `None` before the file has been read.
    folded: RwLock<Option<Folded>>,
    /// The rated matches whose luck is missing, the latest last.
    without_luck: Mutex<VecDeque<MatchKey>>,
}

/// Everything that follows from the results.
#[derive(Debug, Default)]
pub(crate) struct Folded {
    games: BTreeMap<GameKind, GameTables>,
    /// The name of each person in the latest match, with the key of that.
    names: BTreeMap<String, (MatchKey, String)>,
    /// The same the other way round: the accounts by name.
    accounts: BTreeMap<String, BTreeSet<String>>,
}

/// The tables of a game.
#[derive(Debug)]
struct GameTables {
    all_time: Table,
    months: BTreeMap<String, Table>,
}

/// A person at a place of a table.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Placed<'a> {
    /// 1 for the one who is surest to be good.
    pub(crate) place: u32,
    pub(crate) account: &'a str,
    pub(crate) name: &'a str,
    pub(crate) person: RatedPerson,
    /// `None` while too little luck is known.
    pub(crate) skill: Option<SkillIndex>,
}

/// A table, for whoever asks.
#[derive(Debug)]
pub(crate) struct Leaders<'a> {
    /// How many rated matches it counts.
    pub(crate) matches: u32,
    /// Everybody with one, the surest to be good first.
    pub(crate) people: Vec<Placed<'a>>,
}

/// A match of somebody, for whoever asks.
#[derive(Debug)]
pub(crate) struct PastResult<'a> {
    pub(crate) begun_at: u64,
    /// The place of the person.
    pub(crate) place: u8,
    pub(crate) change: MeanChange,
    /// Who else has played, by seat, with the place.
    pub(crate) others: Vec<(Who<'a>, u8)>,
}

/// Somebody who has played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Who<'a> {
    /// A person, by name.
    Person(&'a str),
    /// The bot on this rung.
    Rung(u8),
}

impl Standings {
    /// The standings by a file of results, which is not read yet.
    pub(crate) fn new(path: PathBuf) -> Self {
        Self(Arc::new(Shared {
            path,
            changing: Mutex::default(),
            folded: RwLock::default(),
            without_luck: Mutex::default(),
        }))
    }

    /// The file of results.
    pub(super) fn path(&self) -> &Path {
        &self.0.path
    }

    /// Folds the whole file. What was folded before is told until it is done.
    pub(crate) fn read(&self) -> Result<(), ResultsError> {
        let _changing = self.changing();
        self.read_whole()
    }

    /// Writes results, and folds those that were written; `write` does not write one twice.
    pub(crate) fn add(
        &self,
        results: &[MatchResult],
        write: impl FnOnce() -> Result<(), ResultsError>,
    ) -> Result<(), ResultsError> {
        let _changing = self.changing();
        write()?;
        self.fold(results)
    }

    /// Takes over results that were copied into the file from those of all nodes.
    pub(super) fn take(
        &self,
        copy: impl FnOnce() -> Result<Copied, ResultsError>,
    ) -> Result<(), ResultsError> {
        let _changing = self.changing();
        let copied = copy()?;
        if copied.has_replaced {
            return self.read_whole();
        }
        self.fold(&copied.new)
    }

    /// Writes the luck of a match, and folds it; `write` tells the result of the match, or `None` if that is not there or has its
    /// luck.
    pub(crate) fn add_luck(
        &self,
        luck: &MatchLuck,
        write: impl FnOnce() -> Result<Option<MatchResult>, ResultsError>,
    ) -> Result<(), ResultsError> {
        let _changing = self.changing();
        if let Some(result) = write()?
            && let Some(folded) = self.write().as_mut()
        {
            folded.add_luck(&result, &luck.by_seat());
        }
        Ok(())
    }

    /// The latest rated match whose luck is missing, which is no longer told after this; `None` if there is none.
    pub(super) fn next_without_luck(&self) -> Option<MatchKey> {
        self.without_luck().pop_back()
    }

    /// Takes an account out of the file and of the standings.
    pub(crate) fn forget(&self, account: &str) -> Result<(), ResultsError> {
        let _changing = self.changing();
        forget(&self.0.path, account)?;
        self.read_whole()
    }

    /// Asks something of the standings; `None` before the file has been read.
    pub(crate) fn ask<T>(&self, question: impl FnOnce(&Folded) -> T) -> Option<T> {
        let folded = self.0.folded.read();
        let folded = folded.unwrap_or_else(PoisonError::into_inner);
        folded.as_ref().map(question)
    }

    /// Folds results that the file has now, if the others were folded.
    fn fold(&self, results: &[MatchResult]) -> Result<(), ResultsError> {
        let added = match self.write().as_mut() {
            Some(folded) => results.iter().try_for_each(|it| folded.add(it)),
            None => Ok(()),
        };
        for it in results {
            self.note_without_luck(it);
        }
        added.or_else(|ComesTooLate| self.read_whole())
    }

    fn read_whole(&self) -> Result<(), ResultsError> {
        let (mut folded, mut known) = (Folded::default(), BTreeMap::new());
        each_luck(&self.0.path, |it| {
            known.insert(it.match_id.clone(), it.by_seat());
        })?;
        self.without_luck().clear();
        // In order no result comes too late.
        each_result(&self.0.path, |it| {
            folded.add(&it).unwrap_or_default();
            match known.get(&it.match_id) {
                Some(luck) => folded.add_luck(&it, luck),
                None => self.note_without_luck(&it),
            }
        })?;
        *self.write() = Some(folded);
        Ok(())
    }

    /// Notes that the luck of a match is missing, if it is rated and has rolls.
    fn note_without_luck(&self, result: &MatchResult) {
        if result.unrated.is_none() && result.rules.kind().has_luck() {
            let mut missing = self.without_luck();
            if missing.len() >= LUCK_MISSING_MAX {
                missing.pop_front();
            }
            missing.push_back(key_of(result));
        }
    }

    fn without_luck(&self) -> MutexGuard<'_, VecDeque<MatchKey>> {
        let missing = self.0.without_luck.lock();
        missing.unwrap_or_else(PoisonError::into_inner)
    }

    /// A panic in the middle of a change leaves it to be read again, at the next start.
    fn changing(&self) -> MutexGuard<'_, ()> {
        let changing = self.0.changing.lock();
        changing.unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> std::sync::RwLockWriteGuard<'_, Option<Folded>> {
        let folded = self.0.folded.write();
        folded.unwrap_or_else(PoisonError::into_inner)
    }
}

impl Folded {
    /// Adds a result, if it is rated.
    fn add(&mut self, result: &MatchResult) -> Result<(), ComesTooLate> {
        let Some(seats) = result.rated_seats() else {
            return Ok(());
        };
        let game = result.rules.kind();
        let tables = self.games.entry(game).or_insert_with(|| GameTables {
            all_time: Table::new(game),
            months: BTreeMap::new(),
        });
        let key = key_of(result);
        let rated = Arc::new(RatedMatch {
            key: key.clone(),
            day: result.day(),
            seats,
        });
        tables.add(game, result.month(), &rated)?;
        self.note_names(&key, result);
        Ok(())
    }

    /// Adds the luck of a match whose result was added, and whose luck is not known yet.
    fn add_luck(&mut self, result: &MatchResult, luck: &[i32]) {
        let seats = result.rated_seats().unwrap_or_default();
        if let Some(tables) = self.games.get_mut(&result.rules.kind()) {
            tables.all_time.add_luck(&seats, luck);
            if let Some(of_month) = tables.months.get_mut(&result.month()) {
                of_month.add_luck(&seats, luck);
            }
        }
    }

    fn note_names(&mut self, key: &MatchKey, result: &MatchResult) {
        for seat in &result.seats {
            let ResultHolder::Person {
                name,
                account: Some(account),
            } = &seat.holder
            else {
                continue;
            };
            let known = self.names.get(account);
            if known.is_none_or(|(at, _)| at <= key) {
                let noted = (key.clone(), name.clone());
                let before = self.names.insert(account.clone(), noted);
                self.note_name(account, before.map(|(_, it)| it), name);
            }
        }
    }

    /// Notes that somebody is called so, and no longer as before.
    fn note_name(&mut self, account: &str, before: Option<String>, name: &str) {
        if before.as_deref() == Some(name) {
            return;
        }
        if let Some(before) = before
            && let Some(others) = self.accounts.get_mut(&before)
        {
            others.remove(account);
            if others.is_empty() {
                self.accounts.remove(&before);
            }
        }
        let named = self.accounts.entry(name.to_owned()).or_default();
        named.insert(account.to_owned());
    }

    /// The rating of a person; `None` without a rated match of the game.
    pub(crate) fn rating(&self, game: GameKind, account: &str) -> Option<RatedPerson> {
        let rated = self.games.get(&game)?.all_time.ratings().of(account);
        (rated.matches > 0).then_some(rated)
    }

    /// The change by a match for a person; `None` if it is not here, or not rated.
    pub(crate) fn change(
        &self,
        game: GameKind,
        key: &MatchKey,
        account: &str,
    ) -> Option<MeanChange> {
        self.games.get(&game)?.all_time.change(key, account)
    }

    /// The table of a game, of a month or of all time; `None` if nothing of it is known.
    pub(crate) fn leaders(&self, game: GameKind, month: Option<&str>) -> Option<Leaders<'_>> {
        let tables = self.games.get(&game)?;
        let table = match month {
            Some(month) => tables.months.get(month)?,
            None => &tables.all_time,
        };
        let placed = |(place, account, person)| Placed {
            place,
            account,
            name: self.name(account),
            skill: table.skill(account, &person),
            person,
        };
        Some(Leaders {
            matches: table.matches(),
            people: table.leaders().map(placed).collect(),
        })
    }

    /// The matches of a person that are kept, the latest first.
    pub(crate) fn matches<'a>(
        &'a self,
        game: GameKind,
        account: &'a str,
    ) -> impl Iterator<Item = PastResult<'a>> {
        let table = self.games.get(&game).map(|it| &it.all_time);
        let played = table
            .into_iter()
            .flat_map(move |it| it.played(account).rev());
        played.filter_map(|it| {
            let seats = it.rated.seats.iter().enumerate();
            let others = seats.clone().filter(|(at, _)| *at != it.at);
            Some(PastResult {
                begun_at: it.rated.key.begun_at,
                place: it.rated.seats.get(it.at)?.place,
                change: it.change,
                others: others
                    .map(|(_, seat)| (self.who(&seat.player), seat.place))
                    .collect(),
            })
        })
    }

    /// The name of a person in the latest rated match; empty without one.
    pub(crate) fn name(&self, account: &str) -> &str {
        self.names.get(account).map_or("", |it| it.1.as_str())
    }

    /// The account of the person whose name in the latest rated match is this; `None` if it is nobody's.
    pub(crate) fn account_of(&self, name: &str) -> Option<&str> {
        let named = self.accounts.get(name)?;
        named.first().map(String::as_str)
    }

    fn who<'a>(&'a self, player: &'a RatedPlayer) -> Who<'a> {
        match player {
            RatedPlayer::Person(account) => Who::Person(self.name(account)),
            RatedPlayer::Rung(rung) => Who::Rung(rung.number()),
        }
    }
}

impl GameTables {
    fn add(
        &mut self,
        game: GameKind,
        month: String,
        rated: &Arc<RatedMatch>,
    ) -> Result<(), ComesTooLate> {
        self.all_time.add(Arc::clone(rated))?;
        let table = self.months.entry(month);
        let table = table.or_insert_with(|| Table::new(game));
        table.add(Arc::clone(rated))?;
        if self.months.len() > MONTHS_MAX {
            self.months.pop_first();
        }
        Ok(())
    }
}

/// The place of a result in the order of results.
fn key_of(result: &MatchResult) -> MatchKey {
    MatchKey {
        begun_at: result.begun_at,
        match_id: result.match_id.clone(),
    }
}

/// A mean for people, from 0 on.
#[expect(
    clippy::as_conversions,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a mean is far below the end of the range, and a cast turns what is below 0 into 0"
)]
pub(crate) fn rounded(mean: f64) -> u32 {
    mean.round() as u32
}

/// How far the interval of a rating reaches to each side, for people.
pub(crate) fn margin(rating: Rating) -> u32 {
    rounded(rating.range()[1] - rating.mean)
}
