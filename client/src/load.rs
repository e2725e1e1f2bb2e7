//! The load tool: scripted clients that measure a server, besiege it, or look for what thousands of matches leave behind.
//!
//! Called by `dicehall bench`. Without an address it tries a server of its own, in a process of its own, so that what the
//! server costs can be told from what the clients cost. One socket a seat, real frames, no pauses.

pub(crate) mod bench;
mod child;
pub(crate) mod cores;
pub(crate) mod floor;
mod floor_table;
mod hostile;
mod player;
mod playing;
mod referee;
mod report;
mod score;
pub(crate) mod siege;
pub(crate) mod soak;
pub(crate) mod table;
pub(crate) mod thinking;
mod usage;

use std::io::{self, Write};

use serde::Serialize;

use crate::document::Document;
use bench::Bench;
use cores::Cores;
use report::BenchReport;
use siege::{Siege, SiegeReport};
use soak::{Soak, SoakReport};

/// What is to be tried.
#[derive(Debug)]
pub(crate) enum Load {
    /// How much a server does.
    Bench(Bench),
    /// Whether peers that mean harm reach honest ones.
    Siege(Siege),
    /// Whether anything is left of matches that are over.
    Soak(Soak),
}

/// What came of it.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum LoadReport {
    Bench(Box<BenchReport>),
    Siege(SiegeReport),
    Soak(SoakReport),
}

impl Load {
    /// The cores that server and load are to have, if each has one.
    pub(crate) fn cores(&self) -> Option<Cores> {
        match self {
            Self::Bench(bench) => bench.cores,
            Self::Siege(_) | Self::Soak(_) => None,
        }
    }

    /// Tries it.
    pub(crate) async fn run(&self) -> anyhow::Result<LoadReport> {
        Ok(match self {
            Self::Bench(bench) => LoadReport::Bench(Box::new(bench.run().await?)),
            Self::Siege(siege) => LoadReport::Siege(siege.run().await?),
            Self::Soak(soak) => LoadReport::Soak(soak.run().await?),
        })
    }
}

impl LoadReport {
    /// Why the trial failed, if it did.
    pub(crate) fn verdict(&self) -> Result<(), String> {
        match self {
            Self::Bench(_) => Ok(()),
            Self::Siege(report) => verdict(&report.faults),
            Self::Soak(report) => verdict(&report.faults),
        }
    }
}

impl Document for LoadReport {
    fn write_text(&self, out: &mut impl Write) -> io::Result<()> {
        match self {
            Self::Bench(report) => report.write_text(out),
            Self::Siege(report) => report.write_text(out),
            Self::Soak(report) => report.write_text(out),
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
