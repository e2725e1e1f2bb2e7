//! Measures a server: with tables that play as fast as it answers, or with bots that think beside somebody who asks.
//!
//! Called by `dicehall bench`; prints one JSON document or a few lines.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use dicehall_engine::GameKind;
use serde::Serialize;
use tokio::sync::Barrier;
use tokio::task::JoinSet;
use tokio::time::Instant;

use super::child::{Child, Limits};
use super::player::{Player, Server};
use super::score::{MatchesLeft, Score, gather};
use super::table::Table;
use super::thinking::{BotTable, Thinkers};
use crate::document::Document;
use crate::measure::{float, ratio};
use crate::net::address::Address;
use crate::net::trust::Trust;

/// The most tables at once; each has two connections.
pub(crate) const LOBBIES_MAX: u16 = 500;
/// The most connections that only sit there.
pub(crate) const IDLE_MAX: u16 = 4_000;
/// How many seats of a lobby are taken by connections that only sit there.
const SEATS_PER_LOBBY: u16 = 4;

/// A measurement: how many tables, for how long, on which server.
#[derive(Clone, Debug)]
pub(crate) struct Bench {
    /// A server that runs already; `None` starts one.
    pub(crate) address: Option<Address>,
    /// Whom to trust.
    pub(crate) trust: Trust,
    /// Where a server of our own journals; `None` keeps lobbies in memory.
    pub(crate) data: Option<PathBuf>,
    /// How many tables play at once.
    pub(crate) lobbies: u16,
    /// After how many matches it ends.
    pub(crate) matches: Option<u64>,
    /// After what time it ends.
    pub(crate) limit: Duration,
    /// How many idle connections are weighed.
    pub(crate) idle: u16,
    /// Bots on every seat in place of clients that play.
    pub(crate) thinkers: Option<Thinkers>,
}

/// The result of a measurement; what the system does not tell, or was not asked for, is null.
#[derive(Debug, Serialize)]
pub(crate) struct BenchReport {
    lobbies: u16,
    seconds: f64,
    matches: u64,
    actions: u64,
    actions_per_second: f64,
    /// From sending an action until both seats have seen it; while bots play, of a question that somebody else asks.
    round_trip_ms: RoundTrip,
    /// The server's processor time for each action.
    server_cpu_us_per_action: Option<f64>,
    server_rss_bytes: Option<u64>,
    idle: Option<Idle>,
}

#[derive(Debug, Serialize)]
struct RoundTrip {
    p50: f64,
    p99: f64,
}

/// The memory of connections that only sit there.
#[derive(Debug, Serialize)]
struct Idle {
    connections: u16,
    rss_bytes_before: u64,
    rss_bytes_after: u64,
    bytes_per_connection: f64,
}

/// The common data of the tables of one run.
#[derive(Debug)]
struct Shared {
    /// Everybody begins at once.
    begin: Barrier,
    matches: MatchesLeft,
    limit: Duration,
}

/// The resources that a server of our own has used; `None` for another one, and where the system does not tell.
#[derive(Clone, Copy, Debug, Default)]
struct ServerUsage {
    cpu: Option<Duration>,
    rss: Option<u64>,
}

impl Bench {
    /// Measures.
    pub(crate) async fn run(&self) -> Result<BenchReport> {
        let idle = self.weigh_idle().await?;
        let Some(address) = &self.address else {
            let child = Child::start(self.data.as_deref(), Limits::Off).await?;
            let report = self.measure(child.address(), Some(&child)).await?;
            child.stop().await;
            return Ok(BenchReport { idle, ..report });
        };
        self.measure(address, None).await
    }

