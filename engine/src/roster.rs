//! Which bot plays which game, and how it is built: the one place that knows both games and bots.
//!
//! The server's bot pool, the arena and `analyse` build their players here.

#[cfg(test)]
mod tests;

use std::fmt;

use crate::bot_spec::{BotKind, BotSpec, NoSuchBot};
use crate::bots::mcts::Mcts;
use crate::bots::paranoid::Paranoid;
use crate::bots::random::Random;
use crate::bots::strategist::Strategist;
use crate::bots::{Bot, Budget, Nodes};
use crate::dice::Dice;
use crate::game::State;
use crate::games::territory::evaluate::{OnTerritories, StaticScore};
use crate::games::territory::guide::TerritoryGuide;
use crate::games::{AnyAction, AnyState, GameKind, animal_shogi, dice_of_doom, dice_wars, tic_tac_toe};

/// The most nodes that a bot visits for one action when its name does not say; about a third of a second.
pub const NODES_MAX: u32 = 3_000_000;

/// A bot for positions of one game. Its buffers live as long as it does: keep it for a whole match.
pub struct SeatBot {
    spec: BotSpec,
    player: Player,
}

/// A bot that may also be able to rate every action.
trait Rater<S: State>: Bot<S> {
    fn rate(&mut self, _state: &S) -> Option<Vec<f64>> {
        None
    }
}

/// Builds the players of each game: `Variant => state, the function that knows its bots`.
macro_rules! players {
    ($($variant:ident => $state:ty, $build:ident;)+) => {
        enum Player { $($variant(Box<dyn Rater<$state>>),)+ }

        impl Player {
            fn build(spec: BotSpec, game: GameKind) -> Self {
                match game { $(GameKind::$variant => Self::$variant($build(spec)),)+ }
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
        }
    };
}

players! {
    DiceOfDoom => dice_of_doom::Position, on_territories;
    DiceWars => dice_wars::Position, on_territories;
    AnimalShogi => animal_shogi::Position, without_luck;
    TicTacToe => tic_tac_toe::Position, without_luck;
}

impl SeatBot {
    /// Builds the bot for a game; refuses one that does not play it.
    pub fn new(spec: BotSpec, game: GameKind) -> Result<Self, NoSuchBot> {
        spec.check_game(game)?;
        Ok(Self { spec, player: Player::build(spec, game) })
    }

    /// What it is.
    pub fn spec(&self) -> BotSpec {
        self.spec
    }

    /// A budget of the nodes that its name allows, or of [`NODES_MAX`].
    pub fn nodes(&self) -> Nodes {
        Nodes::at_most(self.spec.nodes.unwrap_or(NODES_MAX).into())
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
}

impl fmt::Debug for SeatBot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SeatBot").field("spec", &self.spec).finish_non_exhaustive()
    }
}

/// The bots that play on territories.
fn on_territories<S: OnTerritories>(spec: BotSpec) -> Box<dyn Rater<S>> {
    match spec.kind {
        BotKind::Random => Box::new(Random),
        BotKind::Paranoid => Box::new(Paranoid::new(spec.level, StaticScore { odds: spec.odds })),
        BotKind::Strategist => Box::new(Strategist),
        BotKind::Mcts => Box::new(Mcts::new(TerritoryGuide::new())),
    }
}

/// The bots that play the games for two without luck.
fn without_luck<S: State>(spec: BotSpec) -> Box<dyn Rater<S>> {
    match spec.kind {
        BotKind::Random | BotKind::Paranoid | BotKind::Strategist | BotKind::Mcts => Box::new(Random),
    }
}

impl<S: State> Rater<S> for Random {}

impl<S: OnTerritories> Rater<S> for Strategist {}

impl<S: OnTerritories> Rater<S> for Mcts<S, TerritoryGuide> {}

impl<S: OnTerritories> Rater<S> for Paranoid<S, StaticScore> {
    fn rate(&mut self, state: &S) -> Option<Vec<f64>> {
        Some(self.ratings(state))
    }
}
