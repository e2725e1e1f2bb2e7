//! Coming back: commands whose answers were lost are sent again with the same ids, and tokens are tried that must no
//! longer be valid.
//!
//! A token is worthless once the next one was used: by a return, or by a command through the connection that was sent
//! the next one. The same holds for the key of a request to enter, which is the first proof of a place.

use std::collections::BTreeSet;
use std::time::Duration;

use dicehall_engine::Dice;
use dicehall_engine::dice::pick;
use dicehall_engine::lobby::{PlayerId, Request};
use dicehall_protocol::{
    ClientCommand, ClientMessage, LobbyCode, Reply, Resume, ServerMessage, SessionCommand, VERSION,
    encode_client,
};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite;

use super::socket::{self, Socket};
use super::{GREETING_MS_MAX, Person, Season};

/// The most bytes of commands that are sent again: nothing is read meanwhile, so all of them must fit on the way.
const AGAIN_SIZE_MAX: usize = 500;

/// The things that a person keeps when a connection is lost.
#[derive(Debug, Default)]
pub(super) struct Kept {
    /// The commands that were never answered.
    pub(super) lost: Vec<(u64, ClientCommand)>,
    /// The ids of the commands that were sent again through this connection.
    repeated: BTreeSet<u64>,
    /// The proof that was last used to enter or return, while it may still be valid.
    pub(super) shown: Option<Proof>,
    /// Proofs that are no longer valid, with the places they were for.
    spent: Vec<(LobbyCode, PlayerId, Proof)>,
    /// Connections that were left open when another was made, and are no longer read.
    pub(super) older: Vec<Socket>,
}

/// The proof of being a person of a lobby.
#[derive(Clone, Debug)]
pub(super) enum Proof {
    /// A token.
    Token(String),
    /// The key of a request.
    Request(String),
}

impl Kept {
    /// Whether the command was sent again through this connection.
    pub(super) fn was_repeated(&self, id: u64) -> bool {
        self.repeated.contains(&id)
    }
}

impl Person {
    /// Keeps the commands that were not answered.
    pub(super) fn keep_open(&mut self) {
        self.kept.repeated.clear();
        let open = std::mem::take(&mut self.open);
        self.kept.lost.extend(
            open.into_iter()
                .filter(|(_, command)| may_come_again(command)),
        );
    }

    /// Sends the lost commands again, or drops them.
    pub(super) async fn ask_again(
        &mut self,
        socket: &mut Socket,
    ) -> Result<(), tungstenite::Error> {
        let lost = std::mem::take(&mut self.kept.lost);
        if self.luck.below(4) == 0 {
            return Ok(());
        }
        let mut size = 0;
        for (id, command) in lost {
            size += encode_client(&ClientMessage::Command {
                id,
                command: command.clone(),
                commits: None,
            })
            .len();
            if size > AGAIN_SIZE_MAX {
                break;
            }
            self.kept.repeated.insert(id);
            self.world.count(|it| it.repeats += 1);
            self.ask_as(id, socket, command).await?;
        }
        Ok(())
    }

    /// The token was used, and there is another one.
    pub(super) fn renew(&mut self, token: String) {
        let Some(joined) = &mut self.joined else {
            return;
        };
        let shown = std::mem::replace(&mut joined.token, token);
        let before = self.kept.shown.replace(Proof::Token(shown));
        self.spend(before);
    }

    /// A command was carried out: if it was sent through this connection alone, the lobby knows that the new token has
    /// arrived.
    pub(super) fn note_heard(&mut self, id: u64, asked: &ClientCommand) {
        if may_come_again(asked) && !self.kept.repeated.contains(&id) {
            let shown = self.kept.shown.take();
            self.spend(shown);
        } else if *asked == Request::Leave.into() {
            // The person has left, so the proof no longer matters.
            self.kept.shown = None;
        }
    }

