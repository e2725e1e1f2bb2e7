//! The audit of a match that is over: whether everything that nature chose follows from the agreed dice, and everything
//! that happened from the rules.
//!
//! A pure function of a record. Clients audit the matches that they saw, `dicehall verify` audits files; both share
//! this one place. Law kept here: nothing in the record is believed that can be computed.

use crate::dice::Dice;
use crate::fair::{Commitment, MatchDice, MatchId, Party, Secret, commitment};
use crate::game::ending::ending;
use crate::game::{Node, Outcome, Seat, SeatSet, State};
use crate::games::{AnyAction, AnyChance, AnyConfig, AnyRules, AnyState};
use crate::origin::{self, BadOrigin, Origin};

/// The record of a match that is over.
#[derive(Clone, Debug)]
pub struct Record {
    /// The name of the match.
    pub match_id: MatchId,
    /// The commitment that bound the server.
    pub commitment: Commitment,
    /// The secret that the server showed at the end.
    pub secret: Secret,
    /// The seats that were asked for a share, in order.
    pub shares: Vec<SharePart>,
    /// The rules that the lobby was set to.
    pub rules: AnyRules,
    /// The number of seats that played.
    pub seats: u8,
    /// The seats that humans held when the match was called.
    pub humans: SeatSet,
    /// The start of the match.
    pub config: AnyConfig,
    /// The earlier match from which this one went on; `None` if this one was dealt. The luck in the earlier match is
    /// proven by its own record alone.
    pub origin: Option<Origin>,
    /// Everything that happened after the start, or after the origin.
    pub steps: Vec<AuditStep>,
    /// The outcome at the end.
    pub outcome: Outcome,
}

/// The contribution of a seat to the dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SharePart {
    /// The seat.
    pub seat: Seat,
    /// The commitment that bound the seat.
    pub commitment: Option<Commitment>,
    /// The share that the seat showed; `None` if it showed none in time, which counts as a share of zeros.
    pub share: Option<Secret>,
}

/// A step of a match: an event that matters for how the match goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AuditStep {
    /// A seat chose.
    Acted(Seat, AnyAction),
    /// Nature chose.
    Rolled(AnyChance),
    /// A seat gave up.
    Resigned(Seat),
    /// A human gave the seat away for good.
    Vacated(Seat),
}

/// The extent of an audit that found no fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verified {
    /// The number of rolls that were rolled again, the deal not counted.
    pub rolls: u64,
    /// The number of actions that were checked against the rules.
    pub actions: u64,
}

/// The first fault that an audit found.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The secret is not the one that the server was bound to.
    #[error("the server's secret does not fit its commitment")]
    Secret,
    /// A share is not the one that the seat was bound to.
    #[error("the share of seat {} does not fit its commitment", .0.number())]
    Share(Seat),
    /// The start does not follow from the dice.
    #[error("the start of the match does not follow from the dice")]
    Start,
    /// The earlier match from which this one went on cannot have gone as the record says.
    #[error("{0}")]
    Origin(BadOrigin),
    /// The match did not go on from the last position of the earlier one.
    #[error("the match does not go on from where the earlier one stands")]
    Elsewhere,
    /// A step does not follow from the rules or the dice.
    #[error("{what}")]
    AuditStep {
        /// The number of the step, from 0.
        at: usize,
        /// The fault in words.
        what: String,
    },
    /// The match ended otherwise than the record says, or not at all.
    #[error("the match does not end as the record says")]
    Outcome,
}

/// Checks commitments, start, every roll, every action and the end.
pub fn audit(record: &Record) -> Result<Verified, Fault> {
    let mut dice = dice_of(record)?;
    let state = match &record.origin {
        Some(origin) => taken_over(record, origin)?,
        None => dealt(record, &mut dice)?,
    };
    let verified = Verified {
        rolls: 0,
        actions: 0,
    };
    let mut audit = Audit {
        dice,
        // A match may be over when it is dealt: without an action it has an outcome.
        outcome: ending(&state, SeatSet::EMPTY, record.humans),
        state,
        humans: record.humans,
        resigned: SeatSet::EMPTY,
        verified,
    };
    for (at, step) in record.steps.iter().enumerate() {
        audit
            .step(*step)
            .map_err(|what| Fault::AuditStep { at, what })?;
    }
    if audit.state.node() == Node::Chance || audit.outcome != Some(record.outcome) {
        return Err(Fault::Outcome);
    }
    Ok(audit.verified)
}

