//! Which key does what where: one table, from which keys are looked up and hints and help are drawn.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::tui::model::lobby::Deed;
use crate::tui::model::popup::Popup;
use crate::tui::model::replay::Goal;
use crate::tui::model::words::words;
use crate::tui::model::{Connection, Model, Screen};

/// Where a key is pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Context {
    /// While a connection is waited for, before everything else.
    Waiting,
    /// The home screen.
    Home,
    /// The servers on the LAN.
    Lan,
    /// The lobbies of a server.
    Lobbies,
    /// The lobby.
    Lobby,
    /// The match.
    Match,
    /// A match that is over, step by step.
    Replay,
    /// A question.
    Confirm,
    /// The help.
    Help,
    /// The whole log.
    Log,
    /// The list of bots.
    Bots,
    /// The settings.
    Settings,
    /// The end of a match.
    Outcome,
    /// Something to be read.
    Card,
}

/// What a key does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the table says in words what each does")]
pub enum Action {
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
    Back,
    Quit,
    Suspend,
    Help,
    RetryNow,
    Play,
    Game,
    FirstInHand,
    SecondInHand,
    ThirdInHand,
    Host,
    Lan,
    Address,
    Name,
    Watch,
    Create,
    Refresh,
    Chat,
    Typed,
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
    Settings,
    Leave,
    EndTurn,
    Resign,
    Pause,
    Log,
    ZoomIn,
    ZoomOut,
    NextTab,
    Rematch,
    ToLobby,
    Yes,
    No,
    PageUp,
    PageDown,
    /// Shows another step of a match that is over.
    Show(Goal),
    PlayOrPause,
}

/// A key as the table names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// A character, with Shift if it needs it.
    Char(char),
    /// A character with Ctrl.
    Ctrl(char),
    /// A key without a character.
    Code(KeyCode),
}

/// What some keys do in some contexts.
#[derive(Debug)]
pub struct Binding {
    /// Where.
    pub contexts: &'static [Context],
    /// Which keys, the one to show first.
    pub keys: &'static [Key],
    /// What they do.
    pub action: Action,
    /// In one or two words, for the hints; empty leaves it out there.
    pub hint: &'static str,
    /// In a sentence, for the help.
    pub help: &'static str,
}

use Context::{
    Bots, Card, Confirm, Help, Home, Lan, Lobbies, Lobby, Log, Match, Outcome, Replay, Settings,
    Waiting,
};
use Key::{Char, Code, Ctrl};

const SCREENS: &[Context] = &[Home, Lan, Lobbies, Lobby, Match, Replay];
const EVERYWHERE: &[Context] = &[
    Home, Lan, Lobbies, Lobby, Match, Replay, Confirm, Help, Log, Bots, Settings, Outcome, Card,
];
const LISTS: &[Context] = &[Home, Lan, Lobbies, Lobby, Help, Log, Bots, Settings];
const IN_LOBBY: &[Context] = &[Lobby, Match];

const fn binding(
    contexts: &'static [Context],
    keys: &'static [Key],
    action: Action,
    hint: &'static str,
    help: &'static str,
) -> Binding {
    Binding {
        contexts,
        keys,
        action,
        hint,
        help,
    }
}

