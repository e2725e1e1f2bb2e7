//! The signs that a journal is not what it was: records that were durable are gone, or belong to nobody.
//!
//! Found when the journal is opened. Law kept here: whatever can be noticed is told; nothing is repaired by guessing.

use std::collections::BTreeSet;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use dicehall_engine::lobby::{Event, LobbyEvent};
use dicehall_protocol::LobbyCode;
use rusqlite::Connection;

use super::log::{self, Damage};
use super::places::{Places, RecordPlace};
use super::removal::{HAS_ENDED, LEAVES};
use super::rows;
use crate::journal::record;
use crate::os::private_files::open_private;

/// The end of the name of the log's file, after that of the journal.
pub(super) const LOG_SUFFIX: &str = "-wal";
/// The end of the name of a copy of a damaged log.
const COPY_SUFFIX: &str = "-wal.damaged";

/// A sign that a journal has lost something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Setback {
    /// The write-ahead log is damaged.
    Log {
        /// The damage.
        damage: Damage,
    },
    /// The journal ends before the last record that was durable.
    Records {
        /// The number of the last record that is there.
        found: i64,
        /// The number of the last one that was durable.
        durable: i64,
    },
    /// A lobby and its records do not fit together.
    Lobby {
        /// The lobby.
        lobby: LobbyCode,
        /// Which of both is missing.
        what: &'static str,
    },
    /// There are records of which nobody can say whose they are.
    Strays {
        /// Their number.
        count: u64,
    },
}

impl Setback {
    /// The kind, as it is counted.
    pub(crate) const fn kind(&self) -> &'static str {
        match self {
            Self::Log { .. } => "log",
            Self::Records { .. } => "records",
            Self::Lobby { .. } | Self::Strays { .. } => "lobby",
        }
    }
}

impl fmt::Display for Setback {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Log {
                damage: Damage::Header { bytes },
            } => write!(
                f,
                "the journal's log is damaged at its beginning: what was in its {bytes} bytes is lost, and is kept in \
                 journal.sqlite{COPY_SUFFIX}"
            ),
            Self::Log {
                damage: Damage::Frame { frame, commits },
            } => write!(
                f,
                "frame {frame} of the journal's log is damaged: {commits} commits from there on are lost, unless the \
                 machine crashed before the last of them was done; the log is kept in journal.sqlite{COPY_SUFFIX}"
            ),
            Self::Records { found, durable } => write!(
                f,
                "the journal ends with record {found}, and had {durable} before: unless it was put back from a backup, \
                 what happened last is lost"
            ),
            Self::Lobby { lobby, what } => write!(f, "lobby {lobby} {what} in the journal"),
            Self::Strays { count } => write!(
                f,
                "{count} records of the journal belong to no lobby that can exist"
            ),
        }
    }
}

/// The damage of the log of a journal that is about to be opened, of which a copy is kept: `SQLite` writes over it.
pub(super) fn of_log(journal: &Path) -> Option<Setback> {
    let path = beside(journal, LOG_SUFFIX);
    let damage = log::damage(&path).unwrap_or_else(|error| {
        tracing::warn!(%error, "the journal's log was not looked at");
        None
    })?;
    let copied = open_private(&beside(journal, COPY_SUFFIX)).and_then(|mut copy| {
        copy.set_len(0)?;
        std::io::copy(&mut fs::File::open(&path)?, &mut copy)
    });
    if let Err(error) = copied {
        tracing::warn!(%error, "the damaged log is not kept");
    }
    Some(Setback::Log { damage })
}

/// The signs of a loss in the places of a journal: `durable` is the number of the last record that was durable,
/// `lobbies` are those that should have records.
pub(super) fn of_places(
    places: &Places,
    durable: i64,
    lobbies: &BTreeSet<LobbyCode>,
) -> Vec<Setback> {
    let recorded = places.lobbies();
    let unknown = recorded
        .difference(lobbies)
        .map(|it| (*it, "is not listed"));
    let empty = lobbies.difference(&recorded);
    let empty = empty.map(|it| (*it, "has no records"));
    let mut setbacks: Vec<Setback> = unknown
        .chain(empty)
        .map(|(lobby, what)| Setback::Lobby { lobby, what })
        .collect();
    let (found, count) = (places.last_row(), places.strays());
    setbacks.extend((found < durable).then_some(Setback::Records { found, durable }));
    setbacks.extend((count > 0).then_some(Setback::Strays { count }));
    setbacks
}

/// The lobbies that are marked as ended, or as being removed, and whose last record does not end them.
pub(super) fn of_endings(
    connection: &Connection,
    places: &Places,
) -> rusqlite::Result<Vec<Setback>> {
    let mut setbacks = Vec::new();
    for mark in [HAS_ENDED, LEAVES] {
        for lobby in rows::lobbies(connection, mark)? {
            let last: Vec<RecordPlace> = places.last(lobby).into_iter().collect();
            let ends = rows::records(connection, lobby, &last).is_ok_and(|records| {
                let events = records
                    .last()
                    .and_then(|it| record::read(it.format, &it.text).ok());
                let last = events.as_ref().and_then(|it| it.last());
                matches!(last, Some(Event::Lobby(LobbyEvent::Ended { .. })))
            });
            let what = "is marked as ended and has not ended";
            setbacks.extend((!ends).then_some(Setback::Lobby { lobby, what }));
        }
    }
    Ok(setbacks)
}

/// The path of a file whose name begins with the journal's.
pub(super) fn beside(journal: &Path, suffix: &str) -> PathBuf {
    let mut name = journal.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}
