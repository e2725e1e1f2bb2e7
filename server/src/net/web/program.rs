//! The program that a server hands out to people who have none: which file it is, how large, and its hash.
//!
//! Made by whoever starts a server; `download` gives it out. Law kept here: the bytes that are given out are those whose
//! hash was told, so a file that has changed since is given to nobody.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::SystemTime;

use base16ct::lower::encode_string;
use sha2::{Digest, Sha256};

/// The file of the program that runs: the very file, even when another has taken its name since.
#[cfg(target_os = "linux")]
const RUNNING: &str = "/proc/self/exe";

/// The bytes of the file that are in memory at once while it is hashed.
const PIECE_SIZE: usize = 64 * 1024;

/// A program for people on this kind of machine.
#[derive(Debug)]
pub struct Program {
    path: PathBuf,
    /// Read when somebody first asks; `None` if the file cannot be read.
    facts: OnceLock<Option<ProgramFacts>>,
}

/// The facts by which people know a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramFacts {
    /// Its size in bytes.
    pub size: u64,
    /// The SHA-256 of all its bytes, in hexadecimal digits.
    pub sha256: String,
    modified: Option<SystemTime>,
}

impl Program {
    /// The program in this file.
    pub const fn new(path: PathBuf) -> Self {
        Self {
            path,
            facts: OnceLock::new(),
        }
    }

    /// The program that runs; `None` if the system does not tell which it is.
    pub fn running() -> Option<Self> {
        #[cfg(target_os = "linux")]
        let path = Some(PathBuf::from(RUNNING)).filter(|it| it.exists());
        #[cfg(not(target_os = "linux"))]
        let path = std::env::current_exe().ok();
        path.map(Self::new)
    }

    /// The program that a server gives out: the one that is named, else the one that was installed with the server.
    pub(crate) fn given(named: Option<PathBuf>, no_get: Option<bool>) -> Option<Self> {
        match (no_get, named) {
            (Some(true), _) => None,
            (_, Some(path)) => Some(Self::new(path)),
            (_, None) => Self::beside_this_one(),
        }
    }

    /// The `dicehall` that was installed beside the program that runs; `None` if there is none.
    fn beside_this_one() -> Option<Self> {
        let this = std::env::current_exe().ok()?;
        let path = this.with_file_name(format!("dicehall{}", std::env::consts::EXE_SUFFIX));
        path.is_file().then(|| Self::new(path))
    }

    /// The name of the file as people get it: it tells for which machines it is.
    pub fn name() -> String {
        use std::env::consts::{ARCH, EXE_SUFFIX, OS};
        format!("dicehall-{ARCH}-{OS}{EXE_SUFFIX}")
    }

    /// The facts; `None` if the file cannot be read. The first call reads all of it, so it is made where waiting holds up
    /// nobody.
    pub fn facts(&self) -> Option<&ProgramFacts> {
        let facts = self.facts.get_or_init(|| match facts(&self.path) {
            Ok(facts) => Some(facts),
            Err(error) => {
                tracing::warn!(%error, "the program for guests cannot be read; nobody gets it");
                None
            }
        });
        facts.as_ref()
    }

    /// The file, if it is the one whose facts were told.
    pub(super) fn open(&self) -> io::Result<(File, &ProgramFacts)> {
        let facts = self.facts().ok_or(io::ErrorKind::NotFound)?;
        let file = File::open(&self.path)?;
        let now = file.metadata()?;
        if now.len() != facts.size || now.modified().ok() != facts.modified {
            return Err(io::Error::other("the file has changed"));
        }
        Ok((file, facts))
    }
}

/// Reads a file to its end.
fn facts(path: &Path) -> io::Result<ProgramFacts> {
    let mut file = File::open(path)?;
    let before = file.metadata()?;
    let mut hash = Sha256::new();
    let mut piece = vec![0; PIECE_SIZE];
    loop {
        let size = file.read(&mut piece)?;
        if size == 0 {
            break;
        }
        hash.update(&piece[..size]);
    }
    Ok(ProgramFacts {
        size: before.len(),
        sha256: encode_string(&hash.finalize()),
        modified: before.modified().ok(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The hash of `abc` is the example of FIPS 180-4.
    #[test]
    fn a_program_is_told_by_its_size_and_hash_and_never_changes() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("dicehall");
        std::fs::write(&path, "abc").unwrap();
        let program = Program::new(path.clone());
        let facts = program.facts().unwrap().clone();
        let known = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!((facts.size, facts.sha256.as_str()), (3, known));
        assert!(program.open().is_ok());
        std::fs::write(&path, "abcd").unwrap();
        assert!(program.open().is_err());
        assert_eq!(program.facts(), Some(&facts));
        let missing = Program::new(folder.path().join("nothing"));
        assert!(missing.facts().is_none() && missing.open().is_err());
    }

    #[test]
    fn the_running_program_is_these_tests() {
        let facts = Program::running().unwrap().facts().cloned().unwrap();
        let this = std::env::current_exe().unwrap();
        assert_eq!(facts.size, std::fs::metadata(this).unwrap().len());
    }
}
