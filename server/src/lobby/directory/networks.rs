//! How many lobbies each network has made that are open: a count, so that a new lobby costs the same however many there are.

use std::collections::HashMap;
use std::net::IpAddr;

/// The number of open lobbies of each network that has any; those of this machine and those from before a restart count for
/// none.
#[derive(Debug, Default)]
pub(super) struct Networks {
    counts: HashMap<IpAddr, usize>,
}

impl Networks {
    /// How many lobbies a network has.
    pub(super) fn count(&self, network: IpAddr) -> usize {
        self.counts.get(&network).copied().unwrap_or_default()
    }

    /// A lobby of a network is open.
    pub(super) fn add(&mut self, network: Option<IpAddr>) {
        if let Some(network) = network {
            *self.counts.entry(network).or_default() += 1;
        }
    }

    /// A lobby of a network is open no more.
    pub(super) fn remove(&mut self, network: Option<IpAddr>) {
        let Some(network) = network else { return };
        if let Some(count) = self.counts.get_mut(&network) {
            *count -= 1;
            if *count == 0 {
                self.counts.remove(&network);
            }
        }
    }
}
