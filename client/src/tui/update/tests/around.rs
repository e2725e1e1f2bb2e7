//! Tests of the tables nearby on the home screen, and of Enter on their rows.

use dicehall_engine::lobby::Phase;
use dicehall_engine::{GameKind, Rung};

use super::*;
use crate::net::link::{KeptSeat, Visit};
use crate::tui::model::lobby_list::nearby::{free_seats, seats_of};

/// The home screen of the real program, which searches for tables.
fn live() -> Model {
    let mut model = home();
    model.home.looks_around = true;
    model
}

fn told(model: &mut Model, event: LanEvent) {
    let effects = update(model, Message::Lan(event));
    assert_eq!(effects, []);
}

fn visited(model: &mut Model, address: &str, lobbies: Vec<LobbyLine>) {
    answered(model, address, (12, lobbies));
}

fn answered(model: &mut Model, address: &str, (ping_ms, lobbies): (u32, Vec<LobbyLine>)) {
    let visit = Visit { ping_ms, lobbies };
    let event = LanEvent::Visited {
        address: address.to_owned(),
        visit: Some(visit),
    };
    told(model, event);
}

fn seat(name: &str, lobby: &str) -> KeptSeat {
    KeptSeat {
        address: "a:1".to_owned(),
        name: name.to_owned(),
        lobby: lobby.parse().unwrap(),
        age_s: 60,
    }
}

fn found(address: &str, version: u32) -> LanEvent {
    LanEvent::Found(LanServer {
        fingerprint: None,
        key: address.to_owned(),
        name: format!("hall of {address}"),
        address: address.to_owned(),
        lobby: None,
        version,
    })
}

/// Checks to which address the person connects, and which seat of an earlier run is claimed there.
#[track_caller]
fn check_connects(model: &mut Model, pressed: &str, expect: &str) {
    let effects = keys(model, pressed);
    let connects = effects.iter().find_map(|it| {
        let Effect::Connect(Target { address, lobby, .. }) = it else {
            return None;
        };
        Some(format!("{address} {lobby:?}"))
    });
    assert_eq!(connects.as_deref(), Some(expect), "{effects:?}");
}

#[test]
fn the_home_screen_looks_around_until_something_else_is_done() {
    let mut model = live();
    let effects = begin(&mut model, Start::Home);
    assert_eq!(
        effects,
        [
            Effect::OnMachine(MachineEffect::BrowseLan),
            Effect::OnMachine(MachineEffect::CountRecord)
        ]
    );
    check(&mut model, "l", &[]);
    check(&mut model, "<Esc>", &["Disconnect"]);
    check(&mut model, "p", &["host Private as Aki", "StopBrowse"]);
    keys(&mut model, "<Down>");
    check(
        &mut model,
        "<Esc>",
        &["Disconnect", "BrowseLan", "CountRecord"],
    );
    assert_eq!(model.home_row, 0, "it begins anew");
    let play = Start::Play(LobbyPlan::quick(GameKind::DiceOfDoom, Rung::First));
    let effects = begin(&mut live(), play);
    assert!(
        !effects.contains(&Effect::OnMachine(MachineEffect::BrowseLan)),
        "{effects:?}"
    );
}

#[test]
fn back_to_the_table_is_on_top_once_it_is_known_to_be_there() {
    let mut model = live();
    told(
        &mut model,
        LanEvent::Seats(vec![seat("Ben", "AAAAA"), seat("Aki", "ATTJC")]),
    );
    check(&mut model, "", &[]);
    assert_eq!(model.home_row, 0);
    visited(&mut model, "a:1", vec![lobby_line("AAAAA")]);
    check(
        &mut model.clone(),
        "<Enter>",
        &["host Private as Aki", "StopBrowse"],
    );
    visited(
        &mut model,
        "a:1",
        vec![lobby_line("AAAAA"), lobby_line("ATTJC")],
    );
    check_connects(&mut model.clone(), "<Enter>", "a:1 Some(ATTJC)");
    // The table has ended, so it is no longer offered.
    let ended = LobbyLine {
        phase: Phase::Ended,
        ..lobby_line("ATTJC")
    };
    visited(&mut model, "a:1", vec![ended]);
    check(
        &mut model,
        "<Enter>",
        &["host Private as Aki", "StopBrowse"],
    );
}

