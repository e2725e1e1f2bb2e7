//! The siege: honest tables beside many hostile peers. It checks that the server disconnects the
//! peers within its limits, and that the tables are not disturbed.
//!
//! Called by `dicehall bench --hostile N`. The tables play at the pace of people in a hurry, once
//! alone and once besieged, so that their round trips can be compared.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::Result;
use dicehall_client::document::Document;
use dicehall_client::net::address::Address;
use dicehall_client::net::trust::Trust;
use serde::Serialize;
use tokio::task::JoinSet;
use tokio::time::sleep;

use super::child::{Child, Limits};
use super::hostile::{Ended, Kind, run_peer};
use super::player::Server;
use super::playing::{Pace, play};
use super::score::{MatchesLeft, gather};
use super::table::{Seating, Table};
use crate::measure::Durations;

/// The most hostile peers.
pub(crate) const HOSTILE_MAX: u16 = 3_000;
/// The most memory that a besieged server may have, in bytes.
const SERVER_RSS_MAX: u64 = 256 * 1024 * 1024;
/// A 99th percentile of the round trip that is always good enough, whatever it was without the
/// siege, in milliseconds. A screen with sixty frames per second shows each for 16.7 ms, so that
/// ten look the same as five.
const P99_MS_FINE: f64 = 10.0;
/// The pause of a table between two actions, in milliseconds; it keeps each player under the
/// server's rate limit.
const PACE_MS: u64 = 100;
/// The time between two readings of the server's memory, in milliseconds.
const LOOK_MS: u64 = 250;

/// The settings of a siege.
#[derive(Clone, Debug)]
pub(crate) struct Siege {
    /// The number of honest tables.
    pub(crate) lobbies: u16,
    /// The number of hostile peers.
    pub(crate) hostile: u16,
    /// The duration of the quiet part before the siege.
    pub(crate) quiet: Duration,
    /// The trusted certificates.
    pub(crate) trust: Trust,
}

/// The result of a siege.
#[derive(Debug, Serialize)]
pub(crate) struct SiegeReport {
    lobbies: u16,
    hostile: u16,
    kinds: Vec<KindReport>,
    p99_ms_quiet: f64,
    p99_ms_besieged: f64,
    actions_besieged: u64,
    /// `None` where the system does not tell.
    server_rss_bytes_max: Option<u64>,
    pub(super) faults: Vec<String>,
}

#[derive(Debug, Serialize)]
struct KindReport {
    kind: &'static str,
    count: usize,
    gone: usize,
    slowest_s: f64,
    limit_s: f64,
}

impl Siege {
    /// Lets the tables play alone, then besieged, on a server of its own with the usual limits.
    pub(crate) async fn run(&self) -> Result<SiegeReport> {
        let child = Child::start(None, Limits::Usual).await?;
        let server = Server {
            address: child.address().clone(),
            trust: self.trust.clone(),
        };
        let mut tables = Vec::new();
        for number in 0..self.lobbies {
            tables.push(Table::open(&server, number, Seating::TWO).await?);
        }
        let (tables, quiet, ()) = play_during(tables, sleep(self.quiet)).await?;
        let siege = self.siege_once(&child);
        let (tables, besieged, siege) = play_during(tables, siege).await?;
        let (ended, server_rss_bytes_max) = siege?;
        drop(tables);
        child.stop().await;
        let report = SiegeReport {
            lobbies: self.lobbies,
            hostile: self.hostile,
            kinds: Kind::ALL.map(|it| KindReport::new(it, &ended)).into(),
            p99_ms_quiet: quiet.percentile_ms(99),
            p99_ms_besieged: besieged.percentile_ms(99),
            actions_besieged: besieged.count(),
            server_rss_bytes_max,
            faults: Vec::new(),
        };
        let faults = report.judge();
        Ok(SiegeReport { faults, ..report })
    }

