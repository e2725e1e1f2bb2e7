//! Which bot plays which game, and how it is built: the one place that knows both games and bots.
//!
//! The server's bot pool, the arena and `analyse` build their players here.

#[cfg(test)]
mod tests;

use std::fmt;

use crate::bot_spec::{BotKind, BotSpec, NoSuchBot};
use crate::bots::expectimax::Expectimax;
use crate::bots::guide::{Guide, Unguided};
use crate::bots::mcts::Mcts;
use crate::bots::paranoid::Paranoid;
use crate::bots::perfect::Solution;
use crate::bots::perfect::player::Perfect;
use crate::bots::random::Random;
use crate::bots::rollout::{Even, Policy, Rollout};
use crate::bots::strategist::Strategist;
use crate::bots::{Bot, Budget, Evaluate, Nodes, OutcomeScore};
use crate::dice::Dice;
use crate::game::State;
use crate::games::animal_shogi::evaluate::LogOdds;
use crate::games::animal_shogi::guide::ShogiGuide;
use crate::games::animal_shogi::playout::SeedPolicy;
use crate::games::territory::evaluate::{OnTerritories, StaticScore};
use crate::games::territory::guide::{EvenOnTerritories, TerritoryGuide};
use crate::games::{
    AnyAction, AnyState, GameKind, animal_shogi, dice_of_doom, dice_wars, tic_tac_toe,
};

/// The most nodes that the seeds' searcher visits for one action when its name does not say.
pub const NODES_MAX: u32 = 3_000_000;

/// A bot for positions of one game. Its buffers live as long as it does: keep it for a whole match.
pub struct SeatBot {
    spec: BotSpec,
    game: GameKind,
    player: Player,
}

/// A bot that may also be able to rate every action, or to solve the position.
trait Rater<S: State>: Bot<S> {
    fn rate(&mut self, _state: &S) -> Option<Vec<f64>> {
        None
    }

    fn solve(&mut self, _state: &S, _budget: &mut dyn Budget) -> Option<Solution<S::Action>> {
        None
    }
}

/// Builds the players of each game: `Variant => state, the function that knows its bots`.
macro_rules! players {
    ($($variant:ident => $state:ty, $build:ident;)+) => {
        enum Player { $($variant(Box<dyn Rater<$state>>),)+ }

        impl Player {
            fn build(spec: BotSpec, game: GameKind) -> Self {
                match game { $(GameKind::$variant => Self::$variant($build(spec, game)),)+ }
            }

            fn choose(&mut self, state: &AnyState, budget: &mut dyn Budget, dice: &mut dyn Dice) -> Option<AnyAction> {
                match (self, state) {
                    $((Self::$variant(bot), AnyState::$variant(state)) => {
                        bot.choose(state, budget, dice).map(AnyAction::$variant)
                    })+
                    $((Self::$variant(_), _) => None,)+
                }
            }

            fn rate(&mut self, state: &AnyState) -> Option<Vec<f64>> {
                match (self, state) {
                    $((Self::$variant(bot), AnyState::$variant(state)) => bot.rate(state),)+
                    $((Self::$variant(_), _) => None,)+
                }
            }

            fn solve(&mut self, state: &AnyState, budget: &mut dyn Budget) -> Option<Solution<AnyAction>> {
                match (self, state) {
                    $((Self::$variant(bot), AnyState::$variant(state)) => {
                        bot.solve(state, budget).map(|it| it.map(AnyAction::$variant))
                    })+
                    $((Self::$variant(_), _) => None,)+
                }
            }
        }
    };
}

players! {
    DiceOfDoom => dice_of_doom::Position, on_territories;
    DiceWars => dice_wars::Position, on_territories;
    AnimalShogi => animal_shogi::Position, of_animal_shogi;
    TicTacToe => tic_tac_toe::Position, of_tic_tac_toe;
}

impl SeatBot {
    /// Builds the bot for a game; refuses one that does not play it.
    pub fn new(spec: BotSpec, game: GameKind) -> Result<Self, NoSuchBot> {
        spec.check_game(game)?;
        Ok(Self {
            spec,
            game,
            player: Player::build(spec, game),
        })
    }

    /// What it is.
    pub fn spec(&self) -> BotSpec {
        self.spec
    }

    /// A budget of the nodes that its name allows, or else of the usual number for the bot and the game.
    pub fn nodes(&self) -> Nodes {
        Nodes::at_most(nodes(self.spec, self.game).into())
    }

    /// The action it chooses; `None` if there is nothing to choose, or the state is another game's.
    pub fn choose(
        &mut self,
        state: &AnyState,
        budget: &mut dyn Budget,
        dice: &mut dyn Dice,
    ) -> Option<AnyAction> {
        self.player.choose(state, budget, dice)
    }

