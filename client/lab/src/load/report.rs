//! The results of a bench, as one JSON document or a few lines.
//!
//! Made by `bench`. Values that were not asked for, or that the system does not tell, are null.

mod goal;
pub(crate) mod subject;

use std::io::{self, Write};
use std::time::Duration;

use dicehall_client::document::Document;
use dicehall_engine::build_profile;
use serde::Serialize;

use super::score::Score;
use super::usage::ServerUsage;
use crate::measure::{float, ratio};
use goal::Goal;
use subject::Subject;

/// The result of a bench.
#[derive(Debug, Serialize)]
pub(crate) struct BenchReport {
    #[serde(flatten)]
    pub(super) subject: Subject,
    #[serde(flatten)]
    pub(super) figures: Figures,
    /// The same figures of the floor server, in the same run.
    pub(super) floor: Option<Figures>,
    /// The ratios of the server's figures to the floor server's.
    pub(super) ratio: Option<Ratio>,
    /// The goal for these tables; null if there is none, or the program was not built as it is measured.
    pub(super) goal: Option<Goal>,
    pub(super) idle: Option<Idle>,
}

/// The figures of one server.
#[derive(Debug, Default, Serialize)]
pub(super) struct Figures {
    pub(super) seconds: f64,
    pub(super) matches: u64,
    pub(super) actions: u64,
    pub(super) actions_per_second: f64,
    /// The time from sending an action, or from its due moment, until the last client has seen it;
    /// while bots play, the time until a question of another session is answered.
    pub(super) round_trip_ms: RoundTrip,
    /// The text frames in both directions, per action.
    pub(super) wire_per_action: Wire,
    /// The server's processor time per action.
    pub(super) server_cpu_us_per_action: Option<f64>,
    pub(super) server_per_action: Option<ServerPerAction>,
    pub(super) server_rss_bytes: Option<MemoryStages>,
    /// The server's memory per seat.
    pub(super) server_rss_bytes_per_seat: Option<MemoryStages>,
}

#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(super) struct RoundTrip {
    p50: f64,
    p99: f64,
    #[serde(rename = "p99.9")]
    p999: f64,
}

/// The number of text frames, and the bytes in them.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(super) struct Wire {
    frames_up: f64,
    bytes_up: f64,
    frames_down: f64,
    bytes_down: f64,
}

/// The server's resources per action.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct ServerPerAction {
    /// The number of context switches of all threads, voluntary or not.
    switches: f64,
    /// The number of reads and writes, without those on sockets, which the system tells only to
    /// privileged processes.
    file_calls: f64,
    written_bytes: f64,
    /// The number of journal commits; each makes one `fsync`.
    fsyncs: Option<f64>,
}

/// The server's memory at several stages, in bytes.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(super) struct MemoryStages {
    /// Before anybody came; 0 per seat.
    pub(super) start: f64,
    /// When everybody is connected, and in no lobby.
    pub(super) connected: f64,
    /// When everybody is in a lobby, the players on their seats.
    pub(super) waiting: f64,
    /// After matches were played for the whole run.
    pub(super) playing: f64,
    /// When everybody has left.
    pub(super) after: f64,
}

/// The ratios of a server's figures to the floor server's.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Ratio {
    cpu_per_action: Option<f64>,
    p50: f64,
    p99: f64,
    bytes_down: f64,
}

/// The memory of idle connections.
#[derive(Debug, Serialize)]
pub(super) struct Idle {
    connections: u16,
    rss_bytes_before: u64,
    rss_bytes_after: u64,
    bytes_per_connection: f64,
}

impl Figures {
    /// The figures of a run with this duration, without the memory.
    pub(super) fn new(score: &Score, taken: Duration, used: Option<ServerUsage>) -> Self {
        let &Score {
            actions,
            matches,
            traffic,
            ..
        } = score;
        let each = |it: u64| ratio(float(it), float(actions));
        let percentile = |percent: f64| score.round_trips.percentile_ms(percent);
        let of_server = |used: ServerUsage| ServerPerAction {
            switches: each(used.process.switches),
            file_calls: each(used.process.file_calls),
            written_bytes: each(used.process.written_bytes),
            fsyncs: used.commits.map(each),
        };
        Self {
            seconds: taken.as_secs_f64(),
            matches,
            actions,
            actions_per_second: ratio(float(actions), taken.as_secs_f64()),
            round_trip_ms: RoundTrip {
                p50: percentile(50.0),
                p99: percentile(99.0),
                p999: percentile(99.9),
            },
            wire_per_action: Wire {
                frames_up: each(traffic.frames_up),
                bytes_up: each(traffic.bytes_up),
                frames_down: each(traffic.frames_down),
                bytes_down: each(traffic.bytes_down),
            },
            server_cpu_us_per_action: used
                .map(|it| ratio(it.process.cpu.as_secs_f64() * 1e6, float(actions))),
            server_per_action: used.map(of_server),
            server_rss_bytes: None,
            server_rss_bytes_per_seat: None,
        }
    }

