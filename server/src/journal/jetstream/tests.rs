//! Tests of the streams in a model of a cluster: each fault by itself, and random histories of several owners.

mod moving;
mod owners;
mod real;
mod secret;
mod servers;
mod shared;

use std::collections::BTreeMap;

use async_nats::HeaderMap;
use dicehall_engine::lobby::{EndReason, Event, LobbyEvent, PlayerId, Revision, TalkEvent};
use dicehall_protocol::LobbyCode;

use super::super::record::{Head, Record};
use super::client::NatsLog;
use super::log::Stored;
use super::message::Message;
use super::model::{Fault, Model};
use super::streams::{ATTEMPTS_MAX, StreamEnd, Streams, Verdict, judge};
use crate::journal::JournalError;
use crate::metrics::cluster::check_text;

const ENDED: Event = Event::Lobby(LobbyEvent::Ended {
    reason: EndReason::Empty,
});

/// The most memory for an append, in bytes: before glibc's allocator gives out a kilobyte or more, it merges all free
/// pieces that are small.
const APPEND_SIZE_MAX: usize = 1_000;

fn code(text: &str) -> LobbyCode {
    text.parse().unwrap()
}

fn said(text: &str) -> Event {
    Event::Talk(TalkEvent::Said {
        player: PlayerId(0),
        text: text.to_owned(),
    })
}

fn node(model: &Model, name: &str) -> Streams<Model> {
    Streams::new(model.clone(), name.to_owned())
}

/// Appends one event after another with these faults; returns the results of the second append, and what is stored.
async fn second_append(faults: &[Fault]) -> (Result<Revision, JournalError>, usize) {
    let (model, lobby) = (Model::new(1, 0), code("AAAAA"));
    let owner = node(&model, "a");
    owner
        .append(lobby, Revision(0), &[said("one")])
        .await
        .unwrap();
    model.plan(faults);
    let result = owner.append(lobby, Revision(1), &[said("two")]).await;
    (result, model.messages(lobby).len())
}

#[test]
fn an_append_takes_less_memory_than_the_allocator_calls_large() {
    fn size<'a, S: 'a, F: Future>(
        _: impl FnOnce(&'a S, LobbyCode, Revision, &'a [Event]) -> F,
    ) -> usize {
        size_of::<F>()
    }
    let append = size(Streams::<NatsLog>::append);
    assert!(append <= APPEND_SIZE_MAX, "{append} bytes");
}

#[tokio::test]
async fn an_append_whose_answer_is_lost_is_repeated_and_found() {
    use Fault::{Delayed, Doubled, LostAnswer, LostRequest, UnderWay};
    let done = (Ok(Revision(2)), 2);
    for faults in [
        &[][..],
        &[LostRequest],
        &[LostAnswer],
        &[LostRequest, LostAnswer],
        &[LostRequest, LostRequest],
        &[LostAnswer, LostAnswer],
        &[Delayed],
        &[Doubled],
        &[UnderWay],
    ] {
        assert_eq!(second_append(faults).await, done, "{faults:?}");
    }
}

#[tokio::test]
async fn what_cannot_be_learnt_is_no_success() {
    use Fault::{LostAnswer, LostRequest, Stale};
    let silent = [LostRequest; ATTEMPTS_MAX];
    let (result, stored) = second_append(&silent).await;
    assert!(matches!(result, Err(JournalError::Io(_))), "{result:?}");
    assert_eq!(stored, 1);
    // It is stored, but the question after it finds no answer, or an old leader that does not know it.
    for after in [LostRequest, Stale] {
        let faults = [&[LostAnswer; ATTEMPTS_MAX][..], &[after]].concat();
        let (result, stored) = second_append(&faults).await;
        let is_io = matches!(result, Err(JournalError::Io(_)));
        assert!(is_io || result == Ok(Revision(2)), "{result:?}");
        assert_eq!(stored, 2);
    }
}

