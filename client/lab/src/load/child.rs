//! A server for a trial, in a process of its own: this program started again with a hidden
//! subcommand.
//!
//! It ends when its standard input ends, so that it cannot outlive its parent. It answers each line
//! of input with a line: the number of its journal's commits so far, or a dash if it has no
//! journal.

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context, Result, anyhow};
use dicehall_client::net::address::Address;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::process::{Child as Process, ChildStdin, ChildStdout, Command};
use tokio::time::timeout;

use super::cores::Core;
use super::usage::{self, Usage};

/// The longest time that the server may take to start, to answer or to end, in milliseconds.
const WAIT_MS_MAX: u64 = 20_000;

/// A running server.
#[derive(Debug)]
pub(super) struct Child {
    process: Process,
    input: ChildStdin,
    lines: Lines<BufReader<ChildStdout>>,
    address: Address,
}

/// Whether a server limits the rate and the number of its clients.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Limits {
    /// The limits of any server.
    Usual,
    /// No limits.
    Off,
}

/// The server to start, and its core.
#[derive(Clone, Copy, Debug)]
pub(super) struct Start<'a> {
    pub(super) kind: Kind<'a>,
    /// The core of the server; `None` leaves the choice to the system.
    pub(super) core: Option<Core>,
}

/// The kind of server.
#[derive(Clone, Copy, Debug)]
pub(super) enum Kind<'a> {
    /// The real server, with a journal in a folder or with lobbies in memory only.
    Server {
        data: Option<&'a Path>,
        limits: Limits,
    },
    /// The floor server.
    Floor,
}

impl Child {
    /// Starts the real server on any core.
    pub(super) async fn start(data: Option<&Path>, limits: Limits) -> Result<Self> {
        let kind = Kind::Server { data, limits };
        Self::start_as(Start { kind, core: None }).await
    }

    /// Starts a server, and waits until it listens.
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

    /// The address on which it listens.
    pub(super) fn address(&self) -> &Address {
        &self.address
    }

    /// The resources that it has used so far; `None` where the system does not tell.
    pub(super) fn usage(&self) -> Option<Usage> {
        Usage::of(self.process.id()?)
    }

    /// The number of its journal's commits; `None` if it has no journal.
    pub(super) async fn commits(&mut self) -> Result<Option<u64>> {
        self.input.write_all(b"\n").await?;
        Ok(next_line(&mut self.lines).await?.parse().ok())
    }

    /// Its memory (resident set size) in bytes; `None` where the system does not tell.
    pub(super) fn rss(&self) -> Option<u64> {
        usage::rss(self.process.id()?)
    }

    /// The number of its open files and sockets; `None` where the system does not tell.
    pub(super) fn descriptors(&self) -> Option<u64> {
        usage::descriptors(self.process.id()?)
    }

    /// Asks it to end, and waits for that.
    pub(super) async fn stop(self) {
        let Self {
            mut process, input, ..
        } = self;
        drop(input);
        // A server that takes too long is killed when this is dropped.
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
