//! Conversions of numbers that may lose digits, each on purpose, and means.

/// A count as a float.
#[expect(
    clippy::as_conversions,
    clippy::cast_precision_loss,
    reason = "counts are far below the precision of a float, or rounding does not matter"
)]
pub(crate) fn float(count: usize) -> f32 {
    count as f32
}

/// A count as a double.
#[expect(
    clippy::as_conversions,
    clippy::cast_precision_loss,
    reason = "counts are far below the precision of a double"
)]
pub(crate) fn double(count: u64) -> f64 {
    count as f64
}

/// A double, rounded to a float.
#[expect(
    clippy::as_conversions,
    clippy::cast_possible_truncation,
    reason = "rounding is the purpose"
)]
pub(crate) fn narrow(it: f64) -> f32 {
    it as f32
}

/// The mean of numbers; not a number if there are none.
pub(crate) fn mean(numbers: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = numbers.fold((0.0, 0.0), |(sum, count), it| (sum + it, count + 1.0));
    sum / count
}

/// A count that was given with 64 bits.
pub(crate) fn size(count: u64) -> usize {
    usize::try_from(count).unwrap_or(usize::MAX)
}
