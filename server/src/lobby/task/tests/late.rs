//! Mail that comes through an earlier connection after a later one was let in: nobody notices it.

use super::*;
use crate::lobby::task::presence::arrival::Attempt;

/// The revision of a lobby with a host and a guest.
const ENTERED: u64 = 3;
const TOKEN: Key = Key([2; 32]);
const RENEWED: Key = Key([3; 32]);

/// A lobby with a host and a guest; the guest came through the connection with the number 2.
async fn with_guest() -> (Bench, Inside, Inside) {
    let bench = Bench::new();
    let host = bench.create().await.unwrap();
    let guest = bench.enter_through(2, "Guest", 2).await.unwrap();
    (bench, host, guest)
}

/// Lets the guest come back through the connection with this number; the new token is `next`.
async fn back_through(bench: &Bench, number: u64, key: Key, next: Key) -> Result<Inside, Refusal> {
    let (reply, inside) = reply_of(number);
    bench
        .post(Mail::Return(Box::new(Return {
            key,
            next,
            seen: None,
            reply,
        })))
        .await;
    inside.admitted().await
}

fn appends(bench: &Bench) -> usize {
    bench.journal.since(0).len()
}

#[tokio::test(start_paused = true)]
async fn a_late_return_of_an_earlier_connection_is_not_noticed() {
    let (bench, mut host, mut guest) = with_guest().await;
    let mut newer = back_through(&bench, 5, TOKEN, RENEWED).await.unwrap();
    assert_eq!(guest.heard(), format!("snapshot {ENTERED}, close replaced"));
    let before = appends(&bench);
    let late = back_through(&bench, 4, TOKEN, Key([4; 32])).await;
    assert_eq!(late.err(), Some(Refusal::REPLACED));
    assert_eq!(appends(&bench), before, "nothing has happened");
    bench.chat(newer.connection, 1).await;
    back_through(&bench, 6, RENEWED, Key([5; 32]))
        .await
        .expect("the token that was told is good");
    assert_eq!(
        newer.heard(),
        "snapshot 3, accepted 1, update 4, close replaced"
    );
    assert_eq!(host.heard(), "snapshot 2, update 3, update 4");
}

#[tokio::test(start_paused = true)]
async fn a_late_return_is_nobodys_after_the_later_connection_has_asked_for_something() {
    let (bench, mut host, _guest) = with_guest().await;
    let mut newer = back_through(&bench, 5, TOKEN, RENEWED).await.unwrap();
    bench.chat(newer.connection, 1).await;
    let late = back_through(&bench, 4, TOKEN, Key([4; 32])).await;
    assert_eq!(late.err(), Some(Refusal::NO_SUCH_TOKEN));
    let late = back_through(&bench, 4, RENEWED, Key([4; 32])).await;
    assert_eq!(
        late.err(),
        Some(Refusal::REPLACED),
        "not even with the token that is good"
    );
    assert_eq!(newer.heard(), "snapshot 3, accepted 1, update 4");
    assert_eq!(host.heard(), "snapshot 2, update 3, update 4");
}

#[tokio::test(start_paused = true)]
async fn a_late_return_takes_nothing_from_whoever_is_gone() {
    let (bench, mut host, _guest) = with_guest().await;
    let newer = back_through(&bench, 5, TOKEN, RENEWED).await.unwrap();
    bench
        .post(Mail::Disconnected {
            from: newer.connection,
        })
        .await;
    let late = back_through(&bench, 4, TOKEN, Key([4; 32])).await;
    assert_eq!(late.err(), Some(Refusal::REPLACED));
    assert_eq!(host.heard(), "snapshot 2, update 3, presence 1 false");
    // A person who has been gone for a while is still known.
    tokio::time::sleep(Duration::from_secs(50)).await;
    let late = back_through(&bench, 4, TOKEN, Key([4; 32])).await;
    assert_eq!(late.err(), Some(Refusal::REPLACED));
    back_through(&bench, 6, RENEWED, Key([5; 32]))
        .await
        .expect("the token that was told is good");
    assert_eq!(host.heard(), "presence 1 true");
}

#[tokio::test(start_paused = true)]
async fn a_late_request_to_come_in_is_not_noticed() {
    let (bench, mut host, mut guest) = with_guest().await;
    let mut newer = bench.enter_through(5, "Guest", 2).await.unwrap();
    let before = appends(&bench);
    assert_eq!(
        bench.enter_through(4, "Guest", 2).await.err(),
        Some(Refusal::REPLACED)
    );
    assert_eq!(appends(&bench), before, "nothing has happened");
    assert_eq!(guest.heard(), "snapshot 3, close replaced");
    assert_eq!(newer.heard(), "snapshot 3");
    assert_eq!(host.heard(), "snapshot 2, update 3");
    bench
        .enter_through(5, "Guest", 2)
        .await
        .expect("a connection is not late for itself");
}

