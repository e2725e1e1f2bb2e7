//! The server's door, as whoever operates it has set it: the words for everybody who comes, who is kept out, and whether
//! the server is about to end.
//!
//! Sessions ask it when somebody comes, the operators' port changes it. Laws kept here: words and bans are on the disk
//! before they count, and outlive the server; no address is kept, only its hash.

mod bans;
mod drain;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use dicehall_engine::lobby::{AddressKey, Looks};
use dicehall_files::write::replace;
use dicehall_files::{Readers, text};
use dicehall_protocol::Notice;
use serde::{Deserialize, Serialize};
use tokio::time::Instant;

use bans::ServerBans;
pub(crate) use bans::{BanError, SERVER_BANS_MAX, ServerBan, mark, told_time};
pub(crate) use drain::DRAIN_MINUTES_MAX;
use drain::Drain;

use crate::refusal::Refusal;

/// The name, in the data folder, of the file that keeps it.
const FILE: &str = "door.json";
/// The most bytes of that file: more than all bans and words can have.
const FILE_SIZE_MAX: u64 = 4 * 1024 * 1024;

/// The door of one server.
#[derive(Debug, Default)]
pub(crate) struct Door {
    /// The file; `None` if nothing outlives the server.
    path: Option<PathBuf>,
    kept: Mutex<Kept>,
    /// Held while the file is written: changes come one after another, and nobody who comes waits for the disk.
    writing: Mutex<()>,
    drain: Drain,
}

/// Everything that is kept in the file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Kept {
    /// The words for everybody who comes.
    #[serde(skip_serializing_if = "Option::is_none")]
    words: Option<String>,
    bans: ServerBans,
}

impl Door {
    /// The door of a data folder, as it was left; without a folder it is open and says nothing.
    pub(crate) fn open(data: Option<&Path>) -> io::Result<Self> {
        let Some(path) = data.map(|it| it.join(FILE)) else {
            return Ok(Self::default());
        };
        let kept = if path.exists() {
            let wrong = |why: String| io::Error::other(format!("{}: {why}", path.display()));
            let text = text::read(&path, FILE_SIZE_MAX).map_err(|why| wrong(why.to_string()))?;
            serde_json::from_str(&text).map_err(|error| wrong(error.to_string()))?
        } else {
            Kept::default()
        };
        Ok(Self {
            path: Some(path),
            kept: Mutex::new(kept),
            writing: Mutex::default(),
            drain: Drain::default(),
        })
    }

    /// The words for everybody who comes, if there are any.
    pub(crate) fn notice(&self) -> Option<Notice> {
        let text = self.kept().words.clone();
        let ends_in_ms = self.drain.notice().and_then(|it| it.ends_in_ms);
        (text.is_some() || ends_in_ms.is_some()).then_some(Notice { text, ends_in_ms })
    }

    /// Sets the words for everybody who comes, or that there are none.
    pub(crate) fn set_words(&self, words: Option<String>) -> io::Result<()> {
        self.change(|it| it.words = words)
    }

    /// Checks that somebody with a name of these looks, from this address, is not kept out at this time (seconds since 1970).
    pub(crate) fn check(
        &self,
        looks: &Looks,
        address: Option<AddressKey>,
        now: u64,
    ) -> Result<(), Refusal> {
        let kept = self.kept();
        let ban = kept.bans.of(looks, address, now);
        ban.map_or(Ok(()), |it| Err(Refusal::server_banned(it.told())))
    }

    /// Keeps somebody out; returns the number of the ban.
    pub(crate) fn ban(&self, ban: ServerBan, now: u64) -> Result<u32, BanError> {
        if self.bans(now).len() >= SERVER_BANS_MAX {
            return Err(BanError::Full);
        }
        let mut number = 0;
        self.change(|it| number = it.bans.add(ban, now))?;
        Ok(number)
    }

    /// Lets somebody in again; returns the ban, if there was one with this number.
    pub(crate) fn lift(&self, number: u32, now: u64) -> io::Result<Option<ServerBan>> {
        let mut lifted = None;
        self.change(|it| lifted = it.bans.lift(number, now))?;
        Ok(lifted)
    }

    /// The bans that hold at this time, by their numbers.
    pub(crate) fn bans(&self, now: u64) -> Vec<(u32, ServerBan)> {
        self.kept().bans.all(now)
    }

    /// Lets no lobby and no match begin any more: the server is to end when nobody plays, or after this time.
    pub(crate) fn drain_for(&self, time: Duration) {
        self.drain.begin(Instant::now() + time);
    }

