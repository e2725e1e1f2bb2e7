//! The skill index: against figures that were computed apart from this code, and in clubs of a few people with planted skill.

use std::fmt::Write;

use super::simulated::{
    Tables, account, agreement, covariance, mean, play, seats as seats_of, skills,
};
use super::*;
use crate::dice::SeededDice;
use crate::rating::skill::{PeopleLuck, SKILL_MATCHES_MIN, SkillIndex, WIN_PARTS};

/// Seven matches of four people, each told from the first place on, with the luck of each seat in parts of a win. Of the sixth
/// none is known.
const MATCHES: [(&str, Option<[i32; 4]>); 7] = [
    ("abcd", Some([1_200, -300, -400, -500])),
    ("bacd", Some([-100, 2_500, -1_400, -1_000])),
    ("cabd", Some([0, 1_900, -900, -1_000])),
    ("adbc", Some([3_000, -1_000, -1_000, -1_000])),
    ("dacb", Some([500, 800, -700, -600])),
    ("acdb", None),
    ("bdca", Some([100, -2_600, 1_300, 1_200])),
];

/// The ratings and the luck after the first of these matches.
fn after(count: usize) -> (Ratings, PeopleLuck) {
    let (mut ratings, mut luck) = (Ratings::new(GameKind::DiceWars), PeopleLuck::default());
    for (day, (order, known)) in (0..).zip(&MATCHES[..count]) {
        let names: Vec<String> = order.chars().map(String::from).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let seats = result(&names);
        ratings.add(day, &seats);
        if let Some(known) = known {
            luck.add(&seats, known);
        }
    }
    (ratings, luck)
}

fn index(ratings: &Ratings, luck: &PeopleLuck, account: &str) -> Option<SkillIndex> {
    luck.index(account, &ratings.of(account))
}

/// The figures are those of thirty lines of Python, which were written from `docs/ratings.md`.
#[test]
fn the_index_is_the_rating_without_what_it_owes_to_luck() {
    let (ratings, luck) = after(MATCHES.len());
    let expect = [
        (
            "a",
            407.640_974_739,
            [1_559.009_601_571, 151.897_911_667, 1_543.209_943_322],
        ),
        (
            "b",
            470.202_286_543,
            [1_458.220_006_601, 149.275_319_100, 1_486.834_335_977],
        ),
        (
            "c",
            496.340_599_915,
            [1_513.756_895_531, 147.322_638_087, 1_489.080_506_802],
        ),
        (
            "d",
            437.079_730_857,
            [1_470.913_987_812, 150.999_363_921, 1_475.523_535_072],
        ),
    ];
    for (account, reach, numbers) in expect {
        check(ratings.of(account).reach, reach, 1e-8);
        let found = index(&ratings, &luck, account).unwrap();
        let SkillIndex { strength, luck, .. } = found;
        for (found, expect) in [strength.mean, strength.deviation, luck]
            .iter()
            .zip(numbers)
        {
            check(*found, expect, 1e-8);
        }
        assert_eq!(found.matches, 6);
        let lifted = ratings.of(account).rating.mean - strength.mean;
        check(luck - MEAN, lifted, 1e-9);
    }
}

#[test]
fn nobody_has_an_index_before_the_luck_of_a_few_matches_is_known() {
    for count in 0..=MATCHES.len() {
        let (ratings, luck) = after(count);
        let known = MATCHES[..count].iter().filter(|it| it.1.is_some()).count();
        let is_enough = known >= usize::try_from(SKILL_MATCHES_MIN).unwrap();
        assert_eq!(index(&ratings, &luck, "a").is_some(), is_enough, "{count}");
        assert_eq!(index(&ratings, &luck, "e"), None);
    }
}

#[test]
fn luck_may_come_in_any_order_and_of_bots_none_is_kept() {
    let (ratings, mut forwards) = after(MATCHES.len());
    let (mut backwards, bots) = (PeopleLuck::default(), result(&["1", "2", "3", "4"]));
    for (order, known) in MATCHES.iter().rev() {
        let names: Vec<String> = order.chars().map(String::from).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        if let Some(known) = known {
            backwards.add(&result(&names), known);
        }
    }
    assert_eq!(backwards, forwards);
    forwards.add(&bots, &[9_000, -3_000, -3_000, -3_000]);
    assert_eq!(backwards, forwards);
    let bits = |luck: &PeopleLuck| index(&ratings, luck, "c").unwrap().strength.mean.to_bits();
    assert_eq!(bits(&backwards), bits(&forwards));
}

#[test]
fn luck_beyond_all_measure_leaves_half_of_the_deviation_and_numbers() {
    let (ratings, mut luck) = after(MATCHES.len());
    for _ in 0..3 {
        luck.add(&result(&["a"]), &[i32::MIN]);
    }
    let found = index(&ratings, &luck, "a").unwrap();
    check(
        found.strength.deviation,
        ratings.of("a").rating.deviation / 2.0,
        1e-9,
    );
    assert!(found.strength.mean.is_finite() && found.luck.is_finite());
}

