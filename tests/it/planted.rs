//! The real client at a server that puts harmful text into every message: none of it reaches a terminal, a script or a
//! file.

use dicehall_tests::hostile::{HostileServer, traces};
use dicehall_tests::line_client::LineClient;
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

/// Checks that the harmless part of a text is shown, and that nothing planted around it was written.
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
    // This program shows what it is sent; it has ended before the refusal, or ends with it.
    let shows = ["--exec", "sh", "-c", "cat >&2"];
    let arguments = ["bot", "--join", server.address(), "--lobby", "ABCDE"]
        .into_iter()
        .chain(shows);
    let program = programs::run("dicehall", arguments, "").await;
    assert!(program.stderr.contains("chatter"), "{program:?}");
    assert_eq!(traces(program.stderr.as_bytes()), [""; 0], "{program:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_planted_reaches_the_line_mode() {
    let server = HostileServer::start().await;
    let mut client = LineClient::start(&["join", server.address(), "--plain"]);
    client.until("listed").await;
    client.types("1").await;
    for shown in ["titled", "named", "newcomer", "chatter"] {
        client.until(shown).await;
    }
    client.types("ready").await;
    client.until("refused").await;
    let told = client.told.join("\n");
    assert_eq!(traces(told.as_bytes()), [""; 0], "{told}");
    let (_, errors) = client.ended().await;
    assert_eq!(traces(errors.as_bytes()), [""; 0], "{errors}");
}
