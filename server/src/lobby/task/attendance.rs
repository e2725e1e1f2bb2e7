//! Attendance: a match stands still while nobody is there for it, so that no bot acts and no clock runs. The rules say
//! who has to be there (`Lobby::is_attended`), the presence who is there.
//!
//! Attendance is not journaled: after a restart nobody is connected, so every match stands still until somebody is
//! back.

use dicehall_protocol::ServerMessage;
use tokio::time::Instant;

use super::clock::RunningClock;
use super::presence::Due;
use super::{LobbyTask, encode};
use crate::frame::Frame;
use crate::translate;

impl LobbyTask {
    /// Whether somebody is connected for whom the match goes on.
    pub(super) fn is_attended(&self) -> bool {
        self.lobby
            .is_attended(|player| self.presence.is_connected(player))
    }

    /// Takes one change that is due because somebody is gone; `None` if there are no more.
    pub(super) fn take_due(&mut self, now: Instant) -> Option<Due> {
        let lobby = &self.lobby;
        self.presence
            .take_due(now, |player| lobby.seat_of(player).is_some())
    }

    /// When the next change will be due because somebody is gone.
    pub(super) fn next_due(&self) -> Option<Instant> {
        self.presence
            .next_due(|player| self.lobby.seat_of(player).is_some())
    }

    /// Stops the clock if nobody is connected for whom the match goes on, or if its human is not to choose.
    pub(super) fn stop_clock_if_unattended(&mut self, now: Instant) {
        if self.agenda.clock.is_none() || self.clock_may_run(self.is_attended()) {
            return;
        }
        if let Some(clock) = &mut self.agenda.clock {
            clock.stand(now);
        }
    }

    /// Stops the clock or lets it run on; returns whether the match is attended. Only called when everything that was
    /// decided is durable, because until then nobody can act, so that no clock may run on.
    pub(super) fn heed_attendance(&mut self, now: Instant) -> bool {
        let is_attended = self.is_attended();
        let may_run = self.clock_may_run(is_attended);
        if let Some(clock) = &mut self.agenda.clock {
            if may_run {
                clock.run_on(now);
            } else {
                clock.stand(now);
            }
        }
        is_attended
    }

    /// Whether the match is attended, and the human of the clock's seat is to choose.
    fn clock_may_run(&self, is_attended: bool) -> bool {
        let is_wanted = |clock: RunningClock| {
            let wanted = self.lobby.want().clock;
            wanted.is_some_and(|it| clock.answers(it))
        };
        is_attended && self.agenda.clock.is_some_and(is_wanted)
    }

    /// The clocks, if they have to be announced: another one runs, or it has stopped, or it runs on.
    pub(super) fn changed_clocks(&mut self) -> Option<Frame> {
        let clocks = translate::clocks(&self.lobby, 0, self.is_attended());
        if clocks == self.announced.clocks {
            return None;
        }
        self.announced.clocks = clocks;
        self.clocks_now().map(|it| encode(&it))
    }

    /// The clocks as they are now, if the match has any.
    pub(super) fn clocks_now(&self) -> Option<ServerMessage> {
        let spent_ms = self.spent_ms(Instant::now());
        translate::clocks(&self.lobby, spent_ms, self.is_attended())
    }
}
