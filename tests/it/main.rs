//! The whole program under test, in one binary.

mod protocol;
