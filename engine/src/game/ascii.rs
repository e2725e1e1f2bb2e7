//! Reads texts of visible ASCII characters and spaces: boards, positions, lines about a match.
//!
//! Called by serde for the texts of every game's configurations and views. Law kept here: no such text can move a
//! cursor, change direction or hide, wherever it comes from; what has other characters is not read.

use serde::de::Error;
use serde::{Deserialize, Deserializer};

/// Reads a text; refuses one with other characters.
pub(crate) fn ascii<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    checked(String::deserialize(from)?)
}

/// Reads a list of texts; refuses other characters.
pub(crate) fn ascii_rows<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<String>, D::Error> {
    let rows = Vec::<String>::deserialize(from)?;
    rows.into_iter().map(checked).collect()
}

fn checked<E: Error>(text: String) -> Result<String, E> {
    let is_shown = |it: char| it.is_ascii_graphic() || it == ' ';
    if text.chars().all(is_shown) {
        Ok(text)
    } else {
        Err(E::custom(
            "a text has other characters than visible ASCII and spaces",
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_characters_are_not_read() {
        let read = |text: &str| {
            let json = serde_json::to_string(text).unwrap();
            ascii(&mut serde_json::Deserializer::from_str(&json)).is_ok()
        };
        assert!(read("a3 b1~") && read(""));
        for bad in ["a3\u{1b}[31m", "a3\u{202e}", "\n", "\u{e4}"] {
            assert!(!read(bad), "{bad:?}");
        }
        let rows = r#"["AA~", "A\u0007~"]"#;
        assert!(ascii_rows(&mut serde_json::Deserializer::from_str(rows)).is_err());
    }
}
