//! The habits of the seats of a match: which known player has chosen as each seat did, and so what the seat is expected to choose next.
//!
//! Called by the looker ahead. Law kept here: what is expected of a seat depends on its actions so far and on no luck.

#[cfg(test)]
mod tests;

use crate::bots::{Bot, Nodes};
use crate::dice::SeededDice;
use crate::game::{Node, SEATS_MAX, Seat, State};
use crate::games::territory::{Action, OnTerritories};
use crate::knowledge::territory::strategist::Strategist;
use crate::knowledge::territory::turn_search::{Reach, TurnSearch};
use crate::knowledge::territory::value::Valuer;

/// The attacks in a row that the network's player looks ahead here.
const REACH: Reach = Reach {
    attacks: 1,
    beam: 1,
};

/// The nodes that the network's player may look at, which are more than a turn has.
const NODES_MAX: u64 = 100_000;

/// The choices of a seat that are seen before it may count as known, or as somebody whom nobody resembles.
const CHOICES_MIN: u32 = 8;

/// A player that a seat may resemble.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Model {
    /// The player by rules of thumb.
    Strategist,
    /// The player that makes the attack after which the network likes its seat best.
    Network,
}

/// How often a seat has chosen as the players would have.
#[derive(Clone, Copy, Debug, Default)]
struct Agreement {
    choices: u32,
    with_strategist: u32,
    with_network: u32,
}

/// The habits of all seats.
#[derive(Debug)]
pub(super) struct Habits<S: State> {
    agreements: [Agreement; SEATS_MAX],
    network: TurnSearch<S>,
}

impl<S: OnTerritories> Habits<S> {
    /// Nobody's yet. `valuer` is that by which the bot plays.
    pub(super) fn new(valuer: Valuer) -> Self {
        Self {
            agreements: [Agreement::default(); SEATS_MAX],
            network: TurnSearch::new(valuer, REACH),
        }
    }

    /// Sees an action, before it is made.
    pub(super) fn watch(&mut self, state: &S, action: Action) {
        let Node::Decision(seat) = state.node() else {
            return;
        };
        if !state.has_choice() {
            return;
        }
        let [by_strategist, by_network] = [Model::Strategist, Model::Network]
            .map(|it| u32::from(self.choice(state, it) == Some(action)));
        let of_seat = &mut self.agreements[seat.idx()];
        of_seat.choices += 1;
        of_seat.with_strategist += by_strategist;
        of_seat.with_network += by_network;
    }

    /// The action that is expected at a decision, and by whose example; `None` if the seat resembles nobody.
    pub(super) fn expected(&mut self, state: &S) -> Option<(Action, Model)> {
        let Node::Decision(seat) = state.node() else {
            return None;
        };
        let model = self.agreements[seat.idx()].model()?;
        Some((self.choice(state, model)?, model))
    }

    /// Whether the choices of all who are still in are as good as known: nearly all that were seen were expected.
    pub(super) fn are_known(&self, state: &S) -> bool {
        let owners = state.board().owners();
        let mut living = Seat::ALL.into_iter().filter(|it| owners.contains(*it));
        living.all(|it| self.agreements[it.idx()].is_close())
    }

    fn choice(&mut self, state: &S, model: Model) -> Option<Action> {
        // Neither of them draws dice.
        let (mut nodes, mut dice) = (Nodes::at_most(NODES_MAX), SeededDice::new(0));
        match model {
            Model::Strategist => Strategist.choose(state, &mut nodes, &mut dice),
            Model::Network => self.network.choose(state, &mut nodes, &mut dice),
        }
    }
}

impl Agreement {
    /// The player that the seat resembles, as long as it does in at least half of its choices.
    fn model(self) -> Option<Model> {
        let (model, most) = if self.with_network > self.with_strategist {
            (Model::Network, self.with_network)
        } else {
            (Model::Strategist, self.with_strategist)
        };
        (self.choices < CHOICES_MIN || 2 * most >= self.choices).then_some(model)
    }

    /// Whether one of the players has told at least nine of ten choices, of enough of them.
    fn is_close(self) -> bool {
        let most = self.with_network.max(self.with_strategist);
        self.choices >= CHOICES_MIN && 10 * most >= 9 * self.choices
    }
}
