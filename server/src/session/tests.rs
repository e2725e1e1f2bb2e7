//! Sessions over pipes: clients that say and hear text, a whole server behind them, time that tests move.

use std::time::Duration;

use dicehall_engine::{AnyAction, Outcome};
use dicehall_protocol::{EventView, decode_server};
use serde_json::json;
use tokio::task::JoinSet;
use tokio::time::{advance, timeout};

use super::*;
use crate::bot_pool::BotPool;
use crate::directory::Directory;
use crate::journal::{AnyJournal, MemoryJournal};
use crate::lobby_task::Environment;
use crate::lobby_task::mail::PARCELS_MAX;
use crate::lobby_task::presence::Patience;
use crate::transport::pipe::{ClientEnd, Sent, pipe};

const GRACE: Duration = Duration::from_secs(60);
const ABANDON: Duration = Duration::from_secs(600);
/// The longest that a test waits for something that must come.
const PATIENCE: Duration = Duration::from_secs(5);

/// A server without sockets.
struct World {
    hall: Arc<Hall>,
    stop: watch::Sender<bool>,
    journal: AnyJournal,
    tasks: JoinSet<()>,
}

impl World {
    async fn new() -> Self {
        Self::with(AnyJournal::Memory(MemoryJournal::default()), NonZeroU32::new(20)).await
    }

    async fn with(journal: AnyJournal, rate: Option<NonZeroU32>) -> Self {
        let pool = BotPool::start(std::num::NonZeroUsize::MIN).unwrap();
        let patience = Patience { grace: GRACE, abandon_after: ABANDON };
        let environment = Arc::new(Environment { journal: journal.clone(), pool, patience });
        let (task, directory) = Directory::open(environment).await.unwrap();
        let (stop, is_stopping) = watch::channel(false);
        let hall = Arc::new(Hall { directory, server: "Test 1".to_owned(), rate, is_stopping });
        let mut tasks = JoinSet::new();
        tasks.spawn(task.run());
        Self { hall, stop, journal, tasks }
    }

    /// A connection that has said nothing yet.
    fn connect(&mut self) -> Client {
        self.connect_with_room(1_000)
    }

    fn connect_with_room(&mut self, frames: usize) -> Client {
        let (transport, end) = pipe(frames);
        self.tasks.spawn(run(transport, Arc::clone(&self.hall)));
        Client { end, code: String::new(), token: String::new() }
    }

    /// A connection that has been welcomed.
    async fn greet(&mut self, name: &str) -> Client {
        let mut client = self.connect();
        client.say(&json!({"type": "hello", "version": VERSION, "name": name}).to_string()).await;
        client.hears(&["welcome"]).await;
        client
    }

    /// The host of a lobby for two, without a seat.
    async fn host(&mut self, name: &str) -> Client {
        let mut host = self.greet(name).await;
        host.ask(1, json!({"create_lobby": {"title": "Test", "settings": settings()}})).await;
        host.hears(&["accepted 1 joined", "snapshot 2"]).await;
        host
    }

    /// Somebody who has joined the host's lobby; both have heard of it.
    async fn guest(&mut self, name: &str, host: &mut Client) -> Client {
        let mut guest = self.greet(name).await;
        guest.ask(1, json!({"join_lobby": {"lobby": host.code}})).await;
        guest.hears(&["accepted 1 joined", "snapshot *"]).await;
        host.hears(&["update * entered"]).await;
        guest
    }

    /// Somebody who comes back with the token of `client`.
    async fn resume(&mut self, client: &Client, revision: Option<u64>) -> Client {
        let mut again = self.connect();
        let resume = json!({"lobby": client.code, "token": client.token, "revision": revision});
        again
            .say(&json!({"type": "hello", "version": VERSION, "name": "x", "resume": resume}).to_string())
            .await;
        again.code.clone_from(&client.code);
        again.token.clone_from(&client.token);
        again
    }
}

