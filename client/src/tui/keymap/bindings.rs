//! The table of keys: one line a binding, in the order of the hints and of the help.
//!
//! A line reads: contexts, keys (the one to show first), what they do, the hint (empty: none), the sentence of the help.

use crossterm::event::KeyCode;

use super::Context::{
    self, Bots, Card, Confirm, Help, Home, Lan, Lobbies, Lobby, Log, Match, Outcome, Record,
    Replay, Settings, Waiting,
};
use super::{Binding, Key, KeyAction};
use crate::tui::model::replay::Seek;

/// The contexts that fill the terminal.
pub(super) const SCREENS: [Context; 7] = [Home, Lan, Lobbies, Record, Lobby, Match, Replay];
const EVERYWHERE: [Context; 14] = [
    Home, Lan, Lobbies, Record, Lobby, Match, Replay, Confirm, Help, Log, Bots, Settings, Outcome,
    Card,
];
const LISTS: [Context; 9] = [Home, Lan, Lobbies, Record, Lobby, Help, Log, Bots, Settings];

/// A key as the table writes it: a character, a name of the terminal library, `F1`, `CtrlC` or `CtrlZ`.
macro_rules! key {
    (F1) => {
        Key::Code(KeyCode::F(1))
    };
    (CtrlC) => {
        Key::Ctrl('c')
    };
    (CtrlZ) => {
        Key::Ctrl('z')
    };
    ($character:literal) => {
        Key::Char($character)
    };
    ($code:ident) => {
        Key::Code(KeyCode::$code)
    };
}

/// What the table says a key does.
macro_rules! action {
    (Seek $to:ident) => {
        KeyAction::Seek(Seek::$to)
    };
    (Rung $number:literal) => {
        KeyAction::Rung($number)
    };
    (FromHand $number:literal) => {
        KeyAction::FromHand($number)
    };
    ($action:ident) => {
        KeyAction::$action
    };
}

macro_rules! bindings {
    ($($contexts:expr, [$($key:tt)+] => $action:ident $(($to:tt))?, $hint:literal, $help:literal;)*) => {
        &[$(Binding {
            contexts: &$contexts,
            keys: &[$(key!($key)),+],
            action: action!($action $($to)?),
            hint: $hint,
            help: $help,
        }),*]
    };
}

