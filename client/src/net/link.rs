//! The interface between the screens and the network: the screens call a [`Connector`], and receive
//! events through a [`Link`].
//!
//! The screens know nothing of sockets, servers or discovery; the connector knows nothing of
//! screens. The command line builds the one production connector and gives it to `surface::run`; tests
//! give a scripted one. Law kept here: every queue is bounded.
//!
//! The behavior of a link, on which both sides rely:
//! * The connector spawns its tasks into a `JoinSet` that it owns. All its methods return at once; what takes time or
//!   fails is told as a [`LinkEvent`]. `app` calls them on a tokio runtime.
//! * A link says the hello itself, with [`VERSION`](dicehall_protocol::VERSION) and the name. A welcome becomes
//!   [`LinkEvent::Connected`] and is not passed on; every other message is passed on, `Closing` too, with its texts cleaned. An
//!   action in the short form is passed on as [`LinkEvent::Played`], with the view after it.
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

use dicehall_files::Why;
use dicehall_protocol::{
    AccountCode, AccountView, ClientCommand, LobbyCode, LobbyLine, Played, ServerMessage,
};
use tokio::sync::mpsc;

use crate::fair::audit::Verdict;
use crate::files::keep::NotKept;
use crate::files::rights::OwnMachine;
use crate::net::fingerprint::Fingerprint;
use crate::net::link_code::LinkCode;
use crate::net::loss::Loss;

/// The most commands that wait to be sent.
pub const OUTGOING_MAX: usize = 64;
/// The most events that wait for the screens; when the queue is full, the connection waits.
pub const INCOMING_MAX: usize = 256;
/// The most requests to the link itself that wait.
pub const CONTROL_MAX: usize = 4;
/// The most LAN events that wait for the screens.
pub const LAN_EVENTS_MAX: usize = 64;

/// Connects to servers, hosts, and searches the LAN, for the screens.
pub trait Connector: Send + 'static {
    /// Connects to a server and stays connected until the link is dropped or closed.
    fn connect(&mut self, target: Target) -> Link;
    /// Starts the embedded server and connects to it. A failed start (port taken) is [`LinkEvent::Closed`] with
    /// [`LinkCode::HostFailed`].
    fn host_local(&mut self, hosting: Hosting, name: String, own: OwnMachine) -> Link;
    /// Searches the LAN for servers and visits them and the known ones, until the browse is
    /// dropped.
    fn browse_lan(&mut self, around: Around, own: OwnMachine) -> LanBrowse;
}

/// The servers to visit in a search besides those that are found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Around {
    /// The addresses of servers to visit even if they announce nothing.
    pub known: Vec<String>,
}

/// The way in by ssh.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SshWay {
    /// The command that guests type.
    pub command: String,
    /// The fingerprint of the door's key, as clients show it.
    pub fingerprint: String,
}

/// The server to connect to, and the person's identity there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// The address as typed: `HOST`, `HOST:PORT` or a `ws://` or `wss://` address; or several of the same server,
    /// separated by commas.
    pub address: String,
    /// The person's name.
    pub name: String,
    /// The lobby of an earlier run whose seat is wanted back; `None` means the person's last lobby.
    pub lobby: Option<LobbyCode>,
    /// The fingerprint of a certificate that the person has just decided to trust.
    pub trust: Option<Fingerprint>,
}

/// The program that the embedded server gives out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenProgram {
    /// The name of its file.
    pub name: String,
    /// The SHA-256 of its bytes, in hexadecimal digits.
    pub sha256: String,
}

/// The people who can reach the embedded server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hosting {
    /// Only programs on this machine: the server uses a free port on the loopback address.
    Private,
    /// Everybody on the LAN.
    Public {
        /// The address to listen on, `ADDR:PORT`; `None` means all addresses and the default port.
        listen: Option<String>,
        /// Whether to announce the server on the LAN, with the first lobby that a `Reply::Joined`
        /// names.
        announce: bool,
        /// Whether the server gives browsers its page.
        page: bool,
        /// Whether the server gives this program to people who have none.
        program: bool,
    },
}

/// The screens' side of a connection that keeps itself alive.
#[derive(Debug)]
pub struct Link {
    /// Commands to the server.
    pub outgoing: mpsc::Sender<ClientCommandWithId>,
    /// Requests to the link itself.
    pub control: mpsc::Sender<LinkControl>,
    /// The events of the link; closed only after [`LinkEvent::Closed`] or [`LinkEvent::Stranger`].
    pub incoming: mpsc::Receiver<LinkEvent>,
}

/// A command, with the number that its answer will carry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClientCommandWithId {
    /// The number; it increases over the run of the app.
    pub id: u64,
    /// The command.
    pub command: ClientCommand,
}

/// A request to the link itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkControl {
    /// Try again at once instead of waiting.
    RetryNow,
    /// Connect once more, and want this of the account.
    SignIn(SignInRequest),
}

