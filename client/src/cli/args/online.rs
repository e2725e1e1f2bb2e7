//! The arguments of the commands that need a network.

use std::path::PathBuf;

use clap::Args;
use dicehall_engine::Rung;
use dicehall_protocol::LobbyCode;

use super::common::{
    EntryArgs, LobbyArgs, PersonArgs, TEMPLATE, TrustArgs, read_password, rung_parser,
};
use super::seats;
use crate::Failure;
use crate::net::host::{self, LogFormat};
use crate::net::link::Hosting;
use crate::start::LobbyPlan;
use crate::tui::model::lobby_list::passwords::Passwords;

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
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a switch of the command line"
)]
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
    /// Also let in people who have nothing but ssh, at ADDR:PORT; else on port 4622 of every address
    #[cfg(feature = "ssh")]
    #[arg(long, value_name = "ADDR", num_args = 0..=1, default_missing_value = "")]
    pub(crate) ssh: Option<String>,
    /// Do not announce the table on the LAN
    #[arg(long)]
    no_lan: bool,
    /// Give browsers no page to play on
    #[arg(long)]
    no_page: bool,
    /// Give guests no program; else they fetch this one from /get
    #[arg(long)]
    no_get: bool,
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
  dicehall watch 192.0.2.7:4600 --lobby ABCDE
  dicehall watch 192.0.2.7:4600 --lobby ABCDE --tv   for everybody in the room, on a television")]
pub(crate) struct WatchArgs {
    /// HOST, HOST:PORT, or wss://HOST:PORT for one that speaks TLS
    #[arg(value_name = "ADDR")]
    pub(crate) address: String,
    /// The lobby's code; without it the list of lobbies
    #[arg(long, value_name = "CODE")]
    pub(crate) lobby: Option<LobbyCode>,
    /// Show it large and with nothing to press but q, from match to match; needs 100 columns and 36 rows
    #[arg(long)]
    pub(crate) tv: bool,
    #[command(flatten)]
    pub(crate) entry: EntryArgs,
    #[command(flatten)]
    pub(crate) person: PersonArgs,
}

/// Let a guest play at one server and do nothing else on this machine
#[derive(Debug, Args)]
#[command(help_template = TEMPLATE, before_help = "\
Examples:
  dicehall guest --join ws://127.0.0.1:4600
  dicehall guest --join 192.0.2.7:4600/K7WQ2 --plain")]
#[command(after_help = "\
For people who come from elsewhere, for example over ssh (docs/guests.md). The guest reads and writes no file, hosts nothing,
starts no program and goes to no other server; the configuration is not read. Without a terminal it speaks in lines.")]
pub(crate) struct GuestArgs {
    /// The server: HOST, HOST:PORT, or wss://HOST:PORT for one that speaks TLS, also with /CODE behind it
    #[arg(long, value_name = "ADDR")]
    pub(crate) join: String,
    #[command(flatten)]
    pub(crate) trust: TrustArgs,
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

impl PlayArgs {
    /// The plan of the lobby. It must be complete, because nobody else can come. Its bots are on
    /// the `usual` rung unless another was given.
    pub(crate) fn plan(&self, usual: Rung) -> Result<LobbyPlan, Failure> {
        let usual = |game| seats::against_rung(self.rung.unwrap_or(usual), game);
        let plan = self.lobby.plan(usual)?;
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
        let plan = self.lobby.plan(seats::with_guests)?;
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
            program: !self.no_get,
        };
        host::listen_address(&hosting).map_err(|why| Failure::Usage(format!("--listen: {why}")))?;
        Ok(hosting)
    }
}
