//! The task with which the program starts: a screen, a lobby to be made or entered, or a match that is over.
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
    /// The home screen.
    Home,
    /// The embedded server for this machine, a lobby filled as said, and straight into the match.
    Play(LobbyPlan),
    /// The embedded server for the LAN, and a lobby filled as said.
    Host {
        /// The lobby.
        table: LobbyPlan,
        /// Who can reach it.
        hosting: Hosting,
    },
    /// A lobby on another server, with a seat if one is open.
    Join {
        /// The server.
        address: String,
        /// The lobby; `None` lists them.
        lobby: Option<LobbyCode>,
    },
    /// A lobby on another server, as a spectator.
    Watch {
        /// The server.
        address: String,
        /// The lobby; `None` lists them.
        lobby: Option<LobbyCode>,
    },
    /// The list of servers on the LAN.
    Lan,
    /// A match that is over, step by step; no server has a part in it.
    Replay(Arc<ReplayFrames>),
}

/// A lobby to be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LobbyPlan {
    /// The game and its switches.
    pub settings: Settings,
    /// Who sits where, from the first seat on; at most four, and `Me` at most once.
    pub seats: Vec<SeatPlan>,
    /// Whether whoever plays may ask an expert what to do, from the beginning.
    pub hints: bool,
    /// The earlier match from which the first one in the lobby goes on, if it is not dealt.
    pub origin: Option<Arc<Origin>>,
}

/// Who is to hold a seat of a lobby to be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeatPlan {
    /// The person at this terminal.
    Me,
    /// Anyone who comes.
    Open,
    /// Nobody.
    Closed,
    /// A bot.
    Bot(BotSpec),
}

/// The frames of a replay: everything that a spectator was told of a match that is over.
#[derive(Clone, Debug, PartialEq)]
pub struct ReplayFrames {
    /// The table and the start of the match.
    pub opening: Vec<LinkEvent>,
    /// The steps after that, each with everything that it led to.
    pub steps: Vec<Vec<LinkEvent>>,
    /// What another match can go on from.
    pub course: Course,
}

/// The whole course of a match that is over, as another match can go on from a part of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Course {
    /// How it began, and all that happened.
    pub origin: Origin,
    /// How much of that has happened when so many steps of the replay are shown, from none on.
    pub happened: Vec<usize>,
}

impl Course {
    /// What has happened when so many steps are shown.
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
    /// The person at this terminal, and this on every other seat of the game.
    pub(crate) fn me_and(other: Self, game: GameKind) -> Vec<Self> {
        let (_, most) = game.seats();
        let others = std::iter::repeat_n(other, usize::from(most) - 1);
        std::iter::once(Self::Me).chain(others).collect()
    }
}
