//! The samples of a match: its positions, each with the shares of the win that came of it.

use std::sync::Arc;

use dicehall_engine::bots::Payoffs;
use dicehall_engine::dice::{Dice, SeededDice};
use dicehall_engine::game::{SEATS_MAX, Seat, State};
use dicehall_engine::games::territory::OnTerritories;
use dicehall_engine::knowledge::territory::turn_search::Reach;
use dicehall_engine::knowledge::territory::value::Valuer;
use dicehall_engine::knowledge::territory::value::inputs::Counter;
use dicehall_engine::knowledge::territory::value::network::{Network, SHARES};
use dicehall_engine::knowledge::territory::value::situation::Situation;

use crate::learner::Sample;
use crate::matches::{Moment, play};
use crate::model::{Deals, Model, any_seat, one_of};
use crate::number::narrow;
use crate::players::{Player, PlayerKind};

/// How many of a hundred positions in the middle of a turn are learned from.
const MIDWAY: u64 = 35;
/// How many of a hundred actions a network's player draws from the best few.
const WILD: u64 = 7;
/// The most actions of a hundred that a player without a network draws.
const CARELESS_MAX: u64 = 25;
/// The attacks that the network's players look ahead while they learn.
const LEARNING: Reach = Reach {
    attacks: 1,
    beam: 1,
};

/// Who plays, and how results are blended.
#[derive(Clone, Debug)]
pub(crate) struct Teaching {
    /// The model.
    pub(crate) model: Model,
    /// The network so far; before the first fitting there is none.
    pub(crate) network: Option<Arc<Network>>,
    /// How many of a hundred matches one network plays against others; in the rest it sits on every seat.
    pub(crate) against_others: u64,
    /// The weight of what came later, at each position on the way back from the result; the rest is the network's value.
    pub(crate) later: f64,
    /// The part of every share that is left after a round.
    pub(crate) left_by_round: f64,
}

/// A position of a match, before its result is known.
struct Noted {
    sample: Sample,
    order: [Seat; SEATS_MAX],
    round: u16,
    value: Payoffs,
}

/// Plays a match, and returns what is learned from it.
pub(crate) fn from_match<G: Deals>(teaching: &Teaching, mut dice: SeededDice) -> Vec<Sample> {
    let Ok(state) = G::varied(teaching.model, &mut dice) else {
        unreachable!("the deals of a model are possible");
    };
    let certain = state.attacks_are_certain();
    let mut players = lineup(teaching, &state, &mut dice);
    let mut coin = SeededDice::new(dice.below(u64::MAX));
    let mut counter = Counter::new(certain);
    let mut valuer = teaching
        .network
        .as_ref()
        .map(|it| Valuer::new(it.clone(), certain));
    let mut noted: Vec<Noted> = Vec::new();
    let finished = play(state, &mut players, &mut dice, |state, moment| {
        if moment == Moment::Midway && coin.below(100) >= MIDWAY {
            return;
        }
        let Some(situation) = Situation::of(state) else {
            return;
        };
        noted.push(Noted {
            sample: Sample {
                inputs: *counter.count(state.board(), &situation),
                living: situation.living.into(),
                shares: [0.0; SHARES],
            },
            order: situation.order,
            round: state.turn().round,
            value: valuer
                .as_mut()
                .map_or([0.0; SEATS_MAX], |it| it.value(state)),
        });
    });
    let (later, left_by_round) = (teaching.later, teaching.left_by_round);
    with_shares(
        noted,
        finished.result,
        finished.rounds,
        later,
        left_by_round,
    )
}

/// Goes back from the result and its round, and gives each position the shares that came of it.
fn with_shares(
    noted: Vec<Noted>,
    result: Payoffs,
    last: u16,
    later: f64,
    left_by_round: f64,
) -> Vec<Sample> {
    let (mut came, mut round) = (result, last);
    let mut samples = Vec::with_capacity(noted.len());
    for Noted {
        mut sample,
        order,
        round: noted,
        value,
    } in noted.into_iter().rev()
    {
        for _ in noted..round {
            came = came.map(|it| it * left_by_round);
        }
        round = noted;
        for (share, seat) in sample.shares.iter_mut().zip(order).take(sample.living) {
            *share = narrow(came[seat.idx()]);
        }
        sample.shares[SEATS_MAX] = narrow((1.0 - came.iter().sum::<f64>()).max(0.0));
        for (came, value) in came.iter_mut().zip(value) {
            *came = later * *came + (1.0 - later) * value;
        }
        samples.push(sample);
    }
    samples
}

