//! Presence, absences, and what people get who return.

use std::time::Duration;

use dicehall_protocol::{LobbyCode, VERSION};
use serde_json::json;
use tokio::time::sleep;

use super::harness::{ABANDON, GRACE, STARTED, TEST_TIMEOUT, World, settings};
use crate::journal::{AnyJournal, Journal, MemoryJournal};
use crate::lobby::outbox::OUTBOX_MAX;
use crate::lobby::task::presence::WATCHER_AWAY_MS_MAX;

#[tokio::test(start_paused = true)]
async fn whoever_returns_gets_exactly_what_was_missed() {
    let mut world = World::new().await;
    let mut host = world.host("Aki").await;
    let guest = world.guest("Bo", &mut host).await;
    let gone = guest.hang_up();
    host.hears(&["presence 1 gone"]).await;
    for id in 2..4 {
        host.ask(id, json!({"chat": {"text": "x"}})).await;
        host.hears(&["accepted *", "update * said"]).await;
    }
    let mut back = world.resume(&gone, Some(3)).await;
    back.hears(&[
        "welcome back",
        "update 4 said",
        "update 5 said",
        "presence 0 here",
        "silence",
    ])
    .await;
    host.hears(&["presence 1 here"]).await;
    let mut again = world.resume(&back, Some(5)).await;
    again
        .hears(&["welcome back", "presence 0 here", "silence"])
        .await;
}

#[tokio::test(start_paused = true)]
async fn whoever_missed_too_much_or_knows_nothing_gets_a_snapshot() {
    let mut world = World::with(AnyJournal::Memory(MemoryJournal::default()), None).await;
    let (mut host, guest) = world.playing().await;
    for id in 4..68 {
        host.ask(id, json!({"chat": {"text": "x"}})).await;
    }
    host.heard().await;
    for revision in [None, Some(10), Some(11), Some(999)] {
        let mut back = world.resume(&guest, revision).await;
        back.hears(&["welcome back", "snapshot 76", "silence"])
            .await;
    }
    let mut back = world.resume(&guest, Some(12)).await;
    back.hears(&["welcome back", "update 13 said"]).await;
    let mut back = world.resume(&host, None).await;
    back.hears(&["welcome back", "snapshot 76", "offered 0"])
        .await;
}

#[tokio::test(start_paused = true)]
async fn a_wrong_token_is_no_resume_and_the_person_may_go_on() {
    let mut world = World::new().await;
    let mut host = world.host("Aki").await;
    for (code, token) in [
        (host.code.as_str(), "0".repeat(32)),
        ("AAAAA", host.token.clone()),
        (host.code.as_str(), "x".to_owned()),
    ] {
        let mut thief = world.connect();
        let resume = json!({"lobby": code, "token": token});
        thief
            .say(
                &json!({"type": "hello", "version": VERSION, "name": "T", "resume": resume})
                    .to_string(),
            )
            .await;
        thief.hears(&["welcome"]).await;
        thief.ask(1, json!("list_lobbies")).await;
        thief.hears(&["accepted 1 lobbies=1"]).await;
    }
    host.hears(&["silence"]).await;
}

#[tokio::test(start_paused = true)]
async fn the_newest_connection_wins_and_a_late_goodbye_is_harmless() {
    let mut world = World::new().await;
    let mut host = world.host("Aki").await;
    let mut old = world.guest("Bo", &mut host).await;
    let mut new = world.resume(&old, None).await;
    new.hears(&["welcome back", "snapshot 3"]).await;
    old.hears(&["closing replaced", "closed 1008", "end"]).await;
    host.ask(2, json!({"chat": {"text": "x"}})).await;
    host.hears(&["accepted 2", "update 4 said", "silence"])
        .await;
    new.hears(&["update 4 said"]).await;
    let (heard, _) = tokio::join!(host.stay(GRACE * 2), new.stay(GRACE * 2));
    assert_eq!(heard, Vec::<String>::new());
}

#[tokio::test(start_paused = true)]
async fn an_earlier_connection_that_says_hello_later_is_closed_and_nobody_notices() {
    let mut world = World::new().await;
    let mut host = world.host("Aki").await;
    let guest = world.guest("Bo", &mut host).await;
    let mut older = world.connect();
    let mut newer = world.resume(&guest, None).await;
    newer.hears(&["welcome back", "snapshot 3"]).await;
    older.say_hello_as(&guest, None).await;
    older
        .hears(&["closing replaced", "closed 1008", "end"])
        .await;
    newer.hears(&["silence"]).await;
    host.hears(&["silence"]).await;
    let mut back = world.resume(&newer.hang_up(), None).await;
    back.hears(&["welcome back"]).await;
}

