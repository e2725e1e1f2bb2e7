//! The tables nearby: the results of the LAN search and of visits, and the rows of the home screen
//! made from them.

use dicehall_protocol::VERSION;
use dicehall_protocol::text::{clean, clean_title};

use crate::files::record::Sums;
use crate::net::link::{LanEvent, Visit};
use crate::start::Start;
use crate::tui::keymap::KeyAction;
use crate::tui::keymap::menu::{HOME_ROWS, shown};
use crate::tui::model::lesson::Welcome;
use crate::tui::model::lobby_list::nearby::{Found, HomeChoice, Nearby, VISITED_MAX, home_choices};
use crate::tui::model::{LAN_SERVERS_MAX, Model};
use crate::tui::update::{connection, popups};

/// The change of a round trip, in milliseconds, from which on the new value is shown; for a long
/// round trip, half of it.
const PING_STEADY_MS: u32 = 5;

/// Takes in a result of the search. The row that the person has chosen on the home screen stays
/// chosen, wherever it moves; if none was, the first row is.
pub(in crate::tui::update) fn discovered(model: &mut Model, event: LanEvent) {
    let before = chosen(model);
    take_in(model, event);
    let after = choices(model);
    let same = |it: &HomeChoice| before.as_ref().is_some_and(|before| before.is_same(it));
    let found = after.iter().position(same);
    model.home_row = if model.home.row_is_chosen {
        found.unwrap_or(model.home_row.min(after.len().saturating_sub(1)))
    } else {
        0
    };
}

/// Takes in the counts of the record: whether the person has played yet decides what the menu begins with.
pub(in crate::tui::update) fn counted(model: &mut Model, sums: Sums) {
    let before = chosen(model).filter(|_| model.home.row_is_chosen);
    model.home.is_new = sums.is_empty() && model.welcome != Welcome::Learned;
    model.home.sums = sums;
    let same = |it: &HomeChoice| before.as_ref().is_some_and(|before| before.is_same(it));
    model.home_row = choices(model).iter().position(same).unwrap_or(0);
}

/// The rows of the home screen.
pub(in crate::tui::update) fn choices(model: &Model) -> Vec<HomeChoice> {
    home_choices(model, &shown(model))
}

/// The chosen row of the home screen.
fn chosen(model: &Model) -> Option<HomeChoice> {
    choices(model).into_iter().nth(model.home_row)
}

/// Moves the chosen row up or down.
pub(in crate::tui::update) fn step(model: &mut Model, by: isize) {
    model.home.row_is_chosen = true;
    model.home_row = popups::around(model.home_row, choices(model).len(), by);
}

/// The action of Enter on the chosen row, if a key has the same.
pub(in crate::tui::update) fn action(model: &Model) -> Option<KeyAction> {
    match chosen(model)? {
        HomeChoice::Menu(row) => HOME_ROWS.get(row).map(|it| it.action),
        HomeChoice::Back(_) | HomeChoice::Table(_) => None,
    }
}

/// Enters the chosen table: sits down if there is an open seat, else watches.
pub(in crate::tui::update) fn enter(model: &mut Model) {
    match chosen(model) {
        Some(HomeChoice::Back(back)) => {
            let (address, lobby) = (back.seat.address, Some(back.seat.lobby));
            connection::begin(model, Start::Join { address, lobby });
        }
        Some(HomeChoice::Table(table)) => enter_table(model, *table),
        Some(HomeChoice::Menu(_)) | None => {}
    }
}

fn enter_table(model: &mut Model, table: Nearby) {
    let lobby = table.lobby();
    let watches = !table.has_room();
    let address = table.address;
    match table.found {
        Found::Version(version) => warn_of_version(model, version),
        Found::Table(_) if watches => connection::begin(model, Start::Watch { address, lobby }),
        Found::Table(_) | Found::Unknown(_) | Found::Empty | Found::Silent => {
            connection::begin(model, Start::Join { address, lobby });
        }
    }
}

/// Warns that a server is of another release.
pub(in crate::tui::update) fn warn_of_version(model: &mut Model, version: u32) {
    model.warn(model.look.language.other_version(version, VERSION));
}

fn take_in(model: &mut Model, event: LanEvent) {
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
        LanEvent::Visited { address, visit } => {
            let has_room = lan.visits.len() < VISITED_MAX || lan.visits.contains_key(&address);
            if has_room {
                let before = lan.visits.get(&address).and_then(Option::as_ref);
                let ping_ms = before.map(|it| it.ping_ms);
                let visit = visit.map(|it| steady(cleaned(it), ping_ms));
                lan.visits.insert(address, visit);
            }
        }
        LanEvent::Seats(mut seats) => {
            seats.truncate(VISITED_MAX);
            lan.seats = seats;
        }
        LanEvent::Failed { why } => lan.failed = Some(clean(&why)),
    }
}

/// Keeps the former round trip if the new one is about the same, so that the number on the screen
/// does not flicker.
fn steady(visit: Visit, before_ms: Option<u32>) -> Visit {
    let is_near = |before: &u32| visit.ping_ms.abs_diff(*before) <= PING_STEADY_MS.max(before / 2);
    let ping_ms = before_ms.filter(is_near).unwrap_or(visit.ping_ms);
    Visit { ping_ms, ..visit }
}

fn cleaned(mut visit: Visit) -> Visit {
    for line in &mut visit.lobbies {
        line.title = clean_title(&line.title).unwrap_or_default();
    }
    visit
}
