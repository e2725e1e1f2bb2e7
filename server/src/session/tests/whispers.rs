//! Whispers: received by two people, once, also after restarts, and by nobody else.

use dicehall_engine::lobby::{AsideEvent, Event};
use dicehall_protocol::limits::{CHAT_CHARS_MAX, SERVER_FRAME_SIZE_MAX, WHISPERS_KEPT};
use serde_json::json;

use super::harness::{Client, World};
use super::pipe::Sent;
use crate::journal::faulty::{Fault, FaultyJournal};
use crate::journal::{AnyJournal, Journal, MemoryJournal};

fn whisper(player: u32, text: &str) -> serde_json::Value {
    json!({"whisper": {"player": player, "text": text}})
}

async fn listens(client: &mut Client, id: u64, after: Option<u64>, expect: &str) {
    client.ask(id, json!({"listen": {"after": after}})).await;
    let expect = format!("accepted {id} whispers={expect}");
    assert_eq!(client.hear().await, expect);
}

/// Aki, who is host, Bo and Cy, all of whom listen.
async fn three(world: &mut World) -> [Client; 3] {
    let mut aki = world.host("Aki").await;
    let mut bo = world.guest("Bo", &mut aki).await;
    let mut cy = world.guest("Cy", &mut aki).await;
    bo.hears(&["update * entered"]).await;
    for client in [&mut aki, &mut bo, &mut cy] {
        listens(client, 10, None, "").await;
    }
    [aki, bo, cy]
}

#[tokio::test(start_paused = true)]
async fn two_hear_a_whisper_and_the_third_never_does() {
    let mut world = World::new().await;
    let [mut aki, mut bo, mut cy] = three(&mut world).await;
    bo.ask(11, whisper(0, "attack Cy")).await;
    bo.hears(&["accepted 11"]).await;
    assert_eq!(bo.hear().await, "whispered 1@4:1>0:attack Cy");
    assert_eq!(aki.hear().await, "whispered 1@4:1>0:attack Cy");
    aki.ask(11, whisper(1, "yes")).await;
    aki.hears(&["accepted 11", "whispered *"]).await;
    assert_eq!(bo.hear().await, "whispered 2@4:0>1:yes");
    // Neither a gap in the revisions, nor the history, nor the request to listen tells Cy of it.
    cy.ask(11, json!({"chat": {"text": "anybody?"}})).await;
    cy.hears(&["accepted 11", "update 5 said"]).await;
    listens(&mut cy, 12, None, "").await;
    cy.ask(13, json!({"history": {}})).await;
    let Some(Sent::Text(past)) = cy.end.from_server.recv().await else {
        panic!("no answer")
    };
    assert!(
        past.contains("anybody?") && !past.contains("whisper") && !past.contains("attack Cy"),
        "{past}"
    );
    // Nor does a restart, after which Aki and Bo are sent it again.
    let clients = [&aki, &bo, &cy].map(|it| (it.code.clone(), it.token.clone()));
    drop((aki, bo, cy));
    let mut world = World::with(world.stop().await, None).await;
    let whole = "1@4:1>0:attack Cy+2@4:0>1:yes";
    for ((code, token), expect) in clients.into_iter().zip([whole, whole, ""]) {
        let known = Client {
            code,
            token,
            ..world.connect()
        };
        let mut back = world.resume(&known, None).await;
        back.hears(&["welcome back", "snapshot 5"]).await;
        back.heard().await;
        listens(&mut back, 20, None, expect).await;
        let later = expect.split_once('+').map_or("", |it| it.1);
        listens(&mut back, 21, Some(1), later).await;
        listens(&mut back, 22, Some(2), "").await;
        back.ask(23, json!({"history": {}})).await;
        let Some(Sent::Text(past)) = back.end.from_server.recv().await else {
            panic!("no answer")
        };
        assert!(!past.contains("attack Cy"), "{past}");
    }
}

