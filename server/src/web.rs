//! One port for everything: what a connection says in HTTP, until it becomes a websocket.
//!
//! The handshake has a time for its headers and one for all of it. A browser's page may open a websocket only to the host
//! that it came from, because browsers let any page try.

use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{Extension, Request};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use dicehall_engine::lobby::AddressKey;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper::upgrade::OnUpgrade;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::handshake::server::create_response_with_body;

use crate::session::{self, Hall};
use crate::transport::websocket::Websocket;

/// The longest wait for the headers of a request.
const HEADERS_MS_MAX: u64 = 5_000;
/// The longest time that a connection may take to become a websocket, or to be done.
const HANDSHAKE_MS_MAX: u64 = 10_000;
/// The most bytes of a request's headers.
const HEADERS_SIZE_MAX: usize = 16 * 1024;

/// Where a request leaves the promise of the stream that its connection becomes.
#[derive(Clone, Debug, Default)]
struct Upgrade(Arc<Mutex<Option<OnUpgrade>>>);

/// The routes, shared by all connections.
pub(crate) fn routes() -> Router {
    Router::new().route("/healthz", get(|| async { "ok" })).route("/ws", get(upgrade))
}

/// Serves one connection until its end.
pub(crate) async fn serve<S>(stream: S, routes: Router, hall: Arc<Hall>, from: Option<AddressKey>)
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    // Both are boxed: the room of the handshake is free again before that of the session is taken, which is what keeps an
    // idle session small.
    let handshake = Box::pin(handshake(stream, routes));
    let switched = match timeout(Duration::from_millis(HANDSHAKE_MS_MAX), handshake).await {
        Ok(Ok(switched)) => switched,
        Ok(Err(error)) => return tracing::debug!(%error, "the handshake ended"),
        Err(_elapsed) => return tracing::debug!("the handshake took too long"),
    };
    let Some(Switched { stream, read }) = switched else { return };
    Box::pin(async move { session::run(Websocket::after_handshake(stream, read).await, hall, from).await })
        .await;
}

/// A stream that has switched protocols, and what was read beyond the handshake.
struct Switched<S> {
    stream: S,
    read: Vec<u8>,
}

/// Answers requests until one makes a websocket of the connection; `None` if none does.
async fn handshake<S>(stream: S, routes: Router) -> io::Result<Option<Switched<S>>>
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let upgrade = Upgrade::default();
    let routes = TowerToHyperService::new(routes);
    let service = service_fn(|mut request| {
        request.extensions_mut().insert(upgrade.clone());
        routes.call(request)
    });
    http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(Duration::from_millis(HEADERS_MS_MAX))
        .max_buf_size(HEADERS_SIZE_MAX)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades()
        .await
        .map_err(io::Error::other)?;
    let Some(promise) = upgrade.take() else { return Ok(None) };
    let upgraded = promise.await.map_err(io::Error::other)?;
    let parts = upgraded
        .downcast::<TokioIo<S>>()
        .map_err(|_other| io::Error::other("the stream is not the one that was served"))?;
    Ok(Some(Switched { stream: parts.io.into_inner(), read: parts.read_buf.to_vec() }))
}

async fn upgrade(Extension(upgrade): Extension<Upgrade>, mut request: Request) -> Response {
    if !is_from_here(request.headers()) {
        return StatusCode::FORBIDDEN.into_response();
    }
    let Ok(response) = create_response_with_body(&request, Body::empty) else {
        return (StatusCode::BAD_REQUEST, "this is the address of a websocket").into_response();
    };
    upgrade.put(hyper::upgrade::on(&mut request));
    response
}

/// Whether the request comes from no page at all, or from one of this host.
fn is_from_here(headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let host = headers.get(header::HOST).and_then(|it| it.to_str().ok());
    let page = origin.to_str().ok().and_then(|it| it.split_once("://")).map(|(_, host)| host);
    matches!((page, host), (Some(page), Some(host)) if page.eq_ignore_ascii_case(host))
}

impl Upgrade {
    /// Nobody panics while holding the lock.
    fn put(&self, promise: OnUpgrade) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(promise);
    }

    fn take(&self) -> Option<OnUpgrade> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};
    use tokio::time::{Instant, sleep};

    use super::*;
    use crate::session::tests::harness::World;

    /// Sends this over a stream in memory, 4 seconds apart; after how many seconds the server closes it.
    async fn cut_off(parts: &[&str]) -> u64 {
        let world = World::new().await;
        let (mut client, stream) = duplex(4_096);
        let start = Instant::now();
        let serving = serve(stream, routes(), Arc::clone(&world.hall), None);
        let waiting = async {
            for (idx, part) in parts.iter().enumerate() {
                sleep(Duration::from_secs(if idx == 0 { 0 } else { 4 })).await;
                client.write_all(part.as_bytes()).await.unwrap();
            }
            client.read_to_end(&mut Vec::new()).await.unwrap();
            start.elapsed().as_secs()
        };
        tokio::join!(serving, waiting).1
    }

    #[tokio::test(start_paused = true)]
    async fn whoever_is_silent_or_dribbles_is_cut_off() {
        let request = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n";
        assert_eq!(cut_off(&[""]).await, 5);
        assert_eq!(cut_off(&["GET /heal", "thz HT"]).await, 5);
        assert_eq!(cut_off(&[request]).await, 5);
        assert_eq!(cut_off(&[request, request]).await, 9);
        assert_eq!(cut_off(&[request, request, request]).await, 10);
    }
}
