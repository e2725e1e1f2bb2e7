//! Tests that the catalogue is complete in every language and has no unused sentence.

use std::collections::{BTreeMap, BTreeSet};

use fluent_bundle::{FluentResource, FluentValue};
use unicode_width::UnicodeWidthStr;

use super::catalogue::{Catalogue, FILES};
use super::*;

/// The sentences of every file.
const TABLES: [&[(&str, &[&str])]; 13] = [
    plain::SENTENCES,
    commands::SENTENCES,
    games::SENTENCES,
    notices::SENTENCES,
    home::SENTENCES,
    keys::SENTENCES,
    lobby::SENTENCES,
    board::SENTENCES,
    help::SENTENCES,
    past::SENTENCES,
    banter::SENTENCES,
    kept::SENTENCES,
    door::SENTENCES,
];

/// The sentences of a language with the gaps that each contains, file by file.
fn written(files: &[&str]) -> Vec<Vec<(String, BTreeSet<String>)>> {
    let file = |text: &&str| {
        let mut found: Vec<(String, BTreeSet<String>)> = Vec::new();
        for line in text.lines().filter(|it| !it.starts_with('#')) {
            if let Some((key, _)) = line.split_once(" =")
                && key.starts_with(|it: char| it.is_ascii_lowercase())
            {
                found.push((key.to_owned(), BTreeSet::new()));
            }
            let Some((_, gaps)) = found.last_mut() else {
                continue;
            };
            let name = |it: char| it.is_ascii_alphanumeric() || it == '_';
            let named = line.split('$').skip(1);
            gaps.extend(named.map(|it| it.chars().take_while(|it| name(*it)).collect::<String>()));
        }
        found
    };
    files.iter().map(file).collect()
}

