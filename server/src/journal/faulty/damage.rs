//! Damage to stored streams: a flipped byte, a lost record, two records swapped, a torn end.
//!
//! Called by simulations between two runs of a server. Law kept here: all damage can be noticed; so a stream is never
//! merely cut after a whole batch, because that is a valid stream of an earlier time.

use dicehall_engine::dice::index_below;
use dicehall_engine::lobby::{Event, Lobby};
use dicehall_protocol::LobbyCode;

use super::super::record::{FORMAT_OF_ONE, Head, Record, read_stream};
use super::FaultyJournal;

impl FaultyJournal {
    /// Damages the stream of a lobby that has not ended; `false` if there is none.
    pub fn damage(&self, lobby: LobbyCode) -> bool {
        let mut streams = self.inner.streams();
        let Some(stream) = streams.get_mut(&lobby).filter(|it| !it.is_empty()) else {
            return false;
        };
        let mut state = self.state();
        let mut below = |bound: usize| index_below(bound, &mut state.luck);
        let (kind, at) = (below(4), below(stream.len()));
        match kind {
            0 if at + 1 < stream.len() => drop(stream.remove(at)),
            1 if at + 1 < stream.len() => stream.swap(at, at + 1),
            2 if tear(lobby, stream, at) => {}
            _ => {
                let record = &mut stream[at];
                let byte = below(record.text.len());
                flip(record, byte);
            }
        }
        true
    }

    /// The records of a lobby that has not ended, as they are stored.
    pub fn stored(&self, lobby: LobbyCode) -> Vec<String> {
        let streams = self.inner.streams();
        let line = |it: &Record| format!("{} {:?} {}", it.seq, it.hash, it.text);
        streams
            .get(&lobby)
            .into_iter()
            .flatten()
            .map(line)
            .collect()
    }
}

/// Tears off the end of the stream within a batch, of the record `at` or an earlier one, if there is such a batch.
#[expect(
    clippy::expect_used,
    reason = "the records before the torn one were just read, so they are sound"
)]
fn tear(lobby: LobbyCode, stream: &mut Vec<Record>, at: usize) -> bool {
    // A stream that is damaged already cannot be read, so it has no events.
    let read =
        |length: usize| read_stream(lobby, stream.iter().take(length).cloned()).unwrap_or_default();
    let is_torn = |left: &[Event]| {
        Lobby::default()
            .replay(left.to_vec())
            .is_ok_and(|it| !it.is_whole())
    };
    let torn = (0..=at).rev().find_map(|at| {
        let (before, events) = (read(at).len(), read(at + 1));
        let length = (before + 1..events.len())
            .rev()
            .find(|length| is_torn(&events[..*length]))?;
        Some((at, events[before..length].to_vec()))
    });
    let Some((at, left)) = torn else { return false };
    stream.truncate(at);
    let mut head = Head::after_last(lobby, stream.last()).expect("the record is sound");
    for event in &left {
        let record = alone(head, event);
        head = head.after(1, FORMAT_OF_ONE, &record.text);
        stream.push(record);
    }
    true
}

/// A record as the first releases wrote it: only those records can hold a part of a batch.
#[expect(
    clippy::expect_used,
    reason = "events can be written, and only simulations come here"
)]
fn alone(head: Head, event: &Event) -> Record {
    let text = serde_json::to_string(event).expect("events can be written");
    Record::after(head, FORMAT_OF_ONE, 1, text)
}

/// Flips a bit of one character that takes one byte.
fn flip(record: &mut Record, byte: usize) {
    let flipped = record
        .text
        .char_indices()
        .map(|(at, it)| match u8::try_from(it) {
            Ok(code) if at == byte && code.is_ascii() => char::from(code ^ 1),
            Ok(_) | Err(_) => it,
        });
    let flipped: String = flipped.collect();
    if flipped == record.text {
        record.hash[0] ^= 1;
    }
    record.text = flipped;
}

#[cfg(test)]
mod tests {
    use dicehall_engine::GameKind;
    use dicehall_engine::lobby::{
        Clock, Entered, Key, LobbyEvent, PeopleEvent, PlayerId, Revision, Settings, TalkEvent,
    };

    use super::*;
    use crate::journal::{Journal, JournalError};

    /// The appends of a lobby whose host leaves: another host must follow within the batch.
    fn appends() -> [Vec<Event>; 4] {
        let settings = Settings {
            rules: GameKind::DiceOfDoom.default_rules(),
            bot_pace_ms: 0,
            clock: Clock::Off,
        };
        let entered = |number: u32, name: &str| {
            Event::People(PeopleEvent::Entered(Entered {
                player: PlayerId(number),
                name: name.to_owned(),
                key: Key([7; 32]),
                looks: None,
                address: None,
                account: None,
                device: None,
            }))
        };
        let created = Event::Lobby(LobbyEvent::Created {
            title: "Test".to_owned(),
            settings,
        });
        let player = PlayerId(1);
        let left = vec![
            Event::People(PeopleEvent::Left {
                player: PlayerId(0),
            }),
            Event::People(PeopleEvent::HostChanged { player }),
        ];
        let said = vec![Event::Talk(TalkEvent::Said {
            player,
            text: "hello".to_owned(),
        })];
        [
            vec![created, entered(0, "Aki")],
            vec![entered(1, "Hoshi")],
            left,
            said,
        ]
    }

    #[tokio::test(start_paused = true)]
    async fn every_damage_can_be_found_out_and_some_tears_a_batch() {
        let lobby = "AAAAA".parse().unwrap();
        let (mut broken, mut torn) = (0, 0);
        for seed in 0..64 {
            let journal = FaultyJournal::seeded(seed);
            let mut revision = Revision(0);
            for events in appends() {
                revision = journal.append(lobby, revision, &events).await.unwrap();
            }
            assert!(journal.damage(lobby));
            match journal.replay(lobby).await {
                Err(JournalError::Corrupt { .. }) => broken += 1,
                Ok(left) if !Lobby::default().replay(left.clone()).unwrap().is_whole() => torn += 1,
                other => panic!("the damage of seed {seed} cannot be found out: {other:?}"),
            }
        }
        assert!(broken > 10 && torn > 5, "{broken} {torn}");
    }
}
