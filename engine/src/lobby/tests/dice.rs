//! The dice of a match: commitments by all before any share, shares by all before any roll, the secret at the end.

use super::*;
use crate::fair::Commitment;
use crate::lobby::{DiceEvent, MatchEvent, STAND_IN, Share};

const CALLED: &str = "table; A start!";
const SEALED: &str = "table; A start!; seal 1 01";
const COMMITTED: &str = "table; A start!; seal 1 01; A commit 2; B commit 3 1";
const SHOWN: &str = "table; A start!; seal 1 01; A commit 2; B commit 3 1; A show 2; B show 3";

/// Checks, after the accepted commands, the next step that the dice need.
#[track_caller]
fn check_want(given: &str, expect: impl Into<Option<WantDice>>) {
    assert_eq!(
        Table::after(given).lobby.want().dice,
        expect.into(),
        "given {given}"
    );
}

fn wait(seats: &str, revealing: bool) -> WantDice {
    WantDice::Wait {
        seats: seats_of(&[seats]),
        revealing,
    }
}

fn miss(seats: &str) -> WantDice {
    WantDice::Miss {
        seats: seats_of(&[seats]),
    }
}

#[test]
fn a_start_calls_a_match_that_begins_when_its_dice_are_agreed_on() {
    check("table", "A start!", "called");
    check(CALLED, "seal 1 01", "m-1 sealed, asks 01");
    check(SEALED, "A commit 2", "0 committed");
    check(COMMITTED, "A show 2", "0 showed 2");
    check(SHOWN, "deal / a1a1b1b1", "match a1a1b1b1");
    check_table(SHOWN, "starting, host A: A B - -");
    check_table(
        &format!("{SHOWN}; deal / a1a1b1b1"),
        "playing, host A: A B - -",
    );
}

#[test]
fn what_the_dice_need_follows_from_where_they_stand() {
    check_want("table", None);
    check_want(CALLED, WantDice::Seal);
    check_want(SEALED, wait("01", false));
    check_want(&format!("{SEALED}; B commit 3 1"), wait("0", false));
    check_want(COMMITTED, wait("01", true));
    check_want(&format!("{COMMITTED}; B show 3"), wait("0", true));
    check_want(SHOWN, Some(WantDice::Deal));
    check_want(&format!("{SHOWN}; deal / a1a1b1b1"), None);
    check_want("over", None);
}

#[test]
fn no_share_is_shown_while_a_commitment_may_come() {
    check(
        &format!("{SEALED}; A commit 2"),
        "A show 2",
        "refused dice_not_awaited",
    );
    check(SEALED, "A show 2", "refused dice_not_awaited");
    check(
        &format!("{SEALED}; A commit 2; miss 1"),
        "A show 2",
        "0 showed 2",
    );
}

#[test]
fn a_share_that_was_not_committed_is_refused_and_still_waited_for() {
    check(COMMITTED, "A show 3", "refused wrong_share");
    check(COMMITTED, "B show 2", "refused wrong_share");
    check_want(COMMITTED, wait("01", true));
    check(COMMITTED, "A show 2 of m-2", "refused dice_not_awaited");
}

#[test]
fn nothing_is_rolled_while_a_share_may_come() {
    for given in [CALLED, SEALED, COMMITTED, &format!("{COMMITTED}; A show 2")] {
        check(given, "deal", "refused dice_not_awaited");
    }
    check(
        &format!("{SHOWN}; deal / a1a1b1b1"),
        "deal",
        "refused dice_not_awaited",
    );
}

#[test]
fn what_is_missing_counts_as_zero_and_is_marked() {
    let given = format!("{COMMITTED}; A show 2; miss 01");
    check(&format!("{COMMITTED}; A show 2"), "miss 01", "1 missed");
    let agreement = Table::after(&given).lobby.agreement().unwrap().clone();
    let b = commitment(
        &agreement.match_id,
        Party::Seat(Seat::ALL[1]),
        &secret_of("3"),
    );
    assert_eq!(agreement.share(Seat::ALL[1]), Some(Share::Missed(Some(b))));
    assert_eq!(
        agreement.settled(),
        Some(vec![secret_of("2"), Secret::ZERO])
    );
    check(&given, "B show 3", "refused dice_not_awaited");
    let agreement = Table::after(&format!("{SEALED}; miss 01"))
        .lobby
        .agreement()
        .unwrap()
        .clone();
    assert_eq!(agreement.settled(), Some(vec![Secret::ZERO, Secret::ZERO]));
    check(
        &format!("{SEALED}; miss 0"),
        "A commit 2",
        "refused dice_not_awaited",
    );
}

