//! The roster: which bots play a game with which knowledge, and how a bot is built for a game.
//!
//! Each game has one line in `roster!` and one [`Lineup`]. The server's bot pool, the arena and `analyse` build their
//! players here.
//!
//! `roster` joins games, bots and knowledge. Bots name no game and games name no bot; the bots' knowledge of single
//! games is a layer of its own above both. One module must know all three to build a player that works on the
//! concrete state.

pub mod judging;
mod player;
#[cfg(test)]
mod tests;

use std::fmt;
use std::sync::Arc;

use crate::bots::perfect::Solution;
use crate::bots::rung::Rung;
use crate::bots::spec::{BotKind, BotSpec, CARELESS_MAX, NoSuchBot, Strength};
use crate::bots::{Budget, Lead, Nodes, Payoffs};
use crate::dice::{Dice, pick};
use crate::game::State;
use crate::games::{
    AnyAction, AnyState, GameKind, animal_shogi, dice_of_doom, dice_wars, tic_tac_toe,
};
use crate::knowledge::animal_shogi::by_table::ByTable;
use crate::knowledge::territory::learned::Learned;
use crate::solution::tablebase::probe::Scores;
use player::{Player, of_animal_shogi, of_rules_alone, on_territories};

/// The most nodes that `paranoid` visits for one action if its name sets no limit.
pub const PARANOID_NODES_MAX: u32 = 3_000_000;

/// The most nodes that `value` visits for one action if its name sets no limit. Its races between actions end sooner, but for the
/// closest.
const VALUE_NODES_MAX: u32 = 150_000;

/// The most nodes for one action of bots that have no limit of their own.
const USUAL_NODES_MAX: u32 = 100_000;

/// The bots that play a game, and the bots that the strengths stand for in it.
struct Lineup {
    /// The bots that play this game, besides those that play every game.
    besides: &'static [BotKind],
    normal: BotSpec,
    hard: BotSpec,
    expert: BotSpec,
    /// The bots on all rungs but the last, which is the expert's.
    rungs: [BotSpec; 4],
    /// The measured ratings of the bots on all rungs; `None` for a game whose ladder nobody has measured.
    ratings: Option<[u16; 5]>,
    /// The most nodes of `mcts` for one action if its name sets no limit.
    mcts_nodes_max: u32,
}

/// Lists the games as `Variant => state, the function that builds its bots, its lineup`.
macro_rules! roster {
    ($($variant:ident => $state:ty, $build:ident, $lineup:expr;)+) => {
        const fn lineup(game: GameKind) -> Lineup {
            match game { $(GameKind::$variant => $lineup,)+ }
        }

        /// A player of some game.
        enum AnyPlayer { $($variant(Box<dyn Player<$state>>),)+ }

        impl AnyPlayer {
            fn build(spec: BotSpec, game: GameKind) -> Self {
                match game { $(GameKind::$variant => Self::$variant($build(spec, game)),)+ }
            }

            fn choose(&mut self, state: &AnyState, budget: &mut dyn Budget, dice: &mut dyn Dice) -> Option<AnyAction> {
                match (self, state) {
                    $((Self::$variant(bot), AnyState::$variant(state)) => {
                        bot.choose(state, budget, dice).map(AnyAction::$variant)
                    })+
                    _ => wrong_game(state),
                }
            }

            fn watch(&mut self, state: &AnyState, action: AnyAction) {
                match (self, state, action) {
                    $((Self::$variant(bot), AnyState::$variant(state), AnyAction::$variant(action)) => {
                        bot.watch(state, action);
                    })+
                    _ => wrong_game(state),
                }
            }

            fn rate(&mut self, state: &AnyState) -> Option<Vec<f64>> {
                match (self, state) {
                    $((Self::$variant(bot), AnyState::$variant(state)) => bot.rate(state),)+
                    _ => wrong_game(state),
                }
            }

            fn solve(&mut self, state: &AnyState, budget: &mut dyn Budget) -> Option<Solution<AnyAction>> {
                match (self, state) {
                    $((Self::$variant(bot), AnyState::$variant(state)) => {
                        bot.solve(state, budget).map(|it| it.map(AnyAction::$variant))
                    })+
                    _ => wrong_game(state),
                }
            }

            fn chances(&mut self, state: &AnyState, budget: &mut dyn Budget, dice: &mut dyn Dice) -> Option<Payoffs> {
                match (self, state) {
                    $((Self::$variant(bot), AnyState::$variant(state)) => bot.chances(state, budget, dice),)+
                    _ => wrong_game(state),
                }
            }

            fn lead(
                &mut self,
                state: &AnyState,
                chosen: AnyAction,
                budget: &mut dyn Budget,
                dice: &mut dyn Dice,
            ) -> Option<Lead<AnyAction>> {
                match (self, state, chosen) {
                    $((Self::$variant(bot), AnyState::$variant(state), AnyAction::$variant(chosen)) => {
                        bot.lead(state, chosen, budget, dice).map(|it| it.map(AnyAction::$variant))
                    })+
                    _ => wrong_game(state),
                }
            }
        }
    };
}

