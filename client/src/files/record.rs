//! The record of the person's matches: one row per match, in a small database that every run of the
//! program adds to.
//!
//! The screens add a match when it ends; `dicehall record` and the record's screen read all of
//! them. Law kept here: a match is counted once, however often it is told, and the oldest are
//! dropped first.

mod fault;
mod summary;

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use dicehall_engine::GameKind;
use dicehall_files::Why;
use dicehall_protocol::match_file::name::moment;
use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSql, ToSqlOutput, ValueRef};
use rusqlite::{Connection, OpenFlags, OptionalExtension, Row, params};
use serde::Serialize;

use super::keep::make_folder_of;

pub use summary::{Sum, Summary};

/// The numbers of matches and wins in each game, by the strength of the bots.
pub type Sums = BTreeMap<GameKind, BTreeMap<String, Sum>>;

/// The most matches that are kept.
const MATCHES_MAX: u32 = 10_000;
/// How long to wait for another run of the program that writes at the same moment, in milliseconds.
const WAIT_MS: u64 = 500;
/// The version of the tables; a file with a higher one was written by a newer program.
const FORM: u32 = 1;
/// The SQL statements that make the tables.
const TABLES: &str = "
    CREATE TABLE matches (
        name TEXT PRIMARY KEY,
        ended_at_ms INTEGER NOT NULL,
        game TEXT NOT NULL,
        others TEXT NOT NULL,
        bots TEXT,
        result TEXT NOT NULL,
        rounds INTEGER NOT NULL,
        dice INTEGER NOT NULL,
        pips INTEGER NOT NULL,
        file TEXT
    ) STRICT;
    CREATE INDEX matches_by_end ON matches (ended_at_ms);
";

/// A match in which the person had a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlayedMatch {
    /// The name of the match's file, which identifies the match.
    pub name: String,
    /// The game.
    pub game: GameKind,
    /// The names of the others, in the order of their seats.
    pub others: Vec<String>,
    /// The common strength of the others; `None` unless all were bots of one strength.
    pub bots: Option<String>,
    /// The result for the person.
    pub result: MatchResult,
    /// The number of the last round.
    pub rounds: u16,
    /// The number of dice that the person was seen to roll.
    pub dice: u32,
    /// The sum of their pips.
    pub pips: u32,
    /// The match file; `None` if it is not on this machine.
    pub file: Option<PathBuf>,
}

/// The result of a match for the person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum MatchResult {
    /// The person alone won.
    Won,
    /// Several seats won, the person's among them, or nobody did.
    Shared,
    /// Somebody else won.
    Lost,
    /// The person resigned.
    Resigned,
}

/// A match of the record, with the time of its end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RecordedMatch {
    /// The end of the match, in milliseconds since the beginning of 1970, UTC.
    pub ended_at_ms: i64,
    /// The match.
    #[serde(flatten)]
    pub played: PlayedMatch,
}

/// The record of matches, opened.
#[derive(Debug)]
pub struct Record {
    connection: Connection,
    path: PathBuf,
}

impl Record {
    /// Opens the record, or makes a new one.
    ///
    /// # Errors
    /// If it cannot be opened, or a newer program wrote it.
    pub fn open(path: &Path) -> Result<Self, Why> {
        make_folder_of(path)?;
        let connection = Connection::open(path).map_err(|it| fault::why(&it, path))?;
        let mut record = Self {
            connection,
            path: path.to_owned(),
        };
        record.set_up()?;
        Ok(record)
    }

    /// Opens the record to read it, if there is one; then it need not be writable.
    ///
    /// # Errors
    /// If it cannot be read, or a newer program wrote it.
    pub fn open_existing(path: &Path) -> Result<Option<Self>, Why> {
        match fs::metadata(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            found => found?,
        };
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let opened = Connection::open_with_flags(path, flags);
        let record = Self {
            connection: opened.map_err(|it| fault::why(&it, path))?,
            path: path.to_owned(),
        };
        match record.done(form(&record.connection))? {
            0 => Ok(None),
            FORM => Ok(Some(record)),
            _newer => Err(Why::Newer),
        }
    }

