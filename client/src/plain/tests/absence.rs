//! Tests of the words for a lost connection, a clock that runs out, and a match that waits for its players.

use super::*;

#[test]
fn a_lost_connection_is_told_once_and_a_clock_warns() {
    let mut reader = Reader::of(playing());
    let waiting = |retry_ms| LinkEvent::Waiting {
        retry_ms,
        why: crate::net::loss::Loss::Cut,
    };
    heard(&mut reader.model, waiting(2_000));
    assert_eq!(
        reader.hears(),
        "No connection: the connection was cut. Trying again in 2 seconds."
    );
    update(&mut reader.model, Message::Tick { elapsed_ms: 1_000 });
    assert_eq!(reader.hears(), "");
    let mut reader = Reader::of(playing());
    let clocks = ServerMessage::Clocks {
        left_ms: vec![31_000, 60_000, 60_000, 60_000],
        running: Some(Seat::ALL[0]),
        ply: dicehall_engine::lobby::Ply(0),
    };
    assert_eq!(reader.is_told(clocks), "");
    update(&mut reader.model, Message::Tick { elapsed_ms: 1_000 });
    assert_eq!(reader.hears(), "You have 0:30 left.");
    update(&mut reader.model, Message::Tick { elapsed_ms: 1_000 });
    assert_eq!(reader.hears(), "");
}

#[test]
fn whoever_asks_how_things_stand_hears_that_the_match_waits_for_its_players() {
    let mut reader = Reader::of(playing());
    let waits = "The match waits: nobody who plays is connected.";
    assert!(!reader.types("status").contains(waits));
    for player in [AKI, BO] {
        let connected = false;
        reader.is_told(ServerMessage::Presence {
            player,
            connected,
            bot_in_ms: None,
        });
    }
    assert!(reader.types("status").contains(waits));
}
