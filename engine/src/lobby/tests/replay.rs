//! Replay refuses streams that could not have happened, and recognizes one that is cut within a batch.

use super::*;
use crate::games::territory::{Chance, Roll};
use crate::games::{AnyChance, AnyConfig};
use crate::lobby::{
    EndReason, Entered, LobbyEvent, MatchEvent, PeopleEvent, PrivateEvent, STAND_IN, SeatEvent,
    TalkEvent,
};

const A: PlayerId = PlayerId(0);
const B: PlayerId = PlayerId(1);
const C: PlayerId = PlayerId(2);
const NOBODY: PlayerId = PlayerId(9);

/// Checks that these events may follow the accepted commands.
#[track_caller]
fn follows(given: &str, events: &[Event]) {
    let lobby = Table::after(given).lobby;
    let replayed = lobby.replay(events.to_vec());
    assert!(replayed.is_ok(), "given {given}: {replayed:?}");
}

/// Checks that after the accepted commands these events may follow except the last.
#[track_caller]
fn contradicts(given: &str, events: &[Event]) {
    let lobby = Table::after(given).lobby;
    let steps = u64::try_from(events.len()).unwrap() - 1;
    let at = lobby.revision().0 + steps;
    let error = lobby.replay(events.to_vec()).expect_err(given);
    let expect = (at, format!("{:?}", events.last().unwrap()));
    assert_eq!((error.revision, error.event), expect, "given {given}");
}

fn seat(number: u8) -> Seat {
    Seat::new(number).unwrap()
}

fn created(switches: &[&str]) -> Event {
    Event::Lobby(LobbyEvent::Created {
        title: String::new(),
        settings: settings_of(switches),
    })
}

fn entered(player: PlayerId, name: &str) -> Event {
    Event::People(PeopleEvent::Entered(Entered {
        player,
        name: name.to_owned(),
        key: Key([7; 32]),
        looks: None,
        address: None,
        account: None,
        device: None,
    }))
}

fn started(board: &str, seats: u8) -> Event {
    let AnyRules::DiceOfDoom(rules) = settings_of(&[]).rules else {
        unreachable!("the tests play Dice of Doom")
    };
    let config = crate::games::dice_of_doom::Config {
        rules,
        seats,
        board: board.to_owned(),
        first: Seat::default(),
    };
    Event::Match(MatchEvent::MatchStarted {
        config: AnyConfig::DiceOfDoom(config),
    })
}

fn acted(number: u8, action: &str) -> Event {
    Event::Match(MatchEvent::Acted {
        seat: seat(number),
        action: action_of(action),
        spent_ms: 0,
    })
}

fn rolled(attackers: u8, defenders: u8) -> Event {
    Event::Match(MatchEvent::Rolled {
        chance: AnyChance::DiceOfDoom(Chance::Battle(Roll::won(attackers, defenders))),
    })
}

#[test]
fn nothing_happens_before_the_lobby_is_made_and_it_is_made_once() {
    contradicts("", &[entered(A, "A")]);
    contradicts(
        "",
        &[Event::Lobby(LobbyEvent::Ended {
            reason: EndReason::Abandoned,
        })],
    );
    contradicts("", &[created(&[]), created(&[])]);
    contradicts("", &[created(&["size=9"])]);
    contradicts("", &[created(&["pace=5001"])]);
    follows("", &[created(&[]), entered(A, "A")]);
}

#[test]
fn nothing_happens_after_the_end() {
    contradicts(
        "create; enter A; abandon",
        &[Event::Talk(TalkEvent::Said {
            player: A,
            text: String::new(),
        })],
    );
    contradicts("create; abandon", &[entered(A, "A")]);
}

#[test]
fn people_enter_under_the_next_number_and_a_free_name() {
    follows("lobby", &[entered(PlayerId(3), "D")]);
    contradicts("lobby", &[entered(PlayerId(4), "D")]);
    contradicts("lobby", &[entered(C, "D")]);
    contradicts("lobby", &[entered(PlayerId(3), "b")]);
}

