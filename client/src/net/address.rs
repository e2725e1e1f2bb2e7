//! A server's address, as people type it and as it is dialed; and the lobby that stands behind it in the address of a
//! page.

use std::fmt;
use std::net::{Ipv6Addr, SocketAddrV6};
use std::str::FromStr;

use dicehall_protocol::LobbyCode;
use dicehall_protocol::lan::DEFAULT_PORT;

use crate::net::interfaces;

/// The most characters of the name of an interface: systems allow 15 or fewer, or write a number.
const SCOPE_CHARS_MAX: usize = 32;
/// The most addresses of one server.
pub(crate) const ADDRESSES_MAX: usize = 8;

/// A server's complete address: encryption, host and port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    /// A name, or an IP address, in brackets if it is one of IPv6.
    host: String,
    /// The interface that leads to an address of one link (S. Deering et al.: *IPv6 Scoped Address Architecture*, RFC
    /// 4007, 2005, section 11, <https://www.rfc-editor.org/rfc/rfc4007>); `None` for every other.
    scope: Option<String>,
    port: u16,
    is_secure: bool,
}

/// An invitation, as people pass it on: a server, and perhaps a lobby there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Invitation {
    /// The server.
    pub(crate) address: Address,
    /// The lobby; `None` if only the server was told.
    pub(crate) lobby: Option<LobbyCode>,
}

/// The error for a text that is no address.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotAnAddress {
    /// This text is none.
    #[error("{0:?} is no address; write HOST, HOST:PORT, ws://HOST:PORT or wss://HOST:PORT")]
    Text(String),
    /// There are more than [`ADDRESSES_MAX`].
    #[error("a server can be given with at most {max} addresses", max = ADDRESSES_MAX)]
    TooMany,
}

/// Why an address on one link cannot be dialed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum NoInterface {
    /// It has no scope.
    #[error(
        "{0} may be behind any interface; write the one of this machine that leads there, such as [{0}%eth0]"
    )]
    NotTold(Ipv6Addr),
    /// This machine has no interface of that name.
    #[error(
        "this machine has no interface {0}; after % stands the interface of this machine that leads to the other"
    )]
    Unknown(String),
}

impl Address {
    /// The URL of the websocket, which is also what the server is told. The scope means something to this machine alone,
    /// and is left out.
    pub fn url(&self) -> String {
        let scheme = if self.is_secure { "wss" } else { "ws" };
        format!("{scheme}://{}:{}/ws", self.host, self.port)
    }

    /// The host's name or IP address, without brackets and scope.
    pub fn host(&self) -> &str {
        self.host.trim_start_matches('[').trim_end_matches(']')
    }

    /// The port.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// The address to dial if it is one of a single link; `None` if it is not.
    pub(crate) fn on_link(&self) -> Option<Result<SocketAddrV6, NoInterface>> {
        let ip: Ipv6Addr = self.host().parse().ok()?;
        let Some(scope) = &self.scope else {
            return ip
                .is_unicast_link_local()
                .then_some(Err(NoInterface::NotTold(ip)));
        };
        let index = interfaces::index_of(scope);
        let index = index.ok_or_else(|| NoInterface::Unknown(scope.clone()));
        Some(index.map(|it| SocketAddrV6::new(ip, self.port, 0, it)))
    }

    /// Whether the connection is to be encrypted.
    pub(crate) fn is_secure(&self) -> bool {
        self.is_secure
    }

    /// The same host and port without encryption.
    pub(crate) fn without_encryption(&self) -> Self {
        Self {
            is_secure: false,
            ..self.clone()
        }
    }
}

impl FromStr for Address {
    type Err = NotAnAddress;

    /// Parses an address, also one with a lobby behind it, which is left out.
    fn from_str(text: &str) -> Result<Self, NotAnAddress> {
        text.parse::<Invitation>().map(|it| it.address)
    }
}

impl FromStr for Invitation {
    type Err = NotAnAddress;

    fn from_str(text: &str) -> Result<Self, NotAnAddress> {
        parsed(text.trim()).ok_or_else(|| NotAnAddress::Text(text.to_owned()))
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = if self.is_secure { "wss://" } else { "" };
        match &self.scope {
            Some(scope) => write!(f, "{scheme}[{}%{scope}]:{}", self.host(), self.port),
            None => write!(f, "{scheme}{}:{}", self.host, self.port),
        }
    }
}

/// The form in which an address is written, by what stands before its host.
#[derive(Clone, Copy, Debug)]
struct Scheme {
    name: &'static str,
    is_secure: bool,
    /// The port that a browser leaves out of the address that it shows; `None` for what no browser shows.
    usual_port: Option<u16>,
}

