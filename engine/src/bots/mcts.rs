//! Monte-Carlo tree search: UCT for one to four seats, with chance nodes descended by their odds.
//!
//! Sources: Kocsis and Szepesvári, *Bandit based Monte-Carlo planning* (2006), for UCT; Rosin, *Multi-armed bandits with
//! episode context* (2011), for priors; Sturtevant, *An analysis of UCT in multi-player games* (2008), for payoff vectors
//! in place of negation. Each seat maximizes its own mean payoff. A new leaf is judged by a [`Guide`]; the action that was
//! tried most is chosen.

use std::fmt;
use std::ops::ControlFlow;

use super::{Bot, Budget, Payoffs, sample};
use crate::dice::Dice;
use crate::game::{Node, Seat, State, Weighted};

/// What the search knows of a game: which actions look good, and what a leaf is worth.
pub trait Guide<S: State>: Send {
    /// Replaces `out` by how promising each action looks to the seat to move; non-negative, summing to one.
    fn priors(&mut self, state: &S, actions: &[S::Action], out: &mut Vec<f64>);

    /// What the state is worth to each seat, from 0 to 1: by playing it out, by a judgement, or both. May change the state.
    fn judge(&mut self, state: &mut S, budget: &mut dyn Budget, dice: &mut dyn Dice) -> Payoffs;

    /// The action that somebody else is expected to choose, if it is not left to the search.
    fn model(&mut self, _state: &S) -> Option<S::Action> {
        None
    }

    /// What a finished match was worth to each seat, from 0 to 1.
    fn payoffs(&self, state: &S) -> Payoffs;
}

/// How strongly actions that look promising but have been tried little are preferred.
fn exploration() -> f64 {
    static E: std::sync::OnceLock<f64> = std::sync::OnceLock::new();
    *E.get_or_init(|| std::env::var("CX").ok().and_then(|x| x.parse().ok()).unwrap_or(1.2))
}
/// How much worse than its parent an action that has not been tried is taken to be.
const UNTRIED_REDUCTION: f64 = 0.05;
/// The most nodes that the tree keeps; when it is full, leaves are judged but no longer added.
const TREE_NODES_MAX: usize = 400_000;

/// The searcher; its buffers live as long as it does.
pub struct Mcts<S: State, G> {
    guide: G,
    tree: Vec<Branch<S>>,
    me: Option<Seat>,
    path: Vec<Step>,
    actions: Vec<S::Action>,
    priors: Vec<f64>,
    chances: Vec<Weighted<S::Chance>>,
}

/// A node of the tree.
enum Branch<S: State> {
    Decision { seat: Seat, visits: u32, total: f64, edges: Vec<Edge<S::Action>> },
    Chance { children: Vec<(S::Chance, usize)> },
    Terminal(Payoffs),
}

/// An action at a decision.
struct Edge<A> {
    action: A,
    prior: f64,
    visits: u32,
    /// The sum of the mover's payoffs.
    total: f64,
    child: Option<usize>,
}

/// One decision on the way down.
#[derive(Clone, Copy)]
struct Step {
    branch: usize,
    edge: usize,
}

/// Where the walk stands: on a node, or where one is missing.
enum Reached {
    Old(usize),
    New,
}

impl<S: State, G: Guide<S>> Mcts<S, G> {
    /// A searcher that is guided by `guide`.
    pub fn new(guide: G) -> Self {
        let (tree, path, actions) = (Vec::new(), Vec::new(), Vec::new());
        Self { guide, me: None, tree, path, actions, priors: Vec::new(), chances: Vec::new() }
    }

    /// How often every legal action was tried in the last search, in the game's order.
    pub fn visits(&self) -> Vec<u32> {
        match self.tree.first() {
            Some(Branch::Decision { edges, .. }) => edges.iter().map(|it| it.visits).collect(),
            Some(Branch::Chance { .. } | Branch::Terminal(_)) | None => Vec::new(),
        }
    }

    fn search(&mut self, root: &S, budget: &mut dyn Budget, dice: &mut dyn Dice) {
        self.tree.clear();
        if let Node::Decision(me) = root.node() {
            self.me = Some(me);
        }
        self.grow(root);
        let mut state = root.clone();
        while let ControlFlow::Continue(()) = budget.spend(1) {
            state.clone_from(root);
            let payoffs = self.descend(&mut state, budget, dice);
            self.learn(&payoffs);
        }
    }

