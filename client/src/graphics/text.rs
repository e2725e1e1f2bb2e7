//! Text that fits: cut, padded and wrapped by columns of the terminal, not by characters.

use ratatui::style::Style;
use ratatui::text::Span;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use dicehall_engine::Seat;

use crate::graphics::theme::Look;

/// At most this many columns of a text; what is cut ends with the sign for that.
pub fn cut(look: Look, text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let Some(room) = width.checked_sub(1) else {
        return String::new();
    };
    format!("{}{}", head(text, room), look.symbols().cut)
}

/// Exactly this many columns of a text, filled up with spaces.
pub fn pad(look: Look, text: &str, width: usize) -> String {
    let mut padded = cut(look, text, width);
    padded.push_str(&" ".repeat(width.saturating_sub(padded.width())));
    padded
}

/// A text in lines of at most this many columns, broken between words where that is possible.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let width = width.max(1);
    let mut lines = Vec::new();
    for paragraph in text.split('\n') {
        let mut line = String::new();
        for word in paragraph.split(' ') {
            if !line.is_empty() && line.width() + 1 + word.width() <= width {
                line.push(' ');
                line.push_str(word);
                continue;
            }
            if !line.is_empty() {
                lines.push(std::mem::take(&mut line));
            }
            let mut rest = word;
            while rest.width() > width {
                let part = head(rest, width)
                    .len()
                    .max(rest.chars().next().map_or(1, char::len_utf8));
                lines.push(rest[..part].to_owned());
                rest = &rest[part..];
            }
            rest.clone_into(&mut line);
        }
        if !line.is_empty() || paragraph.is_empty() {
            lines.push(line);
        }
    }
    lines
}

/// The mark of a seat in its color.
pub fn mark(look: Look, seat: Seat) -> Span<'static> {
    Span::styled(look.owner(seat), look.owned(seat))
}

/// A chance to win in percent, in two or three columns; never 0 or 100 unless it is certain.
pub fn percent(odds: Option<f64>) -> String {
    let Some(odds) = odds else {
        return "100%".to_owned();
    };
    let text = format!("{:.0}", (odds * 100.0).clamp(0.0, 100.0));
    match text.as_str() {
        "0" => "<1%".to_owned(),
        "100" => "99%".to_owned(),
        _ => format!("{text}%"),
    }
}

/// A plain piece of a line.
pub fn plain(text: impl Into<String>) -> Span<'static> {
    Span::raw(text.into())
}

/// A piece of a line in a style.
pub fn styled(text: impl Into<String>, style: Style) -> Span<'static> {
    Span::styled(text.into(), style)
}

/// The longest beginning of a text that has at most this many columns.
fn head(text: &str, width: usize) -> &str {
    let mut used = 0;
    for (at, character) in text.char_indices() {
        used += character.width().unwrap_or(0);
        if used > width {
            return &text[..at];
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_cut_by_columns() {
        let look = Look::default();
        assert_eq!(cut(look, "Grace", 5), "Grace");
        assert_eq!(cut(look, "Grace", 4), "Gra…");
        assert_eq!(cut(look, "こんにちは", 5), "こん…");
        assert_eq!(cut(look, "x", 0), "");
        assert_eq!(pad(look, "世界", 6), "世界  ");
    }

    #[test]
    fn texts_are_wrapped_between_words_and_long_words_within() {
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
        assert_eq!(wrap("abcdefgh", 3), ["abc", "def", "gh"]);
        assert_eq!(wrap("世界", 1), ["世", "界"]);
        assert_eq!(wrap("a\n\nb", 9), ["a", "", "b"]);
        assert_eq!(wrap("", 9), [""]);
    }

    #[test]
    fn odds_are_never_rounded_to_certainty() {
        let shown = [Some(0.0001), Some(0.444), Some(0.9), Some(0.9999), None].map(percent);
        assert_eq!(shown, ["<1%", "44%", "90%", "99%", "100%"]);
    }
}
