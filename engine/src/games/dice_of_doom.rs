//! Dice of Doom: hexes with dice, attacks decided by all dice of both sides, reinforcement by the largest region.
//!
//! Source of the rules: C. Barski, *Land of Lisp*, No Starch Press 2010, chapter 20, version 4 of the game,
//! <http://landoflisp.com>. Two presets: `book` is exactly the published program, `standard` is fair to play; each
//! switch can also be set alone. [`territory::position`] plays a match; here are the switches, the start and what the
//! switches change.

pub mod deal;
pub mod hexagon;
pub mod rules;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::territory::{self, Board, Course, OnTerritories, Turn, TurnStage, position};
use crate::dice::Dice;
use crate::game::ascii::ascii;
use crate::game::layout::Cells;
use crate::game::{ConfigError, Game, Grid, Layout, Place, Seat, Switch};

pub use rules::{Combat, Deal, Opening, Reinforcement, Rules, Stuck};

/// The rules of Dice of Doom.
#[derive(Clone, Copy, Debug)]
pub struct DiceOfDoom;

/// The complete start of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Config {
    /// The switches.
    pub rules: Rules,
    /// How many seats play.
    pub seats: u8,
    /// The first position, as in [`territory::text`].
    #[serde(deserialize_with = "ascii")]
    pub board: String,
    /// The seat that moves first; absent means seat 0.
    #[serde(default, skip_serializing_if = "Seat::is_zero")]
    pub first: Seat,
}

/// A position given from outside, at the start of a turn or in the middle of one.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The switches, seats and board.
    pub config: Config,
    /// The seat whose turn it is.
    pub to_move: Seat,
    /// Whether no attack has been made in this turn.
    pub opening: bool,
}

/// A position.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Position {
    board: Board,
    rules: Rules,
    turn: Turn,
    /// The dice captured in this turn, for `reinforcement=captured`.
    captured: u8,
}

impl Game for DiceOfDoom {
    type Rules = Rules;
    type Config = Config;
    type State = Position;
    type Step = territory::TerritoryStep;

    const NAME: &'static str = "dice-of-doom";
    const SEATS: std::ops::RangeInclusive<u8> = 2..=4;
    const HAS_LUCK: bool = true;
    const SWITCHES: &'static [Switch<Rules>] = rules::SWITCHES;
    const PASS: Option<territory::Action> = Some(territory::Action::Pass);

    fn generate(rules: &Rules, seats: u8, dice: &mut dyn Dice) -> Result<Config, ConfigError> {
        rules.check()?;
        Ok(Config {
            rules: *rules,
            seats,
            board: deal::deal(rules, seats, dice),
            first: Seat::default(),
        })
    }

    fn begun_by(config: Config, first: Seat) -> Config {
        Config { first, ..config }
    }

    fn start(config: &Config) -> Result<Position, ConfigError> {
        let mut position = Position::undecided(&Setup {
            config: config.clone(),
            to_move: config.first,
            opening: true,
        })?;
        position::begin_turn(&mut position);
        Ok(position)
    }

    fn position(config: &Config, view: &territory::View) -> Option<Position> {
        let config = Config {
            board: view.board.to_string(),
            ..config.clone()
        };
        let setup = Setup {
            config,
            to_move: view.to_move?,
            opening: view.opening,
        };
        Position::from_setup(&setup).ok()
    }

    fn layout(config: &Config) -> Layout {
        let size = config.rules.size;
        Layout::Grid(Grid::new(size, size, Cells::HexLeft))
    }

    fn ends(action: territory::Action) -> Option<(Place, Place)> {
        action.ends()
    }
}

impl Position {
    /// The position of a setup; unlike in a match, the seat to move may be unable to do anything but pass.
    pub fn from_setup(setup: &Setup) -> Result<Self, ConfigError> {
        let mut position = Self::undecided(setup)?;
        if setup.opening {
            position::begin_turn(&mut position);
        } else if position.rules.stuck == Stuck::Passes && position.board.owners().len() < 2 {
            // The last attack took the last enemy territory: in a match that ends the match before anybody can pass.
            position.turn.stage = TurnStage::Over;
        }
        Ok(position)
    }

    /// The switches.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    fn undecided(setup: &Setup) -> Result<Self, ConfigError> {
        let Config {
            rules,
            seats,
            board,
            first,
        } = &setup.config;
        rules.check()?;
        DiceOfDoom::check_seats(*seats)?;
        if setup.to_move.number() >= *seats || first.number() >= *seats {
            return Err(DiceOfDoom::wrong_seats(*seats));
        }
        let held = territory::text::parse(board, *seats, rules.max_dice)?;
        let graph = Arc::new(hexagon::graph(rules.size));
        let board = Board::new(graph, rules.max_dice, &held).ok_or_else(|| {
            let (size, count) = (rules.size, held.len());
            ConfigError::Position(format!(
                "a board of size {size} has {} hexes, not {count}",
                u16::from(size).pow(2)
            ))
        })?;
        Ok(Self {
            board,
            rules: *rules,
            turn: Turn {
                opening: setup.opening,
                first: *first,
                ..Turn::first(*seats, setup.to_move)
            },
            captured: 0,
        })
    }
}

#[cfg(test)]
impl Position {
    /// The position of a board as text, with the number of whoever is to move; of a turn that has begun with `opening`.
    pub(crate) fn of(rules: Rules, seats: u8, board: &str, to_move: u8, opening: bool) -> Self {
        let config = Config {
            rules,
            seats,
            board: board.to_owned(),
            first: Seat::default(),
        };
        let to_move = Seat::new(to_move).unwrap();
        let setup = Setup {
            config,
            to_move,
            opening,
        };
        Self::from_setup(&setup).unwrap()
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
        match (self.rules.stuck, self.rules.reinforcement) {
            (Stuck::Ends, _) => Course::StuckEnds,
            (Stuck::Passes, Reinforcement::Cluster | Reinforcement::Captured) => Course::LastOwner,
            (Stuck::Passes, Reinforcement::Random) => Course::Scattered,
        }
    }

    fn rounds(&self) -> u16 {
        self.rules.rounds
    }

    fn places_at_random(&self) -> bool {
        self.rules.reinforcement == Reinforcement::Random
    }

    fn opening_is_free(&self) -> bool {
        self.rules.opening == Opening::Free
    }

    fn attacks_are_certain(&self) -> bool {
        self.rules.combat == Combat::Certain
    }

    fn reinforcement(&self, seat: Seat) -> u8 {
        match self.rules.reinforcement {
            Reinforcement::Cluster | Reinforcement::Random => self.board.largest_region(seat),
            // Without an attack in this turn nothing was captured, and no dice come.
            Reinforcement::Captured if seat == self.turn.to_move => self.captured.saturating_sub(1),
            Reinforcement::Captured => 0,
        }
    }

    fn turn_begins(&mut self) {
        self.captured = 0;
    }

    fn was_captured(&mut self, dice: u8) {
        // No turn brings more dice than fit on a board, so counting further would change nothing.
        self.captured = self.captured.saturating_add(dice);
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
        self.rules = source.rules;
        self.turn = source.turn;
        self.captured = source.captured;
    }
}
