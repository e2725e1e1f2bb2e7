//! The real program in a pseudo-terminal: it is played, and whatever ends it, the terminal is as it was.

use dicehall_tests::terminal::{Left, Terminal};

/// The size that every terminal has.
const USUAL: (u16, u16) = (80, 24);

#[test]
fn a_match_is_begun_played_and_left() {
    let mut terminal = Terminal::start("dicehall", &[], USUAL);
    terminal.until("the home screen", |it| {
        it.contains("Enter") && it.contains("Quit")
    });
    terminal.keys("\r");
    terminal.until_text("YOUR TURN");
    check_modes(&terminal);
    // The next hex that can attack, the next target, and the attack.
    terminal.keys("\t");
    terminal.until("odds on the targets", |it| it.contains('%'));
    terminal.keys("\r");
    terminal.until("the source", |it| it.contains('«'));
    terminal.keys("\t\r");
    terminal.until("the result in the log", |it| {
        it.contains(" won") || it.contains(" lost")
    });
    terminal.keys("?");
    terminal.until_text("end the turn and get your dice");
    terminal.keys("\u{1b}");
    terminal.until("the board behind the help", |it| it.contains("Players"));
    terminal.keys("q");
    terminal.until("the question", |it| {
        it.to_lowercase().contains("leave") || it.to_lowercase().contains("quit")
    });
    terminal.keys("y");
    check_left(&terminal.ended(), 0);
}

#[test]
fn a_program_that_is_asked_to_end_in_mid_match_restores_the_terminal() {
    for signal in ["-TERM", "-HUP", "-INT"] {
        let mut terminal = Terminal::start("dicehall", &["play", "--seats", "me,easy"], USUAL);
        terminal.until_text("YOUR TURN");
        check_modes(&terminal);
        terminal.signal(signal);
        let left = terminal.ended();
        assert!(left.changed.is_empty(), "{signal}: {left:?}");
    }
}

#[test]
fn a_terminal_that_is_too_small_says_so_and_can_be_left() {
    let mut terminal = Terminal::start("dicehall", &["play"], (20, 5));
    terminal.until_text("40x12");
    terminal.resize(USUAL);
    terminal.until_text("YOUR TURN");
    terminal.resize((20, 5));
    terminal.until_text("40x12");
    terminal.keys("q");
    terminal.keys("y");
    check_left(&terminal.ended(), 0);
}

#[test]
fn a_server_that_does_not_answer_is_told_in_words() {
    let mut terminal = Terminal::start(
        "dicehall",
        &["join", "127.0.0.1:1", "--lobby", "ABCDE"],
        USUAL,
    );
    terminal.until_text("127.0.0.1:1");
    terminal.keys("\u{3}");
    let screen = terminal.screen();
    let left = terminal.ended();
    assert!(left.changed.is_empty(), "{left:?} after\n{screen}");
}

/// The program has the whole screen and will have to give it back.
#[track_caller]
fn check_modes(terminal: &Terminal) {
    let modes = terminal.modes();
    assert!(
        modes.contains(&"the alternate screen is on".to_owned()),
        "{modes:?}"
    );
    assert!(
        modes.contains(&"the cursor is hidden".to_owned()),
        "{modes:?}"
    );
    assert!(terminal.is_raw(), "the line settings are as before");
}

#[track_caller]
fn check_left(left: &Left, code: u32) {
    assert!(left.changed.is_empty(), "{left:?}");
    assert_eq!(left.status.exit_code(), code, "{left:?}");
    assert!(
        left.screen.trim().is_empty(),
        "something is left on the screen:\n{}",
        left.screen
    );
}