    /// Takes that back; returns whether the server was about to end.
    pub(crate) fn go_on(&self) -> bool {
        self.drain.end()
    }

    /// The state of the end of the server.
    pub(crate) fn drain(&self) -> &Drain {
        &self.drain
    }

    /// Checks that a lobby or a match may begin.
    pub(crate) fn check_beginning(&self) -> Result<(), Refusal> {
        match self.drain.left() {
            Some(_) => Err(Refusal::DRAINING),
            None => Ok(()),
        }
    }

    /// Changes what is kept; if it cannot be written, nothing changes.
    fn change(&self, change: impl FnOnce(&mut Kept)) -> io::Result<()> {
        let _writing = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        let mut next = self.kept().clone();
        change(&mut next);
        if let Some(path) = &self.path {
            let text = serde_json::to_string(&next).map_err(io::Error::other)?;
            replace(path, format!("{text}\n").as_bytes(), Readers::Owner)?;
        }
        *self.kept() = next;
        Ok(())
    }

    /// Locks what is kept. Nothing panics while it is locked.
    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn words(door: &Door) -> Option<String> {
        door.notice().and_then(|it| it.text)
    }

    #[test]
    fn words_outlive_the_server_until_they_are_taken_back() {
        let data = tempfile::tempdir().unwrap();
        let open = || Door::open(Some(data.path())).unwrap();
        assert_eq!(words(&open()), None);
        open().set_words(Some("Sunday at six".to_owned())).unwrap();
        assert_eq!(words(&open()).as_deref(), Some("Sunday at six"));
        open().set_words(None).unwrap();
        assert_eq!(words(&open()), None);
    }

    #[test]
    fn what_cannot_be_kept_does_not_count() {
        let data = tempfile::tempdir().unwrap();
        let door = Door::open(Some(data.path())).unwrap();
        door.set_words(Some("before".to_owned())).unwrap();
        fs::remove_dir_all(data.path()).unwrap();
        assert!(door.set_words(Some("after".to_owned())).is_err());
        assert_eq!(words(&door).as_deref(), Some("before"));
    }

    #[test]
    fn a_file_that_is_damaged_is_no_open_door() {
        let data = tempfile::tempdir().unwrap();
        fs::write(data.path().join(FILE), "{\"words\":").unwrap();
        let error = Door::open(Some(data.path())).unwrap_err().to_string();
        assert!(error.contains("door.json: EOF"), "{error}");
    }

    #[test]
    fn a_ban_outlives_the_server_until_its_time_is_over_or_it_is_lifted() {
        let data = tempfile::tempdir().unwrap();
        let open = || Door::open(Some(data.path())).unwrap();
        let (anna, address) = (Looks::plain("Anna"), AddressKey([7; 32]));
        let ban = |until| ServerBan {
            name: Some("Anna".to_owned()),
            looks: Some(anna.clone()),
            address: Some(address),
            why: "spam".to_owned(),
            until,
        };
        let number = open().ban(ban(Some(200)), 100).unwrap();
        let other = Looks::plain("Ben");
        let code = |looks, address, now| {
            let checked = open().check(looks, address, now);
            checked.err().map(|it| it.message.into_owned())
        };
        let told = code(&anna, None, 199).unwrap();
        assert!(
            told.contains("spam (until 1970-01-01T00:03:20Z). If you"),
            "{told}"
        );
        assert!(code(&other, Some(address), 199).is_some());
        assert_eq!(code(&other, Some(AddressKey([8; 32])), 199), None);
        assert_eq!(code(&other, None, 199), None);
        assert_eq!(code(&anna, Some(address), 200), None, "its time is over");
        assert_eq!(open().lift(number + 1, 150).unwrap(), None);
        assert!(open().lift(number, 150).unwrap().is_some());
        assert_eq!(code(&anna, Some(address), 150), None);
        let again = open().ban(ban(None), 300).unwrap();
        assert!(again > number, "no number is given twice");
        assert!(code(&anna, None, u64::MAX).is_some());
    }

    #[test]
    fn there_is_room_for_so_many_bans_and_no_more() {
        let door = Door::default();
        let ban = || ServerBan {
            name: None,
            looks: None,
            address: None,
            why: "x".to_owned(),
            until: Some(10),
        };
        for _ in 0..SERVER_BANS_MAX {
            door.ban(ban(), 1).unwrap();
        }
        assert!(matches!(door.ban(ban(), 1), Err(BanError::Full)));
        assert!(
            door.ban(ban(), 11).is_ok(),
            "those whose time is over are gone"
        );
    }
}
