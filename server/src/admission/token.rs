//! The token by which a person proves to hold a seat in a lobby.
//!
//! The token is sent once, to its owner; the lobby keeps its hash. It is never logged and never broadcast, and it is
//! worthless when the lobby has ended.
//!
//! Every return is answered with a new token. The old one must stay valid for a while, because nobody knows whether the
//! answer will arrive: it becomes invalid when the new one is used, or when a command comes through the connection that
//! was sent the new one, which proves that the answer has arrived. So at most two tokens are valid at a time, and both
//! were sent to a connection that had proved to be the person's. A return replaces the newer of the two, so a thief who
//! has an old token gains nothing by waiting, and a thief who uses it is noticed, because the person's connection is
//! replaced.

use std::fmt;

use dicehall_engine::lobby::Key;
use dicehall_protocol::limits::TOKEN_CHARS;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use crate::os::entropy::{Entropy, NoEntropy};

/// The secret of one person in one lobby.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Token([u8; TOKEN_CHARS / 2]);

impl Token {
    /// A token that nobody can guess.
    pub(crate) fn draw(entropy: &Entropy) -> Result<Self, NoEntropy> {
        entropy.bytes().map(Self)
    }

    /// A secret that a client has drawn.
    pub(crate) const fn from_bytes(bytes: [u8; TOKEN_CHARS / 2]) -> Self {
        Self(bytes)
    }

    /// Reads a token that a client sent.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let bytes = base16ct::mixed::decode_vec(text).ok()?;
        bytes.try_into().ok().map(Self)
    }

    /// The token as text, as its owner gets it.
    pub(crate) fn to_text(self) -> String {
        base16ct::lower::encode_string(&self.0)
    }

    /// The hash of the token, which the lobby keeps.
    pub(crate) fn key(self) -> Key {
        Key(Sha256::digest(self.0).into())
    }
}

/// Whether two keys are equal, in a time that does not depend on where they differ.
pub(crate) fn same_key(one: &Key, two: &Key) -> bool {
    one.0.ct_eq(&two.0).into()
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_survives_its_text() {
        let token = Token::draw(&Entropy::System).unwrap();
        assert_eq!(token.to_text().len(), TOKEN_CHARS);
        assert_eq!(Token::parse(&token.to_text()), Some(token));
        assert!(same_key(
            &token.key(),
            &Token::parse(&token.to_text()).unwrap().key()
        ));
    }

    #[test]
    fn what_is_no_token_is_none() {
        for text in [
            "",
            "00",
            &"0".repeat(31),
            &"0".repeat(33),
            &"g".repeat(32),
            &"é".repeat(16),
        ] {
            assert_eq!(Token::parse(text), None, "{text:?}");
        }
    }

    #[test]
    fn a_token_is_not_shown_and_its_key_is_not_itself() {
        let token = Token([7; 16]);
        assert_eq!(format!("{token:?}"), "Token(..)");
        assert_ne!(&token.key().0[..16], &token.0);
        assert!(!same_key(&token.key(), &Token([8; 16]).key()));
    }
}
