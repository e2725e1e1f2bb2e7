//! The proofs by which somebody shows to have a key, one for each kind of key.
//!
//! Made by sessions from what a client says; `accounts` checks them.

use dicehall_protocol::{AccountKey, DeviceSecret, Hex, Signature};

/// The proof of somebody to have a key.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Proof {
    /// By a signature.
    Signed(SignedProof),
    /// By a secret.
    Secret {
        /// The secret.
        secret: DeviceSecret,
        /// Whether the person wants an account to begin, if there is none.
        begins: bool,
    },
    /// By the word of a door for ssh, to which the person has proved to have the key.
    ByDoor {
        /// The key of ssh.
        key: AccountKey,
        /// The door's signature.
        by: SignedProof,
        /// Whether the person wants an account to begin, if there is none.
        begins: bool,
    },
}

impl Proof {
    /// Whether the person wants an account to begin, if the key has none: a key that signs was made for that.
    pub(crate) fn begins(&self) -> bool {
        match self {
            Self::Signed(_) => true,
            Self::Secret { begins, .. } | Self::ByDoor { begins, .. } => *begins,
        }
    }

    /// Whether the connection is that of a door, which speaks for many people.
    pub(crate) fn is_by_door(&self) -> bool {
        matches!(self, Self::ByDoor { .. })
    }
}

/// A signature, with what it was made by and for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SignedProof {
    /// The key.
    pub(crate) key: AccountKey,
    /// The signature of the challenge.
    pub(crate) signature: Signature,
    /// The SHA-256 of the certificate that the person was shown; `None` if that was none.
    pub(crate) certificate: Option<Hex<32>>,
}
