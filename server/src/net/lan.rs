//! Announces the server on the LAN. If that fails the server runs on: people can still type its address.

use std::fmt;
use std::net::SocketAddr;

use dicehall_protocol::lan::{
    PROPERTY_FINGERPRINT, PROPERTY_LOBBY, PROPERTY_NAME, PROPERTY_VERSION, SERVICE_TYPE,
};
use dicehall_protocol::{LobbyCode, VERSION};
use mdns_sd::{IfKind, ServiceDaemon, ServiceInfo};

/// The longest name of a service, in bytes; the protocol (DNS-SD) has no room for more.
const SERVICE_NAME_SIZE_MAX: usize = 63;

/// An announcement; withdrawn when dropped.
#[must_use = "dropping it withdraws the announcement"]
pub struct Announcement {
    daemon: ServiceDaemon,
}

/// Announces a server, the lobby that was opened with it, and the fingerprint of its certificate if it speaks TLS;
/// `None` if that fails, or if no other machine could reach the server.
pub fn announce(
    name: &str,
    address: SocketAddr,
    lobby: Option<LobbyCode>,
    fingerprint: Option<&str>,
) -> Option<Announcement> {
    if address.ip().is_loopback() {
        tracing::info!("not announced on the LAN: only this machine can reach the server");
        return None;
    }
    match try_announce(name, address, lobby, fingerprint) {
        Ok(daemon) => Some(Announcement { daemon }),
        Err(error) => {
            tracing::warn!(%error, "the server cannot be announced on the LAN");
            None
        }
    }
}

fn try_announce(
    name: &str,
    address: SocketAddr,
    lobby: Option<LobbyCode>,
    fingerprint: Option<&str>,
) -> mdns_sd::Result<ServiceDaemon> {
    let version = VERSION.to_string();
    let lobby = lobby.as_ref().map(|it| (PROPERTY_LOBBY, it.as_str()));
    let fingerprint = fingerprint.map(|it| (PROPERTY_FINGERPRINT, it));
    let always = [(PROPERTY_VERSION, version.as_str()), (PROPERTY_NAME, name)];
    let properties: Vec<(&str, &str)> =
        always.into_iter().chain(lobby).chain(fingerprint).collect();
    let service = service_name(name, address.port());
    let host = format!("dicehall-{}.local.", address.port());
    let (ip, port) = (address.ip(), address.port());
    let daemon = ServiceDaemon::new()?;
    if ip.is_ipv4() {
        // Nobody listens at the addresses of IPv6, so none is announced.
        daemon.disable_interface(IfKind::IPv6)?;
    }
    let info = if ip.is_unspecified() {
        ServiceInfo::new(SERVICE_TYPE, &service, &host, "", port, &properties[..])?
            .enable_addr_auto()
    } else {
        ServiceInfo::new(SERVICE_TYPE, &service, &host, ip, port, &properties[..])?
    };
    daemon.register(info)?;
    tracing::info!(service, "announced on the LAN");
    Ok(daemon)
}

/// A service name that two servers on one machine do not share.
fn service_name(name: &str, port: u16) -> String {
    let suffix = format!(" ({port})");
    let mut end = name.len().min(SERVICE_NAME_SIZE_MAX - suffix.len());
    while !name.is_char_boundary(end) {
        end -= 1;
    }
    format!("{}{suffix}", &name[..end])
}

impl fmt::Debug for Announcement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Announcement").finish_non_exhaustive()
    }
}

impl Drop for Announcement {
    fn drop(&mut self) {
        if let Err(error) = self.daemon.shutdown() {
            tracing::debug!(%error, "the announcement was not withdrawn");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_service_name_has_room_for_its_port_and_whole_characters() {
        assert_eq!(service_name("Dicehall", 4600), "Dicehall (4600)");
        let long = service_name(&"界".repeat(40), 65_535);
        assert_eq!(long, format!("{} (65535)", "界".repeat(18)));
        assert!(long.len() <= SERVICE_NAME_SIZE_MAX);
    }

    #[test]
    fn a_server_that_only_this_machine_can_reach_is_not_announced() {
        assert!(announce("Dicehall", ([127, 0, 0, 1], 4600).into(), None, None).is_none());
    }
}
