//! A step on a board of territories, as it is told: the action, the rolls, and what has changed.

use serde::{Deserialize, Serialize};

use super::change::TerritoryChange;
use super::{Action, Chance, Faces, Roll, Territory, View};
use crate::game::{Game, State, Step, WholeStep};

/// A step on a board of territories.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TerritoryStep {
    /// The action.
    pub action: Action,
    /// The outcomes of luck after it, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schemars(length(min = 1)))]
    pub chances: Vec<ShortChance>,
    /// The change of the view.
    pub change: TerritoryChange,
}

/// An outcome of luck on a board of territories.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum ShortChance {
    /// The faces in a battle, of the attack and of the defense.
    Battle([Faces; 2]),
    /// Where a reinforcement die is placed.
    Reinforce(Territory),
}

impl<G> Step<G> for TerritoryStep
where
    G: Game,
    G::State: State<Action = Action, Chance = Chance, View = View>,
{
    fn between(before: &View, action: Action, chances: &[Chance], after: &View) -> Option<Self> {
        Some(Self {
            action,
            chances: chances.iter().copied().map(ShortChance::from).collect(),
            change: TerritoryChange::between(before, after)?,
        })
    }

    fn chances(&self) -> usize {
        self.chances.len()
    }

    fn applied_to(self, before: Option<&View>) -> Option<WholeStep<Action, Chance, View>> {
        let view = self.change.applied_to(before?)?;
        Some(WholeStep {
            action: self.action,
            chances: self.chances.into_iter().map(Chance::from).collect(),
            view,
        })
    }
}

impl From<Chance> for ShortChance {
    fn from(chance: Chance) -> Self {
        match chance {
            Chance::Battle(roll) => Self::Battle([roll.attack, roll.defense]),
            Chance::Reinforce(place) => Self::Reinforce(place),
        }
    }
}

impl From<ShortChance> for Chance {
    fn from(chance: ShortChance) -> Self {
        match chance {
            ShortChance::Battle([attack, defense]) => Self::Battle(Roll { attack, defense }),
            ShortChance::Reinforce(place) => Self::Reinforce(place),
        }
    }
}
