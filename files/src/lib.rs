//! Files that are kept for people, as the client and the server write and read them.
//!
//! In reading order: [`mod@write`] (a file is replaced whole or not at all), [`place`] (where a path leads), [`why`] (why a
//! file was not written or read), [`text`] (a text that a person gives), [`content`] (the kind of a file by its first
//! bytes), [`size_limit`] (a limit on the size of files ends no program). It knows nothing of games, messages or
//! folders: those who call it choose the paths.

pub mod content;
pub mod place;
pub mod size_limit;
pub mod text;
pub mod why;
pub mod write;

pub use why::Why;
pub use write::Readers;
