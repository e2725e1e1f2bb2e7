//! A lobby in a list, and whether it is one of those that are wanted.
//!
//! Made by the server, which searches its lobbies; a client searches the list of a server that cannot do that.

use dicehall_engine::GameKind;
use dicehall_engine::lobby::Phase;
use serde::{Deserialize, Serialize};

use crate::client_message::LobbyCode;
use crate::client_message::Wanted;

/// A lobby in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LobbyLine {
    /// What it is joined by.
    pub lobby: LobbyCode,
    /// Its title.
    pub title: String,
    /// The game that is chosen.
    pub game: GameKind,
    /// Where it stands.
    pub phase: Phase,
    /// Seats held by people.
    pub humans: u8,
    /// Seats held by bots.
    pub bots: u8,
    /// Seats that anyone may take.
    pub open: u8,
    /// Whether whoever comes in must know a password.
    pub has_password: bool,
    /// Whether nobody new is let in.
    pub locked: bool,
    /// The mean rating of the people on its seats; absent if none of them has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<u32>,
}

/// The lobbies that were found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Found {
    /// The newest first, as many as fit into a list.
    pub lobbies: Vec<LobbyLine>,
    /// How many there are of those that are wanted.
    pub total: u32,
}

impl LobbyLine {
    /// Whether the lobby is one of those that are wanted.
    pub fn is_wanted(&self, wanted: &Wanted) -> bool {
        let is_solo = self.humans <= 1 && (self.open == 0 || self.locked);
        wanted.game.is_none_or(|it| it == self.game)
            && (!wanted.open || self.open > 0 && !self.locked)
            && (!wanted.shared || !is_solo)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether a lobby with so many humans and open seats, locked or not, is among those wanted.
    #[track_caller]
    fn check((open, shared): (bool, bool), (humans, seats, locked): (u8, u8, bool), fits: bool) {
        let line = LobbyLine {
            lobby: "ABCDE".parse().unwrap(),
            title: "Friday".to_owned(),
            game: GameKind::DiceOfDoom,
            phase: Phase::Waiting,
            humans,
            bots: 4 - humans - seats,
            open: seats,
            has_password: false,
            locked,
            rating: None,
        };
        let wanted = |game| Wanted {
            game,
            open,
            shared,
            skip: None,
        };
        assert_eq!(line.is_wanted(&wanted(None)), fits);
        assert_eq!(line.is_wanted(&wanted(Some(GameKind::DiceOfDoom))), fits);
        assert!(!line.is_wanted(&wanted(Some(GameKind::TicTacToe))));
    }

    #[test]
    fn lobbies_are_found_by_game_by_open_seats_and_by_company() {
        check((false, false), (1, 0, false), true);
        check((true, false), (1, 0, false), false);
        check((true, false), (1, 1, false), true);
        check((true, false), (1, 1, true), false);
        check((false, true), (1, 0, false), false);
        check((false, true), (1, 1, true), false);
        check((false, true), (1, 1, false), true);
        check((false, true), (2, 0, true), true);
        check((true, true), (2, 0, false), false);
    }
}
