//! Keys, the contexts in which they are pressed, and the person's changes of them. `keymap` says
//! what each key does, and reads the changes.

use crossterm::event::KeyCode;

/// The context in which a key is pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Context {
    /// Waiting for a connection; it takes precedence over all others.
    Waiting,
    /// The home screen.
    Home,
    /// The servers on the LAN.
    Lan,
    /// The lobbies of a server.
    Lobbies,
    /// The record of the person's matches.
    Record,
    /// The lobby.
    Lobby,
    /// The match.
    Match,
    /// A replay.
    Replay,
    /// A question with yes or no.
    Confirm,
    /// The help.
    Help,
    /// The whole log.
    Log,
    /// The list of bots.
    Bots,
    /// The list of people.
    People,
    /// The settings of a lobby.
    Settings,
    /// The choices for playing on from a replay.
    PlayOn,
    /// The review of a match.
    Review,
    /// The result at the end of a match.
    Outcome,
    /// A text to be read.
    Card,
}

/// A key as the table of bindings names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// A character, typed with Shift if need be.
    Char(char),
    /// A character with Ctrl.
    Ctrl(char),
    /// A key without a character.
    Code(KeyCode),
}

/// The keys that the person has chosen for a binding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangedKeys {
    /// The context.
    pub context: Context,
    /// The number of the binding in the table.
    pub line: usize,
    /// The keys, the one to show first.
    pub keys: Vec<Key>,
}

/// All changed keys; those that would take another action's key are left out.
pub type KeyChanges = Vec<ChangedKeys>;
