//! A player who has lost the connection and comes back.

use std::sync::atomic::{AtomicU64, Ordering};

use dicehall_lab::scripted::Memory;
use dicehall_protocol::{Code, ServerMessage};

use super::{Player, Seen};
use crate::bounded;

/// A player without a connection, with everything that it has received.
#[derive(Debug)]
pub struct Absent {
    pub(super) name: String,
    pub(super) memory: Memory,
    pub(super) seen: Seen,
}

impl Absent {
    /// Connects again and resumes. A server that cannot tell yet whether there is such a seat, because it is busy or
    /// still reading its journal, is asked again.
    ///
    /// # Panics
    /// If the player was never in a lobby, or the server answers something else.
    pub async fn resume(self, address: &str) -> Player {
        let returning = async {
            let mut absent = self;
            loop {
                let player = Player::silent(address, &absent.name).await;
                let (player, answer) = absent.try_resume(player).await;
                match answer {
                    Ok(()) => return player,
                    Err(Some(ServerMessage::Closing {
                        code: Code::LobbyGone,
                        ..
                    })) => {
                        absent = player.vanish();
                    }
                    Err(other) => panic!("{}: a welcome was expected, not {other:?}", player.name),
                }
            }
        };
        bounded("the lobby to answer", Box::pin(returning)).await
    }

    /// Comes back through a relay that may end at any moment: as a client does, it tries the next one wherever it is not
    /// let in.
    ///
    /// # Panics
    /// If the player was never in a lobby, or no relay lets it in.
    pub async fn resume_through(self, relay: impl Fn() -> String) -> Player {
        let returning = async {
            let mut absent = self;
            loop {
                let Ok(player) = Player::try_silent(&relay(), &absent.name).await else {
                    continue;
                };
                let (player, answer) = absent.try_resume(player).await;
                if answer.is_ok() {
                    return player;
                }
                absent = player.vanish();
            }
        };
        bounded("a relay to let somebody in", Box::pin(returning)).await
    }

    async fn try_resume(self, mut player: Player) -> (Player, Result<(), Option<ServerMessage>>) {
        static ATTEMPTS: AtomicU64 = AtomicU64::new(1);
        let mut resume = self.seen.resume(self.seen.joined.as_ref());
        if let Some(resume) = &mut resume {
            resume.attempt = Some(ATTEMPTS.fetch_add(1, Ordering::Relaxed));
        }
        assert!(resume.is_some(), "the player was in a lobby");
        player.client.recall(self.memory);
        player.seen = Seen {
            choices: None,
            closed: false,
            closing: None,
            frozen: false,
            snapshots: 0,
            ..self.seen
        };
        let answer = player.try_hello(resume).await;
        (player, answer)
    }
}
