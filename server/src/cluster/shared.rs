//! A bucket that all nodes of a cluster share and that lasts: entries by key, and one order of all writes.
//!
//! The shape is that of a bucket of NATS `JetStream` without an age. Called by accounts and by results, on threads that may wait;
//! carried out by the adapter in `journal::jetstream`. Laws kept here: each write names the one that it follows, in the whole
//! bucket or of its key, so of two nodes that decide at once one is refused; what was not answered is looked up, never guessed.

#[cfg(test)]
pub(crate) mod model;

use std::fmt;

/// The most times that one write is sent before its outcome counts as unknown.
pub(crate) const SENDS_MAX: usize = 3;

/// A write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Write {
    /// The key of the entry.
    pub(crate) key: String,
    /// The entry; `None` removes the one that is there. Nodes that look within some days see that it was removed.
    pub(crate) value: Option<Vec<u8>>,
}

/// The write that another one follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fence {
    /// The last one of the whole bucket.
    Bucket(u64),
    /// The last one of the same key; 0 if there is none.
    Key(u64),
}

/// The answer to a write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Written {
    /// It is stored, with this number.
    Stored(u64),
    /// It was refused, because the last write is another one.
    Refused,
    /// Nothing is known: it may be stored, now or later.
    Unknown,
}

/// The writes after one of them, as far as they are still there: of each key the last.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Changes {
    /// The writes with their numbers, in order.
    pub(crate) writes: Vec<(u64, Write)>,
    /// The number up to which this tells everything.
    pub(crate) last: u64,
    /// Whether there are more after that.
    pub(crate) has_more: bool,
}

/// The entry of a key, as far as that is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// The number of its write, and its value.
    Entry(u64, Vec<u8>),
    /// There is none.
    Nothing,
    /// Nobody answers.
    Unknown,
}

/// A bucket.
pub(crate) trait SharedBucket: fmt::Debug + Send + Sync {
    /// Which bucket it is; another text when it was removed and made anew.
    fn identity(&self) -> String;

    /// Writes an entry, if the last write is the expected one.
    fn write(&self, write: &Write, fence: Fence) -> Written;

    /// The writes after this one; `None` if they cannot be read now.
    fn after(&self, number: u64) -> Option<Changes>;

    /// The entry of a key.
    fn last(&self, key: &str) -> Found;

    /// Waits for a moment before something is sent again.
    fn pause(&self);
}

/// Writes an entry after a write of the whole bucket until it is known what became of it; gives up after some attempts. An
/// acknowledgement that was lost is no doubt, if the write is still there.
pub(crate) fn publish(bucket: &dyn SharedBucket, write: &Write, after: u64) -> Written {
    for attempt in 1..=SENDS_MAX {
        if let Written::Stored(number) = bucket.write(write, Fence::Bucket(after)) {
            return Written::Stored(number);
        }
        // A bucket that does not answer this question either is not asked again: others wait meanwhile.
        let Some(changes) = bucket.after(after) else {
            return Written::Unknown;
        };
        match changes.writes.first() {
            Some((number, first)) if *number == after + 1 && first == write => {
                return Written::Stored(*number);
            }
            _ if changes.last > after => return Written::Refused,
            // It has not arrived, but it may still.
            Some(_) | None => {}
        }
        if attempt < SENDS_MAX {
            bucket.pause();
        }
    }
    Written::Unknown
}

/// All writes that are still there, of each key the last, in order, and the number up to which these are all; `None` if they cannot be
/// read now, or come in more than this many parts.
pub(crate) fn all_writes(bucket: &dyn SharedBucket, parts_max: usize) -> Option<(Vec<Write>, u64)> {
    let (mut writes, mut last) = (Vec::new(), 0);
    for _ in 0..parts_max {
        let changes = bucket.after(last)?;
        writes.extend(changes.writes.into_iter().map(|(_, write)| write));
        last = changes.last.max(last);
        if !changes.has_more {
            return Some((writes, last));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::model::{Fault, ModelBucket};
    use super::*;

    fn write(value: &str) -> Write {
        Write {
            key: "a".to_owned(),
            value: Some(value.into()),
        }
    }

    #[test]
    fn a_write_of_which_the_answer_or_the_request_is_lost_is_there_once() {
        for fault in [Fault::LostAnswer, Fault::LostRequest, Fault::Delayed] {
            let bucket = ModelBucket::default();
            bucket.plan(&[fault]);
            let first = publish(&bucket, &write("one"), 0);
            assert_eq!(first, Written::Stored(1), "{fault:?}");
            bucket.arrive();
            assert_eq!(bucket.after(0).unwrap().last, 1, "{fault:?}");
        }
    }

    #[test]
    fn whoever_decided_on_something_old_is_refused_and_who_hears_nothing_does_not_guess() {
        let bucket = ModelBucket::default();
        assert_eq!(publish(&bucket, &write("one"), 0), Written::Stored(1));
        assert_eq!(publish(&bucket, &write("two"), 0), Written::Refused);
        bucket.go_away();
        assert_eq!(publish(&bucket, &write("two"), 1), Written::Unknown);
        bucket.come_back();
        assert_eq!(publish(&bucket, &write("two"), 1), Written::Stored(2));
    }
}
