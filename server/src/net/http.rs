//! The rules for every request and every answer in HTTP, at the players' port as at the operators'.
//!
//! `web` and `ops::admin` answer through [`answer`] and keep the routes. Laws kept here: a request that is not whole, or
//! that asks for more than to read, reaches no route; every answer is protected, and every error says in a sentence what
//! is wrong (R. Fielding, M. Nottingham, J. Reschke: *HTTP Semantics* and *HTTP/1.1*, RFC 9110 and 9112, 2022,
//! <https://www.rfc-editor.org/rfc/rfc9110>, <https://www.rfc-editor.org/rfc/rfc9112>).

pub(crate) mod coding;
pub(crate) mod conditions;
pub(crate) mod plain;
mod protection;
pub(crate) mod range;
mod words;

use axum::Router;
use axum::body::Body;
use axum::http::uri::Authority;
use axum::http::{HeaderValue, Method, Request, StatusCode, Version, header};
use axum::response::{IntoResponse, Response};
use hyper::body::{Body as _, Incoming};
use hyper_util::service::TowerToHyperService;

pub(crate) use protection::Promise;
use protection::protect;

/// The methods that are answered.
const METHODS: HeaderValue = HeaderValue::from_static("GET, HEAD");

/// The routes of a port, as they are called for each request.
pub(crate) type Routes = TowerToHyperService<Router>;

/// Answers a request by the routes, or refuses it.
pub(crate) async fn answer(
    routes: Routes,
    mut request: Request<Incoming>,
    promise: Promise,
) -> Response {
    use hyper::service::Service as _;

    let answer = if let Some(refused) = refusal(&request) {
        refused.into_response()
    } else {
        name_host(&mut request);
        let answered = routes.call(request).await;
        answered.unwrap_or_else(|never| match never {})
    };
    finished(answer, promise)
}

/// An answer with a sentence, if it is an error without one, and with its protection.
pub(crate) fn finished(answer: Response, promise: Promise) -> Response {
    let status = answer.status();
    if status == StatusCode::SWITCHING_PROTOCOLS {
        return answer;
    }
    let is_error = status.is_client_error() || status.is_server_error();
    // An answer to HEAD has no body, but tells of which kind it would be.
    let has_words = answer.headers().contains_key(header::CONTENT_TYPE);
    let mut answer = if is_error && !has_words {
        with_words(answer)
    } else {
        answer
    };
    let headers = answer.headers_mut();
    if status == StatusCode::NOT_MODIFIED {
        // It would be the length of what is not sent.
        headers.remove(header::CONTENT_LENGTH);
    }
    if is_error {
        headers
            .entry(header::CACHE_CONTROL)
            .or_insert(HeaderValue::from_static("no-store"));
    }
    protect(headers, promise);
    answer
}

/// The same answer with a sentence for people.
fn with_words(answer: Response) -> Response {
    let (mut parts, _) = answer.into_parts();
    let words = words::about(parts.status);
    parts.headers.remove(header::CONTENT_LENGTH);
    let kind = HeaderValue::from_static("text/plain; charset=utf-8");
    parts.headers.insert(header::CONTENT_TYPE, kind);
    Response::from_parts(parts, Body::from(words))
}

/// The refusal of anything but a whole request to read something, without a body; the connection is closed after it, so
/// that nobody has to read the body.
fn refusal(request: &Request<Incoming>) -> Option<Refused> {
    if !has_one_host(request) {
        return Some(Refused(StatusCode::BAD_REQUEST));
    }
    if request.method() != Method::GET && request.method() != Method::HEAD {
        return Some(Refused(StatusCode::METHOD_NOT_ALLOWED));
    }
    (!request.body().is_end_stream()).then_some(Refused(StatusCode::PAYLOAD_TOO_LARGE))
}

/// Whether a request names one host, as HTTP/1.1 demands (RFC 9112, section 3.2). Earlier versions may name none.
fn has_one_host<B>(request: &Request<B>) -> bool {
    let mut hosts = request.headers().get_all(header::HOST).iter();
    match (hosts.next(), hosts.next()) {
        (None, _) => request.version() < Version::HTTP_11,
        (Some(host), None) => is_authority(host),
        (Some(_), Some(_)) => false,
    }
}

/// Whether a text is a host with or without a port, and nothing else.
fn is_authority(host: &HeaderValue) -> bool {
    let text = host.to_str().unwrap_or_default();
    text.parse::<Authority>().is_ok() && !text.contains('@')
}

/// Puts the host that the target of a request names, if it names one, in the place of that in its headers: it counts
/// more (RFC 9112, section 3.2.2).
fn name_host<B>(request: &mut Request<B>) {
    let named = request
        .uri()
        .authority()
        .map(|it| HeaderValue::try_from(it.as_str()));
    if let Some(Ok(host)) = named {
        request.headers_mut().insert(header::HOST, host);
    }
}

/// An answer after which the connection is closed.
#[derive(Clone, Copy, Debug)]
struct Refused(StatusCode);

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        let mut answer = self.0.into_response();
        let headers = answer.headers_mut();
        headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
        if self.0 == StatusCode::METHOD_NOT_ALLOWED {
            headers.insert(header::ALLOW, METHODS);
        }
        answer
    }
}
