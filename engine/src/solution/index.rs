//! The number of a position within its frame: dense, without gaps.
//!
//! First the giraffes, then the elephants, then the chicks: for each pair of giraffes and elephants a row of those pairs
//! of chicks that find their slots free, in ascending order. Rows of the same free slots are alike, so one table of ranks
//! for each set of slots serves them all.

use super::frame::SLOTS;
use super::pair::{CHICKS, Family, SMALL};

/// Positions of one frame.
pub const SLICE: usize = 11_878_227;
/// The positions of the whole domain.
pub const POSITIONS: u64 = 249_442_767;

/// The pairs of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pairs {
    /// The pair of giraffes.
    pub giraffes: usize,
    /// The pair of elephants.
    pub elephants: usize,
    /// The pair of chicks.
    pub chicks: usize,
}

/// The tables between positions and numbers.
#[derive(Debug)]
pub struct Index {
    /// The number of the first position of each row, by giraffes and elephants.
    first: Vec<u32>,
    /// The slots of a pair of giraffes or elephants; [`CLASH`] where they stand on one slot.
    small_slots: [u16; SMALL],
    chick_slots: [u16; CHICKS],
    /// The rank of each pair of chicks in a row, by the taken slots.
    ranks: Vec<u16>,
    /// The pairs of chicks of a row, by the taken slots.
    rows: Vec<Vec<u16>>,
    /// Each row's giraffes and elephants, by number.
    starts: Vec<Row>,
}

/// A row: positions that differ in their chicks alone.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The pair of giraffes.
    pub giraffes: usize,
    /// The pair of elephants.
    pub elephants: usize,
    /// The number of its first position.
    pub first: usize,
    /// The slots that its giraffes and elephants take.
    pub taken: u16,
}

/// Two pieces on one slot.
const CLASH: u16 = 1 << SLOTS;
/// No number.
const NONE: u32 = u32::MAX;

impl Index {
    /// The tables.
    pub fn new() -> Self {
        let chick_slots = std::array::from_fn(|it| Family::Chicks.slots(it).unwrap_or(CLASH));
        let small_slots = std::array::from_fn(|it| Family::Giraffes.slots(it).unwrap_or(CLASH));
        let rows: Vec<Vec<u16>> = (0..CLASH).map(|it| row(it, &chick_slots)).collect();
        let mut index = Self {
            first: vec![NONE; SMALL * SMALL],
            small_slots,
            chick_slots,
            ranks: ranks(&rows),
            rows,
            starts: Vec::new(),
        };
        index.number_rows();
        index
    }

    fn number_rows(&mut self) {
        let mut first = 0;
        for at in 0..SMALL * SMALL {
            let (giraffes, elephants) = (at / SMALL, at % SMALL);
            let (one, other) = (self.small_slots[giraffes], self.small_slots[elephants]);
            if (one | other) & CLASH != 0 || one & other != 0 {
                continue;
            }
            let taken = one | other;
            self.first[at] = u32::try_from(first).unwrap_or(NONE);
            self.starts.push(Row {
                giraffes,
                elephants,
                first,
                taken,
            });
            first += self.rows[usize::from(taken)].len();
        }
    }

    /// The number of a position in its frame. Precondition: no two pieces stand on one slot.
    #[inline]
    pub fn number(&self, pairs: Pairs) -> u32 {
        let (first, ranks) = self.row(pairs.giraffes, pairs.elephants);
        first + u32::from(ranks[pairs.chicks])
    }

    /// The first number of a row and the ranks of its chicks.
    #[inline]
    pub fn row(&self, giraffes: usize, elephants: usize) -> (u32, &[u16]) {
        let first = self.first[giraffes * SMALL + elephants];
        let taken = self.small_slots[giraffes] | self.small_slots[elephants];
        let at = usize::from(taken) * CHICKS;
        (first, &self.ranks[at..at + CHICKS])
    }

    /// The number of the row of these giraffes and elephants. Precondition: they stand on four slots.
    pub fn row_number(&self, giraffes: usize, elephants: usize) -> usize {
        let first = widen(self.first[giraffes * SMALL + elephants]);
        self.starts.partition_point(|it| it.first < first)
    }

    /// The position of a number; `None` beyond the last.
    pub fn pairs(&self, number: usize) -> Option<Pairs> {
        let after = self.starts.partition_point(|it| it.first <= number);
        let row = self.starts[after.checked_sub(1)?];
        let chicks = self.chicks(row.taken).get(number - row.first)?;
        Some(Pairs {
            giraffes: row.giraffes,
            elephants: row.elephants,
            chicks: usize::from(*chicks),
        })
    }

    /// Every row, ascending.
    pub fn rows(&self) -> &[Row] {
        &self.starts
    }

    /// The pairs of chicks that find free what a row's other pieces leave.
    pub fn chicks(&self, taken: u16) -> &[u16] {
        &self.rows[usize::from(taken)]
    }

    /// The slots that a position's pieces take.
    #[inline]
    pub fn taken(&self, pairs: Pairs) -> u16 {
        self.small_slots[pairs.giraffes]
            | self.small_slots[pairs.elephants]
            | self.chick_slots[pairs.chicks]
    }
}

impl Default for Index {
    fn default() -> Self {
        Self::new()
    }
}

impl Pairs {
    /// As one word, for the lists of the solver.
    #[inline]
    pub fn pack(self) -> u32 {
        pack(self.giraffes) | pack(self.elephants) << 8 | pack(self.chicks) << 16
    }

    /// The position that a word holds.
    #[inline]
    pub fn unpack(word: u32) -> Self {
        Self {
            giraffes: widen(word & 0xFF),
            elephants: widen(word >> 8 & 0xFF),
            chicks: widen(word >> 16),
        }
    }

    /// The pair of a family.
    pub fn of(self, family: Family) -> usize {
        match family {
            Family::Giraffes => self.giraffes,
            Family::Elephants => self.elephants,
            Family::Chicks => self.chicks,
        }
    }
}

/// A number that fits as an index.
#[inline]
#[expect(clippy::as_conversions, reason = "no target has indices below 32 bits")]
pub const fn widen(number: u32) -> usize {
    number as usize
}

#[inline]
#[expect(
    clippy::as_conversions,
    clippy::cast_possible_truncation,
    reason = "pairs are below 1,024"
)]
const fn pack(pair: usize) -> u32 {
    pair as u32
}

fn row(taken: u16, chick_slots: &[u16; CHICKS]) -> Vec<u16> {
    (0..)
        .zip(chick_slots)
        .filter(|(_, slots)| *slots & (taken | CLASH) == 0)
        .map(|(it, _)| it)
        .collect()
}

fn ranks(rows: &[Vec<u16>]) -> Vec<u16> {
    let mut ranks = vec![0; rows.len() * CHICKS];
    for (row, ranks) in rows.iter().zip(ranks.chunks_exact_mut(CHICKS)) {
        for (rank, chicks) in (0..).zip(row) {
            ranks[usize::from(*chicks)] = rank;
        }
    }
    ranks
}
