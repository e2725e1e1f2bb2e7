//! Who came in by which request: the keys under which people came in, as the journal has them.
//!
//! Called by the oracle with every event, and by every simulated person with the answer to a request. Laws checked here: a
//! key is good for one place and one lobby, whoever asks again is answered with the place that the first request made, and
//! nothing stands in the way of that.

use std::collections::{BTreeMap, BTreeSet};

use dicehall_engine::lobby::{Key, PlayerId};
use dicehall_protocol::{LobbyCode, RequestKey};
use sha2::{Digest, Sha256};

/// What a journal keeps of a key.
type Hash = [u8; 32];

/// What must not be answered to somebody who is inside by the same request.
const AS_TO_STRANGERS: [&str; 6] = [
    "name_taken",
    "lobby_locked",
    "lobby_full",
    "wrong_password",
    "no_such_lobby",
    "code_taken",
];

/// Who came in by which request.
#[derive(Debug, Default)]
pub(super) struct Requests {
    came: BTreeMap<Hash, Vec<Came>>,
    /// The keys that are worth nothing: a command from inside has followed.
    spent: BTreeSet<Hash>,
}

/// Somebody has come in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Came {
    pub(super) lobby: LobbyCode,
    pub(super) player: PlayerId,
    /// How many appends were durable with it.
    stamp: usize,
}

impl Requests {
    /// Somebody has come in; those who came by the same key before and must be gone.
    pub(super) fn note(
        &mut self,
        key: &Key,
        came: (LobbyCode, PlayerId),
        stamp: usize,
    ) -> Vec<Came> {
        let (lobby, player) = came;
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

    /// A command from inside was carried out for whoever came in by this key.
    pub(super) fn spend(&mut self, key: RequestKey) {
        self.spent.insert(hash(key));
    }

    /// The journal has a command from inside of whoever is `player` in `lobby`: the key is dead, though the answer may not
    /// have been heard.
    pub(super) fn spend_of(&mut self, lobby: LobbyCode, player: PlayerId) {
        let is_theirs = |it: &Came| it.lobby == lobby && it.player == player;
        let theirs = self.came.iter().filter(|it| it.1.iter().any(is_theirs));
        self.spent.extend(theirs.map(|(key, _)| *key));
    }

    /// Checks where a request has led to; whether an earlier one under the same key, of which `asked` appends are older, had
    /// led there.
    pub(super) fn check_answer(
        &self,
        key: RequestKey,
        place: (LobbyCode, PlayerId),
        asked: usize,
    ) -> bool {
        let all = self.came.get(&hash(key)).map_or(&[][..], Vec::as_slice);
        let came = all.iter().find(|it| (it.lobby, it.player) == place);
        let came =
            came.unwrap_or_else(|| panic!("a request led to {place:?}, and before to {all:?}"));
        came.stamp <= asked
    }

    /// Where a request must lead that is refused with this code, if it made a place before it was made the last time.
    pub(super) fn must_know(&self, key: RequestKey, code: &str, asked: usize) -> Option<Came> {
        let is_spent = self.spent.contains(&hash(key));
        let last = self.came.get(&hash(key)).and_then(|it| it.last()).copied();
        last.filter(|it| it.stamp <= asked && !is_spent && AS_TO_STRANGERS.contains(&code))
    }
}

fn hash(key: RequestKey) -> Hash {
    Sha256::digest(key.0).into()
}
