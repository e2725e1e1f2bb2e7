//! The operating system as a server uses it: threads and their priority, signals, memory, randomness, files that only
//! their owner may read.
//!
//! Every room above may ask it. Law kept here: what the system refuses is an error with a reason, never a panic.

pub(super) mod entropy;
pub(super) mod memory;
pub(super) mod priority;
pub(super) mod private_files;
pub mod signals;
pub mod threads;
