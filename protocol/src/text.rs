//! Other people's text, made safe to show: used by the server on what comes in and by the client on what it draws.
//!
//! Normalizes to NFC and drops everything that could move the cursor, change direction or hide: control characters,
//! format characters (bidi overrides, zero-width, tags), variation selectors, and more than two marks on a base.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::limits::{CHAT_CHARS_MAX, NAME_WIDTH_MAX, TITLE_WIDTH_MAX};

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
    let line: String = clean(text).chars().take(CHAT_CHARS_MAX).collect();
    (line.width() > 0).then_some(line)
}

/// One line of safe text: runs of white space become one space.
pub fn clean(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    let mut marks = 0;
    for character in text.nfc() {
        if character.is_whitespace() {
            if !line.is_empty() && !line.ends_with(' ') {
                line.push(' ');
            }
            marks = MARKS_MAX;
        } else if is_combining_mark(character) {
            if marks < MARKS_MAX {
                line.push(character);
            }
            marks += 1;
        } else if !is_hidden(character) {
            line.push(character);
            marks = 0;
        }
    }
    line.truncate(line.trim_end().len());
    line
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

/// Control and format characters, fillers that show nothing, private use, variation selectors and noncharacters.
const fn is_hidden(character: char) -> bool {
    matches!(character,
        '\u{0}'..='\u{1F}' | '\u{7F}'..='\u{9F}' | '\u{AD}' | '\u{34F}' | '\u{600}'..='\u{605}' | '\u{61C}' | '\u{6DD}'
        | '\u{70F}' | '\u{115F}'..='\u{1160}' | '\u{17B4}'..='\u{17B5}' | '\u{180B}'..='\u{180F}'
        | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{2800}' | '\u{3164}'
        | '\u{E000}'..='\u{F8FF}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFA0}' | '\u{FFF0}'..='\u{FFFB}'
        | '\u{FFFE}'..='\u{FFFF}' | '\u{1BCA0}'..='\u{1BCA3}' | '\u{1D173}'..='\u{1D17A}'
        | '\u{E0000}'..='\u{E0FFF}' | '\u{F0000}'..='\u{10FFFF}')
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
        check(clean_name, "x\u{202e}y\u{2066}z\u{200b}\u{feff}\u{e0041}", Some("xyz"));
        check(clean_name, "\u{200b}\u{3164}\u{2800}", None);
        check(clean_chat, "one\r\ntwo\tthree", Some("one two three"));
        check(clean_chat, "z\u{335}\u{336}\u{337}\u{338}", Some("z\u{335}\u{336}"));
    }

    #[test]
    fn text_is_cut_at_its_limit() {
        check(clean_name, &"x".repeat(99), Some(&"x".repeat(24)));
        check(clean_name, &"界".repeat(99), Some(&"界".repeat(12)));
        check(clean_title, &"x".repeat(99), Some(&"x".repeat(32)));
        check(clean_chat, &"y".repeat(999), Some(&"y".repeat(280)));
    }
}
