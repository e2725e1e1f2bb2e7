//! Handles the events of the link to the server: connecting, and losing the connection.

use dicehall_protocol::limits::ANSWER_MS_MAX;
use dicehall_protocol::text::clean;
use dicehall_protocol::{Code, VERSION};

use super::connection::{closing_words, enter, go_home, server_closing};
use super::{history, kept, lobby, popups::account, server, server::whispers};
use crate::lang::Language;
use crate::net::fingerprint::Fingerprint;
use crate::net::link::LinkEvent;
use crate::net::link_code::LinkCode;
use crate::net::loss::Loss;
use crate::tui::model::popup::{Popup, Prompt, PromptKind, Question};
use crate::tui::model::{Connection, Model, Pending, Plan, Purpose, Server, Stranger};

/// Applies an event of the link to the model.
pub(super) fn update(model: &mut Model, event: LinkEvent) {
    match event {
        LinkEvent::Connecting { address, attempt } => {
            model.connection = Connection::Connecting {
                address: clean(&address),
                attempt,
            };
        }
        LinkEvent::Listening {
            addresses,
            page,
            matches,
            ssh,
        } => {
            model.ssh = ssh;
            model.kept.match_folder = matches;
            model.page = page;
            model.program = None;
            if let Some(Server::Hosted { addresses: known }) = &mut model.server {
                *known = addresses;
            }
        }
        LinkEvent::Program(program) => model.program = Some(program),
        LinkEvent::Connected { resumed } => connected(model, resumed),
        LinkEvent::SignedIn(view) => account::signed_in(model, &view),
        LinkEvent::NoKey => account::no_key(model),
        LinkEvent::Message(message) => server::update(model, *message),
        LinkEvent::Played(played) => history::acted(model, &played),
        LinkEvent::Waiting { retry_ms, why } => {
            model.connection = Connection::Waiting {
                left_ms: retry_ms,
                why: lost_words(model, &why),
            };
        }
        LinkEvent::Stranger {
            address,
            fingerprint,
        } => meet(model, address, fingerprint),
        LinkEvent::Closed { code, message } => closed(model, &code, &clean(&message)),
        LinkEvent::Audited(verdict) => server::audited(model, verdict),
        LinkEvent::MatchWritten { name, fault } => kept::written(model, name, fault),
        LinkEvent::NotKept(it) => kept::lost(model, &it),
        LinkEvent::Late { is_late } => {
            if let Connection::Connected { late_ms, .. } = &mut model.connection {
                *late_ms = is_late.then_some(ANSWER_MS_MAX);
            }
        }
        LinkEvent::Latency { ms } => {
            if let Connection::Connected { latency_ms, .. } = &mut model.connection {
                *latency_ms = Some(ms);
            }
        }
    }
}

/// Why the connection is lost, in words.
fn lost_words(model: &Model, why: &Loss) -> String {
    let language = model.look.language;
    let said = if let Loss::Told { code, .. } = why {
        server_closing(language, code)
    } else {
        None
    };
    clean(&said.unwrap_or_else(|| why.told(language)))
}

/// Asks whether to trust a new server.
fn meet(model: &mut Model, address: String, fingerprint: Fingerprint) {
    let plan = model.plan.take();
    go_home(model);
    model.stranger = Some(Stranger {
        address,
        fingerprint,
        plan,
    });
    model.popups.push(Popup::Confirm(Question::Trust));
}

/// Drops all commands without an answer, since none will come: the link repeats commands only when
/// it resumes a session.
fn forget_pending(model: &mut Model) {
    model.pending.clear();
    model.talk.unsend();
    if let Some(choices) = model.game_match_mut().and_then(|it| it.choices.as_mut()) {
        choices.sent = false;
    }
}

