//! The tree of a search: its nodes and edges in a few long lists, which number them.
//!
//! Called by the search, which walks down it. A node that the search has not gone on from is no more than a word in the
//! edge that leads to it. The choice at a decision is in [`super::decision`].

use super::child::{Child, index, number};
use super::decision::{Decision, Edges};
use crate::bots::Payoffs;
use crate::game::{Seat, State};

/// The nodes of a tree, and the edges between them.
#[derive(Debug)]
pub(super) struct Tree<S: State> {
    root: Option<Child>,
    pub(super) decisions: Vec<Decision>,
    pub(super) edges: Edges<S::Action>,
    pub(super) luck: Vec<Luck<S::Chance>>,
    /// The ends of a match that were found; all that are worth the same are one.
    ends: Vec<Payoffs>,
    /// The number of nodes.
    pub(super) len: usize,
}

/// Where a child hangs.
#[derive(Clone, Copy, Debug)]
pub(super) enum Link {
    /// It is the root.
    Root,
    /// After the action that was last chosen at a decision.
    Action(u32),
    /// After the chance that was last drawn at a node.
    Chance(u32),
}

/// A decision on the way down, and the place of its action among the legal ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PathStep {
    pub(super) node: u32,
    pub(super) at: u16,
}

/// A node where luck falls.
#[derive(Debug)]
pub(super) struct Luck<C> {
    pub(super) children: Vec<(C, Child)>,
    /// The chance that was drawn last.
    pub(super) drawn: Option<C>,
}

impl<S: State> Tree<S> {
    /// Forgets all nodes.
    pub(super) fn clear(&mut self) {
        self.root = None;
        self.decisions.clear();
        self.edges.clear();
        self.luck.clear();
        self.ends.clear();
        self.len = 0;
    }

    /// The number of nodes.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// The node that hangs there, if it is in the tree. After luck, [`Tree::draw`] tells.
    pub(super) fn child(&self, link: Link) -> Option<Child> {
        match link {
            Link::Root => self.root,
            Link::Action(at) => self.decisions[index(at)].child(),
            Link::Chance(_) => None,
        }
    }

    /// The worth of an end.
    pub(super) fn payoffs(&self, end: u32) -> Payoffs {
        self.ends[index(end)]
    }

    /// Adds a node.
    pub(super) fn grow(&mut self, link: Link, child: Child) -> Child {
        self.len += 1;
        self.attach(link, child)
    }

    /// Adds an end of the match.
    pub(super) fn end(&mut self, link: Link, payoffs: Payoffs) -> Child {
        let bits = |it: &Payoffs| it.map(f64::to_bits);
        let known = self.ends.iter().position(|it| bits(it) == bits(&payoffs));
        let end = known.unwrap_or_else(|| {
            self.ends.push(payoffs);
            self.ends.len() - 1
        });
        self.grow(link, Child::Terminal(number(end)))
    }

    /// Adds a node where luck falls.
    pub(super) fn branch(&mut self, link: Link) -> Child {
        let at = number(self.luck.len());
        self.luck.push(Luck {
            children: Vec::new(),
            drawn: None,
        });
        self.grow(link, Child::Chance(at))
    }

    /// Makes a leaf a decision between these actions, with their priors.
    pub(super) fn list(
        &mut self,
        link: Link,
        seat: Seat,
        actions: &[S::Action],
        priors: &[f64],
    ) -> Child {
        let at = number(self.decisions.len());
        let first = self.edges.list(actions, priors);
        self.decisions.push(Decision::new(seat, first, &self.edges));
        self.attach(link, Child::Decision(at))
    }

    /// Chooses at a decision the action to go on by; `false` if it is one that was not tried.
    pub(super) fn choose(&mut self, at: u32) -> bool {
        self.decisions[index(at)].choose(&mut self.edges)
    }

    /// Makes the most promising of the actions that were not tried the chosen one. `cost` tells what it costs its seat.
    pub(super) fn try_next(&mut self, at: u32, cost: impl FnOnce(S::Action) -> f64) {
        self.decisions[index(at)].try_next(&mut self.edges, cost);
    }

    /// The step that was chosen at a decision.
    pub(super) fn step(&self, at: u32) -> PathStep {
        PathStep {
            node: at,
            at: self.decisions[index(at)].chosen(),
        }
    }

    /// The action of a step.
    pub(super) fn action(&self, step: PathStep) -> S::Action {
        self.decisions[index(step.node)].action(&self.edges, step.at)
    }

    /// The node after a chance, if it is in the tree.
    pub(super) fn draw(&mut self, at: u32, chance: S::Chance) -> Option<Child> {
        let luck = &mut self.luck[index(at)];
        luck.drawn = Some(chance);
        luck.children
            .iter()
            .find(|it| it.0 == chance)
            .map(|it| it.1)
    }

    /// Adds the payoffs of a leaf to each decision on the path to it, less what the seat gave up on the way from there.
    pub(super) fn learn(&mut self, path: &[PathStep], payoffs: &Payoffs) {
        let mut left = *payoffs;
        for step in path.iter().rev() {
            self.decisions[index(step.node)].learn(&mut left);
        }
    }

    /// The mean payoff of the action at the root that was tried most often, to the seat that chooses there.
    pub(super) fn worth_of_root(&self) -> Option<f64> {
        let Some(Child::Decision(at)) = self.root else {
            return None;
        };
        let counts = self.decisions[index(at)].counts(&self.edges);
        let most = counts.iter().max_by_key(|it| it.visits)?;
        Some(most.total / f64::from(most.visits))
    }

    /// The number of tries of every action at the root, in the game's order.
    pub(super) fn visits_of_root(&self) -> Vec<u32> {
        match self.root {
            Some(Child::Decision(at)) => self.decisions[index(at)].visits_of_all(&self.edges),
            Some(Child::Leaf(_) | Child::Chance(_) | Child::Terminal(_)) | None => Vec::new(),
        }
    }

    /// Hangs a child there, in place of what was there.
    fn attach(&mut self, link: Link, child: Child) -> Child {
        match link {
            Link::Root => self.root = Some(child),
            Link::Action(at) => self.decisions[index(at)].attach(child),
            Link::Chance(at) => self.luck[index(at)].attach(child),
        }
        child
    }
}

impl<C: Copy + PartialEq> Luck<C> {
    fn attach(&mut self, child: Child) {
        let Some(drawn) = self.drawn else { return };
        match self.children.iter_mut().find(|it| it.0 == drawn) {
            Some(known) => known.1 = child,
            None => self.children.push((drawn, child)),
        }
    }
}

impl<S: State> Default for Tree<S> {
    fn default() -> Self {
        Self {
            root: None,
            decisions: Vec::new(),
            edges: Edges::default(),
            luck: Vec::new(),
            ends: Vec::new(),
            len: 0,
        }
    }
}
