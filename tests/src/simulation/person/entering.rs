//! Entering: every request has a key, and is sent again with it until it is answered, as the client does.

use std::time::Duration;

use dicehall_engine::Dice;
use dicehall_protocol::{ClientCommand, Joined, RequestKey, SessionCommand};
use tokio::time::sleep;

use super::again::Proof;
use super::socket::Socket;
use super::{Person, Season};

/// The request to enter that was not granted yet.
#[derive(Debug)]
pub(super) struct Entering {
    command: SessionCommand,
    /// The number of durable appends when it was last sent.
    asked: usize,
}

impl Person {
    /// The next command outside of lobbies.
    pub(super) fn command_outside(&mut self) -> Option<ClientCommand> {
        if !self.open.is_empty() {
            return None;
        }
        let again = self.entering.take().filter(|_| self.luck.below(16) > 0);
        let command = match again {
            Some(Entering { command, .. }) => {
                self.world.count(|it| it.requests_again += 1);
                Some(command)
            }
            None => self.new_request(),
        };
        let Some(command) = command else {
            return (self.luck.below(10) == 0).then_some(SessionCommand::ListLobbies.into());
        };
        self.entering = Some(Entering {
            command: command.clone(),
            asked: self.world.oracle().durable(),
        });
        Some(command.into())
    }

    /// A new request; it has a key, except for those of old clients.
    fn new_request(&mut self) -> Option<SessionCommand> {
        let lobby = self.world.code(self.table);
        if lobby.is_none() && !self.is_host {
            return None;
        }
        let drawn = RequestKey(std::array::from_fn(|_| {
            u8::try_from(self.luck.below(256)).unwrap()
        }));
        let key = (self.luck.below(8) > 0).then_some(drawn);
        let (title, settings) = (
            format!("Table {}", self.table),
            self.world.plan.settings.clone(),
        );
        Some(match lobby {
            Some(lobby) => SessionCommand::JoinLobby {
                lobby,
                password: None,
                key,
            },
            None => SessionCommand::CreateLobby {
                title,
                settings,
                password: None,
                key,
            },
        })
    }

    /// In a storm, often breaks the connection before the answer to a request is known.
    pub(super) async fn break_while_entering(&mut self, socket: &Socket) -> bool {
        if self.world.season() != Season::Storm || self.luck.below(4) > 0 {
            return false;
        }
        sleep(Duration::from_millis(self.luck.below(80))).await;
        if self.luck.below(2) == 0 {
            socket.get_ref().cut();
        }
        true
    }

    /// The request was granted; from now on its key is the proof that was used last.
    pub(super) fn note_entered(&mut self, joined: &Joined, asked: &ClientCommand) {
        let is_mine = self.world.oracle().name_of(joined.lobby, joined.player);
        let prefix = format!("p{}-", self.number);
        assert!(
            is_mine.as_ref().is_none_or(|it| it.starts_with(&prefix)),
            "{}: the place of {is_mine:?} was given away",
            self.name()
        );
        let entering = self.entering.take();
        self.kept.shown = None;
        let Some(key) = key_of(asked) else { return };
        let durable = entering.map_or(0, |it| it.asked);
        let Joined { lobby, player, .. } = *joined;
        let mut oracle = self.world.oracle();
        let is_known = oracle.check_answer(key, lobby, player, durable);
        drop(oracle);
        self.world.count(|it| it.returns += u64::from(is_known));
        self.kept.shown = Some(Proof::Request(String::from(key)));
    }

    /// The request was refused: nobody may have got a place by it.
    pub(super) fn note_not_entered(&mut self, asked: &ClientCommand, code: &str) {
        let Some((key, entering)) = key_of(asked).zip(self.entering.as_ref()) else {
            return;
        };
        let known = self.world.oracle().must_know(key, code, entering.asked);
        assert!(
            known.is_none(),
            "{}: {code} is said to somebody who is inside by this request: {known:?}",
            self.name()
        );
    }
}

/// The key of a request to come in.
pub(super) fn key_of(command: &ClientCommand) -> Option<RequestKey> {
    if let ClientCommand::Session(
        SessionCommand::CreateLobby { key, .. } | SessionCommand::JoinLobby { key, .. },
    ) = command
    {
        *key
    } else {
        None
    }
}
