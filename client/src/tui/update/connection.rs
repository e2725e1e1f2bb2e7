//! Connecting, losing the connection, and finding servers.

use dicehall_protocol::limits::NAME_WIDTH_MAX;
use dicehall_protocol::text::clean;
use dicehall_protocol::{ClientCommand, LobbyCode, Password, VERSION};

use super::{lobby, replay, send, server};
use crate::net::fingerprint::Fingerprint;
use crate::net::link::{Hosting, LanEvent, LinkEvent, Target};
use crate::start::Start;
use crate::tui::message::Effect;
use crate::tui::model::popup::{Popup, Question};
use crate::tui::model::{
    Connection, LAN_SERVERS_MAX, LanList, LobbyList, Model, Pending, Place, Plan, Screen, Stranger,
};
use crate::tui::view::text::cut;

/// The most people who are told apart by a number after the same name.
const NAMESAKES_MAX: u8 = 9;

/// Does what the person asked for at the start, or on the home screen.
pub(super) fn begin(model: &mut Model, start: Start) -> Vec<Effect> {
    model.plan = start.plan();
    match start {
        Start::Home => Vec::new(),
        Start::Lan => {
            model.screen = Screen::Lan;
            model.lan = LanList::default();
            Vec::new()
        }
        Start::Replay(frames) => replay::begin(model, frames),
        Start::Play(_) => host(model, Hosting::Private, Place::Private),
        Start::Host { hosting, .. } => {
            let place = Place::Hosted {
                addresses: Vec::new(),
            };
            host(model, hosting, place)
        }
        Start::Join { address, .. } | Start::Watch { address, .. } => {
            connecting(
                model,
                &address,
                Place::Remote {
                    address: address.clone(),
                },
            );
            vec![Effect::Connect(Target {
                address,
                name: model.name.clone(),
                trust: None,
            })]
        }
    }
}

/// Shows what the connection does.
pub(super) fn update(model: &mut Model, event: LinkEvent) -> Vec<Effect> {
    match event {
        LinkEvent::Connecting { address, attempt } => {
            model.connection = Connection::Connecting {
                address: clean(&address),
                attempt,
            };
            Vec::new()
        }
        LinkEvent::Listening { addresses } => {
            if let Some(Place::Hosted { addresses: known }) = &mut model.place {
                *known = addresses;
            }
            Vec::new()
        }
        LinkEvent::Connected { resumed } => connected(model, resumed),
        LinkEvent::Message(message) => server::update(model, *message),
        LinkEvent::Waiting { retry_ms, why } => {
            model.connection = Connection::Waiting {
                left_ms: retry_ms,
                why: clean(&why),
            };
            Vec::new()
        }
        LinkEvent::Stranger {
            address,
            fingerprint,
        } => meet(model, address, fingerprint),
        LinkEvent::Closed { code, message } => closed(model, &code, &clean(&message)),
        LinkEvent::Audited(verdict) => {
            server::audited(model, verdict);
            Vec::new()
        }
        LinkEvent::Latency { ms } => {
            if let Connection::Connected { latency_ms } = &mut model.connection {
                *latency_ms = Some(ms);
            }
            Vec::new()
        }
    }
}

/// Shows what a search on the LAN finds.
pub(super) fn discovered(model: &mut Model, event: LanEvent) -> Vec<Effect> {
    let lan = &mut model.lan;
    match event {
        LanEvent::Found(mut server) => {
            server.name = clean(&server.name);
            server.address = clean(&server.address);
            let known = lan.servers.iter().position(|it| it.key == server.key);
            match known {
                Some(at) => lan.servers[at] = server,
                None if lan.servers.len() < LAN_SERVERS_MAX => lan.servers.push(server),
                None => {}
            }
        }
        LanEvent::Lost { key } => {
            lan.servers.retain(|it| it.key != key);
            lan.row = lan.row.min(lan.servers.len());
        }
        LanEvent::Failed { why } => lan.failed = Some(clean(&why)),
    }
    Vec::new()
}

