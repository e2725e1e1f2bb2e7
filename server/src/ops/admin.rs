//! The operators' port: whether the server is alive and ready, its metrics, and the way in for orders.
//!
//! `server` serves it beside the listener. Laws kept here: what is said of the server's health is true at that moment;
//! without the token nobody learns more than that the server is there, and whether it is ready, and nobody gives an order.
//! The token is compared in constant time and never logged.

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::State;
use axum::http::{HeaderMap, Method, Request, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use dicehall_files::Readers;
use dicehall_files::text;
use dicehall_files::write::create;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use subtle::ConstantTimeEq;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use crate::admission::gate::Gate;
use crate::journal::AnyJournal;
use crate::metrics::count;
use crate::net::http::{self, Promise};
use crate::net::web;
use crate::ops::operating;
use crate::ops::order_log::OrderLog;
use crate::ops::orders;
use crate::os::entropy::Entropy;
use crate::session::ServerContext;

/// The most connections of operators at a time; further ones are dropped.
const OPERATORS_MAX: usize = 16;
/// The longest time that the directory and the journal may take to answer if the server is ready, in milliseconds.
const READY_MS_MAX: u64 = 1_000;
/// The longest time that one connection of an operator may last, in milliseconds.
const VISIT_MS_MAX: u64 = 30_000;
/// The most bytes of a token's file.
const TOKEN_FILE_SIZE_MAX: u64 = 1_024;
/// The fewest characters of a token that an operator chose.
const TOKEN_CHARS_MIN: usize = 16;
/// The name, in the data folder, of the file with a token that the server drew.
pub(super) const TOKEN_NAME: &str = "admin-token";
/// The pause after a failed accept, in milliseconds.
const BACK_OFF_MS: u64 = 100;
/// The content type of the text form of Prometheus.
const TEXT_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// The operators' port, and the file of the token that operators must show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Admin {
    /// The address to listen on. Any but a loopback address needs a token that was chosen.
    pub listen: SocketAddr,
    /// The file with the token; `None` if the server draws one and keeps it in the data folder.
    pub token_file: Option<PathBuf>,
}

/// Why operators cannot be served.
#[derive(Debug, thiserror::Error)]
pub enum AdminError {
    /// The port can be reached by anybody, and no token was chosen.
    #[error(
        "{0} can be reached from elsewhere: choose a token with --admin-token-file, or listen on 127.0.0.1"
    )]
    Exposed(SocketAddr),
    /// There is no folder in which a token can be kept.
    #[error("without a data folder a token must be chosen with --admin-token-file")]
    Homeless,
    /// The token's file cannot be used.
    #[error("{}: {error}", path.display())]
    Token {
        /// The file.
        path: PathBuf,
        /// The fault.
        error: io::Error,
    },
    /// The address cannot be used.
    #[error("cannot listen on {listen}: {error}")]
    Listen {
        /// The address.
        listen: SocketAddr,
        /// The fault.
        error: io::Error,
    },
}

/// The parts of the server that operators can ask about.
#[derive(Clone, Debug)]
pub(crate) struct QueueSender {
    pub(crate) context: Arc<ServerContext>,
    pub(crate) gate: Arc<Gate>,
    journal: AnyJournal,
    token: Secret,
    orders: Arc<OrderLog>,
}

/// A bearer token.
#[derive(Clone)]
struct Secret(Arc<[u8]>);

/// An open port, with the token that a request must show.
#[derive(Debug)]
pub(crate) struct AdminServer {
    listener: TcpListener,
    token: Secret,
    orders: Arc<OrderLog>,
}

impl AdminServer {
    /// Finds the token and opens the port.
    pub(crate) async fn open(admin: &Admin, data: Option<&Path>) -> Result<Self, AdminError> {
        let Admin { listen, token_file } = admin;
        if token_file.is_none() && !listen.ip().is_loopback() {
            return Err(AdminError::Exposed(*listen));
        }
        let token = match (token_file, data) {
            (Some(path), _) => read_token(path),
            (None, Some(data)) => own_token(&data.join(TOKEN_NAME)),
            (None, None) => return Err(AdminError::Homeless),
        }?;
        let wrong = |error| AdminError::Listen {
            listen: *listen,
            error,
        };
        let listener = TcpListener::bind(listen).await.map_err(wrong)?;
        Ok(Self {
            listener,
            token,
            orders: Arc::new(OrderLog::of(data)),
        })
    }

