//! The example of Dice of Doom that the home screen shows.

use dicehall_engine::games::dice_of_doom::{Config, Rules};
use dicehall_engine::{AnyConfig, AnyView};

use crate::games::territory::example_view;

/// Owners and dice of four rows of hexes.
const HEXES: &str = "d2a5a3b2d3d2a4c2d1d2c1c2b4b2c3c1";
/// The hexes of a row.
const COLUMNS: u8 = 4;

/// A position in mid-match for four seats.
pub(in crate::games) fn example() -> (AnyConfig, AnyView) {
    let rules = Rules {
        size: COLUMNS,
        ..Rules::STANDARD
    };
    let config = AnyConfig::DiceOfDoom(Config {
        rules,
        seats: 4,
        board: HEXES.to_owned(),
    });
    let view = example_view(HEXES.to_owned());
    (config, AnyView::DiceOfDoom(view))
}
