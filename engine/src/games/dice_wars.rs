//! Dice Wars: a map of uneven territories, attacks decided by all dice of both sides, reinforcement by the largest region,
//! and a stock for dice that find no room.
//!
//! The rules are those of the original program Dice Wars, for two to four seats. Ending the turn is the action `pass`,
//! as in every game on territories; the dice of a reinforcement fall one at a time on own territories with room, drawn
//! evenly, as chance nodes.

pub mod deal;
pub mod generator;
pub mod map;
pub mod raster;
pub mod rules;
pub mod setup;
pub mod shipped;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::territory::{self, Board, Course, OnTerritories, Territory, Turn, TurnStage, position};
use crate::dice::Dice;
use crate::game::ascii::ascii;
use crate::game::{ConfigError, Game, Layout, Place, Regions, SEATS_MAX, Seat, Switch};

pub use map::Map;
pub use raster::Raster;
pub use rules::{MapChoice, Rules};
pub use setup::Setup;
pub use shipped::Shipped;

/// The rules of Dice Wars.
#[derive(Clone, Copy, Debug)]
pub struct DiceWars;

/// The complete start of a match: the whole map and who owns what, so that no later version can change it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Config {
    /// The map, with how it is drawn.
    pub map: Map,
    /// The most dice on a territory.
    pub max_dice: u8,
    /// The most dice that a seat keeps in stock.
    pub stock: u8,
    /// The last round; 0 means no limit.
    pub rounds: u16,
    /// How many seats play.
    pub seats: u8,
    /// The first position, as in [`territory::text`].
    #[serde(deserialize_with = "ascii")]
    pub board: String,
    /// The seat that moves first; absent means seat 0.
    #[serde(default, skip_serializing_if = "Seat::is_zero")]
    pub first: Seat,
}

/// A position.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Position {
    board: Board,
    /// The dice of each seat that found no room; while dice are being placed, those of the seat to move are in `turn`.
    stock: [u8; SEATS_MAX],
    stock_max: u8,
    rounds: u16,
    turn: Turn,
}

impl Game for DiceWars {
    type Rules = Rules;
    type Config = Config;
    type State = Position;
    type Step = territory::TerritoryStep;

    const NAME: &'static str = "dice-wars";
    const SEATS: std::ops::RangeInclusive<u8> = 2..=4;
    const HAS_LUCK: bool = true;
    const SWITCHES: &'static [Switch<Rules>] = rules::SWITCHES;
    const PASS: Option<territory::Action> = Some(territory::Action::Pass);

    fn generate(rules: &Rules, seats: u8, dice: &mut dyn Dice) -> Result<Config, ConfigError> {
        rules.check()?;
        let map = rules.map.map(dice);
        let territories = u8::try_from(map.neighbors.len())
            .unwrap_or_else(|_| unreachable!("a map that was checked has at most 64"));
        if territories < seats {
            return Err(ConfigError::Position(format!(
                "a map of {territories} territories is too small for {seats} seats"
            )));
        }
        let board = deal::deal(territories, seats, rules.max_dice, dice);
        Ok(Config {
            map,
            max_dice: rules.max_dice,
            stock: rules.stock,
            rounds: rules.rounds,
            seats,
            board,
            first: Seat::default(),
        })
    }

    fn begun_by(config: Config, first: Seat) -> Config {
        Config { first, ..config }
    }

    fn start(config: &Config) -> Result<Position, ConfigError> {
        rules::check_numbers(config.max_dice, config.stock, config.rounds)?;
        config.map.check()?;
        Self::check_seats(config.seats)?;
        if config.first.number() >= config.seats {
            return Err(Self::wrong_seats(config.seats));
        }
        let held = territory::text::parse(&config.board, config.seats, config.max_dice)?;
        let graph = Arc::new(config.map.graph()?);
        let territories = graph.len();
        let board = Board::new(graph, config.max_dice, &held).ok_or_else(|| {
            let count = held.len();
            ConfigError::Position(format!(
                "the map has {territories} territories, the board {count}"
            ))
        })?;
        let mut position = Position::in_turn(board, config.seats, config.first, [0; SEATS_MAX]);
        position.turn.first = config.first;
        position.stock_max = config.stock;
        position.rounds = config.rounds;
        position::begin_turn(&mut position);
        Ok(position)
    }

    fn position(config: &Config, view: &territory::View) -> Option<Position> {
        let held =
            territory::text::parse(&view.board.to_string(), config.seats, config.max_dice).ok()?;
        let (owners, dice) = held.into_iter().unzip();
        let setup = Setup {
            map: config.map.clone(),
            owners,
            dice,
            stock: view.standings.iter().map(|it| it.reserve).collect(),
            to_move: view.to_move?,
            max_dice: config.max_dice,
        };
        setup.position().ok()
    }

    fn layout(config: &Config) -> Layout {
        let rows = config.map.rows.clone();
        Layout::Regions(Regions { rows })
    }

    fn ends(action: territory::Action) -> Option<(Place, Place)> {
        action.ends()
    }
}

impl Position {
    /// Moves dice between two territories of the seat to move, as some other programs allow: all but one, or as many as
    /// there is room for. Returns whether any did. No action of ours does this; it is for the analysis of their positions.
    pub fn transfer(&mut self, from: Territory, to: Territory) -> bool {
        let seat = self.turn.to_move;
        self.turn.stage == TurnStage::Choice && self.board.transfer(seat, from, to)
    }

    /// A position at the start of a turn, in a match without a last round.
    fn in_turn(board: Board, seats: u8, to_move: Seat, stock: [u8; SEATS_MAX]) -> Self {
        let mut turn = Turn::first(seats, to_move);
        if board.owners().len() < 2 {
            turn.stage = TurnStage::Over;
        }
        Self {
            board,
            stock,
            stock_max: rules::STOCK_DICE_MAX,
            rounds: 0,
            turn,
        }
    }
}

impl OnTerritories for Position {
    fn board(&self) -> &Board {
        &self.board
    }

    fn turn(&self) -> &Turn {
        &self.turn
    }

    fn board_and_turn(&mut self) -> (&mut Board, &mut Turn) {
        (&mut self.board, &mut self.turn)
    }

    fn course(&self) -> Course {
        Course::Scattered
    }

    fn rounds(&self) -> u16 {
        self.rounds
    }

    fn places_at_random(&self) -> bool {
        true
    }

    fn reserve(&self, seat: Seat) -> u8 {
        self.stock[seat.idx()]
    }

    fn reserve_max(&self) -> u8 {
        self.stock_max
    }

    fn keep_reserve(&mut self, left: u8) {
        self.stock[self.turn.to_move.idx()] = left.min(self.stock_max);
    }

    fn was_captured(&mut self, _dice: u8) {
        for seat in Seat::first(self.turn.seats).filter(|it| self.board.owned(*it).is_empty()) {
            self.stock[seat.idx()] = 0;
        }
    }
}

impl Clone for Position {
    fn clone(&self) -> Self {
        Self {
            board: self.board.clone(),
            ..*self
        }
    }

    fn clone_from(&mut self, source: &Self) {
        self.board.clone_from(&source.board);
        self.stock = source.stock;
        self.stock_max = source.stock_max;
        self.rounds = source.rounds;
        self.turn = source.turn;
    }
}