/// The first position, if it is the one that the dice deal.
fn dealt(record: &Record, dice: &mut MatchDice) -> Result<AnyState, Fault> {
    dice.begin_roll(0);
    let config = record.rules.generate(record.seats, dice);
    let config = config.map_err(|_no_config| Fault::Start)?;
    let mut by_each = Seat::first(record.seats).map(|it| config.clone().begun_by(it));
    if !by_each.any(|it| it == record.config) {
        return Err(Fault::Start);
    }
    record.config.start().map_err(|_no_start| Fault::Start)
}

/// The position at the end of the origin, if the match can have gone on from there.
fn taken_over(record: &Record, origin: &Origin) -> Result<AnyState, Fault> {
    let state = origin.position().map_err(Fault::Origin)?;
    if origin.config != record.config
        || origin.config.kind() != record.rules.kind()
        || state.seats() != record.seats
    {
        return Err(Fault::Elsewhere);
    }
    Ok(state)
}

/// The dice that the match must have used.
fn dice_of(record: &Record) -> Result<MatchDice, Fault> {
    if commitment(&record.match_id, Party::Server, &record.secret) != record.commitment {
        return Err(Fault::Secret);
    }
    let mut shares = Vec::new();
    for part in &record.shares {
        if let Some(share) = part.share {
            let bound = commitment(&record.match_id, Party::Seat(part.seat), &share);
            if part.commitment != Some(bound) {
                return Err(Fault::Share(part.seat));
            }
        }
        shares.push(part.share.unwrap_or(Secret::ZERO));
    }
    Ok(MatchDice::new(&record.secret, &record.match_id, &shares))
}

/// A match that is replayed from its record.
struct Audit {
    dice: MatchDice,
    state: AnyState,
    humans: SeatSet,
    resigned: SeatSet,
    outcome: Option<Outcome>,
    verified: Verified,
}

impl Audit {
    fn step(&mut self, step: AuditStep) -> Result<(), String> {
        let is_over = self.outcome.is_some();
        match step {
            AuditStep::Acted(..) | AuditStep::Rolled(_) | AuditStep::Resigned(_) if is_over => {
                return Err("the match is over before".to_owned());
            }
            AuditStep::Acted(seat, action) => self.act(seat, action)?,
            AuditStep::Rolled(chance) => self.roll(chance)?,
            AuditStep::Resigned(seat) => self.resign(seat)?,
            AuditStep::Vacated(seat) => {
                self.humans = self.humans.iter().filter(|it| *it != seat).collect();
            }
        }
        self.outcome = self
            .outcome
            .or_else(|| ending(&self.state, self.resigned, self.humans));
        Ok(())
    }

    fn act(&mut self, seat: Seat, action: AnyAction) -> Result<(), String> {
        if self.state.node() != Node::Decision(seat) {
            return Err(format!("seat {} is not to move", seat.number()));
        }
        origin::act(&mut self.state, action)?;
        self.verified.actions += 1;
        Ok(())
    }

    fn resign(&mut self, seat: Seat) -> Result<(), String> {
        if !self.humans.contains(seat)
            || self.resigned.contains(seat)
            || self.state.node() == Node::Chance
        {
            return Err(format!("seat {} cannot resign", seat.number()));
        }
        self.resigned = self.resigned.with(seat);
        Ok(())
    }

    fn roll(&mut self, chance: AnyChance) -> Result<(), String> {
        if self.state.node() != Node::Chance {
            return Err("nothing is to be rolled".to_owned());
        }
        let number = self.verified.rolls + 1;
        self.dice.begin_roll(number);
        if self.state.roll(&mut self.dice) != Some(chance) {
            return Err(format!("roll {number} is not what the dice show"));
        }
        self.state.resolve(chance);
        self.verified.rolls = number;
        Ok(())
    }
}

#[cfg(test)]
mod tests;
