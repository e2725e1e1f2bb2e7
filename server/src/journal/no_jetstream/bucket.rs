//! The place of the leases of nodes, in programs that are built without the feature `cluster`: there are none.
//!
//! Used by the server as one of several nodes. Law kept here: no value of this type is ever made.

use std::collections::BTreeMap;
use std::convert::Infallible;

use super::{Cluster, NO_CLUSTER};
use crate::cluster::lease::Holder;
use crate::cluster::link::ClusterSecret;
use crate::cluster::store::{Entry, Store, StoreAnswer, StoreRequest};

/// The bucket of leases, which is never opened.
#[derive(Clone, Debug)]
pub(crate) struct NatsBucket(Infallible);

impl NatsBucket {
    #[expect(clippy::unused_async, reason = "as the bucket that it stands for")]
    pub(crate) async fn open(_cluster: &Cluster) -> Result<Self, String> {
        Err(NO_CLUSTER.to_owned())
    }

    #[expect(clippy::unused_async, reason = "as the bucket that it stands for")]
    pub(crate) async fn check_name(&self, _name: &str, _own: &Holder) -> Result<(), String> {
        match self.0 {}
    }

    #[expect(clippy::unused_async, reason = "as the bucket that it stands for")]
    pub(crate) async fn prove(
        &self,
        _cluster: &Cluster,
        _secret: &ClusterSecret,
    ) -> Result<(), String> {
        match self.0 {}
    }
}

impl Store for NatsBucket {
    async fn ask(&self, _key: String, _request: StoreRequest) -> StoreAnswer {
        match self.0 {}
    }

    async fn list(&self) -> Option<BTreeMap<String, Entry>> {
        match self.0 {}
    }

    async fn tell_changed(&self) {
        match self.0 {}
    }

    async fn changed(&self) {
        match self.0 {}
    }
}
