//! Passwords, bans, silence, and the lock.

use super::*;
use crate::lobby::{BANS_MAX, SILENCED_MAX};
use crate::lobby::{Entered, PeopleEvent};

#[test]
fn whoever_comes_in_must_know_the_password() {
    let given = "create password=x; enter A knowing x";
    check("", "create password=x", "created title; password x");
    check("create password=x", "enter A", "refused wrong_password");
    check(given, "enter B", "refused wrong_password");
    check(given, "enter B knowing y", "refused wrong_password");
    check(given, "enter B knowing x", "B entered as B");
    check("lobby", "enter D knowing x", "D entered as D");
}

#[test]
fn the_host_changes_the_password_and_nobody_is_sent_away() {
    check("lobby", "A password x", "password x");
    check("lobby; A password x", "A password x", "");
    check("lobby; A password x", "A password y", "password y");
    check("lobby; A password x", "B chat hi", "B said hi");
    check(
        "lobby; A password x; A password y",
        "enter D knowing x",
        "refused wrong_password",
    );
    check(
        "lobby; A password x; A password",
        "enter D",
        "D entered as D",
    );
    check("lobby", "B password x", "refused not_host");
    check("match", "A password x", "password x");
}

#[test]
fn whoever_was_away_needs_no_password() {
    check(
        "match; absent B; A password x",
        "returned B",
        "1 taken back",
    );
}

#[test]
fn a_locked_lobby_lets_nobody_new_in() {
    check("lobby", "A lock", "locked");
    check("lobby; A lock", "enter D", "refused lobby_locked");
    check("lobby; A lock", "A lock", "");
    check("lobby; A lock; A unlock", "enter D", "D entered as D");
    check("lobby", "B lock", "refused not_host");
    check("match; A lock; absent B", "returned B", "1 taken back");
}

#[test]
fn somebody_who_is_banned_is_gone_and_comes_in_no_more() {
    check("table", "A ban B", "B banned");
    check_table("table; A ban B", "waiting, host A: A - - -");
    check_table("match; A ban B", "playing, host A: A paranoid:1 - -");
    check("lobby; A ban B", "enter B", "refused banned");
    check("lobby; A ban B", "enter b", "refused banned");
    check("lobby; A ban B", "enter В like B", "refused banned");
    check("lobby; A ban B", "enter E", "D entered as E");
    check("lobby; A ban B", "B chat hi", "refused no_such_player");
}

#[test]
fn nobody_comes_in_from_where_somebody_was_banned() {
    let given = "create; enter A; enter B from 1; enter C from 2; A ban B";
    check(given, "enter D from 1", "refused banned");
    check(given, "enter D from 2", "D entered as D");
    check(given, "enter D", "D entered as D");
    check(
        "create; enter A; enter B; A ban B",
        "enter D",
        "C entered as D",
    );
    check(
        &format!("{given}; A lift_ban B"),
        "enter B from 1",
        "D entered as B",
    );
}

#[test]
fn a_ban_is_known_by_the_proof_that_was_in_hand() {
    let key = |n| Key([n; 32]);
    let mut table = Table::after("create; enter A");
    let entered = table.lobby.decide(
        Command::Enter(Newcomer::plain("B", key(2))),
        &mut LoadedDice::new(Vec::new()),
    );
    table.evolve(entered.unwrap());
    table.run("A ban B");
    assert!(table.lobby.is_banned(key(2)) && !table.lobby.is_banned(key(7)));
    table.run("A lift_ban B");
    assert!(!table.lobby.is_banned(key(2)));
}

#[test]
fn the_host_alone_bans_and_never_the_host() {
    check("lobby", "B ban C", "refused not_host");
    check("lobby", "A ban A", "refused yourself");
    check("lobby", "A ban D", "refused no_such_player");
    check("lobby", "A lift_ban B", "refused no_such_ban");
    check("lobby; A ban B", "C lift_ban B", "refused not_host");
    check("lobby; A hand_over B; B ban A", "enter A", "refused banned");
    check("lobby; A hand_over B; B ban A", "C leave", "C left");
}

#[test]
fn a_lobby_keeps_out_no_more_people_than_its_limit() {
    let mut table = Table::after("create; enter A");
    for n in 0..BANS_MAX {
        let step = format!("enter guest{n}");
        table.run(&step);
        let banned = Request::Ban {
            player: PlayerId(u32::try_from(n).unwrap() + 1),
        };
        let command = Command::Ask {
            player: PlayerId(0),
            stamp: Stamp::default(),
            request: banned,
            commits: None,
        };
        let events = table
            .lobby
            .decide(command, &mut LoadedDice::new(Vec::new()))
            .unwrap();
        table.evolve(events);
    }
    table.run("enter last");
    let banned = Request::Ban {
        player: PlayerId(u32::try_from(BANS_MAX).unwrap() + 1),
    };
    let command = Command::Ask {
        player: PlayerId(0),
        stamp: Stamp::default(),
        request: banned,
        commits: None,
    };
    let refused = table
        .lobby
        .decide(command, &mut LoadedDice::new(Vec::new()));
    assert_eq!(refused, Err(Reject::BansFull));
    assert_eq!(table.step("A lift_ban B"), "B let in again");
    assert_eq!(table.lobby.banned().len(), BANS_MAX - 1);
    const {
        assert!(
            SILENCED_MAX >= crate::lobby::PLAYERS_MAX,
            "everybody in the lobby can be silenced"
        );
    };
}

