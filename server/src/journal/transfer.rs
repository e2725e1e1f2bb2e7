//! Moves all lobbies from one journal into another while no server runs, and what goes with them.
//!
//! Called by `ops::moving`. Laws kept here: nothing is written before every lobby was verified on both sides; records are
//! copied as they are, with their hashes; a lobby in the target is only ever continued, so that an interrupted run can
//! be repeated; and at the end both sides are read again and must be equal.

use std::path::Path;

use dicehall_protocol::LobbyCode;
use futures_util::{StreamExt, TryStreamExt, stream};

use super::jetstream::{Cluster, JetStreamJournal};
use super::offline_journal::OfflineJournal;
use super::record::{Head, Record};
use super::sqlite::{OfflineFile, OpenError};
use super::{JournalError, record};
use crate::os::entropy::Entropy;

/// The most lobbies that are read or written at once, each with all of its records in memory.
const LOBBIES_AT_ONCE_MAX: usize = 16;
/// The most records of a lobby that are written at once.
const RECORDS_AT_ONCE_MAX: usize = 256;

/// Everything that moves beside the lobbies, in the same steps, while nobody else uses either side. A fault is a sentence that says
/// what to do.
pub(crate) trait Beside {
    /// Reads both sides, and finds out whether everything fits; writes nothing.
    fn check(&mut self) -> impl Future<Output = Result<(), String>>;

    /// Writes what is missing; not called unless the lobbies fit as well.
    fn copy(&mut self) -> impl Future<Output = Result<(), String>>;

    /// Reads both sides again; they must be the same.
    fn compare(&mut self) -> impl Future<Output = Result<(), String>>;
}

/// The words for the cluster in sentences for operators.
pub(crate) const CLUSTER: &str = "the cluster";
/// The end of such a sentence when the same may go well the next time.
pub(crate) const AGAIN: &str = "run the same command again: it goes on where it was";

/// The way that lobbies take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// From the file in a data folder into a cluster.
    IntoCluster,
    /// From a cluster into the file in a data folder.
    OutOfCluster,
}

/// The size of a journal that was moved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MovedLobbies {
    /// The number of lobbies, ended ones included.
    pub lobbies: usize,
    /// The number of their records.
    pub records: usize,
    /// How many of these records were there already.
    pub known: usize,
}

/// Why something was not moved, or not completely; says what to do.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct NotMoved(String);

/// Why lobbies cannot be moved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// The source cannot be read.
    Source(JournalError),
    /// The target cannot be read or written.
    Target(JournalError),
    /// The target has a lobby that is not in the source.
    Stranger(LobbyCode),
    /// The target has all records of a lobby, and more.
    Longer(LobbyCode),
    /// The target has other records of a lobby.
    Different(LobbyCode),
    /// A lobby is not the same on both sides after the move.
    Changed(LobbyCode),
    /// Something that goes with the lobbies does not fit, or cannot be read or written.
    Beside(String),
}

/// A lobby that fits.
#[derive(Clone, Copy, Debug)]
struct CheckedLobby {
    lobby: LobbyCode,
    /// The end of what the target has of it.
    head: Head,
    /// The number of its records.
    records: usize,
    /// How many of them the target has.
    known: usize,
}

/// Moves all lobbies between the file in a data folder and a cluster, with what goes with them. All stays in the source, too.
pub(crate) async fn move_journal(
    direction: Direction,
    data: &Path,
    cluster: &Cluster,
    beside: &mut impl Beside,
) -> Result<MovedLobbies, NotMoved> {
    let (folder, place) = (data.display().to_string(), CLUSTER);
    let moved = match direction {
        Direction::IntoCluster => {
            let file = OfflineFile::open_existing(data).map_err(not_opened)?;
            let there = in_cluster(cluster).await?;
            let moved = transfer(&file, &there, true, beside).await;
            moved.map_err(|fault| fault.told(&folder, place))
        }
        Direction::OutOfCluster => {
            let there = in_cluster(cluster).await?;
            let file = OfflineFile::open(data).map_err(not_opened)?;
            let moved = transfer(&there, &file, false, beside).await;
            moved.map_err(|fault| fault.told(place, &folder))
        }
    };
    moved.map_err(NotMoved)
}

fn not_opened(error: OpenError) -> NotMoved {
    NotMoved(if let OpenError::InUse(data) = error {
        let data = data.display();
        format!("a server is using {data}: stop it, and run this again")
    } else {
        error.to_string()
    })
}

async fn in_cluster(cluster: &Cluster) -> Result<JetStreamJournal, NotMoved> {
    let opened = JetStreamJournal::open_to_move(cluster, &Entropy::System);
    opened.await.map_err(NotMoved)
}

