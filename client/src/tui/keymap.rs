//! The keymap: one table of what each key does in each context. Keys are looked up in it, and hints
//! and help are made from it.
//!
//! It knows the model, since a key's action depends on the screen. `update` carries the actions
//! out, `view` draws the hints.

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
    Bots, Card, Confirm, Help, Home, Lan, Lobbies, Lobby, Log, Match, Outcome, People, PlayOn,
    Record, Replay, Review, Settings, Waiting,
};
use Key::{Char, Code, Ctrl};

use crate::games::words;
use crate::games::words::{BoardKey, Words};
use crate::lang::Sentence;
use crate::tui::model::keys::KeyChanges;
use crate::tui::model::lobby::ladder;
use crate::tui::model::lobby::{self, RowAction};
use crate::tui::model::popup::Popup;
use crate::tui::model::replay::Seek;
use crate::tui::model::{Connection, Model, Screen};

pub use crate::tui::model::keys::{Context, Key};
pub use bindings::BINDINGS;

/// The action of a key.
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
    /// Asks to skip what bots do until the person's next turn.
    Skip,
    /// Lets a bot act for somebody who is gone.
    StandIn,
    /// Asks an expert for a move.
    Hint,
    Back,
    Quit,
    Suspend,
    Help,
    /// Searches the help.
    Search,
    RetryNow,
    Play,
    Game,
    /// Takes a kind of piece from the hand, by its number from 0 on.
    FromHand(u8),
    /// Plays against the bots of another rung, or puts one of them on the chosen seat; by its number from 0 on.
    Rung(u8),
    NextRung,
    Host,
    /// Goes to the tables of the server at which guests play.
    Tables,
    Lan,
    Address,
    Name,
    Watch,
    Create,
    Refresh,
    Chat,
    /// Lists the reactions to whoever is to move.
    React,
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
    /// Removes the chosen person and bans them from the lobby.
    Ban,
    /// Mutes the chosen person, or unmutes them.
    Mute,
    HandOver,
    /// Forbids the chosen person to speak, or allows it again.
    Silence,
    /// Shows the people, and whoever is banned.
    People,
    /// Shows who plays the game best.
    Leaders,
    /// Lists only lobbies with an open seat, or all.
    OpenOnly,
    /// Leaves out the lobbies in which one person plays alone, or not.
    SharedOnly,
    /// Allows hints to whoever plays, or forbids them again.
    AllowHints,
    Settings,
    /// Shows the address for a browser and its QR code.
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
    /// Shows the replay of the match that is over.
    WatchMatch,
    /// Shows the review of the match: who was lucky, and what the choices have cost.
    Review,
    /// Goes on after a match in another way than by a rematch.
    GoOn(GoOn),
    ToLobby,
    Yes,
    No,
    PageUp,
    PageDown,
    /// Goes to another step of a replay.
    Seek(Seek),
    PlayOrPause,
    /// Plays on from the step of the replay that is shown.
    PlayOn,
    /// Shows the matches of the person.
    Record,
    /// Sends the coach away for good, or calls it back.
    Coach,
    /// Starts the tutorial: six steps on a real board.
    Tutorial,
    Faster,
    Slower,
    /// Shows how lucky everybody has rolled up to the step that is shown.
    Luck,
}

/// A way to go on after a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GoOn {
    /// Plays against the bots of the next rung.
    HarderBots,
    /// Chooses another game.
    OtherGame,
    /// Writes a picture of the result.
    SaveCard,
}

/// A row of the keymap: an action and the keys that cause it in some contexts.
#[derive(Debug)]
pub struct Binding {
    /// The contexts in which the keys count.
    pub contexts: &'static [Context],
    /// The keys, the one to show first.
    pub keys: &'static [Key],
    /// The action of the keys.
    pub action: KeyAction,
    /// One or two words for the line of hints; `None` leaves the action out there.
    pub hint: Option<Sentence>,
    /// A sentence for the help.
    pub help: Sentence,
}

impl KeyAction {
    /// The board key that games have their own words for; `None` for other actions.
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

    /// Whether the action does nothing in a game.
    pub fn is_useless_in(self, game: &Words) -> bool {
        self.on_board().is_some_and(|it| game.useless.contains(&it))
    }
}

/// The names of some keys, joined for display.
pub fn key_names(keys: &[Key]) -> String {
    let names: Vec<String> = keys.iter().map(|it| name(*it)).collect();
    names.join(", ")
}

