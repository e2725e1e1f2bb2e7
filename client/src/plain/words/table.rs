//! Sentences about the connection, lists and tables: who comes, sits down, is ready and speaks.

use dicehall_engine::lobby::Phase;
use dicehall_protocol::LobbyLine;

use super::{Who, list, sentence};
use crate::lang::Language;
use crate::tui::model::lobby_list::nearby::free_seats;

pub(in crate::plain) fn lobby_line(language: Language, number: usize, line: &LobbyLine) -> String {
    let phase = match line.phase {
        Phase::Waiting | Phase::Starting => "waiting",
        Phase::Playing => "playing",
        Phase::Over | Phase::Ended => "between",
    };
    let door = match (line.locked, line.has_password) {
        (true, _) => "locked",
        (false, true) => "password",
        (false, false) => "open",
    };
    let game = language.game_title(line.game.name(), line.game.title());
    let told = language.lobby_line(number, &line.title, game, phase, free_seats(line), door);
    match line.rating {
        Some(rating) => format!("{told} {}", language.ratings_are(rating.to_string())),
        None => told,
    }
}

pub(in crate::plain) fn lobby_help(language: Language, is_host: bool) -> String {
    if is_host {
        language.host_help()
    } else {
        language.guest_help()
    }
}

pub(in crate::plain) fn watching(language: Language, names: &[String]) -> String {
    language.watching(list(language, names))
}

pub(in crate::plain) fn is_ready(language: Language, who: &Who, again: bool) -> String {
    let (person, who) = (who.person(), who.subject(language));
    if again {
        language.wants_rematch(person, who)
    } else {
        language.is_ready(person, who)
    }
}

/// The sentence about the person for a chat notice that is worded for anybody. Languages other than
/// English need no other verb.
pub(in crate::plain) fn of_you(language: Language, does: &str) -> Option<String> {
    const VERBS: [(&str, &str); 4] = [
        ("asks ", "ask "),
        ("wants ", "want "),
        ("is ", "are "),
        ("may ", "may "),
    ];
    if language != Language::English {
        return None;
    }
    VERBS.iter().find_map(|(other, you)| {
        let rest = does.strip_prefix(other)?;
        Some(sentence(language, &format!("you {you}{rest}")))
    })
}

/// The values of all settings, as they can be typed after `rules`.
pub(in crate::plain) fn switches(language: Language, values: &[(&str, String)]) -> String {
    let values: Vec<String> = values
        .iter()
        .map(|(it, value)| format!("{it}={value}"))
        .collect();
    language.switches_are(values.join(", "))
}

pub(in crate::plain) fn frozen(language: Language, is_frozen: bool) -> String {
    if is_frozen {
        language.frozen()
    } else {
        language.thawed()
    }
}
