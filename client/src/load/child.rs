//! A server to be tried, in a process of its own: this program once more, with a subcommand that only it knows.
//!
//! It ends when its standard input does, so that it cannot outlive whoever started it. To each line there it answers with
//! a line: how often its journal has committed so far, or a dash if it has none.

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context, Result, anyhow};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::process::{Child as Process, ChildStdin, ChildStdout, Command};
use tokio::time::timeout;

use super::cores::Core;
use super::usage::{self, Usage};
use crate::net::address::Address;

/// The longest that the server may take to begin, to answer or to end.
const WAIT_MS_MAX: u64 = 20_000;

/// A running server.
#[derive(Debug)]
pub(super) struct Child {
    process: Process,
    input: ChildStdin,
    lines: Lines<BufReader<ChildStdout>>,
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

/// Which server is started, and where it runs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Start<'a> {
    pub(super) kind: Kind<'a>,
    /// The core that it has; `None` lets the system choose.
    pub(super) core: Option<Core>,
}

/// Which server.
#[derive(Clone, Copy, Debug)]
pub(super) enum Kind<'a> {
    /// The real one, which journals into a folder or keeps lobbies in memory.
    Server {
        data: Option<&'a Path>,
        limits: Limits,
    },
    /// The least that plays at all.
    Floor,
}

impl Child {
    /// Starts the real one where the system likes.
    pub(super) async fn start(data: Option<&Path>, limits: Limits) -> Result<Self> {
        let kind = Kind::Server { data, limits };
        Self::start_as(Start { kind, core: None }).await
    }

    /// Starts one and waits until it listens.
    pub(super) async fn start_as(start: Start<'_>) -> Result<Self> {
        let mut process = command(start)?
            .spawn()
            .map_err(|error| anyhow!("cannot start a server: {error}"))?;
        let (input, output) = (process.stdin.take(), process.stdout.take());
        let input = input.context("nothing can be said to the server")?;
        let output = output.context("the server's output cannot be read")?;
        let mut lines = BufReader::new(output).lines();
        let line = next_line(&mut lines).await?;
        let address = line
            .parse()
            .map_err(|error| anyhow!("the server said {line:?}: {error}"))?;
        Ok(Self {
            process,
            input,
            lines,
            address,
        })
    }

    /// Where it listens.
    pub(super) fn address(&self) -> &Address {
        &self.address
    }

    /// What it has used so far; `None` where the system does not tell.
    pub(super) fn usage(&self) -> Option<Usage> {
        Usage::of(self.process.id()?)
    }

    /// How often its journal has committed; `None` if it has none.
    pub(super) async fn commits(&mut self) -> Result<Option<u64>> {
        self.input.write_all(b"\n").await?;
        Ok(next_line(&mut self.lines).await?.parse().ok())
    }

    /// The memory that it has, in bytes; `None` where the system does not tell.
    pub(super) fn rss(&self) -> Option<u64> {
        usage::rss(self.process.id()?)
    }

    /// How many files and sockets it has open; `None` where the system does not tell.
    pub(super) fn descriptors(&self) -> Option<u64> {
        usage::descriptors(self.process.id()?)
    }

    /// Lets it end in good order.
    pub(super) async fn stop(self) {
        let Self {
            mut process, input, ..
        } = self;
        drop(input);
        // One that takes too long is killed when this is dropped.
        timeout(Duration::from_millis(WAIT_MS_MAX), process.wait())
            .await
            .ok();
    }
}

fn command(start: Start<'_>) -> Result<Command> {
    let mut command = Command::new(std::env::current_exe()?);
    command
        .arg("serve-for-bench")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .kill_on_drop(true);
    match start.kind {
        Kind::Server { data, limits } => {
            if let Some(data) = data {
                command.arg("--data").arg(data);
            }
            if limits == Limits::Usual {
                command.arg("--limited");
            }
        }
        Kind::Floor => drop(command.arg("--floor")),
    }
    if let Some(Core(core)) = start.core {
        command.arg("--core").arg(core.to_string());
    }
    Ok(command)
}

async fn next_line(lines: &mut Lines<BufReader<ChildStdout>>) -> Result<String> {
    let line = timeout(Duration::from_millis(WAIT_MS_MAX), lines.next_line()).await;
    let line = line.map_err(|_elapsed| anyhow!("the server did not answer in time"))?;
    line?.context("the server has ended")
}