/// Every binding.
pub const BINDINGS: &[Binding] = bindings! {
    [Waiting], ['r'] => RetryNow, "retry now", "try to connect at once";

    // A match that is over.
    [Replay], [Left 'h'] => Seek(Before), "step", "a step back";
    [Replay], [Right 'l'] => Seek(After), "", "a step on";
    [Replay], [' '] => PlayOrPause, "play", "play or pause";
    [Replay], ['q' Esc] => Quit, "quit", "end the program";
    [Replay], ['['] => Seek(TurnBefore), "turn", "where the turn began, or the one before";
    [Replay], [']'] => Seek(TurnAfter), "", "where the next turn begins";
    [Replay], ['{'] => Seek(RoundBefore), "round", "where the round began, or the one before";
    [Replay], ['}'] => Seek(RoundAfter), "", "where the next round begins";
    [Replay], ['<' ','] => Slower, "", "play slower: from ten steps a second down to one";
    [Replay], ['>' '.'] => Faster, "faster", "play faster";
    [Replay], ['i'] => Luck, "luck", "how lucky everybody has rolled so far, or no longer";
    [Replay], ['g' Home] => Seek(First), "first", "the start of the match";
    [Replay], ['G' End] => Seek(Last), "last", "the end of the match";
    [Replay], [PageUp] => Seek(FarBefore), "", "ten steps back";
    [Replay], [PageDown] => Seek(FarAfter), "", "ten steps on";

    // Choosing.
    [Home, Lan, Lobbies, Bots], [Enter ' '] => Choose, "choose", "choose this row";
    [Record], [Enter ' ' 'w'] => Choose, "watch", "watch this match again, step by step";
    [Lobby], [Enter ' '] => Choose, "use",
        "do the usual thing here: sit down, get ready, put a bot";
    [Match], [Enter] => Choose, "choose", "choose what is under the cursor, then where it goes";
    [Match], [' '] => Skip, "skip", "skip to your next turn: bots do not pause until then";
    [Match, Replay], ['v'] => NextTab, "view", "next panel, in small terminals";
    [Match], [Tab] => Next, "next", "next place where something can be chosen";
    [Match], [BackTab] => Previous, "", "previous place where something can be chosen";
    [Match], ['1'] => FromHand(0), "", "take the first kind of piece from your hand";
    [Match], ['2'] => FromHand(1), "", "take the second kind";
    [Match], ['3'] => FromHand(2), "", "take the third kind";
    [Match], ['f'] => Jump, "", "label the places that can be chosen, and jump to one";
    [Match], ['e'] => EndTurn, "end turn", "end the turn";
    [Match], ['i'] => Hint, "hint", "what an expert would do and why, where you play alone";
    [Match], [Esc] => Back, "deselect", "let go of what is chosen; with nothing, hide the notice";

    // Home.
    [Home], ['p'] => Play, "", "play against bots at once";
    [Home], ['g'] => Game, "", "choose the game that is played or hosted";
    [Home], [Left] => Left, "game", "the game before; on the row of the opponents, the rung below";
    [Home], [Right] => Right, "", "the game after; on the row of the opponents, the rung above";
    [Home], ['1'] => Rung(0), "level", "play against the first rung of the ladder: Pebble";
    [Home], ['2'] => Rung(1), "", "play against the second: Fox";
    [Home], ['3'] => Rung(2), "", "play against the third: Heron";
    [Home], ['4'] => Rung(3), "", "play against the fourth: Tiger";
    [Home], ['5'] => Rung(4), "", "play against the fifth: Doom";
    [Home], ['o'] => NextRung, "", "the next rung of the ladder";
    [Home], ['h'] => Host, "", "host a lobby that others on the LAN can join";
    [Home], ['l'] => Lan, "", "show what is hosted on the LAN";
    [Home], ['a'] => Address, "", "type an address to join";
    [Lan], ['a'] => Address, "address", "type an address to join";
    [Home], ['t'] => Tutorial, "", "learn Dice of Doom in six steps, on a real board";
    [Home], ['m'] => Record, "", "your matches: wins, streaks and luck";
    [Home], ['n'] => Name, "", "change your name";
    [Home], [Esc] => Back, "cancel", "stop connecting";

    // Lists of servers and lobbies.
    [Lan, Lobbies], ['w'] => Watch, "watch", "enter as a spectator";
    [Lobbies], ['n'] => Create, "create", "make a lobby of your own";
    [Lobbies], ['r'] => Refresh, "refresh", "ask the server again";

    // Lobby.
    [Lobby], ['r'] => Ready, "ready", "agree to start, or no longer";
    [Lobby], ['s'] => Start, "start", "start the match (host)";
    [Lobby], ['b'] => SeatBot, "bot", "put a bot on this seat (host)";
    [Lobby], ['f'] => FillBots, "fill", "put a bot on every open seat (host)";
    [Lobby], ['c'] => Settings, "rules", "change the rules (host)";
    [Lobby], ['o'] => OpenSeat, "open", "open this seat for anyone (host)";
    [Lobby], ['x'] => CloseSeat, "close", "close this seat (host)";
    [Lobby], ['g'] => Game, "game", "choose another game (host)";
    [Lobby], ['d'] => Sit, "sit down", "sit down on this seat, or on the first open one";
    [Lobby], ['w'] => Stand, "watch", "stand up and watch";
    [Lobby], ['K'] => Kick, "kick", "send this person away (host)";
    [Lobby], ['X'] => Ban, "", "send this person away for good (host)";
    [Lobby], ['M'] => Mute, "", "do not hear this person, or again";
    [Lobby], ['H'] => HandOver, "hand over", "make this person host (host)";

    // The end of a match.
    [Outcome, Match], ['r'] => Rematch, "rematch", "play again with the same seats";
    [Outcome, Match], ['w'] => WatchMatch, "watch", "watch the match again, step by step";
    [Outcome], ['l' 'b'] => ToLobby, "lobby", "back to the lobby";
    [Outcome], [Esc 'v'] => Back, "view board", "look at the board";
    [Match, Replay], ['L'] => Log, "log", "the whole log";
    [Lobby, Match], ['t'] => Chat, "talk", "say something to everyone";
    [Lobby, Match], [':'] => Typed, "command",
        "find and do anything by a few letters, or type a command";
    [Home, Lan, Lobbies, Record, Replay], [':'] => Typed, "",
        "find and do anything by a few letters";
    [Match, Replay], ['+' '='] => ZoomIn, "", "a larger board";
    [Match, Replay], ['-'] => ZoomOut, "", "a smaller board";
    [Match], ['R'] => Resign, "", "resign from the match";
    [Match], ['P'] => Pause, "", "ask for a pause, or to go on";
    [Match], ['B'] => ToLobby, "", "look at the lobby; the match goes on";
    [Lobby], ['m'] => ToLobby, "board", "back to the board";

    // Moving.
    [Match], [Left 'h'] => Left, "move", "move left";
    [Match], [Right 'l'] => Right, "", "move right";
    [Match], ['y'] => UpLeft, "", "move up and left";
    [Match], ['u'] => UpRight, "", "move up and right";
    [Match], ['b'] => DownLeft, "", "move down and left";
    [Match], ['n'] => DownRight, "", "move down and right";
    [Match], [Up 'k'] => Up, "", "move up, left and right by turns";
    [Match], [Down 'j'] => Down, "", "move down";
    LISTS, [Up 'k'] => Up, "", "up";
    LISTS, [Down 'j'] => Down, "", "down";
    [Settings], [Left 'h'] => Left, "less", "the value before";
    [Settings], [Right 'l'] => Right, "more", "the value after";
    [Help], ['/'] => Search, "search", "find and do anything of this help by a few letters";
    [Help], [Left 'h'] => Left, "", "page before";
    [Help], [Right 'l' Tab] => Right, "page", "page after";
    [Match, Record, Help, Log], [PageUp] => PageUp, "", "scroll up";
    [Match, Record, Help, Log], [PageDown] => PageDown, "", "scroll down";

    // Popups.
    [Settings], [Enter] => Choose, "done", "take over the settings";
    [Confirm], ['y' Enter] => Yes, "yes", "yes";
    [Confirm], ['n' Esc] => No, "no", "no";
    [Help, Log, Bots, Settings], [Esc 'q'] => Back, "close", "close this";
    [Card], [Enter ' ' Esc 'q'] => Back, "close", "close this";
    [Lan, Lobbies, Record], [Esc] => Back, "back", "back to the home screen";
    [Lobby], [Esc] => Leave, "leave", "leave the lobby";

    // Everywhere.
    [Home, Lan, Lobbies, Record, Lobby, Match, Outcome], ['q'] => Quit, "quit", "end the program";
    EVERYWHERE, [CtrlC] => Quit, "", "end the program";
    EVERYWHERE, [CtrlZ] => Suspend, "", "back to the shell; fg returns";
    SCREENS, ['?' F1] => Help, "help", "this help";
    [Outcome, Help], ['?'] => Help, "", "this help";
};
