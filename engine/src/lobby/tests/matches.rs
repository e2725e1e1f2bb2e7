//! Matches: start, actions and the rolls they cause, resignation, the end and the rematch.

use super::*;
use crate::bots::spec::{BotKind, BotSpec};
use crate::dice::SeededDice;
use crate::game::{Node, State};
use crate::lobby::want::looked_at_ms;
use crate::lobby::{BOT_PACE_MS, STAND_IN, Want, WantBot};

#[test]
fn the_host_starts_when_everyone_else_is_ready() {
    check("table; B ready", "A start / a1a1b1b1", "match a1a1b1b1");
    check("table", "A start", "refused not_ready seats 1");
    check("table; C take", "A start", "refused not_ready seats 12");
    check(
        "table; A spectate; C take; B ready",
        "A start",
        "refused not_ready seats 0",
    );
}

#[test]
fn the_host_may_force_a_start() {
    check("table", "A start! / a1a1b1b1", "match a1a1b1b1");
}

#[test]
fn a_start_waits_neither_for_bots_nor_for_the_absent() {
    check("table; absent B", "A start / a1a1b1b1", "match a1a1b1b1");
    check_table(
        "table; absent B; A start / a1a1b1b1",
        "playing, host A: A B~ - -",
    );
    check(
        "table; B spectate; A seat_bot 1 random",
        "A start / a1a1b1b1",
        "match a1a1b1b1",
    );
}

#[test]
fn bots_alone_may_play_for_spectators() {
    let given = "create; enter A; A seat_bot 1 random; A seat_bot 3 random";
    check(given, "A start / a1a1b1b1", "match a1a1b1b1");
}

#[test]
fn a_match_needs_the_seats_of_its_game() {
    check("lobby; A take", "A start", "refused too_few_play");
    check("lobby; A take", "A start!", "refused too_few_play");
    check("lobby", "A start!", "refused too_few_play");
    check("lobby; B take", "A start", "refused too_few_play");
}

#[test]
fn only_the_host_starts_and_only_one_match_at_a_time() {
    check("table; A ready", "B start!", "refused not_host");
    check("match", "A start!", "refused match_running");
    check("over", "A start! / a1a1b1b1", "match a1a1b1b1");
}

#[test]
fn the_seats_that_are_held_move_together_to_the_front() {
    let given = "lobby; A take 3; A seat_bot 2 random; A close 0; B take 1; B ready";
    check_table(given, "waiting, host A: x B+ random A");
    check_table(
        &format!("{given}; A start / a1b1c1a1"),
        "playing, host A: B random A x",
    );
    check_table(
        "lobby; A take 1; B take 3; A close 2; A start! / a1a1b1b1",
        "playing, host A: A B - x",
    );
}

#[test]
fn a_start_clears_every_agreement() {
    check_table(
        "table; A ready; B ready; A start / a1a1b1b1",
        "playing, host A: A B - -",
    );
}

#[test]
fn an_action_and_the_roll_it_causes_are_one_batch() {
    check(
        "match",
        "A act 0>1 / 6 5 4 3",
        "0 acted 0>1; rolled {battle:{attack:[6,5,4],defense:[3]}}",
    );
}

#[test]
fn an_action_without_luck_is_a_batch_of_its_own() {
    check("match", "A act pass", "0 acted pass");
    check("match; A act pass", "B act pass", "1 acted pass");
}

#[test]
fn every_roll_that_an_action_causes_is_in_its_batch() {
    let given =
        "create reinforcement=random; enter A; enter B; A take; B take; A start! / a3b1b1a2";
    check(
        given,
        "A act pass / 1 2",
        "0 acted pass; rolled {reinforce:0}; rolled {reinforce:3}",
    );
}

#[test]
fn an_action_that_answers_another_position_is_stale() {
    check("match", "A act pass @1", "refused stale ply 0");
    check(
        "match; A act 0>1 / 6 5 4 3",
        "A act 0>1 @0",
        "refused stale ply 1",
    );
    check("match; A act pass", "A act pass @0", "refused stale ply 1");
    check("match", "C act pass @1", "refused stale ply 0");
}

#[test]
fn only_the_seat_to_move_acts() {
    check("match", "B act pass", "refused not_your_turn to_move 0");
    check(
        "match; A act pass",
        "A act pass",
        "refused not_your_turn to_move 1",
    );
    check("match", "C act pass", "refused not_seated");
}

#[test]
fn an_action_outside_the_rules_is_refused_with_those_inside() {
    check(
        "match",
        "A act 0>3",
        "refused illegal_action pass 0>2 0>1 3>1 3>2",
    );
    check(
        "match",
        "A act 9>1",
        "refused illegal_action pass 0>2 0>1 3>1 3>2",
    );
}

#[test]
fn nobody_acts_without_a_match() {
    check("table", "A act pass", "refused no_match");
    check("over", "A act pass", "refused no_match");
    check("over", "A act 0>3 @0", "refused no_match");
}

