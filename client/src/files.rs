//! The files of the person on this machine: where they lie, what was chosen once and for all, and maps.
//!
//! Below the command line, the network and the screens, which all read them.

pub(crate) mod config;
pub(crate) mod map_file;
pub(crate) mod paths;
