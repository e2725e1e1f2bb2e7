//! The real client at a server that plants things in every text: none of them reaches a terminal, a script or a file.

use dicehall_tests::hostile::{HostileServer, traces};
use dicehall_tests::programs;
use dicehall_tests::terminal::Terminal;

const USUAL: (u16, u16) = (100, 32);

#[tokio::test(flavor = "multi_thread")]
async fn nothing_planted_reaches_the_terminal() {
    let server = HostileServer::start().await;
    let mut terminal = Terminal::start("dicehall", &["join", server.address()], USUAL);
    check(&mut terminal, "listed");
    terminal.keys("\r");
    for shown in ["titled", "named", "newcomer", "chatter"] {
        check(&mut terminal, shown);
    }
    terminal.keys("r");
    terminal.keys(":ready\r");
    check(&mut terminal, "refused");
    terminal.keys(":leave\ry");
    check(&mut terminal, "farewell");
    terminal.keys("\u{3}");
    terminal.keys("y");
    terminal.until("the end", |it| !it.contains("farewell"));
    assert_eq!(traces(terminal.written()), [""; 0], "at the end");
}

/// The innocent part of a text is shown, and nothing of what was planted around it was written.
#[track_caller]
fn check(terminal: &mut Terminal, shown: &str) {
    let screen = terminal.until_text(shown);
    assert_eq!(
        traces(terminal.written()),
        [""; 0],
        "with {shown:?} on the screen:\n{screen}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_planted_reaches_a_script() {
    let server = HostileServer::start().await;
    let arguments = [
        "bot",
        "--join",
        server.address(),
        "--lobby",
        "ABCDE",
        "--bot",
        "random",
    ];
    let bot = programs::run("dicehall", arguments, "").await;
    assert!(
        bot.stderr.contains("refused") && bot.stderr.contains("not_today"),
        "{bot:?}"
    );
    assert_eq!(traces(bot.stderr.as_bytes()), [""; 0], "{bot:?}");
    assert_eq!(traces(bot.stdout.as_bytes()), [""; 0], "{bot:?}");
    // What it hears it shows; it has gone before the refusal, or ends with it.
    let shows = ["--exec", "sh", "-c", "cat >&2"];
    let arguments = ["bot", "--join", server.address(), "--lobby", "ABCDE"]
        .into_iter()
        .chain(shows);
    let program = programs::run("dicehall", arguments, "").await;
    assert!(program.stderr.contains("chatter"), "{program:?}");
    assert_eq!(traces(program.stderr.as_bytes()), [""; 0], "{program:?}");
}
