//! The command palette: everything that can be done at the moment, found by a few letters among
//! keys (by their sentences), typed commands and phrases.
//!
//! The matcher is that of Helix (`nucleo-matcher`). A weak match counts as none, so that Enter
//! never does something unintended.

use std::cmp::Reverse;

use dicehall_engine::lobby::Reaction;
use nucleo_matcher::pattern::{AtomKind, CaseMatching, Normalization, Pattern};
use nucleo_matcher::{Config, Matcher, Utf32Str};

use super::abilities::{can, has_right, is_idle, may_allow_hints, may_type, offered};
use super::help::{TYPED, context_below, sentence};
use super::phrases::PHRASES;
use super::{Context, KeyAction, here, key_names};
use crate::games::dice_wars::map_played;
use crate::games::words;
use crate::lang::{Language, Sentence};
use crate::tui::model::game_match::GameMatch;
use crate::tui::model::lobby::reactions;
use crate::tui::model::popup::PromptKind;
use crate::tui::model::{Connection, Model};

/// The least score per letter for a text to match. A letter alone scores 16, more at the beginning
/// of a word or directly after the letter before it, and gaps cost. Two adjacent letters within a
/// word score 18 each.
const SCORE_A_LETTER_MIN: u32 = 18;
/// The extra score of a match in the name of a command or key, compared with one in its sentence.
const NAME_BONUS: u32 = 8;

/// Commands with the same action as a key; they are listed beside the key.
const TWINS: [(&str, KeyAction); 12] = [
    ("end", KeyAction::EndTurn),
    ("resign", KeyAction::Resign),
    ("skip", KeyAction::Skip),
    ("standin", KeyAction::StandIn),
    ("rematch", KeyAction::Rematch),
    ("start", KeyAction::Start),
    ("fill", KeyAction::FillBots),
    ("watch", KeyAction::Stand),
    ("leave", KeyAction::Leave),
    ("lobby", KeyAction::ToLobby),
    ("help", KeyAction::Help),
    ("quit", KeyAction::Quit),
];

/// An entry of the palette.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The effect of choosing the entry.
    pub execute: Execute,
    /// The entry's keys, or the command to type.
    pub name: String,
    /// The entry's explanation, in a sentence.
    pub says: String,
    /// The positions of the characters in the sentence that match the typed text.
    pub marks: Vec<usize>,
}

/// The effect of choosing an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Execute {
    /// Carries out a key's action.
    Press(KeyAction),
    /// Runs a complete command.
    Run(String),
    /// Puts a command that needs more words into the prompt.
    TypeOn(String),
}

/// The entries that match the typed line, the best first; all entries for an empty line.
pub fn found(model: &Model) -> Vec<Entry> {
    let Some(prompt) = model.prompt.as_ref().filter(|it| it.kind.has_list()) else {
        return Vec::new();
    };
    let text = prompt.input.value().trim();
    let listed = if prompt.kind == PromptKind::Search {
        Listed::Everything
    } else {
        Listed::Possible
    };
    let entries = entries(model, listed);
    if text.is_empty() {
        return entries;
    }
    // If the line is a command with its arguments, only the command's name is searched for.
    let as_typed = prompt.kind == PromptKind::Typed && is_command(model, text);
    let mut search = Search::new(if as_typed { first_word(text) } else { text });
    let mut found: Vec<(u32, Entry)> = entries
        .into_iter()
        .filter_map(|it| search.rate(it))
        .collect();
    found.sort_by_key(|(score, it)| (Reverse(*score), it.says.len()));
    found.into_iter().map(|it| it.1).collect()
}

/// The number of the row that Enter takes: the chosen one, else the best. `None` if the line is
/// itself a command, or has a digit: then it is a mistyped place, which is told as such and never
/// searched for.
pub fn chosen(model: &Model) -> Option<usize> {
    let prompt = model.prompt.as_ref()?;
    let text = prompt.input.value().trim();
    let names_a_place = text.contains(|it: char| it.is_ascii_digit());
    let as_typed = prompt.kind == PromptKind::Typed && (names_a_place || is_command(model, text));
    prompt
        .row
        .or_else(|| (!text.is_empty() && !as_typed).then_some(0))
}

/// Whether a line is itself a command: a move, or a text that begins with the name of a command.
fn is_command(model: &Model, text: &str) -> bool {
    const ALSO: [&str; 9] = ["chat", "end", "pass", "e", "exit", "q", "h", "log", "react"];
    if model
        .game_match()
        .is_some_and(|it| it.typed(text).is_some())
    {
        return true;
    }
    let word = first_word(text).to_ascii_lowercase();
    // A single letter is first of all a key, and only then the beginning of a command.
    if text.len() == 1 && !ALSO.contains(&word.as_str()) {
        return false;
    }
    let is_known =
        ALSO.contains(&word.as_str()) || commands().any(|(it, _)| first_word(it) == word);
    is_known && (model.lobby.is_some() || !needs_lobby(&word))
}