#[test]
fn only_humans_who_are_there_are_asked() {
    check("table; A start!", "seal 1 1", "m-1 sealed, asks 1");
    check(
        "table; A seat_bot 2 random; A start!",
        "seal 1 012",
        "m-1 sealed, asks 01",
    );
    check(
        "table; absent B; A start!",
        "seal 1 01",
        "m-1 sealed, asks 0",
    );
    let bots = "create; enter A; A seat_bot 1 random; A seat_bot 3 random; A start!";
    check(bots, "seal 1 0123", "m-1 sealed, asks none");
    check_want(&format!("{bots}; seal 1"), Some(WantDice::Deal));
    check(SEALED, "C commit 2", "refused not_seated");
    check(COMMITTED, "C show 2", "refused not_seated");
    let asked_one = "table; A start!; seal 1 0";
    check(asked_one, "B commit 3 1", "refused dice_not_awaited");
    check(
        &format!("{asked_one}; A commit 2"),
        "B show 3",
        "refused dice_not_awaited",
    );
    check(
        "table; absent B; A start!; seal 1 01",
        "B commit 3 1",
        "refused dice_not_awaited",
    );
}

#[test]
fn whoever_goes_is_not_waited_for() {
    for goes in ["B leave", "B spectate", "A kick B", "absent B"] {
        check_want(&format!("{SEALED}; {goes}"), miss("1"));
        check_want(&format!("{COMMITTED}; {goes}"), miss("1"));
    }
    check_table(
        &format!("{SEALED}; B leave"),
        &format!("starting, host A: A {STAND_IN} - -"),
    );
    check_want(&format!("{SEALED}; B leave; miss 1"), wait("0", false));
    check_want(&format!("{SHOWN}; B leave"), Some(WantDice::Deal));
}

#[test]
fn repeating_oneself_is_harmless_and_changing_ones_mind_refused() {
    check(&format!("{SEALED}; A commit 2"), "A commit 2", "");
    check(
        &format!("{SEALED}; A commit 2"),
        "A commit 4",
        "refused dice_not_awaited",
    );
    let first_shown = &format!("{COMMITTED}; A show 2");
    check(first_shown, "A show 2", "");
    check(first_shown, "A show 4", "refused dice_not_awaited");
    check(first_shown, "A commit 4", "refused dice_not_awaited");
    check(first_shown, "B commit 4 1", "refused dice_not_awaited");
    check(
        &format!("{SEALED}; A commit 2; miss 1; A show 2"),
        "B commit 3 1",
        "refused dice_not_awaited",
    );
    check(SHOWN, "A show 2", "");
    check(SHOWN, "A show 4", "refused dice_not_awaited");
    check(
        &format!("{SHOWN}; deal / a1a1b1b1"),
        "B commit 4 1",
        "refused dice_not_awaited",
    );
    check(SEALED, "seal 1 01", "refused dice_not_awaited");
    check("table", "seal 1 01", "refused dice_not_awaited");
}

#[test]
fn while_a_match_is_starting_nobody_sits_down_or_acts() {
    check(SEALED, "C take", "refused match_running");
    check(SEALED, "A start!", "refused match_running");
    check(SEALED, "A act pass", "refused no_match");
    check(SEALED, "A resign", "refused no_match");
    check(SEALED, "A rematch", "refused no_rematch");
    check(SEALED, "C chat hi", "C said hi");
}

#[test]
fn the_secret_is_shown_when_the_match_is_over_and_not_before() {
    let begun = "table; A start!; seal 1; deal / a2a1a1b1";
    check(begun, "open_dice", "refused dice_not_awaited");
    check(SHOWN, "open_dice", "refused dice_not_awaited");
    let mut table = Table::after(begun);
    table.decide(
        &command_of("A resign", &table.lobby),
        &mut LoadedDice::new([]),
    );
    assert_eq!(table.lobby.want().dice, Some(WantDice::Open));
    assert_eq!(table.step("open_dice"), "dice opened");
    assert_eq!(table.step("open_dice"), "refused dice_not_awaited");
}

