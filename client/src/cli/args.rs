//! What can be typed, as clap's types, and what it means.

mod bench;
mod files;
mod offline;
mod online;

use std::sync::LazyLock;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand};
use dicehall_engine::{AnyRules, GameKind};

use crate::Failure;
use crate::files::map_file;

pub(crate) use bench::{BenchArgs, ServeForBenchArgs};
pub(crate) use files::{ExportArgs, ReplayArgs, VerifyArgs};
pub(crate) use offline::{
    AnalyseArgs, ArenaArgs, BotsArgs, CompletionsArgs, ConfigArgs, ConfigCommand, MapArgs,
    PerftArgs,
};
pub(crate) use online::{
    BotArgs, HostArgs, JoinArgs, LanArgs, PersonArgs, PlayArgs, TrustArgs, WatchArgs,
};

/// Examples stand before everything else: most people want one of them.
const TEMPLATE: &str = "\
{about-with-newline}
{before-help}{usage-heading} {usage}

{all-args}{after-help}";

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

Exit codes: 0 done, 1 failed, 2 wrong usage")]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<CommandArgs>,
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
    Map(MapArgs),
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

/// The switches of a game.
#[derive(Debug, Args)]
pub(crate) struct RulesArgs {
    /// The game's switches, for example preset=book,size=6; a wrong one lists what there is
    #[arg(
        long,
        value_name = "SWITCH=VALUE,...",
        default_value = "",
        hide_default_value = true
    )]
    rules: String,
}

impl RulesArgs {
    /// The game's rules with these switches set.
    pub(crate) fn of(&self, game: GameKind) -> Result<AnyRules, Failure> {
        let mut rules = game.default_rules();
        map_file::set_switches(&mut rules, &self.rules)
            .map_err(|error| Failure::Usage(format!("--rules: {error}")))?;
        Ok(rules)
    }
}

/// The program's release and the protocol's version.
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

/// Accepts the games' names and lists them in help, errors and completions.
fn game_parser() -> impl TypedValueParser<Value = GameKind> {
    PossibleValuesParser::new(GameKind::ALL.iter().map(|it| it.name()))
        .try_map(|it| it.parse::<GameKind>())
}

#[cfg(test)]
mod tests;
