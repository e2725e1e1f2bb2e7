//! The removal of ended lobbies: their records are deleted from the file, and the free pages are given back.
//!
//! Called by the writer, between commits. A lobby is marked first, after which it can no longer be read; then its
//! records are deleted in passes of bounded size, and the mark with the last of them. After a kill the next start goes
//! on. Laws kept here: only lobbies that have ended are removed; no stream is read of which some records are gone; a
//! code is free when nothing is left of its lobby.

use std::collections::BTreeMap;

use dicehall_protocol::LobbyCode;
use rusqlite::{Connection, Transaction, TransactionBehavior, params};

use super::places::{SharedPlaces, StreamPlaces};
use super::rows;
use super::tables::PAGE_BYTES;

/// The most records that are deleted in one transaction: a millisecond or two, for which a commit may have to wait.
pub(super) const ROWS_PER_PASS_MAX: usize = 256;
/// The number of new records after which a pass is made although jobs are waiting: half of what a pass deletes, so that
/// records are deleted faster than they are added.
const ROWS_BETWEEN_PASSES: usize = ROWS_PER_PASS_MAX / 2;
/// The most pages that are given back in one transaction, which takes about as long.
const PAGES_PER_PASS_MAX: i64 = 256;
/// The most free pages that stay in the file, where new records fill them: a megabyte, so that the file does not shrink
/// and grow all the time.
const FREE_PAGES_KEPT_MAX: i64 = 1_024 * 1_024 / PAGE_BYTES;
/// About how many bytes of the log a deleted record or a moved page takes: its page.
const PASS_ROW_BYTES: usize = 2_048;

/// The mark of a lobby that is running.
pub(super) const RUNS: i64 = 0;
/// The mark of a lobby that has ended and has all of its records.
pub(super) const HAS_ENDED: i64 = 1;
/// The mark of a lobby that is being removed: some of its records may be gone.
pub(super) const LEAVES: i64 = 2;

/// The lobbies that are being removed.
#[derive(Debug, Default)]
pub(super) struct Removal {
    leaving: BTreeMap<LobbyCode, Leaving>,
    /// The number of records written since the last pass.
    written: usize,
    /// Whether there may be free pages to give back.
    gives_back: bool,
    /// Whether the last pass failed, and nothing has been written since.
    is_stuck: bool,
}

/// The records of a lobby that is being removed.
#[derive(Debug)]
struct Leaving {
    places: StreamPlaces,
    /// How many of them are gone: the first ones.
    removed: usize,
}

/// The part of a pass that concerns one lobby.
struct RemovalStep {
    lobby: LobbyCode,
    removed: usize,
    /// Whether nothing is left of the lobby.
    is_gone: bool,
}

impl Removal {
    /// The lobbies that were being removed when the file was closed.
    pub(super) fn load(connection: &Connection, places: &SharedPlaces) -> rusqlite::Result<Self> {
        let mut removal = Self {
            gives_back: true,
            ..Self::default()
        };
        removal.take_out(rows::lobbies(connection, LEAVES)?, places);
        Ok(removal)
    }

    /// Marks those of the lobbies that have ended, so that they are no longer read.
    pub(super) fn mark(
        &mut self,
        connection: &mut Connection,
        lobbies: &[LobbyCode],
        places: &SharedPlaces,
    ) -> rusqlite::Result<()> {
        let mut marked = Vec::new();
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        for lobby in lobbies {
            let count = transaction
                .prepare_cached("UPDATE lobbies SET ended = ?2 WHERE lobby = ?1 AND ended <> ?3")?
                .execute(params![lobby.as_str(), LEAVES, RUNS])?;
            marked.extend((count > 0).then_some(*lobby));
        }
        transaction.commit()?;
        self.take_out(marked, places);
        Ok(())
    }

    fn take_out(&mut self, lobbies: Vec<LobbyCode>, places: &SharedPlaces) {
        let mut places = places.lock();
        for lobby in lobbies {
            let leaving = self.leaving.entry(lobby);
            leaving.or_insert_with(|| Leaving {
                places: places.take(lobby).unwrap_or_default(),
                removed: 0,
            });
        }
    }

    /// Records that `count` records were written.
    pub(super) fn note_written(&mut self, count: usize) {
        self.written += count;
        self.is_stuck = false;
    }

    /// Whether there is something to do when no jobs are waiting.
    pub(super) fn has_work(&self) -> bool {
        !self.is_stuck && (self.gives_back || !self.leaving.is_empty())
    }

