//! Sentences of the connection, of lists, and of a table: who comes, sits, agrees and speaks.

use dicehall_engine::lobby::Phase;
use dicehall_protocol::LobbyLine;

use super::{LOBBIES_HELP, Who, count, list, sentence};

pub(in crate::plain) fn connecting(address: &str) -> String {
    format!("Connecting to {address}.")
}

pub(in crate::plain) fn connection_lost(why: &str, seconds: u64) -> String {
    let seconds = count(seconds, "second");
    sentence(&format!("no connection: {why}. Trying again in {seconds}"))
}

pub(in crate::plain) fn no_lobbies() -> String {
    format!("There is no lobby yet. {LOBBIES_HELP}")
}

pub(in crate::plain) fn lobbies(number: usize) -> String {
    let verb = if number == 1 { "is" } else { "are" };
    format!(
        "There {verb} {} here. {LOBBIES_HELP}",
        count(number, "lobby")
    )
}

pub(in crate::plain) fn lobby_line(number: usize, line: &LobbyLine) -> String {
    let phase = match line.phase {
        Phase::Waiting | Phase::Starting => "waiting",
        Phase::Playing => "playing",
        Phase::Over | Phase::Ended => "between matches",
    };
    let open = count(line.open, "open seat");
    let door = match (line.locked, line.has_password) {
        (true, _) => ", locked",
        (false, true) => ", with a password",
        (false, false) => "",
    };
    let (title, game) = (&line.title, line.game.title());
    format!("{number}: {title}, {game}, {phase}, {open}{door}.")
}

pub(in crate::plain) fn numbered(number: usize, text: &str) -> String {
    format!("{number}: {text}")
}

pub(in crate::plain) fn lan_server(number: usize, name: &str, address: &str) -> String {
    format!("{number}: {name} at {address}.")
}

pub(in crate::plain) fn lan_lost(name: &str) -> String {
    format!("{name} is gone; the numbers have changed. Type list to hear them.")
}

pub(in crate::plain) fn game_chosen(game: &str) -> String {
    format!("The game is {game}.")
}

pub(in crate::plain) fn opponents(name: &str, temper: &str) -> String {
    format!("You play against {name}: {temper}.")
}

pub(in crate::plain) fn entered(title: &str, code: &str, game: &str) -> String {
    format!("You are in the lobby {title}, code {code}. The game is {game}.")
}

pub(in crate::plain) fn others_type(line: &str) -> String {
    format!("Others type: {line}")
}

pub(in crate::plain) fn lobby_help(is_host: bool) -> &'static str {
    if is_host {
        "Type seats, bot to fill open seats, start, or help."
    } else {
        "Type seats, ready, or help."
    }
}

pub(in crate::plain) fn sits(who: &Who, seat: u8) -> String {
    format!("{} on seat {seat}.", who.does("sit", "sits"))
}

pub(in crate::plain) fn seat_is(seat: u8, what: &str) -> String {
    format!("Seat {seat}: {what}.")
}

pub(in crate::plain) fn watching(names: &[String]) -> String {
    format!("Watching: {}.", list(names))
}

pub(in crate::plain) fn is_ready(who: &Who, again: bool) -> String {
    if again {
        return format!("{} another match.", who.does("want", "wants"));
    }
    format!("{} ready to start.", who.does("are", "is"))
}

/// What the chat says of the person as of anybody.
pub(in crate::plain) fn of_you(does: &str) -> Option<String> {
    const VERBS: [(&str, &str); 4] = [
        ("asks ", "ask "),
        ("wants ", "want "),
        ("is ", "are "),
        ("may ", "may "),
    ];
    VERBS.iter().find_map(|(other, you)| {
        let rest = does.strip_prefix(other)?;
        Some(sentence(&format!("you {you}{rest}")))
    })
}

pub(in crate::plain) fn is_not_ready(who: &Who) -> String {
    format!("{} not ready any more.", who.does("are", "is"))
}

pub(in crate::plain) fn switch_is(label: &str, value: &str) -> String {
    format!("{label}: {value}.")
}

/// The values of all switches, as they can be typed after `rules`.
pub(in crate::plain) fn switches(values: &[(&str, String)]) -> String {
    let values: Vec<String> = values
        .iter()
        .map(|(it, value)| format!("{it}={value}"))
        .collect();
    format!("Switches: {}.", values.join(", "))
}

pub(in crate::plain) fn all_ready() -> String {
    "Everybody is ready. Type start.".to_owned()
}

pub(in crate::plain) fn frozen(is_frozen: bool) -> String {
    if is_frozen {
        "The server cannot write its journal: everything stands still until it can.".to_owned()
    } else {
        "The server goes on.".to_owned()
    }
}

pub(in crate::plain) fn says(who: &Who, text: &str) -> String {
    format!("{}: {text}", who.does("say", "says"))
}
