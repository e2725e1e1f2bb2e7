//! The real program in a pseudo-terminal: it is played, and however it ends, the terminal is restored.

mod input;

use dicehall_tests::ports;
use dicehall_tests::terminal::{Left, Terminal};

/// The path of the client with two bugs.
const WITH_BUGS: &str = env!("CARGO_BIN_EXE_dicehall-with-bugs");
/// The size of the terminals.
const USUAL: (u16, u16) = (80, 24);

#[test]
fn a_match_is_begun_played_and_left() {
    let mut terminal = Terminal::start("dicehall", &[], USUAL);
    terminal.until("the home screen", |it| {
        it.contains("Enter") && it.contains("quit")
    });
    terminal.keys("p");
    until_asked(&mut terminal);
    check_modes(&terminal);
    // The first key selects the best attack, the second makes it.
    terminal.keys("\t");
    terminal.until("odds on the targets", |it| it.contains('%'));
    terminal.until("the attack", |it| it.contains("ATTACK"));
    terminal.keys("\r");
    terminal.until("the result in the log", |it| {
        it.contains(" won") || it.contains(" lost")
    });
    terminal.keys("?");
    // Its last line is waited for, and then that it is gone: while half a frame is on the screen, there is something of both.
    terminal.until("the help", |it| {
        it.contains("Attack a neighbor from a hex of yours") && it.contains("Esc closes")
    });
    terminal.keys("\u{1b}");
    terminal.until("the board behind the help", |it| {
        it.contains("PLAYERS") && !it.contains("Esc closes")
    });
    terminal.keys("q");
    terminal.until_text("Leave?");
    // It leads one level up, and from there out.
    terminal.keys("y");
    terminal.until_text("three bots");
    terminal.keys("q");
    check_left(&terminal.ended(), 0);
}

#[test]
fn a_hint_is_given_and_an_attack_writes_little_in_a_large_terminal_with_all_colors() {
    // The attack alone is limited to 16 KiB by `frugal/tests.rs`, also on random boards: its dice land one by one. Here the
    // output of the keys before it may be late, and is counted too.
    const BYTES_MAX: usize = 17 * 1024;
    let mut terminal = Terminal::start_in_true_color("dicehall", &["play"], (120, 40));
    until_asked(&mut terminal);
    terminal.keys("\t");
    terminal.until_text("ATTACK");
    // The expert may choose to end the turn.
    terminal.keys("i");
    terminal.until_text("hint: ");
    // If both keys were written at once, they would be read as one key with Alt.
    terminal.keys("\u{1b}");
    terminal.until("nothing chosen and no hint", |it| {
        !it.contains("ATTACK") && !it.contains("hint: ")
    });
    terminal.keys("\t");
    terminal.until_text("ATTACK");
    terminal.quiet();
    let before = terminal.written().len();
    terminal.keys("\r");
    terminal.until("the end of the attack", |it| {
        it.contains("You take ") || it.contains(" holds.")
    });
    let bytes = terminal.written().len() - before;
    assert!(bytes <= BYTES_MAX, "{bytes}");
    terminal.keys("\u{3}y");
    check_left(&terminal.ended(), 0);
}

#[test]
fn a_first_match_is_two_presses_from_a_bare_start_and_the_rung_is_remembered() {
    let mut terminal = Terminal::start("dicehall", &[], USUAL);
    terminal.until("the menu and the ladder", |it| {
        it.contains("three bots, Fox") && it.contains("LADDER")
    });
    terminal.keys("1");
    terminal.until_text("three bots, Pebble");
    terminal.keys("p");
    terminal.until("the match against the first rung", |it| {
        it.contains("YOUR TURN") && it.contains("Pebble 1") && it.contains("Pebble 3")
    });
    let mut again = terminal.start_beside("dicehall", &[], USUAL);
    again.until_text("three bots, Pebble");
    again.keys("q");
    check_left(&again.ended(), 0);
    terminal.keys("\u{3}y");
    check_left(&terminal.ended(), 0);
}

