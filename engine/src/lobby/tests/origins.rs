//! A match that goes on from an earlier one: who may give the origin, the position that follows from it, and when it is
//! used up.

use super::*;
use crate::games::dice_of_doom::Config;
use crate::games::{AnyChance, AnyConfig, GameKind};
use crate::lobby::{ORIGINS_MAX, OriginEvent};
use crate::origin::{Origin, OriginStep};

/// A person alone with a bot.
const ALONE: &str = "create; enter A; A take; A seat_bot 1 random";

#[track_caller]
pub(super) fn request_of(words: &[&str]) -> Request {
    let steps = |words: &[&str]| words.iter().map(|it| step_of(it)).collect();
    match words {
        ["origin", board, rest @ ..] => {
            let AnyRules::DiceOfDoom(rules) = settings_of(&[]).rules else {
                panic!("another game");
            };
            let config = Config {
                rules,
                seats: 2,
                board: (*board).to_owned(),
                first: Seat::default(),
            };
            Request::SetOrigin {
                origin: Origin {
                    match_id: MatchId::try_from("earlier".to_owned()).unwrap(),
                    config: AnyConfig::DiceOfDoom(config),
                    steps: steps(rest),
                },
            }
        }
        ["extend", at, rest @ ..] => Request::ExtendOrigin {
            at: at.trim_start_matches('@').parse().unwrap(),
            steps: steps(rest),
        },
        _ => panic!("no origin: {words:?}"),
    }
}

fn step_of(text: &str) -> OriginStep {
    let Some((attack, defense)) = text.split_once(':') else {
        return OriginStep::Acted(action_of(text));
    };
    let faces = |it: &str| {
        it.chars()
            .map(|it| it.to_digit(10).unwrap())
            .collect::<Vec<_>>()
    };
    let roll = serde_json::json!({"battle": {"attack": faces(attack), "defense": faces(defense)}});
    let chance = serde_json::json!({"game": "dice-of-doom", "chance": roll});
    OriginStep::Rolled(serde_json::from_value::<AnyChance>(chance).unwrap())
}

pub(super) fn told(event: &OriginEvent) -> String {
    match event {
        OriginEvent::OriginSet { origin } => format!("origin of {} steps", origin.steps.len()),
        OriginEvent::OriginExtended { steps } => format!("origin has {} steps more", steps.len()),
    }
}

#[test]
fn a_match_goes_on_where_the_earlier_one_stands_and_rolls_its_own_dice() {
    check(ALONE, "A origin a3b1b1a2 0>1 654:3", "origin of 2 steps");
    let given = format!("{ALONE}; A origin a3b1b1a2 0>1 654:3; A start!; seal 1");
    check(&given, "deal", "match a3b1b1a2");
    let given = format!("{given}; deal");
    check(&given, "A act 0>1", "refused illegal_action pass 3>2");
    check(
        &given,
        "A act 3>2 / 6 6 1",
        "0 acted 3>2; rolled {battle:{attack:[6,6],defense:[1]}}",
    );
}

#[test]
fn a_match_may_go_on_before_a_roll_and_with_the_turn_of_a_bot() {
    let given = format!("{ALONE}; A origin a3b1b1a2 0>1; A start!; seal 1");
    check(
        &given,
        "deal / 654 3",
        "match a3b1b1a2; rolled {battle:{attack:[6,5,4],defense:[3]}}",
    );
    let given = format!("{ALONE}; A origin a3b1b1a2 0>1 654:3 pass; A start!; seal 1; deal");
    let wanted = Table::after(&given).lobby.want().bot.unwrap();
    assert_eq!(wanted.seat, Seat::ALL[1]);
}

#[test]
fn an_earlier_match_comes_in_parts_in_their_order() {
    let given = format!("{ALONE}; A origin a3b1b1a2 0>1");
    check(&given, "A extend @0 0>1", "refused bad_origin");
    check(&given, "A extend @2 654:3", "refused bad_origin");
    check(&given, "A extend @1 0>1", "refused bad_origin");
    check(&given, "A extend @1 654:3", "origin has 1 steps more");
    check(
        &format!("{given}; A extend @1 654:3"),
        "A extend @1 654:3",
        "refused bad_origin",
    );
    check(ALONE, "A extend @0 0>1", "refused bad_origin");
    let whole = format!("{given}; A extend @1 654:3; A start!; seal 1; deal");
    check(&whole, "A act 0>1", "refused illegal_action pass 3>2");
}

#[test]
fn an_earlier_match_of_another_game_is_refused() {
    let Request::SetOrigin { origin } = request_of(&["origin", "a3b1b1a2"]) else {
        panic!("no origin");
    };
    let mut lobby = Table::after(ALONE).lobby;
    let event = OriginEvent::OriginSet {
        origin: origin.clone(),
    };
    let may_follow = |lobby: &Lobby| lobby.clone().replay([event.clone().into()]).is_ok();
    assert!(may_follow(&lobby));
    let settings = Settings {
        rules: GameKind::TicTacToe.default_rules(),
        ..settings_of(&[])
    };
    lobby.evolve(Event::Lobby(LobbyEvent::SettingsChanged { settings }));
    assert!(!may_follow(&lobby));
    let asked = Command::Ask {
        player: player_of("A"),
        stamp: Stamp::default(),
        request: Request::SetOrigin { origin },
        commits: None,
    };
    let refused = lobby.decide(asked, &mut LoadedDice::new(Vec::new()));
    assert_eq!(refused.unwrap_err().code(), "bad_origin");
}

