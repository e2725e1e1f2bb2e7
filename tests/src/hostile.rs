//! A hostile server: every text that it sends has something planted in it that would take over a terminal.

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;
use tokio_tungstenite::accept_async;
use tokio_tungstenite::tungstenite::Message;

/// The planted text: colors, a title, a beep, cursor movements, directions, and invisible characters.
const PLANTED: &str =
    "\u{1b}[35m\u{1b}]0;planted\u{7}\u{9b}2J\u{8}\u{202e}\u{2066}\u{200b}\u{feff}\u{e0041}\u{fe0f}";
/// Parts of it that must never be in the output of a program. The programs' own colors and titles are none of these.
const TRACES: [&str; 10] = [
    "\u{1b}[35mX",
    "\u{1b}]0;planted",
    "\u{7}",
    "\u{9b}",
    "\u{202e}",
    "\u{2066}",
    "\u{200b}",
    "\u{feff}",
    "\u{e0041}",
    "\u{fe0f}",
];

/// The server; it ends when this is dropped.
#[derive(Debug)]
pub struct HostileServer {
    address: String,
    _tasks: JoinSet<()>,
}

impl HostileServer {
    /// Listens on the loopback address.
    ///
    /// # Panics
    /// If there is no free port.
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let mut tasks = JoinSet::new();
        tasks.spawn(async move {
            let mut peers = JoinSet::new();
            while let Ok((stream, _)) = listener.accept().await {
                peers.spawn(talk(stream));
            }
        });
        Self {
            address,
            _tasks: tasks,
        }
    }

    /// The address for clients, `HOST:PORT`.
    pub fn address(&self) -> &str {
        &self.address
    }
}

/// The parts of the planted text that are in the output of a program.
pub fn traces(written: &[u8]) -> Vec<&'static str> {
    let found = |it: &&str| written.windows(it.len()).any(|part| part == it.as_bytes());
    TRACES.into_iter().filter(found).collect()
}

/// Answers messages until the other side has gone.
async fn talk(stream: TcpStream) {
    let Ok(mut socket) = accept_async(stream).await else {
        return;
    };
    while let Some(Ok(frame)) = socket.next().await {
        let Message::Text(text) = frame else { continue };
        let heard: Value = serde_json::from_str(&text).unwrap();
        for message in answers(&heard) {
            if socket
                .send(Message::text(message.to_string()))
                .await
                .is_err()
            {
                return;
            }
        }
    }
}

/// The answers to a message.
fn answers(heard: &Value) -> Vec<Value> {
    let (id, command) = (&heard["id"], &heard["command"]);
    if heard["type"] == "hello" {
        return vec![
            json!({"type": "welcome", "version": heard["version"], "server": bad("hall"), "resumed": false}),
        ];
    }
    if command == "list_lobbies" {
        let line = json!({"lobby": "ABCDE", "title": bad("listed"), "game": "dice-of-doom", "phase": "waiting",
            "humans": 1, "bots": 0, "open": 3, "has_password": false, "locked": false});
        return vec![json!({"type": "accepted", "id": id, "reply": {"lobbies": [line]}})];
    }
    if command["join_lobby"].is_object() {
        return joined(id);
    }
    if command == "leave" {
        return vec![
            json!({"type": "closing", "code": bad("so_be_it"), "message": bad("farewell")}),
        ];
    }
    vec![json!({"type": "rejected", "id": id, "code": bad("not_today"), "message": bad("refused")})]
}

/// The answer to a request to enter: a lobby in which all names are bad.
fn joined(id: &Value) -> Vec<Value> {
    let token = bad("0123456789abcdef0123456789abcdef");
    let mut snapshot: Value = serde_json::from_str(include_str!(
        "../../protocol/golden/server/snapshot_waiting.json"
    ))
    .unwrap();
    snapshot["you"] = json!(7);
    snapshot["lobby"]["title"] = json!(bad("titled"));
    for player in snapshot["lobby"]["players"].as_array_mut().unwrap() {
        player["name"] = json!(bad("named"));
    }
    let revision = snapshot["revision"].as_u64().unwrap();
    let (entered, said) = (
        json!({"entered": {"player": 9, "name": bad("newcomer")}}),
        json!({"said": {"player": 0, "text": bad("chatter")}}),
    );
    vec![
        json!({"type": "accepted", "id": id, "revision": revision,
            "reply": {"joined": {"lobby": "ABCDE", "player": snapshot["you"], "token": token}}}),
        snapshot,
        json!({"type": "update", "revision": revision + 2, "events": [entered, said], "ply": 0}),
    ]
}

fn bad(text: &str) -> String {
    format!("{PLANTED}{text}{PLANTED}X")
}
