//! The account of a person: keys, the challenge of a server, and the bytes that a person signs to prove to have a key.
//!
//! Used by the server, which checks a signature, and by clients, which make one. Law kept here: the signed bytes name their
//! purpose and have one length for each form, so that a signature means one thing only; what they name is the server and this
//! one connection, so that it is good nowhere else and at no other time.

pub mod code;
pub mod secret;
pub mod ssh_door;

use std::fmt;

use dicehall_engine::lobby::AccountId;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use strum::VariantNames;

pub use code::{AccountCode, NotAnAccountCode};
pub use secret::DeviceSecret;

/// The purpose with which the signed bytes begin.
const PURPOSE: &[u8] = b"dicehall account v1 sign in";
/// The bytes of an account's id, which are the first of the key's hash.
const ID_SIZE: usize = 8;

/// Bytes that are written as hexadecimal digits in small letters, twice as many as bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Hex<const SIZE: usize>(pub [u8; SIZE]);

/// A text that has not as many hexadecimal digits in small letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} small hexadecimal digits are needed")]
pub struct NotHex(usize);

/// The public half of a key of a person, as ed25519 has it.
pub type AccountKey = Hex<32>;

/// A signature, as ed25519 has it.
pub type Signature = Hex<64>;

/// The offer of a server to check who somebody is. It stands in the welcome of a server that keeps accounts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Challenge {
    /// The name by which programs know this server, as long as it keeps its data.
    pub server: Hex<32>,
    /// Drawn for this connection, and good on it alone.
    pub nonce: Hex<32>,
}

impl Challenge {
    /// The bytes that a person signs; with the SHA-256 of the server's certificate on a connection that has shown one to the
    /// person's client.
    pub fn signed_bytes(&self, certificate: Option<&Hex<32>>) -> Vec<u8> {
        let certificate = certificate.map_or(&[][..], |it| &it.0);
        [PURPOSE, &self.server.0, &self.nonce.0, certificate].concat()
    }
}

impl AccountKey {
    /// The account that begins with this key.
    pub fn account(&self) -> AccountId {
        let hash = Sha256::digest(self.0);
        let mut id = [0; ID_SIZE];
        id.copy_from_slice(&hash[..ID_SIZE]);
        AccountId(id)
    }
}

/// The commands about an account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, VariantNames)]
#[strum(serialize_all = "snake_case")]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum AccountCommand {
    /// Proves, on a server that keeps accounts, to have a key; before entering a lobby, so that the account is known there, or
    /// after a resume. A key that the server does not know begins an account, which keeps the name of the hello.
    SignIn {
        /// The key.
        key: AccountKey,
        /// Its signature over what `PROTOCOL.md` says.
        signature: Signature,
        /// With `wss`: the SHA-256 of the certificate that the server has shown.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        certificate: Option<Hex<32>>,
        /// From another device of the person: the key is added to the account that the code was made for, and begins none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        code: Option<AccountCode>,
    },
    /// The same for a page in a browser, which cannot sign: shows a secret that only the page knows, from which the key follows.
    SignInBySecret {
        /// The secret.
        secret: DeviceSecret,
        /// Whether the person wants an account to begin, if the key has none.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        begins: bool,
        /// As in `sign_in`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        code: Option<AccountCode>,
    },
    /// The same for a guest who has come by ssh: a door for ssh that the server knows says which key the guest has proved to it.
    SignInByDoor {
        /// The SHA-256 of the guest's public key, as ssh writes that.
        key: AccountKey,
        /// The door's own key.
        door: AccountKey,
        /// The door's signature over what `PROTOCOL.md` says.
        signature: Signature,
        /// As in `sign_in`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        certificate: Option<Hex<32>>,
        /// As in `sign_in_by_secret`.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        begins: bool,
        /// As in `sign_in`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        code: Option<AccountCode>,
    },
    /// All that the server keeps of the account by which this connection has signed in.
    MyAccount,
    /// Keeps the name of the hello for the account by which this connection has signed in, in place of the one before.
    KeepName,
    /// Takes a key away from the account by which this connection has signed in; connections that have signed in by it are
    /// closed.
    RevokeKey {
        /// Which.
        key: AccountKey,
    },
    /// A code by which another device of the person may sign in to the account of this connection, once, within minutes. The
    /// one before is no longer good.
    NewLinkCode,
    /// Codes for paper, by each of which a device may sign in to the account of this connection, once, whenever that is. Those
    /// before are no longer good.
    NewRescueCodes,
    /// Removes the account by which this connection has signed in: its name, and all its keys.
    ForgetAccount,
}

