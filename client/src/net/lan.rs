//! Servers on the LAN, found by multicast DNS (Stuart Cheshire and Marc Krochmal: "Multicast DNS",
//! RFC 6762, 2013, <https://www.rfc-editor.org/rfc/rfc6762>).
//!
//! Called by `network` for the screens and by `dicehall lan`. Names in announcements are other
//! people's texts; they are cleaned here, where they come in.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::time::Duration;

use dicehall_protocol::lan::{
    PROPERTY_FINGERPRINT, PROPERTY_LOBBY, PROPERTY_NAME, PROPERTY_VERSION, SERVICE_TYPE,
};
use dicehall_protocol::text::{clean, clean_title};
use mdns_sd::{ResolvedService, ServiceDaemon, ServiceEvent};
use tokio::sync::mpsc;
use tokio::time::{Instant, timeout_at};

use crate::net::link::{LanEvent, LanServer};

/// The most servers that are listed.
pub(crate) const SERVERS_MAX: usize = 256;

/// A running search.
struct Search {
    daemon: ServiceDaemon,
    events: mdns_sd::Receiver<ServiceEvent>,
}

/// Reports servers that appear and disappear, until nobody listens.
pub(crate) async fn browse(tell: mpsc::Sender<LanEvent>) {
    let search = match Search::begin() {
        Ok(search) => search,
        Err(error) => {
            // If nobody listens any more, the message is not needed.
            tell.send(LanEvent::Failed {
                why: clean(&error.to_string()),
            })
            .await
            .ok();
            return;
        }
    };
    loop {
        let event = tokio::select! {
            biased;
            () = tell.closed() => return,
            event = search.events.recv_async() => event,
        };
        let Ok(event) = event else { return };
        if let Some(event) = understood(event)
            && tell.send(event).await.is_err()
        {
            return;
        }
    }
}

/// The servers that announce themselves during this time.
pub(crate) async fn discover(listen: Duration) -> Result<Vec<LanServer>, mdns_sd::Error> {
    let search = Search::begin()?;
    let until = Instant::now() + listen;
    let mut found = BTreeMap::new();
    while let Ok(Ok(event)) = timeout_at(until, search.events.recv_async()).await {
        match understood(event) {
            Some(LanEvent::Found(server))
                if found.len() < SERVERS_MAX || found.contains_key(&server.key) =>
            {
                found.insert(server.key.clone(), server);
            }
            Some(LanEvent::Lost { key }) => {
                found.remove(&key);
            }
            Some(
                LanEvent::Found(_)
                | LanEvent::Failed { .. }
                | LanEvent::Visited { .. }
                | LanEvent::Seats(_),
            )
            | None => {}
        }
    }
    Ok(found.into_values().collect())
}

impl Search {
    fn begin() -> Result<Self, mdns_sd::Error> {
        let daemon = ServiceDaemon::new()?;
        let events = daemon.browse(SERVICE_TYPE)?;
        Ok(Self { daemon, events })
    }
}

impl Drop for Search {
    fn drop(&mut self) {
        // Its thread ends by itself; a daemon that has already ended cannot be stopped.
        self.daemon.shutdown().ok();
    }
}

fn understood(event: ServiceEvent) -> Option<LanEvent> {
    match event {
        ServiceEvent::ServiceResolved(service) => server(&service).map(LanEvent::Found),
        ServiceEvent::ServiceRemoved(_, key) => Some(LanEvent::Lost { key }),
        ServiceEvent::SearchStarted(_)
        | ServiceEvent::ServiceFound(..)
        | ServiceEvent::SearchStopped(_)
        // Later versions of the library may report further events.
        | _ => None,
    }
}

/// `None` for what has no address, or tells no version of the protocol, which every server does.
fn server(service: &ResolvedService) -> Option<LanServer> {
    let addresses = service.get_addresses().iter();
    let ip = addresses.min_by_key(|it| (rank(it.to_ip_addr()), it.to_ip_addr()))?;
    let property = |name| service.get_property_val_str(name);
    let fingerprint = property(PROPERTY_FINGERPRINT).and_then(|it| it.parse().ok());
    let scheme = if fingerprint.is_some() { "wss://" } else { "" };
    Some(LanServer {
        fingerprint,
        key: service.get_fullname().to_owned(),
        name: property(PROPERTY_NAME)
            .and_then(clean_title)
            .unwrap_or_else(|| "Dicehall".to_owned()),
        address: match ip.to_ip_addr() {
            IpAddr::V4(_) => format!("{scheme}{ip}:{}", service.get_port()),
            // With the interface on which it was heard, if it is an address of one link.
            IpAddr::V6(_) => format!("{scheme}[{ip}]:{}", service.get_port()),
        },
        lobby: property(PROPERTY_LOBBY).and_then(|it| it.parse().ok()),
        version: property(PROPERTY_VERSION)?.parse().ok()?,
    })
}

