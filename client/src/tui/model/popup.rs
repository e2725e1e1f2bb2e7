//! Popups, which lie over a screen, and the line that is being typed.

use std::fmt;

use dicehall_engine::lobby::{PlayerId, Settings};
use dicehall_engine::{BotSpec, Seat};
use dicehall_protocol::LobbyCode;
use dicehall_protocol::limits::{CHAT_CHARS_MAX, NAME_WIDTH_MAX, PASSWORD_SIZE_MAX};
use tui_input::Input;

use super::continued::PlayOn;
use crate::lang::Language;

/// The longest address that can be typed.
pub const ADDRESS_CHARS_MAX: usize = 120;
/// The longest command that can be typed.
pub const TYPED_CHARS_MAX: usize = 120;

/// What lies over a screen.
#[derive(Clone, Debug, PartialEq)]
pub enum Popup {
    /// A question with yes or no.
    Confirm(Question),
    /// Keys, rules and odds.
    Help {
        /// Which page.
        page: HelpPage,
        /// The first line that is shown.
        scroll: usize,
    },
    /// The whole log.
    Log {
        /// The first line that is shown, counted from the newest.
        scroll: usize,
    },
    /// Which bot is to hold a seat.
    Bots {
        /// The seat.
        seat: Seat,
        /// What there is.
        bots: Vec<BotChoice>,
        /// The chosen row.
        row: usize,
    },
    /// The settings of the lobby, being changed.
    Settings {
        /// As they would be.
        settings: Box<Settings>,
        /// The chosen row.
        row: usize,
    },
    /// How a match that is over is to go on.
    PlayOn(PlayOn),
    /// How the match ended.
    Outcome,
    /// The address for a browser.
    Link,
    /// Something that must be read: a heading and a text.
    Card {
        /// The heading.
        title: String,
        /// The text.
        text: String,
    },
}

/// What is asked before it is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// End the program while a match runs or others would be cut off.
    Quit,
    /// Give the match up.
    Resign,
    /// End the turn though no attack was made.
    EndUnused,
    /// End the turn though good attacks remain.
    EndWithGoodAttacks,
    /// Leave the lobby.
    Leave,
    /// Go on with the table of an earlier run, or else open a new one.
    GoOn,
    /// Leave the table of an earlier run and open a new one.
    NewTable,
    /// Start though not everyone is ready.
    StartUnready,
    /// Trust a server that is new, with the certificate that it shows.
    Trust,
    /// Send somebody away.
    Kick(PlayerId),
    /// Send somebody away for good.
    Ban(PlayerId),
    /// Make somebody else host.
    HandOver(PlayerId),
}

/// A page of the help.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HelpPage {
    /// What keys and typed commands do here.
    Keys,
    /// How the game is played.
    Rules,
    /// How often an attack wins.
    Odds,
}

/// A bot in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BotChoice {
    /// A strength, for those that have one.
    pub strength: Option<&'static str>,
    /// Which.
    pub bot: BotSpec,
}

/// The line that is being typed.
#[derive(Clone)]
pub struct Prompt {
    /// What it is for.
    pub kind: PromptKind,
    /// The text so far.
    pub input: Input,
    /// The row that was chosen of what is found for the text, where something is.
    pub row: Option<usize>,
}

/// What a typed line is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PromptKind {
    /// Says something to everyone.
    Chat,
    /// Does something.
    Typed,
    /// Looks for something in the help, and does it.
    Search,
    /// Connects to a server.
    Address,
    /// What the person is called.
    Name,
    /// What opens the door of a lobby.
    LobbyPassword {
        /// Which.
        lobby: LobbyCode,
        /// Whether to sit down in it.
        sit: bool,
        /// Whether the one before was wrong.
        again: bool,
    },
    /// What whoever comes in must know.
    Password,
}

impl Popup {
    /// The chosen row of a list, to change it.
    pub const fn row_mut(&mut self) -> Option<&mut usize> {
        match self {
            Self::Bots { row, .. }
            | Self::Settings { row, .. }
            | Self::PlayOn(PlayOn { row, .. }) => Some(row),
            Self::Confirm(_)
            | Self::Help { .. }
            | Self::Log { .. }
            | Self::Outcome
            | Self::Link
            | Self::Card { .. } => None,
        }
    }
}

impl fmt::Debug for Prompt {
    /// What is typed may be a password.
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
        }
    }

    /// A line that begins with some text.
    pub fn with(kind: PromptKind, text: &str) -> Self {
        Self {
            kind,
            input: Input::new(text.to_owned()),
            row: None,
        }
    }
}

impl PromptKind {
    /// What stands before the line.
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

    /// Whether what is found for the text is listed.
    pub const fn has_list(self) -> bool {
        matches!(self, Self::Typed | Self::Search)
    }

    /// Whether nobody is to see what is typed.
    pub const fn is_secret(self) -> bool {
        matches!(self, Self::LobbyPassword { .. } | Self::Password)
    }
}

impl HelpPage {
    /// The page after or before this one among those that there are.
    #[must_use]
    pub fn beside(self, pages: &[Self], forward: bool) -> Self {
        let at = pages.iter().position(|it| *it == self).unwrap_or(0);
        let next = if forward {
            at + 1
        } else {
            at + pages.len().saturating_sub(1)
        };
        pages
            .get(next % pages.len().max(1))
            .copied()
            .unwrap_or(self)
    }
}
