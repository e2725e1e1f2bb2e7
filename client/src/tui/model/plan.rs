//! Plans: the task to begin once connected, and the seats and settings of lobbies that are made
//! without asking about each setting.
//!
//! Plain data, made from the command line and from the choices on the home screen.

use dicehall_engine::lobby::{BOT_PACE_MS, Clock, Settings};
use dicehall_engine::{BotSpec, GameKind, Rung};
use dicehall_protocol::LobbyCode;

use crate::start::{LobbyPlan, SeatPlan, Start};

/// The task to begin as soon as there is a connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Plan {
    /// Make a lobby.
    Open {
        /// The lobby.
        table: LobbyPlan,
        /// The step after the seats are filled.
        then: Then,
    },
    /// Enter a lobby.
    Enter {
        /// The lobby's code.
        lobby: LobbyCode,
        /// The reason for coming into the lobby.
        purpose: Purpose,
    },
    /// List the lobbies.
    List {
        /// The reason for coming into the lobby that is chosen.
        purpose: Purpose,
    },
}

/// The reason why a person comes into a lobby.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Purpose {
    /// To sit down.
    Sit,
    /// To look on.
    #[default]
    Watch,
}

/// The step that follows when everybody sits as planned in a lobby that was just made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Then {
    /// The match is started at once.
    Start,
    /// People are waited for.
    Wait,
}

impl LobbyPlan {
    /// The plan of the home screen's first row: a game against bots of a rung on all other seats.
    pub fn quick(game: GameKind, rung: Rung) -> Self {
        let bot = SeatPlan::Bot(BotSpec::on_rung(rung, game));
        Self::with_others(game, bot)
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
        let enter_or_list = |lobby: &Option<LobbyCode>, purpose| {
            lobby.map_or(Self::List { purpose }, |lobby| Self::Enter {
                lobby,
                purpose,
            })
        };
        let open = |table: &LobbyPlan, then| Self::Open {
            table: table.clone(),
            then,
        };
        match start {
            Start::Home | Start::Lan | Start::Replay(_) => None,
            Start::Play(table) => Some(open(table, Then::Start)),
            Start::Host { table, .. } => Some(open(table, Then::Wait)),
            Start::Join { lobby, .. } => Some(enter_or_list(lobby, Purpose::Sit)),
            Start::Watch { lobby, .. } | Start::BigScreen { lobby, .. } => {
                Some(enter_or_list(lobby, Purpose::Watch))
            }
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
