//! The opening of a stream between two nodes, on which one passes a connection on to the other, asks it for its list of
//! lobbies, or is told what it is to tell its clients.
//!
//! Both ends prove that they know the secret of the cluster, by HMAC-SHA256 (H. Krawczyk, M. Bellare, R. Canetti,
//! "HMAC: Keyed-Hashing for Message Authentication", RFC 2104, 1997, <https://www.rfc-editor.org/rfc/rfc2104>) over
//! bytes that both have drawn anew. So nothing that was recorded can be used again, and nobody is told the secret.
//! The rest of the stream is not encrypted: the network between the nodes must be the operator's own.
//!
//! 1. The relay sends [`MAGIC`] and 32 bytes.
//! 2. The owner sends 32 bytes, and its proof over both.
//! 3. The relay sends the length of the preamble, the preamble, and its proof over all of it and both draws; or 0, if it
//!    only wanted to know whether the other node is alive.
//!
//! If the preamble asks for the list, the owner sends its length and the list, and that is all. If it opens a multiplex, the
//! owner sends [`MULTIPLEX_TAKEN`], and what follows is in [`multiplex`](super::multiplex).
//!
//! Called by `net::relay`, `net::multiplex`, `net::other_lists` and `net::internal`, which limit the time that this may take.

use std::fmt;
use std::io;
use std::net::IpAddr;

use dicehall_engine::lobby::AccountId;
use dicehall_protocol::{AccountKey, Challenge, Hex};
use hmac::{Hmac, KeyInit, Mac};
use serde::{Deserialize, Serialize};
use sha2::Sha256;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};

use super::multiplex::Member;
use crate::os::entropy::Entropy;

/// The first bytes of a stream between nodes: a name, and the version of what follows.
const MAGIC: &[u8; 8] = b"dicelink";
/// The length of what each end draws, and of a proof, in bytes.
const DRAW_SIZE: usize = 32;
/// The first byte on a multiplex, by which an owner says that it knows such streams.
pub(crate) const MULTIPLEX_TAKEN: u8 = 1;
/// The most bytes of a preamble: an address, a name and a number, with room for what later versions add.
const PREAMBLE_SIZE_MAX: u16 = 1_024;
/// The most bytes of a list of lobbies, which must fit into a frame to a client as well.
const LIST_SIZE_MAX: u32 = 64 * 1024;
/// The least bytes of a secret: what 32 hexadecimal digits have.
const SECRET_SIZE_MIN: usize = 32;

/// The secret that all nodes of a cluster share.
#[derive(Clone, PartialEq, Eq)]
pub struct ClusterSecret(Vec<u8>);

impl ClusterSecret {
    /// A secret; `None` if it is so short that it could be guessed.
    pub fn new(bytes: &[u8]) -> Option<Self> {
        // Some programs put a byte order mark before a text; it is no part of the secret.
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        let bytes = bytes.trim_ascii();
        (bytes.len() >= SECRET_SIZE_MIN).then(|| Self(bytes.to_owned()))
    }

    /// The proof of whoever knows the secret, for a purpose and these texts.
    pub(crate) fn proof(&self, purpose: &str, parts: &[&[u8]]) -> [u8; DRAW_SIZE] {
        self.mac(purpose, parts).finalize().into_bytes().into()
    }

    fn is_proved(&self, purpose: &str, parts: &[&[u8]], proof: &[u8]) -> bool {
        self.mac(purpose, parts).verify_slice(proof).is_ok()
    }

    #[expect(clippy::expect_used, reason = "a key of HMAC may have any length")]
    fn mac(&self, purpose: &str, parts: &[&[u8]]) -> Hmac<Sha256> {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.0).expect("any length will do");
        mac.update(purpose.as_bytes());
        for part in parts {
            mac.update(part);
        }
        mac
    }
}

impl fmt::Debug for ClusterSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ClusterSecret(..)")
    }
}

/// A person whom a relay has greeted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Person {
    /// The name, cleaned.
    pub(crate) name: String,
    /// The account that the person has proved to have; `None` for a guest, and from a node of an earlier release.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) account: Option<ProvedAccount>,
    /// The challenge that the person may still answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) challenge: Option<Challenge>,
}

/// An account, and the key by which a relay has seen it proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ProvedAccount {
    pub(crate) id: AccountId,
    pub(crate) key: AccountKey,
}

