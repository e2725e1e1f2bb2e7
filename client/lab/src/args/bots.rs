//! The arguments of `dicehall bot` and `dicehall bots`.

use std::ffi::OsString;

use clap::{ArgGroup, Args};
use dicehall_client::Failure;
use dicehall_client::cli::args::common::{EntryArgs, TEMPLATE};
use dicehall_protocol::LobbyCode;
use dicehall_protocol::reserved::is_reserved;

use crate::bot_runner::agent::Agent;
use crate::bot_runner::program::Program;
use crate::tablebase::TableArgs;

/// Take a seat with a bot, or with a program of yours
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("player").required(true), help_template = TEMPLATE, before_help = "\
Examples:
  dicehall bot --join 192.0.2.7:4600 --lobby ABCDE --bot hard
  dicehall bot --join localhost --exec python3 my_bot.py")]
#[command(after_help = r#"
A program is told every message of the server on its standard input, one JSON text a line. After a message of type
"choices" it prints one line, {"action":ACTION}, with the action of one of the choices as it came, for example
  {"type":"choices","ply":3,"choices":[{"action":{"game":"dice-of-doom","action":"pass"}},
    {"action":{"game":"dice-of-doom","action":[4,9]},"odds":0.77,"link":7}]}
  {"action":{"game":"dice-of-doom","action":[4,9]}}
It has 60 seconds for an answer. What it prints on standard error is shown.

After each match it says on standard error whether the dice were those that were agreed on. If they were not, it leaves and
ends with 1."#)]
pub struct BotArgs {
    /// The server: HOST, HOST:PORT, or wss://HOST:PORT for one that speaks TLS
    #[arg(long, value_name = "ADDR")]
    pub(crate) join: String,
    /// The lobby's code; without it the first lobby with an open seat
    #[arg(long, value_name = "CODE")]
    pub(crate) lobby: Option<LobbyCode>,
    #[command(flatten)]
    pub(crate) entry: EntryArgs,
    /// A bot, as in `dicehall bots`
    #[arg(long, value_name = "BOT[:LEVEL]", group = "player")]
    bot: Option<String>,
    /// A program and its arguments: everything that follows
    #[arg(long, value_name = "CMD", group = "player", num_args = 1.., allow_hyphen_values = true)]
    exec: Vec<OsString>,
    /// What it is called; the bot or the program, and a number, unless told otherwise
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    #[command(flatten)]
    tablebase: TableArgs,
}

/// List the bots with their games and levels
#[derive(Debug, Args)]
#[command(help_template = TEMPLATE, before_help = "\
Examples:
  dicehall bots")]
pub struct BotsArgs {
    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

impl BotArgs {
    /// The bot or program that chooses the actions. A program is started here.
    pub(crate) fn agent(&self) -> Result<Agent, Failure> {
        match &self.bot {
            Some(name) => {
                let tables = self.tablebase.lazily();
                // A table that was named and cannot be read is told before the bot sits down.
                tables.check()?;
                Agent::engine(name.clone(), rand::random(), tables).map_err(Failure::usage)
            }
            None => Program::start(&self.exec)
                .map(|it| Agent::Program(Box::new(it)))
                .map_err(Failure::Failed),
        }
    }

    /// The bot's name. Two bots of a kind would have the same name, which a lobby refuses, so the
    /// name has a random number.
    pub(crate) fn player_name(&self) -> String {
        let what = match (&self.bot, self.exec.first()) {
            (Some(bot), _) => bot.clone(),
            (None, Some(program)) => std::path::Path::new(program).file_name().map_or_else(
                || "program".to_owned(),
                |it| it.to_string_lossy().into_owned(),
            ),
            (None, None) => "bot".to_owned(),
        };
        let short: String = what.chars().take(12).collect();
        let numbered = |name: &str| format!("{name} #{}", std::process::id());
        // Many programs that play are called `bot.py`, as nobody in a lobby may be.
        let usual = Some(numbered(&short)).filter(|it| !is_reserved(it));
        let usual = usual.unwrap_or_else(|| numbered("program"));
        self.name.clone().unwrap_or(usual)
    }
}
