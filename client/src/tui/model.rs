//! The model: everything that the screens show. It is plain data, changed by `update` alone and
//! drawn by `view`.
//!
//! Every text of other people has been cleaned before it comes in, and every list has a limit.

pub mod game_match;
pub mod kept;
pub mod keys;
pub mod lesson;
pub mod lobby;
pub mod lobby_list;
mod plan;
pub mod popup;
pub mod replay;
mod sharing;
pub mod talk;
mod ticks;

use std::collections::BTreeMap;

use dicehall_engine::{BotSpec, GameKind, Rung};
use dicehall_protocol::text::clean;
use dicehall_protocol::{ClientCommand, LobbyCode, PlayerView};
use ratatui::layout::Size;

use crate::files::record::{RecordedMatch, Summary, Sums};
use crate::files::rights::Rights;
use crate::graphics::Scale;
use crate::graphics::theme::Look;
use crate::net::fingerprint::Fingerprint;
use crate::net::link::{GivenProgram, KeptSeat, LanServer, SshWay};
use crate::start::LobbyPlan;
use crate::tui::geometry::hits::HitMap;
use crate::tui::geometry::{BIG_SCREEN_MIN, Tab};
use crate::tui::message::{Effect, MachineEffect};
pub use lobby_list::LobbyList;
pub use plan::{Plan, Purpose, Then, usual_settings};

use game_match::GameMatch;
use kept::Kept;
use keys::KeyChanges;
use lesson::coach::Coach;
use lesson::{Lesson, Welcome};
use lobby::Lobby;
use lobby::ladder::FIRST_RUNG;
use lobby_list::nearby::Visits;
use lobby_list::passwords::Passwords;
use popup::account::AccountRequest;
use popup::continued::Continued;
use popup::ratings::RatingsPage;
use popup::review::ReviewPage;
use popup::{Popup, Prompt, PromptKind};
use replay::Replay;
use talk::Talk;

/// The most servers in the list of the LAN.
pub const LAN_SERVERS_MAX: usize = 100;
/// The most commands that wait for an answer.
pub const PENDING_MAX: usize = 64;
/// How long the board tells that a player is out, and the line below it what a battle has changed, in milliseconds.
pub const FALL_MS: u64 = 2_000;
/// The pause between two looks at a big screen on which nothing happens, in milliseconds.
pub const STAY_MS: u64 = 30_000;
/// The length of one second of a countdown, in milliseconds.
pub const COUNTDOWN_MS: u64 = 1_000;

/// The strength of bots unless another is chosen.
pub const USUAL_STRENGTH: &str = "normal";
/// The strengths in which bots are offered.
pub const STRENGTHS: [&str; 4] = ["easy", "normal", "hard", "expert"];

