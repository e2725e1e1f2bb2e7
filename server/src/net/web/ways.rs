//! The ways to a table for people without a browser, as a text at `/get`: by ssh where there is a door, and with the program where
//! the host gives it out.
//!
//! One of the routes of `web`; the page has a link to it. Law kept here: only what is there is told, and the SHA-256 is that of
//! the bytes that are given out.

use std::sync::{Arc, OnceLock};

use axum::Router;
use axum::extract::Extension;
use axum::http::uri::Authority;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use tokio::task::spawn_blocking;

use super::preview::Preview;
use super::program::{Program, ProgramFacts};

/// The door for ssh beside a server, which opens after it. Clones are the same door.
#[derive(Clone, Debug, Default)]
pub struct DoorBeside(Arc<OnceLock<SshDoor>>);

/// How people find a door for ssh.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SshDoor {
    /// Its port, at the server's own address.
    pub port: u16,
    /// The fingerprint of its key, as clients show it.
    pub fingerprint: String,
}

impl DoorBeside {
    /// The door is open from now on. Of several calls the first counts.
    pub fn opened(&self, door: SshDoor) {
        // A server has one door for as long as it runs.
        self.0.set(door).ok();
    }

    /// Whether the door is open and has this fingerprint.
    pub(crate) fn has_fingerprint(&self, fingerprint: &str) -> bool {
        let door = self.0.get();
        door.is_some_and(|it| it.fingerprint == fingerprint)
    }
}

/// The ways that the text tells of.
#[derive(Debug)]
struct Ways {
    program: Option<Arc<Program>>,
    door: DoorBeside,
}

/// The route.
pub(super) fn routes(program: Option<Arc<Program>>, door: DoorBeside) -> Router {
    Router::new()
        .route("/get", get(told))
        .layer(Extension(Arc::new(Ways { program, door })))
}

/// The text, as whoever asks calls this server.
async fn told(
    Extension(ways): Extension<Arc<Ways>>,
    Extension(preview): Extension<Arc<Preview>>,
    headers: HeaderMap,
) -> Response {
    let host = headers.get(header::HOST).and_then(|it| it.to_str().ok());
    let host = host.unwrap_or_default();
    let mut text = format!(
        "The ways to this table without a browser.\n\nWith Dicehall:\n\n  dicehall join {host}\n"
    );
    if let Some(door) = ways.door.0.get() {
        text += &by_ssh(door, host);
    }
    if let Some(program) = ways.program.clone() {
        let facts = spawn_blocking(move || program.facts().cloned()).await;
        if let Ok(Some(facts)) = facts {
            let name = Program::name();
            let address = preview.address(&format!("get/{name}"), &headers);
            text += &with_program(&facts, &address, host);
        }
    }
    let fresh = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8"),
        (header::CACHE_CONTROL, "no-store"),
    ];
    (fresh, text).into_response()
}

/// The way by ssh, for people who call the server so.
fn by_ssh(door: &SshDoor, host: &str) -> String {
    let name = host.parse::<Authority>();
    let name = name.as_ref().map_or(host, Authority::host);
    let SshDoor { port, fingerprint } = door;
    let name = name.trim_matches(['[', ']']);
    format!(
        "\nWith nothing but ssh, under a name of your own in place of NAME:\n\n  ssh -p {port} NAME@{name}\n\n\
         It shows this fingerprint when you come for the first time: {fingerprint}\n"
    )
}

/// How people get the program, and see that it came whole.
fn with_program(facts: &ProgramFacts, address: &str, host: &str) -> String {
    let (name, size, sha256) = (Program::name(), facts.size, &facts.sha256);
    format!(
        "\nThe program, for machines like the host's:\n\n  \
         {name}  {size} bytes\n  SHA-256 {sha256}\n\n  \
         curl -O {address}\n  sha256sum {name}\n  chmod +x {name}\n  ./{name} join {host}\n\n\
         The second line prints the SHA-256. Compare it with the one on the host's own screen.\n"
    )
}
