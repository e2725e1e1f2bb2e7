//! `dicehall bench`, and the servers that it starts for itself in processes of their own.

use std::io::{self, Write};
use std::net::Ipv4Addr;

use tokio::net::TcpListener;
use tokio::task::JoinSet;

use super::args::{BenchArgs, ServeForBenchArgs};
use super::console::print;
use super::logging;
use super::online::run;
use crate::Failure;
use crate::document::{Document, Form};
use crate::load::cores::Core;
use crate::load::floor;
use crate::net::host::{Commits, Host, LogFormat};

/// Runs `dicehall bench`: measures a server, or attacks it.
pub(crate) fn bench(args: &BenchArgs, out: &mut impl Write) -> Result<(), Failure> {
    let load = args.load()?;
    if let Some(cores) = load.cores() {
        cores.load.pin()?;
    }
    let report = run(async move { load.run().await.map_err(Failure::failed) })?;
    report.write(Form::of(args.json), out)?;
    Ok(report.verdict()?)
}

/// Runs the server that `bench` measures. It prints its address, answers each input line with the
/// number of its journal's commits, and ends when its standard input ends.
pub(crate) fn serve_for_bench(args: ServeForBenchArgs) -> Result<(), Failure> {
    let _log = logging::to_stderr(LogFormat::Text)?;
    if let Some(core) = args.core {
        Core(core).pin()?;
    }
    run(async move {
        if args.floor {
            return serve_floor().await;
        }
        let mut host = if args.limited {
            Host::start_limited()
        } else {
            Host::start_unlimited(args.data)
        }?;
        print(&format!("ws://{}/ws", host.address()))?;
        let commits = host.commits().await;
        answer_lines(move || commits.as_ref().and_then(Commits::count)).await;
        host.stop().await;
        Ok(())
    })
}

/// Runs the floor server, which has no journal.
async fn serve_floor() -> Result<(), Failure> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
    print(&format!("ws://{}/ws", listener.local_addr()?))?;
    tokio::select! {
        () = floor::serve(listener) => {}
        () = answer_lines(|| None) => {}
    }
    Ok(())
}

/// Answers each line of standard input with a count, or with a dash if there is none; a read error
/// counts as the end.
async fn answer_lines(count: impl Fn() -> Option<u64> + Send + 'static) {
    let mut input = JoinSet::new();
    input.spawn_blocking(move || {
        for _line in io::stdin().lines().map_while(Result::ok) {
            let answer = count().map_or_else(|| "-".to_owned(), |it| it.to_string());
            if print(&answer).is_err() {
                break;
            }
        }
    });
    input.join_next().await;
}
