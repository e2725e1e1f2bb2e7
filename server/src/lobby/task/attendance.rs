//! A match stands still while nobody is there for it: no bot acts and no clock runs. Who has to be there the rules know
//! (`Lobby::is_attended`), who is there the presence.
//!
//! Nothing of it is journaled: after a restart nobody is connected, so every match stands until somebody is back.

use dicehall_protocol::ServerMessage;
use tokio::time::Instant;

use super::{LobbyTask, encode};
use crate::frame::Frame;
use crate::translate;

impl LobbyTask {
    /// Whether somebody is connected for whom the match goes on.
    pub(super) fn is_attended(&self) -> bool {
        self.lobby
            .is_attended(|player| self.presence.is_connected(player))
    }

    /// The clock stands or runs on, by who is connected now and whether its human is to choose; whether the match is attended.
    pub(super) fn heed_attendance(&mut self, now: Instant) -> bool {
        let is_attended = self.is_attended();
        let wanted = self.lobby.want().clock;
        if let Some(clock) = &mut self.agenda.clock {
            if is_attended && wanted.is_some_and(|it| clock.answers(it)) {
                clock.run_on(now);
            } else {
                clock.stand(now);
            }
        }
        is_attended
    }

    /// The clocks, if everybody is to be told of them: another one runs, or it stands, or it runs on.
    pub(super) fn changed_clocks(&mut self) -> Option<Frame> {
        let clocks = translate::clocks(&self.lobby, 0, self.is_attended());
        if clocks == self.announced.clocks {
            return None;
        }
        self.announced.clocks = clocks;
        self.clocks_now().map(|it| encode(&it))
    }

    /// What is left to think at this moment, if the match has a clock.
    pub(super) fn clocks_now(&self) -> Option<ServerMessage> {
        let spent_ms = self.spent_ms(Instant::now());
        translate::clocks(&self.lobby, spent_ms, self.is_attended())
    }
}