#[test]
fn an_absent_human_who_acts_takes_the_seat_back_in_the_same_batch() {
    check(
        "match; absent A",
        "A act pass",
        "0 taken back; 0 acted pass",
    );
    check_table("match; absent A; A act pass", "playing, host B: A B - -");
}

#[test]
fn a_bot_acts_for_its_seat() {
    let given = "create; enter A; A take 1; A seat_bot 0 random; A start / a3b1b1a2";
    check(
        given,
        "bot 0 0>1 / 1 1 1 6",
        "0 acted 0>1; rolled {battle:{attack:[1,1,1],defense:[6]}}",
    );
    check(
        given,
        "bot 0 0>3",
        "refused illegal_action pass 0>2 0>1 3>1 3>2",
    );
}

#[test]
fn the_stand_in_acts_for_whoever_is_away_has_left_or_has_resigned() {
    check("match; absent A", "bot 0 pass", "0 acted pass");
    check("match; A leave", "bot 0 pass", "0 acted pass");
    check("match3; A resign", "bot 0 pass", "0 acted pass");
}

#[test]
fn a_late_bot_is_stale() {
    check(
        "match; absent A; bot 0 pass",
        "bot 0 pass @0",
        "refused stale ply 1",
    );
    check(
        "match; absent A; bot 0 0>1 / 6 5 4 3",
        "bot 0 pass @0",
        "refused stale ply 1",
    );
    check(
        "match; absent A; returned A",
        "bot 0 pass",
        "refused stale ply 0",
    );
    check("match; absent B", "bot 1 pass", "refused stale ply 0");
    check("match", "bot 0 pass", "refused stale ply 0");
    check(
        "match; absent A; B resign",
        "bot 0 pass",
        "refused stale ply 0",
    );
    check("table; absent A", "bot 0 pass", "refused stale ply 0");
}

#[test]
fn a_match_ends_by_its_rules() {
    check_table("over", "won by 0, host A: A B - -");
}

#[test]
fn somebody_resigns_at_any_time_of_a_match() {
    check("match3", "A resign", "0 resigned");
    check("match3", "C resign", "2 resigned");
    check_table("match3; C resign", "playing, host A: A B C -");
}

#[test]
fn nobody_resigns_twice_or_without_a_match_or_a_seat() {
    check("match3; C resign", "C resign", "refused has_resigned");
    check("match", "C resign", "refused not_seated");
    check("table", "A resign", "refused no_match");
    check("over", "A resign", "refused no_match");
}

#[test]
fn whoever_has_resigned_acts_no_more() {
    check("match3; A resign", "A act pass", "refused has_resigned");
}

#[test]
fn the_last_seat_that_has_not_resigned_wins() {
    check_table("match; A resign", "won by 1, host A: A B - -");
    check_table("match3; A resign; C resign", "won by 1, host A: A B C -");
}

#[test]
fn a_match_is_over_when_no_human_is_left_who_has_not_resigned() {
    let given = "table; A seat_bot 2 random; A seat_bot 3 random; A start! / a1b1c1d1; A resign";
    check_table(given, "playing, host A: A B random random");
    check_table(
        &format!("{given}; B resign"),
        "won by 23, host A: A B random random",
    );
    check_table(
        &format!("{given}; B leave"),
        "won by 123, host A: A paranoid:1 random random",
    );
}

#[test]
fn bots_play_on_when_every_human_has_left_without_resigning() {
    check_table(
        "match; A leave; B leave",
        "playing, host C: paranoid:1 paranoid:1 - -",
    );
}

#[test]
fn somebody_absent_still_counts_as_a_human_who_has_not_resigned() {
    let given = "table; A seat_bot 2 random; A start! / a1b1c1a1; absent B; A resign";
    check_table(given, "playing, host A: A B~ random -");
}

#[test]
fn the_outcome_stays_when_the_seats_change_hands() {
    let given = "table; B spectate; A seat_bot 1 random; A seat_bot 2 random; A start! / a1b1c1a1; A resign";
    check_table(given, "won by 12, host A: A random random -");
    check_table(
        &format!("{given}; A open 1; B take 1"),
        "won by 12, host A: A B random -",
    );
}

#[test]
fn a_rematch_begins_when_every_seated_human_agrees() {
    check("over", "B rematch", "1 ready");
    check("over; B rematch", "B rematch", "");
    check(
        "over; B rematch",
        "A rematch / a1a1b1b1",
        "0 ready; match a1a1b1b1",
    );
    check(
        "over; A ready; B ready",
        "A rematch / a1a1b1b1",
        "match a1a1b1b1",
    );
    check_table(
        "over; B rematch; A rematch / a1a1b1b1",
        "playing, host A: A B - -",
    );
}

#[test]
fn a_rematch_does_not_wait_for_bots_and_the_absent() {
    check(
        "over; absent B",
        "A rematch / a1a1b1b1",
        "0 ready; match a1a1b1b1",
    );
    check(
        "over; B leave; A seat_bot 1 random",
        "A rematch / a1a1b1b1",
        "0 ready; match a1a1b1b1",
    );
}

