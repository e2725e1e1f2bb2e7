//! The real program with what terminals send besides keys: answers, early and late; reports that are under way when it
//! ends; keys by their place; and terminals of which it must not expect much.

use dicehall_tests::terminal::{Setup, Terminal};

use super::{USUAL, WITH_BUGS, check_left};

/// The answers of a terminal that knows all questions. Those for the colors are not asked for by their whole text, so
/// that a test also sees an answer to a question that was never asked.
const ANSWERS: [(&str, &str); 6] = [
    ("\u{1b}[>0q", "\u{1b}P>|kitty(0.35.2)\u{1b}\\"),
    (
        "\u{1b}]10;?\u{1b}\\",
        "\u{1b}]10;rgb:dddd/dddd/dddd\u{1b}\\",
    ),
    (
        "\u{1b}]11;?\u{1b}\\",
        "\u{1b}]11;rgb:1e1e/1e1e/1e1e\u{1b}\\",
    ),
    ("\u{1b}[?2026$p", "\u{1b}[?2026;2$y"),
    ("\u{1b}[?u", "\u{1b}[?0u"),
    ("\u{1b}[c", "\u{1b}[?62;c"),
];
/// The question with which the program ends.
const LAST_QUESTION: &str = "\u{1b}[?25h\u{1b}[c";

#[test]
fn answers_that_come_late_are_no_keys() {
    let silent = Setup {
        answers: &[],
        ..Setup::default()
    };
    let mut terminal = Terminal::start_set_up("dicehall", &[], USUAL, silent);
    terminal.until_text("three bots, Fox");
    let before = terminal.quiet();
    let kept = terminal.home().join("state/dicehall/choices.toml");
    let chosen = || std::fs::read_to_string(&kept).ok();
    let chosen_before = chosen();
    for (_, answer) in ANSWERS {
        // Torn where a slow link may tear it.
        let (first, second) = answer.split_at(answer.len() / 2);
        terminal.keys(first);
        terminal.quiet();
        terminal.keys(second);
    }
    assert_eq!(terminal.quiet(), before);
    assert_eq!(chosen(), chosen_before, "an answer has chosen something");
    terminal.keys("1");
    terminal.until_text("three bots, Pebble");
    terminal.keys("q");
    check_left(&terminal.ended(), 0);
}

#[test]
fn reports_that_are_under_way_at_the_end_do_not_reach_the_shell() {
    let mut shell = Terminal::start_shell(USUAL);
    let program = dicehall_tests::programs::program("dicehall");
    shell.keys(&format!("{}; echo ended with $?\n", program.display()));
    shell.until_text("three bots, Fox");
    // From now on, the terminal answers late: after the reports that it has sent before it was told to stop.
    shell.answer_nothing();
    shell.keys("q");
    shell.until_written(LAST_QUESTION);
    for column in 20..60 {
        shell.keys(&format!("\u{1b}[<35;{column};12M"));
    }
    shell.keys("\u{1b}[?6c");
    // The prompt may stand before it, or the echo of the command.
    shell.until("the end", |it| it.contains("ended with 0"));
    shell.keys("echo here $((40 + 2))\n");
    let screen = shell.until_text("here 42");
    assert!(
        !screen.contains("35;") && !screen.contains("12M"),
        "{screen}"
    );
    shell.keys("exit\n");
    assert!(shell.ended().changed.is_empty());
}

#[test]
fn a_known_terminal_behind_ssh_has_all_colors_fine_blocks_whole_frames_and_keys_by_their_place() {
    let known = Setup {
        variables: &[("SSH_TTY", "/dev/pts/9"), ("COLORFGBG", "")],
        answers: &ANSWERS,
    };
    let mut terminal = Terminal::start_set_up("dicehall", &["play"], USUAL, known);
    terminal.until("the turn", |it| {
        it.contains("YOUR TURN") && it.contains("Tab")
    });
    let written = String::from_utf8_lossy(terminal.written()).into_owned();
    assert!(
        written.contains(";2;"),
        "no color by its red, green and blue"
    );
    let is_sextant = |it: char| ('\u{1fb00}'..='\u{1fb3b}').contains(&it);
    assert!(written.contains(is_sextant), "no block of a sixth");
    assert!(terminal.count("\u{1b}[?2026h") > 0);
    assert_eq!(
        terminal.count("\u{1b}[?2026h"),
        terminal.count("\u{1b}[?2026l")
    );
    // The Russian letters on the keys of "q" and "y".
    terminal.keys("\u{1b}[1081::113;;1081u");
    terminal.until_text("Leave?");
    terminal.keys("\u{1b}[1085::121;;1085u");
    terminal.until_text("three bots");
    terminal.keys("\u{1b}[1081::113;;1081u");
    let keyboards = terminal.until_ended(&["\u{1b}[>29u", "\u{1b}[<u"]);
    assert_eq!(keyboards, [1, 1], "taken once, given back once");
}

#[test]
fn a_panic_gives_the_keyboard_back_as_well() {
    let known = Setup {
        answers: &ANSWERS,
        ..Setup::default()
    };
    let mut terminal = Terminal::start_file_set_up(WITH_BUGS.as_ref(), USUAL, known);
    terminal.until_text("quit");
    terminal.keys("\u{1b}[103;;103u");
    assert_eq!(terminal.until_ended(&["\u{1b}[>29u", "\u{1b}[<u"]), [1, 1]);
}

#[test]
fn where_marks_are_two_columns_wide_only_ascii_is_drawn() {
    let wide = Setup {
        answers: &[("\u{1b}[6n", "\u{1b}[1;21R"), ("\u{1b}[c", "\u{1b}[?6c")],
        ..Setup::default()
    };
    let mut terminal = Terminal::start_set_up("dicehall", &["play"], USUAL, wide);
    let screen = terminal.until("the turn", |it| {
        it.contains("YOUR TURN") && it.contains("Tab")
    });
    assert!(screen.is_ascii(), "{screen}");
    terminal.keys("\u{3}y");
    check_left(&terminal.ended(), 0);
}

#[test]
fn nothing_but_ascii_is_written_where_another_encoding_than_utf_8_is_named() {
    let commands: [&[&str]; 6] = [
        &["play", "--lang", "ja", "--name", "太郎"],
        &["play", "--plain", "--lang", "zh", "--name", "太郎"],
        &["--help"],
        &["--no-such-option", "太郎"],
        &["play", "--game", "太郎"],
        &["doctor"],
    ];
    for locale in ["ja_JP.eucJP", "zh_CN.GB18030"] {
        for arguments in commands {
            let setup = Setup {
                variables: &[("LC_ALL", locale)],
                ..Setup::default()
            };
            let mut terminal = Terminal::start_set_up("dicehall", arguments, USUAL, setup);
            if arguments[0] == "play" && arguments[1] != "--game" {
                terminal.until("the match in English", |it| {
                    it.to_lowercase().contains("your turn")
                });
                terminal.signal("-TERM");
            }
            let written = terminal.written_until_ended();
            let foreign = written.chars().find(|it| !it.is_ascii());
            assert_eq!(foreign, None, "{locale} {arguments:?}:\n{written}");
            assert!(
                arguments != ["doctor"] || written.contains(locale),
                "{written}"
            );
        }
    }
}

#[test]
fn a_terminal_that_claims_to_be_huge_is_played_in() {
    let mut terminal = Terminal::start("dicehall", &[], (u16::MAX, u16::MAX));
    terminal.until_text("quit");
    terminal.keys("q");
    assert_eq!(terminal.ended().status.exit_code(), 0);
}
