//! The things that lie on a described board, as they are told and drawn.

use dicehall_engine::game::layout::{Cells, Grid, Order};
use dicehall_engine::games::tic_tac_toe::View as Marked;
use ratatui::buffer::Cell;

use super::*;
use crate::games::place::Move;
use crate::games::sample::NOWHERE;
use crate::graphics::palette::ColorLevel;
use crate::graphics::theme::{Glyphs, Ground as Background};

const ENGLISH: Language = Language::English;

fn board(layout: &Layout, marks: &[Mark]) -> Described {
    let view = Marked {
        board: ".........".to_owned(),
        to_move: None,
        line: Vec::new(),
        outcome: None,
        match_point: None,
    };
    let mut board = Described::new(layout, &AnyView::TicTacToe(view));
    board.marks = marks.to_vec();
    board
}

fn stone(at: u8, seat: usize) -> Mark {
    Mark::of(Place(at), Seat::ALL[seat])
}

fn look(colors: ColorLevel, glyphs: Glyphs) -> Look {
    Look {
        colors,
        glyphs,
        ground: Background::Dark,
        language: ENGLISH,
    }
}

fn drawn(board: &Described, look: Look, scale: Scale) -> String {
    let mut buffer = Buffer::empty(Rect::new(0, 0, 200, 20));
    let context = BoardContext::picture(look, scale, NOWHERE);
    board.draw(&context, buffer.area, &mut buffer);
    buffer.content.iter().map(Cell::symbol).collect()
}

#[test]
fn everything_at_one_place_is_told_and_drawn() {
    let marks = [stone(0, 0).counted(2), stone(0, 1).counted(1)];
    let board = board(&Layout::squares(12, 1), &marks);
    let held = board.held(Place(0), ENGLISH).unwrap().each();
    let owners: Vec<Option<Seat>> = held.iter().map(PlaceContent::owner).collect();
    assert_eq!(owners, [Some(Seat::ALL[0]), Some(Seat::ALL[1])]);
    let told: Vec<Option<String>> = held.into_iter().map(|it| it.counted(ENGLISH)).collect();
    assert_eq!(
        told,
        [Some("2 pieces".to_owned()), Some("1 piece".to_owned())]
    );
    let lines = look(ColorLevel::None, Glyphs::Ascii);
    let picture = look(ColorLevel::True, Glyphs::HalfBlocks);
    for (look, scale, counts) in [
        (lines, Scale::Small, ["2", "1"]),
        (lines, Scale::Tiny, ["", ""]),
        (picture, Scale::Tiny, ["2", "1"]),
        (picture, Scale::Large, ["2", "1"]),
    ] {
        let signs = [0, 1].map(|it| format!("{}{}", look.owner(Seat::ALL[it]), counts[it]));
        let text = drawn(&board, look, scale);
        assert!(text.contains(&signs.concat()), "{scale:?} {text}");
    }
}

#[test]
fn a_stone_that_fell_is_told_and_traced_where_it_lies() {
    let mut board = board(&Layout::squares(3, 3), &[stone(8, 1)]);
    let action = AnyAction::TicTacToe("a1".parse().unwrap());
    let told = |after: &[Mark]| board.told_with(action, Some(after), ENGLISH);
    let fell = [stone(6, 0), stone(8, 1)];
    assert_eq!(told(&fell), "marks a3");
    assert_eq!(told(&[stone(0, 0), stone(8, 1)]), "marks a1");
    assert_eq!(told(&[stone(6, 0), stone(7, 0)]), "marks a1");
    assert_eq!(board.told(action, ENGLISH), "marks a1");
    let seen = Trail {
        last: action.ends(),
        ..Trail::default()
    };
    board.newest = board.newest_in(&fell);
    board.marks = fell.to_vec();
    assert_eq!(board.trail(&seen).last, Some((Place(6), Place(6))));
    board.marks.push(stone(0, 0));
    assert_eq!(board.trail(&seen).last, action.ends());
}

#[test]
fn only_what_is_gone_is_told_as_taken() {
    let action = AnyAction::AnimalShogi("b3b2".parse().unwrap());
    let (from, to) = action.ends().unwrap();
    let by_columns = Grid {
        order: Order::Columns,
        ..Grid::new(3, 4, Cells::Square)
    };
    let there = stone(to.0, 1).with_glyph('c').counted(1);
    let moved = stone(to.0, 0).with_glyph('L');
    let before = [stone(from.0, 0).with_glyph('L'), there];
    let board = board(&Layout::Grid(by_columns), &before);
    let told = |after: Option<&[Mark]>| board.told_with(action, after, ENGLISH);
    assert_eq!(told(Some(&[moved])), "L b3-b2, takes c");
    assert_eq!(told(Some(&[moved, there.counted(2)])), "L b3-b2");
    assert_eq!(told(None), "L b3-b2");
}

#[test]
fn the_last_stone_has_a_sign_in_every_look() {
    let board = board(&Layout::hexes(7, 7), &[stone(8, 1), stone(9, 0)]);
    let trail = Trail {
        last: Some((Place(8), Place(8))),
        ..Trail::default()
    };
    for (colors, glyphs, sign) in [
        (ColorLevel::True, Glyphs::HalfBlocks, '*'),
        (ColorLevel::None, Glyphs::Ascii, ' '),
    ] {
        let look = look(colors, glyphs);
        let context = BoardContext {
            trail: &trail,
            ..BoardContext::picture(look, Scale::Medium, NOWHERE)
        };
        let tiles = [8, 9].map(|it| board.tile(&context, Place(it)));
        assert_eq!(tiles.each_ref().map(|it| it.count), [sign, ' ']);
        assert_eq!(tiles.map(|it| it.trail), ["*", ""]);
    }
}

#[test]
fn a_choice_without_luck_shows_no_odds() {
    let board = board(&Layout::hexes(7, 7), &[]);
    let choice = |odds| Move {
        from: Place(8),
        to: Place(8),
        odds,
        link: None,
        action: AnyAction::TicTacToe("a1".parse().unwrap()),
    };
    for (odds, expect) in [(None, ""), (Some(0.25), "25%")] {
        let moves = [choice(odds)];
        let look = look(ColorLevel::None, Glyphs::Ascii);
        let context = BoardContext {
            moves: &moves,
            ..BoardContext::picture(look, Scale::Medium, NOWHERE)
        };
        assert_eq!(board.tile(&context, Place(8)).odds.trim(), expect);
    }
}
