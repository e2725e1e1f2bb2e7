//! The server's part in the agreement on the dice of a match: it seals the dice, waits for the people's shares, deals,
//! and shows the secret.
//!
//! The lobby says what is next, so that a task that starts again after a crash goes on where it was.

use std::time::Duration;

use dicehall_engine::Seat;
use dicehall_engine::game::SeatSet;
use dicehall_engine::lobby::{Command, Holder, Lobby, Revision, WantDice};
use tokio::time::Instant;

use super::LobbyTask;
use crate::lobby::dice::{LobbyDice, Seal};

/// The longest wait for people's commitments, and then again for their shares, in milliseconds; a missing share counts
/// as zero.
const DICE_WAIT_MS_MAX: u64 = 10_000;
/// The time, in milliseconds, in which people may come back after the server has started again: the longest pause that
/// clients make between two attempts. The wait for commitments and shares begins after it.
const RETURN_MS_MAX: u64 = 15_000;
/// The time before a step of the agreement that failed is tried again, in milliseconds.
const DICE_RETRY_MS: u64 = 100;

/// The server's part in the agreements on the dice of a lobby's matches.
#[derive(Debug)]
pub(super) struct DiceAgreeing {
    /// The dice of the running match.
    pub(super) dice: LobbyDice,
    /// Until then people may be on their way back to a lobby that was opened from the journal.
    back_by: Instant,
    wait: Option<DiceWait>,
}

/// A wait for people's commitments or shares.
#[derive(Clone, Copy, Debug)]
struct DiceWait {
    awaited: AwaitedPart,
    until: Instant,
}

/// The part of an agreement that people have to send.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AwaitedPart {
    /// The commitments for the match with this number in the lobby.
    Commitments(u32),
    /// The shares for the match with this number.
    Shares(u32),
}

impl DiceAgreeing {
    /// The start for a lobby that is opened now: if it is a new one, nobody can be on the way back.
    pub(super) fn new(dice: LobbyDice, lobby: &Lobby, now: Instant) -> Self {
        let is_new = lobby.revision() == Revision(0);
        let way_back = Duration::from_millis(if is_new { 0 } else { RETURN_MS_MAX });
        Self {
            dice,
            back_by: now + way_back,
            wait: None,
        }
    }

    /// Moves the end of the wait by a time that does not count.
    pub(super) fn postpone(&mut self, by: Duration) {
        if let Some(wait) = &mut self.wait {
            wait.until += by;
        }
    }

    /// Waits for a part, or goes on waiting for it; the wait is no longer than [`DICE_WAIT_MS_MAX`] once everybody who
    /// has to send it is connected. Returns the end of the wait.
    fn wait_for(&mut self, awaited: AwaitedPart, now: Instant, is_complete: bool) -> Instant {
        let longest = Duration::from_millis(DICE_WAIT_MS_MAX);
        let fresh = DiceWait {
            awaited,
            until: now.max(self.back_by) + longest,
        };
        let running = self.wait.filter(|it| it.awaited == awaited);
        let wait = self.wait.insert(running.unwrap_or(fresh));
        if is_complete {
            wait.until = wait.until.min(now + longest);
        }
        wait.until
    }

    /// Ends the wait for a part if its time is over; `false` if it is not, or if another part is waited for.
    fn give_up(&mut self, awaited: AwaitedPart, now: Instant) -> bool {
        self.wait
            .take_if(|it| it.awaited == awaited && it.until <= now)
            .is_some()
    }
}

impl LobbyTask {
    /// When the next step of the agreement is due.
    pub(super) fn arrange_dice(&mut self, now: Instant) -> Option<Instant> {
        let Some(want) = self.lobby.want().dice else {
            self.agreeing.wait = None;
            return None;
        };
        let WantDice::Wait { seats, revealing } = want else {
            return Some(now + Duration::from_millis(DICE_RETRY_MS));
        };
        let connected = self.connected_seats();
        let is_complete = seats.iter().all(|it| connected.contains(it));
        let awaited = self.awaited_part(revealing);
        Some(self.agreeing.wait_for(awaited, now, is_complete))
    }

    fn awaited_part(&self, revealing: bool) -> AwaitedPart {
        let number = self.lobby.matches();
        if revealing {
            AwaitedPart::Shares(number)
        } else {
            AwaitedPart::Commitments(number)
        }
    }

    /// Takes all steps of the agreement that can be taken now, and announces the next match's dice if they are not yet.
    pub(super) fn stage_dice(&mut self) {
        while let Some(command) = self.dice_command() {
            let deals = command == Command::Deal;
            if !self.stage_own(command) {
                return;
            }
            if deals && self.lobby.game_match().is_some_and(|it| it.is_continued) {
                self.show_position();
            }
        }
        if self.lobby.lacks_next_dice()
            && let Some(Seal { match_id, secret }) = self.draw_seal(self.lobby.matches() + 1)
        {
            self.stage_own(Command::AnnounceDice { match_id, secret });
        }
    }

    /// Sends a snapshot after the start of a match that goes on from an earlier one: nobody has seen how its position
    /// came about, and a snapshot is understood even by clients that do not know such matches.
    fn show_position(&mut self) {
        for connection in self.presence.connections() {
            self.show_anew(connection);
        }
    }

    /// Counts commitments or shares as missed that have not come in time.
    pub(super) fn stage_late_shares(&mut self, now: Instant) {
        let Some(WantDice::Wait { seats, revealing }) = self.lobby.want().dice else {
            return;
        };
        // The part that is waited for may have changed since the wait was arranged.
        let awaited = self.awaited_part(revealing);
        if self.agreeing.give_up(awaited, now) {
            tracing::debug!(lobby = %self.code, ?seats, "shares of the dice are missing");
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
        let Seal { match_id, secret } = self.draw_seal(self.lobby.matches())?;
        Some(Command::SealDice {
            match_id,
            begun_at: self.services.entropy.unix_seconds(),
            secret,
            connected: self.connected_seats(),
        })
    }

    fn draw_seal(&self, number: u32) -> Option<Seal> {
        Seal::draw(self.code, number, &self.services.entropy)
            .inspect_err(
                |error| tracing::error!(lobby = %self.code, %error, "no secret can be drawn"),
            )
            .ok()
    }

    fn connected_seats(&self) -> SeatSet {
        let is_connected = |seat: &Seat| match self.lobby.seats()[seat.idx()] {
            Holder::Human { player, .. } => self.presence.is_connected(player),
            Holder::Open | Holder::Closed | Holder::Bot(_) => false,
        };
        Seat::ALL.into_iter().filter(is_connected).collect()
    }
}
