//! The files of matches that a real server has written, and the verdict of `dicehall verify` on honest and forged ones.

mod forgeries;

use dicehall_engine::GameKind;
use dicehall_engine::Seat;
use dicehall_engine::fair::{MatchId, Party, Secret, commitment};
use dicehall_engine::lobby::{Request, Revision};
use dicehall_protocol::{DiceEventView, EventView};
use dicehall_server::Options;
use dicehall_tests::match_file::{Forgery, files, play, played};
use dicehall_tests::player::Player;
use dicehall_tests::programs::{self, Finished};
use dicehall_tests::server::{TestServer, quick_options};
use serde_json::Value;
use tempfile::TempDir;

/// Every game, with switches for short matches.
const GAMES: [(GameKind, &str); 4] = [
    (GameKind::DiceOfDoom, "size=3,rounds=4,reinforcement=random"),
    (GameKind::DiceWars, "rounds=3"),
    (GameKind::AnimalShogi, ""),
    (GameKind::TicTacToe, ""),
];

/// The exit code and the output of `dicehall verify --json` for a file.
async fn verify(text: &str) -> (Option<i32>, Value) {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("match.jsonl");
    std::fs::write(&path, text).unwrap();
    let path = path.to_str().unwrap();
    let Finished {
        code,
        stdout,
        stderr,
    } = programs::run("dicehall", ["verify", path, "--json"], "").await;
    assert!(!stderr.contains("panicked"), "{stderr}");
    (
        code,
        serde_json::from_str(&stdout).unwrap_or_else(|error| panic!("{error}: {stdout}{stderr}")),
    )
}

/// Checks that the file is rejected because of this line, counted from 1, and for this reason.
async fn check_fault(what: &str, text: &str, line: usize, expect: &str) {
    let (code, told) = verify(text).await;
    let found = (
        code,
        &told["ok"],
        told["line"].as_u64(),
        told["what"].as_str(),
    );
    let line = u64::try_from(line).ok();
    assert_eq!(
        found,
        (Some(1), &Value::Bool(false), line, Some(expect)),
        "{what}"
    );
}

async fn check_honest(text: &str) -> Value {
    let (code, told) = verify(text).await;
    assert_eq!((code, &told["ok"]), (Some(0), &Value::Bool(true)), "{told}");
    let lines = Forgery::of(text);
    assert_eq!(told["rolls"], lines.with("{\"rolled\"").len(), "{told}");
    assert_eq!(told["actions"], lines.with("{\"acted\"").len(), "{told}");
    assert_eq!(told["events"], text.lines().count() - 2, "{told}");
    told
}

/// Checks that the file is rejected with this message.
async fn check_forged(what: &str, text: &str, expect: &str) {
    let (code, told) = verify(text).await;
    assert_eq!(
        (code, &told["ok"]),
        (Some(1), &Value::Bool(false)),
        "{what}: {told}"
    );
    let fault = told["what"].as_str().unwrap();
    assert!(
        fault.contains(expect) && told["line"].as_u64() > Some(0),
        "{what}: {told}, not {expect:?}"
    );
}

