//! Counts as floating point, for means and rates.

/// The nearest double; counts of anything real are exact.
#[expect(
    clippy::as_conversions,
    clippy::cast_precision_loss,
    reason = "rounding to a double is the purpose"
)]
pub(crate) fn float(count: u64) -> f64 {
    count as f64
}

/// `part / whole`, or zero of nothing.
pub(crate) fn ratio(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 0.0 }
}
