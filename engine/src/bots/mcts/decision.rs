//! A decision of the tree: which action is the most promising, and what was learned of each.
//!
//! Called by the tree. The law: the chosen action is always the one with the greatest promise, by the formula of PUCT. What
//! a decision knows of the chosen action and of the others spares it most comparisons: the others change only by the
//! weight of the bonus for exploring, so none of them can catch up before a bound does.

#[cfg(test)]
mod tests;

use std::ops::Range;

use super::child::{Child, index, number};
use crate::bots::Payoffs;
use crate::game::Seat;

/// The weight of the exploration bonus, which prefers promising actions that have been tried little.
const EXPLORATION: f64 = 0.6;
/// An action that has not been tried counts as this much worse than the mean of its node.
const UNTRIED_REDUCTION: f64 = 0.05;
/// How far above the bound the chosen action must stay: more than all errors of rounding.
const MARGIN: f64 = 1e-9;

/// A node where a seat chooses. What is known of the chosen action is kept here, and in the edges only of the others.
#[derive(Debug)]
pub(super) struct Decision {
    /// The weight of the bonus for exploring, which grows with the visits.
    scale: f64,
    /// The chosen action.
    chosen: Promise,
    /// A bound of the promises of all other actions that were tried, as if they were one.
    others: Promise,
    /// The most promising of the actions that were not tried.
    next: Promise,
    /// The counts of the chosen action.
    count: Count,
    /// The sum of the seat's payoffs.
    pub(super) total: f64,
    pub(super) visits: u32,
    /// The first of the legal actions.
    first: u32,
    /// The first of the edges of those that were tried.
    tried: u32,
    tried_len: u16,
    /// How many edges there is room for.
    tried_room: u16,
    /// The number of legal actions.
    len: u16,
    /// The place of the chosen action among the edges.
    place: u16,
    /// The place among the legal actions of the most promising one that was not tried.
    next_at: u16,
    pub(super) seat: Seat,
}

/// The promise of an action: a mean, and the share of the bonus for exploring that is added to it.
#[derive(Clone, Copy, Debug)]
struct Promise {
    mean: f64,
    /// The prior over one more than the visits.
    share: f64,
}

/// The edges of all decisions. Those of one decision lie side by side.
#[derive(Debug)]
pub(super) struct Edges<A> {
    /// The legal actions in the game's order.
    legal: Vec<A>,
    /// The prior of each; of those that were tried nothing.
    priors: Vec<f64>,
    /// The promises of the actions that were tried, in the order of their first try.
    promises: Vec<Promise>,
    /// The counts of each of them.
    counts: Vec<Count>,
}

/// The counts of an action that was tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct Count {
    prior: f64,
    /// The payoff that the mover gives up by the action.
    cost: f64,
    /// The sum of the mover's payoffs.
    pub(super) total: f64,
    pub(super) visits: u32,
    /// Its place among the legal actions.
    pub(super) at: u16,
    child: Option<Child>,
}

/// The two greatest promises, and the two greatest shares.
struct Ranking {
    best: f64,
    second: f64,
    place: u16,
    share: f64,
    second_share: f64,
}

impl Decision {
    /// A decision between untried actions, the last that were listed.
    pub(super) fn new<A>(seat: Seat, first: u32, edges: &Edges<A>) -> Self {
        let mut decision = Self {
            scale: scale(0),
            chosen: Promise::NONE,
            others: Promise::NONE,
            next: Promise {
                mean: 0.0,
                share: f64::NEG_INFINITY,
            },
            count: Count::new(0, 0.0, 0.0),
            total: 0.0,
            visits: 0,
            first,
            tried: 0,
            tried_len: 0,
            tried_room: 0,
            len: short(edges.legal.len() - index(first)),
            place: 0,
            next_at: 0,
            seat,
        };
        decision.find_next(edges);
        decision
    }

    /// The node after the chosen action.
    pub(super) fn child(&self) -> Option<Child> {
        self.count.child
    }

    /// The place of the chosen action among the legal ones.
    pub(super) fn chosen(&self) -> u16 {
        self.count.at
    }

    /// Sets what comes after the chosen action.
    pub(super) fn attach(&mut self, child: Child) {
        self.count.child = Some(child);
    }

    /// The legal action at a place.
    pub(super) fn action<A: Copy>(&self, edges: &Edges<A>, at: u16) -> A {
        edges.legal[index(self.first) + usize::from(at)]
    }

