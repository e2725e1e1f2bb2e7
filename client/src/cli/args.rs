//! The arguments of all commands, as clap's types, and their meaning. The `///` lines of these
//! types are the program's help.

mod bench;
mod common;
mod files;
mod offline;
mod online;
mod solve;

use std::sync::LazyLock;

use clap::{Parser, Subcommand};

pub(crate) use bench::{BenchArgs, ServeForBenchArgs};
use common::TEMPLATE;
pub(crate) use common::{LookArgs, PersonArgs};
pub(crate) use files::{ExportArgs, RecordArgs, ReplayArgs, VerifyArgs};
pub(crate) use offline::{
    AnalyseArgs, ArenaArgs, BotsArgs, CompletionsArgs, ConfigArgs, ConfigCommand, MapArgs,
    PerftArgs,
};
pub(crate) use online::{BotArgs, HostArgs, JoinArgs, LanArgs, PlayArgs, WatchArgs};
pub(crate) use solve::SolveArgs;

/// Dice games at a lobby on your LAN, in the terminal
#[derive(Debug, Parser)]
#[command(name = "dicehall", version = version(), help_template = TEMPLATE, disable_help_subcommand = true)]
#[command(before_help = "\
Examples:
  dicehall                       the home screen
  dicehall play                  Dice of Doom against three bots, at once
  dicehall host                  a table for everybody on the LAN
  dicehall join 192.0.2.7        a seat at somebody's table
  dicehall join                  what is on the LAN
  dicehall --plain               sentences instead of screens

Exit codes: 0 done, 1 failed, 2 wrong usage")]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) person: PersonArgs,
    #[command(subcommand)]
    pub(crate) command: Option<CommandArgs>,
}

impl Cli {
    /// Applies the person's options that stand before the command; those after it have precedence.
    pub(crate) fn apply_person(&mut self) {
        let person = match &mut self.command {
            Some(CommandArgs::Play(args)) => &mut args.person,
            Some(CommandArgs::Host(args)) => &mut args.person,
            Some(CommandArgs::Join(args)) => &mut args.person,
            Some(CommandArgs::Watch(args)) => &mut args.person,
            _ => return,
        };
        person.fill_in(&self.person);
    }
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub(crate) enum CommandArgs {
    Play(PlayArgs),
    Host(HostArgs),
    Join(JoinArgs),
    Watch(WatchArgs),
    Lan(LanArgs),
    Bot(BotArgs),
    Bots(BotsArgs),
    Arena(ArenaArgs),
    #[command(visible_alias = "analyze")]
    Analyse(AnalyseArgs),
    Perft(PerftArgs),
    Solve(SolveArgs),
    Map(MapArgs),
    Record(RecordArgs),
    Replay(ReplayArgs),
    Verify(VerifyArgs),
    Export(ExportArgs),
    Bench(BenchArgs),
    #[command(hide = true)]
    ServeForBench(ServeForBenchArgs),
    Config(ConfigArgs),
    /// Tell what may matter when something does not work
    #[command(help_template = TEMPLATE, before_help = "\
Examples:
  dicehall doctor")]
    Doctor,
    Completions(CompletionsArgs),
    /// Print the manual page
    #[command(help_template = TEMPLATE, before_help = "\
Examples:
  dicehall man | man -l -")]
    Man,
}

/// The versions of the program and of the protocol.
fn version() -> &'static str {
    static TEXT: LazyLock<String> = LazyLock::new(|| {
        format!(
            "{} (protocol {})",
            env!("CARGO_PKG_VERSION"),
            dicehall_protocol::VERSION
        )
    });
    &TEXT
}

#[cfg(test)]
mod tests;
