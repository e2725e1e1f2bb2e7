//! Keys, where they are pressed, and which of them the person has changed. What keys do stands in `keymap`, which also reads
//! the person's changes.

use crossterm::event::KeyCode;

/// Where a key is pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Context {
    /// While a connection is waited for, before everything else.
    Waiting,
    /// The home screen.
    Home,
    /// The servers on the LAN.
    Lan,
    /// The lobbies of a server.
    Lobbies,
    /// The person's matches.
    Record,
    /// The lobby.
    Lobby,
    /// The match.
    Match,
    /// A match that is over, step by step.
    Replay,
    /// A question.
    Confirm,
    /// The help.
    Help,
    /// The whole log.
    Log,
    /// The list of bots.
    Bots,
    /// The settings.
    Settings,
    /// How a match that is over is to go on.
    PlayOn,
    /// The end of a match.
    Outcome,
    /// Something to be read.
    Card,
}

/// A key as the table names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// A character, with Shift if it needs it.
    Char(char),
    /// A character with Ctrl.
    Ctrl(char),
    /// A key without a character.
    Code(KeyCode),
}

/// The keys that the person has chosen for a line of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangedKeys {
    /// Where.
    pub context: Context,
    /// Which line of the table.
    pub line: usize,
    /// The keys, the one to show first.
    pub keys: Vec<Key>,
}

/// Every change; those that would take another action's key are left out.
pub type KeyChanges = Vec<ChangedKeys>;
