//! Tests of every screen in every language: no text is cut, and in other languages no word is left
//! in English.

use std::cell::RefCell;
use std::collections::BTreeSet;

use dicehall_engine::BotKind;

use unicode_width::UnicodeWidthStr;

use super::*;
use crate::games::place::lands::NAMES;
use crate::games::words;
use crate::graphics::put::cuts;
use crate::testing::speaking;
use crate::tui::keymap::help::TYPED;
use crate::tui::model::popup::switches::Switches;

/// Words that are the same in every language on the screens of these tests, besides commands and
/// switches.
const SAME: &str = "Dicehall http HOST PORT Ctrl Enter Space Shift Backspace PgUp PgDn Home Left Right Down JSON example \
    table with long name hall attic mine desk ATTJC CEXXR dicehall join lobby host easy normal hard expert \
    nodes \
    shall start sure nice roll before line connection reset record matches disk error server speaks version";

/// Names given by other people, which may be too long in every language, and a bot's specification.
/// These may be cut. Two lists may be cut as well: the log's places of new dice, and a panel's
/// targets.
const MAY_BE_CUT: [&str; 3] = ["a table with a long name", "far.example:4600", "paranoid:5"];

/// The screens of which a snapshot is kept in each language.
const KEPT: [&str; 17] = [
    "home",
    "home_beaten",
    "home_beaten_120x40",
    "lobby_as_host",
    "lobby_with_hints",
    "match_80x24",
    "match_later_120x40",
    "match_log",
    "match_over",
    "match_over_wide",
    "help_keys",
    "record",
    "play_on",
    "play_on_120x40",
    "play_on_over",
    "review",
    "review_120x40",
];

thread_local! {
    static FOUND: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

#[test]
fn nothing_is_cut_in_english() {
    check_speech(Language::English);
}

#[test]
fn every_screen_is_in_japanese() {
    check_speech(Language::Japanese);
}

#[test]
fn every_screen_is_in_chinese() {
    check_speech(Language::Chinese);
}

#[test]
fn the_names_of_columns_end_where_their_numbers_do() {
    for language in Language::ALL {
        for (heading, widths) in [
            (language.columns_hex(), [5, 6]),
            (language.columns_area(), [5, 6]),
            (language.targets_columns(), [0, 6]),
            (language.attacks_columns(), [0, 7]),
        ] {
            let mut rest = heading.as_str();
            for width in widths.into_iter().rev().filter(|it| *it > 0) {
                let before = rest.trim_end_matches(|it| it != ' ').trim_end();
                assert_eq!(rest.width() - before.width(), width, "{heading:?}");
                rest = before;
            }
        }
    }
}

#[track_caller]
fn check_speech(language: Language) {
    speaking(language, || {
        home_screens();
        lists_to_choose_from();
        lobbies_of_hosts_guests_and_spectators();
        lists_over_the_lobby();
        home::the_list_of_the_lan_tells_what_visits_have_found();
        a_match_at_every_tier();
        a_match_with_a_history();
        a_match_of_which_somebody_hears_late();
        boards_of_other_sizes();
        what_lies_over_a_match();
        what_is_found_and_where_to_jump();
        a_lost_connection();
        fights::an_attack_stays_in_the_light_until_the_next_key();
        fights::whoever_is_out_is_told_across_the_board();
        fights::what_may_follow_is_marked_on_the_board();
        fights::a_hint_points_at_what_it_advises();
        games::maps();
        games::squares_and_hands();
        games::cells_and_a_line();
        playing_on::playing_on();
        records::records();
        reviews::reviews();
        home::a_bare_start_in_each_size();
        home::tables_nearby_and_one_to_go_back_to();
        home::each_game_and_each_rung_is_shown();
        home::each_rung_tells_how_often_it_was_beaten();
    });
    let found = FOUND.take();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// The name of a screen's snapshot; `None` if none is kept. Before that it notes what is cut in the
/// usual terminal and, in other languages than English, which words are English.
pub(super) fn kept_as(name: &str, model: &mut Model, size: (u16, u16)) -> Option<String> {
    let language = spoken();
    // Some tests fix the language to English.
    if model.look.language != language {
        return None;
    }
    let drawn = note_cuts(name, model, size);
    if language == Language::English {
        return Some(name.to_owned());
    }
    note_english(name, &drawn);
    KEPT.contains(&name)
        .then(|| format!("{name}_{}", language.code()))
}

fn note(name: &str, what: &str, text: &str) {
    FOUND.with_borrow_mut(|it| it.push(format!("{name}, {what}: {text}")));
}

/// Draws a screen and notes the texts that are cut in the usual terminal.
fn note_cuts(name: &str, model: &mut Model, (width, height): (u16, u16)) -> String {
    cuts::take();
    let drawn = screen(model, width, height);
    for text in cuts::take() {
        let is_list =
            text.starts_with(&spoken().log_places("")) || text.contains(RICH.symbols().bar[0]);
        if (width, height) == USUAL && !is_list && !MAY_BE_CUT.contains(&text.as_str()) {
            note(name, "cut", &text);
        }
    }
    drawn
}

/// Notes the English words of a screen.
fn note_english(name: &str, drawn: &str) {
    let known = known_words();
    // A popup may cover a part of a word.
    let is_known = |word: &str| {
        let mut all = known.iter();
        all.any(|it| it.ends_with(word) || it.starts_with(word))
    };
    for line in drawn.lines() {
        let words = line.split(|it: char| !it.is_ascii_alphabetic());
        let mut english = words.filter(|it| it.len() > 3 && !is_known(it));
        if let Some(word) = english.next() {
            note(name, word, line);
        }
    }
}

/// Words that are the same in every language: names of lands and of kinds of bots, and typed words.
fn known_words() -> BTreeSet<String> {
    let mut texts: Vec<String> = vec![SAME.to_owned()];
    texts.extend(TYPED.iter().map(|it| it.0.to_owned()));
    for game in dicehall_engine::GameKind::ALL {
        texts.extend(words(*game).typed.iter().map(|it| it.0.to_owned()));
        let named = Switches::of(*game).filter(|it| it.name == "clock");
        for switch in named {
            texts.extend(switch.values.iter().map(|it| (*it).to_owned()));
        }
    }
    // Lands have the same names in every language.
    texts.extend(NAMES.map(str::to_owned));
    texts.extend(BotKind::ALL.iter().map(|it| it.name().to_owned()));
    let words = texts
        .iter()
        .flat_map(|it| it.split(|it: char| !it.is_ascii_alphabetic()));
    words.filter(|it| it.len() > 3).map(str::to_owned).collect()
}
