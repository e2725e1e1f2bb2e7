//! The requests by which people entered, by their keys, as the journal has them.
//!
//! Called by the oracle with every event, and by every simulated person with the answer to a request. Laws checked
//! here: a key gives one place in one lobby; a request that is sent again is answered with the place that the first one
//! got, and nothing else may refuse it.

use std::collections::{BTreeMap, BTreeSet};

use dicehall_engine::lobby::{Key, PlayerId};
use dicehall_protocol::{LobbyCode, RequestKey};
use sha2::{Digest, Sha256};

/// The hash of a key, as the journal keeps it.
type Hash = [u8; 32];

/// The codes that must not be the answer to a person who is inside by the same request.
const AS_TO_STRANGERS: [&str; 6] = [
    "name_taken",
    "lobby_locked",
    "lobby_full",
    "wrong_password",
    "no_such_lobby",
    "code_taken",
];

/// The requests by which people entered.
#[derive(Debug, Default)]
pub(super) struct Requests {
    came: BTreeMap<Hash, Vec<Came>>,
    /// The keys that are no longer valid, because a command from inside has followed.
    spent: BTreeSet<Hash>,
}

/// A person who entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Came {
    pub(super) lobby: LobbyCode,
    pub(super) player: PlayerId,
    /// The number of durable appends with it.
    stamp: usize,
}

impl Requests {
    /// Records that a person entered; returns those who entered by the same key before, and must be gone.
    pub(super) fn note(
        &mut self,
        key: &Key,
        lobby: LobbyCode,
        player: PlayerId,
        stamp: usize,
    ) -> Vec<Came> {
        let all = self.came.entry(key.0).or_default();
        let before = if self.spent.contains(&key.0) {
            Vec::new()
        } else {
            all.clone()
        };
        all.push(Came {
            lobby,
            player,
            stamp,
        });
        before
    }

    /// Records that a command from inside was carried out for the person who entered by this key.
    pub(super) fn spend(&mut self, key: RequestKey) {
        self.spent.insert(hash(key));
    }

    /// Records that the journal has a command from inside of this person: the key is no longer valid, though the answer
    /// may not have arrived.
    pub(super) fn spend_of(&mut self, lobby: LobbyCode, player: PlayerId) {
        let is_theirs = |it: &Came| it.lobby == lobby && it.player == player;
        let theirs = self.came.iter().filter(|it| it.1.iter().any(is_theirs));
        self.spent.extend(theirs.map(|(key, _)| *key));
    }

    /// Checks the place that the answer to a request names; returns whether a request with this key had got it by the
    /// first `asked` appends.
    pub(super) fn check_answer(
        &self,
        key: RequestKey,
        lobby: LobbyCode,
        player: PlayerId,
        asked: usize,
    ) -> bool {
        let place = (lobby, player);
        let all = self.came.get(&hash(key)).map_or(&[][..], Vec::as_slice);
        let came = all.iter().find(|it| (it.lobby, it.player) == place);
        let came =
            came.unwrap_or_else(|| panic!("a request led to {place:?}, and before to {all:?}"));
        came.stamp <= asked
    }

    /// The place that a request must have got that is refused with this code, if it got one by the first `asked`
    /// appends.
    pub(super) fn must_know(&self, key: RequestKey, code: &str, asked: usize) -> Option<Came> {
        let is_spent = self.spent.contains(&hash(key));
        let last = self.came.get(&hash(key)).and_then(|it| it.last()).copied();
        last.filter(|it| it.stamp <= asked && !is_spent && AS_TO_STRANGERS.contains(&code))
    }
}

fn hash(key: RequestKey) -> Hash {
    Sha256::digest(key.0).into()
}
