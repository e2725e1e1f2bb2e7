//! The seat files: proofs of being in a lobby (tokens), kept so that a restarted program resumes
//! its seat.
//!
//! There is one small file for each link that is in a lobby, readable by its owner alone. The file
//! is locked as long as the link exists: an unlocked file belongs to a program that has ended, and
//! only such a file may be resumed. So two programs of one person never take each other's seats.
//! The number and age of the files are limited; others are deleted.
//!
//! A file that is in use is written in place, unlike all others that are kept for the person: another one renamed to its
//! place would not be locked. Failures do not stop a game: without a readable or writable file there is just no resume
//! after a restart, which is told.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use dicehall_files::Why;
use dicehall_protocol::{LobbyCode, Resume};
use serde::{Deserialize, Serialize};

use crate::files::keep::{KeptItem, NotKept};
use crate::net::connection::Keep;
use crate::net::link::KeptSeat;

/// The most seats that are kept.
pub(crate) const SEATS_KEPT_MAX: usize = 64;
/// How long a seat is kept, in days.
pub(crate) const SEAT_DAYS_MAX: u64 = 7;
/// The largest file that is read, in bytes.
pub(crate) const SEAT_BYTES_MAX: u64 = 4 * 1024;
/// The most files that are looked at, since anybody could put files there.
const FILES_MAX: usize = 1_000;

/// The seat that is wanted: a server, a lobby there if one is named, and a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Wanted {
    /// The address as it is dialed.
    pub(crate) address: String,
    /// The lobby; `None` means the one where the person was last.
    pub(crate) lobby: Option<LobbyCode>,
    /// The person's name.
    pub(crate) name: String,
}

/// The content of a seat file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Seat {
    address: String,
    name: String,
    lobby: LobbyCode,
    token: String,
}

/// The seats of earlier runs that no program uses, the most recent first. Each file is locked only
/// while it is read; no seat is claimed or deleted.
pub(crate) fn kept(dir: &Path, now: SystemTime) -> Vec<KeptSeat> {
    let young = |age: &Duration| *age <= Duration::from_secs(SEAT_DAYS_MAX * 86_400);
    let seats = list(dir).into_iter().take(SEATS_KEPT_MAX);
    let seats = seats.filter_map(|(path, written)| {
        let age = now.duration_since(written).unwrap_or_default();
        let seat = lock(path)?.read().filter(|_| young(&age))?;
        Some(KeptSeat {
            address: seat.address,
            name: seat.name,
            lobby: seat.lobby,
            age_s: age.as_secs(),
        })
    });
    seats.collect()
}

/// The seat files of one link: at most one at a time.
#[derive(Debug)]
pub(crate) struct SeatFile {
    dir: Option<PathBuf>,
    address: String,
    name: String,
    held: Option<Held>,
}

/// A file that this link has locked.
#[derive(Debug)]
struct Held {
    path: PathBuf,
    file: File,
}

impl SeatFile {
    /// The seat files of a link, and the proof from an earlier run if there is one. With `None` as
    /// the directory nothing is kept.
    pub(crate) fn open(
        dir: Option<PathBuf>,
        wanted: Wanted,
        now: SystemTime,
    ) -> (Self, Option<Resume>) {
        let Wanted {
            address,
            lobby,
            name,
        } = wanted;
        let mut file = Self {
            dir,
            address,
            name,
            held: None,
        };
        let resume = file.claim(lobby, now);
        (file, resume)
    }

    /// Claims the most recent fitting file that is not locked; deletes files over the limits of age
    /// and number.
    fn claim(&mut self, lobby: Option<LobbyCode>, now: SystemTime) -> Option<Resume> {
        let mut found = None;
        for (rank, (path, written)) in list(self.dir.as_deref()?).into_iter().enumerate() {
            let Some(mut held) = lock(path) else { continue };
            let age = now.duration_since(written).unwrap_or_default();
            if rank >= SEATS_KEPT_MAX || age > Duration::from_secs(SEAT_DAYS_MAX * 86_400) {
                held.remove();
                continue;
            }
            if found.is_some() {
                continue;
            }
            let fits = |it: &Seat| {
                it.address == self.address
                    && it.name == self.name
                    && lobby.is_none_or(|code| code == it.lobby)
            };
            if let Some(seat) = held.read().filter(fits) {
                found = Some(Resume {
                    lobby: seat.lobby,
                    token: seat.token,
                    revision: None,
                    attempt: None,
                });
                self.held = Some(held);
            }
        }
        found
    }

    /// Writes the proof into the file of this link. If that fails, no half file is left.
    fn write(&mut self, lobby: LobbyCode, token: &str) -> io::Result<()> {
        let Some(dir) = &self.dir else { return Ok(()) };
        let mut held = match self.held.take() {
            Some(held) => held,
            None => create(dir)?,
        };
        let (address, name) = (self.address.clone(), self.name.clone());
        let seat = Seat {
            address,
            name,
            lobby,
            token: token.to_owned(),
        };
        if let Err(error) = held.write(&seat) {
            held.remove();
            return Err(error);
        }
        self.held = Some(held);
        Ok(())
    }
}