/// The bot of the level `hard` and of the fourth rung in Dice of Doom.
const STRONG_IN_DICE_OF_DOOM: BotSpec = BotSpec::with_nodes(BotKind::Mcts, 20_000);

/// The bot of the third and fourth rung in animal shogi, but for how careless it is.
const QUICK_IN_ANIMAL_SHOGI: BotSpec = BotSpec::with_nodes(BotKind::Mcts, 2_000);

/// The bot of the lower rungs in plain games, but for how careless it is.
const QUICK_IN_PLAIN_GAMES: BotSpec = BotSpec::with_nodes(BotKind::Mcts, 1_000);

/// The lineup of a game about which only the rules are known; it goes with `of_rules_alone`.
const PLAIN: Lineup = Lineup {
    besides: &[],
    normal: BotSpec::usual(BotKind::Rollout),
    hard: QUICK_IN_PLAIN_GAMES,
    expert: BotSpec::usual(BotKind::Mcts),
    rungs: [
        QUICK_IN_PLAIN_GAMES.careless(60),
        QUICK_IN_PLAIN_GAMES.careless(35),
        QUICK_IN_PLAIN_GAMES.careless(15),
        QUICK_IN_PLAIN_GAMES,
    ],
    ratings: None,
    mcts_nodes_max: 40_000,
};

roster! {
    DiceOfDoom => dice_of_doom::Position, on_territories, Lineup {
        besides: &[BotKind::Strategist, BotKind::Value],
        normal: BotSpec::at_level(BotKind::Paranoid, 2),
        hard: STRONG_IN_DICE_OF_DOOM,
        expert: BotSpec::usual(BotKind::Value),
        rungs: [
            BotSpec::usual(BotKind::Strategist).careless(72),
            BotSpec::usual(BotKind::Strategist).careless(40),
            BotSpec::usual(BotKind::Strategist),
            STRONG_IN_DICE_OF_DOOM,
        ],
        ratings: Some([1058, 1331, 1531, 1687, 1893]),
        // A board of hexes is small, and under the book's rules the rest of a match can be searched deeply.
        mcts_nodes_max: 150_000,
    };
    DiceWars => dice_wars::Position, on_territories, Lineup {
        besides: &[BotKind::Strategist, BotKind::Value],
        normal: BotSpec::at_level(BotKind::Paranoid, 1),
        hard: BotSpec::usual(BotKind::Strategist),
        expert: BotSpec::usual(BotKind::Value),
        rungs: [
            BotSpec::usual(BotKind::Strategist).careless(90),
            BotSpec::usual(BotKind::Strategist).careless(50),
            BotSpec::usual(BotKind::Strategist),
            BotSpec::with_nodes(BotKind::Mcts, 2_000),
        ],
        ratings: Some([1266, 1344, 1477, 1616, 1797]),
        mcts_nodes_max: 40_000,
    };
    AnimalShogi => animal_shogi::Position, of_animal_shogi, Lineup {
        besides: &[BotKind::Perfect],
        normal: BotSpec::usual(BotKind::Rollout),
        hard: BotSpec::at_level(BotKind::Paranoid, 3),
        expert: BotSpec::usual(BotKind::Mcts),
        rungs: [
            BotSpec::at_level(BotKind::Paranoid, 3).careless(35),
            BotSpec::at_level(BotKind::Paranoid, 3).careless(18),
            QUICK_IN_ANIMAL_SHOGI.careless(14),
            QUICK_IN_ANIMAL_SHOGI.careless(5),
        ],
        ratings: Some([1233, 1311, 1433, 1631, 1891]),
        mcts_nodes_max: 40_000,
    };
    TicTacToe => tic_tac_toe::Position, of_rules_alone, Lineup {
        besides: &[BotKind::Perfect],
        hard: BotSpec::with_nodes(BotKind::Mcts, 300),
        expert: BotSpec::usual(BotKind::Perfect),
        rungs: [
            BotSpec::usual(BotKind::Perfect).careless(75),
            BotSpec::usual(BotKind::Perfect).careless(50),
            BotSpec::usual(BotKind::Perfect).careless(30),
            BotSpec::usual(BotKind::Perfect).careless(15),
        ],
        ratings: Some([1317, 1413, 1501, 1590, 1679]),
        ..PLAIN
    };
}

