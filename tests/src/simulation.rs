//! Whole histories of the real server on one thread, in time that tests move: people who play, a network that delays
//! and breaks, a journal that fails or hangs, a damaged record, a server that dies, even while it reads its journal, a
//! peer that reads nothing, clocks that drift.
//!
//! [`history::run`] follows from its seed alone, to the byte. It checks that nobody is shown anything that is not
//! durable; that every lobby is like the one of [`crate::reference`]; that everybody is shown the same; that revisions
//! have no gaps; that every command is answered once and carried out once; that a request to enter gives one place
//! however often it is sent; that a match can be verified by everybody who saw all of it or has its file; that no clock
//! runs while a lobby stands still; that an old token or key is worthless; that a damaged lobby is closed and no other;
//! that every match goes on after the storm; and that every task ends when asked.

pub mod history;
mod idle_peer;
mod network;
mod oracle;
mod person;
mod plan;
mod requests;
mod socket;
mod steps;
mod time;
mod world;

pub use steps::{Step, Who};
pub use world::Report;