#[tokio::test(start_paused = true)]
async fn a_late_request_for_a_lobby_is_not_noticed() {
    let bench = Bench::new();
    let mut newer = bench.found_through(5, HOST_KEY).await.unwrap();
    assert_eq!(
        bench.found_through(4, HOST_KEY).await.err(),
        Some(Refusal::REPLACED)
    );
    assert_eq!(newer.heard(), "snapshot 2");
    bench
        .found_through(6, HOST_KEY)
        .await
        .expect("a later one is let in");
    assert_eq!(newer.heard(), "close replaced");
}

#[tokio::test(start_paused = true)]
async fn who_is_earlier_than_a_failure_is_to_come_again() {
    let (bench, ..) = with_guest().await;
    let newer = back_through(&bench, 7, TOKEN, RENEWED).await.unwrap();
    drop((newer, bench.mailbox));
    let bench = Bench::reopened(bench.journal, 7);
    for number in [5, 7] {
        let early = back_through(&bench, number, TOKEN, Key([4; 32])).await;
        assert_eq!(early.err(), Some(Refusal::LOBBY_FAILED));
    }
    back_through(&bench, 8, RENEWED, Key([5; 32]))
        .await
        .expect("the token that was told is good");
    let early = back_through(&bench, 7, RENEWED, Key([6; 32])).await;
    assert_eq!(early.err(), Some(Refusal::REPLACED));
    bench
        .enter_through(6, "New", 9)
        .await
        .expect("a stranger is not late");
}

/// Lets the guest come back through the connection with this number, with the number of the attempt.
async fn back_by(bench: &Bench, number: u64, token: Key, attempt: u64) -> Result<Inside, Refusal> {
    let number_of = Attempt {
        token,
        number: attempt,
    };
    let (reply, inside) = reply_to(Arrival {
        number,
        attempt: Some(number_of),
    });
    bench
        .post(Mail::Return(Box::new(Return {
            key: token,
            next: RENEWED,
            seen: None,
            reply,
        })))
        .await;
    inside.admitted().await
}

/// Connections that come through several nodes are numbered in the order in which their hellos arrive.
#[tokio::test(start_paused = true)]
async fn the_attempt_decides_which_connection_is_the_newest_and_not_the_arrival() {
    let (bench, _host, _guest) = with_guest().await;
    let mut newest = back_by(&bench, 5, TOKEN, 71).await.unwrap();
    let before = appends(&bench);
    let late = back_by(&bench, 6, TOKEN, 70).await;
    assert_eq!(late.err(), Some(Refusal::LOBBY_GONE));
    assert_eq!(appends(&bench), before, "nothing has happened");
    assert_eq!(newest.heard(), format!("snapshot {ENTERED}"));
    back_by(&bench, 4, TOKEN, 72).await.unwrap();
    assert_eq!(newest.heard(), "close replaced");
}

#[tokio::test(start_paused = true)]
async fn a_lie_about_the_attempt_keeps_nobody_out_for_long() {
    let (bench, _host, _guest) = with_guest().await;
    let mut thief = back_by(&bench, 5, TOKEN, u64::MAX).await.unwrap();
    for number in 6..9 {
        let again = back_by(&bench, number, TOKEN, 0).await;
        assert_eq!(again.err(), Some(Refusal::LOBBY_GONE));
        tokio::time::sleep(Duration::from_secs(5)).await;
    }
    back_by(&bench, 9, TOKEN, 1).await.unwrap();
    assert_eq!(thief.heard(), format!("snapshot {ENTERED}, close replaced"));
}

#[tokio::test(start_paused = true)]
async fn whoever_has_seen_more_than_the_journal_has_is_let_in_and_counted() {
    let bench = Bench::new();
    drop(bench.create().await.unwrap());
    for (seen, counted) in [(1, 0), (2, 0), (3, 1), (1_000, 2), (1, 2)] {
        let (reply, inside) = reply();
        bench
            .post(Mail::Return(Box::new(Return {
                key: HOST_KEY,
                next: RENEWED,
                seen: Some(Revision(seen)),
                reply,
            })))
            .await;
        drop(inside.admitted().await.unwrap());
        let found = bench.metrics.setbacks("resume").get();
        assert_eq!(found, counted, "after revision {seen}");
    }
}