#[test]
fn a_rematch_waits_for_somebody_who_sat_down_after_the_match() {
    check("over; C take; A rematch", "B rematch", "1 ready");
}

#[test]
fn there_is_no_rematch_before_the_end_of_a_match() {
    check("table", "A rematch", "refused no_rematch");
    check("match", "A rematch", "refused no_rematch");
}

#[test]
fn a_rematch_needs_a_seat_and_enough_others() {
    check("over", "C rematch", "refused not_seated");
    check("over; B leave", "A rematch", "refused too_few_play");
}

#[test]
fn plies_are_counted_over_the_lobbys_life() {
    check(
        "over; A start! / a3b1b1a2",
        "A act pass @0",
        "refused stale ply 1",
    );
    check("over; A start! / a3b1b1a2", "B act pass @1", "1 acted pass");
}

#[test]
fn who_resigned_in_the_last_match_plays_in_the_next() {
    check(
        "match; A resign; A start! / a3b1b1a2; B act pass",
        "A act pass",
        "0 acted pass",
    );
}

#[test]
fn the_shell_is_asked_for_the_bot_to_move_and_for_nothing_else() {
    let want = |given: &str| Table::after(given).lobby.want();
    let bot = |bot, ply, pace_ms| Want {
        bot: Some(WantBot {
            seat: Seat::ALL[0],
            bot,
            ply: Ply(ply),
            pace_ms,
        }),
        clock: None,
        dice: None,
    };
    let random = BotSpec::usual(BotKind::Random);
    let given = "create pace=250; enter A; A take 1; A seat_bot 0 random; A start / a3b1b1a2";
    assert_eq!(want(given), bot(random, 0, 250));
    assert_eq!(
        want(&format!("{given}; bot 0 0>1 / 1 1 1 6")),
        bot(random, 1, 250)
    );
    assert_eq!(want(&format!("{given}; bot 0 pass")), Want::default());
    assert_eq!(want("match; absent A"), bot(STAND_IN, 0, 0));
    assert_eq!(want("match3; A resign"), bot(STAND_IN, 0, 0));
    for nothing in [
        "lobby",
        "match",
        "match; absent B",
        "over; absent A",
        "match; absent A; abandon",
    ] {
        assert_eq!(want(nothing), Want::default(), "{nothing}");
    }
}

#[test]
fn bots_that_act_often_are_looked_at_for_less_and_less() {
    let pace_ms = |given: &str| {
        let bot = Table::after(given).lobby.want().bot;
        bot.map(|it| it.pace_ms)
    };
    let rounds = |rounds: usize| {
        let actions = "; bot 0 pass; bot 1 pass".repeat(rounds);
        format!(
            "create pace=600; enter A; A seat_bot 0 random; A seat_bot 1 random; A start / a3b1b1a2{actions}"
        )
    };
    let looked_at = [0, 3, 4, 7, 8, 40].map(|it| pace_ms(&rounds(it)));
    let expect = [600, 300, 300, 150, 75, 0].map(Some);
    assert_eq!(looked_at, expect);
    let of_person = "create pace=600; enter A; A take 1; A seat_bot 0 random; A start / a3b1b1a2";
    let round = "; bot 0 pass; A act pass".repeat(20);
    assert_eq!(
        pace_ms(&format!("{of_person}{round}")),
        Some(600),
        "people act in between"
    );
}

#[test]
fn however_often_bots_act_people_wait_for_them_a_second_and_a_half_at_most() {
    let wait_ms: u32 = (0..10_000)
        .map(|it| u32::from(looked_at_ms(BOT_PACE_MS, it)))
        .sum();
    assert!(wait_ms <= 1_500, "{wait_ms} ms");
}

#[test]
fn from_match_to_match_the_next_seat_begins() {
    let first = |given: &str| {
        let table = Table::after(given);
        table.lobby.to_move().map(|(seat, _)| seat.number())
    };
    assert_eq!(first("match"), Some(0));
    let second = "over; B rematch; A rematch / a3b1b1a2";
    assert_eq!(first(second), Some(1));
    let third = format!("{second}; B resign; B rematch; A rematch / a3b1b1a2");
    assert_eq!(first(&third), Some(0), "two seats take turns");
    check(second, "A act pass", "refused not_your_turn to_move 1");
}

#[test]
fn every_game_can_be_begun_by_every_seat() {
    for game in GameKind::ALL {
        let (_, seats) = game.seats();
        let dealt = game
            .default_rules()
            .generate(seats, &mut SeededDice::new(1))
            .unwrap();
        for first in Seat::first(seats) {
            let state = dealt.clone().begun_by(first).start().unwrap();
            assert_eq!(state.node(), Node::Decision(first), "{game:?}");
        }
        assert_eq!(dealt.clone().begun_by(Seat::default()), dealt);
    }
}
