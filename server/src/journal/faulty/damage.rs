//! What happens to a stream while nobody looks: a byte flips, a record is lost, two change places, the end is torn off.
//!
//! Called by simulations between two runs of a server. Law kept here: what is done can be found out, because a stream
//! that merely ends earlier, after a whole batch, is a stream of an earlier time.

use dicehall_engine::Dice;
use dicehall_engine::lobby::Lobby;
use dicehall_protocol::LobbyCode;

use super::super::record::{Record, read_stream};
use super::FaultyJournal;

impl FaultyJournal {
    /// Damages the stream of a lobby that has not ended; `false` if there is none.
    pub fn damage(&self, lobby: LobbyCode) -> bool {
        let mut streams = self.inner.streams();
        let Some(stream) = streams.get_mut(&lobby).filter(|it| !it.is_empty()) else { return false };
        let mut mood = self.mood();
        let mut below = |bound: usize| {
            let drawn = mood.luck.below(u64::try_from(bound).unwrap_or(1));
            usize::try_from(drawn).unwrap_or(0)
        };
        let (kind, at) = (below(4), below(stream.len()));
        match kind {
            0 if at + 1 < stream.len() => drop(stream.remove(at)),
            1 if at + 1 < stream.len() => stream.swap(at, at + 1),
            2 if tear(lobby, stream, at) => {}
            _ => {
                let byte = below(stream.get(at).map_or(1, |it| it.event.len()));
                if let Some(record) = stream.get_mut(at) {
                    flip(record, byte);
                }
            }
        }
        true
    }

    /// The records of a lobby that has not ended, as they are stored.
    pub fn stored(&self, lobby: LobbyCode) -> Vec<String> {
        let streams = self.inner.streams();
        let line = |it: &Record| format!("{} {:?} {}", it.seq, it.hash, it.event);
        streams.get(&lobby).into_iter().flatten().map(line).collect()
    }
}

/// Tears off the end, from `at` on, if what is left ends within a batch.
fn tear(lobby: LobbyCode, stream: &mut Vec<Record>, at: usize) -> bool {
    let is_torn = |length: usize| {
        let left = read_stream(lobby, stream.iter().take(length).cloned()).unwrap_or_default();
        Lobby::default().replay(left).is_ok_and(|it| !it.is_whole())
    };
    let torn = (1..=at).rev().find(|length| is_torn(*length));
    if let Some(length) = torn {
        stream.truncate(length);
    }
    torn.is_some()
}

/// Flips a bit of one character that takes one byte.
fn flip(record: &mut Record, byte: usize) {
    let flipped = record.event.char_indices().map(|(at, it)| match u8::try_from(it) {
        Ok(code) if at == byte && code.is_ascii() => char::from(code ^ 1),
        Ok(_) | Err(_) => it,
    });
    let flipped: String = flipped.collect();
    if flipped == record.event {
        record.hash[0] ^= 1;
    }
    record.event = flipped;
}
