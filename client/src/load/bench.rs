//! Measures a server: with tables that play as fast as it answers or when actions are due, or with bots that think beside
//! somebody who asks; and, in the same run, the floor.
//!
//! Called by `dicehall bench`. What was found is told by `report`.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use dicehall_engine::GameKind;
use tokio::sync::Barrier;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};

use super::child::{Child, Kind, Limits, Start};
use super::cores::Cores;
use super::floor_table::FloorTable;
use super::player::{Player, Server};
use super::playing::{Pace, Seated, play};
use super::report::{BenchReport, Figures, Idle, MemoryStages, Subject};
use super::score::{MatchesLeft, Score, gather};
use super::table::{Seating, Table};
use super::thinking::{BotTable, Thinkers};
use super::usage::Usage;
use crate::measure::float;
use crate::net::address::Address;
use crate::net::trust::Trust;

/// The most tables at once.
pub(crate) const LOBBIES_MAX: u16 = 500;
/// The most who look on at a table: a lobby has room for 64 people.
pub(crate) const SPECTATORS_MAX: u16 = 60;
/// The most actions a second that can be due.
pub(crate) const RATE_MAX: u32 = 1_000_000;
/// The most connections that only sit there.
pub(crate) const IDLE_MAX: u16 = 4_000;
/// How many seats of a lobby are taken by connections that only sit there.
const SEATS_PER_LOBBY: u16 = 4;
/// How often the server is looked at until everybody who left is gone.
const LOOKS_MAX: usize = 40;
/// The pause between two looks.
const LOOK_MS: u64 = 50;

/// A measurement: how many tables, for how long, on which server.
#[derive(Clone, Debug)]
pub(crate) struct Bench {
    /// A server that runs already; `None` starts one.
    pub(crate) address: Option<Address>,
    /// Whom to trust.
    pub(crate) trust: Trust,
    /// Where a server of our own journals; `None` keeps lobbies in memory.
    pub(crate) data: Option<PathBuf>,
    /// Who is at each table.
    pub(crate) seating: Seating,
    /// How many tables play at once.
    pub(crate) lobbies: u16,
    /// How many actions a second are due at all tables together; `None` for as many as the server answers.
    pub(crate) rate: Option<u32>,
    /// After how many matches it ends.
    pub(crate) matches: Option<u64>,
    /// After what time it ends.
    pub(crate) limit: Duration,
    /// The cores of server and load; `None` lets the system choose.
    pub(crate) cores: Option<Cores>,
    /// Whether the floor is measured too, before the server.
    pub(crate) floor: bool,
    /// How many idle connections are weighed.
    pub(crate) idle: u16,
    /// Bots on every seat in place of clients that play.
    pub(crate) thinkers: Option<Thinkers>,
}

/// The common data of the tables of one run.
#[derive(Debug)]
struct Shared {
    /// Everybody begins at once.
    begin: Barrier,
    matches: MatchesLeft,
    limit: Duration,
}

/// A run of tables that are open: what it counted, how long it took, and the tables.
struct Run<S> {
    score: Score,
    taken: Duration,
    used: Option<(Usage, Option<u64>)>,
    tables: Vec<S>,
}

impl Bench {
    /// Measures.
    pub(crate) async fn run(&self) -> Result<BenchReport> {
        let floor = if self.floor {
            Some(self.measure_floor().await?)
        } else {
            None
        };
        let idle = self.weigh_idle().await?;
        let figures = if let Some(address) = &self.address {
            self.measure(address, None).await?
        } else {
            let (data, limits) = (self.data.as_deref(), Limits::Off);
            let mut child = self.start(Kind::Server { data, limits }).await?;
            let address = child.address().clone();
            let figures = self.measure(&address, Some(&mut child)).await?;
            child.stop().await;
            figures
        };
        let ratio = floor.as_ref().map(|floor| figures.ratio_to(floor));
        Ok(BenchReport {
            subject: self.subject(),
            figures,
            floor,
            ratio,
            idle,
        })
    }

