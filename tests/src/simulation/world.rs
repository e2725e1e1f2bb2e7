//! The world of a history, which all its people share: the network, the season, the findings, and the report.

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

/// The report of a history.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Every frame that anybody sent or received, every trouble, and every append that became durable.
    pub trace: Vec<Step>,
    /// The number of frames.
    pub frames: u64,
    /// The number of accepted actions of people.
    pub acts: u64,
    /// How often the server was killed.
    pub kills: u64,
    /// The codes of refusals, and how often each came.
    pub refusals: BTreeMap<String, u64>,
    /// The number of durable appends.
    pub appends: usize,
    /// The number of lobbies that were damaged while the server was down.
    pub damages: u64,
    /// The number of commands that were sent again because their answers were lost.
    pub repeats: u64,
    /// How often a token or a key was tried that must no longer be valid.
    pub thefts: u64,
    /// How often a request to enter was sent again.
    pub requests_again: u64,
    /// How often such a request had been granted before, and was answered with the same place.
    pub returns: u64,
    /// The number of matches that a person who had seen them whole verified.
    pub witnessed: u64,
    /// How often a person had seen only the end of a match.
    pub latecomers: u64,
    /// The number of files of matches that verified.
    pub files: u64,
    /// Other rare events, and how often each came.
    pub signs: BTreeMap<&'static str, u64>,
}

impl Report {
    /// Counts a refusal.
    pub(super) fn refused(&mut self, code: &str) {
        *self.refusals.entry(code.to_owned()).or_default() += 1;
    }

    /// Counts a rare event.
    pub(super) fn sign(&mut self, what: &'static str) {
        *self.signs.entry(what).or_default() += 1;
    }
}

/// The seasons of a history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Season {
    /// Things break, and people do as they like.
    Storm,
    /// Nothing breaks any more, and people play on.
    Calm,
    /// Nobody sends any more commands.
    Over,
}

/// The world that all people of a history share.
#[derive(Debug)]
pub(super) struct World {
    pub(super) network: Network,
    pub(super) plan: Plan,
    journal: FaultyJournal,
    oracle: Mutex<Oracle>,
    luck: Mutex<SeededDice>,
    season: Mutex<Season>,
    codes: Mutex<Vec<Option<LobbyCode>>>,
    /// The lobby in which each person believes to be.
    places: Mutex<Vec<Option<LobbyCode>>>,
    settled: AtomicUsize,
    is_full: AtomicBool,
    start: Instant,
    report: Mutex<Report>,
    /// The number of rolls of each match that people have verified.
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
            places: Mutex::new(vec![None; plan.people]),
            settled: AtomicUsize::new(0),
            is_full: AtomicBool::new(false),
            start: Instant::now(),
            report: Mutex::default(),
            verified: Mutex::default(),
            journal,
            plan,
        }
    }

    /// Luck for a person.
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

    /// Records that a table has a lobby.
    pub(super) fn found(&self, table: usize, lobby: LobbyCode) {
        lock(&self.codes)[table].get_or_insert(lobby);
    }

    /// Records that the lobby of a table is no more.
    pub(super) fn lose(&self, table: usize, lobby: LobbyCode) {
        lock(&self.codes)[table].take_if(|it| *it == lobby);
    }

    /// Records in which lobby a person is.
    pub(super) fn place(&self, person: usize, lobby: Option<LobbyCode>) {
        lock(&self.places)[person] = lobby;
    }

    /// Whether nobody is in this lobby any more, so that its match stands.
    pub(super) fn is_deserted(&self, lobby: LobbyCode) -> bool {
        !lock(&self.places).contains(&Some(lobby))
    }

    /// Records that a person has an answer to every command.
    pub(super) fn settle(&self) {
        self.settled.fetch_add(1, Ordering::Relaxed);
    }

    /// The number of people who have an answer to every command.
    pub(super) fn settled(&self) -> usize {
        self.settled.load(Ordering::Relaxed)
    }

    /// Begins another season.
    pub(super) fn turn(&self, season: Season) {
        *lock(&self.season) = season;
    }

    /// Whether every table has a lobby.
    pub(super) fn has_every_lobby(&self) -> bool {
        lock(&self.codes).iter().all(Option::is_some)
    }

    /// Whether the disk is full.
    pub(super) fn is_full(&self) -> bool {
        self.is_full.load(Ordering::Relaxed)
    }

    /// Fills the disk, or makes room again.
    pub(super) fn fill(&self, is_full: bool) {
        self.is_full.store(is_full, Ordering::Relaxed);
    }

    /// Records a frame that a person received.
    pub(super) fn hears(&self, number: usize, frame: &str) {
        self.tell(Who::Person(number), format!("hears {frame}"));
        self.count(|it| it.frames += 1);
    }

    /// Records a step.
    pub(super) fn tell(&self, who: Who, what: String) {
        let step = Step {
            at: self.start.elapsed(),
            who,
            what,
        };
        self.count(|it| it.trace.push(step));
    }

    /// Records that a person who saw a whole match has verified it; all people must find the same number of rolls.
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

    /// The matches that people have verified, with their rolls.
    pub(super) fn verified(&self) -> BTreeMap<MatchId, u64> {
        mem::take(&mut *lock(&self.verified))
    }

    /// The report of the history.
    pub(super) fn report(&self) -> Report {
        let mut report = mem::take(&mut *lock(&self.report));
        report.trace.extend(self.appends());
        report.appends = self.journal.count();
        report
    }

    /// The last steps, even if a thread has panicked while it counted something.
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

/// Locks a value. A person who finds something wrong panics, which ends the history, so a poisoned lock is ignored.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap()
}
