//! The looks of names, so that nobody can pass for somebody else: used by the server on every name that comes in.
//!
//! The tables of look-alikes belong to Unicode and grow with the years; so the looks are stored with the name, and a
//! stream keeps its meaning.

use dicehall_engine::lobby::Looks;
use unicode_security::skeleton;

/// The names that are not allowed, because the screens and the operator use these words for something else. Bots appear
/// on the screens as `bot hard`.
const RESERVED: [&str; 8] = [
    "dicehall",
    "server",
    "host",
    "admin",
    "moderator",
    "system",
    "operator",
    "bot",
];

/// The looks of a clean name.
pub fn looks(name: &str) -> Looks {
    let written: String = skeleton(name).collect();
    let small: String = skeleton(&name.to_lowercase()).collect();
    Looks {
        written,
        small: small.to_lowercase(),
    }
}

/// Whether a clean name could be mistaken for the program, its operator, or a bot.
pub fn is_reserved(name: &str) -> bool {
    let mine = looks(name);
    let bot = looks("bot ");
    let is_a_bots = mine.small.starts_with(&bot.small);
    is_a_bots
        || RESERVED
            .iter()
            .any(|it| mine.is_like(&looks(it)) || mine.is_like(&looks(&capital(it))))
}

/// A reserved word, which is ASCII, with a capital first letter.
fn capital(word: &str) -> String {
    let (first, rest) = word.split_at(1);
    first.to_uppercase() + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(one: &str, two: &str, alike: bool) {
        assert_eq!(looks(one).is_like(&looks(two)), alike, "{one} {two}");
        assert_eq!(looks(two).is_like(&looks(one)), alike, "{two} {one}");
    }

    /// The pairs are from Unicode's list of confusable characters, and from common forgeries.
    #[test]
    fn names_that_look_the_same_are_alike() {
        check("anna", "ANNA", true);
        check("anna", "аnnа", true);
        check("Paypal", "PaypaI", true);
        check("Ben", "Вen", true);
        check("Bob", "B0b", true);
        check("BOB", "b0B", true);
        check("modern", "rnodern", true);
        check("Aki", "Αki", true);
        check("scope", "ѕсоре", true);
        check("é", "e\u{301}", true);
        check("ﬁn", "fin", true);
    }

    #[test]
    fn names_that_differ_are_not() {
        check("anna", "anne", false);
        check("Ian", "Lan", false);
        check("Aki", "Aki 2", false);
        check("Ben", "Been", false);
        check("世界", "世間", false);
    }

    #[test]
    fn nobody_is_called_like_the_program_or_a_bot() {
        for name in [
            "Dicehall",
            "DICEHALL",
            "Dісehall",
            "server",
            "Ноst",
            "bot",
            "Bot hard",
            "bοt easy",
            "ADMIN",
        ] {
            assert!(is_reserved(name), "{name}");
        }
        for name in ["Aki", "botanist", "Robot", "Hostess", "hard #12", "player"] {
            assert!(!is_reserved(name), "{name}");
        }
    }
}
