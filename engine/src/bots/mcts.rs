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
    edges: Vec<Edge<A>>,
}

/// An action at a decision.
#[derive(Debug)]
struct Edge<A> {
    action: A,
    prior: f64,
    /// The payoff that the mover gives up by it.
    cost: f64,
    visits: u32,
    /// The sum of the mover's payoffs.
    total: f64,
    child: Option<usize>,
}

impl<A> Edge<A> {
    fn new(action: A, prior: f64, cost: f64) -> Self {
        Self {
            action,
            prior,
            cost,
            visits: 0,
            total: 0.0,
            child: None,
        }
    }
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
            path: Vec::new(),
            actions: Vec::new(),
            priors: Vec::new(),
            chances: Vec::new(),
        }
    }

    /// The number of tries of every legal action in the last search, in the game's order.
    pub fn visits(&self) -> Vec<u32> {
        match self.tree.first() {
            Some(TreeNode::Decision(it)) => it.edges.iter().map(|it| it.visits).collect(),
            Some(TreeNode::Chance { .. } | TreeNode::Terminal(_)) | None => Vec::new(),
        }
    }

    fn search(&mut self, root: &S, budget: &mut dyn Budget, dice: &mut dyn Dice) {
        self.tree.clear();
        self.me = match root.node() {
            Node::Decision(seat) => Some(seat),
            Node::Chance | Node::Terminal(_) => None,
        };
        self.grow(root, budget);
        let mut state = root.clone();
        while let ControlFlow::Continue(()) = budget.spend(1) {
            state.clone_from(root);
            let payoffs = self.descend(&mut state, budget, dice);
            self.learn(&payoffs);
        }
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
            if self.is_open(child) {
                return self.guide.evaluate_leaf(state, budget, dice);
            }
            at = child;
        }
    }

    /// Whether the search chooses at this node, as opposed to luck or an expected reply.
    fn is_open(&self, at: usize) -> bool {
        match &self.tree[at] {
            TreeNode::Decision(it) => self.me == Some(it.seat) || it.edges.len() > 1,
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
        let TreeNode::Decision(decision) = &self.tree[at] else {
            unreachable!("an action is chosen at a decision");
        };
        let edge = decision.most_promising();
        self.path.push(PathEdge { node: at, edge });
        state.act(decision.edges[edge].action);
        decision.edges[edge].child
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
                    decision.edges[last.edge].child = Some(child);
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
                self.list_actions(state, seat, budget);
                self.guide.priors(state, &self.actions, &mut self.priors);
                let edges = self.actions.iter().zip(&self.priors);
                let cost = |action| self.guide.cost(state, action);
                TreeNode::Decision(Decision {
                    seat,
                    visits: 0,
                    total: 0.0,
                    edges: edges
                        .map(|it| Edge::new(*it.0, *it.1, cost(*it.0)))
                        .collect(),
                })
            }
        };
        self.tree.push(node);
        self.tree.len() - 1
    }

    /// Lists the actions that the tree searches at a state: all legal ones, or the one that another seat is expected to
    /// choose.
    fn list_actions(&mut self, state: &S, seat: Seat, budget: &mut dyn Budget) {
        let expected = if self.me == Some(seat) {
            None
        } else {
            self.guide.reply(state, budget)
        };
        match expected {
            Some(action) => {
                self.actions.clear();
                self.actions.push(action);
            }
            None => state.actions_into(&mut self.actions),
        }
    }

    /// Adds the payoffs of a leaf to each decision on the path to it, less what the seat gave up on the way from there.
    fn learn(&mut self, payoffs: &Payoffs) {
        let mut left = *payoffs;
        for PathEdge { node, edge } in self.path.iter().rev() {
            if let TreeNode::Decision(decision) = &mut self.tree[*node] {
                let payoff = &mut left[decision.seat.idx()];
                *payoff -= decision.edges[*edge].cost;
                decision.visits += 1;
                decision.total += *payoff;
                decision.edges[*edge].visits += 1;
                decision.edges[*edge].total += *payoff;
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

impl<A> Decision<A> {
    /// The edge with the greatest sum of mean payoff and exploration bonus, by the formula of PUCT.
    fn most_promising(&self) -> usize {
        let untried = match self.visits {
            0 => 0.0,
            visits => self.total / f64::from(visits) - UNTRIED_REDUCTION,
        };
        let scale = EXPLORATION * f64::from(self.visits.max(1)).sqrt();
        let promise = |edge: &Edge<A>| {
            let mean = match edge.visits {
                0 => untried,
                visits => edge.total / f64::from(visits),
            };
            mean + scale * edge.prior / f64::from(1 + edge.visits)
        };
        let mut best = (f64::NEG_INFINITY, 0);
        for (at, edge) in self.edges.iter().enumerate() {
            let promise = promise(edge);
            if promise > best.0 {
                best = (promise, at);
            }
        }
        best.1
    }
}
