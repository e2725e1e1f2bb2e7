//! The arguments of all commands, as clap's types, and their meaning. The `///` lines of these
//! types are the program's help. The commands of the laboratory, which this crate does not know, are
//! parameters; they stand between the others, so that the list keeps its order.

mod account;
pub mod common;
#[cfg(feature = "ssh")]
mod door;
mod files;
mod offline;
mod online;
mod ratings;
pub(crate) mod seats;

use std::sync::LazyLock;

use clap::{Parser, Subcommand};

pub(crate) use account::{AccountArgs, AccountChoice, ServerArgs};
use common::TEMPLATE;
pub(crate) use common::{LookArgs, PersonArgs};
#[cfg(feature = "ssh")]
pub(crate) use door::DoorArgs;
pub(crate) use files::{ExportArgs, RecordArgs, ReplayArgs, VerifyArgs};
pub(crate) use offline::{CompletionsArgs, ConfigArgs, ConfigCommand, MapArgs};
pub(crate) use online::{GuestArgs, HostArgs, JoinArgs, LanArgs, PlayArgs, WatchArgs};
pub(crate) use ratings::RatingsArgs;

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
pub(crate) struct Cli<Tools: Subcommand, Trials: Subcommand> {
    #[command(flatten)]
    pub(crate) person: PersonArgs,
    #[command(subcommand)]
    pub(crate) command: Option<CommandArgs<Tools, Trials>>,
}

impl<Tools: Subcommand, Trials: Subcommand> Cli<Tools, Trials> {
    /// Applies the person's options that stand before the command; those after it have precedence.
    pub(crate) fn apply_person(&mut self) {
        let person = match &mut self.command {
            Some(CommandArgs::Play(args)) => &mut args.person,
            Some(CommandArgs::Host(args)) => &mut args.person,
            Some(CommandArgs::Join(args)) => &mut args.person,
            Some(CommandArgs::Watch(args)) => &mut args.person,
            Some(CommandArgs::Guest(args)) => &mut args.person,
            _ => return,
        };
        person.fill_in(&self.person);
    }
}

/// The subcommands: those of this crate, the tools without a server, and the trials of a server.
#[derive(Debug, Subcommand)]
pub(crate) enum CommandArgs<Tools: Subcommand, Trials: Subcommand> {
    Play(PlayArgs),
    Host(HostArgs),
    Join(JoinArgs),
    Watch(WatchArgs),
    Guest(GuestArgs),
    Lan(LanArgs),
    #[cfg(feature = "ssh")]
    Door(DoorArgs),
    #[command(flatten)]
    Tools(Tools),
    Account(AccountArgs),
    Ratings(RatingsArgs),
    Map(MapArgs),
    Record(RecordArgs),
    Replay(ReplayArgs),
    Verify(VerifyArgs),
    Export(ExportArgs),
    #[command(flatten)]
    Trials(Trials),
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

/// The words of `--version`.
fn version() -> &'static str {
    static TEXT: LazyLock<String> = LazyLock::new(|| {
        let features: &[&str] = if cfg!(feature = "ssh") { &["ssh"] } else { &[] };
        let commit = option_env!("DICEHALL_COMMIT");
        dicehall_protocol::version::of_program(env!("CARGO_PKG_VERSION"), commit, features)
    });
    &TEXT
}

#[cfg(test)]
mod tests;
