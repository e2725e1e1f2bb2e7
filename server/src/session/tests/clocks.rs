//! Clocks and pauses as people are told of them, in time that the tests move.

use std::time::Duration;

use serde_json::json;

use super::harness::World;
use crate::journal::{AnyJournal, MemoryJournal};

const SECOND: Duration = Duration::from_secs(1);

#[tokio::test(start_paused = true)]
async fn everybody_hears_whose_clock_runs_and_what_is_left() {
    let mut world = World::new().await;
    let (mut host, mut guest) = world.playing_with("60s+5s").await;
    host.hears(&["clocks 0 60000ms/60000ms 0"]).await;
    guest.hears(&["clocks 0 60000ms/60000ms 0"]).await;
    assert_eq!(
        host.stay(SECOND * 10).await,
        Vec::<String>::new(),
        "nothing is said while a clock runs"
    );
    host.choose(4).await;
    host.hears(&["accepted 4", "update * *", "clocks 1 55000ms/60000ms 1"])
        .await;
    guest
        .hears(&["update * *", "offered 1", "clocks 1 55000ms/60000ms 1"])
        .await;
    let gone = host.hang_up();
    guest.stay(SECOND * 7).await;
    let mut back = world.resume(&gone, None).await;
    back.hears(&[
        "welcome back",
        "snapshot *",
        "clocks 1 55000ms/53000ms 1",
        "silence",
    ])
    .await;
}

#[tokio::test(start_paused = true)]
async fn when_time_is_up_a_bot_acts_and_the_human_goes_on_afterwards() {
    let mut world = World::with(AnyJournal::Memory(MemoryJournal::default()), None).await;
    let (mut host, mut guest) = world.playing_with("30s/action").await;
    host.hears(&["clocks 0 30000ms/30000ms 0"]).await;
    guest.hears(&["clocks 0 30000ms/30000ms 0"]).await;
    assert_eq!(guest.stay(SECOND * 29).await, Vec::<String>::new());
    let (_, heard) = tokio::join!(host.stay(SECOND * 2), guest.stay(SECOND * 2));
    let heard: Vec<&str> = heard
        .iter()
        .map(|it| it.split_once(' ').map_or("", |(_, rest)| rest))
        .collect();
    assert_eq!(heard[..2], ["13 timed_out", "0 0ms/30000ms nobody"]);
    assert!(
        heard[2].starts_with("14 acted") || heard[2].starts_with("15 acted"),
        "{heard:?}"
    );
    assert!(
        heard.last().unwrap().starts_with("1 30000ms/30000ms"),
        "{heard:?}"
    );
}

#[tokio::test(start_paused = true)]
async fn an_action_in_time_stops_its_clock() {
    let mut world = World::new().await;
    let (mut host, mut guest) = world.playing_with("30s/action").await;
    host.hears(&["clocks 0 30000ms/30000ms 0"]).await;
    host.stay(SECOND * 29).await;
    host.choose(4).await;
    host.hears(&["accepted 4", "update * *", "clocks 1 30000ms/30000ms *"])
        .await;
    guest.heard().await;
    // Twenty-nine seconds later, the second clock has not run out because of the first.
    assert_eq!(host.stay(SECOND * 20).await, Vec::<String>::new());
}

#[tokio::test(start_paused = true)]
async fn a_clock_stands_while_the_match_pauses() {
    let mut world = World::new().await;
    let (mut host, mut guest) = world.playing_with("60s/turn").await;
    host.hears(&["clocks 0 60000ms/60000ms 0"]).await;
    host.stay(SECOND * 10).await;
    host.ask(4, json!({"pause": {"wanted": true}})).await;
    host.hears(&["accepted 4", "update 13 pause_wanted"]).await;
    guest.ask(3, json!({"pause": {"wanted": true}})).await;
    host.hears(&[
        "update 15 pause_wanted+paused",
        "clocks 0 50000ms/60000ms nobody",
    ])
    .await;
    guest.heard().await;
    let (heard, _) = tokio::join!(host.stay(SECOND * 500), guest.stay(SECOND * 500));
    assert_eq!(heard, Vec::<String>::new());
    host.ask(
        5,
        json!({"act": {"ply": 0, "action": host.choice.unwrap().1}}),
    )
    .await;
    host.hears(&["rejected 5 paused"]).await;
    for (id, client) in [(6, &mut host), (7, &mut guest)] {
        client.ask(id, json!({"pause": {"wanted": false}})).await;
    }
    host.hears(&[
        "accepted 6",
        "update 16 pause_wanted",
        "update 18 pause_wanted+continued",
    ])
    .await;
    host.hears(&["offered 0", "clocks 0 50000ms/60000ms 0"])
        .await;
    host.stay(SECOND * 49).await;
    host.choose(8).await;
    host.hears(&["accepted 8"]).await;
}

#[tokio::test(start_paused = true)]
async fn a_clock_stands_while_the_server_is_down() {
    let mut world = World::new().await;
    let (mut host, mut guest) = world.playing_with("60s+0s").await;
    host.hears(&["clocks 0 60000ms/60000ms 0"]).await;
    host.stay(SECOND * 20).await;
    host.choose(4).await;
    host.hears(&["accepted 4", "update * *", "clocks 1 40000ms/60000ms 1"])
        .await;
    guest.heard().await;
    let journal = world.stop().await;
    tokio::time::sleep(SECOND * 1_000).await;
    let mut world = World::with(journal, None).await;
    let mut back = world.resume(&guest, None).await;
    back.hears(&[
        "welcome back",
        "snapshot *",
        "clocks 1 40000ms/60000ms 1",
        "presence 0 gone",
        "offered 1",
    ])
    .await;
    let heard = back.stay(SECOND * 59).await;
    assert_eq!(heard, Vec::<String>::new());
    let heard = back.stay(SECOND * 2).await;
    assert!(
        heard.iter().any(|it| it.ends_with("timed_out")),
        "{heard:?}"
    );
}
