//! Clocks, time-outs and pauses; and what the lobby remembers of commands and keys.

use super::*;
use crate::lobby::{STAND_IN, Want};

/// A match between A and B whose first turn is A's.
const FISCHER: &str = "create clock=60s+5s; enter A; enter B; A take; B take; A start! / a3b1b1a2";
const ACTION: &str =
    "create clock=30s:action; enter A; enter B; A take; B take; A start! / a3b1b1a2";
const TURN: &str = "create clock=60s:turn; enter A; enter B; A take; B take; A start! / a3b1b1a2";

/// Checks, after the accepted commands, the time left to seats 0 and 1, and who is waited for: `0: 60s` for a human
/// with a clock, `0 bot`, or `-`.
#[track_caller]
fn check_clocks(given: &str, left: &str, waits: &str) {
    let lobby = Table::after(given).lobby;
    let clocks = &lobby.game_match().expect("a match").clocks;
    let seconds = |seat: usize| clocks.left_ms(Seat::ALL[seat]) / 1_000;
    assert_eq!(
        format!("{} {}", seconds(0), seconds(1)),
        left,
        "given {given}"
    );
    let waited = match lobby.want() {
        Want {
            bot: Some(bot),
            clock: None,
            ..
        } => format!("{} bot", bot.seat.number()),
        Want {
            bot: None,
            clock: Some(clock),
            ..
        } => {
            assert_eq!(clock.ply, lobby.ply());
            format!("{}: {}s", clock.seat.number(), clock.left_ms / 1_000)
        }
        Want {
            bot: None,
            clock: None,
            ..
        } => "-".to_owned(),
        Want {
            bot: Some(_),
            clock: Some(_),
            ..
        } => panic!("a bot's time is its own"),
    };
    assert_eq!(waited, waits, "given {given}");
}

#[test]
fn a_match_without_a_clock_waits_for_ever() {
    check_clocks("match", "0 0", "-");
    check(
        "match",
        "A act 0>1 ~9 / 666 1",
        "0 acted 0>1; rolled {battle:{attack:[6,6,6],defense:[1]}}",
    );
    check("match", "time_up", "refused stale ply 0");
}

#[test]
fn the_clock_of_whoever_is_to_move_runs_and_an_action_carries_its_time() {
    check_clocks(FISCHER, "60 60", "0: 60s");
    check(
        FISCHER,
        "A act 0>1 ~9 / 666 1",
        "0 acted 0>1 in 9s; rolled {battle:{attack:[6,6,6],defense:[1]}}",
    );
    check_clocks(
        &format!("{FISCHER}; A act 0>1 ~9 / 666 1"),
        "51 60",
        "0: 51s",
    );
    check_clocks(
        &format!("{FISCHER}; A act 0>1 ~9 / 666 1; A act pass ~1"),
        "55 60",
        "1: 60s",
    );
    check_clocks(
        &format!("{ACTION}; A act 0>1 ~9 / 666 1"),
        "30 30",
        "0: 30s",
    );
    check_clocks(&format!("{TURN}; A act 0>1 ~9 / 666 1"), "51 60", "0: 51s");
    check_clocks(
        &format!("{TURN}; A act 0>1 ~9 / 666 1; A act pass ~1"),
        "60 60",
        "1: 60s",
    );
}

#[test]
fn nobody_loses_more_time_than_there_was() {
    check(
        TURN,
        "A act 0>1 ~900 / 666 1",
        "0 acted 0>1 in 60s; rolled {battle:{attack:[6,6,6],defense:[1]}}",
    );
    check_clocks(&format!("{TURN}; A act 0>1 ~900 / 666 1"), "0 60", "0: 0s");
}

#[test]
fn a_bot_thinks_on_its_own_time() {
    check_clocks(&format!("{FISCHER}; absent A"), "60 60", "0 bot");
    check(
        &format!("{FISCHER}; absent A"),
        "bot 0 pass",
        "0 acted pass",
    );
    check_clocks(
        &format!("{FISCHER}; absent A; returned A"),
        "60 60",
        "0: 60s",
    );
    check(
        &format!("{FISCHER}; absent A"),
        "time_up",
        "refused stale ply 0",
    );
}