/// The players of a match.
fn lineup<S: OnTerritories>(
    teaching: &Teaching,
    state: &S,
    dice: &mut SeededDice,
) -> Vec<Player<S>> {
    let seats = state.seats();
    let Some(network) = &teaching.network else {
        return careless_lineup(teaching.model, state, dice);
    };
    let own = PlayerKind::Value(network.clone(), LEARNING);
    let alone = dice.below(100) < teaching.against_others;
    let lone = any_seat(seats, dice);
    let thrice = without_network(teaching.model, dice, Mixture::Strong);
    let same = one_of(2, dice);
    Seat::first(seats)
        .map(|seat| {
            if !alone || seat == lone {
                own.wild(state, WILD)
            } else if same {
                thrice.player(state)
            } else if one_of(3, dice) {
                own.wild(state, WILD)
            } else {
                without_network(teaching.model, dice, Mixture::Strong).careless_player(state, dice)
            }
        })
        .collect()
}

/// Players without a network on all seats, each careless in a part of its actions.
pub(crate) fn careless_lineup<S: OnTerritories>(
    model: Model,
    state: &S,
    dice: &mut SeededDice,
) -> Vec<Player<S>> {
    (0..state.seats())
        .map(|_| without_network(model, dice, Mixture::Simple).careless_player(state, dice))
        .collect()
}

/// Which players without a network are drawn.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mixture {
    /// Any of them, and fast ones mostly.
    Simple,
    /// Those that are worth beating.
    Strong,
}

fn without_network(model: Model, dice: &mut SeededDice, mixture: Mixture) -> PlayerKind {
    let level = if model == Model::Scattered { 1 } else { 2 };
    // Under the book's rules the others are mostly those whose replies the tree search expects. The tree search without a
    // network is left out, because its estimate uses the system's exponential, whose last digit differs between systems.
    let careful = match (mixture, model) {
        (Mixture::Strong, Model::Book) => 5,
        (Mixture::Simple, _) | (Mixture::Strong, Model::Standard | Model::Scattered) => 2,
    };
    match dice.below(6) {
        0 if mixture == Mixture::Simple => PlayerKind::Random,
        drawn if drawn < careful => PlayerKind::Paranoid(level),
        _ => PlayerKind::Strategist,
    }
}

impl PlayerKind {
    /// The player, careless in a part of its actions that is drawn for the match.
    fn careless_player<S: OnTerritories>(&self, state: &S, dice: &mut SeededDice) -> Player<S> {
        self.player(state).careless(dice.below(CARELESS_MAX))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dicehall_engine::knowledge::territory::value::inputs::INPUTS;

    fn noted(order: [u8; SEATS_MAX], living: usize, round: u16, value: Payoffs) -> Noted {
        Noted {
            sample: Sample {
                inputs: [0.0; INPUTS],
                living,
                shares: [0.0; SHARES],
            },
            order: order.map(|it| Seat::new(it).unwrap()),
            round,
            value,
        }
    }

    #[test]
    fn what_came_of_a_position_is_the_result_blended_with_the_values_after_it() {
        let shares = |later, left_by_round| {
            let first = noted([0, 1, 2, 3], 4, 1, [0.25; 4]);
            let second = noted([2, 3, 0, 0], 3, 2, [0.5, 0.0, 0.25, 0.25]);
            let result = [1.0, 0.0, 0.0, 0.0];
            let samples = with_shares(vec![first, second], result, 3, later, left_by_round);
            samples.iter().map(|it| it.shares).collect::<Vec<_>>()
        };
        let won = [0.0, 0.0, 1.0, 0.0, 0.0];
        assert_eq!(shares(1.0, 1.0), [won, [1.0, 0.0, 0.0, 0.0, 0.0]]);
        assert_eq!(shares(0.5, 1.0), [won, [0.75, 0.0, 0.125, 0.125, 0.0]]);
        let late = [0.0, 0.0, 0.5, 0.0, 0.5];
        assert_eq!(shares(1.0, 0.5), [late, [0.25, 0.0, 0.0, 0.0, 0.75]]);
        let first = vec![[0.25, 0.0, 0.0625, 0.0625, 0.625]];
        assert_eq!(shares(0.5, 0.5).split_off(1), first);
    }
}
