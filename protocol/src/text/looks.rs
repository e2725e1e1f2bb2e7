//! The looks of names, so that nobody can pass for somebody else: used by the server on every name that comes in.
//!
//! The tables of look-alikes belong to Unicode and grow with the years; so the looks are stored with the name, and a
//! stream keeps its meaning.

use dicehall_engine::lobby::Looks;
use unicode_security::skeleton;

/// The looks of a clean name.
pub fn looks(name: &str) -> Looks {
    let written: String = skeleton(name).collect();
    let small: String = skeleton(&name.to_lowercase()).collect();
    Looks {
        written,
        small: small.to_lowercase(),
    }
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
}
