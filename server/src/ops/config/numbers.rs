//! The limits that can be set: those with which nobody could play, or that no machine could keep, are refused.
//!
//! Called when a configuration is resolved, for what stands on the command line and in the file.

use super::{ConfigError, RawConfig};

/// The most threads for bots that can be set.
pub(super) const BOT_THREADS_MAX: usize = 256;
/// The most lobbies or connections that can be set: more than a machine can hold.
pub(super) const COUNT_MAX: usize = 1_000_000;

/// Checks all limits of a configuration.
pub(super) fn check(config: &RawConfig) -> Result<(), ConfigError> {
    let bot_threads = config.bot_threads.map(usize::from);
    let numbers = [
        ("bot-threads", bot_threads, BOT_THREADS_MAX),
        ("lobbies", config.lobbies, COUNT_MAX),
        ("connections", config.connections, COUNT_MAX),
        (
            "connections-per-address",
            config.connections_per_address,
            COUNT_MAX,
        ),
        (
            "strangers-per-address",
            config.strangers_per_address,
            COUNT_MAX,
        ),
    ];
    for (name, given, most) in numbers {
        if given.is_some_and(|it| it == 0 || it > most) {
            return Err(ConfigError::Number { name, most });
        }
    }
    Ok(())
}
