//! Other people's text, made safe to show: used by the server on the texts that it receives, and by the client on
//! messages.
//!
//! Removes everything that could move the cursor, change direction or hide (control characters, format characters such
//! as bidi overrides, zero-width characters and tags, fillers, variation selectors, private use), normalizes to NFC,
//! and leaves at most [`MARKS_MAX`] marks on a base. Law kept here: cleaning a clean text changes nothing.

pub mod looks;
pub mod reserved;
pub mod wording;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::limits::{CHAT_CHARS_MAX, NAME_WIDTH_MAX, TITLE_WIDTH_MAX};

/// The letters and digits of codes that people type: none that looks like another.
pub const CODE_ALPHABET: &[u8; 31] = b"ABCDEFGHJKMNPQRSTUVWXYZ23456789";
/// The most combining marks that stay on one base character.
const MARKS_MAX: usize = 2;

/// A name of a person that can be shown anywhere; `None` if nothing visible is left.
pub fn clean_name(text: &str) -> Option<String> {
    fit(&clean(text), NAME_WIDTH_MAX)
}

/// A lobby's title that can be shown anywhere; `None` if nothing visible is left.
pub fn clean_title(text: &str) -> Option<String> {
    fit(&clean(text), TITLE_WIDTH_MAX)
}

/// A chat line that can be shown anywhere; `None` if nothing visible is left.
pub fn clean_chat(text: &str) -> Option<String> {
    Some(cut(&clean(text), CHAT_CHARS_MAX)).filter(|it| it.width() > 0)
}

/// One line of safe text: runs of white space become one space.
pub fn clean(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    // A mark at the beginning of the text has no base character, so it is dropped.
    let mut marks = MARKS_MAX;
    // Hidden characters are dropped before the normalization: between a base and its mark they would keep them from
    // becoming one character.
    for character in text.chars().filter(|it| !is_hidden(*it)).nfc() {
        if character.is_whitespace() {
            if !line.is_empty() && !line.ends_with(' ') {
                line.push(' ');
            }
            marks = MARKS_MAX;
        } else if is_mark(character) {
            if marks < MARKS_MAX {
                line.push(character);
            }
            marks = marks.saturating_add(1);
        } else {
            line.push(character);
            marks = 0;
        }
    }
    line.truncate(line.trim_end().len());
    line
}

/// Several lines of safe text.
pub fn clean_lines(text: &str) -> String {
    let lines: Vec<String> = text.split('\n').map(indented).collect();
    lines.join("\n")
}

/// A text for programs (codes, boards, tokens): only visible ASCII characters and spaces are left.
pub fn clean_code(text: &str) -> String {
    text.chars()
        .filter(|it| it.is_ascii_graphic() || *it == ' ')
        .collect()
}

/// The first `chars_max` characters of a clean text.
pub(crate) fn cut(text: &str, chars_max: usize) -> String {
    let first: String = text.chars().take(chars_max).collect();
    first.trim_end().to_owned()
}

/// A clean line that keeps its leading spaces.
fn indented(line: &str) -> String {
    let indent = line.len() - line.trim_start_matches(' ').len();
    " ".repeat(indent) + &clean(line)
}

/// As much of the text as fits into `width` columns; `None` if nothing visible is left.
fn fit(text: &str, width: usize) -> Option<String> {
    let mut used = 0;
    let fitting = text.chars().take_while(|it| {
        used += it.width().unwrap_or(0);
        used <= width
    });
    let fitted = fitting.collect::<String>().trim_end().to_owned();
    (fitted.width() > 0).then_some(fitted)
}

/// Whether a character is drawn onto the one before it and takes no room of its own; such marks need a limit.
fn is_mark(character: char) -> bool {
    is_combining_mark(character) || character.width() == Some(0)
}

/// Whether a character is hidden: control and format characters, fillers that show nothing, private use, variation
/// selectors and noncharacters. White space is not hidden, even if it is a control character: it becomes a space.
fn is_hidden(character: char) -> bool {
    !character.is_whitespace() && (is_invisible(character) || is_noncharacter(character))
}

