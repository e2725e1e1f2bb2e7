//! Knowledge of single games for bots: which actions are promising, how good a position is, how a game is played out.
//!
//! One folder for each family of games. It uses the rules (`games`) and the traits of the searchers (`bots`); `roster`
//! says which bot is given which knowledge. A game without knowledge is played by bots that know its rules alone.

pub mod animal_shogi;
pub mod fitted;
pub mod territory;