/// The bindings that count in a context, with the keys that this person has chosen.
pub fn here(model: &Model, context: Context) -> impl Iterator<Item = (&'static Binding, &[Key])> {
    remap::here(context).map(move |(line, it)| (it, remap::keys(&model.keys, context, line)))
}

/// The first key of an action in a context.
pub fn key_of(model: &Model, context: Context, action: KeyAction) -> Option<Key> {
    let found = here(model, context).find(|(it, _)| it.action == action);
    found.and_then(|(_, keys)| keys.first().copied())
}

/// The name of the first key of an action in a context, for sentences that name it; empty if it has
/// none.
pub fn key_name(model: &Model, context: Context, action: KeyAction) -> String {
    key_of(model, context, action).map(name).unwrap_or_default()
}

/// The hint of a binding at the moment, in one or two words.
pub fn hint(model: &Model, binding: &Binding) -> String {
    let language = model.look.language;
    let usual = || binding.hint.map(|it| it(language)).unwrap_or_default();
    if let (Lobby, KeyAction::Choose, Some(lobby)) = (context(model), binding.action, &model.lobby)
    {
        return match lobby.usual_action() {
            Some(RowAction::Sit) => language.key_sit(),
            Some(RowAction::Bot | RowAction::Usual) => language.key_bot(),
            Some(RowAction::Open) => language.key_open(),
            Some(RowAction::Ready(true)) => language.key_ready(),
            Some(RowAction::Ready(false)) => language.key_not_ready(),
            None => usual(),
        };
    }
    let is_ready = model.lobby.as_ref().is_some_and(lobby::Lobby::is_ready);
    if binding.action == KeyAction::Ready && is_ready {
        return language.key_not_ready();
    }
    if binding.action == KeyAction::Rematch && model.other_game_next().is_some() {
        return language.key_ready();
    }
    if context(model) == Home && binding.action == KeyAction::Choose {
        return menu::hint(model);
    }
    let plays = model.replay.as_ref().is_some_and(|it| it.plays);
    if plays && binding.action == KeyAction::PlayOrPause {
        return language.key_pause();
    }
    if binding.action == KeyAction::GoOn(GoOn::HarderBots) {
        let rung = ladder::above(model.rung);
        return rung.map_or_else(usual, |it| language.key_try(ladder::called(language, it)));
    }
    let Some(game_match) = model.game_match().filter(|_| context(model) == Match) else {
        return usual();
    };
    if binding.action == KeyAction::Back && game_match.outcome.is_some() {
        return language.key_result();
    }
    let done = game_match.source.is_some() || game_match.move_to(game_match.cursor).is_some();
    if binding.action == KeyAction::Choose && done {
        (words(game_match.game).verb)(language)
    } else {
        usual()
    }
}

/// The context in which the next key counts.
pub fn context(model: &Model) -> Context {
    match model.popups.last() {
        Some(Popup::Confirm(_)) => Confirm,
        Some(Popup::Help { .. } | Popup::Ratings(_)) => Help,
        Some(Popup::Log { .. }) => Log,
        Some(Popup::Bots { .. }) => Bots,
        Some(Popup::People { .. }) => People,
        Some(Popup::Settings { .. }) => Settings,
        Some(Popup::PlayOn(_)) => PlayOn,
        Some(Popup::Review) => Review,
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

/// The action of a key at the moment.
pub fn action(model: &Model, event: &KeyEvent) -> Option<KeyAction> {
    if matches!(model.connection, Connection::Waiting { .. })
        && let Some(action) = find(&model.keys, Waiting, event)
    {
        return Some(action);
    }
    find(&model.keys, context(model), event)
}

/// The action of a key in a context.
pub fn find(changes: &KeyChanges, context: Context, event: &KeyEvent) -> Option<KeyAction> {
    let key = key(event)?;
    let found =
        remap::here(context).find(|(line, _)| remap::keys(changes, context, *line).contains(&key));
    found.map(|(_, it)| it.action)
}

/// The name of a key, as short as possible.
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

    const CONTEXTS: [Context; 17] = [
        Waiting, Home, Lan, Lobbies, Record, Lobby, Match, Replay, Confirm, Help, Log, Bots,
        Settings, PlayOn, Review, Outcome, Card,
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
