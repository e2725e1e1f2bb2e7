//! The lists of lobbies that a player asks for.

use std::collections::BTreeSet;

use dicehall_protocol::{LobbyCode, LobbyLine, Reply, SessionCommand};

use super::Player;
use crate::bounded;

impl Player {
    /// The list of lobbies.
    ///
    /// # Panics
    /// If something else is answered.
    pub async fn lobbies(&mut self) -> Vec<LobbyLine> {
        match self.must(SessionCommand::ListLobbies).await.reply {
            Some(Reply::Lobbies(lines)) => lines,
            other => panic!("{}: a list was expected, not {other:?}", self.name),
        }
    }

    /// Asks for the list until exactly these lobbies are in it.
    ///
    /// # Panics
    /// If it takes too long.
    pub async fn until_listed(&mut self, lobbies: &BTreeSet<LobbyCode>) {
        let asking = async {
            loop {
                let lines = self.lobbies().await;
                if lines.iter().map(|it| it.lobby).collect::<BTreeSet<_>>() == *lobbies {
                    assert_eq!(lines.len(), lobbies.len(), "a lobby is listed twice");
                    return;
                }
            }
        };
        let what = format!("the lobbies {lobbies:?} to be listed");
        bounded(&what, Box::pin(asking)).await;
    }
}