/// The forms.
const SCHEMES: [Scheme; 4] = [
    Scheme {
        name: "wss://",
        is_secure: true,
        usual_port: None,
    },
    Scheme {
        name: "https://",
        is_secure: true,
        usual_port: Some(443),
    },
    Scheme {
        name: "ws://",
        is_secure: false,
        usual_port: None,
    },
    Scheme {
        name: "http://",
        is_secure: false,
        usual_port: Some(80),
    },
];

fn parsed(text: &str) -> Option<Invitation> {
    let begins = |it: &Scheme| {
        text.get(..it.name.len())
            .is_some_and(|begin| begin.eq_ignore_ascii_case(it.name))
    };
    let scheme = SCHEMES.into_iter().find(begins);
    let rest = text.get(scheme.map_or(0, |it| it.name.len())..)?;
    let (authority, path) = rest.split_once('/').unwrap_or((rest, ""));
    let lobby = lobby_of(path).ok()?;
    // Whoever copies the address of a table from a browser copies no port if it is the usual one.
    let usual_port = scheme
        .and_then(|it| it.usual_port)
        .filter(|_| lobby.is_some());
    let (host, port) = split_port(authority)?;
    let port = port.unwrap_or(usual_port.unwrap_or(DEFAULT_PORT));
    let (host, scope) = split_scope(host, scheme.is_some());
    if scope.is_some_and(|it| !is_scope(it)) {
        return None;
    }
    let host = match host.parse::<Ipv6Addr>() {
        Ok(_) => format!("[{host}]"),
        Err(_) if scope.is_none() && is_name(host) => host.to_ascii_lowercase(),
        Err(_) => return None,
    };
    let address = Address {
        host,
        scope: scope.map(str::to_owned),
        port,
        is_secure: scheme.is_some_and(|it| it.is_secure),
    };
    Some(Invitation { address, lobby })
}

/// The lobby behind a server's address, if any; the error if something else stands there.
fn lobby_of(path: &str) -> Result<Option<LobbyCode>, <LobbyCode as FromStr>::Err> {
    let path = path.trim_end_matches('/');
    if path.is_empty() || path.eq_ignore_ascii_case("ws") {
        return Ok(None);
    }
    path.parse().map(Some)
}

/// The host without brackets, and the port, if one is written.
fn split_port(authority: &str) -> Option<(&str, Option<u16>)> {
    if let Some(rest) = authority.strip_prefix('[') {
        let (host, port) = rest.split_once(']')?;
        return match port.strip_prefix(':') {
            Some(port) => Some((host, Some(port.parse().ok()?))),
            None if port.is_empty() => Some((host, None)),
            None => None,
        };
    }
    match authority.rsplit_once(':') {
        Some((host, _)) if host.contains(':') => Some((authority, None)),
        Some((host, port)) => Some((host, Some(port.parse().ok()?))),
        None => Some((authority, None)),
    }
}

/// The host, and its scope. In the address of a page the sign before the scope is written as `%25` (B. Carpenter, S.
/// Cheshire, R. Hinden: *Representing IPv6 Zone Identifiers in Address Literals*, RFC 6874, 2013,
/// <https://www.rfc-editor.org/rfc/rfc6874>).
fn split_scope(host: &str, has_scheme: bool) -> (&str, Option<&str>) {
    match host.split_once('%') {
        Some((host, scope)) => {
            let unescaped = scope
                .strip_prefix("25")
                .filter(|it| has_scheme && !it.is_empty());
            (host, Some(unescaped.unwrap_or(scope)))
        }
        None => (host, None),
    }
}

fn is_name(host: &str) -> bool {
    let fits = |it: char| it.is_ascii_alphanumeric() || "-._".contains(it);
    !host.is_empty() && host.chars().all(fits)
}