    /// The rating of every legal action in the game's order; `None` if the bot rates nothing.
    pub fn ratings(&mut self, state: &AnyState) -> Option<Vec<f64>> {
        self.player.rate(state)
    }

    /// What perfect play leads to; `None` if the bot solves nothing or it does not fit the budget.
    pub fn solution(
        &mut self,
        state: &AnyState,
        budget: &mut dyn Budget,
    ) -> Option<Solution<AnyAction>> {
        self.player.solve(state, budget)
    }
}

impl fmt::Debug for SeatBot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SeatBot")
            .field("spec", &self.spec)
            .finish_non_exhaustive()
    }
}

/// How many nodes a bot may visit for one action.
fn nodes(spec: BotSpec, game: GameKind) -> u32 {
    let usual = match (spec.kind, game) {
        (BotKind::Paranoid, _) => NODES_MAX,
        // A board of hexes is small, and what is left of a match under the book's rules can be looked at deeply.
        (BotKind::Mcts, GameKind::DiceOfDoom) => 150_000,
        (BotKind::Mcts, GameKind::DiceWars | GameKind::AnimalShogi | GameKind::TicTacToe) => 40_000,
        (
            BotKind::Random
            | BotKind::Strategist
            | BotKind::Rollout
            | BotKind::Expectimax
            | BotKind::Perfect,
            _,
        ) => 100_000,
    };
    spec.nodes.unwrap_or(usual)
}

/// What the bots that serve every game need to know of one.
struct Knowledge<G, E, P> {
    guide: G,
    judge: E,
    policy: P,
}

impl<G, E, P> Knowledge<G, E, P> {
    /// The bots that serve every game; the others are random.
    fn bot<S>(self, spec: BotSpec, game: GameKind) -> Box<dyn Rater<S>>
    where
        S: State,
        G: Guide<S> + 'static,
        E: Evaluate<S> + 'static,
        P: Policy<S> + 'static,
    {
        let half = u64::from(nodes(spec, game)) / 2;
        match spec.kind {
            BotKind::Paranoid => Box::new(Paranoid::new(spec.level, self.judge)),
            BotKind::Rollout => Box::new(Rollout::new(self.policy)),
            BotKind::Expectimax => Box::new(Expectimax::new(self.guide)),
            BotKind::Mcts => Box::new(Mcts::new(self.guide)),
            BotKind::Perfect => Box::new(Perfect::new(self.guide, half)),
            BotKind::Random | BotKind::Strategist => Box::new(Random),
        }
    }
}

fn on_territories<S: OnTerritories>(spec: BotSpec, game: GameKind) -> Box<dyn Rater<S>> {
    let (guide, judge) = (TerritoryGuide::new(), StaticScore { odds: spec.odds });
    match spec.kind {
        BotKind::Strategist => Box::new(Strategist),
        BotKind::Random
        | BotKind::Paranoid
        | BotKind::Rollout
        | BotKind::Expectimax
        | BotKind::Mcts
        | BotKind::Perfect => Knowledge {
            guide,
            judge,
            policy: EvenOnTerritories,
        }
        .bot(spec, game),
    }
}

fn of_animal_shogi(spec: BotSpec, game: GameKind) -> Box<dyn Rater<animal_shogi::Position>> {
    Knowledge {
        guide: ShogiGuide,
        judge: LogOdds,
        policy: SeedPolicy,
    }
    .bot(spec, game)
}

fn of_tic_tac_toe(spec: BotSpec, game: GameKind) -> Box<dyn Rater<tic_tac_toe::Position>> {
    Knowledge {
        guide: Unguided::new(),
        judge: OutcomeScore,
        policy: Even,
    }
    .bot(spec, game)
}

impl<S: State> Rater<S> for Random {}

impl<S: OnTerritories> Rater<S> for Strategist {}

impl<S: State, G: Guide<S>> Rater<S> for Mcts<S, G> {}

impl<S: State, G: Guide<S>> Rater<S> for Expectimax<S, G> {}

impl<S: State, P: Policy<S>> Rater<S> for Rollout<S, P> {}

impl<S: State, E: Evaluate<S>> Rater<S> for Paranoid<S, E> {
    fn rate(&mut self, state: &S) -> Option<Vec<f64>> {
        Some(self.ratings(state))
    }
}

impl<S: State, G: Guide<S>> Rater<S> for Perfect<S, G> {
    fn solve(&mut self, state: &S, budget: &mut dyn Budget) -> Option<Solution<S::Action>> {
        self.solution(state, budget)
    }
}
