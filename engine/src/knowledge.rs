//! What bots know of single games: which actions look good, what a position is worth, how a game is played out.
//!
//! A folder for each family of games. It knows the rules (`games`) and what searchers ask for (the traits of `bots`); who
//! is given what, `roster` says. A game that has nothing here is played by bots that know its rules alone.

pub mod animal_shogi;
pub mod territory;
