//! Coming back: commands whose answers were lost come again under the same numbers, and tokens that must not be good any
//! more are tried.
//!
//! A token is worth nothing once the one after it was used: by a return, or by a command through the connection that was
//! told it.

use std::collections::BTreeSet;
use std::time::Duration;

use dicehall_engine::Dice;
use dicehall_engine::dice::pick;
use dicehall_protocol::{
    ClientCommand, ClientMessage, LobbyCode, Resume, ServerMessage, VERSION, decode_server, encode_client,
};
use futures_util::{SinkExt, StreamExt};
use tokio::time::timeout;
use tokio_tungstenite::client_async;
use tokio_tungstenite::tungstenite::{self, Message};

use super::{GREETING_MS_MAX, Person, Season, Socket};

/// What a person keeps when a connection is lost.
#[derive(Debug, Default)]
pub(super) struct Keepsakes {
    /// What was asked for and never answered.
    pub(super) lost: Vec<(u64, ClientCommand)>,
    /// What was asked for again through this connection.
    repeated: BTreeSet<u64>,
    /// The token that was shown last, while it may still be good.
    shown: Option<String>,
    /// Tokens that are worth nothing.
    spent: Vec<(LobbyCode, String)>,
}

impl Person {
    /// Keeps what was not answered.
    pub(super) fn keep_open(&mut self) {
        self.keepsakes.repeated.clear();
        let open = std::mem::take(&mut self.open);
        self.keepsakes.lost.extend(open.into_iter().filter(|(_, command)| may_come_again(command)));
    }

    /// Asks again for what was lost, or lets it be.
    pub(super) async fn ask_again(&mut self, socket: &mut Socket) -> Result<(), tungstenite::Error> {
        let lost = std::mem::take(&mut self.keepsakes.lost);
        if self.luck.below(4) == 0 {
            return Ok(());
        }
        for (id, command) in lost {
            self.keepsakes.repeated.insert(id);
            self.world.count(|it| it.repeats += 1);
            self.ask_as(id, socket, command).await?;
        }
        Ok(())
    }

    /// The token was shown, and there is another.
    pub(super) fn renew(&mut self, token: String) {
        let Some(joined) = &mut self.joined else { return };
        let shown = std::mem::replace(&mut joined.token, token);
        let before = self.keepsakes.shown.replace(shown);
        self.keepsakes.spent.extend(before.map(|it| (joined.lobby, it)));
    }

    /// A command was carried out: if it came through this connection alone, the lobby knows that the new token was heard.
    pub(super) fn note_heard(&mut self, id: u64, asked: &ClientCommand) {
        let Some(joined) = &self.joined else { return };
        if may_come_again(asked) && !self.keepsakes.repeated.contains(&id) {
            let shown = self.keepsakes.shown.take();
            self.keepsakes.spent.extend(shown.map(|it| (joined.lobby, it)));
        } else if !may_come_again(asked) {
            // Another lobby, or none: the tokens of the one before are another's business.
            self.keepsakes.shown = None;
        }
    }

    /// In a storm somebody comes with a token that was stolen long ago.
    pub(super) async fn try_an_old_token(&mut self) {
        if self.world.season() != Season::Storm || self.luck.below(3) > 0 {
            return;
        }
        let spent: Vec<&(LobbyCode, String)> = self.keepsakes.spent.iter().collect();
        let Some((lobby, token)) = pick(&spent, &mut self.luck).cloned() else { return };
        self.world.count(|it| it.thefts += 1);
        let resume = Resume { lobby, token, revision: None };
        timeout(Duration::from_millis(GREETING_MS_MAX), self.steal(resume)).await.ok();
    }

    async fn steal(&self, resume: Resume) -> Option<()> {
        let end = self.world.network.connect(self.number, self.world.plan.room).ok()?;
        let (mut socket, _) = client_async("ws://dicehall/ws", end).await.ok()?;
        let hello =
            ClientMessage::Hello { version: VERSION, name: "somebody else".to_owned(), resume: Some(resume) };
        socket.send(Message::text(encode_client(&hello))).await.ok()?;
        while let Some(Ok(frame)) = socket.next().await {
            let Message::Text(text) = frame else { continue };
            self.world.trace(self.number, &text);
            let message = decode_server(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
            if let ServerMessage::Welcome { resumed, .. } = message {
                assert!(!resumed, "{}: a token is good that was spent", self.name());
                return None;
            }
        }
        None
    }
}

/// Whether a command that is sent again is the same command; those about coming and going are not.
fn may_come_again(command: &ClientCommand) -> bool {
    !matches!(
        command,
        ClientCommand::ListLobbies
            | ClientCommand::CreateLobby { .. }
            | ClientCommand::JoinLobby { .. }
            | ClientCommand::Leave
    )
}
