//! The sentences of answers that are errors, for whoever sees them in a browser or a terminal.
//!
//! `http` adds them to errors without words of their own.

use axum::http::StatusCode;

/// A sentence on what is wrong, and what can be done.
pub(super) fn about(status: StatusCode) -> &'static str {
    match status {
        StatusCode::BAD_REQUEST => {
            "This is no whole request: HTTP/1.1 names exactly one host, such as Host: 192.0.2.7:4600.\n"
        }
        StatusCode::UNAUTHORIZED => {
            "Whoever asks this shows the token of the operators, as Authorization: Bearer TOKEN.\n"
        }
        StatusCode::FORBIDDEN => {
            "The page that asks is not one of this server. Whoever runs it can name the page's address with \
             --allow-origin.\n"
        }
        StatusCode::NOT_FOUND => {
            "There is nothing at this address. Is it whole? What it begins with, up to the first slash, is the server.\n"
        }
        StatusCode::METHOD_NOT_ALLOWED => {
            "Here everything can be read and nothing changed: GET or HEAD.\n"
        }
        StatusCode::NOT_ACCEPTABLE => {
            "This can be sent as it is, or compressed with gzip if there is such a form.\n"
        }
        StatusCode::PRECONDITION_FAILED => {
            "What is here is not what was asked for under this condition.\n"
        }
        StatusCode::PAYLOAD_TOO_LARGE => "A request has no body here.\n",
        StatusCode::SERVICE_UNAVAILABLE => {
            "Too much is asked at the moment. Try again in a second.\n"
        }
        _ => "The server could not answer this.\n",
    }
}
