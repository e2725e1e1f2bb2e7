//! The laboratory's commands, as the program runs them beside those of the client.

use std::io::Write;

use clap::Subcommand;
use dicehall_client::Failure;
use dicehall_client::cli::OtherCommands;

use crate::args::{
    AnalyseArgs, ArenaArgs, BenchArgs, BotArgs, BotsArgs, PerftArgs, ReviewArgs, ServeForBenchArgs,
    SolveArgs,
};
use crate::{solve, tools, trials};

/// The commands that play by themselves: a bot at somebody's table, and the tools without a server.
#[derive(Debug, Subcommand)]
#[expect(missing_docs, reason = "the arguments of each have its help")]
pub enum Tools {
    Bot(BotArgs),
    Bots(BotsArgs),
    Arena(ArenaArgs),
    #[command(visible_alias = "analyze")]
    Analyse(AnalyseArgs),
    Review(ReviewArgs),
    Perft(PerftArgs),
    Solve(SolveArgs),
}

/// The trials of a server.
#[derive(Debug, Subcommand)]
#[expect(missing_docs, reason = "the arguments of each have its help")]
pub enum Trials {
    Bench(BenchArgs),
    #[command(hide = true)]
    ServeForBench(ServeForBenchArgs),
}

impl OtherCommands for Tools {
    fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        match self {
            Self::Bot(args) => tools::bot(&args),
            Self::Bots(args) => tools::bots(&args, out),
            Self::Arena(args) => tools::arena(&args, out),
            Self::Analyse(args) => tools::analyse(&args, out),
            Self::Review(args) => tools::review::run(&args, out),
            Self::Perft(args) => tools::perft(&args, out),
            Self::Solve(args) => solve::run(&args, out),
        }
    }
}

impl OtherCommands for Trials {
    fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        match self {
            Self::Bench(args) => trials::bench(&args, out),
            Self::ServeForBench(args) => trials::serve_for_bench(args),
        }
    }
}
