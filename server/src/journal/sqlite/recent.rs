//! The records that were written last, in memory: the archive wants those of a match as soon as it is over, and reading
//! them from the file would cost more than everything else that it does.
//!
//! Called by the writer, which adds the records of each commit once they are durable, and by the reader beside it. Laws
//! kept here: the memory is bounded; the records of a stream that are here are its last ones, without a gap.
//!
//! They have 4 MiB. Reading the records of a match again, with a system call and a hash for each, took the archive as long
//! as all the rest of its work. A match that is not here any more is read from the file.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use dicehall_protocol::LobbyCode;

/// The most bytes of records that are kept; the oldest go first.
const RECENT_BYTES_MAX: usize = 4 * 1_024 * 1_024;
/// About how many bytes a record takes besides its text.
const RECORD_BYTES: usize = 96;

/// A durable record, without its hash: it has not left this process since the hash was computed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RecentRecord {
    /// The revision before it.
    pub(super) before: u64,
    /// The revision after it.
    pub(super) seq: u64,
    /// The format of the text.
    pub(super) format: i64,
    /// The events.
    pub(super) text: String,
}

/// The last records of all streams.
#[derive(Debug, Default)]
pub(super) struct Recent {
    /// Each record with the number under which it was added.
    streams: HashMap<LobbyCode, VecDeque<(u64, RecentRecord)>>,
    /// All of them in the order in which they were added, also those that have been dropped since.
    order: VecDeque<Added>,
    /// The number of the next record.
    next: u64,
    /// The sizes in `order` together.
    bytes: usize,
}

/// That a record was added.
#[derive(Debug)]
struct Added {
    lobby: LobbyCode,
    number: u64,
    size: usize,
}

/// The last records, as the writer and the readers of a process share them.
#[derive(Clone, Debug, Default)]
pub(super) struct SharedRecent(Arc<Mutex<Recent>>);

impl SharedRecent {
    /// Locks the records. No thread panics in the middle of a change, so a poisoned lock is ignored.
    pub(super) fn lock(&self) -> MutexGuard<'_, Recent> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Recent {
    /// Adds the next record of a stream.
    pub(super) fn push(&mut self, lobby: LobbyCode, record: RecentRecord) {
        let size = RECORD_BYTES + record.text.len();
        let number = self.next;
        self.next += 1;
        let records = self.streams.entry(lobby).or_default();
        // After a stream that was removed another one may have its code.
        let continues = |(_, last): &(u64, RecentRecord)| last.seq == record.before;
        if !records.back().is_none_or(continues) {
            records.clear();
        }
        records.push_back((number, record));
        self.order.push_back(Added {
            lobby,
            number,
            size,
        });
        self.bytes += size;
        while self.bytes > RECENT_BYTES_MAX
            && let Some(oldest) = self.order.pop_front()
        {
            self.drop_record(&oldest);
        }
    }