/// All that a server keeps of an account: told to nobody else.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AccountView {
    /// The account.
    pub account: AccountId,
    /// The name that is kept for it.
    pub name: String,
    /// When it was made, in seconds since 1970.
    pub created_at: u64,
    /// Its keys, the oldest first.
    pub keys: Vec<AccountKeyView>,
    /// The number of codes on paper that were not used.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub rescue_codes: u32,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it")]
fn is_zero(count: &u32) -> bool {
    *count == 0
}

/// A key of an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AccountKeyView {
    /// The key.
    pub key: AccountKey,
    /// When it was added, in seconds since 1970.
    pub added_at: u64,
    /// Whether it is the one by which this connection has signed in.
    pub yours: bool,
    /// The kind of key that it is; absent for one that signs.
    #[serde(default, skip_serializing_if = "KeyKind::signs")]
    pub kind: KeyKind,
}

/// How the key of a device is proved to be there. A key of one kind is never taken for one of another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, VariantNames)]
#[strum(serialize_all = "snake_case")]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum KeyKind {
    /// By a signature.
    #[default]
    Signature,
    /// By a secret, from which it follows: the key of a page.
    Secret,
    /// By a door for ssh, to which the guest has proved it: the SHA-256 of a key of ssh.
    Ssh,
}

impl KeyKind {
    /// Whether it is proved by a signature.
    pub fn signs(&self) -> bool {
        *self == Self::Signature
    }
}

/// A code for another device. Told to nobody else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LinkCodeView {
    /// The code.
    pub code: AccountCode,
    /// How long it is good, in seconds.
    pub seconds: u32,
}

impl<const SIZE: usize> From<Hex<SIZE>> for String {
    fn from(Hex(bytes): Hex<SIZE>) -> Self {
        base16ct::lower::encode_string(&bytes)
    }
}

impl<const SIZE: usize> TryFrom<String> for Hex<SIZE> {
    type Error = NotHex;

    fn try_from(text: String) -> Result<Self, NotHex> {
        let bytes = base16ct::lower::decode_vec(text).ok();
        let bytes = bytes.and_then(|it| it.try_into().ok());
        bytes.map(Self).ok_or(NotHex(2 * SIZE))
    }
}

impl<const SIZE: usize> fmt::Display for Hex<SIZE> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&String::from(*self))
    }
}

impl<const SIZE: usize> fmt::Debug for Hex<SIZE> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(feature = "schema")]
impl<const SIZE: usize> schemars::JsonSchema for Hex<SIZE> {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        format!("Hex{SIZE}").into()
    }

    fn json_schema(_generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let pattern = format!("^[0-9a-f]{{{}}}$", 2 * SIZE);
        schemars::json_schema!({ "type": "string", "pattern": pattern })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_account_is_named_by_the_beginning_of_the_hash_of_its_key() {
        // The public key of the first test of RFC 8032; its hash by another program (`sha256sum`).
        let key = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a";
        let key = AccountKey::try_from(key.to_owned()).unwrap();
        assert_eq!(key.account().to_string(), "21fe31dfa154a261");
    }

    #[test]
    fn the_signed_bytes_name_the_server_the_connection_and_the_certificate() {
        let challenge = Challenge {
            server: Hex([1; 32]),
            nonce: Hex([2; 32]),
        };
        let plain = challenge.signed_bytes(None);
        assert_eq!(plain, [PURPOSE, &[1; 32], &[2; 32]].concat());
        let secure = challenge.signed_bytes(Some(&Hex([3; 32])));
        assert_eq!(secure, [&plain[..], &[3; 32]].concat());
    }

    #[test]
    fn what_is_no_key_is_refused() {
        let key = "a".repeat(64);
        assert_eq!(
            String::from(AccountKey::try_from(key.clone()).unwrap()),
            key
        );
        for wrong in [
            "",
            "a",
            &key[1..],
            &format!("{key}a"),
            &key.to_uppercase(),
            &"g".repeat(64),
        ] {
            let refused = AccountKey::try_from(wrong.to_owned());
            assert_eq!(refused, Err(NotHex(64)), "{wrong:?}");
        }
    }
}
