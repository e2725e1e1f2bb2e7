//! `dicehall replay` on files that a real server has written: printed, refused, and step by step in a terminal.

use crate::trials::trials;
use dicehall_engine::GameKind;
use dicehall_tests::match_file::{Forgery, played};
use dicehall_tests::programs::{self, Finished};
use dicehall_tests::terminal::Terminal;
use serde_json::Value;
use tempfile::{NamedTempFile, TempDir};

/// Every game, with switches for short matches.
const GAMES: [(GameKind, &str); 4] = [
    (GameKind::DiceOfDoom, "size=3,rounds=4,reinforcement=random"),
    (GameKind::DiceWars, "rounds=3"),
    (GameKind::AnimalShogi, ""),
    (GameKind::TicTacToe, ""),
];

fn file(text: &str) -> NamedTempFile {
    let file = NamedTempFile::new().unwrap();
    std::fs::write(file.path(), text).unwrap();
    file
}

async fn replay(text: &str) -> Finished {
    let file = file(text);
    programs::run("dicehall", ["replay", file.path().to_str().unwrap()], "").await
}

/// The values of a key in the events of a file, in order.
fn told(text: &str, kind: &str) -> Vec<Value> {
    let lines = text
        .lines()
        .map(|it| serde_json::from_str::<Value>(it).unwrap());
    lines
        .filter_map(|it| it["event"].get(kind).cloned())
        .collect()
}

