//! Votes that people share: to skip what bots do, and a bot in the place of somebody who is gone.

use super::*;

/// A match of A, a bot and B, in which the bot is to move.
const BOT_MOVES: &str = "lobby; A take 0; B take 2; A set pace=600; A seat_bot 1 random; A start! / a2b1c1a1; A act pass";

/// How long the table looks at the bot's action, after the accepted commands.
#[track_caller]
fn check_pace(given: &str, expect: Option<u16>) {
    let bot = Table::after(given).lobby.want().bot;
    assert_eq!(bot.map(|it| it.pace_ms), expect, "given {given}");
}

#[test]
fn bots_are_skipped_once_all_who_play_and_are_there_want_it() {
    check(BOT_MOVES, "A skip", "A wants to skip");
    check_pace(BOT_MOVES, Some(600));
    check_pace(&format!("{BOT_MOVES}; A skip"), Some(600));
    check_pace(&format!("{BOT_MOVES}; A skip; B skip"), Some(0));
    check_pace(&format!("{BOT_MOVES}; A skip; B skip; A look"), Some(600));
    check_pace(&format!("{BOT_MOVES}; absent B; A skip"), Some(0));
    check_pace(&format!("{BOT_MOVES}; B resign; A skip"), Some(0));
    check_pace(&format!("{BOT_MOVES}; A skip; B leave"), Some(0));
}

#[test]
fn a_vote_to_skip_is_over_when_a_person_is_to_choose() {
    let skipped = format!("{BOT_MOVES}; A skip; B skip; bot 1 pass");
    check_pace(&skipped, None);
    check(&skipped, "A look", "");
    let next = format!("{skipped}; B act pass; A act pass");
    check_pace(&next, Some(600));
}

#[test]
fn where_a_person_is_to_choose_there_is_nothing_to_skip() {
    check("match", "A skip", "");
    check("match", "A look", "");
    check(&format!("{BOT_MOVES}; A skip"), "A skip", "");
    check(&format!("{BOT_MOVES}; A pause; B pause"), "A skip", "");
}

#[test]
fn only_who_plays_votes() {
    check(BOT_MOVES, "C skip", "refused not_seated");
    check("table", "A skip", "refused no_match");
    check("over", "A skip", "refused no_match");
    check(
        &format!("{BOT_MOVES}; B resign"),
        "B skip",
        "refused has_resigned",
    );
    check(
        &format!("{BOT_MOVES}; B resign"),
        "B stand_in 0 -0",
        "refused has_resigned",
    );
    check(BOT_MOVES, "C stand_in 0 -0", "refused not_seated");
}

#[test]
fn nobody_waits_for_the_vote_of_somebody_who_has_fallen() {
    let fallen = "lobby; A take 0; B take 2; A set pace=600; A seat_bot 1 random; A start! / a2b1c1a1; A act 0>2 / 6 6 1; \
                  A act pass";
    check_pace(&format!("{fallen}; A skip"), Some(0));
    check(fallen, "B skip", "B wants to skip");
    check_pace(&format!("{fallen}; B skip"), Some(600));
    // Where all have fallen who are there, they decide.
    check_pace(&format!("{fallen}; absent A; B skip"), Some(0));
}

#[test]
fn in_a_match_of_bots_alone_the_host_skips() {
    let bots =
        "lobby; A set pace=600; A seat_bot 0 random; A seat_bot 1 random; A start / a3b1b1a2";
    check_pace(&format!("{bots}; A skip"), Some(0));
    check(bots, "B skip", "refused not_seated");
}

#[test]
fn the_host_lets_a_bot_act_at_once_for_somebody_who_is_gone() {
    check(
        "match3",
        "A stand_in 1 -1",
        "A wants a bot on 1; 1 handed to bot",
    );
    check_table("match3; A stand_in 1 -1", "playing, host A: A B~ C -");
    check(
        "match3; A stand_in 1 -1; returned B",
        "A act pass",
        "0 acted pass",
    );
    check_table(
        "match3; A stand_in 1 -1; returned B",
        "playing, host A: A B C -",
    );
}

#[test]
fn without_the_host_all_who_play_and_are_connected_must_want_the_bot() {
    check("match3", "B stand_in 0 -0", "B wants a bot on 0");
    check(
        "match3; B stand_in 0 -0",
        "C stand_in 0 -0",
        "C wants a bot on 0; 0 handed to bot; B is host",
    );
    check("match3; B stand_in 0 -0", "B stand_in 0 -0", "");
    check(
        "match3; B stand_in 0 -0",
        "B wait 0 -0",
        "B no longer wants a bot on 0",
    );
    check(
        "match3; B stand_in 0 -0; B wait 0 -0",
        "C stand_in 0 -0",
        "C wants a bot on 0",
    );
    check(
        "match3",
        "C stand_in 0 -01",
        "C wants a bot on 0; 0 handed to bot; B is host",
    );
}

#[test]
fn nobody_plays_for_a_human_who_is_there() {
    check("match3", "A stand_in 1", "refused not_absent");
    check("match3", "A stand_in 1 -2", "refused not_absent");
    check("match3", "A stand_in 3 -3", "refused not_absent");
    check("match3; absent B", "A stand_in 1 -1", "");
    check("over", "A stand_in 1 -1", "refused no_match");
}

#[test]
fn a_vote_for_a_bot_is_over_when_the_seat_has_acted() {
    let acted = "match3; A act pass; C stand_in 1 -1; B act pass";
    check(acted, "C wait 1 -1", "");
}