#[test]
fn what_comes_late_does_not_move_what_was_chosen() {
    let mut model = live();
    model.home.recent = vec!["a:1".to_owned(), "b:1".to_owned()];
    told(&mut model, LanEvent::Seats(vec![seat("Aki", "ATTJC")]));
    keys(&mut model, "<Down>");
    visited(&mut model, "a:1", vec![lobby_line("ATTJC")]);
    check(&mut model, "<Enter>", &["remember Game(DiceWars)"]);
    // From the last row: the server that has not answered yet.
    keys(&mut model, "<Up><Up><Up>");
    visited(&mut model, "c:1", vec![lobby_line("CCCCC")]);
    told(&mut model, found("c:1", VERSION));
    check_connects(&mut model, "<Enter>", "b:1 None");
}

#[test]
fn a_game_for_two_has_no_more_than_two_seats() {
    let line = |game, (humans, bots, open)| LobbyLine {
        game,
        humans,
        bots,
        open,
        ..lobby_line("FVKKX")
    };
    for (game, seats, free) in [
        (GameKind::TicTacToe, (0, 0, 4), 2),
        (GameKind::TicTacToe, (1, 0, 3), 1),
        (GameKind::TicTacToe, (1, 1, 2), 0),
        (GameKind::TicTacToe, (1, 0, 0), 0),
        (GameKind::DiceOfDoom, (1, 1, 2), 2),
        (GameKind::DiceOfDoom, (4, 0, 0), 0),
    ] {
        let line = line(game, seats);
        assert_eq!(free_seats(&line), free, "{line:?}");
        assert_eq!(seats_of(&line).1, seats.0 + seats.1 + free);
    }
}

#[test]
fn enter_sits_down_where_there_is_room_and_watches_where_there_is_none() {
    let mut model = live();
    let full = LobbyLine {
        open: 0,
        phase: Phase::Playing,
        ..lobby_line("FVKKX")
    };
    told(&mut model, found("a:1", VERSION));
    visited(&mut model, "a:1", vec![full, lobby_line("ATTJC")]);
    let mut sits = model.clone();
    check_connects(&mut sits, "<Up><Up><Enter>", "a:1 Some(ATTJC)");
    heard(&mut sits, LinkEvent::Connected { resumed: false });
    let effects = accept(&mut sits, 1, Some(Reply::Joined(proof())));
    assert_eq!(
        effects.iter().map(short).collect::<Vec<_>>(),
        [r#"{"take_seat":{}}"#]
    );
    check_connects(&mut model, "<Up><Enter>", "a:1 Some(FVKKX)");
    heard(&mut model, LinkEvent::Connected { resumed: false });
    assert_eq!(accept(&mut model, 1, Some(Reply::Joined(proof()))), []);
}

#[test]
fn a_round_trip_is_told_anew_only_if_it_has_changed() {
    let mut model = live();
    let shown = |model: &Model| model.lan.visits["a:1"].as_ref().unwrap().ping_ms;
    for (measured, expect) in [
        (12, 12),
        (15, 12),
        (7, 12),
        (19, 19),
        (200, 200),
        (280, 200),
    ] {
        answered(&mut model, "a:1", (measured, Vec::new()));
        assert_eq!(shown(&model), expect, "after {measured}");
    }
}

#[test]
fn a_server_of_another_version_is_shown_and_not_entered() {
    let mut model = live();
    told(&mut model, found("a:1", VERSION + 1));
    check(&mut model, "<Up><Enter>", &[]);
    let notice = model.notice.as_ref().unwrap();
    assert!(
        notice.text.contains(&format!("version {}", VERSION + 1)),
        "{notice:?}"
    );
}

#[test]
fn a_server_where_one_has_been_is_remembered_first() {
    let mut model = connected();
    model.home.recent = vec!["b:1".to_owned()];
    let effects = hear(&mut model, entered(AKI));
    let remembered = r#"remember Server("192.0.2.7:4600")"#;
    assert_eq!(effects.first().map(short).as_deref(), Some(remembered));
    assert_eq!(model.home.recent, ["192.0.2.7:4600", "b:1"]);
    assert_eq!(
        hear(&mut model, entered(AKI)),
        [],
        "it is the first already"
    );
    let mut own = connected();
    own.server = Some(Server::Private);
    let effects = hear(&mut own, entered(AKI));
    let is_remembered = |it: &Effect| matches!(it, Effect::OnMachine(MachineEffect::Remember(_)));
    assert!(!effects.iter().any(is_remembered), "{effects:?}");
}
