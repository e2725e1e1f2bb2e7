//! Attendance: a match goes on only while somebody is there for it. The server's lobby task asks, because it alone
//! knows who is connected.
//!
//! Law kept here: no match is played to its end because everybody's network has failed. A match of bots alone is played
//! as long as somebody watches.

use super::{Holder, Lobby, PlayerId};

impl Lobby {
    /// Whether somebody is connected for whom the match goes on.
    ///
    /// While humans hold seats and have not resigned, one of them must be connected. If there are none, anybody in the
    /// lobby counts.
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
