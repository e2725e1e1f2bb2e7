//! Iterative deepening on exact odds: alpha-beta for two seats, max-n for more.
//!
//! Sources: D. Michie, *Game-playing and game-learning automata*, in L. Fox (ed.), *Advances in Programming and
//! Non-Numerical Computation*, 1966, for the means at chance nodes; D. E. Knuth and R. W. Moore, *An analysis of
//! alpha-beta pruning*, Artificial Intelligence 6, 1975, <https://doi.org/10.1016/0004-3702(75)90019-3>; C. A.
//! Luckhardt and K. B. Irani, *An algorithmic solution of n-person games*, AAAI-86, 1986, for max-n.
//!
//! Depth counts choices; a chance node costs none. A [`Guide`] orders the actions and estimates the worth of the
//! positions at the horizon. With two seats the payoffs are taken to sum to one, below a chance node the alpha-beta
//! window is full again, and a table keeps the results of positions. Among equal actions the first in the order wins.

mod table;
#[cfg(test)]
mod tests;

use super::guide::Guide;
use super::layers::{Layer, Layers};
use super::{Bot, Budget, OutOfBudget, Payoffs, payoffs_of, visit};
use crate::dice::Dice;
use crate::game::{Node, SEATS_MAX, Seat, State};
use table::{Bound, Entry, Table};

/// The greatest depth of a search, in choices.
const DEPTH_MAX: u8 = 100;
/// The depth stored for a result that no deeper search can change.
const DEPTH_COMPLETE: u8 = u8::MAX;
/// Payoffs this close to a certain win or loss count as certain.
const CERTAIN: f64 = 1e-9;

/// The searcher; its buffers and its table live as long as it does.
#[derive(Debug)]
pub struct Expectimax<S: State, G> {
    guide: G,
    layers: Layers<S>,
    table: Table,
}

/// The result of a search of a position.
#[derive(Clone, Copy, Debug)]
struct SearchResult {
    payoffs: Payoffs,
    /// Whether every line was followed to its end.
    complete: bool,
}

/// The result of a search of the root.
#[derive(Clone, Copy, Debug)]
struct Ranked {
    /// The index of the best action in the game's order.
    at: usize,
    found: SearchResult,
}

/// The depth, the level, the alpha-beta window and the first action of a search.
#[derive(Clone, Copy)]
struct Window {
    /// The choices that are still looked ahead.
    depth: u8,
    /// The level of the recursion, chance nodes included.
    layer: usize,
    /// Alpha and beta: the payoffs of seat 0 that seat 0 and seat 1 can force elsewhere. Only a search of two seats
    /// narrows them.
    alpha: f64,
    beta: f64,
    /// The index of the action that is searched first; `None` for the most promising.
    first: Option<usize>,
}

impl Window {
    fn root(depth: u8) -> Self {
        Self {
            depth,
            layer: 0,
            alpha: f64::NEG_INFINITY,
            beta: f64::INFINITY,
            first: None,
        }
    }

    fn after_choice(self) -> Self {
        Self {
            depth: self.depth - 1,
            layer: self.layer + 1,
            first: None,
            ..self
        }
    }

    fn after_luck(self) -> Self {
        Self {
            layer: self.layer + 1,
            ..Self::root(self.depth)
        }
    }
}

impl<S: State, G: Guide<S>> Expectimax<S, G> {
    /// A searcher that is guided by `guide`.
    pub fn new(guide: G) -> Self {
        Self {
            guide,
            layers: Layers::default(),
            table: Table::default(),
        }
    }

    /// Searches one choice deeper at a time until nothing can change or the budget breaks, and returns the result of
    /// the last complete depth.
    fn deepen(&mut self, root: &S, me: Seat, budget: &mut dyn Budget) -> Option<Ranked> {
        let mut last: Option<Ranked> = None;
        for depth in 1..=DEPTH_MAX {
            let Ok(ranked) = self.rank(root, depth, last, budget) else {
                break;
            };
            last = Some(ranked);
            let worth = ranked.found.payoffs[me.idx()];
            if ranked.found.complete || !(CERTAIN..1.0 - CERTAIN).contains(&worth) {
                break;
            }
        }
        last
    }

    /// Searches the root to a depth. The best action of the last depth comes first: so where every action is seen to
    /// lose, the one whose loss was seen last is chosen, which puts the loss off.
    fn rank(
        &mut self,
        root: &S,
        depth: u8,
        last: Option<Ranked>,
        budget: &mut dyn Budget,
    ) -> Result<Ranked, OutOfBudget> {
        let Node::Decision(seat) = root.node() else {
            return Err(OutOfBudget);
        };
        let at = Window {
            first: last.map(|it| it.at),
            ..Window::root(depth)
        };
        self.search_actions(&mut root.clone(), seat, at, budget)
    }

    /// The result of a search; the state is as before after it, unless the budget broke.
    fn search(
        &mut self,
        state: &mut S,
        at: Window,
        budget: &mut dyn Budget,
    ) -> Result<SearchResult, OutOfBudget> {
        visit(budget)?;
        match state.node() {
            Node::Terminal(outcome) => Ok(SearchResult {
                payoffs: payoffs_of(outcome, state.seats()),
                complete: true,
            }),
            Node::Chance => self.search_chances(state, at, budget),
            Node::Decision(_) if at.depth == 0 => Ok(SearchResult {
                payoffs: self.guide.estimate(state),
                complete: false,
            }),
            Node::Decision(seat) if state.seats() == 2 => self.search_pair(state, seat, at, budget),
            Node::Decision(seat) => self
                .search_actions(state, seat, at, budget)
                .map(|it| it.found),
        }
    }

