//! A model of the journal of one shard: an append names the length that it follows, and others are refused.

/// A record: who wrote it, in which epoch, and whether it begins the epoch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Record {
    /// No two records have the same number.
    pub(super) number: u64,
    pub(super) node: usize,
    pub(super) epoch: u64,
    pub(super) is_first: bool,
}

/// All records of a shard.
#[derive(Debug, Default)]
pub(super) struct Stream {
    pub(super) records: Vec<Record>,
    pub(super) refusals: u64,
}

impl Stream {
    /// Appends a record after so many others; returns whether it did.
    pub(super) fn append(&mut self, expected: usize, record: Record) -> bool {
        let is_next = self.records.len() == expected;
        if is_next {
            self.records.push(record);
        } else {
            self.refusals += 1;
        }
        is_next
    }

    /// Checks that every record belongs to the epoch that was begun last, by the node that began it, and that epochs
    /// only grow.
    pub(super) fn check(&self, seed: u64) {
        let mut current: Option<Record> = None;
        for record in &self.records {
            if record.is_first {
                let is_later = current.is_none_or(|it| it.epoch <= record.epoch);
                assert!(is_later, "seed {seed}: {record:?} begins after {current:?}");
                current = Some(*record);
            }
            let owner = current.map(|it| (it.node, it.epoch));
            let writer = Some((record.node, record.epoch));
            assert_eq!(writer, owner, "seed {seed}: {record:?}");
        }
        let mut numbers: Vec<u64> = self.records.iter().map(|it| it.number).collect();
        numbers.sort_unstable();
        numbers.dedup();
        assert_eq!(numbers.len(), self.records.len(), "seed {seed}: doubled");
    }
}

/// The writer of one node, which keeps the rules that a shared journal asks for.
#[derive(Clone, Debug, Default)]
pub(super) struct Writer {
    /// The epoch in which it serves or begins to, with the length that it believes the stream to have.
    at: Option<(u64, usize)>,
    has_begun: bool,
    /// The record that has been sent and whose fate is not known.
    pub(super) sent: Option<Record>,
    must_read: bool,
}

impl Writer {
    /// Follows the lease: another epoch begins anew, by reading.
    pub(super) fn follow(&mut self, epoch: Option<u64>) {
        if self.at.map(|it| it.0) != epoch {
            *self = Self {
                at: epoch.map(|it| (it, 0)),
                must_read: true,
                ..Self::default()
            };
        }
    }

    /// The record to send next and the length that it follows; the same again while its fate is not known. It waits
    /// until the stream has been read if it must be.
    pub(super) fn next(&mut self, node: usize, number: u64) -> Option<(usize, Record)> {
        let (epoch, length) = self.at.filter(|_| !self.must_read)?;
        let record = *self.sent.get_or_insert(Record {
            number,
            node,
            epoch,
            is_first: !self.has_begun,
        });
        Some((length, record))
    }

    /// Whether it must read the stream before it sends anything.
    pub(super) fn must_read(&self) -> bool {
        self.at.is_some() && self.must_read
    }

    /// Takes what was read from the leader; returns the number of a record of its own that it found there. A record of a
    /// higher epoch, which another node has begun, ends its service.
    pub(super) fn read(&mut self, records: &[Record]) -> Option<u64> {
        let (epoch, _) = self.at?;
        let is_outrun = records.iter().any(|it| it.epoch > epoch);
        let own = self
            .sent
            .filter(|it| records.last().is_some_and(|last| last == it));
        if is_outrun {
            self.must_read = true;
            return None;
        }
        self.must_read = false;
        self.at = Some((epoch, records.len()));
        own.map(|it| self.done(it))
    }

    /// Takes the result of the append; `None` if it is unknown. Returns the number of the record that was written.
    pub(super) fn appended(&mut self, number: u64, result: Option<bool>) -> Option<u64> {
        let sent = self.sent.filter(|it| it.number == number)?;
        if result == Some(true) {
            self.at = self.at.map(|(epoch, length)| (epoch, length + 1));
            return Some(self.done(sent));
        }
        self.must_read = true;
        None
    }

    fn done(&mut self, record: Record) -> u64 {
        self.sent = None;
        self.has_begun = true;
        record.number
    }
}
