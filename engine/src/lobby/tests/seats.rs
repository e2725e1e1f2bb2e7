//! Seats: taking, leaving, opening and closing them, and the agreement to start.

use super::*;
use crate::bots::spec::{BotKind, BotSpec};
use crate::dice::SeededDice;
use crate::games::GameKind;
use crate::lobby::{STAND_IN, SeatEvent};

#[test]
fn somebody_sits_down_on_a_seat_or_on_the_first_open_one() {
    check("lobby", "A take 2", "A took 2");
    check("lobby", "A take", "A took 0");
    check("lobby; A take 0; B take 2", "C take", "C took 1");
    check_table("lobby; A take; B take 3", "waiting, host A: A - - B");
}

#[test]
fn somebody_seated_may_change_seats() {
    check("table", "A take 3", "A took 3");
    check_table("table; A take 3", "waiting, host A: - B - A");
}

#[test]
fn sitting_down_where_one_sits_changes_nothing() {
    check("table", "A take 0", "");
    check("table", "A take", "");
}

#[test]
fn a_seat_that_is_not_open_cannot_be_taken() {
    check("table", "C take 0", "refused seat_not_open seats 23");
    check(
        "table; A close 2",
        "C take 2",
        "refused seat_not_open seats 3",
    );
    check(
        "table; A close 2; A close 3",
        "C take",
        "refused seat_not_open seats none",
    );
    check(
        "table; A seat_bot 2 random",
        "A take 2",
        "refused seat_not_open seats 3",
    );
}

#[test]
fn nobody_sits_down_during_a_match() {
    check("match", "C take", "refused match_running");
    check("match", "A take 3", "refused match_running");
    check("over", "C take", "C took 2");
}

#[test]
fn somebody_stands_up_and_watches() {
    check("table", "B spectate", "1 left");
    check_table("table; B spectate", "waiting, host A: A - - -");
    check("table; B spectate", "B take", "B took 1");
    check("lobby", "B spectate", "refused not_seated");
    check_table("over; A spectate", "won by 0, host A: - B - -");
}

#[test]
fn a_bot_takes_the_seat_of_somebody_who_stands_up_in_a_match_for_good() {
    check("match", "A spectate", "0 left");
    check_table("match; A spectate", "playing, host A: paranoid:1 B - -");
    check("match; A spectate", "A spectate", "refused not_seated");
    check("match; A spectate", "A take 0", "refused match_running");
}

#[test]
fn the_host_puts_bots_on_seats_that_no_human_holds() {
    check("table", "A seat_bot 2 paranoid:3", "paranoid:3 seated on 2");
    check(
        "table; A seat_bot 2 random",
        "A seat_bot 2 paranoid",
        "paranoid:2 seated on 2",
    );
    check(
        "table; A close 3",
        "A seat_bot 3 random",
        "random seated on 3",
    );
    check("over", "A seat_bot 2 random", "random seated on 2");
    check_table(
        "lobby; A seat_bot 3 random",
        "waiting, host A: - - - random",
    );
}

#[test]
fn the_same_bot_once_more_changes_nothing() {
    check("table; A seat_bot 2 random", "A seat_bot 2 random", "");
}

#[test]
fn the_host_opens_and_closes_seats() {
    check("table", "A close 3", "3 closed");
    check("table; A close 3", "A open 3", "3 opened");
    check("table; A seat_bot 2 random", "A open 2", "2 opened");
    check("table; A seat_bot 2 random", "A close 2", "2 closed");
    check_table(
        "table; A seat_bot 2 random; A close 2; A close 3; A open 3",
        "waiting, host A: A B x -",
    );
}

#[test]
fn opening_what_is_open_and_closing_what_is_closed_changes_nothing() {
    check("table", "A open 3", "");
    check("table; A close 3", "A close 3", "");
}

#[test]
fn a_seat_that_a_human_holds_is_left_alone() {
    for when in ["A seat_bot 1 random", "A open 1", "A close 1", "A close 0"] {
        check("table", when, "refused seat_held_by_human");
        check("table; absent B", when, "refused seat_held_by_human");
    }
}

#[test]
fn only_the_host_furnishes_the_lobby() {
    for when in [
        "B seat_bot 2 random",
        "B open 2",
        "B close 2",
        "B set size=3",
    ] {
        check("table", when, "refused not_host");
    }
}

#[test]
fn nobody_furnishes_the_lobby_during_a_match() {
    for when in [
        "A seat_bot 2 random",
        "A open 2",
        "A close 2",
        "A set size=3",
    ] {
        check("match", when, "refused match_running");
    }
}

