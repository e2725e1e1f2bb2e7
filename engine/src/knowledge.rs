//! Knowledge of single games for bots: which actions look good, how good a position is, how a game is played out.
//!
//! A folder for each family of games. It knows the rules (`games`) and the traits that searchers ask for (`bots`); `roster`
//! says which bot is given which knowledge. A game without knowledge is played by bots that know its rules alone.

pub mod animal_shogi;
pub mod territory;
