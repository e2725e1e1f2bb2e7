//! The sentences for an operator whose people and results do not fit: what is wrong, and what to do.
//!
//! Called by `ops::moving`. Law kept here: each names what does not fit, and says whether something was written.

use std::path::Path;

use crate::admission::accounts::moving::AccountConflict;
use crate::admission::accounts::store::{ACCOUNTS_MAX, StoreError};
use crate::archive::ResultConflict;
use crate::journal::{AGAIN, CLUSTER, Direction};

/// Why people and results are not moved, or not all of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum MoveFault {
    /// The source cannot be read.
    Source(String),
    /// The target cannot be read or written.
    Target(String),
    /// The source has something of another release.
    SourceForm(String),
    /// The target has something of another release.
    TargetForm(String),
    /// An account does not fit.
    Account(AccountConflict),
    /// A result does not fit.
    Result(ResultConflict),
    /// This is not the same on both sides after the move.
    Changed(String),
}

/// The words for both sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Names {
    from: String,
    to: String,
    direction: Direction,
}

impl Names {
    pub(super) fn of(direction: Direction, data: &Path) -> Self {
        let (folder, cluster) = (data.display().to_string(), CLUSTER.to_owned());
        let (from, to) = match direction {
            Direction::IntoCluster => (folder, cluster),
            Direction::OutOfCluster => (cluster, folder),
        };
        Self {
            from,
            to,
            direction,
        }
    }

    /// The end of a sentence about something of the source that does not fit.
    fn advice(&self, what: &str) -> String {
        let from = &self.from;
        match self.direction {
            Direction::IntoCluster => format!(
                "nothing was written; take {what} out of {from} (docs/cluster.md says how), or move into an empty cluster"
            ),
            Direction::OutOfCluster => "nothing was written; choose an empty folder".to_owned(),
        }
    }
}

impl MoveFault {
    /// The source's accounts cannot be read.
    pub(super) fn source(error: &StoreError) -> Self {
        if is_of_another_release(error) {
            Self::SourceForm(error.to_string())
        } else {
            Self::Source(error.to_string())
        }
    }

    /// The target's accounts cannot be read or written.
    pub(super) fn target(error: &StoreError) -> Self {
        if is_of_another_release(error) {
            Self::TargetForm(error.to_string())
        } else {
            Self::Target(error.to_string())
        }
    }

    /// The same when it is found after the move, where everything had fitted before.
    pub(super) fn after_the_move(self) -> Self {
        match self {
            Self::Account(conflict) => Self::Changed(account_of(&conflict)),
            Self::Result(conflict) => Self::Changed(match_of(&conflict)),
            other @ (Self::Source(_)
            | Self::Target(_)
            | Self::SourceForm(_)
            | Self::TargetForm(_)
            | Self::Changed(_)) => other,
        }
    }

    /// The sentence for the operator.
    pub(super) fn told(&self, names: &Names) -> String {
        let Names { from, to, .. } = names;
        let release = "use the release that has written it, or a later one";
        match self {
            Self::Source(error) => format!("{from}: {error}: {AGAIN}"),
            Self::Target(error) => format!("{to}: {error}: {AGAIN}"),
            Self::SourceForm(error) => format!("{from}: {error}: {release}"),
            Self::TargetForm(error) => format!("{to}: {error}: {release}"),
            Self::Account(conflict) => account_told(conflict, names),
            Self::Result(conflict) => result_told(conflict, names),
            Self::Changed(what) => format!(
                "{what} has changed while it was moved from {from} to {to}: a server is running; stop it, and {AGAIN}"
            ),
        }
    }
}

fn account_told(conflict: &AccountConflict, names: &Names) -> String {
    let Names { from, to, .. } = names;
    let account = account_of(conflict);
    let what = match conflict {
        AccountConflict::Stranger(_) => return stranger(&account, names),
        AccountConflict::Many(_) => {
            return format!(
                "{to} would have {account}, and may have {ACCOUNTS_MAX}: nothing was written"
            );
        }
        AccountConflict::Different(_) => format!("is another one in {to} than in {from}"),
        AccountConflict::Removed(_) => format!("was removed from {to} some days ago"),
        AccountConflict::Name(_, other) => {
            format!("has a name that {to} keeps for account {other}")
        }
        AccountConflict::Key(_, other) => {
            format!("has a key that belongs to account {other} in {to}")
        }
        AccountConflict::Code(_, other) => {
            format!("has a rescue code that belongs to account {other} in {to}")
        }
    };
    format!("{account} {what}: {}", names.advice(&account))
}

fn result_told(conflict: &ResultConflict, names: &Names) -> String {
    let Names { from, to, .. } = names;
    let of_match = match_of(conflict);
    let what = match conflict {
        ResultConflict::Stranger(_) => return stranger(&of_match, names),
        ResultConflict::Different(_) => "another result",
        ResultConflict::Luck(_) => "other luck",
    };
    let advice = names.advice(&of_match);
    format!("{of_match} has {what} in {to} than in {from}: {advice}")
}

fn stranger(what: &str, names: &Names) -> String {
    let Names { from, to, .. } = names;
    format!("{to} has {what}, which is not in {from}: nothing was written; choose an empty folder")
}

/// The words for what does not fit.
fn account_of(conflict: &AccountConflict) -> String {
    match conflict {
        AccountConflict::Stranger(id)
        | AccountConflict::Different(id)
        | AccountConflict::Removed(id)
        | AccountConflict::Name(id, _)
        | AccountConflict::Key(id, _)
        | AccountConflict::Code(id, _) => format!("account {id}"),
        AccountConflict::Many(count) => format!("{count} accounts"),
    }
}

/// The words for the match that does not fit.
fn match_of(conflict: &ResultConflict) -> String {
    match conflict {
        ResultConflict::Stranger(id) | ResultConflict::Different(id) | ResultConflict::Luck(id) => {
            format!("match {}", id.as_str())
        }
    }
}

/// Whether trying again is of no use.
fn is_of_another_release(error: &StoreError) -> bool {
    match error {
        StoreError::Format(_) | StoreError::Record(..) => true,
        StoreError::Refused(_)
        | StoreError::File { .. }
        | StoreError::Sqlite(_)
        | StoreError::Elsewhere(_)
        | StoreError::Away => false,
    }
}
