//! The reactions: what somebody in a lobby can say with one key about whoever holds a seat. Part of the request to react and
//! of its event.

use serde::{Deserialize, Serialize};

/// A reaction to what somebody does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Reaction {
    /// Laughs.
    Laugh,
    /// Is amazed.
    Wow,
    /// Applauds.
    Clap,
    /// Is in tears.
    Cry,
    /// Is furious.
    Angry,
    /// Sends love.
    Heart,
}

impl Reaction {
    /// Every reaction, in the order in which people are offered them.
    pub const ALL: [Self; 6] = [
        Self::Laugh,
        Self::Wow,
        Self::Clap,
        Self::Cry,
        Self::Angry,
        Self::Heart,
    ];
}
