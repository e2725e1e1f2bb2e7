//! Announces the server on the LAN. If that fails the server runs on: people can still type its address.

use std::net::SocketAddr;

use dicehall_protocol::VERSION;
use dicehall_protocol::lan::{PROPERTY_NAME, PROPERTY_VERSION, SERVICE_TYPE};
use mdns_sd::{ServiceDaemon, ServiceInfo};

/// The longest name of a service, in bytes; the protocol has no room for more.
const SERVICE_NAME_SIZE_MAX: usize = 63;

/// An announcement; withdrawn when dropped.
pub(crate) struct Announcement {
    daemon: ServiceDaemon,
}

/// Announces a server; `None` if that is not possible.
pub(crate) fn announce(name: &str, address: SocketAddr) -> Option<Announcement> {
    match try_announce(name, address) {
        Ok(daemon) => Some(Announcement { daemon }),
        Err(error) => {
            tracing::warn!(%error, "the server cannot be announced on the LAN");
            None
        }
    }
}

fn try_announce(name: &str, address: SocketAddr) -> mdns_sd::Result<ServiceDaemon> {
    let version = VERSION.to_string();
    let properties = [(PROPERTY_VERSION, version.as_str()), (PROPERTY_NAME, name)];
    let service = service_name(name, address.port());
    let host = format!("dicehall-{}.local.", address.port());
    let info = ServiceInfo::new(SERVICE_TYPE, &service, &host, "", address.port(), &properties[..])?;
    let daemon = ServiceDaemon::new()?;
    daemon.register(info.enable_addr_auto())?;
    tracing::info!(service, "announced on the LAN");
    Ok(daemon)
}

/// A name that two servers of one machine do not share.
fn service_name(name: &str, port: u16) -> String {
    let suffix = format!(" ({port})");
    let mut end = name.len().min(SERVICE_NAME_SIZE_MAX - suffix.len());
    while !name.is_char_boundary(end) {
        end -= 1;
    }
    format!("{}{suffix}", &name[..end])
}

impl Drop for Announcement {
    fn drop(&mut self) {
        if let Err(error) = self.daemon.shutdown() {
            tracing::debug!(%error, "the announcement was not withdrawn");
        }
    }
}