/// The plan to begin again because its command was never answered; `None` for commands that need no
/// repeating.
fn entry_plan(pending: &Pending) -> Option<Plan> {
    match pending {
        Pending::Open { table, then } | Pending::Origin { table, then } => Some(Plan::Open {
            table: table.clone(),
            then: *then,
        }),
        Pending::Enter { lobby, purpose, .. } => Some(Plan::Enter {
            lobby: *lobby,
            purpose: *purpose,
        }),
        Pending::List
        | Pending::SitAnywhere
        | Pending::Act
        | Pending::Leave
        | Pending::Talk
        | Pending::Earlier
        | Pending::Ratings(_)
        | Pending::Account(_)
        | Pending::Review
        | Pending::Listen
        | Pending::Other => None,
    }
}

fn connected(model: &mut Model, resumed: bool) {
    model.typed_address = None;
    model.connection = Connection::Connected {
        latency_ms: None,
        late_ms: None,
    };
    let was_leaving = model.pending.values().any(|it| *it == Pending::Leave);
    // After a resumed session the server knows a request that it has carried out, though its answer
    // was lost.
    let again = model.pending.values().find_map(entry_plan);
    model.plan = again.filter(|_| !resumed).or(model.plan.take());
    if !resumed {
        forget_pending(model);
    }
    if !resumed && was_leaving {
        return lobby::left(model);
    }
    if let Some(lobby) = &mut model.lobby {
        // A lobby that stands still lets nobody in, so this one no longer stands still.
        lobby.is_frozen = false;
        if resumed {
            model.tell(model.look.language.back_in_lobby());
            return whispers::listen(model);
        }
        let code = lobby.view.lobby;
        // Whoever watched and was away for long has left meanwhile, and only watches again.
        if lobby.my_seat().is_none() {
            return enter(model, code, Purpose::Watch);
        }
        model.tell(model.look.language.seat_lost());
        return enter(model, code, Purpose::Sit);
    }
    let plan = model.plan.take();
    if resumed {
        // The seat comes from an earlier run of the program, and the snapshot that follows opens
        // its lobby. A person who wants to host is then asked whether to use that lobby.
        model.plan = plan.filter(|it| matches!(it, Plan::Open { .. }));
        return;
    }
    match plan {
        Some(Plan::Open { table, then }) => lobby::create(model, table, then),
        Some(Plan::Enter { lobby, purpose }) => enter(model, lobby, purpose),
        Some(Plan::List { purpose }) => {
            lobby::list(model, purpose);
            // Of a guest who has just come in by a door, the plan is kept until the list is there.
            model.plan = model.rights.door().map(|_| Plan::List { purpose });
        }
        None => lobby::list(model, Purpose::Sit),
    }
}

/// The fault of an address at which there is no server, in words; `None` if the address is right.
fn wrong_address(language: Language, code: &LinkCode) -> Option<String> {
    match code {
        LinkCode::BadAddress
        | LinkCode::NoInterface
        | LinkCode::Unreachable(_)
        | LinkCode::WantsTls
        | LinkCode::NoTls => closing_words(language, code),
        LinkCode::Server(_)
        | LinkCode::HostFailed
        | LinkCode::UnknownCertificate
        | LinkCode::ChangedCertificate
        | LinkCode::OtherCertificate
        | LinkCode::InvalidCertificate => None,
    }
}

fn closed(model: &mut Model, code: &LinkCode, message: &str) {
    let language = model.look.language;
    if let (Some(typed), Some(words)) = (model.typed_address.take(), wrong_address(language, code))
    {
        go_home(model);
        model.prompt = Some(Prompt::with(PromptKind::Address, &typed));
        return model.warn(words);
    }
    let mut text = closing_words(language, code).unwrap_or_else(|| language.server_ended());
    if !message.is_empty() && !matches!(code, LinkCode::Unreachable(_)) {
        text.push_str("\n\n");
        text.push_str(message);
    }
    if *code == LinkCode::Server(Code::WrongVersion) {
        text = format!("{text}\n\n{}", language.our_version(VERSION));
    }
    go_home(model);
    model.popups.push(Popup::Card {
        title: language.connection_closed(),
        text,
    });
}
