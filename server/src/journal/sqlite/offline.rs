//! The journal's file in the hands of a command that moves whole records, while no server runs.
//!
//! Called by [`transfer`](crate::journal::transfer). Laws kept here: the folder is locked as by a server; records are
//! durable when they were put, all or none; and they follow exactly the head that the caller names.

use std::collections::BTreeSet;
use std::fmt;
use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use dicehall_engine::lobby::{Event, LobbyEvent};
use dicehall_protocol::LobbyCode;
use rusqlite::{Connection, Transaction, TransactionBehavior};

use super::mark::Mark;
use super::places::{Places, RecordPlace, SharedPlaces};
use super::removal::{HAS_ENDED, RUNS, Removal};
use super::tables::connect;
use super::{FILE_NAME, OpenError, claim, rows};
use crate::journal::JournalError;
use crate::journal::offline_journal::OfflineJournal;
use crate::journal::record::{self, Head, Record};

/// The number of pages in `SQLite`'s log at which it is moved into the file.
const LOG_PAGES_MAX: i64 = 1_000;

/// A journal's file that nobody else uses.
pub(crate) struct OfflineFile {
    connection: Mutex<Connection>,
    places: SharedPlaces,
    _lock: Arc<File>,
}

impl OfflineFile {
    /// Opens the file in a data folder, both of which are made if they are not there.
    pub(crate) fn open(data: &Path) -> Result<Self, OpenError> {
        let lock = claim(data)?;
        let path = data.join(FILE_NAME);
        // The folder may be that of a node, whose lobbies come back from the cluster.
        let mut connection = connect(&path, || Ok(()))?;
        // Rows that move leave the numbers of the earlier ones.
        Mark::open(data).put(0);
        let wrong = |error| OpenError::Database {
            path: path.clone(),
            error,
        };
        // No commit has to be quick here, so the log may be moved at any of them.
        let moves_log = connection.pragma_update(None, "wal_autocheckpoint", LOG_PAGES_MAX);
        moves_log.map_err(wrong)?;
        let places = SharedPlaces::new(Places::load(&connection).map_err(wrong)?);
        let mut removal = Removal::load(&connection, &places).map_err(wrong)?;
        while removal.has_work() {
            removal.pass(&mut connection);
        }
        Ok(Self {
            connection: Mutex::new(connection),
            places,
            _lock: lock,
        })
    }

    /// Opens the file in a data folder that has one.
    pub(crate) fn open_existing(data: &Path) -> Result<Self, OpenError> {
        let path = data.join(FILE_NAME);
        if !path.exists() {
            let error = io::Error::new(io::ErrorKind::NotFound, "there is no journal");
            return Err(OpenError::File { path, error });
        }
        Self::open(data)
    }

    /// Locks the connection. A thread that panicked left no transaction open, so a poisoned lock is ignored.
    fn connection(&self) -> MutexGuard<'_, Connection> {
        self.connection
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    fn put_now(
        &self,
        lobby: LobbyCode,
        head: Head,
        records: &[Record],
    ) -> Result<(), JournalError> {
        let mut connection = self.connection();
        let found = rows::head(&connection, lobby, self.places.lock().last(lobby))?;
        if found != head {
            return Err(JournalError::Conflict {
                lobby,
                expected: head.seq,
                found: found.seq,
            });
        }
        let first_row = self.places.lock().next_row();
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        for (row, record) in (first_row..).zip(records) {
            let place = RecordPlace {
                row,
                seq: record.seq,
            };
            let row = rows::NewRow {
                lobby,
                place,
                hash: &record.hash,
                format: record.format,
                text: &record.text,
            };
            rows::insert(&transaction, &row)?;
        }
        mark(&transaction, lobby, records)?;
        transaction.commit()?;
        let mut places = self.places.lock();
        for (row, record) in (first_row..).zip(records) {
            let seq = record.seq;
            places.push(lobby, RecordPlace { row, seq });
        }
        Ok(())
    }
}

impl OfflineJournal for OfflineFile {
    async fn lobbies(&self) -> Result<BTreeSet<LobbyCode>, JournalError> {
        let connection = self.connection();
        let mut lobbies = rows::lobbies(&connection, RUNS)?;
        lobbies.extend(rows::lobbies(&connection, HAS_ENDED)?);
        Ok(lobbies.into_iter().collect())
    }

    async fn records(&self, lobby: LobbyCode) -> Result<Vec<Record>, JournalError> {
        let places = self.places.lock().all(lobby);
        rows::records(&self.connection(), lobby, &places)
    }

    async fn put(
        &self,
        lobby: LobbyCode,
        head: Head,
        records: &[Record],
    ) -> Result<(), JournalError> {
        self.put_now(lobby, head, records)
    }
}

impl fmt::Debug for OfflineFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OfflineFile").finish_non_exhaustive()
    }
}

/// Notes whether the lobby runs or has ended.
fn mark(
    transaction: &Transaction<'_>,
    lobby: LobbyCode,
    records: &[Record],
) -> rusqlite::Result<()> {
    let last = records.last().map(|it| record::read(it.format, &it.text));
    let events = last.and_then(Result::ok).unwrap_or_default();
    let ends = matches!(events.last(), Some(Event::Lobby(LobbyEvent::Ended { .. })));
    rows::mark(transaction, lobby, if ends { HAS_ENDED } else { RUNS })
}