/// Everything the screens show.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct Model {
    /// All that the person may do on this machine; what a guest may not do is not offered.
    pub rights: Rights,
    /// The abilities of the terminal (colors, glyphs) and the language.
    pub look: Look,
    /// The terminal's size in columns and rows.
    pub size: Size,
    /// Whether the terminal has the focus.
    pub focused: bool,
    /// The person's name.
    pub name: String,
    /// The passwords shown to enter lobbies and asked of those who enter ours.
    pub passwords: Passwords,
    /// Whether this is a big screen, on which nothing is pressed: see [`Model::shows_big_screen`].
    pub is_big_screen: bool,
    /// How long the big screen has been shown, in milliseconds.
    pub shown_ms: u64,
    /// The screen that fills the terminal.
    pub screen: Screen,
    /// The popups over the screen, the topmost last.
    pub popups: Vec<Popup>,
    /// The line that is being typed.
    pub prompt: Option<Prompt>,
    /// A text that the person should read; it is gone with the next key.
    pub notice: Option<Notice>,
    /// The state of the connection.
    pub connection: Connection,
    /// The server that the connection is for.
    pub server: Option<Server>,
    /// The knowledge of the things that are kept for the person.
    pub kept: Kept,
    /// The address of the embedded server's page for browsers, `http://ADDR:PORT`; `None` if it has none.
    pub page: Option<String>,
    /// The program that the embedded server gives out; `None` if it gives none.
    pub program: Option<GivenProgram>,
    /// The way in by ssh, if the embedded server has a door.
    pub ssh: Option<SshWay>,
    /// Whether the server is of an older release, which has neither whispers nor hints that a host
    /// allows.
    pub tells_no_asides: bool,
    /// The task to begin as soon as there is a connection.
    pub plan: Option<Plan>,
    /// The address that the person has typed, until there is a connection; `None` if it was chosen otherwise.
    pub typed_address: Option<String>,
    /// The server about which the person is asked whether to trust it.
    pub stranger: Option<Stranger>,
    /// The commands without an answer, by their ids.
    pub pending: BTreeMap<u64, Pending>,
    /// The commands that were asked, by their ids; of interest as long as they are among those without an answer.
    pub asked: BTreeMap<u64, ClientCommand>,
    /// The words that are not accepted yet.
    pub talk: Talk,
    /// The effects of the message that is being applied; the caller of `update` takes them out.
    pub effects: Vec<Effect>,
    /// Whether the last message has changed nothing that is shown, so that no frame is needed for it.
    pub is_as_shown: bool,
    /// The id of the next command.
    pub next_id: u64,
    /// The game to play or host next.
    pub game: GameKind,
    /// The rung of the ladder to play against.
    pub rung: Rung,
    /// Whether the bots of the ladder say something now and then.
    pub banter: bool,
    /// The chosen row of the home screen.
    pub home_row: usize,
    /// The rest of the home screen's state.
    pub home: Home,
    /// The servers on the LAN.
    pub lan: LanList,
    /// The server's lobbies.
    pub lobbies: LobbyList,
    /// The record of the person's matches.
    pub record: RecordList,
    /// The current step of the tutorial; `None` outside of it.
    pub lesson: Option<Lesson>,
    /// Whether the person has been told of the tutorial.
    pub welcome: Welcome,
    /// The coach of the first match of each game.
    pub coach: Coach,
    /// The lobby that the person is in.
    pub lobby: Option<Lobby>,
    /// The replay that is shown; `None` if none is.
    pub replay: Option<Replay>,
    /// The review that was asked for last; `None` before.
    pub review: Option<Box<ReviewPage>>,
    /// Whether the match of the lobby goes on from an earlier one.
    pub continued: Continued,
    /// The wanted size of hexes; `None` means as large as fits well.
    pub zoom: Option<Scale>,
    /// The panel to show where there is room for only one.
    pub tab: Tab,
    /// Whether rolling dice are animated.
    pub animation: bool,
    /// Whether the screen tells what may follow: endangered territories, the reinforcements of the
    /// end of the turn, an expert's advice.
    pub hints: bool,
    /// The keys that the person has changed.
    pub keys: KeyChanges,
    /// The letters of a jump label typed so far; `None` while no labels are shown.
    pub jump: Option<String>,
    /// The clickable areas of the last frame.
    pub hits: HitMap,
}

/// The screen that fills the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Screen {
    /// The home screen.
    Home,
    /// The servers on the LAN.
    Lan,
    /// The lobbies of a server.
    Lobbies,
    /// The record of the person's matches.
    Record,
    /// A lobby: seats, people and rules.
    Lobby,
    /// The board.
    Match,
}

/// The state of the connection.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Connection {
    /// There is no connection.
    #[default]
    Idle,
    /// An attempt is being made.
    Connecting {
        /// The address of the server.
        address: String,
        /// The number of the attempt, from 1 on.
        attempt: u32,
    },
    /// The connection works.
    Connected {
        /// The last round trip in milliseconds; `None` until one is measured.
        latency_ms: Option<u32>,
        /// How long an answer has been waited for, in milliseconds; `None` if none is late.
        late_ms: Option<u64>,
    },
    /// The connection is lost; there will be another attempt.
    Waiting {
        /// The milliseconds until the next attempt.
        left_ms: u64,
        /// The reason of the loss, in words.
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
        /// The addresses that others can type to join, the best first; empty until the server
        /// listens.
        addresses: Vec<String>,
    },
    /// Somebody else's server.
    Remote {
        /// The address as it was typed or announced.
        address: String,
    },
}

