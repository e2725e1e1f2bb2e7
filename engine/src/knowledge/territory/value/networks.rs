//! The networks that come with the program, one for each way in which a match goes on.
//!
//! Called by the learned player. `engine/training` makes the files, and each file says with which command.

#[cfg(test)]
mod tests;

use std::sync::{Arc, LazyLock};

use super::network::Network;
use super::weights;
use crate::games::territory::Course;
use crate::knowledge::fitted;

/// The characters of a checksum that tell one network from all others that there will be.
const VERSION_CHARACTERS: usize = 8;

static BOOK: LazyLock<Arc<Network>> = LazyLock::new(|| included(text(Course::StuckEnds)));
static STANDARD: LazyLock<Arc<Network>> = LazyLock::new(|| included(text(Course::LastOwner)));
static SCATTERED: LazyLock<Arc<Network>> = LazyLock::new(|| included(text(Course::Scattered)));

/// The network for matches that go on in this way.
pub fn network(course: Course) -> Arc<Network> {
    Arc::clone(match course {
        Course::LastOwner => &STANDARD,
        Course::Scattered => &SCATTERED,
        Course::StuckEnds => &BOOK,
    })
}

/// The name of the network, and the beginning of its checksum, which differs from that of every other version.
pub fn version(course: Course) -> String {
    let name = match course {
        Course::LastOwner => "standard",
        Course::Scattered => "scattered",
        Course::StuckEnds => "book",
    };
    let checksum: String = fitted::checksum_of(text(course))
        .chars()
        .take(VERSION_CHARACTERS)
        .collect();
    format!("network {name} {checksum}")
}

const fn text(course: Course) -> &'static str {
    match course {
        Course::LastOwner => include_str!("networks/standard.txt"),
        Course::Scattered => include_str!("networks/scattered.txt"),
        Course::StuckEnds => include_str!("networks/book.txt"),
    }
}

fn included(text: &str) -> Arc<Network> {
    match weights::network(text) {
        Ok(network) => Arc::new(network.in_whole_numbers()),
        // A test reads every included file.
        Err(error) => unreachable!("an included network: {error}"),
    }
}
