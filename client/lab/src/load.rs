//! The load generator: scripted clients that measure a server, attack it, or look for leaks after
//! thousands of matches.
//!
//! Called by `dicehall bench`. Without an address it starts a server of its own in another process,
//! so that the cost of the server can be told from the cost of the clients. Each seat has a socket
//! of its own and sends real frames without pauses.

pub(crate) mod bench;
mod child;
pub(crate) mod cores;
pub(crate) mod floor;
mod hostile;
mod player;
mod playing;
mod report;
mod score;
pub(crate) mod siege;
pub(crate) mod soak;
pub(crate) mod table;
pub(crate) mod thinking;
pub(crate) mod trial_server;
mod usage;

use std::io::{self, Write};

use dicehall_client::document::Document;
use serde::Serialize;

use bench::Bench;
use bench::wait::{Wait, WaitReport};
use cores::Cores;
use report::BenchReport;
use siege::{Siege, SiegeReport};
use soak::{Soak, SoakReport};

/// The trial to run.
#[derive(Debug)]
pub(crate) enum Load {
    /// Measures the throughput of a server.
    Bench(Bench),
    /// Checks that hostile peers do not disturb honest ones.
    Siege(Siege),
    /// Checks that finished matches leave nothing behind.
    Soak(Soak),
    /// Measures how long people wait for their turns.
    Wait(Wait),
}

/// The result of a trial.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum LoadReport {
    Bench(Box<BenchReport>),
    Siege(SiegeReport),
    Soak(SoakReport),
    Wait(WaitReport),
}

impl Load {
    /// The cores for server and load; `None` if they are not pinned.
    pub(crate) fn cores(&self) -> Option<Cores> {
        match self {
            Self::Bench(bench) => bench.cores,
            Self::Siege(_) | Self::Soak(_) | Self::Wait(_) => None,
        }
    }

    /// Runs the trial.
    pub(crate) async fn run(&self) -> anyhow::Result<LoadReport> {
        Ok(match self {
            Self::Bench(bench) => LoadReport::Bench(Box::new(bench.run().await?)),
            Self::Siege(siege) => LoadReport::Siege(siege.run().await?),
            Self::Soak(soak) => LoadReport::Soak(soak.run().await?),
            Self::Wait(wait) => LoadReport::Wait(wait.run().await?),
        })
    }
}

impl LoadReport {
    /// Whether the trial succeeded; the error says why not.
    pub(crate) fn verdict(&self) -> Result<(), String> {
        match self {
            Self::Bench(_) => Ok(()),
            Self::Siege(report) => verdict(&report.faults),
            Self::Soak(report) => verdict(&report.faults),
            Self::Wait(report) => verdict(&report.faults),
        }
    }
}

impl Document for LoadReport {
    fn write_text(&self, out: &mut impl Write) -> io::Result<()> {
        match self {
            Self::Bench(report) => report.write_text(out),
            Self::Siege(report) => report.write_text(out),
            Self::Soak(report) => report.write_text(out),
            Self::Wait(report) => report.write_text(out),
        }
    }
}

fn verdict(faults: &[String]) -> Result<(), String> {
    if faults.is_empty() {
        Ok(())
    } else {
        Err(faults.join("; "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trial_fails_for_every_fault_that_it_found() {
        assert_eq!(verdict(&[]), Ok(()));
        assert_eq!(
            verdict(&["one".to_owned(), "two".to_owned()]),
            Err("one; two".to_owned())
        );
    }
}
