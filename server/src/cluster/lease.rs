//! The lease of one shard, as one node sees it: what to ask of the store next, and whether this node may serve now.
//!
//! Called by the node's task for ownership, which carries out the requests. Laws kept here:
//! - Time is counted from the moment at which a request was sent, never from its answer, and a request with an unknown
//!   result extends nothing. The store counts from a later moment, when it took the request, and for longer
//!   ([`AGE_MS_MAX`]). So a node stops before the store lets another one in, as long as its clock runs at least
//!   [`SERVING_MS`] / [`AGE_MS_MAX`] = 2/3 as fast as the store's. How fast the other nodes' clocks run is all the same.
//! - A node that was stopped for however long finds out by a look at its clock that it may not serve. The clock must
//!   go on while the machine sleeps (on Linux that of `CLOCK_BOOTTIME`).
//! - What was read proves only that a write has been done at some time. A node that reads its own write counts from
//!   the moment of sending, which is part of the value.
//!
//! Leases are for shards and not for single lobbies: 10,000 lobbies with a lease each, renewed every 3 seconds, are
//! 3,333 replicated writes a second, a quarter of what a store could take when it was measured. With [`SHARDS`] leases
//! there are 256 / 3 = 85 writes a second however many lobbies there are, and a node that hands over a shard hands over
//! 10,000 / 256 = 39 lobbies at once.
//!
//! [`SHARDS`]: super::routing::SHARDS

use std::net::SocketAddr;

use serde::Deserialize;
use serde_json::json;

use super::store::{AGE_MS_MAX, Entry, StoreAnswer, StoreRequest};

/// The time between two renewals, in milliseconds: three may fail in a row before the owner stops.
pub(crate) const RENEWAL_MS: u64 = 3_000;
/// For how long an owner may serve, in milliseconds after it sent its last good renewal.
pub(crate) const SERVING_MS: u64 = 10_000;
/// The pause after a request that was refused or has an unknown result, in milliseconds.
pub(crate) const RETRY_MS: u64 = 500;
/// The time between two looks at a lease that another node holds, in milliseconds.
pub(crate) const LOOK_MS: u64 = 1_000;
/// The longest wait for an answer of the store, in milliseconds; after it the result is unknown.
pub(crate) const ANSWER_MS_MAX: u64 = 1_000;

const _: () = assert!(SERVING_MS < AGE_MS_MAX && 3 * RENEWAL_MS < SERVING_MS);

/// One life of a node's process.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct Holder {
    /// The node's name, which no two processes use at the same time.
    pub(crate) node: String,
    /// The number of the process's start, higher than that of all earlier processes of this name.
    pub(crate) start: u64,
}

/// The value of a lease's entry.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
struct Claim {
    holder: Holder,
    /// The moment at which this was sent, by the holder's clock.
    sent_ms: u64,
    /// Where the holder listens to other nodes; only in the lease of its name.
    #[serde(default)]
    address: Option<SocketAddr>,
    /// Whether the holder gives everything away; only in the lease of its name.
    #[serde(default)]
    leaving: bool,
}

/// The holder that an entry names, and its address if it is the lease of a name; `None` if it is no lease.
pub(crate) fn holder_of(value: &[u8]) -> Option<(Holder, Option<SocketAddr>)> {
    let claim = serde_json::from_slice::<Claim>(value).ok()?;
    Some((claim.holder, claim.address))
}

/// Whether an entry is the lease of the name of a node that gives everything away.
pub(crate) fn is_of_leaving(value: &[u8]) -> bool {
    serde_json::from_slice::<Claim>(value).is_ok_and(|it| it.leaving)
}

/// A request, with the number that its answer names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Numbered {
    /// Not used for another request of this lease.
    pub(crate) number: u64,
    /// The request about the lease's key.
    pub(crate) request: StoreRequest,
}

/// The lease of one shard in the eyes of one node. All times are milliseconds of the node's own clock.
#[derive(Clone, Debug)]
pub(crate) struct Lease {
    holder: Holder,
    /// The part of the value that only the lease of the node's name has.
    of_name: Option<OfName>,
    is_wanted: bool,
    held: Option<OwnWrite>,
    /// The entry that an earlier process of this node has left.
    left: Option<u64>,
    /// Whether the result of the last write is not known, or it was refused.
    must_read: bool,
    /// Whether the store was found without an entry.
    is_free: bool,
    /// The highest revision that this node has asked the store to remove. The request may be carried out late, so
    /// nothing is served by that revision again.
    given_up: u64,
    asked: Option<PendingRequest>,
    last_number: u64,
    next_ms: u64,
}

/// The part of a value that only the lease of a name has.
#[derive(Clone, Copy, Debug)]
struct OfName {
    /// Where the node listens to others.
    address: SocketAddr,
    /// Whether it gives everything away.
    is_leaving: bool,
}

