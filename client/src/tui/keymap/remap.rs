//! The person's own keys from the configuration: `[keys]` for every context, `[keys.match]` for
//! one.
//!
//! The table of bindings stays as it is; a change names an action and its new keys. A change that
//! would take a key from another action is reported and does not count. Ctrl-C and Ctrl-Z cannot be
//! changed.

use crossterm::event::KeyCode;
use toml::{Table, Value};

use super::bindings::BINDINGS;
use super::{Binding, Context, Key, KeyAction, name};
use crate::tui::model::keys::{ChangedKeys, KeyChanges};

/// The most keys of one action.
const KEYS_MAX: usize = 8;

/// The contexts, by their names in the configuration.
pub const CONTEXTS: [(&str, Context); 18] = [
    ("waiting", Context::Waiting),
    ("home", Context::Home),
    ("lan", Context::Lan),
    ("lobbies", Context::Lobbies),
    ("record", Context::Record),
    ("lobby", Context::Lobby),
    ("match", Context::Match),
    ("replay", Context::Replay),
    ("confirm", Context::Confirm),
    ("help", Context::Help),
    ("log", Context::Log),
    ("bots", Context::Bots),
    ("people", Context::People),
    ("settings", Context::Settings),
    ("play-on", Context::PlayOn),
    ("review", Context::Review),
    ("outcome", Context::Outcome),
    ("card", Context::Card),
];

/// Keys without a character, by their names. [`name`] displays some of them by shorter names, which
/// are accepted as well.
const NAMED: [(&str, Key); 17] = [
    ("Space", Key::Char(' ')),
    ("Enter", Key::Code(KeyCode::Enter)),
    ("Esc", Key::Code(KeyCode::Esc)),
    ("Tab", Key::Code(KeyCode::Tab)),
    ("Shift-Tab", Key::Code(KeyCode::BackTab)),
    ("Backspace", Key::Code(KeyCode::Backspace)),
    ("Delete", Key::Code(KeyCode::Delete)),
    ("Insert", Key::Code(KeyCode::Insert)),
    ("Left", Key::Code(KeyCode::Left)),
    ("Right", Key::Code(KeyCode::Right)),
    ("Up", Key::Code(KeyCode::Up)),
    ("Down", Key::Code(KeyCode::Down)),
    ("Home", Key::Code(KeyCode::Home)),
    ("End", Key::Code(KeyCode::End)),
    ("PgUp", Key::Code(KeyCode::PageUp)),
    ("PgDn", Key::Code(KeyCode::PageDown)),
    ("PageUp", Key::Code(KeyCode::PageUp)),
];

/// The changed keys of a configuration, and the warnings about it.
pub fn read(table: &Table) -> (KeyChanges, Vec<String>) {
    let mut reading = Reading::default();
    for (word, value) in table {
        match (value, context_of(word)) {
            (Value::Table(inner), Some(context)) => {
                for (word, value) in inner {
                    reading.action(word, value, Some(context));
                }
            }
            (Value::Table(_), None) => {
                let places: Vec<&str> = CONTEXTS.iter().map(|it| it.0).collect();
                let places = places.join(", ");
                reading.warn(&format!("there is no place {word:?}; possible: {places}"));
            }
            (value, _) => reading.action(word, value, None),
        }
    }
    reading.drop_conflicts();
    (reading.changes, reading.warnings)
}

/// The name of an action in the configuration.
pub fn action_name(action: KeyAction) -> String {
    if let KeyAction::FromHand(number) = action {
        return format!("from-hand-{}", u16::from(number) + 1);
    }
    if let KeyAction::Rung(number) = action {
        return format!("rung-{}", u16::from(number) + 1);
    }
    if let KeyAction::Seek(to) = action {
        return format!("seek-{}", kebab(&format!("{to:?}")));
    }
    kebab(&format!("{action:?}"))
}

/// The name of a context in the configuration.
pub fn context_name(context: Context) -> &'static str {
    let found = CONTEXTS.iter().find(|it| it.1 == context);
    found.map_or("", |it| it.0)
}

/// Whether the keys of a binding can be changed: all but Ctrl-C and Ctrl-Z, which work everywhere.
pub fn is_free(binding: &Binding) -> bool {
    !binding.keys.iter().any(|it| matches!(it, Key::Ctrl(_)))
}

/// The keys of a binding in a context.
pub fn keys(changes: &KeyChanges, context: Context, line: usize) -> &[Key] {
    let changed = changes
        .iter()
        .find(|it| it.context == context && it.line == line);
    match changed {
        Some(changed) => &changed.keys,
        None => BINDINGS.get(line).map_or(&[], |it| it.keys),
    }
}