/// Copies all lobbies of `from` to `to`, which has nothing or the first records of each, and may have other lobbies; what goes
/// with them is there before the lobbies are.
pub(super) async fn transfer(
    from: &impl OfflineJournal,
    to: &impl OfflineJournal,
    may_have_others: bool,
    beside: &mut impl Beside,
) -> Result<MovedLobbies, Fault> {
    let steps = check_all(from, to, may_have_others).await?;
    beside.check().await.map_err(Fault::Beside)?;
    beside.copy().await.map_err(Fault::Beside)?;
    let copies = stream::iter(steps.iter().copied()).map(|it| copy(from, to, it));
    let copies = copies.buffer_unordered(LOBBIES_AT_ONCE_MAX);
    copies.try_collect::<()>().await?;
    let lobbies = steps.iter().map(|it| it.lobby);
    let comparisons = stream::iter(lobbies).map(|it| compare(from, to, it));
    let comparisons = comparisons.buffer_unordered(LOBBIES_AT_ONCE_MAX);
    comparisons.try_collect::<()>().await?;
    beside.compare().await.map_err(Fault::Beside)?;
    Ok(MovedLobbies {
        lobbies: steps.len(),
        records: steps.iter().map(|it| it.records).sum(),
        known: steps.iter().map(|it| it.known).sum(),
    })
}

/// Reads all lobbies on both sides.
async fn check_all(
    from: &impl OfflineJournal,
    to: &impl OfflineJournal,
    may_have_others: bool,
) -> Result<Vec<CheckedLobby>, Fault> {
    let lobbies = from.lobbies().await.map_err(Fault::Source)?;
    if !may_have_others {
        let found = to.lobbies().await.map_err(Fault::Target)?;
        if let Some(stranger) = found.difference(&lobbies).next() {
            return Err(Fault::Stranger(*stranger));
        }
    }
    let checks = stream::iter(lobbies).map(|it| check(from, to, it));
    checks
        .buffer_unordered(LOBBIES_AT_ONCE_MAX)
        .try_collect()
        .await
}

/// Reads a lobby on both sides, and finds what the target lacks.
async fn check(
    from: &impl OfflineJournal,
    to: &impl OfflineJournal,
    lobby: LobbyCode,
) -> Result<CheckedLobby, Fault> {
    let source = verified(from, lobby).await.map_err(Fault::Source)?;
    let target = verified(to, lobby).await.map_err(Fault::Target)?;
    let common = source
        .iter()
        .zip(&target)
        .take_while(|(one, other)| one == other);
    let known = common.count();
    if known < target.len() {
        let is_longer = known == source.len();
        return Err(if is_longer {
            Fault::Longer(lobby)
        } else {
            Fault::Different(lobby)
        });
    }
    Ok(CheckedLobby {
        lobby,
        head: Head::after_last(lobby, target.last()).map_err(Fault::Target)?,
        records: source.len(),
        known,
    })
}

/// Appends what the target lacks of a lobby, some records at a time.
async fn copy(
    from: &impl OfflineJournal,
    to: &impl OfflineJournal,
    step: CheckedLobby,
) -> Result<(), Fault> {
    let CheckedLobby {
        lobby,
        mut head,
        records,
        known,
    } = step;
    if known == records {
        return Ok(());
    }
    let source = verified(from, lobby).await.map_err(Fault::Source)?;
    let rest = source.get(known..).unwrap_or_default();
    for some in rest.chunks(RECORDS_AT_ONCE_MAX) {
        to.put(lobby, head, some).await.map_err(Fault::Target)?;
        head = Head::after_last(lobby, some.last()).map_err(Fault::Source)?;
    }
    Ok(())
}

/// Reads a lobby on both sides again; it must be the same.
async fn compare(
    from: &impl OfflineJournal,
    to: &impl OfflineJournal,
    lobby: LobbyCode,
) -> Result<(), Fault> {
    let source = verified(from, lobby).await.map_err(Fault::Source)?;
    let target = verified(to, lobby).await.map_err(Fault::Target)?;
    if source == target {
        Ok(())
    } else {
        Err(Fault::Changed(lobby))
    }
}

async fn verified(
    side: &impl OfflineJournal,
    lobby: LobbyCode,
) -> Result<Vec<Record>, JournalError> {
    let records = side.records(lobby).await?;
    record::read_stream(lobby, records.iter().cloned())?;
    Ok(records)
}

impl Fault {
    /// The sentence for the operator, with the names of both sides.
    fn told(&self, from: &str, to: &str) -> String {
        let again = AGAIN;
        match self {
            Self::Beside(told) => told.clone(),
            Self::Source(error @ JournalError::Corrupt { .. }) => {
                format!("{from}: {error}: put the journal back from a back-up")
            }
            Self::Target(error @ JournalError::Corrupt { .. }) => {
                format!("{to}: {error}: move into an empty journal")
            }
            Self::Source(error) => format!("{from}: {error}: {again}"),
            Self::Target(error) => format!("{to}: {error}: {again}"),
            Self::Stranger(lobby) => format!(
                "{to} has lobby {lobby}, which is not in {from}: nothing was written; choose an empty folder"
            ),
            Self::Longer(lobby) => format!(
                "lobby {lobby} has been played on in {to} since it was moved from {from}: nothing was written; go on \
                 with {to}, or move into an empty journal"
            ),
            Self::Different(lobby) => format!(
                "lobby {lobby} is another one in {to} than in {from}: nothing was written; move into an empty journal"
            ),
            Self::Changed(lobby) => format!(
                "lobby {lobby} has changed while it was moved from {from} to {to}: a server is running; stop it, and \
                 {again}"
            ),
        }
    }
}