    /// Chooses the action with the greatest promise; of several with the same the first in the game's order. `false` if
    /// it is one that was not tried.
    pub(super) fn choose<A>(&mut self, edges: &mut Edges<A>) -> bool {
        let chosen = self.chosen.at(self.scale);
        if chosen > self.next.at(self.scale) && chosen > self.others.at(self.scale) + MARGIN {
            return true;
        }
        self.put_back(edges);
        self.compare(edges)
    }

    /// Compares the promises of all actions.
    fn compare<A>(&mut self, edges: &Edges<A>) -> bool {
        let promises = &edges.promises[self.tried()];
        let ranking = Ranking::of(promises, self.scale);
        let next = self.next.at(self.scale);
        let place = if next < ranking.best && ranking.second < ranking.best {
            Some(ranking.place)
        } else {
            self.first_of_best(edges, greater(next, ranking.best))
        };
        let Some(place) = place else {
            self.others = ranking.bound_of_all(self.scale);
            return false;
        };
        self.chosen = promises[usize::from(place)];
        self.count = edges.counts[self.tried()][usize::from(place)];
        self.place = place;
        self.others = ranking.bound_of_others(self.scale, self.chosen.share);
        true
    }

    /// The place of the first action in the game's order that has the greatest promise; `None` if it was not tried.
    fn first_of_best<A>(&self, edges: &Edges<A>, best: f64) -> Option<u16> {
        let promises = (0..).zip(&edges.promises[self.tried()]);
        let counts = promises.zip(&edges.counts[self.tried()]);
        let first = counts
            .filter(|((_, promise), _)| promise.at(self.scale) >= best)
            .map(|((place, _), count)| (count.at, place))
            .min();
        let is_next = |at| self.next.at(self.scale) >= best && self.next_at < at;
        first.filter(|it| !is_next(it.0)).map(|it| it.1)
    }

    /// Puts what is known of the chosen action back into its edge.
    fn put_back<A>(&mut self, edges: &mut Edges<A>) {
        if self.tried_len == 0 {
            return;
        }
        if self.place == self.tried_room {
            self.tried_room = (2 * self.tried_room).max(2);
            let others = index(self.tried)..index(self.tried) + usize::from(self.place);
            self.tried = edges.make_room(others, self.tried_room.into(), self.chosen, self.count);
        } else {
            let at = index(self.tried) + usize::from(self.place);
            edges.promises[at] = self.chosen;
            edges.counts[at] = self.count;
        }
    }

    /// Chooses the most promising of the actions that were not tried, which is now one that was.
    pub(super) fn try_next<A: Copy>(&mut self, edges: &mut Edges<A>, cost: impl FnOnce(A) -> f64) {
        let at = self.next_at;
        let prior = self.next.share;
        self.count = Count::new(at, prior, cost(self.action(edges, at)));
        self.place = self.tried_len;
        self.tried_len += 1;
        edges.priors[index(self.first) + usize::from(at)] = f64::NEG_INFINITY;
        self.find_next(edges);
    }

    /// Adds the payoff of a leaf to the chosen action, less what the seat gave up by it.
    pub(super) fn learn(&mut self, left: &mut Payoffs) {
        let payoff = &mut left[self.seat.idx()];
        let count = &mut self.count;
        *payoff -= count.cost;
        count.visits += 1;
        count.total += *payoff;
        self.visits += 1;
        self.total += *payoff;
        self.judge();
    }

    /// Computes from the counts the promise of the chosen action, and how much worse the next one seems.
    fn judge(&mut self) {
        let count = &self.count;
        self.chosen = Promise {
            mean: count.total / f64::from(count.visits),
            share: count.prior / f64::from(1 + count.visits),
        };
        self.scale = scale(self.visits);
        self.next.mean = self.total / f64::from(self.visits) - UNTRIED_REDUCTION;
    }

    /// The counts of all actions that were tried, in the order of their first try.
    pub(super) fn counts<A>(&self, edges: &Edges<A>) -> Vec<Count> {
        let count = |place| {
            if place == self.place {
                self.count
            } else {
                edges.counts[index(self.tried) + usize::from(place)]
            }
        };
        (0..self.tried_len).map(count).collect()
    }

    /// The number of tries of every action, in the game's order.
    pub(super) fn visits_of_all<A>(&self, edges: &Edges<A>) -> Vec<u32> {
        let mut visits = vec![0; self.len.into()];
        for count in self.counts(edges) {
            visits[usize::from(count.at)] = count.visits;
        }
        visits
    }