/// A bot for positions of one game. Its buffers live as long as it does, so it is kept for a whole match.
pub struct SeatBot {
    spec: BotSpec,
    game: GameKind,
    player: AnyPlayer,
}

impl SeatBot {
    /// Builds the bot for a game; refuses one that does not play it.
    pub fn new(spec: BotSpec, game: GameKind) -> Result<Self, NoSuchBot> {
        Self::with_table(spec, game, None)
    }

    /// Builds the bot, which plays by the tablebase if there is one and it [`asks_table`](BotSpec::asks_table).
    pub fn with_table(
        spec: BotSpec,
        game: GameKind,
        table: Option<Arc<dyn Scores>>,
    ) -> Result<Self, NoSuchBot> {
        spec.check_game(game)?;
        let player = match table {
            Some(table) if spec.asks_table(game) => {
                AnyPlayer::AnimalShogi(Box::new(ByTable::new(table)))
            }
            Some(_) | None => AnyPlayer::build(spec, game),
        };
        Ok(Self { spec, game, player })
    }

    /// The name of the bot.
    pub fn spec(&self) -> BotSpec {
        self.spec
    }

    /// A budget of the nodes that the bot's name sets, or else of the usual number for the bot and the game.
    pub fn nodes(&self) -> Nodes {
        Nodes::at_most(node_limit(self.spec, self.game).into())
    }

    /// The action that the bot chooses; `None` if there is none. A careless bot draws first whether it thinks at all.
    ///
    /// # Panics
    /// If the state is another game's. The same holds for the functions below.
    pub fn choose(
        &mut self,
        state: &AnyState,
        budget: &mut dyn Budget,
        dice: &mut dyn Dice,
    ) -> Option<AnyAction> {
        let careless = u64::from(self.spec.careless);
        if careless > 0 && dice.below(CARELESS_MAX.into()) < careless {
            return pick(&state.actions(), dice);
        }
        self.player.choose(state, budget, dice)
    }

    /// Shows the bot an action of its match, of whichever seat, before it is made. A bot that was shown actions plays this
    /// match only.
    pub fn watch(&mut self, state: &AnyState, action: AnyAction) {
        self.player.watch(state, action);
    }

    /// The rating of every legal action in the game's order; `None` if this bot does not rate actions.
    pub fn ratings(&mut self, state: &AnyState) -> Option<Vec<f64>> {
        self.player.rate(state)
    }

    /// The solution of the position; `None` if this bot does not solve positions or the solution does not fit the
    /// budget.
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

impl BotKind {
    /// Whether the bot can play a game.
    pub fn plays(self, game: GameKind) -> bool {
        match self {
            Self::Random | Self::Paranoid | Self::Rollout | Self::Expectimax | Self::Mcts => true,
            Self::Strategist | Self::Value | Self::Perfect => lineup(game).besides.contains(&self),
        }
    }
}

impl BotSpec {
    /// The bot that `text` names for a game: a bot's own name, or a strength (`easy`, `normal`, `hard`, `expert`), which
    /// stands for the best choice for that game at that strength.
    pub fn for_game(text: &str, game: GameKind) -> Result<Self, NoSuchBot> {
        let (name, settings) = match text.split_once(':') {
            Some((name, settings)) => (name, Some(settings)),
            None => (text, None),
        };
        let strength = Strength::ALL.into_iter().find(|it| it.name() == name);
        let spec = match strength {
            Some(strength) => {
                let usual = Self::of_strength(strength, game);
                settings.map_or(Ok(usual), |it| usual.with(it))?
            }
            None => text.parse()?,
        };
        spec.check_game(game)?;
        Ok(spec)
    }