    /// Whether a pass is due although jobs are waiting.
    pub(super) fn is_due(&self) -> bool {
        self.has_work() && self.written >= ROWS_BETWEEN_PASSES
    }

    /// Whether some records of the lobby may be gone.
    pub(super) fn is_leaving(&self, lobby: LobbyCode) -> bool {
        self.leaving.contains_key(&lobby)
    }

    /// Makes one pass; returns about how many bytes it adds to the log. After a failure the next pass waits until
    /// something could be written.
    pub(super) fn pass(&mut self, connection: &mut Connection) -> usize {
        self.written = 0;
        let done = if self.leaving.is_empty() {
            self.give_back(connection)
        } else {
            self.remove(connection)
        };
        done.map_or_else(
            |error| {
                tracing::warn!(%error, "what has ended stays in the journal for now");
                self.is_stuck = true;
                0
            },
            |count| count * PASS_ROW_BYTES,
        )
    }

    /// Deletes all that is left of one lobby, because a new lobby wants its code.
    pub(super) fn finish(
        &mut self,
        connection: &mut Connection,
        lobby: LobbyCode,
    ) -> rusqlite::Result<()> {
        let Some(leaving) = self.leaving.get(&lobby) else {
            return Ok(());
        };
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let step = leaving.step(&transaction, lobby, usize::MAX)?;
        transaction.commit()?;
        self.note(&step);
        Ok(())
    }

    /// Deletes the next records; returns how many.
    fn remove(&mut self, connection: &mut Connection) -> rusqlite::Result<usize> {
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let mut room = ROWS_PER_PASS_MAX;
        let mut steps = Vec::new();
        for (lobby, leaving) in &self.leaving {
            let step = leaving.step(&transaction, *lobby, room)?;
            // The mark is a row as well.
            room = room.saturating_sub(step.removed + 1);
            steps.push(step);
            if room == 0 {
                break;
            }
        }
        transaction.commit()?;
        for step in &steps {
            self.note(step);
        }
        Ok(ROWS_PER_PASS_MAX - room)
    }

    /// Records what is durably gone.
    fn note(&mut self, step: &RemovalStep) {
        if step.is_gone {
            self.leaving.remove(&step.lobby);
            self.gives_back = true;
        } else if let Some(leaving) = self.leaving.get_mut(&step.lobby) {
            leaving.removed += step.removed;
        }
    }

    /// Gives free pages back, except for some; returns how many.
    fn give_back(&mut self, connection: &Connection) -> rusqlite::Result<usize> {
        let before = free_pages(connection)?;
        let pages = (before - FREE_PAGES_KEPT_MAX).min(PAGES_PER_PASS_MAX);
        if pages <= 0 {
            self.gives_back = false;
            return Ok(0);
        }
        let mut vacuum = connection.prepare(&format!("PRAGMA incremental_vacuum({pages})"))?;
        let mut rows = vacuum.query([])?;
        // Each row stands for a page that was given back.
        while rows.next()?.is_some() {}
        let given = before - free_pages(connection)?;
        // A file that cannot give pages back keeps them.
        self.gives_back = given > 0;
        Ok(usize::try_from(given).unwrap_or_default())
    }
}

impl Leaving {
    /// Deletes at most `room` of the next records of the lobby, and its mark after the last.
    fn step(
        &self,
        transaction: &Transaction<'_>,
        lobby: LobbyCode,
        rows_max: usize,
    ) -> rusqlite::Result<RemovalStep> {
        let mut left = self.places.iter().skip(self.removed);
        let mut delete =
            transaction.prepare_cached("DELETE FROM events WHERE rowid = ?1 AND lobby = ?2")?;
        let mut removed = 0;
        for place in left.by_ref().take(rows_max) {
            delete.execute(params![place.row, lobby.as_str()])?;
            removed += 1;
        }
        let is_gone = left.next().is_none();
        if is_gone {
            transaction
                .prepare_cached("DELETE FROM lobbies WHERE lobby = ?1 AND ended = ?2")?
                .execute(params![lobby.as_str(), LEAVES])?;
        }
        Ok(RemovalStep {
            lobby,
            removed,
            is_gone,
        })
    }
}

