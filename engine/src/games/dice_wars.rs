//! Dice Wars: a map of uneven territories, attacks decided by all dice of both sides, reinforcement by the largest region,
//! and a stock for dice that find no room.
//!
//! The rules are those of the original of that name, for two to four seats. Ending the turn is the family's `pass`; the
//! dice of a reinforcement fall one at a time on own territories with room, drawn evenly, as chance nodes.

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

use super::territory::evaluate::{Course, OnTerritories};
use super::territory::{self, Action, Board, Chance, Standing, Step, Territory, View, odds};
use crate::dice::Dice;
use crate::game::{ConfigError, Game, Node, Outcome, Prospect, SEATS_MAX, Seat, State, Weighted};

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
    pub board: String,
}

/// A position.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Position {
    board: Board,
    /// What each seat has in stock; while dice are placed, theirs are in the step.
    stock: [u8; SEATS_MAX],
    stock_max: u8,
    rounds: u16,
    seats: u8,
    to_move: Seat,
    step: Step,
    opening: bool,
    round: u16,
}

impl Game for DiceWars {
    type Rules = Rules;
    type Config = Config;
    type State = Position;

    const SEATS: std::ops::RangeInclusive<u8> = 2..=4;

    fn generate(rules: &Rules, seats: u8, dice: &mut dyn Dice) -> Result<Config, ConfigError> {
        rules.check()?;
        let map = rules.map.map(dice);
        let territories = u8::try_from(map.neighbors.len()).unwrap_or(u8::MAX);
        if territories < seats {
            return Err(ConfigError::Position(format!(
                "a map of {territories} territories is too small for {seats} seats"
            )));
        }
        let board = deal::deal(territories, seats, rules.max_dice, dice);
        let Rules {
            max_dice,
            stock,
            rounds,
            ..
        } = *rules;
        Ok(Config {
            map,
            max_dice,
            stock,
            rounds,
            seats,
            board,
        })
    }

    fn start(config: &Config) -> Result<Position, ConfigError> {
        let Config {
            max_dice,
            stock,
            rounds,
            seats,
            ..
        } = *config;
        rules::check_numbers(max_dice, stock, rounds)?;
        config.map.check()?;
        if !Self::SEATS.contains(&seats) {
            let (from, to) = (*Self::SEATS.start(), *Self::SEATS.end());
            return Err(ConfigError::Seats {
                game: "dice-wars",
                from,
                to,
                seats,
            });
        }
        let held = territory::text::parse(&config.board, seats, max_dice)?;
        let graph = Arc::new(config.map.graph()?);
        let territories = graph.len();
        let board = Board::new(graph, max_dice, &held).ok_or_else(|| {
            let count = held.len();
            ConfigError::Position(format!(
                "the map has {territories} territories, the board {count}"
            ))
        })?;
        let mut position = Position::in_turn(board, seats, Seat::ALL[0], [0; SEATS_MAX]);
        position.stock_max = stock;
        position.rounds = rounds;
        position.begin_turn();
        Ok(position)
    }

    fn set_switch(rules: &mut Rules, switch: &str, value: &str) -> Result<(), ConfigError> {
        rules.set(switch, value)
    }
}

impl Position {
    /// A position at the start of a turn, in a match without a last round.
    fn in_turn(board: Board, seats: u8, to_move: Seat, stock: [u8; SEATS_MAX]) -> Self {
        let step = if board.owners().len() < 2 {
            Step::Over
        } else {
            Step::Decide
        };
        let stock_max = rules::STOCK_DICE_MAX;
        Self {
            board,
            stock,
            stock_max,
            rounds: 0,
            seats,
            to_move,
            step,
            opening: true,
            round: 1,
        }
    }

    /// The dice that a seat has in stock.
    pub fn stock(&self, seat: Seat) -> u8 {
        self.stock[seat.idx()]
    }

    /// Whose turn it is, or was when the match ended.
    pub fn to_move(&self) -> Seat {
        self.to_move
    }

    /// The turn of `to_move` begins, or that of the next seat that owns anything; the match may be past its last round.
    fn begin_turn(&mut self) {
        self.opening = true;
        self.step = Step::Decide;
        for _ in 0..self.seats {
            if self.board.owned(self.to_move).is_empty() {
                self.advance();
            }
        }
        if self.board.owners().len() < 2 || (self.rounds > 0 && self.round > self.rounds) {
            self.step = Step::Over;
        }
    }

    /// The next seat in order; a new round when the order starts again.
    fn advance(&mut self) {
        let next = (self.to_move.number() + 1) % self.seats;
        self.to_move = Seat::new(next).unwrap_or(Seat::ALL[0]);
        self.round = self.round.saturating_add(u16::from(next == 0));
    }

    /// The reinforcement and the stock are placed; the rest is the new stock.
    fn pass(&mut self) {
        let stock = std::mem::take(&mut self.stock[self.to_move.idx()]);
        self.place_or_end_turn(self.board.largest_region(self.to_move) + stock);
    }

