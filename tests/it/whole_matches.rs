//! Whole matches in a pseudo-terminal: each game is played to its end by keys alone, by the mouse alone, and by typed
//! moves alone.
//!
//! The player knows no rules: its input is random, much of it means nothing at the moment, and none of that may do
//! harm. Its luck is seeded, but the machine decides when the input is read, so no two runs are quite alike.

use dicehall_engine::GameKind;
use dicehall_engine::dice::{Dice, SeededDice, pick};
use dicehall_tests::terminal::Terminal;

/// The size of the terminal.
const SIZE: (u16, u16) = (80, 24);
/// The most batches of input until a match is over.
const BATCHES_MAX: usize = 3_000;
/// Every so many batches, a batch has only the key that closes what is open.
const ESCAPE_EVERY: usize = 5;
/// The key Escape in an unambiguous form (K. Goyal, *Comprehensive keyboard handling in terminals*,
/// <https://sw.kovidgoyal.net/kitty/keyboard-protocol/>): the plain character, read together with the next key, would
/// be that key with Alt, and the text typed after it would be keys of the board.
const ESCAPE: &str = "\u{1b}[27u";
/// The most attempts to quit.
const QUITS_MAX: usize = 50;
/// The number of inputs that are sent before the screen is read again.
const BATCH: usize = 6;

/// A random input, given the screen and the game.
type Draw = fn(&mut SeededDice, &str, GameKind) -> String;

#[test]
fn every_game_is_played_to_its_end_by_keys() {
    check_all(by_keys);
}

#[test]
fn every_game_is_played_to_its_end_by_the_mouse() {
    check_all(by_mouse);
}

#[test]
fn every_game_is_played_to_its_end_by_typed_moves() {
    check_all(by_typing);
}

fn check_all(draw: Draw) {
    for (game, rules) in [
        (GameKind::TicTacToe, ""),
        (GameKind::DiceOfDoom, "size=3,rounds=10"),
        (GameKind::DiceWars, "map=atoll,rounds=3"),
        (GameKind::AnimalShogi, ""),
    ] {
        check_played(game, rules, draw);
    }
}

/// Plays a match until it is over, then quits.
fn check_played(game: GameKind, rules: &str, draw: Draw) {
    let mut arguments = vec!["play", "--game", game.name(), "--seats", "me,easy"];
    arguments.extend(["--bot-pace", "0", "--no-animation"]);
    if !rules.is_empty() {
        arguments.extend(["--rules", rules]);
    }
    let start = || {
        let mut terminal = Terminal::start("dicehall", &arguments, SIZE);
        terminal.until_text("PLAYERS");
        terminal
    };
    let mut terminal = start();
    let mut luck = SeededDice::new(11);
    for batch in 0.. {
        let screen = terminal.quiet();
        assert!(batch < BATCHES_MAX, "the match does not end:\n{screen}");
        if screen.contains("RESULT") || screen.contains(" OVER ") {
            return quit(terminal);
        }
        if terminal.has_ended() {
            // Input for the board was read on the home screen, where it may mean the end: the match is started anew.
            let left = std::mem::replace(&mut terminal, start());
            assert_eq!(left.ended().status.exit_code(), 0);
            continue;
        }
        if screen.contains("LADDER") {
            // Input for the board was read in the lobby, which Esc leaves: the match is started anew.
            quit(terminal);
            terminal = start();
            continue;
        }
        // A typed text may mean something else than a move: now and then everything that covers the board is closed.
        let input: String = if screen.contains("yes  n  no") && !screen.contains("End the turn?") {
            "n".to_owned()
        } else if screen.contains("SEATS") {
            "m".to_owned()
        } else if batch % ESCAPE_EVERY == ESCAPE_EVERY - 1 {
            ESCAPE.to_owned()
        } else if screen.contains("P goes on") {
            // A key, or a click in a list of choices, has asked for a pause, to which a bot always agrees. A question that
            // is open meanwhile is closed first, by the key above.
            "P".to_owned()
        } else if screen.contains("YOUR TURN") {
            (0..BATCH).map(|_| draw(&mut luck, &screen, game)).collect()
        } else {
            String::new()
        };
        terminal.keys(&input);
    }
}

/// Quits from wherever the program is. A line that is being typed, or the summary, is left first. On a busy machine
/// earlier input may still lead elsewhere, to the lobby, home or into the next match: then it is tried again.
fn quit(mut terminal: Terminal) {
    for _ in 0..QUITS_MAX {
        if terminal.has_ended() {
            break;
        }
        terminal.keys(ESCAPE);
        terminal.quiet();
        terminal.keys("\u{3}y");
        terminal.quiet();
    }
    assert_eq!(terminal.ended().status.exit_code(), 0);
}

/// Keys of the board, the request for a pause, and the answer to the question whether the turn should end.
fn by_keys(luck: &mut SeededDice, _screen: &str, _game: GameKind) -> String {
    const KEYS: [&str; 13] = [
        "P", "\t", "\t", "\r", "\r", "\t\r", "e", "y", "1\t\r", "\u{1b}[A", "\u{1b}[B", "\u{1b}[C",
        "\u{1b}[D",
    ];
    pick(&KEYS, luck).unwrap_or_default().to_owned()
}

/// A click on the board, or on the hint that ends the turn; a question is answered as well.
fn by_mouse(luck: &mut SeededDice, screen: &str, _game: GameKind) -> String {
    const WORDS: [&str; 2] = ["end turn", "yes"];
    const BOARD_WIDTH: u64 = 50;
    let hint = pick(&WORDS, luck).unwrap_or_default();
    let hinted = (luck.below(8) == 0)
        .then(|| position(screen, hint))
        .flatten();
    let (x, y) = hinted.unwrap_or_else(|| (luck.below(BOARD_WIDTH) + 1, luck.below(20) + 2));
    format!("\u{1b}[<0;{x};{y}M\u{1b}[<0;{x};{y}m")
}

/// A typed move: from somewhere to somewhere, a drop, a mark, or the end of the turn.
fn by_typing(luck: &mut SeededDice, _screen: &str, game: GameKind) -> String {
    const SQUARES: [&str; 12] = [
        "a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3", "a4", "b4", "c4",
    ];
    const NUMBERS_MAX: u64 = 20;
    let mut one = || pick(&SQUARES, luck).unwrap_or_default();
    let (from, to) = (one(), one());
    let typed = match (game, luck.below(5)) {
        (GameKind::TicTacToe, _) => to.to_owned(),
        (GameKind::AnimalShogi, 0) => format!("C*{to}"),
        (GameKind::DiceOfDoom | GameKind::DiceWars, 0) => "end".to_owned(),
        (GameKind::DiceWars, _) => {
            let mut number = || luck.below(NUMBERS_MAX) + 1;
            format!("{}>{}", number(), number())
        }
        _ => format!("{from}{to}"),
    };
    format!(":{typed}\r")
}

/// The column and the row of a text on the screen, counted from 1.
fn position(screen: &str, text: &str) -> Option<(u64, u64)> {
    (1..).zip(screen.lines()).find_map(|(row, line)| {
        let columns = line[..line.find(text)?].chars().count();
        Some((u64::try_from(columns).ok()? + 1, row))
    })
}
