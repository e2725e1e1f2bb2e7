//! The arguments of the laboratory's commands, as clap's types, and their meaning. The `///` lines of
//! these types are the program's help.

mod bench;
mod bots;
mod review;
mod solve;
mod tools;

pub use bench::{BenchArgs, ServeForBenchArgs};
pub use bots::{BotArgs, BotsArgs};
pub use review::ReviewArgs;
pub use solve::SolveArgs;
pub use tools::{AnalyseArgs, ArenaArgs, PerftArgs};

#[cfg(test)]
mod tests;