#[test]
fn a_full_lobby_takes_nobody() {
    let guests = |count: u32| (0..count).map(|it| entered(PlayerId(it), &format!("guest{it}")));
    let stream: Vec<Event> = [created(&[])].into_iter().chain(guests(65)).collect();
    follows("", &stream[..65]);
    contradicts("", &stream);
}

#[test]
fn only_people_in_the_lobby_do_something() {
    contradicts(
        "lobby",
        &[Event::People(PeopleEvent::Left { player: NOBODY })],
    );
    contradicts(
        "lobby",
        &[Event::People(PeopleEvent::Kicked { player: NOBODY })],
    );
    contradicts(
        "lobby",
        &[Event::Seats(SeatEvent::SeatTaken {
            seat: seat(0),
            player: NOBODY,
        })],
    );
    contradicts(
        "lobby",
        &[Event::People(PeopleEvent::HostChanged { player: NOBODY })],
    );
    contradicts(
        "lobby",
        &[Event::Talk(TalkEvent::Said {
            player: NOBODY,
            text: String::new(),
        })],
    );
    // Whoever operates the server can send the host away, too.
    follows("lobby", &[Event::People(PeopleEvent::Kicked { player: A })]);
    follows("lobby", &[Event::People(PeopleEvent::Kicked { player: B })]);
}

#[test]
fn clocks_and_pauses_need_a_match() {
    let timed = "create clock=30s:action; enter A; enter B; A take; B take; A start! / a3b1b1a2";
    let wanted = |number, wanted| {
        Event::Match(MatchEvent::PauseWanted {
            seat: seat(number),
            wanted,
        })
    };
    follows(
        timed,
        &[Event::Match(MatchEvent::TimedOut { seat: seat(0) })],
    );
    contradicts(
        timed,
        &[Event::Match(MatchEvent::TimedOut { seat: seat(1) })],
    );
    contradicts(
        timed,
        &[
            Event::Match(MatchEvent::TimedOut { seat: seat(0) }),
            Event::Match(MatchEvent::TimedOut { seat: seat(0) }),
        ],
    );
    contradicts(
        "match",
        &[Event::Match(MatchEvent::TimedOut { seat: seat(0) })],
    );
    contradicts(
        &format!("{timed}; absent A"),
        &[Event::Match(MatchEvent::TimedOut { seat: seat(0) })],
    );
    follows(
        "match",
        &[
            wanted(0, true),
            Event::Match(MatchEvent::Paused { spent_ms: 0 }),
            Event::Match(MatchEvent::Continued),
        ],
    );
    contradicts("match", &[wanted(2, true)]);
    contradicts("table", &[wanted(0, true)]);
    contradicts("match3; A resign", &[wanted(0, true)]);
    contradicts("table", &[Event::Match(MatchEvent::Paused { spent_ms: 0 })]);
    contradicts("match", &[Event::Match(MatchEvent::Continued)]);
    contradicts(
        "match",
        &[
            Event::Match(MatchEvent::Paused { spent_ms: 0 }),
            Event::Match(MatchEvent::Paused { spent_ms: 0 }),
        ],
    );
    contradicts(
        "match",
        &[
            Event::Match(MatchEvent::Paused { spent_ms: 0 }),
            acted(0, "pass"),
        ],
    );
    contradicts(
        timed,
        &[
            Event::Match(MatchEvent::Paused { spent_ms: 0 }),
            Event::Match(MatchEvent::TimedOut { seat: seat(0) }),
        ],
    );
}

#[test]
fn keys_and_answers_belong_to_people_in_the_lobby() {
    let offered = |player| {
        Event::Private(PrivateEvent::KeyOffered {
            player,
            key: Key([8; 32]),
        })
    };
    follows(
        "lobby",
        &[
            offered(B),
            Event::Private(PrivateEvent::KeyConfirmed { player: B }),
            Event::Private(PrivateEvent::Answered { player: B, id: 9 }),
        ],
    );
    contradicts("lobby", &[offered(NOBODY)]);
    contradicts(
        "lobby",
        &[Event::Private(PrivateEvent::KeyConfirmed { player: B })],
    );
    contradicts(
        "lobby",
        &[
            offered(B),
            Event::Private(PrivateEvent::KeyConfirmed { player: C }),
        ],
    );
    contradicts(
        "lobby",
        &[Event::Private(PrivateEvent::Answered {
            player: NOBODY,
            id: 9,
        })],
    );
}

