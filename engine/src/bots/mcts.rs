//! Monte-Carlo tree search for two to four seats, by PUCT, with chance nodes descended by their odds.
//!
//! Sources: C. D. Rosin, *Multi-armed bandits with episode context*, Annals of Mathematics and Artificial Intelligence
//! 61, 2011, <https://doi.org/10.1007/s10472-011-9258-6>, for PUCT, which prefers actions with a high prior; L. Kocsis
//! and C. Szepesvári, *Bandit based Monte-Carlo planning*, ECML 2006, <https://doi.org/10.1007/11871842_29>, for
//! bandits in trees; N. R. Sturtevant, *An analysis of UCT in multi-player games*, Computers and Games 2008,
//! <https://doi.org/10.1007/978-3-540-87608-3_4>, for payoffs of every seat in place of negation.
//!
//! Each seat maximizes its own mean payoff. Where the [`Guide`] expects a reply of another seat, that seat's node has
//! this one action. Leaves are positions in which a choice is open: on the way there luck is drawn and expected replies
//! are made. The guide evaluates each new leaf, and tells what an action costs its seat besides. The action that was
//! tried most often is chosen.

#[cfg(test)]
mod tests;

use std::num::NonZeroU32;
use std::ops::ControlFlow;

use super::guide::Guide;
use super::{Bot, Budget, Payoffs, payoffs_of};
use crate::dice::{Dice, Weighted, draw};
use crate::game::{Node, Seat, State};

/// The weight of the exploration bonus, which prefers promising actions that have been tried little.
const EXPLORATION: f64 = 0.6;
/// An action that has not been tried counts as this much worse than the mean of its node.
const UNTRIED_REDUCTION: f64 = 0.05;
/// The most nodes that the tree keeps; when it is full, leaves are evaluated but no longer added.
const TREE_NODES_MAX: usize = 100_000;

/// The searcher; its buffers live as long as it does.
#[derive(Debug)]
pub struct Mcts<S: State, G> {
    guide: G,
    tree: Vec<TreeNode<S>>,
    /// The seat that searches.
    me: Option<Seat>,
    /// The root, where a state cannot be taken back without a copy.
    kept: Option<S>,
    path: Vec<PathEdge>,
    actions: Vec<S::Action>,
    priors: Vec<f64>,
    chances: Vec<Weighted<S::Chance>>,
}

/// A node of the tree.
#[derive(Debug)]
enum TreeNode<S: State> {
    Decision(Decision<S::Action>),
    Chance {
        children: Vec<(S::Chance, usize)>,
        drawn: Option<S::Chance>,
    },
    Terminal(Payoffs),
}

/// A node where a seat chooses.
#[derive(Debug)]
struct Decision<A> {
    seat: Seat,
    visits: u32,
    /// The sum of the seat's payoffs.
    total: f64,
    /// The weight of the bonus for exploring, which grows with the visits.
    scale: f64,
    /// Whether the actions are listed; they are when the search first goes on from here, which it mostly never does.
    is_listed: bool,
    /// The actions that were tried, in the order of their first try.
    tried: Vec<Edge<A>>,
    /// The counts of each of them.
    counts: Vec<Count>,
    /// The other actions.
    untried: Vec<Untried<A>>,
    /// The most promising of the other actions.
    next: usize,
}

/// An action at a decision that was tried: what every choice there reads.
#[derive(Debug)]
struct Edge<A> {
    /// The mean of the mover's payoffs.
    mean: f64,
    /// The prior over one more than the visits: the share of the bonus for exploring.
    share: f64,
    /// The node after it; the root, which has number 0, comes after nothing.
    child: Option<NonZeroU32>,
    /// Its place among the legal actions.
    at: u16,
    action: A,
}

/// The counts of an action that was tried.
#[derive(Debug)]
struct Count {
    prior: f64,
    /// The payoff that the mover gives up by the action.
    cost: f64,
    /// The sum of the mover's payoffs.
    total: f64,
    visits: u32,
}

/// An action at a decision that was not tried.
#[derive(Debug)]
struct Untried<A> {
    action: A,
    at: u16,
    prior: f64,
}

/// One decision on the way down.
#[derive(Clone, Copy, Debug)]
struct PathEdge {
    node: usize,
    edge: usize,
}

impl<S: State, G: Guide<S>> Mcts<S, G> {
    /// A searcher that is guided by `guide`.
    pub fn new(guide: G) -> Self {
        Self {
            guide,
            tree: Vec::new(),
            me: None,
            kept: None,
            path: Vec::new(),
            actions: Vec::new(),
            priors: Vec::new(),
            chances: Vec::new(),
        }
    }

    /// The number of tries of every legal action in the last search, in the game's order.
    pub fn visits(&self) -> Vec<u32> {
        match self.tree.first() {
            Some(TreeNode::Decision(it)) => it.visits_of_all(),
            Some(TreeNode::Chance { .. } | TreeNode::Terminal(_)) | None => Vec::new(),
        }
    }

