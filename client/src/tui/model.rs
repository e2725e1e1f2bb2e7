//! Everything the screens show: plain data, changed by `update` alone and drawn by `view`.
//!
//! Every text of other people in here has been cleaned when it came in, and every list has a limit.

pub mod continued;
pub mod course;
pub mod earlier;
pub mod game_match;
pub mod keys;
pub mod ladder;
pub mod lesson;
pub mod lines;
pub mod lobby;
pub mod nearby;
pub mod passwords;
mod plan;
pub mod popup;
pub mod replay;
pub mod switches;
mod worth;

use std::collections::BTreeMap;
use std::path::PathBuf;

use dicehall_engine::{BotSpec, GameKind, Rung};
use dicehall_protocol::text::clean;
use dicehall_protocol::{LobbyCode, LobbyLine};
use ratatui::layout::{Position, Rect, Size};

use crate::files::record::{RecordedMatch, Summary, Sums};
use crate::games::territory::ROLL_FRAME_MS;
use crate::graphics::Scale;
use crate::graphics::theme::Look;
use crate::net::fingerprint::Fingerprint;
use crate::net::link::{KeptSeat, LanServer};
use crate::start::LobbyPlan;
use crate::tui::geometry::hits::HitMap;
use crate::tui::geometry::{Arrangement, Tab, arrange};
use crate::tui::message::Effect;
pub use plan::{BOT_PACE_MS, PLAY_PACE_MS, Plan, usual_settings};

use continued::Continued;
use game_match::GameMatch;
use keys::KeyChanges;
use ladder::FIRST_RUNG;
use lesson::{Lesson, Welcome};
use lobby::Lobby;
use nearby::Visits;
use passwords::Passwords;
use popup::{Popup, Prompt, PromptKind};
use replay::Replay;

/// The most servers in the list of the LAN.
pub const LAN_SERVERS_MAX: usize = 100;
/// The most commands whose answers are waited for.
pub const PENDING_MAX: usize = 64;
/// How long it is told on the board that a player is out, in milliseconds.
pub const FALL_MS: u64 = 2_000;
/// How long a second of a countdown is, in milliseconds.
pub const COUNTDOWN_MS: u64 = 1_000;

/// How often the list of lobbies is asked for again while it is shown, in milliseconds.
pub const LIST_MS: u64 = 3_000;

/// The strength that bots have unless somebody chooses.
pub const USUAL_STRENGTH: &str = "normal";
/// The strengths that bots are offered by.
pub const STRENGTHS: [&str; 4] = ["easy", "normal", "hard", "expert"];

/// Everything the screens show.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
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
    pub server: Option<Server>,
    /// The folder of the files of matches, if the server is ours and keeps any.
    pub match_folder: Option<PathBuf>,
    /// Whether the server has turned out to be of a release without whispers, and without hints that a host allows.
    pub tells_no_asides: bool,
    /// What is to be done as soon as there is a connection.
    pub plan: Option<Plan>,
    /// The server that the person is asked to trust.
    pub stranger: Option<Stranger>,
    /// Commands without an answer.
    pub pending: BTreeMap<u64, Pending>,
    /// What the message that is being applied asks for; whoever applied it takes it out.
    pub effects: Vec<Effect>,
    /// The number of the next command.
    pub next_id: u64,
    /// The game that is played or hosted next.
    pub game: GameKind,
    /// The rung of the ladder whose bots are played against.
    pub rung: Rung,
    /// Whether those bots say something now and then.
    pub banter: bool,
    /// The chosen row of the home screen.
    pub home_row: usize,
    /// What else the home screen keeps.
    pub home: Home,
    /// Servers on the LAN.
    pub lan: LanList,
    /// The server's lobbies.
    pub lobbies: LobbyList,
    /// The person's matches.
    pub record: RecordList,
    /// The step of the tutorial, while there is one.
    pub lesson: Option<Lesson>,
    /// Whether the person was told that there is one.
    pub welcome: Welcome,
    /// The lobby that the person is in.
    pub lobby: Option<Lobby>,
    /// The match that is over and is shown step by step, if one is.
    pub replay: Option<Replay>,
    /// Whether the match of the lobby goes on from an earlier one.
    pub continued: Continued,
    /// How large hexes are to be; `None` means as large as fits well.
    pub zoom: Option<Scale>,
    /// Which panel is shown where there is room for one alone.
    pub tab: Tab,
    /// Whether dice are shown to roll.
    pub animation: bool,
    /// Whether it is told what may follow: what is in danger, what the end of the turn brings, what an expert would do.
    pub hints: bool,
    /// The keys that the person has changed.
    pub keys: KeyChanges,
    /// What was typed so far of the label of a place to jump to, while there are labels.
    pub jump: Option<String>,
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
    /// The person's matches.
    Record,
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
pub enum Server {
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
        /// Whether a password was shown.
        shown: bool,
    },
    /// The lobbies are being listed.
    List,
    /// The first seat that is open is being taken: a refusal only means that there is none.
    SitAnywhere,
    /// The earlier match is being told from which the first one goes on; then the seats are filled.
    Origin {
        /// Who sits where.
        table: LobbyPlan,
        /// Whether to start the match at once.
        start: bool,
    },
    /// An action in the match.
    Act,
    /// Bots are to act without a pause.
    Skip,
    /// The lobby is being left.
    Leave,
    /// What happened before is being asked for: a refusal only means that it is not told.
    Earlier,
    /// Whispers are being asked for: a refusal only means that they are not told.
    Listen,
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
    /// Whether it is true only while the person may not choose.
    pub until_turn: bool,
}

