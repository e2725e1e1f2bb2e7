//! Places: the seats that a game has, what becomes of people on seats that it does not have, and how many may watch.

use super::*;
use crate::lobby::{PLAYERS_MAX, WATCHERS_MAX, WATCHERS_PER_ADDRESS_MAX};

/// A table for two with three people in the lobby, of whom two sit.
const FOR_TWO: &str =
    "create game=animal-shogi; enter A; enter B; enter C; enter D; A take; B take";
/// The same people at a table for four, on all seats; the host is on the last.
const FOR_FOUR: &str =
    "create; enter A; enter B; enter C; enter D; A take 3; B take 0; C take 1; D take 2";

#[test]
fn a_lobby_has_the_seats_of_its_game() {
    check_table(FOR_TWO, "waiting, host A: A B x x");
    for when in ["C take", "C take 2", "C take 3", "B take 2"] {
        check(FOR_TWO, when, "refused seat_not_open seats none");
    }
    for when in ["A seat_bot 2 random", "A open 3", "A open 2"] {
        check(FOR_TWO, when, "refused no_such_seat");
    }
    check(FOR_TWO, "A close 3", "");
    check(
        "create game=animal-shogi; enter A",
        "A take 3",
        "refused seat_not_open seats 01",
    );
    let back = format!("{FOR_TWO}; A set size=3");
    check_table(&back, "waiting, host A: A B - -");
    check(&back, "C take", "C took 2");
}

#[test]
fn a_change_to_a_game_with_fewer_seats_moves_people_to_free_seats() {
    check(
        "lobby; A take 0; B take 2",
        "A set game=animal-shogi",
        "settings animal-shogi; B took 1",
    );
    check(
        "lobby; A take 0; B take 3; C take 2",
        "A set game=animal-shogi",
        "settings animal-shogi; C took 1; 3 left",
    );
    // Whoever is there comes before whoever is away.
    check(
        "lobby; A take 0; B take 3; C take 2; absent C",
        "A set game=animal-shogi",
        "settings animal-shogi; B took 1; 2 left",
    );
    check(
        "lobby; A take 0; B take 3; absent B",
        "A set game=animal-shogi",
        "settings animal-shogi; B took 1; 1 handed to bot",
    );
    check_table(
        "lobby; A take 3; B take 2; A set game=animal-shogi",
        "waiting, host A: A B x x",
    );
}

#[test]
fn the_host_keeps_a_seat_when_the_game_has_fewer() {
    check(
        FOR_FOUR,
        "A set game=animal-shogi",
        "settings animal-shogi; 1 left; A took 1; 2 left",
    );
    check(
        &format!("{FOR_FOUR}; absent B"),
        "A set game=animal-shogi",
        "settings animal-shogi; 0 left; A took 0; 2 left",
    );
    check(
        &format!("{FOR_FOUR}; A spectate"),
        "A set game=animal-shogi",
        "settings animal-shogi; 2 left",
    );
}

#[test]
fn people_come_before_bots_when_seats_go() {
    let bots = "lobby; A take 0; A seat_bot 1 random; A seat_bot 2 random";
    check(
        bots,
        "A set game=animal-shogi",
        "2 opened; settings animal-shogi",
    );
    check(
        &format!("{bots}; B take 3"),
        "A set game=animal-shogi",
        "2 opened; settings animal-shogi; 1 opened; B took 1",
    );
    check(
        "lobby; A take 0; A close 1; B take 3",
        "A set game=animal-shogi",
        "settings animal-shogi; 1 opened; B took 1",
    );
}

#[test]
fn a_change_of_game_puts_the_bots_of_the_same_rungs_on_the_seats() {
    check(
        "lobby; A take 0; A seat_bot 1 value",
        "A set game=animal-shogi",
        "1 opened; settings animal-shogi; mcts seated on 1",
    );
    // A bot on a seat that goes is not replaced, and one that is on no rung and plays the new game stays.
    check(
        "lobby; A take 0; A seat_bot 2 value; A seat_bot 1 random",
        "A set game=animal-shogi",
        "2 opened; settings animal-shogi",
    );
    check_table(
        "create game=tic-tac-toe; enter A; A take 0; A seat_bot 1 perfect; A set game=dice-wars; A set size=2",
        "waiting, host A: A value - -",
    );
    // A bot on no rung that does not play the new game gives its seat to the one that is nearest.
    check(
        "lobby; A take 0; A seat_bot 1 strategist:careless=7",
        "A set game=animal-shogi",
        "1 opened; settings animal-shogi; mcts:nodes=2000:careless=14 seated on 1",
    );
    check(
        "lobby; A take 0; A seat_bot 1 value",
        "A set size=3",
        "settings 3",
    );
    // People who are moved come before bots.
    check(
        "lobby; A take 0; A seat_bot 1 value; B take 3",
        "A set game=animal-shogi",
        "1 opened; settings animal-shogi; mcts seated on 1; 1 opened; B took 1",
    );
}

#[test]
fn a_person_who_finds_no_free_seat_takes_that_of_the_last_bot() {
    let full = "create game=tic-tac-toe; enter A; enter B; A take 0; A seat_bot 1 random";
    check(full, "B take", "1 opened; B took 1");
    check(full, "B take 1", "refused seat_not_open seats none");
    check(full, "A take", "");
    let match_runs = format!("{full}; A start; seal 1; deal");
    check(&match_runs, "B take", "refused match_running");
    let four = "lobby; A take 0; A seat_bot 1 random; A seat_bot 2 random; A close 3";
    check(four, "B take", "2 opened; B took 2");
    check(&format!("{four}; A open 3"), "B take", "B took 3");
}