/// The purpose of a stream.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Purpose {
    /// A connection is passed on.
    #[default]
    Connection,
    /// The other node is asked for the list of its lobbies.
    List,
    /// The other node tells over it what it has to tell the clients of many connections.
    Multiplex,
}

/// A place on a multiplex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct MultiplexPlace {
    /// The multiplex's number, which its relay has drawn.
    pub(crate) multiplex: u64,
    /// The number of a client on it; 0 for the multiplex itself.
    pub(crate) member: Member,
}

impl Purpose {
    #[expect(
        clippy::trivially_copy_pass_by_ref,
        reason = "serde passes a reference"
    )]
    fn is_connection(&self) -> bool {
        *self == Self::Connection
    }
}

/// All that the owner has to know of a connection before its first message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Preamble {
    /// The network that the client came from to the relay, as the gate counts it; `None` for the relay's own machine.
    pub(crate) client: Option<IpAddr>,
    /// The person, if the relay has greeted one.
    pub(crate) person: Option<Person>,
    /// The purpose of the stream. A node of an earlier release takes each for a connection, which says nothing and is
    /// soon closed by the node that asks; or closes the stream.
    #[serde(default, skip_serializing_if = "Purpose::is_connection")]
    pub(crate) purpose: Purpose,
    /// The multiplex, or the place on it over which the client is to be told everything, if the owner knows the multiplex. A node
    /// of an earlier release does not look at it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) place: Option<MultiplexPlace>,
    /// The SHA-256 of the certificate that the relay has shown the client; `None` if it speaks in plain text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) certificate: Option<Hex<32>>,
}

/// Opens a stream to another node as the relay.
pub(crate) async fn open<S: AsyncRead + AsyncWrite + Unpin>(
    stream: &mut S,
    secret: &ClusterSecret,
    entropy: &Entropy,
    preamble: &Preamble,
) -> io::Result<()> {
    let (drawn, other) = meet(stream, secret, entropy).await?;
    let text = serde_json::to_vec(preamble)?;
    let length = u16::try_from(text.len()).ok();
    let length = length.filter(|it| *it <= PREAMBLE_SIZE_MAX);
    let length = length
        .ok_or_else(|| stranger("the preamble is too long"))?
        .to_be_bytes();
    stream.write_all(&length).await?;
    stream.write_all(&text).await?;
    let proof = secret.proof("relay", &[&drawn, &other, &length, &text]);
    stream.write_all(&proof).await?;
    stream.flush().await
}

/// Looks whether another node is alive, and knows the secret.
pub(crate) async fn look<S: AsyncRead + AsyncWrite + Unpin>(
    stream: &mut S,
    secret: &ClusterSecret,
    entropy: &Entropy,
) -> io::Result<()> {
    meet(stream, secret, entropy).await?;
    stream.write_u16(0).await?;
    stream.flush().await
}

/// Asks another node for the list of its lobbies, as text.
pub(crate) async fn ask_list<S: AsyncRead + AsyncWrite + Unpin>(
    stream: &mut S,
    secret: &ClusterSecret,
    entropy: &Entropy,
) -> io::Result<Vec<u8>> {
    let preamble = Preamble {
        client: None,
        person: None,
        purpose: Purpose::List,
        place: None,
        certificate: None,
    };
    open(stream, secret, entropy, &preamble).await?;
    let length = stream.read_u32().await?;
    if length > LIST_SIZE_MAX {
        return Err(stranger("the list is too long"));
    }
    let mut text = vec![0; usize::try_from(length).map_err(io::Error::other)?];
    stream.read_exact(&mut text).await?;
    Ok(text)
}

/// Answers a node that has asked for the list.
pub(crate) async fn tell_list<S: AsyncWrite + Unpin>(
    stream: &mut S,
    text: &[u8],
) -> io::Result<()> {
    let length = u32::try_from(text.len()).map_err(io::Error::other)?;
    stream.write_u32(length).await?;
    stream.write_all(text).await?;
    stream.flush().await
}

/// Sends the first part of a stream, and checks the answer; returns what both ends have drawn.
async fn meet<S: AsyncRead + AsyncWrite + Unpin>(
    stream: &mut S,
    secret: &ClusterSecret,
    entropy: &Entropy,
) -> io::Result<([u8; DRAW_SIZE], [u8; DRAW_SIZE])> {
    let drawn: [u8; DRAW_SIZE] = entropy.bytes().map_err(io::Error::other)?;
    stream.write_all(MAGIC).await?;
    stream.write_all(&drawn).await?;
    stream.flush().await?;
    let (mut other, mut proof) = ([0; DRAW_SIZE], [0; DRAW_SIZE]);
    stream.read_exact(&mut other).await?;
    stream.read_exact(&mut proof).await?;
    if !secret.is_proved("owner", &[&drawn, &other], &proof) {
        return Err(stranger("the node does not know the secret"));
    }
    Ok((drawn, other))
}

