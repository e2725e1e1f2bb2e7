//! How often which duration was measured: in a fixed space, and the same in whatever order the parts are put together.

use std::fmt;
use std::time::Duration;

/// A quantile is off by at most one part in this many.
const STEPS: u64 = 64;
/// Values below `STEPS` have a slot each, every further power of two has `STEPS`.
const SLOTS: usize = 59 * 64;

/// Counts of durations in slots whose width grows with the duration.
pub(crate) struct Histogram {
    counts: Vec<u64>,
}

impl Histogram {
    /// Nothing measured yet.
    pub(crate) fn new() -> Self {
        Self {
            counts: vec![0; SLOTS],
        }
    }

    /// Counts one duration.
    pub(crate) fn add(&mut self, duration: Duration) {
        let nanos = u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX);
        if let Some(count) = self.counts.get_mut(slot(nanos)) {
            *count += 1;
        }
    }

    /// Counts everything that the other one has counted.
    pub(crate) fn merge(&mut self, other: &Self) {
        for (count, more) in self.counts.iter_mut().zip(&other.counts) {
            *count += more;
        }
    }

    /// How many durations were counted.
    pub(crate) fn count(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The duration that `percent` of all are at most, to one part in 64; zero if nothing was measured.
    pub(crate) fn percentile(&self, percent: u64) -> Duration {
        let wanted = (self.count() * percent).div_ceil(100).max(1);
        let mut seen = 0;
        for (slot, count) in self.counts.iter().enumerate() {
            seen += count;
            if seen >= wanted {
                return Duration::from_nanos(middle(slot));
            }
        }
        Duration::ZERO
    }
}

impl fmt::Debug for Histogram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Histogram")
            .field("count", &self.count())
            .finish_non_exhaustive()
    }
}

fn slot(nanos: u64) -> usize {
    // Dropping the low bits leaves a number from STEPS to 2 * STEPS; each dropped bit is one power of two further.
    let dropped = nanos
        .checked_ilog2()
        .map_or(0, |it| u64::from(it).saturating_sub(6));
    usize::try_from(dropped * STEPS + (nanos >> dropped)).unwrap_or(SLOTS)
}

fn middle(slot: usize) -> u64 {
    let slot = u64::try_from(slot).unwrap_or(u64::MAX);
    let dropped = (slot / STEPS).saturating_sub(1);
    let low = (slot - dropped * STEPS) << dropped;
    low + (1 << dropped) / 2
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(nanos: impl IntoIterator<Item = u64>) -> Histogram {
        let mut histogram = Histogram::new();
        nanos
            .into_iter()
            .for_each(|it| histogram.add(Duration::from_nanos(it)));
        histogram
    }

    #[test]
    fn every_duration_falls_into_a_slot_whose_middle_is_near() {
        for nanos in (0..200).chain((0..63).flat_map(|bit| [(1 << bit) - 1, 1 << bit, 3 << bit])) {
            let near = middle(slot(nanos));
            assert!(
                near.abs_diff(nanos) <= nanos / STEPS,
                "{nanos} became {near}"
            );
            assert_eq!(slot(near), slot(nanos), "{nanos}");
        }
        assert!(slot(u64::MAX) < SLOTS);
    }

    #[test]
    fn percentiles_are_where_they_should_be() {
        let histogram = of(1..=50);
        assert_eq!(histogram.percentile(50), Duration::from_nanos(25));
        assert_eq!(histogram.percentile(99), Duration::from_nanos(50));
        assert_eq!(histogram.percentile(1), Duration::from_nanos(1));
        assert_eq!(of([]).percentile(50), Duration::ZERO);
    }

    #[test]
    fn merged_parts_count_like_the_whole() {
        let mut merged = of(1..20);
        merged.merge(&of(20..=50));
        assert_eq!(merged.counts, of(1..=50).counts);
        assert_eq!(merged.count(), 50);
    }
}
