//! The certificates that the person has trusted, one line for each server: address and fingerprint.
//!
//! Used by `trust`. The file is text, so that a line can be deleted by hand. Failures do not stop a
//! game: a certificate that cannot be stored is trusted until the program ends.

use std::fs::{self, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::net::fingerprint::Fingerprint;

/// The largest file that is read, in bytes.
const FILE_SIZE_MAX: u64 = 256 * 1024;
/// The most servers that are kept; the oldest are dropped.
pub(crate) const SERVERS_MAX: usize = 1_000;

/// The known servers with their certificates.
#[derive(Clone, Debug, Default)]
pub(crate) struct KnownServers {
    path: Option<PathBuf>,
    /// The servers that were trusted in this run of the program.
    learned: Arc<Mutex<Vec<(String, Fingerprint)>>>,
}

impl KnownServers {
    /// The known servers of a file; with `None` they are kept only until the program ends.
    pub(crate) fn new(path: Option<PathBuf>) -> Self {
        Self {
            path,
            learned: Arc::default(),
        }
    }

    /// The path of the file; `None` if there is none.
    pub(crate) fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// The fingerprint with which a server was last trusted.
    pub(crate) fn get(&self, address: &str) -> Option<Fingerprint> {
        let of = |known: &[(String, Fingerprint)]| {
            known
                .iter()
                .rev()
                .find(|(it, _)| it == address)
                .map(|(_, fingerprint)| *fingerprint)
        };
        of(&self.learned()).or_else(|| of(&self.read()))
    }

    /// Trusts a server from now on.
    pub(crate) fn remember(&self, address: &str, fingerprint: Fingerprint) {
        self.learned().push((address.to_owned(), fingerprint));
        if let Err(error) = self.write(address, fingerprint) {
            tracing::warn!(%error, "the server is known only until the program ends");
        }
    }

    /// Reads the file anew, since another program of the person may have changed it.
    fn read(&self) -> Vec<(String, Fingerprint)> {
        let Some(path) = &self.path else {
            return Vec::new();
        };
        let mut text = String::new();
        let opened =
            fs::File::open(path).and_then(|it| it.take(FILE_SIZE_MAX).read_to_string(&mut text));
        if let Err(error) = opened
            && error.kind() != io::ErrorKind::NotFound
        {
            tracing::warn!(%error, path = %path.display(), "the known servers cannot be read");
        }
        text.lines().filter_map(entry).collect()
    }

    fn write(&self, address: &str, fingerprint: Fingerprint) -> io::Result<()> {
        let Some(path) = &self.path else {
            return Ok(());
        };
        let mut known = self.read();
        known.retain(|(it, _)| it != address);
        known.push((address.to_owned(), fingerprint));
        let surplus = known.len().saturating_sub(SERVERS_MAX);
        let line = |(address, fingerprint): &(String, Fingerprint)| {
            format!("{address} sha256:{fingerprint}")
        };
        let lines: Vec<String> = known.iter().skip(surplus).map(line).collect();
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        // The text is written to another file that is then renamed, so that after a crash there is
        // either the old or the new file.
        let beside = path.with_extension(format!("{}.new", std::process::id()));
        let mut options = OpenOptions::new();
        options.write(true).create(true).truncate(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        options
            .open(&beside)?
            .write_all((lines.join("\n") + "\n").as_bytes())?;
        fs::rename(&beside, path)
    }

    /// The servers trusted in this run. A poisoned lock is ignored, because nobody panics while
    /// holding it.
    fn learned(&self) -> MutexGuard<'_, Vec<(String, Fingerprint)>> {
        self.learned.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The server and fingerprint of a line; `None` for an invalid line.
fn entry(line: &str) -> Option<(String, Fingerprint)> {
    let (address, fingerprint) = line.trim().split_once(' ')?;
    Some((address.to_owned(), fingerprint.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Fingerprint {
        Fingerprint::of(text.as_bytes())
    }

    #[test]
    fn what_is_trusted_is_known_to_the_next_run() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new/known_servers");
        let first = KnownServers::new(Some(path.clone()));
        assert_eq!(first.get("a:1"), None);
        first.remember("a:1", of("one"));
        first.remember("b:1", of("two"));
        first.remember("a:1", of("three"));
        for known in [first, KnownServers::new(Some(path.clone()))] {
            assert_eq!(
                (known.get("a:1"), known.get("b:1")),
                (Some(of("three")), Some(of("two")))
            );
            assert_eq!(known.get("a:2"), None);
        }
        assert_eq!(
            fs::read_to_string(path).unwrap().lines().count(),
            2,
            "one line for each server"
        );
    }

    #[test]
    fn a_line_can_be_deleted_and_nonsense_does_no_harm() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("known_servers");
        let line = format!("a:1 sha256:{}", of("one"));
        fs::write(&path, format!("nonsense\n\n{line}\nb:1 sha256:12\n")).unwrap();
        let known = KnownServers::new(Some(path.clone()));
        assert_eq!(
            (known.get("a:1"), known.get("b:1")),
            (Some(of("one")), None)
        );
        fs::write(&path, "").unwrap();
        assert_eq!(known.get("a:1"), None);
    }

    #[test]
    fn the_oldest_are_forgotten_first() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("known_servers");
        let lines: Vec<String> = (0..SERVERS_MAX)
            .map(|it| format!("a:{it} sha256:{}", of("x")))
            .collect();
        fs::write(&path, lines.join("\n")).unwrap();
        KnownServers::new(Some(path.clone())).remember("new:1", of("y"));
        let known = KnownServers::new(Some(path));
        assert_eq!(
            (known.get("a:0"), known.get("a:1"), known.get("new:1")),
            (None, Some(of("x")), Some(of("y")))
        );
    }

    #[test]
    fn without_a_home_a_server_is_known_until_the_program_ends() {
        let known = KnownServers::default();
        known.remember("a:1", of("one"));
        assert_eq!(known.clone().get("a:1"), Some(of("one")));
    }
}
