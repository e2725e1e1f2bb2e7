//! The arguments of the load generator.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, value_parser};
use dicehall_client::Failure;
use dicehall_client::cli::args::common::{TEMPLATE, TrustArgs, game_parser};
use dicehall_client::files::paths::Paths;
use dicehall_client::net::address::Address;
use dicehall_client::net::trust::known_servers::KnownServers;
use dicehall_client::net::trust::{Policy, Trust};
use dicehall_engine::{BotSpec, GameKind};

use crate::load::Load;
use crate::load::bench::wait::Wait;
use crate::load::bench::{Bench, IDLE_MAX, LOBBIES_MAX, RATE_MAX, SPECTATORS_MAX};
use crate::load::cores::Cores;
use crate::load::siege::{HOSTILE_MAX, Siege};
use crate::load::soak::Soak;
use crate::load::table::Seating;
use crate::load::thinking::Thinkers;

/// The number of tables that play at once, unless another is given.
const LOBBIES: u16 = 64;

/// Measure a server under load
#[derive(Debug, Args)]
#[command(help_template = TEMPLATE, before_help = "\
Examples:
  dicehall bench                               a server of its own, ten seconds
  dicehall bench --floor --pin --seconds 30    beside the least server that plays at all
  dicehall bench --game dice-wars --seats 4 --spectators 10 --rate 500
  dicehall bench --idle 1000 --json
  dicehall bench --bots expert --game dice-wars
  dicehall bench --url ws://192.0.2.7:4600/ws --lobbies 8
  dicehall bench --hostile 1000
  dicehall bench --wait --seconds 60
  dicehall bench --soak --matches 10000 --data /tmp/soak")]
#[command(after_help = "\
Scripted clients play whole matches, one after another, and check all that they see by the rules. A round trip lasts
from sending an action until the last who plays or looks on has seen it: each action waits for the one before, or is due
at its moment with --rate, and then a round trip lasts from that moment. A server of its own runs in a process of its
own, keeps lobbies in memory unless --data is given, and has no limit of rate. Another server's limits are its own, and
what it uses is not known. What the figures mean says docs/performance.md.

With --bots nobody plays but bots, one lobby unless told otherwise, and a round trip is that of a session beside it
that asks for the list of lobbies ten times a second: how soon does the server answer while bots think?")]
pub struct BenchArgs {
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
    /// The game
    #[arg(long, value_parser = game_parser(), default_value = "dice-of-doom")]
    game: GameKind,
    #[command(flatten)]
    tables: TablesArgs,
    /// Weigh this many connections that only sit on their seats
    #[arg(long, value_name = "N", default_value_t = 0)]
    #[arg(value_parser = value_parser!(u16).range(0..=i64::from(IDLE_MAX)))]
    idle: u16,
    /// Where the server of its own journals
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Try how honest tables fare beside this many peers that mean harm; ends with 1 if the server lets them
    #[arg(long, value_name = "N", conflicts_with_all = ["url", "data", "idle", "matches", "rate", "floor", "pin"])]
    #[arg(value_parser = value_parser!(u16).range(1..=i64::from(HOSTILE_MAX)))]
    hostile: Option<u16>,
    /// Play short matches in lobbies of their own and look for what is left; ends with 1 if anything is
    #[arg(long, requires_all = ["data", "matches"], conflicts_with_all = ["url", "idle", "hostile", "rate", "floor", "pin"])]
    soak: bool,
    /// Tell how long people wait for their turns at tables with bots; ends with 1 if that is too long
    #[arg(long, conflicts_with_all = ["url", "data", "idle", "hostile", "soak", "matches", "rate", "floor", "pin", "bots"])]
    wait: bool,
    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

/// Who is at the tables, how fast they play, and beside what they are measured
#[derive(Debug, Args)]
struct TablesArgs {
    /// How many play at each table
    #[arg(long, value_name = "N", default_value_t = 2, conflicts_with = "bots")]
    #[arg(value_parser = value_parser!(u8).range(2..=4))]
    seats: u8,
    /// How many look on at each table
    #[arg(long, value_name = "N", default_value_t = 0, conflicts_with = "bots")]
    #[arg(value_parser = value_parser!(u16).range(0..=i64::from(SPECTATORS_MAX)))]
    spectators: u16,
    /// How many actions a second are due at all tables together, even if the server is late
    #[arg(long, value_name = "R", conflicts_with = "bots")]
    #[arg(value_parser = value_parser!(u32).range(1..=i64::from(RATE_MAX)))]
    rate: Option<u32>,
    /// Give the server one core and the clients another (Linux)
    #[arg(long, conflicts_with = "url")]
    pin: bool,
    /// Measure the floor first, the least server that plays at all, and tell the ratios
    #[arg(long, conflicts_with = "bots")]
    floor: bool,
}

/// The server that `bench` starts for itself
#[derive(Debug, Args)]
pub struct ServeForBenchArgs {
    /// Where it journals
    #[arg(long, value_name = "DIR")]
    pub(crate) data: Option<PathBuf>,
    /// Whether it keeps its limits of rate
    #[arg(long)]
    pub(crate) limited: bool,
    /// Whether it is the floor
    #[arg(long)]
    pub(crate) floor: bool,
    /// The core that it has
    #[arg(long, value_name = "N")]
    pub(crate) core: Option<u16>,
}

impl BenchArgs {
    /// The measurement that was asked for.
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
        if self.wait {
            return Ok(Load::Wait(Wait {
                game: self.game,
                limit,
                trust,
            }));
        }
        self.bench().map(Load::Bench)
    }

    /// The people at each table; an error if the game has too few seats.
    fn seating(&self) -> Result<Seating, Failure> {
        let TablesArgs {
            seats, spectators, ..
        } = self.tables;
        let game = self.game;
        let (fewest, most) = game.seats();
        if !(fewest..=most).contains(&seats) {
            let name = game.name();
            return Err(Failure::usage(format!(
                "--seats {seats}: {name} is for {fewest} to {most}"
            )));
        }
        Ok(Seating {
            game,
            seats,
            spectators,
        })
    }

    pub(super) fn bench(&self) -> Result<Bench, Failure> {
        let address = self.url.as_deref().map(str::parse::<Address>);
        let bot = self.bots.as_deref();
        let bot = bot.map(|it| BotSpec::for_game(it, self.game));
        let game = self.game;
        let address = address.transpose().map_err(Failure::usage)?;
        let bot = bot.transpose().map_err(Failure::usage)?;
        let usual = if bot.is_some() { 1 } else { LOBBIES };
        let cores = self.tables.pin.then(Cores::choose).transpose();
        Ok(Bench {
            address,
            thinkers: bot.map(|bot| Thinkers { game, bot }),
            trust: self.trust.trust(Paths::of_user().as_ref(), Policy::Refuse),
            data: self.data.clone(),
            seating: self.seating()?,
            lobbies: self.lobbies.unwrap_or(usual),
            rate: self.tables.rate,
            cores: cores.map_err(Failure::usage)?,
            floor: self.tables.floor,
            matches: self.matches,
            limit: Duration::from_secs(self.seconds.into()),
            idle: self.idle,
        })
    }
}