    async fn measure(&self, address: &Address, child: Option<&Child>) -> Result<BenchReport> {
        let shared = Arc::new(Shared {
            begin: Barrier::new(usize::from(self.lobbies) + 1),
            matches: MatchesLeft::new(self.matches),
            limit: self.limit,
        });
        let tables = self.open(&self.server(address), &shared).await?;
        let before = child.and_then(Child::cpu);
        let begun = Instant::now();
        shared.begin.wait().await;
        let mut score = Score::new();
        for part in gather(tables).await? {
            score.merge(&part);
        }
        let taken = begun.elapsed();
        let spent = before.zip(child.and_then(Child::cpu));
        let usage = ServerUsage {
            cpu: spent.map(|(before, after)| after.saturating_sub(before)),
            rss: child.and_then(Child::rss),
        };
        Ok(BenchReport::new(self.lobbies, &score, taken, usage))
    }

    /// Opens all tables; each plays as soon as all are there.
    async fn open(&self, server: &Server, shared: &Arc<Shared>) -> Result<JoinSet<Result<Score>>> {
        let mut tables = JoinSet::new();
        for number in 0..self.lobbies {
            let shared = Arc::clone(shared);
            if let Some(thinkers) = self.thinkers {
                let table = BotTable::open(server, number, thinkers).await?;
                tables.spawn(async move {
                    let until = shared.begin().await;
                    let goes_on = || Instant::now() < until;
                    table.look_on(&shared.matches, goes_on).await
                });
            } else {
                let table = Table::open(server, number).await?;
                tables.spawn(async move {
                    let until = shared.begin().await;
                    let goes_on = || Instant::now() < until;
                    let played = table.play(&shared.matches, Duration::ZERO, goes_on).await;
                    Ok(played?.1)
                });
            }
        }
        Ok(tables)
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
    /// Waits for the others; when the run is over.
    async fn begin(&self) -> Instant {
        self.begin.wait().await;
        Instant::now() + self.limit
    }
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

impl BenchReport {
    fn new(lobbies: u16, score: &Score, taken: Duration, usage: ServerUsage) -> Self {
        let Score {
            actions, matches, ..
        } = *score;
        let per_action = |it: Duration| ratio(it.as_secs_f64() * 1e6, float(actions));
        Self {
            lobbies,
            seconds: taken.as_secs_f64(),
            matches,
            actions,
            actions_per_second: ratio(float(actions), taken.as_secs_f64()),
            round_trip_ms: RoundTrip {
                p50: score.round_trips.percentile_ms(50),
                p99: score.round_trips.percentile_ms(99),
            },
            server_cpu_us_per_action: usage.cpu.map(per_action),
            server_rss_bytes: usage.rss,
            idle: None,
        }
    }
}

impl Document for BenchReport {
    fn write_text(&self, out: &mut impl Write) -> io::Result<()> {
        let Self {
            lobbies,
            seconds,
            matches,
            actions,
            actions_per_second,
            round_trip_ms: RoundTrip { p50, p99 },
            ..
        } = self;
        writeln!(
            out,
            "{lobbies} lobbies, {seconds:.1} s, {matches} matches, {actions} actions"
        )?;
        writeln!(out, "{actions_per_second:.0} actions/s")?;
        writeln!(out, "round trip p50 {p50:.2} ms, p99 {p99:.2} ms")?;
        if let Some(cpu) = self.server_cpu_us_per_action {
            writeln!(out, "server: {cpu:.0} us of the processor for each action")?;
        }
        if let Some(rss) = self.server_rss_bytes {
            writeln!(out, "server: {:.1} MiB", float(rss) / 1_048_576.0)?;
        }
        let Some(idle) = &self.idle else {
            return Ok(());
        };
        let (count, each) = (idle.connections, idle.bytes_per_connection / 1024.0);
        writeln!(out, "{count} idle seated connections: {each:.1} KiB each")
    }
}

impl Idle {
    fn new(connections: u16, before: u64, after: u64) -> Self {
        let grown = float(after.saturating_sub(before));
        Self {
            connections,
            rss_bytes_before: before,
            rss_bytes_after: after,
            bytes_per_connection: ratio(grown, f64::from(connections)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::write_json;
    use crate::net::host::Host;
    use crate::net::known_servers::KnownServers;
    use crate::net::trust::Policy;

    fn nobody() -> Trust {
        Trust::new(KnownServers::default(), Policy::Refuse)
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn every_match_that_is_asked_for_is_played_and_every_action_is_timed() {
        let host = Host::start_unlimited(None).unwrap();
        let address: Address = host.address().to_string().parse().unwrap();
        // The time is a limit that is not reached.
        let limit = Duration::from_secs(600);
        let bench = Bench {
            address: Some(address),
            trust: nobody(),
            data: None,
            lobbies: 2,
            matches: Some(3),
            limit,
            idle: 0,
            thinkers: None,
        };
        let mut out = Vec::new();
        write_json(&bench.run().await.unwrap(), &mut out).unwrap();
        let report: serde_json::Value = serde_json::from_slice(&out).unwrap();
        assert_eq!(
            (report["matches"].as_u64(), report["lobbies"].as_u64()),
            (Some(3), Some(2))
        );
        assert!(
            report["actions"].as_u64().is_some_and(|it| it > 30),
            "{report}"
        );
        assert!(
            report["round_trip_ms"]["p50"]
                .as_f64()
                .is_some_and(|it| it > 0.0),
            "{report}"
        );
        assert_eq!(report["server_cpu_us_per_action"], serde_json::Value::Null);
        host.stop().await;
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn while_bots_play_every_game_somebody_else_is_answered() {
        let host = Host::start_unlimited(None).unwrap();
        let address: Address = host.address().to_string().parse().unwrap();
        for game in GameKind::ALL {
            let bot = "random".parse().unwrap();
            let bench = Bench {
                address: Some(address.clone()),
                trust: nobody(),
                data: None,
                lobbies: 1,
                matches: Some(3),
                limit: Duration::from_secs(600),
                idle: 0,
                thinkers: Some(Thinkers { game: *game, bot }),
            };
            let mut out = Vec::new();
            write_json(&bench.run().await.unwrap(), &mut out).unwrap();
            let report: serde_json::Value = serde_json::from_slice(&out).unwrap();
            assert_eq!(report["matches"].as_u64(), Some(3), "{report}");
            assert!(
                report["actions"].as_u64().is_some_and(|it| it > 2),
                "{report}"
            );
            assert!(
                report["round_trip_ms"]["p99"]
                    .as_f64()
                    .is_some_and(|it| it > 0.0),
                "{report}"
            );
        }
        host.stop().await;
    }

    #[tokio::test]
    async fn a_server_that_is_not_there_is_told() {
        let address = "127.0.0.1:1".parse().unwrap();
        let limit = Duration::from_secs(1);
        let bench = Bench {
            address: Some(address),
            trust: nobody(),
            data: None,
            lobbies: 1,
            matches: None,
            limit,
            idle: 0,
            thinkers: None,
        };
        assert!(
            bench
                .run()
                .await
                .unwrap_err()
                .to_string()
                .contains("refused")
        );
    }

    fn report() -> BenchReport {
        let mut score = Score {
            actions: 1_000,
            matches: 3,
            ..Score::new()
        };
        // Durations that the histogram tells as they are.
        for nanos in [501_760, 987_136] {
            (0..500).for_each(|_| score.round_trips.add(Duration::from_nanos(nanos)));
        }
        let usage = ServerUsage {
            cpu: Some(Duration::from_millis(50)),
            rss: Some(10_485_760),
        };
        let idle = Some(Idle::new(100, 1_000_000, 3_000_000));
        BenchReport {
            idle,
            ..BenchReport::new(64, &score, Duration::from_secs(2), usage)
        }
    }

    #[test]
    fn the_json_document_has_these_fields() {
        let mut out = Vec::new();
        write_json(&report(), &mut out).unwrap();
        insta::assert_snapshot!(String::from_utf8(out).unwrap());
    }

    #[test]
    fn people_are_told_the_same() {
        let mut out = Vec::new();
        report().write_text(&mut out).unwrap();
        insta::assert_snapshot!(String::from_utf8(out).unwrap());
    }
}
