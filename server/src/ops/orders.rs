//! The orders of operators and the answers to them, as they go over the operators' port: JSON in a `POST` to `/orders`.
//!
//! `admin` reads and answers them, `control` sends them. Both are of the same release, so unknown fields are refused.

use std::time::Duration;

use dicehall_protocol::LobbyCode;
use serde::{Deserialize, Serialize};

/// The path of the operators' port to which orders are sent.
pub(crate) const PATH: &str = "/orders";
/// The most bytes of an order.
pub(crate) const ORDER_SIZE_MAX: usize = 8 * 1024;

/// An order, and who gives it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SignedOrder {
    /// Who gives it: a name for the log of orders, which the server cannot check.
    pub(crate) by: String,
    /// The order itself.
    pub(crate) order: ServerOrder,
}

/// The wish of an operator of the server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum ServerOrder {
    /// To see the lobbies. Changes nothing, so it is not in the log of orders.
    Lobbies,
    /// To end a lobby.
    Close {
        lobby: LobbyCode,
        /// Why, as its people are told.
        why: String,
    },
    /// To send somebody away from a lobby.
    Kick {
        lobby: LobbyCode,
        name: String,
        /// Why, as everybody in the lobby is told.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<String>,
    },
    /// To say something in a lobby, or in all of them.
    Say {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        lobby: Option<LobbyCode>,
        text: String,
    },
    /// To set the words for everybody who comes, or that there are none.
    Words {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        text: Option<String>,
    },
    /// To keep somebody out of the whole server, and to send them away at once.
    Ban {
        /// Whom, by name.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// The lobby in which the person of that name is, so that the address is kept out too.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        lobby: Option<LobbyCode>,
        /// Whom, by address; in the log of orders the mark that stands for it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        address: Option<String>,
        /// Why, as the person is told.
        why: String,
        /// For how long, in seconds; until it is lifted if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        for_s: Option<u64>,
    },
    /// To let somebody in again.
    #[serde(rename = "unban")]
    LiftBan {
        /// The number of the ban.
        ban: u32,
    },
    /// To see the bans.
    Bans,
    /// To let nothing begin any more, and to end when nobody plays.
    Drain {
        /// The time after which the server ends in any case, in seconds.
        for_s: u64,
    },
    /// To go on after all.
    GoOn,
}

/// The answer to an order that was carried out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum OrderAnswer {
    /// The deed, in a sentence.
    Done(String),
    /// The lobbies, in the order of their codes.
    Lobbies(Vec<ListedLobby>),
    /// The bans, by their numbers.
    Bans(Vec<ListedBan>),
}

/// A ban, as operators see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ListedBan {
    pub(crate) ban: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) name: Option<String>,
    /// The mark that stands for the address.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) address: Option<String>,
    pub(crate) why: String,
    /// Until when, in UTC; absent if it holds until it is lifted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) until: Option<String>,
}

/// A lobby, as operators see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ListedLobby {
    pub(crate) lobby: LobbyCode,
    /// Its phase, or `asleep`, `opening` or `quarantined`.
    pub(crate) state: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) title: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) game: Option<String>,
    /// The people on seats.
    pub(crate) seated: Vec<String>,
    /// The bots on seats.
    pub(crate) bots: Vec<String>,
    /// The people who watch.
    pub(crate) watching: Vec<String>,
    /// The people of both who are not connected.
    pub(crate) away: Vec<String>,
    /// How long it is open, in seconds: since it was made, or since somebody came after a start of the server.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) open_for_s: Option<u64>,
}

impl ServerOrder {
    /// Its deed, in a word for the log of orders; `None` if it changes nothing.
    pub(crate) fn what(&self) -> Option<&'static str> {
        match self {
            Self::Lobbies | Self::Bans => None,
            Self::Close { .. } => Some("close"),
            Self::Kick { .. } => Some("kick"),
            Self::Say { .. } => Some("say"),
            Self::Words { .. } => Some("motd"),
            Self::Ban { .. } => Some("ban"),
            Self::LiftBan { .. } => Some("unban"),
            Self::Drain { .. } => Some("drain"),
            Self::GoOn => Some("go on"),
        }
    }
}

/// A time in words: its two largest units.
pub(crate) fn in_words(time: Duration) -> String {
    let seconds = time.as_secs();
    match (seconds / 86_400, seconds / 3_600 % 24, seconds / 60 % 60) {
        (0, 0, 0) => format!("{seconds} s"),
        (0, 0, minutes) => format!("{minutes} min"),
        (0, hours, minutes) => format!("{hours} h {minutes} min"),
        (days, hours, _) => format!("{days} d {hours} h"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_told_in_its_two_largest_units() {
        let told = |it| in_words(Duration::from_secs(it));
        assert_eq!(told(59), "59 s");
        assert_eq!(told(61), "1 min");
        assert_eq!(told(3_720), "1 h 2 min");
        assert_eq!(told(180_000), "2 d 2 h");
    }

    #[test]
    fn an_order_is_written_and_read_in_one_form() {
        let text = r#"{"by":"anna","order":{"kick":{"lobby":"K7WQ2","name":"Ben"}}}"#;
        let order: SignedOrder = serde_json::from_str(text).unwrap();
        assert_eq!(serde_json::to_string(&order).unwrap(), text);
        let more = text.replace("\"name\"", "\"force\":true,\"name\"");
        assert!(serde_json::from_str::<SignedOrder>(&more).is_err());
    }
}