/// The person's wish about the account when the link signs in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SignInRequest {
    /// To be known, if there is one.
    #[default]
    Known,
    /// To begin one, if there is none.
    Begin,
    /// To come to the one that a code was made for.
    Code(AccountCode),
}

/// An event of a connection.
#[derive(Clone, Debug, PartialEq)]
pub enum LinkEvent {
    /// An attempt begins.
    Connecting {
        /// The address of the server.
        address: String,
        /// The number of the attempt; it starts again from 1 after every success.
        attempt: u32,
    },
    /// The embedded server listens; sent once, before the first `Connected`, and only after
    /// [`Connector::host_local`].
    Listening {
        /// The addresses that others can type to join, the best first; empty for
        /// [`Hosting::Private`].
        addresses: Vec<String>,
        /// The address of the server's page, `http://ADDR:PORT`; `None` if it has none.
        page: Option<String>,
        /// The folder of match files; `None` if none are kept.
        matches: Option<PathBuf>,
        /// The way in for who has nothing but ssh; `None` if there is no door.
        ssh: Option<SshWay>,
    },
    /// The embedded server gives this program out. Told once its file has been read, which nobody waits for.
    Program(GivenProgram),
    /// The server has welcomed the person.
    Connected {
        /// Whether the seat in the lobby was resumed; a snapshot or the missed updates follow.
        resumed: bool,
    },
    /// The person has signed in after asking for it.
    SignedIn(Box<AccountView>),
    /// The person has asked to sign in, and has no key for it.
    NoKey,
    /// The server sent a message.
    Message(Box<ServerMessage>),
    /// Somebody acted, and nothing else happened.
    Played(Box<Played>),
    /// The connection is lost or an attempt failed; the next attempt begins after the pause.
    Waiting {
        /// The pause before the next attempt, in milliseconds.
        retry_ms: u64,
        /// The reason.
        why: Loss,
    },
    /// The link is over: the server's certificate is new and no authority has signed it, so the
    /// person must decide. A [`Target`] with the fingerprint trusts it.
    Stranger {
        /// The address of the server.
        address: String,
        /// The fingerprint of its certificate.
        fingerprint: Fingerprint,
    },
    /// The link is over, and trying again is useless.
    Closed {
        /// Why.
        code: LinkCode,
        /// A sentence, for people.
        message: String,
    },
    /// A match is over and its dice were checked.
    Audited(Verdict),
    /// The embedded server has written the file of a match, or could not.
    MatchWritten {
        /// The name of the file, in the folder of match files.
        name: String,
        /// Why it was not written; `None` if it was.
        fault: Option<Why>,
    },
    /// Something is not kept for the person.
    NotKept(NotKept),
    /// Something that was asked has had no answer for [`ANSWER_MS_MAX`](dicehall_protocol::limits::ANSWER_MS_MAX), or
    /// everything has been answered since.
    Late {
        /// Whether an answer is late.
        is_late: bool,
    },
    /// The round trip to the server was measured.
    Latency {
        /// The round trip, in milliseconds.
        ms: u32,
    },
}

/// A search for servers on the LAN; dropping it ends the search.
#[derive(Debug)]
pub struct LanBrowse {
    /// The events of the search.
    pub incoming: mpsc::Receiver<LanEvent>,
}

/// An event of a search on the LAN.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LanEvent {
    /// A server has appeared, or has changed.
    Found(LanServer),
    /// A server has disappeared.
    Lost {
        /// The key of the server.
        key: String,
    },
    /// A server was visited.
    Visited {
        /// The address of the server.
        address: String,
        /// The result of the visit; `None` if the server did not answer, or would need a question
        /// about trust.
        visit: Option<Visit>,
    },
    /// The seats of earlier runs that no program uses, the most recent first.
    Seats(Vec<KeptSeat>),
    /// There can be no search; addresses can still be typed.
    Failed {
        /// The reason, in words.
        why: String,
    },
}

/// A seat of an earlier run that no program uses: its server, lobby and person. Its proof stays in
/// the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptSeat {
    /// The address as it is dialed.
    pub address: String,
    /// The person's name there.
    pub name: String,
    /// The lobby.
    pub lobby: LobbyCode,
    /// How long ago the seat was last written, in seconds.
    pub age_s: u64,
}

/// The result of a visit to a server. The titles are cleaned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Visit {
    /// The time that its answer took, in milliseconds.
    pub ping_ms: u32,
    /// The server's lobbies.
    pub lobbies: Vec<LobbyLine>,
}

/// A server that announces itself on the LAN. Its name is cleaned; its key is never shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LanServer {
    /// The identity of the server; the same in `Found` and `Lost`.
    pub key: String,
    /// The name of the server.
    pub name: String,
    /// The address, `HOST:PORT` or `wss://HOST:PORT`.
    pub address: String,
    /// The lobby in the announcement; `None` if it names none.
    pub lobby: Option<LobbyCode>,
    /// The protocol version of the server.
    pub version: u32,
    /// The fingerprint of its certificate, as the announcement claims; `None` without encryption.
    pub fingerprint: Option<Fingerprint>,
}