    /// The same figures with the memory of so many seats.
    pub(super) fn with_memory(self, stages: Option<MemoryStages>, seats: f64) -> Self {
        Self {
            server_rss_bytes: stages,
            server_rss_bytes_per_seat: stages.map(|it| it.per_seat(seats)),
            ..self
        }
    }

    /// The ratios of these figures to the floor server's.
    pub(super) fn ratio_to(&self, floor: &Self) -> Ratio {
        let (mine, its) = (self.round_trip_ms, floor.round_trip_ms);
        let cpu = self
            .server_cpu_us_per_action
            .zip(floor.server_cpu_us_per_action);
        Ratio {
            cpu_per_action: cpu.map(|(mine, its)| ratio(mine, its)),
            p50: ratio(mine.p50, its.p50),
            p99: ratio(mine.p99, its.p99),
            bytes_down: ratio(
                self.wire_per_action.bytes_down,
                floor.wire_per_action.bytes_down,
            ),
        }
    }

    fn write_text(&self, name: &str, out: &mut impl Write) -> io::Result<()> {
        let Self {
            seconds,
            matches,
            actions,
            actions_per_second,
            round_trip_ms: RoundTrip { p50, p99, p999 },
            wire_per_action: wire,
            ..
        } = self;
        writeln!(
            out,
            "{name}: {seconds:.1} s, {matches} matches, {actions} actions, {actions_per_second:.0} actions/s"
        )?;
        writeln!(
            out,
            "  until the last viewer: p50 {p50:.2} ms, p99 {p99:.2} ms, p99.9 {p999:.2} ms"
        )?;
        writeln!(
            out,
            "  each action: {:.1} frames with {:.0} bytes up, {:.1} with {:.0} down",
            wire.frames_up, wire.bytes_up, wire.frames_down, wire.bytes_down
        )?;
        if let (Some(cpu), Some(it)) = (self.server_cpu_us_per_action, self.server_per_action) {
            let fsyncs = it
                .fsyncs
                .map_or_else(String::new, |it| format!(", {it:.2} fsyncs"));
            writeln!(
                out,
                "  for it the server: {cpu:.1} us of the processor, {:.1} switches, {:.1} file calls, {:.0} bytes written{fsyncs}",
                it.switches, it.file_calls, it.written_bytes
            )?;
        }
        if let (Some(all), Some(seat)) = (self.server_rss_bytes, self.server_rss_bytes_per_seat) {
            writeln!(
                out,
                "  memory: {:.1} MiB at the start; each seat {:.1} KiB connected, {:.1} waiting, {:.1} playing, {:.1} afterwards",
                all.start / 1_048_576.0,
                seat.connected / 1024.0,
                seat.waiting / 1024.0,
                seat.playing / 1024.0,
                seat.after / 1024.0
            )?;
        }
        Ok(())
    }
}

impl Ratio {
    /// The goal for the processor time, if there is one for these tables.
    pub(super) fn goal(self, subject: &Subject) -> Option<Goal> {
        Goal::of(subject, self.cpu_per_action?)
    }
}

impl MemoryStages {
    fn per_seat(self, seats: f64) -> Self {
        let each = |it: f64| ratio(it - self.start, seats);
        Self {
            start: 0.0,
            connected: each(self.connected),
            waiting: each(self.waiting),
            playing: each(self.playing),
            after: each(self.after),
        }
    }
}

