//! The arguments of the load tool.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, value_parser};
use dicehall_engine::{BotSpec, GameKind};

use super::common::{TEMPLATE, TrustArgs, game_parser};
use crate::Failure;
use crate::files::paths::Paths;
use crate::load::Load;
use crate::load::bench::{Bench, IDLE_MAX, LOBBIES_MAX};
use crate::load::siege::{HOSTILE_MAX, Siege};
use crate::load::soak::Soak;
use crate::load::thinking::Thinkers;
use crate::net::address::Address;
use crate::net::known_servers::KnownServers;
use crate::net::trust::{Policy, Trust};

/// How many tables play at once unless told otherwise.
const LOBBIES: u16 = 64;

/// Measure a server under load
#[derive(Debug, Args)]
#[command(help_template = TEMPLATE, before_help = "\
Examples:
  dicehall bench                               a server of its own, ten seconds
  dicehall bench --seconds 30 --idle 1000 --json
  dicehall bench --bots expert --game dice-wars
  dicehall bench --url ws://192.0.2.7:4600/ws --lobbies 8
  dicehall bench --hostile 1000
  dicehall bench --soak --matches 10000 --data /tmp/soak")]
#[command(after_help = "\
Scripted clients play Dice of Doom, two at a table, as fast as the server answers; a round trip lasts from sending an
action until both have seen it. A server of its own runs in a process of its own, keeps lobbies in memory unless --data
is given, and has no limit of rate. Another server's limits are its own.

With --bots nobody plays but bots, one lobby unless told otherwise, and a round trip is that of a session beside it
that asks for the list of lobbies ten times a second: how soon does the server answer while bots think?")]
pub(crate) struct BenchArgs {
    /// A server that runs already
    #[arg(long, value_name = "U", conflicts_with_all = ["data", "idle"])]
    url: Option<String>,
    #[command(flatten)]
    trust: TrustArgs,
    /// End after this many matches
    #[arg(long, value_name = "M", value_parser = value_parser!(u64).range(1..))]
    matches: Option<u64>,
    /// End after this time
    #[arg(long, value_name = "S", default_value_t = 10, value_parser = value_parser!(u16).range(1..=3600))]
    seconds: u16,
    /// How many tables play at once; 64 unless told otherwise
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=i64::from(LOBBIES_MAX)))]
    lobbies: Option<u16>,
    /// Let this bot play on every seat, and time a session that looks on
    #[arg(long, value_name = "BOT")]
    bots: Option<String>,
    /// Their game
    #[arg(long, value_parser = game_parser(), default_value = "dice-of-doom", requires = "bots")]
    game: GameKind,
    /// Weigh this many connections that only sit on their seats
    #[arg(long, value_name = "N", default_value_t = 0)]
    #[arg(value_parser = value_parser!(u16).range(0..=i64::from(IDLE_MAX)))]
    idle: u16,
    /// Where the server of its own journals
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Try how honest tables fare beside this many peers that mean harm; ends with 1 if the server lets them
    #[arg(long, value_name = "N", conflicts_with_all = ["url", "data", "idle", "matches"])]
    #[arg(value_parser = value_parser!(u16).range(1..=i64::from(HOSTILE_MAX)))]
    hostile: Option<u16>,
    /// Play short matches in lobbies of their own and look for what is left; ends with 1 if anything is
    #[arg(long, requires_all = ["data", "matches"], conflicts_with_all = ["url", "idle", "hostile"])]
    soak: bool,
    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

/// The server that `bench` starts for itself
#[derive(Debug, Args)]
pub(crate) struct ServeForBenchArgs {
    /// Where it journals
    #[arg(long, value_name = "DIR")]
    pub(crate) data: Option<PathBuf>,
    /// Whether it keeps its limits of rate
    #[arg(long)]
    pub(crate) limited: bool,
}

impl BenchArgs {
    /// The trial that was asked for.
    pub(crate) fn load(&self) -> Result<Load, Failure> {
        let lobbies = self.lobbies.unwrap_or(LOBBIES);
        let limit = Duration::from_secs(self.seconds.into());
        let trust = Trust::new(KnownServers::default(), Policy::Refuse);
        if let Some(hostile) = self.hostile {
            return Ok(Load::Siege(Siege {
                lobbies,
                hostile,
                quiet: limit,
                trust,
            }));
        }
        if let Some(matches) = self.matches.filter(|_| self.soak) {
            return Ok(Load::Soak(Soak {
                matches,
                data: self.data.clone(),
                trust,
            }));
        }
        self.bench().map(Load::Bench)
    }

    pub(super) fn bench(&self) -> Result<Bench, Failure> {
        let address = self.url.as_deref().map(str::parse::<Address>);
        let bot = self.bots.as_deref();
        let bot = bot.map(|it| BotSpec::for_game(it, self.game));
        let game = self.game;
        let address = address.transpose().map_err(Failure::usage)?;
        let bot = bot.transpose().map_err(Failure::usage)?;
        let usual = if bot.is_some() { 1 } else { LOBBIES };
        Ok(Bench {
            address,
            thinkers: bot.map(|bot| Thinkers { game, bot }),
            trust: self.trust.trust(Paths::of_user().as_ref(), Policy::Refuse),
            data: self.data.clone(),
            lobbies: self.lobbies.unwrap_or(usual),
            matches: self.matches,
            limit: Duration::from_secs(self.seconds.into()),
            idle: self.idle,
        })
    }
}
