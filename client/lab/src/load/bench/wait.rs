//! How long people wait: the time from ending a turn until the person's next turn, at a table of one person with three bots
//! and at one of two people with two.
//!
//! Called by `dicehall bench --wait`. The bots are paced as at any table that nobody has set otherwise; the people act as
//! soon as they may, so that everything that is measured is the wait for others. It is measured where a client gets its
//! choices: terminal and page show them at once, since rolling dice end with the next message.

use std::io::{self, Write};
use std::time::Duration;

use anyhow::{Context, Result};
use dicehall_client::document::Document;
use dicehall_client::net::trust::Trust;
use dicehall_engine::lobby::{BOT_PACE_MS, Clock, Ply, Request, Settings};
use dicehall_engine::{BotSpec, GameKind, Rung, Seat};
use dicehall_protocol::Choice;
use futures_util::future::select_all;
use serde::Serialize;
use tokio::time::Instant;

use super::super::child::{Child, Limits};
use super::super::player::{Player, Server};

/// The seats of a table.
const SEATS: usize = 4;
/// The number of people at the tables that are measured.
const PEOPLE: [usize; 2] = [1, 2];
/// The longest wait in the middle of all that is good enough, in milliseconds.
const MEDIAN_MS_MAX: f64 = 1_500.0;
/// The longest wait of all that is good enough, in milliseconds.
const LONGEST_MS_MAX: f64 = 3_500.0;
/// The odds from which on a person attacks.
const GOOD_ODDS: f64 = 0.6;

/// A measurement of waits.
#[derive(Clone, Debug)]
pub(crate) struct Wait {
    /// The game.
    pub(crate) game: GameKind,
    /// How long each table is measured.
    pub(crate) limit: Duration,
    /// The trusted certificates.
    pub(crate) trust: Trust,
}

/// The waits at all tables.
#[derive(Debug, Serialize)]
pub(crate) struct WaitReport {
    game: GameKind,
    tables: Vec<Measured>,
    pub(in crate::load) faults: Vec<String>,
}

/// The waits at one table, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
struct Measured {
    people: usize,
    bots: usize,
    turns: usize,
    median_ms: f64,
    longest_ms: f64,
}

/// A table with people who act at once, and bots.
struct Table {
    people: Vec<Player>,
    /// When each person ended a turn; `None` during the person's turn.
    ended: Vec<Option<Instant>>,
    waits: Vec<Duration>,
}

impl Wait {
    /// Measures both tables, one after the other, at a server of its own.
    pub(crate) async fn run(&self) -> Result<WaitReport> {
        let child = Child::start(None, Limits::Off).await?;
        let server = Server {
            address: child.address().clone(),
            trust: self.trust.clone(),
        };
        let mut tables = Vec::new();
        for people in PEOPLE {
            let mut table = Table::open(&server, people, self.game).await?;
            table.play(self.limit).await?;
            tables.push(Measured::of(people, table.waits));
        }
        child.stop().await;
        Ok(WaitReport {
            game: self.game,
            faults: tables.iter().filter_map(Measured::fault).collect(),
            tables,
        })
    }
}

impl Table {
    /// Connects the people, fills the other seats with bots and starts the match.
    async fn open(server: &Server, people: usize, game: GameKind) -> Result<Self> {
        let settings = Settings {
            rules: game.default_rules(),
            bot_pace_ms: BOT_PACE_MS,
            clock: Clock::Off,
        };
        let mut host = server.connect("person 1").await?;
        let lobby = host.create("waiting", settings).await?;
        host.sit().await?;
        let mut all = vec![host];
        for number in 2..=people {
            let mut guest = server.connect(&format!("person {number}")).await?;
            guest.join(lobby).await?;
            guest.sit().await?;
            all.push(guest);
        }
        let bot = BotSpec::on_rung(Rung::Second, game);
        for seat in Seat::ALL.into_iter().take(SEATS).skip(people) {
            all[0].ask(Request::SeatBot { seat, bot }).await?;
        }
        all[0].ask(Request::Start { force: true }).await?;
        Ok(Self {
            ended: vec![None; all.len()],
            people: all,
            waits: Vec::new(),
        })
    }

