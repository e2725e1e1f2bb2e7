//! The ways by which others come to the table: the addresses to type, and the one for a browser.
//!
//! Told by the views. A guest knows none: the door by which they have come leads others nowhere.

use super::{Model, Server};
use crate::net::interfaces::is_here_only;

impl Model {
    /// The address that others can type to join this lobby; `None` if nobody else can, and for a guest, whose door leads
    /// others nowhere.
    pub fn share_address(&self) -> Option<&str> {
        match self.server.as_ref()? {
            Server::Private => None,
            Server::Remote { .. } if self.rights.door().is_some() => None,
            Server::Hosted { addresses } => addresses.first().map(String::as_str),
            Server::Remote { address } => Some(address),
        }
    }

    /// Whether the server is on this machine, and no other can reach it.
    pub fn is_here_only(&self) -> bool {
        self.leads_here_only() && matches!(self.server, Some(Server::Hosted { .. }))
    }

    /// Whether the address that this client knows leads nobody on another machine to the server. Others may know a
    /// better one.
    pub fn leads_here_only(&self) -> bool {
        self.share_address().is_some_and(is_here_only)
    }

    /// The address of the table for telephones; `None` if they do not find it by the address that is known here.
    pub fn code_link(&self) -> Option<String> {
        self.share_address()?;
        self.page_link().filter(|_| !self.leads_here_only())
    }

    /// The addresses that others can try if the first leads them nowhere.
    pub fn other_addresses(&self) -> &[String] {
        match &self.server {
            Some(Server::Hosted { addresses }) => addresses.get(1..).unwrap_or_default(),
            Some(Server::Private | Server::Remote { .. }) | None => &[],
        }
    }

    /// The address at which a browser plays at this table; `None` if there is no page, or if no browser understands the
    /// address because it has a scope, and for a guest. Somebody else's server without its page shows a short text at that
    /// address.
    pub fn page_link(&self) -> Option<String> {
        if self.rights.door().is_some() {
            return None;
        }
        let lobby = self.lobby.as_ref()?.view.lobby;
        let Server::Remote { address } = self.server.as_ref()? else {
            return Some(format!("{}/{lobby}", self.page.as_ref()?));
        };
        if address.contains('%') {
            return None;
        }
        let (scheme, address) = match address.strip_prefix("wss://") {
            Some(address) => ("https", address),
            None => ("http", address.trim_start_matches("ws://")),
        };
        let address = address.trim_end_matches("/ws");
        Some(format!("{scheme}://{address}/{lobby}"))
    }
}