/// A table for two of an earlier release, which let people sit on all four seats.
#[track_caller]
fn of_earlier_release(given: &str, sitting: &[(u8, char)]) -> Table {
    let mut table = Table::after(given);
    let sit = |(seat, player): &(u8, char)| {
        let (seat, player) = (Seat::new(*seat).unwrap(), player_of(&player.to_string()));
        Event::Seats(SeatEvent::SeatTaken { seat, player })
    };
    table.evolve(sitting.iter().map(sit).collect());
    table
}

#[test]
fn people_on_seats_that_the_game_has_not_are_moved_when_the_match_is_called() {
    let mut table = of_earlier_release(FOR_TWO, &[(3, 'C'), (2, 'D')]);
    assert_eq!(looks(&table.lobby), "waiting, host A: A B D C");
    assert_eq!(table.step("A start!"), "2 left; 3 left; called");
    assert_eq!(looks(&table.lobby), "starting, host A: A B x x");

    let mut table = of_earlier_release(&format!("{FOR_TWO}; B spectate"), &[(3, 'C')]);
    assert_eq!(table.step("A start"), "refused not_ready seats 1");
    assert_eq!(table.step("A start!"), "C took 1; called");
}

#[test]
fn the_host_sees_and_removes_everybody_on_seats_that_the_game_has_not() {
    let mut table = of_earlier_release(FOR_TWO, &[(3, 'C')]);
    assert_eq!(table.step("A open 3"), "refused seat_held_by_human");
    assert_eq!(table.step("A kick C"), "C kicked");
    assert_eq!(looks(&table.lobby), "waiting, host A: A B x x");
    assert_eq!(table.step("A set game=tic-tac-toe"), "settings tic-tac-toe");

    let mut table = Table::after(FOR_TWO);
    let (seat, bot) = (seat_of("2"), "random".parse().unwrap());
    table.evolve(vec![Event::Seats(SeatEvent::BotSeated { seat, bot })]);
    assert_eq!(looks(&table.lobby), "waiting, host A: A B random x");
    assert_eq!(table.step("A seat_bot 2 random"), "refused no_such_seat");
    assert_eq!(table.step("A open 2"), "2 opened");
    assert_eq!(looks(&table.lobby), "waiting, host A: A B x x");
}

#[test]
fn whoever_comes_when_all_places_to_watch_are_taken_gets_a_free_seat() {
    let mut table = Table::after("create");
    for n in 0..WATCHERS_MAX {
        assert!(!table.step(&format!("enter guest{n}")).contains("took"));
    }
    let told = ["took 0", "took 1", "took 2", "took 3"];
    for (n, took) in (WATCHERS_MAX..).zip(told) {
        let told = table.step(&format!("enter guest{n}"));
        assert_eq!(told, format!("#{n} entered as guest{n}; #{n} {took}"));
    }
    assert_eq!(table.lobby.players().len(), PLAYERS_MAX);
    assert_eq!(table.step("enter last"), "refused lobby_full");
    let mut playing = Table::after("table; A start! / a3b1b1a2");
    for n in 0..WATCHERS_MAX - 1 {
        playing.run(&format!("enter guest{n}"));
    }
    assert_eq!(
        playing.step("enter last"),
        "refused lobby_full",
        "nobody sits down during a match"
    );
}

#[test]
fn nobody_stands_up_to_watch_where_no_place_is_left_to_watch() {
    let mut table = Table::after("table");
    for n in 0..WATCHERS_MAX - 1 {
        table.run(&format!("enter guest{n}"));
    }
    assert_eq!(table.step("B spectate"), "refused lobby_full");
    assert_eq!(table.step("C leave"), "C left");
    assert_eq!(table.step("B spectate"), "1 left");
}

#[test]
fn one_address_has_a_quarter_of_the_places_to_watch() {
    let mut table = Table::after("match");
    for n in 0..WATCHERS_PER_ADDRESS_MAX {
        table.run(&format!("enter guest{n} from 1"));
    }
    assert_eq!(table.step("enter more from 1"), "refused address_full");
    table.run("enter other from 2; enter here");
    // This machine speaks for many, if a proxy is on it.
    for n in 0..WATCHERS_PER_ADDRESS_MAX {
        table.run(&format!("enter local{n}"));
    }
    let mut table = Table::after("create; enter A");
    for n in 0..WATCHERS_PER_ADDRESS_MAX {
        table.run(&format!("enter guest{n} from 1"));
    }
    assert_eq!(
        table.step("enter more from 1"),
        "Q entered as more; Q took 0"
    );
    assert_eq!(table.step("Q spectate"), "refused address_full");
    assert_eq!(table.step("Q take 2"), "Q took 2");
}

#[test]
fn the_lobby_says_how_many_are_missing_when_too_few_play() {
    let ask = |given: &str| {
        let table = Table::after(given);
        let start = command_of("A start!", &table.lobby);
        let refused = table.lobby.decide(start, &mut LoadedDice::new(Vec::new()));
        refused.unwrap_err().to_string()
    };
    assert_eq!(
        ask("lobby; A take"),
        "the game is played by 2 or more, and 1 play here: take a seat, or add bots"
    );
}
