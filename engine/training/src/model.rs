//! The models: the rules for which a network is made, and the deals on which it learns and is measured.

use std::fmt;
use std::str::FromStr;

use anyhow::Context;
use clap::ValueEnum;
use dicehall_engine::dice::{Dice, SeededDice};
use dicehall_engine::game::{ConfigError, Game, Seat};
use dicehall_engine::games::dice_of_doom::{self, DiceOfDoom};
use dicehall_engine::games::dice_wars::{self, DiceWars};
use dicehall_engine::games::territory::OnTerritories;

/// A model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Model {
    /// Dice of Doom by the book: a match ends as soon as a seat is stuck.
    Book,
    /// Dice of Doom, standard: to the last owner, dice placed in index order.
    Standard,
    /// Dice Wars: to the last owner, dice placed at random.
    Scattered,
}

impl Model {
    /// The name on the command line.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Book => "book",
            Self::Standard => "standard",
            Self::Scattered => "scattered",
        }
    }

    fn rules_of_doom(self) -> dice_of_doom::Rules {
        match self {
            Self::Book => dice_of_doom::Rules::BOOK,
            Self::Standard | Self::Scattered => dice_of_doom::Rules::STANDARD,
        }
    }
}

/// A switch of a game with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Switch {
    name: String,
    value: String,
}

impl FromStr for Switch {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> anyhow::Result<Self> {
        let (name, value) = text.split_once('=').context("a switch is SWITCH=VALUE")?;
        let [name, value] = [name, value].map(str::to_owned);
        Ok(Self { name, value })
    }
}

impl fmt::Display for Switch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.name, self.value)
    }
}

/// A game with the deals of its models.
pub(crate) trait Deals: Game<State: OnTerritories> {
    /// Starts a match by the usual rules of a model, but for these switches.
    fn usual(
        model: Model,
        switches: &[Switch],
        seats: u8,
        dice: &mut SeededDice,
    ) -> Result<Self::State, ConfigError>;

    /// Starts a match for learning: seats, sizes and dice vary.
    fn varied(model: Model, dice: &mut SeededDice) -> Result<Self::State, ConfigError>;
}

impl Deals for DiceOfDoom {
    fn usual(
        model: Model,
        switches: &[Switch],
        seats: u8,
        dice: &mut SeededDice,
    ) -> Result<Self::State, ConfigError> {
        let mut rules = model.rules_of_doom();
        for Switch { name, value } in switches {
            Self::set_switch(&mut rules, name, value)?;
        }
        Self::start(&Self::generate(&rules, seats, dice)?)
    }

    fn varied(model: Model, dice: &mut SeededDice) -> Result<Self::State, ConfigError> {
        let seats = seats(dice);
        let mut rules = model.rules_of_doom();
        if one_of(5, dice) {
            rules.size = between(3, 7, dice);
            rules.max_dice = between(3, 8, dice);
        }
        Self::start(&Self::generate(&rules, seats, dice)?)
    }
}

impl Deals for DiceWars {
    fn usual(
        _model: Model,
        switches: &[Switch],
        seats: u8,
        dice: &mut SeededDice,
    ) -> Result<Self::State, ConfigError> {
        let mut rules = dice_wars::Rules::STANDARD;
        for Switch { name, value } in switches {
            Self::set_switch(&mut rules, name, value)?;
        }
        Self::start(&Self::generate(&rules, seats, dice)?)
    }

    fn varied(_model: Model, dice: &mut SeededDice) -> Result<Self::State, ConfigError> {
        let seats = seats(dice);
        let mut rules = dice_wars::Rules::STANDARD;
        if one_of(8, dice) {
            rules.max_dice = between(4, 12, dice);
            rules.stock = between(0, 64, dice);
        }
        Self::start(&Self::generate(&rules, seats, dice)?)
    }
}

/// Four seats mostly; every tenth match has two, and every tenth three.
fn seats(dice: &mut SeededDice) -> u8 {
    match dice.below(10) {
        0 => 2,
        1 => 3,
        _ => 4,
    }
}

/// Whether a case comes about that is one of `cases`.
pub(crate) fn one_of(cases: u64, dice: &mut SeededDice) -> bool {
    dice.below(cases) == 0
}

/// A number between two, both included.
fn between(least: u8, most: u8, dice: &mut SeededDice) -> u8 {
    let drawn = dice.below(u64::from(most - least) + 1);
    least + u8::try_from(drawn).unwrap_or_else(|_| unreachable!("it is below a byte"))
}

/// A seat, drawn from the first `seats`.
pub(crate) fn any_seat(seats: u8, dice: &mut SeededDice) -> Seat {
    Seat::ALL[usize::from(between(0, seats - 1, dice))]
}
