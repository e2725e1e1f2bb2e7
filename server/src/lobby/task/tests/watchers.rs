//! A lobby with many spectators: they are written to a few times a second, and in the end they have got the same
//! frames.

use super::*;
use crate::lobby::task::outboxes::gathered::{GATHERED_MAX, SPECTATORS_AT_ONCE};

/// A host with a seat, and this many spectators; all of them have read everything.
async fn crowd(bench: &Bench, watchers: usize) -> (Inside, Vec<Inside>) {
    let mut host = bench.create().await.unwrap();
    bench.sit(host.connection).await;
    let mut crowd = Vec::new();
    for key in 2..u8::try_from(2 + watchers).unwrap() {
        crowd.push(bench.enter(&format!("W{key}"), key).await.unwrap());
    }
    rest().await;
    host.heard();
    for watcher in &mut crowd {
        watcher.heard();
    }
    (host, crowd)
}

/// Waits so long that the next update is sent at once.
async fn rest() {
    tokio::time::sleep(Duration::from_secs(1)).await;
}

/// Waits until the task has nothing to do; the clock stands still meanwhile.
async fn settle() {
    for _ in 0..20 {
        tokio::task::yield_now().await;
    }
}

fn all_heard(crowd: &mut [Inside]) -> String {
    let mut heard: Vec<String> = crowd.iter_mut().map(Inside::heard).collect();
    heard.dedup();
    assert_eq!(heard.len(), 1, "they hear the same: {heard:?}");
    heard.remove(0)
}

#[tokio::test(start_paused = true)]
async fn a_few_spectators_hear_everything_at_once() {
    let bench = Bench::new();
    let (mut host, mut crowd) = crowd(&bench, SPECTATORS_AT_ONCE).await;
    for id in [1, 2] {
        bench.chat(host.connection, id).await;
        settle().await;
        let told = all_heard(&mut crowd);
        assert!(told.starts_with("update"), "{told}");
        assert_eq!(host.heard(), format!("accepted {id}, {told}"));
    }
}

