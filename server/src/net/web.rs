//! The HTTP part of every connection, until it becomes a websocket: one port for everything.
//!
//! There is a limit on the time for the headers, and one on the time for the whole handshake, encryption included. A
//! page in a browser may open a websocket only if it comes from an address that nobody can redirect, or from one that
//! the operator has named: see [`origin`].

mod bundle;
mod comments;
mod deadline;
mod download;
mod origin;
mod page;
mod preview;
mod program;
mod replay;
mod upgrade;
mod usual_files;
mod ways;

use std::convert::Infallible;
use std::io;
use std::net::IpAddr;
use std::path::PathBuf;
use std::pin::Pin;
use std::sync::Arc;

use axum::Router;
use axum::extract::{Extension, Request};
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use axum::routing::get;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::time::{Instant, timeout, timeout_at};

use crate::admission::gate::{AdmitError, Gate, Pass};
use crate::admission::timeouts::Timeouts;
use crate::metrics::health::Health;
use crate::net::http::{self, Promise};
use crate::net::multiplex::relay::Multiplexes;
use crate::net::proxies::{self, Proxies};
use crate::net::relay;
use crate::net::tls::{Begun, Identity};
use crate::net::websocket::{FrameMeter, Websocket, echo};
use crate::session::{self, ServerContext};
use deadline::Deadline;
use origin::Origins;
pub(crate) use preview::Preview;
pub use program::{Program, ProgramFacts};
use replay::PublicMatches;
use upgrade::{Purpose, Upgrade};
pub use ways::{DoorBeside, SshDoor};

/// The most bytes of a request's headers.
const HEADERS_SIZE_MAX: usize = 16 * 1024;

/// The text for people who open the address in a browser.
const WELCOME: &str = "This is a Dicehall: people meet here from their terminals and play.
To join them, start Dicehall and type this address under \"Join by address\".
";

/// The answer to browsers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Page {
    /// A short text for people, and no page.
    Nothing,
    /// The page to play on.
    Play,
    /// The page, and the file of every match for everybody who knows its name.
    PlayAndMatches,
}

/// The parts that every connection needs before it has a session.
#[derive(Debug)]
pub(crate) struct ListenerContext {
    /// Shared by all sessions.
    pub(crate) context: Arc<ServerContext>,
    /// The HTTP routes, shared by all connections.
    pub(crate) routes: Router,
    /// The limits on connections.
    pub(crate) gate: Arc<Gate>,
    /// The proxies that are believed.
    pub(crate) proxies: Arc<Proxies>,
    /// The server's certificate; `None` if it speaks in plain text.
    pub(crate) identity: Option<Arc<Identity>>,
    /// The multiplexes from other nodes.
    pub(crate) multiplexes: Arc<Multiplexes>,
}

/// Everything that is given out over HTTP.
#[derive(Clone, Debug)]
pub(crate) struct Served {
    /// The origins of pages that may open a websocket, besides the server's own address.
    pub(crate) allowed_origins: Vec<String>,
    /// The answer to browsers.
    pub(crate) page: Page,
    /// The folder of the files of matches, if they are kept.
    pub(crate) matches: Option<PathBuf>,
    /// The program for people who have none; `None` to give out nothing.
    pub(crate) program: Option<Arc<Program>>,
    /// The door for ssh beside this server.
    pub(crate) door: DoorBeside,
    /// Whether there is a websocket that sends back what it receives.
    pub(crate) has_echo: bool,
}

/// The routes: the page for browsers, or a text in its place; the files that every server has; the ways in, the program; the websocket; and
/// the echo, if enabled.
pub(crate) fn routes(served: Served, preview: Preview) -> Router {
    let Served {
        allowed_origins,
        page,
        matches,
        program,
        door,
        has_echo,
    } = served;
    let mut routes = match page {
        Page::Nothing => Router::new().route("/", get(|| async { WELCOME })),
        Page::Play => page::routes(None),
        Page::PlayAndMatches => page::routes(matches.map(PublicMatches::new)),
    };
    routes = routes.merge(ways::routes(program.clone(), door));
    if let Some(program) = program {
        routes = routes.merge(download::routes(program));
    }
    routes = routes
        .route("/ws", upgrade::route(Purpose::Session))
        .merge(usual_files::routes());
    if has_echo {
        routes = routes.route("/echo", upgrade::route(Purpose::Echo));
    }
    routes
        .layer(Extension(Arc::new(preview)))
        .layer(Extension(Arc::new(Origins::new(allowed_origins))))
}

/// The route of the sign of life, which the operators' port has as well.
pub(crate) fn health(health: Arc<Health>) -> Router {
    let answer = move || {
        let ended = health.ended();
        std::future::ready(match ended {
            None => "ok".into_response(),
            Some(part) => {
                let text = format!("{part} has ended");
                (StatusCode::SERVICE_UNAVAILABLE, text).into_response()
            }
        })
    };
    Router::new().route("/healthz", get(answer))
}

