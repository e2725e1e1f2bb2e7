//! A command that is sent again is answered again and not carried out again; a late action is answered with a snapshot.

use serde_json::json;

use super::harness::World;

#[tokio::test(start_paused = true)]
async fn the_same_command_twice_is_done_once_and_answered_twice_the_same() {
    let mut world = World::new().await;
    let mut host = world.host("Aki").await;
    for _ in 0..2 {
        host.ask(7, json!({"chat": {"text": "x"}})).await;
        host.ask(8, json!("resign")).await;
    }
    host.hears(&["accepted 7", "update 3 said", "rejected 8 no_match"])
        .await;
    host.hears(&["accepted 7", "rejected 8 no_match", "silence"])
        .await;
}

#[tokio::test(start_paused = true)]
async fn what_was_refused_stays_refused_though_it_could_be_done_by_now() {
    let mut world = World::new().await;
    let mut host = world.host("Aki").await;
    let mut guest = world.guest("Bo", &mut host).await;
    host.ask(2, json!({"take_seat": {"seat": 0}})).await;
    guest.hears(&["update 4 seat_taken"]).await;
    guest.ask(7, json!({"take_seat": {"seat": 0}})).await;
    guest.hears(&["rejected 7 seat_not_open"]).await;
    host.ask(3, json!("spectate")).await;
    guest.hears(&["update 5 seat_left"]).await;
    for (id, answer) in [(7, "rejected 7 seat_not_open"), (8, "accepted 8")] {
        guest.ask(id, json!({"take_seat": {"seat": 0}})).await;
        guest.hears(&[answer]).await;
    }
}

#[tokio::test(start_paused = true)]
async fn an_id_belongs_to_the_person_and_not_to_the_connection() {
    let mut world = World::new().await;
    let mut host = world.host("Aki").await;
    let mut guest = world.guest("Bo", &mut host).await;
    host.ask(7, json!({"chat": {"text": "x"}})).await;
    host.hears(&["accepted 7", "update 4 said"]).await;
    guest.ask(7, json!({"chat": {"text": "y"}})).await;
    guest
        .hears(&["update 4 said", "accepted 7", "update 5 said"])
        .await;
    let mut again = world.resume(&host.hang_up(), Some(4)).await;
    again
        .hears(&["welcome back", "update 5 said", "presence 1 here"])
        .await;
    assert_eq!(again.last_id, 7);
    again.ask(7, json!({"chat": {"text": "x"}})).await;
    again.ask(8, json!({"chat": {"text": "z"}})).await;
    again
        .hears(&["accepted 7", "accepted 8", "update 6 said", "silence"])
        .await;
}

#[tokio::test(start_paused = true)]
async fn what_was_accepted_is_remembered_by_the_next_server() {
    let mut world = World::new().await;
    let (mut host, mut guest) = world.playing().await;
    host.ask(4, json!({"chat": {"text": "x"}})).await;
    host.hears(&["accepted 4", "update 13 said"]).await;
    host.ask(5, json!("rematch")).await;
    host.hears(&["rejected 5 no_rematch"]).await;
    let (ply, action) = host.choice.unwrap();
    host.choose(6).await;
    host.hears(&["accepted 6", "update * *"]).await;
    guest.heard().await;
    let journal = world.stop().await;
    let mut world = World::with(journal, None).await;
    let mut again = world.resume(&host, None).await;
    again
        .hears(&["welcome back", "snapshot *", "presence 1 gone"])
        .await;
    assert_eq!(
        again.last_id, 902,
        "its part in the dice has ids of its own"
    );
    // Everything that was under way is sent again: nothing is carried out twice, and nothing is refused as stale.
    again.ask(4, json!({"chat": {"text": "x"}})).await;
    again.ask(5, json!("rematch")).await;
    again
        .ask(6, json!({"act": {"ply": ply, "action": action}}))
        .await;
    again
        .hears(&[
            "accepted 4",
            "rejected 5 no_rematch",
            "accepted 6",
            "silence",
        ])
        .await;
}

#[tokio::test(start_paused = true)]
async fn a_command_older_than_what_is_remembered_is_refused() {
    let mut world = World::with(
        crate::journal::AnyJournal::Memory(crate::journal::MemoryJournal::default()),
        None,
    )
    .await;
    let mut host = world.host("Aki").await;
    for id in 100..=164 {
        host.ask(id, json!({"chat": {"text": "x"}})).await;
    }
    host.heard().await;
    for (id, answer) in [
        (100, "rejected 100 too_old"),
        (5, "rejected 5 too_old"),
        (101, "accepted 101"),
    ] {
        host.ask(id, json!({"chat": {"text": "x"}})).await;
        host.hears(&[answer]).await;
    }
}

#[tokio::test(start_paused = true)]
async fn whoever_answers_an_earlier_position_is_shown_the_present_one() {
    let mut world = World::new().await;
    let (mut host, mut guest) = world.playing().await;
    let (ply, action) = host.choice.unwrap();
    host.ask(4, json!({"act": {"ply": ply.0 + 1, "action": action}}))
        .await;
    host.hears(&["rejected 4 stale", "snapshot 12", "offered 0"])
        .await;
    guest
        .ask(3, json!({"act": {"ply": ply.0 + 1, "action": action}}))
        .await;
    guest
        .hears(&["rejected 3 stale", "snapshot 12", "silence"])
        .await;
    host.ask(5, json!({"act": {"ply": ply, "action": action}}))
        .await;
    host.hears(&["accepted 5"]).await;
}
