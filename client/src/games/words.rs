//! The words of each game: its verbs, its keys, its rules in short, its switches.
//!
//! The hints, the help and the panels take their words from here, so that no game is described in
//! the words of another. Law kept here: words only; these tables do not decide what is allowed.

pub mod hints;
pub mod legend;
pub mod tips;

use crate::lang::{Language, Sentence};
use legend::Legend;
use tips::Tip;

/// The words of a game.
#[derive(Debug)]
pub struct Words {
    /// The verb for the effect of Enter with a target: attack, move, mark.
    pub verb: Sentence,
    /// The headings over each seat's numbers: places, dice, and the largest group; `None` where
    /// seats have no numbers.
    pub columns: Option<Sentence>,
    /// The pieces of each seat; empty where their marks tell everything.
    pub roles: &'static [Sentence],
    /// The words around a choice.
    pub choice: &'static ChoiceWords,
    /// The game's own explanations of board keys, where the keymap has only general ones.
    pub keys: &'static [(BoardKey, Sentence)],
    /// The board keys that do nothing in this game.
    pub useless: &'static [BoardKey],
    /// The commands that can be typed on the board, with their explanations.
    pub typed: &'static [(&'static str, Sentence)],
    /// The rules in short, in lines; the first is the title. `None` where the game itself has them.
    pub rules: Option<Sentence>,
    /// The rules in at most five sentences. `None` where the whole rules are as short.
    pub brief: Option<Sentence>,
    /// The marks on the board; `None` for a game without an example to cut them from.
    pub legend: Option<&'static Legend>,
    /// The sentences of a coach in a first match, at most seven sentences in their order.
    pub tips: &'static [Tip],
    /// The effects of the switches that a lobby can change, in at most two lines of the popup.
    pub switches: &'static [(&'static str, Sentence)],
}

/// The words around a choice: where there is none, where it is not possible, and after it.
#[derive(Debug)]
pub struct ChoiceWords {
    /// The heading over the last choice.
    pub last: Sentence,
    /// That none was seen yet.
    pub none_seen: Sentence,
    /// That nothing can be chosen any longer, with the key that ends the turn.
    pub none_left: fn(Language, &str) -> String,
    /// That a typed choice is not possible.
    pub impossible: Sentence,
    /// That nothing can be chosen at the place under the cursor, with the name of the game.
    pub none_here: fn(Language, &str) -> String,
    /// That the place under the cursor cannot be reached from the chosen one.
    pub out_of_reach: Sentence,
    /// Whether the help has a page of odds.
    pub has_odds: bool,
}

/// The words around attacks with dice.
pub const ATTACKS: ChoiceWords = ChoiceWords {
    last: Language::last_roll_heading,
    none_seen: Language::no_roll_seen,
    none_left: |language, key| language.nothing_to_attack(key),
    impossible: Language::attack_impossible,
    none_here: |language, game| language.cannot_attack(game),
    out_of_reach: Language::cannot_reach,
    has_odds: true,
};

/// The words around moves of pieces, marks and the like.
pub const MOVES: ChoiceWords = ChoiceWords {
    last: Language::last_move_heading,
    none_seen: Language::no_move_seen,
    none_left: |language, _| language.nothing_choosable(),
    impossible: Language::move_impossible,
    none_here: |language, _| language.nothing_here(),
    out_of_reach: Language::cannot_go_here,
    has_odds: false,
};

/// The words of a game that has none of its own, and in which no action ends a turn.
pub const PLAIN: Words = Words {
    useless: &[BoardKey::EndTurn],
    ..WITH_PASS
};

/// The words of a game that has none of its own, and in which an action ends a turn.
pub const WITH_PASS: Words = Words {
    verb: Language::verb_move,
    columns: None,
    roles: &[],
    choice: &MOVES,
    keys: &[],
    useless: &[],
    typed: &[
        ("a1b1", Language::types_step),
        ("a1", Language::types_cursor_hex),
    ],
    rules: None,
    brief: None,
    legend: None,
    tips: &[],
    switches: &[],
};

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

impl Words {
    /// The game's own explanation of a board key; `None` if the general one applies.
    pub fn key(&self, key: BoardKey) -> Option<Sentence> {
        self.keys
            .iter()
            .find(|(it, _)| *it == key)
            .map(|(_, help)| *help)
    }
}
