//! Dice of Doom: hexes with dice, attacks decided by all dice of both sides, reinforcement by the largest region.
//!
//! Source of the rules: notes on chapter 20 of *Land of Lisp*, version 4 of the game. Two presets: `book` is exactly the
//! published program, `standard` is fair to play; each switch can also be set alone. One door for all actions: an attack
//! leads to a chance node, and the dice rolled there are those before the attack.

pub mod deal;
pub mod hex;
pub mod rules;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::territory::evaluate::{Course, OnTerritories};
use super::territory::{self, Action, Board, Chance, Step, Territory, View, odds};
use crate::dice::Dice;
use crate::game::{ConfigError, Game, Node, Outcome, Prospect, Seat, State, Weighted};

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
    pub board: String,
}

/// A position given from outside, in mid-turn or at its start.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The switches, seats and board.
    pub config: Config,
    /// Whose turn it is.
    pub to_move: Seat,
    /// Whether no attack has been made in this turn.
    pub opening: bool,
}

/// A position.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Position {
    board: Board,
    rules: Rules,
    seats: u8,
    to_move: Seat,
    step: Step,
    opening: bool,
    round: u16,
    /// Dice captured in this turn, for `reinforcement=captured`.
    captured: u8,
}

impl Game for DiceOfDoom {
    type Rules = Rules;
    type Config = Config;
    type State = Position;

    const SEATS: std::ops::RangeInclusive<u8> = 2..=4;

    fn generate(rules: &Rules, seats: u8, dice: &mut dyn Dice) -> Result<Config, ConfigError> {
        rules.check()?;
        Ok(Config {
            rules: *rules,
            seats,
            board: deal::deal(rules, seats, dice),
        })
    }

    fn start(config: &Config) -> Result<Position, ConfigError> {
        let mut position = Position::undecided(&Setup {
            config: config.clone(),
            to_move: Seat::ALL[0],
            opening: true,
        })?;
        position.begin_turn();
        Ok(position)
    }

    fn set_switch(rules: &mut Rules, switch: &str, value: &str) -> Result<(), ConfigError> {
        rules.set(switch, value)
    }
}

impl Position {
    /// The position of a setup; unlike a match, it may begin where the seat to move can do nothing but pass.
    pub fn from_setup(setup: &Setup) -> Result<Self, ConfigError> {
        let mut position = Self::undecided(setup)?;
        if setup.opening {
            position.begin_turn();
        } else if position.rules.stuck == Stuck::Passes && position.board.owners().len() < 2 {
            // The last attack took the last enemy: such a match is over before anybody could pass.
            position.step = Step::Over;
        }
        Ok(position)
    }

    /// Owners and dice.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The switches.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Whose turn it is, or was when the match ended.
    pub fn to_move(&self) -> Seat {
        self.to_move
    }

    fn undecided(setup: &Setup) -> Result<Self, ConfigError> {
        let Config {
            rules,
            seats,
            board,
        } = &setup.config;
        rules.check()?;
        if !DiceOfDoom::SEATS.contains(seats) || setup.to_move.number() >= *seats {
            let (from, to) = (*DiceOfDoom::SEATS.start(), *DiceOfDoom::SEATS.end());
            return Err(ConfigError::Seats {
                game: "dice-of-doom",
                from,
                to,
                seats: *seats,
            });
        }
        let held = territory::text::parse(board, *seats, rules.max_dice)?;
        let board = Board::new(Arc::new(hex::graph(rules.size)), rules.max_dice, &held)
            .ok_or_else(|| {
                let (size, count) = (rules.size, held.len());
                ConfigError::Position(format!(
                    "a board of size {size} has {} hexes, not {count}",
                    u16::from(size).pow(2)
                ))
            })?;
        let (to_move, opening) = (setup.to_move, setup.opening);
        let (rules, seats, step) = (*rules, *seats, Step::Decide);
        Ok(Self {
            board,
            rules,
            seats,
            to_move,
            step,
            opening,
            round: 1,
            captured: 0,
        })
    }

    /// The turn of `to_move` begins: it may be out, stuck, or past the last round.
    fn begin_turn(&mut self) {
        self.opening = true;
        self.captured = 0;
        self.step = Step::Decide;
        let over = match self.rules.stuck {
            Stuck::Ends => !self.board.can_attack(self.to_move),
            Stuck::Passes => {
                for _ in 0..self.seats {
                    if self.board.owned(self.to_move).is_empty() {
                        self.advance();
                    }
                }
                self.board.owners().len() < 2
            }
        };
        if over || (self.rules.rounds > 0 && self.round > self.rules.rounds) {
            self.step = Step::Over;
        }
    }

    /// The next seat in order; a new round when the order starts again.
    fn advance(&mut self) {
        let next = (self.to_move.number() + 1) % self.seats;
        self.to_move = Seat::new(next).unwrap_or(Seat::ALL[0]);
        self.round += u16::from(next == 0);
    }

