//! The guide of searches on territories: promising attacks, the worth of positions, and the replies of other seats.

#[cfg(test)]
mod tests;

use std::sync::Arc;

use super::estimate::estimate;
use super::evaluate::StaticScore;
use super::forecast::Forecast;
use super::replies::{Replies, Reply};
use super::strategist::Strategist;
use super::value::Valuer;
use super::waste::waste;
use crate::bots::guide::{Guide, Playout, normalize};
use crate::bots::rollout::Policy;
use crate::bots::spec::OddsKind;
use crate::bots::{Bot, Budget, Evaluate, Nodes, Payoffs, payoffs_of};
use crate::dice::{Dice, Weighted, pick};
use crate::game::{Node, SEATS_MAX, Seat, State};
use crate::games::territory::{Action, Chance, Course, OnTerritories, TERRITORY_DICE_MAX, odds};

/// The plies of a playout before the position is estimated: enough for the attacks that a turn has left.
const PLAYOUT_PLIES: u32 = 5;
/// The plies of a playout by rules of thumb: about a turn of each seat.
const LONG_PLAYOUT_PLIES: u32 = 20;
/// The probability of success below which an attack is hardly ever made.
const UNLIKELY: f64 = 0.4;
/// The number of seats to which the forecast was fitted.
const SEATS_FORECAST: u8 = 4;
/// The other seats there.
const OTHERS: f64 = 3.0;
/// The attraction of a pass; that of an attack is up to about 1.
const PASS: f64 = 0.3;
/// The least prior of an action, so that a search tries each action at some time.
const LEAST_PRIOR: f64 = 0.02;
/// The least attraction of an action in a playout.
const LEAST_ATTRACTION: f64 = 1e-6;
/// The number of equally likely cases by which a real number between 0 and 1 is drawn.
const CASES: u32 = 1 << 30;

const SIDES: usize = 17;
const _: () = assert!(
    SIDES > 16 && TERRITORY_DICE_MAX == 16,
    "a row for each number of dice"
);

/// The guide of a search on territories.
#[derive(Debug)]
pub struct TerritoryGuide<S: State> {
    /// The probability of success, by the attacker's dice and the defender's.
    success: [[f64; SIDES]; SIDES],
    playout: Playout<S>,
    long_playout: Playout<S>,
    sums: Vec<f64>,
    /// The network that judges leaves, in place of playouts and the estimate.
    judge: Option<Valuer>,
    /// The network that judges leaves where a match ends as soon as a seat is stuck.
    forecast: Arc<Forecast>,
    /// The replies of others, where they are expected.
    replies: Replies<S>,
}

impl<S: OnTerritories> TerritoryGuide<S> {
    /// A guide with its own table of odds.
    pub fn new() -> Self {
        let mut success = [[0.0; SIDES]; SIDES];
        for (attackers, row) in (0..=TERRITORY_DICE_MAX).zip(&mut success).skip(1) {
            for (defenders, entry) in (0..=TERRITORY_DICE_MAX).zip(row).skip(1) {
                *entry = odds::exact(attackers, defenders).probability();
            }
        }
        let playout = Playout::new(PLAYOUT_PLIES);
        let long_playout = Playout::new(LONG_PLAYOUT_PLIES);
        Self {
            success,
            playout,
            long_playout,
            sums: Vec::new(),
            judge: None,
            forecast: Forecast::included(),
            replies: Replies::new(),
        }
    }

    /// A guide that judges leaves by a value network, at once and without playing on.
    pub fn judged_by(valuer: Valuer) -> Self {
        Self {
            judge: Some(valuer),
            ..Self::new()
        }
    }

    /// A guide with another forecast than the one that comes with the program.
    pub fn foreseen_by(forecast: Arc<Forecast>) -> Self {
        Self {
            forecast,
            ..Self::new()
        }
    }
}

impl<S: OnTerritories> Default for TerritoryGuide<S> {
    fn default() -> Self {
        Self::new()
    }
}

impl<S: OnTerritories> Guide<S> for TerritoryGuide<S> {
    fn priors(&mut self, state: &S, actions: &[Action], out: &mut Vec<f64>) {
        out.clear();
        out.extend(
            actions
                .iter()
                .map(|it| LEAST_PRIOR + attraction(&self.success, state, *it)),
        );
        normalize(out);
    }

    fn estimate(&mut self, state: &S) -> Payoffs {
        estimate(state)
    }

