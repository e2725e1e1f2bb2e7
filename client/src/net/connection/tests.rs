//! Tests of the link against a scripted server on a real socket. No test waits for a time to pass:
//! each waits for events, with a limit.

use std::sync::{Arc, Mutex};

use dicehall_engine::lobby::PlayerId;
use dicehall_protocol::limits::SERVER_FRAME_SIZE_MAX;
use dicehall_protocol::{
    ClientMessage, Joined, Renewed, Reply, ServerMessage, SessionCommand, VERSION, decode_client,
    encode_server,
};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;
use tokio_tungstenite::{WebSocketStream, accept_async};

use super::*;
use crate::net::trust::Policy;
use crate::net::trust::known_servers::KnownServers;

/// The longest time that a test waits for anything.
const TEST_WAIT: Duration = Duration::from_secs(20);

/// A server whose messages the test sends itself.
struct Scripted {
    listener: TcpListener,
}

/// A connection of that server.
struct Peer(WebSocketStream<TcpStream>);

/// The stored proofs, as text.
#[derive(Clone, Default)]
struct Kept(Arc<Mutex<Vec<String>>>);

impl Kept {
    fn note(&self, text: String) {
        self.0.lock().unwrap().push(text);
    }
}

impl Keep for Kept {
    fn keep(&mut self, lobby: LobbyCode, token: &str) -> Result<(), NotKept> {
        self.note(format!("{lobby} {token}"));
        Ok(())
    }
    fn forget(&mut self) {
        self.note("forget".to_owned());
    }
}

impl Scripted {
    async fn new() -> Self {
        Self {
            listener: TcpListener::bind("127.0.0.1:0").await.unwrap(),
        }
    }

    fn link(&self, tasks: &mut JoinSet<()>, kept: Kept) -> Link {
        let addresses = self
            .listener
            .local_addr()
            .unwrap()
            .to_string()
            .parse()
            .unwrap();
        let (link, ends) = link();
        let trust = Trust::new(KnownServers::default(), Policy::Refuse);
        let options = ConnectOptions {
            addresses,
            trust,
            name: "Aki".to_owned(),
            signer: None,
            speaks_for: None,
            resume: None,
            keep: Box::new(kept),
            luck_seed: 1,
        };
        tasks.spawn(Connection::new(ends, options).run());
        link
    }

    async fn accept(&self) -> Peer {
        let (stream, _) = timeout(TEST_WAIT, self.listener.accept())
            .await
            .unwrap()
            .unwrap();
        Peer(accept_async(stream).await.unwrap())
    }

    /// Accepts and welcomes a client; returns the resume that it asked for.
    async fn welcome(&self, resumed: bool) -> (Peer, Option<Resume>) {
        let mut peer = self.accept().await;
        let ClientMessage::Hello {
            version,
            name,
            resume,
        } = peer.hear().await
        else {
            panic!("no hello")
        };
        assert_eq!((version, name.as_str()), (VERSION, "Aki"));
        let renewed = resumed.then(|| Renewed {
            token: "renewed".to_owned(),
            last_id: 0,
        });
        peer.say(&ServerMessage::Welcome {
            version,
            server: "test".to_owned(),
            resumed,
            renewed,
            notice: None,
            challenge: None,
        })
        .await;
        (peer, resume)
    }
}

impl Peer {
    async fn say(&mut self, message: &ServerMessage) {
        self.0
            .send(Message::text(encode_server(message)))
            .await
            .unwrap();
    }

    /// The next message of the client; the library answers pings.
    async fn hear(&mut self) -> ClientMessage {
        loop {
            let frame = timeout(TEST_WAIT, self.0.next())
                .await
                .unwrap()
                .unwrap()
                .unwrap();
            if let Message::Text(text) = frame {
                return decode_client(&text).unwrap();
            }
        }
    }

    /// Whether the other side closes the websocket in an orderly way.
    async fn is_closed(&mut self) -> bool {
        loop {
            match timeout(TEST_WAIT, self.0.next()).await.unwrap() {
                Some(Ok(Message::Close(_))) => return true,
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return false,
            }
        }
    }
}

/// The next event except latencies, as text.
async fn event(link: &mut Link) -> String {
    loop {
        match timeout(TEST_WAIT, link.incoming.recv()).await.unwrap() {
            None => return "end".to_owned(),
            Some(LinkEvent::Latency { .. } | LinkEvent::Late { .. }) => {}
            Some(LinkEvent::MatchWritten { name, .. }) => return name,
            Some(LinkEvent::NotKept(it)) => return it.told(Language::English),
            Some(LinkEvent::Audited(verdict)) => return verdict.to_string(),
            Some(LinkEvent::Connecting { attempt, .. }) => return format!("connecting {attempt}"),
            Some(LinkEvent::Connected { resumed }) => return format!("connected {resumed}"),
            Some(LinkEvent::SignedIn(account)) => return format!("signed in as {}", account.name),
            Some(LinkEvent::NoKey) => return "no key".to_owned(),
            Some(LinkEvent::Message(message)) => return encode_server(&message),
            Some(LinkEvent::Played(played)) => return encode_server(&(*played).into()),
            Some(LinkEvent::Waiting { why, .. }) => return format!("waiting: {why}"),
            Some(LinkEvent::Closed { code, message }) => {
                return format!("closed {code}: {message}");
            }
            Some(LinkEvent::Stranger { address, .. }) => return format!("stranger {address}"),
            Some(LinkEvent::Listening { .. }) => return "listening".to_owned(),
            Some(LinkEvent::Program(program)) => return program.name,
        }
    }
}

#[track_caller]
fn check(got: &str, expect: &str) {
    assert!(
        got.starts_with(expect),
        "{got:?} does not begin with {expect:?}"
    );
}