#[test]
fn a_bot_is_seated_exactly_if_it_plays_the_game() {
    for (game, kind) in GameKind::ALL
        .iter()
        .flat_map(|game| BotKind::ALL.iter().map(|it| (*game, *it)))
    {
        let mut table = Table::default();
        let settings = Settings {
            rules: game.default_rules(),
            bot_pace_ms: 0,
            clock: Clock::Off,
        };
        let mut accept = |command| {
            let decided = table.lobby.decide(command, &mut SeededDice::new(0));
            let code = decided.as_ref().map_or_else(Reject::code, |_| "ok");
            table.evolve(decided.unwrap_or_default());
            code
        };
        assert_eq!(
            accept(Command::Create {
                title: String::new(),
                settings,
                password: None
            }),
            "ok"
        );
        assert_eq!(
            accept(Command::Enter(Newcomer::plain("A", Key([7; 32])))),
            "ok"
        );
        let request = Request::SeatBot {
            seat: seat_of("0"),
            bot: BotSpec::usual(kind),
        };
        let expect = if kind.plays(game) { "ok" } else { "bad_bot" };
        assert_eq!(
            accept(Command::Ask {
                player: player_of("A"),
                stamp: Stamp::default(),
                request,
                commits: None,
            }),
            expect,
            "{kind:?} {game:?}"
        );
    }
}

#[test]
fn settings_change_and_whatever_bot_sits_there_then_plays_the_game() {
    for (game, kind) in GameKind::ALL
        .iter()
        .flat_map(|game| BotKind::ALL.iter().map(|it| (*game, *it)))
    {
        let mut lobby = Table::after("create size=3; enter A").lobby;
        lobby.evolve(Event::Seats(SeatEvent::BotSeated {
            seat: seat_of("0"),
            bot: BotSpec::usual(kind),
        }));
        let settings = Settings {
            rules: game.default_rules(),
            bot_pace_ms: 0,
            clock: Clock::Off,
        };
        let command = Command::Ask {
            player: player_of("A"),
            stamp: Stamp::default(),
            request: Request::ChangeSettings { settings },
            commits: None,
        };
        let events = lobby.decide(command, &mut SeededDice::new(0)).unwrap();
        for event in events {
            lobby.evolve(event);
        }
        let Holder::Bot(bot) = lobby.seats()[0] else {
            panic!("{kind:?} {game:?}: the bot is gone")
        };
        assert_eq!(bot.check_game(game), Ok(()), "{kind:?} {game:?}");
        let stays = kind.plays(game) && bot.rung(GameKind::DiceOfDoom).is_none();
        assert!(!stays || bot == BotSpec::usual(kind), "{kind:?} {game:?}");
    }
}

#[test]
fn the_stand_in_plays_every_game() {
    for game in GameKind::ALL {
        assert_eq!(STAND_IN.check_game(*game), Ok(()));
    }
}

#[test]
fn the_host_changes_the_settings() {
    check("table", "A set size=3", "settings 3");
    check("over", "A set size=4", "settings 4");
    check("table", "A set", "");
    check("table", "A set size=1", "refused bad_config");
    check("table", "A set max_dice=10", "refused bad_config");
    check("table", "A set pace=5001", "refused bad_pace");
    check("table", "B set pace=250", "refused not_host");
    let settings = Table::after("table; A set size=3 pace=250")
        .lobby
        .settings()
        .cloned();
    assert_eq!(settings, Some(settings_of(&["size=3", "pace=250"])));
}

#[test]
fn during_a_match_the_host_changes_the_pace_of_bots_and_nothing_else() {
    check("match", "A set pace=250", "settings 2");
    check("match", "A set", "");
    check("match", "A set pace=5001", "refused bad_pace");
    check("match", "A set pace=250 size=3", "refused match_running");
    check(
        "match",
        "A set pace=250 clock=30s:turn",
        "refused match_running",
    );
    check("match", "B set pace=250", "refused not_host");
    check_pace("match; A spectate", 0);
    check_pace("match; A spectate; A set pace=250", 250);
}

/// Checks how long the table looks at the action of the bot that is to move.
#[track_caller]
fn check_pace(given: &str, pace_ms: u16) {
    let bot = Table::after(given).lobby.want().bot;
    assert_eq!(bot.map(|it| it.pace_ms), Some(pace_ms), "given {given}");
}

#[test]
fn new_settings_ask_everyone_for_a_new_agreement() {
    check_table(
        "table; A ready; B ready; A set size=3",
        "waiting, host A: A B - -",
    );
}

#[test]
fn a_seated_human_agrees_to_start_or_no_longer() {
    check("table", "B ready", "1 ready");
    check("table; B ready", "B unready", "1 not ready");
    check_table("table; B ready", "waiting, host A: A B+ - -");
    check_table("table; B ready; B unready", "waiting, host A: A B - -");
    check("over", "B ready", "1 ready");
}

#[test]
fn agreeing_twice_changes_nothing() {
    check("table; B ready", "B ready", "");
    check("table", "B unready", "");
}

#[test]
fn a_spectator_and_a_player_in_a_match_have_nothing_to_agree_to() {
    check("table", "C ready", "refused not_seated");
    check("match", "B ready", "refused match_running");
}

#[test]
fn whoever_sits_down_has_not_agreed() {
    check_table("table; B ready; B take 2", "waiting, host A: A - B -");
}
