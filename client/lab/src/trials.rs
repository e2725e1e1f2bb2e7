//! `dicehall bench`, and the servers that it starts for itself in processes of their own.

use std::io::{self, Write};
use std::net::Ipv4Addr;

use dicehall_client::Failure;
use dicehall_client::cli::console::print;
use dicehall_client::cli::runtime::{logging, run};
use dicehall_client::document::{Document, Form};
use dicehall_server::ops::log::LogFormat;
use tokio::net::TcpListener;
use tokio::task::JoinSet;

use crate::args::{BenchArgs, ServeForBenchArgs};
use crate::load::cores::Core;
use crate::load::floor;
use crate::load::trial_server::TrialServer;

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
        let started = if args.limited {
            TrialServer::limited().await
        } else {
            TrialServer::unlimited(args.data).await
        };
        let server = started.map_err(Failure::failed)?;
        print(&format!("ws://{}/ws", server.address()))?;
        let commits = server.commits();
        answer_lines(move || commits.count()).await;
        server.stop().await;
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
