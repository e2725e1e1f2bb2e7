//! The command `dicehall-server results`: prints the results of all matches, of one server or of the nodes of a cluster.
//!
//! `main` calls this; `ratings` reads the same. A server may be running. Law kept here: each match counts once, in
//! whatever folders it is found, and their order follows from the matches alone.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::PathBuf;

use clap::{Args, Subcommand};
use dicehall_engine::fair::MatchId;
use dicehall_protocol::match_file::name::moment;
use dicehall_protocol::match_file::result::{MatchResult, ResultHolder, SeatResult};

use super::config::{ConfigError, RawConfig, default_data};
use crate::archive::{ResultsError, read_luck, read_results};

/// The command line of `results`.
#[derive(Clone, Debug, PartialEq, Eq, Args)]
pub struct ResultsArgs {
    #[command(flatten)]
    from: ResultFolders,
    #[command(subcommand)]
    wanted: Wanted,
}

#[derive(Clone, Debug, PartialEq, Eq, Subcommand)]
enum Wanted {
    /// Print the result of every match, in the order in which they were called
    Export {
        /// Print a line of JSON for each
        #[arg(long)]
        json: bool,
    },
}

/// The folders whose results are read.
#[derive(Clone, Debug, PartialEq, Eq, Args)]
pub(super) struct ResultFolders {
    /// The file with the server's options, which says where its data folder is
    #[arg(long, value_name = "FILE", global = true)]
    config: Option<PathBuf>,
    /// The server's data folder; of a cluster those of all nodes
    #[arg(long, value_name = "DIR", global = true)]
    data: Vec<PathBuf>,
}

/// Why results could not be told.
#[derive(Debug, thiserror::Error)]
pub enum ToldError {
    /// The file with the options cannot be used.
    #[error("{0}")]
    Config(#[from] ConfigError),
    /// The results cannot be read.
    #[error("{0}")]
    Results(#[from] ResultsError),
    /// A file cannot be written.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The fault.
        error: io::Error,
    },
    /// They cannot be printed.
    #[error("standard output: {0}")]
    Output(#[source] io::Error),
}

/// Carries the command out, and prints what it tells.
pub fn run(args: &ResultsArgs) -> Result<(), ToldError> {
    let Wanted::Export { json } = args.wanted;
    let mut told = String::new();
    for result in args.from.read()? {
        told += &if json {
            result.to_json()
        } else {
            line(&result)
        };
        told.push('\n');
    }
    print(&told)
}

/// Prints a text.
pub(super) fn print(told: &str) -> Result<(), ToldError> {
    let written = io::stdout().write_all(told.as_bytes());
    written.map_err(ToldError::Output)
}

impl ResultFolders {
    /// The folders: those that were named, that of the options, or the usual one.
    pub(super) fn folders(&self) -> Result<Vec<PathBuf>, ToldError> {
        if !self.data.is_empty() {
            return Ok(self.data.clone());
        }
        let config = match &self.config {
            Some(path) => RawConfig::of_file(path)?,
            None => RawConfig::default(),
        };
        Ok(vec![config.data.unwrap_or_else(default_data)])
    }

    /// The results of all folders, each match once, in the order in which the matches were called. Of several folders some
    /// may have none, because no match has ended at that node.
    pub(super) fn read(&self) -> Result<Vec<MatchResult>, ToldError> {
        let has_none = |it: &Result<_, ResultsError>| matches!(it, Err(ResultsError::Nothing(_)));
        let folders = self.folders()?;
        let read = folders.iter().map(|it| read_results(it));
        let (without, with): (Vec<_>, Vec<_>) = read.partition(has_none);
        let mut results = BTreeMap::new();
        for found in if with.is_empty() { without } else { with } {
            for result in found? {
                let key = (result.begun_at, result.match_id.clone());
                results.entry(key).or_insert(result);
            }
        }
        Ok(results.into_values().collect())
    }

    /// The luck of all matches in all folders, as far as it is known: that of the first folder in which it is.
    pub(super) fn read_luck(&self) -> Result<KnownLuck, ToldError> {
        let mut known = KnownLuck::new();
        for folder in self.folders()? {
            for luck in read_luck(&folder)? {
                let seats = luck.by_seat();
                known.entry(luck.match_id).or_insert(seats);
            }
        }
        Ok(known)
    }
}

/// The luck of matches by their names: of each seat, in parts of a win.
pub(super) type KnownLuck = BTreeMap<MatchId, Vec<i32>>;

/// A result on a line: when, which match and game, who was at which place, and why it is not rated.
fn line(result: &MatchResult) -> String {
    let mut seats: Vec<&SeatResult> = result.seats.iter().collect();
    seats.sort_by_key(|it| it.place);
    let mut told = format!(
        "{}  {}  {}",
        moment(result.begun_at),
        result.match_id,
        result.rules.kind().name()
    );
    for SeatResult { holder, place, .. } in seats {
        // Writing to memory cannot fail.
        match holder {
            ResultHolder::Person { name, .. } => write!(told, "  {place}. {name}").ok(),
            ResultHolder::Bot { bot, .. } => write!(told, "  {place}. {bot}").ok(),
        };
    }
    if result.unrated.is_some() {
        told += "  (not rated)";
    }
    told
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A result of tic-tac-toe between somebody and the last rung.
    fn result(id: &str, begun_at: u64) -> MatchResult {
        let text = format!(
            r#"{{"dicehall_result":1,"match_id":"{id}","begun_at":{begun_at},"rules":{{"game":"tic-tac-toe","rules":{{}}}},"seats":[{{"holder":{{"person":{{"name":"Aki"}}}},"place":2}},{{"holder":{{"bot":{{"bot":"perfect","rung":5}}}},"place":1}}],"unrated":"guest"}}"#
        );
        serde_json::from_str(&text).unwrap()
    }

    #[test]
    fn a_result_is_told_on_a_line_from_the_first_place_on() {
        let told = line(&result("K7WQ2-1", 1_800_000_000));
        let expect = "20270115T080000  K7WQ2-1  tic-tac-toe  1. perfect  2. Aki  (not rated)";
        assert_eq!(told, expect);
    }
}
