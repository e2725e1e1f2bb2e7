//! The words of tic-tac-toe.

use crate::games::place::Place;
use crate::games::words::legend::{Legend, LegendMark, Shows};
use crate::games::words::tips::{CLIENT, Moment, Tip};
use crate::games::words::{BoardKey, MOVES, Words};
use crate::lang::Language;

/// The marks in cells.
const LEGEND: Legend = Legend {
    source: Place(0),
    target: Place(0),
    marks: &[
        LegendMark::new(0, Shows::Held, Language::legend_mark),
        LegendMark::new(2, Shows::Cursor, Language::legend_cell),
        LegendMark::new(0, Shows::Last, Language::legend_marked),
    ],
};

/// The words of tic-tac-toe.
pub const WORDS: Words = Words {
    verb: Language::verb_mark,
    columns: None,
    roles: &[Language::role_x, Language::role_o],
    choice: &MOVES,
    keys: &[
        (BoardKey::Choose, Language::press_mark),
        (BoardKey::Next, Language::press_next_cell),
        (BoardKey::Previous, Language::press_previous_cell),
        (BoardKey::Back, Language::press_hide_notice),
    ],
    useless: &[
        BoardKey::EndTurn,
        BoardKey::FromHand(0),
        BoardKey::FromHand(1),
        BoardKey::FromHand(2),
    ],
    typed: &[("b2", Language::types_cell)],
    rules: Some(Language::rules_cells),
    brief: Some(Language::brief_cells),
    legend: Some(&LEGEND),
    tips: &[
        Tip::new(Moment::Choose, |it| it.tip_mark(CLIENT)),
        Tip::new(Moment::Others, Language::tip_line),
    ],
    switches: &[],
};
