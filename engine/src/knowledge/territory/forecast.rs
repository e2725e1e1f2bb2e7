//! A forecast of the mover's share of the win, for matches that end as soon as a seat cannot attack at the start of its
//! turn.
//!
//! Called by the guide for four seats under such rules. A neural network with one hidden layer: its inputs are counts
//! of the board, seen from the mover. The plain estimate cannot tell that a lead is worth most while another seat is
//! about to be stuck; the hidden units can.
//!
//! `dicehall-training fit forecast` fits the network to matches of the book's rules in which a tree search meets three
//! `paranoid:2`: to their results and to what the search expected. So the forecast holds for a mover that searches and for others that reply like `paranoid:2`.

pub mod inputs;
#[cfg(test)]
mod tests;

use std::sync::{Arc, LazyLock};

use self::inputs::inputs_of;
use crate::game::{SEATS_MAX, Seat};
use crate::games::territory::OnTerritories;
use crate::knowledge::fitted::{Head, included};

/// The number of hidden units.
pub const HIDDEN: usize = 24;
/// The number of inputs for each seat.
const COUNTS: usize = 12;
/// The number of inputs for all seats together.
const COMMON: usize = 4;
/// The number of all inputs.
pub const INPUTS: usize = SEATS_MAX * COUNTS + COMMON;
/// The slope of a hidden unit below zero (leaky rectifier).
pub const LEAK: f64 = 0.05;
/// The number of weights: of the inputs in each hidden unit, of the bias there, of the units in the output, and of its bias.
pub const WEIGHTS: usize = (INPUTS + 1) * HIDDEN + HIDDEN + 1;
/// The parts of one in which the weights are counted.
pub const PARTS: f64 = 1_000.0;

/// The inputs: those of each seat in the order of turns from the mover, then those of all seats together.
pub type Inputs = [f64; INPUTS];

/// The weights that come with the program, as `dicehall-training fit forecast` made them.
static INCLUDED: LazyLock<Arc<Forecast>> = LazyLock::new(|| {
    let weights: [i32; WEIGHTS] = included(include_str!("forecast/weights.txt"));
    Arc::new(Forecast::of(&weights.map(|it| f64::from(it) / PARTS)))
});

/// How the file of the weights begins.
pub fn head() -> Head {
    Head {
        version: "dicehall-forecast 1",
        shape: format!("{INPUTS} {HIDDEN} 1"),
    }
}

/// The network.
#[derive(Clone, Debug)]
pub struct Forecast {
    /// The weights of each input in each hidden unit: one row an input.
    first: [[f64; HIDDEN]; INPUTS],
    bias: [f64; HIDDEN],
    /// The weight of each hidden unit in the output.
    last: [f64; HIDDEN],
    last_bias: f64,
}

impl Forecast {
    /// The network that comes with the program.
    pub fn included() -> Arc<Self> {
        Arc::clone(&INCLUDED)
    }

    /// A network of these weights: one row for each input, the biases of the hidden units, their weights in the output, and its
    /// bias.
    pub fn of(weights: &[f64; WEIGHTS]) -> Self {
        let (rows, rest) = weights.as_chunks::<HIDDEN>();
        let mut first = [[0.0; HIDDEN]; INPUTS];
        first.copy_from_slice(&rows[..INPUTS]);
        Self {
            first,
            bias: rows[INPUTS],
            last: rows[INPUTS + 1],
            last_bias: rest[0],
        }
    }

    /// The share of the win that `mover`, who is to choose, can expect, from 0 to 1.
    pub fn share<S: OnTerritories>(&self, state: &S, mover: Seat) -> f64 {
        odds_of(self.sum(&self.hidden(&inputs_of(state, mover))))
    }

    /// The outputs of the hidden units.
    pub fn hidden(&self, inputs: &Inputs) -> [f64; HIDDEN] {
        let mut hidden = self.bias;
        for (input, row) in inputs.iter().zip(&self.first).filter(|it| *it.0 != 0.0) {
            for (unit, weight) in hidden.iter_mut().zip(row) {
                *unit += input * weight;
            }
        }
        hidden.map(|it| if it > 0.0 { it } else { LEAK * it })
    }

    /// The log-odds of the share, from what the hidden units put out.
    pub fn sum(&self, hidden: &[f64; HIDDEN]) -> f64 {
        let weighed = hidden.iter().zip(&self.last);
        weighed.map(|(unit, weight)| unit * weight).sum::<f64>() + self.last_bias
    }
}

/// The odds of these log-odds: the same on every machine.
pub fn odds_of(sum: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-sum))
}
