//! The news that the owner of shards gives of itself: to other nodes that something has changed, to sessions the routes, to operators
//! the metrics.

use std::time::Duration;

use super::{Done, LIST_MS_MIN, Lobbies, Owner};
use crate::cluster::lease::Lease;
use crate::cluster::store::Store;
use crate::metrics::count;

impl<S: Store, E: Lobbies> Owner<S, E> {
    /// Lists the entries soon; what is being listed may be older than the change.
    pub(super) fn list_soon(&mut self) {
        self.is_outdated = true;
        if let Some(list_ms) = &mut self.list_ms {
            *list_ms = (self.listed_ms + LIST_MS_MIN).min(*list_ms);
        }
    }

    /// Tells the other nodes of a change, if there is one.
    pub(super) fn tell(&mut self) {
        if std::mem::take(&mut self.has_changed) {
            let store = self.store.clone();
            self.work.spawn(async move {
                store.tell_changed().await;
                Done::Told
            });
        }
    }

    /// Shows the sessions which node owns what.
    pub(super) fn show_routes(&self) {
        let routes = self.others.routes(self.owned.keys());
        if *self.routes.borrow() != routes {
            self.routes.send(routes);
        }
    }

    /// Shows operators how many leases there are, and how old the last renewal is.
    pub(super) fn show_metrics(&mut self, now_ms: u64) {
        let leases = self.leases.values().chain([&self.name]);
        let renewed_ms = leases.filter_map(Lease::renewed_ms).max();
        self.renewed_ms = renewed_ms.unwrap_or_default().max(self.renewed_ms);
        let metrics = self.ownership.metrics();
        metrics.leases.set(count::to_i64(self.owned.len()));
        let age_ms = now_ms.saturating_sub(self.renewed_ms);
        metrics.set_renewal_age(Duration::from_millis(age_ms));
    }
}