#[test]
fn when_time_is_up_a_bot_makes_the_action() {
    check(ACTION, "time_up", "0 timed out");
    let given = format!("{ACTION}; time_up");
    check_clocks(&given, "0 30", "0 bot");
    check(&given, "time_up", "refused stale ply 0");
    check(&given, "A act pass", "refused time_up");
    check(&given, "B act pass", "refused not_your_turn to_move 0");
    check_table(&given, "playing, host A: A B - -");
    check_clocks(&format!("{given}; bot 0 0>1 / 666 1"), "30 30", "0: 30s");
    assert_eq!(Table::after(&given).lobby.want().bot.unwrap().bot, STAND_IN);
}

#[test]
fn when_time_is_up_a_bot_makes_the_rest_of_the_turn() {
    for (clock, after) in [(FISCHER, "5 60"), (TURN, "60 60")] {
        let given = format!("{clock}; time_up; bot 0 0>1 / 666 1");
        check_clocks(&given, "0 60", "0 bot");
        check(&given, "A act pass", "refused time_up");
        check_clocks(&format!("{given}; bot 0 pass"), after, "1: 60s");
    }
}

#[test]
fn a_late_word_of_a_clock_is_stale() {
    let given = format!("{FISCHER}; A act 0>1 ~9 / 666 1");
    check(&given, "time_up @0", "refused stale ply 1");
    check(&given, "time_up @1", "0 timed out");
    check("table", "time_up", "refused stale ply 0");
}

#[test]
fn a_match_pauses_when_all_humans_want_it() {
    check("match", "A pause", "0 wants a pause");
    check("match; A pause", "A pause", "");
    check("match; A pause", "B pause", "1 wants a pause; paused");
    check("match; A pause; A go_on", "B pause", "1 wants a pause");
    check("match; A pause", "A go_on", "0 wants no pause");
    check("match", "A go_on", "");
}

#[test]
fn only_those_who_play_ask_for_a_pause() {
    check("match", "C pause", "refused not_seated");
    check("table", "A pause", "refused no_match");
    check("over", "A pause", "refused no_match");
    check("match3; A resign", "A pause", "refused has_resigned");
}

#[test]
fn whoever_is_not_there_is_not_asked() {
    check("match; absent B", "A pause", "0 wants a pause; paused");
    check(
        "match3; B resign; C leave",
        "A pause",
        "0 wants a pause; paused",
    );
    let alone = "create; enter A; A take; A seat_bot 1 random; A start / a1a1b1b1";
    check(alone, "A pause", "0 wants a pause; paused");
    check("match; A pause", "absent B", "1 handed to bot");
    check("match; A pause; absent B", "A pause", "paused");
}

#[test]
fn nobody_acts_while_a_match_pauses() {
    let given = format!("{FISCHER}; A pause; B pause ~7");
    check_clocks(&given, "53 60", "-");
    check(&given, "A act pass", "refused paused");
    check(&given, "time_up", "refused stale ply 0");
    check(&given, "A chat x", "A said x");
    check(
        &format!("{given}; absent A"),
        "bot 0 pass",
        "refused stale ply 0",
    );
    let bots = "create; enter A; A take 1; A seat_bot 0 random; A start / a1a1b1b1; A pause";
    check(bots, "bot 0 pass", "refused stale ply 0");
}

#[test]
fn a_match_goes_on_when_nobody_wants_the_pause() {
    let given = format!("{FISCHER}; A pause; B pause ~7");
    check(&given, "A go_on ~50", "0 wants no pause");
    check(&format!("{given}; A go_on"), "A pause", "0 wants a pause");
    check(
        &format!("{given}; A go_on"),
        "B go_on",
        "1 wants no pause; continued",
    );
    check_clocks(&format!("{given}; A go_on; B go_on"), "53 60", "0: 53s");
    check_clocks(
        &format!("{given}; A go_on; B go_on; A act pass ~3"),
        "55 60",
        "1: 60s",
    );
}

