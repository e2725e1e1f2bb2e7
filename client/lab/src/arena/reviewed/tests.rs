//! The figures of reviewed matches against figures by hand, and the reviews of an arena whatever its threads.

use std::num::NonZeroUsize;

use dicehall_engine::{BotSpec, GameKind};

use super::*;

fn seat(result: f64, luck: f64, deal: f64) -> SeatReview {
    let sums = SeatSums {
        luck,
        ..SeatSums::default()
    };
    SeatReview {
        bot: 0,
        result,
        deal,
        sums,
    }
}

#[track_caller]
fn check_near(found: f64, expect: f64) {
    assert!(
        (found - expect).abs() < 1e-9,
        "{found} in place of {expect}"
    );
}

#[test]
fn a_mean_has_the_standard_error_of_the_textbook() {
    // 2, 4, 4, 4, 5, 5, 7, 9 have the mean 5 and squares of 32: a variance of 32 / 7, and of the mean 32 / 56.
    let numbers = [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0];
    let found = Estimate::of(numbers.into_iter());
    check_near(found.mean, 5.0);
    check_near(found.error, (32.0_f64 / 56.0).sqrt());
    let one = Estimate::of([3.0].into_iter());
    assert_eq!((one.mean, one.error), (3.0, 0.0));
}

#[test]
fn luck_that_explains_half_of_each_result_takes_off_three_quarters_of_the_variance() {
    // Results of 0 and 1 with luck of -0.25 and 0.25 leave 0.25 and 0.75.
    let half = vec![seat(1.0, 0.25, 0.0), seat(0.0, -0.25, 0.0)];
    let report = ReviewReport::new("a", std::slice::from_ref(&half));
    check_near(report.rolls.unwrap(), 0.75);
    check_near(report.battles.unwrap(), 0.75);
    check_near(report.luck.mean, 0.0);
    // With the deal nothing is left.
    let all = vec![seat(1.0, 0.25, 0.25), seat(0.0, -0.25, -0.25)];
    check_near(ReviewReport::new("a", &[all]).deal.unwrap(), 1.0);
    // The difference between two bots is skill, and no variance.
    let [strong, weak] = [1.0, 0.0].map(|it| vec![seat(it, 0.1, 0.0), seat(it, -0.1, 0.0)]);
    assert_eq!(ReviewReport::new("all", &[strong, weak]).rolls, None);
}

#[test]
fn the_cost_of_a_choice_is_the_sum_of_errors_over_the_choices_of_all_matches() {
    let of = |error, decisions| {
        let mut it = seat(0.0, 0.0, 0.0);
        (it.sums.error, it.sums.decisions) = (error, decisions);
        it
    };
    let report = ReviewReport::new("a", &[vec![of(0.3, 1), of(0.1, 3)]]);
    assert_eq!(report.decisions, 4);
    let cost = report.error.unwrap();
    check_near(cost.mean, 0.1);
    // Above its mean the first match has 0.2, and the second lacks 0.2.
    check_near(cost.error, 0.08_f64.sqrt() / 4.0);
    assert!(ReviewReport::new("a", &[vec![of(0.0, 0)]]).error.is_none());
}

fn arena(game: GameKind, bots: [&str; 2], jobs: usize) -> Arena {
    let spec = |it: &str| (it.to_owned(), BotSpec::for_game(it, game).unwrap());
    Arena {
        rules: game.default_rules(),
        bots: bots.map(spec).to_vec(),
        matches: 6,
        seed: 3,
        jobs: NonZeroUsize::new(jobs).unwrap(),
        table: None,
        review: Some(500),
    }
}

#[test]
fn reviews_do_not_depend_on_the_number_of_threads() {
    let of = |jobs| {
        let arena = arena(
            GameKind::DiceOfDoom,
            ["strategist:careless=72", "strategist"],
            jobs,
        );
        let reviews = arena.play(|_| ()).unwrap().reviews;
        serde_json::to_string(&reports(&arena, &reviews)).unwrap()
    };
    assert_eq!(of(1), of(3));
}

#[test]
fn a_careless_bot_errs_more_and_no_roll_helps_it() {
    let arena = arena(GameKind::TicTacToe, ["perfect:careless=75", "perfect"], 2);
    let reviews = arena.play(|_| ()).unwrap().reviews;
    let [careless, perfect, all] = &reports(&arena, &reviews)[..] else {
        panic!("one for each bot, and one for all");
    };
    check_near(perfect.error.unwrap().mean, 0.0);
    assert!(careless.error.unwrap().mean > 0.05, "{careless:?}");
    assert_eq!(all.decisions, careless.decisions + perfect.decisions);
    assert!(
        [careless, perfect, all]
            .iter()
            .all(|it| it.luck.mean == 0.0)
    );
}
