//! A server to be tried, in a process of its own: this program once more, with a subcommand that only it knows.
//!
//! It ends when its standard input does, so that it cannot outlive whoever started it.

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context, Result, anyhow};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child as Process, Command};
use tokio::time::timeout;

use crate::net::address::Address;

/// The longest that the server may take to begin or to end.
const WAIT_MS_MAX: u64 = 20_000;
/// The system counts time in this many parts of a second, on every Linux.
const TICKS_PER_S: u64 = 100;

/// A running server.
#[derive(Debug)]
pub(super) struct Child {
    process: Process,
    address: Address,
}

/// Whether a server refuses who is too quick, or too many at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Limits {
    /// As any server does.
    Usual,
    /// Nobody is refused.
    Off,
}

impl Child {
    /// Starts one that journals into a folder, or keeps lobbies in memory, and waits until it listens.
    pub(super) async fn start(data: Option<&Path>, limits: Limits) -> Result<Self> {
        let mut command = Command::new(std::env::current_exe()?);
        command
            .arg("serve-for-bench")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .kill_on_drop(true);
        if let Some(data) = data {
            command.arg("--data").arg(data);
        }
        if limits == Limits::Usual {
            command.arg("--limited");
        }
        let mut process = command
            .spawn()
            .map_err(|error| anyhow!("cannot start a server: {error}"))?;
        let stdout = process.stdout.take();
        let stdout = stdout.context("the server's output cannot be read")?;
        let mut lines = BufReader::new(stdout).lines();
        let line = timeout(Duration::from_millis(WAIT_MS_MAX), lines.next_line()).await;
        let line = line.map_err(|_elapsed| anyhow!("the server did not begin in time"))?;
        let line = line.ok().flatten().context("the server ended at once")?;
        let address = line
            .parse()
            .map_err(|error| anyhow!("the server said {line:?}: {error}"))?;
        Ok(Self { process, address })
    }

    /// Where it listens.
    pub(super) fn address(&self) -> &Address {
        &self.address
    }

    /// The time that it has had the processor; `None` where the system does not tell.
    pub(super) fn cpu(&self) -> Option<Duration> {
        parse_cpu(&fs::read_to_string(self.told("stat")?).ok()?)
    }

    /// The memory that it has, in bytes; `None` where the system does not tell.
    pub(super) fn rss(&self) -> Option<u64> {
        parse_rss(&fs::read_to_string(self.told("status")?).ok()?)
    }

    /// How many files and sockets it has open; `None` where the system does not tell.
    pub(super) fn descriptors(&self) -> Option<u64> {
        u64::try_from(fs::read_dir(self.told("fd")?).ok()?.count()).ok()
    }

    /// Where the system tells something of the process.
    fn told(&self, what: &str) -> Option<String> {
        Some(format!("/proc/{}/{what}", self.process.id()?))
    }

    /// Lets it end in good order.
    pub(super) async fn stop(mut self) {
        drop(self.process.stdin.take());
        // One that takes too long is killed when this is dropped.
        timeout(Duration::from_millis(WAIT_MS_MAX), self.process.wait())
            .await
            .ok();
    }
}

/// User and system time: the 14th and 15th field; the second, the program's name, may contain spaces and brackets.
fn parse_cpu(stat: &str) -> Option<Duration> {
    let (_, after_name) = stat.rsplit_once(')')?;
    let mut fields = after_name.split_whitespace().skip(11);
    let user: u64 = fields.next()?.parse().ok()?;
    let system: u64 = fields.next()?.parse().ok()?;
    Some(Duration::from_millis((user + system) * 1000 / TICKS_PER_S))
}

fn parse_rss(status: &str) -> Option<u64> {
    let line = status.lines().find_map(|it| it.strip_prefix("VmRSS:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_system_tells_is_understood() {
        let stat =
            "77 (dice (hall) S 1 77 77 0 -1 4194304 1234 0 0 0 250 50 0 0 20 0 5 0 99 100000 2000";
        assert_eq!(parse_cpu(stat), Some(Duration::from_secs(3)));
        assert_eq!(parse_cpu("77 (x"), None);
        assert_eq!(
            parse_rss("VmPeak:\t  9 kB\nVmRSS:\t    2048 kB\n"),
            Some(2 * 1024 * 1024)
        );
        assert_eq!(parse_rss("VmPeak:\t  9 kB"), None);
    }
}