#[tokio::test]
async fn appends_that_are_sent_again_or_given_up_are_counted() {
    let (model, lobby) = (Model::new(1, 0), code("AAAAA"));
    let owner = node(&model, "a");
    model.plan(&[Fault::None, Fault::LostRequest]);
    owner
        .append(lobby, Revision(0), &[said("one")])
        .await
        .unwrap();
    let again = ["append_retries_total 1", "appends_total{kind=\"stored\"} 1"];
    check_text(owner.metrics(), &again);
    model.plan(&[Fault::LostRequest; ATTEMPTS_MAX]);
    let given_up = owner.append(lobby, Revision(1), &[said("two")]).await;
    assert!(matches!(given_up, Err(JournalError::Io(_))), "{given_up:?}");
    let unknown = [
        "append_retries_total 3",
        "appends_total{kind=\"stored\"} 1",
        "appends_total{kind=\"unknown\"} 1",
        "appends_total{kind=\"fenced\"} 0",
    ];
    check_text(owner.metrics(), &unknown);
}

#[tokio::test]
async fn of_two_owners_one_is_fenced() {
    let (model, lobby) = (Model::new(1, 0), code("AAAAA"));
    let (old, new) = (node(&model, "old"), node(&model, "new"));
    old.append(lobby, Revision(0), &[said("one")])
        .await
        .unwrap();
    assert_eq!(new.replay(lobby).await, Ok(vec![said("one")]));
    new.append(lobby, Revision(1), &[said("two")])
        .await
        .unwrap();
    let fenced = |found| JournalError::Conflict {
        lobby,
        expected: 1,
        found,
    };
    // Even the same event at the same place is not the old owner's own.
    let late = old.append(lobby, Revision(1), &[said("two")]).await;
    assert_eq!(late, Err(fenced(2)));
    let again = old.append(lobby, Revision(1), &[said("late")]).await;
    assert_eq!(again, Err(fenced(2)));
    assert_eq!(model.messages(lobby).len(), 2);
    assert_eq!(
        old.append(lobby, Revision(2), &[said("three")]).await,
        Ok(Revision(3))
    );
}

#[tokio::test]
async fn a_copy_that_is_behind_is_not_the_stream() {
    let (model, lobby) = (Model::new(1, 0), code("AAAAA"));
    let owner = node(&model, "a");
    for before in 0..3 {
        owner
            .append(lobby, Revision(before), &[said("hello")])
            .await
            .unwrap();
    }
    model.plan(&[Fault::None, Fault::Stale]);
    let replayed = owner.replay(lobby).await;
    assert!(matches!(replayed, Err(JournalError::Io(_))), "{replayed:?}");
    assert_eq!(owner.replay(lobby).await.map(|it| it.len()), Ok(3));
}

#[tokio::test]
async fn a_damaged_message_is_refused() {
    let lobby = code("AAAAA");
    type Change = fn(&mut Vec<(LobbyCode, Stored)>);
    let changes: [(&str, Change); 6] = [
        ("another text", |it| {
            let text = &mut it[1].1.message.record.text;
            *text = text.replace("hello", "jello");
        }),
        ("another revision", |it| it[1].1.message.record.seq = 3),
        ("another format", |it| it[1].1.message.record.format = 1),
        ("another hash", |it| it[1].1.message.record.hash[0] ^= 1),
        ("missing", |it| drop(it.remove(1))),
        ("swapped", |it| it.swap(0, 1)),
    ];
    for (name, change) in changes {
        let model = Model::new(1, 0);
        let owner = node(&model, "a");
        for before in 0..3 {
            owner
                .append(lobby, Revision(before), &[said("hello")])
                .await
                .unwrap();
        }
        model.damage(lobby, change);
        let replayed = owner.replay(lobby).await;
        let is_found = matches!(replayed, Err(JournalError::Corrupt { .. }));
        assert!(is_found, "{name}: {replayed:?}");
    }
}

#[tokio::test]
async fn only_lobbies_that_have_ended_are_removed() {
    let model = Model::new(1, 0);
    let owner = node(&model, "a");
    let (ended, running) = (code("AAAAA"), code("BBBBB"));
    for lobby in [ended, running] {
        owner
            .append(lobby, Revision(0), &[said("hello")])
            .await
            .unwrap();
    }
    owner.append(ended, Revision(1), &[ENDED]).await.unwrap();
    assert_eq!(owner.lobbies(true).await, Ok(vec![ended]));
    assert_eq!(owner.lobbies(false).await, Ok(vec![running]));
    owner
        .remove(&[ended, running, code("CCCCC")])
        .await
        .unwrap();
    assert_eq!(owner.all().await, Ok(vec![running]));
    assert_eq!(owner.replay(ended).await, Ok(vec![]));
    let late = owner.append(ended, Revision(2), &[said("late")]).await;
    assert!(matches!(late, Err(JournalError::Io(_))), "{late:?}");
    assert_eq!(
        owner.append(ended, Revision(0), &[said("new")]).await,
        Ok(Revision(1))
    );
}

