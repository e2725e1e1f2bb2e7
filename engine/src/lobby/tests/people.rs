//! The people in the lobby, its host, and absences.

use super::*;
use crate::lobby::PLAYERS_MAX;

#[test]
fn only_create_is_possible_before_the_lobby_exists() {
    for when in [
        "enter A",
        "A take",
        "absent A",
        "returned A",
        "bot 0 pass",
        "abandon",
    ] {
        check("", when, "refused not_created");
    }
}

#[test]
fn a_lobby_is_created_once() {
    check("", "create", "created title");
    check("create", "create", "refused already_created");
    check("lobby", "create", "refused already_created");
}

#[test]
fn a_lobby_is_not_created_with_settings_that_cannot_be_played() {
    check("", "create size=9", "refused bad_config");
    check("", "create max_dice=1", "refused bad_config");
    check("", "create pace=5000", "created title");
    check("", "create pace=5001", "refused bad_pace");
}

#[test]
fn players_are_numbered_in_order_of_entry_and_the_first_is_host() {
    check("create", "enter anna", "A entered as anna");
    check("create; enter anna", "enter ben", "B entered as ben");
    check_table("create; enter anna; enter ben", "waiting, host A: - - - -");
}

#[test]
fn a_name_is_taken_whatever_its_letters_size() {
    check("create; enter anna", "enter Anna", "refused name_taken");
    check("create; enter Ärmel", "enter äRMEL", "refused name_taken");
    check("create; enter anna", "enter anne", "B entered as anne");
}

#[test]
fn a_name_that_looks_like_somebodys_is_taken() {
    check(
        "create; enter anna",
        "enter annа like anna",
        "refused name_taken",
    );
    check(
        "create; enter annа like anna",
        "enter anna",
        "refused name_taken",
    );
    check(
        "create; enter annа like anna; A leave",
        "create",
        "refused lobby_ended",
    );
    check(
        "create; enter anna; enter ben like BEN",
        "enter bEn like ben",
        "refused name_taken",
    );
    check(
        "create; enter anna like x",
        "enter anna like y",
        "B entered as anna",
    );
    let refused = Table::after("create; enter anna").lobby.decide(
        Command::Enter(Newcomer {
            looks: Looks::plain("ANNA"),
            ..Newcomer::plain("аnnа", Key([7; 32]))
        }),
        &mut LoadedDice::new(Vec::new()),
    );
    let words = refused.map_err(|it| it.to_string()).unwrap_err();
    assert!(words.contains(" anna,"), "{words}");
}

#[test]
fn an_account_is_in_a_lobby_once() {
    let given = "create; enter anna with 7";
    check(given, "enter ben with 7", "refused account_here");
    check(given, "enter ben with 8", "B entered as ben");
    check(given, "enter ben", "B entered as ben");
    check("create; enter anna", "enter ben", "B entered as ben");
    let left = "create; enter anna with 7; enter ben; A leave";
    check(left, "enter dora with 7", "C entered as dora");
    let refused = Table::after(given).lobby.decide(
        command_of("enter ben with 7", &Table::after(given).lobby),
        &mut LoadedDice::new(Vec::new()),
    );
    let words = refused.map_err(|it| it.to_string()).unwrap_err();
    assert!(words.contains("as anna"), "{words}");
}

#[test]
fn the_name_of_somebody_who_left_is_free_but_the_number_is_not() {
    check(
        "create; enter anna; enter ben; B leave",
        "enter BEN",
        "C entered as BEN",
    );
    check(
        "create; enter anna; enter ben; B leave; enter BEN",
        "enter dora",
        "D entered as dora",
    );
}

#[test]
fn a_lobby_takes_no_more_people_than_its_limit() {
    let mut table = Table::after("create");
    for n in 0..PLAYERS_MAX {
        table.run(&format!("enter guest{n}"));
    }
    assert_eq!(table.step("enter last"), "refused lobby_full");
    table.run("B leave");
    assert_eq!(table.step("enter last"), "#64 entered as last");
}

#[test]
fn somebody_who_is_not_in_the_lobby_is_refused() {
    for when in [
        "D take",
        "D leave",
        "D chat hi",
        "D rematch",
        "absent D",
        "returned D",
    ] {
        check("lobby", when, "refused no_such_player");
    }
    check("lobby; C leave", "C take", "refused no_such_player");
}

