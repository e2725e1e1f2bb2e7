//! The short forms of what is said most: an action with its consequences, and what may be chosen.
//!
//! New in version 3; clients of version 2 are sent an `update` with the whole view, and `choices`. They are made and
//! read by [`Shown`](crate::shown::Shown). The name of the game stands once in each.

use dicehall_engine::games::{animal_shogi, territory, tic_tac_toe};
use dicehall_engine::{AnyAction, AnyChance, AnyView};
use serde::{Deserialize, Serialize};

use crate::change::TerritoryChange;

/// An action, the luck that it caused, and what both have changed. Views that are small are told whole.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "game", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum AnyStep {
    /// Dice of Doom
    #[serde(rename = "dice-of-doom")]
    DiceOfDoom(TerritoryStep),
    /// Dice Wars
    #[serde(rename = "dice-wars")]
    DiceWars(TerritoryStep),
    /// Animal shogi
    #[serde(rename = "animal-shogi")]
    AnimalShogi {
        /// The action.
        action: animal_shogi::Action,
        /// The position after it.
        view: animal_shogi::View,
    },
    /// Tic-tac-toe
    #[serde(rename = "tic-tac-toe")]
    TicTacToe {
        /// The action.
        action: tic_tac_toe::Cell,
        /// The position after it.
        view: tic_tac_toe::View,
    },
}

/// A step on a board of territories.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TerritoryStep {
    /// The action.
    pub action: territory::Action,
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
    Battle([territory::Faces; 2]),
    /// Where a reinforcement die is placed.
    Reinforce(territory::Territory),
}

/// Every legal action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "game", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum AnyOffer {
    /// Dice of Doom
    #[serde(rename = "dice-of-doom")]
    DiceOfDoom(TerritoryOffer),
    /// Dice Wars
    #[serde(rename = "dice-wars")]
    DiceWars(TerritoryOffer),
    /// Animal shogi
    #[serde(rename = "animal-shogi")]
    AnimalShogi {
        /// The actions.
        actions: Vec<animal_shogi::Action>,
    },
    /// Tic-tac-toe
    #[serde(rename = "tic-tac-toe")]
    TicTacToe {
        /// The actions.
        actions: Vec<tic_tac_toe::Cell>,
    },
}

/// Every legal action on a board of territories, and of each, in the same order, its odds and its link.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TerritoryOffer {
    /// The actions.
    pub actions: Vec<territory::Action>,
    /// The probability that it succeeds, in ten-thousandths; absent where it does not depend on luck.
    pub odds: Vec<Option<u16>>,
    /// The size of the seat's largest region if it succeeds.
    pub links: Vec<Option<u8>>,
}

impl AnyStep {
    /// The step that leads from one view to another; `None` if it has no short form.
    pub(crate) fn between(
        before: &AnyView,
        action: AnyAction,
        chances: &[AnyChance],
        after: &AnyView,
    ) -> Option<Self> {
        Some(match (before, action, after) {
            (
                AnyView::DiceOfDoom(before),
                AnyAction::DiceOfDoom(action),
                AnyView::DiceOfDoom(after),
            ) => Self::DiceOfDoom(TerritoryStep::between(before, action, chances, after)?),
            (AnyView::DiceWars(before), AnyAction::DiceWars(action), AnyView::DiceWars(after)) => {
                Self::DiceWars(TerritoryStep::between(before, action, chances, after)?)
            }
            (_, AnyAction::AnimalShogi(action), AnyView::AnimalShogi(view))
                if chances.is_empty() =>
            {
                let view = view.clone();
                Self::AnimalShogi { action, view }
            }
            (_, AnyAction::TicTacToe(action), AnyView::TicTacToe(view)) if chances.is_empty() => {
                let view = view.clone();
                Self::TicTacToe { action, view }
            }
            _ => return None,
        })
    }

    /// The number of events that the step tells: the action, and what luck chose.
    pub(crate) fn events(&self) -> usize {
        match self {
            Self::DiceOfDoom(step) | Self::DiceWars(step) => 1 + step.chances.len(),
            Self::AnimalShogi { .. } | Self::TicTacToe { .. } => 1,
        }
    }

    /// The action, what luck chose, and the view after the step; `None` if it does not fit the view before.
    pub(crate) fn applied_to(
        self,
        before: Option<&AnyView>,
    ) -> Option<(AnyAction, Vec<AnyChance>, AnyView)> {
        Some(match self {
            Self::DiceOfDoom(step) => {
                let Some(AnyView::DiceOfDoom(before)) = before else {
                    return None;
                };
                let after = step.change.applied_to(before)?;
                let chances = step.chances.into_iter().map(territory::Chance::from);
                let chances = chances.map(AnyChance::DiceOfDoom);
                let action = AnyAction::DiceOfDoom(step.action);
                (action, chances.collect(), AnyView::DiceOfDoom(after))
            }
            Self::DiceWars(step) => {
                let Some(AnyView::DiceWars(before)) = before else {
                    return None;
                };
                let after = step.change.applied_to(before)?;
                let chances = step.chances.into_iter().map(territory::Chance::from);
                let chances = chances.map(AnyChance::DiceWars);
                let action = AnyAction::DiceWars(step.action);
                (action, chances.collect(), AnyView::DiceWars(after))
            }
            Self::AnimalShogi { action, view } => {
                let action = AnyAction::AnimalShogi(action);
                (action, Vec::new(), AnyView::AnimalShogi(view))
            }
            Self::TicTacToe { action, view } => {
                let action = AnyAction::TicTacToe(action);
                (action, Vec::new(), AnyView::TicTacToe(view))
            }
        })
    }
}

impl TerritoryStep {
    fn between(
        before: &territory::View,
        action: territory::Action,
        chances: &[AnyChance],
        after: &territory::View,
    ) -> Option<Self> {
        let chances = chances.iter().map(|it| match it {
            AnyChance::DiceOfDoom(chance) | AnyChance::DiceWars(chance) => {
                Some(ShortChance::from(*chance))
            }
            AnyChance::AnimalShogi(_) | AnyChance::TicTacToe(_) => None,
        });
        Some(Self {
            action,
            chances: chances.collect::<Option<_>>()?,
            change: TerritoryChange::between(before, after)?,
        })
    }
}

impl From<territory::Chance> for ShortChance {
    fn from(chance: territory::Chance) -> Self {
        match chance {
            territory::Chance::Battle(roll) => Self::Battle([roll.attack, roll.defense]),
            territory::Chance::Reinforce(place) => Self::Reinforce(place),
        }
    }
}

impl From<ShortChance> for territory::Chance {
    fn from(chance: ShortChance) -> Self {
        match chance {
            ShortChance::Battle([attack, defense]) => {
                Self::Battle(territory::Roll { attack, defense })
            }
            ShortChance::Reinforce(place) => Self::Reinforce(place),
        }
    }
}
