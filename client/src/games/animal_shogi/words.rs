//! The words of animal shogi.

use crate::games::place::Place;
use crate::games::words::legend::{Legend, LegendMark, Shows};
use crate::games::words::tips::{CLIENT, Moment, Tip};
use crate::games::words::{BoardKey, MOVES, Words};
use crate::lang::Language;

/// The pieces, and the marks around them.
const LEGEND: Legend = Legend {
    source: Place(7),
    target: Place(6),
    marks: &[
        LegendMark::new(7, Shows::Held, Language::legend_lion),
        LegendMark::new(3, Shows::Held, Language::legend_giraffe),
        LegendMark::new(2, Shows::Held, Language::legend_elephant),
        LegendMark::new(10, Shows::Held, Language::legend_chick),
        LegendMark::new(5, Shows::Held, Language::legend_hen),
        LegendMark::new(7, Shows::Source, Language::legend_lifted),
        LegendMark::new(6, Shows::Target, Language::legend_goes),
        LegendMark::new(6, Shows::Last, Language::legend_moved),
    ],
};

/// The words of animal shogi.
pub const WORDS: Words = Words {
    verb: Language::verb_move,
    columns: None,
    roles: &[Language::role_up, Language::role_down],
    choice: &MOVES,
    keys: &[
        (BoardKey::Choose, Language::press_choose_piece),
        (BoardKey::Next, Language::press_next_piece),
        (BoardKey::Previous, Language::press_previous_piece),
        (BoardKey::FromHand(0), Language::press_hand_chick),
        (BoardKey::FromHand(1), Language::press_hand_elephant),
        (BoardKey::FromHand(2), Language::press_hand_giraffe),
        (BoardKey::Back, Language::press_put_down),
    ],
    useless: &[BoardKey::EndTurn],
    typed: &[
        ("b3b2", Language::types_step),
        ("b2b1+", Language::types_promotion),
        ("C*b2", Language::types_drop),
        ("b3", Language::types_cursor_hex),
    ],
    rules: Some(Language::rules_shogi),
    brief: Some(Language::brief_shogi),
    legend: Some(&LEGEND),
    tips: &[
        Tip::new(Moment::Choose, |it| it.tip_lift(CLIENT)),
        Tip::new(Moment::Aim, |it| it.tip_put(CLIENT)),
        Tip::new(Moment::Others, |it| it.tip_catch(CLIENT)),
        Tip::new(Moment::Again, Language::tip_win),
    ],
    switches: &[("repetition", Language::switch_repetition)],
};