const fn is_invisible(character: char) -> bool {
    matches!(character,
        '\u{0}'..='\u{1F}' | '\u{7F}'..='\u{9F}' | '\u{AD}' | '\u{34F}' | '\u{600}'..='\u{605}' | '\u{61C}' | '\u{6DD}'
        | '\u{70F}' | '\u{890}'..='\u{891}' | '\u{8E2}' | '\u{115F}'..='\u{1160}' | '\u{17B4}'..='\u{17B5}'
        | '\u{180B}'..='\u{180F}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}'
        | '\u{2800}' | '\u{3164}' | '\u{E000}'..='\u{F8FF}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFA0}'
        | '\u{FFF0}'..='\u{FFFB}' | '\u{110BD}' | '\u{110CD}' | '\u{13430}'..='\u{1345F}'
        | '\u{16FE4}' | '\u{1BCA0}'..='\u{1BCA3}' | '\u{1D159}' | '\u{1D173}'..='\u{1D17A}'
        | '\u{E0000}'..='\u{E0FFF}' | '\u{F0000}'..='\u{10FFFF}')
}

/// Whether Unicode promises never to give the character a meaning (a noncharacter).
fn is_noncharacter(character: char) -> bool {
    let code = u32::from(character);
    code & 0xFFFE == 0xFFFE || (0xFDD0..=0xFDEF).contains(&code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(clean: impl Fn(&str) -> Option<String>, given: &str, expect: Option<&str>) {
        assert_eq!(clean(given).as_deref(), expect, "{given:?}");
    }

    #[test]
    fn plain_text_stays() {
        check(clean_name, "Aki", Some("Aki"));
        check(clean_name, "  こんにちは  世界 ", Some("こんにちは 世界"));
        check(clean_chat, "e\u{301}", Some("é"));
    }

    #[test]
    fn nothing_can_move_the_cursor_or_hide() {
        check(clean_name, "a\u{1b}[2Jb\u{7}", Some("a[2Jb"));
        check(
            clean_name,
            "x\u{202e}y\u{2066}z\u{200b}\u{feff}\u{e0041}",
            Some("xyz"),
        );
        check(clean_name, "\u{200b}\u{3164}\u{2800}", None);
        check(clean_chat, "one\r\ntwo\tthree", Some("one two three"));
        check(
            clean_chat,
            "z\u{335}\u{336}\u{337}\u{338}",
            Some("z\u{335}\u{336}"),
        );
        check(
            clean_name,
            &format!("a{}", "\u{11a8}".repeat(99)),
            Some("a\u{11a8}\u{11a8}"),
        );
        check(clean_chat, "\u{301}a \u{302}b", Some("a b"));
    }

    #[test]
    fn what_hides_between_a_base_and_its_mark_does_not_part_them() {
        check(clean_name, "e\u{200d}\u{301}", Some("é"));
        check(clean_name, "\u{1100}\u{1160}\u{1161}", Some("가"));
    }

    /// The expected result is from another library's table of categories.
    #[test]
    fn no_character_that_unicode_calls_invisible_is_left() {
        use unicode_general_category::{GeneralCategory, get_general_category};
        let mut hidden = 0;
        for character in (0..=u32::from(char::MAX)).filter_map(char::from_u32) {
            let left = clean(&format!("a{character}b"));
            let is_gone = left == "ab" || left == "a b";
            let must_go = matches!(
                get_general_category(character),
                GeneralCategory::Control
                    | GeneralCategory::Format
                    | GeneralCategory::LineSeparator
                    | GeneralCategory::ParagraphSeparator
                    | GeneralCategory::PrivateUse
            );
            assert!(is_gone || !must_go, "{character:?} stays");
            hidden += u32::from(is_gone);
            assert_eq!(clean(&left), left, "{character:?}");
        }
        assert!(
            hidden < 146_000,
            "{hidden} characters are dropped: too many"
        );
    }

    #[test]
    fn lines_keep_their_indentation_and_nothing_else() {
        assert_eq!(clean_lines("a\u{1b}[m\n  b\u{202e}\n\nc"), "a[m\n  b\n\nc");
        assert_eq!(clean_code("a1\u{1b}é b2\u{202e}"), "a1 b2");
    }

    #[test]
    fn text_is_cut_at_its_limit() {
        check(clean_name, &"x".repeat(99), Some(&"x".repeat(24)));
        check(clean_name, &"界".repeat(99), Some(&"界".repeat(12)));
        check(clean_title, &"x".repeat(99), Some(&"x".repeat(32)));
        check(clean_chat, &"y".repeat(999), Some(&"y".repeat(280)));
    }
}
