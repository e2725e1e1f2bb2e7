//! Silence, late answers, and the next address.

use dicehall_protocol::limits::{ANSWER_MS_MAX, CLIENT_ASKS_MS, CLIENT_SILENCE_MS_MAX};

use super::*;

#[test]
fn silence_is_asked_about_then_told_and_then_a_loss() {
    let mut bench = Bench::up();
    bench.after(10).check(Input::Pong, "latency 10");
    bench.until(CLIENT_ASKS_MS + 10).check(Input::Due, "ping");
    bench
        .until(CLIENT_ASKS_MS + 10 + ANSWER_MS_MAX)
        .check(Input::Due, "late");
    bench
        .until(2 * CLIENT_ASKS_MS + 10)
        .check(Input::Due, "ping");
    bench.until(CLIENT_SILENCE_MS_MAX + 9).check(Input::Due, "");
    bench.until(CLIENT_SILENCE_MS_MAX + 10).check(
        Input::Due,
        "hang up, waiting because the server was silent for 9 s",
    );
    assert!(
        bench.machine.deadline() <= Some(bench.now + ms(250)),
        "it dials at once"
    );
}

#[test]
fn any_frame_ends_a_silence() {
    let mut bench = Bench::up();
    bench.check(Input::Pong, "latency 0");
    for _ in 0..3 {
        bench.after(CLIENT_ASKS_MS - 1).check(Input::Due, "");
        bench.check(Input::Alive, "");
    }
    bench.after(CLIENT_ASKS_MS).check(Input::Due, "ping");
    // A frame that is no answer ends the silence, but not the wait for the answer.
    bench.after(ANSWER_MS_MAX).check(Input::Alive, "");
    bench.check(Input::Due, "late");
    bench
        .after(1)
        .check(Input::Pong, "latency 2001, no longer late");
}

#[test]
fn a_command_without_an_answer_is_told_after_two_seconds_and_once() {
    let mut bench = Bench::up();
    bench.check(Input::Pong, "latency 0");
    bench.check(command(7), "send 7");
    bench.after(ANSWER_MS_MAX - 1).check(Input::Due, "");
    assert_eq!(bench.machine.deadline(), Some(bench.now + ms(1)));
    bench.after(1).check(Input::Due, "late");
    bench.check(command(8), "send 8");
    bench
        .after(1)
        .check(heard(accepted(7, None)), "message, no longer late");
    bench.after(ANSWER_MS_MAX - 1).check(Input::Due, "late");
    bench.check(heard(accepted(8, None)), "message, no longer late");
    bench.after(ANSWER_MS_MAX).check(Input::Due, "");
}

#[test]
fn the_round_trip_is_measured_now_and_then_though_the_server_speaks_all_the_time() {
    let mut bench = Bench::up();
    bench.after(30).check(Input::Pong, "latency 30");
    bench.after(5).check(Input::Pong, "");
    let mut asked = Vec::new();
    for _ in 0..32 {
        bench.after(1000);
        bench.handle(Input::Alive);
        if bench.handle(Input::Due) == [Act::Ping] {
            asked.push(bench.now);
            let ms = 7 * u64::try_from(asked.len()).unwrap();
            bench.after(ms).check(Input::Pong, &format!("latency {ms}"));
        }
    }
    assert_eq!(asked.len(), 2, "{asked:?}");
}

#[test]
fn a_round_trip_that_is_nearly_as_it_was_told_last_is_not_told_again() {
    let mut bench = Bench::up();
    let mut told = Vec::new();
    for ms in [40, 40, 50, 30, 51, 51, 39, 38, 2, 7, 8] {
        let acts = bench.after(ms).handle(Input::Pong);
        told.extend(acts.iter().map(word));
        while bench.after(1_000).handle(Input::Due) != [Act::Ping] {
            bench.handle(Input::Alive);
        }
    }
    assert_eq!(told, [40, 51, 38, 2, 8].map(|it| format!("latency {it}")));
}

#[test]
fn each_failure_leads_to_the_next_address() {
    let mut bench = Bench::at(&["attic:4600", "cellar:4600", "porch:4600", "shed:4600"]);
    let mut dialed = Vec::new();
    for _ in 0..4 {
        let acts = bench.handle(Input::Due);
        let [
            Act::Tell(LinkEvent::Connecting { address, .. }),
            Act::Dial(nth),
        ] = &acts[..]
        else {
            panic!("{acts:?}")
        };
        dialed.push(format!("{address} {nth}"));
        bench.handle(lost());
        bench.after(PAUSE_MS_MAX);
    }
    assert_eq!(
        dialed,
        [
            "attic:4600 0",
            "cellar:4600 1",
            "porch:4600 2",
            "shed:4600 3"
        ]
    );
    assert_eq!(bench.machine.deadline(), None, "each was tried once");
}

#[test]
fn whoever_loses_one_address_goes_on_through_the_next() {
    let mut bench = Bench::at(&["attic:4600", "cellar:4600"]);
    bench.check(Input::Due, "connecting 1, dial");
    bench.check(Input::Opened, "hello");
    bench.check(welcome(false), "connected, ping");
    bench.check(lost(), "hang up, waiting because the connection was cut");
    let acts = bench.handle(Input::RetryNow);
    let [Act::Tell(LinkEvent::Connecting { address, .. }), _] = &acts[..] else {
        panic!("{acts:?}")
    };
    assert_eq!(address, "cellar:4600");
}
