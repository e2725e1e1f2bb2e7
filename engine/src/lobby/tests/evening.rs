//! The evening of a table: its matches, and who has played, won and drawn them.

use super::*;
use crate::game::Outcome;
use crate::lobby::{EVENING_ROWS_MAX, Evening, EveningHolder};

/// Checks the evening after the accepted commands: how many matches, and of each row who, played, won, drawn.
#[track_caller]
fn check_evening(given: &str, expect: &str) {
    let table = Table::after(given);
    assert_eq!(written(table.lobby.evening()), expect, "given {given}");
}

fn written(evening: &Evening) -> String {
    let rows = evening.rows().into_iter().map(|it| {
        let holder = match &it.holder {
            EveningHolder::Human(name) => name.clone(),
            EveningHolder::Rung(rung, number) => format!("rung {rung} #{number}"),
            EveningHolder::Bot(bot, number) => format!("{bot} #{number}"),
        };
        format!("{holder} {} {} {}", it.played, it.won, it.drawn)
    });
    let rows: Vec<String> = rows.collect();
    format!("{}: {}", evening.matches(), rows.join(", "))
}

#[test]
fn a_match_counts_when_it_is_over() {
    check_evening("match", "0: ");
    check_evening("over", "1: A 1 1 0, B 1 0 0");
    let second = "over; A rematch; B rematch / a3b1b1a2; A resign";
    check_evening(second, "2: A 2 1 0, B 2 1 0");
    check_evening(
        "over; A rematch; B rematch / a3b1b1a2",
        "1: A 1 1 0, B 1 0 0",
    );
}

#[test]
fn whoever_leaves_a_match_has_played_it_and_not_won_it() {
    check_evening(
        "match3; B leave; A resign; C resign",
        "1: A 1 0 0, B 1 0 0, C 1 0 0",
    );
    // Whoever is away still holds the seat.
    check_evening("match; absent B; A resign", "1: B 1 1 0, A 1 0 0");
}

#[test]
fn whoever_comes_again_goes_on_with_the_same_row() {
    check_evening(
        "over; B leave; enter B; D take; A start! / a3b1b1a2; D resign",
        "2: A 2 2 0, B 2 0 0",
    );
}

#[test]
fn bots_that_share_a_win_have_drawn() {
    check_evening(
        "lobby; A take; A seat_bot 1 random; A seat_bot 2 random; A start / a2b1c1a1; A resign",
        "1: random #1 1 0 1, random #2 1 0 1, A 1 0 0",
    );
}

#[test]
fn a_bot_of_the_ladder_goes_on_with_its_row_in_another_game() {
    check_evening(
        "lobby; A take; A seat_bot 1 strategist; A start / a3b1b1a2; A resign; A set game=animal-shogi; A start; seal 2; \
         deal; A resign",
        "2: rung 3 #1 2 2 0, A 2 0 0",
    );
}

#[test]
fn the_row_that_has_played_longest_ago_makes_room() {
    let mut evening = Evening::default();
    let outcome = Outcome {
        winners: SeatSet::EMPTY,
    };
    for number in 0..20 {
        let human = Holder::Human {
            player: PlayerId(number),
            ready: true,
            held_by_bot: false,
        };
        // The first person plays every match.
        let first = Holder::Human {
            player: PlayerId(0),
            ready: true,
            held_by_bot: false,
        };
        let holders = [first, human, Holder::Open, Holder::Closed];
        evening.begin(&holders, GameKind::DiceOfDoom, |it| it.0.to_string());
        evening.end(outcome);
    }
    let names: Vec<String> = evening.rows().iter().map(|it| named(&it.holder)).collect();
    assert_eq!(names.len(), EVENING_ROWS_MAX);
    assert!(names.contains(&"0".to_owned()) && names.contains(&"19".to_owned()));
    assert!(!names.contains(&"4".to_owned()), "{names:?}");
}

fn named(holder: &EveningHolder) -> String {
    match holder {
        EveningHolder::Human(name) => name.clone(),
        EveningHolder::Rung(..) | EveningHolder::Bot(..) => String::new(),
    }
}