impl Keep for SeatFile {
    fn keep(&mut self, lobby: LobbyCode, token: &str) -> Result<(), NotKept> {
        self.write(lobby, token).map_err(|error| NotKept {
            what: KeptItem::Seat,
            why: Why::from(error),
            path: self.dir.clone(),
        })
    }

    fn forget(&mut self) {
        if let Some(held) = self.held.take() {
            held.remove();
        }
    }
}

impl Held {
    fn read(&mut self) -> Option<Seat> {
        let mut text = String::new();
        (&self.file)
            .take(SEAT_BYTES_MAX)
            .read_to_string(&mut text)
            .ok()?;
        serde_json::from_str(&text).ok()
    }

    fn write(&mut self, seat: &Seat) -> io::Result<()> {
        let text = serde_json::to_vec(seat)?;
        // A token is replaced by one of the same length, so that the file has a token at every
        // moment.
        self.file.rewind()?;
        self.file.write_all(&text)?;
        self.file
            .set_len(u64::try_from(text.len()).unwrap_or(SEAT_BYTES_MAX))?;
        self.file.sync_data()
    }

    /// Deletes the file before unlocking it, so that nobody can claim it in between.
    fn remove(self) {
        if let Err(error) = fs::remove_file(&self.path) {
            tracing::debug!(%error, "a seat's file cannot be removed");
        }
    }
}

/// The seat files, the most recent first.
fn list(dir: &Path) -> Vec<(PathBuf, SystemTime)> {
    let Ok(entries) = fs::read_dir(dir) else {
        return Vec::new();
    };
    let mut files: Vec<(PathBuf, SystemTime)> = entries
        .take(FILES_MAX)
        .filter_map(|entry| {
            let entry = entry.ok()?;
            let path = entry.path();
            let modified = entry
                .metadata()
                .ok()
                .filter(fs::Metadata::is_file)?
                .modified()
                .ok()?;
            (path.extension()? == "json").then_some((path, modified))
        })
        .collect();
    files.sort_by(|(path, written), (other, later)| (later, other).cmp(&(written, path)));
    files
}

/// Locks a file; `None` if another program has locked it, or it has just disappeared.
fn lock(path: PathBuf) -> Option<Held> {
    let file = OpenOptions::new().read(true).write(true).open(&path).ok()?;
    file.try_lock().ok()?;
    // The former holder of the lock may have deleted the file between our opening and locking it.
    path.exists().then_some(Held { path, file })
}

