//! The pages that may open a websocket: browsers let any page try, and send the page's origin along.
//!
//! A request without an origin does not come from a page: it comes from any program but a browser. A page that was
//! loaded from this server's own address is admitted only if that address is a number, `localhost`, or a name in
//! `.local`, for which only machines of the same network answer (S. Cheshire and M. Krochmal, *Multicast DNS*, RFC
//! 6762, 2013, <https://www.rfc-editor.org/rfc/rfc6762>). Any other name proves nothing: its owner can point it at this
//! server after a page was loaded from elsewhere, and then origin and host agree. An operator who uses such a name has
//! to name it.

use std::net::IpAddr;

use axum::http::{HeaderMap, header};

/// The origins that are admitted.
#[derive(Debug)]
pub(super) struct Origins {
    /// The origins that the operator has named, in lower case, without a slash at the end.
    allowed: Vec<String>,
}

impl Origins {
    /// Admits these, besides the server's own address.
    pub(super) fn new(allowed: Vec<String>) -> Self {
        Self {
            allowed: allowed.into_iter().map(|it| plain(&it)).collect(),
        }
    }

    /// Whether the request comes from no page, or from an admitted one.
    pub(super) fn admit(&self, headers: &HeaderMap) -> bool {
        let mut origins = headers.get_all(header::ORIGIN).iter();
        let Some(origin) = origins.next() else {
            return true;
        };
        let (Ok(origin), None) = (origin.to_str(), origins.next()) else {
            return false;
        };
        let origin = plain(origin);
        if self.allowed.contains(&origin) {
            return true;
        }
        let host = headers.get(header::HOST).and_then(|it| it.to_str().ok());
        match (origin.split_once("://"), host) {
            (Some((_, page)), Some(host)) => {
                page.eq_ignore_ascii_case(host) && cannot_be_pointed_elsewhere(page)
            }
            (None, _) | (_, None) => false,
        }
    }
}

impl Origins {
    /// Whether the request names this server by an address that nobody can redirect, or by a name that the operator has
    /// named. A page under somebody else's name would share its storage with that name's other pages.
    pub(super) fn is_host_known(&self, headers: &HeaderMap) -> bool {
        let host = headers.get(header::HOST).and_then(|it| it.to_str().ok());
        host.is_some_and(|host| {
            let host = host.to_ascii_lowercase();
            let named = self.allowed.iter().filter_map(|it| it.split_once("://"));
            cannot_be_pointed_elsewhere(&host) || named.map(|it| it.1).any(|it| it == host)
        })
    }
}

fn plain(origin: &str) -> String {
    origin.trim_end_matches('/').to_ascii_lowercase()
}

/// Whether the host is a number, this machine or a name of this network, with or without a port: nobody can redirect
/// those.
fn cannot_be_pointed_elsewhere(authority: &str) -> bool {
    let without_port = match authority.rsplit_once(':') {
        Some((host, port)) if port.bytes().all(|it| it.is_ascii_digit()) => host,
        Some(_) | None => authority,
    };
    let host = without_port.trim_start_matches('[').trim_end_matches(']');
    let is_of_this_network = host.rsplit_once('.').is_some_and(|it| it.1 == "local");
    host == "localhost" || is_of_this_network || host.parse::<IpAddr>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(origins: &[&str], host: &str, expect: bool) {
        let known = Origins::new(vec!["https://Dice.example/".to_owned()]);
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, host.parse().unwrap());
        for origin in origins {
            headers.append(header::ORIGIN, origin.parse().unwrap());
        }
        assert_eq!(known.admit(&headers), expect, "{origins:?} at {host}");
    }

    #[test]
    fn no_page_and_pages_of_this_address_are_admitted() {
        check(&[], "anything", true);
        check(&["http://192.0.2.7:4600"], "192.0.2.7:4600", true);
        check(&["http://[2001:db8::7]:4600"], "[2001:db8::7]:4600", true);
        check(&["http://localhost:4600"], "LOCALHOST:4600", true);
        check(&["http://127.0.0.1"], "127.0.0.1", true);
    }

    #[test]
    fn pages_of_other_addresses_are_not() {
        check(&["http://192.0.2.8:4600"], "192.0.2.7:4600", false);
        check(&["http://192.0.2.7"], "192.0.2.7:4600", false);
        check(&["null"], "192.0.2.7:4600", false);
        check(
            &["http://192.0.2.7:4600", "http://evil.example"],
            "192.0.2.7:4600",
            false,
        );
    }

    #[test]
    fn a_name_proves_nothing_unless_the_operator_has_named_it() {
        check(&["http://evil.example:4600"], "evil.example:4600", false);
        check(&["https://dice.example"], "dice.example", true);
        check(&["HTTPS://dice.example"], "127.0.0.1:4600", true);
        check(&["http://dice.example"], "dice.example", false);
    }
}