/// A command that waits for its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pending {
    /// A lobby is being made; then the seats are filled.
    Open {
        /// The plan for the seats.
        table: LobbyPlan,
        /// The step after the seats are filled.
        then: Then,
    },
    /// A lobby is being entered.
    Enter {
        /// The lobby's code.
        lobby: LobbyCode,
        /// The reason for coming into the lobby.
        purpose: Purpose,
        /// Whether a password was sent along.
        shown: bool,
    },
    /// The lobbies are being listed.
    List,
    /// The first open seat is being taken: a refusal only means that there is none.
    SitAnywhere,
    /// The steps of an earlier match are being sent, from which the first match goes on; then the
    /// seats are filled.
    Origin {
        /// The plan for the seats.
        table: LobbyPlan,
        /// The step after the seats are filled.
        then: Then,
    },
    /// An action in the match.
    Act,
    /// The lobby is being left.
    Leave,
    /// Something is being said.
    Talk,
    /// The lobby's past is being asked for: a refusal only means that the server does not tell it.
    Earlier,
    /// A page about how well people play.
    Ratings(RatingsPage),
    /// Something about the person's account.
    Account(AccountRequest),
    /// The review of a match.
    Review,
    /// Whispers are being asked for: a refusal only means that the server does not tell them.
    Listen,
    /// Any other command: only a refusal is of interest.
    Other,
}

/// A text that the person should read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// The text.
    pub text: String,
    /// Whether it tells of something that went wrong.
    pub bad: bool,
    /// Whether it is true only until the person may choose.
    pub until_turn: bool,
}

/// The state of the home screen beside its chosen row.
#[derive(Clone, Debug, Default)]
pub struct Home {
    /// Whether the person has chosen the row; then it stays chosen when others appear.
    pub row_is_chosen: bool,
    /// Whether the screen searches for tables nearby.
    pub looks_around: bool,
    /// The servers at whose tables the person has been, the most recent first.
    pub recent: Vec<String>,
    /// Whether nothing was played yet, so that the menu begins with the tutorial.
    pub is_new: bool,
    /// The counts of matches played and won against the bots of each strength.
    pub sums: Sums,
}

/// The servers on the LAN.
#[derive(Clone, Debug, Default)]
pub struct LanList {
    /// The servers, in the order in which they were found.
    pub servers: Vec<LanServer>,
    /// The chosen row; the one after the servers is for typing an address.
    pub row: usize,
    /// The reason why there can be no search; `None` if there can.
    pub failed: Option<String>,
    /// The results of the visits to servers.
    pub visits: Visits,
    /// The seats of earlier runs that no program uses, the most recent first.
    pub seats: Vec<KeptSeat>,
}

/// The record of the person's matches.
#[derive(Clone, Debug, Default)]
pub struct RecordList {
    /// The matches, the most recent first.
    pub matches: Vec<RecordedMatch>,
    /// The summary of all matches.
    pub summary: Summary,
    /// The chosen row.
    pub row: usize,
    /// The reason why the record could not be read; `None` if it could.
    pub failed: Option<String>,
}

/// A new server whose certificate is neither known nor signed by an authority.
#[derive(Clone, Debug, PartialEq)]
pub struct Stranger {
    /// The server's address.
    pub address: String,
    /// The fingerprint of the server's certificate.
    pub fingerprint: Fingerprint,
    /// The task to begin there once it is trusted.
    pub plan: Option<Plan>,
}

