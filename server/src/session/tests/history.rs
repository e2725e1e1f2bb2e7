//! The history that people who come late are sent: exactly the updates that those who were there have got.

use dicehall_engine::lobby::{DiceEvent, Event, Revision};
use dicehall_protocol::limits::{
    CHAT_CHARS_MAX, HISTORY_CHAT_LINES, HISTORY_EVENTS_MIN, SERVER_FRAME_SIZE_MAX,
};
use dicehall_protocol::{EventView, PastUpdate};
use serde_json::json;

use super::harness::{Client, STARTED, World, agree};
use super::pipe::Sent;
use crate::journal::faulty::{Fault, FaultyJournal};
use crate::journal::{AnyJournal, Journal, MemoryJournal};

/// The command that asks for the updates before a revision, or for the newest.
fn history(before: Option<Revision>) -> serde_json::Value {
    json!({"history": {"before": before}})
}

/// Asks until all of the history is there; returns it, the oldest first, and the number of answers.
async fn whole_past(client: &mut Client) -> (Vec<PastUpdate>, u64) {
    let mut past: Vec<PastUpdate> = Vec::new();
    for id in 50_000.. {
        client
            .ask(id, history(past.first().map(|it| it.revision)))
            .await;
        let answer = client.hear().await;
        assert!(
            answer.starts_with(&format!("accepted {id} history=")),
            "{answer}"
        );
        let piece = client.history.take().unwrap();
        assert!(!piece.updates.is_empty(), "a piece without an update");
        past.splice(0..0, piece.updates);
        if !piece.has_earlier {
            return (past, id - 49_999);
        }
    }
    unreachable!()
}

fn is_talk(update: &PastUpdate) -> bool {
    matches!(update.events[..], [EventView::Talk(_)])
}

/// The end of these updates that a late client must get.
fn owed(told: &[PastUpdate]) -> Vec<PastUpdate> {
    let (mut events, mut lines) = (0, 0);
    let mut owed: Vec<PastUpdate> = Vec::new();
    for update in told.iter().rev() {
        if is_talk(update) {
            lines += 1;
            if lines <= HISTORY_CHAT_LINES {
                owed.push(update.clone());
            }
        } else if events < HISTORY_EVENTS_MIN {
            events += update.events.len();
            owed.push(update.clone());
        }
    }
    owed.reverse();
    owed
}

/// The events with their revisions, without their grouping into updates.
fn events(updates: &[PastUpdate]) -> Vec<(u64, EventView)> {
    let numbered = updates.iter().flat_map(|it| {
        let before = it.revision.0 - u64::try_from(it.events.len()).unwrap();
        (before + 1..).zip(it.events.iter().cloned())
    });
    numbered.collect()
}

/// Two people who fight and talk for this many actions.
async fn fought(world: &mut World, actions: u64) -> (Client, Client) {
    let (mut host, mut guest) = world.playing().await;
    for number in 0..actions {
        // Ids must grow.
        let id = 1_000 + 10 * number;
        if host.attack.is_none() && guest.attack.is_none() {
            begin_another(id, &mut host, &mut guest).await;
        }
        let mover = if host.attack.is_some() {
            &mut host
        } else {
            &mut guest
        };
        let (ply, action) = mover.attack.take().expect("somebody is to move");
        mover
            .ask(id + 8, json!({"act": {"ply": ply, "action": action}}))
            .await;
        if number % 2 == 0 {
            guest
                .ask(id + 9, json!({"chat": {"text": format!("line {id}")}}))
                .await;
        }
        for client in [&mut host, &mut guest] {
            client.catch_up().await;
        }
    }
    (host, guest)
}

/// Starts another match when one is over too early.
async fn begin_another(id: u64, host: &mut Client, guest: &mut Client) {
    host.ask(id, json!({"start": {"force": true}})).await;
    host.hears(&["accepted *", "update * match_called"]).await;
    guest.hears(&["update * match_called"]).await;
    for client in [&mut *host, &mut *guest] {
        client.shares = id - 900;
    }
    let called = host.told.last().unwrap().revision.0;
    agree(host, guest, called + STARTED - 6).await;
    for client in [host, guest] {
        client.catch_up().await;
    }
}

fn unlimited() -> AnyJournal {
    AnyJournal::Memory(MemoryJournal::default())
}

