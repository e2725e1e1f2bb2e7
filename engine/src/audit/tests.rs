//! Audits of records of matches that are played here, honest and forged.

use super::*;
use crate::game::SEATS_MAX;
use crate::games::GameKind;
use crate::origin::OriginStep;

const SECRET: Secret = Secret([1; 32]);
const SHARE: Secret = Secret([2; 32]);

fn match_id() -> MatchId {
    MatchId::try_from("M-1".to_owned()).unwrap()
}

/// The record of a match in which each seat in turn chooses the last of its actions, with agreed dice. A human holds
/// the first seat.
fn record(game: GameKind) -> Record {
    let (id, seats) = (match_id(), game.seats().0);
    let seat = Seat::ALL[0];
    let part = SharePart {
        seat,
        commitment: Some(commitment(&id, Party::Seat(seat), &SHARE)),
        share: Some(SHARE),
    };
    let mut rules = game.default_rules();
    if matches!(game, GameKind::DiceOfDoom | GameKind::DiceWars) {
        rules.set_switches("rounds=4").unwrap();
    }
    let mut dice = MatchDice::new(&SECRET, &id, &[SHARE]);
    dice.begin_roll(0);
    let config = rules.generate(seats, &mut dice).unwrap();
    let (steps, outcome) = play(config.start().unwrap(), &mut dice);
    Record {
        commitment: commitment(&id, Party::Server, &SECRET),
        match_id: id,
        secret: SECRET,
        shares: vec![part],
        rules,
        seats,
        humans: SeatSet::EMPTY.with(seat),
        config,
        origin: None,
        steps,
        outcome,
    }
}

fn play(mut state: AnyState, dice: &mut MatchDice) -> (Vec<AuditStep>, Outcome) {
    let (mut steps, mut rolls) = (Vec::new(), 0);
    loop {
        match state.node() {
            Node::Terminal(outcome) => return (steps, outcome),
            Node::Decision(seat) => {
                let actions = state.actions();
                let action = actions[(actions.len() - 1) * (steps.len() % 3) / 2];
                steps.push(AuditStep::Acted(seat, action));
                state.act(action);
            }
            Node::Chance => {
                rolls += 1;
                dice.begin_roll(rolls);
                let chance = state.roll(dice).unwrap();
                steps.push(AuditStep::Rolled(chance));
                state.resolve(chance);
            }
        }
    }
}

fn doom() -> Record {
    record(GameKind::DiceOfDoom)
}

#[track_caller]
fn check(record: &Record, expect: &str) {
    let found = match audit(record) {
        Ok(Verified { rolls, actions }) => {
            let count = |wanted: fn(&AuditStep) -> bool| {
                u64::try_from(record.steps.iter().filter(|it| wanted(it)).count())
            };
            assert_eq!(Ok(rolls), count(|it| matches!(it, AuditStep::Rolled(_))));
            assert_eq!(Ok(actions), count(|it| matches!(it, AuditStep::Acted(..))));
            "fine".to_owned()
        }
        Err(fault) => fault.to_string(),
    };
    assert!(found.contains(expect), "{found:?} does not say {expect:?}");
}

#[test]
fn honest_matches_of_all_games_are_fine() {
    for game in GameKind::ALL {
        check(&record(*game), "fine");
    }
    assert!(audit(&doom()).unwrap().rolls > 3, "nothing was rolled");
}

#[test]
fn other_secrets_and_shares_do_not_fit_what_was_committed() {
    check(
        &Record {
            secret: SHARE,
            ..doom()
        },
        "the server's secret does not fit",
    );
    let mut other = doom();
    other.shares[0].share = Some(SECRET);
    check(&other, "the share of seat 0 does not fit");
    let mut unbound = doom();
    unbound.shares[0].commitment = None;
    check(&unbound, "the share of seat 0 does not fit");
}

#[test]
fn secrets_that_were_swapped_with_their_commitments_give_other_dice() {
    let bound = commitment(&match_id(), Party::Server, &SHARE);
    check(
        &Record {
            secret: SHARE,
            commitment: bound,
            ..doom()
        },
        "does not follow from the dice",
    );
    let mut swapped = doom();
    let bound = commitment(&match_id(), Party::Seat(Seat::ALL[0]), &SECRET);
    swapped.shares[0] = SharePart {
        seat: Seat::ALL[0],
        commitment: Some(bound),
        share: Some(SECRET),
    };
    check(&swapped, "does not follow from the dice");
    check(
        &Record {
            shares: Vec::new(),
            ..doom()
        },
        "does not follow from the dice",
    );
    let mut missed = doom();
    missed.shares[0].share = None;
    check(&missed, "does not follow from the dice");
}

