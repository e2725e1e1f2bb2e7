//! What `dicehall bench` prints, one JSON document or a few lines, and how its trials end.

use std::io::{self, Write};
use std::time::Duration;

use serde::Serialize;

use super::Count;
use crate::measure::{float, ratio};

/// The result of a measurement; what the system does not tell, or was not asked for, is null.
#[derive(Debug, Serialize)]
pub(crate) struct Report {
    lobbies: u16,
    seconds: f64,
    matches: u64,
    actions: u64,
    actions_per_second: f64,
    /// From sending an action until both seats have seen it; while bots play, of a question that somebody else asks.
    round_trip_ms: RoundTrip,
    /// What the server used of the processor for each action.
    server_cpu_us_per_action: Option<f64>,
    server_rss_bytes: Option<u64>,
    idle: Option<Idle>,
}

#[derive(Debug, Serialize)]
struct RoundTrip {
    p50: f64,
    p99: f64,
}

/// What connections cost that only sit there.
#[derive(Debug, Serialize)]
pub(crate) struct Idle {
    connections: u16,
    rss_bytes_before: u64,
    rss_bytes_after: u64,
    bytes_per_connection: f64,
}

impl Report {
    pub(super) fn new(lobbies: u16, count: &Count, taken: Duration) -> Self {
        let ms = |percent| count.round_trips.percentile(percent).as_secs_f64() * 1e3;
        Self {
            lobbies,
            seconds: taken.as_secs_f64(),
            matches: count.matches,
            actions: count.actions,
            actions_per_second: ratio(float(count.actions), taken.as_secs_f64()),
            round_trip_ms: RoundTrip {
                p50: ms(50),
                p99: ms(99),
            },
            server_cpu_us_per_action: None,
            server_rss_bytes: None,
            idle: None,
        }
    }

    pub(super) fn with_server(mut self, cpu: Option<Duration>, rss: Option<u64>) -> Self {
        self.server_cpu_us_per_action =
            cpu.map(|it| ratio(it.as_secs_f64() * 1e6, float(self.actions)));
        self.server_rss_bytes = rss;
        self
    }

    pub(super) fn with_idle(mut self, idle: Option<Idle>) -> Self {
        self.idle = idle;
        self
    }

    /// Prints a few lines for people.
    pub(crate) fn write_text(&self, out: &mut impl Write) -> io::Result<()> {
        let Self {
            lobbies,
            seconds,
            matches,
            actions,
            actions_per_second,
            round_trip_ms,
            ..
        } = self;
        writeln!(
            out,
            "{lobbies} lobbies, {seconds:.1} s, {matches} matches, {actions} actions"
        )?;
        writeln!(out, "{actions_per_second:.0} actions/s")?;
        writeln!(
            out,
            "round trip p50 {:.2} ms, p99 {:.2} ms",
            round_trip_ms.p50, round_trip_ms.p99
        )?;
        if let Some(cpu) = self.server_cpu_us_per_action {
            writeln!(out, "server: {cpu:.0} us of the processor for each action")?;
        }
        if let Some(rss) = self.server_rss_bytes {
            writeln!(out, "server: {:.1} MiB", float(rss) / 1_048_576.0)?;
        }
        if let Some(Idle {
            connections,
            bytes_per_connection,
            ..
        }) = &self.idle
        {
            let each = bytes_per_connection / 1024.0;
            writeln!(
                out,
                "{connections} idle seated connections: {each:.1} KiB each"
            )?;
        }
        Ok(())
    }
}

impl Idle {
    pub(super) fn new(connections: u16, before: u64, after: u64) -> Self {
        let bytes_per_connection =
            ratio(float(after.saturating_sub(before)), f64::from(connections));
        Self {
            connections,
            rss_bytes_before: before,
            rss_bytes_after: after,
            bytes_per_connection,
        }
    }
}

/// Why a trial failed, if it did.
pub(super) fn verdict(faults: &[String]) -> Result<(), String> {
    if faults.is_empty() {
        Ok(())
    } else {
        Err(faults.join("; "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::write_json;

    fn report() -> Report {
        let mut count = Count {
            actions: 1_000,
            matches: 3,
            ..Count::new()
        };
        (1..=1_000).for_each(|it| count.round_trips.add(Duration::from_micros(it)));
        let idle = Some(Idle::new(100, 1_000_000, 3_000_000));
        let (cpu, rss) = (Some(Duration::from_millis(50)), Some(10_485_760));
        Report::new(64, &count, Duration::from_secs(2))
            .with_server(cpu, rss)
            .with_idle(idle)
    }

    #[test]
    fn the_json_document_has_these_fields() {
        let mut out = Vec::new();
        write_json(&report(), &mut out).unwrap();
        insta::assert_snapshot!(String::from_utf8(out).unwrap());
    }

    #[test]
    fn a_trial_fails_for_every_fault_that_it_found() {
        assert_eq!(verdict(&[]), Ok(()));
        assert_eq!(
            verdict(&["one".to_owned(), "two".to_owned()]),
            Err("one; two".to_owned())
        );
    }

    #[test]
    fn people_are_told_the_same() {
        let mut out = Vec::new();
        report().write_text(&mut out).unwrap();
        insta::assert_snapshot!(String::from_utf8(out).unwrap());
    }
}
