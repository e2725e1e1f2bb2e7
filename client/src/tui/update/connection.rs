//! Connecting, losing the connection, and finding servers.

use dicehall_engine::lobby::Request;
use dicehall_protocol::limits::NAME_WIDTH_MAX;
use dicehall_protocol::text::clean;
use dicehall_protocol::{Code, LobbyCode, Password, SessionCommand};

use super::{send, talk};
use crate::files::rights::Rights;
use crate::graphics::text::cut;
use crate::lang::Language;
use crate::net::fingerprint::Fingerprint;
use crate::net::link::{Hosting, Target};
use crate::net::link_code::LinkCode;
use crate::start::Start;
use crate::tui::message::{Effect, MachineEffect};
use crate::tui::model::popup::continued::Continued;
use crate::tui::model::{
    Connection, LobbyList, Model, Pending, Plan, Purpose, Screen, Server, Stranger,
};

/// The highest number that is tried after a name that is taken.
const NAMESAKES_MAX: u8 = 9;

/// A sentence of the catalogue.
type Sentence = fn(Language) -> String;

/// The codes with which servers end connections, and what they mean in words.
const SERVER_CLOSINGS: &[(&[Code], Sentence)] = &[
    (&[Code::WrongVersion], Language::close_version),
    (&[Code::ShuttingDown], Language::close_shutting_down),
    (&[Code::Silent, Code::HelloLate], Language::close_silent),
    (&[Code::TooSlow], Language::close_slow),
    (
        &[
            Code::TooManyErrors,
            Code::TooLarge,
            Code::BinaryFrame,
            Code::NotJson,
            Code::NotAMessage,
        ],
        Language::close_errors,
    ),
    (&[Code::LobbyFailed], Language::close_lobby_failed),
    (&[Code::Frozen], Language::close_frozen),
    (&[Code::Replaced], Language::close_replaced),
    (&[Code::Flooding], Language::close_flooding),
    (&[Code::ServerBanned], Language::close_banned),
    (&[Code::KeyRevoked], Language::close_key_revoked),
];

/// Begins the task of the command line or of the home screen.
pub(super) fn begin(model: &mut Model, start: Start) {
    if !may_begin(&model.rights, &start) {
        return model.warn(model.look.language.not_for_guests());
    }
    model.plan = Plan::of(&start);
    model.lesson = None;
    model.is_big_screen = matches!(start, Start::BigScreen { .. });
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
        Start::Join { address, .. }
        | Start::Watch { address, .. }
        | Start::BigScreen { address, .. } => connect(model, address, None),
    }
}

/// Whether somebody with these rights may begin a task: a guest can only go to the door.
fn may_begin(rights: &Rights, start: &Start) -> bool {
    match start {
        Start::Home => true,
        Start::Join { address, .. }
        | Start::Watch { address, .. }
        | Start::BigScreen { address, .. } => rights.door().is_none_or(|door| door == address),
        Start::Play(_) | Start::Host { .. } | Start::Lan | Start::Replay(_) => {
            rights.own_machine().is_some()
        }
    }
}

/// Goes to the tables of the door by which a guest comes in.
pub(super) fn go_to_door(model: &mut Model) {
    if let Some(door) = model.rights.door() {
        let (address, lobby) = (door.to_owned(), None);
        begin(model, Start::Join { address, lobby });
        // Whoever goes back there has seen the only table, if there is one.
        model.plan = None;
    }
}

/// Leaves the table. Without a connection nobody answers; the seat is given up by not coming back.
pub(super) fn leave(model: &mut Model) {
    if model.is_connected() {
        send(model, Request::Leave, Pending::Leave);
    } else {
        go_home(model);
    }
}

/// Drops the connection and shows the home screen.
pub(super) fn go_home(model: &mut Model) {
    model.connection = Connection::Idle;
    model.server = None;
    model.kept.leave_server();
    model.page = None;
    model.program = None;
    model.ssh = None;
    model.tells_no_asides = false;
    model.plan = None;
    model.lesson = None;
    model.continued = Continued::No;
    model.lobby = None;
    model.lobbies = LobbyList::default();
    model.prompt = None;
    model.popups.clear();
    model.pending.clear();
    model.typed_address = None;
    talk::give_back(model);
    model.screen = Screen::Home;
    // Without the link nothing else can be sent.
    model.effects = vec![Effect::Disconnect];
}

/// The meaning of the end of a link, in words; `None` if it needs none.
pub(super) fn closing_words(language: Language, code: &LinkCode) -> Option<String> {
    let words = match code {
        LinkCode::Server(code) => return server_closing(language, code),
        LinkCode::Unreachable(why) => language.close_unreachable(why.told(language)),
        LinkCode::BadAddress => language.close_bad_address(),
        LinkCode::NoInterface => language.close_no_interface(),
        LinkCode::HostFailed => language.close_host_failed(),
        LinkCode::WantsTls => language.close_wants_tls(),
        LinkCode::NoTls => language.close_no_tls(),
        LinkCode::ChangedCertificate => language.close_changed(),
        LinkCode::UnknownCertificate
        | LinkCode::OtherCertificate
        | LinkCode::InvalidCertificate => language.close_unknown(),
    };
    Some(words)
}

/// The meaning of the server's code for the end of a connection, in words; `None` if the code is not known.
pub(super) fn server_closing(language: Language, code: &Code) -> Option<String> {
    let closing = SERVER_CLOSINGS
        .iter()
        .find(|(codes, _)| codes.contains(code));
    closing.map(|(_, words)| words(language))
}

fn host(model: &mut Model, hosting: Hosting, server: Server) {
    let machine = model.look.language.this_machine();
    connecting(model, &machine, server);
    model.on_machine(MachineEffect::HostLocal {
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
    model.kept.leave_server();
    model.page = None;
    model.program = None;
    model.ssh = None;
    model.tells_no_asides = false;
    model.continued = Continued::No;
    model.lobby = None;
    model.lobbies = LobbyList::default();
    model.pending.clear();
}

/// Enters a lobby.
pub(super) fn enter(model: &mut Model, lobby: LobbyCode, purpose: Purpose) {
    let password = model.passwords.shown.clone();
    enter_with(model, lobby, purpose, password);
}

/// Enters a lobby whose password is known, or has none.
pub(super) fn enter_with(
    model: &mut Model,
    lobby: LobbyCode,
    purpose: Purpose,
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
        Pending::Enter {
            lobby,
            purpose,
            shown,
        },
    );
}

/// Enters again under the same name with a number (2, 3 and so on), because somebody in the lobby
/// has the name.
///
/// Returns whether a number was left to try.
pub(super) fn enter_renamed(model: &mut Model, lobby: LobbyCode, purpose: Purpose) -> bool {
    let Some(Server::Remote { address }) = model.server.clone() else {
        return false;
    };
    let numbered = model.name.rsplit_once(' ');
    let numbered = numbered.filter(|(_, digits)| digits.len() == 1);
    let numbered = numbered.and_then(|(base, digit)| Some((base, digit.parse().ok()?)));
    let (base, number): (&str, u8) = numbered.unwrap_or((&model.name, 1));
    let number = number + 1;
    if number > NAMESAKES_MAX {
        return false;
    }
    // The name is cut to leave room for the number.
    model.name = format!("{} {number}", cut(model.look, base, NAME_WIDTH_MAX - 2));
    model.plan = Some(Plan::Enter { lobby, purpose });
    model.tell(model.look.language.is_renamed(&model.name));
    connect(model, address, None);
    true
}

/// Trusts the server in question, and continues with what was planned there.
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
