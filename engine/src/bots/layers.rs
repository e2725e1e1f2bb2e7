//! The buffers of a depth-first search, one layer for each level of its recursion, so that it allocates nothing per node.

use std::mem;

use crate::dice::Weighted;
use crate::game::State;

/// The buffers of a search; they live as long as the searcher.
#[derive(Debug)]
pub(super) struct Layers<S: State>(Vec<Layer<S>>);

/// The buffers of one level of the recursion.
#[derive(Debug)]
pub(super) struct Layer<S: State> {
    pub(super) actions: Vec<S::Action>,
    pub(super) priors: Vec<f64>,
    pub(super) order: Vec<usize>,
    pub(super) chances: Vec<Weighted<S::Chance>>,
    pub(super) probabilities: Vec<f64>,
    /// A copy of a position: of a child, or of the one to which the search returns.
    pub(super) kept: Option<S>,
}

impl<S: State> Layers<S> {
    /// Takes the buffers of a level; [`Layers::put_back`] returns them.
    pub(super) fn take(&mut self, level: usize) -> Layer<S> {
        if self.0.len() <= level {
            self.0.resize_with(level + 1, Layer::default);
        }
        mem::take(&mut self.0[level])
    }

    /// Returns the buffers of a level.
    pub(super) fn put_back(&mut self, level: usize, layer: Layer<S>) {
        self.0[level] = layer;
    }
}

/// Overwrites a buffer with a copy of `state`, without allocating if something is in it already.
pub(crate) fn copy_over<'a, S: State>(buffer: &'a mut Option<S>, state: &S) -> &'a mut S {
    match buffer {
        Some(it) => {
            it.clone_from(state);
            it
        }
        None => buffer.insert(state.clone()),
    }
}

impl<S: State> Default for Layers<S> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<S: State> Default for Layer<S> {
    fn default() -> Self {
        Self {
            actions: Vec::new(),
            priors: Vec::new(),
            order: Vec::new(),
            chances: Vec::new(),
            probabilities: Vec::new(),
            kept: None,
        }
    }
}
