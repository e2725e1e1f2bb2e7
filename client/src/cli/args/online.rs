//! What can be typed for the commands that need a network, and what it means.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{ArgGroup, Args};
use dicehall_engine::GameKind;
use dicehall_engine::lobby::{BOT_PACE_MS_MAX, Clock, Settings};
use dicehall_protocol::LobbyCode;

use super::{RulesArgs, TEMPLATE, game_parser};
use crate::Failure;
use crate::cli::bot_runner::brain::Brain;
use crate::cli::bot_runner::program::Program;
use crate::cli::online::variable;
use crate::cli::{person, seats};
use crate::files::config::Config;
use crate::files::paths::Paths;
use crate::net::fingerprint::Fingerprint;
use crate::net::host;
use crate::net::known_servers::KnownServers;
use crate::net::link::Hosting;
use crate::net::trust::{Policy, Trust};
use crate::start::{LobbyPlan, SeatPlan};

/// How long the table looks at each action of a bot unless told otherwise.
const BOT_PACE_MS_USUAL: u16 = 600;

/// The table that is to be made.
#[derive(Debug, Args)]
pub(crate) struct TableArgs {
    /// The game
    #[arg(long, value_parser = game_parser(), default_value = GameKind::ALL[0].name())]
    game: GameKind,
    /// Who sits where: a comma list of me, open, closed and bots (see `dicehall bots`)
    #[arg(long, value_name = "SEAT,...")]
    seats: Option<String>,
    #[command(flatten)]
    rules: RulesArgs,
    /// How long the table looks at each action of a bot, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = BOT_PACE_MS_USUAL)]
    #[arg(value_parser = clap::value_parser!(u16).range(0..=i64::from(BOT_PACE_MS_MAX)))]
    bot_pace: u16,
    /// How long people may think: off, 30s/action, 2m/turn, or 5m+10s for each turn
    #[arg(long, value_name = "CLOCK", default_value_t = Clock::Off)]
    clock: Clock,
}

/// What somebody at a terminal wants.
#[derive(Debug, Default, Args)]
pub(crate) struct PersonArgs {
    /// What you are called; the login name unless told otherwise
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,
    /// Show no rolling dice, only results
    #[arg(long)]
    pub(crate) no_animation: bool,
}

/// Play against bots on this machine, at once
#[derive(Debug, Args)]
#[command(help_template = TEMPLATE, before_help = "\
Examples:
  dicehall play                                you against three bots
  dicehall play --seats me,expert,normal       choose the bots
  dicehall play --rules preset=book,size=6     choose the rules")]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    table: TableArgs,
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
Without a terminal on its output the host has no screen: it prints what others type to join, one line for each address,
starts the match when every seat is held and everybody is ready, and ends on SIGTERM.")]
pub(crate) struct HostArgs {
    #[command(flatten)]
    table: TableArgs,
    /// Where to listen, ADDR:PORT
    #[arg(long, value_name = "ADDR", default_value = "0.0.0.0:4600")]
    listen: String,
    /// Do not announce the table on the LAN
    #[arg(long)]
    no_lan: bool,
    /// A file whose first line is the password that whoever comes in must know
    #[arg(long, value_name = "F")]
    pub(crate) password_file: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) person: PersonArgs,
}

/// Take a seat at somebody's table
#[derive(Debug, Args)]
#[command(help_template = TEMPLATE, before_help = "\
Examples:
  dicehall join                                what is on the LAN
  dicehall join 192.0.2.7:4600 --lobby ABCDE")]
pub(crate) struct JoinArgs {
    /// HOST, HOST:PORT, or wss://HOST:PORT for one that speaks TLS; without it the list of what is on the LAN
    #[arg(value_name = "ADDR")]
    pub(crate) address: Option<String>,
    /// The lobby's code; without it the list of lobbies
    #[arg(long, value_name = "CODE", requires = "address")]
    pub(crate) lobby: Option<LobbyCode>,
    /// A file whose first line is the lobby's password
    #[arg(long, value_name = "F")]
    pub(crate) password_file: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) trust: TrustArgs,
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
    /// A file whose first line is the lobby's password
    #[arg(long, value_name = "F")]
    pub(crate) password_file: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) trust: TrustArgs,
    #[command(flatten)]
    pub(crate) person: PersonArgs,
}