#[test]
fn whoever_goes_does_not_hold_up_the_others() {
    let given = "match; A pause; B pause; A go_on";
    check(given, "absent B", "1 handed to bot; continued");
    check(given, "B leave", "B left; continued");
    check(given, "A kick B", "B kicked; continued");
    check(given, "A ban B", "B banned; continued");
    check(given, "B spectate", "1 left; continued");
    check(
        "match3; A pause; B pause; C pause; A go_on; C go_on",
        "B resign",
        "1 resigned; continued",
    );
    check("match; A pause; B pause", "B leave", "B left");
    check(
        "match; A pause; B pause; B spectate",
        "A spectate",
        "0 left; continued",
    );
    check("match; A pause; B pause; absent A", "B spectate", "1 left");
    check(
        "match; A pause; B pause; absent A",
        "absent B",
        "1 handed to bot; C is host",
    );
    check(
        "match; A pause; B pause; absent A; absent B",
        "A go_on",
        "0 taken back; 0 wants no pause; continued",
    );
}

#[test]
fn whoever_is_host_can_end_a_pause_of_people_who_are_all_away() {
    let given = "match; A pause; B pause; absent A; absent B";
    check(given, "C kick A", "A kicked");
    check(
        &format!("{given}; C kick A"),
        "C kick B",
        "B kicked; continued",
    );
    check(
        &format!("{given}; C kick B"),
        "C ban A",
        "A banned; continued",
    );
}

#[test]
fn the_end_of_a_match_ends_its_pause() {
    let given = "match; A pause; B pause; A resign";
    check_table(given, "won by 1, host A: A B - -");
    check(
        &format!("{given}; A start! / a3b1b1a2"),
        "B act pass",
        "1 acted pass",
    );
}

#[test]
fn a_command_leaves_its_number_with_what_it_led_to() {
    check("table", "B ready #7", "1 ready; B answered #7");
    check("table; B ready #7", "B ready #8", "");
    check("match", "A act pass #9", "0 acted pass; A answered #9");
    check("table", "B leave #7", "B left");
    check("table", "A start #7", "refused not_ready seats 1");
    check(
        "table; absent B",
        "B chat x #7",
        "1 taken back; B said x; B answered #7",
    );
}

#[test]
fn a_key_that_was_offered_replaces_the_first_when_it_is_used() {
    let keys = |given: &str| {
        let lobby = Table::after(given).lobby;
        let player = &lobby.players()[&player_of("B")];
        format!(
            "{} {}",
            player.key.0[0],
            player
                .offered
                .map_or("-".to_owned(), |it| it.0[0].to_string())
        )
    };
    assert_eq!(keys("lobby"), "7 -");
    assert_eq!(keys("lobby; offer B 1"), "7 1");
    assert_eq!(
        keys("lobby; offer B 1; offer B 2"),
        "7 2",
        "the welcome with 1 was lost"
    );
    assert_eq!(keys("lobby; offer B 1; offer! B 2"), "1 2", "1 was shown");
    assert_eq!(
        keys("lobby; offer B 1; A chat x #1"),
        "7 1",
        "others prove nothing"
    );
    assert_eq!(keys("lobby; offer B 1; B chat x #1"), "1 -");
    assert_eq!(
        keys("lobby; offer B 1; B chat x"),
        "7 1",
        "the shell proves nothing"
    );
    check(
        "lobby; offer B 1",
        "B chat x #1",
        "B confirmed; B said x; B answered #1",
    );
    check(
        "lobby; offer B 1",
        "offer! B 2",
        "B confirmed; B was offered 2",
    );
    check("lobby", "offer! B 2", "B was offered 2");
    check("lobby", "offer D 2", "refused no_such_player");
}

#[test]
fn what_is_nobodys_business_is_not_counted_for_people() {
    let shown = |given: &str| {
        let lobby = Table::after(given).lobby;
        lobby.revision().0 - lobby.shown().0
    };
    assert_eq!(shown("match"), 0);
    assert_eq!(shown("lobby; offer B 1; B chat x #1; A chat y #1"), 4);
}
