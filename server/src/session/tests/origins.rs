//! A match that goes on from an earlier one: who may ask for it, what everybody is sent, what a restart changes, and the
//! content of its file.

use dicehall_engine::AnyAction;
use dicehall_engine::lobby::Ply;
use dicehall_engine::origin::ORIGIN_STEPS_MAX;
use dicehall_protocol::match_file::{CONTINUED_FORMAT, MATCH_FORMAT};
use serde_json::{Value, json};

use super::harness::{Client, World};
use crate::archive::match_files;
use crate::journal::AnyJournal;
use crate::journal::faulty::FaultyJournal;

/// The steps of the earlier match, after which the first seat wins with the cell a3.
const STEPS: [&str; 4] = ["a1", "b1", "a2", "b2"];

fn steps(cells: &[&str]) -> Value {
    let action = |it: &&str| json!({"acted": {"game": "tic-tac-toe", "action": it}});
    cells.iter().map(action).collect()
}

fn origin(cells: &[&str]) -> Value {
    let config = json!({"game": "tic-tac-toe", "config": {}});
    let origin = json!({"match_id": "M-0", "config": config, "steps": steps(cells)});
    json!({"set_origin": {"origin": origin}})
}

fn more(at: usize, cells: &[&str]) -> Value {
    json!({"extend_origin": {"at": at, "steps": steps(cells)}})
}

/// Aki on the first seat of tic-tac-toe, and a bot.
async fn alone(world: &mut World) -> Client {
    let mut aki = world.host("Aki").await;
    let settings = json!({"rules": {"game": "tic-tac-toe", "rules": {}}, "bot_pace_ms": 0});
    for (id, command) in [
        (2, json!({"change_settings": {"settings": settings}})),
        (3, json!({"take_seat": {}})),
        (4, json!({"seat_bot": {"seat": 1, "bot": "random"}})),
    ] {
        aki.ask(id, command).await;
        aki.hears(&["accepted *", "update * *"]).await;
    }
    aki
}

/// Starts a match, agrees on the dice, and wins with the next cell.
async fn start_and_win(aki: &mut Client, id: u64) {
    aki.ask(id, json!({"start": {"force": true}})).await;
    aki.hears(&[
        "accepted *",
        "update * match_called",
        "update * dice_sealed",
    ])
    .await;
    for (step, event) in [
        ("commit_share", "share_committed"),
        ("show_share", "share_shown"),
    ] {
        aki.give_share(step, 0).await;
        aki.hears(&["accepted *", &format!("update * {event}")])
            .await;
    }
    aki.hears(&["update * match_started", "snapshot *", "offered 0"])
        .await;
    let action: AnyAction =
        serde_json::from_value(json!({"game": "tic-tac-toe", "action": "a3"})).unwrap();
    let shown = serde_json::to_value(&aki.told.last().unwrap().view).unwrap();
    assert_eq!(shown["view"]["board"], "xo.xo....");
    aki.ask(2_000, json!({"act": {"ply": Ply(0), "action": action}}))
        .await;
    aki.hears(&["accepted 2000", "update * acted", "update * dice_opened"])
        .await;
}

#[tokio::test(start_paused = true)]
async fn a_match_goes_on_from_an_earlier_one_and_its_file_says_so() {
    let journal = FaultyJournal::new();
    let mut world = World::with(AnyJournal::Faulty(journal.clone()), None).await;
    let mut aki = alone(&mut world).await;
    aki.ask(5, origin(&STEPS[..3])).await;
    aki.ask(6, more(3, &STEPS[3..])).await;
    // The origin is not announced; only the match shows it.
    aki.hears(&["accepted 5", "accepted 6"]).await;
    start_and_win(&mut aki, 7).await;
    let [file] = &match_files(&journal)[..] else {
        panic!("one match is over")
    };
    assert_eq!(file.header.dicehall_match, CONTINUED_FORMAT);
    let origin = serde_json::to_value(file.header.origin.as_ref().unwrap()).unwrap();
    assert_eq!(
        (&origin["match_id"], &origin["steps"]),
        (&json!("M-0"), &steps(&STEPS))
    );
    // The next match is an ordinary one.
    aki.ask(8, json!("rematch")).await;
    aki.hears(&["accepted 8", "update * ready_changed+match_called"])
        .await;
    aki.catch_up().await;
    assert_eq!(
        file.clone()
            .to_text()
            .matches("\"acted\":{\"seat\"")
            .count(),
        1
    );
    assert_ne!(MATCH_FORMAT, CONTINUED_FORMAT);
}