#[tokio::test(start_paused = true)]
async fn more_are_told_twenty_times_a_second_and_the_seats_at_once() {
    let bench = Bench::new();
    let (mut host, mut crowd) = crowd(&bench, SPECTATORS_AT_ONCE + 1).await;
    let mut told = Vec::new();
    for id in 0..100 {
        bench.chat(host.connection, id).await;
        settle().await;
        assert!(host.heard().starts_with(&format!("accepted {id}, update")));
        let heard = all_heard(&mut crowd);
        if !heard.is_empty() {
            told.push(heard);
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    rest().await;
    told.push(all_heard(&mut crowd));
    assert_eq!(told.len(), 21, "{told:?}");
    let updates = told.join(", ");
    let begin: u64 = told[0].trim_start_matches("update ").parse().unwrap();
    let all: Vec<String> = (begin..begin + 100)
        .map(|it| format!("update {it}"))
        .collect();
    assert_eq!(updates, all.join(", "));
}

#[tokio::test(start_paused = true)]
async fn what_is_said_to_one_comes_behind_what_was_said_to_all() {
    let bench = Bench::new();
    let (host, mut crowd) = crowd(&bench, SPECTATORS_AT_ONCE + 1).await;
    let revision = bench.status.borrow().revision.0;
    for id in [1, 2] {
        bench.chat(host.connection, id).await;
        settle().await;
    }
    let (asks, others) = crowd.split_first_mut().unwrap();
    asks.heard();
    bench.chat(asks.connection, 9).await;
    settle().await;
    let second = format!("update {}", revision + 2);
    assert_eq!(asks.heard(), format!("{second}, accepted 9"));
    assert_eq!(all_heard(others), format!("update {}", revision + 1));
    rest().await;
    let third = format!("update {}", revision + 3);
    assert_eq!(asks.heard(), third);
    assert_eq!(all_heard(others), format!("{second}, {third}"));
}

#[tokio::test(start_paused = true)]
async fn whoever_sits_down_or_comes_in_misses_nothing_and_hears_nothing_twice() {
    let bench = Bench::new();
    let (host, mut crowd) = crowd(&bench, SPECTATORS_AT_ONCE + 2).await;
    let revision = bench.status.borrow().revision.0;
    for id in [1, 2] {
        bench.chat(host.connection, id).await;
        settle().await;
    }
    let mut late = bench.enter("Late", 99).await.unwrap();
    assert_eq!(late.heard(), format!("snapshot {}", revision + 3));
    // Both are one batch: the first frame published in it must not come before the gathered ones.
    bench.chat(host.connection, 3).await;
    let sits = &mut crowd[0];
    bench.sit(sits.connection).await;
    settle().await;
    let updates = |numbers: std::ops::RangeInclusive<u64>| {
        let all: Vec<String> = numbers
            .map(|it| format!("update {}", revision + it))
            .collect();
        all.join(", ")
    };
    let at_once = format!("{}, accepted 900, {}", updates(1..=4), updates(5..=5));
    assert_eq!(sits.heard(), at_once);
    rest().await;
    assert_eq!(late.heard(), updates(4..=5));
    assert_eq!(all_heard(&mut crowd[1..]), updates(1..=5));
}

#[tokio::test(start_paused = true)]
async fn a_lobby_that_says_much_gathers_no_more_than_it_may() {
    let bench = Bench::new();
    let (host, mut crowd) = crowd(&bench, SPECTATORS_AT_ONCE + 1).await;
    for id in 0..=u64::try_from(GATHERED_MAX).unwrap() {
        bench.chat(host.connection, id).await;
        settle().await;
    }
    assert_eq!(
        all_heard(&mut crowd).matches("update").count(),
        GATHERED_MAX + 1
    );
}

#[tokio::test(start_paused = true)]
async fn spectators_of_a_frozen_lobby_are_told_at_once() {
    let bench = Bench::new();
    let (host, mut crowd) = crowd(&bench, SPECTATORS_AT_ONCE + 1).await;
    let revision = bench.status.borrow().revision.0;
    bench.chat(host.connection, 1).await;
    settle().await;
    bench.chat(host.connection, 2).await;
    settle().await;
    bench.journal.set(Fault::Io);
    bench.chat(host.connection, 3).await;
    settle().await;
    let told = format!(
        "update {}, update {}, frozen true",
        revision + 1,
        revision + 2
    );
    assert_eq!(all_heard(&mut crowd), told);
}

#[tokio::test(start_paused = true)]
async fn a_snapshot_after_a_lag_stands_for_what_was_gathered() {
    let bench = Bench::new();
    let (mut host, mut crowd) = crowd(&bench, SPECTATORS_AT_ONCE + 1).await;
    for id in 0..300 {
        bench.chat(host.connection, id).await;
        settle().await;
        host.heard();
    }
    all_heard(&mut crowd);
    bench.chat(host.connection, 300).await;
    settle().await;
    let revision = bench.status.borrow().revision.0;
    assert_eq!(all_heard(&mut crowd), format!("snapshot {revision}"));
    rest().await;
    assert_eq!(all_heard(&mut crowd), "");
}

#[tokio::test(start_paused = true)]
async fn whoever_is_sent_away_hears_first_what_was_gathered() {
    let bench = Bench::new();
    let (host, mut crowd) = crowd(&bench, SPECTATORS_AT_ONCE + 1).await;
    let revision = bench.status.borrow().revision.0;
    let player = crowd[0].connection.player;
    bench.chat(host.connection, 1).await;
    settle().await;
    bench.chat(host.connection, 2).await;
    settle().await;
    let (from, request) = (host.connection, Request::Kick { player });
    bench
        .post(Mail::Ask {
            from,
            id: 3,
            request: Box::new(request),
            commits: None,
        })
        .await;
    settle().await;
    let told = |it: u64| format!("update {}", revision + it);
    let heard = [told(1), told(2), told(3), "dismissed".to_owned()];
    assert_eq!(crowd[0].heard(), heard.join(", "));
}