/// The rolls of every battle, as the log writes them.
fn battles(text: &str) -> Vec<String> {
    let pips = |faces: &Value| {
        faces
            .as_array()
            .unwrap()
            .iter()
            .map(|it| it.as_u64().unwrap())
            .sum::<u64>()
    };
    let rolled = told(text, "rolled");
    let battles = rolled
        .iter()
        .filter_map(|it| it["chance"]["chance"].get("battle"));
    battles
        .map(|it| format!("{}:{}", pips(&it["attack"]), pips(&it["defense"])))
        .collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_a_terminal_every_step_of_every_game_is_a_line() {
    for (game, switches) in GAMES {
        let text = played(game, switches, false).await;
        let printed = replay(&text).await;
        assert_eq!(
            (printed.code, printed.stderr.as_str()),
            (Some(0), ""),
            "{printed:?}"
        );
        let lines: Vec<&str> = printed.stdout.lines().collect();
        let [first, steps @ .., winner, verdict] = lines.as_slice() else {
            panic!("{printed:?}")
        };
        assert!(first.ends_with("the match begins"), "{first}");
        assert_eq!(
            steps.len(),
            told(&text, "acted").len(),
            "{}",
            printed.stdout
        );
        let is_roll = |it: &&str| {
            it.split_once(':').is_some_and(|(one, two)| {
                [one, two]
                    .iter()
                    .all(|it| !it.is_empty() && it.bytes().all(|it| it.is_ascii_digit()))
            })
        };
        let shown: Vec<String> = steps
            .iter()
            .filter_map(|it| {
                let spaced = it.replace(": ", " : ");
                spaced.split(' ').find(is_roll).map(str::to_owned)
            })
            .collect();
        assert_eq!(shown, battles(&text), "{}", printed.stdout);
        assert!(
            ["wins", "draw", "drawn"]
                .iter()
                .any(|it| winner.contains(it)),
            "{winner}"
        );
        let rolls = told(&text, "rolled").len();
        let verified = match rolls {
            0 => "dice verified: nothing was rolled".to_owned(),
            _ => format!("dice verified: {rolls} roll"),
        };
        assert!(verdict.contains(&verified), "{verdict}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_verify_refuses_is_not_shown_and_the_words_are_the_same() {
    let text = played(GameKind::DiceOfDoom, GAMES[0].1, true).await;
    let honest = Forgery::of(&text);
    let rolled = honest.with("{\"rolled\"");
    let event = |at: usize| {
        honest
            .line(at)
            .split_once("\"event\"")
            .unwrap()
            .1
            .to_owned()
    };
    let other = *rolled
        .iter()
        .find(|it| event(**it) != event(rolled[0]))
        .expect("not all rolls are the same");
    let lines = text.lines().count();
    for (what, forged) in [
        (
            "a roll is another",
            honest.clone().swap(rolled[0], other).repaired(),
        ),
        (
            "a line does not follow",
            honest.clone().swap(rolled[0], other).text(),
        ),
        (
            "the end is missing",
            honest.clone().cut(lines - 1).repaired(),
        ),
        ("an empty file", String::new()),
        ("no match", "hello\n".to_owned()),
    ] {
        let file = file(&forged);
        let path = file.path().to_str().unwrap();
        let shown = programs::run("dicehall", ["replay", path], "").await;
        let verified = programs::run("dicehall", ["verify", path], "").await;
        assert_eq!(
            (shown.code, shown.stdout.as_str()),
            (Some(1), ""),
            "{what}: {shown:?}"
        );
        assert_eq!(shown.stderr, verified.stderr, "{what}");
        assert!(shown.stderr.contains("line "), "{what}: {}", shown.stderr);
    }
}

#[tokio::test]
async fn a_file_that_cannot_be_read_is_told_by_its_name() {
    let folder = TempDir::new().unwrap();
    let noise = folder.path().join("noise");
    std::fs::write(&noise, [0xff, 0xfe, 0x00, 0x80]).unwrap();
    for path in [
        "/no/such/file",
        folder.path().to_str().unwrap(),
        noise.to_str().unwrap(),
    ] {
        let shown = programs::run("dicehall", ["replay", path], "").await;
        assert!(
            shown.code == Some(1) && shown.stdout.is_empty(),
            "{shown:?}"
        );
        assert!(
            shown.stderr.starts_with("error: ") && shown.stderr.contains(path),
            "{shown:?}"
        );
        assert!(!shown.stderr.contains("panicked"), "{shown:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn in_a_terminal_keys_go_through_the_match_and_the_terminal_is_given_back() {
    let text = played(GameKind::DiceOfDoom, GAMES[0].1, false).await;
    let last = told(&text, "acted").len();
    assert!(last > 12, "the match has {last} steps");
    let file = file(&text);
    let mut terminal = Terminal::start(
        "dicehall",
        &["replay", file.path().to_str().unwrap()],
        (80, 24),
    );
    let width = last.to_string().len();
    let step = |at: usize| format!("step {at:>width$} of {last}");
    terminal.until_text(&step(0));
    for (keys, at) in [
        ("\u{1b}[C", 1),
        ("l", 2),
        ("\u{1b}[D", 1),
        ("\u{1b}[6~", 11),
        ("\u{1b}[5~", 1),
        ("h", 0),
        ("\u{1b}[F", last),
        ("\u{1b}[H", 0),
        ("G", last),
        ("\u{1b}[D", last - 1),
    ] {
        terminal.keys(keys);
        terminal.until_text(&step(at));
    }
    // While the replay plays, it shows the last step without another key.
    terminal.keys(" ");
    terminal.until("the end and the verdict", |it| {
        it.contains(&step(last)) && it.contains("dice verified")
    });
    terminal.resize((120, 40));
    terminal.until("the wide screen", |it| {
        let is_wide = it.lines().any(|it| it.trim_end().chars().count() > 100);
        is_wide && it.contains(&step(last))
    });
    terminal.keys("q");
    let left = terminal.ended();
    assert!(
        left.changed.is_empty() && left.status.exit_code() == 0,
        "{left:?}"
    );
    assert!(
        left.screen.trim().is_empty(),
        "something is left on the screen:\n{}",
        left.screen
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whatever_ends_it_the_terminal_is_as_it_was() {
    let text = played(GameKind::TicTacToe, "", false).await;
    let file = file(&text);
    let path = file.path().to_str().unwrap();
    for (what, keys, code) in [
        ("Esc", "\u{1b}", Some(0)),
        ("Ctrl-C", "\u{3}", Some(0)),
        ("-TERM", "", None),
        ("-HUP", "", None),
    ] {
        let mut terminal = Terminal::start("dicehall", &["replay", path], (80, 24));
        terminal.until_text("step 0 of ");
        assert!(
            terminal.is_raw() && !terminal.modes().is_empty(),
            "{what}: nothing is drawn"
        );
        if code.is_some() {
            terminal.keys(keys);
        } else {
            terminal.signal(what);
        }
        let left = terminal.ended();
        assert!(left.changed.is_empty(), "{what}: {left:?}");
        assert!(
            code.is_none_or(|it| left.status.exit_code() == it),
            "{what}: {left:?}"
        );
    }
}

/// A recording of some steps: its lines, and the terminal after all of them.
async fn recorded(text: &str, steps: &[&str]) -> (Vec<Value>, vt100::Parser) {
    let (file, folder) = (file(text), TempDir::new().unwrap());
    let path = folder.path().join("match.cast").display().to_string();
    let size = ["--size", "100x30", "--cast", &path];
    let all = [&["replay", file.path().to_str().unwrap()], &size[..], steps].concat();
    let finished = programs::run("dicehall", all, "").await;
    assert_eq!(
        (
            finished.code,
            finished.stdout.as_str(),
            finished.stderr.as_str()
        ),
        (Some(0), "", "")
    );
    let written = std::fs::read_to_string(&path).unwrap();
    let lines = written.lines().map(|it| serde_json::from_str(it).unwrap());
    let lines: Vec<Value> = lines.collect();
    let mut parser = vt100::Parser::new(30.try_into().unwrap(), 100.try_into().unwrap(), 0);
    for line in &lines[1..] {
        assert_eq!(line[1], "o", "{line}");
        parser.process(line[2].as_str().unwrap().as_bytes());
    }
    (lines, parser)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_recording_plays_every_step_in_any_terminal() {
    for (game, switches) in [GAMES[0], GAMES[3]] {
        let text = played(game, switches, false).await;
        let last = told(&text, "acted").len();
        let (lines, all) = recorded(&text, &[]).await;
        let header = &lines[0];
        assert_eq!(
            (&header["version"], &header["width"], &header["height"]),
            (&Value::from(2), &Value::from(100), &Value::from(30))
        );
        assert_eq!(lines.len(), last + 3, "{game:?}");
        let times: Vec<f64> = lines[1..]
            .iter()
            .map(|it| it[0].as_f64().unwrap())
            .collect();
        assert!(
            times[0] == 0.0 && times.is_sorted_by(|a, b| a < b),
            "{times:?}"
        );
        let shown = all.screen().contents();
        assert!(shown.contains(&format!("step {last} of {last}")), "{shown}");
        // Only changes are sent, and they lead to the same screen as sending all of it.
        let steps = last.to_string();
        let (_, alone) = recorded(&text, &["--steps", &steps]).await;
        let cells = |parser: &vt100::Parser| {
            let screen = parser.screen();
            let places = (0..30).flat_map(|row| (0..100).map(move |column| (row, column)));
            let cells = places.map(|(row, column)| screen.cell(row, column).cloned().unwrap());
            cells
                .map(|it| {
                    (
                        it.contents().to_owned(),
                        it.fgcolor(),
                        it.bgcolor(),
                        it.bold(),
                    )
                })
                .collect::<Vec<_>>()
        };
        let different: Vec<_> = cells(&alone)
            .into_iter()
            .zip(cells(&all))
            .filter(|(one, other)| one != other)
            .collect();
        assert_eq!(different, [], "{game:?}");
        let (again, _) = recorded(&text, &[]).await;
        assert_eq!(again, lines, "{game:?}");
    }
    let both = ["replay", "FILE", "--cast", "a", "--svg", "b"];
    let refused = programs::run("dicehall", both, "").await;
    assert_eq!(refused.code, Some(2), "{refused:?}");
}

/// The most looks at the screen until a match is over.
const LOOKS_MAX: usize = 3_000;

/// Plays the person's turns until the match is over.
fn play_out(terminal: &mut Terminal, game: GameKind) {
    for look in 0.. {
        let screen = terminal.quiet();
        assert!(look < LOOKS_MAX, "the match does not end:\n{screen}");
        if screen.contains("RESULT") {
            return;
        }
        let keys = if screen.contains("yes  n  no") {
            "y"
        } else if !screen.contains("YOUR TURN") {
            ""
        } else {
            trials(game).keys
        };
        terminal.keys(keys);
    }
}

/// The file of the only match of this person. It is written after the result is shown.
fn only_file(terminal: &mut Terminal) -> std::path::PathBuf {
    for _ in 0..LOOKS_MAX {
        let mut found = match_files(terminal.home());
        assert!(found.len() <= 1, "{found:?}");
        if let Some(file) = found.pop() {
            return file;
        }
        terminal.quiet();
    }
    panic!("the match is not kept:\n{}", terminal.screen());
}

/// All match files below this folder.
fn match_files(home: &std::path::Path) -> Vec<std::path::PathBuf> {
    let mut folders = vec![home.to_owned()];
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|it| it == "jsonl") {
                found.push(path);
            }
        }
    }
    found
}

/// Watches the match that is over, as soon as the screens know that it is kept.
fn watch_again(terminal: &mut Terminal) {
    for _ in 0..LOOKS_MAX {
        terminal.keys("w");
        let is_early = |it: &str| it.contains("still being written");
        let screen = terminal.until("its start", |it| {
            it.contains("step ") && it.contains(" 0 of ") || is_early(it)
        });
        if !is_early(&screen) {
            return;
        }
    }
    panic!(
        "it is not known that the match is kept:\n{}",
        terminal.screen()
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_of_every_game_is_played_on_from_its_middle() {
    for (game, switches) in GAMES {
        let text = played(game, switches, false).await;
        let file = file(&text);
        let last = told(&text, "acted").len();
        let step = |at: usize| {
            format!(
                "step {at:>width$} of {last}",
                width = last.to_string().len()
            )
        };
        let path = file.path().to_str().unwrap();
        let mut terminal = Terminal::start("dicehall", &["replay", path], (80, 24));
        terminal.until_text(&step(0));
        terminal.keys("Gp");
        terminal.until_text("the match is over at this step");
        terminal.keys("gll");
        terminal.until_text(&step(2));
        terminal.keys("p");
        terminal.until_text("Play on from here");
        terminal.keys("\r");
        terminal.until("the match", |it| {
            !it.contains("step ") && it.contains("PLAYERS")
        });
        play_out(&mut terminal, game);
        let end = terminal.until_text("Played on from an");
        assert!(end.contains("RESULT"), "{end}");
        check_continued(&text, &only_file(&mut terminal)).await;
        check_uncounted(&terminal);
        // When it is watched again it begins at the start of the earlier match; each `q` leads one screen back.
        watch_again(&mut terminal);
        terminal.keys("q");
        terminal.until_text("Played on from an");
        terminal.keys("q");
        terminal.until_text(&step(2));
        terminal.keys("q");
        let left = terminal.ended();
        assert!(
            left.changed.is_empty() && left.status.exit_code() == 0,
            "{left:?}"
        );
    }
}

/// Checks the file of a match that went on from the second step of an earlier one: it says so, can be replayed, and
/// verifies.
async fn check_continued(earlier: &str, path: &std::path::Path) {
    let text = std::fs::read_to_string(path).unwrap();
    let first = |text: &str| serde_json::from_str::<Value>(text.lines().next().unwrap()).unwrap();
    let (before, header) = (first(earlier), first(&text));
    assert_eq!(
        (&before["dicehall_match"], &header["dicehall_match"]),
        (&1.into(), &2.into())
    );
    assert_eq!(header["origin"]["match_id"], before["match_id"]);
    let config = &told(earlier, "match_started")[0]["config"];
    assert_eq!(&header["origin"]["config"], config);
    let steps = header["origin"]["steps"].as_array().unwrap();
    let acted: Vec<&Value> = steps.iter().filter_map(|it| it.get("acted")).collect();
    let expect = told(earlier, "acted");
    assert_eq!(acted, [&expect[0]["action"], &expect[1]["action"]]);
    let path = path.to_str().unwrap();
    let verified = programs::run("dicehall", ["verify", path], "").await;
    let id = before["match_id"].as_str().unwrap();
    assert_eq!(verified.code, Some(0), "{verified:?}");
    let unproven = format!("It went on from {id} after {} steps", steps.len());
    assert!(
        verified.stdout.contains("dice verified") && verified.stdout.contains(&unproven),
        "{verified:?}"
    );
    let shown = replay(&text).await;
    assert_eq!(shown.code, Some(0), "{shown:?}");
    let lines = shown.stdout.lines().count();
    assert!(lines >= 2 + told(&text, "acted").len(), "{}", shown.stdout);
}

/// Checks that the match that was just played is not in the record.
fn check_uncounted(terminal: &Terminal) {
    let mut record = terminal.start_beside("dicehall", &["record"], (80, 24));
    record.until_text("no match yet");
    assert_eq!(record.ended().status.exit_code(), 0);
}
