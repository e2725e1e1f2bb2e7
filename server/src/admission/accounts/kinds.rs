//! A key with its kind, as a connection has proved to have it and as the file has it.
//!
//! Law kept here: a key of one kind is never taken for one of another, so what is public of one kind proves nothing for another.

use dicehall_protocol::{AccountKey, DeviceSecret, KeyKind};

/// A key and its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DeviceKey {
    /// The key.
    pub(crate) key: AccountKey,
    /// Its kind.
    pub(crate) kind: KeyKind,
}

impl DeviceKey {
    /// A key that signs.
    pub(crate) fn signing(key: AccountKey) -> Self {
        let kind = KeyKind::Signature;
        Self { key, kind }
    }

    /// The key that follows from a secret.
    pub(crate) fn of_secret(secret: &DeviceSecret) -> Self {
        let (key, kind) = (secret.key(), KeyKind::Secret);
        Self { key, kind }
    }

    /// The key of a guest that a door for ssh has named.
    pub(crate) fn of_guest(key: AccountKey) -> Self {
        let kind = KeyKind::Ssh;
        Self { key, kind }
    }

    /// The number of the kind in the file.
    pub(crate) fn kind_number(self) -> i64 {
        match self.kind {
            KeyKind::Signature => 0,
            KeyKind::Secret => 1,
            KeyKind::Ssh => 2,
        }
    }
}

/// The kind with this number in the file.
pub(crate) fn kind_of(number: i64) -> KeyKind {
    match number {
        0 => KeyKind::Signature,
        1 => KeyKind::Secret,
        _ => KeyKind::Ssh,
    }
}