#[tokio::test(start_paused = true)]
async fn whoever_did_not_ask_is_told_nothing_and_whoever_is_away_hears_it_later() {
    let mut world = World::new().await;
    let mut aki = world.host("Aki").await;
    let mut bo = world.guest("Bo", &mut aki).await;
    aki.ask(10, whisper(1, "hello")).await;
    aki.hears(&["rejected 10 cannot_hear"]).await;
    // The sender need not listen.
    listens(&mut bo, 10, None, "").await;
    aki.ask(11, whisper(1, "hello again")).await;
    aki.hears(&["accepted 11"]).await;
    assert_eq!(bo.hear().await, "whispered 1@3:0>1:hello again");
    let bo = bo.hang_up();
    aki.hears(&["presence 1 gone"]).await;
    aki.ask(12, whisper(1, "while you were away")).await;
    aki.hears(&["accepted 12"]).await;
    let mut bo = world.resume(&bo, Some(3)).await;
    bo.hears(&["welcome back", "presence 0 here"]).await;
    aki.hears(&["presence 1 here"]).await;
    // The connection that resumed has not asked to listen yet.
    aki.ask(13, whisper(1, "are you there?")).await;
    aki.hears(&["rejected 13 cannot_hear"]).await;
    listens(&mut bo, 14, Some(1), "2@3:0>1:while you were away").await;
}

#[tokio::test(start_paused = true)]
async fn a_whisper_is_refused_as_a_chat_line_is() {
    let mut world = World::new().await;
    let [mut aki, mut bo, mut cy] = three(&mut world).await;
    for (id, to, text, code) in [
        (20, 1, "me", "yourself"),
        (21, 7, "nobody", "no_such_player"),
        (22, 0, "\u{200b}", "empty_chat"),
    ] {
        bo.ask(id, whisper(to, text)).await;
        bo.hears(&[&format!("rejected {id} {code}")]).await;
    }
    let silence = json!({"silence": {"player": 1, "silenced": true}});
    aki.ask(20, silence).await;
    aki.hears(&["accepted 20", "update 5 silence_changed"])
        .await;
    bo.hears(&["update 5 silence_changed"]).await;
    bo.ask(30, whisper(0, "psst")).await;
    bo.hears(&["rejected 30 silenced"]).await;
    // A silenced person still receives whispers.
    aki.ask(31, whisper(1, "be quiet\u{1b}[2J")).await;
    aki.hears(&["accepted 31"]).await;
    assert_eq!(aki.hear().await, "whispered 1@5:0>1:be quiet[2J");
    assert_eq!(bo.hear().await, "whispered 1@5:0>1:be quiet[2J");
    // Chat lines and whispers are counted together.
    cy.hears(&["update 5 silence_changed"]).await;
    cy.ask(40, json!({"chat": {"text": "one"}})).await;
    for id in 41..45 {
        cy.ask(id, whisper(0, "more")).await;
    }
    cy.ask(45, whisper(0, "too much")).await;
    let heard = cy.heard().await;
    assert_eq!(
        heard
            .iter()
            .filter(|it| it.starts_with("rejected"))
            .collect::<Vec<_>>(),
        ["rejected 45 rate_limited"]
    );
}

#[tokio::test(start_paused = true)]
async fn a_whisper_is_told_once_it_is_durable_and_carried_out_once() {
    let journal = FaultyJournal::new();
    let mut world = World::with(AnyJournal::Faulty(journal.clone()), None).await;
    let [mut aki, mut bo, _cy] = three(&mut world).await;
    journal.set(Fault::Io);
    bo.ask(11, whisper(0, "secret")).await;
    bo.hears(&["frozen"]).await;
    aki.hears(&["frozen"]).await;
    aki.ask(12, json!({"listen": {}})).await;
    aki.hears(&["rejected 12 frozen"]).await;
    journal.set(Fault::None);
    bo.hears(&["thawed", "accepted 11", "whispered *"]).await;
    aki.hears(&["thawed", "whispered *"]).await;
    // The same command sent again is answered again and not delivered again, even by the next server.
    bo.ask(11, whisper(0, "secret")).await;
    bo.hears(&["accepted 11", "silence"]).await;
    let code = bo.code.parse().unwrap();
    let stream = world.journal.replay(code).await.unwrap();
    let is_whisper = |it: &&Event| matches!(it, Event::Aside(AsideEvent::Whispered { .. }));
    assert_eq!(stream.iter().filter(is_whisper).count(), 1);
}

