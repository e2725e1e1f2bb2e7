//! The keymap's table: one binding a line, in the order of the hints and of the help.
//!
//! A line reads: contexts, keys (the one to show first), action, hint or `none`, sentence of the
//! help. Hint and sentence are given by their names in the catalogue (`client/lang/en/keys.ftl`).

use crossterm::event::KeyCode;

use super::Context::{
    self, Bots, Card, Confirm, Help, Home, Lan, Lobbies, Lobby, Log, Match, Outcome, People,
    PlayOn, Record, Replay, Review, Settings, Waiting,
};
use super::{Binding, GoOn, Key, KeyAction};
use crate::lang::Language;
use crate::tui::model::replay::Seek;

/// The contexts that fill the terminal.
pub(super) const SCREENS: [Context; 7] = [Home, Lan, Lobbies, Record, Lobby, Match, Replay];
const EVERYWHERE: [Context; 17] = [
    Home, Lan, Lobbies, Record, Lobby, Match, Replay, Confirm, Help, Log, Bots, People, Settings,
    PlayOn, Review, Outcome, Card,
];
const LISTS: [Context; 11] = [
    Home, Lan, Lobbies, Record, Lobby, Help, Log, Bots, People, Settings, PlayOn,
];

/// A key as the table writes it: a character, a name of crossterm's `KeyCode`, `F1`, `CtrlC` or
/// `CtrlZ`.
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

