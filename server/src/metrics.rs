//! The server's metrics, in the format of Prometheus. Every server has its own registry.
//!
//! The code that does something counts it here: a counter is one atomic addition. Values that can be looked up (sizes
//! of tables, figures of the process) are looked up by `admin` when somebody asks. `docs/server.md` lists names and
//! units.

pub(crate) mod cluster;
pub(super) mod count;
pub(super) mod health;

use std::fmt;
use std::fs;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::Duration;

use dicehall_protocol::Code;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::Registry;

use cluster::ClusterMetrics;

/// The size of a page of memory, in bytes, on every platform whose `/proc` is read here.
const PAGE_SIZE: i64 = 4_096;

/// One label: why, which, or what kind.
#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Label {
    kind: &'static str,
}

/// The number of commits of a journal, each of which synchronizes the disk. A journal in memory has none.
#[derive(Clone, Debug, Default)]
pub struct Commits(Option<Counter>);

impl Commits {
    /// Counts from zero.
    pub(crate) fn of_disk() -> Self {
        Self(Some(Counter::default()))
    }

    /// Counts a durable commit.
    pub(crate) fn note(&self) {
        if let Some(counter) = &self.0 {
            counter.inc();
        }
    }

    pub(crate) fn counter(&self) -> Option<&Counter> {
        self.0.as_ref()
    }

    /// The number of commits; `None` for a journal in memory.
    pub fn count(&self) -> Option<u64> {
        self.counter().map(Counter::get)
    }
}

/// The number of lines of the program's log that were dropped.
#[derive(Clone, Debug, Default)]
pub struct DroppedLines(Counter);

impl DroppedLines {
    /// Counts a line.
    pub(crate) fn note(&self) {
        self.0.inc();
    }

    /// The number of lines.
    pub fn count(&self) -> u64 {
        self.0.get()
    }
}

/// The counters of one server.
pub(crate) struct Metrics {
    registry: Mutex<Registry>,
    /// Connections that are open.
    pub(crate) connections: Gauge,
    /// Connections that were let in.
    pub(crate) admitted: Counter,
    turned_away: Family<Label, Counter>,
    refusals: Family<Label, Counter>,
    setbacks: Family<Label, Counter>,
    /// Text frames that were received.
    pub(crate) frames_in: Counter,
    /// Bytes in them.
    pub(crate) bytes_in: Counter,
    /// Text frames that were sent.
    pub(crate) frames_out: Counter,
    /// Bytes in them.
    pub(crate) bytes_out: Counter,
    outbox_depth: Histogram,
    outbox_depth_max: Gauge,
    /// The time from passing events to the journal until they are durable.
    append_seconds: Histogram,
    /// Appends that wait.
    pub(crate) appends_waiting: Gauge,
    /// The time from taking a position until the bot's choice.
    bot_seconds: Histogram,
    /// Positions that wait for a thread.
    pub(crate) bots_waiting: Gauge,
    /// Matches that wait for their files, and lobbies whose missing files are to be looked for.
    pub(crate) match_files_waiting: Gauge,
    /// Files of matches that could not be written.
    pub(crate) match_files_missed: Counter,
    tables: Family<Label, Gauge>,
    lobbies: Family<Label, Gauge>,
    /// Lobbies that stand still until the journal can be written.
    pub(crate) lobbies_frozen: Gauge,
    seats: Family<Label, Gauge>,
    memory_bytes: Gauge,
    descriptors: Gauge,
    cpu_seconds: Gauge<f64, AtomicU64>,
}

impl Metrics {
    /// A registry in which nothing was counted yet.
    pub(crate) fn new() -> Self {
        let metrics = Self {
            registry: Mutex::new(Registry::with_prefix("dicehall")),
            connections: Gauge::default(),
            admitted: Counter::default(),
            turned_away: Family::default(),
            refusals: Family::default(),
            setbacks: Family::default(),
            frames_in: Counter::default(),
            bytes_in: Counter::default(),
            frames_out: Counter::default(),
            bytes_out: Counter::default(),
            outbox_depth: Histogram::new(exponential_buckets(1.0, 2.0, 9)),
            outbox_depth_max: Gauge::default(),
            append_seconds: Histogram::new(exponential_buckets(0.000_1, 2.5, 12)),
            appends_waiting: Gauge::default(),
            bot_seconds: Histogram::new(exponential_buckets(0.000_1, 2.5, 13)),
            bots_waiting: Gauge::default(),
            match_files_waiting: Gauge::default(),
            match_files_missed: Counter::default(),
            tables: Family::default(),
            lobbies: Family::default(),
            lobbies_frozen: Gauge::default(),
            seats: Family::default(),
            memory_bytes: Gauge::default(),
            descriptors: Gauge::default(),
            cpu_seconds: Gauge::default(),
        };
        metrics.register();
        metrics.begin_at_zero();
        metrics
    }