#[test]
fn who_was_cut_off_goes_back_to_the_table_from_the_home_screen() {
    let listen = format!("127.0.0.1:{}", ports::free());
    let arguments = [
        "host", "--no-lan", "--seats", "me,open", "--name", "Hal", "--listen", &listen,
    ];
    let mut host = Terminal::start("dicehall", &arguments, USUAL);
    host.until_text("Hal's table");
    let mut guest = Terminal::start("dicehall", &["join", &listen], USUAL);
    guest.until("the list of lobbies", |it| it.contains("Hal's table"));
    guest.keys("\r");
    guest.until("the seat", |it| it.contains("ready") && it.contains("TALK"));
    guest.kill();
    let mut back = guest.start_beside("dicehall", &[], USUAL);
    back.until_text("Back to Hal's table");
    back.until("the table chosen", |it| it.contains("go back"));
    back.keys("\r");
    back.until("the lobby", |it| {
        it.contains("Hal's table") && it.contains("lobby ")
    });
    back.keys("\u{3}");
    back.ended();
    // The server is known from now on, and its table is listed among those nearby.
    let mut later = guest.start_beside("dicehall", &[], USUAL);
    later.until_text("Hal's table");
    later.keys("q");
    later.ended();
    host.keys("\u{3}y");
    host.ended();
}

#[test]
fn a_match_of_ones_own_is_kept_in_a_file_that_can_be_watched_and_verified() {
    let arguments = ["play", "--game", "tic-tac-toe", "--bot-pace", "0"];
    let mut terminal = Terminal::start("dicehall", &arguments, (80, 24));
    terminal.until_text("YOUR TURN");
    let is_over = |it: &str| it.contains("KEPT IN") && it.contains(".jsonl");
    let mut screen = terminal.screen();
    while !is_over(&screen) {
        // The cursor begins each turn on a free cell.
        let before = marks(&screen);
        terminal.keys("\r");
        screen = terminal.until("the next turn or the end", |it| {
            is_over(it) || it.contains("YOUR TURN") && marks(it) > before
        });
    }
    // The file is written in the background, so it may come a little later than its name.
    let watched = |it: &str| it.contains("step 0 of");
    while !watched(&terminal.screen()) {
        terminal.keys("w");
        terminal.until("the match or why not", |it| {
            watched(it) || it.contains("No such file")
        });
    }
    let files = terminal.home().join("data/dicehall/play/matches");
    let file = std::fs::read_dir(files).unwrap().next().unwrap().unwrap();
    let name = file.file_name().into_string().unwrap();
    // The beginning of the name is on one line, however the path is wrapped.
    assert!(screen.contains(&name[..20]), "{name} in\n{screen}");
    terminal.keys("q");
    terminal.until("the end again", is_over);
    let path = file.path().display().to_string();
    let verified = terminal
        .start_beside("dicehall", &["verify", &path], USUAL)
        .ended();
    assert_eq!(verified.status.exit_code(), 0, "{verified:?}");
    terminal.keys("\u{3}");
    check_left(&terminal.ended(), 0);
}

#[test]
fn a_host_who_was_killed_hosts_again_and_has_the_match_back() {
    let listen = format!("127.0.0.1:{}", ports::free());
    let arguments = [
        "host", "--no-lan", "--seats", "me,easy", "--listen", &listen,
    ];
    let mut first = Terminal::start("dicehall", &arguments, USUAL);
    first.until_text("s starts the match");
    first.keys("s");
    first.until_text("YOUR TURN");
    first.kill();
    let mut second = first.start_beside("dicehall", &arguments, USUAL);
    second.until_text("A match of yours still runs here");
    second.keys("y");
    until_asked(&mut second);
    second.keys("\t\r");
    second.until("the result in the log", |it| {
        it.contains(" won") || it.contains(" lost")
    });
    second.keys("\u{3}y");
    assert_eq!(second.ended().status.exit_code(), 0);
}

