//! Truncated rollouts: the best actions of the turn search are played on until the own next turn or the one after it, many times,
//! and the value network judges where that leads.
//!
//! Called by the learned player, by the judge and by the training. Sources: G. Tesauro and G. R. Galperin, *On-line policy improvement using
//! Monte-Carlo search*, 1996,
//! <https://proceedings.neurips.cc/paper/1996/hash/996009f2374006606f4c0b0fda878af1-Abstract.html>, for rollouts that a network cuts
//! short; Z. Karnin, T. Koren and O. Somekh, *Almost optimal exploration in multi-armed bandits*, 2013,
//! <https://proceedings.mlr.press/v28/karnin13.html>, for halving the candidates; J. Veness, M. Lanctot and M. Bowling, *Variance
//! Reduction in Monte-Carlo Tree Search*, 2011,
//! <https://papers.nips.cc/paper/4288-variance-reduction-in-monte-carlo-tree-search>, for luck that all candidates share and for
//! taking off what luck was worth: of each own attack, and of each attack on the mover, the network says what both results
//! are worth, so a rollout counts their mean in place of the result. In a rollout the own turn goes on with the attack that the
//! network likes best; how the others play is in [`others`], and which candidates are out when in [`candidates`]. Law kept here: a
//! choice depends on the position, the nodes and the luck alone, whatever was asked before.

mod candidates;
mod others;
#[cfg(test)]
mod tests;
mod turn_dice;

use std::collections::HashMap;

use self::candidates::{Candidate, leave_out, sort};
use self::others::{Others, PlayStyle};
use self::turn_dice::TurnDice;
use super::turn_search::{Line, Reach, TurnSearch};
use super::value::Valuer;
use crate::bots::{Bot, Budget, Lead, OutOfBudget, Share, copy_over, visit};
use crate::dice::Dice;
use crate::game::{Node, Seat, State};
use crate::games::territory::{Action, Chance, Course, OnTerritories, Roll};

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
/// The candidates at first; at most half of them are left after each stage.
const CANDIDATES: usize = 8;
/// The rollouts of each stage, divided among its candidates.
const STAGE_ROLLOUTS: usize = 200;
/// The same where a match ends as soon as a seat is stuck, and a rollout at the own next turn.
const STAGE_ROLLOUTS_UNTIL_STUCK: usize = 320;
/// After so many rollouts of each, candidates that are clearly behind are left out.
const LAPS: usize = 4;
/// With fewer nodes for an action a rollout ends at the next own turn already.
const NODES_OF_TWO_TURNS: u64 = 30_000;
/// The most rollouts of each of two actions that are compared.
const LEAD_ROLLOUTS_MAX: usize = 400;
/// The most plies of a rollout.
const PLIES_MAX: u32 = 100;

/// The searcher, with buffers that live as long as it does.
#[derive(Debug)]
pub struct TruncatedRollouts<S: OnTerritories> {
    valuer: Valuer,
    candidates: TurnSearch<S>,
    policy: TurnSearch<S>,
    others: Others<S>,
    /// The own turns of a rollout in this search.
    own_turns: u8,
    /// The actions that the policy chose before in this search.
    known: HashMap<S, Line>,
    state: Option<S>,
    /// The position after an attack of another seat.
    after: Option<S>,
}

impl<S: OnTerritories> TruncatedRollouts<S> {
    /// A searcher.
    pub fn new(valuer: Valuer) -> Self {
        Self {
            candidates: TurnSearch::new(valuer.clone(), CANDIDATES_REACH),
            policy: TurnSearch::new(valuer.clone(), POLICY_REACH),
            valuer,
            others: Others::new(),
            own_turns: 1,
            known: HashMap::new(),
            state: None,
            after: None,
        }
    }

    /// Plays on from an action until the own turns are over; returns what the position there is worth, less the luck on the way.
    fn roll_out(
        &mut self,
        state: &S,
        line: Line,
        luck: u64,
        budget: &mut dyn Budget,
    ) -> Result<f64, OutOfBudget> {
        let mut buffer = self.state.take();
        let worth = self.play_on(copy_over(&mut buffer, state), line, luck, budget)?;
        self.state = buffer;
        Ok(worth)
    }

