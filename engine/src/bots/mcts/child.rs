//! The nodes of a tree as its edges name them: by kind and number.
//!
//! Called by the tree and by its decisions.

use crate::game::Seat;

/// The node after an action or a chance.
#[derive(Clone, Copy, Debug)]
pub(super) enum Child {
    /// A decision of a seat whose actions are not listed.
    Leaf(Seat),
    /// A decision, by its number.
    Decision(u32),
    /// A node where luck falls, by its number.
    Chance(u32),
    /// The end of the match, by the number of its payoffs.
    Terminal(u32),
}

/// The number of an item as an index.
pub(super) fn index(number: u32) -> usize {
    usize::try_from(number).unwrap_or_else(|_| unreachable!("an index has 32 bits or more"))
}

/// The number of the item at an index.
pub(super) fn number(index: usize) -> u32 {
    u32::try_from(index).unwrap_or_else(|_| unreachable!("the nodes of a tree are limited"))
}