#[test]
fn what_the_rules_do_not_allow_is_refused() {
    check(ALONE, "A origin a3b1b1a2 1>0", "refused bad_origin");
    check(
        ALONE,
        "A origin a3b1b1a2 0>1 666:6 0>2",
        "refused bad_origin",
    );
    check(ALONE, "A origin a3b1b1a2 654:3", "refused bad_origin");
    check(ALONE, "A origin a3b1b1", "refused bad_origin");
    check(
        "create size=3; enter A",
        "A origin a3b1b1a2",
        "origin of 0 steps",
    );
    let over = "A origin a2a1a1b1 0>3 66:1";
    check(ALONE, over, "refused bad_origin");
    check(
        &format!("{ALONE}; A origin a2a1a1b1 0>3"),
        "A extend @1 66:1",
        "refused bad_origin",
    );
}

#[test]
fn only_the_host_alone_gives_one_and_starts_from_it() {
    check("lobby", "A origin a3b1b1a2", "refused not_alone");
    check("lobby", "B origin a3b1b1a2", "refused not_host");
    check("match", "A origin a3b1b1a2", "refused match_running");
    let given = format!("{ALONE}; A origin a3b1b1a2; enter B");
    check(&given, "A start!", "refused not_alone");
    check(&given, "A extend @0 0>1", "refused not_alone");
    check(&format!("{given}; B leave"), "A start!", "called");
    check(
        &format!("{given}; A set pace=1; A open 1; B take"),
        "A start! / a1a1b1b1",
        "match a1a1b1b1",
    );
}

#[test]
fn as_many_play_on_as_played_before() {
    let given = format!("{ALONE}; A seat_bot 2 random; A origin a3b1b1a2");
    check(&given, "A start!", "refused bad_config");
    check(&format!("{given}; A open 2"), "A start!", "called");
}

#[test]
fn a_match_uses_its_origin_up() {
    let given = format!("{ALONE}; A origin a2a1a1b1; A start!; seal 1; deal; A act 0>3 / 6 6 1");
    check(&given, "A rematch / a1a1b1b1", "0 ready; match a1a1b1b1");
    check(&given, "A origin a3b1b1a2", "origin of 0 steps");
}

#[test]
fn other_settings_take_an_origin_away_but_not_from_a_match_that_was_called() {
    let given = format!("{ALONE}; A origin a3b1b1a2");
    check(
        &format!("{given}; A set pace=1"),
        "A start! / a1a1b1b1",
        "match a1a1b1b1",
    );
    let called = format!("{given}; A start!; seal 1; A set pace=1");
    check(&called, "deal", "match a3b1b1a2");
}

#[test]
fn another_origin_takes_the_place_of_the_first_but_not_for_ever() {
    let given = format!("{ALONE}; A origin a3b1b1a2; A origin a1a1b1b1; A start!; seal 1");
    check(&given, "deal", "match a1a1b1b1");
    let mut many = ALONE.to_owned();
    for _ in 0..ORIGINS_MAX {
        many += "; A origin a3b1b1a2";
    }
    check(&many, "A origin a3b1b1a2", "refused origins_full");
}

#[test]
fn a_stream_whose_origin_breaks_the_rules_is_damaged() {
    let event = |words: &[&str]| {
        let request = request_of(words);
        if let Request::SetOrigin { origin } = request {
            return OriginEvent::OriginSet { origin }.into();
        }
        let Request::ExtendOrigin { steps, .. } = request else {
            panic!("{request:?}");
        };
        OriginEvent::OriginExtended { steps }.into()
    };
    let check = |given: &str, words: &[&str], is_possible: bool| {
        let found = Table::after(given).lobby.replay([event(words)]);
        assert_eq!(found.is_ok(), is_possible, "{given}: {words:?}");
    };
    check(ALONE, &["origin", "a3b1b1a2", "0>1"], true);
    check(ALONE, &["origin", "a3b1b1a2", "1>0"], false);
    check(ALONE, &["extend", "@0", "0>1"], false);
    check("lobby", &["origin", "a3b1b1a2", "0>1"], false);
    let given = format!("{ALONE}; A origin a3b1b1a2");
    check(&given, &["extend", "@0", "0>1"], true);
    check(&given, &["extend", "@0", "1>0"], false);
    check(
        &format!("{given}; A start!"),
        &["extend", "@0", "0>1"],
        false,
    );
    let called = Table::after(&format!("{given}; A start!; seal 1"));
    let elsewhere = Table::after("match").stream.into_iter();
    let started =
        elsewhere.filter(|it| matches!(it, Event::Match(MatchEvent::MatchStarted { .. })));
    assert!(called.lobby.clone().replay(started.clone()).is_ok());
    let Request::SetOrigin { origin } = request_of(&["origin", "a1a1b1b1"]) else {
        panic!()
    };
    let config = origin.config;
    assert!(
        called
            .lobby
            .replay([MatchEvent::MatchStarted { config }.into()])
            .is_err()
    );
}
