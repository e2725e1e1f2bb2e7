//! Tests of the screens of Dice Wars, animal shogi and tic-tac-toe, and that no size makes them
//! panic.

use dicehall_engine::GameKind;
use ratatui::layout::Size;

use super::{USUAL, check, check_with_styles};
use crate::games::place::Place;
use crate::graphics::palette::ColorLevel;
use crate::graphics::theme::{Glyphs, Ground, Look};
use crate::lang::Language;
use crate::testing::{Table, draw, hear, joined, keys, screen};
use crate::tui::geometry::hits::Hit;
use crate::tui::model::Model;

const WIDE: (u16, u16) = (120, 40);

fn all_games() -> [Model; 3] {
    [map(), shogi(), marks()]
}

/// A match on a shipped map with a source chosen and the cursor on a target.
fn map() -> Model {
    let mut model = joined(&Table::of(GameKind::DiceWars, "map=atoll"));
    keys(&mut model, "<Tab>");
    model
}

/// A match with a piece chosen, and pieces in both hands.
fn shogi() -> Model {
    let mut model = joined(&Table::shogi("1l1/2e/1L1/E1G b GCc"));
    keys(&mut model, "<Tab><Enter>");
    model
}

/// A match with a few marks on the board.
fn marks() -> Model {
    let mut table = Table::of(GameKind::TicTacToe, "");
    let mut model = joined(&table);
    for cell in ["b2", "a1", "c1"] {
        let told = table.act(dicehall_engine::AnyAction::TicTacToe(cell.parse().unwrap()));
        hear(&mut model, told);
    }
    model
}

#[test]
pub(super) fn maps() {
    check_with_styles("map_80x24", &mut map(), USUAL);
    check("map_120x40", &mut map(), WIDE);
    check("map_40x12", &mut map(), (40, 12));
    let mut plain = map();
    plain.look = Look {
        colors: ColorLevel::None,
        glyphs: Glyphs::Ascii,
        ground: Ground::Dark,
        language: Language::English,
    };
    check("map_ascii_no_color", &mut plain, USUAL);
    plain.look.colors = ColorLevel::Sixteen;
    plain.look.glyphs = Glyphs::HalfBlocks;
    check("map_16", &mut plain, USUAL);
}

#[test]
pub(super) fn squares_and_hands() {
    check_with_styles("shogi_80x24", &mut shogi(), USUAL);
    check("shogi_120x40", &mut shogi(), WIDE);
    check("shogi_40x12", &mut shogi(), (40, 12));
    let mut dropping = joined(&Table::shogi("1l1/2e/1L1/E1G b GCc"));
    keys(&mut dropping, "3");
    check("shogi_dropping", &mut dropping, USUAL);
}

#[test]
pub(super) fn cells_and_a_line() {
    check_with_styles("marks_80x24", &mut marks(), USUAL);
    check("marks_120x40", &mut marks(), WIDE);
    let mut table = Table::of(GameKind::TicTacToe, "");
    let mut model = joined(&table);
    for cell in ["b2", "a1", "c1", "a2", "a3"] {
        let told = table.act(dicehall_engine::AnyAction::TicTacToe(cell.parse().unwrap()));
        hear(&mut model, told);
    }
    check("marks_over", &mut model, USUAL);
    keys(&mut model, "<Esc>");
    check("marks_line", &mut model, USUAL);
}

#[test]
pub(super) fn no_size_makes_a_board_panic() {
    for mut model in all_games() {
        for (width, height) in (1..=130)
            .step_by(7)
            .flat_map(|w| (1..=45).step_by(4).map(move |h| (w, h)))
        {
            screen(&mut model, width, height);
            keys(&mut model, "<Left>");
        }
    }
}

#[test]
pub(super) fn every_place_can_be_pointed_at() {
    for mut model in all_games() {
        let places = u8::try_from(model.game_match().unwrap().board.places()).unwrap();
        for (width, height) in [USUAL, WIDE] {
            model.size = Size::new(width, height);
            draw(&mut model);
            for at in (0..places).map(Place) {
                let middle = model.hits.middle(Hit::Place(at)).unwrap();
                assert_eq!(
                    model.hits.at(middle.x, middle.y),
                    Some(Hit::Place(at)),
                    "{width}x{height}"
                );
            }
        }
    }
}

#[test]
pub(super) fn a_board_that_does_not_fit_shows_the_cursor() {
    for mut model in all_games() {
        keys(&mut model, "<Esc>");
        let places = u8::try_from(model.game_match().unwrap().board.places()).unwrap();
        for at in (0..places).map(Place) {
            model.game_match_mut().unwrap().cursor = at;
            let drawn = screen(&mut model, 40, 12);
            assert!(
                model.hits.middle(Hit::Place(at)).is_some(),
                "the cursor on {at:?} is not visible in\n{drawn}"
            );
        }
    }
}

#[test]
pub(super) fn games_without_dice_are_not_told_in_the_words_of_those_with() {
    for mut model in [shogi(), marks()] {
        let mut told = screen(&mut model, 120, 40);
        for pressed in ["<Esc>", "?", "<Right>", "<Right>"] {
            keys(&mut model, pressed);
            told.push_str(&screen(&mut model, 120, 60));
        }
        for word in [
            "attack",
            "hex",
            "territor",
            "Odds",
            "odds",
            "end turn",
            "the source",
        ] {
            let line = told.lines().find(|it| it.contains(word));
            assert_eq!(line, None, "{word}");
        }
        assert!(told.contains("(2 of 2)"), "{told}");
    }
}