    /// Reads all of the record and looks for damage.
    ///
    /// # Errors
    /// If there is any, or if it cannot be read.
    pub fn examine(path: &Path) -> Result<(), Why> {
        let Some(record) = Self::open_existing(path)? else {
            return Ok(());
        };
        let checked = record
            .connection
            .pragma_query_value(None, "quick_check", |it| it.get::<_, String>(0));
        if record.done(checked)? != "ok" {
            return Err(Why::Damaged);
        }
        record.matches().map(drop)
    }

    fn set_up(&mut self) -> Result<(), Why> {
        let Self { connection, path } = self;
        match make_tables(connection) {
            Ok(FORM) => Ok(()),
            Ok(_newer) => Err(Why::Newer),
            Err(error) => Err(fault::why(&error, path)),
        }
    }

    /// A result of the database, whose error is put into words.
    fn done<T>(&self, done: rusqlite::Result<T>) -> Result<T, Why> {
        done.map_err(|it| fault::why(&it, &self.path))
    }

    /// Adds a match that ended at this time, unless it is already in the record.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub fn add(&mut self, played: &PlayedMatch, ended_at_ms: i64) -> Result<(), Why> {
        let added = add(&mut self.connection, played, ended_at_ms);
        self.done(added)
    }

    /// Notes where the file of a match is, if the match is in the record.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub fn note_file(&mut self, name: &str, file: &Path) -> Result<(), Why> {
        let noted = self.connection.execute(
            "UPDATE matches SET file = ?2 WHERE name = ?1",
            params![name, file.to_string_lossy()],
        );
        self.done(noted.map(drop))
    }

    /// All matches, the most recent first.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn matches(&self) -> Result<Vec<RecordedMatch>, Why> {
        self.done(matches(&self.connection))
    }

    /// The counts of matches against bots of one strength. Games that this program does not know
    /// are left out.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn sums(&self) -> Result<Sums, Why> {
        self.done(sums(&self.connection))
    }
}

/// The version of the tables; 0 if there are none.
fn form(connection: &Connection) -> rusqlite::Result<u32> {
    connection.busy_timeout(Duration::from_millis(WAIT_MS))?;
    connection.pragma_query_value(None, "user_version", |it| it.get(0))
}

/// Makes the tables if there are none; returns their version.
fn make_tables(connection: &mut Connection) -> rusqlite::Result<u32> {
    connection.busy_timeout(Duration::from_millis(WAIT_MS))?;
    let behavior = rusqlite::TransactionBehavior::Immediate;
    let transaction = connection.transaction_with_behavior(behavior)?;
    let mut form = form(&transaction)?;
    if form == 0 {
        transaction.execute_batch(TABLES)?;
        transaction.pragma_update(None, "user_version", FORM)?;
        form = FORM;
    }
    transaction.commit()?;
    Ok(form)
}

fn add(
    connection: &mut Connection,
    played: &PlayedMatch,
    ended_at_ms: i64,
) -> rusqlite::Result<()> {
    let others = serde_json::to_string(&played.others).map_err(|it| conversion(Box::new(it)))?;
    let file = played.file.as_ref().map(|it| it.to_string_lossy());
    let transaction = connection.transaction()?;
    transaction.execute(
        "INSERT INTO matches VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
         ON CONFLICT (name) DO NOTHING",
        params![
            played.name,
            ended_at_ms,
            played.game.name(),
            others,
            played.bots,
            played.result,
            played.rounds,
            played.dice,
            played.pips,
            file,
        ],
    )?;
    forget_oldest(&transaction, MATCHES_MAX)?;
    transaction.commit()
}

fn matches(connection: &Connection) -> rusqlite::Result<Vec<RecordedMatch>> {
    let mut query =
        connection.prepare("SELECT * FROM matches ORDER BY ended_at_ms DESC, name DESC")?;
    query.query_map([], recorded)?.collect()
}