#[test]
fn somebody_who_leaves_is_gone_and_the_seat_is_open() {
    check("table", "C leave", "C left");
    check("table", "B leave", "B left");
    check_table("table; B leave", "waiting, host A: A - - -");
    check_table("over; B leave", "won by 0, host A: A - - -");
}

#[test]
fn a_bot_takes_the_seat_of_somebody_who_leaves_a_match_for_good() {
    check_table("match; B leave", "playing, host A: A paranoid:1 - -");
    check_table(
        "match; B leave; enter B",
        "playing, host A: A paranoid:1 - -",
    );
}

#[test]
fn the_lobby_ends_with_the_last_person() {
    check("create; enter A", "A leave", "A left; ended Empty");
    check("match; A leave; B leave", "C leave", "C left; ended Empty");
    check_table(
        "create; enter A; A take; A leave",
        "ended, host nobody: - - - -",
    );
}

#[test]
fn nothing_is_possible_after_the_end() {
    let commands = [
        "create",
        "enter B",
        "A take",
        "A chat hi",
        "absent A",
        "returned A",
        "bot 0 pass",
        "abandon",
    ];
    for when in commands {
        check("create; enter A; A leave", when, "refused lobby_ended");
        check("create; enter A; abandon", when, "refused lobby_ended");
    }
}

#[test]
fn an_abandoned_lobby_ends_with_its_people_in_it() {
    check("create", "abandon", "ended Abandoned");
    check("match", "abandon", "ended Abandoned");
    check_table("match; abandon", "ended, host A: A B - -");
}

#[test]
fn the_next_host_is_the_first_on_a_seat_who_is_there() {
    check("lobby; C take", "A leave", "A left; C is host");
    check("lobby; C take; B take", "A leave", "A left; B is host");
    check(
        "lobby; C take; B take; absent B",
        "A leave",
        "A left; C is host",
    );
}

#[test]
fn without_anybody_on_a_seat_the_next_host_is_the_first_spectator() {
    check("lobby", "A leave", "A left; B is host");
    check("lobby; C take; absent C", "A leave", "A left; B is host");
}

#[test]
fn somebody_away_becomes_host_if_nobody_else_is_left() {
    check(
        "create; enter A; enter B; B take; absent B",
        "A leave",
        "A left; B is host",
    );
}

#[test]
fn a_host_who_leaves_a_match_leaves_a_bot_and_a_host() {
    check("match", "A leave", "A left; B is host");
    check_table("match; A leave", "playing, host B: paranoid:1 B - -");
}

#[test]
fn the_host_stays_when_others_leave() {
    check("lobby", "B leave", "B left");
    check("match", "C leave", "C left");
    check("table; absent B; A hand_over B", "C leave", "C left");
}

#[test]
fn the_host_sends_people_away() {
    check("table", "A kick B", "B kicked");
    check_table("table; A kick B", "waiting, host A: A - - -");
    check_table("match; A kick B", "playing, host A: A paranoid:1 - -");
    check("table; A kick B", "B chat hi", "refused no_such_player");
}

#[test]
fn nobody_else_sends_people_away_and_the_host_not_everybody() {
    check("lobby", "B kick C", "refused not_host");
    check("lobby", "B kick B", "refused not_host");
    check("lobby", "A kick A", "refused yourself");
    check("lobby", "A kick D", "refused no_such_player");
}

#[test]
fn the_host_makes_somebody_else_host() {
    check("lobby", "A hand_over C", "C is host");
    check("lobby; A hand_over C", "A hand_over B", "refused not_host");
    check("lobby; A hand_over C", "C hand_over A", "A is host");
    check("lobby", "A hand_over A", "refused yourself");
    check("lobby", "A hand_over D", "refused no_such_player");
    check("match", "A hand_over B", "B is host");
}

#[test]
fn anybody_may_say_something_at_any_time() {
    check("lobby", "C chat hello", "C said hello");
    check("match", "C chat hello", "C said hello");
    check("over", "A chat hello", "A said hello");
}

