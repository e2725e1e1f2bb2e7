//! The commands `import-journal` and `export-journal`: everything that a server keeps of lobbies, people and results goes from a data
//! folder into a cluster, or back, while no server runs.
//!
//! `main` calls this; the lobbies move in `journal`. Laws kept here: nothing is written unless all of it fits; what is there is never
//! changed, so an interrupted move is made again and goes on; at the end both sides are read again, and nothing may be
//! missing. A number that stands for somebody who was forgotten is never given to another person.

#[cfg(test)]
mod tests;
mod told;

use std::collections::BTreeSet;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use dicehall_engine::lobby::AccountId;
use tokio::task::spawn_blocking;

use crate::admission::accounts::Keeping;
use crate::admission::accounts::moving::{KnownAccounts, missing_accounts};
use crate::admission::accounts::offline::{put_accounts, read_accounts, use_numbers};
use crate::archive::{
    KnownResults, MissingResults, Numbers, ResultsPlace, missing_results, put_results, read_known,
};
use crate::cluster::shared::SharedBucket;
use crate::journal::{
    Beside, BucketKind, Cluster, Direction, MovedLobbies, NatsShared, NotMoved, move_journal,
};
use told::{MoveFault, Names};

/// The most numbers of a cluster that are used up so that they stand for nobody else: each costs a write.
const NUMBERS_USED_MAX: u64 = 1_000;

/// All that was moved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moved {
    /// The lobbies.
    pub lobbies: MovedLobbies,
    /// The accounts of people.
    pub accounts: MovedPart,
    /// The results of matches.
    pub results: MovedPart,
}

/// A part of what was moved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MovedPart {
    /// How many there are.
    pub count: usize,
    /// How many of them were there already.
    pub known: usize,
}

/// Copies everything between a data folder and a cluster. It stays in the source, too.
pub async fn move_everything(
    direction: Direction,
    data: &Path,
    cluster: &Cluster,
) -> Result<Moved, NotMoved> {
    let mut people = People {
        direction,
        data: data.to_owned(),
        cluster,
        sides: None,
        missing: None,
        accounts: MovedPart::default(),
        results: MovedPart::default(),
    };
    let lobbies = move_journal(direction, data, cluster, &mut people).await?;
    let (accounts, results) = (people.accounts, people.results);
    Ok(Moved {
        lobbies,
        accounts,
        results,
    })
}

/// People and their results, which go with the lobbies.
struct People<'a> {
    direction: Direction,
    data: PathBuf,
    cluster: &'a Cluster,
    /// Both sides, once they are open.
    sides: Option<Arc<Sides>>,
    /// The accounts and results that are to be copied.
    missing: Option<Missing>,
    accounts: MovedPart,
    results: MovedPart,
}

impl Beside for People<'_> {
    async fn check(&mut self) -> Result<(), String> {
        let sides = Arc::new(Sides {
            direction: self.direction,
            data: self.data.clone(),
            accounts: self.bucket(BucketKind::Accounts).await?,
            results: self.bucket(BucketKind::Results).await?,
        });
        self.sides = Some(Arc::clone(&sides));
        let missing = waiting(move || sides.check()).await?;
        self.accounts = missing.accounts_moved();
        self.results = missing.results_moved();
        self.missing = Some(missing);
        Ok(())
    }

    async fn copy(&mut self) -> Result<(), String> {
        let (Some(sides), Some(missing)) = (self.sides.clone(), self.missing.take()) else {
            return Ok(());
        };
        waiting(move || sides.put(&missing)).await
    }

    async fn compare(&mut self) -> Result<(), String> {
        match self.sides.clone() {
            Some(sides) => waiting(move || sides.compare()).await,
            None => Ok(()),
        }
    }
}

impl People<'_> {
    async fn bucket(&self, kind: BucketKind) -> Result<Arc<dyn SharedBucket>, String> {
        let opened = NatsShared::open(self.cluster, kind).await?;
        Ok(Arc::new(opened))
    }
}

/// Does work that waits for disks and for the cluster on a thread that may.
async fn waiting<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, String> + Send + 'static,
) -> Result<T, String> {
    let done = spawn_blocking(work).await;
    done.map_err(|error| error.to_string())?
}

/// Both sides of a move of people and results.
#[derive(Debug)]
struct Sides {
    direction: Direction,
    data: PathBuf,
    accounts: Arc<dyn SharedBucket>,
    results: Arc<dyn SharedBucket>,
}

/// Whatever the target lacks, as it is to be there, and what both sides have.
#[derive(Debug)]
struct Missing {
    accounts: Vec<AccountId>,
    results: MissingResults,
    from: KnownAccounts,
    /// The last write of the accounts at the target.
    last: u64,
    /// The number of results in the source.
    results_count: usize,
}

impl Sides {
    /// Finds what the target lacks, or tells what does not fit.
    fn check(&self) -> Result<Missing, String> {
        self.missing().map_err(|it| it.told(&self.names()))
    }