/// The rank of an address: those most probably reachable come first.
fn rank(ip: IpAddr) -> u8 {
    match ip {
        IpAddr::V4(ip) if ip.is_loopback() => 3,
        IpAddr::V4(ip) if ip.is_link_local() => 2,
        IpAddr::V4(_) => 0,
        IpAddr::V6(ip) if ip.is_loopback() => 5,
        IpAddr::V6(ip) if ip.is_unicast_link_local() => 4,
        IpAddr::V6(_) => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mdns_sd::ServiceInfo;

    fn resolved(addresses: &str, properties: &[(&str, &str)]) -> ResolvedService {
        ServiceInfo::new(
            SERVICE_TYPE,
            "hall",
            "hall.local.",
            addresses,
            4600,
            properties,
        )
        .unwrap()
        .as_resolved_service()
    }

    #[track_caller]
    fn check(addresses: &str, properties: &[(&str, &str)], expect: Option<&str>) {
        let properties = [&[("v", "1")][..], properties].concat();
        let text = server(&resolved(addresses, &properties)).map(|it| {
            let lobby = it.lobby.map(|it| it.to_string());
            format!("{} {} {lobby:?} {}", it.name, it.address, it.version)
        });
        assert_eq!(text.as_deref(), expect);
    }

    #[test]
    fn a_server_is_described_by_its_properties() {
        let properties = [("name", "Aki's hall"), ("lobby", "ABCDE")];
        check(
            "192.0.2.7",
            &properties,
            Some("Aki's hall 192.0.2.7:4600 Some(\"ABCDE\") 1"),
        );
        check(
            "192.0.2.7",
            &[("lobby", "?")],
            Some("Dicehall 192.0.2.7:4600 None 1"),
        );
        check("", &properties, None);
        for version in [&[][..], &[("v", "?")]] {
            assert_eq!(server(&resolved("192.0.2.7", version)), None);
        }
        let secure = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        check(
            "192.0.2.7",
            &[("sha256", secure)],
            Some("Dicehall wss://192.0.2.7:4600 None 1"),
        );
        check(
            "192.0.2.7",
            &[("sha256", "?")],
            Some("Dicehall 192.0.2.7:4600 None 1"),
        );
        let planted = [("name", "a\u{1b}[2J\u{202e}b\u{200b}\r\n")];
        check("192.0.2.7", &planted, Some("a[2Jb 192.0.2.7:4600 None 1"));
        check(
            "192.0.2.7",
            &[("name", "\u{feff}")],
            Some("Dicehall 192.0.2.7:4600 None 1"),
        );
    }

    #[test]
    fn the_address_that_is_easiest_to_reach_is_told() {
        check(
            "127.0.0.1,192.0.2.7,169.254.0.1",
            &[],
            Some("Dicehall 192.0.2.7:4600 None 1"),
        );
        check(
            "fe80::1,2001:db8::7",
            &[],
            Some("Dicehall [2001:db8::7]:4600 None 1"),
        );
        check(
            "127.0.0.1,169.254.0.1",
            &[],
            Some("Dicehall 169.254.0.1:4600 None 1"),
        );
    }

    #[test]
    fn what_is_lost_has_the_key_of_what_was_found() {
        let Some(LanEvent::Found(found)) = understood(ServiceEvent::ServiceResolved(Box::new(
            resolved("192.0.2.7", &[("v", "1")]),
        ))) else {
            panic!("nothing found")
        };
        let removed = ServiceEvent::ServiceRemoved(SERVICE_TYPE.to_owned(), found.key.clone());
        assert_eq!(understood(removed), Some(LanEvent::Lost { key: found.key }));
        assert_eq!(understood(ServiceEvent::SearchStarted(String::new())), None);
    }
}
