//! Texts from strangers, read as the program reads them: for the fuzzer, which attacks these functions.
//!
//! Each function is the one road by which its text comes in, and says what came of it, or in words why nothing did.

use dicehall_engine::games::dice_wars::Map;
use dicehall_engine::{AnyState, GameKind};

use crate::cli::analyse::position as positions;
use crate::cli::seats as plans;
use crate::files::map_file;
use crate::net::address::Address;
use crate::start::SeatPlan;

/// A line for `dicehall analyse`.
pub fn position(line: &str) -> Result<AnyState, String> {
    positions::read(line)
        .map(|it| it.state)
        .map_err(|why| why.to_string())
}

/// The address of a server, as it will be shown and can be typed again.
pub fn address(text: &str) -> Result<String, String> {
    text.parse::<Address>()
        .map(|it| it.to_string())
        .map_err(|why| why.to_string())
}

/// Who is to sit where.
pub fn seats(text: &str, game: GameKind) -> Result<Vec<SeatPlan>, String> {
    plans::parse(text, game)
}

/// A map in the form in which the program writes it.
pub fn map(map: &Map) -> String {
    map_file::json(map)
}