impl Model {
    /// The model before any event.
    pub fn new(name: String, look: Look, size: Size, rights: Rights) -> Self {
        Self {
            rights,
            look,
            size,
            focused: true,
            name,
            passwords: Passwords::default(),
            is_big_screen: false,
            shown_ms: 0,
            screen: Screen::Home,
            popups: Vec::new(),
            prompt: None,
            notice: None,
            connection: Connection::Idle,
            server: None,
            kept: Kept::default(),
            page: None,
            program: None,
            ssh: None,
            tells_no_asides: false,
            plan: None,
            typed_address: None,
            stranger: None,
            pending: BTreeMap::new(),
            asked: BTreeMap::new(),
            talk: Talk::default(),
            effects: Vec::new(),
            is_as_shown: false,
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
            coach: Coach::default(),
            lobby: None,
            replay: None,
            review: None,
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

    /// The game that the table will play next, if a match of another one is over.
    pub fn other_game_next(&self) -> Option<GameKind> {
        let over = self.game_match().filter(|it| it.outcome.is_some())?;
        let next = self.lobby.as_ref()?.view.settings.rules.kind();
        (next != over.game).then_some(next)
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

    /// How long an answer of the server has been waited for, in milliseconds; `None` if none is late.
    pub const fn late_ms(&self) -> Option<u64> {
        match self.connection {
            Connection::Connected { late_ms, .. } => late_ms,
            Connection::Idle | Connection::Connecting { .. } | Connection::Waiting { .. } => None,
        }
    }

    /// Whether commands can be sent.
    pub const fn is_connected(&self) -> bool {
        matches!(self.connection, Connection::Connected { .. })
    }

    /// The chosen person: in the list of people if it is open, else on a seat or below the seats.
    pub fn chosen_player(&self) -> Option<&PlayerView> {
        let lobby = self.lobby.as_ref()?;
        match self.popups.last() {
            Some(Popup::People { row }) => match lobby::people::chosen(lobby, *row)? {
                lobby::people::Row::Person(player) => lobby.player(player),
                lobby::people::Row::Banned(_)
                | lobby::people::Row::Lock
                | lobby::people::Row::Password => None,
            },
            Some(_) | None => lobby.chosen_player(),
        }
    }

    /// The match of the lobby, running or over.
    pub fn game_match(&self) -> Option<&GameMatch> {
        self.lobby.as_ref().and_then(|it| it.game_match.as_ref())
    }

    /// The match of the lobby, to change it.
    pub fn game_match_mut(&mut self) -> Option<&mut GameMatch> {
        self.lobby.as_mut().and_then(|it| it.game_match.as_mut())
    }

    /// The game of the match, else the one chosen in the lobby, else the one to play next.
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

    /// Whether the person hosts a lobby in which others are.
    pub fn has_guests(&self) -> bool {
        let hosts = matches!(self.server, Some(Server::Hosted { .. }));
        let is_guest = |lobby: &Lobby| {
            let mut people = lobby.view.players.iter();
            people.any(|it| it.connected && it.player != lobby.you)
        };
        hosts && self.lobby.as_ref().is_some_and(is_guest)
    }

    /// Opens a line to be typed; a line for the name shows the present one, which the first letter replaces, and a chat line
    /// begins with the words that the server did not take.
    pub fn ask(&mut self, kind: PromptKind) {
        self.prompt = Some(match kind {
            PromptKind::Name => Prompt::over(kind, &self.name),
            PromptKind::Chat => Prompt::with(kind, &self.talk.back.take().unwrap_or_default()),
            PromptKind::Typed
            | PromptKind::Search
            | PromptKind::Address
            | PromptKind::LobbyPassword { .. }
            | PromptKind::Password => Prompt::new(kind),
        });
    }

    /// Whether a table is shown as on a television; what asks something is shown over it, and else nothing can be pressed. A
    /// terminal that is too small for it shows what whoever watches sees.
    pub const fn shows_big_screen(&self) -> bool {
        let has_room =
            self.size.width >= BIG_SCREEN_MIN.width && self.size.height >= BIG_SCREEN_MIN.height;
        self.is_big_screen && has_room && self.lobby.is_some()
    }

    /// Asks for something on the person's own machine; for a guest nothing happens.
    pub fn on_machine(&mut self, effect: MachineEffect) {
        self.effects.push(Effect::OnMachine(effect));
    }

    /// Shows the person a notice.
    pub fn tell(&mut self, text: impl Into<String>) {
        self.notice = Some(Notice {
            text: clean(&text.into()),
            bad: false,
            until_turn: false,
        });
    }

    /// Shows the person a notice that something went wrong.
    pub fn warn(&mut self, text: impl Into<String>) {
        self.tell(text);
        if let Some(notice) = &mut self.notice {
            notice.bad = true;
        }
    }

    /// Shows the person why nothing can be chosen: it is not their turn, or their last action is
    /// not answered.
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
}

/// The strength that a bot spec stands for in a game; `None` if it is none of the usual strengths.
pub fn bot_strength(bot: BotSpec, game: GameKind) -> Option<&'static str> {
    STRENGTHS
        .into_iter()
        .find(|it| BotSpec::for_game(it, game).is_ok_and(|same| same == bot))
}
