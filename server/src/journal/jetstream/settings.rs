//! How a cluster is reached, and how its streams must be kept.
//!
//! Made by [`config`](crate::ops::config) and by tests.

use std::fmt;
use std::num::NonZeroU16;
use std::path::PathBuf;

use super::ServerAddr;

/// The number of copies of each stream, unless an operator sets another: one may be lost.
pub(crate) const COPIES: usize = 3;
/// The most copies that NATS keeps of a stream.
pub(crate) const COPIES_MAX: usize = 5;

/// A NATS cluster that keeps the journal.
#[derive(Clone)]
pub struct Cluster {
    /// The addresses of its servers, some or all of them.
    pub(crate) servers: Vec<ServerAddr>,
    /// The addresses, `HOST:PORT`, at which its servers answer how they are configured.
    pub(crate) monitors: Vec<String>,
    /// The name of this node.
    pub(crate) node: String,
    /// The file with the credentials of a user.
    pub(crate) credentials: Option<PathBuf>,
    /// The file with the certificate that has signed those of the servers; with it the connection is encrypted.
    pub(crate) authority: Option<PathBuf>,
    /// The number of copies of each stream.
    pub(crate) copies: usize,
    /// The number of streams over which the lobbies are spread.
    pub(crate) streams: NonZeroU16,
    /// Whether the cluster may lose what it has acknowledged, when machines lose their power.
    pub(crate) is_unsafe: bool,
}

impl Cluster {
    /// The cluster with these servers, as `nats://a:4222,nats://b:4222`; everything else is as usual.
    pub fn of(servers: &str) -> Result<Self, String> {
        let servers = servers.split(',').map(|address| {
            let wrong = |error| format!("{}: {error}", without_password(address));
            address.trim().parse::<ServerAddr>().map_err(wrong)
        });
        Ok(Self {
            servers: servers.collect::<Result<_, _>>()?,
            monitors: Vec::new(),
            node: "node".to_owned(),
            credentials: None,
            authority: None,
            copies: COPIES,
            streams: NonZeroU16::MIN,
            is_unsafe: false,
        })
    }

    /// The user and the password in the first address that has them, for all servers. The client of NATS does not take them
    /// from addresses.
    pub(super) fn user(&self) -> Option<(String, String)> {
        let named = self.servers.iter().find(|it| it.has_user_pass())?;
        let part = |it: Option<&str>| decoded(it.unwrap_or_default());
        Some((part(named.username()), part(named.password())))
    }

    /// The same cluster for tests on one machine: so many copies, and no question after synchronization.
    #[cfg(any(test, feature = "simulation"))]
    #[must_use]
    pub fn unsafe_with(self, copies: usize, streams: NonZeroU16) -> Self {
        Self {
            copies,
            streams,
            is_unsafe: true,
            ..self
        }
    }
}

/// The address of a server, without a user and a password.
pub(super) fn name_of(server: &ServerAddr) -> String {
    format!("nats://{}:{}", server.host(), server.port())
}

fn without_password(address: &str) -> &str {
    address.rsplit('@').next().unwrap_or_default()
}

/// A part of an address, in which `%40` stands for the character with the number 40 in hexadecimal digits, and so on.
fn decoded(part: &str) -> String {
    let mut pieces = part.split('%');
    let mut bytes = pieces.next().unwrap_or_default().as_bytes().to_vec();
    for piece in pieces {
        let code = piece.get(..2).map(|it| u8::from_str_radix(it, 16));
        if let (Some(Ok(byte)), Some(rest)) = (code, piece.get(2..)) {
            bytes.push(byte);
            bytes.extend(rest.as_bytes());
        } else {
            bytes.push(b'%');
            bytes.extend(piece.as_bytes());
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Addresses may contain passwords, which are not shown.
impl fmt::Debug for Cluster {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let servers: Vec<_> = self.servers.iter().map(name_of).collect();
        f.debug_struct("Cluster")
            .field("servers", &servers)
            .field("node", &self.node)
            .finish_non_exhaustive()
    }
}

#[cfg(all(test, feature = "cluster"))]
mod tests {
    use super::*;

    #[test]
    fn the_first_user_and_password_are_those_for_all_servers() {
        let user = |servers: &str| {
            let user = Cluster::of(servers).unwrap().user();
            user.map_or_else(String::new, |(user, password)| format!("{user} {password}"))
        };
        assert_eq!(user("a,nats://b:1"), "");
        assert_eq!(user("nats://me:secret@a,b"), "me secret");
        assert_eq!(user("a,nats://me:secret@b,nats://you:other@c"), "me secret");
        assert_eq!(user("nats://m%65:a%40b%2Fc%3a%C3%A4%@a"), "me a@b/c:ä%");
        assert_eq!(user("nats://token@a"), "token ");
    }
}
