//! The key-value store in which leases are kept, as far as leases need it: the requests and their answers.
//!
//! The shape is that of a bucket of NATS `JetStream`: an entry is created only if there is none with its key, a later
//! write names the revision that it replaces, revisions grow over the whole bucket, and an entry disappears when
//! [`AGE_MS_MAX`] have passed since its last write. Made by [`lease`](super::lease), carried out by the adapter in
//! `journal::jetstream`.

use std::collections::BTreeMap;

/// The age at which the store removes an entry, in milliseconds since it took the entry's last write. Electing a new
/// leader of the store took up to 6.8 seconds when it was measured; a lease that lives for twice as long survives that.
pub(crate) const AGE_MS_MAX: u64 = 15_000;

/// An entry as it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The bytes that were written last.
    pub(crate) value: Vec<u8>,
    /// The number of that write.
    pub(crate) revision: u64,
}

/// A request about one key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum StoreRequest {
    /// To write an entry if there is none.
    Create { value: Vec<u8> },
    /// To replace the entry if its last write has this revision.
    Update { value: Vec<u8>, revision: u64 },
    /// To remove the entry if its last write has this revision.
    Delete { revision: u64 },
    /// To read the entry. The answer may be that of a server that has not heard of the last writes.
    Get,
}

/// The answer to a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum StoreAnswer {
    /// The write was done; its revision.
    Written(u64),
    /// The write was not done: there is an entry already, or its revision is another one.
    Refused,
    /// The entry that was read.
    Found(Option<Entry>),
    /// Nothing is known: the request may have been carried out, it may be carried out later, or never.
    Unknown,
}

/// A bucket of entries that all nodes of a cluster share. Clones are the same bucket.
pub(crate) trait Store: Clone + Send + Sync + 'static {
    /// Carries out a request about a key.
    fn ask(&self, key: String, request: StoreRequest) -> impl Future<Output = StoreAnswer> + Send;

    /// All entries, as some server of the store knows them; `None` if they cannot be read now.
    fn list(&self) -> impl Future<Output = Option<BTreeMap<String, Entry>>> + Send;

    /// Tells the other nodes that it is worth while to look at the entries now. It may be lost.
    fn tell_changed(&self) -> impl Future<Output = ()> + Send;

    /// Waits until another node has told that. Safe to cancel.
    fn changed(&self) -> impl Future<Output = ()> + Send;
}