/// Takes a stream from another node as the owner; `None` if it was only a look. Nothing of the preamble is looked at
/// before it is proved.
pub(crate) async fn take<S: AsyncRead + AsyncWrite + Unpin>(
    stream: &mut S,
    secret: &ClusterSecret,
    entropy: &Entropy,
) -> io::Result<Option<Preamble>> {
    let (mut magic, mut other) = ([0; MAGIC.len()], [0; DRAW_SIZE]);
    stream.read_exact(&mut magic).await?;
    if magic != *MAGIC {
        return Err(stranger("this is no stream of a node of this version"));
    }
    stream.read_exact(&mut other).await?;
    let drawn: [u8; DRAW_SIZE] = entropy.bytes().map_err(io::Error::other)?;
    stream.write_all(&drawn).await?;
    stream
        .write_all(&secret.proof("owner", &[&other, &drawn]))
        .await?;
    stream.flush().await?;
    let length = stream.read_u16().await?;
    if length == 0 {
        return Ok(None);
    }
    if length > PREAMBLE_SIZE_MAX {
        return Err(stranger("the preamble is too long"));
    }
    let mut text = vec![0; usize::from(length)];
    let mut proof = [0; DRAW_SIZE];
    stream.read_exact(&mut text).await?;
    stream.read_exact(&mut proof).await?;
    if !secret.is_proved(
        "relay",
        &[&other, &drawn, &length.to_be_bytes(), &text],
        &proof,
    ) {
        return Err(stranger("the relay does not know the secret"));
    }
    Ok(Some(serde_json::from_slice(&text)?))
}

fn stranger(what: &'static str) -> io::Error {
    io::Error::new(io::ErrorKind::PermissionDenied, what)
}

#[cfg(test)]
mod tests {
    use tokio::io::{DuplexStream, duplex};

    use super::*;

    fn secret(letter: &str) -> ClusterSecret {
        ClusterSecret::new(letter.repeat(SECRET_SIZE_MIN).as_bytes()).unwrap()
    }

    fn preamble(name: &str) -> Preamble {
        Preamble {
            client: Some([192, 0, 2, 7].into()),
            person: Some(Person {
                name: name.to_owned(),
                ..Person::default()
            }),
            purpose: Purpose::Connection,
            place: None,
            certificate: None,
        }
    }

    /// Both ends' results, and the bytes from the relay, of which the one with this number is changed on the way.
    async fn opened(
        relay: &str,
        owner: &str,
        name: &str,
        changed: Option<usize>,
    ) -> (io::Result<()>, io::Result<Option<Preamble>>, Vec<u8>) {
        let (mut near, far) = duplex(4_096);
        let (middle, mut end) = duplex(4_096);
        let (relay, owner, preamble) = (secret(relay), secret(owner), preamble(name));
        let opening = async {
            let opened = open(&mut near, &relay, &Entropy::System, &preamble).await;
            drop(near);
            opened
        };
        let taking = async {
            let taken = take(&mut end, &owner, &Entropy::System).await;
            drop(end);
            taken
        };
        tokio::join!(opening, taking, carried(far, middle, changed))
    }

    async fn carried(far: DuplexStream, middle: DuplexStream, changed: Option<usize>) -> Vec<u8> {
        let (mut from_relay, mut to_relay) = tokio::io::split(far);
        let (mut from_owner, mut to_owner) = tokio::io::split(middle);
        let forth = async {
            let mut passed = Vec::new();
            while let Ok(byte) = from_relay.read_u8().await {
                let byte = byte ^ u8::from(changed == Some(passed.len()));
                passed.push(byte);
                if to_owner.write_u8(byte).await.is_err() {
                    break;
                }
            }
            to_owner.shutdown().await.ok();
            passed
        };
        let back = async {
            tokio::io::copy(&mut from_owner, &mut to_relay).await.ok();
            to_relay.shutdown().await.ok();
        };
        tokio::join!(forth, back).0
    }

