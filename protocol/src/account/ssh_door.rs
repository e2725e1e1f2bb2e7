//! The word of a door for ssh: which key a guest has proved to it.
//!
//! A guest's program signs nothing of ours, but ssh has made it prove its key to the door. So the door signs, with the key by which
//! ssh clients recognize it. Law kept here: the signed bytes begin with a purpose of their own, and name the guest's key, the server
//! and the one connection, so that the word is good for nobody else and nowhere else.

use base64ct::{Base64Unpadded, Encoding};
use sha2::{Digest, Sha256};

use super::{AccountKey, Challenge, Hex};

/// The purpose with which the signed bytes begin.
const PURPOSE: &[u8] = b"dicehall account v1 ssh door";
/// The word with which ssh begins a public key of ed25519.
const KIND: &[u8] = b"ssh-ed25519";

impl Challenge {
    /// The bytes that a door signs for a guest with this key; the certificate is as in
    /// [`signed_bytes`](Challenge::signed_bytes).
    pub fn door_bytes(&self, key: &AccountKey, certificate: Option<&Hex<32>>) -> Vec<u8> {
        let certificate = certificate.map_or(&[][..], |it| &it.0);
        [PURPOSE, &self.server.0, &self.nonce.0, &key.0, certificate].concat()
    }
}

/// The fingerprint of a door's key, as programs for ssh show it.
pub fn fingerprint(door: &AccountKey) -> String {
    let mut hash = Sha256::new();
    for part in [KIND, &door.0] {
        // Each part stands after its length, in four bytes.
        let length = u32::try_from(part.len()).unwrap_or(u32::MAX);
        hash.update(length.to_be_bytes());
        hash.update(part);
    }
    let hash = Base64Unpadded::encode_string(&hash.finalize());
    format!("SHA256:{hash}")
}

/// Whether a text can be the fingerprint of a key.
pub fn is_fingerprint(text: &str) -> bool {
    let mut hash = [0; 32];
    let text = text.strip_prefix("SHA256:").unwrap_or_default();
    Base64Unpadded::decode(text, &mut hash).is_ok_and(|it| it.len() == 32)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The key and the fingerprint are of `ssh-keygen -t ed25519` and `ssh-keygen -l`.
    #[test]
    fn a_door_has_the_fingerprint_that_other_programs_show() {
        let key = "cc7c5b2e712280abdcd3078e3540908a9657b08b7eacc668dd12adb7467818eb";
        let key = AccountKey::try_from(key.to_owned()).unwrap();
        let shown = "SHA256:I0AqF5dbtQ2seJwAL0OaGZWT9J20wL8jZh9Fl4o/fdM";
        assert_eq!(fingerprint(&key), shown);
        assert!(is_fingerprint(shown));
        for wrong in [
            "",
            "SHA256:",
            &shown[7..],
            &shown[..49],
            "SHA256:a b",
            "MD5:00",
        ] {
            assert!(!is_fingerprint(wrong), "{wrong}");
        }
    }

    #[test]
    fn the_word_of_a_door_is_no_signature_of_a_person_and_names_the_guest() {
        let challenge = Challenge {
            server: Hex([1; 32]),
            nonce: Hex([2; 32]),
        };
        let word = challenge.door_bytes(&Hex([3; 32]), None);
        let expect = [PURPOSE, &[1; 32], &[2; 32], &[3; 32]].concat();
        assert_eq!(word, expect);
        let secure = challenge.door_bytes(&Hex([3; 32]), Some(&Hex([4; 32])));
        assert_eq!(secure, [&expect[..], &[4; 32]].concat());
        // As long as a signature with a certificate would be, but for another purpose.
        assert!(!word.starts_with(b"dicehall account v1 sign in"));
    }
}
