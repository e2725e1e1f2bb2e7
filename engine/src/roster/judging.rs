//! A bot as a judge: each seat's chance to win, what a roll was worth, and what a choice has cost.
//!
//! Called by the review of a match. Law kept here: the chances of all seats add up to one, and the luck of a roll is 0 on the
//! average over all results of the roll, for every seat.

#[cfg(test)]
mod tests;

use super::SeatBot;
use super::player::of_two;
use crate::bots::perfect::Value;
use crate::bots::spec::BotKind;
use crate::bots::{Budget, Lead, Payoffs, Share, exact_probabilities, payoffs_of};
use crate::dice::Dice;
use crate::game::{Node, SEATS_MAX, State};
use crate::games::territory::OnTerritories;
use crate::games::{AnyAction, AnyChance, AnyState};
use crate::knowledge::territory::value::networks::version;

/// Raised whenever the same network would tell other chances, because it is looked ahead in another way.
const LOOKAHEAD_VERSION: u32 = 1;

/// Each seat's chance to win before a roll and after it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RollWorth {
    /// Before it: the mean over all results.
    pub before: Payoffs,
    /// After it.
    pub after: Payoffs,
}

impl RollWorth {
    /// The luck of each seat, in chances to win.
    pub fn luck(&self) -> Payoffs {
        let mut luck = self.after;
        luck.iter_mut()
            .zip(self.before)
            .for_each(|(it, before)| *it -= before);
        luck
    }
}

impl SeatBot {
    /// Each seat's chance to win, a draw counted as a half; where luck is about to fall, the mean over all results. `None` if the
    /// bot does not judge positions, or not this one within the budget.
    pub fn chances(
        &mut self,
        state: &AnyState,
        budget: &mut dyn Budget,
        dice: &mut dyn Dice,
    ) -> Option<Payoffs> {
        match state.node() {
            Node::Terminal(outcome) => Some(payoffs_of(outcome, state.seats())),
            Node::Chance => self.mean(state, budget, dice),
            Node::Decision(_) => self.judged(state, budget, dice),
        }
    }

    /// The worth of a roll, which was one of those that are possible here. `None` as [`SeatBot::chances`].
    pub fn roll_worth(
        &mut self,
        state: &AnyState,
        chance: AnyChance,
        budget: &mut dyn Budget,
        dice: &mut dyn Dice,
    ) -> Option<RollWorth> {
        let before = self.mean(state, budget, dice)?;
        let after = self.after(state, chance, budget, dice)?;
        Some(RollWorth { before, after })
    }

    /// By how much the best action leads the chosen one, as a chance to win of the seat to move. `None` as [`SeatBot::chances`].
    pub fn lead(
        &mut self,
        state: &AnyState,
        chosen: AnyAction,
        budget: &mut dyn Budget,
        dice: &mut dyn Dice,
    ) -> Option<Lead<AnyAction>> {
        if let Some(lead) = self.player.lead(state, chosen, budget, dice) {
            return Some(lead);
        }
        let Node::Decision(mover) = state.node() else {
            return None;
        };
        let third = budget.left() / 3;
        let best = self
            .player
            .choose(state, &mut Share::new(budget, third), dice)?;
        if best == chosen {
            return Some(Lead::none(chosen));
        }
        let mut of = |action| {
            let mut after = state.clone();
            after.act(action);
            let chances = self.chances(&after, &mut Share::new(budget, third), dice);
            Some(chances?[mover.idx()])
        };
        let worth = of(best)? - of(chosen)?;
        let is_exact = self.player.solve(state, budget).is_some();
        Some(Lead {
            best: if worth > 0.0 { best } else { chosen },
            worth: worth.max(0.0),
            error: is_exact.then_some(0.0),
        })
    }

    /// The name and version of whatever judges: the network and the way in which it is looked ahead, or else the bot.
    pub fn judged_by(&self, state: &AnyState) -> String {
        let course = if let AnyState::DiceOfDoom(it) = state {
            Some(it.course())
        } else if let AnyState::DiceWars(it) = state {
            Some(it.course())
        } else {
            None
        };
        match course.filter(|_| self.spec.kind == BotKind::Value) {
            Some(course) => format!("{}, looking ahead {LOOKAHEAD_VERSION}", version(course)),
            None => self.spec.to_string(),
        }
    }

    /// The chances at a decision, or while dice are being placed: by the solution of the position, or as the bot judges it.
    fn judged(
        &mut self,
        state: &AnyState,
        budget: &mut dyn Budget,
        dice: &mut dyn Dice,
    ) -> Option<Payoffs> {
        if let Node::Decision(mover) = state.node()
            && let Some(solution) = self.player.solve(state, budget)
        {
            return Some(of_two(mover, payoff(solution.value)));
        }
        self.player.chances(state, budget, dice)
    }

    /// The mean over all results of a roll.
    fn mean(
        &mut self,
        state: &AnyState,
        budget: &mut dyn Budget,
        dice: &mut dyn Dice,
    ) -> Option<Payoffs> {
        let (chances, mut odds) = (state.chances(), Vec::new());
        exact_probabilities(&chances, &mut odds);
        let mut mean = [0.0; SEATS_MAX];
        for (it, probability) in chances.iter().zip(odds) {
            let after = self.after(state, it.chance, budget, dice)?;
            for (mean, after) in mean.iter_mut().zip(after) {
                *mean += probability * after;
            }
        }
        Some(mean)
    }

    /// The chances after a result. Where more dice are still to be placed, they are judged before they fall.
    fn after(
        &mut self,
        state: &AnyState,
        chance: AnyChance,
        budget: &mut dyn Budget,
        dice: &mut dyn Dice,
    ) -> Option<Payoffs> {
        let mut after = state.clone();
        after.resolve(chance);
        match after.node() {
            Node::Terminal(outcome) => Some(payoffs_of(outcome, after.seats())),
            Node::Decision(_) | Node::Chance => self.judged(&after, budget, dice),
        }
    }
}

/// The payoff of the seat to move.
fn payoff(value: Value) -> f64 {
    match value {
        Value::Win(_) => 1.0,
        Value::Draw => 0.5,
        Value::Loss(_) => 0.0,
    }
}
