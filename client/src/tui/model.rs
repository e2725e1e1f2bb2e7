//! Everything the screens show: plain data, changed by `update` alone and drawn by `view`.
//!
//! Every text of other people in here has been cleaned when it came in, and every list has a limit.

pub mod abilities;
pub mod game_match;
pub mod lines;
pub mod lobby;
pub mod moves;
pub mod passwords;
pub mod place;
pub mod popup;
pub mod replay;
pub mod switches;
pub mod words;

use std::collections::BTreeMap;

use dicehall_engine::lobby::{Clock, Settings};
use dicehall_engine::{BotSpec, GameKind};
use dicehall_protocol::text::clean;
use dicehall_protocol::{LobbyCode, LobbyLine};
use ratatui::layout::Size;

use crate::net::fingerprint::Fingerprint;
use crate::net::link::LanServer;
use crate::start::{LobbyPlan, SeatPlan, Start};
use crate::tui::keymap::Action;
use crate::tui::theme::Look;
use crate::tui::view::hits::HitMap;
use game_match::GameMatch;
use lobby::Lobby;
use passwords::Passwords;
use popup::{Popup, Prompt};
use replay::Replay;

/// The most servers in the list of the LAN.
pub const LAN_SERVERS_MAX: usize = 100;
/// The most commands whose answers are waited for.
pub const PENDING_MAX: usize = 64;
/// How long the table looks at each action of a bot, unless the host chooses otherwise.
pub const BOT_PACE_MS: u16 = 600;

/// The longest that dice are shown to roll, in milliseconds.
pub const ROLL_MS_MAX: u64 = 320;
/// How long each picture of rolling dice is shown, in milliseconds.
pub const ROLL_FRAME_MS: u64 = 80;
/// How long a second of a countdown is, in milliseconds.
pub const COUNTDOWN_MS: u64 = 1_000;

/// A line of the home screen.
#[derive(Clone, Copy, Debug)]
pub struct HomeRow {
    /// What it does.
    pub action: Action,
    /// What it says.
    pub label: &'static str,
    /// What that means.
    pub hint: &'static str,
}

/// The lines of the home screen; Enter on the first plays at once.
pub const HOME_ROWS: [HomeRow; 8] = [
    HomeRow {
        action: Action::Play,
        label: "Play now",
        hint: "",
    },
    HomeRow {
        action: Action::Game,
        label: "Game",
        hint: "",
    },
    HomeRow {
        action: Action::Host,
        label: "Host on the LAN",
        hint: "others sit down at your lobby",
    },
    HomeRow {
        action: Action::Lan,
        label: "Games on the LAN",
        hint: "join or watch what others host",
    },
    HomeRow {
        action: Action::Address,
        label: "Join by address",
        hint: "such as 192.0.2.7:4600",
    },
    HomeRow {
        action: Action::Name,
        label: "Your name",
        hint: "",
    },
    HomeRow {
        action: Action::Help,
        label: "Help",
        hint: "keys and rules",
    },
    HomeRow {
        action: Action::Quit,
        label: "Quit",
        hint: "",
    },
];

/// The strength that bots have unless somebody chooses.
pub const USUAL_STRENGTH: &str = "normal";
/// The strengths that bots are offered by.
pub const STRENGTHS: [&str; 4] = ["easy", "normal", "hard", "expert"];

/// Everything the screens show.
#[derive(Clone, Debug)]
pub struct Model {
    /// What the terminal can show.
    pub look: Look,
    /// The terminal's size.
    pub size: Size,
    /// Whether the terminal has the person's attention.
    pub focused: bool,
    /// What the person is called.
    pub name: String,
    /// What is shown and asked at the doors of lobbies.
    pub passwords: Passwords,
    /// What fills the terminal.
    pub screen: Screen,
    /// What lies over it, the last on top.
    pub popups: Vec<Popup>,
    /// The line that is being typed.
    pub prompt: Option<Prompt>,
    /// What the person should read; gone with the next key.
    pub notice: Option<Notice>,
    /// How the connection does.
    pub connection: Connection,
    /// The server that the connection is for.
    pub place: Option<Place>,
    /// What is to be done as soon as there is a connection.
    pub plan: Option<Plan>,
    /// The server that the person is asked to trust.
    pub stranger: Option<Stranger>,
    /// Commands without an answer.
    pub pending: BTreeMap<u64, Pending>,
    /// The number of the next command.
    pub next_id: u64,
    /// The game that is played or hosted next.
    pub game: GameKind,
    /// The chosen row of the home screen.
    pub home_row: usize,
    /// Servers on the LAN.
    pub lan: LanList,
    /// The server's lobbies.
    pub lobbies: LobbyList,
    /// The lobby that the person is in.
    pub lobby: Option<Lobby>,
    /// The match that is over and is shown step by step, if one is.
    pub replay: Option<Replay>,
    /// How large hexes are to be; `None` means as large as fits well.
    pub zoom: Option<Scale>,
    /// Which panel is shown where there is room for one alone.
    pub tab: Tab,
    /// Whether dice are shown to roll.
    pub animation: bool,
    /// Where things are that can be clicked, as of the last frame.
    pub hits: HitMap,
}