/// Which of the things that can be done are listed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Listed {
    /// Those that can be done now.
    Possible,
    /// All that the help lists.
    Everything,
}

fn entries(model: &Model, listed: Listed) -> Vec<Entry> {
    let mut entries = keys(model, listed);
    if context_below(model) != Context::Replay {
        let typed = commands().filter(|(it, _)| {
            may_type(model, it) && (listed == Listed::Everything || is_possible(model, it))
        });
        for (name, says) in typed {
            let twin = TWINS.iter().find(|it| it.0 == name);
            let twin = twin.map(|it| Execute::Press(it.1));
            match entries
                .iter_mut()
                .find(|it| Some(&it.execute) == twin.as_ref())
            {
                Some(twin) => twin.name = format!("{}, :{name}", twin.name),
                None => entries.push(Entry::typed(name, &says(model.look.language))),
            }
        }
        let language = model.look.language;
        let said = PHRASES.iter().zip(1..);
        entries.extend(
            said.filter(|_| model.lobby.is_some())
                .map(|(phrase, number)| {
                    let name = format!("phrase {number}");
                    Entry {
                        execute: Execute::Run(name.clone()),
                        name,
                        says: language.says_phrase(phrase(language)),
                        marks: Vec::new(),
                    }
                }),
        );
        entries.extend(reactions(model));
    }
    entries
}

/// The reactions to whoever is to move.
fn reactions(model: &Model) -> Vec<Entry> {
    let language = model.look.language;
    let Some((lobby, seat)) = model
        .lobby
        .as_ref()
        .and_then(|it| Some((it, it.reacts_to()?)))
    else {
        return Vec::new();
    };
    let entry = |reaction| {
        let name = format!("react {}", reactions::name(reaction));
        let to = lobby.seat_name(seat);
        let says = reactions::told(language, reaction, lobby.name(lobby.you), &to);
        Entry {
            execute: Execute::Run(name.clone()),
            name,
            says: format!("{} {says}", reactions::sign(reaction)),
            marks: Vec::new(),
        }
    };
    Reaction::ALL.map(entry).into()
}

/// The entries of the keys here, each action once.
fn keys(model: &Model, listed: Listed) -> Vec<Entry> {
    let context = context_below(model);
    let game = words(model.game_at_hand());
    let waits = matches!(model.connection, Connection::Waiting { .. });
    let contexts = waits
        .then_some(Context::Waiting)
        .into_iter()
        .chain([context]);
    let lines = contexts.flat_map(|context| here(model, context).map(move |it| (context, it)));
    let mut entries: Vec<Entry> = Vec::new();
    for (context, (binding, keys)) in lines {
        let action = binding.action;
        let is_useless = context == Context::Match && action.is_useless_in(game);
        let is_possible = || !moves(action) && can(model, action) && offered(model, action);
        let is_shown = has_right(model, action) && (listed == Listed::Everything || is_possible());
        let execute = Execute::Press(action);
        let is_new = action != KeyAction::Typed && entries.iter().all(|it| it.execute != execute);
        if is_shown && is_new && !is_useless {
            entries.push(Entry {
                execute,
                name: key_names(keys),
                says: sentence(model, context, binding),
                marks: Vec::new(),
            });
        }
    }
    entries
}

/// The typed commands of the help's list, one by one.
fn commands() -> impl Iterator<Item = (&'static str, Sentence)> {
    let board: [(&str, Sentence); 2] = [
        ("end", Language::types_end),
        ("map save FILE", Language::types_map_save),
    ];
    let listed = TYPED.iter().flat_map(|(names, says)| {
        let names = names.split(", ").map(move |it| (it, *says));
        names.filter(|(it, _)| !it.starts_with("phrase") && !it.starts_with("react"))
    });
    board.into_iter().chain(listed)
}

/// Whether a command makes sense at the moment; the server decides whether it is allowed.
fn is_possible(model: &Model, name: &str) -> bool {
    const OF_HOST: [&str; 11] = [
        "pace",
        "kick",
        "host",
        "ban",
        "bans",
        "unban",
        "silence",
        "unsilence",
        "password",
        "lock",
        "unlock",
    ];
    const BEFORE_A_MATCH: [&str; 9] = [
        "start", "bot", "fill", "open", "close", "rules", "map", "clock", "game",
    ];
    let word = first_word(name);
    if word == "account" && !model.is_connected() {
        return false;
    }
    let Some(lobby) = &model.lobby else {
        return !needs_lobby(word);
    };
    if name == "map save FILE" {
        return model
            .game_match()
            .is_some_and(|it| map_played(&it.config).is_some());
    }
    if matches!(name, "hints allow" | "hints forbid") {
        return may_allow_hints(model);
    }
    match word {
        "end" => model.game_match().is_some_and(GameMatch::may_end_turn),
        "resign" | "pause" | "continue" => model.is_playing(),
        "skip" => can(model, KeyAction::Skip),
        "standin" => can(model, KeyAction::StandIn),
        "rematch" => can(model, KeyAction::Rematch),
        "zoom" | "lobby" | "board" => model.game_match().is_some(),
        "sit" | "watch" | "ready" | "unready" => is_idle(lobby),
        it if BEFORE_A_MATCH.contains(&it) => lobby.is_host() && is_idle(lobby),
        it if OF_HOST.contains(&it) => lobby.is_host(),
        _ => true,
    }
}

