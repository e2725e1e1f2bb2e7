//! Tests of the answers, with those of real terminals.

use std::path::Path;

use super::*;
use crate::graphics::palette::ColorLevel;
use crate::graphics::theme::{Glyphs, Look};
use crate::tui::terminal::decode::Heard;
use crate::tui::terminal::stage::Stage;

/// The answers to these bytes.
fn answers(bytes: &[u8]) -> Answers {
    let mut answers = Answers::default();
    for heard in Stage::new(false).feed(bytes, 0) {
        match heard {
            Heard::Answer(it) => answers.take(it),
            Heard::Event(event) => panic!("an answer was taken for {event:?}"),
        }
    }
    answers
}

/// A text of the table as bytes: `ESC`, `ST` and `BEL` stand for what they name, blanks for nothing,
/// and `_` for a blank.
fn bytes(text: &str) -> Vec<u8> {
    let words = text.split(' ').map(|it| match it {
        "ESC" => "\u{1b}".to_owned(),
        "ST" => "\u{1b}\\".to_owned(),
        "BEL" => "\u{7}".to_owned(),
        other => other.replace('_', " "),
    });
    words.collect::<String>().into_bytes()
}

/// The table: a terminal, its answers, and what follows.
fn table() -> Vec<[String; 3]> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/tui/terminal/answer/terminals.txt");
    let text = std::fs::read_to_string(file).unwrap();
    let lines = text
        .lines()
        .filter(|it| !it.starts_with('#') && !it.is_empty());
    let rows = lines.map(|it| {
        let cells: Vec<String> = it.split('|').map(|it| it.trim().to_owned()).collect();
        // The version contains the sign that separates the cells.
        let [name, all @ .., follows] = cells.as_slice() else {
            panic!("no row: {it}")
        };
        [name.clone(), all.join("|"), follows.clone()]
    });
    rows.collect()
}

#[test]
fn the_answers_of_real_terminals_are_understood() {
    let rows = table();
    assert!(rows.len() >= 10);
    for [name, sent, follows] in rows {
        let answers = answers(&bytes(&sent));
        let look = Look::from_environment(|variable| {
            let value = match variable {
                "TERM" => "xterm-256color",
                "LANG" => "C.UTF-8",
                _ => return None,
            };
            Some(value.to_owned())
        });
        let told = answers.told();
        let look = look.refined(&told, crate::graphics::detect::LookChoice::default());
        let seen = [
            (look.colors == ColorLevel::True, "truecolor"),
            (look.glyphs == Glyphs::Sextants, "sextants"),
            (answers.synchronizes, "synchronizes"),
            (answers.has_keyboard, "keyboard"),
            (told.ground == Some(Ground::Dark), "dark"),
            (told.ground == Some(Ground::Light), "light"),
        ];
        let seen: Vec<&str> = seen.iter().filter(|it| it.0).map(|it| it.1).collect();
        assert_eq!(seen.join(" "), follows, "{name}");
        assert!(answers.are_complete, "{name}");
    }
}

#[test]
fn a_character_that_moves_the_cursor_too_far_is_wide() {
    // Ten marks and nine blocks, from the first column on.
    assert!(!answers(b"\x1b[7;11R\x1b[7;10R\x1b[?6c").told().is_wide);
    assert!(answers(b"\x1b[7;21R\x1b[7;10R\x1b[?6c").told().is_wide);
    assert!(answers(b"\x1b[7;11R\x1b[7;17R\x1b[?6c").told().is_wide);
    // A terminal that tells nothing is no reason to do without.
    assert!(!answers(b"\x1b[?6c").told().is_wide);
}

#[test]
fn all_questions_are_one_batch_that_the_attributes_end() {
    for tries_widths in [false, true] {
        let asked = questions(tries_widths);
        assert!(asked.ends_with("\r\u{1b}[K\u{1b}[c"), "{asked:?}");
        assert_eq!(
            asked.matches("\u{1b}[6n").count(),
            if tries_widths { 2 } else { 0 }
        );
        assert_eq!(asked.is_ascii(), !tries_widths, "{asked:?}");
    }
    for (tried, columns) in TRIED.iter().zip([10, 9]) {
        assert_eq!(
            unicode_width::UnicodeWidthStr::width(*tried),
            columns,
            "{tried}"
        );
    }
}

#[test]
fn colors_are_read_in_every_form() {
    let forms = [
        "rgb:ffff/0000/8080",
        "rgb:ff/00/80",
        "rgba:ffff/0000/8080/ffff",
        "#ff0080",
        "#ffff00008080",
    ];
    for form in forms {
        assert_eq!(Rgb16::of(form), Some(Rgb16([0xffff, 0, 0x8080])), "{form}");
    }
    for form in [
        "",
        "?",
        "rgb:",
        "rgb:1/2",
        "rgb:12345/0/0",
        "#12345",
        "red",
        "#é1",
    ] {
        assert_eq!(Rgb16::of(form), None, "{form}");
    }
}
