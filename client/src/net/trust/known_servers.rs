//! The certificates that the person has trusted, one line for each server: address and fingerprint.
//!
//! Used by `trust`. The file is text, so that a line can be deleted by hand. Laws kept here: a certificate that cannot be
//! stored is trusted until the program ends, and that is told; a file that cannot be read is never written over, and
//! meanwhile no server counts as new.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use dicehall_files::{Readers, Why, text};

use crate::files::keep::{KeptItem, NotKept, keep};
use crate::net::fingerprint::Fingerprint;

/// The largest file that is read, in bytes.
const FILE_SIZE_MAX: u64 = 256 * 1024;
/// The most servers that are kept; the oldest are dropped.
pub(crate) const SERVERS_MAX: usize = 1_000;

/// The known servers with their certificates.
#[derive(Clone, Debug, Default)]
pub struct KnownServers {
    path: Option<PathBuf>,
    /// The servers that were trusted in this run of the program.
    learned: Arc<Mutex<Learned>>,
}

/// The servers that were trusted in this run of the program.
#[derive(Debug, Default)]
struct Learned {
    servers: Vec<(String, Fingerprint)>,
    /// Why one of them was not kept, until that is told.
    fault: Option<Why>,
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

    /// Reads a file of known servers, to see whether it can be.
    pub(crate) fn read(path: &Path) -> Result<(), Why> {
        lines(path).map(drop)
    }

    /// The fingerprint with which a server was last trusted. While the file cannot be read, nobody knows whether there
    /// is one.
    pub(crate) fn get(&self, address: &str) -> Result<Option<Fingerprint>, Why> {
        let learned = newest(&self.learned().servers, address);
        match (learned, &self.path) {
            (None, Some(path)) => {
                let lines = lines(path)?;
                let known: Vec<_> = lines.iter().filter_map(|it| entry(it)).collect();
                Ok(newest(&known, address))
            }
            (learned, _) => Ok(learned),
        }
    }

    /// The address that has last shown a fingerprint. While the file cannot be read, nobody knows whether there is one.
    pub(crate) fn address_of(&self, fingerprint: Fingerprint) -> Result<Option<String>, Why> {
        let learned = self.learned().servers.clone();
        let kept = self.path.as_ref().map_or(Ok(Vec::new()), |it| lines(it))?;
        let mut known = kept.iter().filter_map(|it| entry(it)).chain(learned);
        let shown = known.rfind(|(_, it)| *it == fingerprint);
        Ok(shown.map(|(address, _)| address))
    }

    /// Trusts a server from now on.
    pub(crate) fn remember(&self, address: &str, fingerprint: Fingerprint) {
        let written = self.write(address, fingerprint);
        let mut learned = self.learned();
        learned.servers.push((address.to_owned(), fingerprint));
        learned.fault = written.err();
    }

    /// The report that a server is trusted only until the program ends, once; `None` if there is nothing to tell.
    pub(crate) fn take_fault(&self) -> Option<NotKept> {
        let why = self.learned().fault.take()?;
        let (what, path) = (KeptItem::Trust, self.path.clone());
        Some(NotKept { what, why, path })
    }

    /// Writes the server into the file, which is read anew, since another program of the person may have changed it.
    /// Lines that name no server stay as they are.
    fn write(&self, address: &str, fingerprint: Fingerprint) -> Result<(), Why> {
        let path = self.path.as_ref().ok_or(Why::NoHome)?;
        let mut lines = lines(path)?;
        lines.retain(|it| entry(it).is_none_or(|(server, _)| server != address));
        lines.push(format!("{address} sha256:{fingerprint}"));
        let servers = lines.iter().filter(|it| entry(it).is_some()).count();
        let mut surplus = servers.saturating_sub(SERVERS_MAX);
        lines.retain(|it| {
            let is_dropped = surplus > 0 && entry(it).is_some();
            surplus -= usize::from(is_dropped);
            !is_dropped
        });
        let text = lines.join("\n") + "\n";
        keep(path, text.as_bytes(), Readers::Owner)
    }

    /// The servers trusted in this run. A poisoned lock is ignored, because nobody panics while
    /// holding it.
    fn learned(&self) -> MutexGuard<'_, Learned> {
        self.learned.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The lines of the file; none if it is not there.
fn lines(path: &Path) -> Result<Vec<String>, Why> {
    match text::read(path, FILE_SIZE_MAX) {
        Err(Why::Missing) => Ok(Vec::new()),
        read => Ok(read?.lines().map(str::to_owned).collect()),
    }
}

/// The last fingerprint of a server in a list.
fn newest(known: &[(String, Fingerprint)], address: &str) -> Option<Fingerprint> {
    let mut newest_first = known.iter().rev();
    newest_first
        .find(|(it, _)| it == address)
        .map(|(_, fingerprint)| *fingerprint)
}

/// The server and fingerprint of a line; `None` for an invalid line.
fn entry(line: &str) -> Option<(String, Fingerprint)> {
    let (address, fingerprint) = line.trim().split_once(' ')?;
    Some((address.to_owned(), fingerprint.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn of(text: &str) -> Fingerprint {
        Fingerprint::of(text.as_bytes())
    }

    #[test]
    fn what_is_trusted_is_known_to_the_next_run() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new/known_servers");
        let first = KnownServers::new(Some(path.clone()));
        assert_eq!(first.get("a:1"), Ok(None));
        first.remember("a:1", of("one"));
        first.remember("b:1", of("two"));
        first.remember("a:1", of("three"));
        for known in [first, KnownServers::new(Some(path.clone()))] {
            assert_eq!(
                (known.get("a:1"), known.get("b:1")),
                (Ok(Some(of("three"))), Ok(Some(of("two"))))
            );
            assert_eq!(known.get("a:2"), Ok(None));
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
            (Ok(Some(of("one"))), Ok(None))
        );
        known.remember("c:1", of("three"));
        let text = fs::read_to_string(&path).unwrap();
        assert!(
            text.starts_with("nonsense\n\na:1 "),
            "a comment stays: {text}"
        );
        fs::write(&path, "").unwrap();
        assert_eq!(known.get("a:1"), Ok(None));
    }

    #[test]
    fn a_file_that_cannot_be_read_is_not_written_over_and_makes_no_server_new() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("known_servers");
        for content in [
            b"\xff\xfea\0".to_vec(),
            b"\xe9".to_vec(),
            vec![b'x'; 300_000],
        ] {
            fs::write(&path, &content).unwrap();
            let known = KnownServers::new(Some(path.clone()));
            assert!(known.get("a:1").is_err());
            known.remember("a:1", of("one"));
            assert_eq!(known.get("a:1"), Ok(Some(of("one"))), "in this run");
            let told = known.take_fault().map(|it| (it.what, it.path));
            assert_eq!(told, Some((KeptItem::Trust, Some(path.clone()))));
            assert_eq!(known.take_fault(), None, "it is told once");
            assert!(fs::read(&path).unwrap() == content);
        }
        fs::write(&path, format!("\u{feff}a:1 sha256:{}\r\n", of("one"))).unwrap();
        assert_eq!(
            KnownServers::new(Some(path)).get("a:1"),
            Ok(Some(of("one")))
        );
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
            (Ok(None), Ok(Some(of("x"))), Ok(Some(of("y"))))
        );
    }

    #[test]
    fn without_a_home_a_server_is_known_until_the_program_ends() {
        let known = KnownServers::default();
        known.remember("a:1", of("one"));
        assert_eq!(known.clone().get("a:1"), Ok(Some(of("one"))));
        let why = known.take_fault().map(|it| it.why);
        assert_eq!(why, Some(Why::NoHome));
    }
}
