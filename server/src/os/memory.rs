//! How much memory the server may use, and how many lobbies that is enough for.
//!
//! `config` asks where nobody has said how many lobbies there may be. A server in a container or a unit has as much as the
//! smallest limit that any of its control groups has, which may be far less than what the machine has.

use std::fs;
use std::path::{Path, PathBuf};

/// The memory that there is to be for each lobby, in bytes. Four seats that play have cost up to 400 KiB with their connections
/// (docs/performance.md); the rest is left to what a restart needs meanwhile, to bots and to everything else on the machine.
const MEMORY_PER_LOBBY: u64 = 1024 * 1024;
/// The lobbies for which there always is room: any machine that runs the server at all carries them while most are idle.
pub(crate) const LOBBIES_MIN: u64 = 100;
/// The most lobbies without an operator's word: beyond them codes are guessed too soon, and a restart was not measured.
pub(crate) const LOBBIES_MAX: u64 = 10_000;
/// The lobbies of a server that cannot find out how much memory there is.
const LOBBIES_UNKNOWN: usize = 1_000;

/// The most lobbies for this machine.
pub(crate) fn lobbies() -> usize {
    lobbies_for(memory(Path::new("/")))
}

/// Whether so many bytes are free, and not more than half of all that the process may use, as far as the system tells.
pub(crate) fn has(bytes: u64) -> bool {
    has_below(Path::new("/"), bytes)
}

fn has_below(root: &Path, bytes: u64) -> bool {
    let meminfo = fs::read_to_string(root.join("proc/meminfo")).unwrap_or_default();
    let free = amount(&meminfo, "MemAvailable:");
    let all = memory(root).map(|it| it / 2);
    { free.into_iter().chain(all) }.all(|it| it >= bytes)
}

fn lobbies_for(memory: Option<u64>) -> usize {
    let fit = memory.map(|it| (it / MEMORY_PER_LOBBY).clamp(LOBBIES_MIN, LOBBIES_MAX));
    fit.and_then(|it| usize::try_from(it).ok())
        .unwrap_or(LOBBIES_UNKNOWN)
}

/// The bytes that this process may use, as the files of Linux below `root` tell; `None` if none does.
fn memory(root: &Path) -> Option<u64> {
    let machine = fs::read_to_string(root.join("proc/meminfo"))
        .ok()
        .and_then(|it| amount(&it, "MemTotal:"));
    let groups = fs::read_to_string(root.join("proc/self/cgroup")).unwrap_or_default();
    let limits = groups.lines().flat_map(|line| limits(root, line));
    machine.into_iter().chain(limits).min()
}

/// An amount of memory: of the line `MemTotal: 24684092 kB` for that name.
fn amount(meminfo: &str, name: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|it| it.strip_prefix(name))?;
    let kibibytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    kibibytes.checked_mul(1024)
}

/// The limits of a control group and of all that it is in: a line `0::/path` for groups of the second kind, or
/// `4:memory:/path` for those of the first.
fn limits(root: &Path, line: &str) -> Vec<u64> {
    let mut fields = line.splitn(3, ':').skip(1);
    let (Some(controllers), Some(path)) = (fields.next(), fields.next()) else {
        return Vec::new();
    };
    let groups = root.join("sys/fs/cgroup");
    let (mount, file) = if controllers.is_empty() {
        (groups, "memory.max")
    } else if controllers.split(',').any(|it| it == "memory") {
        (groups.join("memory"), "memory.limit_in_bytes")
    } else {
        return Vec::new();
    };
    let group = mount.join(path.trim_start_matches('/'));
    let within = group.ancestors().take_while(|it| it.starts_with(&mount));
    within.filter_map(|it| limit(it.join(file))).collect()
}

