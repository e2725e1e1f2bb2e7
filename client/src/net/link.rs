//! The seam between the screens and the network: what `app` asks of a [`Connector`], and what it hears through a [`Link`].
//!
//! The screens know nothing of sockets, servers or discovery; the connector knows nothing of screens. `main` builds the
//! one production connector and gives it to `app::run`; tests give a scripted one. Law kept here: every queue is bounded.
//!
//! How a link behaves, so that both sides agree:
//! * The connector spawns its tasks into a `JoinSet` that it owns. All its methods return at once; what takes time or
//!   fails is told as a [`LinkEvent`]. `app` calls them on a tokio runtime.
//! * A link says the hello itself, with [`VERSION`](dicehall_protocol::VERSION) and the name. A welcome becomes
//!   [`LinkEvent::Connected`] and is not passed on; every other message is passed on, `Closing` too, with its texts cleaned.
//! * It remembers the latest token (of `Reply::Joined`, then of every resume) and the last revision that pass by, forgets
//!   them when a `Leave` is accepted, and resumes with them after a loss. When a resume is refused, it connects without one and says
//!   `Connected { resumed: false }`; then `app` joins the lobby again by its code.
//! * When a match is over and its secret was shown, [`LinkEvent::Audited`] follows the message with the secret.
//! * After `Waiting` it tries again on its own with growing pauses. After `Closed` it does not: `app` drops it.
//! * `app` sends commands only between `Connected` and the next `Connecting`, `Waiting` or `Closed`. Commands without an
//!   answer at that moment are said again by the link after a resume, under the same numbers, so that each is carried out
//!   once; after `Connected { resumed: false }` they stay unanswered.
//! * Dropping a [`Link`] ends its connection, and the embedded server if it was started for that link.

use std::path::PathBuf;

use dicehall_protocol::{ClientCommand, LobbyCode, LobbyLine, ServerMessage};
use tokio::sync::mpsc;

use crate::fair::audit::Verdict;
use crate::net::fingerprint::Fingerprint;

/// The most commands waiting to be sent.
pub const OUTGOING_MAX: usize = 64;
/// The most events waiting to be shown; a full queue makes the connection wait.
pub const INCOMING_MAX: usize = 256;
/// The most requests to the link itself that wait.
pub const CONTROL_MAX: usize = 4;
/// The most discoveries waiting to be shown.
pub const LAN_EVENTS_MAX: usize = 64;

/// Connects, hosts and looks around for the screens.
pub trait Connector: Send + 'static {
    /// Connects to a server and stays connected until the link is dropped or closed.
    fn connect(&mut self, target: Target) -> Link;
    /// Starts the embedded server and connects to it. A failed start (port taken) is [`LinkEvent::Closed`] with the code
    /// `host_failed`.
    fn host_local(&mut self, hosting: Hosting, name: String) -> Link;
    /// Looks for servers on the LAN, and visits them and those that are known, until the browse is dropped.
    fn browse_lan(&mut self, around: Around) -> LanBrowse;
}

/// Which servers are known already to somebody who looks around.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Around {
    /// The addresses of servers that are visited though they may announce nothing.
    pub known: Vec<String>,
}

/// Where to connect, and as whom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// `HOST`, `HOST:PORT` or a `ws://` or `wss://` address, as it was typed.
    pub address: String,
    /// The person's name.
    pub name: String,
    /// The lobby whose seat of an earlier run is wanted back; `None` means the one where the person was last.
    pub lobby: Option<LobbyCode>,
    /// A certificate that the person has just decided to trust, from now on.
    pub trust: Option<Fingerprint>,
}

/// Who can reach the embedded server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hosting {
    /// Only this machine: a free port on the loopback address.
    Private,
    /// The LAN.
    Public {
        /// Where to listen, `ADDR:PORT`; `None` means every address and the usual port.
        listen: Option<String>,
        /// Whether to announce the server, and the lobby whose `Reply::Joined` passes by first, on the LAN.
        announce: bool,
    },
}

/// A connection that keeps itself alive.
#[derive(Debug)]
pub struct Link {
    /// Commands to the server.
    pub outgoing: mpsc::Sender<ClientCommandWithId>,
    /// Requests to the link itself.
    pub control: mpsc::Sender<LinkControl>,
    /// The events of the link; closed only after [`LinkEvent::Closed`] or [`LinkEvent::Stranger`].
    pub incoming: mpsc::Receiver<LinkEvent>,
}