impl Document for BenchReport {
    fn write_text(&self, out: &mut impl Write) -> io::Result<()> {
        let Subject {
            profile,
            game,
            lobbies,
            seats,
            spectators,
            rate,
            pinned,
            journal,
        } = &self.subject;
        if let Some(warning) = build_profile::warning(profile) {
            writeln!(out, "{warning}")?;
        }
        let pace = rate.map_or_else(
            || "as fast as it answers".to_owned(),
            |it| format!("{it} actions/s due"),
        );
        let watched = match spectators {
            0 => String::new(),
            count => format!(", {count} spectators each"),
        };
        let kept = match journal {
            Some(true) => ", journal on",
            Some(false) => ", in memory",
            None => "",
        };
        let cores = if *pinned { ", a core each" } else { "" };
        writeln!(
            out,
            "{lobbies} tables of {} for {seats}{watched}, {pace}{kept}{cores}",
            game.name()
        )?;
        self.figures.write_text("server", out)?;
        if let Some(floor) = &self.floor {
            floor.write_text("floor", out)?;
        }
        if let Some(Ratio {
            cpu_per_action: Some(cpu),
            p50,
            p99,
            bytes_down,
        }) = self.ratio
        {
            writeln!(
                out,
                "server to floor: {cpu:.2} in processor time, {p50:.2} in p50, {p99:.2} in p99, {bytes_down:.1} in bytes down"
            )?;
        }
        if let Some(goal) = self.goal {
            writeln!(out, "{}", goal.told())?;
        }
        if let Some(idle) = &self.idle {
            let (count, each) = (idle.connections, idle.bytes_per_connection / 1024.0);
            writeln!(out, "{count} idle seated connections: {each:.1} KiB each")?;
        }
        Ok(())
    }
}

impl Idle {
    pub(super) fn new(connections: u16, before: u64, after: u64) -> Self {
        let grown = float(after.saturating_sub(before));
        Self {
            connections,
            rss_bytes_before: before,
            rss_bytes_after: after,
            bytes_per_connection: ratio(grown, f64::from(connections)),
        }
    }
}

#[cfg(test)]
mod tests {
    use dicehall_engine::GameKind;

    use super::super::score::Traffic;
    use super::super::usage::Usage;
    use super::*;
    use dicehall_client::document::write_json;

    fn figures(times: u64) -> Figures {
        let mut score = Score {
            actions: 1_000,
            matches: 3,
            traffic: Traffic {
                frames_up: 1_500,
                bytes_up: 80_000,
                frames_down: 5_200,
                bytes_down: 300_000 * times,
            },
            ..Score::new()
        };
        // The histogram keeps these durations exactly.
        for nanos in [501_760, 987_136] {
            (0..500).for_each(|_| score.round_trips.add(Duration::from_nanos(nanos)));
        }
        let process = Usage {
            cpu: Duration::from_millis(10 * times),
            switches: 2_000,
            file_calls: 300,
            written_bytes: 4_096_000,
        };
        let stages = MemoryStages {
            start: 5_242_880.0,
            connected: 5_892_880.0,
            waiting: 6_542_880.0,
            playing: 7_192_880.0,
            after: 5_252_880.0,
        };
        let commits = Some(200);
        let used = ServerUsage { process, commits };
        Figures::new(&score, Duration::from_secs(2), Some(used)).with_memory(Some(stages), 128.0)
    }

    fn report() -> BenchReport {
        let (figures, floor) = (figures(5), figures(1));
        BenchReport {
            subject: Subject {
                profile: "dist",
                game: GameKind::DiceOfDoom,
                lobbies: 64,
                seats: 2,
                spectators: 3,
                rate: Some(500),
                pinned: true,
                journal: Some(true),
            },
            ratio: Some(figures.ratio_to(&floor)),
            goal: Some(Goal {
                cpu_ratio_max: 2.6,
                is_reached: false,
            }),
            figures,
            floor: Some(floor),
            idle: Some(Idle::new(100, 1_000_000, 3_000_000)),
        }
    }

    #[test]
    fn the_json_document_has_these_fields() {
        let mut out = Vec::new();
        write_json(&report(), &mut out).unwrap();
        insta::assert_snapshot!(String::from_utf8(out).unwrap());
    }

    #[test]
    fn people_are_told_the_same() {
        let mut out = Vec::new();
        report().write_text(&mut out).unwrap();
        insta::assert_snapshot!(String::from_utf8(out).unwrap());
    }

    #[test]
    fn what_is_not_known_is_null_and_not_told() {
        let figures = Figures::new(&Score::new(), Duration::from_secs(1), None);
        let value = serde_json::to_value(&figures).unwrap();
        for field in [
            "server_cpu_us_per_action",
            "server_per_action",
            "server_rss_bytes",
        ] {
            assert_eq!(value[field], serde_json::Value::Null, "{field}");
        }
        let mut out = Vec::new();
        figures.write_text("server", &mut out).unwrap();
        assert!(!String::from_utf8(out).unwrap().contains("processor"));
    }
}