/// A number of bytes; a group without a limit says `max`.
fn limit(file: PathBuf) -> Option<u64> {
    fs::read_to_string(file).ok()?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const MEMINFO: &str = "MemTotal:       24684092 kB\nMemFree:        10650416 kB\n";

    /// How many lobbies there are by files with these texts, and how many bytes they tell.
    #[track_caller]
    fn check(files: &[(&str, &str)], bytes: Option<u64>, lobbies: usize) {
        let root = tempfile::tempdir().unwrap();
        for (path, text) in files {
            let path = root.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let found = memory(root.path());
        assert_eq!((found, lobbies_for(found)), (bytes, lobbies), "{files:?}");
    }

    #[test]
    fn a_lobby_for_each_mebibyte_within_the_bounds() {
        let meminfo = |kibibytes: u64| format!("MemTotal: {kibibytes} kB");
        check(&[("proc/meminfo", MEMINFO)], Some(25_276_510_208), 10_000);
        for (kibibytes, lobbies) in [
            (0, 100),
            (102_399, 100),
            (103_424, 101),
            (1_048_576, 1_024),
            (10_240_000, 10_000),
            (10_241_024, 10_000),
        ] {
            let files = [("proc/meminfo", &*meminfo(kibibytes))];
            check(&files, Some(kibibytes * 1024), lobbies);
        }
    }

    #[test]
    fn the_smallest_limit_of_all_groups_counts() {
        let unit = "sys/fs/cgroup/system.slice/dicehall.service/memory.max";
        let slice = "sys/fs/cgroup/system.slice/memory.max";
        let group = ("proc/self/cgroup", "0::/system.slice/dicehall.service\n");
        let gibibyte = (unit, "1073741824\n");
        check(&[group, gibibyte], Some(1 << 30), 1_024);
        check(
            &[("proc/meminfo", MEMINFO), group, gibibyte],
            Some(1 << 30),
            1_024,
        );
        check(
            &[group, gibibyte, (slice, "536870912\n")],
            Some(1 << 29),
            512,
        );
        check(&[group, (unit, "max\n"), (slice, "max\n")], None, 1_000);
    }

    #[test]
    fn groups_of_the_first_kind_have_limits_too() {
        let groups = "5:devices:/x\n4:cpu,memory:/box/one\n1:cpu:/\n0::/\n";
        let files = [
            ("proc/meminfo", MEMINFO),
            ("proc/self/cgroup", groups),
            (
                "sys/fs/cgroup/memory/box/one/memory.limit_in_bytes",
                "9223372036854771712\n",
            ),
            (
                "sys/fs/cgroup/memory/box/memory.limit_in_bytes",
                "314572800\n",
            ),
            ("sys/fs/cgroup/devices/x/memory.limit_in_bytes", "1\n"),
        ];
        check(&files, Some(314_572_800), 300);
    }

    #[test]
    fn what_is_free_and_half_of_what_there_is_may_be_used() {
        let check = |available: u64, limit: &str, expect: bool| {
            let root = tempfile::tempdir().unwrap();
            let meminfo = format!("MemTotal: 4096000 kB\nMemAvailable: {available} kB\n");
            let group = root.path().join("sys/fs/cgroup/unit");
            fs::create_dir_all(&group).unwrap();
            fs::create_dir_all(root.path().join("proc/self")).unwrap();
            fs::write(root.path().join("proc/meminfo"), meminfo).unwrap();
            fs::write(root.path().join("proc/self/cgroup"), "0::/unit\n").unwrap();
            fs::write(group.join("memory.max"), limit).unwrap();
            assert_eq!(
                has_below(root.path(), 1 << 20),
                expect,
                "{available} {limit}"
            );
        };
        check(1_024, "max", true);
        check(1_023, "max", false);
        check(9_999, "2097152", true);
        check(9_999, "2097151", false);
        assert!(has_below(Path::new("/nowhere"), 1 << 20), "nothing is told");
    }

    #[test]
    fn a_system_that_tells_nothing_has_room_for_a_thousand() {
        check(&[], None, 1_000);
        let unread = [
            ("proc/meminfo", "MemTotal: much"),
            ("proc/self/cgroup", "0"),
        ];
        check(&unread, None, 1_000);
    }
}
