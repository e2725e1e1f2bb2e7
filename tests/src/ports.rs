//! Ports of this machine on which tests start servers whose port must be known beforehand, or be the same after a restart.

use std::net::TcpListener;
use std::sync::atomic::{AtomicU16, Ordering};

/// The ports that are tried. The system hands out higher ones (from 32768 on, unless it is told otherwise) to connections and
/// to listeners that ask for any: one of those could be taken by another test while its server is started again.
const FROM: u16 = 20_000;
/// The number of ports that are tried.
const COUNT: u16 = 12_000;

/// A port on which nothing listens, and which no other call of this process has returned.
///
/// # Panics
/// If all are taken.
#[must_use]
pub fn free() -> u16 {
    static CALLS: AtomicU16 = AtomicU16::new(0);
    // Two test programs that run at the same time begin at different ports.
    let start = std::process::id() % u32::from(COUNT);
    for _ in 0..COUNT {
        let call = u32::from(CALLS.fetch_add(1, Ordering::Relaxed));
        let offset = (start.wrapping_mul(37) + call) % u32::from(COUNT);
        let port = FROM + u16::try_from(offset).expect("less than the count");
        if TcpListener::bind(("127.0.0.1", port)).is_ok() {
            return port;
        }
    }
    panic!("no port from {FROM} on is free");
}