/// Every key, in the order of the hints and of the help.
pub const BINDINGS: &[Binding] = &[
    binding(
        &[Waiting],
        &[Char('r')],
        Action::RetryNow,
        "retry now",
        "try to connect at once",
    ),
    // A match that is over.
    binding(
        &[Replay],
        &[Code(KeyCode::Left), Char('h')],
        Action::Show(Goal::Before),
        "step",
        "a step back",
    ),
    binding(
        &[Replay],
        &[Code(KeyCode::Right), Char('l')],
        Action::Show(Goal::After),
        "",
        "a step on",
    ),
    binding(
        &[Replay],
        &[Char(' ')],
        Action::PlayOrPause,
        "play",
        "play or pause: two steps a second",
    ),
    binding(
        &[Replay],
        &[Char('q'), Code(KeyCode::Esc)],
        Action::Quit,
        "quit",
        "end the program",
    ),
    binding(
        &[Replay],
        &[Char('g'), Code(KeyCode::Home)],
        Action::Show(Goal::First),
        "first",
        "the start of the match",
    ),
    binding(
        &[Replay],
        &[Char('G'), Code(KeyCode::End)],
        Action::Show(Goal::Last),
        "last",
        "the end of the match",
    ),
    binding(
        &[Replay],
        &[Code(KeyCode::PageUp)],
        Action::Show(Goal::FarBefore),
        "",
        "ten steps back",
    ),
    binding(
        &[Replay],
        &[Code(KeyCode::PageDown)],
        Action::Show(Goal::FarAfter),
        "",
        "ten steps on",
    ),
    // Choosing.
    binding(
        &[Home, Lan, Lobbies, Bots],
        &[Code(KeyCode::Enter), Char(' ')],
        Action::Choose,
        "choose",
        "choose this row",
    ),
    binding(
        &[Lobby],
        &[Code(KeyCode::Enter), Char(' ')],
        Action::Choose,
        "use",
        "do the usual thing with this row: sit down, get ready, put a bot",
    ),
    binding(
        &[Match],
        &[Code(KeyCode::Enter), Char(' ')],
        Action::Choose,
        "choose",
        "choose what is under the cursor, then where it goes",
    ),
    binding(
        &[Match, Replay],
        &[Char('v')],
        Action::NextTab,
        "view",
        "next panel, in small terminals",
    ),
    binding(
        &[Match],
        &[Code(KeyCode::Tab)],
        Action::Next,
        "next",
        "next place where something can be chosen",
    ),
    binding(
        &[Match],
        &[Code(KeyCode::BackTab)],
        Action::Previous,
        "",
        "previous place where something can be chosen",
    ),
    binding(
        &[Match],
        &[Char('1')],
        Action::FirstInHand,
        "",
        "take the first kind of piece from your hand",
    ),
    binding(
        &[Match],
        &[Char('2')],
        Action::SecondInHand,
        "",
        "take the second kind",
    ),
    binding(
        &[Match],
        &[Char('3')],
        Action::ThirdInHand,
        "",
        "take the third kind",
    ),
    binding(
        &[Match],
        &[Char('e')],
        Action::EndTurn,
        "end turn",
        "end the turn",
    ),
    binding(
        &[Match],
        &[Code(KeyCode::Esc)],
        Action::Back,
        "deselect",
        "let go of what is chosen; with nothing, hide the notice",
    ),
    // Home.
    binding(
        &[Home],
        &[Char('p')],
        Action::Play,
        "play",
        "play against bots at once",
    ),
    binding(
        &[Home],
        &[Char('g')],
        Action::Game,
        "game",
        "choose the game that is played or hosted",
    ),
    binding(
        &[Home],
        &[Code(KeyCode::Left)],
        Action::Left,
        "",
        "the game before",
    ),
    binding(
        &[Home],
        &[Code(KeyCode::Right)],
        Action::Right,
        "",
        "the game after",
    ),
    binding(
        &[Home],
        &[Char('h')],
        Action::Host,
        "host",
        "host a lobby that others on the LAN can join",
    ),
    binding(
        &[Home],
        &[Char('l')],
        Action::Lan,
        "LAN",
        "show what is hosted on the LAN",
    ),
    binding(
        &[Home, Lan],
        &[Char('a')],
        Action::Address,
        "address",
        "type an address to join",
    ),
    binding(
        &[Home],
        &[Char('n')],
        Action::Name,
        "name",
        "change your name",
    ),
    binding(
        &[Home],
        &[Code(KeyCode::Esc)],
        Action::Back,
        "cancel",
        "stop connecting",
    ),
    // Lists of servers and lobbies.
    binding(
        &[Lan, Lobbies],
        &[Char('w')],
        Action::Watch,
        "watch",
        "enter as a spectator",
    ),
    binding(
        &[Lobbies],
        &[Char('n')],
        Action::Create,
        "create",
        "make a lobby of your own",
    ),
    binding(
        &[Lobbies],
        &[Char('r')],
        Action::Refresh,
        "refresh",
        "ask the server again",
    ),
    // Lobby.
    binding(
        &[Lobby],
        &[Char('r')],
        Action::Ready,
        "ready",
        "agree to start, or no longer",
    ),
    binding(
        &[Lobby],
        &[Char('s')],
        Action::Start,
        "start",
        "start the match (host)",
    ),
    binding(
        &[Lobby],
        &[Char('b')],
        Action::SeatBot,
        "bot",
        "put a bot on this seat (host)",
    ),
    binding(
        &[Lobby],
        &[Char('f')],
        Action::FillBots,
        "fill",
        "put a bot on every open seat (host)",
    ),
    binding(
        &[Lobby],
        &[Char('c')],
        Action::Settings,
        "rules",
        "change the rules (host)",
    ),
    binding(
        &[Lobby],
        &[Char('o')],
        Action::OpenSeat,
        "open",
        "open this seat for anyone (host)",
    ),
    binding(
        &[Lobby],
        &[Char('x')],
        Action::CloseSeat,
        "close",
        "close this seat (host)",
    ),
    binding(
        &[Lobby],
        &[Char('g')],
        Action::Game,
        "game",
        "choose another game (host)",
    ),
    binding(
        &[Lobby],
        &[Char('d')],
        Action::Sit,
        "sit down",
        "sit down on this seat, or on the first open one",
    ),
    binding(
        &[Lobby],
        &[Char('w')],
        Action::Stand,
        "watch",
        "stand up and watch",
    ),
    binding(
        &[Lobby],
        &[Char('K')],
        Action::Kick,
        "kick",
        "send this person away (host)",
    ),
    binding(
        &[Lobby],
        &[Char('X')],
        Action::Ban,
        "",
        "send this person away for good (host)",
    ),
    binding(
        &[Lobby],
        &[Char('M')],
        Action::Mute,
        "",
        "do not hear this person, or again",
    ),
    binding(
        &[Lobby],
        &[Char('H')],
        Action::HandOver,
        "hand over",
        "make this person host (host)",
    ),
    // The end of a match.
    binding(
        &[Outcome, Match],
        &[Char('r')],
        Action::Rematch,
        "rematch",
        "play again with the same seats",
    ),
    binding(
        &[Outcome],
        &[Char('l'), Char('b')],
        Action::ToLobby,
        "lobby",
        "back to the lobby",
    ),
    binding(
        &[Outcome],
        &[Code(KeyCode::Esc), Char('v')],
        Action::Back,
        "view board",
        "look at the board",
    ),
    binding(
        &[Match, Replay],
        &[Char('L')],
        Action::Log,
        "log",
        "the whole log",
    ),
    binding(
        IN_LOBBY,
        &[Char('t')],
        Action::Chat,
        "talk",
        "say something to everyone",
    ),
    binding(
        IN_LOBBY,
        &[Char(':')],
        Action::Typed,
        "command",
        "type a command; they are listed below",
    ),
    binding(
        &[Match, Replay],
        &[Char('+'), Char('=')],
        Action::ZoomIn,
        "",
        "a larger board",
    ),
    binding(
        &[Match, Replay],
        &[Char('-')],
        Action::ZoomOut,
        "",
        "a smaller board",
    ),
    binding(
        &[Match],
        &[Char('R')],
        Action::Resign,
        "",
        "resign from the match",
    ),
    binding(
        &[Match],
        &[Char('P')],
        Action::Pause,
        "",
        "ask for a pause, or to go on",
    ),
    binding(
        &[Match],
        &[Char('B')],
        Action::ToLobby,
        "",
        "look at the lobby; the match goes on",
    ),
    binding(
        &[Lobby],
        &[Char('m')],
        Action::ToLobby,
        "board",
        "back to the board",
    ),
    // Moving.
    binding(
        &[Match],
        &[Code(KeyCode::Left), Char('h')],
        Action::Left,
        "move",
        "move left",
    ),
    binding(
        &[Match],
        &[Code(KeyCode::Right), Char('l')],
        Action::Right,
        "",
        "move right",
    ),
    binding(
        &[Match],
        &[Char('y')],
        Action::UpLeft,
        "",
        "move up and left",
    ),
    binding(
        &[Match],
        &[Char('u')],
        Action::UpRight,
        "",
        "move up and right",
    ),
    binding(
        &[Match],
        &[Char('b')],
        Action::DownLeft,
        "",
        "move down and left",
    ),
    binding(
        &[Match],
        &[Char('n')],
        Action::DownRight,
        "",
        "move down and right",
    ),
    binding(
        &[Match],
        &[Code(KeyCode::Up), Char('k')],
        Action::Up,
        "",
        "move up, left and right by turns",
    ),
    binding(
        &[Match],
        &[Code(KeyCode::Down), Char('j')],
        Action::Down,
        "",
        "move down",
    ),
    binding(LISTS, &[Code(KeyCode::Up), Char('k')], Action::Up, "", "up"),
    binding(
        LISTS,
        &[Code(KeyCode::Down), Char('j')],
        Action::Down,
        "",
        "down",
    ),
    binding(
        &[Settings],
        &[Code(KeyCode::Left), Char('h')],
        Action::Left,
        "less",
        "the value before",
    ),
    binding(
        &[Settings],
        &[Code(KeyCode::Right), Char('l')],
        Action::Right,
        "more",
        "the value after",
    ),
    binding(
        &[Help],
        &[Code(KeyCode::Left), Char('h')],
        Action::Left,
        "",
        "page before",
    ),
    binding(
        &[Help],
        &[Code(KeyCode::Right), Char('l'), Code(KeyCode::Tab)],
        Action::Right,
        "page",
        "page after",
    ),
    binding(
        &[Match, Help, Log],
        &[Code(KeyCode::PageUp)],
        Action::PageUp,
        "",
        "scroll up",
    ),
    binding(
        &[Match, Help, Log],
        &[Code(KeyCode::PageDown)],
        Action::PageDown,
        "",
        "scroll down",
    ),
    // Popups.
    binding(
        &[Settings],
        &[Code(KeyCode::Enter)],
        Action::Choose,
        "done",
        "take over the settings",
    ),
    binding(
        &[Confirm],
        &[Char('y'), Code(KeyCode::Enter)],
        Action::Yes,
        "yes",
        "yes",
    ),
    binding(
        &[Confirm],
        &[Char('n'), Code(KeyCode::Esc)],
        Action::No,
        "no",
        "no",
    ),
    binding(
        &[Help, Log, Bots, Settings],
        &[Code(KeyCode::Esc), Char('q')],
        Action::Back,
        "close",
        "close this",
    ),
    binding(
        &[Card],
        &[
            Code(KeyCode::Enter),
            Char(' '),
            Code(KeyCode::Esc),
            Char('q'),
        ],
        Action::Back,
        "close",
        "close this",
    ),
    binding(
        &[Lan, Lobbies],
        &[Code(KeyCode::Esc)],
        Action::Back,
        "back",
        "back to the home screen",
    ),
    binding(
        &[Lobby],
        &[Code(KeyCode::Esc)],
        Action::Leave,
        "leave",
        "leave the lobby",
    ),
    // Everywhere.
    binding(
        &[Home, Lan, Lobbies, Lobby, Match, Outcome],
        &[Char('q')],
        Action::Quit,
        "quit",
        "end the program",
    ),
    binding(
        EVERYWHERE,
        &[Ctrl('c')],
        Action::Quit,
        "",
        "end the program",
    ),
    binding(
        EVERYWHERE,
        &[Ctrl('z')],
        Action::Suspend,
        "",
        "back to the shell; fg returns",
    ),
    binding(
        SCREENS,
        &[Char('?'), Code(KeyCode::F(1))],
        Action::Help,
        "help",
        "this help",
    ),
    binding(
        &[Outcome, Help],
        &[Char('?')],
        Action::Help,
        "",
        "this help",
    ),
];

