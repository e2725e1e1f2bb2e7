//! Verifiable dice, protocol v1: commitments, the key of a match, and the dice that follow from it.
//!
//! Pure functions of their arguments, shared by all who roll or check: the server's dice, the audit of a match, the
//! clients' shares. `docs/dice.md` describes the same in words and bytes. Laws kept here: hashed data begins with its
//! purpose and every field of changing length has its length before it; numbers are taken by rejection, never by a bare
//! remainder.

use std::fmt;

use hmac::{Hmac, KeyInit, Mac};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::dice::Dice;
use crate::game::Seat;

/// The longest name of a match, in characters.
pub const MATCH_ID_CHARS_MAX: usize = 40;
/// The bytes of one block of the dice's stream.
const BLOCK_SIZE: usize = 32;

/// What names a match among all matches of all servers: letters, digits and hyphens.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(with = "String", extend("pattern" = "^[A-Za-z0-9-]{1,40}$")))]
pub struct MatchId(String);

/// A text that is not the name of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a match is named by 1 to 40 letters, digits and hyphens")]
pub struct NotAMatchId;

impl MatchId {
    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for MatchId {
    type Error = NotAMatchId;

    fn try_from(text: String) -> Result<Self, NotAMatchId> {
        let fits = (1..=MATCH_ID_CHARS_MAX).contains(&text.len());
        let is_plain = text
            .bytes()
            .all(|it| it.is_ascii_alphanumeric() || it == b'-');
        if fits && is_plain {
            Ok(Self(text))
        } else {
            Err(NotAMatchId)
        }
    }
}

impl From<MatchId> for String {
    fn from(id: MatchId) -> Self {
        id.0
    }
}

impl fmt::Display for MatchId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for MatchId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A number of 256 bits that nobody can guess until it is shown: the server's secret or a seat's share.
///
/// In texts 64 hexadecimal digits; [`fmt::Debug`] does not show it.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(with = "String", extend("pattern" = "^[0-9a-f]{64}$")))]
pub struct Secret(pub [u8; 32]);

/// The hash that binds whoever shows it to a secret.
///
/// In texts 64 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(with = "String", extend("pattern" = "^[0-9a-f]{64}$")))]
pub struct Commitment(pub [u8; 32]);

/// A text that is not a number of 256 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("64 small hexadecimal digits are needed")]
pub struct NotHex;

impl Secret {
    /// The share of a seat that did not show one in time.
    pub const ZERO: Self = Self([0; 32]);
}

/// Writes and reads a number of 256 bits as hexadecimal digits.
macro_rules! written_in_hexadecimal {
    ($number:ident) => {
        impl From<$number> for String {
            fn from(number: $number) -> Self {
                base16ct::lower::encode_string(&number.0)
            }
        }

        impl TryFrom<String> for $number {
            type Error = NotHex;

            fn try_from(text: String) -> Result<Self, NotHex> {
                let bytes = base16ct::lower::decode_vec(text).ok();
                let number = bytes.and_then(|it| it.try_into().ok());
                number.map(Self).ok_or(NotHex)
            }
        }
    };
}

written_in_hexadecimal!(Secret);
written_in_hexadecimal!(Commitment);

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(..)")
    }
}

impl fmt::Debug for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&String::from(*self))
    }
}

/// A party that is bound by a commitment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Party {
    /// The server, which is party 0.
    Server,
    /// The human on a seat; the party's number is the seat's plus one.
    Seat(Seat),
}

impl Party {
    const fn number(self) -> u8 {
        match self {
            Self::Server => 0,
            Self::Seat(seat) => seat.number() + 1,
        }
    }
}

/// The commitment that a party shows before anybody shows a secret.
pub fn commitment(match_id: &MatchId, party: Party, secret: &Secret) -> Commitment {
    let id = match_id.as_str().as_bytes();
    let hash = Sha256::new()
        .chain_update(b"dice-v1/commit")
        .chain_update(length(id))
        .chain_update(id)
        .chain_update([party.number()])
        .chain_update(secret.0)
        .finalize();
    Commitment(hash.into())
}

/// The share that a client gives to a match. It follows from `own`, a secret of the client alone, and is another one
/// for every agreement that the client takes part in and for every commitment of a server: a server that begins an
/// agreement anew, with the same commitment or another one, learns nothing from the shares that it has seen.
pub fn share(own: &Secret, agreements: u64, match_id: &MatchId, server: &Commitment) -> Secret {
    let fields: [&[u8]; 4] = [
        b"dice-v1/share",
        &agreements.to_be_bytes(),
        match_id.as_str().as_bytes(),
        &server.0,
    ];
    Secret(with_fields(&keyed(&own.0), &fields))
}