/// The changes and warnings read so far.
#[derive(Default)]
struct Reading {
    changes: KeyChanges,
    warnings: Vec<String>,
}

impl Reading {
    fn warn(&mut self, text: &str) {
        self.warnings.push(format!("keys: {text}"));
    }

    /// Reads the keys of an action, for one context or for all that have it.
    fn action(&mut self, word: &str, value: &Value, only: Option<Context>) {
        let keys = match keys_of(value) {
            Ok(keys) => keys,
            Err(why) => return self.warn(&format!("{word}: {why}")),
        };
        let lines = BINDINGS.iter().enumerate();
        let named = lines.filter(|(_, it)| is_free(it) && action_name(it.action) == word);
        let mut found = false;
        for (line, binding) in named {
            let places = binding.contexts.iter().copied();
            for context in places.filter(|it| only.is_none_or(|only| *it == only)) {
                found = true;
                // The keys for one context take precedence over those for all.
                let is_same = |it: &ChangedKeys| it.context == context && it.line == line;
                match self.changes.iter_mut().find(|it| is_same(it)) {
                    Some(earlier) if only.is_some() => earlier.keys.clone_from(&keys),
                    Some(_) => {}
                    None => self.changes.push(ChangedKeys {
                        context,
                        line,
                        keys: keys.clone(),
                    }),
                }
            }
        }
        match only {
            _ if found => {}
            Some(context) => self.warn(&format!(
                "there is no action {word:?} in {}; `dicehall config keys` lists them",
                context_name(context)
            )),
            None => self.warn(&format!(
                "there is no action {word:?}; `dicehall config keys` lists them"
            )),
        }
    }

    /// Removes changes until no key has two actions in a context. The table itself has no such key,
    /// so that this ends.
    fn drop_conflicts(&mut self) {
        while let Some(conflict) = self.conflict() {
            let Conflict {
                context,
                key,
                lines,
            } = conflict;
            let names = lines.map(|it| BINDINGS.get(it).map(|it| action_name(it.action)));
            let [first, second] = names.map(Option::unwrap_or_default);
            self.warn(&format!(
                "{} is {first} and {second} in {}; both keep their usual keys there",
                name(key),
                context_name(context)
            ));
            self.changes
                .retain(|it| it.context != context || !lines.contains(&it.line));
        }
    }

    /// The first key that has two actions in a context.
    fn conflict(&self) -> Option<Conflict> {
        for (_, context) in CONTEXTS {
            let mut seen: Vec<(Key, usize)> = Vec::new();
            for (line, _) in here(context) {
                for key in keys(&self.changes, context, line) {
                    let earlier = seen.iter().find(|(it, at)| it == key && *at != line);
                    if let Some((_, earlier)) = earlier {
                        return Some(Conflict {
                            context,
                            key: *key,
                            lines: [*earlier, line],
                        });
                    }
                    seen.push((*key, line));
                }
            }
        }
        None
    }
}

/// A key that two bindings have in a context.
struct Conflict {
    context: Context,
    key: Key,
    lines: [usize; 2],
}

/// The bindings that count in a context, with their numbers.
pub fn here(context: Context) -> impl Iterator<Item = (usize, &'static Binding)> {
    let lines = BINDINGS.iter().enumerate();
    lines.filter(move |(_, it)| it.contexts.contains(&context))
}

fn context_of(word: &str) -> Option<Context> {
    let found = CONTEXTS.iter().find(|it| it.0 == word);
    found.map(|it| it.1)
}

/// A key, or a list of them.
fn keys_of(value: &Value) -> Result<Vec<Key>, String> {
    let one = std::slice::from_ref(value);
    let values = value.as_array().map_or(one, Vec::as_slice);
    if values.is_empty() || values.len() > KEYS_MAX {
        return Err(format!("1 to {KEYS_MAX} keys are possible"));
    }
    let keys = values.iter().map(|it| {
        let text = it
            .as_str()
            .ok_or("a key is a text such as \"e\" or [\"e\", \"F2\"]")?;
        key_of(text).ok_or_else(|| format!("there is no key {text:?}"))
    });
    keys.collect()
}

/// The key that a name means.
pub fn key_of(text: &str) -> Option<Key> {
    let named = NAMED.iter().find(|it| it.0.eq_ignore_ascii_case(text));
    if let Some((_, key)) = named {
        return Some(*key);
    }
    let mut characters = text.chars();
    match (characters.next(), characters.next()) {
        (Some(character), None) if !character.is_control() => return Some(Key::Char(character)),
        _ => {}
    }
    if let Some(character) = text.strip_prefix("Ctrl-").or(text.strip_prefix("ctrl-")) {
        let mut characters = character.chars();
        let only = characters.next().filter(|_| characters.next().is_none())?;
        return Some(Key::Ctrl(only.to_ascii_lowercase()));
    }
    let number: u8 = text.strip_prefix(['F', 'f'])?.parse().ok()?;
    (1..=12)
        .contains(&number)
        .then_some(Key::Code(KeyCode::F(number)))
}

