//! Players with planted skill: how soon ratings find its order, and what luck that is known is worth.
//!
//! A seat's performance in a match is its skill, the luck that a value network knows, and all other luck; the order of
//! performances is the result. The luck of a seat is what the known luck of all changes of its probability to win among
//! equals, so its mean is 0 for everybody, as in `docs/review.md`.

use std::fmt::Write;

use super::*;
use crate::dice::{Dice, SeededDice};

/// The players of a club.
const PLAYERS: usize = 200;
/// The seats of a match.
const SEATS: usize = 4;
/// The matches after which the orders are compared.
const MATCHES: usize = 20;
/// The standard deviation of skill, where that of all luck of a match is 1.
const SKILL: f64 = 0.5;
/// The clubs over which is averaged.
const CLUBS: u64 = 8;

/// A match that was played.
pub(super) struct Played {
    players: [usize; SEATS],
    places: [u8; SEATS],
    pub(super) luck: [f64; SEATS],
}

/// How the tables of a club are made up.
#[derive(Clone, Copy)]
pub(super) enum Tables {
    /// At random.
    Mixed,
    /// Of players who are near each other in skill, mostly.
    Near,
}

/// A number between 0 and 1.
fn fraction(dice: &mut SeededDice) -> f64 {
    let number = u32::try_from(dice.below(1 << 32)).unwrap();
    f64::from(number) / 4_294_967_296.0
}

/// A number of a normal distribution with the deviation 1, as near as the sum of twelve even ones comes.
fn normal(dice: &mut SeededDice) -> f64 {
    (0..12).map(|_| fraction(dice)).sum::<f64>() - 6.0
}

/// The probability of less than this in a normal distribution.
fn below(x: f64) -> f64 {
    0.5 * libm::erfc(-x / core::f64::consts::SQRT_2)
}

/// The probability of each seat to win among equals, given the known luck and the deviation of the rest.
fn chances(known: &[f64; SEATS], rest: f64) -> [f64; SEATS] {
    let at = |seat: usize| {
        let others = || (0..SEATS).filter(|it| *it != seat);
        let points = (-24..=24).map(|it| f64::from(it) / 6.0);
        let term = |x: f64| {
            let mine = known[seat] + rest * x;
            let beats = others().map(|it| below((mine - known[it]) / rest));
            libm::exp(-x * x / 2.0) * beats.product::<f64>()
        };
        points.map(term).sum::<f64>()
    };
    let chances: [f64; SEATS] = std::array::from_fn(at);
    let total: f64 = chances.iter().sum();
    chances.map(|it| it / total)
}

/// Plays the matches of a club, of whose luck the variance `known` is known.
pub(super) fn play(
    skills: &[f64],
    known: f64,
    tables: Tables,
    dice: &mut SeededDice,
) -> Vec<Played> {
    let mut played = Vec::new();
    for _ in 0..MATCHES {
        let mut order: Vec<(f64, usize)> = (0..skills.len())
            .map(|it| match tables {
                Tables::Mixed => (fraction(dice), it),
                Tables::Near => (skills[it] + 0.3 * normal(dice), it),
            })
            .collect();
        order.sort_by(|one, other| one.0.total_cmp(&other.0));
        for table in order.chunks_exact(SEATS) {
            let players: [usize; SEATS] = std::array::from_fn(|it| table[it].1);
            let of_known: [f64; SEATS] = std::array::from_fn(|_| known.sqrt() * normal(dice));
            let rest = (1.0 - known).sqrt();
            let performance: [f64; SEATS] =
                std::array::from_fn(|it| skills[players[it]] + of_known[it] + rest * normal(dice));
            let place = |of: usize| {
                let better = performance.iter().filter(|it| **it > performance[of]);
                better.fold(1, |place, _| place + 1)
            };
            played.push(Played {
                players,
                places: std::array::from_fn(place),
                luck: chances(&of_known, rest).map(|it| it - 0.25),
            });
        }
    }
    played
}

/// The account of a player.
pub(super) fn account(player: usize) -> String {
    format!("{player:03}")
}

/// The skills of a club.
pub(super) fn skills(players: usize, dice: &mut SeededDice) -> Vec<f64> {
    (0..players).map(|_| SKILL * normal(dice)).collect()
}

/// A match for the fold.
pub(super) fn seats(played: &Played) -> Vec<RatedSeat> {
    let seat = |it: usize| RatedSeat {
        player: RatedPlayer::Person(account(played.players[it])),
        place: played.places[it],
    };
    (0..SEATS).map(seat).collect()
}

/// The results of some matches of a club.
pub(super) fn matches(seed: u64, count: usize) -> Vec<Vec<RatedSeat>> {
    let mut dice = SeededDice::new(seed);
    let skills = skills(PLAYERS, &mut dice);
    let played = play(&skills, 0.5, Tables::Mixed, &mut dice);
    played.iter().take(count).map(seats).collect()
}

/// The ratings of everybody after a fold of matches whose places are changed first.
fn folded(played: &[Played], places: impl Fn(&Played) -> [u8; SEATS]) -> Vec<f64> {
    let mut ratings = Ratings::new(GameKind::DiceWars);
    for (day, it) in (0..).zip(played) {
        let places = places(it);
        ratings.add(day, &seats(&Played { places, ..*it }));
    }
    (0..PLAYERS)
        .map(|it| ratings.of(&account(it)).rating.mean)
        .collect()
}

