//! Tests of clocks that count down, and of pauses.

use dicehall_engine::Seat;
use dicehall_protocol::MatchEventView;

use super::*;
use crate::testing::{AKI, BO, screen};

fn clocks(running: Option<Seat>) -> ServerMessage {
    ServerMessage::Clocks {
        ply: Ply(0),
        left_ms: vec![65_000, 9_000, 300_000, 61_000],
        running,
    }
}

fn tick(model: &mut Model, seconds: u64) {
    update(
        model,
        Message::Tick {
            elapsed_ms: 1_000 * seconds,
        },
    );
}

#[test]
fn the_clock_that_runs_counts_down_and_the_others_stand() {
    let mut model = playing();
    assert!(model.tick_ms().is_none());
    hear(&mut model, clocks(Some(Seat::ALL[0])));
    assert!(model.tick_ms().is_some());
    let shown = screen(&mut model, 80, 24);
    assert!(shown.contains("1:05") && shown.contains("5:00"), "{shown}");
    tick(&mut model, 6);
    let shown = screen(&mut model, 80, 24);
    assert!(
        shown.contains("0:59") && shown.contains("5:00") && !shown.contains("1:05"),
        "{shown}"
    );
    tick(&mut model, 600);
    assert!(screen(&mut model, 80, 24).contains("0:00"));
    hear(&mut model, clocks(None));
    assert!(
        model.tick_ms().is_none(),
        "nothing is drawn while no clock runs"
    );
    tick(&mut model, 5);
    assert!(screen(&mut model, 80, 24).contains("1:05"));
}

#[test]
fn a_pause_is_asked_for_shown_and_ended() {
    let (mut model, mut table) = played(0);
    check(&mut model, "P", &[r#"{"pause":{"wanted":true}}"#]);
    check(
        &mut model,
        ":pause<Enter>",
        &[r#"{"pause":{"wanted":true}}"#],
    );
    check(
        &mut model,
        ":continue<Enter>",
        &[r#"{"pause":{"wanted":false}}"#],
    );
    table.lobby.paused = true;
    table.lobby.seats[0].wants_pause = true;
    let events = vec![
        EventView::Match(MatchEventView::PauseWanted {
            seat: Seat::ALL[0],
            wanted: true,
        }),
        EventView::Match(MatchEventView::Paused),
    ];
    let ServerMessage::Update {
        revision,
        events,
        view,
        ply,
        outcome,
        ..
    } = table.update(events)
    else {
        panic!("an update is an update")
    };
    let lobby = Some(table.lobby.clone());
    hear(
        &mut model,
        ServerMessage::Update {
            notice: None,
            layout: None,
            revision,
            events,
            lobby,
            view,
            ply,
            outcome,
        },
    );
    let shown = screen(&mut model, 100, 30);
    assert!(
        shown.contains("PAUSED") && shown.contains("the match pauses"),
        "{shown}"
    );
    check(&mut model, "P", &[r#"{"pause":{"wanted":false}}"#]);
}

#[test]
fn whoever_runs_out_of_time_is_named_in_the_log() {
    let (mut model, mut table) = played(0);
    let news = table.update(vec![EventView::Match(MatchEventView::TimedOut {
        seat: Seat::ALL[2],
    })]);
    hear(&mut model, news);
    let shown = screen(&mut model, 100, 30);
    assert!(shown.contains("out of time"), "{shown}");
}

#[test]
fn the_host_sets_the_clock_by_word() {
    let mut model = in_lobby();
    let effects = keys(&mut model, ":clock 5m+10s<Enter>");
    let sent: Vec<String> = effects.iter().map(short).collect();
    assert!(
        sent.len() == 1 && sent[0].contains(r#""clock":"5m+10s""#),
        "{sent:?}"
    );
    check(&mut model, ":clock soon<Enter>", &[]);
    assert!(
        model
            .notice
            .as_ref()
            .is_some_and(|it| it.text.contains("a clock is off")),
        "{:?}",
        model.notice
    );
}

#[test]
fn a_match_that_waits_for_its_players_says_so_until_one_is_back() {
    let mut model = playing();
    let mut check = |player, connected, waits| {
        hear(
            &mut model,
            ServerMessage::Presence {
                player,
                connected,
                bot_in_ms: None,
            },
        );
        let shown = screen(&mut model, 100, 30);
        assert_eq!(shown.contains("nobody who plays is here"), waits, "{shown}");
    };
    check(BO, false, false);
    check(AKI, false, true);
    check(BO, true, false);
}
