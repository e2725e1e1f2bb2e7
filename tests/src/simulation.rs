//! Whole histories of the real server on one thread, in time that does not pass by itself: people who play, a network that
//! delays and breaks, a journal that fails, a record that is damaged, a server that dies.
//!
//! [`history::run`] follows from its seed alone, to the byte. What is checked while it runs: nobody is shown what is not
//! durable, every lobby stands as the obvious one of [`crate::reference`] would, everybody is shown the same, revisions
//! have no gaps, every command is answered once and carried out once, no clock runs while a lobby stands still, an old
//! token is worth nothing, a damaged lobby is closed and no other, every match goes on after the storm, and every task
//! ends when asked.

pub mod history;
mod network;
mod oracle;
mod person;
mod plan;
mod requests;
mod statue;
mod story;
mod time;
mod world;

pub use story::{Step, Who};
pub use world::Report;