/// A sentence in which each gap is filled with its own name between signs that no sentence has.
fn filled(language: Language, key: &str, gaps: &[&str]) -> String {
    let names: Vec<String> = gaps.iter().map(|it| format!("<{it}>")).collect();
    let arguments: Vec<(&str, FluentValue<'_>)> = gaps
        .iter()
        .zip(&names)
        .map(|(gap, name)| (*gap, FluentValue::from(name.as_str())))
        .collect();
    Catalogue::of(language).say(key, &arguments).unwrap()
}

#[test]
fn every_file_can_be_read() {
    for (language, files) in Language::ALL.into_iter().zip(FILES) {
        for file in files {
            let faults = FluentResource::try_new((*file).to_owned()).err();
            let faults = faults.map(|(_, faults)| faults);
            assert_eq!(faults, None, "{}", language.code());
        }
    }
}

#[test]
fn every_language_has_every_sentence_once_and_no_other() {
    for (language, files) in Language::ALL.into_iter().zip(FILES) {
        for (table, written) in TABLES.iter().zip(written(files)) {
            let mut wanted: Vec<&str> = table.iter().map(|it| it.0).collect();
            let mut there: Vec<&str> = written.iter().map(|it| it.0.as_str()).collect();
            wanted.sort_unstable();
            there.sort_unstable();
            assert_eq!(there, wanted, "{}", language.code());
        }
    }
}

#[test]
fn no_language_names_a_gap_that_is_not_filled_and_english_uses_each() {
    let declared: BTreeMap<&str, BTreeSet<String>> = TABLES
        .iter()
        .copied()
        .flatten()
        .map(|(key, gaps)| (*key, gaps.iter().map(|it| (*it).to_owned()).collect()))
        .collect();
    for (language, files) in Language::ALL.into_iter().zip(FILES) {
        for (key, named) in written(files).into_iter().flatten() {
            let gaps = &declared[key.as_str()];
            assert!(
                named.is_subset(gaps),
                "{} {key}: {named:?}",
                language.code()
            );
            let is_whole = language != Language::English || named == *gaps;
            assert!(is_whole, "{key} needs no {gaps:?}");
        }
    }
}

/// Words that are no longer said, because there is one word for each thing: a group of connected lands, a hex of Dice of
/// Doom and a land of Dice Wars, a draw, somebody who is away, a rematch. Everything is compared in lower case.
const GONE: [&[&str]; 3] = [
    &[
        "realm",
        "cluster",
        "joined land",
        "linked",
        "if won: link",
        "territor",
        "areas",
        "share the win",
        "shared end",
        "shared win",
        "nobody wins",
        "(gone)",
        "bluff",
    ],
    &[
        "まとまり",
        "つながり",
        "勝ちを分け",
        "勝ち分け",
        "千日手で引分",
        "(切断)",
        "駆け引き",
    ],
    &[
        "和棋",
        "和局",
        "共同获胜",
        "共同胜",
        "(断线)",
        "平局算守方",
        "心计",
    ],
];

#[test]
fn each_thing_has_one_word() {
    let mut found = Vec::new();
    for ((language, files), gone) in Language::ALL.into_iter().zip(FILES).zip(GONE) {
        let pages = pages(language).map(str::to_lowercase);
        let files = files.iter().map(|it| it.to_lowercase()).chain(pages);
        let lines: Vec<String> = files
            .flat_map(|it| it.lines().map(str::to_owned).collect::<Vec<_>>())
            .collect();
        let told = lines.iter().filter(|it| !it.starts_with('#'));
        // The name of a sentence, or of one of its forms, is not said.
        let told = told.map(|it| {
            it.split_once(['=', ']'])
                .map_or(it.as_str(), |(_, text)| text)
        });
        for line in told {
            let word = gone.iter().find(|it| line.contains(**it));
            found.extend(word.map(|it| format!("{}, {it}: {line}", language.code())));
        }
    }
    assert_eq!(found, [""; 0]);
}

/// The sentences of the page, of its big screen and of its dialog of devices, which the programs do not read.
fn pages(language: Language) -> [&'static str; 3] {
    match language {
        Language::English => [
            include_str!("../../lang/en/page.ftl"),
            include_str!("../../lang/en/tv.ftl"),
            include_str!("../../lang/en/devices.ftl"),
        ],
        Language::Japanese => [
            include_str!("../../lang/ja/page.ftl"),
            include_str!("../../lang/ja/tv.ftl"),
            include_str!("../../lang/ja/devices.ftl"),
        ],
        Language::Chinese => [
            include_str!("../../lang/zh/page.ftl"),
            include_str!("../../lang/zh/tv.ftl"),
            include_str!("../../lang/zh/devices.ftl"),
        ],
    }
}

#[test]
fn what_english_tells_every_language_tells() {
    for (key, gaps) in TABLES.iter().copied().flatten() {
        let english = filled(Language::English, key, gaps);
        let told = gaps.iter().map(|it| format!("<{it}>"));
        for gap in told.filter(|it| english.contains(it)) {
            for language in Language::ALL {
                let text = filled(language, key, gaps);
                assert!(text.contains(&gap), "{} {key}: {text}", language.code());
            }
        }
    }
}

#[test]
fn the_language_is_as_typed_else_as_configured_else_as_the_environment_says() {
    #[track_caller]
    fn check(variables: &[(&str, &str)], expect: Language) {
        let variable = |name: &str| {
            let mut found = variables.iter().filter(|it| it.0 == name);
            found.next().map(|it| it.1.to_owned())
        };
        assert_eq!(Language::chosen(None, None, variable), expect);
        let [english, japanese, chinese] = Language::ALL;
        let typed = Language::chosen(Some(chinese), Some(japanese), variable);
        let configured = Language::chosen(None, Some(english), variable);
        assert_eq!((typed, configured), (chinese, english));
    }
    let [english, japanese, chinese] = Language::ALL;
    check(&[], english);
    check(&[("LANG", "ja_JP.UTF-8")], japanese);
    check(
        &[("LC_MESSAGES", "zh_CN.UTF-8"), ("LANG", "ja_JP.UTF-8")],
        chinese,
    );
    check(&[("LC_ALL", "C"), ("LANG", "ja_JP.UTF-8")], english);
    check(
        &[
            ("LC_ALL", ""),
            ("LC_MESSAGES", "ja"),
            ("LC_CTYPE", "C.UTF-8"),
        ],
        japanese,
    );
    check(&[("LANG", "de_DE.UTF-8")], english);
    check(&[("LANG", "ZH-hans.UTF-8")], chinese);
    // Whoever reads traditional characters gets the simplified ones only if they ask for them.
    check(&[("LANG", "zh_TW.UTF-8")], english);
    check(&[("LANG", "zh_HK.UTF-8")], english);
    check(&[("LANG", "zh_Hant_SG.UTF-8")], english);
}

#[test]
fn where_utf_8_cannot_be_read_everything_is_english_whatever_was_chosen() {
    for locale in ["ja_JP.eucJP", "zh_CN.GB18030", "zh_TW.Big5", "ja_JP"] {
        let variable = |name: &str| (name == "LANG").then(|| locale.to_owned());
        for language in Language::ALL {
            let chosen = Language::chosen(Some(language), Some(language), variable);
            assert_eq!(chosen, Language::English, "{locale}");
        }
    }
}

#[test]
fn what_is_not_in_the_catalogue_is_said_by_its_name() {
    for language in Language::ALL {
        assert_eq!(language.say("no_such_sentence", &[]), "no_such_sentence");
    }
}

#[test]
fn no_notice_is_wider_than_the_line_that_shows_it() {
    const COLUMNS: usize = 80;
    // The lines of cards are wrapped, so their length is not limited.
    let is_card = |key: &str| key.starts_with("close_") || key.starts_with("dice_wrong");
    let questions = [
        ("ask_quit", "bot_until_back"),
        ("ask_resign", "match_ends"),
        ("ask_resign", "bot_in_place"),
        ("ask_end", "unused_turn"),
        ("ask_end", "good_attacks"),
        ("ask_leave", "seat_given_up"),
        ("ask_quit", "all_cut_off"),
        ("ask_quit", "match_stops"),
        ("ask_go_on", "still_runs"),
        ("ask_new", "leave_earlier"),
        ("ask_start", "start_unready"),
    ];
    for language in Language::ALL {
        let say = |key: &str| filled(language, key, &[]);
        let notices = notices::SENTENCES.iter();
        let notices = notices.filter(|(key, gaps)| gaps.is_empty() && !is_card(key));
        let notices = notices.map(|(key, _)| say(key));
        let asked = questions.map(|(title, text)| format!(" {} {}", say(title), say(text)));
        // The most dice that a turn can bring, and the most that cannot be placed.
        let most = language.gain_kept(language.dice(64_u8), 64_u8);
        let ended = [language.unused_turn(), language.good_attacks()];
        let ended = ended.map(|it| language.with_gain(it, &most));
        let ended = ended.map(|it| format!(" {} {it}", language.ask_end()));
        let wide: Vec<String> = notices
            .chain(asked)
            .chain(ended)
            .filter(|it| it.width() + 1 > COLUMNS)
            .collect();
        assert_eq!(wide, [""; 0], "{}", language.code());
    }
}

#[test]
fn numbers_have_their_plurals() {
    let dice = |language: Language| [1_u8, 5].map(|it| language.dice(it));
    assert_eq!(dice(Language::English), ["1 die", "5 dice"]);
    assert_eq!(dice(Language::Japanese), ["サイコロ1個", "サイコロ5個"]);
    assert_eq!(dice(Language::Chinese), ["1颗骰子", "5颗骰子"]);
}
