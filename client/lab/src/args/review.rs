//! The arguments of `dicehall review`.

use std::path::PathBuf;

use clap::Args;
use dicehall_client::cli::args::common::TEMPLATE;
use dicehall_engine::fair::MatchId;

use crate::tablebase::TableArgs;

/// The most nodes that a review visits for one choice.
pub(crate) const REVIEW_NODES_MAX: u64 = 1_000_000;

/// Look back at a match: who was lucky, and which choices cost the most
#[derive(Debug, Args)]
#[command(help_template = TEMPLATE, before_help = "\
Examples:
  dicehall review matches/20270115T080000-K7WQ2-1-5b0f2c7de1a94f36.jsonl
  dicehall review matches/20270115.matches --match K7WQ2-1-5b0f2c7de1a94f36
  dicehall review FILE --json --nodes 20000")]
#[command(after_help = "\
The file is checked first, as by `dicehall verify`. Everything is told in points of a win: 100 points are a whole win, and JSON
has them as numbers from 0 to 1. The luck of a roll is every seat's chance to win after it less the mean over all results.
A choice costs what the expert's best action leads it by, plus or minus the standard error; what is within two of these may be
nothing. In the dice games a network tells the chances, and rollouts tell what choices cost; in tic-tac-toe both are exact,
and so they are in animal shogi if there is the table of `dicehall solve`; else a search tells them, without a standard error.")]
pub struct ReviewArgs {
    /// The file of a match, or all matches of a day from a server's folder
    pub(crate) file: PathBuf,
    /// Which match of a day; the last one unless told otherwise
    #[arg(long = "match", value_name = "NAME")]
    #[arg(value_parser = |text: &str| MatchId::try_from(text.to_owned()))]
    pub(crate) match_id: Option<MatchId>,
    /// The most nodes for each choice; 0 for luck alone; as many as fit into seconds unless told otherwise
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(0..=REVIEW_NODES_MAX))]
    pub(crate) nodes: Option<u64>,
    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) tablebase: TableArgs,
}
