//! The search of `paranoid:2` where attacks need luck and nothing else does, several times as fast as the one for every game.
//!
//! Called by `replies`. The last choice of a search is most of its work: there no position is copied or changed, only the few
//! numbers of the static score. Law kept here: the action is the one that `Paranoid` finds, after as many nodes.

#[cfg(test)]
mod tests;

use std::mem;

use crate::bots::copy_over;
use crate::bots::paranoid::best;
use crate::game::{self, Node, Seat, State};
use crate::games::territory::{
    Action, Board, Chance, OnTerritories, Roll, TERRITORY_DICE_MAX, Territory, odds,
};
use crate::knowledge::territory::evaluate::{Scored, static_score};

const SIDES: usize = 17;
const _: () = assert!(TERRITORY_DICE_MAX == 16, "a row for each number of dice");

/// The searcher, with buffers that live as long as it does.
#[derive(Debug)]
pub(super) struct TwoChoices<S> {
    odds: Odds,
    actions: Vec<Action>,
    /// The position after the first choice.
    middle: Option<S>,
    /// The position after a pass as the last choice.
    last: Option<S>,
    nodes: u64,
}

/// The probabilities that an attack succeeds and fails, by the attacker's dice and the defender's.
type Odds = [[(f64, f64); SIDES]; SIDES];

impl<S: OnTerritories> TwoChoices<S> {
    /// A searcher.
    pub(super) fn new() -> Self {
        Self {
            odds: odds_table(),
            actions: Vec::new(),
            middle: None,
            last: None,
            nodes: 0,
        }
    }

    /// The action of the seat that is to choose, and the nodes that `Paranoid` would visit to find it: those up to the
    /// second choice twice, because it looks one choice ahead first.
    pub(super) fn choose(&mut self, state: &S) -> (Option<Action>, u64) {
        let actions = state.actions();
        if actions.len() < 2 {
            return (actions.first().copied(), 0);
        }
        self.nodes = 0;
        let me = state.to_move();
        let ratings: Vec<f64> = actions
            .iter()
            .map(|action| self.rating(state, *action, me))
            .collect();
        let chosen = best(&ratings).and_then(|it| actions.get(it).copied());
        (chosen, self.nodes)
    }

    /// The worth of an action as the first choice.
    fn rating(&mut self, state: &S, action: Action, me: Seat) -> f64 {
        self.nodes += 2;
        let Action::Attack { from, to } = action else {
            return self.value_after(state, action, None, me);
        };
        let (attackers, defenders) = (state.board().dice(from), state.board().dice(to));
        let (success, failure) = self.odds(attackers, defenders);
        let mut sum = 0.0;
        for (probability, roll) in [
            (success, Roll::won(attackers, defenders)),
            (failure, Roll::lost(attackers, defenders)),
        ] {
            if probability > 0.0 {
                self.nodes += 2;
                sum += probability * self.value_after(state, action, Some(roll), me);
            }
        }
        sum
    }

    /// The value after the first choice and its roll.
    fn value_after(&mut self, state: &S, action: Action, roll: Option<Roll>, me: Seat) -> f64 {
        let mut buffer = self.middle.take();
        let middle = copy_over(&mut buffer, state);
        middle.act(action);
        if let Some(roll) = roll {
            middle.resolve(Chance::Battle(roll));
        }
        let value = self.value(middle, me);
        self.middle = buffer;
        value
    }

    /// The value after the last choice: the greatest if the seat itself chooses, the least if another does.
    fn value(&mut self, state: &S, me: Seat) -> f64 {
        let Node::Decision(side) = state.node() else {
            return f64::from(static_score(state.board(), me));
        };
        let mut actions = mem::take(&mut self.actions);
        state.actions_into(&mut actions);
        let scored = Scored::of(state.board(), me);
        let values = actions.iter().map(|action| match action {
            Action::Pass => self.value_of_pass(state, me),
            Action::Attack { from, to } => {
                self.value_of_attack(state.board(), &scored, (*from, *to), side == me)
            }
        });
        let value = if side == me {
            values.fold(f64::NEG_INFINITY, f64::max)
        } else {
            values.fold(f64::INFINITY, f64::min)
        };
        self.actions = actions;
        value
    }

    fn value_of_pass(&mut self, state: &S, me: Seat) -> f64 {
        self.nodes += 1;
        let last = copy_over(&mut self.last, state);
        last.act(Action::Pass);
        f64::from(static_score(last.board(), me))
    }

    fn value_of_attack(
        &mut self,
        board: &Board,
        scored: &Scored,
        (from, to): (Territory, Territory),
        is_own: bool,
    ) -> f64 {
        let attackers = board.dice(from);
        let (success, failure) = self.odds(attackers, board.dice(to));
        let mut after = *scored;
        after.put(from, is_own, 1);
        let lost = f64::from(after.score(board.graph()));
        after.put(to, is_own, attackers - 1);
        let won = f64::from(after.score(board.graph()));
        self.nodes += 1 + u64::from(success > 0.0) + u64::from(failure > 0.0);
        success * won + failure * lost
    }

    fn odds(&self, attackers: u8, defenders: u8) -> (f64, f64) {
        self.odds[usize::from(attackers)][usize::from(defenders)]
    }
}

/// The odds as `exact_probabilities` has them.
fn odds_table() -> Odds {
    let mut table = [[(0.0, 0.0); SIDES]; SIDES];
    for (attackers, row) in (0..=TERRITORY_DICE_MAX).zip(&mut table) {
        for (defenders, entry) in (0..=TERRITORY_DICE_MAX).zip(row) {
            let success = odds::exact(attackers, defenders);
            let failure = game::Odds {
                favorable: success.total - success.favorable,
                ..success
            };
            *entry = (success.probability(), failure.probability());
        }
    }
    table
}