async fn command(link: &Link, id: u64) {
    let command = ClientCommandWithId {
        id,
        command: SessionCommand::ListLobbies.into(),
    };
    link.outgoing.send(command).await.unwrap();
}

#[tokio::test]
async fn commands_go_out_and_messages_come_in() {
    let (server, mut tasks) = (Scripted::new().await, JoinSet::new());
    let mut link = server.link(&mut tasks, Kept::default());
    let (mut peer, resume) = server.welcome(false).await;
    assert_eq!(resume, None);
    check(&event(&mut link).await, "connecting 1");
    check(&event(&mut link).await, "connected false");
    command(&link, 5).await;
    assert_eq!(
        peer.hear().await,
        ClientMessage::Command {
            id: 5,
            command: SessionCommand::ListLobbies.into(),
            commits: None,
        }
    );
    peer.say(&ServerMessage::Accepted {
        id: 5,
        revision: None,
        reply: None,
    })
    .await;
    check(&event(&mut link).await, r#"{"type":"accepted","id":5"#);
}

#[tokio::test]
async fn the_round_trip_is_told() {
    let (server, mut tasks) = (Scripted::new().await, JoinSet::new());
    let mut link = server.link(&mut tasks, Kept::default());
    let (mut peer, _) = server.welcome(false).await;
    // The library answers the ping while it waits for a message; that comes only after the latency
    // was reported.
    let hear = async { peer.hear().await };
    let told = async {
        while !matches!(
            timeout(TEST_WAIT, link.incoming.recv()).await,
            Ok(Some(LinkEvent::Latency { .. }))
        ) {}
        command(&link, 1).await;
    };
    tokio::join!(hear, told);
}

#[tokio::test]
async fn a_lost_connection_is_resumed_with_the_token() {
    let (server, mut tasks, kept) = (Scripted::new().await, JoinSet::new(), Kept::default());
    let mut link = server.link(&mut tasks, kept.clone());
    let (mut peer, _) = server.welcome(false).await;
    check(&event(&mut link).await, "connecting 1");
    check(&event(&mut link).await, "connected false");
    let joined = Joined {
        lobby: "ABCDE".parse().unwrap(),
        player: PlayerId(0),
        token: "secret".to_owned(),
    };
    peer.say(&ServerMessage::Accepted {
        id: 1,
        revision: None,
        reply: Some(Reply::Joined(joined)),
    })
    .await;
    check(&event(&mut link).await, r#"{"type":"accepted""#);
    drop(peer);
    check(&event(&mut link).await, "waiting");
    link.control.send(LinkControl::RetryNow).await.unwrap();
    let (_peer, resume) = server.welcome(true).await;
    assert_eq!(resume.map(|it| it.token).as_deref(), Some("secret"));
    check(&event(&mut link).await, "connecting 1");
    check(&event(&mut link).await, "connected true");
    assert_eq!(*kept.0.lock().unwrap(), ["ABCDE secret", "ABCDE renewed"]);
}

#[tokio::test]
async fn a_dropped_link_closes_in_good_order() {
    let (server, mut tasks) = (Scripted::new().await, JoinSet::new());
    let mut link = server.link(&mut tasks, Kept::default());
    let (mut peer, _) = server.welcome(false).await;
    check(&event(&mut link).await, "connecting 1");
    drop(link);
    assert!(peer.is_closed().await);
    timeout(TEST_WAIT, tasks.join_next())
        .await
        .unwrap()
        .unwrap()
        .unwrap();
}

#[tokio::test]
async fn a_final_closing_ends_the_link() {
    let (server, mut tasks) = (Scripted::new().await, JoinSet::new());
    let mut link = server.link(&mut tasks, Kept::default());
    let mut peer = server.accept().await;
    peer.hear().await;
    let message = "speak version 2".to_owned();
    peer.say(&ServerMessage::Closing {
        code: "wrong_version".into(),
        message,
    })
    .await;
    peer.0.close(None).await.unwrap();
    check(&event(&mut link).await, "connecting 1");
    check(&event(&mut link).await, r#"{"type":"closing""#);
    check(
        &event(&mut link).await,
        "closed wrong_version: speak version 2",
    );
    check(&event(&mut link).await, "end");
}

#[tokio::test]
async fn nonsense_and_frames_over_the_limit_are_a_loss() {
    let (server, mut tasks) = (Scripted::new().await, JoinSet::new());
    let mut link = server.link(&mut tasks, Kept::default());
    let (mut peer, _) = server.welcome(false).await;
    check(&event(&mut link).await, "connecting 1");
    check(&event(&mut link).await, "connected");
    peer.0.send(Message::text("{}")).await.unwrap();
    check(
        &event(&mut link).await,
        "waiting: the server said something else than a message",
    );
    link.control.send(LinkControl::RetryNow).await.unwrap();
    let (mut peer, _) = server.welcome(false).await;
    check(&event(&mut link).await, "connecting 1");
    check(&event(&mut link).await, "connected");
    // The client may hang up before everything is sent.
    peer.0
        .send(Message::text("x".repeat(SERVER_FRAME_SIZE_MAX + 1)))
        .await
        .ok();
    check(&event(&mut link).await, "waiting");
}

#[tokio::test]
async fn nobody_there_is_told_after_three_attempts() {
    let (server, mut tasks) = (Scripted::new().await, JoinSet::new());
    let mut link = server.link(&mut tasks, Kept::default());
    drop(server);
    for attempt in 1..=2 {
        check(&event(&mut link).await, &format!("connecting {attempt}"));
        check(&event(&mut link).await, "waiting");
        link.control.send(LinkControl::RetryNow).await.unwrap();
    }
    check(&event(&mut link).await, "connecting 3");
    check(&event(&mut link).await, "closed unreachable");
}
