//! The place of the buckets that all nodes share, in programs that are built without the feature `cluster`: there are none.
//!
//! Used by the server when it opens accounts and results. Law kept here: no value of this type is ever made.

use std::convert::Infallible;

use super::{Cluster, NO_CLUSTER};
use crate::cluster::shared::{Changes, Fence, Found, SharedBucket, Write, Written};

/// The buckets that nodes share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BucketKind {
    /// The accounts of people.
    Accounts,
    /// The results of matches.
    Results,
}

/// A bucket that all nodes share, which is never opened.
#[derive(Debug)]
pub(crate) struct NatsShared(Infallible);

impl NatsShared {
    #[expect(clippy::unused_async, reason = "as the bucket that it stands for")]
    pub(crate) async fn open(_cluster: &Cluster, _kind: BucketKind) -> Result<Self, String> {
        Err(NO_CLUSTER.to_owned())
    }

    #[expect(clippy::unused_async, reason = "as the bucket that it stands for")]
    pub(crate) async fn changed(&self) {
        match self.0 {}
    }
}

impl SharedBucket for NatsShared {
    fn identity(&self) -> String {
        match self.0 {}
    }

    fn write(&self, _write: &Write, _fence: Fence) -> Written {
        match self.0 {}
    }

    fn after(&self, _number: u64) -> Option<Changes> {
        match self.0 {}
    }

    fn last(&self, _key: &str) -> Found {
        match self.0 {}
    }

    fn pause(&self) {
        match self.0 {}
    }
}