/// Drops the connection and shows the home screen.
pub(super) fn go_home(model: &mut Model) -> Vec<Effect> {
    model.connection = Connection::Idle;
    model.place = None;
    model.plan = None;
    model.lobby = None;
    model.lobbies = LobbyList::default();
    model.prompt = None;
    model.popups.clear();
    model.pending.clear();
    model.screen = Screen::Home;
    vec![Effect::Disconnect]
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

fn host(model: &mut Model, hosting: Hosting, place: Place) -> Vec<Effect> {
    connecting(model, "this machine", place);
    vec![Effect::HostLocal {
        hosting,
        name: model.name.clone(),
    }]
}

fn connecting(model: &mut Model, address: &str, place: Place) {
    model.connection = Connection::Connecting {
        address: clean(address),
        attempt: 1,
    };
    model.place = Some(place);
    model.lobby = None;
    model.lobbies = LobbyList::default();
    model.pending.clear();
}

/// Enters a lobby, and sits down if that is wanted.
pub(super) fn enter(model: &mut Model, lobby: LobbyCode, sit: bool) -> Vec<Effect> {
    let password = model.passwords.shown.clone();
    enter_with(model, lobby, sit, password)
}

/// Enters a lobby whose password is known, or has none.
pub(super) fn enter_with(
    model: &mut Model,
    lobby: LobbyCode,
    sit: bool,
    password: Option<Password>,
) -> Vec<Effect> {
    send(
        model,
        ClientCommand::JoinLobby {
            lobby,
            password,
            key: None,
        },
        Pending::Enter { lobby, sit },
    )
}

/// Somebody in the lobby has the person's name: comes again as the second, third and so on of that name.
pub(super) fn enter_renamed(model: &mut Model, lobby: LobbyCode, sit: bool) -> Option<Vec<Effect>> {
    let Some(Place::Remote { address }) = model.place.clone() else {
        return None;
    };
    let (base, number) = match model.name.rsplit_once(' ') {
        Some((base, digits)) if digits.len() == 1 => (base.to_owned(), digits.parse().unwrap_or(1)),
        Some(_) | None => (model.name.clone(), 1_u8),
    };
    let number = Some(number + 1).filter(|it| *it <= NAMESAKES_MAX)?;
    // Room for the number, so that the server does not cut it off.
    model.name = format!("{} {number}", cut(model.look, &base, NAME_WIDTH_MAX - 2));
    connecting(
        model,
        &address,
        Place::Remote {
            address: address.clone(),
        },
    );
    model.plan = Some(Plan::Enter { lobby, sit });
    model.tell(format!("somebody has that name: you are {}", model.name));
    Some(vec![Effect::Connect(Target {
        address,
        name: model.name.clone(),
        trust: None,
    })])
}

/// Asks whether a server that is new is to be trusted.
fn meet(model: &mut Model, address: String, fingerprint: Fingerprint) -> Vec<Effect> {
    let plan = model.plan.take();
    let effects = go_home(model);
    model.stranger = Some(Stranger {
        address,
        fingerprint,
        plan,
    });
    model.popups.push(Popup::Confirm(Question::Trust));
    effects
}

/// Trusts the server that was asked about, and goes on with what was planned there.
pub(super) fn trust(model: &mut Model) -> Vec<Effect> {
    let Some(Stranger {
        address,
        fingerprint,
        plan,
    }) = model.stranger.take()
    else {
        return Vec::new();
    };
    connecting(
        model,
        &address,
        Place::Remote {
            address: address.clone(),
        },
    );
    model.plan = plan;
    vec![Effect::Connect(Target {
        address,
        name: model.name.clone(),
        trust: Some(fingerprint),
    })]
}

/// Commands without an answer will get none: the link repeats them after a resume alone.
fn forget_pending(model: &mut Model) {
    model.pending.clear();
    if let Some(choices) = model.game_match_mut().and_then(|it| it.choices.as_mut()) {
        choices.sent = false;
    }
}

/// What is to be done again if it was never answered.
fn entry_plan(pending: &Pending) -> Option<Plan> {
    match pending {
        Pending::Open { table, start } => Some(Plan::Open {
            table: table.clone(),
            start: *start,
        }),
        Pending::Enter { lobby, sit } => Some(Plan::Enter {
            lobby: *lobby,
            sit: *sit,
        }),
        Pending::List | Pending::SitAnywhere | Pending::Act | Pending::Leave | Pending::Other => {
            None
        }
    }
}

fn connected(model: &mut Model, resumed: bool) -> Vec<Effect> {
    model.connection = Connection::Connected { latency_ms: None };
    let was_leaving = model.pending.values().any(|it| *it == Pending::Leave);
    // The server knows a request that it has carried out, though its answer was lost.
    let again = model.pending.values().find_map(entry_plan);
    model.plan = again.filter(|_| !resumed).or(model.plan.take());
    if !resumed {
        forget_pending(model);
    }
    if !resumed && was_leaving {
        return lobby::left(model);
    }
    if let Some(lobby) = &mut model.lobby {
        // A lobby that stands still lets nobody in.
        lobby.is_frozen = false;
        if resumed {
            model.tell("back in the lobby");
            return Vec::new();
        }
        let code = lobby.view.lobby;
        model.tell("your seat could not be kept; entering the lobby again");
        return enter(model, code, true);
    }
    let plan = model.plan.take();
    if resumed {
        // The seat comes from an earlier run of the program: the snapshot that follows opens its lobby.
        return Vec::new();
    }
    match plan {
        Some(Plan::Open { table, start }) => lobby::create(model, table, start),
        Some(Plan::Enter { lobby, sit }) => enter(model, lobby, sit),
        Some(Plan::List { sit }) => lobby::list(model, sit),
        None => lobby::list(model, true),
    }
}

fn closed(model: &mut Model, code: &str, message: &str) -> Vec<Effect> {
    let words = closing_words(code).unwrap_or("The server ended the connection.");
    let mut text = words.to_owned();
    if !message.is_empty() {
        text.push_str("\n\n");
        text.push_str(message);
    }
    if code == "wrong_version" {
        text = format!("{text}\n\nThis program speaks version {VERSION} of the protocol.");
    }
    let effects = go_home(model);
    model.popups.push(Popup::Card {
        title: "Connection closed".to_owned(),
        text,
    });
    effects
}