    fn subject(&self) -> Subject {
        let Seating {
            game,
            seats,
            spectators,
        } = self.seating;
        Subject {
            game,
            lobbies: self.lobbies,
            seats,
            spectators,
            rate: self.rate,
            pinned: self.cores.is_some(),
            journal: self.address.is_none().then(|| self.data.is_some()),
        }
    }

    async fn start(&self, kind: Kind<'_>) -> Result<Child> {
        let core = self.cores.map(|it| it.server);
        Child::start_as(Start { kind, core }).await
    }

    async fn measure(&self, address: &Address, mut child: Option<&mut Child>) -> Result<Figures> {
        let server = self.server(address);
        if let Some(thinkers) = self.thinkers {
            return self.look_on(&server, thinkers, child).await;
        }
        let rss = |child: Option<&Child>| child.and_then(Child::rss).map_or(0.0, float);
        // One table first, so that what a server builds once is not counted.
        let first = Table::open(&server, 0, self.seating).await?;
        first.leave().await?;
        let start = rss(child.as_deref());
        let mut tables = Vec::new();
        for number in 0..self.lobbies {
            tables.push(Table::connect(&server, number, self.seating).await?);
        }
        let connected = rss(child.as_deref());
        for (number, table) in (0..).zip(&mut tables) {
            table.sit(number).await?;
        }
        let waiting = rss(child.as_deref());
        for table in &mut tables {
            table.start().await?;
        }
        let run = self.play(tables, child.as_deref_mut()).await?;
        let playing = rss(child.as_deref());
        for table in run.tables {
            table.leave().await?;
        }
        settle(&server).await?;
        let stages = MemoryStages {
            start,
            connected,
            waiting,
            playing,
            after: rss(child.as_deref()),
        };
        let seats = f64::from(self.lobbies) * f64::from(self.seating.clients());
        let memory = child.map(|_| stages);
        Ok(Figures::new(&run.score, run.taken, run.used).with_memory(memory, seats))
    }

    /// The floor plays tic-tac-toe for two before as many spectators, at as many tables, at the same pace.
    async fn measure_floor(&self) -> Result<Figures> {
        let mut child = self.start(Kind::Floor).await?;
        let server = self.server(child.address());
        let mut rooms = Vec::new();
        for number in 0..self.lobbies {
            let clients = 2 + self.seating.spectators;
            rooms.push(FloorTable::open(&server, number, clients).await?);
        }
        let run = self.play(rooms, Some(&mut child)).await?;
        child.stop().await;
        Ok(Figures::new(&run.score, run.taken, run.used))
    }

