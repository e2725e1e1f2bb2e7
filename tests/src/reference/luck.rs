//! The luck of the reference lobby, which is given to it and not drawn by it.

use std::collections::VecDeque;

use dicehall_engine::dice::SeededDice;
use dicehall_engine::{AnyChance, AnyConfig, AnyRules, AnyState, Seat, State};

/// The configuration and the chances that luck has chosen; all of them must be possible, and must be used.
#[derive(Debug, Default)]
pub struct Luck {
    pub(super) config: Option<AnyConfig>,
    pub(super) chances: VecDeque<AnyChance>,
    /// The dice from which all of it must have been drawn, if they are known.
    pub(super) dice: Option<SeededDice>,
}

impl Luck {
    /// The same luck, which must have been drawn from these dice.
    #[must_use]
    pub fn drawn_from(self, dice: SeededDice) -> Self {
        Self {
            dice: Some(dice),
            ..self
        }
    }

    /// The start of the configuration, if it is possible by these rules for this number of seats.
    pub(super) fn deal(
        &mut self,
        rules: &AnyRules,
        seats: usize,
        first: usize,
    ) -> Option<AnyState> {
        let config = self.config.take()?;
        let seats = u8::try_from(seats).ok()?;
        let drawn = self.dice.as_mut().map(|it| rules.generate(seats, it));
        let begun = |it: AnyConfig| it.begun_by(Seat::ALL[first]);
        let is_drawn = drawn.is_none_or(|it| it.is_ok_and(|it| begun(it) == config));
        let state = config.start().ok()?;
        let fits = config.kind() == rules.kind() && state.seats() == seats;
        (fits && is_drawn).then_some(state)
    }

    /// The next chance, if it is possible in this position.
    pub(super) fn roll(&mut self, position: &AnyState) -> Option<AnyChance> {
        let chance = self.chances.pop_front()?;
        let drawn = self.dice.as_mut().map(|it| position.roll(it));
        let is_drawn = drawn.is_none_or(|it| it == Some(chance));
        (position.is_possible(chance) && is_drawn).then_some(chance)
    }

    /// Whether everything was used.
    pub fn is_spent(&self) -> bool {
        self.config.is_none() && self.chances.is_empty()
    }
}
