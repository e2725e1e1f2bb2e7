//! The soak test: thousands of short matches in lobbies of their own, then silence. It checks that
//! nothing is left of them.
//!
//! Called by `dicehall bench --soak --matches N --data DIR`. The server's memory and descriptors
//! are read when it is idle, after the first matches and after the last: growth in between is a
//! leak. A server is idle when it has written the file of each match.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use dicehall_client::document::Document;
use dicehall_client::net::trust::Trust;
use dicehall_engine::lobby::Request;
use dicehall_engine::{BotKind, BotSpec, GameKind, Seat};
use dicehall_server::archive::file_names;
use serde::Serialize;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};

use super::child::{Child, Limits};
use super::player::{Server, without_pace};
use super::score::{MatchesLeft, gather};
use crate::measure::{float, ratio};

/// The number of matches after which a server has made everything that it makes once.
const WARM_MATCHES: u64 = 1_000;
/// The number of matches played at the same time.
const TABLES: u64 = 32;
/// The most growth of the memory after these matches, in bytes: the allocator gives not everything back.
const GROWTH_SIZE_MAX: u64 = 2 * 1024 * 1024;
/// How much it may grow with each match besides, in bytes: the archive remembers where the files of today's matches are.
const MATCH_SIZE_MAX: u64 = 40;
/// The number of checks whether an idle server still has lobbies.
const LOOKS_MAX: u32 = 200;
/// The pause between two checks, in milliseconds.
const LOOK_MS: u64 = 50;
/// The time without a new match file after which the missing ones are given up, in milliseconds.
const FILES_WAIT_MS_MAX: u64 = 10_000;

/// The settings of a soak test.
#[derive(Clone, Debug)]
pub(crate) struct Soak {
    /// The number of matches; more than the first thousand.
    pub(crate) matches: u64,
    /// The folder of the server's journal.
    pub(crate) data: Option<PathBuf>,
    /// The trusted certificates.
    pub(crate) trust: Trust,
}

/// The result of a soak test.
#[derive(Debug, Serialize)]
pub(crate) struct SoakReport {
    matches: u64,
    warm: Level,
    last: Level,
    growth_percent: f64,
    pub(super) faults: Vec<String>,
}

/// The resources that an idle server holds.
#[derive(Clone, Copy, Debug, Serialize)]
struct Level {
    lobbies: usize,
    /// The number of matches without a file.
    files_missing: u64,
    rss_bytes: u64,
    descriptors: u64,
}

impl Soak {
    /// Plays all matches on a server of its own.
    pub(crate) async fn run(&self) -> Result<SoakReport> {
        let child = Child::start(self.data.as_deref(), Limits::Off).await?;
        let server = Server {
            address: child.address().clone(),
            trust: self.trust.clone(),
        };
        let before = self.data.as_deref().map_or(0, count_files);
        let warm_matches = WARM_MATCHES.min(self.matches);
        play_all(&server, warm_matches).await?;
        let warm = self.level(&child, &server, before + warm_matches).await?;
        play_all(&server, self.matches - warm_matches).await?;
        let last = self.level(&child, &server, before + self.matches).await?;
        child.stop().await;
        Ok(SoakReport::new(self.matches, warm, last))
    }

    /// The server's resources when nobody plays and so many match files exist, or no more come.
    async fn level(&self, child: &Child, server: &Server, files: u64) -> Result<Level> {
        let mut lobbies = 0;
        for _ in 0..LOOKS_MAX {
            lobbies = server.connect("asking").await?.count_lobbies().await?;
            if lobbies == 0 {
                break;
            }
            sleep(Duration::from_millis(LOOK_MS)).await;
        }
        let files_missing = self.wait_for_files(files).await;
        // The last connection, which asked for the lobbies, takes a little longer to end.
        sleep(Duration::from_secs(2)).await;
        let unknown = "the system does not tell what the server has";
        Ok(Level {
            lobbies,
            files_missing,
            rss_bytes: child.rss().context(unknown)?,
            descriptors: child.descriptors().context(unknown)?,
        })
    }

    /// Waits for match files; returns the number of missing ones.
    async fn wait_for_files(&self, wanted: u64) -> u64 {
        let Some(data) = &self.data else { return 0 };
        let pause = Duration::from_millis(LOOK_MS);
        let (mut found, mut seen_at) = (count_files(data), Instant::now());
        while found < wanted && seen_at.elapsed() < Duration::from_millis(FILES_WAIT_MS_MAX) {
            sleep(pause).await;
            let now = count_files(data);
            if now > found {
                (found, seen_at) = (now, Instant::now());
            }
        }
        wanted.saturating_sub(found)
    }
}

/// The number of match files that a server has written; those that are still being written do not count.
fn count_files(data: &Path) -> u64 {
    let names = file_names(data).unwrap_or_default();
    names.iter().map(|_| 1).sum()
}

async fn play_all(server: &Server, matches: u64) -> Result<()> {
    let left = Arc::new(MatchesLeft::new(Some(matches)));
    let mut tables = JoinSet::new();
    for _ in 0..TABLES.min(matches) {
        let (server, left) = (server.clone(), Arc::clone(&left));
        tables.spawn(async move {
            while left.take() {
                play_one(&server).await?;
            }
            Ok(())
        });
    }
    gather(tables).await.map(|_| ())
}

