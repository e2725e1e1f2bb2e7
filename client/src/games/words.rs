//! The words of each game: what is done in it, what keys do, its rules in short, its switches.
//!
//! The hints, the help and the panels take their words from here, so that no game is told in those of another. Law kept
//! here: words only. Nothing in these tables decides what may be done.

use crate::lang::{Language, Sentence};

/// How a game is spoken of.
#[derive(Debug)]
pub struct Words {
    /// What Enter does once it is clear with what: attack, move, mark.
    pub verb: Sentence,
    /// What it is played with.
    pub played_with: PlayedWith,
    /// What keys do on the board, where the table of keys says it in general only.
    pub keys: &'static [(BoardKey, Sentence)],
    /// The keys of the board that are of no use in this game.
    pub useless: &'static [BoardKey],
    /// What can be typed on the board, with what it does.
    pub typed: &'static [(&'static str, Sentence)],
    /// The rules in short, in lines; the first is the title.
    pub rules: Sentence,
    /// The switches that a lobby can change.
    pub switches: &'static [Switch],
}

/// What a game is played with.
#[derive(Debug)]
pub enum PlayedWith {
    /// Dice on territories.
    Dice {
        /// Over the numbers of each seat: places, dice, and the largest group.
        columns: Sentence,
    },
    /// Pieces or marks of two seats.
    Pieces {
        /// What the first and the second seat play with.
        roles: [Sentence; 2],
    },
}

/// A key of the board that means something else in each game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardKey {
    /// Chooses what is under the cursor, or where it goes.
    Choose,
    /// Goes to the next place where something can be chosen.
    Next,
    /// Goes to the previous one.
    Previous,
    /// Lets go of what is chosen.
    Back,
    /// Ends the turn.
    EndTurn,
    /// Takes a kind of piece from the hand, by its number from 0 on.
    FromHand(u8),
}

/// A switch of a lobby's settings.
#[derive(Debug)]
pub struct Switch {
    /// The name in `--rules`.
    pub name: &'static str,
    /// The values to step through, as text.
    pub values: &'static [&'static str],
    /// What it changes, in at most two lines of the popup.
    pub help: Sentence,
}

impl Switch {
    /// The name for people.
    pub fn label(&self, language: Language) -> String {
        language.switch_label(self.name)
    }
}

impl Words {
    /// Whether the game is played with dice on territories.
    pub const fn has_dice(&self) -> bool {
        matches!(self.played_with, PlayedWith::Dice { .. })
    }

    /// What stands over the numbers of each seat, in a game with dice.
    pub const fn dice_columns(&self) -> Option<Sentence> {
        match self.played_with {
            PlayedWith::Dice { columns } => Some(columns),
            PlayedWith::Pieces { .. } => None,
        }
    }

    /// What the first and the second seat play with, in a game without dice.
    pub const fn roles(&self) -> Option<[Sentence; 2]> {
        match self.played_with {
            PlayedWith::Dice { .. } => None,
            PlayedWith::Pieces { roles } => Some(roles),
        }
    }

    /// What a key does on this game's board, if the game has its own words for it.
    pub fn key(&self, key: BoardKey) -> Option<Sentence> {
        self.keys
            .iter()
            .find(|(it, _)| *it == key)
            .map(|(_, help)| *help)
    }
}
