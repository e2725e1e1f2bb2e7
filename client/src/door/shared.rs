//! All that the sessions of a door share: the server to which it leads, and the seats that are known by keys.

use std::sync::Arc;

use dicehall_protocol::LobbyCode;
use tokio::sync::watch;

use super::seats::SeatsByKey;
use crate::files::account_key::DeviceKey;
use crate::net::trust::Trust;

/// The server, and whether the door is open.
pub(super) struct Shared {
    /// The address of the server.
    pub(super) address: String,
    /// The lobby to which guests are led; `None` shows them the list.
    pub(super) lobby: Option<LobbyCode>,
    /// The treatment of the server's certificate.
    pub(super) trust: Trust,
    /// The door's own key, with which it speaks for guests; `None` if it cannot.
    pub(super) key: Option<Arc<DeviceKey>>,
    /// The seats of guests with keys.
    pub(super) seats: SeatsByKey,
    /// Becomes true when the door closes.
    pub(super) is_closing: watch::Receiver<bool>,
}

impl Shared {
    /// Waits until the door closes.
    pub(super) async fn closing(&self) {
        let mut told = self.is_closing.clone();
        // If nobody can close it any more, the program ends.
        told.wait_for(|it| *it).await.ok();
    }
}
