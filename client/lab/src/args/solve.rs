//! The arguments of `dicehall solve`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;
use dicehall_client::cli::args::common::TEMPLATE;

/// Solve animal shogi: every position, and how it ends
#[derive(Debug, Args)]
#[command(help_template = TEMPLATE, before_help = "\
Examples:
  dicehall solve animal-shogi
  dicehall solve animal-shogi --keep
  dicehall solve animal-shogi --out animal-shogi.table")]
#[command(after_help = "\
Goes back from the positions that end at once to all 249,442,767 and keeps how many plies each is from its end. The numbers
of all distances and a fingerprint of all values are compared with the known ones; it ends with 1 if any differs. It needs
370 MB of memory. The table (55 MB) has the exact distance of every position; it is checked whenever it is read. A server
makes one by itself when it first needs it.")]
pub struct SolveArgs {
    /// The game
    #[arg(value_name = "GAME", value_parser = ["animal-shogi"])]
    pub(crate) game: String,
    /// Write the table to this file; without it and --keep nothing is written
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Write over the table of --out if it exists
    #[arg(long, requires = "out")]
    pub(crate) force: bool,
    /// Write the table where perfect, hints, analyse and arena look for it: into your data folder
    #[arg(long, conflicts_with = "out")]
    pub(crate) keep: bool,
    /// How many threads work; as many as there are processors unless told otherwise
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

impl SolveArgs {
    /// How many threads work.
    pub(crate) fn threads(&self) -> NonZeroUsize {
        let usual = || std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        self.threads.unwrap_or_else(usual)
    }
}