/// Whether a text can name an interface.
fn is_scope(scope: &str) -> bool {
    let fits = |it: char| it.is_ascii_alphanumeric() || "-._:@".contains(it);
    (1..=SCOPE_CHARS_MAX).contains(&scope.len()) && scope.chars().all(fits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, url: Option<&str>) {
        let address: Result<Address, NotAnAddress> = text.parse();
        assert_eq!(address.ok().map(|it| it.url()).as_deref(), url, "{text}");
    }

    #[test]
    fn what_people_type_is_understood() {
        check("example.org", Some("ws://example.org:4600/ws"));
        check(" Example.ORG:80 ", Some("ws://example.org:80/ws"));
        check("192.0.2.7:4601", Some("ws://192.0.2.7:4601/ws"));
        check("ws://192.0.2.7:4601/ws", Some("ws://192.0.2.7:4601/ws"));
        check("ws://192.0.2.7:4601/", Some("ws://192.0.2.7:4601/ws"));
        check("http://my_host", Some("ws://my_host:4600/ws"));
        check("::1", Some("ws://[::1]:4600/ws"));
        check("[::1]:9", Some("ws://[::1]:9/ws"));
        check("[fe80::1]", Some("ws://[fe80::1]:4600/ws"));
        check("wss://Example.org", Some("wss://example.org:4600/ws"));
        check("https://[::1]:443/ws", Some("wss://[::1]:443/ws"));
        check("HTTP://Example.org:80/WS/", Some("ws://example.org:80/ws"));
        check("  wSs://Example.org//", Some("wss://example.org:4600/ws"));
    }

    #[track_caller]
    fn check_lobby(text: &str, address: &str, lobby: Option<&str>) {
        let told: Invitation = text.parse().unwrap();
        let code = told.lobby.map(|it| it.to_string());
        assert_eq!(
            (told.address.to_string().as_str(), code.as_deref()),
            (address, lobby),
            "{text}"
        );
    }

    #[test]
    fn the_address_of_a_table_names_its_server_and_its_lobby() {
        check_lobby(
            "http://192.0.2.7:4600/K7WQ2",
            "192.0.2.7:4600",
            Some("K7WQ2"),
        );
        check_lobby("192.0.2.7:4600/K7WQ2", "192.0.2.7:4600", Some("K7WQ2"));
        check_lobby(" 192.0.2.7/k7wq2/ ", "192.0.2.7:4600", Some("K7WQ2"));
        check_lobby(
            "HTTPS://Dice.Example:4600/k7wq2",
            "wss://dice.example:4600",
            Some("K7WQ2"),
        );
        check_lobby(
            "https://dice.example/K7WQ2",
            "wss://dice.example:443",
            Some("K7WQ2"),
        );
        check_lobby(
            "http://dice.example/K7WQ2",
            "dice.example:80",
            Some("K7WQ2"),
        );
        check_lobby(
            "ws://dice.example/K7WQ2",
            "dice.example:4600",
            Some("K7WQ2"),
        );
        check_lobby("[2001:db8::7]/K7WQ2", "[2001:db8::7]:4600", Some("K7WQ2"));
        check_lobby("https://dice.example/", "wss://dice.example:4600", None);
    }

    #[test]
    fn an_address_of_one_link_keeps_its_scope_and_tells_the_server_none() {
        for text in [
            "[fe80::1%eth0]:4600",
            "fe80::1%eth0",
            " [fe80::1%eth0] ",
            "http://[fe80::1%25eth0]:4600",
            "ws://[fe80::1%eth0]:4600/ws",
        ] {
            let address: Address = text.parse().unwrap();
            assert_eq!(address.to_string(), "[fe80::1%eth0]:4600", "{text}");
            assert_eq!(address.url(), "ws://[fe80::1]:4600/ws");
            assert_eq!(address.host(), "fe80::1");
            assert_eq!(address.to_string().parse(), Ok(address));
        }
        check_lobby("[fe80::1%eth0]:9/k7wq2", "[fe80::1%eth0]:9", Some("K7WQ2"));
        let numbered: Address = "[fe80::1%3]:9".parse().unwrap();
        assert_eq!(numbered.on_link().unwrap().unwrap().scope_id(), 3);
        let elsewhere: Address = "[fe80::1%nowhere0]:9".parse().unwrap();
        let unknown = NoInterface::Unknown("nowhere0".to_owned());
        assert_eq!(elsewhere.on_link(), Some(Err(unknown)));
        let bare: Address = "[fe80::1]:9".parse().unwrap();
        let not_told = NoInterface::NotTold("fe80::1".parse().unwrap());
        assert_eq!(bare.on_link(), Some(Err(not_told)));
        for text in ["[2001:db8::7]:9", "192.0.2.7", "attic.local"] {
            assert_eq!(text.parse::<Address>().unwrap().on_link(), None, "{text}");
        }
    }

    #[test]
    fn an_address_is_shown_as_it_can_be_typed() {
        for text in [
            "example.org:80",
            "[::1]:9",
            "wss://example.org:80",
            "wss://[::1]:9",
        ] {
            let address: Address = text.parse().unwrap();
            assert_eq!(address.to_string(), text);
            assert_eq!(address.is_secure(), text.starts_with("wss"));
        }
        assert_eq!("[::1]".parse::<Address>().unwrap().host(), "::1");
    }

    #[test]
    fn what_is_no_address_is_refused() {
        for text in [
            "",
            "a b",
            "host:",
            "host:99999",
            "host:x",
            "[::1",
            "[::1]x",
            "host/path",
            "host/K7WQ2/x",
            "host/K7WQ0",
            "[fe80::1%]:9",
            "[fe80::1%a b]:9",
            "host%eth0",
            "192.0.2.7%eth0",
            "http://",
            "user@host",
            ":1",
        ] {
            check(text, None);
        }
    }
}
