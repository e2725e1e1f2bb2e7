//! The proofs by which somebody shows to have a key, one for each kind of key.
//!
//! Made by sessions from what a client says; `accounts` checks them.

use dicehall_protocol::{AccountKey, Challenge, DeviceSecret, Hex, Signature};
use ring::signature::{ED25519, UnparsedPublicKey};

use super::weak_keys::is_weak;
use crate::refusal::Refusal;

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

/// The question that somebody is asked on a connection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asked {
    /// The challenge.
    pub(crate) challenge: Challenge,
    /// The SHA-256 of the certificate that was shown there; `None` in plain text.
    pub(crate) certificate: Option<Hex<32>>,
}

impl Asked {
    /// Refuses a signature that is not of these bytes, or was made for another server's certificate.
    pub(super) fn check_signature(
        &self,
        proof: &SignedProof,
        signed: &[u8],
    ) -> Result<(), Refusal> {
        if proof.certificate != self.certificate || is_weak(&proof.key) {
            return Err(Refusal::BAD_SIGNATURE);
        }
        UnparsedPublicKey::new(&ED25519, proof.key.0)
            .verify(signed, &proof.signature.0)
            .map_err(|_unspecified| Refusal::BAD_SIGNATURE)
    }
}
