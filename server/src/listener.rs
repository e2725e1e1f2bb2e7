//! Accepts connections, and no more than there may be: in all, and from one address.

use std::collections::HashMap;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use crate::addresses::network;
use crate::session::Hall;
use crate::web;

/// The first wait after a failed accept; doubled with every failure in a row.
const BACK_OFF_MS_MIN: u64 = 10;
/// The longest wait after a failed accept, as when no file handle is free.
const BACK_OFF_MS_MAX: u64 = 1_000;
/// The longest wait for sessions to end when the server stops.
const DRAIN_MS_MAX: u64 = 5_000;

/// Where connections come from.
pub trait Accept: Send + Sync + 'static {
    /// What a connection is.
    type Stream: AsyncRead + AsyncWrite + Unpin + Send + 'static;

    /// The next connection, and whose it is. May be dropped and called again.
    fn accept(&self) -> impl Future<Output = io::Result<(Self::Stream, IpAddr)>> + Send;

    /// Where it listens, if others can reach it.
    fn address(&self) -> Option<SocketAddr>;
}

impl Accept for TcpListener {
    type Stream = TcpStream;

    /// The next connection, without delay for small frames.
    async fn accept(&self) -> io::Result<(TcpStream, IpAddr)> {
        let (stream, address) = self.accept().await?;
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!(%error, "the connection ended while it was accepted");
        }
        Ok((stream, address.ip()))
    }

    fn address(&self) -> Option<SocketAddr> {
        self.local_addr().ok()
    }
}

/// Accepts and serves until `shutdown`, then waits for the sessions, which `stop` has told.
pub(crate) async fn serve(
    listener: &impl Accept,
    gate: &Gate,
    hall: Arc<Hall>,
    shutdown: impl Future<Output = ()>,
    stop: impl FnOnce(),
) {
    let mut sessions = JoinSet::new();
    tokio::pin!(shutdown);
    let routes = web::routes();
    let mut back_off = Duration::ZERO;
    loop {
        tokio::select! {
            biased;
            () = &mut shutdown => break,
            Some(ended) = sessions.join_next() => report(ended),
            accepted = accept(listener, back_off) => match accepted {
                Ok((stream, ip)) => {
                    back_off = Duration::ZERO;
                    let Some(pass) = gate.admit(ip) else {
                        tracing::debug!(%ip, "too many connections");
                        continue;
                    };
                    let serving = web::serve(stream, routes.clone(), Arc::clone(&hall), hall.addresses.key(ip));
                    sessions.spawn(async move {
                        serving.await;
                        drop(pass);
                    });
                }
                Err(error) => {
                    tracing::warn!(%error, "cannot accept a connection");
                    back_off = next_back_off(back_off);
                }
            },
        }
    }
    stop();
    drop(hall);
    let drained = async {
        while let Some(ended) = sessions.join_next().await {
            report(ended);
        }
    };
    if timeout(Duration::from_millis(DRAIN_MS_MAX), drained).await.is_err() {
        tracing::warn!("some sessions did not end in time");
    }
}

async fn accept<L: Accept>(listener: &L, back_off: Duration) -> io::Result<(L::Stream, IpAddr)> {
    if !back_off.is_zero() {
        sleep(back_off).await;
    }
    listener.accept().await
}

fn next_back_off(before: Duration) -> Duration {
    (before * 2).clamp(Duration::from_millis(BACK_OFF_MS_MIN), Duration::from_millis(BACK_OFF_MS_MAX))
}

fn report(ended: Result<(), tokio::task::JoinError>) {
    if let Err(error) = ended {
        tracing::error!(%error, "a session failed");
    }
}

/// Counts connections, in all and by address.
#[derive(Debug)]
pub(crate) struct Gate {
    counts: Arc<Mutex<Counts>>,
    max: usize,
    max_per_address: usize,
}

/// Lets one connection be; gives its place back when dropped.
#[derive(Debug)]
pub(crate) struct Pass {
    counts: Arc<Mutex<Counts>>,
    address: Option<IpAddr>,
}

#[derive(Debug, Default)]
struct Counts {
    all: usize,
    by_address: HashMap<IpAddr, usize>,
}

impl Gate {
    /// A gate for so many connections.
    pub(crate) fn new(max: usize, max_per_address: usize) -> Self {
        Self { counts: Arc::default(), max, max_per_address }
    }

    /// Lets a connection in, or not; nobody waits. This machine itself is not counted by address: whoever is on it needs no
    /// connections to harm it, and a proxy on it speaks for many.
    fn admit(&self, ip: IpAddr) -> Option<Pass> {
        let address = (!ip.to_canonical().is_loopback()).then(|| network(ip));
        let mut counts = lock(&self.counts);
        if counts.all >= self.max {
            return None;
        }
        if let Some(address) = address {
            let count = counts.by_address.entry(address).or_default();
            if *count >= self.max_per_address {
                return None;
            }
            *count += 1;
        }
        counts.all += 1;
        Some(Pass { counts: Arc::clone(&self.counts), address })
    }
}

impl Drop for Pass {
    fn drop(&mut self) {
        let mut counts = lock(&self.counts);
        counts.all -= 1;
        let Some(address) = self.address else { return };
        if let Some(count) = counts.by_address.get_mut(&address) {
            *count -= 1;
            if *count == 0 {
                counts.by_address.remove(&address);
            }
        }
    }
}

/// Nobody panics while holding the lock.
fn lock(counts: &Mutex<Counts>) -> MutexGuard<'_, Counts> {
    counts.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Which of these addresses are let in, in order, when nobody leaves.
    #[track_caller]
    fn check(max: usize, max_per_address: usize, addresses: &str, expect: &str) {
        let gate = Gate::new(max, max_per_address);
        let passes: Vec<Option<Pass>> =
            addresses.split(' ').map(|it| gate.admit(it.parse().unwrap())).collect();
        let shown: String = passes.iter().map(|it| if it.is_some() { '+' } else { '-' }).collect();
        assert_eq!(shown, expect, "{addresses}");
        drop(passes);
        let counts = lock(&gate.counts);
        assert_eq!((counts.all, counts.by_address.len()), (0, 0), "every place is given back");
    }

    #[test]
    fn connections_are_counted_in_all_and_by_address() {
        check(3, 2, "10.0.0.1 10.0.0.1 10.0.0.1 10.0.0.2 10.0.0.3", "++-+-");
        check(9, 1, "::ffff:10.0.0.1 10.0.0.1", "+-");
        check(9, 1, "2001:db8:0:1::1 2001:db8:0:1:ffff::2 2001:db8:0:2::1", "+-+");
        check(3, 1, "127.0.0.1 ::1 127.0.0.1 127.0.0.1", "+++-");
    }

    #[test]
    fn the_waits_after_failed_accepts_grow_to_a_limit() {
        let waits: Vec<u128> = std::iter::successors(Some(Duration::ZERO), |it| Some(next_back_off(*it)))
            .map(|it| it.as_millis())
            .take(10)
            .collect();
        assert_eq!(waits, [0, 10, 20, 40, 80, 160, 320, 640, 1_000, 1_000]);
    }
}
