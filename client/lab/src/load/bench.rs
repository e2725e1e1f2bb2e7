//! Measures a server: with tables that play as fast as it answers or at a given rate, or with bots
//! that think while another session asks; and, in the same run, the floor server.
//!
//! Called by `dicehall bench`. The results are printed by `report`.

pub(crate) mod wait;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use dicehall_client::net::address::Address;
use dicehall_client::net::trust::Trust;
use dicehall_engine::GameKind;
use dicehall_engine::build_profile::BUILD_PROFILE;
use tokio::sync::Barrier;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};

use super::child::{Child, Kind, Limits, Start};
use super::cores::Cores;
use super::floor::table::FloorTable;
use super::player::{Player, Server, without_pace};
use super::playing::{Pace, Seated, play};
use super::report::subject::Subject;
use super::report::{BenchReport, Figures, Idle, MemoryStages};
use super::score::{MatchesLeft, Score, gather};
use super::table::{Seating, Table};
use super::thinking::{BotTable, Thinkers};
use super::usage::ServerUsage;
use crate::measure::float;

/// The most tables at once.
pub(crate) const LOBBIES_MAX: u16 = 1_000;
/// The most spectators at a table; a lobby has room for 64 people.
pub(crate) const SPECTATORS_MAX: u16 = 60;
/// The highest rate that can be asked for, in actions per second.
pub(crate) const RATE_MAX: u32 = 1_000_000;
/// The most idle connections.
pub(crate) const IDLE_MAX: u16 = 8_000;
/// The number of seats of a lobby that idle connections take.
const SEATS_PER_LOBBY: u16 = 4;
/// The number of checks whether everybody who left is gone.
const LOOKS_MAX: usize = 40;
/// The pause between two checks, in milliseconds.
const LOOK_MS: u64 = 50;

/// A measurement: the number of tables, the duration, the server.
#[derive(Clone, Debug)]
pub(crate) struct Bench {
    /// The address of a running server; `None` starts one.
    pub(crate) address: Option<Address>,
    /// The trusted certificates.
    pub(crate) trust: Trust,
    /// The journal's folder for a server of our own; `None` keeps lobbies in memory.
    pub(crate) data: Option<PathBuf>,
    /// The people at each table.
    pub(crate) seating: Seating,
    /// The number of tables that play at once.
    pub(crate) lobbies: u16,
    /// The rate of all tables together, in actions per second; `None` means as fast as the server
    /// answers.
    pub(crate) rate: Option<u32>,
    /// The number of matches after which the run ends; `None` for no limit.
    pub(crate) matches: Option<u64>,
    /// The time after which the run ends.
    pub(crate) limit: Duration,
    /// The cores for server and load; `None` leaves the choice to the system.
    pub(crate) cores: Option<Cores>,
    /// Whether the floor server is measured as well, before the server.
    pub(crate) floor: bool,
    /// The number of idle connections whose memory is measured.
    pub(crate) idle: u16,
    /// Bots on every seat instead of clients that play.
    pub(crate) thinkers: Option<Thinkers>,
}

/// The data that the tables of a run share.
#[derive(Debug)]
struct Shared {
    /// The barrier at which all tables wait for the common start.
    begin: Barrier,
    matches: MatchesLeft,
    limit: Duration,
}

/// A finished run: its counts, its duration, and the tables, which are still open.
struct Run<S> {
    score: Score,
    taken: Duration,
    used: Option<ServerUsage>,
    tables: Vec<S>,
}

impl Bench {
    /// Runs the measurement.
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
        let subject = self.subject();
        Ok(BenchReport {
            goal: ratio.and_then(|it| it.goal(&subject)),
            subject,
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
            profile: BUILD_PROFILE,
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
        // One table is opened first, so that the things that a server sets up once are not counted.
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

    /// Measures the floor server: tic-tac-toe for two with as many spectators, at as many tables,
    /// at the same pace.
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

    /// Lets all tables play until the time or the matches are used up.
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

    /// The pace of a table: the tables share the rate and start one after the other.
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

    /// Watches a lobby of bots, and asks the server questions meanwhile.
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

    /// Measures the memory of silent connections on seats, on a fresh server.
    async fn weigh_idle(&self) -> Result<Option<Idle>> {
        if self.idle == 0 || self.address.is_some() {
            return Ok(None);
        }
        let child = Child::start(None, Limits::Off).await?;
        let server = self.server(child.address());
        // One table is opened first, so that the things that a server sets up once are not counted.
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
    /// Waits for the others; returns the moment of the start.
    async fn begin(&self) -> Instant {
        self.begin.wait().await;
        Instant::now()
    }
}

/// The resources used so far by a server of our own, and its journal's commits.
async fn used(child: Option<&mut Child>) -> Result<Option<ServerUsage>> {
    let Some(child) = child else { return Ok(None) };
    let Some(process) = child.usage() else {
        return Ok(None);
    };
    let commits = child.commits().await?;
    Ok(Some(ServerUsage { process, commits }))
}

fn between(before: Option<ServerUsage>, after: Option<ServerUsage>) -> Option<ServerUsage> {
    before.zip(after).map(|(before, after)| after - before)
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

/// A lobby whose seats are taken by silent people.
async fn seat_table(server: &Server, count: u16) -> Result<Vec<Player>> {
    let mut players = Vec::new();
    let mut lobby = None;
    for number in 0..count {
        let mut player = server.connect(&format!("idle {number}")).await?;
        lobby = Some(match lobby {
            None => {
                player
                    .create("idle", without_pace(GameKind::DiceOfDoom))
                    .await?
            }
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
    use dicehall_client::document::write_json;
    use dicehall_client::net::trust::Policy;
    use dicehall_client::net::trust::known_servers::KnownServers;

    use crate::load::trial_server::TrialServer;

    /// A measurement of so many matches at one table of a running server; its time limit is not
    /// reached.
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
        let host = TrialServer::unlimited(None).await.unwrap();
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
        let host = TrialServer::unlimited(None).await.unwrap();
        for game in GameKind::ALL {
            let seating = Seating {
                game: *game,
                seats: game.seats().1,
                spectators: 2,
            };
            // Dice Wars for four takes long, so one match must do.
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
        let host = TrialServer::unlimited(None).await.unwrap();
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
        assert!(error.to_string().contains("no server listens"), "{error}");
    }
}
