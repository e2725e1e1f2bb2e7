//! Names in the cluster: the streams over which the lobbies are spread, and the subject of each lobby.
//!
//! Law kept here: a lobby's stream follows from its code and the number of streams, on every node and in every release.

use std::num::NonZeroU16;

use dicehall_protocol::LobbyCode;
use sha2::{Digest, Sha256};

/// The names of a number of streams.
#[derive(Clone, Copy, Debug)]
pub(super) struct Subjects {
    pub(super) streams: NonZeroU16,
}

impl Subjects {
    /// The numbers of all streams.
    pub(super) fn shards(self) -> impl Iterator<Item = u16> {
        0..self.streams.get()
    }

    /// The number of the stream that a lobby is in.
    pub(super) fn shard(self, lobby: LobbyCode) -> u16 {
        let hash = Sha256::digest(lobby.as_str());
        let number = hash.iter().take(4).fold(0_u32, |sum, byte| {
            sum.wrapping_mul(256).wrapping_add(u32::from(*byte))
        });
        // The remainder is smaller than the number of streams, so the default is never used.
        u16::try_from(number % u32::from(self.streams.get())).unwrap_or_default()
    }

    /// The subject of a lobby.
    pub(super) fn subject(self, lobby: LobbyCode) -> String {
        format!("dicehall.{}.{lobby}", self.shard(lobby))
    }

    /// The name of a stream.
    pub(super) fn stream(shard: u16) -> String {
        format!("DICEHALL_{shard}")
    }

    /// The subjects of a stream.
    pub(super) fn wildcard(shard: u16) -> String {
        format!("dicehall.{shard}.*")
    }

    /// The lobby of a subject; `None` if it is not one of ours, or in the wrong stream.
    pub(super) fn lobby(self, subject: &str) -> Option<LobbyCode> {
        let lobby = subject.rsplit('.').next()?.parse().ok()?;
        (self.subject(lobby) == subject).then_some(lobby)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn subjects(streams: u16) -> Subjects {
        Subjects {
            streams: NonZeroU16::new(streams).unwrap(),
        }
    }

    #[test]
    fn a_lobby_is_in_the_same_stream_for_ever() {
        let place = |streams, code: &str| subjects(streams).subject(code.parse().unwrap());
        let places = ["AAAAA", "K7WQ2", "ZZZZZ"].map(|it| (place(1, it), place(7, it)));
        let places = places.map(|(one, seven)| format!("{one} {seven}"));
        assert_eq!(
            places,
            [
                "dicehall.0.AAAAA dicehall.4.AAAAA",
                "dicehall.0.K7WQ2 dicehall.0.K7WQ2",
                "dicehall.0.ZZZZZ dicehall.2.ZZZZZ",
            ]
        );
    }

    #[test]
    fn subjects_lead_back_to_lobbies_and_strange_ones_to_none() {
        let subjects = subjects(7);
        let lobby = "K7WQ2".parse().unwrap();
        assert_eq!(subjects.lobby(&subjects.subject(lobby)), Some(lobby));
        let wrong = subjects.shards().find(|it| *it != subjects.shard(lobby));
        for strange in [
            format!("dicehall.{}.{lobby}", wrong.unwrap()),
            "dicehall.0.no-code".to_owned(),
            lobby.to_string(),
            String::new(),
        ] {
            assert_eq!(subjects.lobby(&strange), None, "{strange}");
        }
    }

    #[test]
    fn lobbies_are_spread_over_all_streams() {
        let subjects = subjects(4);
        let letters = "ABCDEFGHJKMNPQRSTUVWXYZ";
        let mut counts = [0; 4];
        for (first, second) in letters
            .chars()
            .flat_map(|a| letters.chars().map(move |b| (a, b)))
        {
            let lobby = format!("{first}{second}AAA").parse().unwrap();
            counts[usize::from(subjects.shard(lobby))] += 1;
        }
        assert!(counts.iter().all(|it| *it > 90), "{counts:?}");
    }
}
