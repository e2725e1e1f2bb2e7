//! The facts of any game that the table is told: its view in plain terms, the steps of a match, and the actions that are offered.

use serde::{Deserialize, Serialize};

use super::{AnyAction, AnyChance, AnyView};
use crate::game::{ActionOf, Game, Mark, Offer, Seat, Step, View, WholeStep};

/// A step of some game, told whole.
pub type AnyWholeStep = WholeStep<AnyAction, AnyChance, AnyView>;

macro_rules! told_games {
    ($($variant:ident => $game:ty, $name:literal, $title:literal;)+) => {
        impl View for AnyView {
            fn to_move(&self) -> Option<Seat> {
                match self { $(Self::$variant(view) => view.to_move(),)+ }
            }

            fn marks(&self) -> Vec<Mark> {
                match self { $(Self::$variant(view) => view.marks(),)+ }
            }

            fn match_point(&self) -> Option<Seat> {
                match self { $(Self::$variant(view) => view.match_point(),)+ }
            }

            fn text(&self) -> &str {
                match self { $(Self::$variant(view) => view.text(),)+ }
            }
        }

        /// An action, the luck that it caused, and what both have changed. Views that are small are told whole.
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(tag = "game")]
        pub enum AnyStep {
            $(#[doc = $title] #[serde(rename = $name)] $variant(<$game as Game>::Step),)+
        }

        impl AnyStep {
            /// The step that leads from one view to another; `None` if it has no short form.
            pub fn between(
                before: &AnyView,
                action: AnyAction,
                chances: &[AnyChance],
                after: &AnyView,
            ) -> Option<Self> {
                match (before, action, after) {
                    $((AnyView::$variant(before), AnyAction::$variant(action), AnyView::$variant(after)) => {
                        let chances = chances.iter().map(|it| {
                            if let AnyChance::$variant(chance) = it { Some(*chance) } else { None }
                        });
                        let chances: Vec<_> = chances.collect::<Option<_>>()?;
                        <<$game as Game>::Step as Step<$game>>::between(before, action, &chances, after).map(Self::$variant)
                    })+
                    _ => None,
                }
            }

            /// How often luck chose.
            pub fn chances(&self) -> usize {
                match self { $(Self::$variant(step) => <<$game as Game>::Step as Step<$game>>::chances(step),)+ }
            }

            /// The whole step; `None` if it does not fit the view before.
            pub fn applied_to(self, before: Option<&AnyView>) -> Option<AnyWholeStep> {
                match self {
                    $(Self::$variant(step) => {
                        let before = before.and_then(|it| {
                            if let AnyView::$variant(view) = it { Some(view) } else { None }
                        });
                        let step = <<$game as Game>::Step as Step<$game>>::applied_to(step, before)?;
                        Some(WholeStep {
                            action: AnyAction::$variant(step.action),
                            chances: step.chances.into_iter().map(AnyChance::$variant).collect(),
                            view: AnyView::$variant(step.view),
                        })
                    })+
                }
            }
        }

        /// Every legal action.
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(tag = "game")]
        pub enum AnyOffer {
            $(#[doc = $title] #[serde(rename = $name)] $variant(Offer<ActionOf<$game>>),)+
        }

        impl AnyOffer {
            /// The offer of these actions; `None` if there are none, or of several games.
            pub fn new(offer: Offer<AnyAction>) -> Option<Self> {
                match offer.actions.first()? {
                    $(AnyAction::$variant(_) => {
                        let offer = offer.try_map(|it| {
                            if let AnyAction::$variant(action) = it { Some(action) } else { None }
                        });
                        offer.map(Self::$variant)
                    })+
                }
            }

            /// The offer of actions of any game.
            pub fn actions(self) -> Offer<AnyAction> {
                match self { $(Self::$variant(offer) => offer.map(AnyAction::$variant),)+ }
            }
        }
    };
}

games!(told_games);
