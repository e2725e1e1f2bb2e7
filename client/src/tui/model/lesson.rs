//! The tutorial: six steps of a real match against one weak bot. A step is done when the person has
//! done what it asks for.
//!
//! Plain data. `update::lesson` advances the steps by what happens in the match, `view` shows the
//! step beside the board.

pub mod coach;

use crate::lang::Language;

/// A step of the tutorial, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lesson {
    /// Choosing a hex that can attack.
    Source,
    /// Choosing its target.
    Target,
    /// Reading the roll, and attacking again.
    Roll,
    /// Ending the turn.
    End,
    /// Watching the others play.
    Others,
    /// How to win the match.
    Win,
}

/// How well the person knows the tutorial.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Welcome {
    /// Told of it, in this run or an earlier one.
    #[default]
    Told,
    /// Not told of it yet.
    Due,
    /// It was played to its end.
    Learned,
}

impl Lesson {
    /// Every step.
    pub const ALL: [Self; 6] = [
        Self::Source,
        Self::Target,
        Self::Roll,
        Self::End,
        Self::Others,
        Self::Win,
    ];

    /// The number of the step, from 1 on.
    pub fn number(self) -> usize {
        Self::ALL.iter().take_while(|it| **it != self).count() + 1
    }

    /// The task of the step, in two or three words.
    pub fn title(self, language: Language) -> String {
        match self {
            Self::Source => language.lesson_source_title(),
            Self::Target => language.lesson_target_title(),
            Self::Roll => language.lesson_roll_title(),
            Self::End => language.lesson_end_title(),
            Self::Others => language.lesson_others_title(),
            Self::Win => language.lesson_win_title(),
        }
    }

    /// The text of the step; `key` is the name of the key it is about, where that key is one of the
    /// match.
    pub fn text(self, language: Language, key: &str) -> String {
        match self {
            Self::Source => language.lesson_source(),
            Self::Target => language.lesson_target(),
            Self::Roll => language.lesson_roll(),
            Self::End => language.lesson_end(key),
            Self::Others => language.lesson_others(key),
            Self::Win => language.lesson_win(key),
        }
    }
}
