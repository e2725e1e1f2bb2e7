//! The tablebase: a table that was read, with everything that is needed to ask it. Bots, hints and `analyse` hold one.

pub mod probe;

use std::fmt;

use crate::games::animal_shogi::Placement;

use super::check::{Summary, Wrong};
use super::solver::{Solution, Tables, Workers};
use super::table::{Table, TableError, VERSION};
use probe::{Scores, in_domain};

/// The distances of all positions, ready to be asked.
pub struct Tablebase {
    tables: Tables,
    table: Table,
}

impl Tablebase {
    /// Reads the bytes of a table; all of them are checked.
    pub fn open(bytes: Vec<u8>) -> Result<Self, TableError> {
        let tables = Tables::new();
        let table = Table::open(bytes, &tables)?;
        Ok(Self { tables, table })
    }

    /// The bytes of the table, computed: in about twelve seconds and 367 MB with one worker. They are compared with what is
    /// known of the solution before they are given out.
    pub fn make(workers: &dyn Workers) -> Result<Vec<u8>, Wrong> {
        let tables = Tables::new();
        let solution = Solution::solve(&tables, workers, &|_| {});
        Summary::new(&tables, &solution, workers).verify()?;
        Ok(Table::encode(&tables, &solution, workers))
    }

    /// The name of the file that a table of this version is kept under.
    pub fn file_name() -> String {
        format!("animal-shogi-v{VERSION}.table")
    }
}

impl Scores for Tablebase {
    fn score(&self, placement: Placement) -> i16 {
        in_domain(&self.tables, placement, |frame, pairs| {
            self.table.score(&self.tables, frame, pairs)
        })
    }
}

impl fmt::Debug for Tablebase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tablebase").finish_non_exhaustive()
    }
}
