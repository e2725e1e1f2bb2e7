//! The transposition table of a search of two seats: of fixed size, the latest entry replaces the one in its slot.

/// The slots of the table, a power of two.
const SLOTS: usize = 1 << 15;

/// The kind of bound that an entry keeps on the true payoff.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

/// An entry: the result of a search of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) key: u64,
    /// The depth of the search, in choices.
    pub(super) depth: u8,
    pub(super) bound: Bound,
    /// The payoff of seat 0, as far as `bound` tells it.
    pub(super) payoff: f64,
    /// The index of the best action.
    pub(super) best: u16,
}

impl Entry {
    /// Whether the entry answers a search with this window.
    pub(super) fn settles(&self, alpha: f64, beta: f64) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::AtLeast => self.payoff >= beta,
            Bound::AtMost => self.payoff <= alpha,
        }
    }
}

/// The table; it takes no memory before it is used.
#[derive(Debug, Default)]
pub(super) struct Table {
    slots: Vec<Option<Entry>>,
}

impl Table {
    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.slots.fill(None);
    }

    /// The entry of the position with this key.
    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        (*self.slots.get(slot(key))?).filter(|it| it.key == key)
    }

    /// Keeps an entry, and drops the one that was in its slot.
    pub(super) fn put(&mut self, entry: Entry) {
        if self.slots.is_empty() {
            self.slots.resize(SLOTS, None);
        }
        self.slots[slot(entry.key)] = Some(entry);
    }
}

/// The slot of a key. Keys may be positions themselves, so their bits are mixed first.
fn slot(key: u64) -> usize {
    const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;
    let spread = key.wrapping_mul(SPREAD) >> 32;
    usize::try_from(spread).unwrap_or_else(|_| unreachable!("32 bits")) % SLOTS
}
