//! The parsers of texts from strangers, for the fuzzer, which attacks these functions.
//!
//! Each function is the only way by which its text comes in; it returns the result, or an error in
//! words.

use dicehall_engine::GameKind;
use dicehall_engine::games::dice_wars::Map;

use crate::cli::args::seats as plans;
use crate::files::map_file;
use crate::net::address::Address;
use crate::start::SeatPlan;

/// Parses the address of a server; returns it as it will be shown and can be typed again.
pub fn address(text: &str) -> Result<String, String> {
    text.parse::<Address>()
        .map(|it| it.to_string())
        .map_err(|why| why.to_string())
}

/// Parses the plan of the seats.
pub fn seats(text: &str, game: GameKind) -> Result<Vec<SeatPlan>, String> {
    plans::parse(text, game)
}

/// A map as the program writes it.
pub fn map(map: &Map) -> String {
    map_file::json(map)
}
