//! The headers of every answer that say what a page may do, who may use an answer, and how to come back.
//!
//! `http` adds them to every answer.

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};

/// The content security policy of the page, and of everything else, which may do less.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The headers with their values.
const HEADERS: [(HeaderName, &str); 7] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("permissions-policy"),
        "camera=(), geolocation=(), microphone=()",
    ),
];

/// The promise of a server to browsers about encryption (J. Hodges, C. Jackson, A. Barth: *HTTP Strict Transport Security*,
/// RFC 6797, 2012, <https://www.rfc-editor.org/rfc/rfc6797>).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Promise {
    /// It speaks in plain text and promises nothing.
    Nothing,
    /// It will speak TLS for a week. Browsers apply this to every port of the name, and let nobody go on past a bad
    /// certificate meanwhile. So a week: somebody who comes back that often is never asked in plain text, and an
    /// operator who gives up TLS has shut nobody out for longer.
    Week,
    /// It takes back what was promised under its name. A certificate that the server made itself is replaced with the
    /// data folder, and nobody could go on past the warning about the next one; in a network at home the name may have
    /// other ports, with pages in plain text.
    TakenBack,
}

impl Promise {
    const fn header(self) -> Option<HeaderValue> {
        match self {
            Self::Nothing => None,
            Self::Week => Some(HeaderValue::from_static("max-age=604800")),
            Self::TakenBack => Some(HeaderValue::from_static("max-age=0")),
        }
    }
}

/// Adds the headers.
pub(super) fn protect(headers: &mut HeaderMap, promise: Promise) {
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if let Some(value) = promise.header() {
        headers.insert(header::STRICT_TRANSPORT_SECURITY, value);
    }
}
