//! The key by which the server recognizes a repeated request to enter a lobby.
//!
//! A client draws a key for each request and keeps it until the request is answered. Law kept here: until the person's
//! first command in the lobby the key proves who the person is, so it is never shown.
//!
//! A request to enter a lobby proves who made it. Its key is the person's first proof; the token in the answer is
//! the second, made in the same batch. So a repeated request counts as a return, a lost answer locks nobody out, and
//! the journal needs no other event. The code of a new lobby is derived from the request that makes it, so no table
//! of requests is needed.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::limits::TOKEN_CHARS;

/// 128 bits that nobody can guess.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(with = "String", extend("pattern" = "^[0-9a-f]{32}$")))]
pub struct RequestKey(pub [u8; TOKEN_CHARS / 2]);

/// A text that is not a request key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the key of a request has 32 small hexadecimal digits")]
pub struct NotAKey;

impl FromStr for RequestKey {
    type Err = NotAKey;

    fn from_str(text: &str) -> Result<Self, NotAKey> {
        let bytes = base16ct::lower::decode_vec(text).ok();
        let key = bytes.and_then(|it| it.try_into().ok());
        key.map(Self).ok_or(NotAKey)
    }
}

impl TryFrom<String> for RequestKey {
    type Error = NotAKey;

    fn try_from(text: String) -> Result<Self, NotAKey> {
        text.parse()
    }
}

impl From<RequestKey> for String {
    fn from(key: RequestKey) -> Self {
        base16ct::lower::encode_string(&key.0)
    }
}

impl fmt::Debug for RequestKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RequestKey(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_has_one_text_and_is_not_shown() {
        let text = "00112233445566778899aabbccddeeff";
        let key: RequestKey = text.parse().unwrap();
        assert_eq!(
            (key.0[1], key.0[15], String::from(key).as_str()),
            (0x11, 0xff, text)
        );
        assert_eq!(format!("{key:?}"), "RequestKey(..)");
        for wrong in [
            "",
            "0",
            &text[..31],
            &format!("{text}0"),
            &text.to_uppercase(),
            &"g".repeat(32),
        ] {
            assert_eq!(wrong.parse::<RequestKey>(), Err(NotAKey), "{wrong:?}");
        }
    }
}
