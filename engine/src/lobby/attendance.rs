//! A match goes on only while somebody is there for it. Asked by the server's lobby task, which alone knows who is
//! connected.
//!
//! Law kept here: nobody's match is played to its end because everybody's network has failed. A lobby of bots alone plays
//! for whoever looks on.

use super::{Holder, Lobby, PlayerId};

impl Lobby {
    /// Whether somebody is there for whom the match goes on, by what the shell tells of connections.
    ///
    /// While humans play it is one of them: those who hold a seat and have not resigned. When none does it is anybody in
    /// the lobby.
    pub fn is_attended(&self, is_connected: impl Fn(PlayerId) -> bool) -> bool {
        let mut players = self.who_play().iter().filter_map(|seat| {
            if let Holder::Human { player, .. } = self.seats[seat.idx()] {
                Some(player)
            } else {
                None
            }
        });
        if self.who_play().is_empty() {
            self.players.keys().any(|player| is_connected(*player))
        } else {
            players.any(is_connected)
        }
    }
}
