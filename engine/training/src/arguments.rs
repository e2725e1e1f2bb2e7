//! The command line.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::model::{Model, Switch};
use crate::players::PlayerKind;

/// The most percent by which a recipe can be shortened or lengthened.
const SCALE_MAX: u64 = 10_000;

/// Makes the weights of the value networks, and measures bots that use them.
#[derive(Debug, Parser)]
#[command(name = "dicehall-training", version)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Makes a model's weights from nothing: matches, fitting, matches with what was fitted, and so on.
    Train(Train),
    /// Fits the weights of a judge without a network to matches of players that do not use it.
    Fit(Fit),
    /// Plays one of a bot against another on all other seats, on every seat in turn.
    Measure(Measure),
    /// Measures sections of `engine/training/RESULTS.md` again, by the commands that stand in them.
    Results(Results),
}

/// The arguments of `train`.
#[derive(Debug, Args)]
pub(crate) struct Train {
    /// The model.
    pub(crate) model: Model,
    /// The file of weights to write.
    #[arg(long)]
    pub(crate) out: PathBuf,
    /// The seed of all luck.
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Percent of the recipe's matches that are played, for trials.
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=SCALE_MAX))]
    pub(crate) scale: u64,
    /// A file of weights to begin with, in place of the recipe's first phase.
    #[arg(long)]
    pub(crate) from: Option<PathBuf>,
    /// The threads that play; the result does not depend on them.
    #[arg(long, default_value_t = NonZeroUsize::MIN)]
    pub(crate) threads: NonZeroUsize,
}

/// The arguments of `fit`.
#[derive(Debug, Args)]
pub(crate) struct Fit {
    /// The judge.
    pub(crate) what: Fitted,
    /// The file of weights to write.
    #[arg(long)]
    pub(crate) out: PathBuf,
    /// The seed of all luck.
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// The threads that play; the result does not depend on them.
    #[arg(long, default_value_t = NonZeroUsize::MIN)]
    pub(crate) threads: NonZeroUsize,
}

/// A judge without a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Fitted {
    /// The estimate of positions on territories.
    Estimate,
    /// The forecast of positions on territories, by the book's rules with four seats.
    Forecast,
    /// The judge of animal shogi.
    AnimalShogi,
}

impl Fitted {
    /// The name on the command line.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Estimate => "estimate",
            Self::Forecast => "forecast",
            Self::AnimalShogi => "animal-shogi",
        }
    }
}

/// The arguments of `measure`.
#[derive(Clone, Debug, Args)]
pub(crate) struct Measure {
    /// The model whose rules are played.
    pub(crate) model: Model,
    /// The bot: `random`, `strategist`, `paranoid:LEVEL`, `mcts:NODES`, `value:ATTACKS:BEAM:FILE`,
    /// `tree:NODES:FILE`, `rollouts:NODES:FILE`.
    pub(crate) bot: PlayerKind,
    /// The bot on all other seats.
    pub(crate) others: PlayerKind,
    /// Switches of the game that differ from the model's usual rules, as SWITCH=VALUE with commas between.
    #[arg(long, value_delimiter = ',')]
    pub(crate) rules: Vec<Switch>,
    /// The number of matches.
    #[arg(long, default_value_t = 400)]
    pub(crate) matches: u64,
    /// The seed of all luck.
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// The number of seats.
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u8).range(2..=4))]
    pub(crate) seats: u8,
    /// The threads that play.
    #[arg(long, default_value_t = NonZeroUsize::MIN)]
    pub(crate) threads: NonZeroUsize,
    /// Prints a table, as Markdown.
    #[arg(long)]
    pub(crate) table: bool,
}

/// The arguments of `results`.
#[derive(Debug, Args)]
pub(crate) struct Results {
    /// Words of the headings of the sections; without any, all sections are measured.
    pub(crate) words: Vec<String>,
}