    /// Searches a decision in a game of two seats: the table is asked first, and keeps the result.
    fn search_pair(
        &mut self,
        state: &mut S,
        seat: Seat,
        at: Window,
        budget: &mut dyn Budget,
    ) -> Result<SearchResult, OutOfBudget> {
        let key = self.guide.key(state);
        let known = self.table.get(key);
        if let Some(entry) =
            known.filter(|it| it.depth >= at.depth && it.settles(at.alpha, at.beta))
        {
            let complete = entry.depth == DEPTH_COMPLETE;
            return Ok(SearchResult {
                payoffs: pair(entry.payoff),
                complete,
            });
        }
        let first = known.map(|it| usize::from(it.best));
        let Ranked { at: best, found } =
            self.search_actions(state, seat, Window { first, ..at }, budget)?;
        let payoff = found.payoffs[0];
        let bound = match payoff {
            _ if payoff <= at.alpha => Bound::AtMost,
            _ if payoff >= at.beta => Bound::AtLeast,
            _ => Bound::Exact,
        };
        let depth = if found.complete {
            DEPTH_COMPLETE
        } else {
            at.depth
        };
        if let Ok(best) = u16::try_from(best) {
            self.table.put(Entry {
                key,
                depth,
                bound,
                payoff,
                best,
            });
        }
        Ok(found)
    }

    /// Searches every action, or, with two seats, as many as alpha-beta needs.
    fn search_actions(
        &mut self,
        state: &mut S,
        seat: Seat,
        mut at: Window,
        budget: &mut dyn Budget,
    ) -> Result<Ranked, OutOfBudget> {
        let mut own = self.layers.take(at.layer);
        self.order(state, at.first, &mut own);
        let mark = state.keep(&mut own.kept);
        let mut best: Option<Ranked> = None;
        let mut complete = true;
        for index in &own.order {
            state.act(own.actions[*index]);
            let found = self.search(state, at.after_choice(), budget)?;
            state.take_back(&own.kept, mark);
            complete &= found.complete;
            let worth = found.payoffs[seat.idx()];
            if best.is_none_or(|it| worth > it.found.payoffs[seat.idx()]) {
                best = Some(Ranked { at: *index, found });
            }
            if state.seats() == 2 {
                match seat.number() {
                    0 => at.alpha = at.alpha.max(found.payoffs[0]),
                    _ => at.beta = at.beta.min(found.payoffs[0]),
                }
                // No seat can do better than win, so after a win the other actions need no search.
                if at.alpha >= at.beta || worth >= 1.0 {
                    complete |= worth >= 1.0;
                    break;
                }
            }
        }
        self.layers.put_back(at.layer, own);
        let Some(Ranked { at, found }) = best else {
            return Err(OutOfBudget);
        };
        Ok(Ranked {
            at,
            found: SearchResult { complete, ..found },
        })
    }

    fn search_chances(
        &mut self,
        state: &mut S,
        at: Window,
        budget: &mut dyn Budget,
    ) -> Result<SearchResult, OutOfBudget> {
        let mut own = self.layers.take(at.layer);
        state.chances_into(&mut own.chances);
        self.guide
            .probabilities(state, &own.chances, &mut own.probabilities);
        let mark = state.keep(&mut own.kept);
        let mut sum = SearchResult {
            payoffs: [0.0; SEATS_MAX],
            complete: true,
        };
        for (weighted, probability) in own
            .chances
            .iter()
            .zip(&own.probabilities)
            .filter(|it| *it.1 > 0.0)
        {
            state.resolve(weighted.chance);
            let found = self.search(state, at.after_luck(), budget)?;
            state.take_back(&own.kept, mark);
            sum.complete &= found.complete;
            for (sum, payoff) in sum.payoffs.iter_mut().zip(found.payoffs) {
                *sum += probability * payoff;
            }
        }
        self.layers.put_back(at.layer, own);
        Ok(sum)
    }

    /// Lists the actions and the order in which they are searched: the best of the last depth, then the most promising.
    fn order(&mut self, state: &S, first: Option<usize>, own: &mut Layer<S>) {
        state.actions_into(&mut own.actions);
        self.guide.priors(state, &own.actions, &mut own.priors);
        own.order.clear();
        own.order.extend(0..own.actions.len());
        let priors = &own.priors;
        own.order.sort_by(|a, b| {
            let was_best = (Some(*b) == first).cmp(&(Some(*a) == first));
            was_best.then(priors[*b].total_cmp(&priors[*a]))
        });
    }
}

impl<S: State, G: Guide<S>> Bot<S> for Expectimax<S, G> {
    fn choose(
        &mut self,
        state: &S,
        budget: &mut dyn Budget,
        _dice: &mut dyn Dice,
    ) -> Option<S::Action> {
        let Node::Decision(me) = state.node() else {
            return None;
        };
        let actions = state.actions();
        if actions.len() < 2 {
            return actions.first().copied();
        }
        self.table.clear();
        // A budget that breaks before the first look is complete leaves nothing to choose by.
        let chosen = self.deepen(state, me, budget).map_or(0, |it| it.at);
        actions.get(chosen).copied()
    }
}

/// The payoffs of both seats, given the payoff of the first.
fn pair(payoff: f64) -> Payoffs {
    [payoff, 1.0 - payoff, 0.0, 0.0]
}
