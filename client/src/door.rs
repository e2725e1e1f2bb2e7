//! The door: a server of ssh, by which guests play who have installed nothing.
//!
//! Called by `dicehall door`, a process of its own that has no data but the key by which it is recognized. Each guest has the
//! screens or the line mode of the client in a task. Laws kept here: whoever is not let in costs nothing; whoever does not
//! come in is gone soon; and no guest can see or hold up another.
//!
//! The library is `russh`, with the bounds that it lacks put around it: the clock before a session begins (`timed_stream`),
//! the number of connections (`gate`), bytes in and out (`input`, `outbox`). OpenSSH with `ForceCommand` does without this
//! file, and starts a process for each guest.

mod gate;
mod guest;
mod host_key;
mod input;
mod lines;
mod outbox;
mod seats;
mod shared;
mod timed_stream;
mod visit;
mod visitor;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use dicehall_protocol::LobbyCode;
use russh::keys::PrivateKey;
use russh::server::{Config, run_stream};
use russh::{MethodKind, MethodSet, Preferred, SshId, kex, mac};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use crate::net::host;
use crate::net::trust::Trust;
use gate::Gate;
use seats::SeatsByKey;
use shared::Shared;
use timed_stream::TimedStream;
use visitor::Visitor;

/// The port of the door.
pub(crate) const DEFAULT_PORT: u16 = 4622;
/// The most messages of a session that wait in the library.
const WAITING_MESSAGES_MAX: usize = 4;
/// How long a client may be silent before it is asked whether it is there.
const ASK_MS: u64 = 15_000;
/// How often it is asked without an answer before it is gone.
const ASKED_MAX: usize = 3;
/// How long a client may take nothing that is sent to it before it is gone.
const STUCK_MS_MAX: u64 = 60_000;
/// How many attempts to prove a key or to show a password there may be.
const ATTEMPTS_MAX: usize = 10;
/// The pause after a connection could not be accepted, for example because there are too many open files.
const PAUSE_MS: u64 = 100;
/// How long sessions may take to say goodbye when the door closes.
const CLOSE_MS_MAX: u64 = 3_000;

/// The folder beside the door's key that has the seats of guests.
const SEATS_FOLDER: &str = "door_seats";

/// How keys are agreed upon. The older ways with large numbers would cost the door much more than whoever asks for them.
const AGREEMENTS: &[kex::Name] = &[
    kex::MLKEM768X25519_SHA256,
    kex::CURVE25519,
    kex::CURVE25519_PRE_RFC_8731,
    kex::EXTENSION_SUPPORT_AS_SERVER,
    kex::EXTENSION_OPENSSH_STRICT_KEX_AS_SERVER,
];

/// How messages are kept from being changed, beside ciphers that do not do it themselves: always over what was encrypted.
const SEALS: &[mac::Name] = &[mac::HMAC_SHA512_ETM, mac::HMAC_SHA256_ETM];

/// A door that is to be opened.
pub(crate) struct Options {
    /// Where to listen.
    pub(crate) listen: SocketAddr,
    /// The file with the door's key.
    pub(crate) key: PathBuf,
    /// The address of the server to which the door leads.
    pub(crate) address: String,
    /// The lobby to which guests are led; `None` shows them the list.
    pub(crate) lobby: Option<LobbyCode>,
    /// The treatment of the server's certificate.
    pub(crate) trust: Trust,
}

/// An open door.
pub(crate) struct Door {
    listener: TcpListener,
    config: Arc<Config>,
    fingerprint: String,
    shared: Shared,
    close: watch::Sender<bool>,
}

impl Door {
    /// Opens a door.
    #[expect(
        clippy::disallowed_methods,
        reason = "in which order sessions end does not matter"
    )]
    pub(crate) fn open(options: Options) -> Result<Self, String> {
        let key = host_key::read_or_make(&options.key)?;
        let seats = options.key.with_file_name(SEATS_FOLDER);
        let listen = options.listen;
        let listener =
            host::listen(listen).map_err(|error| format!("cannot listen on {listen}: {error}"))?;
        let (close, is_closing) = watch::channel(false);
        Ok(Self {
            listener,
            fingerprint: host_key::fingerprint(&key),
            shared: Shared {
                address: options.address,
                lobby: options.lobby,
                trust: options.trust,
                key: host_key::for_words(&key).map(Arc::new),
                seats: SeatsByKey::new(seats, SystemTime::now()),
                is_closing,
            },
            config: Arc::new(config(key)),
            close,
        })
    }

    /// Where it is.
    pub(crate) fn address(&self) -> Result<SocketAddr, String> {
        self.listener.local_addr().map_err(|it| it.to_string())
    }

    /// The fingerprint of its key, as clients show it.
    pub(crate) fn fingerprint(&self) -> &str {
        &self.fingerprint
    }

    /// Lets guests in until it is to be closed.
    pub(crate) async fn run(self, closed: impl Future<Output = ()>) {
        let shared = Arc::new(self.shared);
        let gate = Gate::default();
        let mut connections = JoinSet::new();
        let mut closed = std::pin::pin!(closed);
        loop {
            let accepted = tokio::select! {
                biased;
                () = &mut closed => break,
                Some(_) = connections.join_next() => continue,
                accepted = self.listener.accept() => accepted,
            };
            match accepted {
                Ok((socket, peer)) => {
                    let Some(pass) = gate.admit(peer.ip()) else {
                        tracing::debug!(%peer, "there is no room");
                        continue;
                    };
                    let has_entered = Arc::default();
                    let visitor = Visitor::new(Arc::clone(&shared), peer, Arc::clone(&has_entered));
                    socket.set_nodelay(true).ok();
                    let stream = TimedStream::new(socket, pass, has_entered);
                    connections.spawn(serve(Arc::clone(&self.config), stream, visitor));
                }
                Err(error) => {
                    tracing::warn!(%error, "a connection could not be accepted");
                    sleep(Duration::from_millis(PAUSE_MS)).await;
                }
            }
        }
        self.close.send_replace(true);
        let all = async { while connections.join_next().await.is_some() {} };
        timeout(Duration::from_millis(CLOSE_MS_MAX), all).await.ok();
    }
}

/// Serves one connection until it ends.
async fn serve(config: Arc<Config>, stream: TimedStream<TcpStream>, visitor: Visitor) {
    let ended = match run_stream(config, stream, visitor).await {
        Ok(session) => session.await,
        Err(error) => Err(error),
    };
    if let Err(error) = ended {
        tracing::debug!(%error, "a connection ended");
    }
}

fn config(key: PrivateKey) -> Config {
    let methods = [
        MethodKind::PublicKey,
        MethodKind::KeyboardInteractive,
        MethodKind::Password,
    ];
    Config {
        server_id: SshId::Standard("SSH-2.0-Dicehall".into()),
        methods: MethodSet::from(methods.as_slice()),
        // Nothing can be guessed here.
        auth_rejection_time: Duration::ZERO,
        auth_rejection_time_initial: Some(Duration::ZERO),
        keys: vec![key],
        event_buffer_size: WAITING_MESSAGES_MAX,
        max_auth_attempts: ATTEMPTS_MAX,
        preferred: Preferred {
            kex: AGREEMENTS.into(),
            mac: SEALS.into(),
            ..Preferred::default()
        },
        inactivity_timeout: Some(Duration::from_millis(STUCK_MS_MAX)),
        keepalive_interval: Some(Duration::from_millis(ASK_MS)),
        keepalive_max: ASKED_MAX,
        ..Config::default()
    }
}
