//! The networks that come with the program, one for each way in which a match goes on.
//!
//! Called by the learned player. `engine/training` makes the files, and each file says with which command.

#[cfg(test)]
mod tests;

use std::sync::{Arc, LazyLock};

use super::network::Network;
use super::weights;
use crate::games::territory::Course;

static BOOK: LazyLock<Arc<Network>> = LazyLock::new(|| included(include_str!("networks/book.txt")));
static STANDARD: LazyLock<Arc<Network>> =
    LazyLock::new(|| included(include_str!("networks/standard.txt")));
static SCATTERED: LazyLock<Arc<Network>> =
    LazyLock::new(|| included(include_str!("networks/scattered.txt")));

/// The network for matches that go on in this way.
pub fn network(course: Course) -> Arc<Network> {
    Arc::clone(match course {
        Course::LastOwner => &STANDARD,
        Course::Scattered => &SCATTERED,
        Course::StuckEnds => &BOOK,
    })
}

fn included(text: &str) -> Arc<Network> {
    match weights::network(text) {
        Ok(network) => Arc::new(network.in_whole_numbers()),
        // A test reads every included file.
        Err(error) => unreachable!("an included network: {error}"),
    }
}
