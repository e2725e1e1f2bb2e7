//! The short form of a record's text: each phrase of `phrases.txt` in it is replaced by one character, the control
//! character with the number of the phrase's line.
//!
//! Called where records are written to the journal's file and read again. Three quarters of the text of an action are
//! such phrases, and each byte of it is written to the disk twice. JSON has no control characters, so a short text has one
//! meaning. Law kept here: a phrase never changes and never moves, because files have its number; a new one goes to the
//! end.
//!
//! The text of a record is JSON in a short form: frequent phrases such as
//! `,"action":{"game":"dice-of-doom","action":` are one control character each, so that an attack takes 22 bytes and
//! not 205. Every byte of a record is written twice, to the write-ahead log and to the file. A compressor with a
//! dictionary would save no more of so short a text and take longer, and a binary form of the events would be a
//! second format that has to stay readable. A cluster gets plain JSON, because its tools show it.

use std::sync::LazyLock;

/// The most phrases: the control characters without zero.
const PHRASES_MAX: usize = 31;

/// The phrases, one in each line.
static PHRASES: LazyLock<Phrases> =
    LazyLock::new(|| Phrases::of(include_str!("phrases.txt").lines()));

/// The phrases in both directions.
struct Phrases {
    /// In order of number, from 1 on.
    all: Vec<&'static str>,
    /// By the first byte, each with its character. No phrase is the beginning of another, so at most one fits.
    by_first: [Vec<(char, &'static str)>; 128],
}

/// The short form of a text in JSON.
pub(super) fn shorten(text: &str) -> String {
    let mut short = String::with_capacity(text.len() / 4);
    let (mut copied, mut at) = (0, 0);
    while let Some(first) = text.as_bytes().get(at) {
        match PHRASES.at(*first, &text.as_bytes()[at..]) {
            Some((character, phrase)) => {
                short.push_str(&text[copied..at]);
                short.push(*character);
                at += phrase.len();
                copied = at;
            }
            None => at += 1,
        }
    }
    short.push_str(&text[copied..]);
    short
}

/// The text of a short form; an error in words if it has a character that stands for nothing.
pub(super) fn restore(short: &str) -> Result<String, String> {
    let mut text = String::with_capacity(4 * short.len());
    let mut rest = short;
    while let Some(at) = rest.bytes().position(|it| usize::from(it) <= PHRASES_MAX) {
        let number = usize::from(rest.as_bytes()[at]);
        let phrase = number.checked_sub(1).and_then(|it| PHRASES.all.get(it));
        let phrase = phrase.ok_or_else(|| format!("no phrase has the number {number}"))?;
        text.push_str(&rest[..at]);
        text.push_str(phrase);
        rest = &rest[at + 1..];
    }
    text.push_str(rest);
    Ok(text)
}

impl Phrases {
    fn of(lines: impl Iterator<Item = &'static str>) -> Self {
        let all: Vec<&str> = lines.take(PHRASES_MAX).collect();
        let mut by_first: [Vec<(char, &str)>; 128] = [const { Vec::new() }; 128];
        for (character, phrase) in ('\u{1}'..).zip(&all) {
            let first = phrase.bytes().next().map_or(0, usize::from);
            if let Some(phrases) = by_first.get_mut(first) {
                phrases.push((character, *phrase));
            }
        }
        Self { all, by_first }
    }

    /// The phrase that a text begins with, whose first byte is given.
    fn at(&self, first: u8, text: &[u8]) -> Option<&(char, &'static str)> {
        let phrases = self.by_first.get(usize::from(first))?;
        let mut phrases = phrases.iter();
        phrases.find(|(_, phrase)| text.starts_with(phrase.as_bytes()))
    }
}

#[cfg(test)]
mod tests {
    use sha2::{Digest, Sha256};

    use super::*;

    /// Checks a short form, written with `<N>` for the character of phrase N.
    #[track_caller]
    fn check(text: &str, expect: &str) {
        let short = shorten(text);
        let shown = short.chars().map(|it| match it {
            '\u{1}'..' ' => format!("<{}>", u32::from(it)),
            it => it.to_string(),
        });
        assert_eq!(shown.collect::<String>(), expect);
        assert_eq!(restore(&short).as_deref(), Ok(text));
    }

    #[test]
    fn what_recurs_takes_one_byte() {
        check(
            r#"[{"acted":{"seat":1,"action":{"game":"dice-of-doom","action":[1,6]}}},{"rolled":{"chance":{"game":"dice-of-doom","chance":{"battle":{"attack":[5,4],"defense":[3,6]}}}}},{"answered":{"player":1,"id":20}}]"#,
            "<1>1<2>[1,6]}<7>5,4<9>3,6<10>1<13>20<14>",
        );
        check(
            r#"[{"acted":{"seat":0,"action":{"game":"animal-shogi","action":"b4a3"},"spent_ms":712}},{"answered":{"player":0,"id":9}},"dice_opened"]"#,
            r#"<1>0<4>b4a3"<6>712<12>0<13>9<15>"#,
        );
        check(
            r#"[{"acted":{"seat":2,"action":{"game":"dice-wars","action":"pass"}}},{"rolled":{"chance":{"game":"dice-wars","chance":{"reinforce":7}}}},{"rolled":{"chance":{"game":"dice-wars","chance":{"reinforce":24}}}}]"#,
            "<1>2<3><24>}<11>7}}<11>24}}<14>",
        );
    }

    #[test]
    fn whatever_else_there_is_stays() {
        check("", "");
        check("[]", "[]");
        check(
            r#"[{"said":{"player":0,"text":"\u0001 \n ,\"id\": 将棋 pass"}}]"#,
            r#"[{"said":{"player":0,"text":"\u0001 \n ,\"id\": 将棋 pass"<14>"#,
        );
        check("将}}]棋\u{7f}", "将<14>棋\u{7f}");
        check("}}}}]}}", "}}<14>}}");
    }

    #[test]
    fn a_number_without_a_phrase_is_damage() {
        for number in [0, 25, 31] {
            let short = format!("1{}2", char::from(number));
            let expect = format!("no phrase has the number {number}");
            assert_eq!(restore(&short), Err(expect));
        }
    }

    #[test]
    fn the_phrases_are_frozen() {
        let first: Vec<&str> = include_str!("phrases.txt").lines().take(24).collect();
        let hash = base16ct::lower::encode_string(&Sha256::digest(first.join("\n")));
        assert_eq!(
            hash,
            "be5416cb7fea1471fb6d315c2d531077eb0f1f720c7330d83ba1c57eb840b1e5"
        );
        let all = &PHRASES.all;
        assert!(
            all.len() <= PHRASES_MAX && all.len() == include_str!("phrases.txt").lines().count()
        );
        assert!(all.iter().all(|it| it.len() > 1 && it.is_ascii()));
        assert_eq!(
            base16ct::lower::encode_string(&Sha256::digest("abc"))[..4],
            *"ba78"
        );
    }
}
