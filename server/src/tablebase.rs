//! The tablebase of animal shogi on the disk: found by its name, read and checked whole, made where it is missing or damaged.
//!
//! Bots ask a [`TableStore`] when they first need it. Where there is no usable table, and one may be made, a thread of its own
//! with the lowest priority computes it meanwhile, and until then the bots do without. A lock file lets one process work while
//! others wait for its table; the table is renamed to its place when it is whole, so that nobody reads half of one.

use std::fmt;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Instant;

use dicehall_engine::solution::solver::InTurn;
use dicehall_engine::solution::table::TableError;
use dicehall_engine::solution::tablebase::Tablebase;
use dicehall_engine::solution::tablebase::probe::Scores;
use dicehall_files::Readers;
use dicehall_files::write::replace;

use crate::os::memory;
use crate::os::priority::Priority;
use crate::os::private_files::private_folder;

/// The memory that must be free before a table is made, in bytes: the solver was measured to need 367 MB.
const FREE_BYTES_MIN: u64 = 512 * 1024 * 1024;

/// Why there is no table at a place.
#[derive(Debug, thiserror::Error)]
pub enum TableFault {
    /// There is no file, or it cannot be read.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The fault.
        error: io::Error,
    },
    /// The file is no table, or a damaged one.
    #[error("{}: {error}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The fault.
        error: TableError,
    },
}

/// A place for the table, which is read when it is first asked for. Copies share one table.
#[derive(Clone, Default)]
pub struct TableStore(Option<Arc<Shared>>);

struct Shared {
    path: PathBuf,
    source: Box<dyn Source>,
    state: Mutex<State>,
    /// The thread that makes the table, for whoever waits for its end.
    maker: Mutex<Option<JoinHandle<()>>>,
}

enum State {
    /// Nobody has asked yet.
    Unasked,
    /// The table is being made.
    Making,
    /// The table was read.
    Open(Arc<dyn Scores>),
    /// There is none, and none is made.
    Without,
}

/// The maker of tables; tests have a smaller one.
trait Source: Send + Sync {
    /// The table of a file's bytes.
    fn open(&self, bytes: Vec<u8>) -> Result<Arc<dyn Scores>, TableError>;
    /// The bytes of a new table.
    fn make(&self) -> Result<Vec<u8>, String>;
    /// Why none may be made; `None` if one may.
    fn forbidden(&self) -> Option<&'static str>;
}

/// Animal shogi.
struct Solver {
    may_make: bool,
}

impl TableStore {
    /// The store in a folder, under the name of the table of this version.
    pub fn in_folder(folder: &Path, may_make: bool) -> Self {
        Self::new(&path_in(folder), Box::new(Solver { may_make }))
    }

    /// The table, if it can be read. If not, it is made meanwhile, where that is allowed.
    pub fn ask(&self) -> Option<Arc<dyn Scores>> {
        let shared = self.0.as_ref()?;
        let mut state = shared.state();
        if let State::Unasked = *state {
            *state = shared.begin();
        }
        match &*state {
            State::Open(table) => Some(Arc::clone(table)),
            State::Unasked | State::Making | State::Without => None,
        }
    }

    fn new(path: &Path, source: Box<dyn Source>) -> Self {
        Self(Some(Arc::new(Shared {
            path: path.to_owned(),
            source,
            state: Mutex::new(State::Unasked),
            maker: Mutex::new(None),
        })))
    }

    /// Waits until no table is being made.
    #[cfg(test)]
    fn settle(&self) {
        if let Some(maker) = self.0.as_ref().and_then(|it| it.maker().take()) {
            maker.join().unwrap();
        }
    }
}

/// Where the table is in a data folder.
pub fn path_in(folder: &Path) -> PathBuf {
    folder.join(Tablebase::file_name())
}

/// Reads a table and checks all of it.
pub fn read(path: &Path) -> Result<Tablebase, TableFault> {
    read_with(path, Tablebase::open)
}

/// Writes a table beside its place, and renames it when it is whole and durable.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    replace(path, bytes, Readers::Owner)
}