#[test]
fn a_lobby_remembers_no_more_silent_people_than_its_limit() {
    let mut table = Table::after("create; enter A");
    for n in 0..=SILENCED_MAX {
        table.run(&format!("enter guest{n}"));
        let player = PlayerId(u32::try_from(n).unwrap() + 1);
        let silenced = Request::Silence {
            player,
            silenced: true,
        };
        let command = Command::Ask {
            player: PlayerId(0),
            stamp: Stamp::default(),
            request: silenced,
            commits: None,
        };
        let decided = table
            .lobby
            .decide(command, &mut LoadedDice::new(Vec::new()));
        if n == SILENCED_MAX {
            assert_eq!(decided, Err(Reject::SilencedFull));
            return;
        }
        table.evolve(decided.unwrap());
        table.evolve(vec![Event::People(PeopleEvent::Left { player })]);
    }
}

#[test]
fn somebody_silenced_plays_and_does_not_speak() {
    check("lobby", "A silence B", "B silenced");
    check("lobby; A silence B", "B chat hi", "refused silenced");
    check("lobby; A silence B", "C chat hi", "C said hi");
    check("lobby; A silence B", "B take 0", "B took 0");
    check("lobby; A silence B", "A silence B", "");
    check(
        "lobby; A silence B; A unsilence B",
        "B chat hi",
        "B said hi",
    );
    check("lobby", "A unsilence B", "");
    check("lobby", "B silence C", "refused not_host");
    check("lobby", "A silence A", "refused yourself");
    check("lobby", "A silence D", "refused no_such_player");
}

#[test]
fn silence_outlives_leaving() {
    let given = "lobby; A silence B; B leave; enter b";
    check(given, "D chat hi", "refused silenced");
    check(&format!("{given}; A unsilence D"), "D chat hi", "D said hi");
    check(
        "lobby; A silence B; B leave; enter E",
        "D chat hi",
        "D said hi",
    );
}

#[test]
fn an_account_is_banned_and_silenced_under_whatever_name() {
    let given = "create; enter A; enter b with 7";
    let banned = format!("{given}; A ban B");
    check(&banned, "enter e with 7", "refused banned");
    check(&banned, "enter e with 8", "C entered as e");
    check(&banned, "enter e", "C entered as e");
    let silenced = format!("{given}; A silence B; B leave; enter e with 7");
    check(&silenced, "C chat hi", "refused silenced");
    check(
        &format!("{silenced}; A unsilence C"),
        "C chat hi",
        "C said hi",
    );
}

#[test]
fn no_hash_is_shown() {
    let shown = format!(
        "{:?}",
        Table::after("create password=secret; enter A knowing secret").stream
    );
    assert!(!shown.contains("secret"), "{shown}");
    let from = format!("{:?}", Table::after("create; enter A from 77").stream);
    assert!(!from.contains("77"), "{from}");
}

#[test]
fn a_stream_that_lets_the_banned_in_is_refused() {
    let entered_with = |name: &str, account| {
        Event::People(PeopleEvent::Entered(Entered {
            player: PlayerId(3),
            name: name.to_owned(),
            key: Key([7; 32]),
            looks: None,
            address: None,
            account,
            device: None,
        }))
    };
    let entered = |name: &str| entered_with(name, None);
    let lobby = Table::after("lobby; A ban B").lobby;
    assert!(lobby.clone().replay([entered("b")]).is_err());
    assert!(lobby.clone().replay([entered("E")]).is_ok());
    for impossible in [
        Event::People(PeopleEvent::Banned {
            player: PlayerId(0),
        }),
        Event::People(PeopleEvent::Banned {
            player: PlayerId(9),
        }),
        Event::People(PeopleEvent::BanLifted {
            player: PlayerId(2),
        }),
        Event::People(PeopleEvent::SilenceChanged {
            player: PlayerId(9),
            silenced: true,
        }),
    ] {
        assert!(
            lobby.clone().replay([impossible.clone()]).is_err(),
            "{impossible:?}"
        );
    }
    let locked = Table::after("lobby; A lock").lobby;
    assert!(locked.replay([entered("E")]).is_err());
}

#[test]
fn a_reaction_is_about_whoever_holds_a_seat() {
    check("match", "A react 1 laugh", "A reacted to 1: Laugh");
    check("table", "C react 0 heart", "C reacted to 0: Heart");
    check("table", "A react 0 cry", "A reacted to 0: Cry");
    check("table", "A react 2 wow", "");
    check("table; A silence B", "B react 0 angry", "refused silenced");
}

#[test]
fn a_whisper_is_for_somebody_else_in_the_lobby() {
    check("lobby", "B whisper C hi", "B whispered to C hi");
    check("match", "A whisper B hi", "A whispered to B hi");
    check("lobby", "B whisper B hi", "refused yourself");
    check("lobby", "B whisper D hi", "refused no_such_player");
    check("lobby; A silence B", "B whisper C hi", "refused silenced");
    check(
        "lobby; A silence B",
        "C whisper B hi",
        "C whispered to B hi",
    );
}

#[test]
fn a_whisper_counts_in_no_revision_that_is_shown() {
    let mut table = Table::after("lobby");
    let before = (table.lobby.revision().0, table.lobby.shown().0);
    table.run("B whisper C hi");
    let after = (table.lobby.revision().0, table.lobby.shown().0);
    assert_eq!(after, (before.0 + 1, before.1));
}

#[test]
fn the_host_allows_hints_before_a_match_and_everybody_must_agree_again() {
    check("table", "A hints on", "hints allowed");
    check("table; A hints on", "A hints on", "");
    check("table; A hints on", "A hints off", "no hints");
    check("table; B ready", "A hints on", "hints allowed; 1 not ready");
    check("table", "B hints on", "refused not_host");
    check("match", "A hints on", "refused match_running");
    let table = Table::after("table; A hints on");
    assert!(table.lobby.are_hints_allowed());
    let before = Table::after("table");
    assert_eq!(table.lobby.shown(), before.lobby.shown());
}