#[test]
fn the_last_message_settles_an_append() {
    let lobby = code("AAAAA");
    let record = |text: &str| Record::after(Head::of_empty(lobby), 2, 1, text.to_owned());
    let message = |writer: &str, text: &str| Message {
        writer: writer.to_owned(),
        epoch: 0,
        record: record(text),
    };
    let stored = |sequence, writer, text| Stored {
        sequence,
        message: message(writer, text),
    };
    let place = StreamEnd {
        sequence: 7,
        head: Head::of_empty(lobby),
    };
    let own = message("a", "[1]");
    let judge = |last: Option<Stored>| judge(place, &own, last.as_ref());
    assert_eq!(judge(Some(stored(9, "a", "[1]"))), Verdict::Ours(9));
    assert_eq!(judge(Some(stored(9, "b", "[1]"))), Verdict::Fenced(1));
    assert_eq!(judge(Some(stored(9, "a", "[2]"))), Verdict::Fenced(1));
    let mut damaged = stored(9, "a", "[1]");
    damaged.message.record.text = "[3]".to_owned();
    assert_eq!(judge(Some(damaged)), Verdict::Fenced(1));
    assert_eq!(judge(Some(stored(7, "b", "[0]"))), Verdict::Open);
    assert_eq!(judge(Some(stored(3, "b", "[0]"))), Verdict::Open);
    assert_eq!(judge(None), Verdict::Open);
}

#[test]
fn a_message_is_read_as_it_was_written() {
    let lobby = code("AAAAA");
    let message = Message {
        writer: "a/1".to_owned(),
        epoch: 7,
        record: Record::after(Head::of_empty(lobby), 2, 1, "[\"é\"]".to_owned()),
    };
    let (headers, text) = (message.headers(), message.record.text.clone());
    let read = |headers: &HeaderMap, payload: &[u8]| Message::read(lobby, 4, headers, payload);
    assert!(message.is(&read(&headers, text.as_bytes()).unwrap()));
    for (name, value) in [
        ("Dicehall-Revision", "-1"),
        ("Dicehall-Format", "two"),
        ("Dicehall-Hash", "0g"),
        ("Dicehall-Epoch", "x"),
    ] {
        let mut damaged = headers.clone();
        damaged.insert(name, value);
        let fault = read(&damaged, text.as_bytes()).unwrap_err().to_string();
        assert!(fault.contains("message 4 of the cluster has no"), "{fault}");
    }
    let fault = read(&HeaderMap::new(), text.as_bytes()).unwrap_err();
    assert!(fault.to_string().contains("has no revision"), "{fault}");
    let fault = read(&headers, b"\xff").unwrap_err().to_string();
    assert!(fault.contains("is not a text"), "{fault}");
}

/// The number of random histories.
const HISTORIES: u64 = 400;
/// The number of owners of a lobby at once.
const OWNERS: usize = 3;
/// The number of steps of each owner in a history.
const STEPS: usize = 24;

/// An owner as a lobby's task is one: it keeps what is not durable, repeats it after a failure, and drops everything
/// when it is fenced.
struct Owner {
    name: usize,
    streams: Streams<Model>,
    lobby: LobbyCode,
    /// Whether nobody else writes the lobby, and leaders know everything: then it must never be fenced.
    is_alone: bool,
    /// Its events, as far as it knows; `None` if it has to read them.
    known: Option<Vec<Event>>,
    /// The event that it wants to append.
    wanted: Option<Event>,
    count: usize,
    /// The events that it has shown to people, by revision.
    shown: BTreeMap<usize, Event>,
}