#[test]
fn a_seat_is_taken_if_it_is_open() {
    contradicts(
        "table",
        &[Event::Seats(SeatEvent::SeatTaken {
            seat: seat(0),
            player: C,
        })],
    );
    contradicts(
        "table; A close 2",
        &[Event::Seats(SeatEvent::SeatTaken {
            seat: seat(2),
            player: C,
        })],
    );
    contradicts(
        "match",
        &[Event::Seats(SeatEvent::SeatTaken {
            seat: seat(2),
            player: C,
        })],
    );
    follows(
        "table",
        &[Event::Seats(SeatEvent::SeatTaken {
            seat: seat(2),
            player: A,
        })],
    );
}

#[test]
fn only_a_human_stands_up_agrees_is_away_or_resigns() {
    contradicts(
        "table",
        &[Event::Seats(SeatEvent::SeatLeft { seat: seat(2) })],
    );
    contradicts(
        "table",
        &[Event::Seats(SeatEvent::ReadyChanged {
            seat: seat(2),
            ready: true,
        })],
    );
    contradicts(
        "table",
        &[Event::Seats(SeatEvent::HandedToBot { seat: seat(2) })],
    );
    contradicts(
        "table",
        &[Event::Seats(SeatEvent::TakenBack { seat: seat(0) })],
    );
    contradicts(
        "table; absent B",
        &[Event::Seats(SeatEvent::HandedToBot { seat: seat(1) })],
    );
    contradicts(
        "match; A leave",
        &[Event::Match(MatchEvent::Resigned { seat: seat(0) })],
    );
    contradicts(
        "table",
        &[Event::Match(MatchEvent::Resigned { seat: seat(0) })],
    );
    contradicts(
        "match3; A resign",
        &[Event::Match(MatchEvent::Resigned { seat: seat(0) })],
    );
    contradicts(
        "match",
        &[Event::Seats(SeatEvent::ReadyChanged {
            seat: seat(0),
            ready: true,
        })],
    );
}

#[test]
fn seats_are_furnished_around_the_humans_and_between_matches() {
    for (at, given) in [(1, "table"), (2, "match")] {
        contradicts(
            given,
            &[Event::Seats(SeatEvent::BotSeated {
                seat: seat(at),
                bot: STAND_IN,
            })],
        );
        contradicts(
            given,
            &[Event::Seats(SeatEvent::SeatOpened { seat: seat(at) })],
        );
        contradicts(
            given,
            &[Event::Seats(SeatEvent::SeatClosed { seat: seat(at) })],
        );
    }
    follows(
        "table",
        &[Event::Seats(SeatEvent::BotSeated {
            seat: seat(2),
            bot: STAND_IN,
        })],
    );
}

#[test]
fn settings_change_between_matches_to_what_can_be_played() {
    let changed = |switches: &[&str]| {
        Event::Lobby(LobbyEvent::SettingsChanged {
            settings: settings_of(switches),
        })
    };
    follows("table", &[changed(&["size=3"])]);
    contradicts("match", &[changed(&["size=3"])]);
    follows("match", &[changed(&["pace=250"])]);
    contradicts("match", &[changed(&["pace=6000"])]);
    contradicts("table", &[changed(&["max_dice=1"])]);
    contradicts("table", &[changed(&["pace=6000"])]);
}

#[test]
fn a_match_starts_from_a_configuration_for_the_seats_that_are_held() {
    follows("table", &[started("a3b1b1a2", 2)]);
    contradicts("table", &[started("a3b1c1a2", 3)]);
    contradicts("table; C take", &[started("a3b1b1a2", 2)]);
    contradicts("table", &[started("a3b1b1", 2)]);
    contradicts("table", &[started("a9b1b1a1", 2)]);
    contradicts("match", &[started("a3b1b1a2", 2)]);
}

