//! Statistics of measured durations and counts: percentiles, rates and means.
//!
//! Called by the load generator and the arena. The histogram has a fixed size, and merging parts
//! gives the same counts in any order.

use std::time::Duration;

use hdrhistogram::Histogram;

/// The precision of the histogram in decimal digits: a percentile is off by at most one part in
/// 128.
const DIGITS: u8 = 2;

/// A histogram of durations.
#[derive(Clone, PartialEq)]
pub(crate) struct Durations(Histogram<u64>);

impl Durations {
    /// An empty histogram.
    #[expect(clippy::expect_used, reason = "two digits are a precision that exists")]
    pub(crate) fn new() -> Self {
        Self(Histogram::new(DIGITS).expect("a precision of one to five digits"))
    }

    /// Counts one duration.
    #[expect(
        clippy::expect_used,
        reason = "nothing that is measured lasts 584 years"
    )]
    pub(crate) fn add(&mut self, duration: Duration) {
        self.0 += u64::try_from(duration.as_nanos()).expect("less than 584 years");
    }

    /// Adds all counts of another histogram.
    pub(crate) fn merge(&mut self, other: &Self) {
        self.0 += &other.0;
    }

    /// The number of counted durations.
    pub(crate) fn count(&self) -> u64 {
        self.0.len()
    }

    /// The duration that `percent` of all do not exceed; zero if none was counted.
    pub(crate) fn percentile(&self, percent: impl Into<f64>) -> Duration {
        let found = self.0.value_at_quantile(percent.into() / 100.0);
        Duration::from_nanos(self.0.lowest_equivalent(found))
    }

    /// The same in milliseconds.
    pub(crate) fn percentile_ms(&self, percent: impl Into<f64>) -> f64 {
        self.percentile(percent).as_secs_f64() * 1e3
    }
}

impl std::fmt::Debug for Durations {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Durations")
            .field("count", &self.count())
            .finish_non_exhaustive()
    }
}

/// A length as a count of 64 bits.
#[expect(clippy::expect_used, reason = "no memory has 2^64 places")]
pub(crate) fn count(length: usize) -> u64 {
    u64::try_from(length).expect("a length has at most 64 bits")
}

/// The nearest `f64`; counts below 2^53 are exact.
#[expect(
    clippy::as_conversions,
    clippy::cast_precision_loss,
    reason = "rounding to a double is the purpose"
)]
pub(crate) fn float(count: u64) -> f64 {
    count as f64
}

/// `part / whole`, or zero if `whole` is zero.
pub(crate) fn ratio(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(nanos: impl IntoIterator<Item = u64>) -> Durations {
        let mut durations = Durations::new();
        nanos
            .into_iter()
            .for_each(|it| durations.add(Duration::from_nanos(it)));
        durations
    }

    #[test]
    fn every_duration_is_told_to_one_part_in_64() {
        for nanos in (0..200).chain((0..63).flat_map(|bit| [(1 << bit) - 1, 1 << bit, 3 << bit])) {
            let near = u64::try_from(of([nanos]).percentile(50).as_nanos()).unwrap();
            assert!(near.abs_diff(nanos) <= nanos / 64, "{nanos} became {near}");
            assert_eq!(of([near]), of([nanos]), "{nanos}");
        }
        assert_eq!(of([u64::MAX]).count(), 1);
    }

    #[test]
    fn percentiles_are_where_they_should_be() {
        let durations = of(1..=50);
        assert_eq!(durations.percentile(50), Duration::from_nanos(25));
        assert_eq!(durations.percentile(99), Duration::from_nanos(50));
        assert_eq!(durations.percentile(1), Duration::from_nanos(1));
        assert_eq!(of([]).percentile(50), Duration::ZERO);
    }

    #[test]
    fn merged_parts_count_like_the_whole() {
        let mut merged = of(1..20);
        merged.merge(&of(20..=50));
        assert_eq!(merged, of(1..=50));
        assert_eq!(merged.count(), 50);
    }
}
