//! Accepts connections, as far as the gate lets them in.

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};
use std::sync::Arc;
use std::time::Duration;

use socket2::SockRef;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};
use tracing::Instrument;

use crate::admission::gate::Pass;
use crate::net::web::{self, ListenerContext, Peer};

/// The first pause after a failed accept, in milliseconds; doubled with every failure in a row.
const BACK_OFF_MS_MIN: u64 = 10;
/// The longest pause after a failed accept, for example when no file handle is free, in milliseconds.
const BACK_OFF_MS_MAX: u64 = 1_000;
/// The most connections that the system completes before they are accepted. A crowd that comes at once would use up the
/// usual 128, and the next client would wait a second or more until its system tries again.
const BACKLOG_MAX: u32 = 4_096;
/// The longest wait for sessions to end when the server stops, in milliseconds.
pub(super) const DRAIN_MS_MAX: u64 = 5_000;

/// A source of connections.
pub trait Accept: Send + Sync + 'static {
    /// The stream of bytes of a connection.
    type Stream: AsyncRead + AsyncWrite + Unpin + Send + 'static;

    /// The next connection, and the address it comes from. May be dropped and called again.
    fn accept(&self) -> impl Future<Output = io::Result<(Self::Stream, IpAddr)>> + Send;

    /// The address on which it listens, if others can reach it.
    fn address(&self) -> Option<SocketAddr>;
}

impl Accept for TcpListener {
    type Stream = TcpStream;

    /// The next connection, set to send small frames without delay.
    async fn accept(&self) -> io::Result<(TcpStream, IpAddr)> {
        let (stream, address) = self.accept().await?;
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!(%error, "the connection ended while it was accepted");
        }
        // A socket of IPv6 tells the addresses of IPv4 in another form.
        Ok((stream, address.ip().to_canonical()))
    }

    fn address(&self) -> Option<SocketAddr> {
        self.local_addr().ok()
    }
}

/// All addresses of this machine: those of IPv6 and with them those of IPv4, or those of IPv4 alone on a machine without
/// IPv6.
pub fn everywhere(port: u16) -> SocketAddr {
    let ip = match UdpSocket::bind((Ipv6Addr::UNSPECIFIED, 0)) {
        Ok(_) => IpAddr::V6(Ipv6Addr::UNSPECIFIED),
        Err(_) => IpAddr::V4(Ipv4Addr::UNSPECIFIED),
    };
    SocketAddr::new(ip, port)
}

/// Opens a listening socket, with room for a crowd that comes at once. Must be called from a Tokio runtime.
pub fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() {
        TcpSocket::new_v4()?
    } else {
        TcpSocket::new_v6()?
    };
    if address.is_ipv6() && address.ip().is_unspecified() {
        // All addresses are also those of IPv4; some systems would leave them out.
        SockRef::from(&socket).set_only_v6(false)?;
    }
    // So that a server that is restarted need not wait for the rests of old connections. On other systems the option
    // would let another program take the port away.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(BACKLOG_MAX)
}

/// Accepts and serves connections until `shutdown`, then waits for the sessions, which `stop` has told.
pub(crate) async fn serve(
    listener: &impl Accept,
    listener_context: ListenerContext,
    shutdown: impl Future<Output = ()>,
    stop: impl FnOnce(),
) {
    let mut sessions = JoinSet::new();
    tokio::pin!(shutdown);
    let listener_context = Arc::new(listener_context);
    let mut back_off = Duration::ZERO;
    let mut number = 0_u64;
    loop {
        tokio::select! {
            biased;
            () = &mut shutdown => break,
            Some(ended) = sessions.join_next() => report(ended),
            accepted = accept(listener, back_off) => match accepted {
                Ok((stream, ip)) => {
                    back_off = Duration::ZERO;
                    let Some(pass) = admit(&listener_context, ip) else { continue };
                    number += 1;
                    let span = tracing::info_span!("connection", number, %ip, lobby = tracing::field::Empty);
                    let peer = Peer { ip, pass };
                    sessions.spawn(web::receive(stream, Arc::clone(&listener_context), peer).instrument(span));
                }
                Err(error) => {
                    tracing::warn!(%error, "cannot accept a connection");
                    back_off = next_back_off(back_off);
                }
            },
        }
    }
    stop();
    drop(listener_context);
    let drained = async {
        while let Some(ended) = sessions.join_next().await {
            report(ended);
        }
    };
    if timeout(Duration::from_millis(DRAIN_MS_MAX), drained)
        .await
        .is_err()
    {
        tracing::warn!("some sessions did not end in time");
    }
}

fn admit(listener_context: &ListenerContext, ip: IpAddr) -> Option<Pass> {
    let ListenerContext { gate, proxies, .. } = listener_context;
    let admitted = if proxies.sends_header(ip) || proxies.forwards(ip) {
        gate.admit_proxy()
    } else {
        gate.admit(ip)
    };
    admitted
        .inspect_err(|turned| {
            tracing::debug!(%ip, ?turned, "too many connections");
            listener_context.context.metrics.turned_away(turned.kind());
        })
        .ok()
}

/// The next connection, after a pause if the last attempt failed.
pub(super) async fn accept<L: Accept>(
    listener: &L,
    back_off: Duration,
) -> io::Result<(L::Stream, IpAddr)> {
    if !back_off.is_zero() {
        sleep(back_off).await;
    }
    listener.accept().await
}

/// The pause after another failure.
pub(super) fn next_back_off(before: Duration) -> Duration {
    (before * 2).clamp(
        Duration::from_millis(BACK_OFF_MS_MIN),
        Duration::from_millis(BACK_OFF_MS_MAX),
    )
}

/// Logs the failure of a session.
pub(super) fn report(ended: Result<(), tokio::task::JoinError>) {
    if let Err(error) = ended {
        tracing::error!(%error, "a session failed");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The system's own limit may be lower than ours, but on no system in use is it as low as 300.
    #[tokio::test]
    async fn a_crowd_is_connected_before_anybody_is_accepted() {
        let listener = listen(SocketAddr::from(([127, 0, 0, 1], 0))).unwrap();
        let address = listener.local_addr().unwrap();
        let mut crowd = Vec::new();
        for number in 0..300 {
            let connected = timeout(Duration::from_secs(30), TcpStream::connect(address)).await;
            crowd.push(
                connected
                    .unwrap_or_else(|_elapsed| panic!("number {number} waits"))
                    .unwrap(),
            );
        }
    }

    #[test]
    fn the_waits_after_failed_accepts_grow_to_a_limit() {
        let timeouts: Vec<u128> =
            std::iter::successors(Some(Duration::ZERO), |it| Some(next_back_off(*it)))
                .map(|it| it.as_millis())
                .take(10)
                .collect();
        assert_eq!(timeouts, [0, 10, 20, 40, 80, 160, 320, 640, 1_000, 1_000]);
    }
}
