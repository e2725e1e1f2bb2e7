//! Truncated rollouts: the best actions of the turn search are played on until the own next turn, many times, and the value
//! network judges where that leads.
//!
//! Called by the learned player and the training. Sources: G. Tesauro and G. R. Galperin, *On-line policy improvement using
//! Monte-Carlo search*, 1996,
//! <https://proceedings.neurips.cc/paper/1996/hash/996009f2374006606f4c0b0fda878af1-Abstract.html>, for rollouts that a network cuts
//! short; Z. Karnin, T. Koren and O. Somekh, *Almost optimal exploration in multi-armed bandits*, 2013,
//! <https://proceedings.mlr.press/v28/karnin13.html>, for halving the candidates. In a rollout the own turn goes on with the attack
//! that the network likes best; how the others play is in [`others`]. All candidates get the same luck and equally many rollouts. Law kept here: a choice depends on the position, the nodes and the luck alone, whatever was asked before.

mod others;
#[cfg(test)]
mod tests;

use std::collections::HashMap;

use self::others::{Manner, Others};
use super::turn_search::{Line, Reach, TurnSearch};
use super::value::Valuer;
use super::waste::waste;
use crate::bots::{Bot, Budget, OutOfBudget, copy_over, visit};
use crate::dice::{Dice, SeededDice};
use crate::game::{Node, Seat, State};
use crate::games::territory::{Action, Course, OnTerritories};

/// The search that finds the candidates.
const CANDIDATES_REACH: Reach = Reach {
    attacks: 2,
    beam: 6,
};
/// The search by which the own turn goes on in a rollout.
const POLICY_REACH: Reach = Reach {
    attacks: 1,
    beam: 1,
};
/// The candidates at first; half of them are left after each stage.
const CANDIDATES: usize = 8;
/// The rollouts of each stage, divided among its candidates.
const STAGE_ROLLOUTS: usize = 480;
/// The same where a match ends as soon as a seat is stuck: there the others' replies are searched, so a rollout takes longer.
const STAGE_ROLLOUTS_UNTIL_STUCK: usize = 96;
/// The worth that the turn search found counts as much as so many rollouts.
const SEARCH_WEIGHT: f64 = 60.0;
/// The most plies of a rollout.
const PLIES_MAX: u32 = 100;

/// The searcher, with buffers that live as long as it does.
#[derive(Debug)]
pub struct TruncatedRollouts<S: OnTerritories> {
    valuer: Valuer,
    candidates: TurnSearch<S>,
    policy: TurnSearch<S>,
    others: Others<S>,
    /// The actions that the policy chose before in this search.
    known: HashMap<S, Action>,
    state: Option<S>,
}

/// An action that may be the best.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    line: Line,
    /// The sum of the results of its rollouts.
    sum: f64,
    rollouts: f64,
}

impl<S: OnTerritories> TruncatedRollouts<S> {
    /// A searcher.
    pub fn new(valuer: Valuer) -> Self {
        Self {
            candidates: TurnSearch::new(valuer.clone(), CANDIDATES_REACH),
            policy: TurnSearch::new(valuer.clone(), POLICY_REACH),
            valuer,
            others: Others::new(),
            known: HashMap::new(),
            state: None,
        }
    }

    /// Plays on from an action to the own next turn; returns what the position there is worth.
    fn roll_out(
        &mut self,
        state: &S,
        action: Action,
        budget: &mut dyn Budget,
        dice: &mut dyn Dice,
    ) -> Result<f64, OutOfBudget> {
        let mover = state.to_move();
        let mut buffer = self.state.take();
        let at = copy_over(&mut buffer, state);
        let (mut next, mut wasted, mut has_passed) = (action, 0.0, false);
        let manners = others::manners(state.course(), dice);
        for _ in 0..PLIES_MAX {
            visit(budget)?;
            if at.to_move() == mover {
                wasted += waste(at, next);
                has_passed |= next == Action::Pass;
            }
            at.act(next);
            let decides = draw_luck(at, dice);
            next = match decides {
                Some(seat) if seat == mover && has_passed => break,
                Some(seat) if seat == mover => self.by_network(at, budget)?,
                Some(seat) => match manners[seat.idx()] {
                    Manner::Network => self.by_network(at, budget)?,
                    Manner::Strategist => others::by_rules(at, dice),
                    Manner::Paranoid => self.others.paranoid(at, budget)?,
                },
                None => break,
            };
        }
        let worth = self.valuer.value(at)[mover.idx()] - wasted;
        self.state = buffer;
        Ok(worth)
    }

