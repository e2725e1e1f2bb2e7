//! How much a match counts whose people have met before on the same day.

use super::*;

/// By how much the mean of `a` grows with each of these matches, given with their days and won by their first players.
fn gains(matches: &[(u64, &[&str])]) -> Vec<f64> {
    let mut ratings = Ratings::new(GameKind::TicTacToe);
    let gain = |(day, players): &(u64, &[&str])| {
        let before = ratings.of("a").rating.mean;
        ratings.add(*day, &result(players));
        ratings.of("a").rating.mean - before
    };
    matches.iter().map(gain).collect()
}

/// How far a match of two beginners with this weight moves the winner.
fn moved(weight: f64) -> f64 {
    let mut seats = [1, 2].map(beginner);
    OPENSKILL.rate(&mut seats, weight);
    seats[0].rating.mean - 25.0
}

#[test]
fn half_a_match_moves_half_as_far_and_tells_half_as_much() {
    check(moved(0.5), moved(1.0) / 2.0, 1e-12);
    let mut seats = [1, 2].map(beginner);
    OPENSKILL.rate(&mut seats, 0.5);
    // Of the variance of 69.44, a whole match takes away 4.39: the deviation becomes 8.066.
    let expect = f64::midpoint(8.333_333_333_f64.powi(2), 8.065_506_316_f64.powi(2));
    check(seats[0].rating.deviation.powi(2), expect, 1e-6);
}

#[test]
fn the_fourth_match_of_a_pair_in_a_day_counts_half_and_the_seventh_a_quarter() {
    let matches: Vec<(u64, &[&str])> = vec![(1, &["a", "b"]); 9];
    let apart: Vec<(u64, &[&str])> = (1..10).map(|day| (day, &["a", "b"][..])).collect();
    let (together, apart) = (gains(&matches), gains(&apart));
    assert_eq!(together[..3], apart[..3]);
    let share = |at: usize| together[at] / together[at - 1];
    check(together[3] / apart[3], 0.5, 0.001);
    assert!((0.8..1.0).contains(&share(5)), "{together:?}");
    assert!((0.4..0.55).contains(&share(6)), "{together:?}");
}

#[test]
fn the_next_day_other_people_and_bots_count_whole() {
    let three: [(u64, &[&str]); 3] = [(1, &["a", "b"]); 3];
    let fourth = |it: (u64, &'static [&'static str])| {
        let matches = [&three[..], &[it]].concat();
        gains(&matches)[3]
    };
    let repeated = fourth((1, &["a", "b"]));
    assert!(fourth((2, &["a", "b"])) > 1.9 * repeated);
    assert!(fourth((1, &["a", "c"])) > 1.9 * repeated);
    assert!(fourth((1, &["a", "5"])) > 1.9 * repeated);
    // Whoever has met is counted, wherever the two sit and whoever else plays.
    let turned = fourth((1, &["b", "a"])).abs();
    assert!(turned < 0.7 * fourth((2, &["b", "a"])).abs(), "{turned}");
    let with_bot: Vec<(u64, &[&str])> = vec![(1, &["a", "5"]); 4];
    let apart: Vec<(u64, &[&str])> = (1..5).map(|day| (day, &["a", "5"][..])).collect();
    assert_eq!(gains(&with_bot), gains(&apart));
}
