//! Connecting, losing the connection, and finding servers.

use dicehall_protocol::limits::NAME_WIDTH_MAX;
use dicehall_protocol::text::clean;
use dicehall_protocol::{LobbyCode, Password, SessionCommand};

use super::send;
use crate::graphics::text::cut;
use crate::net::fingerprint::Fingerprint;
use crate::net::link::{Hosting, Target};
use crate::start::Start;
use crate::tui::message::Effect;
use crate::tui::model::{Connection, LobbyList, Model, Pending, Plan, Screen, Server, Stranger};

/// The most people who are told apart by a number after the same name.
const NAMESAKES_MAX: u8 = 9;

/// Does what the person asked for at the start, or on the home screen.
pub(super) fn begin(model: &mut Model, start: Start) {
    model.plan = Plan::of(&start);
    model.lesson = None;
    match start {
        Start::Home | Start::Replay(_) => {}
        Start::Lan => {
            model.screen = Screen::Lan;
        }
        Start::Play(_) => host(model, Hosting::Private, Server::Private),
        Start::Host { hosting, .. } => {
            let server = Server::Hosted {
                addresses: Vec::new(),
            };
            host(model, hosting, server);
        }
        Start::Join { address, .. } | Start::Watch { address, .. } => connect(model, address, None),
    }
}

/// Drops the connection and shows the home screen.
pub(super) fn go_home(model: &mut Model) {
    model.connection = Connection::Idle;
    model.server = None;
    model.match_folder = None;
    model.plan = None;
    model.lesson = None;
    model.lobby = None;
    model.lobbies = LobbyList::default();
    model.prompt = None;
    model.popups.clear();
    model.pending.clear();
    model.screen = Screen::Home;
    // Without the link, what was to be sent goes nowhere.
    model.effects = vec![Effect::Disconnect];
}

/// What a closing code means, in words.
pub(super) fn closing_words(code: &str) -> Option<&'static str> {
    let words = match code {
        "wrong_version" => {
            "This program and the server speak different versions. Install the same release on both."
        }
        "shutting_down" => "The server is shutting down.",
        "silent" | "hello_late" => "The server heard nothing from here for too long.",
        "too_slow" => "The connection is too slow to keep up.",
        "too_many_errors" | "too_large" | "binary_frame" | "not_json" | "not_a_message" => {
            "The server did not understand this program. Is it the same release?"
        }
        "lobby_failed" => "The server had to open the lobby again.",
        "frozen" => "The server cannot write its journal; play goes on when it can.",
        "replaced" => "You came back from another terminal, which has your seat.",
        "unreachable" => "Nothing answers there. Is the address right, and is the server running?",
        "bad_address" => "That is no address. Type a host and a port, such as 192.0.2.7:4600.",
        "wants_tls" => "The server speaks TLS alone.",
        "no_tls" => "The server does not speak TLS.",
        "changed_certificate" => {
            "This is not the server that you have trusted, or it was set up anew."
        }
        "unknown_certificate" | "other_certificate" | "invalid_certificate" => {
            "The server does not prove who it is."
        }
        "flooding" => "The server heard far too much from here.",
        "host_failed" => "The server could not be started on this machine.",
        _ => return None,
    };
    Some(words)
}

fn host(model: &mut Model, hosting: Hosting, server: Server) {
    connecting(model, "this machine", server);
    model.effects.push(Effect::HostLocal {
        hosting,
        name: model.name.clone(),
    });
}

/// Connects to a server that others run.
fn connect(model: &mut Model, address: String, trust: Option<Fingerprint>) {
    let server = Server::Remote {
        address: address.clone(),
    };
    connecting(model, &address, server);
    let lobby = match &model.plan {
        Some(Plan::Enter { lobby, .. }) => Some(*lobby),
        Some(Plan::Open { .. } | Plan::List { .. }) | None => None,
    };
    model.effects.push(Effect::Connect(Target {
        address,
        name: model.name.clone(),
        lobby,
        trust,
    }));
}

fn connecting(model: &mut Model, address: &str, server: Server) {
    model.connection = Connection::Connecting {
        address: clean(address),
        attempt: 1,
    };
    model.server = Some(server);
    model.match_folder = None;
    model.lobby = None;
    model.lobbies = LobbyList::default();
    model.pending.clear();
}

/// Enters a lobby, and sits down if that is wanted.
pub(super) fn enter(model: &mut Model, lobby: LobbyCode, sit: bool) {
    let password = model.passwords.shown.clone();
    enter_with(model, lobby, sit, password);
}

/// Enters a lobby whose password is known, or has none.
pub(super) fn enter_with(
    model: &mut Model,
    lobby: LobbyCode,
    sit: bool,
    password: Option<Password>,
) {
    let shown = password.is_some();
    send(
        model,
        SessionCommand::JoinLobby {
            lobby,
            password,
            key: None,
        },
        Pending::Enter { lobby, sit, shown },
    );
}

/// Somebody in the lobby has the person's name: comes again as the second, third and so on of that name.
///
/// Returns whether there was a name to try.
pub(super) fn enter_renamed(model: &mut Model, lobby: LobbyCode, sit: bool) -> bool {
    let Some(Server::Remote { address }) = model.server.clone() else {
        return false;
    };
    let (base, number) = match model.name.rsplit_once(' ') {
        Some((base, digits)) if digits.len() == 1 => (base.to_owned(), digits.parse().unwrap_or(1)),
        Some(_) | None => (model.name.clone(), 1_u8),
    };
    let number = number + 1;
    if number > NAMESAKES_MAX {
        return false;
    }
    // Room for the number, so that the server does not cut it off.
    model.name = format!("{} {number}", cut(model.look, &base, NAME_WIDTH_MAX - 2));
    model.plan = Some(Plan::Enter { lobby, sit });
    model.tell(format!("somebody has that name: you are {}", model.name));
    connect(model, address, None);
    true
}

/// Trusts the server that was asked about, and goes on with what was planned there.
pub(super) fn trust(model: &mut Model) {
    let Some(Stranger {
        address,
        fingerprint,
        plan,
    }) = model.stranger.take()
    else {
        return;
    };
    model.plan = plan;
    connect(model, address, Some(fingerprint));
}
