//! The players of a match, by their names.

use std::fmt;
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;

use anyhow::Context;
use dicehall_engine::bots::mcts::Mcts;
use dicehall_engine::bots::paranoid::Paranoid;
use dicehall_engine::bots::random::Random;
use dicehall_engine::bots::spec::OddsKind;
use dicehall_engine::bots::{Bot, Budget, Nodes};
use dicehall_engine::dice::{Dice, pick};
use dicehall_engine::game::State;
use dicehall_engine::games::territory::{Action, OnTerritories};
use dicehall_engine::knowledge::territory::evaluate::StaticScore;
use dicehall_engine::knowledge::territory::guide::TerritoryGuide;
use dicehall_engine::knowledge::territory::learned::Learned;
use dicehall_engine::knowledge::territory::strategist::Strategist;
use dicehall_engine::knowledge::territory::truncated_rollouts::TruncatedRollouts;
use dicehall_engine::knowledge::territory::turn_search::{Reach, TurnSearch};
use dicehall_engine::knowledge::territory::value::Valuer;
use dicehall_engine::knowledge::territory::value::network::Network;
use dicehall_engine::knowledge::territory::value::weights;

/// The most nodes of a player whose name sets no limit, for one action.
const NODES_MAX: u64 = 3_000_000;
/// The best actions among which a wild player draws.
const AMONG: usize = 4;

/// The algorithm of a player.
#[derive(Clone)]
pub(crate) enum PlayerKind {
    /// Any legal action.
    Random,
    /// Rules of thumb.
    Strategist,
    /// A search of so many choices against everybody.
    Paranoid(u8),
    /// The tree search without a network, with so many nodes for an action.
    Mcts(u64),
    /// The tree search whose leaves a network judges, with so many nodes for an action.
    Tree(Arc<Network>, u64),
    /// Truncated rollouts with a network, with so many nodes for an action.
    Rollouts(Arc<Network>, u64),
    /// The turn search with a network.
    Value(Arc<Network>, Reach),
    /// The bot `value` as it is in the program, with so many nodes for an action.
    Learned(u64),
}

/// A player with its habits.
pub(crate) struct Player<S: OnTerritories> {
    bot: Box<dyn Bot<S>>,
    nodes: u64,
    /// How many of a hundred actions are any legal one.
    careless: u64,
}

impl PlayerKind {
    /// The player for a seat; it looks at `state` for the rules alone.
    pub(crate) fn player<S: OnTerritories>(&self, state: &S) -> Player<S> {
        self.wild(state, 0)
    }

    /// The same player; if it searches with a network, it draws so many of a hundred actions from the best few.
    pub(crate) fn wild<S: OnTerritories>(&self, state: &S, wild: u64) -> Player<S> {
        let mut nodes = NODES_MAX;
        let certain = state.attacks_are_certain();
        let valuer = |it: &Arc<Network>| Valuer::new(Arc::clone(it), certain);
        let bot: Box<dyn Bot<S>> = match self {
            Self::Random => Box::new(Random),
            Self::Strategist => Box::new(Strategist),
            Self::Paranoid(level) => {
                let odds = OddsKind::Exact;
                Box::new(Paranoid::new(*level, StaticScore { odds }))
            }
            Self::Mcts(most) => {
                nodes = *most;
                Box::new(Mcts::new(TerritoryGuide::new()))
            }
            Self::Tree(network, most) => {
                nodes = *most;
                Box::new(Mcts::new(TerritoryGuide::judged_by(valuer(network))))
            }
            Self::Value(network, reach) => {
                let search = TurnSearch::new(valuer(network), *reach);
                Box::new(Wild { search, wild })
            }
            Self::Learned(most) => {
                nodes = *most;
                Box::new(Learned::new())
            }
            Self::Rollouts(network, most) => {
                nodes = *most;
                Box::new(TruncatedRollouts::new(valuer(network)))
            }
        };
        Player {
            bot,
            nodes,
            careless: 0,
        }
    }
}

impl<S: OnTerritories> Player<S> {
    /// The same player, choosing `careless` of a hundred actions at random.
    pub(crate) fn careless(self, careless: u64) -> Self {
        Self { careless, ..self }
    }

    /// Shows the player an action of its match, before it is made.
    pub(crate) fn watch(&mut self, state: &S, action: Action) {
        self.bot.watch(state, action);
    }

    /// The action that the player chooses; `None` if there is none.
    pub(crate) fn choose(&mut self, state: &S, dice: &mut dyn Dice) -> Option<Action> {
        if self.careless > 0 && dice.below(100) < self.careless {
            return pick(&state.actions(), dice);
        }
        let mut budget = Nodes::at_most(self.nodes);
        self.bot.choose(state, &mut budget, dice)
    }
}

impl FromStr for PlayerKind {
    type Err = anyhow::Error;

    fn from_str(name: &str) -> anyhow::Result<Self> {
        let parts: Vec<&str> = name.splitn(4, ':').collect();
        Ok(match parts[..] {
            ["random"] => Self::Random,
            ["strategist"] => Self::Strategist,
            ["paranoid", level] => Self::Paranoid(level.parse()?),
            ["learned", nodes] => Self::Learned(nodes.parse()?),
            ["mcts", nodes] => Self::Mcts(nodes.parse()?),
            ["value", attacks, beam, file] => {
                let reach = Reach {
                    attacks: attacks.parse()?,
                    beam: beam.parse()?,
                };
                Self::Value(network(file)?, reach)
            }
            ["tree", nodes, file] => Self::Tree(network(file)?, nodes.parse()?),
            ["rollouts", nodes, file] => Self::Rollouts(network(file)?, nodes.parse()?),
            _ => anyhow::bail!("there is no player {name:?}"),
        })
    }
}

impl fmt::Debug for PlayerKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Random => f.write_str("random"),
            Self::Strategist => f.write_str("strategist"),
            Self::Paranoid(level) => write!(f, "paranoid:{level}"),
            Self::Learned(nodes) => write!(f, "learned:{nodes}"),
            Self::Mcts(nodes) => write!(f, "mcts:{nodes}"),
            Self::Tree(_, nodes) => write!(f, "tree:{nodes}"),
            Self::Rollouts(_, nodes) => write!(f, "rollouts:{nodes}"),
            Self::Value(_, reach) => write!(f, "value:{}:{}", reach.attacks, reach.beam),
        }
    }
}

/// The network in a file, as bots compute it.
fn network(file: &str) -> anyhow::Result<Arc<Network>> {
    let weights = read(Path::new(file))?;
    let network = Network::of(&weights).context("another number of weights")?;
    Ok(Arc::new(network.in_whole_numbers()))
}

/// The weights in a file.
pub(crate) fn read(file: &Path) -> anyhow::Result<Vec<f32>> {
    let place = || file.display().to_string();
    let text = std::fs::read_to_string(file).with_context(place)?;
    weights::read(&text).with_context(place)
}

/// A turn search that takes some actions from the best few in place of the best.
struct Wild<S: OnTerritories> {
    search: TurnSearch<S>,
    /// How many of a hundred actions.
    wild: u64,
}

impl<S: OnTerritories> Bot<S> for Wild<S> {
    fn choose(
        &mut self,
        state: &S,
        budget: &mut dyn Budget,
        dice: &mut dyn Dice,
    ) -> Option<Action> {
        if self.wild == 0 || dice.below(100) >= self.wild {
            return self.search.choose(state, budget, dice);
        }
        let lines = self.search.lines(state, budget);
        let best: Vec<Action> = lines.iter().take(AMONG).map(|it| it.action).collect();
        pick(&best, dice)
    }
}
