//! The fingerprint of a certificate: its SHA-256 digest, as other tools print it.

use std::fmt;
use std::str::FromStr;

use sha2::{Digest, Sha256};

/// The SHA-256 digest of a server's certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fingerprint([u8; 32]);

/// The error for a text that is no fingerprint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a fingerprint has 64 hexadecimal digits, with or without colons")]
pub struct NotAFingerprint;

impl Fingerprint {
    /// The fingerprint of a certificate in DER form.
    pub(crate) fn of(certificate: &[u8]) -> Self {
        Self(Sha256::digest(certificate).into())
    }

    /// The digest with these bytes.
    pub(crate) const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The bytes of the digest.
    pub(crate) const fn bytes(self) -> [u8; 32] {
        self.0
    }

    /// The fingerprint in groups of four digits, for people to compare.
    pub fn grouped(self) -> String {
        let digits = self.to_string();
        let groups = digits.as_bytes().chunks(4).map(String::from_utf8_lossy);
        groups.collect::<Vec<_>>().join(" ")
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&base16ct::lower::encode_string(&self.0))
    }
}

impl FromStr for Fingerprint {
    type Err = NotAFingerprint;

    fn from_str(text: &str) -> Result<Self, NotAFingerprint> {
        let text = text.trim();
        let text = text
            .strip_prefix("sha256:")
            .or_else(|| text.strip_prefix("SHA256:"))
            .unwrap_or(text);
        let digits: String = text.chars().filter(|it| !matches!(it, ':' | ' ')).collect();
        let bytes = base16ct::mixed::decode_vec(digits).ok();
        let hash = bytes.and_then(|it| it.try_into().ok());
        hash.map(Self).ok_or(NotAFingerprint)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The SHA-256 digest of "abc" (NIST: "Secure Hash Standard", FIPS 180-2, 2002, appendix B.1,
    /// <https://csrc.nist.gov/pubs/fips/180-2/final>).
    const OF_ABC: &str = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

    #[track_caller]
    fn check(text: &str, expect: Option<&str>) {
        let read = text.parse::<Fingerprint>().ok().map(|it| it.to_string());
        assert_eq!(read.as_deref(), expect, "{text}");
    }

    #[test]
    fn what_other_tools_print_is_understood() {
        assert_eq!(Fingerprint::of(b"abc").to_string(), OF_ABC);
        check(OF_ABC, Some(OF_ABC));
        check(
            &format!(" sha256:{} ", OF_ABC.to_ascii_uppercase()),
            Some(OF_ABC),
        );
        check(
            &OF_ABC
                .as_bytes()
                .chunks(2)
                .map(String::from_utf8_lossy)
                .collect::<Vec<_>>()
                .join(":"),
            Some(OF_ABC),
        );
        check(&Fingerprint::of(b"abc").grouped(), Some(OF_ABC));
        assert!(Fingerprint::of(b"abc").grouped().starts_with("ba78 16bf "));
    }

    #[test]
    fn what_is_no_fingerprint_is_refused() {
        for text in [
            "",
            "ba78",
            &OF_ABC[1..],
            &OF_ABC.replace('b', "g"),
            &format!("{OF_ABC}00"),
        ] {
            check(text, None);
        }
    }
}