#[tokio::test(start_paused = true)]
async fn what_is_kept_of_whispers_fits_into_a_frame() {
    let journal = AnyJournal::Memory(MemoryJournal::default());
    let mut world = World::with(journal, None).await;
    let [mut aki, mut bo, _cy] = three(&mut world).await;
    let line = "\u{1F3B2}".repeat(CHAT_CHARS_MAX);
    let count = u64::try_from(WHISPERS_KEPT).unwrap() + 3;
    for number in 1..=count {
        bo.ask(10 + number, whisper(0, &line)).await;
        bo.hears(&["accepted *", "whispered *"]).await;
        let heard = aki.hear().await;
        assert!(heard.starts_with(&format!("whispered {number}@")));
    }
    aki.ask(100, json!({"listen": {"after": 1}})).await;
    match aki.end.from_server.recv().await {
        Some(Sent::Text(frame)) => {
            assert!(frame.len() <= SERVER_FRAME_SIZE_MAX, "{}", frame.len());
            assert_eq!(frame.matches("number").count(), WHISPERS_KEPT);
        }
        other => panic!("{other:?}"),
    }
}

#[tokio::test(start_paused = true)]
async fn hints_are_told_to_whoever_listens_and_survive_a_restart() {
    let mut world = World::new().await;
    let [mut aki, mut bo, mut cy] = three(&mut world).await;
    let mut old = world.guest("Di", &mut aki).await;
    for client in [&mut bo, &mut cy] {
        client.hears(&["update 5 entered"]).await;
    }
    bo.ask(11, json!({"allow_hints": {"allowed": true}})).await;
    bo.hears(&["rejected 11 not_host"]).await;
    bo.ask(12, json!({"take_seat": {}})).await;
    bo.hears(&["accepted 12", "update 6 seat_taken"]).await;
    bo.ask(13, json!({"ready": {"ready": true}})).await;
    bo.hears(&["accepted 13", "update 7 ready_changed"]).await;
    for client in [&mut aki, &mut cy, &mut old] {
        client
            .hears(&["update 6 seat_taken", "update 7 ready_changed"])
            .await;
    }
    aki.ask(14, json!({"allow_hints": {"allowed": true}})).await;
    aki.hears(&["accepted 14", "update 8 ready_changed", "hints true"])
        .await;
    bo.hears(&["update 8 ready_changed", "hints true"]).await;
    // A client that did not ask to listen receives neither whispers nor hints.
    old.ask(10, json!({"history": {}})).await;
    let Some(Sent::Text(update)) = old.end.from_server.recv().await else {
        panic!("no update")
    };
    assert!(update.contains("ready_changed") && !update.contains("hints"));
    let Some(Sent::Text(past)) = old.end.from_server.recv().await else {
        panic!("no answer")
    };
    assert!(past.starts_with(r#"{"type":"accepted""#) && !past.contains("hints"));
    let bo = bo.hang_up();
    drop((aki, cy, old));
    let mut world = World::with(world.stop().await, None).await;
    let mut back = world.resume(&bo, None).await;
    back.hears(&["welcome back", "snapshot 8"]).await;
    back.heard().await;
    back.ask(20, json!({"listen": {}})).await;
    back.hears(&["accepted 20 whispers= hints"]).await;
}