/// Whoever has made a connection: its address, which may be that of a proxy, and its place.
#[derive(Debug)]
pub(crate) struct Peer {
    pub(crate) ip: IpAddr,
    pub(crate) pass: Pass,
}

/// Receives one connection and serves it until its end.
pub(crate) async fn receive<S>(stream: S, listener_context: Arc<ListenerContext>, peer: Peer)
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    listener_context.context.metrics.admitted.inc();
    if listener_context.proxies.sends_header(peer.ip) {
        // Boxed, like the futures below, because a connection without a proxy needs no room for it.
        return Box::pin(receive_from_proxy(stream, listener_context, peer)).await;
    }
    receive_person(stream, listener_context, peer).await;
}

/// Receives a connection that a proxy has made for somebody.
async fn receive_from_proxy<S>(mut stream: S, listener_context: Arc<ListenerContext>, peer: Peer)
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let wait = listener_context.context.timeouts.headers;
    let known = timeout(wait, meet_proxy(&mut stream, &peer.pass)).await;
    if let Err(kind) = known.unwrap_or(Err("proxy")) {
        return listener_context.context.metrics.turned_away(kind);
    }
    receive_person(stream, listener_context, peer).await;
}

/// Serves a person, whose address is known as well as it can be without reading requests.
fn receive_person<S>(
    stream: S,
    listener_context: Arc<ListenerContext>,
    peer: Peer,
) -> Pin<Box<dyn Future<Output = ()> + Send>>
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let Peer { ip, pass } = peer;
    let believed = listener_context.proxies.forwards(ip);
    let proxies = believed.then(|| Arc::clone(&listener_context.proxies));
    let visitor = Visitor { pass, proxies };
    let deadline = Instant::now() + listener_context.context.timeouts.handshake;
    let Some(identity) = listener_context.identity.clone() else {
        return Box::pin(serve(stream, listener_context, visitor, deadline));
    };
    let encrypted = receive_encrypted(stream, identity, listener_context, visitor, deadline);
    Box::pin(encrypted)
}

/// Reads for whom a proxy speaks, and counts the connection for that address; the error is the reason for metrics.
async fn meet_proxy(
    stream: &mut (impl AsyncRead + Unpin),
    pass: &Pass,
) -> Result<(), &'static str> {
    let told = proxies::read_header(stream).await;
    let told = told.map_err(|error| {
        tracing::debug!(%error, "a proxy does not say for whom it speaks");
        "proxy"
    })?;
    let Some(ip) = told else {
        return Ok(());
    };
    tracing::debug!(%ip, "a proxy speaks for this address");
    pass.count_for(ip).map_err(AdmitError::kind)
}

/// Whoever is served: the place, and the proxies that are believed if the connection comes from one of them.
struct Visitor {
    pass: Pass,
    proxies: Option<Arc<Proxies>>,
}

/// Agrees on the encryption of one connection and serves it until its end.
async fn receive_encrypted<S>(
    stream: S,
    identity: Arc<Identity>,
    listener_context: Arc<ListenerContext>,
    visitor: Visitor,
    deadline: Instant,
) where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let metrics = Arc::clone(&listener_context.context.metrics);
    match timeout_at(deadline, Box::pin(identity.accept(stream))).await {
        Ok(Ok(Begun::Encrypted(stream))) => {
            Box::pin(serve(stream, listener_context, visitor, deadline)).await;
        }
        Ok(Ok(Begun::Plain(stream))) => {
            metrics.turned_away("tls");
            let timeouts = listener_context.context.timeouts;
            let answer = http::plain::answer(stream, timeouts, HEADERS_SIZE_MAX);
            // Whoever does not read the answer needs none.
            timeout_at(deadline, Box::pin(answer)).await.ok();
            tracing::debug!("the peer does not speak TLS");
        }
        Ok(Err(error)) => {
            metrics.turned_away("tls");
            tracing::debug!(%error, "no encryption was agreed on");
        }
        Err(_elapsed) => {
            metrics.turned_away("tls_late");
            tracing::debug!("the encryption took too long");
        }
    }
}

/// Serves one connection until its end.
async fn serve<S>(
    stream: S,
    listener_context: Arc<ListenerContext>,
    visitor: Visitor,
    deadline: Instant,
) where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let ListenerContext {
        context,
        routes,
        multiplexes,
        identity,
        ..
    } = listener_context.as_ref();
    let (context, multiplexes) = (Arc::clone(context), Arc::clone(multiplexes));
    let promise = identity
        .as_ref()
        .map_or(Promise::Nothing, |it| it.promise());
    let routes = routes.clone();
    drop(listener_context);
    // Both futures are boxed: the memory of the handshake is freed before that of the session is taken, which keeps an
    // idle session small.
    let deadline = Deadline::new(deadline);
    let requests = Requests {
        routes,
        promise,
        timeouts: context.timeouts,
        deadline: deadline.clone(),
    };
    let handshake = Box::pin(handshake(stream, requests, &visitor));
    let switched = tokio::select! {
        biased;
        switched = handshake => switched,
        () = deadline.passed() => {
            context.metrics.turned_away("handshake_late");
            return tracing::debug!("the handshake took too long");
        }
    };
    let switched = match switched {
        Ok(switched) => switched,
        Err(error) => {
            context.metrics.turned_away("handshake");
            return tracing::debug!(%error, "the handshake ended");
        }
    };
    let Some(Switched {
        purpose,
        stream,
        read,
    }) = switched
    else {
        return;
    };
    match purpose {
        Purpose::Session => {
            let session = async move {
                let (timeouts, meter) = (context.timeouts, context.rate.map(FrameMeter::new));
                let websocket = Websocket::after_handshake(stream, read, timeouts, meter).await;
                let passed = session::run(websocket, Arc::clone(&context), visitor.pass).await;
                if let Some(passed) = passed {
                    Box::pin(relay::pass_on(passed, context, multiplexes)).await;
                }
            };
            Box::pin(session).await;
        }
        Purpose::Echo => Box::pin(echo(stream, read)).await,
    }
}