#[tokio::test(start_paused = true)]
async fn whoever_does_not_read_is_closed_and_may_resume() {
    let mut world = World::with(AnyJournal::Memory(MemoryJournal::default()), None).await;
    let mut host = world.host("Aki").await;
    let mut slow = world.connect_with_room(4);
    slow.say(&json!({"type": "hello", "version": VERSION, "name": "Bo"}).to_string())
        .await;
    slow.ask(1, json!({"join_lobby": {"lobby": host.code}}))
        .await;
    slow.hears(&["welcome", "accepted 1 joined", "snapshot 3"])
        .await;
    host.hears(&["update 3 entered"]).await;
    slow.ask(2, json!({"take_seat": {}})).await;
    slow.hears(&["accepted 2", "update 4 seat_taken"]).await;
    host.hears(&["update 4 seat_taken"]).await;
    for id in 0..OUTBOX_MAX + 8 {
        host.ask(id.try_into().unwrap(), json!({"chat": {"text": "x"}}))
            .await;
    }
    let heard = host.heard().await;
    assert_eq!(
        heard.iter().filter(|it| *it == "presence 1 gone").count(),
        1,
        "{heard:?}"
    );
    let heard = slow.heard().await;
    assert_eq!(
        heard.last().map(String::as_str),
        Some("closed 1013"),
        "{heard:?}"
    );
    assert!(heard.contains(&"closing too_slow".to_owned()), "{heard:?}");
    let mut back = world.resume(&slow, None).await;
    back.hears(&["welcome back", "snapshot 268"]).await;
}

#[tokio::test(start_paused = true)]
async fn a_bot_holds_the_seat_of_whoever_is_gone_until_the_return() {
    let mut world = World::new().await;
    let (mut host, guest) = world.playing().await;
    let gone = guest.hang_up();
    host.hears(&["presence 1 gone"]).await;
    assert_eq!(host.stay(GRACE * 9 / 10).await, Vec::<String>::new());
    assert_eq!(host.stay(GRACE / 5).await, ["update 13 handed_to_bot"]);
    let mut back = world.resume(&gone, Some(12)).await;
    back.hears(&[
        "welcome back",
        "update 13 handed_to_bot",
        "update 14 taken_back",
        "presence 0 here",
    ])
    .await;
    host.hears(&["presence 1 here", "update 14 taken_back"])
        .await;
}

#[tokio::test(start_paused = true)]
async fn the_host_need_not_wait_for_whoever_is_gone() {
    let mut world = World::new().await;
    let (mut host, guest) = world.playing().await;
    host.ask(90, json!({"stand_in": {"seat": 1, "wanted": true}}))
        .await;
    host.hears(&["rejected 90 not_absent"]).await;
    let gone = guest.hang_up();
    host.hears(&["presence 1 gone"]).await;
    assert_eq!(host.bot_in, Some(GRACE));
    assert_eq!(host.stay(GRACE / 2).await, Vec::<String>::new());
    host.ask(91, json!({"stand_in": {"seat": 1, "wanted": true}}))
        .await;
    host.hears(&["accepted 91", "update 14 stand_in_wanted+handed_to_bot"])
        .await;
    assert_eq!(host.stay(GRACE).await, Vec::<String>::new());
    let mut back = world.resume(&gone, Some(14)).await;
    back.hears(&["welcome back", "update 15 taken_back"]).await;
}

#[tokio::test(start_paused = true)]
async fn a_seat_is_kept_for_its_human_however_long_that_takes() {
    let mut world = World::new().await;
    let (mut host, guest) = world.playing().await;
    let gone = guest.hang_up();
    host.hears(&["presence 1 gone"]).await;
    assert_eq!(host.stay(3 * ABANDON).await, ["update 13 handed_to_bot"]);
    let mut back = world.resume(&gone, Some(13)).await;
    back.hears(&["welcome back", "update 14 taken_back"]).await;
}

#[tokio::test(start_paused = true)]
async fn whoever_returns_within_the_grace_time_keeps_the_seat() {
    let mut world = World::new().await;
    let (mut host, guest) = world.playing().await;
    let gone = guest.hang_up();
    host.hears(&["presence 1 gone"]).await;
    assert_eq!(host.stay(GRACE / 2).await, Vec::<String>::new());
    let mut back = world.resume(&gone, None).await;
    back.hears(&["welcome back", "snapshot 12"]).await;
    let (heard, _) = tokio::join!(host.stay(GRACE * 2), back.stay(GRACE * 2));
    assert_eq!(heard, ["presence 1 here"]);
}

/// A long time, but not so long that an empty lobby ends.
const LONG: Duration = ABANDON.checked_mul(9).unwrap().checked_div(10).unwrap();

#[tokio::test(start_paused = true)]
async fn a_match_stands_while_nobody_who_plays_is_there_also_after_a_restart() {
    let mut world = World::new().await;
    let (host, guest) = world.playing().await;
    let (host, guest) = (host.hang_up(), guest.hang_up());
    sleep(LONG).await;
    let journal = world.stop().await;
    let mut world = World::with(journal, None).await;
    sleep(LONG).await;
    let mut host = world.resume(&host, Some(STARTED)).await;
    host.hears(&["welcome back", "presence 1 gone", "offered 0"])
        .await;
    // The other person has the whole grace time to come back.
    assert_eq!(host.stay(GRACE * 9 / 10).await, Vec::<String>::new());
    assert_eq!(host.stay(GRACE / 5).await, ["update 13 handed_to_bot"]);
    let mut guest = world.resume(&guest, Some(STARTED)).await;
    guest
        .hears(&[
            "welcome back",
            "update 13 handed_to_bot",
            "update 14 taken_back",
        ])
        .await;
}