fn free_pages(connection: &Connection) -> rusqlite::Result<i64> {
    connection.pragma_query_value(None, "freelist_count", |row| row.get(0))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::super::places::Places;
    use super::super::tables::connect;
    use super::super::tables::tests::left_behind;
    use super::*;

    /// The number of records of the large lobby, which take several passes; the other lobbies have fewer.
    const LARGE: usize = 2 * ROWS_PER_PASS_MAX + 10;
    const SMALL: usize = 5;

    fn code(text: &str) -> LobbyCode {
        text.parse().unwrap()
    }

    /// A file with the records of lobbies that were written in turns: `CCCCC` is running, and is as long as the
    /// longest.
    fn made(data: &Path) -> Connection {
        let connection = open(data);
        let lobbies = [
            ("AAAAA", HAS_ENDED, LARGE),
            ("BBBBB", HAS_ENDED, SMALL),
            ("CCCCC", RUNS, LARGE),
            ("DDDDD", HAS_ENDED, SMALL),
        ];
        let transaction = connection.unchecked_transaction().unwrap();
        for (lobby, mark, _) in lobbies {
            let insert = "INSERT INTO lobbies VALUES (?1, ?2)";
            transaction.execute(insert, params![lobby, mark]).unwrap();
        }
        for seq in 1..=LARGE {
            for (lobby, _, _) in lobbies.iter().filter(|it| it.2 >= seq) {
                let text = format!("{lobby} {seq} {}", "x".repeat(300));
                let insert = "INSERT INTO events (lobby, seq, format, hash, event) VALUES (?1, ?2, 2, x'00', ?3)";
                let seq = i64::try_from(seq).unwrap();
                transaction
                    .execute(insert, params![lobby, seq, text])
                    .unwrap();
            }
        }
        transaction.commit().unwrap();
        connection
    }

    fn open(data: &Path) -> Connection {
        connect(&data.join("journal.sqlite"), || Ok(())).unwrap()
    }

    /// The places and the removal that a process finds when it opens the file.
    fn loaded(connection: &Connection) -> (SharedPlaces, Removal) {
        let places = SharedPlaces::new(Places::load(connection).unwrap());
        let removal = Removal::load(connection, &places).unwrap();
        (places, removal)
    }

    /// The number of records that each lobby of the file has.
    fn counts(connection: &Connection) -> Vec<(String, usize)> {
        let mut select = connection
            .prepare("SELECT lobby, count(*) FROM events GROUP BY lobby ORDER BY lobby")
            .unwrap();
        let rows = select.query_map([], |it| Ok((it.get(0)?, it.get::<_, i64>(1)?)));
        let rows = rows.unwrap().map(|it| it.unwrap());
        rows.map(|(lobby, count)| (lobby, usize::try_from(count).unwrap()))
            .collect()
    }

    fn total(connection: &Connection) -> usize {
        counts(connection).iter().map(|it| it.1).sum()
    }

    /// Makes passes until nothing is left to do; returns the most records that one of them deleted.
    fn finish(removal: &mut Removal, connection: &mut Connection) -> usize {
        let mut most = 0;
        while removal.has_work() {
            let before = total(connection);
            removal.pass(connection);
            most = most.max(before - total(connection));
        }
        most
    }

    /// Checks what is left when the two lobbies have been removed.
    fn check_left(connection: &Connection, places: &SharedPlaces) {
        let left = [("CCCCC", LARGE), ("DDDDD", SMALL)].map(|it| (it.0.to_owned(), it.1));
        assert_eq!(counts(connection), left);
        let named = [LEAVES, HAS_ENDED, RUNS].map(|it| rows::lobbies(connection, it).unwrap());
        assert_eq!(named, [vec![], vec![code("DDDDD")], vec![code("CCCCC")]]);
        let places = places.lock();
        let found = ["AAAAA", "BBBBB", "CCCCC", "DDDDD"].map(|it| places.all(code(it)).len());
        assert_eq!(found, [0, 0, LARGE, SMALL]);
        let records = rows::records(connection, code("CCCCC"), &places.all(code("CCCCC")));
        assert_eq!(records.unwrap().len(), LARGE);
    }

    #[test]
    fn whoever_is_killed_between_two_passes_goes_on_at_the_next_start() {
        let data = tempfile::tempdir().unwrap();
        let mut connection = made(data.path());
        let (places, mut outer) = loaded(&connection);
        assert!(outer.leaving.is_empty());
        let gone = [code("AAAAA"), code("BBBBB")];
        outer.mark(&mut connection, &gone, &places).unwrap();
        let mut kills = 0;
        while !outer.leaving.is_empty() {
            let left = left_behind(data.path());
            let mut found = open(left.path());
            let (places, mut removal) = loaded(&found);
            assert_eq!(places.lock().all(gone[0]), [], "nobody reads a part of it");
            let leaving: Vec<LobbyCode> = removal.leaving.keys().copied().collect();
            assert!(leaving.iter().all(|it| gone.contains(it)), "{leaving:?}");
            finish(&mut removal, &mut found);
            check_left(&found, &places);
            kills += 1;
            outer.pass(&mut connection);
        }
        assert!(kills > 2, "several passes");
        check_left(&connection, &places);
    }

    #[test]
    fn a_pass_is_bounded_and_what_was_filled_is_given_back_but_for_some() {
        let data = tempfile::tempdir().unwrap();
        let mut connection = made(data.path());
        let (places, mut removal) = loaded(&connection);
        let pages = |connection: &Connection| -> i64 {
            let count = connection.pragma_query_value(None, "page_count", |it| it.get(0));
            count.unwrap()
        };
        let fill = "INSERT INTO events (lobby, seq, format, hash, event)
            SELECT 'AAAAA', seq + 1000 * n.column1, 2, x'00', hex(zeroblob(1500)) FROM events,
            (VALUES (1), (2), (3), (4)) n WHERE lobby = 'AAAAA'";
        connection.execute_batch(fill).unwrap();
        places.lock().catch_up(&connection).unwrap();
        let before = pages(&connection);
        assert!(before > 4 * FREE_PAGES_KEPT_MAX, "{before}");
        removal.pass(&mut connection);
        assert!(!removal.has_work(), "nothing is free yet");
        let gone = [code("AAAAA"), code("BBBBB")];
        removal.mark(&mut connection, &gone, &places).unwrap();
        assert_eq!(finish(&mut removal, &mut connection), ROWS_PER_PASS_MAX);
        check_left(&connection, &places);
        assert_eq!(free_pages(&connection).unwrap(), FREE_PAGES_KEPT_MAX);
        let after = pages(&connection);
        assert!(
            after < FREE_PAGES_KEPT_MAX + 700,
            "{before} pages, {after} left"
        );
        // The pages that were given back are gone from the disk when the log is moved.
        let _: i64 = connection
            .query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |it| it.get(0))
            .unwrap();
        let bytes = std::fs::metadata(data.path().join("journal.sqlite"))
            .unwrap()
            .len();
        assert_eq!(bytes, u64::try_from(after * PAGE_BYTES).unwrap());
    }

    #[test]
    fn a_lobby_that_runs_stays_whoever_names_it() {
        let data = tempfile::tempdir().unwrap();
        let mut connection = made(data.path());
        let (places, mut removal) = loaded(&connection);
        let named = ["AAAAA", "CCCCC", "EEEEE", "BBBBB"].map(code);
        for _ in 0..2 {
            removal.mark(&mut connection, &named, &places).unwrap();
        }
        finish(&mut removal, &mut connection);
        check_left(&connection, &places);
    }

    #[test]
    fn what_cannot_be_removed_is_tried_again_when_something_could_be_written() {
        let data = tempfile::tempdir().unwrap();
        let mut connection = made(data.path());
        let (places, mut removal) = loaded(&connection);
        let gone = [code("AAAAA"), code("BBBBB")];
        removal.mark(&mut connection, &gone, &places).unwrap();
        let only_read = |connection: &Connection, it: bool| {
            connection.pragma_update(None, "query_only", it).unwrap();
        };
        only_read(&connection, true);
        assert_eq!(removal.pass(&mut connection), 0);
        assert!(!removal.has_work() && !removal.is_due());
        only_read(&connection, false);
        removal.note_written(1);
        assert!(removal.has_work());
        finish(&mut removal, &mut connection);
        check_left(&connection, &places);
    }

    #[test]
    fn under_load_a_pass_is_due_after_half_as_many_new_records() {
        let data = tempfile::tempdir().unwrap();
        let mut connection = made(data.path());
        let (places, mut removal) = loaded(&connection);
        removal.gives_back = false;
        removal.note_written(ROWS_PER_PASS_MAX);
        assert!(!removal.is_due(), "nothing leaves");
        removal
            .mark(&mut connection, &[code("AAAAA")], &places)
            .unwrap();
        assert!(removal.is_due());
        removal.pass(&mut connection);
        removal.note_written(ROWS_PER_PASS_MAX / 2 - 1);
        assert!(!removal.is_due());
        removal.note_written(1);
        assert!(removal.is_due());
    }
}
