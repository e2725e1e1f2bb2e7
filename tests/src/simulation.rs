//! Whole histories of the real server on one thread, in time that does not pass by itself: people who play, a network that
//! delays and breaks, a journal that fails or hangs, a record that is damaged, a server that dies, even while it reads its
//! journal, somebody who reads nothing, clocks that drift.
//!
//! [`history::run`] follows from its seed alone, to the byte. What is checked while it runs: nobody is shown what is not
//! durable, every lobby stands as the obvious one of [`crate::reference`] would, everybody is shown the same, revisions
//! have no gaps, every command is answered once and carried out once, a request to come in makes one place however often
//! it is made, whoever saw a match whole can verify it and so can whoever has its file, no clock runs while a lobby stands
//! still, an old token or key is worth nothing, a damaged lobby is closed and no other, every match goes on after the
//! storm, and every task ends when asked.

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
