//! Plans: the task to begin once connected, and the seats and settings of lobbies that are made
//! without asking about each setting.
//!
//! Plain data, made from the command line and from the choices on the home screen.

use dicehall_engine::lobby::{Clock, Settings};
use dicehall_engine::{BotSpec, GameKind, Rung};
use dicehall_protocol::LobbyCode;

use crate::start::{LobbyPlan, SeatPlan, Start};

/// The bots' pause between two actions in milliseconds, unless the host chooses another.
pub const BOT_PACE_MS: u16 = 600;
/// The same in a match of one's own against bots: nine in ten rounds of three bots have at most 20
/// actions.
pub const PLAY_PACE_MS: u16 = 150;

/// The task to begin as soon as there is a connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Plan {
    /// Make a lobby.
    Open {
        /// The lobby.
        table: LobbyPlan,
        /// Whether to start the match at once.
        start: bool,
    },
    /// Enter a lobby.
    Enter {
        /// The lobby's code.
        lobby: LobbyCode,
        /// Whether to sit down.
        sit: bool,
    },
    /// List the lobbies.
    List {
        /// Whether to sit down in the chosen lobby.
        sit: bool,
    },
}

impl LobbyPlan {
    /// The plan of the home screen's first row: a game against bots of a rung on all other seats.
    pub fn quick(game: GameKind, rung: Rung) -> Self {
        let bot = SeatPlan::Bot(BotSpec::on_rung(rung, game));
        let mut plan = Self::with_others(game, bot);
        plan.settings.bot_pace_ms = PLAY_PACE_MS;
        plan
    }

    /// The plan for hosting: the person on a seat, and all other seats open.
    pub fn open(game: GameKind) -> Self {
        Self::with_others(game, SeatPlan::Open)
    }

    fn with_others(game: GameKind, other: SeatPlan) -> Self {
        Self {
            settings: usual_settings(game),
            seats: SeatPlan::me_and(other, game),
            hints: false,
            origin: None,
        }
    }
}

impl Plan {
    /// The task to begin once connected; `None` for screens without a connection.
    pub fn of(start: &Start) -> Option<Self> {
        let enter_or_list = |lobby: &Option<LobbyCode>, sit| {
            lobby.map_or(Self::List { sit }, |lobby| Self::Enter { lobby, sit })
        };
        let open = |table: &LobbyPlan, start| Self::Open {
            table: table.clone(),
            start,
        };
        match start {
            Start::Home | Start::Lan | Start::Replay(_) => None,
            Start::Play(table) => Some(open(table, true)),
            Start::Host { table, .. } => Some(open(table, false)),
            Start::Join { lobby, .. } => Some(enter_or_list(lobby, true)),
            Start::Watch { lobby, .. } => Some(enter_or_list(lobby, false)),
        }
    }
}

/// The settings that a lobby starts with.
pub fn usual_settings(game: GameKind) -> Settings {
    Settings {
        rules: game.default_rules(),
        bot_pace_ms: BOT_PACE_MS,
        clock: Clock::Off,
    }
}
