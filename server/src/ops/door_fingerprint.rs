//! The fingerprint of a door for ssh, as the door tells it when it opens.
//!
//! Read by `config`; the accounts ask whether a door has one that was named. Law kept here: what cannot be a fingerprint is refused at
//! the start, because nobody would notice that it is never right.

use std::str::FromStr;

use dicehall_protocol::account::ssh_door::is_fingerprint;

/// A fingerprint, `SHA256:` and 43 characters.
#[derive(Clone, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(try_from = "String")]
pub struct DoorFingerprint(String);

/// The error of a text that is no fingerprint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a door's fingerprint is SHA256: and 43 characters, as the door tells it when it opens")]
pub struct NotAFingerprint;

impl DoorFingerprint {
    /// The text.
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for DoorFingerprint {
    type Err = NotAFingerprint;

    fn from_str(text: &str) -> Result<Self, NotAFingerprint> {
        text.to_owned().try_into()
    }
}

impl TryFrom<String> for DoorFingerprint {
    type Error = NotAFingerprint;

    fn try_from(text: String) -> Result<Self, NotAFingerprint> {
        if is_fingerprint(&text) {
            Ok(Self(text))
        } else {
            Err(NotAFingerprint)
        }
    }
}
