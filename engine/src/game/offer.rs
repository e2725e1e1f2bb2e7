//! The legal actions as they are offered to the seat to move.
//!
//! Made of choices by the protocol, and read back by whoever is offered them.

use serde::{Deserialize, Serialize};

/// Every legal action, and of each, in the same order, its odds and its link. In games without luck both lists are empty.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Offer<A> {
    /// The actions.
    pub actions: Vec<A>,
    /// The probability that it succeeds, in ten-thousandths; absent where it does not depend on luck.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub odds: Vec<Option<u16>>,
    /// The size of the seat's largest region if it succeeds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<Option<u8>>,
}

impl<A> Offer<A> {
    /// The same offer of other actions.
    pub fn map<B>(self, other: impl FnMut(A) -> B) -> Offer<B> {
        Offer {
            actions: self.actions.into_iter().map(other).collect(),
            odds: self.odds,
            links: self.links,
        }
    }

    /// The same offer of other actions; `None` if there is no other for one of them.
    pub fn try_map<B>(self, other: impl FnMut(A) -> Option<B>) -> Option<Offer<B>> {
        let actions = self.actions.into_iter().map(other);
        Some(Offer {
            actions: actions.collect::<Option<_>>()?,
            odds: self.odds,
            links: self.links,
        })
    }
}
