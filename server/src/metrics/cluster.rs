//! The metrics of a server whose lobbies are in a cluster, or are shared with other nodes.
//!
//! Counted by the journal in the cluster, by the task for ownership and by the relays; a server alone has none of them.
//! Law kept here: no label names a node, a lobby or a person, so their number is bounded.

use std::fmt;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Registry;

use super::Label;

/// The outcome of an append.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Appended {
    /// It is durable.
    Stored,
    /// It was refused, because another writer's message is there.
    Fenced,
    /// It was given up, and may be durable or not.
    Unknown,
}

/// Why a connection to the owner of a lobby ended before that of the client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RelayFailure {
    /// The owner could not be reached, or did not prove that it is a node.
    Unreachable,
    /// The connection to the owner broke.
    Broken,
    /// The owner answered no ping.
    Silent,
    /// Every node sent the connection on to another.
    Circle,
}

/// The counters of one node.
#[derive(Default)]
pub(crate) struct ClusterMetrics {
    appends: Family<Label, Counter>,
    /// Attempts to append that were sent again.
    pub(crate) append_retries: Counter,
    /// Lobbies that were read and taken over from an earlier owner.
    pub(crate) replays: Counter,
    /// Shards that this node began to serve.
    pub(crate) takeovers: Counter,
    /// Shards that this node serves.
    pub(crate) leases: Gauge,
    renewal_age: Gauge<f64, AtomicU64>,
    /// Connections that are passed on to other nodes.
    pub(crate) relays: Gauge,
    /// Streams to other nodes that were opened for connections.
    pub(crate) relays_opened: Counter,
    relay_failures: Family<Label, Counter>,
    /// Multiplexes over which this node tells the clients of other relays what they hear.
    pub(crate) multiplexes: Gauge,
    /// Frames that were written to multiplexes.
    pub(crate) multiplex_frames: Counter,
    /// The clients for whom they were.
    pub(crate) multiplex_copies: Counter,
}

impl ClusterMetrics {
    /// Counts the outcome of an append.
    pub(crate) fn appended(&self, outcome: Appended) {
        let kind = outcome.label();
        self.appends.get_or_create(&Label { kind }).inc();
    }

    /// Counts a connection that was lost on the way to its owner.
    pub(crate) fn relay_failed(&self, failure: RelayFailure) {
        let kind = failure.label();
        self.relay_failures.get_or_create(&Label { kind }).inc();
    }

    /// Sets the time since the last renewal of a lease that succeeded.
    pub(crate) fn set_renewal_age(&self, age: Duration) {
        self.renewal_age.set(age.as_secs_f64());
    }

    /// Registers every metric. Those with labels begin at zero, because monitoring sees no rise in a counter that it has
    /// not seen before.
    pub(super) fn register(&self, registry: &mut Registry) {
        for outcome in [Appended::Stored, Appended::Fenced, Appended::Unknown] {
            let kind = outcome.label();
            drop(self.appends.get_or_create(&Label { kind }));
        }
        for failure in [
            RelayFailure::Unreachable,
            RelayFailure::Broken,
            RelayFailure::Silent,
            RelayFailure::Circle,
        ] {
            let kind = failure.label();
            drop(self.relay_failures.get_or_create(&Label { kind }));
        }
        macro_rules! register {
            ($($field:ident, $name:literal, $help:literal;)*) => {
                $(registry.register($name, $help, self.$field.clone());)*
            };
        }
        register! {
            appends, "cluster_appends", "Appends to the cluster, by outcome";
            append_retries, "cluster_append_retries", "Appends that were sent again";
            replays, "cluster_replays", "Lobbies read and taken over from an earlier owner";
            takeovers, "cluster_takeovers", "Shards that this node began to serve";
            leases, "cluster_leases", "Shards that this node serves";
            renewal_age, "cluster_renewal_age_seconds", "Since the last renewal of a lease that succeeded";
            relays, "cluster_relays", "Connections that are passed on to other nodes";
            relays_opened, "cluster_relays_opened", "Streams to other nodes opened for connections";
            relay_failures, "cluster_relay_failures", "Connections lost on the way to their owner, by reason";
            multiplexes, "cluster_multiplexes", "Streams over which this node tells the clients of other nodes what they hear";
            multiplex_frames, "cluster_multiplex_frames", "Frames written to such streams, each once";
            multiplex_copies, "cluster_multiplex_copies", "Clients for whom these frames were";
        }
    }
}

impl Appended {
    fn label(self) -> &'static str {
        match self {
            Self::Stored => "stored",
            Self::Fenced => "fenced",
            Self::Unknown => "unknown",
        }
    }
}

impl RelayFailure {
    fn label(self) -> &'static str {
        match self {
            Self::Unreachable => "unreachable",
            Self::Broken => "broken",
            Self::Silent => "silent",
            Self::Circle => "circle",
        }
    }
}

impl fmt::Debug for ClusterMetrics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ClusterMetrics").finish_non_exhaustive()
    }
}

/// The text of these metrics, as operators read it.
#[cfg(test)]
pub(crate) fn text_of(metrics: &ClusterMetrics) -> String {
    let all = super::Metrics::new();
    all.register_cluster(metrics);
    all.render().unwrap()
}

/// Checks that the text of the metrics has these lines, which are told without their prefix.
#[cfg(test)]
#[track_caller]
pub(crate) fn check_text(metrics: &ClusterMetrics, lines: &[&str]) {
    let text = text_of(metrics);
    for line in lines {
        let line = format!("dicehall_cluster_{line}");
        let is_there = text.lines().any(|it| it == line);
        assert!(is_there, "{line} is missing in:\n{text}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_told_from_zero_on_and_only_in_a_cluster() {
        let metrics = ClusterMetrics::default();
        check_text(
            &metrics,
            &[
                "appends_total{kind=\"fenced\"} 0",
                "relay_failures_total{kind=\"circle\"} 0",
                "replays_total 0",
                "leases 0",
            ],
        );
        metrics.appended(Appended::Unknown);
        metrics.relay_failed(RelayFailure::Silent);
        metrics.set_renewal_age(Duration::from_millis(2_500));
        check_text(
            &metrics,
            &[
                "appends_total{kind=\"unknown\"} 1",
                "relay_failures_total{kind=\"silent\"} 1",
                "renewal_age_seconds 2.5",
            ],
        );
        let alone = super::super::Metrics::new().render().unwrap();
        assert!(!alone.contains("cluster"), "{alone}");
    }
}