    fn place_or_end_turn(&mut self, left: u8) {
        if left > 0 && !self.board.with_room(self.to_move).is_empty() {
            self.step = Step::Reinforce { left };
        } else {
            self.stock[self.to_move.idx()] = left.min(self.stock_max);
            self.advance();
            self.begin_turn();
        }
    }

    fn settle(&mut self, from: Territory, to: Territory, captures: bool) {
        self.step = Step::Decide;
        if !captures {
            self.board.repel(from);
            return;
        }
        self.board.capture(from, to);
        for seat in Seat::first(self.seats).filter(|it| self.board.owned(*it).is_empty()) {
            self.stock[seat.idx()] = 0;
        }
        if self.board.owners().len() < 2 {
            self.step = Step::Over;
        }
    }

    fn standing(&self, seat: Seat) -> Standing {
        Standing {
            reserve: self.stock(seat),
            ..self.board.standing(seat)
        }
    }

    fn outcome(&self) -> Outcome {
        let rank = |seat: Seat| {
            let standing = self.board.standing(seat);
            (standing.territories, standing.dice)
        };
        territory::highest(self.seats, rank)
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
        self.seats = source.seats;
        self.to_move = source.to_move;
        self.step = source.step;
        self.opening = source.opening;
        self.round = source.round;
    }
}

impl State for Position {
    type Action = Action;
    type Chance = Chance;
    type View = View;

    fn seats(&self) -> u8 {
        self.seats
    }

    fn node(&self) -> Node {
        match self.step {
            Step::Decide => Node::Decision(self.to_move),
            Step::Battle { .. } | Step::Reinforce { .. } => Node::Chance,
            Step::Over => Node::Terminal(self.outcome()),
        }
    }

    fn view(&self) -> View {
        let over = self.step == Step::Over;
        View {
            board: territory::text::format(&self.board),
            to_move: (!over).then_some(self.to_move),
            opening: self.opening,
            round: if over && self.rounds > 0 {
                self.round.min(self.rounds)
            } else {
                self.round
            },
            standings: Seat::first(self.seats)
                .map(|seat| self.standing(seat))
                .collect(),
            outcome: over.then(|| self.outcome()),
        }
    }

    /// Pass first, then attacks by source index, then in neighbor order.
    fn actions_into(&self, out: &mut Vec<Action>) {
        out.clear();
        if self.step == Step::Decide {
            out.push(Action::Pass);
            self.board.attacks_into(self.to_move, out);
        }
    }

    fn is_legal(&self, action: Action) -> bool {
        let legal = match action {
            Action::Pass => true,
            Action::Attack { from, to } => self.board.is_attack(self.to_move, from, to),
        };
        legal && self.step == Step::Decide
    }

    fn act(&mut self, action: Action) {
        debug_assert!(self.is_legal(action), "{action:?} in {self:?}");
        match action {
            Action::Pass => self.pass(),
            Action::Attack { from, to } => {
                self.opening = false;
                self.step = Step::Battle { from, to };
            }
        }
    }

    fn chances_into(&self, out: &mut Vec<Weighted<Chance>>) {
        self.step.chances_into(&self.board, self.to_move, out);
    }

    fn roll(&self, dice: &mut dyn Dice) -> Option<Chance> {
        self.step.roll(&self.board, self.to_move, dice)
    }

    fn is_possible(&self, chance: Chance) -> bool {
        self.step.is_possible(&self.board, self.to_move, chance)
    }

    fn resolve(&mut self, chance: Chance) {
        debug_assert!(self.is_possible(chance), "{chance:?} in {self:?}");
        match (self.step, chance) {
            (Step::Battle { from, to }, Chance::Battle(roll)) => {
                self.settle(from, to, roll.captures());
            }
            (Step::Reinforce { left }, Chance::Reinforce(at)) => {
                self.board.add_die(at);
                self.place_or_end_turn(left - 1);
            }
            (Step::Decide | Step::Over, _)
            | (Step::Battle { .. }, Chance::Reinforce(_))
            | (Step::Reinforce { .. }, Chance::Battle(_)) => {}
        }
    }

    fn prospect(&self, action: Action) -> Prospect {
        match action {
            Action::Pass => Prospect::default(),
            Action::Attack { from, to } => {
                let odds = odds::exact(self.board.dice(from), self.board.dice(to));
                let mut won = self.board.clone();
                won.capture(from, to);
                Prospect {
                    odds: Some(odds),
                    link: Some(won.largest_region(self.to_move)),
                }
            }
        }
    }
}

impl OnTerritories for Position {
    fn board(&self) -> &Board {
        &self.board
    }

    fn reserve(&self, seat: Seat) -> u8 {
        self.stock(seat)
    }

    fn course(&self) -> Course {
        Course::Scattered
    }

    fn to_place(&self) -> u8 {
        self.step.to_place()
    }
}
