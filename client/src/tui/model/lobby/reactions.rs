//! The reactions that are shown beside names for a moment, and their words. Part of the lobby: `update` adds them, the views
//! ask for them.

use dicehall_engine::Seat;
use dicehall_engine::lobby::Reaction;

use crate::lang::Language;

/// How long a reaction is shown, in milliseconds.
pub const REACTION_MS: u32 = 4_000;

/// The latest reaction to whoever holds each seat, while it is shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reactions([Option<ShownReaction>; Seat::ALL.len()]);

/// A reaction, and how much longer it is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ShownReaction {
    reaction: Reaction,
    left_ms: u32,
}

impl Reactions {
    /// Shows a reaction, in place of an earlier one to the same seat.
    pub fn show(&mut self, seat: Seat, reaction: Reaction) {
        let left_ms = REACTION_MS;
        self.0[seat.idx()] = Some(ShownReaction { reaction, left_ms });
    }

    /// The reaction that is shown beside a seat's name.
    pub fn at(&self, seat: Seat) -> Option<Reaction> {
        self.0[seat.idx()].map(|it| it.reaction)
    }

    /// Whether any is shown.
    pub fn any(&self) -> bool {
        self.0.iter().any(Option::is_some)
    }

    /// Lets time pass.
    pub fn pass(&mut self, elapsed_ms: u32) {
        for shown in &mut self.0 {
            if let Some(it) = shown {
                it.left_ms = it.left_ms.saturating_sub(elapsed_ms);
            }
            shown.take_if(|it| it.left_ms == 0);
        }
    }
}

/// A reaction as a face of letters, which every terminal has.
pub const fn sign(reaction: Reaction) -> &'static str {
    match reaction {
        Reaction::Laugh => ":D",
        Reaction::Wow => ":O",
        Reaction::Clap => "\\o/",
        Reaction::Cry => ":'(",
        Reaction::Angry => ">:(",
        Reaction::Heart => "<3",
    }
}

/// A reaction in a short word, as somebody would say it.
pub fn word(language: Language, reaction: Reaction) -> String {
    match reaction {
        Reaction::Laugh => language.reaction_laugh(),
        Reaction::Wow => language.reaction_wow(),
        Reaction::Clap => language.reaction_clap(),
        Reaction::Cry => language.reaction_cry(),
        Reaction::Angry => language.reaction_angry(),
        Reaction::Heart => language.reaction_heart(),
    }
}

/// The sentence that somebody reacts to somebody else.
pub fn told(language: Language, reaction: Reaction, name: &str, to: &str) -> String {
    match reaction {
        Reaction::Laugh => language.reacts_laugh(name, to),
        Reaction::Wow => language.reacts_wow(name, to),
        Reaction::Clap => language.reacts_clap(name, to),
        Reaction::Cry => language.reacts_cry(name, to),
        Reaction::Angry => language.reacts_angry(name, to),
        Reaction::Heart => language.reacts_heart(name, to),
    }
}

/// The reaction of a typed name, or of a number from 1 on; `None` if there is none.
pub fn named(text: &str) -> Option<Reaction> {
    let number = text.parse::<usize>().ok();
    let by_number = number.and_then(|it| Reaction::ALL.get(it.checked_sub(1)?).copied());
    by_number.or_else(|| Reaction::ALL.into_iter().find(|it| name(*it) == text))
}

/// The name by which a reaction is typed, the same in every language.
pub const fn name(reaction: Reaction) -> &'static str {
    match reaction {
        Reaction::Laugh => "laugh",
        Reaction::Wow => "wow",
        Reaction::Clap => "clap",
        Reaction::Cry => "cry",
        Reaction::Angry => "angry",
        Reaction::Heart => "heart",
    }
}
