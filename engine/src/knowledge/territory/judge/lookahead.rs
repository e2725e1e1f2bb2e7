//! Each seat's chance to win by looking ahead: the likeliest ways in which a match goes on if everybody plays as expected, with the
//! exact odds of every battle, and the network's judgement of where they end.
//!
//! Called by the judge of a review. Law kept here: the chances are a function of the position and of what was watched before it,
//! without any luck of their own, so that the luck of a roll is 0 on the average whoever plays; the better the expectation, the
//! more of a result it explains.

#[cfg(test)]
mod tests;

use super::habits::{Habits, Model};
use crate::bots::{Payoffs, exact_probabilities, payoffs_of};
use crate::dice::{SeededDice, Weighted};
use crate::game::{Node, SEATS_MAX, State};
use crate::games::territory::{Action, Chance, OnTerritories, TurnStage};
use crate::knowledge::territory::value::Valuer;

/// The effort for one position, in choices by rules of thumb. Half of it explains 2 to 3 % less of the variance of results.
const EFFORT_MAX: u32 = 240;

/// The looker, with what it has seen of the seats; it keeps its buffers.
#[derive(Debug)]
pub(super) struct Lookahead<S: OnTerritories> {
    valuer: Valuer,
    habits: Habits<S>,
    /// The decisions that were reached and not yet looked beyond.
    open: Vec<Reached<S>>,
    chances: Vec<Weighted<Chance>>,
    odds: Vec<f64>,
}

/// A position that is reached with this probability.
#[derive(Debug)]
struct Reached<S> {
    probability: f64,
    state: S,
}

impl<S: OnTerritories> Lookahead<S> {
    /// A looker that has seen nobody yet. `valuer` tells chances, `playing` shares.
    pub(super) fn new(valuer: Valuer, playing: Valuer) -> Self {
        Self {
            valuer,
            habits: Habits::new(playing),
            open: Vec::new(),
            chances: Vec::new(),
            odds: Vec::new(),
        }
    }

    /// Sees an action, before it is made.
    pub(super) fn watch(&mut self, state: &S, action: Action) {
        self.habits.watch(state, action);
    }

    /// Each seat's chance to win.
    pub(super) fn chances(&mut self, state: &S) -> Payoffs {
        let (mut sum, mut effort) = ([0.0; SEATS_MAX], 0);
        self.keep(1.0, state.clone(), &mut sum);
        while let Some(likeliest) = self.likeliest() {
            let expected = if effort < EFFORT_MAX {
                self.habits.expected(&likeliest.state)
            } else {
                None
            };
            match expected {
                Some((action, by)) => {
                    effort += by.effort();
                    self.go_on(likeliest, action, &mut sum);
                }
                None => self.judge(&likeliest, &mut sum),
            }
        }
        sum
    }

    /// Takes out the likeliest of the open positions, the first among equals.
    fn likeliest(&mut self) -> Option<Reached<S>> {
        let mut best: Option<(usize, f64)> = None;
        for (at, it) in self.open.iter().enumerate() {
            if best.is_none_or(|(_, most)| it.probability > most) {
                best = Some((at, it.probability));
            }
        }
        best.map(|(at, _)| self.open.swap_remove(at))
    }

    /// Makes an action, and reaches all that can come of it.
    fn go_on(&mut self, from: Reached<S>, action: Action, sum: &mut Payoffs) {
        let Reached {
            probability,
            mut state,
        } = from;
        state.act(action);
        if !matches!(state.turn().stage, TurnStage::Battle { .. }) {
            return self.reach(probability, state, sum);
        }
        let mut chances = std::mem::take(&mut self.chances);
        let mut odds = std::mem::take(&mut self.odds);
        state.chances_into(&mut chances);
        exact_probabilities(&chances, &mut odds);
        for (it, odds) in chances.iter().zip(&odds) {
            let mut after = state.clone();
            after.resolve(it.chance);
            self.reach(probability * odds, after, sum);
        }
        (self.chances, self.odds) = (chances, odds);
    }

    /// Comes to a position after an expected action. Where dice are to be placed at random there are too many ways to follow, so
    /// one of them is taken, if everybody's choices are as good as known: then what follows tells more than that one way blurs.
    fn reach(&mut self, probability: f64, mut state: S, sum: &mut Payoffs) {
        if state.node() == Node::Chance && self.habits.are_known(&state) {
            place(&mut state);
        }
        self.keep(probability, state, sum);
    }

    /// Keeps a decision to look beyond it, and counts any other position.
    fn keep(&mut self, probability: f64, state: S, sum: &mut Payoffs) {
        let reached = Reached { probability, state };
        match reached.state.node() {
            Node::Decision(_) => self.open.push(reached),
            Node::Terminal(_) | Node::Chance => self.judge(&reached, sum),
        }
    }

    /// Counts the chances in a position, as far as it is likely.
    fn judge(&mut self, reached: &Reached<S>, sum: &mut Payoffs) {
        let state = &reached.state;
        let chances = match state.node() {
            Node::Terminal(outcome) => payoffs_of(outcome, state.seats()),
            Node::Decision(_) | Node::Chance => self.valuer.value(state),
        };
        for (sum, chance) in sum.iter_mut().zip(chances) {
            *sum += reached.probability * chance;
        }
    }
}

/// Places all dice in one of the possible ways, the same one in the same round.
fn place<S: OnTerritories>(state: &mut S) {
    let mut dice = SeededDice::new(state.turn().round.into());
    while let Some(placed) = state.roll(&mut dice) {
        state.resolve(placed);
    }
}

impl Model {
    /// The effort of asking for a choice, in choices by rules of thumb.
    const fn effort(self) -> u32 {
        match self {
            Self::Strategist => 1,
            Self::Network => 5,
        }
    }
}