/// Creates a file under a name that is not in use.
fn create(dir: &Path) -> io::Result<Held> {
    fs::create_dir_all(dir)?;
    let mut options = OpenOptions::new();
    options.read(true).write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    for number in 0..FILES_MAX {
        let path = dir.join(format!("{}-{number}.json", std::process::id()));
        match options.open(&path) {
            Ok(file) => {
                file.try_lock()?;
                return Ok(Held { path, file });
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::Error::from(io::ErrorKind::AlreadyExists))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tempfile::TempDir;

    const DAY: Duration = Duration::from_secs(86_400);

    fn dir() -> TempDir {
        tempfile::tempdir().unwrap()
    }

    fn open_at(
        dir: &TempDir,
        lobby: Option<&str>,
        name: &str,
        now: SystemTime,
    ) -> (SeatFile, Option<String>) {
        let lobby = lobby.map(|it| it.parse().unwrap());
        let wanted = Wanted {
            address: "host:4600".to_owned(),
            lobby,
            name: name.to_owned(),
        };
        let (file, resume) = SeatFile::open(Some(dir.path().join("seats")), wanted, now);
        (file, resume.map(|it| format!("{} {}", it.lobby, it.token)))
    }

    fn open(dir: &TempDir, lobby: Option<&str>, name: &str) -> (SeatFile, Option<String>) {
        open_at(dir, lobby, name, SystemTime::now())
    }

    fn code(text: &str) -> LobbyCode {
        text.parse().unwrap()
    }

    fn count(dir: &TempDir) -> usize {
        list(&dir.path().join("seats")).len()
    }

    #[test]
    fn a_restarted_program_resumes_its_seat() {
        let dir = dir();
        let (mut first, none) = open(&dir, None, "Aki");
        assert_eq!(none, None);
        first.keep(code("ABCDE"), "one").unwrap();
        first
            .keep(code("FGHJK"), "two, which is longer than one")
            .unwrap();
        first.keep(code("FGHJK"), "three").unwrap();
        drop(first);
        assert_eq!(open(&dir, Some("ABCDE"), "Aki").1, None);
        assert_eq!(open(&dir, None, "Ben").1, None);
        assert_eq!(
            open(&dir, Some("FGHJK"), "Aki").1.as_deref(),
            Some("FGHJK three")
        );
        assert_eq!(open(&dir, None, "Aki").1.as_deref(), Some("FGHJK three"));
    }

    #[test]
    fn a_seat_that_is_in_use_is_nobody_elses() {
        let dir = dir();
        let (mut first, _) = open(&dir, None, "Aki");
        first.keep(code("ABCDE"), "one").unwrap();
        let (mut second, none) = open(&dir, Some("ABCDE"), "Aki");
        assert_eq!(none, None, "the first program lives");
        second.keep(code("ABCDE"), "two").unwrap();
        drop(first);
        assert_eq!(open(&dir, None, "Aki").1.as_deref(), Some("ABCDE one"));
    }

    #[test]
    fn what_is_forgotten_is_gone() {
        let dir = dir();
        let (mut first, _) = open(&dir, None, "Aki");
        first.keep(code("ABCDE"), "one").unwrap();
        first.forget();
        assert_eq!(count(&dir), 0);
        first.keep(code("ABCDE"), "two").unwrap();
        drop(first);
        let (mut again, resume) = open(&dir, None, "Aki");
        assert_eq!(resume.as_deref(), Some("ABCDE two"));
        again.forget();
        assert_eq!(count(&dir), 0);
    }

    #[test]
    fn old_and_surplus_seats_are_removed_unless_they_are_in_use() {
        let dir = dir();
        let mut all: Vec<SeatFile> = (0..SEATS_KEPT_MAX + 3)
            .map(|_| open(&dir, None, "Aki").0)
            .collect();
        for it in &mut all {
            it.keep(code("ABCDE"), "x").unwrap();
        }
        assert_eq!(count(&dir), SEATS_KEPT_MAX + 3);
        open(&dir, None, "Ben");
        assert_eq!(count(&dir), SEATS_KEPT_MAX + 3, "all are in use");
        all.truncate(1);
        open(&dir, None, "Ben");
        assert!(count(&dir) <= SEATS_KEPT_MAX + 1, "{}", count(&dir));
        open_at(&dir, None, "Ben", SystemTime::now() + (DAY * 8));
        assert_eq!(count(&dir), 1, "one is in use, and the others are too old");
    }

    #[test]
    fn seats_that_nobody_uses_are_told_and_stay() {
        let dir = dir();
        let (mut first, _) = open(&dir, None, "Aki");
        first.keep(code("ABCDE"), "one").unwrap();
        let (mut second, _) = open(&dir, None, "Ben");
        second.keep(code("FGHJK"), "two").unwrap();
        drop(first);
        let told = |now| {
            let seats = kept(&dir.path().join("seats"), now);
            let line = |it: &KeptSeat| format!("{} {} {}", it.name, it.lobby, it.address);
            seats.iter().map(line).collect::<Vec<_>>()
        };
        let now = SystemTime::now();
        assert_eq!(told(now), ["Aki ABCDE host:4600"], "Ben's program lives");
        assert_eq!(told(now + DAY * 8), Vec::<String>::new(), "too old");
        assert_eq!(
            open(&dir, None, "Aki").1.as_deref(),
            Some("ABCDE one"),
            "still there to be claimed"
        );
        assert!(kept(&dir.path().join("none"), now).is_empty());
    }

    #[test]
    fn a_file_that_is_no_seat_is_passed_over() {
        let dir = dir();
        let (mut first, _) = open(&dir, None, "Aki");
        first.keep(code("ABCDE"), "one").unwrap();
        drop(first);
        fs::write(dir.path().join("seats/zzz.json"), b"\xff{").unwrap();
        fs::write(dir.path().join("seats/other.txt"), "{}").unwrap();
        assert_eq!(open(&dir, None, "Aki").1.as_deref(), Some("ABCDE one"));
    }

    #[cfg(unix)]
    #[test]
    fn only_the_owner_can_read_it() {
        use std::os::unix::fs::PermissionsExt;
        let dir = dir();
        let (mut first, _) = open(&dir, None, "Aki");
        first.keep(code("ABCDE"), "one").unwrap();
        let (path, _) = list(&dir.path().join("seats")).remove(0);
        assert_eq!(
            fs::metadata(path).unwrap().permissions().mode() & 0o777,
            0o600
        );
    }

    #[test]
    fn a_seat_that_cannot_be_kept_says_why() {
        let dir = dir();
        fs::write(dir.path().join("seats"), "a file, no folder").unwrap();
        let (mut first, _) = open(&dir, None, "Aki");
        let told = first.keep(code("ABCDE"), "one").unwrap_err();
        assert_eq!(told.what, KeptItem::Seat);
        assert_eq!(told.path, Some(dir.path().join("seats")));
    }

    #[test]
    fn without_a_directory_nothing_is_kept() {
        let wanted = Wanted {
            address: String::new(),
            lobby: None,
            name: String::new(),
        };
        let (mut file, resume) = SeatFile::open(None, wanted, SystemTime::UNIX_EPOCH);
        file.keep(code("ABCDE"), "one").unwrap();
        file.forget();
        assert_eq!(resume, None);
    }
}
