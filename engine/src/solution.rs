//! Animal shogi solved: the distance to the end of every position, computed, written down and looked up.
//!
//! `dicehall solve` has it computed and written. Nothing here starts a thread, opens a file or asks the time: whoever
//! calls brings [`solver::Workers`], and a table is bytes.
//!
//! The domain are the 249,442,767 positions, mirror images once, in which the lions are apart and none is on its far rank
//! (T. Tanaka, "An Analysis of a Board Game `Doubutsu Shogi`", IPSJ SIG Technical Report 2009-GI-22-3; R. Clausecker,
//! "dobutsu", <https://github.com/clausecker/dobutsu>). In reading order: [`frame`], [`pair`] and [`index`] number the
//! positions, [`threat`] and [`change`] say what moves do, [`forward`] looks at every position once, [`link`] goes back
//! from it, [`solver`] decides them all, [`check`] compares with what is known, [`table`] writes it down in the words of
//! [`code`], `probe` below it answers, [`tablebase`] is what bots ask.

pub mod change;
pub mod check;
pub mod code;
mod expected;
pub mod forward;
pub mod frame;
mod geometry;
pub mod index;
pub mod link;
pub mod locate;
pub mod pair;
pub mod solver;
pub mod table;
pub mod tablebase;
#[cfg(test)]
mod tests;
pub mod threat;