    const fn of_strength(strength: Strength, game: GameKind) -> Self {
        match strength {
            Strength::Easy => Self::usual(BotKind::Random),
            Strength::Normal => lineup(game).normal,
            Strength::Hard => lineup(game).hard,
            Strength::Expert => lineup(game).expert,
        }
    }

    /// The bot on a rung of the ladder of difficulty, in a game.
    pub const fn on_rung(rung: Rung, game: GameKind) -> Self {
        let lineup = lineup(game);
        match rung {
            Rung::First => lineup.rungs[0],
            Rung::Second => lineup.rungs[1],
            Rung::Third => lineup.rungs[2],
            Rung::Fourth => lineup.rungs[3],
            Rung::Fifth => lineup.expert,
        }
    }

    /// The rung on which the bot is in a game; `None` if it is on none.
    pub fn rung(self, game: GameKind) -> Option<Rung> {
        Rung::ALL
            .into_iter()
            .find(|it| Self::on_rung(*it, game) == self)
    }

    /// The measured rating of the bot on a rung, as `engine/training/RESULTS.md` has it; `None` in a game whose ladder nobody
    /// has measured.
    pub fn rating_on(rung: Rung, game: GameKind) -> Option<u16> {
        lineup(game).ratings.map(|it| it[rung.idx()])
    }

    /// The bot that takes this one's place when its table changes from one game to another: that of the same rung; of bots on
    /// no rung the bot itself, or where it does not play the game the one that is nearest.
    #[must_use]
    pub fn in_other_game(self, from: GameKind, to: GameKind) -> Self {
        let nearest = match self.kind {
            BotKind::Strategist => Rung::Third,
            BotKind::Value | BotKind::Perfect => Rung::Fifth,
            BotKind::Random
            | BotKind::Paranoid
            | BotKind::Rollout
            | BotKind::Expectimax
            | BotKind::Mcts => Rung::Fourth,
        };
        match self.rung(from) {
            Some(rung) => Self::on_rung(rung, to),
            None if self.kind.plays(to) => self,
            None => Self::on_rung(nearest, to),
        }
    }

    /// Whether the bot plays a game by the tablebase, where there is one.
    pub fn asks_table(&self, game: GameKind) -> bool {
        self.kind == BotKind::Perfect && game == GameKind::AnimalShogi
    }

    /// Whether the bot's choices depend on the actions of the others that it has [watched](SeatBot::watch).
    pub fn watches_others(&self, state: &AnyState) -> bool {
        if self.kind != BotKind::Value {
            return false;
        }
        if let AnyState::DiceOfDoom(it) = state {
            return Learned::watches_others(it);
        }
        if let AnyState::DiceWars(it) = state {
            return Learned::watches_others(it);
        }
        false
    }

    /// Refuses a game that the bot does not play.
    pub fn check_game(&self, game: GameKind) -> Result<(), NoSuchBot> {
        if self.kind.plays(game) {
            Ok(())
        } else {
            Err(NoSuchBot::Game {
                bot: self.kind.name(),
                game: game.name(),
            })
        }
    }
}

/// The most nodes that a bot may visit for one action.
fn node_limit(spec: BotSpec, game: GameKind) -> u32 {
    let usual = match spec.kind {
        BotKind::Paranoid => PARANOID_NODES_MAX,
        BotKind::Mcts => lineup(game).mcts_nodes_max,
        BotKind::Value => VALUE_NODES_MAX,
        BotKind::Random
        | BotKind::Strategist
        | BotKind::Rollout
        | BotKind::Expectimax
        | BotKind::Perfect => USUAL_NODES_MAX,
    };
    spec.nodes.unwrap_or(usual)
}

fn wrong_game(state: &AnyState) -> ! {
    unreachable!(
        "a bot of another game was asked about {}",
        state.kind().name()
    )
}