    /// Drops everything, because it is not known which records are durable.
    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }

    /// Drops the records of a stream that is being removed.
    pub(super) fn forget(&mut self, lobby: LobbyCode) {
        self.streams.remove(&lobby);
        while let Some(oldest) = self.order.front()
            && !self.has(oldest)
        {
            self.bytes -= oldest.size;
            self.order.pop_front();
        }
    }

    /// The records with the events of a stream after a revision; `None` if not all of them are here.
    pub(super) fn after(&self, lobby: LobbyCode, seen: u64) -> Option<Vec<RecentRecord>> {
        let records = self.streams.get(&lobby)?;
        records.front().filter(|(_, it)| it.before <= seen)?;
        let records = records.iter().map(|(_, it)| it);
        let after = records.skip_while(|it| it.seq <= seen);
        Some(after.cloned().collect())
    }

    /// Drops the oldest record, unless it was dropped before with its stream.
    fn drop_record(&mut self, oldest: &Added) {
        self.bytes -= oldest.size;
        if !self.has(oldest) {
            return;
        }
        let Some(records) = self.streams.get_mut(&oldest.lobby) else {
            return;
        };
        records.pop_front();
        if records.is_empty() {
            self.streams.remove(&oldest.lobby);
        }
    }

    /// Whether the oldest record that was added is still here: then it is the first of its stream.
    fn has(&self, oldest: &Added) -> bool {
        let records = self.streams.get(&oldest.lobby);
        let first = records.and_then(|it| it.front());
        first.is_some_and(|(number, _)| *number == oldest.number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(text: &str) -> LobbyCode {
        text.parse().unwrap()
    }

    /// Adds records written as `LOBBY BEFORE SEQ SIZE`.
    fn recent(records: &str) -> Recent {
        let mut recent = Recent::default();
        for record in records.split(", ") {
            let words: Vec<&str> = record.split(' ').collect();
            let number = |idx: usize| words[idx].parse::<u64>().unwrap();
            recent.push(
                code(words[0]),
                RecentRecord {
                    before: number(1),
                    seq: number(2),
                    format: 2,
                    text: "x".repeat(usize::try_from(number(3)).unwrap()),
                },
            );
        }
        recent
    }

    /// Checks which records there are after a revision, by the revisions after them.
    #[track_caller]
    fn check(records: &str, asked: (&str, u64), expect: &str) {
        let found = recent(records).after(code(asked.0), asked.1);
        let found = found.map(|it| {
            let seqs: Vec<String> = it.iter().map(|it| it.seq.to_string()).collect();
            seqs.join(" ")
        });
        assert_eq!(found.unwrap_or("none".to_owned()), expect, "{asked:?}");
    }

    #[test]
    fn a_stream_is_here_from_its_first_record_that_was_added() {
        let records = "AAAAA 3 5 1, BBBBB 0 1 1, AAAAA 5 6 1, AAAAA 6 9 1";
        check(records, ("AAAAA", 3), "5 6 9");
        check(records, ("AAAAA", 4), "5 6 9");
        check(records, ("AAAAA", 5), "6 9");
        check(records, ("AAAAA", 9), "");
        check(records, ("AAAAA", 2), "none");
        check(records, ("BBBBB", 0), "1");
        check(records, ("CCCCC", 0), "none");
    }

    #[test]
    fn a_stream_with_the_code_of_an_earlier_one_is_another() {
        check("AAAAA 3 5 1, AAAAA 0 2 1, AAAAA 2 5 1", ("AAAAA", 0), "2 5");
        check("AAAAA 3 5 1, AAAAA 7 9 1", ("AAAAA", 4), "none");
    }

    #[test]
    fn the_oldest_records_go_when_there_is_no_room() {
        let records = "AAAAA 0 1 1500000, BBBBB 0 1 1500000, AAAAA 1 2 1";
        check(records, ("AAAAA", 0), "1 2");
        let full = format!("{records}, CCCCC 0 1 1500000");
        check(&full, ("AAAAA", 0), "none");
        check(&full, ("AAAAA", 1), "2");
        check(&full, ("BBBBB", 0), "1");
        let more = format!("{full}, CCCCC 1 2 1500000, BBBBB 1 2 1500000");
        check(&more, ("AAAAA", 1), "none");
        check(&more, ("BBBBB", 0), "none");
        check(&more, ("BBBBB", 1), "2");
        check(&more, ("CCCCC", 0), "none");
        check(&more, ("CCCCC", 1), "2");
    }

    #[test]
    fn what_was_replaced_by_a_new_stream_takes_nothing_of_it_along() {
        // The first two are replaced by the third; then they are the oldest.
        let records = "AAAAA 0 1 1500000, AAAAA 1 2 1500000, AAAAA 0 1 10, AAAAA 1 3 2000000";
        check(records, ("AAAAA", 0), "1 3");
        assert!(recent(records).bytes <= RECENT_BYTES_MAX);
        let mut all = recent("AAAAA 0 1 7, BBBBB 0 1 7, AAAAA 1 2 7, BBBBB 1 2 7");
        all.forget(code("AAAAA"));
        let left = (all.order.len(), all.bytes, all.streams.len());
        // The one between two of the other stream goes with the first of them.
        assert_eq!(left, (3, 3 * (RECORD_BYTES + 7), 1));
        all.forget(code("BBBBB"));
        assert_eq!((all.order.len(), all.bytes), (0, 0));
        let mut all = recent(records);
        all.clear();
        assert_eq!((all.bytes, all.after(code("AAAAA"), 3)), (0, None));
    }
}