#[test]
fn after_a_panic_the_terminal_is_as_it_was_and_the_bug_is_told() {
    let mut terminal = Terminal::start_file(WITH_BUGS.as_ref(), USUAL);
    terminal.until_text("quit");
    check_modes(&terminal);
    terminal.keys("g");
    let left = terminal.ended();
    assert!(left.changed.is_empty(), "{left:?}");
    assert_eq!(left.status.exit_code(), 101, "{left:?}");
    assert!(left.screen.contains("a bug"), "{}", left.screen);
}

#[test]
fn after_a_panic_that_was_contained_the_screens_go_on() {
    let mut terminal = Terminal::start_file(WITH_BUGS.as_ref(), USUAL);
    terminal.until_text("Fox, level 2");
    terminal.keys("3");
    terminal.until_text("Heron, level 3");
    check_modes(&terminal);
    terminal.keys("q");
    let left = terminal.ended();
    assert!(left.changed.is_empty(), "{left:?}");
    assert_eq!(left.status.exit_code(), 0, "{left:?}");
}

#[test]
fn a_terminal_that_is_gone_without_a_signal_ends_the_program() {
    let mut terminal = Terminal::start_detached("dicehall", &[], USUAL);
    terminal.until("the home screen", |it| it.contains("quit"));
    // The program has nowhere to print its last message; that is a failure and no bug.
    assert_eq!(terminal.hang_up().exit_code(), 1);
}

#[test]
fn a_guest_has_hints_where_the_host_allows_them_and_is_told_why_where_not() {
    let why = "there are hints only where";
    check_hints(&[], &["off"], why);
    check_hints(&[], &["off", "allowed"], "hint: ");
    check_hints(&["--hints"], &["allowed"], "hint: ");
    check_hints(&["--hints"], &["allowed", "off"], why);
}

/// Checks hints: a host starts with these arguments and may change whether hints are allowed; the guest reads it, and
/// asks for one in the match.
fn check_hints(more: &[&str], rules: &[&str], told: &str) {
    let listen = format!("127.0.0.1:{}", ports::free());
    let table = ["host", "--no-lan", "--game", "tic-tac-toe", "--name", "Hal"].as_slice();
    let arguments = [table, &["--listen", &listen], more].concat();
    let until_rule = |terminal: &mut Terminal, rule: &str| {
        // Beside the rule stands the code for telephones.
        let values = |it: &str| Some(it.split_once(" hints ")?.1.to_owned());
        let is_rule = |it: String| it.split_whitespace().any(|it| it == rule);
        terminal.until("whether hints are allowed", |it| {
            it.lines().filter_map(values).any(is_rule)
        });
    };
    let mut host = Terminal::start("dicehall", &arguments, (120, 40));
    for (at, rule) in rules.iter().enumerate() {
        host.keys(if at > 0 { "i" } else { "" });
        until_rule(&mut host, rule);
    }
    let mut guest = Terminal::start("dicehall", &["join", &listen, "--name", "Bo"], (120, 40));
    guest.until_text("Hal's table");
    guest.keys("\r");
    until_rule(&mut guest, rules.last().unwrap());
    // The guest takes a seat after entering the lobby.
    guest.until_text("r  ready");
    guest.keys("r");
    host.until_text("s starts the match");
    host.keys("s");
    until_asked(&mut host);
    host.keys("\r");
    until_asked(&mut guest);
    guest.keys("i");
    guest.until_text(told);
    for it in [guest, host] {
        it.signal("-TERM");
        it.ended();
    }
}

/// Waits until the person may choose; the screen may show whose turn it is a moment earlier.
fn until_asked(terminal: &mut Terminal) {
    terminal.until("the person's turn, with choices", |it| {
        it.contains("YOUR TURN") && it.contains("Tab")
    });
}

