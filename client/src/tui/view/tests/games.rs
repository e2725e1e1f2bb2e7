//! Tests of the screens of Dice Wars, animal shogi and tic-tac-toe, and that no size makes them
//! panic.

use dicehall_engine::game::Layout;
use dicehall_engine::game::View;
use dicehall_engine::{AnyAction, AnyView, GameKind, Seat, State};
use ratatui::layout::Size;

use super::{USUAL, check, check_with_styles};
use crate::games::described::Described;
use crate::graphics::palette::ColorLevel;
use crate::graphics::theme::{Glyphs, Ground, Look};
use crate::lang::Language;
use crate::testing::{Table, draw, hear, joined, keys, screen};
use crate::tui::geometry::hits::Hit;
use crate::tui::model::Model;
use crate::tui::model::game_match::GameMatch;

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
        let told = table.act(AnyAction::TicTacToe(cell.parse().unwrap()));
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
        let told = table.act(AnyAction::TicTacToe(cell.parse().unwrap()));
        hear(&mut model, told);
    }
    check("marks_over", &mut model, USUAL);
    keys(&mut model, "<Esc>");
    check("marks_line", &mut model, USUAL);
}

/// The same match on the board of a game that has none of its own.
fn described(mut model: Model, layout: Option<&Layout>) -> Model {
    let game_match = model.game_match_mut().unwrap();
    let own = game_match.config.layout();
    let board = Described::new(layout.unwrap_or(&own), &game_match.view);
    game_match.board = Box::new(board);
    model
}

#[test]
pub(super) fn described_boards() {
    let hexes = Layout::hexes(7, 7);
    let mut squares = described(shogi(), None);
    check_with_styles("described_squares_80x24", &mut squares, USUAL);
    check("described_squares_120x40", &mut squares, WIDE);
    let mut leaning = described(marks(), Some(&hexes));
    check_with_styles("described_hexes_80x24", &mut leaning, USUAL);
    check("described_hexes_120x40", &mut leaning, WIDE);
    let mut regions = described(map(), None);
    check("described_map_80x24", &mut regions, USUAL);
    for (name, mut model) in [
        ("described_squares_ascii", squares),
        ("described_hexes_ascii", leaning),
    ] {
        model.look = Look {
            colors: ColorLevel::None,
            glyphs: Glyphs::Ascii,
            ..model.look
        };
        check(name, &mut model, USUAL);
    }
}

#[test]
pub(super) fn every_place_of_a_described_board_can_be_pointed_at() {
    let hexes = Layout::hexes(7, 7);
    for mut model in [
        described(marks(), Some(&hexes)),
        described(marks(), None),
        described(map(), None),
    ] {
        let places: Vec<_> = model.game_match().unwrap().board.places().all().collect();
        for (width, height) in [USUAL, WIDE] {
            model.size = Size::new(width, height);
            draw(&mut model);
            for at in places.iter().copied() {
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
pub(super) fn no_size_makes_a_board_panic() {
    let hexes = Layout::hexes(7, 7);
    let others = [
        described(shogi(), None),
        described(map(), None),
        described(marks(), Some(&hexes)),
    ];
    for mut model in all_games().into_iter().chain(others) {
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
        let places: Vec<_> = model.game_match().unwrap().board.places().all().collect();
        for (width, height) in [USUAL, WIDE] {
            model.size = Size::new(width, height);
            draw(&mut model);
            for at in places.iter().copied() {
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
        let places: Vec<_> = model.game_match().unwrap().board.places().all().collect();
        for at in places.iter().copied() {
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
        for pressed in ["<Esc>", "?", "<Right>", "<Right>", "<Right>"] {
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
        assert!(told.contains("(3 of 3)"), "{told}");
    }
}

#[test]
fn the_dice_that_wait_lie_beside_their_player() {
    let table = Table::of(GameKind::DiceWars, "map=atoll");
    let mut model = joined(&table);
    let running = model.game_match().unwrap();
    let (config, ply) = (running.config.clone(), running.ply);
    let AnyView::DiceWars(mut view) = running.view.clone() else {
        panic!("another game");
    };
    view.standings[1].reserve = 12;
    let shown = GameMatch::from_view(&config, &AnyView::DiceWars(view), ply);
    model.lobby.as_mut().unwrap().game_match = Some(shown);
    let row = |model: &mut Model, size: (u16, u16)| {
        let shown = screen(model, size.0, size.1);
        let rows: Vec<&str> = shown.lines().filter(|it| it.contains("▄█12 ")).collect();
        rows.concat()
    };
    assert!(row(&mut model, (120, 40)).contains("● bot easy 1 "));
    assert!(row(&mut model, USUAL).is_empty(), "there is no room");
    model.look.glyphs = Glyphs::Ascii;
    assert!(screen(&mut model, 120, 40).contains(" []12 "));
}

#[test]
fn who_is_about_to_win_is_told_after_the_move() {
    let mut table = Table::of(GameKind::TicTacToe, "");
    let mut model = joined(&table);
    let mut after = |cells: &str| {
        for cell in cells.split(' ') {
            let told = table.act(AnyAction::TicTacToe(cell.parse().unwrap()));
            hear(&mut model, told);
        }
        screen(&mut model, 80, 24)
    };
    assert!(!after("a1 b2").contains("Match point"));
    assert!(after("b1").contains("▲ Match point: you can win with your next move"));
    assert!(!after("c1").contains("you can win"));
    assert!(after("a2").contains("● Match point: bot easy can win with the next move"));
    assert!(!after("a3").contains("Match point"), "the match is over");
    let shogi = Table::shogi("1l1/2e/1L1/E1G b GCc");
    assert_eq!(shogi.state.view().match_point(), Some(Seat::ALL[1]));
}