/// A club of few people, and what three ways make of its matches.
#[derive(Default)]
struct Club {
    /// The rank correlation with the planted skill of the rating, of the rating less mean luck times a factor that is taken
    /// from these people, and of the index.
    agreements: [f64; 3],
    /// The mean squares of what rating and index miss of the skill, in points.
    missed: [f64; 2],
    /// The part of the people whose skill is in the interval of the rating, and of the index.
    covered: [f64; 2],
}

/// How many points of strength are the deviation of all luck of a match, which is 1 in simulated clubs: that of Luce's model.
fn points_of_luck() -> f64 {
    400.0 / core::f64::consts::LN_10 * core::f64::consts::PI / 6.0_f64.sqrt()
}

fn club(players: usize, known: f64, seed: u64) -> Club {
    let mut dice = SeededDice::new(seed);
    let skills = skills(players, &mut dice);
    let (mut ratings, mut luck) = (Ratings::new(GameKind::DiceWars), PeopleLuck::default());
    let mut sums = vec![0.0; players];
    for (day, it) in (0..).zip(play(&skills, known, Tables::Mixed, &mut dice)) {
        let seats = seats_of(&it);
        ratings.add(day, &seats);
        luck.add(&seats, &it.luck.map(parts));
        for (seat, luck) in seats.iter().zip(it.luck) {
            let at = (0..players).find(|at| seat.player == RatedPlayer::Person(account(*at)));
            sums[at.unwrap()] += luck / 20.0;
        }
    }
    let all = || (0..players).map(account);
    let rated: Vec<Rating> = all().map(|it| ratings.of(&it).rating).collect();
    let indices: Vec<Rating> = all()
        .map(|it| index(&ratings, &luck, &it).unwrap().strength)
        .collect();
    let [means, played_like] =
        [&rated, &indices].map(|of| -> Vec<f64> { of.iter().map(|it| it.mean).collect() });
    let factor = covariance(&means, &sums) / covariance(&sums, &sums);
    let fitted: Vec<f64> = means
        .iter()
        .zip(&sums)
        .map(|(it, luck)| it - factor * luck)
        .collect();
    let strength = |at: usize| MEAN + skills[at] * points_of_luck();
    let missed = |of: &[Rating]| {
        let squares = of
            .iter()
            .enumerate()
            .map(|(at, it)| (it.mean - strength(at)).powi(2));
        mean(&squares.collect::<Vec<f64>>())
    };
    let covered = |of: &[Rating]| {
        let is_in = |(at, it): (usize, &Rating)| {
            let [low, high] = it.range();
            f64::from(u8::from((low..high).contains(&strength(at))))
        };
        mean(&of.iter().enumerate().map(is_in).collect::<Vec<f64>>())
    };
    Club {
        agreements: [&means, &fitted, &played_like].map(|it| agreement(it, &skills)),
        missed: [missed(&rated), missed(&indices)],
        covered: [covered(&rated), covered(&indices)],
    }
}

/// A share of a win in parts.
fn parts(share: f64) -> i32 {
    #[expect(
        clippy::as_conversions,
        clippy::cast_possible_truncation,
        reason = "a share of a win is at most one"
    )]
    let parts = (share * f64::from(WIN_PARTS)).round() as i32;
    parts
}

/// Prints the table of clubs of `docs/ratings.md`.
#[test]
fn in_a_simulated_club_of_a_few_people_the_index_finds_the_order_sooner_than_the_rating() {
    let mut table = String::new();
    for (players, clubs) in [(4, 240), (8, 120), (12, 80), (200, 8)] {
        for known in [0.3, 0.7, 0.9] {
            let all: Vec<Club> = (0..clubs).map(|seed| club(players, known, seed)).collect();
            let average =
                |of: &dyn Fn(&Club) -> f64| mean(&all.iter().map(of).collect::<Vec<f64>>());
            let [rating, fitted, found] = [0, 1, 2].map(|at| average(&|it| it.agreements[at]));
            let missed = [0, 1].map(|at| average(&|it| it.missed[at]).sqrt());
            let covered = [0, 1].map(|at| average(&|it| it.covered[at]));
            writeln!(
                table,
                "{players} people, {known} known: rating {rating:.2}, fitted {fitted:.2}, index {found:.2}, missed by {:.0} and {:.0}, in the interval {:.3} and {:.3}",
                missed[0], missed[1], covered[0], covered[1]
            )
            .unwrap();
            assert!(found > rating + 0.01, "{table}");
            assert!(players > 12 || found > fitted, "{table}");
            assert!(missed[1] < missed[0] && covered[1] > 0.95, "{table}");
        }
    }
    println!("{table}");
}
