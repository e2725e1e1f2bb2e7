//! The parser of positions from strangers, for the fuzzer, which attacks it.

use dicehall_engine::AnyState;

use crate::analyse::position as positions;

/// Parses a line for `dicehall analyse`; the error is in words.
pub fn position(line: &str) -> Result<AnyState, String> {
    positions::read(line)
        .map(|it| it.state)
        .map_err(|why| why.to_string())
}