/// The last write of which this node knows that it was done.
#[derive(Clone, Copy, Debug)]
struct OwnWrite {
    revision: u64,
    sent_ms: u64,
    /// The revision with which the time began in which this node serves without a break.
    epoch: u64,
}

/// The request that waits for its answer.
#[derive(Clone, Copy, Debug)]
struct PendingRequest {
    number: u64,
    sent_ms: u64,
    kind: Kind,
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    Write,
    Delete,
    Read,
}

impl Lease {
    /// A lease of which this node knows nothing and which it does not want.
    pub(crate) fn new(holder: Holder) -> Self {
        Self {
            holder,
            of_name: None,
            is_wanted: false,
            held: None,
            left: None,
            must_read: false,
            is_free: false,
            given_up: 0,
            asked: None,
            last_number: 0,
            next_ms: 0,
        }
    }

    /// The lease of the node's name, which is wanted, and tells where the node listens to others.
    pub(crate) fn of_name(holder: Holder, address: SocketAddr) -> Self {
        Self {
            of_name: Some(OfName {
                address,
                is_leaving: false,
            }),
            is_wanted: true,
            ..Self::new(holder)
        }
    }

    /// Says whether this node is to own the shard. If it is not, it serves no longer, and gives back what it holds.
    pub(crate) fn set_wanted(&mut self, is_wanted: bool, now_ms: u64) {
        if self.is_wanted != is_wanted {
            self.is_wanted = is_wanted;
            self.next_ms = self.next_ms.min(now_ms);
        }
    }

    /// Says in the lease of the name, by a renewal at once, that this node gives everything away.
    pub(crate) fn note_leaving(&mut self, now_ms: u64) {
        if let Some(of_name) = &mut self.of_name
            && !of_name.is_leaving
        {
            of_name.is_leaving = true;
            self.next_ms = self.next_ms.min(now_ms);
        }
    }

    /// Takes the lease from a node that is dead beyond doubt, if its last write is still this one. That the store's entry
    /// is young does not matter: whether the other node lives is for the caller to know, and if the caller is wrong, the
    /// fence of the journal refuses one of both.
    pub(crate) fn take_from_dead(&mut self, revision: u64, now_ms: u64) {
        let is_known = self.left == Some(revision) && self.is_wanted;
        if self.held.is_none() && self.asked.is_none() && !self.must_read && !is_known {
            (self.left, self.is_wanted) = (Some(revision), true);
            self.next_ms = self.next_ms.min(now_ms);
        }
    }

    /// Serves no longer, because the journal has shown that another node has taken the shard; the store tells the rest.
    pub(crate) fn distrust(&mut self, now_ms: u64) {
        (self.held, self.must_read) = (None, true);
        self.next_ms = self.next_ms.min(now_ms);
    }

    /// Whether this node has written the lease and knows of no later write.
    pub(crate) fn is_held(&self) -> bool {
        self.held.is_some()
    }

    /// The epoch in which this node serves at this moment; `None` if it may not serve. Whoever sees another epoch than
    /// before, or sees one after none, must read the shard's lobbies again, because another node may have served in
    /// between. Later epochs of a shard are higher, whichever node has them.
    pub(crate) fn epoch(&self, now_ms: u64) -> Option<u64> {
        let held = self.held.filter(|it| self.serves_by(it, now_ms))?;
        Some(held.epoch)
    }

    /// The moment from which this node may no longer serve unless it renews; `None` if it serves not.
    pub(crate) fn expires_ms(&self, now_ms: u64) -> Option<u64> {
        let held = self.held.filter(|it| self.serves_by(it, now_ms))?;
        Some(held.sent_ms + SERVING_MS)
    }

    /// The moment at which the last renewal of this term was sent that succeeded; `None` if the lease is not held.
    pub(crate) fn renewed_ms(&self) -> Option<u64> {
        self.held.map(|it| it.sent_ms)
    }

    /// Whether this node holds nothing and waits for nothing: it may go.
    pub(crate) fn is_given_back(&self) -> bool {
        !self.is_wanted && self.held.is_none() && self.asked.is_none() && !self.must_read
    }

    /// The moment at which [`next`](Self::next) has something to ask; `None` before an answer.
    pub(crate) fn wakes_ms(&self) -> Option<u64> {
        let is_idle = !self.is_wanted && self.held.is_none() && !self.must_read;
        (self.asked.is_none() && !is_idle).then_some(self.next_ms)
    }

