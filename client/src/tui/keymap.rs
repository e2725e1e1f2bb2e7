//! Which key does what where: one table, from which keys are looked up and hints and help are drawn.
//!
//! Knows the model, since what a key does depends on what is shown. `update` carries out what a key does, `view` draws
//! the hints.

pub mod abilities;
mod bindings;
pub mod help;
pub mod jump;
pub mod menu;
pub mod palette;
pub mod phrases;
pub mod remap;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use Context::{
    Bots, Card, Confirm, Help, Home, Lan, Lobbies, Lobby, Log, Match, Outcome, PlayOn, Record,
    Replay, Settings, Waiting,
};
use Key::{Char, Code, Ctrl};

use crate::games::words;
use crate::games::words::{BoardKey, Words};
use crate::lang::Sentence;
use crate::tui::model::keys::KeyChanges;
use crate::tui::model::lobby::RowAction;
use crate::tui::model::popup::Popup;
use crate::tui::model::replay::Seek;
use crate::tui::model::{Connection, Model, Screen};

pub use crate::tui::model::keys::{Context, Key};
pub use bindings::BINDINGS;

/// What a key does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the table says in words what each does")]
pub enum KeyAction {
    Up,
    Down,
    Left,
    Right,
    UpLeft,
    UpRight,
    DownLeft,
    DownRight,
    Next,
    Previous,
    Choose,
    /// To the person's next turn.
    Skip,
    /// What an expert would do.
    Hint,
    Back,
    Quit,
    Suspend,
    Help,
    /// Looks for something in the help.
    Search,
    RetryNow,
    Play,
    Game,
    /// Takes a kind of piece from the hand, by its number from 0 on.
    FromHand(u8),
    /// Plays against the bots of another rung, by its number from 0 on.
    Rung(u8),
    NextRung,
    Host,
    Lan,
    Address,
    Name,
    Watch,
    Create,
    Refresh,
    Chat,
    Typed,
    /// Labels the places where something can be chosen.
    Jump,
    Ready,
    Start,
    Sit,
    Stand,
    SeatBot,
    FillBots,
    OpenSeat,
    CloseSeat,
    Kick,
    /// Sends the chosen person away for good.
    Ban,
    /// Does not hear the chosen person, or again.
    Mute,
    HandOver,
    /// Lets whoever plays ask an expert, or no longer.
    AllowHints,
    Settings,
    /// Shows the address for a browser, as a picture that a telephone reads.
    ShowLink,
    Leave,
    EndTurn,
    Resign,
    Pause,
    Log,
    ZoomIn,
    ZoomOut,
    NextTab,
    Rematch,
    /// Shows the match that is over again.
    WatchMatch,
    ToLobby,
    Yes,
    No,
    PageUp,
    PageDown,
    /// Shows another step of a match that is over.
    Seek(Seek),
    PlayOrPause,
    /// Lets the match that is over go on from the step that is shown.
    PlayOn,
    /// Shows the matches of the person.
    Record,
    /// Six steps on a real board.
    Tutorial,
    Faster,
    Slower,
    /// Shows how lucky everybody has rolled until the step that is shown.
    Luck,
}

/// What some keys do in some contexts.
#[derive(Debug)]
pub struct Binding {
    /// Where.
    pub contexts: &'static [Context],
    /// Which keys, the one to show first.
    pub keys: &'static [Key],
    /// What they do.
    pub action: KeyAction,
    /// In one or two words, for the hints; `None` leaves it out there.
    pub hint: Option<Sentence>,
    /// In a sentence, for the help.
    pub help: Sentence,
}

impl KeyAction {
    /// The key of the board that games have their own words for, if it is one.
    pub fn on_board(self) -> Option<BoardKey> {
        const NAMED: [(KeyAction, BoardKey); 5] = [
            (KeyAction::Choose, BoardKey::Choose),
            (KeyAction::Next, BoardKey::Next),
            (KeyAction::Previous, BoardKey::Previous),
            (KeyAction::Back, BoardKey::Back),
            (KeyAction::EndTurn, BoardKey::EndTurn),
        ];
        if let Self::FromHand(number) = self {
            return Some(BoardKey::FromHand(number));
        }
        let found = NAMED.iter().find(|(action, _)| *action == self);
        found.map(|(_, key)| *key)
    }