    fn pass(&mut self) {
        let count = self.reinforcement(self.to_move);
        if self.rules.reinforcement == Reinforcement::Random {
            self.place_or_end_turn(count);
        } else {
            self.board.reinforce_in_order(self.to_move, count);
            self.end_turn();
        }
    }

    fn place_or_end_turn(&mut self, left: u8) {
        if left > 0 && !self.board.with_room(self.to_move).is_empty() {
            self.step = Step::Reinforce { left };
        } else {
            self.end_turn();
        }
    }

    fn end_turn(&mut self) {
        self.advance();
        self.begin_turn();
    }

    fn settle(&mut self, from: Territory, to: Territory, captures: bool) {
        self.step = Step::Decide;
        if !captures {
            self.board.repel(from);
            return;
        }
        self.captured = self.captured.saturating_add(self.board.dice(to));
        self.board.capture(from, to);
        if self.rules.stuck == Stuck::Passes && self.board.owners().len() < 2 {
            self.step = Step::Over;
        }
    }

    fn may_pass(&self) -> bool {
        !self.opening || self.rules.opening == Opening::Free || !self.may_attack()
    }

    fn may_attack(&self) -> bool {
        match self.rules.combat {
            Combat::Dice => self.board.can_attack(self.to_move),
            Combat::Certain => {
                let mut attacks = Vec::new();
                self.attacks_into(&mut attacks);
                !attacks.is_empty()
            }
        }
    }

    fn attacks_into(&self, out: &mut Vec<Action>) {
        self.board.attacks_into(self.to_move, out);
        if self.rules.combat == Combat::Certain {
            out.retain(|action| match action {
                Action::Pass => true,
                Action::Attack { from, to } => self.board.dice(*from) > self.board.dice(*to),
            });
        }
    }

    fn outcome(&self) -> Outcome {
        let rank = |seat: Seat| {
            let standing = self.board.standing(seat);
            let dice = if self.rules.stuck == Stuck::Ends {
                0
            } else {
                standing.dice
            };
            (standing.territories, dice)
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
        self.rules = source.rules;
        self.seats = source.seats;
        self.to_move = source.to_move;
        self.step = source.step;
        self.opening = source.opening;
        self.round = source.round;
        self.captured = source.captured;
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
            round: if over && self.rules.rounds > 0 {
                self.round.min(self.rules.rounds)
            } else {
                self.round
            },
            standings: Seat::first(self.seats)
                .map(|seat| self.board.standing(seat))
                .collect(),
            outcome: over.then(|| self.outcome()),
        }
    }

    /// Pass first, then attacks by source index, then in neighbor order.
    fn actions_into(&self, out: &mut Vec<Action>) {
        out.clear();
        if self.step != Step::Decide {
            return;
        }
        let passes_anyway = !self.opening || self.rules.opening == Opening::Free;
        if passes_anyway {
            out.push(Action::Pass);
        }
        self.attacks_into(out);
        if out.is_empty() {
            out.push(Action::Pass);
        }
    }

    fn is_legal(&self, action: Action) -> bool {
        if self.step != Step::Decide {
            return false;
        }
        match action {
            Action::Pass => self.may_pass(),
            Action::Attack { from, to } => {
                let outnumbers = || self.board.dice(from) > self.board.dice(to);
                self.board.is_attack(self.to_move, from, to)
                    && (self.rules.combat == Combat::Dice || outnumbers())
            }
        }
    }

    fn act(&mut self, action: Action) {
        debug_assert!(self.is_legal(action), "{action:?} in {self:?}");
        match action {
            Action::Pass => self.pass(),
            Action::Attack { from, to } => {
                self.opening = false;
                match self.rules.combat {
                    Combat::Dice => self.step = Step::Battle { from, to },
                    Combat::Certain => self.settle(from, to, true),
                }
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
                let odds = (self.rules.combat == Combat::Dice)
                    .then(|| odds::exact(self.board.dice(from), self.board.dice(to)));
                let mut won = self.board.clone();
                won.capture(from, to);
                Prospect {
                    odds,
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

    fn reinforcement(&self, seat: Seat) -> u8 {
        match self.rules.reinforcement {
            Reinforcement::Cluster | Reinforcement::Random => self.board.largest_region(seat),
            Reinforcement::Captured if seat == self.to_move => self.captured.saturating_sub(1),
            Reinforcement::Captured => 0,
        }
    }

    fn course(&self) -> Course {
        match (self.rules.stuck, self.rules.reinforcement) {
            (Stuck::Ends, _) => Course::StuckEnds,
            (Stuck::Passes, Reinforcement::Cluster | Reinforcement::Captured) => Course::LastOwner,
            (Stuck::Passes, Reinforcement::Random) => Course::Scattered,
        }
    }

    fn must_attack(&self) -> bool {
        !self.may_pass()
    }

    fn to_place(&self) -> u8 {
        self.step.to_place()
    }
}
