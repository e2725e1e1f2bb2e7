//! The review of a match, in each size and look; its numbers are invented.

use dicehall_engine::GameKind;
use dicehall_engine::advice::review::grade::Grade;
use dicehall_engine::advice::{Attack, Gain, Why};
use dicehall_engine::games::territory::Action;
use dicehall_engine::{AnyAction, AnyView};
use dicehall_protocol::{LostStep, ReviewProgress, ReviewStep, ReviewView, ReviewedSeat};
use std::sync::Arc;

use super::*;
use crate::tui::message::Effect;
use crate::tui::message::ReviewTold;

/// A replay of Dice of Doom whose review was asked for, and is as far as this.
fn reviewed(told: impl FnOnce(&Model) -> ReviewTold) -> Model {
    let mut model = replaying(frames(Table::of(GameKind::DiceOfDoom, "size=4"), 60));
    let effects = keys(&mut model, "v");
    let [Effect::Review(origin)] = &effects[..] else {
        panic!("{effects:?}")
    };
    let (match_id, told) = (origin.match_id.clone(), told(&model));
    update(&mut model, Message::Reviewed { match_id, told });
    model
}

/// A step whose chance follows from its number; every other one is a roll.
fn step(number: u32) -> ReviewStep {
    let wave = f64::from((number * 37) % 23) / 100.0;
    let chance = (0.25 + f64::from(number) / 240.0 + wave).min(1.0);
    let rest = (1.0 - chance) / 3.0;
    let luck = (wave - 0.11) / 2.0;
    let is_roll = number.is_multiple_of(2);
    ReviewStep {
        step: number,
        seat: Seat::ALL[usize::from(number % 8 > 3)],
        after: Some(vec![chance, rest, rest, rest]),
        luck: is_roll.then(|| vec![luck, -luck, 0.0, 0.0]),
        error: (!is_roll).then_some(if number.is_multiple_of(5) { 0.01 } else { 0.0 }),
    }
}

fn seat(luck: f64, error: f64, grade: Option<Grade>) -> ReviewedSeat {
    ReviewedSeat {
        luck,
        error,
        error_se: 0.021,
        decisions: if grade.is_some() { 26 } else { 0 },
        grade,
    }
}

fn choice(step: u32, seat: usize, view: &AnyView, why: Why) -> LostStep {
    let attack = |from, to| {
        use dicehall_engine::games::territory::Territory;
        let [from, to] = [from, to].map(Territory);
        AnyAction::DiceOfDoom(Action::Attack { from, to })
    };
    let stops = AnyAction::DiceOfDoom(Action::Pass);
    let is_attack = matches!(why, Why::Attacks(_));
    LostStep {
        step,
        seat: Seat::ALL[seat],
        view: view.clone(),
        action: if is_attack { stops } else { attack(1, 2) },
        best: if is_attack { attack(5, 6) } else { stops },
        why,
        error: 0.14 / f64::from(step),
        error_se: (step != 9).then_some(0.011),
    }
}

fn invented(model: &Model) -> ReviewTold {
    let view = &model.game_match().unwrap().view;
    let gain = Some(Gain { placed: 7, kept: 0 });
    let best = Some(0.36);
    let attack = Attack {
        chance: 0.94,
        link: [3, 5],
        ends: None,
        threatens: true,
    };
    let costliest = vec![
        choice(1, 0, view, Why::Stops { gain, best }),
        choice(9, 1, view, Why::Attacks(attack)),
        choice(41, 0, view, Why::Judged),
    ];
    ReviewTold::Made(Arc::new(ReviewView {
        judged_by: Some("mcts".to_owned()),
        nodes: 9_000,
        start: Some(vec![0.25; 4]),
        seats: vec![
            seat(-0.11, 0.36, Some(grade("B+"))),
            seat(0.08, 0.22, Some(grade("A-"))),
            seat(0.0, 1.34, Some(grade("E"))),
            seat(0.03, 0.0, None),
        ],
        steps: (1..=108).map(step).collect(),
        costliest,
        rolls: Vec::new(),
    }))
}

#[test]
pub(super) fn reviews() {
    check("review", &mut reviewed(invented), USUAL);
    check("review_120x40", &mut reviewed(invented), (120, 40));
    check("review_40x12", &mut reviewed(invented), (40, 12));
    let coming = |_: &Model| {
        let (done, steps) = (31, 108);
        ReviewTold::Coming(ReviewProgress { done, steps })
    };
    check("review_coming", &mut reviewed(coming), USUAL);
    let waiting = |_: &Model| ReviewTold::Coming(ReviewProgress { done: 0, steps: 0 });
    check("review_waiting", &mut reviewed(waiting), USUAL);
    check(
        "review_failed",
        &mut reviewed(|_| ReviewTold::Failed),
        USUAL,
    );
}

#[test]
fn a_review_without_colors_is_told_by_signs() {
    let mut plain = reviewed(invented);
    plain.look = Look {
        colors: ColorLevel::None,
        glyphs: Glyphs::Ascii,
        ground: Ground::Dark,
        language: Language::English,
    };
    check("review_ascii", &mut plain, USUAL);
}

#[test]
fn the_graph_tells_rolls_and_choices_apart_by_color() {
    let mut model = reviewed(invented);
    check_with_styles("review_styles", &mut model, USUAL);
}

fn grade(letter: &str) -> Grade {
    letter.to_owned().try_into().unwrap()
}
