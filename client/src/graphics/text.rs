//! Text that fits: cut, padded and wrapped by columns of the terminal, not by characters.
//!
//! Texts are wrapped by our own function (`wrap`) of 40 lines. `textwrap` 0.16.4 also breaks Japanese and Chinese,
//! but brings 20 crates with Unicode's general rules, which end a line inside an address and between a number and
//! its counting word; ratatui's `Paragraph` breaks at spaces only, and anywhere in a script without spaces.

use ratatui::style::Style;
use ratatui::text::{Line, Span};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use dicehall_engine::Seat;

use crate::graphics::theme::Look;

/// The text cut to at most this many columns; a cut text ends with the sign for that.
pub fn cut(look: Look, text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    #[cfg(test)]
    super::put::cuts::note(text);
    let Some(room) = width.checked_sub(1) else {
        return String::new();
    };
    format!("{}{}", head(text, room), look.symbols().cut)
}

/// The text cut or filled up with spaces to exactly this many columns.
pub fn pad(look: Look, text: &str, width: usize) -> String {
    let mut padded = cut(look, text, width);
    padded.push_str(&" ".repeat(width.saturating_sub(padded.width())));
    padded
}

/// The text with spaces before it to at least this many columns: for numbers and short words
/// aligned to the right.
pub fn right(text: &str, width: usize) -> String {
    format!("{}{text}", " ".repeat(width.saturating_sub(text.width())))
}

/// A text in lines of at most this many columns, broken between words where possible, and between
/// characters of scripts that have no spaces.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let width = width.max(1);
    let mut lines = Vec::new();
    for paragraph in text.split('\n') {
        let mut line = String::new();
        let pieces = paragraph.split(' ').flat_map(pieces);
        for (gap, word) in pieces {
            if !line.is_empty() && line.width() + gap.width() + word.width() <= width {
                line.push_str(gap);
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

/// The same lines in a style.
pub fn wrap_styled(text: &str, width: usize, style: Style) -> Vec<Line<'static>> {
    let lines = wrap(text, width).into_iter();
    lines.map(|it| Line::styled(it, style)).collect()
}

/// The mark of a seat in its color.
pub fn mark(look: Look, seat: Seat) -> Span<'static> {
    Span::styled(look.owner(seat), look.owned(seat))
}

/// A winning probability in percent, in two or three columns; 0 and 100 only if it is certain.
pub fn percent(odds: Option<f64>) -> String {
    let Some(odds) = odds else {
        return "100%".to_owned();
    };
    let text = format!("{:.0}", (odds * 100.0).clamp(0.0, 100.0));
    match text.as_str() {
        "0" if odds > 0.0 => "<1%".to_owned(),
        "100" if odds < 1.0 => "99%".to_owned(),
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

/// The pieces of a word between which a line may end, each with the text before it: a space before
/// the first piece, else nothing.
fn pieces(word: &str) -> impl Iterator<Item = (&'static str, &str)> {
    let mut characters = word.char_indices().peekable();
    let mut starts = vec![0];
    while let Some((_, before)) = characters.next() {
        if let Some((at, after)) = characters.peek()
            && may_break(before, *after)
        {
            starts.push(*at);
        }
    }
    let ends: Vec<usize> = starts.iter().skip(1).copied().chain([word.len()]).collect();
    let pieces = starts.into_iter().zip(ends);
    pieces.map(|(from, to)| (if from == 0 { " " } else { "" }, &word[from..to]))
}

/// Whether a line may end between two characters of a word: next to a wide one, except for
/// characters that must not begin or end a line (Japanese Industrial Standard JIS X 4051:2004,
/// "Formatting rules for Japanese documents").
fn may_break(before: char, after: char) -> bool {
    const NEVER_FIRST: &str =
        "、。，．：；！？）」』】〉》〕…ー々・ぁぃぅぇぉっゃゅょァィゥェォッャュョ)]}!?,.:;%";
    const NEVER_LAST: &str = "（「『【〈《〔([{:";
    let is_wide = |it: char| it.width() == Some(2);
    let is_number = before.is_ascii_digit() || (is_wide(before) && after.is_ascii_digit());
    (is_wide(before) || is_wide(after))
        && !is_number
        && !NEVER_FIRST.contains(after)
        && !NEVER_LAST.contains(before)
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
    fn texts_without_spaces_are_wrapped_between_characters_but_not_before_a_stop() {
        assert_eq!(
            wrap("手番を終えると、サイコロが3個増えます。", 12),
            ["手番を終える", "と、サイコロ", "が3個増えま", "す。"]
        );
        assert_eq!(wrap("盤は「どうぶつ」", 6), ["盤は", "「どう", "ぶつ」"]);
        assert_eq!(wrap("按 Tab 选择目标", 8), ["按 Tab", "选择目标"]);
        assert_eq!(wrap("Tabで次へ", 7), ["Tabで次", "へ"]);
    }

    #[test]
    fn only_what_cannot_fail_has_a_hundred_percent() {
        let shown = [0.0, 0.0001, 0.444, 0.9, 0.9999, 1.0].map(|it| percent(Some(it)));
        assert_eq!(shown, ["0%", "<1%", "44%", "90%", "99%", "100%"]);
        assert_eq!(percent(None), "100%");
    }
}