    /// The same in place: plays on from `at`, and ends there.
    fn play_on(
        &mut self,
        at: &mut S,
        line: Line,
        luck: u64,
        budget: &mut dyn Budget,
    ) -> Result<f64, OutOfBudget> {
        let mover = at.to_move();
        let mut dice = TurnDice::new(luck);
        let play_styles = others::play_styles(at.course(), &mut dice);
        let (mut next, mut turns_left, mut deducted) = (line, self.own_turns, 0.0);
        for _ in 0..PLIES_MAX {
            visit(budget)?;
            let seat = at.to_move();
            if seat == mover {
                deducted += self.valuer.waste(at, next.action);
                turns_left -= u8::from(next.action == Action::Pass);
            }
            let decides = act(at, next.action, &mut dice);
            deducted += next.luck(holds_target(at, seat, next.action));
            next = match decides {
                None => break,
                Some(seat) if seat != mover => {
                    let action = self.reply(at, play_styles[seat.idx()], &mut dice, budget)?;
                    self.threat(at, mover, action, budget)?
                }
                Some(_) if turns_left == 0 => break,
                Some(_) => self.by_network(at, budget)?,
            };
        }
        Ok(self.valuer.value(at)[mover.idx()] - deducted)
    }

    /// The action of another seat.
    fn reply(
        &mut self,
        state: &S,
        play_style: PlayStyle,
        dice: &mut TurnDice,
        budget: &mut dyn Budget,
    ) -> Result<Action, OutOfBudget> {
        match play_style {
            PlayStyle::Network => Ok(self.by_network(state, budget)?.action),
            PlayStyle::Strategist => Ok(others::by_rules(state, dice)),
            PlayStyle::Paranoid => self.others.paranoid(state, budget),
        }
    }

    /// The action of another seat; if it is an attack on `mover`, with what both results are worth to `mover`.
    fn threat(
        &mut self,
        state: &S,
        mover: Seat,
        action: Action,
        budget: &mut dyn Budget,
    ) -> Result<Line, OutOfBudget> {
        let board = state.board();
        match action {
            Action::Attack { from, to }
                if board.owned(mover).contains(to) && !state.attacks_are_certain() =>
            {
                let (attackers, defenders) = (board.dice(from), board.dice(to));
                let odds = self.valuer.success(attackers, defenders).into();
                let mut worth = |roll| {
                    visit(budget)?;
                    let after = copy_over(&mut self.after, state);
                    after.act(action);
                    after.resolve(Chance::Battle(roll));
                    Ok(self.valuer.value(after)[mover.idx()])
                };
                let won = worth(Roll::won(attackers, defenders))?;
                let lost = worth(Roll::lost(attackers, defenders))?;
                Ok(Line::attack(action, odds, won, lost))
            }
            Action::Attack { .. } | Action::Pass => Ok(Line::sure(action, 0.0)),
        }
    }

    /// The action that the network likes best.
    fn by_network(&mut self, state: &S, budget: &mut dyn Budget) -> Result<Line, OutOfBudget> {
        if let Some(line) = self.known.get(state) {
            return Ok(*line);
        }
        let lines = self.policy.lines(state, budget);
        let best = lines.first().ok_or(OutOfBudget)?;
        self.known.insert(state.clone(), *best);
        Ok(*best)
    }

    /// By how much the best action leads the chosen one. Half of the budget finds the best; with the other half it and the chosen
    /// one are played on with luck that the first half has not seen, so that the best is not best by that luck alone. `None` if
    /// the budget suffices for too few rollouts.
    pub fn lead(
        &mut self,
        state: &S,
        chosen: Action,
        budget: &mut dyn Budget,
        dice: &mut dyn Dice,
    ) -> Option<Lead<Action>> {
        let half = budget.left() / 2;
        let lines = self.begin(state, budget);
        let mut candidates = first(&lines);
        self.race(state, &mut candidates, &mut Share::new(budget, half), dice);
        let best = candidates.first()?.line;
        if best.action == chosen {
            return Some(Lead::none(chosen));
        }
        let of_chosen = *lines.iter().find(|it| it.action == chosen)?;
        let mut pair = [Candidate::new(best), Candidate::new(of_chosen)];
        for _ in 0..LEAD_ROLLOUTS_MAX {
            if self.roll_out_each(state, &mut pair, budget, dice).is_err() {
                break;
            }
        }
        let [of_best, of_chosen] = pair;
        let [worth, error] = of_best.lead_over(&of_chosen)?;
        Some(Lead {
            best: if worth > 0.0 { best.action } else { chosen },
            worth: worth.max(0.0),
            error: Some(error),
        })
    }

