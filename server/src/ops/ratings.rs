//! The command `dicehall-server ratings`: folds the results of matches into ratings, and prints or writes them.
//!
//! `main` calls this. A server may be running. Law kept here: the tables are a pure function of the results and of the luck that
//! is known, so a table that is made again has the same bytes.

mod tables;

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use dicehall_engine::GameKind;
use dicehall_engine::rating::skill::SkillIndex;
use dicehall_files::Readers;
use dicehall_files::write::replace;
use dicehall_protocol::standing::is_month;
use sha2::{Digest, Sha256};

use super::results::{ResultFolders, ToldError, print};
use tables::{GameTable, RatingTables, tables};

/// The name of the file that `rebuild` writes.
const RATINGS_NAME: &str = "ratings.json";

/// The command line of `ratings`.
#[derive(Clone, Debug, PartialEq, Eq, Args)]
pub struct RatingsArgs {
    #[command(flatten)]
    from: ResultFolders,
    #[command(subcommand)]
    wanted: Wanted,
}

#[derive(Clone, Debug, PartialEq, Eq, Subcommand)]
enum Wanted {
    /// Print the ratings of everybody who has played rated matches, the best first
    Show {
        /// One game alone
        #[arg(long, value_name = "GAME")]
        game: Option<GameKind>,
        /// The matches of one month alone, such as 2027-01
        #[arg(long, value_name = "MONTH", value_parser = month)]
        month: Option<String>,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Write the ratings of all time and of each month into ratings.json in the data folder, for other programs
    Rebuild {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
}

/// A month as it is asked for.
fn month(text: &str) -> Result<String, String> {
    if is_month(text) {
        Ok(text.to_owned())
    } else {
        Err("a month is written 2027-01".to_owned())
    }
}

/// Carries the command out, and prints what it tells.
pub fn run(args: &RatingsArgs) -> Result<(), ToldError> {
    print(&told(args)?)
}

fn told(args: &RatingsArgs) -> Result<String, ToldError> {
    let (results, luck) = (args.from.read()?, args.from.read_luck()?);
    match &args.wanted {
        Wanted::Show { game, month, json } => {
            let wanted = results.iter().filter(|it| {
                game.is_none_or(|game| it.rules.kind() == game)
                    && month.as_ref().is_none_or(|month| it.month() == *month)
            });
            let games = tables(wanted, &luck);
            Ok(match (json, games.is_empty()) {
                (true, _) => as_json(&games),
                (false, true) => "no such match is rated\n".to_owned(),
                (false, false) => games.iter().map(shown).collect(),
            })
        }
        Wanted::Rebuild { json } => {
            let text = as_json(&RatingTables::of(&results, &luck));
            let hash = base16ct::lower::encode_string(&Sha256::digest(&text));
            let path = write(&args.from, &text)?;
            let count = results.len();
            Ok(if *json {
                format!("{{\"results\":{count},\"sha256\":\"{hash}\"}}\n")
            } else {
                let path = path.display();
                format!("{path}: the ratings by {count} results, SHA-256 {hash}\n")
            })
        }
    }
}

/// Writes the document beside the results, or beside the first of them.
fn write(from: &ResultFolders, text: &str) -> Result<PathBuf, ToldError> {
    let folder = from.folders()?.into_iter().next().unwrap_or_default();
    let path = folder.join(RATINGS_NAME);
    let written = replace(&path, text.as_bytes(), Readers::Owner);
    written.map_err(|error| ToldError::File {
        path: path.clone(),
        error,
    })?;
    Ok(path)
}

/// A document on one line.
#[expect(
    clippy::expect_used,
    reason = "tables are trees of numbers, texts and lists: writing them cannot fail"
)]
fn as_json(document: &impl serde::Serialize) -> String {
    serde_json::to_string(document).expect("tables can be written") + "\n"
}

/// The table of a game for people.
fn shown(table: &GameTable) -> String {
    let mut told = format!("{}: {} rated matches\n", table.game, table.matches);
    for (place, it) in (1..).zip(&table.people) {
        let [low, high] = it.interval;
        // Writing to memory cannot fail.
        writeln!(
            told,
            "{place:>4}. {:<24} {:>5.0} ({low:.0} to {high:.0})  {} matches, {} won  {}{}",
            it.name,
            it.person.rating.mean,
            it.person.matches,
            it.person.won,
            it.account,
            it.skill.map(played_like).unwrap_or_default()
        )
        .ok();
    }
    told
}

/// How somebody has played without luck, behind the rest of the line.
fn played_like(skill: SkillIndex) -> String {
    let [low, high] = skill.strength.range();
    format!(
        "  played like {:.0} ({low:.0} to {high:.0}), luck of {:.0}",
        skill.strength.mean, skill.luck
    )
}

#[cfg(test)]
mod tests;