/// Makes a lobby, plays a match of tic-tac-toe against a bot, and leaves.
async fn play_one(server: &Server) -> Result<()> {
    let mut player = server.connect("soak").await?;
    player
        .create("soak", without_pace(GameKind::TicTacToe))
        .await?;
    player.sit().await?;
    let (seat, bot) = (Seat::ALL[1], BotSpec::usual(BotKind::Random));
    player.ask(Request::SeatBot { seat, bot }).await?;
    player.close_others(2).await?;
    player.ask(Request::Start { force: false }).await?;
    while !player.is_over {
        match player.take_choices() {
            Some((ply, choices)) => {
                let choice = choices.first();
                let action = choice
                    .context("the server offered nothing to choose")?
                    .action;
                player.ask(Request::Act { ply, action }).await?;
            }
            None => player.step().await?,
        }
    }
    player.ask(Request::Leave).await?;
    Ok(())
}

impl SoakReport {
    fn new(matches: u64, warm: Level, last: Level) -> Self {
        let grown = last.rss_bytes.saturating_sub(warm.rss_bytes);
        let growth_percent = ratio(float(grown) * 100.0, float(warm.rss_bytes));
        let mut report = Self {
            matches,
            warm,
            last,
            growth_percent,
            faults: Vec::new(),
        };
        report.faults = report.judge();
        report
    }

    /// The faults: everything that is not as required.
    fn judge(&self) -> Vec<String> {
        let mut faults = Vec::new();
        if self.last.lobbies > 0 {
            faults.push(format!("{} lobbies are left", self.last.lobbies));
        }
        let files_missing = self.warm.files_missing.max(self.last.files_missing);
        if files_missing > 0 {
            faults.push(format!("{files_missing} matches have no file"));
        }
        let later_matches = self.matches.saturating_sub(WARM_MATCHES);
        let growth_size_max = GROWTH_SIZE_MAX + MATCH_SIZE_MAX * later_matches;
        if self.last.rss_bytes > self.warm.rss_bytes + growth_size_max {
            faults.push(format!("the memory grew by {:.1} %", self.growth_percent));
        }
        if self.last.descriptors > self.warm.descriptors {
            let more = self.last.descriptors - self.warm.descriptors;
            faults.push(format!("{more} descriptors were not closed"));
        }
        faults
    }
}

impl Document for SoakReport {
    fn write_text(&self, out: &mut impl Write) -> io::Result<()> {
        for (when, level) in [
            ("after the first", self.warm),
            ("after the last", self.last),
        ] {
            let Level {
                lobbies,
                files_missing,
                rss_bytes,
                descriptors,
            } = level;
            let mebibytes = float(rss_bytes) / 1_048_576.0;
            writeln!(
                out,
                "{when}: {lobbies} lobbies, {files_missing} files missing, {mebibytes:.1} MiB, {descriptors} descriptors"
            )?;
        }
        writeln!(
            out,
            "{} matches, the memory grew by {:.1} %",
            self.matches, self.growth_percent
        )
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use dicehall_client::net::trust::Policy;
    use dicehall_client::net::trust::known_servers::KnownServers;
    use dicehall_server::archive::FOLDER;

    use crate::load::trial_server::TrialServer;

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn nothing_is_left_of_a_match_whose_people_have_left_but_its_file() {
        let data = tempfile::tempdir().unwrap();
        let host = TrialServer::unlimited(Some(data.path().to_owned()))
            .await
            .unwrap();
        let server = Server {
            address: host.address().to_string().parse().unwrap(),
            trust: Trust::new(KnownServers::default(), Policy::Refuse),
        };
        play_all(&server, 5).await.unwrap();
        let mut asking = server.connect("asking").await.unwrap();
        assert_eq!(asking.count_lobbies().await.unwrap(), 0);
        host.stop().await;
        assert_eq!(count_files(data.path()), 5);
    }

    #[tokio::test(start_paused = true)]
    async fn files_that_do_not_come_are_missing() {
        let data = tempfile::tempdir().unwrap();
        let folder = data.path().join(FOLDER);
        fs::create_dir(&folder).unwrap();
        for name in [
            "20270115T080000-A-1.jsonl",
            "20270115T080000-A-2.jsonl",
            "c.part",
        ] {
            fs::write(folder.join(name), "").unwrap();
        }
        let trust = Trust::new(KnownServers::default(), Policy::Refuse);
        let soak = Soak {
            matches: 3,
            data: Some(data.path().to_owned()),
            trust,
        };
        assert_eq!(
            (soak.wait_for_files(2).await, soak.wait_for_files(3).await),
            (0, 1)
        );
        assert_eq!(Soak { data: None, ..soak }.wait_for_files(3).await, 0);
    }

    const WARM: Level = Level {
        lobbies: 0,
        files_missing: 0,
        rss_bytes: 10_000_000,
        descriptors: 9,
    };

    #[track_caller]
    fn check(last: Level, expect: &str) {
        let report = SoakReport::new(WARM_MATCHES + 1_000, WARM, last);
        assert_eq!(report.faults.join("; "), expect);
    }

    #[test]
    fn what_is_left_is_a_fault() {
        check(
            Level {
                rss_bytes: 12_137_152,
                ..WARM
            },
            "",
        );
        check(
            Level {
                rss_bytes: 9_000_000,
                descriptors: 8,
                ..WARM
            },
            "",
        );
        check(Level { lobbies: 2, ..WARM }, "2 lobbies are left");
        check(
            Level {
                files_missing: 2,
                ..WARM
            },
            "2 matches have no file",
        );
        check(
            Level {
                rss_bytes: 12_137_153,
                ..WARM
            },
            "the memory grew by 21.4 %",
        );
        check(
            Level {
                descriptors: 11,
                ..WARM
            },
            "2 descriptors were not closed",
        );
    }
}
