//! The value of a position on territories: each seat's share of the win, learned from matches.
//!
//! Called by the turn search, the truncated rollouts and the guide of the tree search. A small network (`network`) reads counts of the board (`inputs`) from the view of the seat
//! that is to choose next; its weights (`weights`) are data files which `engine/training` makes. It holds for any graph, for two
//! to four seats, and for both games: what differs between rules is part of the inputs or has weights of its own.

pub mod first_layer;
pub mod inputs;
pub mod network;
pub mod networks;
pub mod situation;
pub mod weights;

use std::sync::Arc;

use super::waste::waste;
use crate::bots::{Payoffs, payoffs_of};
use crate::game::{Node, SEATS_MAX, State};
use crate::games::territory::Action;
use crate::games::territory::position::{OnTerritories, outcome};
use first_layer::Accumulator;
use inputs::Counter;
use network::Network;
use situation::Situation;

/// Computes values of positions with one network; keeps its buffers.
#[derive(Clone, Debug)]
pub struct Valuer {
    network: Arc<Network>,
    counter: Counter,
    accumulator: Accumulator,
    /// Whether it tells chances to win alone, and counts neither the rounds that a win takes nor the dice that a pass wastes.
    tells_chances: bool,
}

impl Valuer {
    /// A valuer for rules in which attacks need luck, or are certain.
    pub fn new(network: Arc<Network>, attacks_are_certain: bool) -> Self {
        Self {
            network,
            counter: Counter::new(attacks_are_certain),
            accumulator: Accumulator::default(),
            tells_chances: false,
        }
    }

    /// The same valuer for whoever wants chances to win, which add up to one, in place of shares: a win counts the same
    /// whenever it comes, and dice that a pass wastes count for nothing but what they would have done.
    #[must_use]
    pub fn telling_chances(self) -> Self {
        Self {
            tells_chances: true,
            ..self
        }
    }

    /// The payoff that the seat to move gives up by an action besides, so that it does not wait for ever.
    pub fn waste<S: OnTerritories>(&self, state: &S, action: Action) -> f64 {
        if self.tells_chances {
            0.0
        } else {
            waste(state, action)
        }
    }

    /// The share of the win that each seat can expect. The shares sum to less than one: what is missing is the part that is
    /// lost because every round costs a little, so that a won position is worth more the sooner the match ends. A
    /// position in which dice are being placed is valued before they fall.
    pub fn value<S: OnTerritories>(&mut self, state: &S) -> Payoffs {
        if let Node::Terminal(outcome) = state.node() {
            return payoffs_of(outcome, state.seats());
        }
        let Some(situation) = Situation::of(state) else {
            return payoffs_of(outcome(state), state.seats());
        };
        let shares = self.network.shares(
            &mut self.accumulator,
            self.counter.count(state.board(), &situation),
            situation.living.into(),
        );
        let mut payoffs = [0.0; SEATS_MAX];
        for (seat, share) in situation
            .order
            .iter()
            .zip(shares)
            .take(situation.living.into())
        {
            payoffs[seat.idx()] = f64::from(share);
        }
        if self.tells_chances {
            let all: f64 = payoffs.iter().sum();
            payoffs = payoffs.map(|it| it / all);
        }
        payoffs
    }

    /// The probability that an attack with so many dice succeeds.
    pub fn success(&self, attackers: u8, defenders: u8) -> f32 {
        self.counter.success(attackers, defenders)
    }
}
