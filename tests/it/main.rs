//! The whole program under test, in one binary.

#[cfg(test)]
mod reference;
