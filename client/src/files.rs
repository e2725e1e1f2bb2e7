//! The person's files on this machine: their folders, the configuration and last choices, maps, and
//! the record of matches. `keep` writes them, `dicehall_files` reads texts that people give, and `rights` tells whether the
//! machine is the person's own at all.
//!
//! This layer lies below the command line, the network and the screens, which all use it.

pub(crate) mod account_key;
pub(crate) mod cards;
pub(crate) mod choices;
pub(crate) mod config;
pub mod keep;
pub(crate) mod map_file;
pub(crate) mod matches;
pub(crate) mod password;
pub mod paths;
pub(crate) mod private;
pub mod record;
pub mod rights;
