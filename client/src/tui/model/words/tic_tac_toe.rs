//! The words of tic-tac-toe.

use super::Words;
use crate::tui::keymap::Action;

/// How tic-tac-toe is spoken of.
pub(super) const WORDS: Words = Words {
    place: "cell",
    verb: "mark",
    columns: "",
    roles: ["X", "O"],
    keys: &[
        (Action::Choose, "put your mark into this cell"),
        (Action::Next, "next free cell"),
        (Action::Previous, "previous free cell"),
        (Action::Back, "hide the notice"),
    ],
    useless: &[
        Action::EndTurn,
        Action::FirstInHand,
        Action::SecondInHand,
        Action::ThirdInHand,
    ],
    typed: &[("b2", "mark b2: column letter, row number")],
    rules: RULES,
    switches: &[],
};

const RULES: &[&str] = &[
    "Tic-tac-toe",
    "",
    "Seat 1 plays X and begins. Three of your marks in a line, straight or",
    "diagonal, win. A full board without a line is a draw.",
    "",
    "  [ ]      the cursor: Enter marks the cell, and so does a click",
    "  ( )      the line that won",
    "  *        the last mark",
    "",
    "Typed: :b2 marks the middle.",
];