    /// Whether a game has no use for it.
    pub fn is_useless_in(self, game: &Words) -> bool {
        self.on_board().is_some_and(|it| game.useless.contains(&it))
    }
}

/// The names of some keys.
pub fn key_names(keys: &[Key]) -> String {
    let names: Vec<String> = keys.iter().map(|it| name(*it)).collect();
    names.join(", ")
}

/// The lines of the table that count in a context, with the keys that they have for this person.
pub fn here(model: &Model, context: Context) -> impl Iterator<Item = (&'static Binding, &[Key])> {
    remap::here(context).map(move |(line, it)| (it, remap::keys(&model.keys, context, line)))
}

/// The first key of an action in a context.
pub fn key_of(model: &Model, context: Context, action: KeyAction) -> Option<Key> {
    let found = here(model, context).find(|(it, _)| it.action == action);
    found.and_then(|(_, keys)| keys.first().copied())
}

/// What the first key of an action in a context is called, for sentences that name it.
pub fn key_name(model: &Model, context: Context, action: KeyAction) -> String {
    key_of(model, context, action).map(name).unwrap_or_default()
}

/// What a key does at the moment, in one or two words.
pub fn hint(model: &Model, binding: &Binding) -> String {
    let language = model.look.language;
    let usual = || binding.hint.map(|it| it(language)).unwrap_or_default();
    if let (Lobby, KeyAction::Choose, Some(lobby)) = (context(model), binding.action, &model.lobby)
    {
        return match lobby.usual_action() {
            Some(RowAction::Sit) => language.key_sit(),
            Some(RowAction::Bot) => language.key_bot(),
            Some(RowAction::Open) => language.key_open(),
            Some(RowAction::Ready(true)) => language.key_ready(),
            Some(RowAction::Ready(false)) => language.key_not_ready(),
            None => usual(),
        };
    }
    if context(model) == Home && binding.action == KeyAction::Choose {
        return menu::hint(model);
    }
    let plays = model.replay.as_ref().is_some_and(|it| it.plays);
    if plays && binding.action == KeyAction::PlayOrPause {
        return language.key_pause();
    }
    let Some(game_match) = model.game_match().filter(|_| context(model) == Match) else {
        return usual();
    };
    let done = game_match.source.is_some() || game_match.move_to(game_match.cursor).is_some();
    if binding.action == KeyAction::Choose && done {
        (words(game_match.game).verb)(language)
    } else {
        usual()
    }
}

/// The context of the next key.
pub fn context(model: &Model) -> Context {
    match model.popups.last() {
        Some(Popup::Confirm(_)) => Confirm,
        Some(Popup::Help { .. }) => Help,
        Some(Popup::Log { .. }) => Log,
        Some(Popup::Bots { .. }) => Bots,
        Some(Popup::Settings { .. }) => Settings,
        Some(Popup::PlayOn(_)) => PlayOn,
        Some(Popup::Outcome) => Outcome,
        Some(Popup::Link | Popup::Card { .. }) => Card,
        None if model.replay.is_some() => Replay,
        None => match model.screen {
            Screen::Home => Home,
            Screen::Lan => Lan,
            Screen::Lobbies => Lobbies,
            Screen::Record => Record,
            Screen::Lobby => Lobby,
            Screen::Match => Match,
        },
    }
}

/// What a key does here.
pub fn action(model: &Model, event: &KeyEvent) -> Option<KeyAction> {
    if matches!(model.connection, Connection::Waiting { .. })
        && let Some(action) = find(&model.keys, Waiting, event)
    {
        return Some(action);
    }
    find(&model.keys, context(model), event)
}

/// What a key does in a context.
pub fn find(changes: &KeyChanges, context: Context, event: &KeyEvent) -> Option<KeyAction> {
    let key = key(event)?;
    let found =
        remap::here(context).find(|(line, _)| remap::keys(changes, context, *line).contains(&key));
    found.map(|(_, it)| it.action)
}

/// A key's name, as short as can be.
pub fn name(key: Key) -> String {
    match key {
        Char(' ') => "Space".to_owned(),
        Char(character) => character.to_string(),
        Ctrl(character) => format!("Ctrl-{}", character.to_ascii_uppercase()),
        Code(KeyCode::BackTab) => "Shift-Tab".to_owned(),
        Code(KeyCode::PageUp) => "PgUp".to_owned(),
        Code(KeyCode::PageDown) => "PgDn".to_owned(),
        Code(code) => code.to_string(),
    }
}

