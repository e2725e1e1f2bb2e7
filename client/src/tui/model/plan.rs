//! What is to be done as soon as there is a connection, and the lobbies that are made without being asked about each setting.
//!
//! Plain data, made from the task with which the program starts and from what is chosen on the home screen.

use dicehall_engine::lobby::{Clock, Settings};
use dicehall_engine::{BotSpec, GameKind, Rung};
use dicehall_protocol::LobbyCode;

use crate::start::{LobbyPlan, SeatPlan, Start};

/// How long the table looks at each action of a bot, unless the host chooses otherwise.
pub const BOT_PACE_MS: u16 = 600;
/// The same in a match of one's own against bots: nine rounds in ten of three bots have at most 20 actions.
pub const PLAY_PACE_MS: u16 = 150;

/// What is to be done as soon as there is a connection.
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
        /// Which.
        lobby: LobbyCode,
        /// Whether to sit down.
        sit: bool,
    },
    /// List the lobbies.
    List {
        /// Whether to sit down in the one that is chosen.
        sit: bool,
    },
}

impl LobbyPlan {
    /// What the first line of the home screen starts: a game against as many bots of a rung as it has seats for.
    pub fn quick(game: GameKind, rung: Rung) -> Self {
        let bot = SeatPlan::Bot(BotSpec::on_rung(rung, game));
        let mut plan = Self::with_others(game, bot);
        plan.settings.bot_pace_ms = PLAY_PACE_MS;
        plan
    }

    /// What hosting starts with: the person, and all other seats open.
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
    /// What is to be done once connected; `None` for the screens without a connection.
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

/// What a lobby starts with.
pub fn usual_settings(game: GameKind) -> Settings {
    Settings {
        rules: game.default_rules(),
        bot_pace_ms: BOT_PACE_MS,
        clock: Clock::Off,
    }
}