/// The number of crosses in the log.
fn marks(screen: &str) -> usize {
    screen.matches("▲ marks").count()
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
fn a_program_that_is_stopped_gives_the_terminal_back_and_takes_it_again() {
    let mut terminal = Terminal::start_shell(USUAL);
    let program = dicehall_tests::programs::program("dicehall");
    let typed = format!("{} play --seats me,easy\n", program.display());
    terminal.keys(&typed);
    terminal.until_text("YOUR TURN");
    check_modes(&terminal);
    terminal.keys("\u{1a}");
    terminal.until_text("Stopped");
    // The shell answers, in its own modes.
    terminal.keys("echo here $((40 + 2))\n");
    terminal.until_text("here 42");
    assert!(terminal.modes().is_empty(), "{:?}", terminal.modes());
    terminal.keys("fg; echo ended with $?\n");
    terminal.until_text("YOUR TURN");
    terminal.quiet();
    check_modes(&terminal);
    terminal.keys("\u{3}y");
    terminal.until("the end", |it| it.contains("\nended with 0"));
    assert!(terminal.modes().is_empty(), "{:?}", terminal.modes());
    terminal.keys("exit\n");
    assert!(terminal.ended().changed.is_empty());
}

#[test]
fn a_guest_whose_server_is_killed_is_told_and_leaves_the_terminal_as_it_was() {
    let listen = format!("127.0.0.1:{}", ports::free());
    let arguments = [
        "host", "--no-lan", "--seats", "me,open", "--listen", &listen,
    ];
    let mut host = Terminal::start("dicehall", &arguments, USUAL);
    host.until_text("lobby ");
    let mut guest = Terminal::start("dicehall", &["join", &listen, "--name", "Bo"], USUAL);
    guest.until("the lobby, or the list of lobbies", |it| {
        it.contains("tester")
    });
    guest.keys("\r");
    host.until_text("Bo");
    host.signal("-KILL");
    guest.until("the loss", |it| {
        it.contains("retry") || it.contains("no connection")
    });
    check_modes(&guest);
    guest.keys("\u{3}");
    guest.quiet();
    guest.keys("y");
    let left = guest.ended();
    assert!(left.changed.is_empty(), "{left:?}");
}

#[test]
fn whoever_looks_elsewhere_is_called_and_the_window_has_its_title_back() {
    const CALL: &str = "\u{7}\u{1b}]9;Dicehall: Your turn\u{1b}\\";
    const TITLE: &str = "\u{1b}]2;Your turn - Dicehall\u{1b}\\";
    let arguments = ["play", "--seats", "me,easy", "--bot-pace", "0"];
    let mut terminal = Terminal::start("dicehall", &arguments, USUAL);
    until_asked(&mut terminal);
    assert_eq!(terminal.count(CALL), 0, "the window is in focus");
    assert!(terminal.count(TITLE) > 0);
    terminal.keys("\u{1b}[O");
    terminal.keys("ey");
    terminal.until("the next turn", |it| {
        it.contains("round 2") && it.contains("YOUR TURN") && it.contains("Tab")
    });
    assert_eq!(terminal.count(CALL), 1);
    // The turn was drawn; once the window has the focus again, the next turn is not announced.
    terminal.keys("\u{1b}[I");
    terminal.keys("ey");
    terminal.until("the turn after it", |it| {
        it.contains("round 3") && it.contains("YOUR TURN") && it.contains("Tab")
    });
    assert_eq!(terminal.count(CALL), 1);
    terminal.signal("-TERM");
    let left = terminal.ended();
    assert!(left.changed.is_empty(), "{left:?}");
    assert_eq!(left.titles, (1, 1), "kept once, taken back once");
}

#[test]
fn a_terminal_that_is_too_small_says_so_and_can_be_left() {
    let mut terminal = Terminal::start("dicehall", &["play"], (20, 5));
    terminal.until_text("40x12");
    terminal.resize(USUAL);
    terminal.until_text("YOUR TURN");
    terminal.resize((20, 5));
    terminal.until_text("40x12");
    terminal.keys("\u{3}");
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

/// Checks that the program uses the whole screen, in modes that it will have to undo.
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