    /// Runs the peers; returns their ends, and the most memory that the server had meanwhile.
    async fn siege_once(&self, child: &Child) -> Result<(Vec<Ended>, Option<u64>)> {
        let mut besiegers = start_peers(child.address(), self.hostile, Kind::limit);
        let mut ended = Vec::new();
        let mut rss_max = child.rss();
        while !besiegers.is_empty() {
            tokio::select! {
                Some(one) = besiegers.join_next() => ended.push(one??),
                () = sleep(Duration::from_millis(LOOK_MS)) => rss_max = rss_max.max(child.rss()),
            }
        }
        Ok((ended, rss_max))
    }
}

/// Starts the hostile peers, of every kind in turn.
fn start_peers(
    address: &Address,
    count: u16,
    limit: fn(Kind) -> Duration,
) -> JoinSet<Result<Ended>> {
    let mut besiegers = JoinSet::new();
    for kind in Kind::ALL.into_iter().cycle().take(count.into()) {
        besiegers.spawn(run_peer(address.clone(), kind, limit(kind)));
    }
    besiegers
}

/// Lets all tables play until `other` is over; returns the tables, their round trips and the result
/// of `other`.
async fn play_during<T>(
    tables: Vec<Table>,
    other: impl Future<Output = T>,
) -> Result<(Vec<Table>, Durations, T)> {
    let is_over = Arc::new(AtomicBool::new(false));
    let mut playing = JoinSet::new();
    for table in tables {
        let is_over = Arc::clone(&is_over);
        playing.spawn(async move {
            let goes_on = || !is_over.load(Ordering::Relaxed);
            let pace = Pace::Every(Duration::from_millis(PACE_MS));
            play(table, &MatchesLeft::new(None), pace, goes_on).await
        });
    }
    let done = other.await;
    is_over.store(true, Ordering::Relaxed);
    let (mut tables, mut round_trips) = (Vec::new(), Durations::new());
    for (table, score) in gather(playing).await? {
        tables.push(table);
        round_trips.merge(&score.round_trips);
    }
    Ok((tables, round_trips, done))
}

impl KindReport {
    fn new(kind: Kind, ended: &[Ended]) -> Self {
        let all: Vec<&Ended> = ended.iter().filter(|it| it.kind == kind).collect();
        let lasted: Vec<Duration> = all.iter().filter_map(|it| it.lasted).collect();
        Self {
            kind: kind.name(),
            count: all.len(),
            gone: lasted.len(),
            slowest_s: lasted.iter().max().map_or(0.0, Duration::as_secs_f64),
            limit_s: kind.limit().as_secs_f64(),
        }
    }
}

impl SiegeReport {
    /// The faults: everything that is not as required.
    fn judge(&self) -> Vec<String> {
        let mut faults = Vec::new();
        for it in self.kinds.iter().filter(|it| it.gone < it.count) {
            faults.push(format!(
                "{} of {} {} peers are still there",
                it.count - it.gone,
                it.count,
                it.kind
            ));
        }
        let allowed = (2.0 * self.p99_ms_quiet).max(P99_MS_FINE);
        if self.p99_ms_besieged > allowed {
            faults.push(format!(
                "p99 is {:.1} ms, more than {allowed:.1} ms",
                self.p99_ms_besieged
            ));
        }
        if let Some(bytes) = self.server_rss_bytes_max
            && bytes > SERVER_RSS_MAX
        {
            faults.push(format!("the server has had {bytes} bytes"));
        }
        if self.actions_besieged == 0 {
            faults.push("nobody could play".to_owned());
        }
        faults
    }
}

