//! A person's reading of answers: an accepted action must be in the journal, and a chat line as often as it was
//! accepted.

use dicehall_engine::lobby::Request;
use dicehall_protocol::{ClientCommand, SessionCommand};

use super::{Person, Seen};

/// The answer to a chat line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Said {
    Unknown,
    Accepted,
    Refused,
}

impl Person {
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "most commands have nothing to be noted"
    )]
    pub(super) fn note_accepted(&mut self, asked: ClientCommand) {
        let Some(lobby) = self.joined.as_ref().map(|it| it.lobby) else {
            return;
        };
        match asked {
            ClientCommand::Lobby(Request::Act { ply, action }) => {
                self.world.count(|it| it.acts += 1);
                self.world.oracle().check_acted(lobby, ply, action);
            }
            ClientCommand::Lobby(Request::Chat { text }) => self.settle(&text, Said::Accepted),
            ClientCommand::Lobby(Request::Leave) => {
                self.joined = None;
                self.world.place(self.number, None);
                self.seen = Seen::default();
            }
            _ => {}
        }
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "most commands have nothing to be noted"
    )]
    pub(super) fn note_rejected(&mut self, id: u64, asked: &ClientCommand, code: &str) {
        self.world.count(|it| it.refused(code));
        match asked {
            ClientCommand::Lobby(Request::Act { .. }) => self.acted = None,
            // It is not known whether it was carried out.
            ClientCommand::Lobby(Request::Chat { .. }) if code == "too_old" => {}
            // It was sent again, and the lobby has forgotten the person, and with the person its answer.
            ClientCommand::Lobby(Request::Chat { .. })
                if code == "not_in_lobby" && self.kept.was_repeated(id) => {}
            ClientCommand::Lobby(Request::Chat { text }) => self.settle(text, Said::Refused),
            ClientCommand::Lobby(Request::Pause { .. }) if code == "frozen" => self.goes_on = false,
            ClientCommand::Session(SessionCommand::JoinLobby { lobby, .. })
                if ["no_such_lobby", "lobby_quarantined"].contains(&code) =>
            {
                self.world.lose(self.table, *lobby);
                self.entering = None;
            }
            // Whoever could open it again has left: the table needs another.
            ClientCommand::Session(SessionCommand::JoinLobby { lobby, .. })
                if code == "lobby_locked" && self.world.is_deserted(*lobby) =>
            {
                self.world.lose(self.table, *lobby);
                self.entering = None;
            }
            // The name is taken, perhaps by this person before the answer was lost.
            ClientCommand::Session(SessionCommand::JoinLobby { .. })
                if ["name_taken", "banned"].contains(&code) =>
            {
                self.names += 1;
                self.entering = None;
            }
            ClientCommand::Session(
                SessionCommand::JoinLobby { .. } | SessionCommand::CreateLobby { .. },
            ) => {}
            // A person who was removed learns it from the next command outside of the lobby.
            _ if code == "not_in_lobby" => {
                self.joined = None;
                self.world.place(self.number, None);
                self.seen = Seen::default();
            }
            _ => {}
        }
    }

    fn settle(&mut self, line: &str, became: Said) {
        for (_, text, said) in &mut self.said {
            if text == line {
                *said = became;
            }
        }
    }

    /// Checks that every accepted line was said once, every refused one never, and none twice.
    pub(super) fn check_said(&self) {
        for (lobby, line, said) in &self.said {
            let times = self.world.oracle().times_said(*lobby, line);
            let right = match said {
                Said::Unknown => times <= 1,
                Said::Accepted => times == 1,
                Said::Refused => times == 0,
            };
            assert!(
                right,
                "{}: {line:?} is {said:?} and was said {times} times",
                self.name()
            );
        }
    }
}