    fn find_next<A>(&mut self, edges: &Edges<A>) {
        let mut best = (f64::NEG_INFINITY, 0);
        let priors = &edges.priors[index(self.first)..][..self.len.into()];
        for (at, prior) in (0..).zip(priors) {
            if *prior > best.0 {
                best = (*prior, at);
            }
        }
        (self.next.share, self.next_at) = best;
    }

    fn tried(&self) -> Range<usize> {
        let first = index(self.tried);
        first..first + usize::from(self.tried_len)
    }
}

impl Promise {
    /// The promise of no action.
    const NONE: Self = Self {
        mean: f64::NEG_INFINITY,
        share: 0.0,
    };

    /// The promise, above the greatest of several, that rises with the weight of the bonus as the greatest share does.
    fn bound(greatest: f64, scale: f64, share: f64) -> Self {
        Self {
            mean: greatest - scale * share,
            share,
        }
    }

    /// The promise under a weight of the bonus for exploring.
    fn at(self, scale: f64) -> f64 {
        self.mean + scale * self.share
    }
}

impl Count {
    /// The counts of an action that is tried for the first time.
    fn new(at: u16, prior: f64, cost: f64) -> Self {
        Self {
            prior,
            cost,
            total: 0.0,
            visits: 0,
            at,
            child: None,
        }
    }
}

impl Ranking {
    /// The ranking under a weight of the bonus for exploring. It is computed without branches, which nobody could predict.
    fn of(promises: &[Promise], scale: f64) -> Self {
        let mut ranking = Self {
            best: f64::NEG_INFINITY,
            second: f64::NEG_INFINITY,
            place: 0,
            share: 0.0,
            second_share: 0.0,
        };
        for (place, it) in (0..).zip(promises) {
            let promise = it.at(scale);
            if promise > ranking.best {
                ranking.place = place;
            }
            ranking.second = greater(ranking.second, less(ranking.best, promise));
            ranking.best = greater(ranking.best, promise);
            ranking.second_share = greater(ranking.second_share, less(ranking.share, it.share));
            ranking.share = greater(ranking.share, it.share);
        }
        ranking
    }

    /// A bound of all promises but the best, whose share this is, for as long as only the weight of the bonus grows.
    fn bound_of_others(&self, scale: f64, share_of_best: f64) -> Promise {
        let share = if share_of_best < self.share {
            self.share
        } else {
            self.second_share
        };
        Promise::bound(self.second, scale, share)
    }

    /// A bound of all promises, likewise.
    fn bound_of_all(&self, scale: f64) -> Promise {
        Promise::bound(self.best, scale, self.share)
    }
}

impl<A: Copy> Edges<A> {
    /// Adds the actions of a decision, none of them tried; returns the number of the first.
    pub(super) fn list(&mut self, actions: &[A], priors: &[f64]) -> u32 {
        let first = number(self.legal.len());
        self.legal.extend_from_slice(actions);
        self.priors.extend_from_slice(priors);
        first
    }
}

impl<A> Edges<A> {
    /// Moves the edges of a decision to where there is more room; the new one fills what is free.
    fn make_room(
        &mut self,
        others: Range<usize>,
        room: usize,
        promise: Promise,
        count: Count,
    ) -> u32 {
        let first = self.counts.len();
        self.promises.extend_from_within(others.clone());
        self.counts.extend_from_within(others);
        self.promises.resize(first + room, promise);
        self.counts.resize(first + room, count);
        number(first)
    }

    /// Forgets all edges.
    pub(super) fn clear(&mut self) {
        self.legal.clear();
        self.priors.clear();
        self.promises.clear();
        self.counts.clear();
    }
}

impl<A> Default for Edges<A> {
    fn default() -> Self {
        Self {
            legal: Vec::new(),
            priors: Vec::new(),
            promises: Vec::new(),
            counts: Vec::new(),
        }
    }
}

/// The weight of the bonus for exploring after so many visits.
fn scale(visits: u32) -> f64 {
    EXPLORATION * f64::from(visits.max(1)).sqrt()
}

fn greater(one: f64, other: f64) -> f64 {
    if one > other { one } else { other }
}

fn less(one: f64, other: f64) -> f64 {
    if one < other { one } else { other }
}

fn short(number: usize) -> u16 {
    u16::try_from(number).unwrap_or_else(|_| unreachable!("fewer than 65,536 actions are legal"))
}