/// How a server that speaks TLS is recognized.
#[derive(Debug, Args)]
pub(crate) struct TrustArgs {
    /// Trust the server with this certificate and no other: its SHA-256 in hexadecimal digits
    #[arg(long, value_name = "HEX")]
    fingerprint: Option<Fingerprint>,
    /// Trust a server that is new, though nobody vouches for it
    #[arg(long, conflicts_with = "fingerprint")]
    trust_first: bool,
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
    /// A file whose first line is the lobby's password
    #[arg(long, value_name = "F")]
    pub(crate) password_file: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) trust: TrustArgs,
    /// A bot, as in `dicehall bots`
    #[arg(long, value_name = "BOT[:LEVEL]", group = "player")]
    bot: Option<String>,
    /// A program and its arguments: everything that follows
    #[arg(long, value_name = "CMD", group = "player", num_args = 1.., allow_hyphen_values = true)]
    exec: Vec<OsString>,
    /// What it is called; the bot or the program, and a number, unless told otherwise
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
}

impl TrustArgs {
    /// Whom to trust; what is done with a server that is new unless something was typed.
    pub(crate) fn trust(&self, paths: Option<&Paths>, otherwise: Policy) -> Trust {
        let policy = match self.fingerprint {
            Some(fingerprint) => Policy::Exactly(fingerprint),
            None if self.trust_first => Policy::TrustFirst,
            None => otherwise,
        };
        Trust::new(KnownServers::new(paths.map(Paths::known_servers)), policy)
    }
}

impl TableArgs {
    fn table(&self, usual: fn(GameKind) -> Vec<SeatPlan>) -> Result<LobbyPlan, Failure> {
        let seats = match &self.seats {
            Some(text) => seats::parse(text, self.game)
                .map_err(|why| Failure::Usage(format!("--seats: {why}")))?,
            None => usual(self.game),
        };
        let settings = Settings {
            rules: self.rules.of(self.game)?,
            bot_pace_ms: self.bot_pace,
            clock: self.clock,
        };
        Ok(LobbyPlan { settings, seats })
    }
}

impl PlayArgs {
    /// The table; it must be complete, because nobody else can come.
    pub(crate) fn table(&self) -> Result<LobbyPlan, Failure> {
        let table = self.table.table(seats::against_bots)?;
        let (fewest, _) = self.table.game.seats();
        if seats::held(&table.seats) < usize::from(fewest) {
            let why = "--seats: nobody can come to a table of your own; fill it with bots, or use `dicehall host`";
            return Err(Failure::usage(why));
        }
        Ok(table)
    }
}

impl HostArgs {
    /// The table.
    pub(crate) fn table(&self) -> Result<LobbyPlan, Failure> {
        self.table.table(seats::with_guests)
    }

    /// Who can reach it.
    pub(crate) fn hosting(&self) -> Result<Hosting, Failure> {
        let hosting = Hosting::Public {
            listen: Some(self.listen.clone()),
            announce: !self.no_lan,
        };
        host::listen_address(&hosting).map_err(|why| Failure::Usage(format!("--listen: {why}")))?;
        Ok(hosting)
    }
}

impl BotArgs {
    /// What chooses. A program is started.
    pub(crate) fn brain(&self) -> Result<Brain, Failure> {
        match &self.bot {
            Some(name) => Brain::engine(name.clone(), rand::random()).map_err(Failure::usage),
            None => Program::start(&self.exec)
                .map(|it| Brain::Program(Box::new(it)))
                .map_err(Failure::Failed),
        }
    }

    /// What it is called. Two bots of a kind would have one name, which a lobby refuses; hence the number.
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
        let usual = format!("{short} #{}", std::process::id());
        person::name(self.name.as_deref().or(Some(&usual)), config, variable)
    }
}