/// An action as the table writes it.
macro_rules! action {
    (Seek $to:ident) => {
        KeyAction::Seek(Seek::$to)
    };
    (GoOn $how:ident) => {
        KeyAction::GoOn(GoOn::$how)
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

/// The hint of a line: a sentence of the catalogue, or `none`.
macro_rules! hint {
    (none) => {
        None
    };
    ($hint:ident) => {
        Some(Language::$hint)
    };
}

macro_rules! bindings {
    ($($contexts:expr, [$($key:tt)+] => $action:ident $(($to:tt))?, $hint:ident, $help:ident;)*) => {
        &[$(Binding {
            contexts: &$contexts,
            keys: &[$(key!($key)),+],
            action: action!($action $($to)?),
            hint: hint!($hint),
            help: Language::$help,
        }),*]
    };
}

/// Every binding.
pub const BINDINGS: &[Binding] = bindings! {
    [Waiting], ['r'] => RetryNow, key_retry, press_retry;

    // Replays.
    [Replay], [Left 'h'] => Seek(Before), key_step, press_step_back;
    [Replay], [Right 'l'] => Seek(After), none, press_step_on;
    [Replay], [' '] => PlayOrPause, key_play, press_play;
    [Replay], ['q' Esc] => Quit, key_quit, press_quit;
    [Replay], ['p'] => PlayOn, key_play_on, press_play_on;
    [Replay], ['v'] => Review, key_review, press_review;
    [Replay], ['['] => Seek(TurnBefore), key_turn, press_turn_back;
    [Replay], [']'] => Seek(TurnAfter), none, press_turn_on;
    [Replay], ['{'] => Seek(RoundBefore), key_round, press_round_back;
    [Replay], ['}'] => Seek(RoundAfter), none, press_round_on;
    [Replay], ['<' ','] => Slower, none, press_slower;
    [Replay], ['>' '.'] => Faster, key_faster, press_faster;
    [Replay], ['i'] => Luck, key_luck, press_luck;
    [Replay], ['g' Home] => Seek(First), key_first, press_first;
    [Replay], ['G' End] => Seek(Last), key_last, press_last;
    [Replay], [PageUp] => Seek(FarBefore), none, press_far_back;
    [Replay], [PageDown] => Seek(FarAfter), none, press_far_on;

    // Choosing.
    [Home, Lan, Lobbies, Bots], [Enter ' '] => Choose, key_choose, press_choose_row;
    [Record], [Enter ' ' 'w'] => Choose, key_watch_again, press_watch_match;
    [Lobby], [Enter ' '] => Choose, key_use, press_use;
    [Match], [Enter] => Choose, key_choose, press_choose;
    [Match], [' '] => Skip, key_skip, press_skip;
    [Match], ['a'] => StandIn, key_stand_in, press_stand_in;
    [Match], ['v'] => NextTab, key_view, press_view;
    [Replay], [Tab] => NextTab, key_view, press_view;
    [Match], [Tab] => Next, key_next, press_next;
    [Match], [BackTab] => Previous, none, press_previous;
    [Match], ['1'] => FromHand(0), none, press_hand_first;
    [Match], ['2'] => FromHand(1), none, press_hand_second;
    [Match], ['3'] => FromHand(2), none, press_hand_third;
    [Match], ['f'] => Jump, none, press_jump;
    [Match], ['e'] => EndTurn, key_end, press_end;
    [Match], ['i'] => Hint, key_hint, press_hint;
    [Match], ['K'] => Coach, none, press_coach;
    [Match], [Esc] => Back, key_deselect, press_deselect;

    // Home.
    [Home], ['p'] => Play, none, press_play_now;
    [Home], ['g'] => Game, none, press_game;
    [Home], [Left] => Left, key_game, press_game_before;
    [Home], [Right] => Right, none, press_game_after;
    [Home], ['1'] => Rung(0), key_level, press_rung_first;
    [Home], ['2'] => Rung(1), none, press_rung_second;
    [Home], ['3'] => Rung(2), none, press_rung_third;
    [Home], ['4'] => Rung(3), none, press_rung_fourth;
    [Home], ['5'] => Rung(4), none, press_rung_fifth;
    [Home], ['o'] => NextRung, none, press_rung_next;
    [Home], ['h'] => Host, none, press_host;
    [Home], ['e'] => Tables, none, press_tables;
    [Home], ['l'] => Lan, none, press_lan;
    [Home], ['a'] => Address, none, press_address;
    [Lan], ['a'] => Address, key_address, press_address;
    [Home], ['t'] => Tutorial, none, press_tutorial;
    [Home], ['m'] => Record, none, press_record;
    [Home], ['n'] => Name, none, press_name;
    [Home], [Esc] => Back, key_cancel, press_cancel;

    // Lists of servers and lobbies.
    [Lan, Lobbies], ['w'] => Watch, key_watch, press_watch_lobby;
    [Lobbies], ['n'] => Create, key_create, press_create;
    [Lobbies], ['r'] => Refresh, key_refresh, press_refresh;

    // Lobby.
    [Lobby], ['1'] => Rung(0), key_level, press_seat_first;
    [Lobby], ['2'] => Rung(1), none, press_seat_second;
    [Lobby], ['3'] => Rung(2), none, press_seat_third;
    [Lobby], ['4'] => Rung(3), none, press_seat_fourth;
    [Lobby], ['5'] => Rung(4), none, press_seat_fifth;
    [Lobby], ['r'] => Ready, key_ready, press_ready;
    [Lobby], ['s'] => Start, key_start, press_start;
    [Lobby], ['b'] => SeatBot, key_bot, press_bot;
    [Lobby], ['f'] => FillBots, key_fill, press_fill;
    [Lobby], ['c'] => Settings, key_rules, press_rules;
    [Lobby], ['o'] => OpenSeat, key_open, press_open;
    [Lobby], ['x'] => CloseSeat, key_close_seat, press_close_seat;
    [Lobby], ['g'] => Game, key_game, press_game_host;
    [Lobby], ['i'] => AllowHints, none, press_allow_hints;
    [Lobby], ['u'] => ShowLink, none, press_link;
    [Lobby], ['d'] => Sit, key_sit, press_sit;
    [Lobby], ['w'] => Stand, key_watch, press_stand;
    [Lobby, People], ['K'] => Kick, key_kick, press_kick;
    [Lobby, People], ['X'] => Ban, none, press_ban;
    [Lobby, People], ['S'] => Silence, none, press_silence;
    [Lobby, People], ['M'] => Mute, none, press_mute;
    [Lobby, People], ['H'] => HandOver, key_hand_over, press_hand_over;
    [People], [Enter ' '] => Choose, none, press_use_person;
    [Lobby, Match], ['p'] => People, none, press_people;
    [Lobby, Lobbies, Outcome], ['L'] => Leaders, none, press_leaders;

    // The end of a match.
    [Outcome, Match], ['r'] => Rematch, key_rematch, press_rematch;
    [Outcome], ['n'] => GoOn(HarderBots), key_level, press_next_rung;
    [Outcome], ['g'] => GoOn(OtherGame), key_game, press_other_game;
    [Outcome], ['v'] => Review, key_review, press_review;
    [Outcome, Match], ['w'] => WatchMatch, key_watch_again, press_watch_again;
    [Outcome], ['s'] => GoOn(SaveCard), key_card, press_card;
    [Outcome], [Esc] => Back, key_view_board, press_view_board;
    [Match, Outcome], ['q'] => Leave, key_home, press_leave;
    [Outcome], ['l' 'b'] => ToLobby, key_lobby, press_to_lobby;
    [Match, Replay], ['L'] => Log, key_log, press_log;
    [Lobby, Match], ['t'] => Chat, key_talk, press_talk;
    [Lobby, Match], ['E'] => React, none, press_react;
    [Lobby, Match], [':'] => Typed, key_command, press_command;
    [Home, Lan, Lobbies, Record, Replay], [':'] => Typed, none, press_find;
    [Match, Replay], ['+' '='] => ZoomIn, none, press_larger;
    [Match, Replay], ['-'] => ZoomOut, none, press_smaller;
    [Match], ['R'] => Resign, none, press_resign;
    [Match], ['P'] => Pause, none, press_pause;
    [Match], ['B'] => ToLobby, none, press_look_lobby;
    [Match], ['U'] => ShowLink, none, press_link;
    [Lobby], ['m'] => ToLobby, key_board, press_to_board;

    // Moving.
    [Match], [Left 'h'] => Left, key_move, press_left;
    [Match], [Right 'l'] => Right, none, press_right;
    [Match], ['y'] => UpLeft, none, press_up_left;
    [Match], ['u'] => UpRight, none, press_up_right;
    [Match], ['b'] => DownLeft, none, press_down_left;
    [Match], ['n'] => DownRight, none, press_down_right;
    [Match], [Up 'k'] => Up, none, press_zigzag;
    [Match], [Down 'j'] => Down, none, press_move_down;
    LISTS, [Up 'k'] => Up, none, press_up;
    LISTS, [Down 'j'] => Down, none, press_down;
    [Settings, PlayOn], [Left 'h'] => Left, key_less, press_value_before;
    [Settings, PlayOn], [Right 'l'] => Right, key_more, press_value_after;
    [Help], ['/'] => Search, key_search, press_search_help;
    [Help], [Left 'h'] => Left, none, press_page_before;
    [Help], [Right 'l' Tab] => Right, key_page, press_page_after;
    [Match, Record, Help, Log], [PageUp] => PageUp, none, press_scroll_up;
    [Match, Record, Help, Log], [PageDown] => PageDown, none, press_scroll_down;

    // The review of a match.
    [Review], [Up 'k'] => Up, key_choice, press_choice_before;
    [Review], [Down 'j'] => Down, none, press_choice_after;
    [Review], [Left 'h'] => Left, key_seat, press_seat_before;
    [Review], [Right 'l' Tab] => Right, none, press_seat_after;
    [Review], [Enter] => Choose, key_view_board, press_choice_on_board;
    [Review], [Esc 'q' 'v'] => Back, key_close, press_close;

    // Popups.
    [Settings], [Enter] => Choose, key_done, press_settings_done;
    [PlayOn], [Enter] => Choose, key_play_on, press_play_on_done;
    [Confirm], ['y' Enter] => Yes, key_yes, key_yes;
    [Confirm], ['n' Esc] => No, key_no, key_no;
    [Help, Log, Bots, People, Settings, PlayOn], [Esc 'q'] => Back, key_close, press_close;
    [Card], [Enter ' ' Esc 'q'] => Back, key_close, press_close;
    [Lan, Lobbies, Record], [Esc 'q'] => Back, key_back, press_home;
    [Lobby], [Esc 'q'] => Leave, key_leave, press_leave;

    // Everywhere: quit and help.
    [Home], ['q'] => Quit, key_quit, press_quit;
    EVERYWHERE, [CtrlC] => Quit, none, press_quit;
    EVERYWHERE, [CtrlZ] => Suspend, none, press_suspend;
    SCREENS, ['?' F1] => Help, key_help, press_help;
    [Outcome, Help], ['?'] => Help, none, press_help;

    // Which lobbies are listed.
    [Lobbies], ['g'] => Game, key_game, press_list_game;
    [Lobbies], ['o'] => OpenOnly, key_open_only, press_open_only;
    [Lobbies], ['s'] => SharedOnly, key_shared_only, press_shared_only;
    [Lobbies], [PageDown] => PageDown, none, press_list_on;
    [Lobbies], [PageUp] => PageUp, none, press_list_back;
};
