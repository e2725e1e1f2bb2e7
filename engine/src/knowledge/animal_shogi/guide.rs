//! The guide of searches of animal shogi: the odds of winning, and the actions that improve them at once.

#[cfg(test)]
mod tests;

use std::sync::LazyLock;

use super::evaluate::{PARTS, parts, parts_of};
use crate::bots::Payoffs;
use crate::bots::guide::{Guide, normalize};
use crate::game::SEATS_MAX;
use crate::games::animal_shogi::{Action, Placement, Position, other};

/// The least distance of an estimate from 0 and 1, which only the end of a match has.
const MARGIN: f64 = 0.001;
/// The weight of the log-odds after an action in its prior; less than one because they see one ply only.
const SHARPNESS: f64 = 0.7;
/// The limit of the log-odds in a prior: greater ones are no more promising.
const LOG_ODDS_MAX: i16 = 12;
/// The same limit in parts.
const PARTS_MAX: i16 = LOG_ODDS_MAX * PARTS;

/// The exponential of the softened log-odds from one limit to the other, for each part.
static PROMISES: LazyLock<Vec<f64>> = LazyLock::new(|| {
    let promise = |it| (SHARPNESS * f64::from(it) / f64::from(PARTS)).exp();
    (-PARTS_MAX..=PARTS_MAX).map(promise).collect()
});

/// The limit of the log-odds beyond which an estimate does not change any more: the exponential is lost by rounding.
const SURE: i16 = 50;
/// The same limit in parts.
const SURE_PARTS: i16 = SURE * PARTS;

/// The estimate at the log-odds from one limit to the other, for each part.
static ESTIMATES: LazyLock<Vec<f64>> = LazyLock::new(|| {
    let estimate = |it| probability(f64::from(it) / f64::from(PARTS));
    (-SURE_PARTS..=SURE_PARTS).map(estimate).collect()
});

/// Guides a search of animal shogi.
#[derive(Clone, Copy, Debug, Default)]
pub struct ShogiGuide;

impl Guide<Position> for ShogiGuide {
    /// Priors by the log-odds after each action, which count captures, promotions, checks, mates and the freedom of the
    /// lions.
    fn priors(&mut self, state: &Position, actions: &[Action], out: &mut Vec<f64>) {
        out.clear();
        out.extend(actions.iter().map(|it| {
            let mut next = state.placement();
            next.act(*it);
            // After the action the other side is to move.
            promise(-parts(next))
        }));
        normalize(out);
    }

    fn estimate(&mut self, state: &Position) -> Payoffs {
        let mover = state.placement().to_move();
        let odds = estimate(parts_of(state));
        let mut payoffs = [0.0; SEATS_MAX];
        payoffs[mover.idx()] = odds;
        payoffs[other(mover).idx()] = 1.0 - odds;
        payoffs
    }

    /// The placement and how often it has occurred; the rest of the history is left out, because a search meets the
    /// same placement by many paths.
    fn key(&self, state: &Position) -> u64 {
        key(state.placement(), state.occurrences())
    }
}

/// How promising an action is after which its side has these log-odds, in parts.
fn promise(parts: i16) -> f64 {
    looked_up(&PROMISES, parts, PARTS_MAX)
}

/// The odds of the side to move, which has these log-odds, in parts.
fn estimate(parts: i16) -> f64 {
    looked_up(&ESTIMATES, parts, SURE_PARTS)
}

/// The entry of a table that goes from one limit to the other.
fn looked_up(table: &[f64], parts: i16, limit: i16) -> f64 {
    let above = parts.clamp(-limit, limit) + limit;
    table[usize::try_from(above).unwrap_or_else(|_| unreachable!("not below the limit"))]
}

/// The logistic function, limited so that no estimate is certain.
fn probability(log_odds: f64) -> f64 {
    let odds = 1.0 / (1.0 + (-log_odds).exp());
    MARGIN + (1.0 - 2.0 * MARGIN) * odds
}

fn key(placement: Placement, occurrences: u8) -> u64 {
    placement
        .bits()
        .wrapping_add(u64::from(occurrences - 1).wrapping_mul(0x9E37_79B9_7F4A_7C15))
}