    fn evaluate_leaf(
        &mut self,
        state: &mut S,
        budget: &mut dyn Budget,
        dice: &mut dyn Dice,
    ) -> Payoffs {
        if let Some(judge) = &mut self.judge {
            return judge.value(state);
        }
        if let (Some(mover), Course::StuckEnds, SEATS_FORECAST) =
            (mover(state), state.course(), state.seats())
        {
            return foreseen(&self.forecast, state, mover);
        }
        if state.course() == Course::Scattered {
            self.long_playout
                .run(state, budget, dice, |state, _, dice| {
                    Strategist.choose(state, &mut Nodes::unlimited(), dice)
                });
        } else {
            self.play_on(state, budget, dice);
        }
        match state.node() {
            Node::Terminal(outcome) => payoffs_of(outcome, state.seats()),
            Node::Decision(_) | Node::Chance => estimate(state),
        }
    }

    fn cost(&self, state: &S, action: Action) -> f64 {
        waste(state, action)
    }

    /// Replies are expected only where a match ends as soon as a seat is stuck: there everything depends on what the
    /// next seats do, and a search that branches over their actions does not get deep enough.
    fn reply(&mut self, state: &S, budget: &mut dyn Budget) -> Option<Action> {
        if state.course() != Course::StuckEnds {
            return None;
        }
        let Reply { action, price } = self.replies.reply(state);
        budget
            .spend(price)
            .is_continue()
            .then_some(action)
            .flatten()
    }

    fn probabilities(&self, state: &S, chances: &[Weighted<Chance>], out: &mut Vec<f64>) {
        StaticScore {
            odds: OddsKind::Exact,
        }
        .probabilities(state, chances, out);
    }
}

impl<S: OnTerritories> TerritoryGuide<S> {
    /// Plays on for a few plies, drawing attacks by their attraction.
    fn play_on(&mut self, state: &mut S, budget: &mut dyn Budget, dice: &mut dyn Dice) {
        let Self {
            success,
            playout,
            sums,
            ..
        } = self;
        playout.run(state, budget, dice, |state, actions, dice| {
            sums.clear();
            let mut sum = 0.0;
            for it in actions {
                sum += LEAST_ATTRACTION + attraction(success, state, *it);
                sums.push(sum);
            }
            actions.get(draw_below(sums, dice)?).copied()
        });
    }
}

/// Draws an index, given the ascending sums of the weights; `None` if there are none.
fn draw_below(sums: &[f64], dice: &mut dyn Dice) -> Option<usize> {
    let last = sums.last()?;
    let case = u32::try_from(dice.below(CASES.into()))
        .unwrap_or_else(|_| unreachable!("it is below the cases"));
    let drawn = f64::from(case) / f64::from(CASES) * last;
    sums.iter().position(|it| drawn < *it)
}

/// The policy that draws from all legal actions evenly; the material of a seat is the number of its territories.
#[derive(Clone, Copy, Debug, Default)]
pub struct UniformOnTerritories;

impl<S: OnTerritories> Policy<S> for UniformOnTerritories {
    fn draw(&mut self, state: &S, dice: &mut dyn Dice) -> Option<Action> {
        pick(&state.actions(), dice)
    }

    fn material(&self, state: &S, seat: Seat) -> u32 {
        state.board().owned(seat).len().into()
    }
}

/// The seat that is to choose.
fn mover<S: State>(state: &S) -> Option<Seat> {
    match state.node() {
        Node::Decision(seat) => Some(seat),
        Node::Chance | Node::Terminal(_) => None,
    }
}

/// The payoffs by the forecast: the mover gets its share, and the other seats the rest in equal parts, because a search that
/// expects their replies asks for the mover's alone. A mover that owns everything, and has yet to pass, gets all.
fn foreseen<S: OnTerritories>(forecast: &Forecast, state: &S, mover: Seat) -> Payoffs {
    let share = if state.board().enemies(mover).is_empty() {
        1.0
    } else {
        forecast.share(state, mover)
    };
    let mut payoffs = [(1.0 - share) / OTHERS; SEATS_MAX];
    payoffs[mover.idx()] = share;
    payoffs
}

/// The attraction of an action, without looking ahead: likely attacks on many dice have the most.
fn attraction<S: OnTerritories>(success: &[[f64; SIDES]; SIDES], state: &S, action: Action) -> f64 {
    let Action::Attack { from, to } = action else {
        return PASS;
    };
    let (attackers, defenders) = (state.board().dice(from), state.board().dice(to));
    let likely = success[usize::from(attackers)][usize::from(defenders)];
    if likely < UNLIKELY {
        0.02 * likely
    } else {
        likely * likely * (0.3 + 0.15 * f64::from(defenders))
    }
}