    /// Walks down to a leaf, adds it to the tree and judges it.
    fn descend(&mut self, state: &mut S, budget: &mut dyn Budget, dice: &mut dyn Dice) -> Payoffs {
        self.path.clear();
        let mut at = 0;
        loop {
            let reached = match &self.tree[at] {
                Branch::Terminal(payoffs) => return *payoffs,
                Branch::Decision { .. } => self.follow_action(at, state),
                Branch::Chance { .. } => self.follow_chance(at, state, dice),
            };
            match reached {
                Reached::Old(child) => at = child,
                Reached::New => {
                    at = self.tree.len() - 1;
                    if let Branch::Decision { .. } = self.tree[at] {
                        return self.guide.judge(state, budget, dice);
                    }
                }
            }
        }
    }

    fn follow_action(&mut self, at: usize, state: &mut S) -> Reached {
        let Branch::Decision { edges, visits, total, .. } = &self.tree[at] else { return Reached::Old(at) };
        let edge = most_promising(edges, *visits, *total);
        self.path.push(Step { branch: at, edge });
        state.act(edges[edge].action);
        if let Some(child) = edges[edge].child {
            return Reached::Old(child);
        }
        let child = self.grow(state);
        if let Branch::Decision { edges, .. } = &mut self.tree[at] {
            edges[edge].child = Some(child);
        }
        Reached::New
    }

    fn follow_chance(&mut self, at: usize, state: &mut S, dice: &mut dyn Dice) -> Reached {
        state.chances_into(&mut self.chances);
        let Some(chance) = sample(&self.chances, dice) else { return Reached::Old(at) };
        state.resolve(chance);
        let Branch::Chance { children } = &self.tree[at] else { return Reached::Old(at) };
        if let Some((_, child)) = children.iter().find(|it| it.0 == chance) {
            return Reached::Old(*child);
        }
        let child = self.grow(state);
        if let Branch::Chance { children } = &mut self.tree[at] {
            children.push((chance, child));
        }
        Reached::New
    }

    /// Adds a node for the state.
    fn grow(&mut self, state: &S) -> usize {
        let branch = match state.node() {
            Node::Terminal(_) => Branch::Terminal(self.guide.payoffs(state)),
            Node::Chance => Branch::Chance { children: Vec::new() },
            Node::Decision(seat) => {
                state.actions_into(&mut self.actions);
                if self.me.is_some_and(|me| me != seat)
                    && let Some(action) = self.guide.model(state)
                {
                    self.actions.clear();
                    self.actions.push(action);
                }
                self.guide.priors(state, &self.actions, &mut self.priors);
                let edge = |(action, prior): (&S::Action, &f64)| Edge {
                    action: *action,
                    prior: *prior,
                    visits: 0,
                    total: 0.0,
                    child: None,
                };
                let edges = self.actions.iter().zip(&self.priors).map(edge).collect();
                Branch::Decision { seat, visits: 0, total: 0.0, edges }
            }
        };
        self.tree.push(branch);
        self.tree.len() - 1
    }

    fn learn(&mut self, payoffs: &Payoffs) {
        for step in &self.path {
            if let Branch::Decision { seat, visits, total, edges } = &mut self.tree[step.branch] {
                let payoff = payoffs[seat.idx()];
                *visits += 1;
                *total += payoff;
                edges[step.edge].visits += 1;
                edges[step.edge].total += payoff;
            }
        }
    }
}

impl<S: State, G: Guide<S>> Bot<S> for Mcts<S, G> {
    fn choose(&mut self, state: &S, budget: &mut dyn Budget, dice: &mut dyn Dice) -> Option<S::Action> {
        let actions = state.actions();
        if actions.len() > 1 {
            self.search(state, budget, dice);
        }
        let visits = self.visits();
        let most = visits.iter().max();
        let chosen = visits.iter().position(|it| Some(it) == most).filter(|_| actions.len() > 1);
        actions.get(chosen.unwrap_or(0)).copied()
    }
}

/// The edge with the greatest sum of mean payoff and exploration bonus.
fn most_promising<A>(edges: &[Edge<A>], visits: u32, total: f64) -> usize {
    let untried = if visits == 0 { 0.0 } else { total / f64::from(visits) - UNTRIED_REDUCTION };
    let scale = exploration() * f64::from(visits.max(1)).sqrt();
    let promise = |edge: &Edge<A>| {
        let mean = if edge.visits == 0 { untried } else { edge.total / f64::from(edge.visits) };
        mean + scale * edge.prior / f64::from(1 + edge.visits)
    };
    let mut best = (f64::NEG_INFINITY, 0);
    for (at, edge) in edges.iter().enumerate() {
        let promise = promise(edge);
        if promise > best.0 {
            best = (promise, at);
        }
    }
    best.1
}

impl<S: State, G> fmt::Debug for Mcts<S, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Mcts").field("nodes", &self.tree.len()).finish_non_exhaustive()
    }
}
