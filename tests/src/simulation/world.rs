//! What everybody in a history shares: the network, the season, what was found, and what is told of it afterwards.

use std::collections::BTreeMap;
use std::mem;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use dicehall_engine::Dice;
use dicehall_engine::dice::SeededDice;
use dicehall_engine::fair::MatchId;
use dicehall_protocol::LobbyCode;
use dicehall_server::{FaultyJournal, Written};
use tokio::time::Instant;

use super::network::Network;
use super::oracle::Oracle;
use super::plan::Plan;
use super::steps::{Step, Who, tell_last};

/// What a history was.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Every frame that anybody sent or got, every trouble, and every append that became durable.
    pub trace: Vec<Step>,
    /// How many frames.
    pub frames: u64,
    /// How many actions of people were accepted.
    pub acts: u64,
    /// How often the server was killed.
    pub kills: u64,
    /// What was refused, and how often.
    pub refusals: BTreeMap<String, u64>,
    /// How many appends became durable.
    pub appends: usize,
    /// How many lobbies were damaged while the server was down.
    pub damages: u64,
    /// How many commands came again because their answers were lost.
    pub repeats: u64,
    /// How often somebody came with a token or a key that must not be good any more.
    pub thefts: u64,
    /// How often a request to come in was made again.
    pub requests_again: u64,
    /// How often it was granted before, and answered with the same place.
    pub returns: u64,
    /// How many matches verified for somebody who had seen them whole.
    pub witnessed: u64,
    /// How often somebody had seen the end of a match only.
    pub latecomers: u64,
    /// How many files of matches verified.
    pub files: u64,
    /// What else has happened, and how often.
    pub signs: BTreeMap<&'static str, u64>,
}

impl Report {
    /// Counts a refusal.
    pub(super) fn refused(&mut self, code: &str) {
        *self.refusals.entry(code.to_owned()).or_default() += 1;
    }

    /// Counts something that is rare.
    pub(super) fn sign(&mut self, what: &'static str) {
        *self.signs.entry(what).or_default() += 1;
    }
}

/// What is over and what is to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Season {
    /// Things break, people do as they like.
    Storm,
    /// Nothing breaks any more, people play on.
    Calm,
    /// Nobody asks for anything more.
    Over,
}

/// Everything that the people of a history share.
#[derive(Debug)]
pub(super) struct World {
    pub(super) network: Network,
    pub(super) plan: Plan,
    journal: FaultyJournal,
    oracle: Mutex<Oracle>,
    luck: Mutex<SeededDice>,
    season: Mutex<Season>,
    codes: Mutex<Vec<Option<LobbyCode>>>,
    settled: AtomicUsize,
    is_full: AtomicBool,
    start: Instant,
    report: Mutex<Report>,
    /// How many rolls of a match people have verified.
    verified: Mutex<BTreeMap<MatchId, u64>>,
}

impl World {
    /// A world in which nothing has happened.
    pub(super) fn new(plan: Plan, journal: FaultyJournal, luck: &mut SeededDice) -> Self {
        Self {
            network: Network::new(luck.below(u64::MAX), journal.clone()),
            oracle: Mutex::new(Oracle::new(journal.clone())),
            luck: Mutex::new(SeededDice::new(luck.below(u64::MAX))),
            season: Mutex::new(Season::Storm),
            codes: Mutex::new(vec![None; plan.tables]),
            settled: AtomicUsize::new(0),
            is_full: AtomicBool::new(false),
            start: Instant::now(),
            report: Mutex::default(),
            verified: Mutex::default(),
            journal,
            plan,
        }
    }

    /// Luck for somebody.
    pub(super) fn luck(&self) -> SeededDice {
        SeededDice::new(lock(&self.luck).below(u64::MAX))
    }

    pub(super) fn season(&self) -> Season {
        *lock(&self.season)
    }

    pub(super) fn oracle(&self) -> MutexGuard<'_, Oracle> {
        lock(&self.oracle)
    }

    /// The lobby of a table.
    pub(super) fn code(&self, table: usize) -> Option<LobbyCode> {
        lock(&self.codes)[table]
    }

    /// A table has a lobby.
    pub(super) fn found(&self, table: usize, lobby: LobbyCode) {
        lock(&self.codes)[table].get_or_insert(lobby);
    }

    /// The lobby of a table is no more.
    pub(super) fn lose(&self, table: usize, lobby: LobbyCode) {
        lock(&self.codes)[table].take_if(|it| *it == lobby);
    }

    /// Somebody has an answer to everything.
    pub(super) fn settle(&self) {
        self.settled.fetch_add(1, Ordering::Relaxed);
    }

    /// How many people have an answer to everything.
    pub(super) fn settled(&self) -> usize {
        self.settled.load(Ordering::Relaxed)
    }

    /// Another season begins.
    pub(super) fn turn(&self, season: Season) {
        *lock(&self.season) = season;
    }

    /// Whether every table has a lobby.
    pub(super) fn has_every_lobby(&self) -> bool {
        lock(&self.codes).iter().all(Option::is_some)
    }

    /// Whether the disk has no room.
    pub(super) fn is_full(&self) -> bool {
        self.is_full.load(Ordering::Relaxed)
    }

    /// The disk has no room, or has it again.
    pub(super) fn fill(&self, is_full: bool) {
        self.is_full.store(is_full, Ordering::Relaxed);
    }

    /// Somebody got a frame.
    pub(super) fn hears(&self, number: usize, frame: &str) {
        self.tell(Who::Person(number), format!("hears {frame}"));
        self.count(|it| it.frames += 1);
    }

    /// Something has happened.
    pub(super) fn tell(&self, who: Who, what: String) {
        let step = Step {
            at: self.start.elapsed(),
            who,
            what,
        };
        self.count(|it| it.trace.push(step));
    }

    /// Somebody who has seen a match whole has verified it; everybody rolls the same.
    pub(super) fn witnessed(&self, match_id: &MatchId, rolls: u64) {
        self.count(|it| it.witnessed += 1);
        let known = *lock(&self.verified)
            .entry(match_id.clone())
            .or_insert(rolls);
        assert_eq!(
            known, rolls,
            "{match_id:?}: people have seen different rolls"
        );
    }

    /// What people have verified.
    pub(super) fn verified(&self) -> BTreeMap<MatchId, u64> {
        mem::take(&mut *lock(&self.verified))
    }

    /// What the history was.
    pub(super) fn report(&self) -> Report {
        let mut report = mem::take(&mut *lock(&self.report));
        report.trace.extend(self.appends());
        report.appends = self.journal.count();
        report
    }

    /// The last steps, even if somebody has panicked while something was counted.
    pub(super) fn last_steps(&self, count: usize) -> String {
        let report = self.report.lock().unwrap_or_else(PoisonError::into_inner);
        let steps = report.trace.iter().cloned().chain(self.appends());
        tell_last(steps.collect(), count)
    }

    fn appends(&self) -> impl Iterator<Item = Step> {
        let step = |Written {
                        lobby,
                        before,
                        events,
                        at,
                        ..
                    }| Step {
            at: at - self.start,
            who: Who::Journal,
            what: format!("{lobby} has after {before:?} {events:?}"),
        };
        self.journal.since(0).into_iter().map(step)
    }

    pub(super) fn count(&self, change: impl FnOnce(&mut Report)) {
        change(&mut lock(&self.report));
    }
}

/// A person who finds something wrong panics; the history ends with that.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap()
}