fn needs_lobby(word: &str) -> bool {
    !["account", "game", "help", "quit", "q", "h", "exit"].contains(&word)
}

/// Whether an action only moves the cursor or the chosen row; nobody searches for that by name.
fn moves(action: KeyAction) -> bool {
    const MOVES: [KeyAction; 12] = [
        KeyAction::Up,
        KeyAction::Down,
        KeyAction::Left,
        KeyAction::Right,
        KeyAction::UpLeft,
        KeyAction::UpRight,
        KeyAction::DownLeft,
        KeyAction::DownRight,
        KeyAction::PageUp,
        KeyAction::PageDown,
        KeyAction::Choose,
        KeyAction::Suspend,
    ];
    MOVES.contains(&action)
}

fn first_word(text: &str) -> &str {
    text.split_whitespace().next().unwrap_or_default()
}

impl Entry {
    /// The entry of a typed command: runs at once if it is one word, else goes into the prompt.
    fn typed(name: &str, says: &str) -> Self {
        let execute = match name.split_once(' ') {
            _ if matches!(name, "hints allow" | "hints forbid") => Execute::Run(name.to_owned()),
            None => Execute::Run(name.to_owned()),
            Some((word, _)) => Execute::TypeOn(format!("{word} ")),
        };
        Self {
            execute,
            name: format!(":{name}"),
            says: says.to_owned(),
            marks: Vec::new(),
        }
    }
}

/// A search for a text.
struct Search {
    matcher: Matcher,
    pattern: Pattern,
    text: String,
    score_min: u32,
}

impl Search {
    fn new(text: &str) -> Self {
        let letters = text.chars().filter(|it| !it.is_whitespace()).count();
        let pattern = Pattern::new(
            text,
            CaseMatching::Ignore,
            Normalization::Smart,
            AtomKind::Fuzzy,
        );
        Self {
            matcher: Matcher::new(Config::DEFAULT),
            pattern,
            text: text.to_owned(),
            score_min: u32::try_from(letters)
                .unwrap_or(u32::MAX)
                .saturating_mul(SCORE_A_LETTER_MIN),
        }
    }

    /// The score of an entry, and the entry with the matching characters marked; `None` if it does
    /// not match.
    fn rate(&mut self, entry: Entry) -> Option<(u32, Entry)> {
        let mut space = Vec::new();
        let mut marks = Vec::new();
        let says = Utf32Str::new(&entry.says, &mut space);
        let by_sentence = self.pattern.indices(says, &mut self.matcher, &mut marks);
        let mut space = Vec::new();
        let name = Utf32Str::new(&entry.name, &mut space);
        let by_name = self.pattern.score(name, &mut self.matcher);
        let is_key = entry.name.split(", ").any(|it| it == self.text);
        let by_name = if is_key {
            Some(u32::MAX)
        } else {
            by_name.map(|it| it + NAME_BONUS)
        };
        let score = by_sentence.max(by_name)?;
        if score < self.score_min {
            return None;
        }
        let mut marks: Vec<usize> = marks
            .into_iter()
            .filter_map(|it| usize::try_from(it).ok())
            .collect();
        marks.sort_unstable();
        if by_sentence.is_none() {
            marks.clear();
        }
        Some((score, Entry { marks, ..entry }))
    }
}

#[cfg(test)]
mod tests {
    use super::super::bindings::SCREENS;
    use super::super::{BINDINGS, Key};
    use super::*;

    /// The moves that the arrows make as well, in two steps.
    const BY_ARROWS: [KeyAction; 4] = [
        KeyAction::UpLeft,
        KeyAction::UpRight,
        KeyAction::DownLeft,
        KeyAction::DownRight,
    ];

    #[test]
    fn no_action_of_a_screen_needs_a_letter() {
        for context in SCREENS {
            let here = || BINDINGS.iter().filter(|it| it.contexts.contains(&context));
            let by_letters =
                here().filter(|it| it.keys.iter().all(|it| matches!(it, Key::Char(_))));
            let has_palette = here().any(|it| it.action == KeyAction::Typed);
            for binding in by_letters.filter(|it| it.action != KeyAction::Typed) {
                let is_listed = has_palette && !moves(binding.action);
                let is_reached = is_listed || BY_ARROWS.contains(&binding.action);
                assert!(is_reached, "{context:?} {:?}", binding.action);
            }
        }
    }
}
