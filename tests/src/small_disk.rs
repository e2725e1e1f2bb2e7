//! Small disks that are full when a test wants it: file systems in memory, which a server alone sees.
//!
//! They need root and a Linux; tests say so where they cannot be made.

use std::fs::File;
use std::io::Write;
use std::os::fd::AsRawFd;
use std::path::{Path, PathBuf};

use tokio::process::Command;

/// The bytes of a disk.
const DISK_SIZE: usize = 6 * 1_024 * 1_024;
/// The file that takes the rest of a disk.
const FILLER: &str = "filler";
/// The script that mounts a disk on the folder of its first argument, and becomes the program of those after the second,
/// with its log in the file that the second names.
const SCRIPT: &str = "mount -t tmpfs -o size=DISK_SIZE,mode=700 tmpfs \"$1\" || exit 77
log=$2; shift 2; exec \"$@\" 2>>\"$log\"";

/// A folder of a running process, which may be on a disk that only this process sees. It stays there when the process has
/// ended.
#[derive(Debug)]
pub struct Disk {
    folder: File,
    path: PathBuf,
}

/// Whether disks can be made here; says so if they cannot.
#[must_use]
pub fn can_be_made() -> bool {
    let tried = std::process::Command::new("unshare")
        .args(["-m", "mount", "-t", "tmpfs", "tmpfs", "/mnt"])
        .stderr(std::process::Stdio::null())
        .status();
    let can = tried.is_ok_and(|it| it.success());
    if !can {
        crate::skipped("a small disk needs root on a Linux that lets it mount one");
    }
    can
}

/// A command that runs a program with a small disk of its own on this folder, and its log in this file.
///
/// # Panics
/// If the folder cannot be made.
#[must_use]
pub fn command(program: &Path, folder: &Path, log: &Path) -> Command {
    std::fs::create_dir_all(folder).unwrap();
    let mut command = Command::new("unshare");
    let script = SCRIPT.replace("DISK_SIZE", &DISK_SIZE.to_string());
    command.args(["-m", "sh", "-c", &script, "sh"]);
    command.arg(folder).arg(log).arg(program);
    command
}

impl Disk {
    /// The folder as this process sees it.
    ///
    /// # Panics
    /// If the process is gone, or has no such folder.
    #[must_use]
    pub fn of(process: u32, folder: &Path) -> Self {
        let inside = folder.strip_prefix("/").unwrap();
        let seen = PathBuf::from(format!("/proc/{process}/root")).join(inside);
        let folder = File::open(seen).unwrap();
        let path = PathBuf::from(format!("/proc/self/fd/{}", folder.as_raw_fd()));
        Self { folder, path }
    }

    /// Takes all the room that is left, and all that becomes free meanwhile.
    ///
    /// # Panics
    /// If the disk takes more than it has room for.
    pub fn fill(&self) {
        let mut filler = File::create(self.path.join(FILLER)).unwrap();
        let mut written = 0;
        for size in [4_096, 1] {
            while filler.write_all(&vec![0; size]).is_ok() {
                written += size;
                assert!(written <= 2 * DISK_SIZE, "it is no small disk");
            }
        }
    }

    /// Gives the room back.
    ///
    /// # Panics
    /// If it was not taken.
    pub fn empty(&self) {
        std::fs::remove_file(self.path.join(FILLER)).unwrap();
    }

    /// The text of a file on it.
    ///
    /// # Panics
    /// If it cannot be read.
    #[must_use]
    pub fn read(&self, name: &str) -> String {
        let bytes = std::fs::read(self.path.join(name)).unwrap();
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// Copies the journal, whose server has ended, into another folder.
    ///
    /// # Panics
    /// If it cannot be copied.
    pub fn take_journal(self, to: &Path) {
        std::fs::create_dir_all(to).unwrap();
        for name in ["journal.sqlite", "journal.sqlite-wal"] {
            let from = self.path.join(name);
            if from.exists() {
                std::fs::copy(from, to.join(name)).unwrap();
            }
        }
        drop(self.folder);
    }
}
