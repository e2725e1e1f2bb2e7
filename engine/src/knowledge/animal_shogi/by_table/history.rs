//! The effect of repetition on the values of the table: a placement that draws when it occurs once more is a draw.
//!
//! Whoever follows the table to the fastest win comes nearer to it with every ply. So placements that draw matter only if
//! the same side wins in them, and sooner than here; else the table's distance holds. Where they matter, the win is
//! searched for around them, with some plies more than the table needs, and the table rules out everything else.

use std::collections::HashMap;

use super::Worth;
use crate::bots::Budget;
use crate::games::animal_shogi::{Ending, Placement, other};
use crate::solution::tablebase::probe::Scores;

/// Plies that a win may take longer than in the table, to pass by placements that draw; a longer one is not looked for.
const DETOUR_PLIES_MAX: i16 = 12;

/// Judges actions in one match.
pub(super) struct Judge<'a> {
    scores: &'a dyn Scores,
    /// The placements that draw if they occur once more, sorted.
    spent: &'a [Placement],
    /// By seat: the plies of the fastest of its wins among them.
    nearest: [i16; 2],
    /// Whether a side wins (or loses) within so many plies, whatever the other does.
    known: HashMap<(Placement, i16), bool>,
}

impl<'a> Judge<'a> {
    pub(super) fn new(scores: &'a dyn Scores, spent: &'a [Placement]) -> Self {
        let mut nearest = [i16::MAX; 2];
        for it in spent {
            let score = scores.score(*it);
            let winner = match score {
                0 => continue,
                1.. => it.to_move(),
                _ => other(it.to_move()),
            };
            let plies = &mut nearest[winner.idx()];
            *plies = score.abs().min(*plies);
        }
        Self {
            scores,
            spent,
            nearest,
            known: HashMap::new(),
        }
    }

    /// The worth of an action to the side that made it, given the placement after it.
    pub(super) fn worth(&mut self, next: Placement, budget: &mut dyn Budget) -> Worth {
        let score = self.scores.score_after(next);
        if next.ending().is_none() && self.is_spent(next) {
            return Worth::DrawnAtOnce;
        }
        let plies = score.abs();
        let shown = |within: Option<i16>, yes: fn(i16) -> Worth, no: fn(i16) -> Worth| {
            within.map_or(no(plies), yes)
        };
        match score {
            0 => Worth::Drawn,
            1 => Worth::Won(1),
            -1 => Worth::Lost(1),
            2.. => {
                let within = first_within(plies, |it| self.loses(next, it - 1, budget));
                shown(within, Worth::Won, Worth::WonByTable)
            }
            _ => {
                let within = first_within(plies, |it| self.wins(next, it - 1, budget));
                shown(within, Worth::Lost, Worth::LostByTable)
            }
        }
    }

    fn is_spent(&self, placement: Placement) -> bool {
        self.spent.binary_search(&placement).is_ok()
    }

    /// Whether the side to move wins within so many plies; `None` if the budget breaks.
    fn wins(&mut self, at: Placement, within: i16, budget: &mut dyn Budget) -> Option<bool> {
        let score = self.scores.score(at);
        if !(1..=within).contains(&score) {
            return Some(false);
        }
        if score <= self.nearest[at.to_move().idx()] {
            return Some(true);
        }
        self.searched(at, within, budget, |judge, budget| {
            judge.has_winning_action(at, within, budget)
        })
    }

    /// Whether the side to move loses within so many plies; `None` if the budget breaks.
    fn loses(&mut self, at: Placement, within: i16, budget: &mut dyn Budget) -> Option<bool> {
        let score = self.scores.score(at);
        if score >= 0 || -score > within {
            return Some(false);
        }
        if -score <= self.nearest[other(at.to_move()).idx()] {
            return Some(true);
        }
        self.searched(at, within, budget, |judge, budget| {
            judge.loses_by_every_action(at, within, budget)
        })
    }

    /// The answer that is known, or else the one that is found, which is then known.
    fn searched(
        &mut self,
        at: Placement,
        within: i16,
        budget: &mut dyn Budget,
        search: impl FnOnce(&mut Self, &mut dyn Budget) -> Option<bool>,
    ) -> Option<bool> {
        let key = (at, within);
        if let Some(known) = self.known.get(&key) {
            return Some(*known);
        }
        if budget.spend(1).is_break() {
            return None;
        }
        let found = search(self, budget)?;
        self.known.insert(key, found);
        Some(found)
    }

    fn has_winning_action(
        &mut self,
        at: Placement,
        within: i16,
        budget: &mut dyn Budget,
    ) -> Option<bool> {
        for next in children(at) {
            let wins = match next.ending() {
                Some(Ending::Catch | Ending::Try) => true,
                Some(_) => false,
                None => !self.is_spent(next) && self.loses(next, within - 1, budget)?,
            };
            if wins {
                return Some(true);
            }
        }
        Some(false)
    }

    fn loses_by_every_action(
        &mut self,
        at: Placement,
        within: i16,
        budget: &mut dyn Budget,
    ) -> Option<bool> {
        for next in children(at) {
            let loses = match next.ending() {
                Some(ending) => ending == Ending::LateTry,
                None => !self.is_spent(next) && self.wins(next, within - 1, budget)?,
            };
            if !loses {
                return Some(false);
            }
        }
        Some(true)
    }
}

/// The placements after each action.
pub(super) fn children(placement: Placement) -> impl Iterator<Item = Placement> {
    let mut actions = Vec::new();
    placement.actions_into(&mut actions);
    actions.into_iter().map(move |action| {
        let mut next = placement;
        next.act(action);
        next
    })
}

/// The fewest plies, from those of the table on, within which something is so.
fn first_within(plies: i16, mut is_so: impl FnMut(i16) -> Option<bool>) -> Option<i16> {
    let mut tried = (plies..=plies + DETOUR_PLIES_MAX).step_by(2);
    tried
        .find_map(|within| match is_so(within) {
            Some(true) => Some(Some(within)),
            Some(false) => None,
            None => Some(None),
        })
        .flatten()
}
