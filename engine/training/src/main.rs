//! Makes the weights of the value networks and of the judges without one, and measures bots that use them.
//!
//! A tool for developers: no part of the player's programs depends on it. Law kept here: the weights that it writes depend on
//! the command alone, not on the machine, the time or the number of threads.

mod adam;
mod arguments;
mod fit;
mod learner;
mod logit;
mod matches;
mod measure;
mod model;
mod number;
mod parallel;
mod players;
mod recipe;
mod results;
mod samples;

use clap::Parser;

use arguments::{Arguments, Command};

fn main() -> anyhow::Result<()> {
    match Arguments::parse().command {
        Command::Train(it) => recipe::run(&it, &mut std::io::stdout()),
        Command::Fit(it) => fit::run(&it, &mut std::io::stdout()),
        Command::Measure(it) => measure::run(&it, &mut std::io::stdout()),
        Command::Results(it) => results::run(&it, &mut std::io::stdout()),
    }
}