/// `EndTurn` as `end-turn`.
fn kebab(camel: &str) -> String {
    let mut text = String::new();
    for character in camel.chars() {
        if character.is_uppercase() && !text.is_empty() {
            text.push('-');
        }
        text.extend(character.to_lowercase());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the changed keys of a configuration, as lines of `context action keys`, followed by
    /// the warnings.
    #[track_caller]
    fn check(text: &str, expect: &str) {
        let (changes, warnings) = read(&text.parse().unwrap());
        let changed = changes.iter().map(|it| {
            let keys: Vec<String> = it.keys.iter().map(|it| name(*it)).collect();
            let action = action_name(BINDINGS[it.line].action);
            format!("{} {action} {}", context_name(it.context), keys.join(" "))
        });
        let lines: Vec<String> = changed.chain(warnings).collect();
        assert_eq!(lines.join("\n"), expect);
    }

    #[test]
    fn an_action_has_the_keys_that_were_chosen_everywhere_or_in_one_place() {
        check(
            "end-turn = \"x\"\nfrom-hand-1 = [\"F1\", \"Ctrl-x\"]",
            "match end-turn x\n\
             keys: F1 is from-hand-1 and help in match; both keep their usual keys there",
        );
        check(
            "from-hand-1 = [\"F12\", \"Ctrl-x\", \"backspace\"]",
            "match from-hand-1 F12 Ctrl-X Backspace",
        );
        check(
            "watch = \"W\"\n[lobbies]\nwatch = [\"W\", \"F2\"]",
            "lobbies watch W F2\nlan watch W",
        );
        check("seek-before = \"b\"", "replay seek-before b");
    }

    #[test]
    fn two_actions_can_change_places() {
        check(
            "[match]\nend-turn = \"Space\"\nskip = \"e\"",
            "match end-turn Space\nmatch skip e",
        );
    }

    #[test]
    fn no_change_takes_a_key_from_another_action() {
        check(
            "[match]\nskip = \"e\"\nlog = \"v\"",
            "keys: e is skip and end-turn in match; both keep their usual keys there\n\
             keys: v is next-tab and log in match; both keep their usual keys there",
        );
        // The binding that was not changed takes its key back from a third one.
        check(
            "[match]\nend-turn = \"Space\"\nskip = \"R\"",
            "keys: R is skip and resign in match; both keep their usual keys there\n\
             keys: Space is skip and end-turn in match; both keep their usual keys there",
        );
        check(
            "end-turn = \"Ctrl-C\"",
            "keys: Ctrl-C is end-turn and quit in match; both keep their usual keys there",
        );
    }

    #[test]
    fn what_is_not_there_is_told() {
        check(
            "fire = \"f\"\nend-turn = 7\nskip = \"Foo\"\nlog = []\n[shop]\nlog = \"l\"\n[home]\nend-turn = \"x\"",
            "keys: end-turn: a key is a text such as \"e\" or [\"e\", \"F2\"]\n\
             keys: there is no action \"fire\"; `dicehall config keys` lists them\n\
             keys: there is no action \"end-turn\" in home; `dicehall config keys` lists them\n\
             keys: log: 1 to 8 keys are possible\n\
             keys: there is no place \"shop\"; possible: waiting, home, lan, lobbies, record, lobby, match, replay, confirm, help, log, bots, people, settings, play-on, review, outcome, card\n\
             keys: skip: there is no key \"Foo\"",
        );
    }

    #[test]
    fn the_way_out_stays() {
        let (changes, _) = read(&"quit = \"Q\"".parse().unwrap());
        for (context, line) in CONTEXTS
            .into_iter()
            .flat_map(|(_, context)| here(context).map(move |(line, _)| (context, line)))
        {
            let now = keys(&changes, context, line);
            let usual = BINDINGS[line].keys;
            assert_eq!(
                now.contains(&Key::Ctrl('c')),
                usual.contains(&Key::Ctrl('c'))
            );
        }
    }

    #[test]
    fn every_key_of_the_table_can_be_named() {
        for key in BINDINGS.iter().flat_map(|it| it.keys) {
            assert_eq!(key_of(&name(*key)), Some(*key));
        }
    }
}