fn sums(connection: &Connection) -> rusqlite::Result<Sums> {
    let mut query = connection.prepare(
        "SELECT game, bots, COUNT(*), SUM(result = 'won') FROM matches
         WHERE bots IS NOT NULL GROUP BY game, bots",
    )?;
    let mut rows = query.query([])?;
    let mut sums = Sums::new();
    while let Some(row) = rows.next()? {
        let game: String = row.get(0)?;
        let [played, won]: [u32; 2] = [row.get(2)?, row.get(3)?];
        let [played, won] = [played, won].map(|it| usize::try_from(it).unwrap_or(usize::MAX));
        let sum = Sum { played, won };
        if let Ok(game) = game.parse() {
            sums.entry(game).or_default().insert(row.get(1)?, sum);
        }
    }
    Ok(sums)
}

impl MatchResult {
    /// The results, each with its word in the database.
    const WORDS: [(Self, &'static str); 4] = [
        (Self::Won, "won"),
        (Self::Shared, "shared"),
        (Self::Lost, "lost"),
        (Self::Resigned, "resigned"),
    ];

    /// The word for this result in the database.
    pub fn word(self) -> &'static str {
        let mut words = Self::WORDS.into_iter();
        words.find(|it| it.0 == self).map_or("", |it| it.1)
    }
}

impl ToSql for MatchResult {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::from(self.word()))
    }
}

impl FromSql for MatchResult {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        let word = value.as_str()?;
        let mut words = Self::WORDS.into_iter();
        let found = words.find(|it| it.1 == word);
        found.map(|it| it.0).ok_or(FromSqlError::InvalidType)
    }
}

/// The day of a moment in UTC, as `YYYY-MM-DD`.
pub fn day(unix_ms: i64) -> String {
    let moment = moment(u64::try_from(unix_ms).unwrap_or(0) / 1_000);
    let part = |range| moment.get(range).unwrap_or_default();
    format!("{}-{}-{}", part(0..4), part(4..6), part(6..8))
}

/// Deletes the oldest matches beyond this many.
fn forget_oldest(connection: &Connection, matches_max: u32) -> rusqlite::Result<()> {
    let oldest: Option<i64> = connection
        .query_row(
            "SELECT ended_at_ms FROM matches ORDER BY ended_at_ms DESC LIMIT 1 OFFSET ?1",
            [matches_max],
            |it| it.get(0),
        )
        .optional()?;
    if let Some(oldest) = oldest {
        connection.execute("DELETE FROM matches WHERE ended_at_ms <= ?1", [oldest])?;
    }
    Ok(())
}

fn recorded(row: &Row<'_>) -> rusqlite::Result<RecordedMatch> {
    let game: String = row.get("game")?;
    let others: String = row.get("others")?;
    let file: Option<String> = row.get("file")?;
    Ok(RecordedMatch {
        ended_at_ms: row.get("ended_at_ms")?,
        played: PlayedMatch {
            name: row.get("name")?,
            game: game.parse().map_err(|_unknown| unknown(&game))?,
            others: serde_json::from_str(&others).map_err(|it| conversion(Box::new(it)))?,
            bots: row.get("bots")?,
            result: row.get("result")?,
            rounds: row.get("rounds")?,
            dice: row.get("dice")?,
            pips: row.get("pips")?,
            file: file.map(PathBuf::from),
        },
    })
}

/// The error for a game that this program does not know.
fn unknown(game: &str) -> rusqlite::Error {
    conversion(format!("there is no game {game:?}").into())
}