impl Visitor {
    /// Counts the connection for the address for which a believed proxy asks; `false` if that may have no more.
    fn note_person(&self, headers: &HeaderMap) -> bool {
        let Some(proxies) = &self.proxies else {
            return true;
        };
        let told = proxies.forwarded(headers);
        told.is_none_or(|it| self.pass.count_for(it).is_ok())
    }
}

/// A stream that has switched protocols, with the bytes that were read beyond the handshake.
struct Switched<S> {
    purpose: Purpose,
    stream: S,
    read: Vec<u8>,
}

/// How the requests of a connection are answered.
struct Requests {
    routes: Router,
    promise: Promise,
    timeouts: Timeouts,
    deadline: Deadline,
}

/// Answers requests until one turns the connection into a websocket; `None` if none does.
async fn handshake<S>(
    stream: S,
    requests: Requests,
    visitor: &Visitor,
) -> io::Result<Option<Switched<S>>>
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let Requests {
        routes,
        promise,
        timeouts,
        deadline,
    } = requests;
    let upgrade = Upgrade::default();
    let routes = TowerToHyperService::new(routes);
    let service = service_fn(|mut request: Request<Incoming>| {
        visitor.pass.renumber();
        request.extensions_mut().insert(upgrade.clone());
        request.extensions_mut().insert(deadline.clone());
        let is_known = visitor.note_person(request.headers());
        let answer = http::answer(routes.clone(), request, promise);
        async move {
            Ok::<_, Infallible>(if is_known {
                answer.await
            } else {
                http::finished(StatusCode::TOO_MANY_REQUESTS.into_response(), promise)
            })
        }
    });
    http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(timeouts.headers)
        .max_buf_size(HEADERS_SIZE_MAX)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades()
        .await
        .map_err(io::Error::other)?;
    let Some((purpose, promise)) = upgrade.take() else {
        return Ok(None);
    };
    let upgraded = promise.await.map_err(io::Error::other)?;
    let parts = upgraded
        .downcast::<TokioIo<S>>()
        .map_err(|_other| io::Error::other("the stream is not the one that was served"))?;
    Ok(Some(Switched {
        purpose,
        stream: parts.io.into_inner(),
        read: parts.read_buf.to_vec(),
    }))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};
    use tokio::time::sleep;

    use super::*;
    use crate::session::tests::harness::World;

    /// Sends these parts over a stream in memory, 4 seconds apart; returns the seconds after which the server closes
    /// it.
    async fn cut_off(parts: &[&str]) -> u64 {
        let world = World::new().await;
        let (mut client, stream) = duplex(4_096);
        let start = Instant::now();
        let listener_context = world.listener_context();
        let pass = listener_context.gate.admit([127, 0, 0, 1].into()).unwrap();
        let visitor = Visitor {
            pass,
            proxies: None,
        };
        let serving = serve(
            stream,
            listener_context,
            visitor,
            start + world.context.timeouts.handshake,
        );
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

    #[tokio::test(start_paused = true)]
    async fn whoever_asks_for_the_page_and_reads_none_of_it_is_cut_off() {
        let world = World::new().await;
        // The answer does not fit, so the server waits for the reader.
        let (mut client, stream) = duplex(64);
        let request = "GET / HTTP/1.1\r\nHost: 127.0.0.1:4600\r\n\r\n";
        client.write_all(request.as_bytes()).await.unwrap();
        let start = Instant::now();
        let listener_context = world.listener_context();
        let pass = listener_context.gate.admit([127, 0, 0, 1].into()).unwrap();
        let visitor = Visitor {
            pass,
            proxies: None,
        };
        let deadline = start + world.context.timeouts.handshake;
        let serving = serve(stream, listener_context, visitor, deadline);
        let served = timeout_at(start + Duration::from_secs(60), serving).await;
        assert!(
            served.is_ok(),
            "the server waits for a reader who never reads"
        );
        assert_eq!(start.elapsed().as_secs(), 10);
        let mut begun = String::new();
        client.read_to_string(&mut begun).await.unwrap();
        assert!(begun.starts_with("HTTP/1.1 200"), "{begun}");
    }
}