/// What a key does at the moment, in one or two words.
pub fn hint(model: &Model, binding: &Binding) -> &'static str {
    if let (Lobby, Action::Choose, Some(lobby)) = (context(model), binding.action, &model.lobby) {
        return match lobby.usual_deed() {
            Some(Deed::Sit) => "sit down",
            Some(Deed::Bot) => "bot",
            Some(Deed::Open) => "open",
            Some(Deed::Ready(true)) => "ready",
            Some(Deed::Ready(false)) => "not ready",
            None => binding.hint,
        };
    }
    let plays = model.replay.as_ref().is_some_and(|it| it.plays);
    if plays && binding.action == Action::PlayOrPause {
        return "pause";
    }
    let Some(game_match) = model.game_match().filter(|_| context(model) == Match) else {
        return binding.hint;
    };
    let done = game_match.source.is_some() || game_match.attack_on(game_match.cursor).is_some();
    if binding.action == Action::Choose && done {
        words(game_match.game).verb
    } else {
        binding.hint
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
        Some(Popup::Outcome) => Outcome,
        Some(Popup::Card { .. }) => Card,
        None if model.replay.is_some() => Replay,
        None => match model.screen {
            Screen::Home => Home,
            Screen::Lan => Lan,
            Screen::Lobbies => Lobbies,
            Screen::Lobby => Lobby,
            Screen::Match => Match,
        },
    }
}