impl Shared {
    /// Reads the table, or begins to make it.
    fn begin(self: &Arc<Self>) -> State {
        let fault = match self.read() {
            Ok(table) => return State::Open(table),
            Err(fault) => fault,
        };
        if let Some(why) = self.source.forbidden() {
            tracing::warn!(%fault, "perfect plays animal shogi without a table, which is not made: {why}");
            return State::Without;
        }
        tracing::info!(%fault, "animal shogi's table is being made; until then perfect searches");
        let shared = Arc::clone(self);
        let thread = thread::Builder::new().name("shogi-table".to_owned());
        match thread.spawn(move || shared.work()) {
            Ok(handle) => {
                *self.maker() = Some(handle);
                State::Making
            }
            Err(error) => {
                tracing::error!(%error, "no thread can be started for animal shogi's table");
                State::Without
            }
        }
    }

    /// Makes the table, in the thread of its own.
    fn work(&self) {
        let begun = Instant::now();
        Priority::Idle.take();
        let made = self.make();
        let seconds = begun.elapsed().as_secs_f64();
        let path = self.path.display();
        *self.state() = match made {
            Ok(table) => {
                tracing::info!(%path, seconds, "perfect plays animal shogi by its table now");
                State::Open(table)
            }
            Err(error) => {
                tracing::error!(%path, error, "there is no table of animal shogi; perfect searches");
                State::Without
            }
        };
    }

    fn make(&self) -> Result<Arc<dyn Scores>, String> {
        let told = |error: io::Error| error.to_string();
        if let Some(folder) = self.path.parent() {
            private_folder(folder).map_err(told)?;
        }
        let lock = File::create(self.path.with_extension("lock")).map_err(told)?;
        lock.lock().map_err(told)?;
        // Whoever had the lock before may have made it.
        if let Ok(table) = self.read() {
            return Ok(table);
        }
        write(&self.path, &self.source.make()?).map_err(told)?;
        self.read().map_err(|it| it.to_string())
    }

    fn read(&self) -> Result<Arc<dyn Scores>, TableFault> {
        read_with(&self.path, |bytes| self.source.open(bytes))
    }

    // Nobody panics while holding these, and a value is set whole.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn maker(&self) -> MutexGuard<'_, Option<JoinHandle<()>>> {
        self.maker.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Source for Solver {
    fn open(&self, bytes: Vec<u8>) -> Result<Arc<dyn Scores>, TableError> {
        Ok(Arc::new(Tablebase::open(bytes)?))
    }

    fn make(&self) -> Result<Vec<u8>, String> {
        Tablebase::make(&InTurn).map_err(|it| it.to_string())
    }

    fn forbidden(&self) -> Option<&'static str> {
        if !self.may_make {
            return Some("it is forbidden");
        }
        (!memory::has(FREE_BYTES_MIN)).then_some("there is too little memory")
    }
}

impl fmt::Debug for TableStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.0.as_ref().map(|it| &it.path);
        f.debug_tuple("TableStore").field(&path).finish()
    }
}