/// What fills the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Screen {
    /// What the program can do.
    Home,
    /// Servers on the LAN.
    Lan,
    /// The lobbies of a server.
    Lobbies,
    /// Seats, people and rules.
    Lobby,
    /// The board.
    Match,
}

/// How the connection does.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Connection {
    /// There is none.
    #[default]
    Idle,
    /// An attempt is being made.
    Connecting {
        /// Where.
        address: String,
        /// The how many-th.
        attempt: u32,
    },
    /// All is well.
    Connected {
        /// The last round trip, once measured.
        latency_ms: Option<u32>,
    },
    /// It is lost; there will be another attempt.
    Waiting {
        /// Until then.
        left_ms: u64,
        /// Why.
        why: String,
    },
}

/// The server that the connection is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// The embedded server, for this machine alone.
    Private,
    /// The embedded server, for the LAN.
    Hosted {
        /// What others can type to join, the best first; empty until the server listens.
        addresses: Vec<String>,
    },
    /// Somebody else's server.
    Remote {
        /// As it was typed or announced.
        address: String,
    },
}

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

/// A command whose answer is waited for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pending {
    /// A lobby is being made; then the seats are filled.
    Open {
        /// Who sits where.
        table: LobbyPlan,
        /// Whether to start the match at once.
        start: bool,
    },
    /// A lobby is being entered.
    Enter {
        /// Which.
        lobby: LobbyCode,
        /// Whether to sit down.
        sit: bool,
    },
    /// The lobbies are being listed.
    List,
    /// The first seat that is open is being taken: a refusal only means that there is none.
    SitAnywhere,
    /// An action in the match.
    Act,
    /// The lobby is being left.
    Leave,
    /// Anything else: only a refusal is of interest.
    Other,
}

/// What the person should read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// The text.
    pub text: String,
    /// Whether something went wrong.
    pub bad: bool,
}

/// The servers on the LAN.
#[derive(Clone, Debug, Default)]
pub struct LanList {
    /// In the order in which they were found.
    pub servers: Vec<LanServer>,
    /// The chosen row; the one after the servers is for typing an address.
    pub row: usize,
    /// Why there can be no search.
    pub failed: Option<String>,
}

/// The lobbies of a server.
#[derive(Clone, Debug, Default)]
pub struct LobbyList {
    /// As the server listed them; `None` until it has.
    pub lines: Option<Vec<LobbyLine>>,
    /// The chosen row.
    pub row: usize,
    /// Whether to sit down in the one that is chosen.
    pub sit: bool,
}

/// How large hexes are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Scale {
    /// Four columns by two rows.
    Small,
    /// Six columns by three rows.
    Medium,
    /// Eight columns by four rows, with pips.
    Large,
}

/// Which panel is shown where there is room for one alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tab {
    /// The board alone.
    #[default]
    Board,
    /// Who stands how.
    Players,
    /// What happened.
    Log,
    /// What was said.
    Chat,
}

/// A server that is new, and for which nobody vouches.
#[derive(Clone, Debug, PartialEq)]
pub struct Stranger {
    /// Where it is.
    pub address: String,
    /// What its certificate is recognized by.
    pub fingerprint: Fingerprint,
    /// What was to be done there.
    pub plan: Option<Plan>,
}