/// The dice of a match: a stream of bytes for every roll, numbered from 0, which is the deal.
///
/// Rolls do not depend on each other: after a crash the dice go on with the next roll, and a checker needs no roll but
/// the one it looks at.
#[derive(Clone)]
pub struct MatchDice {
    key: Hmac<Sha256>,
    roll: u64,
    /// The number of the next block of the roll.
    block: u32,
    bytes: [u8; BLOCK_SIZE],
    used: usize,
}

impl MatchDice {
    /// The dice of a match: from the server's secret and the shares of the seats that were asked, in the order of seats.
    pub fn new(secret: &Secret, match_id: &MatchId, shares: &[Secret]) -> Self {
        Self::from_key(&match_key(secret, match_id, shares))
    }

    /// Dice that follow from a key alone.
    pub fn from_key(key: &[u8; 32]) -> Self {
        Self {
            key: keyed(key),
            roll: 0,
            block: 0,
            bytes: [0; BLOCK_SIZE],
            used: BLOCK_SIZE,
        }
    }

    fn next_byte(&mut self) -> u8 {
        if self.used == BLOCK_SIZE {
            let fields: [&[u8]; 3] = [
                b"dice-v1/roll",
                &self.roll.to_be_bytes(),
                &self.block.to_be_bytes(),
            ];
            self.bytes = with_fields(&self.key, &fields);
            self.block += 1;
            self.used = 0;
        }
        let byte = self.bytes[self.used];
        self.used += 1;
        byte
    }

    /// The next bytes as one number, the first byte being the most significant.
    fn next_number(&mut self, bytes: u32) -> u128 {
        (0..bytes).fold(0, |number, _| number << 8 | u128::from(self.next_byte()))
    }
}

impl Dice for MatchDice {
    /// Draws as many bytes as the bound needs; numbers beyond the last whole round of `0..bound` are skipped.
    fn below(&mut self, bound: u64) -> u64 {
        if let Ok(bound) = u16::try_from(bound)
            && bound <= 256
        {
            let rounds = 256 / bound * bound;
            loop {
                let byte = u16::from(self.next_byte());
                if byte < rounds {
                    return u64::from(byte % bound);
                }
            }
        }
        let bytes = (64 - (bound - 1).leading_zeros()).div_ceil(8);
        let (all, bound) = (1_u128 << (8 * bytes), u128::from(bound));
        let rounds = all / bound * bound;
        loop {
            let number = self.next_number(bytes);
            if number < rounds {
                return u64::try_from(number % bound)
                    .unwrap_or_else(|_| unreachable!("a remainder of a bound of 64 bits"));
            }
        }
    }

    fn begin_roll(&mut self, roll: u64) {
        self.roll = roll;
        self.block = 0;
        self.used = BLOCK_SIZE;
    }
}

impl fmt::Debug for MatchDice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("MatchDice(..)")
    }
}

/// The key from which all luck of a match follows.
fn match_key(secret: &Secret, match_id: &MatchId, shares: &[Secret]) -> [u8; 32] {
    let mut fields: Vec<&[u8]> = vec![b"dice-v1/key", match_id.as_str().as_bytes()];
    fields.extend(shares.iter().map(|it| it.0.as_slice()));
    with_fields(&keyed(&secret.0), &fields)
}

/// A key that is shorter than a block of the hash is filled up with zeros, as the standard says.
fn keyed(key: &[u8; 32]) -> Hmac<Sha256> {
    let mut block = [0; 64];
    block[..32].copy_from_slice(key);
    Hmac::new(&block.into())
}

/// HMAC of fields, each with its length before it.
fn with_fields(key: &Hmac<Sha256>, fields: &[&[u8]]) -> [u8; 32] {
    let mut mac = key.clone();
    for field in fields {
        mac.update(&length(field));
        mac.update(field);
    }
    mac.finalize().into_bytes().into()
}

fn length(field: &[u8]) -> [u8; 4] {
    u32::try_from(field.len())
        .unwrap_or_else(|_| unreachable!("no field has 4 GiB"))
        .to_be_bytes()
}

#[cfg(test)]
mod tests;
