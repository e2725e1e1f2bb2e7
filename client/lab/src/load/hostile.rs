//! Hostile peers: silent, slow, deaf, oversized, flooding. Each goes on until the server hangs up.
//!
//! Called by `siege`. A peer may last as long as the server's limit for its kind, and a little
//! longer on a busy machine.

use std::time::Duration;

use anyhow::{Result, anyhow};
use dicehall_client::net::address::Address;
use dicehall_protocol::{ClientMessage, VERSION, encode_client};
use futures_util::SinkExt;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep, timeout};
use tokio_tungstenite::tungstenite::{self, Message};
use tokio_tungstenite::{WebSocketStream, client_async};

/// The request of a slow peer, which it never finishes in time.
const SLOW_REQUEST: &[u8] =
    b"GET /ws HTTP/1.1\r\nHost: dicehall.example\r\nUser-Agent: a very slow one indeed\r\n";
/// The pause between two bytes of a slow peer, in milliseconds.
const DRIBBLE_MS: u64 = 400;
/// The time that a peer may last beyond the limit, because the machine is busy, in milliseconds.
const SLACK_MS: u64 = 5_000;
/// The longest time that a peer may take to begin, in milliseconds.
const BEGIN_MS_MAX: u64 = 30_000;

/// The kind of a hostile peer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Connects and says nothing.
    Silent,
    /// Sends its request byte by byte.
    Dribbling,
    /// Opens a websocket and never says hello.
    Mute,
    /// Says hello, and answers no ping.
    Deaf,
    /// Sends a frame that is too large.
    Oversized,
    /// Sends frames that are no messages.
    Babbling,
    /// Sends commands as fast as it can and reads no answer.
    Flooding,
}

/// The end of one peer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ended {
    pub(super) kind: Kind,
    /// The time that it lasted; `None` if it was still connected at the end.
    pub(super) lasted: Option<Duration>,
}

impl Kind {
    pub(super) const ALL: [Self; 7] = [
        Self::Silent,
        Self::Dribbling,
        Self::Mute,
        Self::Deaf,
        Self::Oversized,
        Self::Babbling,
        Self::Flooding,
    ];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Silent => "silent",
            Self::Dribbling => "dribbling",
            Self::Mute => "mute",
            Self::Deaf => "deaf",
            Self::Oversized => "oversized",
            Self::Babbling => "babbling",
            Self::Flooding => "flooding",
        }
    }

    /// The time after which a server with the usual settings disconnects such a peer: see
    /// `docs/server.md`.
    pub(super) const fn limit(self) -> Duration {
        Duration::from_secs(match self {
            Self::Silent | Self::Dribbling => 5,
            Self::Deaf => 60,
            // All of these are answered at once, except the mute peer; a peer that does not read
            // the answer is disconnected after a failed write.
            Self::Mute | Self::Oversized | Self::Babbling | Self::Flooding => 10,
        })
    }
}

/// Runs a hostile peer until the server hangs up, or until the time is up.
pub(super) async fn run_peer(address: Address, kind: Kind, limit: Duration) -> Result<Ended> {
    let ready = timeout(Duration::from_millis(BEGIN_MS_MAX), begin(&address, kind)).await;
    let peer = ready.map_err(|_elapsed| anyhow!("a {} peer could not begin", kind.name()))??;
    let begun = Instant::now();
    let longest = limit + Duration::from_millis(SLACK_MS);
    let gone = timeout(longest, peer.go_on(kind)).await.is_ok();
    Ok(Ended {
        kind,
        lasted: gone.then(|| begun.elapsed()),
    })
}

/// The stage that a peer reaches before it turns hostile.
enum Peer {
    Connected(TcpStream),
    Websocket(Box<WebSocketStream<TcpStream>>),
}

async fn begin(address: &Address, kind: Kind) -> Result<Peer> {
    let tcp = TcpStream::connect((address.host(), address.port())).await?;
    if matches!(kind, Kind::Silent | Kind::Dribbling) {
        return Ok(Peer::Connected(tcp));
    }
    let (mut websocket, _) = client_async(address.url(), tcp).await?;
    if kind != Kind::Mute {
        let hello = ClientMessage::Hello {
            version: VERSION,
            name: "Eve".to_owned(),
            resume: None,
        };
        websocket.send(Message::text(encode_client(&hello))).await?;
    }
    Ok(Peer::Websocket(Box::new(websocket)))
}

impl Peer {
    /// Goes on until the server hangs up. It reads frames, but does not even answer pings.
    async fn go_on(self, kind: Kind) {
        let mut stream = match self {
            Self::Connected(stream) => stream,
            Self::Websocket(mut websocket) => {
                // If the server hangs up early, that is what is wanted.
                say(&mut websocket, kind).await.ok();
                websocket.into_inner()
            }
        };
        let mut unread = [0; 1_024];
        for byte in SLOW_REQUEST.iter().filter(|_| kind == Kind::Dribbling) {
            if stream.write_all(&[*byte]).await.is_err() {
                return;
            }
            tokio::select! {
                () = sleep(Duration::from_millis(DRIBBLE_MS)) => {}
                read = stream.read(&mut unread) => if !matches!(read, Ok(1..)) { return },
            }
        }
        while matches!(stream.read(&mut unread).await, Ok(1..)) {}
    }
}

async fn say(websocket: &mut WebSocketStream<TcpStream>, kind: Kind) -> tungstenite::Result<()> {
    match kind {
        Kind::Silent | Kind::Dribbling | Kind::Mute | Kind::Deaf => Ok(()),
        Kind::Oversized => websocket.send(Message::text("x".repeat(20_000))).await,
        Kind::Babbling => {
            for _ in 0..10 {
                websocket.send(Message::text("what?")).await?;
            }
            Ok(())
        }
        Kind::Flooding => {
            let ask = Message::text(r#"{"type":"command","id":1,"command":"list_lobbies"}"#);
            loop {
                websocket.send(ask.clone()).await?;
            }
        }
    }
}