    /// Reads both sides, and finds what the target lacks, if everything fits.
    fn missing(&self) -> Result<Missing, MoveFault> {
        let (from, to) = self.places();
        let source = read_accounts(&from.accounts).map_err(|it| MoveFault::source(&it))?;
        let target = read_accounts(&to.accounts).map_err(|it| MoveFault::target(&it))?;
        let may_have_others = self.direction == Direction::IntoCluster;
        let accounts = missing_accounts(&source, &target, may_have_others);
        let accounts = accounts.map_err(MoveFault::Account)?;
        let mut here = read_known(&from.results).map_err(MoveFault::Source)?;
        let there = read_known(&to.results).map_err(MoveFault::Target)?;
        complete_leaving(&mut here, &source);
        let numbers = self.numbers(&target, accounts.len());
        let results = missing_results(&here, &there, may_have_others, &numbers);
        Ok(Missing {
            results: results.map_err(MoveFault::Result)?,
            accounts,
            last: target.last,
            results_count: here.results.len(),
            from: source,
        })
    }

    /// The numbers that may stand for forgotten people at the target. A cluster gives each number once, in order, so those to
    /// which it has come are given to nobody any more; a file looks which is free.
    fn numbers(&self, target: &KnownAccounts, missing: usize) -> Numbers {
        let come_to = u64::try_from(missing).map(|it| target.last.saturating_add(it));
        let highest = match self.direction {
            Direction::IntoCluster => {
                let come_to = come_to.unwrap_or(target.last);
                come_to.saturating_add(NUMBERS_USED_MAX)
            }
            Direction::OutOfCluster => u64::MAX,
        };
        let taken: BTreeSet<u64> = target.leaving.values().copied().collect();
        Numbers { taken, highest }
    }

    /// Writes what is missing: people first, so that no result names somebody who is not there.
    fn put(&self, missing: &Missing) -> Result<(), String> {
        let (_, to) = self.places();
        let fault = |it: MoveFault| it.told(&self.names());
        let records = missing.accounts.iter();
        let records = records.filter_map(|id| Some((*id, missing.from.accounts.get(id)?.clone())));
        let records: Vec<_> = records.collect();
        let last = put_accounts(&to.accounts, &records, missing.last);
        let last = last.map_err(|it| fault(MoveFault::target(&it)))?;
        use_numbers(&to.accounts, last, missing.results.number)
            .map_err(|it| fault(MoveFault::target(&it)))?;
        let put = put_results(&to.results, &missing.results);
        put.map_err(|it| fault(MoveFault::Target(it)))
    }

    /// Reads both sides again; nothing may be missing.
    fn compare(&self) -> Result<(), String> {
        let fault = match self.missing() {
            Ok(missing) => match missing.first() {
                None => return Ok(()),
                Some(changed) => MoveFault::Changed(changed),
            },
            Err(fault) => fault.after_the_move(),
        };
        Err(fault.told(&self.names()))
    }

    /// The source and the target.
    fn places(&self) -> (Place<'_>, Place<'_>) {
        let folder = Place {
            accounts: Keeping::Folder(&self.data),
            results: ResultsPlace::Folder(self.data.clone()),
        };
        let cluster = Place {
            accounts: Keeping::Cluster(Arc::clone(&self.accounts)),
            results: ResultsPlace::Bucket(Arc::clone(&self.results)),
        };
        match self.direction {
            Direction::IntoCluster => (folder, cluster),
            Direction::OutOfCluster => (cluster, folder),
        }
    }

    fn names(&self) -> Names {
        Names::of(self.direction, &self.data)
    }
}

/// The place of accounts and the place of results of one side.
struct Place<'a> {
    accounts: Keeping<'a>,
    results: ResultsPlace,
}

/// Completes in the results what was begun in the cluster of people who wanted to be forgotten: the number by which they were called there
/// is known there alone.
fn complete_leaving(results: &mut KnownResults, accounts: &KnownAccounts) {
    for (id, number) in &accounts.leaving {
        results.forget(&id.to_string(), *number);
    }
}

impl Missing {
    /// The words for the first that is missing; `None` if nothing is.
    fn first(&self) -> Option<String> {
        let account = self.accounts.first().map(|it| format!("account {it}"));
        let result = || self.results.first().map(|it| format!("match {it}"));
        account.or_else(result)
    }

    fn accounts_moved(&self) -> MovedPart {
        let count = self.from.accounts.len();
        let known = count.saturating_sub(self.accounts.len());
        MovedPart { count, known }
    }

    fn results_moved(&self) -> MovedPart {
        let count = self.results_count;
        let known = count.saturating_sub(self.results.results.len());
        MovedPart { count, known }
    }
}

impl fmt::Display for Moved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let MovedLobbies {
            lobbies,
            records,
            known,
        } = self.lobbies;
        let (accounts, results) = (self.accounts, self.results);
        write!(
            f,
            "{lobbies} lobbies with {records} records, {} accounts and {} results are on both sides; {known} of the \
             records, {} of the accounts and {} of the results were there already",
            accounts.count, results.count, accounts.known, results.known
        )
    }
}
