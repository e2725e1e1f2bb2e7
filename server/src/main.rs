//! The binary `dicehall-server`: options in, one line on stdout when it is ready, or when a journal was moved or an order
//! carried out, results, ratings and the manual when they are asked for, logs on stderr.
//!
//! Exits with 0 when it was told to stop, 1 if it could not run or go on, 2 if the options are wrong. Law kept here:
//! neither stdout nor stderr holds up a server, whoever reads them, and neither ends it.

use std::io::{self, IsTerminal, Write};
use std::net::SocketAddr;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Context;
use clap::Parser;
use dicehall_files::size_limit;
use dicehall_server::ops::command_line::{CommandLine, Task, Work};
use dicehall_server::ops::config::Config;
use dicehall_server::ops::log::{Lines, Log};
use dicehall_server::ops::{control, ratings, results};
use dicehall_server::os::signals::{ReloadSignal, told_to_stop};
use dicehall_server::os::threads::runtime;
use dicehall_server::{Direction, Identity, Server, listen, move_everything};
use tokio::task::JoinSet;

const FAILED: u8 = 1;
const WRONG_USAGE: u8 = 2;

fn main() -> ExitCode {
    // Dropped last, when it writes what it still has.
    let log = match Log::to_stderr(io::stderr().is_terminal()) {
        Ok(log) => log,
        // There is no thread for the log, so the one line that says so is written at once, if it can be.
        Err(error) => {
            writeln!(io::stderr(), "dicehall-server: no log: {error}").ok();
            return ExitCode::from(FAILED);
        }
    };
    let asked = CommandLine::parse().resolve().map_err(anyhow::Error::from);
    let done = asked.and_then(|work| {
        let (task, mut config) = match work {
            Work::Control(order) => return Ok(control::run(*order).map_err(anyhow::Error::from)),
            Work::Results(args) => return Ok(results::run(&args).map_err(anyhow::Error::from)),
            Work::Ratings(args) => return Ok(ratings::run(&args).map_err(anyhow::Error::from)),
            Work::Print(text) => return Ok(print(&text)),
            Work::Run(task, config) => (task, *config),
        };
        log.begin(&config.log, config.log_format)
            .with_context(|| format!("--log {}", config.log))?;
        if let Err(error) = size_limit::outlive() {
            tracing::warn!(%error, "a limit on the size of files will end the server");
        }
        config.options.dropped_lines = log.lines().dropped();
        Ok(match task {
            Task::Serve => serve(config),
            Task::Move(direction) => move_lobbies(direction, config),
        })
    });
    let (error, code) = match done {
        Ok(Ok(())) => return ExitCode::SUCCESS,
        Ok(Err(error)) => (error, FAILED),
        Err(error) => (error, WRONG_USAGE),
    };
    log.tell(&format!("dicehall-server: {}", told(&error)));
    ExitCode::from(code)
}

fn print(text: &str) -> anyhow::Result<()> {
    writeln!(io::stdout(), "{}", text.trim_end()).context("cannot print")
}

fn serve(config: Config) -> anyhow::Result<()> {
    runtime(config.options.bot_threads)?.block_on(Box::pin(run(config)))
}

async fn run(config: Config) -> anyhow::Result<()> {
    let shutdown = told_to_stop()?;
    let listener =
        listen(config.listen).with_context(|| format!("cannot listen on {}", config.listen))?;
    let address = listener.local_addr()?;
    let server = Server::open(listener, config.options).await?;
    // This comes before the ready line: a reload that is sent right after it must not end the server.
    let asked = ReloadSignal::listen()?;
    let mut reloads = JoinSet::new();
    reloads.spawn(reload_when_told(asked, server.identity()));
    let out = Lines::to_stdout()?;
    for line in ready_lines(address, &server) {
        out.put(format!("{line}\n").into_bytes());
    }
    let served = server.serve(shutdown).await;
    out.finish();
    Ok(served?)
}

fn move_lobbies(direction: Direction, config: Config) -> anyhow::Result<()> {
    // No bot plays meanwhile.
    runtime(0)?.block_on(Box::pin(move_all(direction, config)))
}

async fn move_all(direction: Direction, config: Config) -> anyhow::Result<()> {
    let data = config.options.data.context("there is a data folder")?;
    let cluster = config.options.cluster.context("there is a cluster")?;
    let moved = move_everything(direction, &data, &cluster).await?;
    writeln!(io::stdout(), "{moved}")
        .context("everything was moved, which cannot be told on standard output")
}

/// The lines for which whoever started the server waits.
fn ready_lines(address: SocketAddr, server: &Server) -> Vec<String> {
    let mut lines = match server.identity() {
        None => vec![format!("listening on ws://{address}/ws")],
        Some(identity) => vec![
            format!("listening on wss://{address}/ws"),
            format!("fingerprint {}", identity.fingerprint()),
        ],
    };
    let admin = server.admin_address();
    lines.extend(admin.map(|it| format!("admin on http://{it}/metrics")));
    lines
}

/// Reads the certificate again at every SIGHUP; a bad certificate changes nothing. Without a certificate the signal is
/// accepted all the same, because a supervisor sends it whatever the options are.
async fn reload_when_told(mut asked: ReloadSignal, identity: Option<Arc<Identity>>) {
    while asked.next().await.is_some() {
        match identity.as_ref().map(|it| (it.reload(), it.fingerprint())) {
            Some((Ok(()), fingerprint)) => {
                tracing::info!(fingerprint, "the certificate was read again");
            }
            Some((Err(error), _)) => tracing::error!(%error, "the certificate stays as it is"),
            None => tracing::info!("there is no certificate to read again"),
        }
    }
}

/// A fault with its causes, each said once: many faults say their causes themselves.
fn told(error: &anyhow::Error) -> String {
    let mut told = String::new();
    for cause in error.chain().map(ToString::to_string) {
        if told.is_empty() {
            told = cause;
        } else if !told.contains(&cause) {
            told = format!("{told}: {cause}");
        }
    }
    told
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, thiserror::Error)]
    #[error("the door is shut: {0}")]
    struct Shut(#[source] io::Error);

    #[test]
    fn every_cause_is_said_once() {
        let shut = Shut(io::Error::other("it is stuck"));
        let error = anyhow::Error::from(shut).context("nobody can come in");
        assert_eq!(
            told(&error),
            "nobody can come in: the door is shut: it is stuck"
        );
        assert_eq!(told(&anyhow::anyhow!("alone")), "alone");
    }
}
