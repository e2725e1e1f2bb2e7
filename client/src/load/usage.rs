//! What a process has used, as the system tells without privileges: Linux, by `/proc`; nothing elsewhere.
//!
//! Called by the bench before and after a run. Calls on sockets are counted by no such file; how often the process slept and
//! was woken is the nearest to them that can be had.

use std::fs;
use std::ops::Sub;
use std::time::Duration;

/// The system counts time in this many parts of a second, on every Linux.
const TICKS_PER_S: u64 = 100;

/// What a process has used so far, or used between two moments.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Usage {
    /// The time that it has had a processor, its own and the system's for it.
    pub(super) cpu: Duration,
    /// How often one of its threads gave the processor up to wait, or had to.
    pub(super) switches: u64,
    /// How often it read or wrote something that is no socket.
    pub(super) file_calls: u64,
    /// The bytes that went to a disk, or will.
    pub(super) written_bytes: u64,
}

impl Usage {
    /// Of a process; `None` where the system does not tell.
    pub(super) fn of(process: u32) -> Option<Self> {
        let told = |what: &str| fs::read_to_string(format!("/proc/{process}/{what}")).ok();
        let threads = fs::read_dir(format!("/proc/{process}/task")).ok()?;
        let switches = threads.filter_map(|it| {
            let status = fs::read_to_string(it.ok()?.path().join("status")).ok()?;
            parse_switches(&status)
        });
        let (file_calls, written_bytes) = parse_io(&told("io")?)?;
        Some(Self {
            cpu: parse_cpu(&told("stat")?)?,
            switches: switches.sum(),
            file_calls,
            written_bytes,
        })
    }
}

impl Sub for Usage {
    type Output = Self;

    fn sub(self, before: Self) -> Self {
        Self {
            cpu: self.cpu.saturating_sub(before.cpu),
            switches: self.switches.saturating_sub(before.switches),
            file_calls: self.file_calls.saturating_sub(before.file_calls),
            written_bytes: self.written_bytes.saturating_sub(before.written_bytes),
        }
    }
}

/// The memory that a process has, in bytes; `None` where the system does not tell.
pub(super) fn rss(process: u32) -> Option<u64> {
    parse_rss(&fs::read_to_string(format!("/proc/{process}/status")).ok()?)
}

/// How many files and sockets a process has open; `None` where the system does not tell.
pub(super) fn descriptors(process: u32) -> Option<u64> {
    u64::try_from(fs::read_dir(format!("/proc/{process}/fd")).ok()?.count()).ok()
}

/// User and system time: the 14th and 15th field; the second, the program's name, may contain spaces and brackets.
fn parse_cpu(stat: &str) -> Option<Duration> {
    let (_, after_name) = stat.rsplit_once(')')?;
    let mut fields = after_name.split_whitespace().skip(11);
    let user: u64 = fields.next()?.parse().ok()?;
    let system: u64 = fields.next()?.parse().ok()?;
    Some(Duration::from_millis((user + system) * 1000 / TICKS_PER_S))
}

fn parse_rss(status: &str) -> Option<u64> {
    let kibibytes = field(status, "VmRSS:")?;
    let kibibytes: u64 = kibibytes.strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024)
}

fn parse_switches(status: &str) -> Option<u64> {
    let count = |name: &str| field(status, name)?.parse::<u64>().ok();
    Some(count("voluntary_ctxt_switches:")? + count("nonvoluntary_ctxt_switches:")?)
}

/// Calls, and bytes written.
fn parse_io(io: &str) -> Option<(u64, u64)> {
    let count = |name: &str| field(io, name)?.parse::<u64>().ok();
    Some((count("syscr:")? + count("syscw:")?, count("write_bytes:")?))
}

fn field<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    text.lines()
        .find_map(|it| it.strip_prefix(name))
        .map(str::trim)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_system_tells_is_understood() {
        let stat =
            "77 (dice (hall) S 1 77 77 0 -1 4194304 1234 0 0 0 250 50 0 0 20 0 5 0 99 100000 2000";
        assert_eq!(parse_cpu(stat), Some(Duration::from_secs(3)));
        assert_eq!(parse_cpu("77 (x"), None);
        let status = "VmPeak:\t  9 kB\nVmRSS:\t    2048 kB\n\
                      voluntary_ctxt_switches:\t150\nnonvoluntary_ctxt_switches:\t7\n";
        assert_eq!(parse_rss(status), Some(2 * 1024 * 1024));
        assert_eq!(parse_rss("VmPeak:\t  9 kB"), None);
        assert_eq!(parse_switches(status), Some(157));
        let io = "rchar: 1\nwchar: 2\nsyscr: 30\nsyscw: 4\nread_bytes: 5\nwrite_bytes: 4096\n\
                  cancelled_write_bytes: 0\n";
        assert_eq!(parse_io(io), Some((34, 4_096)));
        assert_eq!(parse_io("syscr: x"), None);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn this_very_process_has_used_something() {
        let me = std::process::id();
        let usage = Usage::of(me).unwrap();
        assert!(usage.switches > 0 && usage.file_calls > 0);
        assert!(rss(me).unwrap() > 100_000 && descriptors(me).unwrap() > 0);
        assert_eq!((usage - usage), Usage::default());
    }
}
