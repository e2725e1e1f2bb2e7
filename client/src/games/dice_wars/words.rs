//! The words of Dice Wars.

use crate::games::place::Place;
use crate::games::words::legend::{Legend, LegendMark, Shows};
use crate::games::words::tips::{CLIENT, Moment, Tip};
use crate::games::words::{ATTACKS, BoardKey, Words};
use crate::lang::Language;

/// The marks on lands.
const LEGEND: Legend = Legend {
    source: Place(1),
    target: Place(2),
    marks: &[
        LegendMark::new(0, Shows::Held, Language::legend_dice),
        LegendMark::new(1, Shows::Cursor, Language::legend_cursor),
        LegendMark::new(1, Shows::Source, Language::legend_source),
        LegendMark::new(2, Shows::Target, Language::legend_target),
        LegendMark::new(0, Shows::Danger, Language::legend_danger),
        LegendMark::new(2, Shows::Last, Language::legend_last),
    ],
};

/// The words of Dice Wars.
pub const WORDS: Words = Words {
    verb: Language::verb_attack,
    columns: Some(Language::columns_area),
    roles: &[],
    choice: &ATTACKS,
    keys: &[
        (BoardKey::Choose, Language::press_choose_territory),
        (BoardKey::Next, Language::press_next_territory),
        (BoardKey::Previous, Language::press_attack_before),
        (BoardKey::EndTurn, Language::press_end_dice),
    ],
    useless: &[
        BoardKey::FromHand(0),
        BoardKey::FromHand(1),
        BoardKey::FromHand(2),
    ],
    typed: &[
        ("12>7", Language::types_attack_territory),
        ("12", Language::types_cursor_territory),
        ("end", Language::types_end),
        ("map save FILE", Language::types_map_save),
    ],
    rules: Some(Language::rules_wars),
    brief: Some(Language::brief_wars),
    legend: Some(&LEGEND),
    tips: &[
        Tip::new(Moment::Choose, |it| it.tip_land(CLIENT)),
        Tip::new(Moment::Aim, |it| it.tip_target(CLIENT)),
        Tip::new(Moment::Acted, Language::tip_roll),
        Tip::new(Moment::End, Language::tip_end),
        Tip::new(Moment::Others, |it| it.tip_others(CLIENT)),
        Tip::new(Moment::Again, Language::tip_again),
    ],
    switches: &[
        ("preset", Language::switch_preset_wars),
        ("map", Language::switch_map),
        ("max_dice", Language::switch_most_wars),
        ("stock", Language::switch_stock),
        ("rounds", Language::switch_rounds_wars),
    ],
};
