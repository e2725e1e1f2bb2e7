//! Which bot plays which game, and how it is built: the one place that knows both games and bots.
//!
//! The server's bot pool, the arena and `analyse` build their players here.

#[cfg(test)]
mod tests;

use std::fmt;

use crate::bot_spec::{BotKind, BotSpec, NoSuchBot};
use crate::bots::paranoid::Paranoid;
use crate::bots::random::Random;
use crate::bots::strategist::Strategist;
use crate::bots::{Bot, Budget, Nodes};
use crate::dice::Dice;
use crate::game::State;
use crate::games::territory::evaluate::{OnTerritories, StaticScore};
use crate::games::{AnyAction, AnyState, GameKind, dice_of_doom, dice_wars, tic_tac_toe};

/// The most nodes that a bot visits for one action when its name does not say; about a third of a second.
pub const NODES_MAX: u32 = 3_000_000;

/// A bot for positions of one game. Its buffers live as long as it does: keep it for a whole match.
pub struct SeatBot {
    spec: BotSpec,
    player: Player,
}

enum Player {
    DiceOfDoom(Box<dyn Rater<dice_of_doom::Position>>),
    DiceWars(Box<dyn Rater<dice_wars::Position>>),
    TicTacToe(Box<dyn Rater<tic_tac_toe::Position>>),
}

/// A bot that may also be able to rate every action.
trait Rater<S: State>: Bot<S> {
    fn rate(&mut self, state: &S) -> Option<Vec<f64>>;
}

impl SeatBot {
    /// Builds the bot for a game; refuses one that does not play it.
    pub fn new(spec: BotSpec, game: GameKind) -> Result<Self, NoSuchBot> {
        spec.check_game(game)?;
        let player = match game {
            GameKind::DiceOfDoom => Player::DiceOfDoom(on_territories(spec)),
            GameKind::DiceWars => Player::DiceWars(on_territories(spec)),
            GameKind::TicTacToe => Player::TicTacToe(Box::new(Random)),
        };
        Ok(Self { spec, player })
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
        match (&mut self.player, state) {
            (Player::DiceOfDoom(bot), AnyState::DiceOfDoom(state)) => {
                bot.choose(state, budget, dice).map(AnyAction::DiceOfDoom)
            }
            (Player::DiceWars(bot), AnyState::DiceWars(state)) => {
                bot.choose(state, budget, dice).map(AnyAction::DiceWars)
            }
            (Player::TicTacToe(bot), AnyState::TicTacToe(state)) => {
                bot.choose(state, budget, dice).map(AnyAction::TicTacToe)
            }
            (Player::DiceOfDoom(_) | Player::DiceWars(_) | Player::TicTacToe(_), _) => None,
        }
    }

    /// The rating of every legal action in the game's order; `None` if the bot rates nothing.
    pub fn ratings(&mut self, state: &AnyState) -> Option<Vec<f64>> {
        match (&mut self.player, state) {
            (Player::DiceOfDoom(bot), AnyState::DiceOfDoom(state)) => bot.rate(state),
            (Player::DiceWars(bot), AnyState::DiceWars(state)) => bot.rate(state),
            (Player::TicTacToe(bot), AnyState::TicTacToe(state)) => bot.rate(state),
            (Player::DiceOfDoom(_) | Player::DiceWars(_) | Player::TicTacToe(_), _) => None,
        }
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
        BotKind::Strategist => Box::new(Strategist),
        BotKind::Paranoid => Box::new(Paranoid::new(spec.level, StaticScore { odds: spec.odds })),
    }
}

impl<S: State> Rater<S> for Random {
    fn rate(&mut self, _state: &S) -> Option<Vec<f64>> {
        None
    }
}

impl<S: OnTerritories> Rater<S> for Strategist {
    fn rate(&mut self, _state: &S) -> Option<Vec<f64>> {
        None
    }
}

impl<S: OnTerritories> Rater<S> for Paranoid<S, StaticScore> {
    fn rate(&mut self, state: &S) -> Option<Vec<f64>> {
        Some(self.ratings(state))
    }
}