    /// The action that the network likes best.
    fn by_network(&mut self, state: &S, budget: &mut dyn Budget) -> Result<Action, OutOfBudget> {
        if let Some(action) = self.known.get(state) {
            return Ok(*action);
        }
        let best = self.policy.lines(state, budget);
        let action = best.first().ok_or(OutOfBudget)?.action;
        self.known.insert(state.clone(), action);
        Ok(action)
    }

    /// Halves the candidates until one is left or the budget breaks; the best stands first.
    fn halve(
        &mut self,
        state: &S,
        candidates: &mut Vec<Candidate>,
        budget: &mut dyn Budget,
        dice: &mut dyn Dice,
    ) {
        let mut has_broken = false;
        while candidates.len() > 1 && !has_broken {
            let laps = stage_rollouts(state.course()) / candidates.len();
            has_broken = (0..laps).any(|_| self.lap(state, candidates, budget, dice).is_err());
            candidates.sort_by(|a, b| b.worth().total_cmp(&a.worth()));
            candidates.truncate(candidates.len().div_ceil(2));
        }
    }

    /// Adds one rollout to each candidate, with the same luck. A lap in which the budget breaks counts for none of them.
    fn lap(
        &mut self,
        state: &S,
        candidates: &mut [Candidate],
        budget: &mut dyn Budget,
        dice: &mut dyn Dice,
    ) -> Result<(), OutOfBudget> {
        let luck = dice.below(u64::MAX);
        let mut results = [0.0; CANDIDATES];
        for (result, it) in results.iter_mut().zip(candidates.iter()) {
            let mut dice = SeededDice::new(luck);
            *result = self.roll_out(state, it.line.action, budget, &mut dice)?;
        }
        for (result, it) in results.iter().zip(candidates) {
            it.sum += result;
            it.rollouts += 1.0;
        }
        Ok(())
    }
}

impl<S: OnTerritories> Bot<S> for TruncatedRollouts<S> {
    fn choose(
        &mut self,
        state: &S,
        budget: &mut dyn Budget,
        dice: &mut dyn Dice,
    ) -> Option<Action> {
        let actions = state.actions();
        if actions.len() < 2 {
            return actions.first().copied();
        }
        self.known.clear();
        self.others.begin();
        let lines = self.candidates.lines(state, budget);
        let mut candidates: Vec<Candidate> = lines
            .iter()
            .take(CANDIDATES)
            .map(|line| Candidate::new(*line))
            .collect();
        self.halve(state, &mut candidates, budget, dice);
        let best = candidates.first().map(|it| it.line.action);
        best.or_else(|| actions.first().copied())
    }
}

impl Candidate {
    fn new(line: Line) -> Self {
        Self {
            line,
            sum: 0.0,
            rollouts: 0.0,
        }
    }

    /// The worth by the turn search and the rollouts together.
    fn worth(&self) -> f64 {
        (SEARCH_WEIGHT * self.line.worth + self.sum) / (SEARCH_WEIGHT + self.rollouts)
    }
}

fn stage_rollouts(course: Course) -> usize {
    match course {
        Course::StuckEnds => STAGE_ROLLOUTS_UNTIL_STUCK,
        Course::LastOwner | Course::Scattered => STAGE_ROLLOUTS,
    }
}

/// Lets all luck fall that is due; returns the seat that decides then, or `None` at the end of the match.
fn draw_luck<S: OnTerritories>(state: &mut S, dice: &mut dyn Dice) -> Option<Seat> {
    loop {
        match state.node() {
            Node::Decision(seat) => return Some(seat),
            Node::Terminal(_) => return None,
            Node::Chance => state.resolve(state.roll(dice)?),
        }
    }
}