    #[tokio::test]
    async fn whoever_knows_the_secret_is_believed() {
        let (opened, taken, recorded) = opened("a", "a", "Aki", None).await;
        opened.unwrap();
        assert_eq!(taken.unwrap(), Some(preamble("Aki")));
        // The same bytes again are worth nothing.
        let (mut thief, mut end) = duplex(4_096);
        thief.write_all(&recorded).await.unwrap();
        let taken = take(&mut end, &secret("a"), &Entropy::System).await;
        assert_eq!(taken.unwrap_err().kind(), io::ErrorKind::PermissionDenied);
    }

    #[tokio::test]
    async fn nobody_else_is_and_no_byte_can_be_changed() {
        let (refused, taken, _) = opened("a", "b", "Aki", None).await;
        assert_eq!(refused.unwrap_err().kind(), io::ErrorKind::PermissionDenied);
        assert!(taken.is_err());
        let whole = MAGIC.len() + 2 * DRAW_SIZE + 2;
        let text = serde_json::to_vec(&preamble("Aki")).unwrap().len();
        for changed in 0..whole + text {
            let (_, taken, _) = opened("a", "a", "Aki", Some(changed)).await;
            assert!(taken.is_err(), "byte {changed}");
        }
    }

    #[tokio::test]
    async fn a_look_passes_nothing_on_and_needs_the_secret_of_the_other_node() {
        for (theirs, is_alive) in [("a", true), ("b", false)] {
            let (mut near, mut far) = duplex(4_096);
            let (known, theirs) = (secret("a"), secret(theirs));
            let taking = take(&mut far, &theirs, &Entropy::System);
            let looking = async {
                let looked = look(&mut near, &known, &Entropy::System).await;
                drop(near);
                looked
            };
            let (looked, taken) = tokio::join!(looking, taking);
            assert_eq!(looked.is_ok(), is_alive);
            assert_eq!(taken.ok(), is_alive.then_some(None));
        }
    }

    #[tokio::test]
    async fn a_preamble_has_a_limit_at_both_ends() {
        let (opened, taken, _) = opened("a", "a", &"x".repeat(2_000), None).await;
        assert!(opened.is_err() && taken.is_err());
        let (mut near, mut far) = duplex(4_096);
        let flood = async {
            near.write_all(MAGIC).await.unwrap();
            near.write_all(&[0; DRAW_SIZE]).await.unwrap();
            near.write_u16(PREAMBLE_SIZE_MAX + 1).await.unwrap();
        };
        let known = secret("a");
        let (taken, ()) = tokio::join!(take(&mut far, &known, &Entropy::System), flood);
        assert_eq!(taken.unwrap_err().to_string(), "the preamble is too long");
    }

    #[tokio::test]
    async fn a_list_is_told_to_whoever_knows_the_secret_and_has_a_limit() {
        let size_max = usize::try_from(LIST_SIZE_MAX).unwrap();
        for (size, is_told) in [(0, true), (size_max, true), (size_max + 1, false)] {
            let (mut near, mut far) = duplex(4_096);
            let (known, list) = (secret("a"), vec![b'x'; size]);
            let answering = async {
                let taken = take(&mut far, &known, &Entropy::System).await;
                let purpose = taken.unwrap().unwrap().purpose;
                tell_list(&mut far, &list).await.ok();
                purpose
            };
            let asking = async {
                let asked = ask_list(&mut near, &known, &Entropy::System).await;
                drop(near);
                asked
            };
            let (asked, purpose) = tokio::join!(asking, answering);
            assert_eq!(purpose, Purpose::List);
            assert_eq!(asked.ok(), is_told.then_some(list));
        }
    }

    /// A purpose is left out where it is the usual one.
    #[test]
    fn a_connection_is_passed_on_in_few_words() {
        let text = r#"{"client":"192.0.2.7","person":{"name":"Aki"}}"#;
        assert_eq!(serde_json::to_string(&preamble("Aki")).unwrap(), text);
        let read: Preamble = serde_json::from_str(text).unwrap();
        assert_eq!(read, preamble("Aki"));
    }

    #[test]
    fn a_secret_that_could_be_guessed_is_none() {
        assert_eq!(ClusterSecret::new(b"  short \n"), None);
        let line = format!("{}\n", "x".repeat(SECRET_SIZE_MIN));
        assert_eq!(ClusterSecret::new(line.as_bytes()), Some(secret("x")));
        assert_eq!(format!("{:?}", secret("x")), "ClusterSecret(..)");
    }
}
