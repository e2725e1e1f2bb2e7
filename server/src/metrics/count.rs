//! Conversions of sizes in memory into the number types of the journal, messages and metrics.

/// A size as the journal and the messages write it.
#[expect(
    clippy::expect_used,
    reason = "a size has 64 bits at most on every platform"
)]
pub(crate) fn to_u64(size: usize) -> u64 {
    size.try_into().expect("a size has 64 bits")
}

/// A size as a metric.
#[expect(
    clippy::expect_used,
    reason = "nothing in memory has as many parts as half of all addresses"
)]
pub(crate) fn to_i64(size: usize) -> i64 {
    size.try_into().expect("the size is that of something")
}