    /// Creates the counters that alerts watch at zero: monitoring sees no rise in a counter that it has not seen
    /// before.
    fn begin_at_zero(&self) {
        for kind in ["full", "address", "strangers"] {
            drop(self.turned_away.get_or_create(&Label { kind }));
        }
        drop(self.refusals.get_or_create(&Label {
            kind: Code::LobbyFailed.label(),
        }));
        for kind in ["log", "records", "lobby", "match", "resume"] {
            drop(self.setbacks.get_or_create(&Label { kind }));
        }
    }

    /// Adds the counter of the journal's commits.
    pub(crate) fn register_commits(&self, commits: &Counter) {
        self.registry().register(
            "journal_commits",
            "Transactions that are durable",
            commits.clone(),
        );
    }

    /// Adds the counter of the log's lines that were dropped.
    pub(crate) fn register_dropped_lines(&self, lines: &DroppedLines) {
        self.registry().register(
            "log_lines_dropped",
            "Lines of the log that could not be written in time",
            lines.0.clone(),
        );
    }

    /// Adds the metrics of a server with a cluster.
    pub(crate) fn register_cluster(&self, metrics: &ClusterMetrics) {
        metrics.register(&mut self.registry());
    }

    /// Registers every metric: the field, its name and what it tells.
    fn register(&self) {
        let mut registry = self.registry();
        macro_rules! register {
            ($($field:ident, $name:literal, $help:literal;)*) => {
                $(registry.register($name, $help, self.$field.clone());)*
            };
        }
        register! {
            connections, "connections", "Open connections";
            admitted, "connections_admitted", "Connections let in";
            turned_away, "connections_turned_away", "Connections not let in, or cut off before the hello, by reason";
            refusals, "refusals", "What was refused, by code";
            setbacks, "journal_setbacks", "Signs that the journal has lost what was durable, by what showed it";
            frames_in, "frames_in", "Text frames received";
            bytes_in, "bytes_in", "Bytes of text received";
            frames_out, "frames_out", "Text frames sent";
            bytes_out, "bytes_out", "Bytes of text sent";
            outbox_depth, "outbox_depth", "Frames waiting for a session";
            outbox_depth_max, "outbox_depth_max", "The deepest outbox since the last look";
            append_seconds, "journal_append_seconds", "Until events are durable";
            appends_waiting, "journal_appends_waiting", "Appends on their way";
            bot_seconds, "bot_seconds", "How long bots think about one action";
            bots_waiting, "bots_waiting", "Positions waiting for a bot's thread";
            match_files_waiting, "match_files_waiting", "Matches that wait for their files, and lobbies that wait for a look at theirs";
            match_files_missed, "match_files_missed", "Files of matches that could not be written, and are tried again";
            tables, "table_entries", "Entries of each table";
            lobbies, "lobbies", "Lobbies, by phase";
            lobbies_frozen, "lobbies_frozen", "Lobbies that stand still until the journal can be written";
            seats, "seats", "Seats, by who holds them";
            memory_bytes, "process_memory_bytes", "Resident memory";
            descriptors, "process_descriptors", "Open file descriptors";
            cpu_seconds, "process_cpu_seconds", "Processor time used";
        }
    }

    /// Counts a connection that was not let in, or was closed before its hello.
    pub(crate) fn turned_away(&self, why: &'static str) {
        self.turned_away.get_or_create(&Label { kind: why }).inc();
    }

    /// Counts a refusal.
    pub(crate) fn refused(&self, code: &Code) {
        let kind = code.label();
        self.refusals.get_or_create(&Label { kind }).inc();
    }

    /// Counts a sign that the journal has lost something.
    pub(crate) fn set_back(&self, kind: &'static str) {
        self.setbacks(kind).inc();
    }

    /// The counter of signs of this kind.
    pub(crate) fn setbacks(&self, kind: &'static str) -> Counter {
        self.setbacks.get_or_create(&Label { kind }).clone()
    }

    /// Counts a frame that was put into an outbox, by the number of messages that the outbox now holds.
    pub(crate) fn outbox_holds(&self, depth: usize) {
        // An outbox is cut off long before it holds that many.
        let depth = u32::try_from(depth).unwrap_or(u32::MAX);
        self.outbox_depth.observe(depth.into());
        let deepest: &AtomicI64 = self.outbox_depth_max.inner();
        if deepest.load(Ordering::Relaxed) < depth.into() {
            deepest.fetch_max(depth.into(), Ordering::Relaxed);
        }
    }

    /// Records how long an append took.
    pub(crate) fn appended(&self, took: Duration) {
        self.append_seconds.observe(took.as_secs_f64());
    }

    /// Records how long a bot has thought.
    pub(crate) fn thought(&self, took: Duration) {
        self.bot_seconds.observe(took.as_secs_f64());
    }

    /// Sets the size of a table.
    pub(crate) fn set_table(&self, table: &'static str, entries: usize) {
        self.tables
            .get_or_create(&Label { kind: table })
            .set(count::to_i64(entries));
    }

    /// Sets the number of lobbies in a phase.
    pub(crate) fn set_lobbies(&self, phase: &'static str, count: usize) {
        self.lobbies
            .get_or_create(&Label { kind: phase })
            .set(count::to_i64(count));
    }