impl Document for SiegeReport {
    fn write_text(&self, out: &mut impl Write) -> io::Result<()> {
        for KindReport {
            kind,
            count,
            gone,
            slowest_s,
            limit_s,
        } in &self.kinds
        {
            writeln!(
                out,
                "{kind}: {gone} of {count} gone, the last after {slowest_s:.1} s (limit {limit_s} s)"
            )?;
        }
        let Self {
            lobbies,
            p99_ms_quiet,
            p99_ms_besieged,
            server_rss_bytes_max,
            ..
        } = self;
        writeln!(
            out,
            "{lobbies} honest tables: p99 {p99_ms_quiet:.2} ms alone, {p99_ms_besieged:.2} ms besieged"
        )?;
        match server_rss_bytes_max {
            Some(bytes) => writeln!(out, "server: at most {} MiB", bytes / 1_048_576),
            None => writeln!(out, "server: the system does not tell its memory"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dicehall_client::net::trust::Policy;
    use dicehall_client::net::trust::known_servers::KnownServers;
    use dicehall_server::{Options, Timeouts};

    use crate::load::trial_server::TrialServer;

    /// The pause between two actions of the small siege, in milliseconds. An action takes at most
    /// five commands of a player (itself, and the player's part in a roll), so each player sends at
    /// most 250 per second; the brief server allows 400.
    const BRIEF_PACE_MS: u64 = 20;

    /// Short timeouts, so that a test can wait for them, and a rate that does not limit honest commands.
    fn brief_options() -> Options {
        let ms = Duration::from_millis;
        let timeouts = Timeouts {
            headers: ms(500),
            handshake: ms(2_000),
            hello: ms(500),
            ask: ms(1_000),
            silence: ms(3_000),
            write: ms(1_000),
            ..Timeouts::default()
        };
        Options {
            timeouts,
            rate: std::num::NonZeroU32::new(400),
            ..Options::default()
        }
    }

    /// However busy the machine is, a small siege ends: all hostile peers are disconnected, and a
    /// match beside them goes on to its end.
    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn everybody_who_means_harm_is_cut_off_and_the_match_goes_on() {
        let host = TrialServer::start(brief_options()).await.unwrap();
        let address: Address = host.address().to_string().parse().unwrap();
        let trust = Trust::new(KnownServers::default(), Policy::Refuse);
        let server = Server {
            address: address.clone(),
            trust,
        };
        let table = Table::open(&server, 1, Seating::TWO).await.unwrap();
        let mut besiegers = start_peers(&address, 50, |_| Duration::from_secs(60));
        // The pace keeps both players under the server's rate limit, however fast the machine is.
        let pace = Pace::Every(Duration::from_millis(BRIEF_PACE_MS));
        let (_, score) = play(table, &MatchesLeft::new(Some(1)), pace, || true)
            .await
            .unwrap();
        assert_eq!(score.matches, 1);
        while let Some(ended) = besiegers.join_next().await {
            let Ended { kind, lasted } = ended.unwrap().unwrap();
            assert!(lasted.is_some(), "a {} peer is still there", kind.name());
        }
        host.stop().await;
    }

    fn report(gone: usize, quiet: f64, besieged: f64, rss: u64) -> String {
        let kinds = vec![KindReport {
            kind: "deaf",
            count: 3,
            gone,
            slowest_s: 1.0,
            limit_s: 1.0,
        }];
        let report = SiegeReport {
            lobbies: 1,
            hostile: 3,
            kinds,
            p99_ms_quiet: quiet,
            p99_ms_besieged: besieged,
            actions_besieged: 1,
            server_rss_bytes_max: Some(rss),
            faults: Vec::new(),
        };
        report.judge().join("; ")
    }

    #[test]
    fn a_siege_is_judged() {
        assert_eq!(report(3, 20.0, 40.0, SERVER_RSS_MAX), "");
        assert_eq!(
            report(2, 20.0, 40.0, 1),
            "1 of 3 deaf peers are still there"
        );
        assert_eq!(
            report(3, 20.0, 41.0, 1),
            "p99 is 41.0 ms, more than 40.0 ms"
        );
        assert_eq!(report(3, 0.5, 10.0, 1), "");
        assert_eq!(report(3, 0.5, 10.1, 1), "p99 is 10.1 ms, more than 10.0 ms");
        assert_eq!(
            report(3, 20.0, 1.0, SERVER_RSS_MAX + 1),
            "the server has had 268435457 bytes"
        );
    }
}