    fn search(&mut self, root: &S, budget: &mut dyn Budget, dice: &mut dyn Dice) {
        self.tree.clear();
        self.me = match root.node() {
            Node::Decision(seat) => Some(seat),
            Node::Chance | Node::Terminal(_) => None,
        };
        let mut state = root.clone();
        let root = self.grow(&state, budget);
        self.list(root, &state);
        let mut kept = self.kept.take();
        let mark = state.keep(&mut kept);
        while let ControlFlow::Continue(()) = budget.spend(1) {
            let payoffs = self.descend(&mut state, budget, dice);
            self.learn(&payoffs);
            state.take_back(&kept, mark);
        }
        self.kept = kept;
    }

    /// Walks down to a leaf, adds it to the tree and evaluates it.
    fn descend(&mut self, state: &mut S, budget: &mut dyn Budget, dice: &mut dyn Dice) -> Payoffs {
        self.path.clear();
        let mut at = 0;
        loop {
            let child = match &self.tree[at] {
                TreeNode::Terminal(payoffs) => return *payoffs,
                TreeNode::Decision(_) => self.follow_action(at, state),
                TreeNode::Chance { .. } => self.follow_chance(at, state, dice),
            };
            if let Some(child) = child {
                at = child;
                continue;
            }
            if self.tree.len() >= TREE_NODES_MAX {
                self.go_on(state, budget, dice);
                return self.guide.evaluate_leaf(state, budget, dice);
            }
            let child = self.grow(state, budget);
            self.attach(at, child);
            if self.is_open(child, state) {
                return self.guide.evaluate_leaf(state, budget, dice);
            }
            at = child;
        }
    }

    /// Whether the search chooses at this node, as opposed to luck or an expected reply.
    fn is_open(&self, at: usize, state: &S) -> bool {
        match &self.tree[at] {
            TreeNode::Decision(it) => {
                self.me == Some(it.seat) || !it.is_listed && state.has_choice()
            }
            TreeNode::Chance { .. } | TreeNode::Terminal(_) => false,
        }
    }

    /// Plays on, outside the tree, to the next position in which a choice is open.
    fn go_on(&mut self, state: &mut S, budget: &mut dyn Budget, dice: &mut dyn Dice) {
        loop {
            match state.node() {
                Node::Chance => {
                    state.chances_into(&mut self.chances);
                    let Some(chance) = draw(&self.chances, dice) else {
                        return;
                    };
                    state.resolve(chance);
                }
                Node::Decision(seat) if self.me != Some(seat) => {
                    match self.guide.reply(state, budget) {
                        Some(action) => state.act(action),
                        None => return,
                    }
                }
                Node::Decision(_) | Node::Terminal(_) => return,
            }
        }
    }

    /// Takes the most promising action; `None` if the position after it is not in the tree.
    fn follow_action(&mut self, at: usize, state: &mut S) -> Option<usize> {
        self.list(at, state);
        let Self { tree, guide, .. } = self;
        let TreeNode::Decision(decision) = &mut tree[at] else {
            unreachable!("an action is chosen at a decision");
        };
        let edge = decision.most_promising(|action| guide.cost(state, action));
        self.path.push(PathEdge { node: at, edge });
        let edge = &decision.tried[edge];
        state.act(edge.action);
        edge.child.and_then(|it| usize::try_from(it.get()).ok())
    }

    /// Lists the legal actions at a decision where that is yet to be done.
    fn list(&mut self, at: usize, state: &S) {
        let Self {
            tree,
            guide,
            actions,
            priors,
            ..
        } = self;
        if let TreeNode::Decision(it) = &mut tree[at]
            && !it.is_listed
        {
            state.actions_into(actions);
            guide.priors(state, actions, priors);
            it.list(actions, priors);
        }
    }

    /// Draws a chance; `None` if the position after it is not in the tree.
    fn follow_chance(&mut self, at: usize, state: &mut S, dice: &mut dyn Dice) -> Option<usize> {
        state.chances_into(&mut self.chances);
        let chance = draw(&self.chances, dice)?;
        state.resolve(chance);
        let TreeNode::Chance { children, drawn } = &mut self.tree[at] else {
            unreachable!("luck falls at a chance node");
        };
        *drawn = Some(chance);
        children.iter().find(|it| it.0 == chance).map(|it| it.1)
    }

    /// Links a new node to the node at which the walk left the tree.
    fn attach(&mut self, at: usize, child: usize) {
        match &mut self.tree[at] {
            TreeNode::Decision(decision) => {
                if let Some(last) = self.path.last() {
                    let child = u32::try_from(child).ok().and_then(NonZeroU32::new);
                    decision.tried[last.edge].child = child;
                }
            }
            TreeNode::Chance { children, drawn } => children.extend(drawn.map(|it| (it, child))),
            TreeNode::Terminal(_) => unreachable!("nothing follows the end of a match"),
        }
    }