fn conversion(error: Box<dyn std::error::Error + Send + Sync>) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(0, rusqlite::types::Type::Text, error)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(name: &str, result: MatchResult) -> PlayedMatch {
        PlayedMatch {
            name: name.to_owned(),
            game: GameKind::DiceWars,
            others: vec!["bot hard".to_owned(), "Zoë \"Z\"".to_owned()],
            bots: None,
            result,
            rounds: 12,
            dice: 40,
            pips: 150,
            file: Some(PathBuf::from("/kept/here.jsonl")),
        }
    }

    fn in_memory() -> Record {
        let mut record = Record {
            connection: Connection::open_in_memory().unwrap(),
            path: PathBuf::new(),
        };
        record.set_up().unwrap();
        record
    }

    fn names(record: &Record) -> Vec<String> {
        let matches = record.matches().unwrap().into_iter();
        matches.map(|it| it.played.name).collect()
    }

    #[test]
    fn what_was_added_is_there_in_the_next_run_once_and_the_last_one_first() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("data/record.db");
        assert!(Record::open_existing(&path).unwrap().is_none());
        let lost = played("b", MatchResult::Resigned);
        {
            let mut record = Record::open(&path).unwrap();
            record.add(&played("a", MatchResult::Won), 5).unwrap();
            record.add(&lost, 7).unwrap();
        }
        let mut record = Record::open(&path).unwrap();
        record.add(&played("b", MatchResult::Lost), 9).unwrap();
        let record = Record::open_existing(&path).unwrap().unwrap();
        assert_eq!(names(&record), ["b", "a"]);
        let newest = record.matches().unwrap().swap_remove(0);
        assert_eq!((newest.ended_at_ms, newest.played), (7, lost));
    }

    #[test]
    fn matches_are_counted_by_game_and_the_strength_of_the_bots() {
        let mut record = in_memory();
        for (at, (bots, result)) in (0..).zip([
            (Some("Fox"), MatchResult::Won),
            (Some("Fox"), MatchResult::Won),
            (Some("Fox"), MatchResult::Lost),
            (Some("Fox"), MatchResult::Shared),
            (Some("Doom"), MatchResult::Resigned),
            (None, MatchResult::Won),
        ]) {
            let bots = bots.map(str::to_owned);
            let played = PlayedMatch {
                bots,
                ..played(&at.to_string(), result)
            };
            record.add(&played, at).unwrap();
        }
        let [fox, doom] = [(4, 2), (1, 0)].map(|(played, won)| Sum { played, won });
        let strengths = [("Fox".to_owned(), fox), ("Doom".to_owned(), doom)];
        let expect = Sums::from([(GameKind::DiceWars, strengths.into())]);
        assert_eq!(record.sums().unwrap(), expect);
    }

    #[test]
    fn the_oldest_are_forgotten_first() {
        let mut record = in_memory();
        for (at, name) in (1..).zip(["a", "b", "c", "d"]) {
            record.add(&played(name, MatchResult::Won), at).unwrap();
        }
        forget_oldest(&record.connection, 4).unwrap();
        assert_eq!(names(&record), ["d", "c", "b", "a"]);
        forget_oldest(&record.connection, 2).unwrap();
        assert_eq!(names(&record), ["d", "c"]);
    }

    #[test]
    fn a_record_of_a_newer_program_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("record.db");
        drop(Record::open(&path).unwrap());
        let connection = Connection::open(&path).unwrap();
        connection
            .pragma_update(None, "user_version", FORM + 1)
            .unwrap();
        assert_eq!(Record::open(&path).unwrap_err(), Why::Newer);
        assert_eq!(Record::open_existing(&path).unwrap_err(), Why::Newer);
    }

    #[test]
    fn a_file_that_is_no_record_is_an_error_and_stays_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("record.db");
        let text = "no database, but somebody's letter ".repeat(40);
        fs::write(&path, &text).unwrap();
        assert_eq!(Record::open(&path).unwrap_err(), Why::Damaged);
        assert_eq!(Record::open_existing(&path).unwrap_err(), Why::Damaged);
        assert_eq!(Record::examine(&path).unwrap_err(), Why::Damaged);
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }

    #[test]
    fn damage_within_a_record_is_found() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("record.db");
        let mut record = Record::open(&path).unwrap();
        for number in 0..200 {
            let name = format!("match {number}");
            record
                .add(&played(&name, MatchResult::Won), number)
                .unwrap();
        }
        drop(record);
        assert_eq!(Record::examine(&path), Ok(()));
        let mut bytes = fs::read(&path).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle..middle + 3_000].fill(0xA5);
        fs::write(&path, bytes).unwrap();
        assert_eq!(Record::examine(&path), Err(Why::Damaged));
    }

    #[test]
    fn the_file_of_a_match_can_be_noted_later() {
        let mut record = in_memory();
        let mut unwritten = played("a", MatchResult::Won);
        unwritten.file = None;
        record.add(&unwritten, 1).unwrap();
        record.note_file("b", Path::new("/no/match")).unwrap();
        record.note_file("a", Path::new("/kept/a.jsonl")).unwrap();
        let file = record.matches().unwrap().swap_remove(0).played.file;
        assert_eq!(file, Some(PathBuf::from("/kept/a.jsonl")));
    }
}
