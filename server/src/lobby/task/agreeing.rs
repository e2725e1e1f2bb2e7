//! What a lobby's task does for the dice of a match: seals them, waits for the people's shares, deals, shows the secret.
//!
//! What is next is a question to the lobby, so that a task that starts again after a crash goes on where it was.

use std::time::Duration;

use dicehall_engine::Seat;
use dicehall_engine::game::SeatSet;
use dicehall_engine::lobby::{Command, Holder, Lobby, Revision, WantDice};
use tokio::time::Instant;

use super::LobbyTask;
use crate::lobby::dice::Seal;

/// The longest that people's commitments are waited for, and then their shares; what is missing counts as zero.
const DICE_WAIT_MS_MAX: u64 = 10_000;
/// How long people may need to come back when the server starts again: as long as clients pause at most between attempts.
/// Until then nobody is waited for in vain.
const RETURN_MS_MAX: u64 = 15_000;
/// How long the task waits before it tries again what it could not do for the dice.
const DICE_RETRY_MS: u64 = 100;

/// Until when commitments or shares are waited for.
#[derive(Clone, Copy, Debug)]
pub(super) struct DiceWait {
    part: DicePart,
    at: Instant,
}

/// What people give to the dice of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct DicePart {
    /// Which of the lobby's matches the dice are for.
    match_number: u32,
    /// Whether it is the shares, and not the commitments to them.
    revealing: bool,
}

/// Until when people may be on their way back to a lobby that is opened now: nobody is on the way to a new one.
pub(super) fn back_by(lobby: &Lobby, now: Instant) -> Instant {
    let is_new = lobby.revision() == Revision(0);
    if is_new {
        now
    } else {
        now + Duration::from_millis(RETURN_MS_MAX)
    }
}

impl DiceWait {
    /// Some time does not count.
    pub(super) fn postpone(&mut self, by: Duration) {
        self.at += by;
    }
}

impl LobbyTask {
    /// When something is due for the dice.
    pub(super) fn arrange_dice(&mut self, now: Instant) -> Option<Instant> {
        let Some(want) = self.lobby.want().dice else {
            self.agenda.dice_wait = None;
            return None;
        };
        let WantDice::Wait { seats, revealing } = want else {
            return Some(now + Duration::from_millis(DICE_RETRY_MS));
        };
        let part = self.dice_part(revealing);
        let longest = Duration::from_millis(DICE_WAIT_MS_MAX);
        let fresh = DiceWait {
            part,
            at: now.max(self.back_by) + longest,
        };
        let mut wait = self
            .agenda
            .dice_wait
            .filter(|it| it.part == part)
            .unwrap_or(fresh);
        if seats.iter().all(|it| self.connected_seats().contains(it)) {
            wait.at = wait.at.min(now + longest);
        }
        self.agenda.dice_wait = Some(wait);
        Some(wait.at)
    }

    fn dice_part(&self, revealing: bool) -> DicePart {
        DicePart {
            match_number: self.lobby.matches(),
            revealing,
        }
    }

    /// Does for the dice what can be done at once.
    pub(super) fn stage_dice(&mut self) {
        while let Some(command) = self.dice_command() {
            if !self.stage_own(command) {
                return;
            }
        }
    }

    /// Gives up on what has not come in time.
    pub(super) fn stage_late_shares(&mut self, now: Instant) {
        let Some(WantDice::Wait { seats, revealing }) = self.lobby.want().dice else {
            return;
        };
        // What is waited for may have changed since the wait was arranged.
        let part = self.dice_part(revealing);
        if self
            .agenda
            .dice_wait
            .is_some_and(|it| it.part == part && it.at <= now)
        {
            tracing::debug!(lobby = %self.code, ?seats, "shares of the dice are missing");
            self.agenda.dice_wait = None;
            self.stage_own(Command::MissShares { seats });
        }
    }

    fn dice_command(&self) -> Option<Command> {
        match self.lobby.want().dice? {
            WantDice::Seal => self.seal(),
            WantDice::Wait { .. } => None,
            WantDice::Miss { seats } => Some(Command::MissShares { seats }),
            WantDice::Deal => Some(Command::Deal),
            WantDice::Open => Some(Command::OpenDice),
        }
    }

    fn seal(&self) -> Option<Command> {
        let entropy = &self.environment.entropy;
        match Seal::draw(self.code, self.lobby.matches(), entropy) {
            Ok(Seal { match_id, secret }) => {
                let (begun_at, connected) = (entropy.unix_seconds(), self.connected_seats());
                Some(Command::SealDice {
                    match_id,
                    begun_at,
                    secret,
                    connected,
                })
            }
            Err(error) => {
                tracing::error!(lobby = %self.code, %error, "no secret can be drawn");
                None
            }
        }
    }

    fn connected_seats(&self) -> SeatSet {
        let is_connected = |seat: &Seat| match self.lobby.seats()[seat.idx()] {
            Holder::Human { player, .. } => self.presence.is_connected(player),
            Holder::Open | Holder::Closed | Holder::Bot(_) => false,
        };
        Seat::ALL.into_iter().filter(is_connected).collect()
    }
}
