//! The board that will be played, before its match: the very ground of the rules, with a deal such as may come.
//!
//! Asked by the lobby whenever rules or seats change. Nobody knows the deal before the dice of the match are agreed on, so
//! this one is drawn from a fixed seed, and the screen calls it an example. Of games without a deal it is their example.

use dicehall_engine::dice::SeededDice;
use dicehall_engine::games::territory::Cells;
use dicehall_engine::{AnyConfig, AnyRules, AnyView};

use super::territory::example_view;
use super::{Board, example};

/// The seed of the deal that is shown.
const SEED: u64 = 7;

/// A board that is played with these rules by so many seats; `None` if there is none.
pub fn preview(rules: &AnyRules, seats: u8) -> Option<Board> {
    let (fewest, most) = rules.kind().seats();
    let seats = seats.clamp(fewest, most);
    let config = rules.generate(seats, &mut SeededDice::new(SEED)).ok()?;
    let dealt = |board: &str| example_view(Cells::parse(board).unwrap_or_default());
    let view = match &config {
        AnyConfig::DiceOfDoom(it) => AnyView::DiceOfDoom(dealt(&it.board)),
        AnyConfig::DiceWars(it) => AnyView::DiceWars(dealt(&it.board)),
        AnyConfig::AnimalShogi(_) | AnyConfig::TicTacToe(_) => {
            let (config, view) = example(rules.kind())?;
            return Some(super::board(&config, &view));
        }
    };
    Some(super::board(&config, &view))
}

/// Whether another deal may come than the one that is shown.
pub const fn is_dealt(rules: &AnyRules) -> bool {
    matches!(rules, AnyRules::DiceOfDoom(_) | AnyRules::DiceWars(_))
}

#[cfg(test)]
mod tests {
    use dicehall_engine::{GameKind, Seat};

    use super::*;
    use crate::lang::Language;

    fn owners(board: &Board) -> Vec<Seat> {
        let places = board.places().all();
        let held = places.filter_map(|it| board.held(it, Language::English));
        let mut owners: Vec<Seat> = held.filter_map(|it| it.owner()).collect();
        owners.sort_unstable();
        owners.dedup();
        owners
    }

    #[test]
    fn a_board_has_the_size_of_its_rules_and_everybody_who_plays() {
        let mut rules = GameKind::DiceOfDoom.default_rules();
        rules.set_switch("size", "6").unwrap();
        let board = preview(&rules, 3).unwrap();
        assert_eq!((board.places().count(), owners(&board).len()), (36, 3));
        assert_eq!(owners(&preview(&rules, 0).unwrap()).len(), 2, "the fewest");
        for game in GameKind::ALL {
            let (_, most) = game.seats();
            let board = preview(&game.default_rules(), 9).unwrap();
            assert_eq!(owners(&board).len(), usize::from(most), "{game:?}");
        }
    }
}
