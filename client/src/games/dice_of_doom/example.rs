//! The example of Dice of Doom that the home screen shows, and the start of the match in which it is taught.

use dicehall_engine::games::dice_of_doom::{Config, Rules};
use dicehall_engine::games::territory::Cells;
use dicehall_engine::{AnyConfig, AnyView, Origin, Seat};

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
        first: Seat::default(),
    });
    let view = example_view(Cells::parse(HEXES).unwrap_or_default());
    (config, AnyView::DiceOfDoom(view))
}

/// Owners and dice at the start of the match in which the game is taught: whoever learns has so much more that even a
/// beginner wins, and soon.
const TAUGHT_HEXES: &str = "a2a3a2b1a1a4b2b1a2a3a5b1a1a2a3b2";

/// The start of the match in which the game is taught, for two seats; the first seat learns.
pub(in crate::games) fn origin() -> Option<Origin> {
    let rules = Rules {
        size: COLUMNS,
        ..Rules::STANDARD
    };
    Some(Origin {
        match_id: "tutorial".to_owned().try_into().ok()?,
        config: AnyConfig::DiceOfDoom(Config {
            rules,
            seats: 2,
            board: TAUGHT_HEXES.to_owned(),
            first: Seat::default(),
        }),
        steps: Vec::new(),
    })
}

#[cfg(test)]
mod tests {
    use dicehall_engine::State;

    use super::*;

    #[test]
    fn whoever_learns_begins_with_three_times_the_dice() {
        let view = origin().unwrap().position().unwrap().view();
        let view = view.on_territories().unwrap().clone();
        let dice: Vec<u16> = view.standings.iter().map(|it| it.dice).collect();
        assert!(dice[0] >= 3 * dice[1], "{dice:?}");
        assert_eq!(view.to_move, Some(Seat::default()));
    }
}