fn read_with<T>(
    path: &Path,
    open: impl FnOnce(Vec<u8>) -> Result<T, TableError>,
) -> Result<T, TableFault> {
    let bytes = fs::read(path).map_err(|error| TableFault::File {
        path: path.to_owned(),
        error,
    })?;
    open(bytes).map_err(|error| TableFault::Damaged {
        path: path.to_owned(),
        error,
    })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use dicehall_engine::games::animal_shogi::Placement;

    use super::*;

    /// A table that says nothing.
    #[derive(Debug)]
    struct Silent;

    impl Scores for Silent {
        fn score(&self, _placement: Placement) -> i16 {
            0
        }
    }

    const WHOLE: &[u8] = b"a whole table";

    /// Makes small tables and counts them.
    struct Small {
        made: Arc<AtomicUsize>,
        bytes: &'static [u8],
        forbidden: Option<&'static str>,
    }

    impl Source for Small {
        fn open(&self, bytes: Vec<u8>) -> Result<Arc<dyn Scores>, TableError> {
            if bytes == WHOLE {
                Ok(Arc::new(Silent))
            } else {
                Err(TableError::Block(7))
            }
        }

        fn make(&self) -> Result<Vec<u8>, String> {
            self.made.fetch_add(1, Ordering::Relaxed);
            Ok(self.bytes.to_vec())
        }

        fn forbidden(&self) -> Option<&'static str> {
            self.forbidden
        }
    }

    /// Asks for a table whose file has these bytes, and again when nothing is being made any more; tells whether there was
    /// one each time, how many were made, and whether the file is whole in the end.
    fn ask(found: Option<&[u8]>, small: Small) -> (bool, bool, usize, bool) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("data").join("small.table");
        if let Some(bytes) = found {
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, bytes).unwrap();
        }
        let made = Arc::clone(&small.made);
        let store = TableStore::new(&path, Box::new(small));
        let first = store.ask().is_some();
        store.settle();
        let then = store.clone().ask().is_some();
        let is_whole = fs::read(&path).is_ok_and(|it| it == WHOLE);
        (first, then, made.load(Ordering::Relaxed), is_whole)
    }

    fn small() -> Small {
        Small {
            made: Arc::default(),
            bytes: WHOLE,
            forbidden: None,
        }
    }

    #[test]
    fn a_whole_table_is_read_at_once() {
        assert_eq!(ask(Some(WHOLE), small()), (true, true, 0, true));
    }

    #[test]
    fn a_missing_or_damaged_table_is_made_in_the_background_once() {
        assert_eq!(ask(None, small()), (false, true, 1, true));
        assert_eq!(ask(Some(b"a half"), small()), (false, true, 1, true));
    }

    #[test]
    fn where_it_is_forbidden_none_is_made() {
        let forbidden = Small {
            forbidden: Some("a test"),
            ..small()
        };
        assert_eq!(ask(Some(b"a half"), forbidden), (false, false, 0, false));
        assert!(TableStore::default().ask().is_none());
        let never = Solver { may_make: false };
        assert_eq!(never.forbidden(), Some("it is forbidden"));
    }

    #[test]
    fn a_table_that_cannot_be_made_is_tried_once() {
        let poor = Small {
            bytes: b"a bug",
            ..small()
        };
        assert_eq!(ask(None, poor), (false, false, 1, false));
    }

    #[test]
    fn of_several_processes_one_makes_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("small.table");
        let made: Arc<AtomicUsize> = Arc::default();
        let stores = [0; 4].map(|_| {
            let made = Arc::clone(&made);
            TableStore::new(&path, Box::new(Small { made, ..small() }))
        });
        for store in &stores {
            store.ask();
        }
        for store in &stores {
            store.settle();
            assert!(store.ask().is_some());
        }
        assert_eq!(made.load(Ordering::Relaxed), 1);
        let left = fs::read_dir(folder.path()).unwrap().count();
        assert_eq!(left, 2, "the table and its lock");
    }

    #[test]
    fn what_is_no_table_is_told_with_its_place() {
        let folder = tempfile::tempdir().unwrap();
        let path = path_in(folder.path());
        let fault = |bytes: &[u8]| {
            write(&path, bytes).unwrap();
            let fault = read(&path).unwrap_err().to_string();
            fault.replace(folder.path().to_str().unwrap(), "")
        };
        assert_eq!(
            fault(b"something else, of some length"),
            "/animal-shogi-v1.table: this is no table of animal shogi"
        );
        assert_eq!(
            fault(b"dicehall a.shogi\x09\0\0\0"),
            "/animal-shogi-v1.table: this table has version 9, not 1: make it again"
        );
        assert_eq!(
            fault(b"dicehall a.shogi\x01\0\0\0 and so on"),
            "/animal-shogi-v1.table: the table is damaged at its beginning or cut off: make it again"
        );
        fs::remove_file(&path).unwrap();
        assert!(matches!(read(&path), Err(TableFault::File { .. })));
    }
}
