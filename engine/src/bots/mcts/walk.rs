//! The walk down the tree, and the position that follows it.
//!
//! Called by the search. Nodes that are in the tree need no position: only where the walk leaves the tree, or luck falls,
//! the actions on the way are played. A position that can return to any earlier one keeps what it shares with the walk
//! before; another one begins anew from a copy of the root.

use super::tree::{PathStep, Tree};
use crate::game::State;

/// A walk down the tree, and how far the position has followed it.
#[derive(Debug)]
pub(super) struct Walk<S> {
    /// The root, where a state cannot be taken back without a copy.
    kept: Option<S>,
    /// The decisions on the way down.
    path: Vec<PathStep>,
    /// Those that were played on the position, of this walk or the one before.
    played: Vec<PathStep>,
    /// How many of them are known to be of this walk.
    shared: usize,
    /// The mark of the root, and of the position after each decision that was played.
    marks: Vec<usize>,
}

impl<S: State> Walk<S> {
    /// Begins a search at a root.
    pub(super) fn start(&mut self, root: &S) {
        self.played.clear();
        self.marks.clear();
        self.marks.push(root.keep(&mut self.kept));
    }

    /// Begins a walk at the root.
    pub(super) fn begin(&mut self, state: &mut S) {
        self.path.clear();
        self.shared = 0;
        if !self.played.is_empty() && state.mark().is_none() {
            self.return_to(0, state);
        }
    }

    /// The decisions on the way down.
    pub(super) fn path(&self) -> &[PathStep] {
        &self.path
    }

    /// Goes on by an action, without playing it.
    pub(super) fn push(&mut self, step: PathStep) {
        self.path.push(step);
    }

    /// Plays the actions that the position is behind.
    pub(super) fn catch_up(&mut self, tree: &Tree<S>, state: &mut S) {
        let ahead = self.path[self.shared..].iter();
        let pairs = ahead.zip(&self.played[self.shared..]);
        self.shared += pairs.take_while(|(step, played)| step == played).count();
        if self.shared < self.played.len() {
            self.return_to(self.shared, state);
        }
        for step in &self.path[self.shared..] {
            state.act(tree.action(*step));
            self.played.push(*step);
            self.marks.push(state.mark().unwrap_or(0));
        }
        self.shared = self.path.len();
    }

    /// Takes back all but the first decisions.
    fn return_to(&mut self, decisions: usize, state: &mut S) {
        state.take_back(&self.kept, self.marks[decisions]);
        self.played.truncate(decisions);
        self.marks.truncate(decisions + 1);
    }
}

impl<S> Default for Walk<S> {
    fn default() -> Self {
        Self {
            kept: None,
            path: Vec::new(),
            played: Vec::new(),
            shared: 0,
            marks: Vec::new(),
        }
    }
}
