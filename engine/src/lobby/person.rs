//! A person in a lobby, and how the lobby knows that it is the same one: number, name, proof, address.
//!
//! The server makes the hashes and finds the look of a name; a lobby only compares them. Named by the events, the commands,
//! and the rules on who may come in.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A person in a lobby, stable across connections; numbered in the order of first entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlayerId(pub u32);

/// A person in the lobby.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// As cleaned by the shell.
    pub name: String,
    /// The looks of the name.
    pub looks: Looks,
    /// The proof that somebody is this person.
    pub key: Key,
    /// The address that the person came from, if not from the server's own machine.
    pub address: Option<AddressKey>,
    /// What proves it as well, and alone as soon as it was used: the shell has offered it in place of the key, and does
    /// not know yet whether that was heard.
    pub offered: Option<Key>,
}

/// Somebody who wants to come in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Newcomer {
    /// Cleaned, and like nobody's in the lobby; a name that looks like somebody's is refused.
    pub name: String,
    /// The looks of the name.
    pub looks: Looks,
    /// The hash of the secret that the shell gave that person.
    pub key: Key,
    /// The address that the person comes from; `None` for the server's own machine.
    pub address: Option<AddressKey>,
    /// The password that this person was found to know; only that of the lobby opens its door.
    pub password: Option<PasswordHash>,
}

impl Newcomer {
    /// Somebody whose name looks like itself.
    pub fn plain(name: &str, key: Key) -> Self {
        Self {
            name: name.to_owned(),
            looks: Looks::plain(name),
            key,
            address: None,
            password: None,
        }
    }
}

/// The proof of being a player: the hash of the secret that only that player has. Never broadcast.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Key(pub [u8; 32]);

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(..)")
    }
}

/// The look of a name: two names that share either text can be mistaken for each other.
///
/// The server finds it, because the tables of look-alikes grow with the years; a lobby compares it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Looks {
    /// As it is written.
    pub written: String,
    /// As it is written in small letters.
    pub small: String,
}

impl Looks {
    /// The looks of a name to somebody who knows no letters that look alike.
    pub fn plain(name: &str) -> Self {
        Self {
            written: name.to_owned(),
            small: name.to_lowercase(),
        }
    }

    /// Whether the names can be mistaken for each other.
    pub fn is_like(&self, other: &Self) -> bool {
        self.written == other.written || self.small == other.small
    }
}

/// The hash of a password, as the server's hash function writes it. Never broadcast.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PasswordHash(pub String);

impl fmt::Debug for PasswordHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PasswordHash(..)")
    }
}

/// The hash of a network address, with a key that only the server has. Never broadcast.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct AddressKey(pub [u8; 32]);

impl fmt::Debug for AddressKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AddressKey(..)")
    }
}