impl Owner {
    async fn step(&mut self) {
        let Some(known) = &mut self.known else {
            self.known = self.streams.replay(self.lobby).await.ok();
            self.wanted = None;
            return;
        };
        let text = format!("{}-{}", self.name, self.count);
        let is_repeated = self.wanted.is_some();
        let event = self.wanted.take().unwrap_or_else(|| said(&text));
        self.count += usize::from(!is_repeated);
        if is_repeated {
            match self.streams.replay(self.lobby).await {
                Ok(stored) if stored == *known => {}
                Ok(stored) if stored.len() == known.len() + 1 && stored.last() == Some(&event) => {
                    self.shown.insert(stored.len(), event);
                    self.known = Some(stored);
                    return;
                }
                Ok(_) => return self.known = None,
                Err(JournalError::Io(_)) => return self.wanted = Some(event),
                Err(error) => panic!("{error}"),
            }
        }
        let before = Revision(u64::try_from(known.len()).unwrap());
        let appended = self
            .streams
            .append(self.lobby, before, std::slice::from_ref(&event))
            .await;
        match appended {
            Ok(_) => {
                known.push(event.clone());
                self.shown.insert(known.len(), event);
            }
            Err(JournalError::Io(_)) => self.wanted = Some(event),
            Err(JournalError::Conflict { .. }) => {
                assert!(!self.is_alone, "{appended:?}");
                self.known = None;
            }
            Err(error @ (JournalError::Corrupt { .. } | JournalError::NotOwner { .. })) => {
                panic!("{error}")
            }
        }
    }
}

/// One history of some owners; returns how many events were shown, and how many are in the stream.
async fn history(seed: u64, owners: usize) -> (usize, usize) {
    let (model, lobby) = (Model::new(seed, 10 + seed % 50), code("AAAAA"));
    let owner = |name: usize| Owner {
        name,
        streams: node(&model, &format!("node-{name}")),
        lobby,
        is_alone: owners == 1,
        known: None,
        wanted: None,
        count: 0,
        shown: BTreeMap::new(),
    };
    if owners == 1 {
        model.keep_leaders();
    }
    let mut owners: Vec<_> = (0..owners).map(owner).collect();
    let lives = owners.iter_mut().map(|owner| async {
        for _ in 0..STEPS {
            owner.step().await;
        }
    });
    futures_util::future::join_all(lives).await;
    model.heal();
    let stream = node(&model, "checker").replay(lobby).await.unwrap();
    let mut texts: Vec<_> = stream.iter().map(|it| format!("{it:?}")).collect();
    texts.sort();
    texts.dedup();
    assert_eq!(texts.len(), stream.len(), "seed {seed}: doubled");
    let mut count = 0;
    for (revision, event) in owners.iter().flat_map(|it| &it.shown) {
        let stored = stream.get(revision - 1);
        assert_eq!(stored, Some(event), "seed {seed}: shown at {revision}");
        count += 1;
    }
    for owner in &mut owners {
        let before = owner.shown.len();
        for _ in 0..4 {
            owner.step().await;
        }
        assert!(owner.shown.len() > before, "seed {seed}: stuck");
    }
    (count, stream.len())
}

/// Runs all histories of so many owners; a failure names the seed.
fn histories(owners: usize) -> (usize, usize) {
    let (mut shown, mut stored) = (0, 0);
    for seed in 0..HISTORIES {
        println!("seed {seed}");
        let runtime = tokio::runtime::Builder::new_current_thread()
            .build()
            .unwrap();
        let (of_these, of_those) = runtime.block_on(history(seed, owners));
        shown += of_these;
        stored += of_those;
    }
    (shown, stored)
}

#[test]
fn in_random_histories_what_was_shown_is_in_the_stream_once() {
    let (shown, stored) = histories(OWNERS);
    // Most of what is stored was shown; the rest was durable when its owner had been fenced.
    assert!(shown > 2_000 && shown <= stored, "{shown} of {stored}");
}

#[test]
fn an_owner_that_is_alone_is_never_fenced() {
    let (shown, stored) = histories(1);
    // At the end of a history its last event may be stored without being shown yet.
    let last = usize::try_from(HISTORIES).unwrap();
    let is_so = shown > 2_000 && shown <= stored && stored - shown <= last;
    assert!(is_so, "{shown} of {stored}");
}