    /// Lets all tables play until there is no time or no match left.
    async fn play<S: Seated + 'static>(
        &self,
        tables: Vec<S>,
        mut child: Option<&mut Child>,
    ) -> Result<Run<S>> {
        let shared = self.shared();
        let mut playing = JoinSet::new();
        for (number, table) in (0..).zip(tables) {
            let (shared, pace) = (Arc::clone(&shared), self.pace(number));
            playing.spawn(async move {
                let begun = shared.begin().await;
                let goes_on = || begun.elapsed() < shared.limit;
                play(table, &shared.matches, pace, goes_on).await
            });
        }
        let before = used(child.as_deref_mut()).await?;
        let begun = Instant::now();
        shared.begin.wait().await;
        let (mut score, mut tables) = (Score::new(), Vec::new());
        for (table, part) in gather(playing).await? {
            score.merge(&part);
            tables.push(table);
        }
        let taken = begun.elapsed();
        let used = between(before, used(child).await?);
        Ok(Run {
            score,
            taken,
            used,
            tables,
        })
    }

    /// The pace of a table, from the beginning: the tables share the rate, one after the other.
    fn pace(&self, number: u32) -> Pace {
        let Some(rate) = self.rate else {
            return Pace::AtOnce;
        };
        let every = Duration::from_secs(self.lobbies.into()) / rate;
        Pace::Due {
            first: every * number / u32::from(self.lobbies),
            every,
        }
    }

    /// Looks on while bots play, and asks.
    async fn look_on(
        &self,
        server: &Server,
        thinkers: Thinkers,
        mut child: Option<&mut Child>,
    ) -> Result<Figures> {
        let shared = self.shared();
        let mut tables = JoinSet::new();
        for number in 0..self.lobbies {
            let shared = Arc::clone(&shared);
            let table = BotTable::open(server, number, thinkers).await?;
            tables.spawn(async move {
                let begun = shared.begin().await;
                let goes_on = || begun.elapsed() < shared.limit;
                table.look_on(&shared.matches, goes_on).await
            });
        }
        let before = used(child.as_deref_mut()).await?;
        let begun = Instant::now();
        shared.begin.wait().await;
        let mut score = Score::new();
        gather(tables).await?.iter().for_each(|it| score.merge(it));
        let taken = begun.elapsed();
        let used = between(before, used(child).await?);
        Ok(Figures::new(&score, taken, used))
    }

    fn shared(&self) -> Arc<Shared> {
        Arc::new(Shared {
            begin: Barrier::new(usize::from(self.lobbies) + 1),
            matches: MatchesLeft::new(self.matches),
            limit: self.limit,
        })
    }

    /// Weighs connections that sit on seats and say nothing, on a fresh server.
    async fn weigh_idle(&self) -> Result<Option<Idle>> {
        if self.idle == 0 || self.address.is_some() {
            return Ok(None);
        }
        let child = Child::start(None, Limits::Off).await?;
        let server = self.server(child.address());
        // One table first, so that what a server builds once is not counted.
        let mut seated = seat_table(&server, SEATS_PER_LOBBY).await?;
        let before = child.rss();
        let mut left = self.idle;
        while left > 0 {
            let count = left.min(SEATS_PER_LOBBY);
            seated.extend(seat_table(&server, count).await?);
            left -= count;
        }
        let weighed = before.zip(child.rss());
        drop(seated);
        child.stop().await;
        Ok(weighed.map(|(before, after)| Idle::new(self.idle, before, after)))
    }

    fn server(&self, address: &Address) -> Server {
        Server {
            address: address.clone(),
            trust: self.trust.clone(),
        }
    }
}

impl Shared {
    /// Waits for the others; when the run began.
    async fn begin(&self) -> Instant {
        self.begin.wait().await;
        Instant::now()
    }
}

/// What a server of our own has used so far, and its commits.
async fn used(child: Option<&mut Child>) -> Result<Option<(Usage, Option<u64>)>> {
    let Some(child) = child else { return Ok(None) };
    let Some(usage) = child.usage() else {
        return Ok(None);
    };
    Ok(Some((usage, child.commits().await?)))
}

fn between(
    before: Option<(Usage, Option<u64>)>,
    after: Option<(Usage, Option<u64>)>,
) -> Option<(Usage, Option<u64>)> {
    let ((before, commits_before), (after, commits)) = before.zip(after)?;
    let commits = commits.zip(commits_before);
    Some((
        after - before,
        commits.map(|(after, before)| after.saturating_sub(before)),
    ))
}

/// Waits until the lobbies that everybody has left are gone.
async fn settle(server: &Server) -> Result<()> {
    let mut visitor = server.connect("visitor").await?;
    for _ in 0..LOOKS_MAX {
        if visitor.count_lobbies().await? == 0 {
            break;
        }
        sleep(Duration::from_millis(LOOK_MS)).await;
    }
    Ok(())
}

