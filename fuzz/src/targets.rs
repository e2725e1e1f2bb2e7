//! What must hold for any bytes whatever: one function for each road by which strangers' bytes come in.
//!
//! Called by the fuzzer with bytes that it makes up, and by the ordinary tests with the corpus. A function panics if its law
//! is broken. Law of the corpus: `corpus/NAME/` holds inputs of the target `NAME`.

use dicehall_client::cli::reading;
use dicehall_engine::bots::spec::BotSpec;
use dicehall_engine::dice::SeededDice;
use dicehall_engine::games::dice_wars::{Map, MapChoice};
use dicehall_engine::lobby::{Event, Lobby};
use dicehall_engine::{AnyState, GameKind, Node, State};
use dicehall_protocol::limits::{CHAT_CHARS_MAX, NAME_WIDTH_MAX, TITLE_WIDTH_MAX};
use dicehall_protocol::looks::{is_reserved, looks};
use dicehall_protocol::text::{
    clean, clean_chat, clean_code, clean_lines, clean_name, clean_title,
};
use dicehall_protocol::{LobbyCode, decode_client, decode_server, encode_client, encode_server};

/// Something that any bytes can be handed to.
pub(crate) type Target = fn(&[u8]);

/// Every target by its name.
pub(crate) const TARGETS: [(&str, Target); 8] = [
    ("client_message", client_message),
    ("server_message", server_message),
    ("stream", stream),
    ("text", text),
    ("position", position),
    ("map", map),
    ("rules", rules),
    ("words", words),
];

/// The most actions that are tried in a position.
const ACTIONS_MAX: usize = 8;
/// The longest map that is tried, in bytes: larger ones only take longer.
const MAP_SIZE_MAX: usize = 4 * 1024;

/// What a client says is read as it was written.
fn client_message(data: &[u8]) {
    let Ok(message) = std::str::from_utf8(data).map(decode_client) else {
        return;
    };
    if let Ok(message) = message {
        let again = decode_client(&encode_client(&message));
        assert_eq!(again.expect("what was written can be read"), message);
    }
}

/// What a server says is read as it was written, and cleaning it twice is cleaning it once.
fn server_message(data: &[u8]) {
    let Ok(message) = std::str::from_utf8(data).map(decode_server) else {
        return;
    };
    if let Ok(message) = message {
        let again = decode_server(&encode_server(&message));
        assert_eq!(again.expect("what was written can be read"), message);
        let cleaned = message.cleaned();
        assert_eq!(
            cleaned.clone().cleaned(),
            cleaned,
            "cleaning is done once and for all"
        );
        assert!(
            decode_server(&encode_server(&cleaned)).is_ok(),
            "what is clean is a message"
        );
    }
}

/// A stream is refused, or leads to the same lobby again; whatever its lobby is asked, it answers.
fn stream(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    let mut lobby = Lobby::default();
    for line in text.lines() {
        let Ok(event) = serde_json::from_str::<Event>(line) else {
            return;
        };
        let written = serde_json::to_string(&event).expect("events can be written");
        assert_eq!(
            serde_json::from_str::<Event>(&written).expect("and read"),
            event
        );
        let Ok(next) = lobby.clone().replay([event]) else {
            return;
        };
        assert_eq!(next.revision().0, lobby.revision().0 + 1);
        lobby = next;
        let _known = (
            lobby.phase(),
            lobby.want(),
            lobby.outcome(),
            lobby.is_whole(),
        );
    }
}

/// Clean text is clean, keeps its limits, and is not emptied by being cleaned again.
fn text(data: &[u8]) {
    let given = String::from_utf8_lossy(data);
    let line = clean(&given);
    assert_eq!(clean(&line), line, "{given:?}");
    assert!(!line.chars().any(char::is_control), "{line:?}");
    assert_eq!(
        clean_lines(&clean_lines(&given)),
        clean_lines(&given),
        "{given:?}"
    );
    assert!(clean_code(&given).is_ascii());
    check_fits(clean_name, &given, NAME_WIDTH_MAX);
    check_fits(clean_title, &given, TITLE_WIDTH_MAX);
    if let Some(chat) = clean_chat(&given) {
        assert!(
            chat.chars().count() <= CHAT_CHARS_MAX && clean_chat(&chat).as_ref() == Some(&chat),
            "{chat:?}"
        );
    }
    if let Some(name) = clean_name(&given) {
        assert!(
            looks(&name).is_like(&looks(&name.to_lowercase())),
            "{name:?}"
        );
        let _is = is_reserved(&name);
    }
}

