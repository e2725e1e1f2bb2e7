//! Reviews as they are told: of any length, and of which nothing is lost.

use std::ops::ControlFlow;

use dicehall_engine::GameKind;
use dicehall_engine::advice::Expert;
use dicehall_engine::bots::Lead;
use dicehall_engine::dice::SeededDice;

use super::*;

/// A review of tic-tac-toe in which the second seat gives a draw away.
fn lost_draw() -> WholeReview {
    let rules = GameKind::TicTacToe.default_rules();
    let config = rules.generate(2, &mut SeededDice::new(0)).unwrap();
    let cells = ["b2", "b1", "a1", "c3", "a2", "a3", "c2"];
    let act = |it: &str| OriginStep::Acted(AnyAction::TicTacToe(it.parse().unwrap()));
    let expert = Expert {
        nodes_max: 900,
        table: None,
    };
    let told = &mut |_| ControlFlow::Continue(());
    let review = WholeReview::of(&config, &cells.map(act), expert, told);
    review.unwrap().unwrap()
}

#[test]
fn a_short_match_is_told_step_by_step() {
    let told = ReviewView::of(&lost_draw());
    let errors: Vec<Option<f64>> = told.steps.iter().map(|it| it.error).collect();
    assert_eq!(errors, [0.0, 0.5, 0.0, 0.0, 0.0, 0.0, 0.0].map(Some));
    assert_eq!(told.steps[1].after, Some(vec![1.0, 0.0]));
    assert_eq!(told.start, Some(vec![0.5, 0.5]));
    let grades: Vec<Option<Grade>> = told.seats.iter().map(|it| it.grade).collect();
    assert_eq!(grades, [Some(grade("A+")), Some(grade("E"))]);
    let [costly] = &told.costliest[..] else {
        panic!("{:?}", told.costliest)
    };
    assert_eq!(
        (costly.step, costly.error, costly.error_se),
        (2, 0.5, Some(0.0))
    );
    assert_eq!(
        (costly.action.to_string(), costly.best.to_string()),
        ("b1".to_owned(), "a1".to_owned())
    );
}

/// A long match whose every other step is a roll.
fn long(steps: usize) -> WholeReview {
    let short = lost_draw();
    let action = short.steps[1].step;
    let cost = |at: usize| if at == 700 { 0.25 } else { 0.0 };
    let step = |at: usize| {
        let is_roll = at % 2 == 1;
        let sign = if at % 4 == 1 { 0.0003 } else { -0.0001 };
        ReviewedStep {
            seat: Seat::ALL[usize::from(at == 700)],
            luck: is_roll.then_some([sign, -sign, 0.0, 0.0]),
            lead: (!is_roll).then(|| Lead {
                worth: cost(at),
                ..short.steps[1].lead.unwrap()
            }),
            step: action,
            ..short.steps[1].clone()
        }
    };
    WholeReview {
        steps: (0..steps).map(step).collect(),
        ..short
    }
}

#[test]
fn a_long_match_is_told_in_few_steps_that_add_up() {
    for steps in [REVIEW_STEPS_MAX, REVIEW_STEPS_MAX + 1, 5_000] {
        let told = ReviewView::of(&long(steps));
        assert!(told.steps.len() <= REVIEW_STEPS_MAX, "{steps}");
        assert_eq!(told.steps.last().map(|it| it.step), Some(number(steps)));
        let luck: f64 = told
            .steps
            .iter()
            .filter_map(|it| Some(it.luck.as_ref()?[0]))
            .sum();
        let expect = told.seats[0].luck;
        assert!((luck - expect).abs() < 1e-6, "{steps}: {luck} {expect}");
    }
}

#[test]
fn the_costliest_choice_of_several_is_told_with_its_seat() {
    let told = ReviewView::of(&long(5_000));
    let costly: Vec<&ReviewStep> = told
        .steps
        .iter()
        .filter(|it| it.error > Some(0.0))
        .collect();
    let [costly] = &costly[..] else {
        panic!("{costly:?}")
    };
    assert_eq!((costly.seat, costly.error), (Seat::ALL[1], Some(0.25)));
    assert!((701..=720).contains(&costly.step), "{costly:?}");
}

#[test]
fn the_rolls_with_the_most_luck_are_named_also_of_a_long_match() {
    let mut review = long(5_000);
    // Whoever rolled is the first seat; what others gained does not count.
    for (at, luck) in [(9, -0.2), (4_001, 0.3), (77, 0.2), (78, 0.9)] {
        review.steps[at].luck = Some([luck, -luck, 0.0, 0.0]);
    }
    review.steps[301].luck = Some([0.0, 0.5, -0.5, 0.0]);
    review.steps[78].seat = Seat::ALL[2];
    let told = ReviewView::of(&review).rolls;
    let told: Vec<(u32, String)> = told
        .iter()
        .map(|it| (it.step, it.luck.to_string()))
        .collect();
    let expect = [(4_002, "0.3"), (10, "-0.2"), (78, "0.2")];
    assert_eq!(told, expect.map(|(step, luck)| (step, luck.to_owned())));
    assert!(ReviewView::of(&lost_draw()).rolls.is_empty());
}

/// The longest review fits into a frame, with the largest boards.
#[test]
fn a_review_fits_into_a_frame() {
    let review = WholeReview {
        playing: 4,
        ..long(100_000)
    };
    let mut told = ReviewView::of(&review);
    told.costliest.clear();
    let text = serde_json::to_string(&told).unwrap();
    assert!(text.len() < 40 * 1024, "{}", text.len());
}

fn grade(letter: &str) -> Grade {
    letter.to_owned().try_into().unwrap()
}
