//! Replies: remembered ones are the same at the same price, and the memory has an end.

use super::*;
use crate::games::dice_of_doom::{Position, Rules};

fn position(board: &str) -> Position {
    let rules = Rules {
        size: 3,
        ..Rules::BOOK
    };
    Position::of(rules, 2, board, 0, false)
}

/// A board where four dice are beside one die and beside five.
const BOARD: &str = "a4b1b1b5b1b1b1b1b1";

#[test]
fn a_remembered_reply_is_the_same_at_the_same_price() {
    let mut replies = Replies::new();
    let mut ask = || {
        let Reply { action, price } = replies.reply(&position(BOARD));
        (action, price)
    };
    let first = ask();
    assert_eq!(ask(), first);
    assert!(first.0.is_some() && first.1 > 0);
    assert_eq!(replies.known.len(), 1);
    replies.reply(&position("a3b1b1b5b1b1b1b1b1"));
    assert_eq!(replies.known.len(), 2, "the first is still known");
}

#[test]
fn the_memory_of_replies_has_an_end() {
    let mut replies = Replies::new();
    let reply = Reply {
        action: None,
        price: 0,
    };
    // Boards of nine hexes with up to four dice on eight of them, a different one for each number.
    for number in 0..REPLIES_MAX {
        let dice = |hex: usize| char::from(b'1' + u8::try_from(number >> (2 * hex) & 3).unwrap());
        let board: String = (0..8)
            .flat_map(|hex| ['b', dice(hex)])
            .chain(['a', '3'])
            .collect();
        replies.known.insert(position(&board), reply);
    }
    assert_eq!(replies.known.len(), REPLIES_MAX);
    replies.reply(&position(BOARD));
    assert_eq!(replies.known.len(), 1);
}
