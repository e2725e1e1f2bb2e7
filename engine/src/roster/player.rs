//! How a bot is built from a game's knowledge, and what it may be asked besides for an action: to rate all of them, to
//! solve the position, or to judge it and a choice in it.
//!
//! Called by the roster's table and by [`SeatBot`](super::SeatBot).

use super::node_limit;
use crate::bots::expectimax::Expectimax;
use crate::bots::guide::{Guide, Unguided};
use crate::bots::mcts::Mcts;
use crate::bots::paranoid::Paranoid;
use crate::bots::perfect::{Perfect, Solution};
use crate::bots::random::Random;
use crate::bots::rollout::{Policy, Rollout, Uniform};
use crate::bots::spec::{BotKind, BotSpec};
use crate::bots::{Bot, Budget, Evaluate, Lead, OutcomeScore, Payoffs, payoffs_of};
use crate::dice::Dice;
use crate::game::{Node, SEATS_MAX, Seat, State};
use crate::games::territory::{Action, OnTerritories};
use crate::games::{GameKind, animal_shogi};
use crate::knowledge::animal_shogi::by_table::ByTable;
use crate::knowledge::animal_shogi::evaluate::LogOdds;
use crate::knowledge::animal_shogi::guide::ShogiGuide;
use crate::knowledge::animal_shogi::playout::ShogiPolicy;
use crate::knowledge::territory::evaluate::StaticScore;
use crate::knowledge::territory::guide::{TerritoryGuide, UniformOnTerritories};
use crate::knowledge::territory::learned::Learned;
use crate::knowledge::territory::strategist::Strategist;

/// The most actions without a choice that are followed to a position with one.
const FORCED_MAX: usize = 100;

/// A bot that may also be able to rate every action, or to solve the position.
pub(super) trait Player<S: State>: Bot<S> {
    fn rate(&mut self, _state: &S) -> Option<Vec<f64>> {
        None
    }

    fn solve(&mut self, _state: &S, _budget: &mut dyn Budget) -> Option<Solution<S::Action>> {
        None
    }

    /// Each seat's chance to win.
    fn chances(
        &mut self,
        _state: &S,
        _budget: &mut dyn Budget,
        _dice: &mut dyn Dice,
    ) -> Option<Payoffs> {
        None
    }

    /// By how much the best action leads the chosen one, for bots that compare two actions better than by their chances.
    fn lead(
        &mut self,
        _state: &S,
        _chosen: S::Action,
        _budget: &mut dyn Budget,
        _dice: &mut dyn Dice,
    ) -> Option<Lead<S::Action>> {
        None
    }
}

/// The knowledge of a game, for the bots that serve several games.
struct Knowledge<G, E, P> {
    guide: G,
    evaluator: E,
    policy: P,
}

impl<G, E, P> Knowledge<G, E, P> {
    fn player<S>(self, spec: BotSpec, game: GameKind) -> Box<dyn Player<S>>
    where
        S: State,
        G: Guide<S> + 'static,
        E: Evaluate<S> + 'static,
        P: Policy<S> + 'static,
    {
        match spec.kind {
            BotKind::Random => Box::new(Random),
            BotKind::Strategist | BotKind::Value => {
                unreachable!("{} does not play {}", spec.kind.name(), game.name())
            }
            BotKind::Paranoid => Box::new(Paranoid::new(spec.level, self.evaluator)),
            BotKind::Rollout => Box::new(Rollout::new(self.policy)),
            BotKind::Expectimax => Box::new(Expectimax::new(self.guide)),
            BotKind::Mcts => Box::new(Mcts::new(self.guide)),
            BotKind::Perfect => {
                let half = u64::from(node_limit(spec, game)) / 2;
                Box::new(Perfect::new(self.guide, half))
            }
        }
    }
}