impl Model {
    /// The screens before anything has happened.
    pub fn new(name: String, look: Look, size: Size) -> Self {
        Self {
            look,
            size,
            focused: true,
            name,
            passwords: Passwords::default(),
            screen: Screen::Home,
            popups: Vec::new(),
            prompt: None,
            notice: None,
            connection: Connection::Idle,
            place: None,
            plan: None,
            stranger: None,
            pending: BTreeMap::new(),
            next_id: 1,
            game: GameKind::DiceOfDoom,
            home_row: 0,
            lan: LanList::default(),
            lobbies: LobbyList::default(),
            lobby: None,
            replay: None,
            zoom: None,
            tab: Tab::Board,
            animation: false,
            hits: HitMap::default(),
        }
    }

    /// How often time must be told: only while dice roll, a match that is over plays, or the pause before an attempt or
    /// somebody's clock is counted down.
    pub fn tick_ms(&self) -> Option<u64> {
        if self.replay.as_ref().is_some_and(|it| it.plays) {
            return Some(replay::STEP_MS);
        }
        let rolls = self.game_match().is_some_and(|it| it.rolling.is_some());
        let waits = matches!(self.connection, Connection::Waiting { .. });
        let thinks = self.is_connected() && self.game_match().is_some_and(GameMatch::counts_down);
        if rolls {
            Some(ROLL_FRAME_MS)
        } else {
            (waits || thinks).then_some(COUNTDOWN_MS)
        }
    }

    /// Whether commands can be sent.
    pub const fn is_connected(&self) -> bool {
        matches!(self.connection, Connection::Connected { .. })
    }

    /// The match of the lobby, running or over.
    pub fn game_match(&self) -> Option<&GameMatch> {
        self.lobby.as_ref().and_then(|it| it.game_match.as_ref())
    }

    /// The match of the lobby, to change it.
    pub fn game_match_mut(&mut self) -> Option<&mut GameMatch> {
        self.lobby.as_mut().and_then(|it| it.game_match.as_mut())
    }

    /// Whether a match runs in which the person has a seat that has not resigned.
    pub fn is_playing(&self) -> bool {
        self.lobby.as_ref().is_some_and(Lobby::is_playing)
    }

    /// Tells the person something.
    pub fn tell(&mut self, text: impl Into<String>) {
        self.notice = Some(Notice {
            text: clean(&text.into()),
            bad: false,
        });
    }

    /// Tells the person that something went wrong.
    pub fn warn(&mut self, text: impl Into<String>) {
        self.notice = Some(Notice {
            text: clean(&text.into()),
            bad: true,
        });
    }

    /// The address that others can type to join this lobby, if others can.
    pub fn share_address(&self) -> Option<&str> {
        match self.place.as_ref()? {
            Place::Private => None,
            Place::Hosted { addresses } => addresses.first().map(String::as_str),
            Place::Remote { address } => Some(address),
        }
    }
}

impl LobbyPlan {
    /// What the first line of the home screen starts: a game against as many bots as it has seats for.
    pub fn quick(game: GameKind) -> Self {
        let bot = BotSpec::for_game(USUAL_STRENGTH, game).map_or(SeatPlan::Closed, SeatPlan::Bot);
        Self::with_others(game, bot)
    }

    /// What hosting starts with: the person, and all other seats open.
    pub fn open(game: GameKind) -> Self {
        Self::with_others(game, SeatPlan::Open)
    }

    fn with_others(game: GameKind, other: SeatPlan) -> Self {
        Self {
            settings: usual_settings(game),
            seats: SeatPlan::me_and(other, game),
        }
    }
}

impl Start {
    /// What is to be done once connected, and where; `None` for the screens without a connection.
    pub fn plan(&self) -> Option<Plan> {
        match self {
            Self::Home | Self::Lan | Self::Replay(_) => None,
            Self::Play(table) => Some(Plan::Open {
                table: table.clone(),
                start: true,
            }),
            Self::Host { table, .. } => Some(Plan::Open {
                table: table.clone(),
                start: false,
            }),
            Self::Join { lobby, .. } => Some(enter_or_list(*lobby, true)),
            Self::Watch { lobby, .. } => Some(enter_or_list(*lobby, false)),
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

/// The strength that a bot stands for in a game, if it does.
pub fn bot_strength(bot: BotSpec, game: GameKind) -> Option<&'static str> {
    STRENGTHS
        .into_iter()
        .find(|it| BotSpec::for_game(it, game).is_ok_and(|same| same == bot))
}

fn enter_or_list(lobby: Option<LobbyCode>, sit: bool) -> Plan {
    lobby.map_or(Plan::List { sit }, |lobby| Plan::Enter { lobby, sit })
}
