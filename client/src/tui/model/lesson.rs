//! The tutorial: six steps of a real match against one weak bot, each done when the person has done what it asks for.
//!
//! Plain data. `update::lesson` goes from step to step by what it sees in the match, `view` shows the step beside the board.

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
    pub const fn title(self) -> &'static str {
        match self {
            Self::Source => "choose a hex",
            Self::Target => "attack",
            Self::Roll => "read the roll",
            Self::End => "end your turn",
            Self::Others => "wait or skip",
            Self::Win => "win",
        }
    }

    /// What it says.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Source => {
                "Numbers are dice. Go to a hex of yours with two dice or more by the arrow keys and press Enter. \
                 Tab goes to the best attack."
            }
            Self::Target => {
                "Neighbors that you can attack show your chance to win. The cursor is on the best one; press Enter to attack."
            }
            Self::Roll => {
                "Both sides roll all their dice. More pips win, a tie is the defender's. Who wins moves in with all dice \
                 but one; who loses keeps one. Attack again: 70% or more is good."
            }
            Self::End => {
                "When nothing good is left, press e. You get as many dice as your largest group of connected hexes is large, \
                 so join your hexes."
            }
            Self::Others => {
                "Now the others attack. Space skips to your next turn; a line then tells what you have lost."
            }
            Self::Win => {
                "Whoever holds all hexes wins, or the most after the last round. You know enough: go on as you like. \
                 ? shows all keys and rules."
            }
        }
    }
}
