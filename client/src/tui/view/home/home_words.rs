//! The sentences of the home screen that depend on the tables nearby, from the catalogue.

use dicehall_engine::lobby::Phase;
use dicehall_engine::{GameKind, Rung};
use dicehall_protocol::LobbyLine;
use unicode_width::UnicodeWidthStr;

use crate::lang::Language;
use crate::tui::model::lobby::ladder;
use crate::tui::model::lobby_list::nearby::{Found, Nearby, seats_of};

/// The name of a game, or its short name if there is less room.
pub fn game_in(language: Language, game: GameKind, columns: usize) -> String {
    let title = language.game_title(game.name(), game.title());
    if title.width() > columns {
        return language.game_short(game.name());
    }
    title
}

/// The name of the bots to play against.
pub fn against(language: Language, game: GameKind, rung: Rung) -> String {
    let (_, seats) = game.seats();
    language.against_bots(seats.saturating_sub(1), ladder::called(language, rung))
}

/// A rung and its number.
pub fn rung(language: Language, rung: Rung) -> String {
    language.rung_level(ladder::called(language, rung), rung.to_string())
}

/// The number of the game among all games.
pub fn game_number(language: Language, game: GameKind) -> String {
    let all = GameKind::ALL;
    let at = all.iter().position(|it| *it == game).unwrap_or(0);
    language.part_of(at + 1, all.len())
}

/// The progress at the table to return to.
pub fn goes_on(language: Language, table: &LobbyLine) -> String {
    let game = language.game_title(table.game.name(), table.game.title());
    [game, phase(language, table.phase)].join(&language.between())
}

/// The number of people at that table, and how long the person has been away.
pub fn away(language: Language, table: &LobbyLine, age_s: u64) -> String {
    let (unit, count) = match age_s {
        0..60 => ("now", 0),
        60..3_600 => ("minutes", age_s / 60),
        3_600..86_400 => ("hours", age_s / 3_600),
        _ => ("days", age_s / 86_400),
    };
    let left = language.left_ago(unit, count);
    [seats(language, table), left].join(&language.between())
}

/// The phase of a table (waiting, playing, over).
pub fn phase(language: Language, phase: Phase) -> String {
    language.table_phase(phase_code(phase))
}

/// The name of a phase in the catalogue.
pub const fn phase_code(phase: Phase) -> &'static str {
    match phase {
        Phase::Waiting => "waiting",
        Phase::Starting => "starting",
        Phase::Playing => "playing",
        Phase::Over => "over",
        Phase::Ended => "ended",
    }
}

/// The number of held seats.
pub fn seats(language: Language, table: &LobbyLine) -> String {
    let (held, all) = seats_of(table);
    language.seats_held(held, all)
}

/// The obstacle to entering a table (a lock or a password); `None` if there is none.
pub fn door(language: Language, table: &LobbyLine) -> Option<String> {
    if table.locked {
        Some(language.is_locked())
    } else if table.has_password {
        Some(language.has_password())
    } else {
        None
    }
}

/// The obstacle to entering a table, or else the number of held seats, in a word or two.
pub fn door_or_seats(language: Language, table: &LobbyLine) -> String {
    let (held, all) = seats_of(table);
    door(language, table).unwrap_or_else(|| language.part_of(held, all))
}

/// The state of a place where there may be a table, in a word or two.
pub fn state(language: Language, it: &Nearby) -> String {
    match &it.found {
        Found::Table(table) => door_or_seats(language, table),
        Found::Unknown(_) => language.not_yet_known(),
        Found::Empty => language.no_table(),
        Found::Silent => language.no_answer(),
        Found::Version(version) => language.speaks_version(*version),
    }
}

/// The effect of Enter on a place where there may be a table, and all that is known of it.
pub fn explain(language: Language, it: &Nearby) -> String {
    let address = it.address.clone();
    let ping = it.ping_ms.map(|it| format!("{it} ms"));
    let place = |more: Vec<Option<String>>| {
        let told = [Some(address.clone()), ping.clone()];
        let told: Vec<String> = told.into_iter().chain(more).flatten().collect();
        told.join(&language.between())
    };
    match &it.found {
        Found::Table(table) => {
            let place = place(vec![
                Some(seats(language, table)),
                Some(phase(language, table.phase)),
                door(language, table),
            ]);
            if it.has_room() {
                language.enter_sits(place)
            } else {
                language.enter_watches(place)
            }
        }
        Found::Unknown(_) => language.enter_connects(address),
        Found::Empty => language.enter_connects_empty(place(Vec::new())),
        Found::Silent => language.enter_tries(address),
        Found::Version(version) => language.speaks_other(address, *version),
    }
}

/// The character of a rung's bots.
pub fn character(language: Language, rung: Rung) -> String {
    language.rung_character(
        ladder::called(language, rung),
        ladder::character(language, rung),
    )
}