#[tokio::test(start_paused = true)]
async fn whoever_comes_late_hears_the_end_of_what_an_earlier_watcher_heard() {
    let mut world = World::with(unlimited(), None).await;
    let (mut host, guest) = fought(&mut world, 240).await;
    let told = owed(&host.told);
    assert!(
        told.len() < host.told.len() && told.iter().any(is_talk),
        "nothing of {} updates is too old: the test shows nothing",
        host.told.len()
    );
    let mut late = world.guest("Cy", &mut host).await;
    let (past, answers) = whole_past(&mut late).await;
    // The last update is the newcomer's own arrival.
    assert_eq!(past, owed(&host.told));
    assert!(answers > 1, "everything fits into one answer");
    // After a restart the history is read from the journal, and the grouping of events into updates is lost.
    let all = events(&owed(&host.told));
    let journal = world.stop().await;
    let mut world = World::with(journal, None).await;
    let mut back = world.resume(&guest, None).await;
    back.hears(&["welcome back", "snapshot *"]).await;
    back.catch_up().await;
    let (past, _) = whole_past(&mut back).await;
    assert_eq!(events(&past), all);
    for update in &past {
        let same = host.told.iter().find(|it| it.revision == update.revision);
        let same = same.map(|it| (&it.view, it.outcome));
        assert!(same.is_none_or(|it| it == (&update.view, update.outcome)));
    }
}

#[tokio::test(start_paused = true)]
async fn long_lines_are_told_in_several_answers_each_within_the_limit() {
    let mut world = World::with(unlimited(), None).await;
    let mut host = world.host("Aki").await;
    let line = "\u{1F3B2}".repeat(CHAT_CHARS_MAX);
    for id in 10..110 {
        host.ask(id, json!({"chat": {"text": line}})).await;
    }
    host.catch_up().await;
    let (past, answers) = whole_past(&mut host).await;
    let (before, heard) = past.split_at(past.len() - owed(&host.told).len());
    assert_eq!(heard, owed(&host.told));
    assert_eq!((before.len(), answers), (2, 2));
    host.ask(200, history(None)).await;
    match host.end.from_server.recv().await {
        Some(Sent::Text(frame)) => assert!(frame.len() <= SERVER_FRAME_SIZE_MAX),
        other => panic!("{other:?}"),
    }
}

#[tokio::test(start_paused = true)]
async fn the_past_holds_no_secret() {
    let mut world = World::with(unlimited(), None).await;
    let (mut host, guest) = fought(&mut world, 3).await;
    host.ask(50, json!({"set_password": {"password": "a password"}}))
        .await;
    host.catch_up().await;
    host.ask(51, history(None)).await;
    let Some(Sent::Text(answer)) = host.end.from_server.recv().await else {
        panic!("no answer")
    };
    let answer = answer.to_string();
    assert!(answer.contains("password_changed") && answer.contains("dice_sealed"));
    let code = host.code.parse().unwrap();
    let stream = world.journal.replay(code).await.unwrap();
    let secret = stream.iter().find_map(|it| {
        if let Event::Dice(DiceEvent::DiceSealed { secret, .. }) = it {
            Some(json!(secret))
        } else {
            None
        }
    });
    let secret = secret.unwrap().as_str().unwrap().to_owned();
    for hidden in [
        secret.as_str(),
        &host.token,
        &guest.token,
        "a password",
        "argon2",
        "key",
    ] {
        assert!(!answer.contains(hidden), "{hidden} is told: {answer}");
    }
}

#[tokio::test(start_paused = true)]
async fn history_is_for_people_in_a_lobby_that_goes_on() {
    let journal = FaultyJournal::new();
    let mut world = World::with(AnyJournal::Faulty(journal.clone()), None).await;
    let mut host = world.host("Aki").await;
    let mut other = world.greet("Bo").await;
    other.ask(7, history(None)).await;
    other.hears(&["rejected 7 not_in_lobby"]).await;
    host.ask(7, history(None)).await;
    host.hears(&["accepted 7 history=2"]).await;
    host.ask(8, history(Some(Revision(2)))).await;
    host.hears(&["accepted 8 history=1"]).await;
    host.ask(9, history(Some(Revision(1)))).await;
    host.hears(&["accepted 9 history=0"]).await;
    // A message that is not durable yet is not in the history, and nothing hints at it.
    journal.set(Fault::Io);
    host.ask(10, json!({"chat": {"text": "later"}})).await;
    host.hears(&["frozen"]).await;
    host.ask(11, history(None)).await;
    host.hears(&["rejected 11 frozen"]).await;
    journal.set(Fault::None);
    host.hears(&["thawed", "accepted 10", "update 3 said"])
        .await;
    // The same question is answered anew.
    host.ask(7, history(None)).await;
    host.hears(&["accepted 7 history=3", "silence"]).await;
}
