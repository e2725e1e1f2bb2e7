//! The boards of the client: what only they may ask of a game, and how little the screens may ask of them.

use super::layers::mentions;
use super::{check_none, read, sources};

/// The most methods of a board.
const METHODS_MAX: usize = 12;

#[test]
fn only_boards_ask_what_a_game_is_played_with() {
    let rooms = [
        "client/src/tui",
        "client/src/plain",
        "client/src/cli",
        "client/lab",
    ];
    let asking = [
        "has_dice",
        "dice_mut",
        "moves_mut",
        "on_territories",
        "PlayedWith",
    ];
    let screens: Vec<_> = sources()
        .into_iter()
        .filter(|it| it.is_in(&rooms))
        .collect();
    assert!(screens.len() > 100, "is the search wrong?");
    check_none(
        "outside the boards asks for dice or moves",
        screens.iter().flat_map(|it| mentions(it, &asking)),
    );
}

#[test]
fn a_board_is_asked_few_questions() {
    let file = read("client/src/games/board.rs");
    let (_, board) = file.split_once("pub trait GameBoard").expect("the trait");
    let (board, _) = board.split_once("\n}\n").expect("its end");
    let methods = board.matches("\n    fn ").count();
    assert!(
        (1..=METHODS_MAX).contains(&methods),
        "a board has {methods} methods"
    );
}
