//! The kind of a file by its first bytes, whatever its name is.
//!
//! Called where a file of one kind is expected, so that another one is called by its name.

/// The longest beginning that is looked at, in bytes.
pub const BEGINNING_BYTES: usize = 256;

/// The name of the file of a match.
pub const MATCH: &str = "the file of a match";

/// The beginnings of kinds that people mix up, each with its name.
const KINDS: &[(&[u8], &str)] = &[
    (b"\x89PNG\r\n\x1a\n", "a picture (PNG)"),
    (b"\xff\xd8\xff", "a picture (JPEG)"),
    (b"GIF8", "a picture (GIF)"),
    (b"RIFF", "a picture or a sound (RIFF)"),
    (b"<svg", "a picture (SVG)"),
    (b"<?xml", "a text in XML, such as a picture (SVG)"),
    (b"<!DOCTYPE", "a page (HTML)"),
    (b"<html", "a page (HTML)"),
    (b"%PDF", "a document (PDF)"),
    (b"PK\x03\x04", "an archive (ZIP)"),
    (b"\x1f\x8b", "a compressed file (gzip)"),
    (b"BZh", "a compressed file (bzip2)"),
    (b"\xfd7zXZ\x00", "a compressed file (xz)"),
    (b"\x28\xb5\x2f\xfd", "a compressed file (zstd)"),
    (b"\x7fELF", "a program"),
    (b"MZ", "a program"),
    (b"SQLite format 3\0", "a database (SQLite)"),
    (b"-----BEGIN ", "a key or a certificate (PEM)"),
    (b"{\"version\":2,\"width\"", "a recording (asciicast)"),
    (b"{\"version\": 2, \"width\"", "a recording (asciicast)"),
    (b"{\"dicehall_match\":", MATCH),
    (b"{\"file\":\"", "the matches of a day"),
];

/// The name of the kind of a file with this beginning; `None` if it is none of those that are known.
pub fn kind(beginning: &[u8]) -> Option<&'static str> {
    let beginning = beginning.strip_prefix(b"\xef\xbb\xbf").unwrap_or(beginning);
    let found = KINDS.iter().find(|it| beginning.starts_with(it.0));
    found.map(|it| it.1)
}

/// Whether a file with this beginning is compressed by gzip.
pub fn is_gzip(beginning: &[u8]) -> bool {
    beginning.starts_with(b"\x1f\x8b")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_known_by_its_first_bytes() {
        assert_eq!(kind(b"\x89PNG\r\n\x1a\n...."), Some("a picture (PNG)"));
        assert_eq!(kind(b"\xef\xbb\xbf<svg xmlns"), Some("a picture (SVG)"));
        assert_eq!(kind(b"{\"rows\":[]}"), None);
        assert_eq!(kind(b""), None);
        assert!(is_gzip(b"\x1f\x8b\x08") && !is_gzip(b"\x1f"));
    }
}