#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "the terminal library may name more keys"
)]
fn key(event: &KeyEvent) -> Option<Key> {
    if event
        .modifiers
        .intersects(KeyModifiers::ALT | KeyModifiers::SUPER | KeyModifiers::META)
    {
        return None;
    }
    let control = event.modifiers.contains(KeyModifiers::CONTROL);
    match event.code {
        KeyCode::Char(character) if control => Some(Ctrl(character.to_ascii_lowercase())),
        KeyCode::Char(character) => Some(Char(character)),
        code => Some(Code(code)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use super::bindings::SCREENS;

    const CONTEXTS: [Context; 16] = [
        Waiting, Home, Lan, Lobbies, Record, Lobby, Match, Replay, Confirm, Help, Log, Bots,
        Settings, PlayOn, Outcome, Card,
    ];

    #[track_caller]
    fn check(context: Context, code: KeyCode, modifiers: KeyModifiers, expect: Option<KeyAction>) {
        assert_eq!(
            find(&Vec::new(), context, &KeyEvent::new(code, modifiers)),
            expect,
            "{context:?} {code:?}"
        );
    }

    #[test]
    fn keys_do_what_the_table_says() {
        let plain = KeyModifiers::NONE;
        check(Home, KeyCode::Enter, plain, Some(KeyAction::Choose));
        check(Home, KeyCode::Char('h'), plain, Some(KeyAction::Host));
        check(Match, KeyCode::Char('h'), plain, Some(KeyAction::Left));
        check(Match, KeyCode::Left, plain, Some(KeyAction::Left));
        check(Match, KeyCode::Char('y'), plain, Some(KeyAction::UpLeft));
        check(Match, KeyCode::Char('u'), plain, Some(KeyAction::UpRight));
        check(Match, KeyCode::Char('b'), plain, Some(KeyAction::DownLeft));
        check(Match, KeyCode::Char('n'), plain, Some(KeyAction::DownRight));
        check(Match, KeyCode::Char(' '), plain, Some(KeyAction::Skip));
        check(
            Match,
            KeyCode::Char('R'),
            KeyModifiers::SHIFT,
            Some(KeyAction::Resign),
        );
        check(
            Match,
            KeyCode::BackTab,
            KeyModifiers::SHIFT,
            Some(KeyAction::Previous),
        );
        check(Outcome, KeyCode::Char('l'), plain, Some(KeyAction::ToLobby));
        check(Outcome, KeyCode::Char('r'), plain, Some(KeyAction::Rematch));
        check(Confirm, KeyCode::Char('y'), plain, Some(KeyAction::Yes));
        check(Match, KeyCode::Char('z'), plain, None);
    }

    #[test]
    fn modifiers_tell_keys_apart() {
        check(
            Match,
            KeyCode::Char('c'),
            KeyModifiers::CONTROL,
            Some(KeyAction::Quit),
        );
        check(
            Match,
            KeyCode::Char('C'),
            KeyModifiers::CONTROL,
            Some(KeyAction::Quit),
        );
        check(Match, KeyCode::Char('e'), KeyModifiers::CONTROL, None);
        check(Match, KeyCode::Char('e'), KeyModifiers::ALT, None);
    }

    #[test]
    fn no_key_does_two_things_in_one_context() {
        for context in CONTEXTS {
            let here: Vec<&Binding> = BINDINGS
                .iter()
                .filter(|it| it.contexts.contains(&context))
                .collect();
            let mut keys: Vec<Key> = here.iter().flat_map(|it| it.keys.iter().copied()).collect();
            let count = keys.len();
            keys.sort_by_key(|it| name(*it));
            keys.dedup();
            assert_eq!(keys.len(), count, "{context:?}");
        }
    }

    #[test]
    fn every_context_can_be_left_and_every_screen_has_help() {
        for context in CONTEXTS.into_iter().filter(|it| *it != Waiting) {
            check(
                context,
                KeyCode::Char('c'),
                KeyModifiers::CONTROL,
                Some(KeyAction::Quit),
            );
        }
        for context in SCREENS {
            check(
                context,
                KeyCode::Char('?'),
                KeyModifiers::NONE,
                Some(KeyAction::Help),
            );
        }
    }
}
