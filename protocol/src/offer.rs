//! Between choices and their short form.
//!
//! Called by [`shown`](crate::shown). Law kept here: whoever reads the short form has the same choices in the same order,
//! with odds to ten-thousandths.

use dicehall_engine::AnyAction;
use dicehall_engine::games::territory;

use crate::brief::{AnyOffer, TerritoryOffer};
use crate::server_message::Choice;

impl AnyOffer {
    /// The short form of these choices; `None` if there are none, or of several games.
    pub(crate) fn of(choices: &[Choice]) -> Option<Self> {
        Some(match choices.first()?.action {
            AnyAction::DiceOfDoom(_) => Self::DiceOfDoom(TerritoryOffer::of(choices)?),
            AnyAction::DiceWars(_) => Self::DiceWars(TerritoryOffer::of(choices)?),
            AnyAction::AnimalShogi(_) => {
                let actions = choices.iter().map(|it| match it.action {
                    AnyAction::AnimalShogi(action) => Some(action),
                    AnyAction::DiceOfDoom(_) | AnyAction::DiceWars(_) | AnyAction::TicTacToe(_) => {
                        None
                    }
                });
                let actions = actions.collect::<Option<_>>()?;
                Self::AnimalShogi { actions }
            }
            AnyAction::TicTacToe(_) => {
                let actions = choices.iter().map(|it| match it.action {
                    AnyAction::TicTacToe(action) => Some(action),
                    AnyAction::DiceOfDoom(_)
                    | AnyAction::DiceWars(_)
                    | AnyAction::AnimalShogi(_) => None,
                });
                let actions = actions.collect::<Option<_>>()?;
                Self::TicTacToe { actions }
            }
        })
    }

    /// The choices.
    pub(crate) fn choices(self) -> Vec<Choice> {
        let plain = |action| Choice {
            action,
            odds: None,
            link: None,
        };
        match self {
            Self::DiceOfDoom(offer) => offer.choices(AnyAction::DiceOfDoom),
            Self::DiceWars(offer) => offer.choices(AnyAction::DiceWars),
            Self::AnimalShogi { actions } => {
                let actions = actions.into_iter().map(AnyAction::AnimalShogi);
                actions.map(plain).collect()
            }
            Self::TicTacToe { actions } => {
                let actions = actions.into_iter().map(AnyAction::TicTacToe);
                actions.map(plain).collect()
            }
        }
    }
}

impl TerritoryOffer {
    fn of(choices: &[Choice]) -> Option<Self> {
        let actions = choices.iter().map(|it| it.action.on_territories());
        Some(Self {
            actions: actions.collect::<Option<_>>()?,
            odds: choices.iter().map(|it| it.odds.map(rounded)).collect(),
            links: choices.iter().map(|it| it.link).collect(),
        })
    }

    fn choices(self, of_game: fn(territory::Action) -> AnyAction) -> Vec<Choice> {
        let odds = self.odds.into_iter();
        let odds = odds.map(|it| it.map(|parts| f64::from(parts) / PARTS));
        let odds = odds.chain(std::iter::repeat(None));
        let links = self.links.into_iter().chain(std::iter::repeat(None));
        let offered = self.actions.into_iter().zip(odds.zip(links));
        offered
            .map(|(action, (odds, link))| Choice {
                action: of_game(action),
                odds,
                link,
            })
            .collect()
    }
}

/// The parts into which a probability is divided.
const PARTS: f64 = 10_000.0;

/// The probability in ten-thousandths. One that is not certain stays so.
#[expect(
    clippy::as_conversions,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "it is between 0 and the number of parts"
)]
fn rounded(odds: f64) -> u16 {
    let is_certain = odds <= 0.0 || odds >= 1.0;
    let (least, most) = if is_certain {
        (0.0, PARTS)
    } else {
        (1.0, PARTS - 1.0)
    };
    (odds * PARTS).round().clamp(least, most) as u16
}
