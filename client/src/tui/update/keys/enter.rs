//! The keys that lead to a server: to host one, to sit down at one, to look on.
//!
//! Called by `act`. Law kept here: a server that speaks another version is not entered, and the person is told why.

use dicehall_protocol::VERSION;

use crate::net::link::{Hosting, LanServer};
use crate::start::{LobbyPlan, Start};
use crate::tui::model::popup::PromptKind;
use crate::tui::model::{Model, Purpose, Screen};
use crate::tui::update::{connection, lobby, popups::around};

/// Hosts a table for the game that was chosen.
pub(in crate::tui::update) fn host(model: &mut Model) {
    connection::begin(
        model,
        Start::Host {
            table: LobbyPlan::open(model.game),
            hosting: Hosting::Public {
                listen: None,
                announce: true,
                page: true,
                program: true,
            },
        },
    );
}

/// Enters the server or the lobby that was chosen, to look on.
pub(in crate::tui::update) fn watch(model: &mut Model) {
    match model.screen {
        Screen::Lan => enter_server(model, Purpose::Watch),
        Screen::Lobbies => lobby::enter(model, Purpose::Watch),
        Screen::Home | Screen::Record | Screen::Lobby | Screen::Match => {}
    }
}

/// Connects to the chosen server of the LAN list; the last row asks for an address.
pub(in crate::tui::update) fn enter_server(model: &mut Model, purpose: Purpose) {
    let Some(LanServer {
        address,
        lobby,
        version,
        ..
    }) = model.lan.servers.get(model.lan.row).cloned()
    else {
        return model.ask(PromptKind::Address);
    };
    if version != VERSION {
        return around::warn_of_version(model, version);
    }
    let start = match purpose {
        Purpose::Sit => Start::Join { address, lobby },
        Purpose::Watch => Start::Watch { address, lobby },
    };
    connection::begin(model, start);
}