use dicehall_protocol::VERSION;

/// The client's end of a connection.
struct Client {
    end: ClientEnd,
    /// The lobby that it is in.
    code: String,
    /// What it may resume with.
    token: String,
}

impl Client {
    async fn say(&mut self, frame: &str) {
        self.end.to_server.send(Received::Text(frame.into())).await.unwrap();
    }

    async fn ask(&mut self, id: u64, command: serde_json::Value) {
        self.say(&json!({"type": "command", "id": id, "command": command}).to_string()).await;
    }

    /// What comes next, in short.
    async fn hear(&mut self) -> String {
        match timeout(PATIENCE, self.end.from_server.recv()).await {
            Err(_elapsed) => "silence".to_owned(),
            Ok(None) => "end".to_owned(),
            Ok(Some(Sent::Ping)) => "ping".to_owned(),
            Ok(Some(Sent::Closed(code))) => format!("closed {code}"),
            Ok(Some(Sent::Text(frame))) => self.shorten(&frame),
        }
    }

    /// Checks what comes next; a star stands for any word.
    #[track_caller]
    fn hears<'a>(&'a mut self, expect: &'a [&'a str]) -> impl Future<Output = ()> + 'a {
        let caller = std::panic::Location::caller();
        async move {
            for line in expect {
                let heard = self.hear().await;
                let fits = line.split(' ').zip(heard.split(' ')).all(|(a, b)| a == "*" || a == b)
                    && line.split(' ').count() == heard.split(' ').count();
                assert!(fits, "heard {heard:?} instead of {line:?} at {caller}");
            }
        }
    }

    fn shorten(&mut self, frame: &str) -> String {
        match decode_server(frame).unwrap() {
            ServerMessage::Welcome { resumed, .. } => {
                if resumed { "welcome back" } else { "welcome" }.to_owned()
            }
            ServerMessage::Accepted { id, reply: None, .. } => format!("accepted {id}"),
            ServerMessage::Accepted { id, reply: Some(Reply::Lobbies(lines)), .. } => {
                format!("accepted {id} lobbies={}", lines.len())
            }
            ServerMessage::Accepted { id, reply: Some(Reply::Joined(joined)), .. } => {
                self.code = joined.lobby.to_string();
                self.token = joined.token;
                format!("accepted {id} joined")
            }
            ServerMessage::Rejected { id, code, .. } => format!("rejected {id} {code}"),
            ServerMessage::Snapshot { revision, .. } => format!("snapshot {}", revision.0),
            ServerMessage::Update { revision, events, .. } => {
                format!(
                    "update {} {}",
                    revision.0,
                    events.iter().map(event_name).collect::<Vec<_>>().join("+")
                )
            }
            ServerMessage::Choices { ply, .. } => format!("choices {}", ply.0),
            ServerMessage::Presence { player, connected } => {
                format!("presence {} {}", player.0, if connected { "here" } else { "gone" })
            }
            ServerMessage::Error { code, .. } => format!("error {code}"),
            ServerMessage::Closing { code, .. } => format!("closing {code}"),
        }
    }
}

fn event_name(event: &EventView) -> String {
    let json = serde_json::to_value(event).unwrap();
    json.as_str().map_or_else(|| json.as_object().unwrap().keys().next().unwrap().clone(), str::to_owned)
}

fn settings() -> serde_json::Value {
    let rules = dicehall_engine::GameKind::DiceOfDoom.default_rules();
    json!({"rules": rules, "bot_pace_ms": 0})
}

#[tokio::test(start_paused = true)]
async fn two_people_make_a_lobby_and_chat() {
    let mut world = World::new().await;
    let mut host = world.host("Aki").await;
    let mut guest = world.guest("Bo", &mut host).await;
    guest.ask(7, json!({"chat": {"text": "hello"}})).await;
    guest.hears(&["accepted 7", "update 4 said"]).await;
    host.hears(&["update 4 said"]).await;
}
