//! What nature chooses for the obvious lobby: drawn with dice, or as a stream tells.

use std::collections::VecDeque;

use dicehall_engine::{AnyChance, AnyConfig, AnyRules, AnyState, Dice, State};

/// Whoever chooses what nobody chooses.
pub trait Nature {
    /// The start of a match for so many seats; `None` if there is none.
    fn deal(&mut self, rules: &AnyRules, seats: u8) -> Option<AnyConfig>;

    /// What happens in a position that waits for a chance.
    fn roll(&mut self, position: &AnyState) -> Option<AnyChance>;
}

/// Nature that draws.
pub struct Dealt<'a>(pub &'a mut dyn Dice);

impl std::fmt::Debug for Dealt<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Dealt(..)")
    }
}

impl Nature for Dealt<'_> {
    fn deal(&mut self, rules: &AnyRules, seats: u8) -> Option<AnyConfig> {
        rules.generate(seats, self.0).ok()
    }

    fn roll(&mut self, position: &AnyState) -> Option<AnyChance> {
        position.roll(self.0)
    }
}

/// Nature that has chosen already: what a stream tells must be possible, and all of it must be asked for.
#[derive(Debug, Default)]
pub(super) struct Told {
    pub(super) config: Option<AnyConfig>,
    pub(super) chances: VecDeque<AnyChance>,
}

impl Nature for Told {
    fn deal(&mut self, rules: &AnyRules, seats: u8) -> Option<AnyConfig> {
        let fits = |it: &AnyConfig| {
            it.kind() == rules.kind() && it.start().is_ok_and(|start| start.seats() == seats)
        };
        self.config.take().filter(fits)
    }

    fn roll(&mut self, position: &AnyState) -> Option<AnyChance> {
        self.chances
            .pop_front()
            .filter(|it| position.is_possible(*it))
    }
}

impl Told {
    /// Whether everything was asked for.
    pub(super) fn is_spent(&self) -> bool {
        self.config.is_none() && self.chances.is_empty()
    }
}