/// What the home screen keeps beside its chosen row.
#[derive(Clone, Debug, Default)]
pub struct Home {
    /// Whether the person has chosen the row, so that it stays.
    pub row_is_chosen: bool,
    /// Whether the screen looks for tables nearby.
    pub looks_around: bool,
    /// The servers whose tables the person has been at, the last one first.
    pub recent: Vec<String>,
    /// How many matches the person has played against the bots of each strength, and won.
    pub sums: Sums,
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
    /// What visits to servers have told.
    pub visits: Visits,
    /// The seats of earlier runs that nobody uses, the youngest first.
    pub seats: Vec<KeptSeat>,
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

/// The person's matches.
#[derive(Clone, Debug, Default)]
pub struct RecordList {
    /// The last one first.
    pub matches: Vec<RecordedMatch>,
    /// What they say in sum.
    pub summary: Summary,
    /// The chosen row.
    pub row: usize,
    /// Why they could not be read.
    pub failed: Option<String>,
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
            server: None,
            match_folder: None,
            tells_no_asides: false,
            plan: None,
            stranger: None,
            pending: BTreeMap::new(),
            effects: Vec::new(),
            next_id: 1,
            game: GameKind::DiceOfDoom,
            rung: FIRST_RUNG,
            banter: false,
            home_row: 0,
            home: Home::default(),
            lan: LanList::default(),
            lobbies: LobbyList::default(),
            record: RecordList::default(),
            lesson: None,
            welcome: Welcome::Told,
            lobby: None,
            replay: None,
            continued: Continued::No,
            zoom: None,
            tab: Tab::Board,
            animation: false,
            hints: true,
            keys: KeyChanges::new(),
            jump: None,
            hits: HitMap::default(),
        }
    }

    /// Where the parts of a match are in an area.
    pub fn arrangement(&self, area: Rect) -> Arrangement {
        let board = self.game_match().map(|it| &it.board);
        arrange(area, (self.look, self.zoom), self.tab, board)
    }

    /// How large the hexes on the screen are.
    pub fn shown_scale(&self) -> Scale {
        self.arrangement(Rect::from((Position::ORIGIN, self.size)))
            .scale
    }

    /// How often time must be told: only while lobbies are listed, dice roll, a match that is over plays, or the pause before an attempt or
    /// somebody's clock is counted down.
    pub fn tick_ms(&self) -> Option<u64> {
        if let Some(replay) = self.replay.as_ref().filter(|it| it.plays) {
            return Some(replay.step_ms());
        }
        let rolls = self.game_match().is_some_and(|it| it.rolling().is_some());
        let waits = matches!(self.connection, Connection::Waiting { .. });
        let thinks = self.is_connected() && self.game_match().is_some_and(GameMatch::counts_down);
        let lists = self.is_connected() && self.screen == Screen::Lobbies;
        let falls = self.game_match().is_some_and(|it| it.fall.is_some());
        if rolls {
            Some(ROLL_FRAME_MS)
        } else if falls {
            Some(COUNTDOWN_MS)
        } else if lists {
            Some(LIST_MS)
        } else {
            (waits || thinks).then_some(COUNTDOWN_MS)
        }
    }

    /// The chosen row of the list on the screen, to change it.
    pub fn row_mut(&mut self) -> Option<&mut usize> {
        match self.screen {
            Screen::Home => Some(&mut self.home_row),
            Screen::Lan => Some(&mut self.lan.row),
            Screen::Lobbies => Some(&mut self.lobbies.row),
            Screen::Record => Some(&mut self.record.row),
            Screen::Lobby => self.lobby.as_mut().map(|it| &mut it.row),
            Screen::Match => None,
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

    /// The file of the match that is over, if there is one.
    pub fn match_file(&self) -> Option<PathBuf> {
        self.game_match()?.outcome?;
        self.kept_file()
    }

    /// The file that the match of the lobby has when it is over, if the server is ours and keeps any.
    pub fn kept_file(&self) -> Option<PathBuf> {
        let lobby = self.lobby.as_ref()?;
        Some(self.match_folder.as_ref()?.join(lobby.file_name.as_ref()?))
    }

    /// The game that is played, is chosen in the lobby, or is played next.
    pub fn game_at_hand(&self) -> GameKind {
        let playing = self.game_match().map(|it| it.game);
        let chosen = self.lobby.as_ref();
        playing
            .or(chosen.map(|it| it.view.settings.rules.kind()))
            .unwrap_or(self.game)
    }

    /// Whether a match runs in which the person has a seat that has not resigned.
    pub fn is_playing(&self) -> bool {
        self.lobby.as_ref().is_some_and(Lobby::is_playing)
    }

    /// Whether the person hosts others, who are there.
    pub fn has_guests(&self) -> bool {
        let hosts = matches!(self.server, Some(Server::Hosted { .. }));
        let is_guest = |lobby: &Lobby| {
            let mut people = lobby.view.players.iter();
            people.any(|it| it.connected && it.player != lobby.you)
        };
        hosts && self.lobby.as_ref().is_some_and(is_guest)
    }

    /// Opens a line to be typed; a name begins with the one that the person has.
    pub fn ask(&mut self, kind: PromptKind) {
        self.prompt = Some(if kind == PromptKind::Name {
            Prompt::with(kind, &self.name)
        } else {
            Prompt::new(kind)
        });
    }

    /// Tells the person something.
    pub fn tell(&mut self, text: impl Into<String>) {
        self.notice = Some(Notice {
            text: clean(&text.into()),
            bad: false,
            until_turn: false,
        });
    }

    /// Tells the person that something went wrong.
    pub fn warn(&mut self, text: impl Into<String>) {
        self.tell(text);
        if let Some(notice) = &mut self.notice {
            notice.bad = true;
        }
    }

    /// Tells the person why nothing can be chosen: it is not their turn, or their last action is not answered.
    pub fn tell_to_wait(&mut self) {
        let is_unanswered = self.game_match().is_some_and(GameMatch::is_unanswered);
        self.tell(if is_unanswered {
            self.look.language.not_answered()
        } else {
            self.look.language.not_my_turn()
        });
        if let Some(notice) = &mut self.notice {
            notice.until_turn = true;
        }
    }

    /// The address that others can type to join this lobby, if others can.
    pub fn share_address(&self) -> Option<&str> {
        match self.server.as_ref()? {
            Server::Private => None,
            Server::Hosted { addresses } => addresses.first().map(String::as_str),
            Server::Remote { address } => Some(address),
        }
    }

    /// The address at which a browser plays at this table, if others can come to it. A server that was started without its
    /// page has a word there instead.
    pub fn page_link(&self) -> Option<String> {
        let lobby = self.lobby.as_ref()?;
        let address = self.share_address()?;
        let (scheme, address) = match address.strip_prefix("wss://") {
            Some(address) => ("https", address),
            None => ("http", address.trim_start_matches("ws://")),
        };
        let address = address.trim_end_matches("/ws");
        Some(format!("{scheme}://{address}/{}", lobby.view.lobby))
    }
}

/// The strength that a bot stands for in a game, if it does.
pub fn bot_strength(bot: BotSpec, game: GameKind) -> Option<&'static str> {
    STRENGTHS
        .into_iter()
        .find(|it| BotSpec::for_game(it, game).is_ok_and(|same| same == bot))
}