    /// Begins a search; returns the actions with their worth by the turn search, the best first.
    fn begin(&mut self, state: &S, budget: &mut dyn Budget) -> Vec<Line> {
        self.own_turns = own_turns(state.course(), budget.left());
        self.known.clear();
        self.others.begin();
        self.candidates.lines(state, budget)
    }

    /// Leaves out candidates until one is left or the budget breaks; the best stands first.
    fn race(
        &mut self,
        state: &S,
        candidates: &mut Vec<Candidate>,
        budget: &mut dyn Budget,
        dice: &mut dyn Dice,
    ) {
        while candidates.len() > 1 {
            let laps = stage_rollouts(state.course()) / candidates.len();
            for lap in 1..=laps {
                if self.roll_out_each(state, candidates, budget, dice).is_err() {
                    return sort(candidates);
                }
                if lap % LAPS == 0 {
                    leave_out(candidates);
                }
                if candidates.len() < 2 {
                    return;
                }
            }
            sort(candidates);
            candidates.truncate(candidates.len().div_ceil(2));
        }
    }

    /// Adds one rollout to each candidate, with the same luck. A lap in which the budget breaks counts for none of them.
    fn roll_out_each(
        &mut self,
        state: &S,
        candidates: &mut [Candidate],
        budget: &mut dyn Budget,
        dice: &mut dyn Dice,
    ) -> Result<(), OutOfBudget> {
        let luck = dice.below(u64::MAX);
        let mut results = [0.0; CANDIDATES];
        for (result, it) in results.iter_mut().zip(candidates.iter()) {
            *result = self.roll_out(state, it.line, luck, budget)?;
        }
        for (result, it) in results.iter().zip(candidates) {
            it.add(*result);
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
        let mut candidates = first(&self.begin(state, budget));
        self.race(state, &mut candidates, budget, dice);
        let best = candidates.first().map(|it| it.line.action);
        best.or_else(|| actions.first().copied())
    }
}

/// The candidates at first.
fn first(lines: &[Line]) -> Vec<Candidate> {
    let best = lines.iter().take(CANDIDATES);
    best.map(|line| Candidate::new(*line)).collect()
}

fn stage_rollouts(course: Course) -> usize {
    match course {
        Course::StuckEnds => STAGE_ROLLOUTS_UNTIL_STUCK,
        Course::LastOwner | Course::Scattered => STAGE_ROLLOUTS,
    }
}

/// The own turns of a rollout. A second one wins nothing where a match ends as soon as a seat is stuck, and less than nothing if
/// the nodes suffice for few rollouts.
fn own_turns(course: Course, nodes: u64) -> u8 {
    match course {
        Course::StuckEnds => 1,
        Course::LastOwner | Course::Scattered if nodes < NODES_OF_TWO_TURNS => 1,
        Course::LastOwner | Course::Scattered => 2,
    }
}

/// Makes an action and lets all luck fall that is due, with new dice after a pass and for the next seat; returns the seat that
/// decides then, or `None` at the end of the match.
fn act<S: OnTerritories>(state: &mut S, action: Action, dice: &mut TurnDice) -> Option<Seat> {
    state.act(action);
    if action == Action::Pass {
        dice.begin_part();
    }
    loop {
        match state.node() {
            Node::Terminal(_) => return None,
            Node::Chance => state.resolve(state.roll(dice)?),
            Node::Decision(seat) => {
                if action == Action::Pass {
                    dice.begin_part();
                }
                return Some(seat);
            }
        }
    }
}

/// Whether a seat owns what it has attacked.
fn holds_target<S: OnTerritories>(state: &S, seat: Seat, action: Action) -> bool {
    match action {
        Action::Attack { to, .. } => state.board().owned(seat).contains(to),
        Action::Pass => false,
    }
}
