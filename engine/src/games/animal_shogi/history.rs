//! The placements that have occurred in a match, in their order, with what a search needs to count and to take back.
//!
//! A placement is looked up by a hash first: most have never occurred, which one byte tells. Their order does not matter
//! for the rest of the match, so histories with the same placements in another order are equal.

use std::fmt;

use super::placement::Placement;

/// The buckets by which occurrences are looked up.
const BUCKETS: usize = 256;

/// The placements of a match so far.
pub struct History {
    seen: Vec<Seen>,
    /// How many placements are in each bucket; one that is full stays so, and tells nothing any more.
    filled: [u8; BUCKETS],
    /// The sum of the hashes of all placements, which does not depend on their order.
    digest: u64,
}

/// A placement, and how often it had occurred then, itself included.
#[derive(Clone, Copy, Debug)]
struct Seen {
    placement: Placement,
    occurrences: u8,
}

impl History {
    /// Adds a placement and says how often it has occurred, this time included.
    pub fn record(&mut self, placement: Placement) -> u8 {
        let hash = hash(placement);
        let filled = &mut self.filled[bucket(hash)];
        let before = if *filled == 0 {
            0
        } else {
            times(&self.seen, placement)
        };
        *filled = filled.saturating_add(1);
        self.digest = self.digest.wrapping_add(hash);
        let occurrences =
            u8::try_from(before + 1).unwrap_or_else(|_| unreachable!("the fourth time draws"));
        self.seen.push(Seen {
            placement,
            occurrences,
        });
        occurrences
    }

    /// Forgets the last placement; returns the one before it and how often that had occurred. `None` if there is none.
    pub fn take_back(&mut self) -> Option<(Placement, u8)> {
        let last = self.seen.pop()?;
        let hash = hash(last.placement);
        let filled = &mut self.filled[bucket(hash)];
        if *filled < u8::MAX {
            *filled -= 1;
        }
        self.digest = self.digest.wrapping_sub(hash);
        self.seen.last().map(|it| (it.placement, it.occurrences))
    }

    /// The placements that have occurred at least so often, each once, sorted.
    pub fn at_least(&self, times: u8) -> Vec<Placement> {
        let often = self.seen.iter().filter(|it| it.occurrences == times);
        let mut often: Vec<Placement> = often.map(|it| it.placement).collect();
        often.sort_unstable();
        often
    }

    /// How often a placement has occurred.
    pub fn times(&self, placement: Placement) -> usize {
        if self.filled[bucket(hash(placement))] == 0 {
            0
        } else {
            times(&self.seen, placement)
        }
    }

    /// The number of placements that have occurred, repetitions included.
    pub fn count(&self) -> usize {
        self.seen.len()
    }

    /// A number that histories with different placements hardly ever share.
    pub fn digest(&self) -> u64 {
        self.digest
    }

    fn sorted(&self) -> Vec<Placement> {
        let mut placements: Vec<Placement> = self.seen.iter().map(|it| it.placement).collect();
        placements.sort_unstable();
        placements
    }
}

fn times(seen: &[Seen], placement: Placement) -> usize {
    seen.iter().filter(|it| it.placement == placement).count()
}

/// The bits of a placement, mixed so that each of them matters for all: the finalizer of `SplitMix64` (G. L. Steele,
/// D. Lea and C. H. Flood, *Fast splittable pseudorandom number generators*, OOPSLA 2014,
/// <https://doi.org/10.1145/2660193.2660195>).
fn hash(placement: Placement) -> u64 {
    let mut bits = placement.bits().wrapping_add(0x9E37_79B9_7F4A_7C15);
    bits = (bits ^ bits >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ bits >> 31
}

fn bucket(hash: u64) -> usize {
    usize::from(hash.to_be_bytes()[0])
}

impl fmt::Debug for History {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list()
            .entries(self.seen.iter().map(|it| it.placement))
            .finish()
    }
}

impl Default for History {
    fn default() -> Self {
        Self {
            seen: Vec::new(),
            filled: [0; BUCKETS],
            digest: 0,
        }
    }
}

impl PartialEq for History {
    fn eq(&self, other: &Self) -> bool {
        self.digest == other.digest
            && self.seen.len() == other.seen.len()
            && self.sorted() == other.sorted()
    }
}

impl Eq for History {}

impl Clone for History {
    fn clone(&self) -> Self {
        Self {
            seen: self.seen.clone(),
            ..*self
        }
    }

    fn clone_from(&mut self, source: &Self) {
        self.seen.clone_from(&source.seen);
        self.filled = source.filled;
        self.digest = source.digest;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn placement(number: u8) -> Placement {
        let texts = [
            "gle/1c1/1C1/ELG b -",
            "gle/1c1/1C1/ELG w -",
            "gle/1C1/3/ELG w C",
        ];
        Placement::parse(texts[usize::from(number)]).unwrap()
    }

    fn of(numbers: &[u8]) -> History {
        let mut history = History::default();
        for it in numbers {
            history.record(placement(*it));
        }
        history
    }

    #[test]
    fn what_is_taken_back_has_not_occurred() {
        let mut history = of(&[0, 1, 0, 2]);
        assert_eq!(history.record(placement(0)), 3);
        assert_eq!(history.times(placement(0)), 3);
        assert_eq!(history.at_least(2), [placement(0)]);
        assert_eq!(history.take_back(), Some((placement(2), 1)));
        assert_eq!(history.take_back(), Some((placement(0), 2)));
        assert_eq!((history.times(placement(2)), history.count()), (0, 3));
        assert_eq!(history, of(&[0, 1, 0]));
        assert_eq!(history.digest(), of(&[0, 1, 0]).digest());
        history.take_back();
        assert_eq!(history.at_least(2), []);
        assert_eq!(
            (history.take_back(), history.take_back()),
            (Some((placement(0), 1)), None)
        );
        assert_eq!(history, History::default());
    }

    #[test]
    fn the_order_does_not_matter_and_every_occurrence_does() {
        assert_eq!(of(&[0, 1, 2, 1]), of(&[1, 1, 0, 2]));
        assert_eq!(of(&[0, 1, 2, 1]).digest(), of(&[1, 1, 0, 2]).digest());
        assert_ne!(of(&[0, 1, 2, 1]), of(&[0, 1, 2, 2]));
        assert_ne!(of(&[0, 1, 1]).digest(), of(&[0, 1]).digest());
    }

    #[test]
    fn a_full_bucket_stays_full() {
        let mut history = of(&[1]);
        let at = bucket(hash(placement(0)));
        history.filled[at] = u8::MAX - 1;
        for _ in 0..3 {
            history.record(placement(0));
        }
        assert_eq!(history.filled[at], u8::MAX);
        for _ in 0..2 {
            history.take_back();
        }
        // Two hundred and fifty-five placements are still in it.
        assert_eq!(history.filled[at], u8::MAX);
        assert_eq!(history.times(placement(0)), 1);
    }
}