#[test]
fn a_bot_holds_the_seat_of_somebody_absent() {
    check("match", "absent B", "1 handed to bot");
    check_table("match; absent B", "playing, host A: A B~ - -");
    check("table", "absent B", "1 handed to bot");
    check_table("over; absent B", "won by 0, host A: A B~ - -");
}

#[test]
fn absence_that_changes_nothing_is_accepted_without_events() {
    check("match", "absent C", "");
    check("match; absent B", "absent B", "");
}

#[test]
fn the_seat_is_taken_back_by_whoever_returns() {
    check("match; absent B", "returned B", "1 taken back");
    check_table("match; absent B; returned B", "playing, host A: A B - -");
    check("match", "returned B", "");
    check("match", "returned C", "");
}

#[test]
fn an_absent_host_hands_over_to_somebody_who_is_there() {
    check("match", "absent A", "0 handed to bot; B is host");
    check("lobby; A take", "absent A", "0 handed to bot; B is host");
    check("lobby", "absent A", "B is host");
    check("lobby; C take", "absent A", "C is host");
    check("match; absent B", "absent A", "0 handed to bot; C is host");
}

#[test]
fn an_absent_host_stays_host_while_everyone_else_is_away() {
    check("create; enter A; A take", "absent A", "0 handed to bot");
    check("create; enter A", "absent A", "");
    check(
        "create; enter A; enter B; A take; B take; absent B",
        "absent A",
        "0 handed to bot",
    );
}

#[test]
fn the_first_to_come_to_a_lobby_whose_host_is_away_becomes_host() {
    let away = "create; enter A; enter B; A take; B take; absent B; absent A";
    check(away, "returned B", "1 taken back; B is host");
    check(away, "returned A", "0 taken back");
    check(away, "enter C", "C entered as C; C is host");
    check(&format!("{away}; returned B"), "returned A", "0 taken back");
}

#[test]
fn an_absent_host_without_a_seat_hands_over_when_found_absent_again() {
    check("create; enter A; absent A", "enter B", "B entered as B");
    check(
        "create; enter A; absent A; enter B",
        "absent A",
        "B is host",
    );
}

#[test]
fn whoever_asks_for_something_is_back() {
    check("match; absent B", "B chat hi", "1 taken back; B said hi");
    check("match; absent B", "B resign", "1 taken back; 1 resigned");
    check("match; absent B", "B spectate", "1 taken back; 1 left");
    check("table; absent B", "B ready", "1 taken back; 1 ready");
    let away = "create; enter A; enter B; A take; B take; absent B; absent A";
    check(
        away,
        "B start! / a1a1b1b1",
        "1 taken back; B is host; match a1a1b1b1",
    );
}

#[test]
fn a_refused_request_takes_nothing_back() {
    check(
        "match; absent B",
        "B act pass",
        "refused not_your_turn to_move 0",
    );
    check_table("match; absent B", "playing, host A: A B~ - -");
}

/// Checks whether the match is attended after a script while these people are connected.
#[track_caller]
fn check_attended(given: &str, connected: &str, expect: bool) {
    let lobby = Table::after(given).lobby;
    let connected: Vec<PlayerId> = connected.split(' ').map(player_of).collect();
    let attended = lobby.is_attended(|it| connected.contains(&it));
    assert_eq!(attended, expect, "{given}: {connected:?}");
}

#[test]
fn a_match_is_attended_while_one_of_the_humans_who_play_is_connected() {
    for connected in ["A", "B", "A B", "B C"] {
        check_attended("match", connected, true);
        check_attended("match; absent A; absent B", connected, true);
    }
    check_attended("match", "C", false);
    check_attended("match", "D", false);
    check_attended("match; B leave", "A", true);
    check_attended("match; B leave", "C", false);
    check_attended("match; A leave; B spectate", "B", true);
}

#[test]
fn bots_that_play_alone_are_attended_by_anybody_in_the_lobby() {
    let bots = "lobby; C leave; A seat_bot 0 random; A seat_bot 1 random; A start! / a3b1b1a2";
    for (connected, expect) in [("A", true), ("B", true), ("C", false)] {
        check_attended(bots, connected, expect);
    }
}

#[test]
fn whoever_has_resigned_does_not_attend_the_match_of_the_others() {
    check_attended("match3; A resign", "A", false);
    check_attended("match3; A resign", "B", true);
}
