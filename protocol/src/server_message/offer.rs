//! Between choices and the offer in which they are sent.
//!
//! Called by the server with what the seat to move may do, and by clients with what came. Law kept here: whoever reads the
//! offer has the same choices in the same order, with odds to ten-thousandths.

use dicehall_engine::game::Offer;
use dicehall_engine::lobby::Ply;
use dicehall_engine::{AnyAction, AnyOffer};
use serde::Serialize;

use crate::server_message::ServerMessage;

/// A legal action, with what its seat may want to know.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Choice {
    /// The action.
    pub action: AnyAction,
    /// The probability that it succeeds, where it depends on luck.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub odds: Option<f64>,
    /// The size of the seat's largest region if it succeeds, in games that have regions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub link: Option<u8>,
}

/// The message that offers these choices at a ply; `None` if there are none, or of several games.
pub fn offered(ply: Ply, choices: &[Choice]) -> Option<ServerMessage> {
    let ends = choices.iter().map(|it| it.action.ends());
    let ends = ends.map(|it| it.map(|(from, to)| [from, to]));
    let are_pairs = choices
        .iter()
        .all(|it| it.action.on_territories().is_some());
    Some(ServerMessage::Offered {
        ply,
        offer: offer(choices)?,
        ends: ends.filter(|_| !are_pairs).collect(),
    })
}

/// The offer of these choices.
fn offer(choices: &[Choice]) -> Option<AnyOffer> {
    let game = choices.first()?.action.kind();
    let has_links = choices.iter().any(|it| it.link.is_some());
    let told = game.has_luck() || has_links;
    let list = choices.iter().filter(|_| told);
    AnyOffer::new(Offer {
        actions: choices.iter().map(|it| it.action).collect(),
        odds: list.clone().map(|it| it.odds.map(rounded)).collect(),
        links: list.map(|it| it.link).collect(),
    })
}

/// The choices of an offer.
pub fn choices_of(offer: AnyOffer) -> Vec<Choice> {
    let Offer {
        actions,
        odds,
        links,
    } = offer.actions();
    let mut odds = odds.into_iter();
    let mut links = links.into_iter();
    let choice = |action| Choice {
        action,
        odds: odds.next().flatten().map(|it| f64::from(it) / PARTS),
        link: links.next().flatten(),
    };
    actions.into_iter().map(choice).collect()
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