#[test]
fn a_rematch_agrees_on_other_dice() {
    check("over; B rematch", "A rematch", "0 ready; called");
    check("over; A start!", "seal 2 01", "m-2 sealed, asks 01");
    let again = Table::after("over; A start!; seal 2 01")
        .lobby
        .agreement()
        .unwrap()
        .clone();
    assert_ne!(
        Table::after("over")
            .lobby
            .agreement()
            .unwrap()
            .clone()
            .commitment(),
        again.commitment()
    );
}

/// Dice that record the numbers of the rolls that are begun.
#[derive(Default)]
struct Noting(Vec<u64>);

impl crate::Dice for Noting {
    fn below(&mut self, _bound: u64) -> u64 {
        0
    }

    fn begin_roll(&mut self, roll: u64) {
        self.0.push(roll);
    }
}

#[test]
fn rolls_are_numbered_from_the_deal_on_without_gaps() {
    let called = "create reinforcement=random; enter A; enter B; A take; B take; A start!; seal 1";
    let mut noting = Noting::default();
    let table = Table::after(called);
    table.lobby.decide(Command::Deal, &mut noting).unwrap();
    assert_eq!(noting.0, [0], "the deal of a whole board is one roll");
    let mut table = Table::after(&format!("{called}; deal / a3b1b1a2"));
    for step in ["A act pass", "B act pass"] {
        let events = table
            .lobby
            .decide(command_of(step, &table.lobby), &mut noting)
            .unwrap();
        table.evolve(events);
    }
    let rolls = table.lobby.game_match().unwrap().rolls;
    assert!(rolls >= 2, "both reinforcements roll");
    assert_eq!(noting.0, (0..=rolls).collect::<Vec<_>>());
}

#[test]
fn a_stream_with_other_dice_than_were_agreed_on_is_none() {
    let lobby = Table::after(SEALED).lobby;
    let share = Event::Dice(DiceEvent::ShareShown {
        seat: Seat::ALL[0],
        share: secret_of("2"),
    });
    check_refused(&lobby, &share, "no share before the commitments");
    let lobby_of_one = Table::after(&format!("{SEALED}; A commit 2")).lobby;
    check_refused(
        &lobby_of_one,
        &share,
        "no share while a commitment may come",
    );
    check_refused(
        &lobby,
        &Event::Dice(DiceEvent::DiceOpened),
        "no secret before the end",
    );
    let committed = Event::Dice(DiceEvent::ShareCommitted {
        seat: Seat::ALL[2],
        commitment: Commitment([0; 32]),
    });
    check_refused(&lobby, &committed, "nobody was asked on seat 2");
    let lobby = Table::after(COMMITTED).lobby;
    let wrong = Event::Dice(DiceEvent::ShareShown {
        seat: Seat::ALL[1],
        share: secret_of("2"),
    });
    check_refused(&lobby, &wrong, "not what was committed");
    let again = Event::Dice(DiceEvent::ShareCommitted {
        seat: Seat::ALL[1],
        commitment: Commitment([0; 32]),
    });
    check_refused(&lobby, &again, "nobody commits twice");
    assert!(lobby.clone().replay([share.clone()]).is_ok());
    let lobby = Table::after(&format!("{COMMITTED}; A show 2")).lobby;
    check_refused(&lobby, &again, "nor after a share");
    check_refused(&lobby, &share, "no share twice");
    let missed = |number: usize| {
        Event::Dice(DiceEvent::ShareMissed {
            seat: Seat::ALL[number],
        })
    };
    check_refused(&lobby, &missed(0), "what was shown is not missed");
    assert!(lobby.clone().replay([missed(1)]).is_ok());
    let started = Table::after(&format!("{SHOWN}; deal / a1a1b1b1"))
        .lobby
        .game_match()
        .unwrap()
        .config
        .clone();
    let started = Event::Match(MatchEvent::MatchStarted { config: started });
    check_refused(&lobby, &started, "no start while a share may come");
    assert!(Table::after(SHOWN).lobby.replay([started]).is_ok());
}

/// Checks that a replay refuses the event here.
#[track_caller]
fn check_refused(lobby: &Lobby, event: &Event, why: &str) {
    assert!(lobby.clone().replay([event.clone()]).is_err(), "{why}");
}