    /// Plays one match after another, and notes each wait.
    async fn play(&mut self, limit: Duration) -> Result<()> {
        let begun = Instant::now();
        while begun.elapsed() < limit {
            if self.people.iter().all(|it| it.is_over) {
                self.play_again().await?;
            }
            for at in 0..self.people.len() {
                if let Some((ply, choices)) = self.people[at].take_choices() {
                    self.act(at, ply, &choices).await?;
                }
            }
            self.step().await?;
        }
        Ok(())
    }

    /// Waits for the next message to anybody.
    async fn step(&mut self) -> Result<()> {
        let steps = self.people.iter_mut().map(|it| Box::pin(it.step()));
        select_all(steps).await.0
    }

    /// Lets a person choose: a good attack, else the end of the turn.
    async fn act(&mut self, at: usize, ply: Ply, choices: &[Choice]) -> Result<()> {
        if let Some(ended) = self.ended[at].take() {
            self.waits.push(ended.elapsed());
        }
        let good = choices.iter().find(|it| it.odds >= Some(GOOD_ODDS));
        let pass = choices.iter().find(|it| it.odds.is_none());
        let chosen = good.or(pass).or(choices.first());
        let chosen = chosen.context("the server asked for a choice and offered none")?;
        let action = chosen.action;
        self.people[at].send(Request::Act { ply, action }).await?;
        if chosen.odds.is_none() {
            self.ended[at] = Some(Instant::now());
        }
        Ok(())
    }

    /// Lets the people agree to another match, until it begins.
    async fn play_again(&mut self) -> Result<()> {
        for person in &mut self.people {
            person.ask(Request::Rematch).await?;
        }
        while self.people.iter().any(|it| it.is_over) {
            self.step().await?;
        }
        self.ended = vec![None; self.people.len()];
        Ok(())
    }
}

impl Measured {
    fn of(people: usize, mut waits: Vec<Duration>) -> Self {
        waits.sort_unstable();
        let ms = |it: Option<&Duration>| it.map_or(0.0, |it| it.as_secs_f64() * 1_000.0);
        Self {
            people,
            bots: SEATS - people,
            turns: waits.len(),
            median_ms: ms(waits.get(waits.len() / 2)),
            longest_ms: ms(waits.last()),
        }
    }

    /// Why the waits are not good enough.
    fn fault(&self) -> Option<String> {
        let Self { people, bots, .. } = self;
        let table = format!("people {people}, bots {bots}");
        if self.turns == 0 {
            Some(format!("{table}: nobody has waited for a turn"))
        } else if self.median_ms > MEDIAN_MS_MAX || self.longest_ms > LONGEST_MS_MAX {
            Some(format!("{table}: people wait too long"))
        } else {
            None
        }
    }
}

impl Document for WaitReport {
    fn write_text(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(
            out,
            "{}: from the end of a turn to the next",
            self.game.name()
        )?;
        for it in &self.tables {
            writeln!(
                out,
                "people {}, bots {}: median {:.2} s, at most {:.2} s, of {} turns",
                it.people,
                it.bots,
                it.median_ms / 1_000.0,
                it.longest_ms / 1_000.0,
                it.turns
            )?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(waits_ms: &[u64], median_ms: f64, fault: Option<&str>) {
        let waits = waits_ms.iter().copied().map(Duration::from_millis);
        let waits = Measured::of(1, waits.collect());
        assert!((waits.median_ms - median_ms).abs() < 0.1, "{waits:?}");
        assert_eq!(waits.fault().as_deref(), fault, "{waits:?}");
    }

    #[test]
    fn waits_are_judged_by_their_middle_and_by_the_longest() {
        let too_long = Some("people 1, bots 3: people wait too long");
        check(&[3_400, 200, 1_400], 1_400.0, None);
        check(&[1_600, 200, 1_700], 1_600.0, too_long);
        check(&[3_600, 200, 300], 300.0, too_long);
        check(
            &[],
            0.0,
            Some("people 1, bots 3: nobody has waited for a turn"),
        );
    }
}