#[test]
fn an_action_is_legal_for_the_seat_to_move() {
    follows("match", &[acted(0, "pass"), acted(1, "pass")]);
    contradicts("match", &[acted(1, "pass")]);
    contradicts("match", &[acted(0, "0>3")]);
    contradicts("table", &[acted(0, "pass")]);
    contradicts("over", &[acted(0, "pass")]);
}

#[test]
fn a_roll_follows_its_action_and_shows_the_dice_that_are_there() {
    follows("match", &[acted(0, "0>1"), rolled(3, 1), acted(0, "pass")]);
    contradicts("match", &[rolled(3, 1)]);
    contradicts("match", &[acted(0, "0>1"), rolled(2, 1)]);
    contradicts("match", &[acted(0, "0>1"), rolled(3, 1), rolled(3, 1)]);
}

#[test]
fn nothing_comes_between_an_action_and_its_roll() {
    contradicts("match", &[acted(0, "0>1"), acted(0, "pass")]);
    contradicts(
        "match",
        &[
            acted(0, "0>1"),
            Event::Talk(TalkEvent::Said {
                player: A,
                text: String::new(),
            }),
        ],
    );
    contradicts(
        "match",
        &[
            acted(0, "0>1"),
            Event::Lobby(LobbyEvent::Ended {
                reason: EndReason::Abandoned,
            }),
        ],
    );
}

#[test]
fn the_next_host_follows_at_once() {
    follows(
        "lobby",
        &[
            Event::People(PeopleEvent::Left { player: A }),
            Event::People(PeopleEvent::HostChanged { player: C }),
        ],
    );
    contradicts(
        "lobby",
        &[
            Event::People(PeopleEvent::Left { player: A }),
            entered(PlayerId(3), "D"),
        ],
    );
    contradicts(
        "lobby",
        &[
            Event::People(PeopleEvent::Left { player: A }),
            Event::People(PeopleEvent::HostChanged { player: A }),
        ],
    );
}

#[test]
fn the_end_follows_the_last_person_and_only_that() {
    let empty = Event::Lobby(LobbyEvent::Ended {
        reason: EndReason::Empty,
    });
    follows(
        "create; enter A",
        &[
            Event::People(PeopleEvent::Left { player: A }),
            empty.clone(),
        ],
    );
    contradicts(
        "create; enter A",
        &[
            Event::People(PeopleEvent::Left { player: A }),
            entered(B, "B"),
        ],
    );
    contradicts(
        "create; enter A",
        &[
            Event::People(PeopleEvent::Left { player: A }),
            Event::Lobby(LobbyEvent::Ended {
                reason: EndReason::Abandoned,
            }),
        ],
    );
    contradicts("lobby", std::slice::from_ref(&empty));
    contradicts("create", &[empty]);
}

#[test]
fn a_stream_that_is_cut_within_a_batch_is_not_whole() {
    let cut = |given: &str, event: Event| Table::after(given).lobby.replay([event]).unwrap();
    for lobby in [
        cut("match", acted(0, "0>1")),
        cut("lobby", Event::People(PeopleEvent::Left { player: A })),
        cut(
            "create; enter A",
            Event::People(PeopleEvent::Left { player: A }),
        ),
    ] {
        assert!(!lobby.is_whole(), "{lobby:?}");
    }
    for lobby in [
        Lobby::default(),
        cut("lobby", Event::People(PeopleEvent::Left { player: B })),
        cut("match", acted(0, "pass")),
    ] {
        assert!(lobby.is_whole(), "{lobby:?}");
    }
}

#[test]
fn a_cut_between_two_rolls_of_one_action_is_found() {
    let given = "create reinforcement=random; enter A; enter B; A take; B take; A start! / a3b1b1a2; A act pass / 1 2";
    let stream = Table::after(given).stream;
    let whole = |events: &[Event]| {
        Lobby::default()
            .replay(events.to_vec())
            .map(|it| it.is_whole())
    };
    let lengths = [
        stream.len() - 3,
        stream.len() - 2,
        stream.len() - 1,
        stream.len(),
    ];
    assert_eq!(
        lengths.map(|it| whole(&stream[..it])),
        [Ok(true), Ok(false), Ok(false), Ok(true)]
    );
}
