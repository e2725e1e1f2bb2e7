//! A load generator: many tables of two, played by scripted clients as fast as the server answers.
//!
//! Called by `dicehall bench`. Without an address it measures a server of its own, in a process of its own, so that what
//! the server costs can be told from what the clients cost. One socket a seat, real frames, no pauses.

mod child;
pub(crate) mod histogram;
mod hostile;
mod player;
pub(crate) mod report;
pub(crate) mod siege;
pub(crate) mod soak;
mod table;
mod thinking;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use dicehall_engine::GameKind;
use tokio::sync::Barrier;
use tokio::task::JoinSet;
use tokio::time::Instant;

use crate::load::histogram::Histogram;
use crate::net::address::Address;
use crate::net::trust::Trust;
use child::Child;
use player::Player;
use report::{Idle, Report};
use table::Table;
use thinking::BotTable;
pub(crate) use thinking::Thinkers;

/// The most tables at once; each has two connections.
pub(crate) const LOBBIES_MAX: u16 = 500;
/// The most connections that only sit there.
pub(crate) const IDLE_MAX: u16 = 4_000;
/// How many seats of a lobby are taken by connections that only sit there.
const SEATS_PER_LOBBY: u16 = 4;

/// What is to be measured.
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

/// What the tables have in common.
#[derive(Debug)]
struct Common {
    /// Everybody begins at once.
    begin: Barrier,
    /// Matches that may still be finished.
    matches_left: AtomicU64,
    limit: Duration,
}

/// What was counted at one table, or at all of them.
#[derive(Debug)]
struct Count {
    actions: u64,
    matches: u64,
    round_trips: Histogram,
}

impl Bench {
    /// Measures.
    pub(crate) async fn run(&self) -> Result<Report, String> {
        let idle = self.weigh_idle().await?;
        let (server, address) = if let Some(address) = &self.address {
            (None, address.clone())
        } else {
            let server = Child::start(self.data.as_deref()).await?;
            let address = server.address().clone();
            (Some(server), address)
        };
        let common = Arc::new(Common {
            begin: Barrier::new(usize::from(self.lobbies) + 1),
            matches_left: AtomicU64::new(self.matches.unwrap_or(u64::MAX)),
            limit: self.limit,
        });
        let mut tables = JoinSet::new();
        for number in 0..self.lobbies {
            let common = Arc::clone(&common);
            if let Some(thinkers) = self.thinkers {
                let table = BotTable::open(&address, &self.trust, number, thinkers).await?;
                tables.spawn(table.look_on(common));
            } else {
                tables.spawn(play(
                    Table::open(&address, &self.trust, number).await?,
                    common,
                ));
            }
        }
        let cpu = |server: &Option<Child>| server.as_ref().and_then(Child::cpu);
        let (before, begun) = (cpu(&server), Instant::now());
        common.begin.wait().await;
        let mut count = Count::new();
        while let Some(done) = tables.join_next().await {
            count.merge(&done.map_err(|error| error.to_string())??);
        }
        let taken = begun.elapsed();
        let spent = before
            .zip(cpu(&server))
            .map(|(before, after)| after.saturating_sub(before));
        let rss = server.as_ref().and_then(Child::rss);
        if let Some(server) = server {
            server.stop().await;
        }
        Ok(Report::new(self.lobbies, &count, taken)
            .with_server(spent, rss)
            .with_idle(idle))
    }

    /// Weighs connections that sit on seats and say nothing, on a fresh server.
    async fn weigh_idle(&self) -> Result<Option<Idle>, String> {
        if self.idle == 0 || self.address.is_some() {
            return Ok(None);
        }
        let server = Child::start(None).await?;
        let place = (server.address(), &self.trust);
        // One table first, so that what a server builds once is not counted.
        let mut seated = seat_table(place, SEATS_PER_LOBBY).await?;
        let before = server.rss();
        let mut left = self.idle;
        while left > 0 {
            let count = left.min(SEATS_PER_LOBBY);
            seated.extend(seat_table(place, count).await?);
            left -= count;
        }
        let weighed = before.zip(server.rss());
        drop(seated);
        server.stop().await;
        Ok(weighed.map(|(before, after)| Idle::new(self.idle, before, after)))
    }
}

impl Common {
    /// Whether another match may be finished; counts it.
    fn take_match(&self) -> bool {
        let taken = self
            .matches_left
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |it| it.checked_sub(1));
        taken.is_ok()
    }
}

impl Count {
    fn new() -> Self {
        Self {
            actions: 0,
            matches: 0,
            round_trips: Histogram::new(),
        }
    }

    fn merge(&mut self, part: &Self) {
        self.actions += part.actions;
        self.matches += part.matches;
        self.round_trips.merge(&part.round_trips);
    }
}

/// Plays one match after another at a table, until the time or the matches are used up.
async fn play(mut table: Table, common: Arc<Common>) -> Result<Count, String> {
    let mut count = Count::new();
    common.begin.wait().await;
    let until = Instant::now() + common.limit;
    while Instant::now() < until && common.take_match() {
        while Instant::now() < until {
            count.round_trips.add(table.act().await?);
            count.actions += 1;
            if table.is_over() {
                count.matches += 1;
                table.play_again().await?;
                break;
            }
        }
    }
    Ok(count)
}

/// A lobby whose seats are taken by people who say nothing.
async fn seat_table(
    (address, trust): (&Address, &Trust),
    count: u16,
) -> Result<Vec<Player>, String> {
    let mut players = Vec::new();
    let mut lobby = None;
    for number in 0..count {
        let mut player = Player::connect(address, trust, &format!("idle {number}")).await?;
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
        assert!(bench.run().await.unwrap_err().contains("refused"));
    }
}
