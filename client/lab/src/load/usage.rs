//! The resources that a process has used, as far as Linux tells in `/proc` without privileges;
//! nothing on other systems.
//!
//! Called by the bench before and after a run. No such file counts the calls on sockets; the number
//! of context switches is the nearest available figure.

use std::fs;
use std::ops::Sub;
use std::time::Duration;

/// The units per second in which Linux counts processor time; 100 on every Linux system.
const TICKS_PER_S: u64 = 100;

/// The resources that a process has used so far, or between two moments.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Usage {
    /// The processor time, in user mode and in the kernel.
    pub(super) cpu: Duration,
    /// The number of context switches of its threads, voluntary or not.
    pub(super) switches: u64,
    /// The number of its reads and writes, without those on sockets.
    pub(super) file_calls: u64,
    /// The number of bytes written to disks.
    pub(super) written_bytes: u64,
}

impl Usage {
    /// The usage of a process; `None` where the system does not tell.
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

/// The resources that a server of our own has used.
#[derive(Clone, Copy, Debug)]
pub(super) struct ServerUsage {
    pub(super) process: Usage,
    /// The commits of its journal; `None` if it does not tell.
    pub(super) commits: Option<u64>,
}

impl Sub for ServerUsage {
    type Output = Self;

    fn sub(self, before: Self) -> Self {
        let commits = self.commits.zip(before.commits);
        Self {
            process: self.process - before.process,
            commits: commits.map(|(after, before)| after.saturating_sub(before)),
        }
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

/// The memory (resident set size) of a process, in bytes; `None` where the system does not tell.
pub(super) fn rss(process: u32) -> Option<u64> {
    parse_rss(&fs::read_to_string(format!("/proc/{process}/status")).ok()?)
}

/// The number of open files and sockets of a process; `None` where the system does not tell.
pub(super) fn descriptors(process: u32) -> Option<u64> {
    u64::try_from(fs::read_dir(format!("/proc/{process}/fd")).ok()?.count()).ok()
}

/// Parses user and system time: the 14th and 15th field. The second field, the program's name, may
/// contain spaces and brackets.
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

/// Parses the number of calls, and of bytes written.
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