/// Checks that the forgery is found by the chain of hashes, and with the chain repaired by the audit.
async fn check_both(what: &str, forgery: Forgery, expect: &str) {
    check_forged(what, &forgery.text(), "it does not follow the line before").await;
    check_forged(what, &forgery.repaired(), expect).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn honest_files_of_every_game_are_accepted_and_what_is_cut_off_is_not() {
    for (game, switches) in GAMES {
        let text = played(game, switches, false).await;
        let told = check_honest(&text).await;
        assert_eq!(told["game"], game.name());
        let rolls = told["rolls"].as_u64().unwrap();
        if let Some((fine, told)) = page_says(&text).await {
            assert!(fine && told.contains(&format!(", {rolls} rolls")), "{told}");
        }
        check_cut(&text).await;
    }
}

async fn check_cut(text: &str) {
    let honest = Forgery::of(text);
    let bot = "\"bot\":\"random\"";
    check_forged(
        "a name",
        &honest.clone().replace(bot, "\"bot\":\"paranoid:1\"").text(),
        "it does not follow",
    )
    .await;
    let lines = text.lines().count();
    for cut in [1, lines / 2, lines - 1] {
        check_forged(
            "lines are cut off",
            &honest.clone().cut(cut).text(),
            "the end is missing",
        )
        .await;
        check_forged(
            "lines are cut off",
            &honest.clone().cut(cut).repaired(),
            "the end is missing",
        )
        .await;
    }
    check_forged(
        "a line is cut off",
        &text[..text.len() - 2],
        "it is cut off",
    )
    .await;
}

/// The seat whose action is in a line: two actions of one seat may be legal in the other order too.
fn seat_of(forgery: &Forgery, line: usize) -> String {
    let (_, rest) = forgery.line(line).split_once("\"seat\":").unwrap();
    rest.chars().take_while(char::is_ascii_digit).collect()
}

/// The first text after a word, up to the quotation mark.
fn word(forgery: &Forgery, before: &str) -> String {
    let at = *forgery
        .with(before)
        .first()
        .unwrap_or_else(|| panic!("there is no {before}"));
    let (_, rest) = forgery.line(at).split_once(before).unwrap();
    rest.split('"').next().unwrap().to_owned()
}

/// The hexadecimal digits after a word, the first one changed.
fn other_digits(forgery: &Forgery, before: &str) -> Forgery {
    let digits = word(forgery, before);
    let first = if digits.starts_with('0') { "1" } else { "0" };
    forgery
        .clone()
        .replace(&digits, &format!("{first}{}", &digits[1..]))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_share_of_a_human_is_part_of_what_is_checked() {
    let text = played(GameKind::DiceOfDoom, GAMES[0].1, true).await;
    check_honest(&text).await;
    let honest = Forgery::of(&text);
    let commitments = honest.with("{\"share_committed\"");
    let shown = honest.with("{\"share_shown\"")[0];
    let early = honest.clone().swap(commitments[0], shown);
    check_both(
        "the share comes before its commitment",
        early,
        "this cannot happen here",
    )
    .await;
    let missed = honest.line(shown).split_once("\"event\":").unwrap().1;
    let unheard = honest
        .clone()
        .replace(missed, "{\"share_missed\":{\"seat\":0}}}");
    check_both(
        "the share is left out",
        unheard,
        "does not follow from the dice",
    )
    .await;
    let grown = honest.clone().replace("\"seats\":[0]", "\"seats\":[0,1]");
    check_fault(
        "a bot is asked for a share",
        &grown.repaired(),
        2,
        "this cannot happen here",
    )
    .await;
    let renamed = honest.clone().replace("\"Aki\"", "\"Ben\"");
    check_forged(
        "another name",
        &renamed.text(),
        "it does not follow the line before",
    )
    .await;
    // Names are not signed, as docs/dice.md says; a change of one shows only in the file's hash.
    check_honest(&renamed.repaired()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_shares_of_several_humans_and_one_that_was_missed_are_in_the_file() {
    let text = played_without_a_share().await;
    let told = check_honest(&text).await;
    assert_eq!(told["missed"], serde_json::json!([2]), "{told}");
    if let Some((fine, told)) = page_says(&text).await {
        assert!(fine, "{told}");
    }
    let honest = Forgery::of(&text);
    let first = |kind: &str| honest.with(kind)[0];
    let (missed, shown) = (first("{\"share_missed\""), first("{\"share_shown\""));
    let hidden = honest.clone().remove(missed).repaired();
    check_fault(
        "a missed share is hidden",
        &hidden,
        shown,
        "this cannot happen here",
    )
    .await;
    let hidden = honest.clone().remove(shown).repaired();
    let started = first("{\"match_started\"");
    check_fault(
        "a share is hidden",
        &hidden,
        started,
        "this cannot happen here",
    )
    .await;
}

/// The file of a match of three humans, the third of whom leaves instead of giving a share.
async fn played_without_a_share() -> String {
    let data = TempDir::new().unwrap();
    let options = Options {
        data: Some(data.path().to_owned()),
        ..quick_options()
    };
    let server = TestServer::start(options).await;
    let address = server.address();
    let mut aki = Player::connect(&address, "Aki").await;
    let mut bo = Player::connect(&address, "Bo").await;
    let mut cy = Player::connect(&address, "Cy").await;
    let lobby = aki.create(GAMES[0].1).await;
    bo.join(lobby).await;
    cy.join(lobby).await;
    for player in [&mut aki, &mut bo, &mut cy] {
        player.must(Request::TakeSeat { seat: None }).await;
    }
    aki.must(Request::Start { force: true }).await;
    let is_sealed = |it: &(Revision, EventView)| {
        matches!(it.1, EventView::Dice(DiceEventView::DiceSealed { .. }))
    };
    aki.until("the seal", |it| it.seen.events.iter().any(is_sealed))
        .await;
    // Cy has not read that shares are waited for.
    cy.send(Request::Leave).await;
    tokio::join!(aki.play(), bo.play());
    aki.until_opened().await;
    server.stop().await;
    files(data.path()).pop().expect("the match has a file").1
}

#[tokio::test]
async fn what_is_no_file_of_a_match_is_told() {
    check_forged("empty", "", "the file is empty").await;
    check_forged("text", "hello\n", "this is not the file of a match").await;
    let gone = programs::run("dicehall", ["verify", "/no/such/file"], "").await;
    assert!(
        gone.code == Some(1) && gone.stderr.contains("/no/such/file"),
        "{gone:?}"
    );
    let folder = TempDir::new().unwrap();
    let data = folder.path().to_str().unwrap();
    let none = programs::run("dicehall", ["export", "--data", data], "").await;
    assert!(
        none.code == Some(1) && none.stderr.contains("journal"),
        "{none:?}"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn files_that_are_missing_are_written_at_the_next_start_and_by_export() {
    let folder = TempDir::new().unwrap();
    let data = folder.path();
    play(data, GameKind::TicTacToe, "", true).await;
    let first = files(data).pop().unwrap();
    std::fs::remove_dir_all(data.join("matches")).unwrap();
    play(data, GameKind::TicTacToe, "", false).await;
    let both = files(data);
    assert!(both.len() == 2 && both[0] == first, "{both:?}");
    let name = |it: usize| {
        let (_, rest) = both[it].0.split_once('-').unwrap();
        rest.strip_suffix(".jsonl").unwrap().to_owned()
    };
    for (choice, count) in [
        (vec!["--all".to_owned()], 2),
        (vec!["--match".to_owned(), name(1)], 1),
        (
            vec![
                "--lobby".to_owned(),
                name(0).split('-').next().unwrap().to_owned(),
            ],
            1,
        ),
    ] {
        let out = TempDir::new().unwrap();
        let fixed = [
            "export",
            "--data",
            data.to_str().unwrap(),
            "--out",
            out.path().to_str().unwrap(),
        ];
        let words = fixed
            .iter()
            .map(|it| (*it).to_owned())
            .chain(choice.clone());
        let done = programs::run("dicehall", words.collect::<Vec<_>>(), "").await;
        assert_eq!(
            (done.code, done.stdout.lines().count()),
            (Some(0), count),
            "{choice:?}: {done:?}"
        );
        for line in done.stdout.lines() {
            let name = std::path::Path::new(line).file_name().unwrap();
            let text = std::fs::read_to_string(line).unwrap();
            assert!(both.contains(&(name.to_str().unwrap().to_owned(), text)));
        }
    }
    check_no_such_match(data).await;
    check_segment(data, &name(0)).await;
}

/// Checks that the segments of a data directory verify, and that the match of this name can be replayed from them.
async fn check_segment(data: &std::path::Path, id: &str) {
    let days = std::fs::read_dir(data.join("matches")).unwrap();
    let mut days: Vec<_> = days.map(|it| it.unwrap().path()).collect();
    days.sort();
    let mut verified = 0;
    for day in &days {
        let day = day.to_str().unwrap();
        let checked = programs::run("dicehall", ["verify", day], "").await;
        assert_eq!(checked.code, Some(0), "{checked:?}");
        verified += checked.stdout.lines().count();
        let document = programs::run("dicehall", ["verify", "--json", day], "").await;
        assert!(
            document.stdout.starts_with(r#"{"faults":[],"matches":[{"#),
            "{document:?}"
        );
    }
    assert_eq!(verified, 2);
    // The path that the match would have as a file of its own leads to it.
    let (file, text) = &files(data)[0];
    let path = data.join("matches").join(file);
    let alone = programs::run("dicehall", ["replay", path.to_str().unwrap()], "").await;
    let day = days[0].to_str().unwrap();
    let words = ["replay", day, "--match", id];
    let chosen = programs::run("dicehall", words, "").await;
    assert_eq!((alone.code, chosen.code), (Some(0), Some(0)), "{chosen:?}");
    assert!(alone.stdout == chosen.stdout && !alone.stdout.is_empty());
    // A letter is another; the length stays.
    let whole = std::fs::read_to_string(day).unwrap();
    let forged = text.replacen(r#""revision":"#, r#""revisiom":"#, 1);
    std::fs::write(day, whole.replacen(text.as_str(), &forged, 1)).unwrap();
    let found = programs::run("dicehall", ["verify", day], "").await;
    assert!(
        found.code == Some(1) && found.stderr.contains("the entry is damaged"),
        "{found:?}"
    );
}

/// Checks that nothing is exported for a match that no journal has.
async fn check_no_such_match(data: &std::path::Path) {
    let out = data.join("nothing");
    let words = [
        "export",
        "--data",
        data.to_str().unwrap(),
        "--out",
        out.to_str().unwrap(),
        "--match",
        "A-1-b",
    ];
    let none = programs::run("dicehall", words, "").await;
    assert!(
        none.code == Some(1) && none.stderr.contains("no match A-1-b is over"),
        "{none:?}"
    );
}

/// The verdict of the program in `docs/dice.md` on a file; `None` where there is no Python.
async fn page_says(text: &str) -> Option<(bool, String)> {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/dice.md");
    let page = std::fs::read_to_string(page).unwrap();
    let (_, rest) = page
        .split_once("```python\n")
        .expect("the page has a program");
    let folder = TempDir::new().unwrap();
    let (program, file) = (
        folder.path().join("check.py"),
        folder.path().join("match.jsonl"),
    );
    std::fs::write(&program, rest.split("```").next().unwrap()).unwrap();
    std::fs::write(&file, text).unwrap();
    let output = tokio::process::Command::new("python3")
        .arg(program)
        .arg(file)
        .output()
        .await
        .ok()?;
    let told = [output.stdout, output.stderr].concat();
    Some((output.status.success(), String::from_utf8(told).unwrap()))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_program_of_the_page_finds_what_was_forged() {
    let text = played(GameKind::DiceOfDoom, GAMES[0].1, true).await;
    let honest = Forgery::of(&text);
    let Some((fine, told)) = page_says(&text).await else {
        println!("skipped: there is no python3 here");
        return;
    };
    let rolls = honest.with("{\"rolled\"").len();
    assert!(fine && told.contains(&format!("{rolls} rolls")), "{told}");
    let battles = honest.with("{\"battle\"");
    let event = |at: usize| {
        honest
            .line(at)
            .split_once("\"event\"")
            .unwrap()
            .1
            .to_owned()
    };
    let other = battles
        .iter()
        .find(|it| event(**it) != event(battles[0]))
        .expect("battles differ");
    let lines = text.lines().count();
    for (what, forged, expect) in [
        (
            "a roll",
            honest.clone().swap(battles[0], *other).repaired(),
            "is another",
        ),
        (
            "a roll, hashes left",
            honest.clone().swap(battles[0], *other).text(),
            "does not follow",
        ),
        (
            "a roll is gone",
            honest.clone().remove(battles[0]).repaired(),
            "is another",
        ),
        (
            "the secret",
            other_digits(&honest, "\"secret\":\"").repaired(),
            "the secret does not fit",
        ),
        (
            "the share",
            other_digits(&honest, "\"share\":\"").repaired(),
            "the share does not fit",
        ),
        (
            "the end",
            honest.clone().cut(lines - 1).repaired(),
            "the end is missing",
        ),
    ] {
        let (fine, told) = page_says(&forged).await.unwrap();
        assert!(!fine && told.contains(expect), "{what}: {told}");
    }
}
