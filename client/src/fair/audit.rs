//! The audit of a match's dice against the agreement on them, from the client's own record or from
//! a match file.
//!
//! Turns what was shown into the engine's record and lets the engine audit it. The link audits
//! every match at its end; `dicehall verify` and `dicehall replay` audit files. Law kept here:
//! nothing that could not be checked is called verified.

pub mod file;
pub mod witness;

use dicehall_engine::audit::SharePart;
use dicehall_engine::lobby::PlayerId;
use dicehall_engine::{Seat, SeatSet};
use dicehall_protocol::{AgreementView, ShareView};

use crate::lang::Language;

/// The result of an audit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Every roll follows from the agreement.
    Verified {
        /// The number of rolls that were recomputed.
        rolls: u64,
        /// Whether this client's own share is in the dice.
        own: OwnShare,
    },
    /// Something does not follow from the agreement: the first fault, in words.
    Wrong(String),
    /// The audit was not possible, with the reason in words.
    Unknown(String),
}

/// Whether and how a client's own share is in the dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OwnShare {
    /// The share is in the dice.
    Counted,
    /// The share was asked for and not given in time; it counts as zero.
    Missed,
    /// A share is in the dice, but this run of the program has not given it.
    NotGiven,
    /// The client sat at the table and was not asked for a share.
    NotAsked,
    /// The client did not play.
    None,
}

impl Verdict {
    /// Whether people must be warned.
    pub fn is_alarming(&self) -> bool {
        matches!(self, Self::Wrong(_))
    }

    /// The result in words.
    pub(crate) fn told(&self, language: Language) -> String {
        match self {
            Self::Verified { rolls, own } => {
                let own = match own {
                    OwnShare::Counted | OwnShare::None => "counted",
                    OwnShare::Missed => "missed",
                    OwnShare::NotGiven => "not_given",
                    OwnShare::NotAsked => "not_asked",
                };
                language.dice_verified(*rolls, own)
            }
            Self::Wrong(fault) => language.dice_are_wrong(fault),
            Self::Unknown(why) => language.dice_unknown(why),
        }
    }
}

impl std::fmt::Display for Verdict {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.told(Language::English))
    }
}

/// The humans on the seats that play, by seat; `None` for bots.
type Players = Vec<Option<PlayerId>>;

fn parts(agreement: &AgreementView) -> Vec<SharePart> {
    let part = |it: &ShareView| SharePart {
        seat: it.seat,
        commitment: it.commitment,
        share: it.share.filter(|_| !it.missed),
    };
    agreement.shares.iter().map(part).collect()
}

fn humans(players: &[Option<PlayerId>]) -> SeatSet {
    Seat::ALL
        .into_iter()
        .zip(players)
        .filter(|(_, it)| it.is_some())
        .map(|(seat, _)| seat)
        .collect()
}

/// The number of seats that play.
#[expect(clippy::expect_used, reason = "a lobby has at most four seats")]
fn count(players: &[Option<PlayerId>]) -> u8 {
    u8::try_from(players.len()).expect("a player for each seat")
}

fn seat_of(players: &[Option<PlayerId>], player: PlayerId) -> Option<Seat> {
    Seat::ALL
        .into_iter()
        .zip(players)
        .find(|(_, it)| **it == Some(player))
        .map(|(seat, _)| seat)
}
