//! The words of Dice of Doom.

use crate::games::place::Place;
use crate::games::words::legend::{Legend, LegendMark, Shows};
use crate::games::words::tips::{CLIENT, Moment, Tip};
use crate::games::words::{ATTACKS, BoardKey, Words};
use crate::lang::Language;

/// The marks on hexes.
const LEGEND: Legend = Legend {
    source: Place(6),
    target: Place(7),
    marks: &[
        LegendMark::new(1, Shows::Held, Language::legend_dice),
        LegendMark::new(1, Shows::Cursor, Language::legend_cursor),
        LegendMark::new(6, Shows::Source, Language::legend_source),
        LegendMark::new(7, Shows::Target, Language::legend_target),
        LegendMark::new(2, Shows::Danger, Language::legend_danger),
        LegendMark::new(7, Shows::Last, Language::legend_last),
    ],
};

/// The words of Dice of Doom.
pub const WORDS: Words = Words {
    verb: Language::verb_attack,
    columns: Some(Language::columns_hex),
    roles: &[],
    choice: &ATTACKS,
    keys: &[
        (BoardKey::Choose, Language::press_choose_hex),
        (BoardKey::Next, Language::press_next_hex),
        (BoardKey::Previous, Language::press_attack_before),
        (BoardKey::EndTurn, Language::press_end_dice),
    ],
    useless: &[
        BoardKey::FromHand(0),
        BoardKey::FromHand(1),
        BoardKey::FromHand(2),
    ],
    typed: &[
        ("b3c4", Language::types_attack_hex),
        ("b3", Language::types_cursor_hex),
        ("end", Language::types_end),
    ],
    rules: Some(Language::rules_doom),
    brief: Some(Language::brief_doom),
    legend: Some(&LEGEND),
    tips: &[
        Tip::new(Moment::Choose, |it| it.tip_hex(CLIENT)),
        Tip::new(Moment::Aim, |it| it.tip_target(CLIENT)),
        Tip::new(Moment::Acted, Language::tip_roll),
        Tip::new(Moment::End, Language::tip_end),
        Tip::new(Moment::Others, |it| it.tip_others(CLIENT)),
        Tip::new(Moment::Again, Language::tip_again),
    ],
    switches: &[
        ("preset", Language::switch_preset_doom),
        ("size", Language::switch_size),
        ("max_dice", Language::switch_most_doom),
        ("deal", Language::switch_deal),
        ("opening", Language::switch_opening),
        ("stuck", Language::switch_stuck),
        ("combat", Language::switch_combat),
        ("reinforcement", Language::switch_reinforcement),
        ("rounds", Language::switch_rounds_doom),
    ],
};
