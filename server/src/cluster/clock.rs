//! The clock by which a node counts how long it may serve: it goes on while the machine sleeps.
//!
//! `std::time::Instant` stands still in suspend on Linux, so a laptop that wakes would believe in a lease that another
//! node has had for hours. `CLOCK_BOOTTIME` goes on. Simulations and tests count by the runtime's clock.

/// A clock in milliseconds since some moment.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Clock {
    /// The machine's.
    Machine,
    /// The runtime's, which tests move.
    #[cfg(test)]
    Runtime(tokio::time::Instant),
}

impl Clock {
    /// The present time.
    pub(crate) fn now_ms(self) -> u64 {
        match self {
            Self::Machine => machine_ms(),
            #[cfg(test)]
            Self::Runtime(start) => u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX),
        }
    }
}

#[cfg(target_os = "linux")]
fn machine_ms() -> u64 {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::Boottime);
    // Neither part is negative: the clock begins with 0.
    let seconds = u64::try_from(now.tv_sec).unwrap_or_default();
    let nanos = u64::try_from(now.tv_nsec).unwrap_or_default();
    seconds * 1_000 + nanos / 1_000_000
}

/// Elsewhere the steady clock has to do; whether it goes on in sleep depends on the system.
#[cfg(not(target_os = "linux"))]
fn machine_ms() -> u64 {
    static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    let start = START.get_or_init(std::time::Instant::now);
    u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX)
}