/// A bot for a game on territories.
pub(super) fn on_territories<S: OnTerritories>(
    spec: BotSpec,
    game: GameKind,
) -> Box<dyn Player<S>> {
    if spec.kind == BotKind::Strategist {
        return Box::new(Strategist);
    }
    if spec.kind == BotKind::Value {
        return Box::new(Learned::new());
    }
    Knowledge {
        guide: TerritoryGuide::new(),
        evaluator: StaticScore { odds: spec.odds },
        policy: UniformOnTerritories,
    }
    .player(spec, game)
}

/// A bot for animal shogi, except the one that reads its table.
pub(super) fn of_animal_shogi(
    spec: BotSpec,
    game: GameKind,
) -> Box<dyn Player<animal_shogi::Position>> {
    Knowledge {
        guide: ShogiGuide,
        evaluator: LogOdds,
        policy: ShogiPolicy,
    }
    .player(spec, game)
}

/// A bot for a game about which only the rules are known.
pub(super) fn of_rules_alone<S: State>(spec: BotSpec, game: GameKind) -> Box<dyn Player<S>> {
    Knowledge {
        guide: Unguided::new(),
        evaluator: OutcomeScore,
        policy: Uniform,
    }
    .player(spec, game)
}

impl<S: State> Player<S> for Random {}

impl<S: OnTerritories> Player<S> for Strategist {}

impl<S: OnTerritories> Player<S> for Learned<S> {
    fn chances(
        &mut self,
        state: &S,
        _budget: &mut dyn Budget,
        _dice: &mut dyn Dice,
    ) -> Option<Payoffs> {
        Some(self.judge(state).chances(state))
    }

    fn lead(
        &mut self,
        state: &S,
        chosen: Action,
        budget: &mut dyn Budget,
        dice: &mut dyn Dice,
    ) -> Option<Lead<Action>> {
        self.judge(state).lead(state, chosen, budget, dice)
    }
}

impl<S: State, G: Guide<S>> Player<S> for Mcts<S, G> {
    /// The tree tells the chance of the seat that chooses alone, so only in a game for two everybody's is known.
    fn chances(
        &mut self,
        state: &S,
        budget: &mut dyn Budget,
        dice: &mut dyn Dice,
    ) -> Option<Payoffs> {
        if state.seats() != 2 {
            return None;
        }
        let mut state = state.clone();
        for _ in 0..FORCED_MAX {
            match state.node() {
                Node::Terminal(outcome) => return Some(payoffs_of(outcome, 2)),
                Node::Chance => return None,
                Node::Decision(seat) if state.has_choice() => {
                    self.choose(&state, budget, dice)?;
                    return Some(of_two(seat, self.worth()?));
                }
                Node::Decision(_) => state.act(*state.actions().first()?),
            }
        }
        None
    }
}

/// The payoffs in a game for two, of which one is known.
pub(super) fn of_two(seat: Seat, worth: f64) -> Payoffs {
    let mut payoffs = [0.0; SEATS_MAX];
    payoffs[..2].fill(1.0 - worth);
    payoffs[seat.idx()] = worth;
    payoffs
}

impl<S: State, G: Guide<S>> Player<S> for Expectimax<S, G> {}

impl<S: State, P: Policy<S>> Player<S> for Rollout<S, P> {}

impl Player<animal_shogi::Position> for ByTable {
    fn solve(
        &mut self,
        state: &animal_shogi::Position,
        budget: &mut dyn Budget,
    ) -> Option<Solution<animal_shogi::Action>> {
        state
            .ending()
            .is_none()
            .then(|| self.solution(state, budget))
    }
}

impl<S: State, E: Evaluate<S>> Player<S> for Paranoid<S, E> {
    fn rate(&mut self, state: &S) -> Option<Vec<f64>> {
        Some(self.ratings(state))
    }
}

impl<S: State, G: Guide<S>> Player<S> for Perfect<S, G> {
    fn solve(&mut self, state: &S, budget: &mut dyn Budget) -> Option<Solution<S::Action>> {
        self.solution(state, budget)
    }
}
