//! A person in a lobby, and how the lobby recognizes the person later: number, name, key, address.
//!
//! The server computes the hashes and the looks of a name; a lobby only compares them. Used by the events, the
//! commands, and the rules on who may come in.
//!
//! The lobby compares values that the shell has computed: the look of a name, the hash that a password matches, the
//! key of an address. So the engine needs no Unicode tables and no hash functions, and a stream means the same when
//! these change.

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
    /// The name, cleaned by the shell.
    pub name: String,
    /// The looks of the name.
    pub looks: Looks,
    /// The key by which the person proves to be the same one.
    pub key: Key,
    /// The hash of the address that the person came from; `None` for the server's own machine.
    pub address: Option<AddressKey>,
    /// The account that the person has proved to have; `None` for a guest.
    pub account: Option<AccountId>,
    /// The device by whose key that was proved, named by the hash of the key as an account is by that of its first one; `None` for
    /// a guest.
    pub device: Option<AccountId>,
    /// A second valid key, which the shell has offered in place of `key`; once the person has used it, it alone is
    /// valid. `None` if no offer is open.
    pub offered: Option<Key>,
}

/// A person who wants to come in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Newcomer {
    /// The name, cleaned; it is refused if it looks like that of somebody in the lobby.
    pub name: String,
    /// The looks of the name.
    pub looks: Looks,
    /// The key: the hash of the secret that the shell gave to the person.
    pub key: Key,
    /// The hash of the address that the person comes from; `None` for the server's own machine.
    pub address: Option<AddressKey>,
    /// The password that the person has shown, if any; it must be that of the lobby.
    pub password: Option<PasswordHash>,
    /// The account that the person has proved to have; `None` for a guest.
    pub account: Option<AccountId>,
    /// The device by whose key that was proved, named by the hash of the key as an account is by that of its first one; `None` for
    /// a guest.
    pub device: Option<AccountId>,
}

impl Newcomer {
    /// A newcomer with [plain looks](Looks::plain), without address and password: for tests.
    pub fn plain(name: &str, key: Key) -> Self {
        Self {
            name: name.to_owned(),
            looks: Looks::plain(name),
            key,
            address: None,
            password: None,
            account: None,
            device: None,
        }
    }
}

/// A person across lobbies: the beginning of the hash of the first key of that person.
///
/// In texts 16 hexadecimal digits. The shell computes it and checks the proof; a lobby only compares it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(with = "String", extend("pattern" = "^[0-9a-f]{16}$")))]
pub struct AccountId(pub [u8; 8]);

/// A text that names no account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("an account is named by 16 small hexadecimal digits")]
pub struct NotAnAccount;

impl From<AccountId> for String {
    fn from(AccountId(bytes): AccountId) -> Self {
        base16ct::lower::encode_string(&bytes)
    }
}

impl TryFrom<String> for AccountId {
    type Error = NotAnAccount;

    fn try_from(text: String) -> Result<Self, NotAnAccount> {
        let bytes = base16ct::lower::decode_vec(text).ok();
        let account = bytes.and_then(|it| it.try_into().ok());
        account.map(Self).ok_or(NotAnAccount)
    }
}

impl fmt::Display for AccountId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&String::from(*self))
    }
}

impl fmt::Debug for AccountId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The hash of the secret that a player alone has, and by which the player is recognized. Never broadcast.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Key(pub [u8; 32]);

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(..)")
    }
}

/// The look of a name: two names that share one of these texts can be mistaken for each other.
///
/// The server computes it, because the tables of look-alikes grow with the years; a lobby compares it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Looks {
    /// The skeleton of the name as it is written.
    pub written: String,
    /// The skeleton of the name in small letters.
    pub small: String,
}

impl Looks {
    /// The looks of a name as if no letters looked alike: for streams of the first release, and for tests.
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
