//! Origins of matches that are played here: the positions they lead to, and which ones are refused.

use super::*;
use crate::dice::SeededDice;
use crate::games::GameKind;

/// A match of the game, played to its end with the last action each time.
fn played(game: GameKind) -> Origin {
    let mut dice = SeededDice::new(5);
    let rules = game.default_rules();
    let config = rules.generate(game.seats().0, &mut dice).unwrap();
    let (mut state, mut steps) = (config.start().unwrap(), Vec::new());
    loop {
        match state.node() {
            Node::Terminal(_) => break,
            Node::Decision(_) => {
                let action = *state.actions().last().unwrap();
                steps.push(OriginStep::Acted(action));
                state.act(action);
            }
            Node::Chance => {
                let chance = state.roll(&mut dice).unwrap();
                steps.push(OriginStep::Rolled(chance));
                state.resolve(chance);
            }
        }
    }
    Origin {
        match_id: MatchId::try_from("M-1".to_owned()).unwrap(),
        config,
        steps,
    }
}

/// Checks the fault of a match after a change of its steps.
#[track_caller]
fn check(game: GameKind, change: impl FnOnce(&mut Vec<OriginStep>), expect: &str) {
    let mut origin = played(game);
    change(&mut origin.steps);
    let found = match origin.position() {
        Ok(state) => format!("{:?}", state.node()),
        Err(fault) => fault.to_string(),
    };
    assert_eq!(found, expect);
}

#[test]
fn every_beginning_of_a_match_leads_to_the_position_that_was_played() {
    for game in GameKind::ALL {
        let whole = played(*game);
        let mut state = whole.config.start().unwrap();
        for (count, step) in whole.steps.iter().enumerate() {
            let steps = whole.steps[..count].to_vec();
            assert_eq!(
                Origin {
                    steps,
                    ..whole.clone()
                }
                .position(),
                Ok(state.clone())
            );
            match *step {
                OriginStep::Acted(action) => state.act(action),
                OriginStep::Rolled(chance) => state.resolve(chance),
            }
        }
    }
}

#[test]
fn nothing_goes_on_after_the_end() {
    let over = "the earlier match is over there";
    for game in GameKind::ALL {
        check(*game, |_| (), over);
    }
    check(
        GameKind::TicTacToe,
        |it| it.truncate(it.len() - 1),
        "Decision(Seat(0))",
    );
}

#[test]
fn what_the_rules_do_not_allow_is_refused_with_its_step() {
    let illegal = "the rules do not allow the action";
    let game = GameKind::TicTacToe;
    check(
        game,
        |it| it[3] = it[1],
        &format!("step 3 of the earlier match: {illegal}"),
    );
    check(
        game,
        |it| it.push(it[0]),
        "step 7 of the earlier match: the rules do not allow the action",
    );
    let other = played(GameKind::AnimalShogi).steps[0];
    check(
        game,
        |it| it[2] = other,
        &format!("step 2 of the earlier match: {illegal}"),
    );
}

#[test]
fn luck_that_nobody_can_have_is_refused_with_its_step() {
    let game = GameKind::DiceOfDoom;
    let is_roll = |it: &OriginStep| matches!(it, OriginStep::Rolled(_));
    let at = played(game).steps.iter().position(is_roll).unwrap();
    let unasked = format!(
        "step {} of the earlier match: nothing is to be rolled",
        at + 1
    );
    check(game, |it| it.insert(at, it[at]), &unasked);
    let chance = r#"{"rolled":{"game":"dice-of-doom","chance":{"battle":{"attack":[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1],"defense":[1]}}}}"#;
    let sixteen: OriginStep = serde_json::from_str(chance).unwrap();
    let impossible = format!("step {at} of the earlier match: nobody can roll that there");
    check(game, |it| it[at] = sixteen, &impossible);
    let skipped = format!("step {at} of the earlier match: the rules do not allow the action");
    check(
        game,
        |it| {
            it.remove(at);
        },
        &skipped,
    );
    check(game, |it| it.truncate(at), "Chance");
}

#[test]
fn a_start_that_breaks_the_rules_is_refused() {
    let mut origin = played(GameKind::AnimalShogi);
    let AnyConfig::AnimalShogi(config) = &mut origin.config else {
        panic!("another game");
    };
    config.position = "nothing".to_owned();
    assert!(matches!(origin.position(), Err(BadOrigin::Start(_))));
}

#[test]
fn an_origin_has_an_end() {
    let mut steps = Vec::new();
    let mut state = played(GameKind::TicTacToe).config.start().unwrap();
    steps.resize(ORIGIN_STEPS_MAX, played(GameKind::TicTacToe).steps[0]);
    let too_long = |it| it == Err(BadOrigin::TooLong);
    assert!(!too_long(follow(&mut state.clone(), 0, &steps)));
    assert!(too_long(follow(&mut state.clone(), 1, &steps)));
    assert!(too_long(follow(&mut state, usize::MAX, &steps[..1])));
}
