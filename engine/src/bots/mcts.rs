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

mod child;
mod decision;
#[cfg(test)]
mod tests;
mod tree;
mod walk;

use std::ops::ControlFlow;

use super::guide::Guide;
use super::{Bot, Budget, Payoffs, payoffs_of};
use crate::dice::{Dice, Weighted, draw};
use crate::game::{Node, Seat, State};
use child::Child;
use tree::{Link, Tree};
use walk::Walk;

/// The most nodes that the tree keeps; when it is full, leaves are evaluated but no longer added.
const TREE_NODES_MAX: usize = 100_000;

/// The searcher; its buffers live as long as it does.
#[derive(Debug)]
pub struct Mcts<S: State, G> {
    guide: G,
    tree: Tree<S>,
    /// The seat that searches.
    me: Option<Seat>,
    walk: Walk<S>,
    actions: Vec<S::Action>,
    priors: Vec<f64>,
    chances: Vec<Weighted<S::Chance>>,
}

impl<S: State, G: Guide<S>> Mcts<S, G> {
    /// A searcher that is guided by `guide`.
    pub fn new(guide: G) -> Self {
        Self {
            guide,
            tree: Tree::default(),
            me: None,
            walk: Walk::default(),
            actions: Vec::new(),
            priors: Vec::new(),
            chances: Vec::new(),
        }
    }

    /// The number of tries of every legal action in the last search, in the game's order.
    pub fn visits(&self) -> Vec<u32> {
        self.tree.visits_of_root()
    }

    /// The payoff that the last search expects for the seat that it was made for: the mean payoff of the action that was tried most
    /// often. `None` if nothing was tried.
    pub fn worth(&self) -> Option<f64> {
        self.tree.worth_of_root()
    }

    fn search(&mut self, root: &S, budget: &mut dyn Budget, dice: &mut dyn Dice) {
        self.tree.clear();
        self.me = match root.node() {
            Node::Decision(seat) => Some(seat),
            Node::Chance | Node::Terminal(_) => None,
        };
        let mut state = root.clone();
        self.walk.start(&state);
        self.grow(Link::Root, &state, budget);
        if let Node::Decision(seat) = state.node() {
            self.list(Link::Root, seat, &state);
        }
        while let ControlFlow::Continue(()) = budget.spend(1) {
            let payoffs = self.descend(&mut state, budget, dice);
            self.tree.learn(self.walk.path(), &payoffs);
        }
    }

    /// Walks down to a leaf, adds it to the tree and evaluates it.
    fn descend(&mut self, state: &mut S, budget: &mut dyn Budget, dice: &mut dyn Dice) -> Payoffs {
        self.walk.begin(state);
        let mut link = Link::Root;
        let mut at = self.tree.child(link);
        loop {
            let (next, child) = match at {
                Some(Child::Terminal(end)) => return self.tree.payoffs(end),
                Some(Child::Decision(it)) => (Link::Action(it), self.follow_action(it, state)),
                Some(Child::Chance(it)) => (Link::Chance(it), self.follow_chance(it, state, dice)),
                Some(Child::Leaf(seat)) => {
                    self.walk.catch_up(&self.tree, state);
                    at = Some(self.list(link, seat, state));
                    continue;
                }
                None if self.tree.len() >= TREE_NODES_MAX => {
                    self.go_on(state, budget, dice);
                    return self.guide.evaluate_leaf(state, budget, dice);
                }
                None => {
                    let child = self.grow(link, state, budget);
                    if self.is_open(child, state) {
                        return self.guide.evaluate_leaf(state, budget, dice);
                    }
                    (link, Some(child))
                }
            };
            (link, at) = (next, child);
        }
    }

    /// Whether the search chooses at this new node, as opposed to luck or an expected reply.
    fn is_open(&self, child: Child, state: &S) -> bool {
        match child {
            Child::Leaf(seat) => self.me == Some(seat) || state.has_choice(),
            Child::Decision(_) | Child::Chance(_) | Child::Terminal(_) => false,
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

    /// Takes the most promising action; `None` if the position after it is not in the tree. Only then is it played.
    fn follow_action(&mut self, at: u32, state: &mut S) -> Option<Child> {
        let Self {
            tree, guide, walk, ..
        } = self;
        if !tree.choose(at) {
            walk.catch_up(tree, state);
            tree.try_next(at, |action| guide.cost(state, action));
        }
        walk.push(tree.step(at));
        let child = tree.child(Link::Action(at));
        if child.is_none() {
            walk.catch_up(tree, state);
        }
        child
    }

    /// Lists the legal actions at a decision, from which the search goes on for the first time.
    fn list(&mut self, link: Link, seat: Seat, state: &S) -> Child {
        state.actions_into(&mut self.actions);
        self.guide.priors(state, &self.actions, &mut self.priors);
        self.tree.list(link, seat, &self.actions, &self.priors)
    }

    /// Draws a chance; `None` if the position after it is not in the tree.
    fn follow_chance(&mut self, at: u32, state: &mut S, dice: &mut dyn Dice) -> Option<Child> {
        self.walk.catch_up(&self.tree, state);
        state.chances_into(&mut self.chances);
        let chance = draw(&self.chances, dice)?;
        state.resolve(chance);
        self.tree.draw(at, chance)
    }

    /// Adds a node for the state.
    fn grow(&mut self, link: Link, state: &S, budget: &mut dyn Budget) -> Child {
        match state.node() {
            Node::Terminal(outcome) => self.tree.end(link, payoffs_of(outcome, state.seats())),
            Node::Chance => self.tree.branch(link),
            Node::Decision(seat) => {
                let leaf = self.tree.grow(link, Child::Leaf(seat));
                let is_others = self.me != Some(seat);
                match is_others.then(|| self.guide.reply(state, budget)).flatten() {
                    Some(reply) => {
                        self.guide.priors(state, &[reply], &mut self.priors);
                        self.tree.list(link, seat, &[reply], &self.priors)
                    }
                    None => leaf,
                }
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
