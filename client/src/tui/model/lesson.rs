//! The tutorial: six steps of a real match against one weak bot, each done when the person has done what it asks for.
//!
//! Plain data. `update::lesson` goes from step to step by what it sees in the match, `view` shows the step beside the board.

use crate::lang::Language;

/// A step of the tutorial, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lesson {
    /// A hex is chosen that is to attack.
    Source,
    /// Its target is chosen.
    Target,
    /// The roll is read, and another attack follows.
    Roll,
    /// The turn is ended.
    End,
    /// The others play.
    Others,
    /// How a match is won.
    Win,
}

/// Whether the person was told that there is a tutorial.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Welcome {
    /// In this run or an earlier one.
    #[default]
    Told,
    /// Not yet.
    Due,
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

    /// What the step asks for, in two words or three.
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

    /// What it says, with the key that it is about where that is one of the match's own.
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
