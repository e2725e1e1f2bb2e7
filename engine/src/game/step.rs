//! A step of a match: an action, the luck that followed, and what both have changed, as it is told to the table.
//!
//! Made by the protocol of the views before and after, and applied to the view before by whoever is told. Law kept here:
//! to apply a step one need not know a rule.

use serde::{Deserialize, Serialize};

use super::{ActionOf, ChanceOf, Game, ViewOf, WholeStepOf};

/// The form in which a game's steps are told.
pub trait Step<G: Game>: Sized {
    /// The step that leads from one view to another; `None` if it does not have this form.
    fn between(
        before: &ViewOf<G>,
        action: ActionOf<G>,
        chances: &[ChanceOf<G>],
        after: &ViewOf<G>,
    ) -> Option<Self>;

    /// How often luck chose.
    fn chances(&self) -> usize;

    /// The whole step; `None` if it does not fit the view before.
    fn applied_to(self, before: Option<&ViewOf<G>>) -> Option<WholeStepOf<G>>;
}

/// A step with the whole view after it: the form for games whose views are small.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WholeStep<A, C, V> {
    /// The action.
    pub action: A,
    /// The outcomes of luck after it, in order.
    #[serde(default = "Vec::<C>::new", skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schemars(length(min = 1)))]
    pub chances: Vec<C>,
    /// The position after it.
    pub view: V,
}

impl<G: Game> Step<G> for WholeStepOf<G> {
    fn between(
        _before: &ViewOf<G>,
        action: ActionOf<G>,
        chances: &[ChanceOf<G>],
        after: &ViewOf<G>,
    ) -> Option<Self> {
        Some(Self {
            action,
            chances: chances.to_vec(),
            view: after.clone(),
        })
    }

    fn chances(&self) -> usize {
        self.chances.len()
    }

    fn applied_to(self, _before: Option<&ViewOf<G>>) -> Option<Self> {
        Some(self)
    }
}