    /// The address on which it listens.
    pub(crate) fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Answers until it is dropped.
    pub(crate) async fn serve(
        self,
        context: Arc<ServerContext>,
        gate: Arc<Gate>,
        journal: AnyJournal,
    ) {
        let Self {
            listener,
            token,
            orders,
        } = self;
        let queue = QueueSender {
            context,
            gate,
            journal,
            token,
            orders,
        };
        let routes = routes(queue.clone());
        let mut visits = JoinSet::new();
        loop {
            tokio::select! {
                Some(_ended) = visits.join_next() => {}
                accepted = listener.accept() => match accepted {
                    Ok((stream, _)) if visits.len() < OPERATORS_MAX => {
                        visits.spawn(visit(stream, routes.clone(), queue.clone()));
                    }
                    Ok(_) => tracing::warn!("too many connections of operators"),
                    Err(error) => {
                        tracing::warn!(%error, "cannot accept an operator");
                        sleep(Duration::from_millis(BACK_OFF_MS)).await;
                    }
                },
            }
        }
    }
}

async fn visit(stream: TcpStream, routes: Router, queue: QueueSender) {
    let routes = TowerToHyperService::new(routes);
    let timeouts = queue.context.timeouts;
    let service = service_fn(|request: Request<Incoming>| {
        let (routes, queue) = (routes.clone(), queue.clone());
        async move {
            let is_order = request.method() == Method::POST && request.uri().path() == orders::PATH;
            Ok::<_, Infallible>(if is_order {
                http::finished(queue.take_order(request).await, Promise::Nothing)
            } else {
                http::answer(routes, request, Promise::Nothing).await
            })
        }
    });
    let serving = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(timeouts.headers)
        .serve_connection(TokioIo::new(stream), service);
    if let Ok(Err(error)) = timeout(Duration::from_millis(VISIT_MS_MAX), serving).await {
        tracing::debug!(%error, "an operator's connection broke");
    }
}

fn routes(queue: QueueSender) -> Router {
    let health = web::health(Arc::clone(&queue.context.health));
    Router::new()
        .route("/readyz", get(ready))
        .route("/metrics", get(metrics))
        .with_state(queue)
        .merge(health)
}

/// Whether the server is ready for more people; if not, why.
async fn ready(State(queue): State<QueueSender>) -> Response {
    match queue.obstacle().await {
        None => "ready".into_response(),
        Some(why) => {
            let text = format!("not ready: {why}");
            (StatusCode::SERVICE_UNAVAILABLE, text).into_response()
        }
    }
}

async fn metrics(State(queue): State<QueueSender>, headers: HeaderMap) -> Response {
    if !queue.knows(&headers) {
        return unknown();
    }
    queue.look_around().await;
    match queue.context.metrics.render() {
        Ok(text) => ([(header::CONTENT_TYPE, TEXT_TYPE)], text).into_response(),
        Err(error) => {
            tracing::error!(%error, "what is counted cannot be told");
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
    }
}

/// The answer to somebody who has not shown the token.
fn unknown() -> Response {
    let wanted = [(header::WWW_AUTHENTICATE, "Bearer")];
    (StatusCode::UNAUTHORIZED, wanted).into_response()
}

impl QueueSender {
    /// Whether a request shows the token.
    fn knows(&self, headers: &HeaderMap) -> bool {
        let shown = headers
            .get(header::AUTHORIZATION)
            .and_then(|it| it.as_bytes().strip_prefix(b"Bearer "));
        shown.is_some_and(|it| self.token.is(it))
    }

    /// Carries out an order and answers it. Whoever does not show the token is refused before anything is read.
    async fn take_order(&self, request: Request<Incoming>) -> Response {
        if !self.knows(request.headers()) {
            return unknown();
        }
        let body = Body::new(request.into_body());
        let Ok(bytes) = to_bytes(body, orders::ORDER_SIZE_MAX).await else {
            return StatusCode::PAYLOAD_TOO_LARGE.into_response();
        };
        let answered = match serde_json::from_slice(&bytes) {
            Ok(signed) => operating::carry_out(&self.context, &self.orders, signed).await,
            Err(error) => Err(format!("not an order: {error}")),
        };
        let told = answered.and_then(|it| serde_json::to_string(&it).map_err(|it| it.to_string()));
        match told {
            Ok(text) => text.into_response(),
            Err(why) => (StatusCode::CONFLICT, why).into_response(),
        }
    }

    /// Why no more people should be sent to this server; `None` if it is ready.
    async fn obstacle(&self) -> Option<String> {
        let ServerContext {
            metrics,
            directory,
            health,
            door,
            ..
        } = self.context.as_ref();
        if let Some(why) = health.obstacle() {
            return Some(why);
        }
        if let Some(left) = door.drain().left() {
            return Some(format!(
                "the server drains and ends in {}",
                orders::in_words(left)
            ));
        }
        let frozen = metrics.lobbies_frozen.get();
        if frozen > 0 {
            return Some(format!("lobbies that are frozen: {frozen}"));
        }
        let limit = Duration::from_millis(READY_MS_MAX);
        let Ok(answered) = timeout(limit, directory.counts()).await else {
            return Some("the directory of lobbies does not answer".to_owned());
        };
        if answered.is_err() {
            return Some("the directory of lobbies has ended".to_owned());
        }
        match timeout(limit, self.journal.check()).await {
            Ok(checked) => checked.err().map(|it| it.to_string()),
            Err(_elapsed) => Some("the journal does not answer".to_owned()),
        }
    }

    /// Sets the metrics that are looked up and not counted.
    async fn look_around(&self) {
        let ServerContext {
            metrics,
            directory,
            address_limits,
            ..
        } = self.context.as_ref();
        let (connections, addresses) = self.gate.counts();
        metrics.connections.set(count::to_i64(connections));
        metrics.set_table("addresses", addresses);
        metrics.set_table("address_limits", address_limits.len());
        // If the directory is gone, `ready` reports that.
        let Ok(counts) = directory.counts().await else {
            return;
        };
        metrics.set_table("directory", counts.entries);
        metrics.set_lobbies("waiting", counts.waiting);
        metrics.set_lobbies("playing", counts.playing);
        metrics.set_lobbies("over", counts.over);
        metrics.set_lobbies("opening", counts.opening);
        metrics.set_lobbies("quarantined", counts.quarantined);
        metrics.set_seats("humans", counts.humans);
        metrics.set_seats("bots", counts.bots);
        metrics.set_seats("open", counts.open);
    }
}

impl Secret {
    fn is(&self, shown: &[u8]) -> bool {
        self.0.ct_eq(shown).into()
    }
}

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret(..)")
    }
}

