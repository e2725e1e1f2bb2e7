//! The tablebase of animal shogi for the bots of this program: the file that was named, or the one in the person's
//! data folder, which `dicehall solve --keep` writes there.

use std::cell::OnceCell;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use dicehall_client::Failure;
use dicehall_client::cli::console::tell;
use dicehall_client::files::paths::Paths;
use dicehall_engine::solution::tablebase::probe::Scores;
use dicehall_server::tablebase::{self, TableFault};

// Which tablebase is read. (A doc comment would become the text about the command.)
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct TableArgs {
    /// The table of animal shogi for perfect, or none; that of `solve --keep` unless told otherwise
    #[arg(long, value_name = "FILE")]
    tablebase: Option<PathBuf>,
}

/// The tablebase, read when it is first needed.
pub(crate) struct LazyTable {
    args: TableArgs,
    opened: OnceCell<Option<Arc<dyn Scores>>>,
}

impl TableArgs {
    /// The arguments for no table.
    #[cfg(test)]
    pub(crate) fn none() -> Self {
        Self {
            tablebase: Some("none".into()),
        }
    }

    /// The table; `None` where none is wanted, and where none is at its usual place.
    pub(crate) fn open(&self) -> Result<Option<Arc<dyn Scores>>, Failure> {
        match &self.tablebase {
            Some(none) if none == Path::new("none") => Ok(None),
            Some(path) => match tablebase::read(path) {
                Ok(table) => Ok(Some(Arc::new(table))),
                Err(fault) => Err(Failure::failed(fault)),
            },
            None => Ok(usual()),
        }
    }

    /// The table behind them, which is not read yet.
    pub(crate) fn lazily(&self) -> LazyTable {
        LazyTable {
            args: self.clone(),
            opened: OnceCell::new(),
        }
    }
}

impl LazyTable {
    /// A table that is there.
    #[cfg(test)]
    pub(crate) fn of(table: Arc<dyn Scores>) -> Self {
        Self {
            args: TableArgs::default(),
            opened: OnceCell::from(Some(table)),
        }
    }

    /// Reads a table that was named, which is a failure if it cannot be read.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        if self.args.tablebase.is_some() {
            let opened = self.args.open()?;
            self.opened.get_or_init(|| opened);
        }
        Ok(())
    }

    /// The table, if there is one.
    pub(crate) fn table(&self) -> Option<Arc<dyn Scores>> {
        let open = || self.args.open().unwrap_or_default();
        self.opened.get_or_init(open).clone()
    }
}

impl fmt::Debug for LazyTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("LazyTable").field(&self.args).finish()
    }
}

/// The usual place of the table; `None` without a home directory.
pub(crate) fn usual_path() -> Option<PathBuf> {
    Paths::of_user().map(|it| tablebase::path_in(&it.data))
}

/// The state of the table at its usual place, in a sentence.
pub(crate) fn status() -> String {
    let Some(path) = usual_path() else {
        return "no table of animal shogi: there is no home directory".to_owned();
    };
    match tablebase::read(&path) {
        Ok(_) => format!("perfect plays animal shogi by the table {}", path.display()),
        Err(TableFault::File { .. }) => format!(
            "perfect searches in animal shogi: there is no table {}; `dicehall solve animal-shogi --keep` makes it",
            path.display()
        ),
        Err(fault @ TableFault::Damaged { .. }) => {
            format!("perfect searches in animal shogi: {fault}")
        }
    }
}

/// The table at its usual place. One that is damaged, or of another version, is told.
fn usual() -> Option<Arc<dyn Scores>> {
    match tablebase::read(&usual_path()?) {
        Ok(table) => Some(Arc::new(table)),
        Err(TableFault::File { .. }) => {
            tell(
                "there is no table of animal shogi, so perfect searches; `dicehall solve animal-shogi --keep` makes one",
            );
            None
        }
        Err(fault @ TableFault::Damaged { .. }) => {
            tell(&format!(
                "{fault}; until then perfect searches: `dicehall solve animal-shogi --keep`"
            ));
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_named_table_that_cannot_be_read_is_a_failure_and_none_is_none() {
        let open = |table: PathBuf| {
            TableArgs {
                tablebase: Some(table),
            }
            .open()
        };
        assert!(open("none".into()).unwrap().is_none());
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.table");
        let failed = open(path.clone()).unwrap_err().to_string();
        assert!(failed.contains("a.table: No such file"), "{failed}");
        std::fs::write(&path, "a text, and none that is short").unwrap();
        let failed = open(path).unwrap_err().to_string();
        assert!(
            failed.ends_with("a.table: this is no table of animal shogi"),
            "{failed}"
        );
    }
}
