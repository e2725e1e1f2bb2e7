//! The codes that add another device to an account: a short one that is good for minutes, and a long one for paper.
//!
//! The server draws them and keeps their hashes alone; a person types them on the other device. Laws kept here: a code is never
//! shown by `Debug`, so it stands in no log; how a person writes it, in small letters or in other groups, makes no difference.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::limits::CODE_ALPHABET;

/// The letters and digits of a link code, which is good for minutes.
pub const LINK_CODE_CHARS: usize = 8;
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
#[cfg_attr(feature = "schema", schemars(with = "String", extend("pattern" = "^([ -]*[A-HJKMNP-Za-hjkmnp-z2-9]){8}[ -]*$")))]
pub struct AccountCode([u8; LINK_CODE_CHARS]);

/// A text that is no code for a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a code for a device has 8 letters and digits, without 0, 1, I, L, O")]
pub struct NotAnAccountCode;

impl AccountCode {
    /// The code made of the first of these draws that are fair; `None` if too few are.
    pub fn from_draws(draws: &[u8]) -> Option<Self> {
        let fair = draws.iter().filter(|it| **it < FAIR_DRAWS);
        let mut chars = fair.map(|it| CODE_ALPHABET[usize::from(*it) % CODE_ALPHABET.len()]);
        let mut code = [0; LINK_CODE_CHARS];
        for at in &mut code {
            *at = chars.next()?;
        }
        Some(Self(code))
    }

    /// The part of the code that a server keeps.
    pub fn hash(&self) -> [u8; 32] {
        let hash = Sha256::new().chain_update(PURPOSE).chain_update(self.0);
        hash.finalize().into()
    }
}

impl FromStr for AccountCode {
    type Err = NotAnAccountCode;

    /// Reads a code; small letters, spaces and hyphens make no difference.
    fn from_str(text: &str) -> Result<Self, NotAnAccountCode> {
        let mut chars = text.bytes().filter(|it| !b" -".contains(it));
        let mut code = [0; LINK_CODE_CHARS];
        for at in &mut code {
            let char = chars.next().map(|it| it.to_ascii_uppercase());
            *at = char
                .filter(|it| CODE_ALPHABET.contains(it))
                .ok_or(NotAnAccountCode)?;
        }
        match chars.next() {
            Some(_) => Err(NotAnAccountCode),
            None => Ok(Self(code)),
        }
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
        for (number, group) in self.0.chunks(GROUP_CHARS).enumerate() {
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
    }

    #[test]
    fn every_character_is_as_likely_and_unfair_draws_are_left_out() {
        let mut counts = [0; CODE_ALPHABET.len()];
        for draw in 0..=u8::MAX {
            let Some(code) = AccountCode::from_draws(&[draw; LINK_CODE_CHARS]) else {
                continue;
            };
            let index = CODE_ALPHABET.iter().position(|it| *it == code.0[0]);
            counts[index.unwrap()] += 1;
        }
        assert_eq!(counts, [8; CODE_ALPHABET.len()]);
        let draws = [255, 0, 255, 1, 2, 3, 4, 5, 6, 7];
        let code = AccountCode::from_draws(&draws).unwrap();
        assert_eq!(code.to_string(), "ABCD-EFGH");
        assert_eq!(AccountCode::from_draws(&draws[..9]), None);
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