/// What a key does here.
pub fn action(model: &Model, event: &KeyEvent) -> Option<Action> {
    if matches!(model.connection, Connection::Waiting { .. })
        && let Some(action) = find(Waiting, event)
    {
        return Some(action);
    }
    find(context(model), event)
}

/// What a key does in a context.
pub fn find(context: Context, event: &KeyEvent) -> Option<Action> {
    let key = key(event)?;
    let found = BINDINGS
        .iter()
        .find(|it| it.contexts.contains(&context) && it.keys.contains(&key));
    found.map(|it| it.action)
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

    const CONTEXTS: [Context; 14] = [
        Waiting, Home, Lan, Lobbies, Lobby, Match, Replay, Confirm, Help, Log, Bots, Settings,
        Outcome, Card,
    ];

    #[track_caller]
    fn check(context: Context, code: KeyCode, modifiers: KeyModifiers, expect: Option<Action>) {
        assert_eq!(
            find(context, &KeyEvent::new(code, modifiers)),
            expect,
            "{context:?} {code:?}"
        );
    }

    #[test]
    fn keys_do_what_the_table_says() {
        let plain = KeyModifiers::NONE;
        check(Home, KeyCode::Enter, plain, Some(Action::Choose));
        check(Home, KeyCode::Char('h'), plain, Some(Action::Host));
        check(Match, KeyCode::Char('h'), plain, Some(Action::Left));
        check(Match, KeyCode::Left, plain, Some(Action::Left));
        check(Match, KeyCode::Char('y'), plain, Some(Action::UpLeft));
        check(Match, KeyCode::Char('u'), plain, Some(Action::UpRight));
        check(Match, KeyCode::Char('b'), plain, Some(Action::DownLeft));
        check(Match, KeyCode::Char('n'), plain, Some(Action::DownRight));
        check(Match, KeyCode::Char(' '), plain, Some(Action::Choose));
        check(
            Match,
            KeyCode::Char('R'),
            KeyModifiers::SHIFT,
            Some(Action::Resign),
        );
        check(
            Match,
            KeyCode::BackTab,
            KeyModifiers::SHIFT,
            Some(Action::Previous),
        );
        check(Outcome, KeyCode::Char('l'), plain, Some(Action::ToLobby));
        check(Outcome, KeyCode::Char('r'), plain, Some(Action::Rematch));
        check(Confirm, KeyCode::Char('y'), plain, Some(Action::Yes));
        check(Match, KeyCode::Char('z'), plain, None);
    }

    #[test]
    fn modifiers_tell_keys_apart() {
        check(
            Match,
            KeyCode::Char('c'),
            KeyModifiers::CONTROL,
            Some(Action::Quit),
        );
        check(
            Match,
            KeyCode::Char('C'),
            KeyModifiers::CONTROL,
            Some(Action::Quit),
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
                Some(Action::Quit),
            );
        }
        for context in SCREENS {
            check(
                *context,
                KeyCode::Char('?'),
                KeyModifiers::NONE,
                Some(Action::Help),
            );
        }
    }
}