    fn spend(&mut self, proof: Option<Proof>) {
        let (Some(joined), Some(proof)) = (&self.joined, proof) else {
            return;
        };
        if let Proof::Request(key) = &proof {
            self.world.oracle().spend(key.parse().unwrap());
        }
        self.kept.spent.push((joined.lobby, joined.player, proof));
    }

    /// In a storm, connects with a token that was stolen long ago.
    pub(super) async fn try_an_old_token(&mut self) {
        if self.world.season() != Season::Storm || self.luck.below(3) > 0 {
            return;
        }
        let spent: Vec<&(LobbyCode, PlayerId, Proof)> = self.kept.spent.iter().collect();
        let Some((lobby, player, proof)) = pick(&spent, &mut self.luck).cloned() else {
            return;
        };
        self.world.count(|it| it.thefts += 1);
        let stealing = async {
            match proof {
                Proof::Token(token) => {
                    self.steal(Resume {
                        lobby,
                        token,
                        revision: None,
                        attempt: None,
                    })
                    .await
                }
                Proof::Request(key) => self.come_by(lobby, player, key).await,
            }
        };
        timeout(Duration::from_millis(GREETING_MS_MAX), stealing)
            .await
            .ok();
    }

    async fn steal(&self, resume: Resume) -> Option<()> {
        let mut socket = self.greet("somebody else".to_owned(), Some(resume)).await?;
        let (_, welcome) = socket::hear(&self.world, self.number, &mut socket).await?;
        let is_resumed = matches!(welcome, ServerMessage::Welcome { resumed: true, .. });
        assert!(!is_resumed, "{}: a spent token is good", self.name());
        None
    }

    /// Connects with the key of a request that was granted long ago; if it lets a new person in, that person leaves
    /// again.
    async fn come_by(&self, lobby: LobbyCode, player: PlayerId, key: String) -> Option<()> {
        let sign = |what| self.world.count(|it| it.sign(what));
        sign("a key that was spent is tried");
        let mut socket = self.greet(self.name(), None).await?;
        let join = SessionCommand::JoinLobby {
            lobby,
            password: None,
            key: Some(key.parse().unwrap()),
        };
        for (id, command) in (1..).zip([join.into(), Request::Leave.into()]) {
            let message = ClientMessage::Command {
                id,
                command,
                commits: None,
            };
            socket::say(&mut socket, &message).await.ok()?;
            loop {
                let (_, told) = socket::hear(&self.world, self.number, &mut socket).await?;
                if matches!(told, ServerMessage::Rejected { .. }) {
                    return None;
                }
                let ServerMessage::Accepted { reply, .. } = told else {
                    continue;
                };
                if let Some(Reply::Joined(joined)) = reply {
                    let place = (joined.lobby, joined.player);
                    let before = (lobby, player);
                    assert_ne!(place, before, "{}: a spent key is good", self.name());
                    sign("a key that was spent is a stranger's");
                    break;
                }
            }
        }
        None
    }

    /// Another connection of this person, after its hello.
    async fn greet(&self, name: String, resume: Option<Resume>) -> Option<Socket> {
        let mut socket = socket::open(&self.world, self.number, self.world.plan.room).await?;
        let hello = ClientMessage::Hello {
            version: VERSION,
            name,
            resume,
        };
        socket::say(&mut socket, &hello).await.ok()?;
        Some(socket)
    }
}

/// Whether a command may be sent again as the same command; those about entering and leaving may not.
fn may_come_again(command: &ClientCommand) -> bool {
    !matches!(
        command,
        ClientCommand::Session(
            SessionCommand::ListLobbies
                | SessionCommand::FindLobbies(_)
                | SessionCommand::Ping
                | SessionCommand::History { .. }
                | SessionCommand::Listen { .. }
                | SessionCommand::CreateLobby { .. }
                | SessionCommand::JoinLobby { .. }
        ) | ClientCommand::Account(_)
            | ClientCommand::Lobby(Request::Leave)
    )
}
