//! The server: sockets, tasks, timers, real dice and the journal, around the pure engine.
//!
//! [`run`] is everything that `dicehall-server`, `dicehall host` and the tests need to start a server. In reading
//! order: `server` (its life), [`ops`] (what operators see and set), [`net`] (how bytes come and go), `session` (one
//! connection's life), `lobby` (which lobbies there are, and the life of each), [`archive`] (the files of matches),
//! `journal` (durable streams), `admission` (who is let in), `cluster` (the other nodes, if there are any). A room knows
//! only those that come after it. Below them all
//! are `refusal` (the codes, and the engine's decisions as messages), [`tablebase`] (animal shogi's table on the disk), `frame`,
//! `metrics`, `watched` and [`os`] (threads, memory, randomness, private files).

#![cfg_attr(
    not(feature = "cluster"),
    expect(
        dead_code,
        reason = "without clusters some of what serves them is never called"
    )
)]

mod admission;
pub mod archive;
mod cluster;
mod frame;
mod journal;
mod lobby;
mod metrics;
pub mod net;
pub mod ops;
pub mod os;
mod refusal;
mod server;
mod session;
pub mod tablebase;
#[cfg(test)]
mod tests;
mod watched;

pub use admission::allowance::Allowance;
pub use admission::gate::ConnectionLimits;
pub use admission::timeouts::Timeouts;
pub use cluster::link::ClusterSecret;
pub use cluster::routing::Routes;
#[cfg(any(test, feature = "simulation"))]
pub use journal::faulty::{Fault, FaultyJournal, Written};
pub use journal::{Cluster, Direction, MovedLobbies, NotMoved};
pub use metrics::{Commits, DroppedLines};
pub use net::internal::Internal;
pub use net::listener::{Accept, everywhere, listen};
pub use net::proxies::{Network, NotANetwork, Proxies};
pub use net::tls::{Certificate, Identity, TlsError};
pub use net::web::{DoorBeside, Page, Program, ProgramFacts, SshDoor};
pub use ops::admin::{Admin, AdminError};
pub use ops::door_fingerprint::{DoorFingerprint, NotAFingerprint};
pub use ops::moving::{Moved, MovedPart, move_everything};
pub use ops::options::Options;
pub use os::entropy::Entropy;
pub use server::{Server, ServerError, run};