/// A lobby whose seats are taken by people who say nothing.
async fn seat_table(server: &Server, count: u16) -> Result<Vec<Player>> {
    let mut players = Vec::new();
    let mut lobby = None;
    for number in 0..count {
        let mut player = server.connect(&format!("idle {number}")).await?;
        lobby = Some(match lobby {
            None => player.create("idle", GameKind::DiceOfDoom).await?,
            Some(lobby) => player.join(lobby).await?,
        });
        player.sit().await?;
        players.push(player);
    }
    Ok(players)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::write_json;
    use crate::net::host::Host;
    use crate::net::known_servers::KnownServers;
    use crate::net::trust::Policy;

    /// So many matches at one table of a server that runs already; the time is a limit that is not reached.
    fn bench(address: &str, seating: Seating, matches: u64) -> Bench {
        Bench {
            address: Some(address.parse().unwrap()),
            trust: Trust::new(KnownServers::default(), Policy::Refuse),
            data: None,
            seating,
            lobbies: 1,
            rate: None,
            matches: Some(matches),
            limit: Duration::from_secs(600),
            cores: None,
            floor: false,
            idle: 0,
            thinkers: None,
        }
    }

    async fn report(bench: &Bench) -> serde_json::Value {
        let mut out = Vec::new();
        write_json(&bench.run().await.unwrap(), &mut out).unwrap();
        serde_json::from_slice(&out).unwrap()
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn every_match_that_is_asked_for_is_played_and_every_action_is_timed() {
        let host = Host::start_unlimited(None).unwrap();
        let bench = Bench {
            lobbies: 2,
            ..bench(&host.address().to_string(), Seating::TWO, 3)
        };
        let report = report(&bench).await;
        assert_eq!(
            (&report["matches"], &report["lobbies"]),
            (&3.into(), &2.into())
        );
        let at_least = |field: &serde_json::Value, least: f64| {
            assert!(field.as_f64().is_some_and(|it| it > least), "{report}");
        };
        at_least(&report["actions"], 30.0);
        at_least(&report["round_trip_ms"]["p50"], 0.0);
        at_least(&report["wire_per_action"]["frames_up"], 0.99);
        at_least(&report["wire_per_action"]["bytes_down"], 100.0);
        assert_eq!(report["server_cpu_us_per_action"], serde_json::Value::Null);
        host.stop().await;
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn every_game_is_played_by_its_rules_at_a_full_table_before_spectators_when_it_is_due() {
        let host = Host::start_unlimited(None).unwrap();
        for game in GameKind::ALL {
            let seating = Seating {
                game: *game,
                seats: game.seats().1,
                spectators: 2,
            };
            // Dice Wars for four lasts long.
            let matches = 1;
            let bench = Bench {
                rate: Some(RATE_MAX),
                ..bench(&host.address().to_string(), seating, matches)
            };
            let report = report(&bench).await;
            assert_eq!(report["matches"], matches, "{report}");
            let frames = report["wire_per_action"]["frames_down"].as_f64().unwrap();
            assert!(frames > f64::from(seating.clients()), "{report}");
        }
        host.stop().await;
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn while_bots_play_every_game_somebody_else_is_answered() {
        let host = Host::start_unlimited(None).unwrap();
        for game in GameKind::ALL {
            let bot = "random".parse().unwrap();
            let bench = Bench {
                thinkers: Some(Thinkers { game: *game, bot }),
                ..bench(&host.address().to_string(), Seating::TWO, 3)
            };
            let report = report(&bench).await;
            assert_eq!(report["matches"], 3, "{report}");
            assert!(report["actions"].as_u64().is_some_and(|it| it > 2));
            let asked = report["round_trip_ms"]["p99"].as_f64();
            assert!(asked.is_some_and(|it| it > 0.0), "{report}");
        }
        host.stop().await;
    }

    #[tokio::test]
    async fn a_server_that_is_not_there_is_told() {
        let error = bench("127.0.0.1:1", Seating::TWO, 1)
            .run()
            .await
            .unwrap_err();
        assert!(error.to_string().contains("refused"), "{error}");
    }
}
