//! The binary `dicehall-server`: options in, one line on stdout when it is ready, or when a journal was moved, logs on stderr.
//!
//! Exits with 0 when it was told to stop, 1 if it could not run, 2 if the options are wrong.

use std::future::Future;
use std::io::{self, IsTerminal};
use std::net::SocketAddr;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Context;
use clap::Parser;
use dicehall_server::ops::command_line::{CommandLine, Task};
use dicehall_server::ops::config::Config;
use dicehall_server::{Direction, Identity, Moved, Server, listen, move_journal};
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::task::JoinSet;
use tracing_subscriber::EnvFilter;

const FAILED: u8 = 1;
const WRONG_USAGE: u8 = 2;

fn main() -> ExitCode {
    let asked = CommandLine::parse().resolve().map_err(anyhow::Error::from);
    let done = asked.and_then(|(task, config)| {
        let config = start_logging(config)?;
        Ok(match task {
            Task::Serve => serve(config),
            Task::Move(direction) => move_lobbies(direction, config),
        })
    });
    match done {
        Ok(Ok(())) => ExitCode::SUCCESS,
        Ok(Err(error)) => complain(&error, FAILED),
        Err(error) => complain(&error, WRONG_USAGE),
    }
}

fn start_logging(config: Config) -> anyhow::Result<Config> {
    let filter =
        EnvFilter::try_new(&config.log).with_context(|| format!("--log {}", config.log))?;
    let logs = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(io::stderr);
    let logs = logs.with_ansi(io::stderr().is_terminal()).finish();
    // Without the bridge from the `log` crate that `init` would set up: at the level `trace` the websockets write every
    // frame there, tokens and all.
    tracing::subscriber::set_global_default(logs).context("logging begins once")?;
    Ok(config)
}

#[tokio::main]
async fn serve(config: Config) -> anyhow::Result<()> {
    let shutdown = told_to_stop()?;
    let listener =
        listen(config.listen).with_context(|| format!("cannot listen on {}", config.listen))?;
    let address = listener.local_addr()?;
    let server = Server::open(listener, config.options).await?;
    // This comes before the ready line: a reload that is sent right after it must not end the server.
    let hangups = signal(SignalKind::hangup())?;
    let mut reloads = JoinSet::new();
    reloads.spawn(reload_when_told(hangups, server.identity()));
    tell(address, &server);
    server.serve(shutdown).await;
    Ok(())
}

#[tokio::main]
async fn move_lobbies(direction: Direction, config: Config) -> anyhow::Result<()> {
    let data = config.options.data.context("there is a data folder")?;
    let cluster = config.options.cluster.context("there is a cluster")?;
    tell_moved(move_journal(direction, &data, &cluster).await?);
    Ok(())
}

#[expect(clippy::print_stdout, reason = "the result of a command")]
fn tell_moved(moved: Moved) {
    let Moved {
        lobbies,
        records,
        known,
    } = moved;
    println!(
        "{lobbies} lobbies with {records} records are on both sides; {known} of the records were there already"
    );
}

#[expect(
    clippy::print_stdout,
    reason = "whoever started the server timeouts for the first line"
)]
fn tell(address: SocketAddr, server: &Server) {
    match server.identity() {
        None => println!("listening on ws://{address}/ws"),
        Some(identity) => {
            println!("listening on wss://{address}/ws");
            println!("fingerprint {}", identity.fingerprint());
        }
    }
    if let Some(admin) = server.admin_address() {
        println!("admin on http://{admin}/metrics");
    }
}

/// Reads the certificate again at every SIGHUP; a bad certificate changes nothing. Without a certificate the signal is
/// accepted all the same, because a supervisor sends it whatever the options are.
async fn reload_when_told(mut hangups: Signal, identity: Option<Arc<Identity>>) {
    while hangups.recv().await.is_some() {
        match identity.as_ref().map(|it| (it.reload(), it.fingerprint())) {
            Some((Ok(()), fingerprint)) => {
                tracing::info!(fingerprint, "the certificate was read again");
            }
            Some((Err(error), _)) => tracing::error!(%error, "the certificate stays as it is"),
            None => tracing::info!("there is no certificate to read again"),
        }
    }
}

/// Resolves at the first SIGTERM or Ctrl-C.
fn told_to_stop() -> io::Result<impl Future<Output = ()>> {
    let (mut terminate, mut interrupt) = (
        signal(SignalKind::terminate())?,
        signal(SignalKind::interrupt())?,
    );
    Ok(async move {
        tokio::select! { _ = terminate.recv() => {}, _ = interrupt.recv() => {} }
    })
}

#[expect(
    clippy::print_stderr,
    reason = "the one line that says why the server does not run"
)]
fn complain(error: &anyhow::Error, code: u8) -> ExitCode {
    eprintln!("dicehall-server: {error:#}");
    ExitCode::from(code)
}
