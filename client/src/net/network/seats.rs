//! Where the proofs of seats are kept, so that somebody who connects again takes their seat back.
//!
//! Given to the network by whoever makes it. A person at their own machine has a folder, which outlives the program; a guest
//! has a place in the memory of the program. Whoever lets guests in and recognizes one who comes again gives them the
//! same [`SeatMemory`], which may be in a file as well. Law kept here: a guest is never told where that file is.

use std::fs;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use dicehall_files::write::Readers;
use dicehall_files::{Why, text};
use dicehall_protocol::{LobbyCode, Resume};
use serde::{Deserialize, Serialize};

use crate::files::keep::{KeptItem, NotKept, keep};
use crate::net::connection::Keep;
use crate::net::seat_file::{SEAT_BYTES_MAX, SeatFile, Wanted};

/// Where the proofs of one person's seats are kept.
#[derive(Clone, Debug)]
pub(crate) enum Seats {
    /// Nowhere: no seat is taken back once its link has ended.
    Nowhere,
    /// In the files of a folder.
    Folder(PathBuf),
    /// In memory.
    Memory(SeatMemory),
}

/// The last seat of one guest. Clones are the same memory.
#[derive(Clone, Debug, Default)]
pub(crate) struct SeatMemory(Arc<Place>);

/// Where the last seat of a guest is.
#[derive(Debug, Default)]
struct Place {
    held: Mutex<Option<Held>>,
    /// The file that says the same after the program was started again.
    file: Option<PathBuf>,
}

/// A seat, and whose it is.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Held {
    address: String,
    name: String,
    lobby: LobbyCode,
    token: String,
}

/// The memory of the seat of one link.
struct InMemory {
    seats: SeatMemory,
    address: String,
    name: String,
}

impl Seats {
    /// The folder; `None` if there is none.
    pub(crate) fn folder(&self) -> Option<PathBuf> {
        match self {
            Self::Folder(folder) => Some(folder.clone()),
            Self::Nowhere | Self::Memory(_) => None,
        }
    }

    /// The place for the seat of a new link, and the proof of the earlier seat that is wanted, if there is one.
    pub(super) fn open(&self, wanted: Wanted) -> (Box<dyn Keep>, Option<Resume>) {
        if let Self::Memory(seats) = self {
            let resume = seats.recall(&wanted);
            let Wanted { address, name, .. } = wanted;
            let seats = seats.clone();
            let place = InMemory {
                seats,
                address,
                name,
            };
            return (Box::new(place), resume);
        }
        let (file, resume) = SeatFile::open(self.folder(), wanted, SystemTime::now());
        (Box::new(file), resume)
    }
}

impl From<Option<PathBuf>> for Seats {
    fn from(folder: Option<PathBuf>) -> Self {
        folder.map_or(Self::Nowhere, Self::Folder)
    }
}

impl SeatMemory {
    /// The memory that is also in this file. A file that is not there, or is none of these, says nothing.
    pub(crate) fn in_file(path: PathBuf) -> Self {
        let text = text::read(&path, SEAT_BYTES_MAX).ok();
        let held = text.and_then(|it| serde_json::from_str(&it).ok());
        Self(Arc::new(Place {
            held: Mutex::new(held),
            file: Some(path),
        }))
    }

    /// Whether both are the same memory.
    #[cfg(test)]
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    fn keep(&self, held: Held) -> Result<(), Why> {
        let bytes = serde_json::to_vec(&held).map_err(std::io::Error::from);
        self.set(Some(held));
        match &self.0.file {
            Some(path) => keep(path, &bytes.map_err(Why::from)?, Readers::Owner),
            None => Ok(()),
        }
    }

    fn forget(&self) {
        self.set(None);
        if let Some(path) = &self.0.file {
            // One that stays is a seat that the server does not know any more.
            fs::remove_file(path).ok();
        }
    }

    fn set(&self, held: Option<Held>) {
        *self.0.held.lock().unwrap_or_else(PoisonError::into_inner) = held;
    }

    /// The proof of the seat, if it is the one that is wanted.
    fn recall(&self, wanted: &Wanted) -> Option<Resume> {
        let held = self.0.held.lock().unwrap_or_else(PoisonError::into_inner);
        let fits = |it: &&Held| {
            it.address == wanted.address
                && it.name == wanted.name
                && wanted.lobby.is_none_or(|code| code == it.lobby)
        };
        let held = held.as_ref().filter(fits)?;
        Some(Resume {
            lobby: held.lobby,
            token: held.token.clone(),
            revision: None,
            attempt: None,
        })
    }
}

impl Keep for InMemory {
    fn keep(&mut self, lobby: LobbyCode, token: &str) -> Result<(), NotKept> {
        let held = Held {
            address: self.address.clone(),
            name: self.name.clone(),
            lobby,
            token: token.to_owned(),
        };
        self.seats.keep(held).map_err(|why| NotKept {
            what: KeptItem::Seat,
            why,
            path: None,
        })
    }

    fn forget(&mut self) {
        self.seats.forget();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted(address: &str, name: &str, lobby: Option<&str>) -> Wanted {
        Wanted {
            address: address.to_owned(),
            name: name.to_owned(),
            lobby: lobby.map(|it| it.parse().unwrap()),
        }
    }

    #[test]
    fn a_guest_who_connects_again_has_the_seat_until_it_is_given_up() {
        let seats = Seats::Memory(SeatMemory::default());
        let token = |wanted| seats.open(wanted).1.map(|it| it.token);
        let here = || wanted("attic:4600", "Aki", None);
        let (mut place, resume) = seats.open(here());
        assert_eq!(resume, None);
        place.keep("ATTJC".parse().unwrap(), "first").unwrap();
        place.keep("ATTJC".parse().unwrap(), "second").unwrap();
        assert_eq!(token(here()).as_deref(), Some("second"));
        let same = wanted("attic:4600", "Aki", Some("ATTJC"));
        assert_eq!(token(same).as_deref(), Some("second"));
        for other in [
            wanted("cellar:4600", "Aki", None),
            wanted("attic:4600", "Ben", None),
            wanted("attic:4600", "Aki", Some("K7WQ2")),
        ] {
            assert_eq!(token(other), None);
        }
        assert_eq!(seats.folder(), None);
        place.forget();
        assert_eq!(token(here()), None);
    }

    #[test]
    fn a_memory_in_a_file_outlives_the_program_and_a_failure_tells_no_path() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("seats/aki");
        let begin = || Seats::Memory(SeatMemory::in_file(path.clone()));
        let here = || wanted("attic:4600", "Aki", None);
        let token = || begin().open(here()).1.map(|it| it.token);
        let (mut place, resume) = begin().open(here());
        assert_eq!(resume, None);
        place.keep("ATTJC".parse().unwrap(), "first").unwrap();
        place.keep("ATTJC".parse().unwrap(), "second").unwrap();
        assert_eq!(token().as_deref(), Some("second"));
        place.forget();
        assert_eq!(token(), None);
        fs::write(&path, "a letter").unwrap();
        assert_eq!(token(), None);
        fs::remove_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path.parent().unwrap(), "no folder").unwrap();
        let failed = place.keep("ATTJC".parse().unwrap(), "third").unwrap_err();
        assert_eq!(failed.path, None);
    }
}
