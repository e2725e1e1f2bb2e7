//! A server's address, as people type it and as it is dialed.

use std::fmt;
use std::net::Ipv6Addr;
use std::str::FromStr;

use dicehall_protocol::lan::DEFAULT_PORT;

/// A server's complete address: encryption, host and port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Address {
    host: String,
    port: u16,
    is_secure: bool,
}

/// The error for a text that is no address.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum NotAnAddress {
    #[error("{0:?} is no address; write HOST, HOST:PORT, ws://HOST:PORT or wss://HOST:PORT")]
    Text(String),
}

impl Address {
    /// The URL of the websocket.
    pub(crate) fn url(&self) -> String {
        if self.is_secure {
            format!("{self}/ws")
        } else {
            format!("ws://{self}/ws")
        }
    }

    /// The host's name or IP address, without brackets.
    pub(crate) fn host(&self) -> &str {
        self.host.trim_start_matches('[').trim_end_matches(']')
    }

    /// The port.
    pub(crate) fn port(&self) -> u16 {
        self.port
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

    fn from_str(text: &str) -> Result<Self, NotAnAddress> {
        let refused = || NotAnAddress::Text(text.to_owned());
        let trimmed = text.trim();
        let without =
            |schemes: [&str; 2]| schemes.into_iter().find_map(|it| trimmed.strip_prefix(it));
        let secure = without(["wss://", "https://"]);
        let rest = secure
            .or_else(|| without(["ws://", "http://"]))
            .unwrap_or(trimmed);
        let authority = rest
            .strip_suffix("/ws")
            .unwrap_or(rest)
            .trim_end_matches('/');
        let (host, port) = split_port(authority).ok_or_else(refused)?;
        let is_name = |it: char| it.is_ascii_alphanumeric() || "-._".contains(it);
        let is_v6 = host.parse::<Ipv6Addr>().is_ok();
        if !is_v6 && (host.is_empty() || !host.chars().all(is_name)) {
            return Err(refused());
        }
        let host = if is_v6 {
            format!("[{host}]")
        } else {
            host.to_ascii_lowercase()
        };
        Ok(Self {
            host,
            port,
            is_secure: secure.is_some(),
        })
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = if self.is_secure { "wss://" } else { "" };
        write!(f, "{scheme}{}:{}", self.host, self.port)
    }
}

/// The host without brackets, and the port; the default port if none is written.
fn split_port(authority: &str) -> Option<(&str, u16)> {
    if let Some(rest) = authority.strip_prefix('[') {
        let (host, port) = rest.split_once(']')?;
        return match port.strip_prefix(':') {
            Some(port) => Some((host, port.parse().ok()?)),
            None if port.is_empty() => Some((host, DEFAULT_PORT)),
            None => None,
        };
    }
    match authority.rsplit_once(':') {
        Some((host, _)) if host.contains(':') => Some((authority, DEFAULT_PORT)),
        Some((host, port)) => Some((host, port.parse().ok()?)),
        None => Some((authority, DEFAULT_PORT)),
    }
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
            "user@host",
            ":1",
        ] {
            check(text, None);
        }
    }
}