    /// The next request to the store, if it is time for one. There is one at a time; each is answered once, by
    /// [`StoreAnswer::Unknown`] if no answer has come within [`ANSWER_MS_MAX`].
    pub(crate) fn next(&mut self, now_ms: u64) -> Option<Numbered> {
        if self.wakes_ms().is_none_or(|it| now_ms < it) {
            return None;
        }
        let (kind, request) = self.request(now_ms);
        self.last_number += 1;
        self.asked = Some(PendingRequest {
            number: self.last_number,
            sent_ms: now_ms,
            kind,
        });
        Some(Numbered {
            number: self.last_number,
            request,
        })
    }

    /// Takes the answer to a request; one that comes after its result was called unknown changes nothing.
    pub(crate) fn answered(&mut self, now_ms: u64, number: u64, answer: &StoreAnswer) {
        let Some(asked) = self.asked.take_if(|it| it.number == number) else {
            return;
        };
        match (answer, asked.kind) {
            (StoreAnswer::Written(revision), Kind::Write) => {
                self.hold(now_ms, *revision, asked.sent_ms);
                self.next_ms = if self.is_wanted {
                    asked.sent_ms + RENEWAL_MS
                } else {
                    now_ms
                };
            }
            (StoreAnswer::Written(_), Kind::Delete) => self.forget(now_ms),
            (StoreAnswer::Found(entry), Kind::Read) => self.found(now_ms, entry.as_ref()),
            // The rest are refusals, unknown results, and answers to another kind of request. Only reading helps, after
            // a pause, because the first server that is asked may not have heard of the last write.
            (_, Kind::Write | Kind::Delete | Kind::Read) => {
                self.must_read = true;
                self.next_ms = now_ms + RETRY_MS;
            }
        }
    }

    fn request(&mut self, now_ms: u64) -> (Kind, StoreRequest) {
        if self.must_read {
            return (Kind::Read, StoreRequest::Get);
        }
        let value = || self.claim(now_ms);
        match (self.held, self.is_wanted) {
            (Some(OwnWrite { revision, .. }), false) => {
                self.given_up = self.given_up.max(revision);
                (Kind::Delete, StoreRequest::Delete { revision })
            }
            (Some(OwnWrite { revision, .. }), true) => {
                let value = value();
                (Kind::Write, StoreRequest::Update { value, revision })
            }
            (None, _) => match self.left {
                Some(revision) => {
                    let value = value();
                    (Kind::Write, StoreRequest::Update { value, revision })
                }
                None if self.is_free => (Kind::Write, StoreRequest::Create { value: value() }),
                None => (Kind::Read, StoreRequest::Get),
            },
        }
    }

    /// Takes what was read. It may be out of date, so it never ends a wait by itself: only a write that was done does.
    fn found(&mut self, now_ms: u64, entry: Option<&Entry>) {
        self.must_read = false;
        self.is_free = entry.is_none();
        self.left = None;
        self.next_ms = now_ms;
        let claim = entry.and_then(|it| serde_json::from_slice::<Claim>(&it.value).ok());
        match (entry, claim) {
            (Some(entry), Some(claim)) if claim.holder == self.holder => {
                self.hold(now_ms, entry.revision, claim.sent_ms);
            }
            (Some(entry), Some(claim)) if self.was_this_node(&claim) => {
                self.held = None;
                self.left = Some(entry.revision);
            }
            (None, _) => self.held = None,
            (Some(_), _) => {
                self.held = None;
                self.next_ms = now_ms + LOOK_MS;
            }
        }
    }

    /// Whether a claim is that of an earlier process of this node, which is no more.
    fn was_this_node(&self, claim: &Claim) -> bool {
        claim.holder.node == self.holder.node && claim.holder.start < self.holder.start
    }

    /// Records a write that was done. The break between two times of serving is seen here even if nobody looked.
    fn hold(&mut self, now_ms: u64, revision: u64, sent_ms: u64) {
        if self.held.is_some_and(|it| it.revision >= revision) {
            return;
        }
        let epoch = self.epoch(now_ms).unwrap_or(revision);
        self.held = Some(OwnWrite {
            revision,
            sent_ms,
            epoch,
        });
        (self.left, self.is_free) = (None, false);
    }

    fn forget(&mut self, now_ms: u64) {
        (self.held, self.left, self.is_free) = (None, None, false);
        self.next_ms = now_ms;
    }

    fn serves_by(&self, held: &OwnWrite, now_ms: u64) -> bool {
        self.is_wanted
            && held.revision > self.given_up
            && now_ms < held.sent_ms.saturating_add(SERVING_MS)
    }

    fn claim(&self, now_ms: u64) -> Vec<u8> {
        let Holder { node, start } = &self.holder;
        let holder = json!({ "node": node, "start": start });
        let mut claim = json!({ "holder": holder, "sent_ms": now_ms });
        if let Some(of_name) = self.of_name {
            claim["address"] = json!(of_name.address);
            if of_name.is_leaving {
                claim["leaving"] = json!(true);
            }
        }
        claim.to_string().into_bytes()
    }
}