#[tokio::test(start_paused = true)]
async fn whoever_comes_late_to_it_is_told_that_there_was_something_before() {
    let mut world = World::new().await;
    let mut aki = alone(&mut world).await;
    aki.ask(5, origin(&["a1"])).await;
    aki.ask(6, json!({"start": {"force": true}})).await;
    aki.hears(&[
        "accepted 5",
        "accepted 6",
        "update * match_called",
        "update * dice_sealed",
    ])
    .await;
    let mut bo = world.greet("Bo").await;
    bo.ask(1, json!({"join_lobby": {"lobby": aki.code}})).await;
    bo.hears(&["accepted 1 joined"]).await;
    let Some(super::pipe::Sent::Text(snapshot)) = bo.end.from_server.recv().await else {
        panic!("no snapshot")
    };
    let snapshot: Value = serde_json::from_str(&snapshot).unwrap();
    assert_eq!(snapshot["agreement"]["actions"], 1, "{snapshot}");
}

#[tokio::test(start_paused = true)]
async fn what_is_no_earlier_match_is_refused() {
    let mut world = World::with(AnyJournal::Faulty(FaultyJournal::new()), None).await;
    let mut aki = alone(&mut world).await;
    let many = vec!["a1"; 300];
    for (id, command, code) in [
        (10, more(0, &["a1"]), "bad_origin"),
        (11, origin(&["a1", "a1"]), "bad_origin"),
        (12, origin(&["a1", "b1", "a2", "b2", "a3"]), "bad_origin"),
    ] {
        aki.ask(id, command).await;
        aki.hears(&[&format!("rejected {id} {code}")]).await;
    }
    aki.ask(20, origin(&STEPS[..1])).await;
    aki.hears(&["accepted 20"]).await;
    for (id, command, code) in [
        (21, more(0, &["b1"]), "bad_origin"),
        (22, more(2, &["b1"]), "bad_origin"),
        (23, more(1, &["a1"]), "bad_origin"),
        (24, more(1, &many), "bad_origin"),
        (25, more(usize::MAX, &["b1"]), "bad_origin"),
    ] {
        aki.ask(id, command).await;
        aki.hears(&[&format!("rejected {id} {code}")]).await;
    }
    assert!(many.len() < ORIGIN_STEPS_MAX, "a frame has room for fewer");
    let mut bo = world.guest("Bo", &mut aki).await;
    for (id, command) in [
        (30, origin(&STEPS)),
        (31, more(1, &["b1"])),
        (32, json!({"start": {"force": true}})),
    ] {
        aki.ask(id, command).await;
        aki.hears(&[&format!("rejected {id} not_alone")]).await;
    }
    bo.ask(2, origin(&STEPS)).await;
    bo.hears(&["rejected 2 not_host"]).await;
}

#[tokio::test(start_paused = true)]
async fn a_restart_between_the_parts_and_the_start_changes_nothing() {
    let journal = FaultyJournal::new();
    let mut world = World::with(AnyJournal::Faulty(journal.clone()), None).await;
    let mut aki = alone(&mut world).await;
    aki.ask(5, origin(&STEPS[..2])).await;
    aki.hears(&["accepted 5"]).await;
    let known = aki.hang_up();
    let mut world = World::with(world.stop().await, None).await;
    let mut aki = world.resume(&known, None).await;
    aki.hears(&["welcome back", "snapshot *"]).await;
    // The same part, sent again, is answered as before; the next part follows it.
    aki.ask(5, origin(&STEPS[..2])).await;
    aki.ask(6, more(2, &STEPS[2..])).await;
    aki.hears(&["accepted 5", "accepted 6"]).await;
    let known = aki.hang_up();
    let mut world = World::with(world.stop().await, None).await;
    let mut aki = world.resume(&known, None).await;
    aki.hears(&["welcome back", "snapshot *"]).await;
    start_and_win(&mut aki, 7).await;
    assert!(match_files(&journal)[0].header.origin.is_some());
}
