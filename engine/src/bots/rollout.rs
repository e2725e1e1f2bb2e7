//! The rollout player: plays the position out many times and chooses the first action whose playouts score the most.
//!
//! Source: tarosa.y, *動物将棋 (14)* (Animal shogi, part 14), in the blog *コンピュータを楽しもう!!* (Enjoy computers). The scores of
//! a first action are summed, not averaged, which favors the actions that the policy draws often; `mcts` is the
//! improved player. A [`Policy`] says how a game is played out and how playouts are scored; [`Uniform`] serves every game.

#[cfg(test)]
mod tests;

use std::ops::ControlFlow;

use super::{Bot, Budget};
use crate::dice::{Dice, Weighted, draw, pick};
use crate::game::{Node, Outcome, Seat, State};

/// The number of playouts of one position.
pub const PLAYOUTS: u32 = 100;
/// The most plies of a playout.
pub const PLIES_MAX: u32 = 30;

/// The policy of playouts: how actions are drawn, and what scores besides the outcome.
pub trait Policy<S: State>: Send {
    /// Draws an action for the seat to move; `None` only if no seat is to move.
    fn draw(&mut self, state: &S, dice: &mut dyn Dice) -> Option<S::Action>;

    /// The material of a seat, which decides a playout that ends before the match does.
    fn material(&self, state: &S, seat: Seat) -> u32;

    /// The score of a first action besides the outcome, from the positions before and after it.
    fn bonus(&self, _before: &S, _after: &S) -> f64 {
        0.0
    }
}

/// The policy that draws evenly from all legal actions and values all positions alike.
#[derive(Clone, Copy, Debug, Default)]
pub struct Uniform;

impl<S: State> Policy<S> for Uniform {
    fn draw(&mut self, state: &S, dice: &mut dyn Dice) -> Option<S::Action> {
        pick(&state.actions(), dice)
    }

    fn material(&self, _state: &S, _seat: Seat) -> u32 {
        0
    }
}

/// The player, with buffers that live as long as it does.
#[derive(Debug)]
pub struct Rollout<S: State, P> {
    policy: P,
    chances: Vec<Weighted<S::Chance>>,
}

/// The beginning of a playout.
#[derive(Debug)]
struct Beginning<'a, S: State> {
    root: &'a S,
    /// The seat for which the playout is scored.
    me: Seat,
    /// The action that is chosen at the root.
    first: S::Action,
}

impl<S: State, P: Policy<S>> Rollout<S, P> {
    /// A player whose playouts follow `policy`.
    pub fn new(policy: P) -> Self {
        Self {
            policy,
            chances: Vec::new(),
        }
    }

    /// The sum of the scores of each legal action in the game's order; `None` for an action that no playout began with.
    fn sums(
        &mut self,
        root: &S,
        me: Seat,
        budget: &mut dyn Budget,
        dice: &mut dyn Dice,
    ) -> Vec<Option<f64>> {
        let actions = root.actions();
        let mut sums = vec![None; actions.len()];
        let mut state = root.clone();
        for _ in 0..PLAYOUTS {
            let Some(first) = self.policy.draw(root, dice) else {
                break;
            };
            state.clone_from(root);
            let from = Beginning { root, me, first };
            let Some(score) = self.score(&from, &mut state, budget, dice) else {
                break;
            };
            let at = actions.iter().position(|it| *it == first);
            let at =
                at.unwrap_or_else(|| unreachable!("the policy drew {first:?}, which is illegal"));
            sums[at] = Some(sums[at].unwrap_or(0.0) + score);
        }
        sums
    }

    /// Plays a copy of the root out and scores the playout; `None` when the budget breaks.
    fn score(
        &mut self,
        from: &Beginning<'_, S>,
        state: &mut S,
        budget: &mut dyn Budget,
        dice: &mut dyn Dice,
    ) -> Option<f64> {
        let Beginning { root, me, first } = *from;
        let mut next = Some(first);
        let mut plies = 0;
        let mut bonus = 0.0;
        loop {
            match state.node() {
                Node::Terminal(outcome) => {
                    return Some(bonus + sign(outcome, me) / f64::from(plies.max(1)));
                }
                Node::Chance => {
                    state.chances_into(&mut self.chances);
                    state.resolve(draw(&self.chances, dice)?);
                }
                Node::Decision(_) if plies == PLIES_MAX => {
                    return Some(bonus + self.lead(state, me) / f64::from(PLIES_MAX));
                }
                Node::Decision(_) => {
                    if let ControlFlow::Break(()) = budget.spend(1) {
                        return None;
                    }
                    let action = next.take().or_else(|| self.policy.draw(state, dice))?;
                    state.act(action);
                    plies += 1;
                    if plies == 1 {
                        bonus = self.policy.bonus(root, state);
                    }
                }
            }
        }
    }

    /// Compares the material: 1 if the seat alone has the most, 0 if it shares the most, -1 if another seat has more.
    fn lead(&self, state: &S, me: Seat) -> f64 {
        let own = self.policy.material(state, me);
        let others = Seat::first(state.seats()).filter(|it| *it != me);
        let most = others.map(|it| self.policy.material(state, it)).max();
        match Some(own).cmp(&most) {
            std::cmp::Ordering::Greater => 1.0,
            std::cmp::Ordering::Equal => 0.0,
            std::cmp::Ordering::Less => -1.0,
        }
    }
}

/// The sign of a playout's score: -1 if the seat lost, 1 if it won or the match was drawn.
fn sign(outcome: Outcome, me: Seat) -> f64 {
    if outcome.winners.is_empty() || outcome.winners.contains(me) {
        1.0
    } else {
        -1.0
    }
}

impl<S: State, P: Policy<S>> Bot<S> for Rollout<S, P> {
    fn choose(
        &mut self,
        state: &S,
        budget: &mut dyn Budget,
        dice: &mut dyn Dice,
    ) -> Option<S::Action> {
        let Node::Decision(me) = state.node() else {
            return None;
        };
        let actions = state.actions();
        if actions.len() < 2 {
            return actions.first().copied();
        }
        let mut best = (f64::NEG_INFINITY, 0);
        for (at, sum) in self.sums(state, me, budget, dice).into_iter().enumerate() {
            if let Some(sum) = sum.filter(|it| *it > best.0) {
                best = (sum, at);
            }
        }
        actions.get(best.1).copied()
    }
}