/// A command and the number that its answer will carry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClientCommandWithId {
    /// Counts up over the life of the app.
    pub id: u64,
    /// The command.
    pub command: ClientCommand,
}

/// A request to the link itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkControl {
    /// Do not wait any longer: try again at once.
    RetryNow,
}

/// Something that happened to a connection.
#[derive(Clone, Debug, PartialEq)]
pub enum LinkEvent {
    /// An attempt begins.
    Connecting {
        /// Where.
        address: String,
        /// Counts from 1, and again from 1 after every success.
        attempt: u32,
    },
    /// The embedded server listens; told once, before the first `Connected`, by [`Connector::host_local`] alone.
    Listening {
        /// The addresses that others can type to join, the best first; none for [`Hosting::Private`].
        addresses: Vec<String>,
        /// The folder of the files of matches, if any are kept.
        matches: Option<PathBuf>,
    },
    /// The server has welcomed the person.
    Connected {
        /// Whether the seat in the lobby was resumed; a snapshot or the missed updates follow.
        resumed: bool,
    },
    /// The server said something.
    Message(Box<ServerMessage>),
    /// The connection is lost or an attempt failed; the next attempt begins after the pause.
    Waiting {
        /// How long the pause is.
        retry_ms: u64,
        /// Why, in words.
        why: String,
    },
    /// It is over: the server is new, nobody vouches for it, and the person is to decide. A [`Target`] that names the
    /// fingerprint trusts it.
    Stranger {
        /// Where.
        address: String,
        /// The fingerprint of its certificate.
        fingerprint: Fingerprint,
    },
    /// It is over, and trying again is no use.
    Closed {
        /// Stable; the server's closing code, or `unreachable`, `bad_address`, `host_failed`, `wrong_version`, `wants_tls`,
        /// `no_tls`, or `unknown_`, `changed_`, `other_` or `invalid_certificate`.
        code: String,
        /// A sentence, for people.
        message: String,
    },
    /// A match is over and its dice were checked.
    Audited(Verdict),
    /// The round trip to the server was measured.
    Latency {
        /// How long it took.
        ms: u32,
    },
}

/// A search for servers on the LAN; dropping it ends the search.
#[derive(Debug)]
pub struct LanBrowse {
    /// The servers that are found and lost.
    pub incoming: mpsc::Receiver<LanEvent>,
}

/// An event of a search on the LAN.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LanEvent {
    /// A server is there, or has changed.
    Found(LanServer),
    /// A server is gone.
    Lost {
        /// Its key.
        key: String,
    },
    /// A server was visited; `None` if it did not answer, or is not to be trusted without a question.
    Visited {
        /// Where.
        address: String,
        /// What is there.
        visit: Option<Visit>,
    },
    /// The seats of earlier runs that nobody uses, the youngest first.
    Seats(Vec<KeptSeat>),
    /// There can be no search; addresses can still be typed.
    Failed {
        /// Why, in words.
        why: String,
    },
}

/// A seat of an earlier run that nobody uses: where it is and whose. Its proof stays in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptSeat {
    /// As it is dialed.
    pub address: String,
    /// The person's name there.
    pub name: String,
    /// The lobby.
    pub lobby: LobbyCode,
    /// How long ago the seat was last written, in seconds.
    pub age_s: u64,
}

/// What a visit to a server has told. The titles are cleaned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Visit {
    /// How long its answer took.
    pub ping_ms: u32,
    /// Its lobbies.
    pub lobbies: Vec<LobbyLine>,
}

/// A server that announces itself on the LAN. Its name is cleaned; its key is never shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LanServer {
    /// Its identity; the same in `Found` and `Lost`.
    pub key: String,
    /// Its name, for people.
    pub name: String,
    /// Its address, `HOST:PORT` or `wss://HOST:PORT`.
    pub address: String,
    /// The lobby that was opened with it.
    pub lobby: Option<LobbyCode>,
    /// The protocol's version that it speaks.
    pub version: u32,
    /// The fingerprint of its certificate, as it says itself.
    pub fingerprint: Option<Fingerprint>,
}
