//! The codes that add another device to an account: a short one that is good for minutes, and a long one for paper.
//!
//! The server draws them and keeps their hashes alone; a person types them on the other device. Laws kept here: a code is never
//! shown by `Debug`, so it stands in no log; how a person writes it, in small letters or in other groups, makes no difference.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::text::CODE_ALPHABET;

/// The letters and digits of a link code, which is good for minutes.
pub const LINK_CODE_CHARS: usize = 8;
/// The letters and digits of a rescue code, which is good until it is used: more than 128 bits, so that whoever has its hash cannot
/// find it.
pub const RESCUE_CODE_CHARS: usize = 28;
/// The letters and digits of one group, as codes are written.
const GROUP_CHARS: usize = 4;
/// The draws below this are as many for each character.
const FAIR_DRAWS: u8 = 248;
/// The purpose with which the hashed bytes begin.
const PURPOSE: &[u8] = b"dicehall account v1 code";

/// A code that adds the key of a device to an account: letters and digits without those that look alike.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(with = "String", extend("pattern" = "^(([ -]*[A-HJKMNP-Za-hjkmnp-z2-9]){8}|([ -]*[A-HJKMNP-Za-hjkmnp-z2-9]){28})[ -]*$")))]
pub struct AccountCode {
    /// Those beyond its length are zero.
    chars: [u8; RESCUE_CODE_CHARS],
    is_rescue: bool,
}

/// A text that is no code for a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a code for a device has 8 letters and digits, or 28, without 0, 1, I, L, O")]
pub struct NotAnAccountCode;

impl AccountCode {
    /// The link code made of the first of these draws that are fair; `None` if too few are.
    pub fn link(draws: &[u8]) -> Option<Self> {
        Self::from_draws(draws, LINK_CODE_CHARS)
    }

    /// The rescue code made of the first of these draws that are fair; `None` if too few are.
    pub fn rescue(draws: &[u8]) -> Option<Self> {
        Self::from_draws(draws, RESCUE_CODE_CHARS)
    }

    /// Whether it is one for paper.
    pub const fn is_rescue(&self) -> bool {
        self.is_rescue
    }

    fn from_draws(draws: &[u8], count: usize) -> Option<Self> {
        let fair = draws.iter().filter(|it| **it < FAIR_DRAWS);
        let chars = fair.map(|it| CODE_ALPHABET[usize::from(*it) % CODE_ALPHABET.len()]);
        Self::from_chars(&chars.take(count).collect::<Vec<_>>())
    }

    fn from_chars(code: &[u8]) -> Option<Self> {
        let is_rescue = code.len() == RESCUE_CODE_CHARS;
        if !is_rescue && code.len() != LINK_CODE_CHARS {
            return None;
        }
        let mut chars = [0; RESCUE_CODE_CHARS];
        chars[..code.len()].copy_from_slice(code);
        Some(Self { chars, is_rescue })
    }

    fn chars(&self) -> &[u8] {
        if self.is_rescue {
            &self.chars
        } else {
            &self.chars[..LINK_CODE_CHARS]
        }
    }

    /// The part of the code that a server keeps.
    pub fn hash(&self) -> [u8; 32] {
        let hash = Sha256::new()
            .chain_update(PURPOSE)
            .chain_update(self.chars());
        hash.finalize().into()
    }
}

impl FromStr for AccountCode {
    type Err = NotAnAccountCode;

    /// Reads a code; small letters, spaces and hyphens make no difference.
    fn from_str(text: &str) -> Result<Self, NotAnAccountCode> {
        let chars = text.bytes().filter(|it| !b" -".contains(it));
        let code: Vec<u8> = chars.map(|it| it.to_ascii_uppercase()).collect();
        let is_known = code.iter().all(|it| CODE_ALPHABET.contains(it));
        let code = Self::from_chars(&code).filter(|_| is_known);
        code.ok_or(NotAnAccountCode)
    }
}

impl TryFrom<String> for AccountCode {
    type Error = NotAnAccountCode;

    fn try_from(text: String) -> Result<Self, NotAnAccountCode> {
        text.parse()
    }
}

impl From<AccountCode> for String {
    fn from(code: AccountCode) -> Self {
        code.to_string()
    }
}

impl fmt::Display for AccountCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, group) in self.chars().chunks(GROUP_CHARS).enumerate() {
            let between = if number == 0 { "" } else { "-" };
            write!(f, "{between}{}", group.escape_ascii())?;
        }
        Ok(())
    }
}

impl fmt::Debug for AccountCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AccountCode(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_read_as_people_write_it() {
        let code: AccountCode = "ABCD-2345".parse().unwrap();
        for text in ["abcd2345", " abcd 2345 ", "A-B-C-D-2-3-4-5", "abCD-2345"] {
            assert_eq!(text.parse(), Ok(code), "{text:?}");
        }
        assert_eq!(code.to_string(), "ABCD-2345");
        for text in [
            "",
            "ABCD-234",
            "ABCD-23456",
            "ABCD-234O",
            "ABCD-234é",
            "ABCD_2345",
        ] {
            assert_eq!(
                text.parse::<AccountCode>(),
                Err(NotAnAccountCode),
                "{text:?}"
            );
        }
        assert_eq!(format!("{code:?}"), "AccountCode(..)");
        let rescue = "ABCD-EFGH-JKMN-PQRS-TUVW-XYZ2-3456";
        let code: AccountCode = rescue.to_lowercase().replace('-', "").parse().unwrap();
        assert_eq!(
            (code.to_string().as_str(), code.is_rescue()),
            (rescue, true)
        );
        assert!(rescue.get(1..).unwrap().parse::<AccountCode>().is_err());
    }

    #[test]
    fn a_rescue_code_has_more_than_128_bits() {
        let codes = u32::try_from(CODE_ALPHABET.len()).unwrap();
        let bits = f64::from(codes).log2() * f64::from(u8::try_from(RESCUE_CODE_CHARS).unwrap());
        assert!(bits > 138.0, "{bits}");
    }

    #[test]
    fn every_character_is_as_likely_and_unfair_draws_are_left_out() {
        let mut counts = [0; CODE_ALPHABET.len()];
        for draw in 0..=u8::MAX {
            let Some(code) = AccountCode::link(&[draw; LINK_CODE_CHARS]) else {
                continue;
            };
            let index = CODE_ALPHABET.iter().position(|it| *it == code.chars[0]);
            counts[index.unwrap()] += 1;
        }
        assert_eq!(counts, [8; CODE_ALPHABET.len()]);
        let draws = [255, 0, 255, 1, 2, 3, 4, 5, 6, 7];
        let code = AccountCode::link(&draws).unwrap();
        assert_eq!(code.to_string(), "ABCD-EFGH");
        assert_eq!(AccountCode::link(&draws[..9]), None);
    }

    /// The hash was made by another program (`printf 'dicehall account v1 codeABCD2345' | sha256sum`).
    #[test]
    fn the_hash_is_the_one_of_another_program() {
        let code: AccountCode = "abcd-2345".parse().unwrap();
        assert_eq!(
            crate::Hex(code.hash()).to_string(),
            "d975241b7560cdc2bf55a2a6f38f4b00e637299c4837ed688276ab005926848f"
        );
    }
}
