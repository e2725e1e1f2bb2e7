//! The words of each game: its verbs, its keys, its rules in short, its switches.
//!
//! The hints, the help and the panels take their words from here, so that no game is described in
//! the words of another. Law kept here: words only; these tables do not decide what is allowed.

use crate::lang::{Language, Sentence};

/// The words of a game.
#[derive(Debug)]
pub struct Words {
    /// The verb for the effect of Enter with a target: attack, move, mark.
    pub verb: Sentence,
    /// The material: dice, or pieces of two seats.
    pub played_with: PlayedWith,
    /// The game's own explanations of board keys, where the keymap has only general ones.
    pub keys: &'static [(BoardKey, Sentence)],
    /// The board keys that do nothing in this game.
    pub useless: &'static [BoardKey],
    /// The commands that can be typed on the board, with their explanations.
    pub typed: &'static [(&'static str, Sentence)],
    /// The rules in short, in lines; the first is the title.
    pub rules: Sentence,
    /// The switches that a lobby can change.
    pub switches: &'static [Switch],
}

/// The material that a game is played with.
#[derive(Debug)]
pub enum PlayedWith {
    /// Dice on territories.
    Dice {
        /// The headings over each seat's numbers: places, dice, and the largest group.
        columns: Sentence,
    },
    /// Pieces or marks of two seats.
    Pieces {
        /// The pieces of the first and the second seat.
        roles: [Sentence; 2],
    },
}

/// A board key whose meaning depends on the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardKey {
    /// Chooses the place under the cursor, as source or target.
    Choose,
    /// Goes to the next place where something can be chosen.
    Next,
    /// Goes to the previous one.
    Previous,
    /// Clears the source.
    Back,
    /// Ends the turn.
    EndTurn,
    /// Takes a kind of piece from the hand, by its number from 0 on.
    FromHand(u8),
}

/// A setting of a lobby that can be changed step by step.
#[derive(Debug)]
pub struct Switch {
    /// The name of the setting in `--rules`.
    pub name: &'static str,
    /// The values to step through, as text.
    pub values: &'static [&'static str],
    /// The effect of the setting, in at most two lines of the popup.
    pub help: Sentence,
}

impl Switch {
    /// The name of the setting, as people read it.
    pub fn label(&self, language: Language) -> String {
        language.switch_label(self.name)
    }
}

impl Words {
    /// Whether the game is played with dice on territories.
    pub const fn has_dice(&self) -> bool {
        matches!(self.played_with, PlayedWith::Dice { .. })
    }

    /// The headings over each seat's numbers; `None` in a game without dice.
    pub const fn dice_columns(&self) -> Option<Sentence> {
        match self.played_with {
            PlayedWith::Dice { columns } => Some(columns),
            PlayedWith::Pieces { .. } => None,
        }
    }

    /// The pieces of the first and the second seat; `None` in a game with dice.
    pub const fn roles(&self) -> Option<[Sentence; 2]> {
        match self.played_with {
            PlayedWith::Dice { .. } => None,
            PlayedWith::Pieces { roles } => Some(roles),
        }
    }

    /// The game's own explanation of a board key; `None` if the general one applies.
    pub fn key(&self, key: BoardKey) -> Option<Sentence> {
        self.keys
            .iter()
            .find(|(it, _)| *it == key)
            .map(|(_, help)| *help)
    }
}