    /// Adds a node for the state.
    fn grow(&mut self, state: &S, budget: &mut dyn Budget) -> usize {
        let node = match state.node() {
            Node::Terminal(outcome) => TreeNode::Terminal(payoffs_of(outcome, state.seats())),
            Node::Chance => TreeNode::Chance {
                children: Vec::new(),
                drawn: None,
            },
            Node::Decision(seat) => {
                let mut decision = Decision::new(seat);
                let is_others = self.me != Some(seat);
                if let Some(reply) = is_others.then(|| self.guide.reply(state, budget)).flatten() {
                    self.guide.priors(state, &[reply], &mut self.priors);
                    decision.list(&[reply], &self.priors);
                }
                TreeNode::Decision(decision)
            }
        };
        self.tree.push(node);
        self.tree.len() - 1
    }

    /// Adds the payoffs of a leaf to each decision on the path to it, less what the seat gave up on the way from there.
    fn learn(&mut self, payoffs: &Payoffs) {
        let mut left = *payoffs;
        for PathEdge { node, edge } in self.path.iter().rev() {
            if let TreeNode::Decision(decision) = &mut self.tree[*node] {
                let payoff = &mut left[decision.seat.idx()];
                let count = &mut decision.counts[*edge];
                *payoff -= count.cost;
                count.visits += 1;
                count.total += *payoff;
                decision.visits += 1;
                decision.scale = scale(decision.visits);
                decision.total += *payoff;
                decision.judge(*edge);
            }
        }
    }
}

impl<S: State, G: Guide<S>> Bot<S> for Mcts<S, G> {
    fn choose(
        &mut self,
        state: &S,
        budget: &mut dyn Budget,
        dice: &mut dyn Dice,
    ) -> Option<S::Action> {
        let actions = state.actions();
        if actions.len() < 2 {
            return actions.first().copied();
        }
        self.search(state, budget, dice);
        let visits = self.visits();
        let most = visits.iter().max()?;
        let chosen = visits.iter().position(|it| it == most)?;
        actions.get(chosen).copied()
    }
}

impl<A: Copy> Decision<A> {
    fn new(seat: Seat) -> Self {
        Self {
            seat,
            visits: 0,
            total: 0.0,
            scale: scale(0),
            is_listed: false,
            tried: Vec::new(),
            counts: Vec::new(),
            untried: Vec::new(),
            next: 0,
        }
    }

    /// Lists the actions that the search may choose.
    fn list(&mut self, actions: &[A], priors: &[f64]) {
        self.is_listed = true;
        self.untried.reserve_exact(actions.len());
        let numbered = (0_u16..).zip(actions.iter().zip(priors));
        self.untried
            .extend(numbered.map(|(at, (action, prior))| Untried {
                action: *action,
                at,
                prior: *prior,
            }));
        self.find_next();
    }

    /// The edge with the greatest sum of mean payoff and exploration bonus, by the formula of PUCT; of several with the
    /// same sum the first in the game's order. `cost` tells what the mover gives up by an action.
    fn most_promising(&mut self, cost: impl FnOnce(A) -> f64) -> usize {
        let mut best = (f64::NEG_INFINITY, u16::MAX, None);
        if let Some(next) = self.untried.get(self.next) {
            let mean = match self.visits {
                0 => 0.0,
                visits => self.total / f64::from(visits) - UNTRIED_REDUCTION,
            };
            best = (mean + self.scale * next.prior, next.at, None);
        }
        for (place, edge) in self.tried.iter().enumerate() {
            let promise = edge.mean + self.scale * edge.share;
            if promise > best.0 || promise >= best.0 && edge.at < best.1 {
                best = (promise, edge.at, Some(place));
            }
        }
        best.2.unwrap_or_else(|| self.try_next(cost))
    }

    /// Makes the most promising of the actions that were not tried one that was.
    fn try_next(&mut self, cost: impl FnOnce(A) -> f64) -> usize {
        let Untried { action, at, prior } = self.untried.swap_remove(self.next);
        self.find_next();
        self.tried.push(Edge {
            mean: 0.0,
            share: prior,
            child: None,
            at,
            action,
        });
        self.counts.push(Count {
            prior,
            cost: cost(action),
            total: 0.0,
            visits: 0,
        });
        self.tried.len() - 1
    }

    /// Computes the promise of an action from its counts.
    fn judge(&mut self, place: usize) {
        let (edge, count) = (&mut self.tried[place], &self.counts[place]);
        edge.mean = count.total / f64::from(count.visits);
        edge.share = count.prior / f64::from(1 + count.visits);
    }

    fn find_next(&mut self) {
        let mut best = (f64::NEG_INFINITY, u16::MAX);
        for (place, it) in self.untried.iter().enumerate() {
            if it.prior > best.0 || it.prior >= best.0 && it.at < best.1 {
                best = (it.prior, it.at);
                self.next = place;
            }
        }
    }

    /// The number of tries of every action, in the game's order.
    fn visits_of_all(&self) -> Vec<u32> {
        let mut visits = vec![0; self.tried.len() + self.untried.len()];
        for (edge, count) in self.tried.iter().zip(&self.counts) {
            visits[usize::from(edge.at)] = count.visits;
        }
        visits
    }
}

/// The weight of the bonus for exploring after so many visits.
fn scale(visits: u32) -> f64 {
    EXPLORATION * f64::from(visits.max(1)).sqrt()
}