#[tokio::test(start_paused = true)]
async fn whoever_looks_on_sees_that_a_match_stands_and_then_goes_on() {
    let mut world = World::new().await;
    let (mut host, mut guest) = world.playing_with("30s/action").await;
    let mut watcher = world.greet("Cy").await;
    watcher
        .ask(1, json!({"join_lobby": {"lobby": host.code}}))
        .await;
    watcher
        .hears(&[
            "accepted 1 joined",
            "snapshot 13",
            "clocks 0 30000ms/30000ms 0",
        ])
        .await;
    let waited = Duration::from_secs(10);
    tokio::join!(watcher.stay(waited), host.stay(waited), guest.stay(waited));
    let (host, guest) = (host.hang_up(), guest.hang_up());
    watcher
        .hears(&[
            "presence 0 gone",
            "presence 1 gone",
            "clocks 0 20000ms/30000ms nobody",
        ])
        .await;
    // After the grace time bots hold the seats, and another person becomes host; nobody acts.
    let heard = watcher.stay(LONG).await;
    assert_eq!(
        heard,
        [
            "update 15 handed_to_bot+host_changed",
            "update 17 handed_to_bot+host_changed"
        ]
    );
    let mut back = world.resume(&guest, None).await;
    back.hears(&["welcome back", "snapshot 18"]).await;
    let heard = watcher.stay(GRACE / 10).await;
    assert_eq!(heard[..2], ["presence 1 here", "update 18 taken_back"]);
    assert!(
        heard[2].contains(" acted"),
        "the bot on the other seat acts: {heard:?}"
    );
    drop(host);
}

/// Bots alone play for the host, who watches.
#[tokio::test(start_paused = true)]
async fn bots_play_while_somebody_looks_on_and_wait_while_nobody_does() {
    let mut world = World::with(AnyJournal::Memory(MemoryJournal::default()), None).await;
    let mut host = world.host("Aki").await;
    let mut settings = settings();
    settings["bot_pace_ms"] = json!(5_000);
    host.ask(2, json!({"change_settings": {"settings": settings}}))
        .await;
    for seat in 0..2 {
        host.ask(
            3 + seat,
            json!({"seat_bot": {"seat": seat, "bot": "random"}}),
        )
        .await;
    }
    host.ask(5, json!({"start": {}})).await;
    let played = host.stay(Duration::from_secs(12)).await;
    let acts = played.iter().filter(|it| it.contains(" acted")).count();
    assert_eq!(acts, 2, "{played:?}");
    let gone = host.hang_up();
    sleep(TEST_TIMEOUT).await;
    let code: LobbyCode = gone.code.parse().unwrap();
    let before = world.journal.replay(code).await.unwrap();
    sleep(LONG).await;
    assert_eq!(world.journal.replay(code).await.unwrap(), before);
    let mut back = world.resume(&gone, None).await;
    back.hears(&["welcome back", "snapshot *"]).await;
    let played = back.stay(Duration::from_secs(6)).await;
    assert!(played[0].contains(" acted"), "{played:?}");
}

#[tokio::test(start_paused = true)]
async fn a_lobby_that_nobody_visits_ends() {
    let mut world = World::new().await;
    let mut host = world.host("Aki").await;
    host.ask(2, json!({"take_seat": {}})).await;
    host.hears(&["accepted 2", "update 3 seat_taken"]).await;
    drop(host);
    let mut visitor = world.greet("Bo").await;
    sleep(TEST_TIMEOUT).await;
    visitor.ask(1, json!("list_lobbies")).await;
    visitor.hears(&["accepted 1 lobbies=1"]).await;
    drop(visitor);
    sleep(ABANDON).await;
    let mut visitor = world.greet("Bo").await;
    visitor.ask(2, json!("list_lobbies")).await;
    visitor.hears(&["accepted 2 lobbies=0"]).await;
    assert_eq!(world.journal.running().await, Ok(vec![]));
}

#[tokio::test(start_paused = true)]
async fn a_spectator_who_is_gone_for_long_has_left() {
    let mut world = World::new().await;
    let mut host = world.host("Aki").await;
    let guest = world.guest("Bo", &mut host).await;
    drop(guest);
    host.hears(&["presence 1 gone"]).await;
    let away = Duration::from_millis(WATCHER_AWAY_MS_MAX);
    assert_eq!(host.stay(away * 9 / 10).await, Vec::<String>::new());
    assert_eq!(host.stay(away / 5).await, ["update 4 left"]);
}

#[tokio::test(start_paused = true)]
async fn the_number_of_an_attempt_may_be_any() {
    let mut world = World::new().await;
    let host = world.host("Aki").await;
    let mut back = world.connect();
    let resume = json!({"lobby": host.code, "token": host.token, "attempt": u64::MAX});
    let hello = json!({"type": "hello", "version": VERSION, "name": "x", "resume": resume});
    back.say(&hello.to_string()).await;
    back.hears(&["welcome back"]).await;
}
