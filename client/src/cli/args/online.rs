//! The arguments of the commands that need a network.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{ArgGroup, Args};
use dicehall_engine::Rung;
use dicehall_protocol::LobbyCode;
use dicehall_protocol::reserved::is_reserved;

use super::common::{EntryArgs, LobbyArgs, PersonArgs, TEMPLATE, read_password, rung_parser};
use crate::Failure;
use crate::cli::bot_runner::brain::Brain;
use crate::cli::bot_runner::program::Program;
use crate::cli::console::variable;
use crate::cli::tablebase::TableArgs;
use crate::cli::{person, seats};
use crate::files::config::Config;
use crate::net::host::{self, LogFormat};
use crate::net::link::Hosting;
use crate::start::LobbyPlan;
use crate::tui::model::passwords::Passwords;
use crate::tui::model::{BOT_PACE_MS, PLAY_PACE_MS};

/// Play against bots on this machine, at once
#[derive(Debug, Args)]
#[command(help_template = TEMPLATE, before_help = "\
Examples:
  dicehall play                                you against three bots
  dicehall play --rung 1                       on the first rung of the ladder
  dicehall play --seats me,expert,normal       choose the bots
  dicehall play --rules preset=book,size=6     choose the rules")]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    lobby: LobbyArgs,
    /// Against bots of this rung of the ladder; else the one chosen last
    #[arg(long, value_name = "N", value_parser = rung_parser(), conflicts_with = "seats")]
    rung: Option<Rung>,
    #[command(flatten)]
    pub(crate) person: PersonArgs,
}

/// Host a table for everybody on the LAN
#[derive(Debug, Args)]
#[command(help_template = TEMPLATE, before_help = "\
Examples:
  dicehall host                                you and three open seats
  dicehall host --seats me,open,hard,hard      you, a guest and two bots
  dicehall host --seats open,open --no-lan > lines.txt &
                                               a table for a script: no screen, what to type is printed")]
#[command(after_help = "\
Without a terminal on its output and without --plain the host has no screen: it prints what others type to join, one line for
each address, starts the match when every seat is held and everybody is ready, and ends on SIGTERM.")]
pub(crate) struct HostArgs {
    #[command(flatten)]
    lobby: LobbyArgs,
    /// Where to listen, ADDR:PORT; else on port 4600 of every address of this machine
    #[arg(long, value_name = "ADDR")]
    listen: Option<String>,
    /// Do not announce the table on the LAN
    #[arg(long)]
    no_lan: bool,
    /// Give browsers no page to play on
    #[arg(long)]
    no_page: bool,
    /// A file whose first line is the password that whoever comes in must know
    #[arg(long, value_name = "F")]
    password_file: Option<PathBuf>,
    /// Let whoever plays ask the expert for a hint; else you allow it in the lobby
    #[arg(long)]
    hints: bool,
    /// The form of the log's lines, where there is no screen
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) log_format: LogFormat,
    #[command(flatten)]
    pub(crate) person: PersonArgs,
}

/// Take a seat at somebody's table
#[derive(Debug, Args)]
#[command(help_template = TEMPLATE, before_help = "\
Examples:
  dicehall join                                what is on the LAN
  dicehall join 192.0.2.7:4600 --lobby ABCDE
  dicehall join http://192.0.2.7:4600/ABCDE    the address that a browser shows")]
pub(crate) struct JoinArgs {
    /// HOST, HOST:PORT, or wss://HOST:PORT for one that speaks TLS, also with /CODE behind it; without it the list of what
    /// is on the LAN
    #[arg(value_name = "ADDR")]
    pub(crate) address: Option<String>,
    /// The lobby's code; without it the list of lobbies
    #[arg(long, value_name = "CODE", requires = "address")]
    pub(crate) lobby: Option<LobbyCode>,
    #[command(flatten)]
    pub(crate) entry: EntryArgs,
    #[command(flatten)]
    pub(crate) person: PersonArgs,
}

/// Watch a table
#[derive(Debug, Args)]
#[command(help_template = TEMPLATE, before_help = "\
Examples:
  dicehall watch 192.0.2.7:4600 --lobby ABCDE")]
pub(crate) struct WatchArgs {
    /// HOST, HOST:PORT, or wss://HOST:PORT for one that speaks TLS
    #[arg(value_name = "ADDR")]
    pub(crate) address: String,
    /// The lobby's code; without it the list of lobbies
    #[arg(long, value_name = "CODE")]
    pub(crate) lobby: Option<LobbyCode>,
    #[command(flatten)]
    pub(crate) entry: EntryArgs,
    #[command(flatten)]
    pub(crate) person: PersonArgs,
}

/// List what is announced on the LAN
#[derive(Debug, Args)]
#[command(help_template = TEMPLATE, before_help = "\
Examples:
  dicehall lan
  dicehall lan --json --seconds 5")]
pub(crate) struct LanArgs {
    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
    /// How long to listen
    #[arg(long, value_name = "N", default_value_t = 2)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=3600))]
    pub(crate) seconds: u16,
}

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
pub(crate) struct BotArgs {
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

impl PlayArgs {
    /// The plan of the lobby. It must be complete, because nobody else can come. Its bots are on
    /// the `usual` rung unless another was given.
    pub(crate) fn plan(&self, usual: Rung) -> Result<LobbyPlan, Failure> {
        let usual = |game| seats::against_rung(self.rung.unwrap_or(usual), game);
        let plan = self.lobby.plan(usual, PLAY_PACE_MS)?;
        let (fewest, _) = self.lobby.game.seats();
        if seats::held(&plan.seats) < usize::from(fewest) {
            let why = "--seats: nobody can come to a table of your own; fill it with bots, or use `dicehall host`";
            return Err(Failure::usage(why));
        }
        Ok(plan)
    }
}

impl HostArgs {
    /// The plan of the lobby.
    pub(crate) fn plan(&self) -> Result<LobbyPlan, Failure> {
        let plan = self.lobby.plan(seats::with_guests, BOT_PACE_MS)?;
        let hints = self.hints;
        Ok(LobbyPlan { hints, ..plan })
    }

    /// The password that people must give to enter.
    pub(crate) fn passwords(&self) -> Result<Passwords, Failure> {
        let asked = read_password(self.password_file.as_deref())?;
        Ok(Passwords { asked, shown: None })
    }

    /// The people who can reach the server.
    pub(crate) fn hosting(&self) -> Result<Hosting, Failure> {
        let hosting = Hosting::Public {
            listen: self.listen.clone(),
            announce: !self.no_lan,
            page: !self.no_page,
        };
        host::listen_address(&hosting).map_err(|why| Failure::Usage(format!("--listen: {why}")))?;
        Ok(hosting)
    }
}

impl BotArgs {
    /// The bot or program that chooses the actions. A program is started here.
    pub(crate) fn brain(&self) -> Result<Brain, Failure> {
        match &self.bot {
            Some(name) => {
                let tables = self.tablebase.lazily();
                // A table that was named and cannot be read is told before the bot sits down.
                tables.check()?;
                Brain::engine(name.clone(), rand::random(), tables).map_err(Failure::usage)
            }
            None => Program::start(&self.exec)
                .map(|it| Brain::Program(Box::new(it)))
                .map_err(Failure::Failed),
        }
    }

    /// The bot's name. Two bots of a kind would have the same name, which a lobby refuses, so the
    /// name has a random number.
    pub(crate) fn player_name(&self, config: &Config) -> Result<String, Failure> {
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
        person::name(self.name.as_deref().or(Some(&usual)), config, variable)
    }
}
