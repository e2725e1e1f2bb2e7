//! Popups, which lie over a screen, and the prompt (the line that is being typed).

pub mod account;
pub(super) mod arrangement;
pub mod continued;
pub mod ratings;
pub mod review;
pub mod switches;
pub mod way;

use std::fmt;

use dicehall_engine::lobby::{PlayerId, Settings};
use dicehall_engine::{BotSpec, Rung, Seat};
use dicehall_protocol::LobbyCode;
use dicehall_protocol::limits::{CHAT_CHARS_MAX, NAME_WIDTH_MAX, PASSWORD_SIZE_MAX};
use tui_input::Input;

use super::plan::Purpose;
use crate::lang::Language;
use continued::PlayOn;
use ratings::Ratings;
use way::Way;

/// The longest address that can be typed.
pub const ADDRESS_CHARS_MAX: usize = 120;
/// The longest command that can be typed.
pub const TYPED_CHARS_MAX: usize = 120;

/// A popup over a screen.
#[derive(Clone, Debug, PartialEq)]
pub enum Popup {
    /// A question with yes or no.
    Confirm(Question),
    /// The help: keys, rules and odds.
    Help {
        /// The page of the help.
        page: HelpPage,
        /// The first line that is shown.
        scroll: usize,
    },
    /// The whole log.
    Log {
        /// The first line that is shown, counted from the newest.
        scroll: usize,
    },
    /// The list of bots for a seat.
    Bots {
        /// The seat.
        seat: Seat,
        /// The bots in the list.
        bots: Vec<BotChoice>,
        /// The chosen row.
        row: usize,
    },
    /// The list of people, of the banned and of the door.
    People {
        /// The chosen row.
        row: usize,
    },
    /// The settings of the lobby, while they are edited.
    Settings {
        /// The edited settings, not yet sent.
        settings: Box<Settings>,
        /// The chosen row.
        row: usize,
    },
    /// The choices for playing on from a replay.
    PlayOn(PlayOn),
    /// How well people play.
    Ratings(Box<Ratings>),
    /// The review of the match, which is in the model.
    Review,
    /// The result of the match.
    Outcome,
    /// The address for a browser.
    Link,
    /// A text that must be read.
    Card {
        /// The heading.
        title: String,
        /// The text.
        text: String,
    },
}

/// A question that must be answered before something is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Quit the program while a match runs or others would be cut off?
    Quit,
    /// Resign from the match?
    Resign,
    /// End the turn though no attack was made?
    EndUnused,
    /// End the turn though good attacks remain?
    EndWithGoodAttacks,
    /// Leave the lobby?
    Leave,
    /// Return to the table of an earlier run? No opens a new one.
    GoOn,
    /// Leave the table of an earlier run and open a new one?
    NewTable,
    /// Start though not everyone is ready?
    StartUnready,
    /// Trust a new server, with the certificate that it shows?
    Trust,
    /// Remove somebody from the lobby?
    Kick(PlayerId),
    /// Ban somebody from the lobby?
    Ban(PlayerId),
    /// Make somebody else the host?
    HandOver(PlayerId),
    /// Let the server forget the person's account?
    Forget,
}

/// A page of the help.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HelpPage {
    /// Keys and typed commands.
    Keys,
    /// The rules of the game in short, with the marks on its board.
    Rules,
    /// The chances of attacks.
    Odds,
    /// The rules of the game in full.
    Full,
}

/// A bot in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BotChoice {
    /// The bot's rung; `None` if it is on none.
    pub rung: Option<Rung>,
    /// The bot.
    pub bot: BotSpec,
}

/// The prompt: the line that is being typed.
#[derive(Clone)]
pub struct Prompt {
    /// The purpose of the line.
    pub kind: PromptKind,
    /// The text so far.
    pub input: Input,
    /// The row chosen in the list of search results; `None` if none was.
    pub row: Option<usize>,
    /// Whether the text is what was there before, which the first typed letter replaces.
    pub is_selected: bool,
}

/// The purpose of a typed line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PromptKind {
    /// Something to say to everyone.
    Chat,
    /// A typed command.
    Typed,
    /// A search in the help, whose result is carried out.
    Search,
    /// The address of a server to connect to.
    Address,
    /// The person's name.
    Name,
    /// The password of a lobby to enter.
    LobbyPassword {
        /// The lobby's code.
        lobby: LobbyCode,
        /// The reason for coming into the lobby.
        purpose: Purpose,
        /// Whether the password before this one was wrong.
        again: bool,
    },
    /// The password for the lobby that is hosted.
    Password,
}

impl Popup {
    /// The chosen row, to change it; `None` for popups without rows.
    pub const fn row_mut(&mut self) -> Option<&mut usize> {
        match self {
            Self::Bots { row, .. }
            | Self::People { row }
            | Self::Settings { row, .. }
            | Self::PlayOn(PlayOn { row, .. }) => Some(row),
            Self::Confirm(_)
            | Self::Help { .. }
            | Self::Log { .. }
            | Self::Ratings(_)
            | Self::Review
            | Self::Outcome
            | Self::Link
            | Self::Card { .. } => None,
        }
    }
}

impl fmt::Debug for Prompt {
    /// Hides the text of the line, which may be a password.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Prompt")
            .field("kind", &self.kind)
            .finish_non_exhaustive()
    }
}

impl Prompt {
    /// An empty line.
    pub fn new(kind: PromptKind) -> Self {
        Self {
            kind,
            input: Input::default(),
            row: None,
            is_selected: false,
        }
    }

    /// A line that already has some text.
    pub fn with(kind: PromptKind, text: &str) -> Self {
        Self {
            kind,
            input: Input::new(text.to_owned()),
            row: None,
            is_selected: false,
        }
    }

    /// A line with some text that the first typed letter replaces.
    pub fn over(kind: PromptKind, text: &str) -> Self {
        Self {
            is_selected: !text.is_empty(),
            ..Self::with(kind, text)
        }
    }
}

impl PromptKind {
    /// The label before the line.
    pub fn label(self, language: Language) -> String {
        match self {
            Self::Chat => language.prompt_say(),
            Self::Typed => ":".to_owned(),
            Self::Search => "/".to_owned(),
            Self::Address => language.prompt_address(),
            Self::Name => language.prompt_name(),
            Self::LobbyPassword { again: true, .. } => language.prompt_wrong(),
            Self::LobbyPassword { again: false, .. } => language.prompt_password(),
            Self::Password => language.prompt_new(),
        }
    }

    /// The most characters that can be typed.
    pub const fn chars_max(self) -> usize {
        match self {
            Self::Chat => CHAT_CHARS_MAX,
            Self::Typed | Self::Search => TYPED_CHARS_MAX,
            Self::Address => ADDRESS_CHARS_MAX,
            Self::Name => NAME_WIDTH_MAX,
            Self::LobbyPassword { .. } | Self::Password => PASSWORD_SIZE_MAX,
        }
    }

    /// Whether search results are listed for the text.
    pub const fn has_list(self) -> bool {
        matches!(self, Self::Typed | Self::Search)
    }

    /// Whether the text is hidden on the screen.
    pub const fn is_secret(self) -> bool {
        matches!(self, Self::LobbyPassword { .. } | Self::Password)
    }
}

impl HelpPage {
    /// The next or previous page among the available ones.
    #[must_use]
    pub fn beside(self, pages: &[Self], way: Way) -> Self {
        way.next(self, pages)
    }
}
