//! The task with which the program starts: a screen, a lobby to be made or entered, or a replay.
//!
//! Made by the command line and carried out by the screens; plain data.

use std::sync::Arc;

use dicehall_engine::lobby::Settings;
use dicehall_engine::{BotSpec, GameKind, Origin};
use dicehall_protocol::LobbyCode;

use crate::net::link::{Hosting, LinkEvent};

/// The task with which the program was started.
#[derive(Clone, Debug, PartialEq)]
pub enum Start {
    /// Show the home screen.
    Home,
    /// Start the embedded server for this machine, fill a lobby by the plan, and start the match at
    /// once.
    Play(LobbyPlan),
    /// Start the embedded server for the LAN, and fill a lobby by the plan.
    Host {
        /// The plan of the lobby.
        table: LobbyPlan,
        /// The people who can reach it.
        hosting: Hosting,
    },
    /// Enter a lobby on another server, and sit down if a seat is open.
    Join {
        /// The address of the server.
        address: String,
        /// The lobby's code; `None` shows the list of lobbies.
        lobby: Option<LobbyCode>,
    },
    /// Enter a lobby on another server as a spectator.
    Watch {
        /// The address of the server.
        address: String,
        /// The lobby's code; `None` shows the list of lobbies.
        lobby: Option<LobbyCode>,
    },
    /// Show a lobby on another server as on a television: large, and with nothing to press.
    BigScreen {
        /// The address of the server.
        address: String,
        /// The lobby's code; `None` shows the list of lobbies first.
        lobby: Option<LobbyCode>,
    },
    /// Show the list of servers on the LAN.
    Lan,
    /// Show a replay, without any server.
    Replay(Arc<ReplayFrames>),
}

/// The plan of a lobby that is to be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LobbyPlan {
    /// The game and its switches.
    pub settings: Settings,
    /// The holders of the seats, from the first seat on; at most four, and `Me` at most once.
    pub seats: Vec<SeatPlan>,
    /// Whether whoever plays may ask an expert, from the beginning.
    pub hints: bool,
    /// The earlier match from which the lobby's first match goes on; `None` if it is dealt.
    pub origin: Option<Arc<Origin>>,
}

/// The planned holder of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeatPlan {
    /// The person at this terminal.
    Me,
    /// Anyone who comes.
    Open,
    /// Nobody: the seat is closed.
    Closed,
    /// A bot.
    Bot(BotSpec),
}

/// The frames of a replay: all messages that a spectator of the match received.
#[derive(Clone, Debug, PartialEq)]
pub struct ReplayFrames {
    /// The messages up to the start of the match.
    pub opening: Vec<LinkEvent>,
    /// The messages of each step after that.
    pub steps: Vec<Vec<LinkEvent>>,
    /// The actions and rolls of the match, for playing on.
    pub course: Course,
}

/// The actions and rolls of a finished match, from any part of which another match can go on.
#[derive(Clone, Debug, PartialEq)]
pub struct Course {
    /// The configuration of the match, and all its steps.
    pub origin: Origin,
    /// The number of steps of `origin` that have happened, by the number of shown steps from 0 on.
    pub happened: Vec<usize>,
}

impl Course {
    /// The part of the match that has happened when so many steps are shown.
    pub fn until(&self, shown: usize) -> Origin {
        let happened = self.happened.get(shown).copied().unwrap_or(0);
        let steps = self.origin.steps.iter().take(happened);
        Origin {
            match_id: self.origin.match_id.clone(),
            config: self.origin.config.clone(),
            steps: steps.copied().collect(),
        }
    }
}

impl SeatPlan {
    /// The plan with the person on one seat, and `other` on every other seat of the game.
    pub(crate) fn me_and(other: Self, game: GameKind) -> Vec<Self> {
        let (_, most) = game.seats();
        let others = std::iter::repeat_n(other, usize::from(most) - 1);
        std::iter::once(Self::Me).chain(others).collect()
    }
}
