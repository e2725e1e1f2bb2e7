//! The guide of a tree search whose leaves are judged by the value network.
//!
//! Called by the learned player and the training. A leaf is judged before and after a playout. Which actions look promising,
//! what a pass wastes and what other seats reply is what the plain guide says.

#[cfg(test)]
mod tests;

use super::Valuer;
use crate::bots::guide::{Guide, Playout};
use crate::bots::{Bot, Budget, Nodes, Payoffs};
use crate::dice::{Dice, Weighted};
use crate::games::territory::{Action, Chance, OnTerritories};
use crate::knowledge::territory::guide::TerritoryGuide;
use crate::knowledge::territory::strategist::Strategist;

/// The weight of what the network says of a leaf itself. The rest is what it says after the playout, where it errs less, but
/// luck has fallen.
const BEFORE: f64 = 0.5;

/// The guide.
#[derive(Debug)]
pub struct ValueGuide<S: OnTerritories> {
    plain: TerritoryGuide<S>,
    valuer: Valuer,
    playout: Option<Playout<S>>,
}

impl<S: OnTerritories> ValueGuide<S> {
    /// A guide that judges by `valuer`.
    pub fn new(valuer: Valuer, plies: u32) -> Self {
        Self {
            plain: TerritoryGuide::new(),
            valuer,
            playout: (plies > 0).then(|| Playout::new(plies)),
        }
    }
}

impl<S: OnTerritories> Guide<S> for ValueGuide<S> {
    fn priors(&mut self, state: &S, actions: &[Action], out: &mut Vec<f64>) {
        self.plain.priors(state, actions, out);
    }

    fn estimate(&mut self, state: &S) -> Payoffs {
        self.valuer.value(state)
    }

    fn evaluate_leaf(
        &mut self,
        state: &mut S,
        budget: &mut dyn Budget,
        dice: &mut dyn Dice,
    ) -> Payoffs {
        let mut worth = self.valuer.value(state);
        if let Some(playout) = &mut self.playout {
            playout.run(state, budget, dice, |state, _, dice| {
                Strategist.choose(state, &mut Nodes::unlimited(), dice)
            });
            let after = self.valuer.value(state);
            for (worth, after) in worth.iter_mut().zip(after) {
                *worth = BEFORE * *worth + (1.0 - BEFORE) * after;
            }
        }
        worth
    }

    fn cost(&self, state: &S, action: Action) -> f64 {
        self.plain.cost(state, action)
    }

    fn reply(&mut self, state: &S, budget: &mut dyn Budget) -> Option<Action> {
        self.plain.reply(state, budget)
    }

    fn probabilities(&self, state: &S, chances: &[Weighted<Chance>], out: &mut Vec<f64>) {
        self.plain.probabilities(state, chances, out);
    }
}