    /// Sets the number of seats with a kind of holder.
    pub(crate) fn set_seats(&self, holder: &'static str, count: usize) {
        self.seats
            .get_or_create(&Label { kind: holder })
            .set(count::to_i64(count));
    }

    /// The text of all metrics, with the figures of the process as they are now.
    pub(crate) fn render(&self) -> Result<String, fmt::Error> {
        self.look_at_process();
        let mut text = String::new();
        encode(&mut text, &self.registry())?;
        self.outbox_depth_max.set(0);
        Ok(text)
    }

    /// Looks up the figures of the process; they stay zero where the system does not tell.
    fn look_at_process(&self) {
        if let Some(pages) = fs::read_to_string("/proc/self/statm")
            .ok()
            .and_then(|it| resident_pages(&it))
        {
            self.memory_bytes.set(pages * PAGE_SIZE);
        }
        if let Ok(descriptors) = fs::read_dir("/proc/self/fd") {
            self.descriptors.set(count::to_i64(descriptors.count()));
        }
        if let Some(seconds) = fs::read_to_string("/proc/self/stat")
            .ok()
            .and_then(|it| cpu_seconds(&it))
        {
            self.cpu_seconds.set(seconds);
        }
    }

    /// Locks the registry. No thread panics while it holds the lock.
    fn registry(&self) -> std::sync::MutexGuard<'_, Registry> {
        self.registry.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Metrics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Metrics").finish_non_exhaustive()
    }
}

/// The second number of `/proc/self/statm`.
fn resident_pages(statm: &str) -> Option<i64> {
    statm.split_whitespace().nth(1)?.parse().ok()
}

/// User and system time, the 14th and 15th field of `/proc/self/stat`, in hundredths of a second; the second field, the
/// program's name, may contain spaces and brackets.
fn cpu_seconds(stat: &str) -> Option<f64> {
    let (_, after_name) = stat.rsplit_once(')')?;
    let mut fields = after_name.split_whitespace().skip(11);
    let user: u32 = fields.next()?.parse().ok()?;
    let system: u32 = fields.next()?.parse().ok()?;
    Some(f64::from(user.saturating_add(system)) / 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_counted_is_told_in_the_text_form_of_prometheus() {
        let metrics = Metrics::new();
        metrics.admitted.inc();
        metrics.refused(&Code::RateLimited);
        metrics.refused(&Code::RateLimited);
        metrics.turned_away("full");
        metrics.appended(Duration::from_millis(1));
        metrics.outbox_holds(3);
        metrics.outbox_holds(2);
        metrics.set_lobbies("playing", 7);
        let text = metrics.render().unwrap();
        for line in [
            "# TYPE dicehall_connections_admitted counter",
            "dicehall_connections_admitted_total 1",
            "dicehall_refusals_total{kind=\"rate_limited\"} 2",
            "dicehall_connections_turned_away_total{kind=\"full\"} 1",
            "dicehall_journal_append_seconds_count 1",
            "dicehall_journal_append_seconds_bucket{le=\"0.0015625\"} 1",
            "dicehall_outbox_depth_bucket{le=\"2.0\"} 1",
            "dicehall_outbox_depth_max 3",
            "dicehall_lobbies{kind=\"playing\"} 7",
            "# EOF",
        ] {
            assert!(
                text.lines().any(|it| it == line),
                "{line} is missing in:\n{text}"
            );
        }
        let again = metrics.render().unwrap();
        assert!(
            again.contains("dicehall_outbox_depth_max 0"),
            "the deepest is told once:\n{again}"
        );
    }

    #[test]
    fn everything_that_the_alerts_watch_is_told_from_the_beginning() {
        let metrics = Metrics::new();
        // This value is set at each look.
        metrics.set_lobbies("quarantined", 0);
        let text = metrics.render().unwrap();
        let alerts = include_str!("../../docs/operations/alerts.yml");
        let mut watched = 0;
        for (start, _) in alerts.match_indices("dicehall_") {
            let end = |it: char| !it.is_ascii_alphanumeric() && it != '_';
            let (name, after) = alerts[start..].split_at(alerts[start..].find(end).unwrap());
            let label = after
                .strip_prefix('{')
                .and_then(|it| it.split_once('}'))
                .map(|it| it.0);
            let line = label.map_or(name.to_owned(), |it| format!("{name}{{{it}}}"));
            assert!(
                text.contains(&format!("\n{line}")),
                "{line} is not told:\n{text}"
            );
            watched += 1;
        }
        assert!(
            watched > 4,
            "only {watched} series found: is the search wrong?"
        );
    }

    #[test]
    fn what_the_system_tells_is_understood() {
        assert_eq!(resident_pages("25000 1234 900 1 0 800 0\n"), Some(1_234));
        assert_eq!(resident_pages(""), None);
        let stat = "77 (dice (context) S 1 77 77 0 -1 4194304 1234 0 0 0 250 50 0 0 20 0 5 0 99 100000 2000";
        assert_eq!(cpu_seconds(stat), Some(3.0));
        assert_eq!(cpu_seconds("77 (x"), None);
    }
}
