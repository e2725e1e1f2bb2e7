//! The tables nearby: on servers of the LAN, and on servers where the person has been.
//!
//! Computed from the results of the search and the visits whenever they are shown or chosen.

use std::collections::BTreeMap;

use dicehall_engine::lobby::Phase;
use dicehall_protocol::{LobbyCode, LobbyLine, VERSION};

use crate::net::link::{KeptSeat, LanServer, Visit};
use crate::tui::model::Model;

/// The most servers whose visits are kept.
pub const VISITED_MAX: usize = 64;

/// The results of the visits to servers, by address; `None` where nobody answered.
pub type Visits = BTreeMap<String, Option<Visit>>;

/// A table, or a server without one.
#[derive(Clone, Debug, PartialEq)]
pub struct Nearby {
    /// The server's address.
    pub address: String,
    /// The table's title, or else the server's name or address.
    pub title: String,
    /// The state of the table or server.
    pub found: Found,
    /// The time that the server took to answer, in milliseconds; `None` until it has.
    pub ping_ms: Option<u32>,
}

/// The state of a place where there may be a table.
#[derive(Clone, Debug, PartialEq)]
pub enum Found {
    /// A table.
    Table(LobbyLine),
    /// The server was not visited yet, or is not trusted without a question; it may have announced
    /// a lobby.
    Unknown(Option<LobbyCode>),
    /// A server without a table.
    Empty,
    /// No server answers at the address.
    Silent,
    /// The server speaks this other version of the protocol.
    Version(u32),
}

/// The table of an earlier run to which the person can return.
#[derive(Clone, Debug, PartialEq)]
pub struct Back {
    /// The person's seat at the table.
    pub seat: KeptSeat,
    /// The table as it is now.
    pub table: LobbyLine,
}

/// The target of Enter on a row of the home screen.
#[derive(Clone, Debug, PartialEq)]
pub enum HomeChoice {
    /// Back to the table of an earlier run.
    Back(Box<Back>),
    /// A row of the menu, by its index.
    Menu(usize),
    /// A table nearby.
    Table(Box<Nearby>),
}

impl HomeChoice {
    /// Whether it is the same row, even if its contents have changed.
    pub fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Back(_), Self::Back(_)) => true,
            (Self::Menu(one), Self::Menu(other)) => one == other,
            (Self::Table(one), Self::Table(other)) => {
                one.address == other.address && one.lobby() == other.lobby()
            }
            (Self::Back(_) | Self::Menu(_) | Self::Table(_), _) => false,
        }
    }
}

impl Nearby {
    /// The lobby to enter; `None` if none is known.
    pub const fn lobby(&self) -> Option<LobbyCode> {
        match &self.found {
            Found::Table(line) => Some(line.lobby),
            Found::Unknown(lobby) => *lobby,
            Found::Empty | Found::Silent | Found::Version(_) => None,
        }
    }

    /// Whether somebody who comes can sit down.
    pub fn has_room(&self) -> bool {
        matches!(&self.found, Found::Table(line)
            if free_seats(line) > 0 && !line.locked && matches!(line.phase, Phase::Waiting | Phase::Over))
    }
}

/// The tables nearby: those with open seats first, then those to watch, then servers without a
/// table.
pub fn nearby(model: &Model) -> Vec<Nearby> {
    let servers = model.lan.servers.iter();
    let announced = servers.flat_map(|it| of_server(model, it));
    let is_announced = |address: &str| model.lan.servers.iter().any(|it| it.address == address);
    let known = model.home.recent.iter().filter(|it| !is_announced(it));
    let known = known.flat_map(|it| of_address(model, it, it, None));
    let mut all: Vec<Nearby> = announced.chain(known).collect();
    all.sort_by_key(rank);
    all
}

/// The most recent seat of an earlier run whose table still exists, under the person's present
/// name.
pub fn back(model: &Model) -> Option<Back> {
    let own = model.lan.seats.iter().filter(|it| it.name == model.name);
    let mut found = own.filter_map(|seat| {
        let visit = model.lan.visits.get(&seat.address)?.as_ref()?;
        let table = visit.lobbies.iter().find(|it| it.lobby == seat.lobby)?;
        let is_there = table.phase != Phase::Ended;
        is_there.then(|| Back {
            seat: seat.clone(),
            table: table.clone(),
        })
    });
    found.next()
}

/// The rows of the home screen, from the top, with these rows of the menu.
pub fn home_choices(model: &Model, menu: &[usize]) -> Vec<HomeChoice> {
    let back = back(model);
    let is_back = |it: &Nearby| {
        back.as_ref().is_some_and(|back| {
            back.seat.address == it.address && it.lobby() == Some(back.seat.lobby)
        })
    };
    let tables = nearby(model).into_iter().filter(|it| !is_back(it));
    let tables: Vec<HomeChoice> = tables.map(|it| HomeChoice::Table(Box::new(it))).collect();
    let first = back.clone().map(|it| HomeChoice::Back(Box::new(it)));
    let menu = menu.iter().copied().map(HomeChoice::Menu);
    first.into_iter().chain(menu).chain(tables).collect()
}

fn of_server(model: &Model, server: &LanServer) -> Vec<Nearby> {
    if server.version == VERSION {
        return of_address(model, &server.address, &server.name, server.lobby);
    }
    vec![Nearby {
        address: server.address.clone(),
        title: server.name.clone(),
        found: Found::Version(server.version),
        ping_ms: None,
    }]
}

/// The tables of a server; a single row if it has none.
fn of_address(
    model: &Model,
    address: &str,
    name: &str,
    announced: Option<LobbyCode>,
) -> Vec<Nearby> {
    let row = |title: &str, found, ping_ms| Nearby {
        address: address.to_owned(),
        title: title.to_owned(),
        found,
        ping_ms,
    };
    match model.lan.visits.get(address) {
        Some(Some(visit)) if visit.lobbies.is_empty() => {
            vec![row(name, Found::Empty, Some(visit.ping_ms))]
        }
        Some(Some(visit)) => {
            let lobbies = visit.lobbies.iter();
            let rows =
                lobbies.map(|it| row(&it.title, Found::Table(it.clone()), Some(visit.ping_ms)));
            rows.collect()
        }
        // A server that announces itself is there, even if the visit got no answer: perhaps it asks
        // for trust.
        Some(None) if announced.is_none() => vec![row(name, Found::Silent, None)],
        Some(None) | None => vec![row(name, Found::Unknown(announced), None)],
    }
}

fn rank(it: &Nearby) -> u8 {
    match &it.found {
        Found::Table(_) if it.has_room() => 0,
        Found::Table(_) => 1,
        Found::Unknown(Some(_)) => 2,
        Found::Empty => 3,
        Found::Unknown(None) => 4,
        Found::Version(_) => 5,
        Found::Silent => 6,
    }
}

/// The numbers of held seats and of all seats.
pub fn seats_of(line: &LobbyLine) -> (u8, u8) {
    let held = line.humans.saturating_add(line.bots);
    (held, held.saturating_add(free_seats(line)))
}

/// The number of seats that somebody who comes can take. Servers of earlier releases count four seats whatever is played; in
/// a game for two no more than two are used.
pub fn free_seats(line: &LobbyLine) -> u8 {
    let (_, most) = line.game.seats();
    let held = line.humans.saturating_add(line.bots);
    line.open.min(most.saturating_sub(held))
}