#[test]
fn a_start_that_was_not_rolled_is_found() {
    let mut dice = MatchDice::new(&SHARE, &match_id(), &[]);
    let rules = doom().rules;
    let config = rules.generate(2, &mut dice).unwrap();
    check(
        &Record { config, ..doom() },
        "the start of the match does not follow from the dice",
    );
}

#[test]
fn every_roll_that_was_changed_is_found() {
    let honest = doom();
    let rolled = |step: &AuditStep| {
        if let AuditStep::Rolled(chance) = step {
            Some(*chance)
        } else {
            None
        }
    };
    let rolls: Vec<AnyChance> = honest.steps.iter().filter_map(rolled).collect();
    let mut changed = 0;
    for at in 0..honest.steps.len() {
        let AuditStep::Rolled(chance) = honest.steps[at] else {
            continue;
        };
        let Some(other) = rolls.iter().find(|it| **it != chance) else {
            continue;
        };
        let mut forged = honest.clone();
        forged.steps[at] = AuditStep::Rolled(*other);
        assert!(
            matches!(audit(&forged), Err(Fault::AuditStep { at: found, .. }) if found == at),
            "step {at}"
        );
        changed += 1;
    }
    assert!(changed > 3, "only {changed} rolls were changed");
}

#[test]
fn steps_that_are_missing_swapped_or_too_many_are_found() {
    let honest = doom();
    for at in 0..honest.steps.len() {
        let mut forged = honest.clone();
        forged.steps.remove(at);
        assert!(audit(&forged).is_err(), "step {at} is missing");
    }
    for at in 1..honest.steps.len() {
        let mut forged = honest.clone();
        forged.steps.swap(at - 1, at);
        let is_same = forged.steps[at] == forged.steps[at - 1];
        assert!(
            is_same || audit(&forged).is_err(),
            "steps {} and {at} are swapped",
            at - 1
        );
    }
    let mut longer = honest.clone();
    longer.steps.push(AuditStep::Resigned(Seat::ALL[0]));
    check(&longer, "the match is over before");
    let mut shorter = honest;
    shorter.steps.clear();
    check(&shorter, "does not end as the record says");
}

#[test]
fn an_attack_of_another_seat_or_from_there_to_here_is_found() {
    use crate::games::territory::Action;
    let honest = doom();
    let (at, seat, from, to) = (0..)
        .zip(&honest.steps)
        .find_map(attack)
        .expect("somebody attacks");
    let forged = |seat, from, to| {
        let mut forged = honest.clone();
        forged.steps[at] =
            AuditStep::Acted(seat, AnyAction::DiceOfDoom(Action::Attack { from, to }));
        forged
    };
    let other = Seat::ALL[1 - seat.idx()];
    check(
        &forged(other, from, to),
        &format!("seat {} is not to move", other.number()),
    );
    check(&forged(seat, to, from), "the rules do not allow the action");
    check(&forged(seat, from, to), "fine");
}

type Attack = (
    usize,
    Seat,
    crate::games::territory::Territory,
    crate::games::territory::Territory,
);

fn attack((at, step): (usize, &AuditStep)) -> Option<Attack> {
    use crate::games::territory::Action;
    if let AuditStep::Acted(seat, AnyAction::DiceOfDoom(Action::Attack { from, to })) = step {
        Some((at, *seat, *from, *to))
    } else {
        None
    }
}

#[test]
fn an_action_that_the_rules_do_not_allow_is_found() {
    let mut forged = record(GameKind::TicTacToe);
    let [AuditStep::Acted(_, first), AuditStep::Acted(second, _), ..] = forged.steps[..] else {
        panic!("two act")
    };
    forged.steps[1] = AuditStep::Acted(second, first);
    check(&forged, "the rules do not allow the action");
    assert!(matches!(
        audit(&forged),
        Err(Fault::AuditStep { at: 1, .. })
    ));
}

#[test]
fn another_winner_is_found() {
    let mut forged = doom();
    let others = Seat::ALL[..SEATS_MAX]
        .iter()
        .filter(|it| !forged.outcome.winners.contains(**it));
    forged.outcome = Outcome {
        winners: others.copied().take(1).collect(),
    };
    check(&forged, "does not end as the record says");
}