/// The mean of something of a seat, for every player.
fn means(played: &[Played], of: impl Fn(&Played, usize) -> f64) -> Vec<f64> {
    let (mut sums, mut counts) = (vec![0.0; PLAYERS], vec![0.0; PLAYERS]);
    for it in played {
        for seat in 0..SEATS {
            sums[it.players[seat]] += of(it, seat);
            counts[it.players[seat]] += 1.0;
        }
    }
    sums.iter()
        .zip(counts)
        .map(|(sum, count)| sum / count)
        .collect()
}

fn won(played: &Played, seat: usize) -> f64 {
    f64::from(u8::from(played.places[seat] == 1))
}

/// The places by the result minus luck.
fn places_without_luck(played: &Played) -> [u8; SEATS] {
    let left: [f64; SEATS] = std::array::from_fn(|it| won(played, it) - played.luck[it]);
    let place = |of: usize| {
        left.iter()
            .filter(|it| **it > left[of])
            .fold(1, |place, _| place + 1)
    };
    std::array::from_fn(place)
}

pub(super) fn mean(values: &[f64]) -> f64 {
    let count = u32::try_from(values.len()).unwrap();
    values.iter().sum::<f64>() / f64::from(count)
}

pub(super) fn covariance(one: &[f64], other: &[f64]) -> f64 {
    let (mean_one, mean_other) = (mean(one), mean(other));
    let products = one
        .iter()
        .zip(other)
        .map(|(a, b)| (a - mean_one) * (b - mean_other));
    mean(&products.collect::<Vec<f64>>())
}

/// The ranks of values, from 0.
fn ranks(values: &[f64]) -> Vec<f64> {
    let rank = |of: &f64| {
        values
            .iter()
            .filter(|it| **it < *of)
            .fold(0.0, |rank, _| rank + 1.0)
    };
    values.iter().map(rank).collect()
}

/// Spearman's rank correlation.
pub(super) fn agreement(one: &[f64], other: &[f64]) -> f64 {
    let (one, other) = (ranks(one), ranks(other));
    covariance(&one, &other) / (covariance(&one, &one) * covariance(&other, &other)).sqrt()
}

/// Ways to tell how well somebody plays.
const WAYS: [&str; 5] = [
    "wins alone",
    "wins minus luck",
    "rating",
    "rating by wins minus luck",
    "rating minus luck",
];

/// The rank correlation of each way with the planted skill, and the part of the variance of wins that the luck is.
fn compare(seed: u64, known: f64, tables: Tables) -> ([f64; 5], f64) {
    let mut dice = SeededDice::new(seed);
    let skills = skills(PLAYERS, &mut dice);
    let played = play(&skills, known, tables, &mut dice);
    let luck = means(&played, |it, seat| it.luck[seat]);
    let rating = folded(&played, |it| it.places);
    // What a rating owes to luck is in proportion to the luck; by how much, all players together tell.
    let worth = covariance(&rating, &luck) / covariance(&luck, &luck);
    let ways = [
        means(&played, won),
        means(&played, |it, seat| won(it, seat) - it.luck[seat]),
        rating.clone(),
        folded(&played, places_without_luck),
        rating
            .iter()
            .zip(&luck)
            .map(|(rating, luck)| rating - worth * luck)
            .collect(),
    ];
    let each = |of: &dyn Fn(&Played, usize) -> f64| -> Vec<f64> {
        played
            .iter()
            .flat_map(|it| (0..SEATS).map(|seat| of(it, seat)).collect::<Vec<_>>())
            .collect()
    };
    let (all, left) = (each(&won), each(&|it, seat| won(it, seat) - it.luck[seat]));
    let off = 1.0 - covariance(&left, &left) / covariance(&all, &all);
    (ways.map(|it| agreement(&it, &skills)), off)
}

/// The same, averaged over clubs.
fn average(known: f64, tables: Tables) -> ([f64; 5], f64) {
    let clubs: Vec<_> = (0..CLUBS)
        .map(|seed| compare(seed, known, tables))
        .collect();
    let way = |at: usize| mean(&clubs.iter().map(|it| it.0[at]).collect::<Vec<f64>>());
    let off = mean(&clubs.iter().map(|it| it.1).collect::<Vec<f64>>());
    (std::array::from_fn(way), off)
}

/// Prints the table of `docs/ratings.md`.
#[test]
fn luck_that_is_known_finds_the_order_of_skill_sooner() {
    let mut table = format!("{PLAYERS} players, {MATCHES} matches each, {CLUBS} clubs\n");
    for (name, tables) in [("mixed", Tables::Mixed), ("near", Tables::Near)] {
        for known in [0.3, 0.7, 0.9] {
            let (ways, off) = average(known, tables);
            write!(table, "{name} {:.0} %:", 100.0 * off).unwrap();
            for (way, found) in WAYS.iter().zip(ways) {
                write!(table, " {way} {found:.2},").unwrap();
            }
            table.push('\n');
            let [wins, without_luck, rating, _, rating_without_luck] = ways;
            assert!(rating > wins && without_luck > wins, "{table}");
            assert!(rating_without_luck > rating + 0.01, "{table}");
            assert!(rating_without_luck > without_luck, "{table}");
        }
    }
    println!("{table}");
}