fn read_token(path: &Path) -> Result<Secret, AdminError> {
    let wrong = |error| AdminError::Token {
        path: path.to_owned(),
        error,
    };
    let text = text::read(path, TOKEN_FILE_SIZE_MAX);
    let text = text.map_err(|why| wrong(io::Error::other(why)))?;
    let token = text.trim();
    if token.len() < TOKEN_CHARS_MIN {
        let what = format!("a token has at least {TOKEN_CHARS_MIN} characters");
        return Err(wrong(io::Error::new(io::ErrorKind::InvalidData, what)));
    }
    Ok(Secret(token.as_bytes().into()))
}

/// The token that the server drew at its first start.
fn own_token(path: &Path) -> Result<Secret, AdminError> {
    let wrong = |error| AdminError::Token {
        path: path.to_owned(),
        error,
    };
    if !path.exists() {
        let bytes: [u8; 32] = Entropy::System
            .bytes()
            .map_err(|error| wrong(io::Error::other(error)))?;
        let line = format!("{}\n", base16ct::lower::encode_string(&bytes));
        create(path, line.as_bytes(), Readers::Owner).map_err(wrong)?;
    }
    read_token(path)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    async fn refused(listen: &str, token: Option<&str>) -> String {
        let data = tempfile::tempdir().unwrap();
        let path = data.path().join("chosen");
        if let Some(token) = token {
            fs::write(&path, token).unwrap();
        }
        let admin = Admin {
            listen: listen.parse().unwrap(),
            token_file: token.map(|_| path),
        };
        match AdminServer::open(&admin, None).await {
            Ok(_) => "open".to_owned(),
            Err(error) => error
                .to_string()
                .replace(&data.path().display().to_string(), "DIR"),
        }
    }

    #[tokio::test]
    async fn only_a_chosen_token_opens_the_port_to_others() {
        assert!(
            refused("0.0.0.0:0", None)
                .await
                .starts_with("0.0.0.0:0 can be reached from elsewhere")
        );
        assert_eq!(
            refused("0.0.0.0:0", Some("0123456789abcdef\n")).await,
            "open"
        );
        assert_eq!(
            refused("127.0.0.1:0", Some("short")).await,
            "DIR/chosen: a token has at least 16 characters"
        );
        assert!(
            refused("127.0.0.1:0", None)
                .await
                .starts_with("without a data folder")
        );
    }

    #[test]
    fn a_token_is_drawn_once_and_private() {
        let data = tempfile::tempdir().unwrap();
        let path = data.path().join(TOKEN_NAME);
        let first = own_token(&path).unwrap();
        assert_eq!(first.0.len(), 64);
        assert!(
            own_token(&path).unwrap().is(&first.0) && !first.is(b"") && !first.is(&first.0[1..])
        );
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            assert_eq!(
                fs::metadata(&path).unwrap().permissions().mode() & 0o777,
                0o600
            );
        }
        assert_eq!(format!("{first:?}"), "Secret(..)");
    }
}
