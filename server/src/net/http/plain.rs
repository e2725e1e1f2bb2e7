//! The answer to somebody who speaks HTTP in plain text to a port that speaks TLS.
//!
//! `web` calls it when the first byte of a connection is not one of TLS. Law kept here: nothing but the way to the
//! encrypted port is told in plain text.

use std::io;

use axum::http::{HeaderValue, Method, Request, StatusCode, header};
use axum::response::{IntoResponse, Response};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite};

use super::{Promise, finished, has_one_host, name_host};
use crate::admission::timeouts::Timeouts;

/// The sentence for people and for the authors of clients.
const WORDS: &str = "This port speaks TLS: use https:// in a browser, and wss:// in a client.\n";

/// Answers one request, and closes the connection.
pub(crate) async fn answer<S>(stream: S, timeouts: Timeouts, headers_size: usize) -> io::Result<()>
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let service =
        service_fn(|request| async move { Ok::<_, std::convert::Infallible>(told(request)) });
    http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(timeouts.headers)
        .max_buf_size(headers_size)
        .keep_alive(false)
        .serve_connection(TokioIo::new(stream), service)
        .await
        .map_err(io::Error::other)
}

/// Whoever only reads is shown the same address with encryption. That is said for this once: later the port may speak in
/// plain text again.
fn told<B>(mut request: Request<B>) -> Response {
    let mut answer = match encrypted(&mut request) {
        Some(address) => (
            StatusCode::PERMANENT_REDIRECT,
            [(header::LOCATION, address)],
            WORDS,
        )
            .into_response(),
        None => (StatusCode::BAD_REQUEST, WORDS).into_response(),
    };
    answer
        .headers_mut()
        .insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    finished(answer, Promise::Nothing)
}

/// The address that was asked for, with encryption; `None` for a request that changes something, or that is not whole.
fn encrypted<B>(request: &mut Request<B>) -> Option<HeaderValue> {
    let may = request.method() == Method::GET || request.method() == Method::HEAD;
    if !may || !has_one_host(request) {
        return None;
    }
    name_host(request);
    let host = request.headers().get(header::HOST)?.to_str().ok()?;
    let path = request.uri().path_and_query().map_or("/", |it| it.as_str());
    let is_websocket = request.headers().contains_key(header::UPGRADE);
    let scheme = if is_websocket { "wss" } else { "https" };
    HeaderValue::try_from(format!("{scheme}://{host}{path}")).ok()
}
