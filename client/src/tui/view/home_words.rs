//! Every sentence of the home screen, a function each, so that another language needs this file alone.
//!
//! Plain data in, a text out.

use dicehall_engine::lobby::Phase;
use dicehall_engine::{GameKind, Rung};
use dicehall_protocol::LobbyLine;

use crate::lang::Language;
use crate::tui::model::ladder;
use crate::tui::model::nearby::{Found, Nearby, ago, seats_of};

/// What the program is.
pub const TAGLINE: &str = "dice, tiles and bluff for up to four";
/// Over the tables nearby.
pub const TABLES: &str = "TABLES NEARBY";
/// Of a server that has none.
pub const NO_TABLE: &str = "no table";
/// Over the ladder of difficulty.
pub const LADDER: &str = "LADDER";

/// Whose bots one plays against.
pub fn against(game: GameKind, rung: Rung) -> String {
    let (_, seats) = game.seats();
    let bots = ["one bot", "two bots", "three bots"][usize::from(seats.clamp(2, 4)) - 2];
    format!("{bots}, {}", ladder::name(rung))
}

/// How many tables are nearby.
pub fn tables_found(count: usize) -> String {
    match count {
        0 => "join or watch".to_owned(),
        1 => "1 table found".to_owned(),
        _ => format!("{count} tables found"),
    }
}

/// A rung and its number.
pub fn rung(rung: Rung) -> String {
    format!("{}, level {rung}", ladder::name(rung))
}

/// The game out of how many.
pub fn game_number(game: GameKind) -> String {
    let all = GameKind::ALL;
    let at = all.iter().position(|it| *it == game).unwrap_or(0);
    format!("{} of {}", at + 1, all.len())
}

/// The offer to go back.
pub fn back_to(title: &str) -> String {
    format!("Back to {title}")
}

/// What goes on at the table that one can go back to.
pub fn goes_on(table: &LobbyLine) -> String {
    format!("{}, {}", table.game.title(), phase(table.phase))
}

/// Where that table is and since when one is away.
pub fn away(table: &LobbyLine, age_s: u64) -> String {
    format!("{}, left {}", seats(table), ago(age_s))
}

/// How far a table is.
pub const fn phase(phase: Phase) -> &'static str {
    match phase {
        Phase::Waiting => "before the match",
        Phase::Starting => "about to start",
        Phase::Playing => "the match runs",
        Phase::Over => "between matches",
        Phase::Ended => "closed",
    }
}

/// How many seats are held.
pub fn seats(table: &LobbyLine) -> String {
    let (held, all) = seats_of(table);
    format!("{held} of {all} seats")
}

/// The same where there is little room.
pub fn seats_in_short(table: &LobbyLine) -> String {
    let (held, all) = seats_of(table);
    format!("{held} of {all}")
}

/// What keeps people out, if anything does.
pub const fn door(table: &LobbyLine) -> &'static str {
    if table.locked {
        "locked"
    } else if table.has_password {
        "password"
    } else {
        ""
    }
}

/// The state of a place where there may be a table, in a word or two.
pub fn state(it: &Nearby) -> String {
    match &it.found {
        Found::Table(table) => match door(table) {
            "" => seats_in_short(table),
            door => door.to_owned(),
        },
        Found::Unknown(_) => "...".to_owned(),
        Found::Empty => NO_TABLE.to_owned(),
        Found::Silent => "no answer".to_owned(),
        Found::Version(version) => format!("speaks v{version}"),
    }
}

/// What Enter does with a place where there may be a table, and everything that is known of it.
pub fn explain(it: &Nearby) -> String {
    let ping = it.ping_ms.map_or(String::new(), |it| format!(", {it} ms"));
    let address = &it.address;
    match &it.found {
        Found::Table(table) => {
            let enter = if it.has_room() {
                "Enter sits down"
            } else {
                "Enter watches"
            };
            let door = door(table);
            let door = if door.is_empty() {
                String::new()
            } else {
                format!(", {door}")
            };
            let (seats, phase) = (seats(table), phase(table.phase));
            format!("{enter}: {address}{ping}, {seats}, {phase}{door}")
        }
        Found::Unknown(_) => format!("Enter connects to {address}"),
        Found::Empty => format!("Enter connects to {address}{ping}, where there is no table yet"),
        Found::Silent => format!("Enter tries {address} again; nobody answered there"),
        Found::Version(version) => {
            format!("{address} speaks version {version} of the protocol, which is not ours")
        }
    }
}

/// Who plays on a rung.
pub fn temper(language: Language, rung: Rung) -> String {
    format!("{} {}", ladder::name(rung), ladder::temper(language, rung))
}