fn check_fits(clean: fn(&str) -> Option<String>, given: &str, width: usize) {
    let Some(fitted) = clean(given) else { return };
    assert!(
        fitted.chars().count() > 0 && clean(&fitted).as_ref() == Some(&fitted),
        "{given:?} {fitted:?}"
    );
    // A character has at most two columns, and a mark or two may stand on it.
    assert!(fitted.chars().count() <= 3 * width, "{fitted:?}");
}

/// A position is refused, or its actions can be done and their dice rolled.
fn position(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    let Ok(state) = reading::position(text) else {
        return;
    };
    let _shown = state.view();
    if !matches!(state.node(), Node::Decision(_)) {
        return;
    }
    for action in state.actions().into_iter().take(ACTIONS_MAX) {
        assert!(state.is_legal(action), "{action:?}");
        let _odds = state.preview(action);
        play(&state, action);
    }
}

fn play(state: &AnyState, action: dicehall_engine::AnyAction) {
    let mut dice = SeededDice::new(1);
    let mut next = state.clone();
    next.act(action);
    while next.node() == Node::Chance {
        let Some(chance) = next.roll(&mut dice) else {
            return;
        };
        assert!(next.is_possible(chance), "{chance:?}");
        next.resolve(chance);
    }
    let _shown = next.view();
}

/// A map is refused, or a match can be dealt on it, and its file says the same.
fn map(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    if text.len() > MAP_SIZE_MAX {
        return;
    }
    let Ok(map) = serde_json::from_str::<Map>(text) else {
        return;
    };
    let _refused = (map.check().is_err(), map.graph().is_err());
    let again: Map =
        serde_json::from_str(&reading::map(&map)).expect("what was written can be read");
    if !map.rows.is_empty() {
        assert_eq!(again, map);
    }
    if map.check().is_err() {
        return;
    }
    let mut rules = GameKind::DiceWars.default_rules();
    if let dicehall_engine::AnyRules::DiceWars(rules) = &mut rules {
        rules.map = MapChoice::Inline(map);
    }
    if let Ok(config) = rules.generate(2, &mut SeededDice::new(1)) {
        config.start().expect("a match that was dealt can begin");
    }
}

/// Switches are refused, or make rules that are read as they were written.
fn rules(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    for game in GameKind::ALL {
        let mut rules = game.default_rules();
        if rules.set_switches(text).is_err() {
            continue;
        }
        let written = serde_json::to_string(&rules).expect("rules can be written");
        let again: dicehall_engine::AnyRules = serde_json::from_str(&written).expect("and read");
        assert_eq!(again, rules);
        let (fewest, _) = game.seats();
        if let Ok(config) = rules.generate(fewest, &mut SeededDice::new(1)) {
            config.start().expect("a match that was dealt can begin");
        }
    }
}

/// Bots, seats, addresses and codes are refused, or are read as they were written.
fn words(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    if let Ok(bot) = text.parse::<BotSpec>() {
        assert_eq!(
            bot.to_string().parse::<BotSpec>().as_ref(),
            Ok(&bot),
            "{text:?}"
        );
    }
    for game in GameKind::ALL {
        if let Ok(bot) = BotSpec::for_game(text, *game) {
            assert!(bot.check_game(*game).is_ok(), "{text:?}");
        }
        let _plans = reading::seats(text, *game);
    }
    if let Ok(address) = reading::address(text) {
        assert_eq!(
            reading::address(&address).as_ref(),
            Ok(&address),
            "{text:?}"
        );
        assert_eq!(clean(&address), address, "{text:?}");
    }
    if let Ok(code) = text.parse::<LobbyCode>() {
        assert_eq!(code.as_str().parse::<LobbyCode>(), Ok(code), "{text:?}");
    }
}