#[test]
fn whoever_resigns_ends_a_match_that_no_human_is_left_to_play() {
    let mut resigned = doom();
    resigned.steps.clear();
    resigned.steps.push(AuditStep::Resigned(Seat::ALL[0]));
    resigned.outcome = Outcome {
        winners: SeatSet::EMPTY.with(Seat::ALL[1]),
    };
    check(&resigned, "fine");
    resigned.steps.insert(0, AuditStep::Vacated(Seat::ALL[0]));
    check(&resigned, "seat 0 cannot resign");
}

/// The first `steps` steps of the match, as the origin of another one.
fn origin(of: &Record, steps: usize) -> Origin {
    let step = |it: &AuditStep| match *it {
        AuditStep::Acted(_, action) => Some(OriginStep::Acted(action)),
        AuditStep::Rolled(chance) => Some(OriginStep::Rolled(chance)),
        AuditStep::Resigned(_) | AuditStep::Vacated(_) => None,
    };
    Origin {
        match_id: MatchId::try_from("M-0".to_owned()).unwrap(),
        config: of.config.clone(),
        steps: of.steps[..steps].iter().filter_map(step).collect(),
    }
}

/// A match that goes on with other dice after the first `steps` steps of the match.
fn continued(of: &Record, steps: usize) -> Record {
    let origin = origin(of, steps);
    let secret = Secret([3; 32]);
    let mut dice = MatchDice::new(&secret, &of.match_id, &[SHARE]);
    let (steps, outcome) = play(origin.position().unwrap(), &mut dice);
    Record {
        commitment: commitment(&of.match_id, Party::Server, &secret),
        secret,
        origin: Some(origin),
        steps,
        outcome,
        ..of.clone()
    }
}

#[test]
fn matches_that_went_on_from_an_earlier_one_are_fine() {
    for game in GameKind::ALL {
        let earlier = record(*game);
        for steps in 0..earlier.steps.len() {
            check(&continued(&earlier, steps), "fine");
        }
    }
}

#[test]
fn luck_after_the_origin_is_checked_as_ever() {
    let mut forged = continued(&doom(), 4);
    let mut dice = MatchDice::new(&Secret([4; 32]), &forged.match_id, &[SHARE]);
    let state = forged.origin.as_ref().unwrap().position().unwrap();
    (forged.steps, forged.outcome) = play(state, &mut dice);
    assert!(matches!(audit(&forged), Err(Fault::AuditStep { .. })));
}

#[test]
fn an_earlier_match_that_breaks_the_rules_is_found_at_its_step() {
    let honest = continued(&doom(), 6);
    let forged = |change: &dyn Fn(&mut Origin)| {
        let mut forged = honest.clone();
        change(forged.origin.as_mut().unwrap());
        forged
    };
    let steps = &honest.origin.as_ref().unwrap().steps;
    let is_roll = |it: &OriginStep| matches!(it, OriginStep::Rolled(_));
    let at = steps.iter().position(is_roll).unwrap();
    let twice = forged(&|it| it.steps.insert(at, it.steps[at]));
    let what = "of the earlier match: nothing is to be rolled";
    check(&twice, &format!("step {} {what}", at + 1));
    let unrolled = forged(&|it| {
        it.steps.remove(at);
    });
    let what = "of the earlier match: the rules do not allow the action";
    check(&unrolled, &format!("step {at} {what}"));
    let other = forged(&|it| it.config = record(GameKind::TicTacToe).config);
    check(&other, "step 0 of the earlier match");
}

#[test]
fn a_match_that_does_not_go_on_where_the_earlier_one_stands_is_found() {
    let honest = continued(&doom(), 6);
    let mut shorter = honest.clone();
    shorter.origin.as_mut().unwrap().steps.truncate(2);
    assert!(matches!(
        audit(&shorter),
        Err(Fault::AuditStep { at: 0, .. })
    ));
    let mut other = honest.clone();
    other.config = record(GameKind::TicTacToe).config;
    check(&other, "does not go on from where the earlier one stands");
    check(
        &Record {
            seats: 3,
            ..honest.clone()
        },
        "does not go on from",
    );
    let rules = GameKind::DiceWars.default_rules();
    check(
        &Record {
            rules,
            ..honest.clone()
        },
        "does not go on from",
    );
    check(
        &Record {
            origin: None,
            ..honest
        },
        "does not follow from the dice",
    );
}
