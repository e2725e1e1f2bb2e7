//! The command line as scripts see it: exit codes, what is printed on which output, documents that parse.

use dicehall_tests::programs::{self, Finished};
use serde_json::Value;

/// Runs a command line as it would be typed; words are separated by spaces.
async fn run(line: &str, input: &str) -> Finished {
    let mut words = line.split_whitespace();
    programs::run(words.next().unwrap(), words, input).await
}

/// Checks that the command ends with this exit code and this message on stderr, and prints data only if it succeeds.
async fn check_fails(line: &str, code: i32, told: &str) {
    let finished = run(line, "").await;
    assert_eq!(finished.code, Some(code), "{line}: {finished:?}");
    assert!(
        finished.stderr.contains(told),
        "{line}: {told:?} is not in {:?}",
        finished.stderr
    );
    assert!(
        finished.stdout.is_empty(),
        "{line}: messages belong on stderr: {:?}",
        finished.stdout
    );
    assert!(
        !finished.stderr.contains("panicked"),
        "{line}: {}",
        finished.stderr
    );
}

/// Checks that the command succeeds and prints something; returns that.
async fn check_prints(line: &str, input: &str) -> String {
    let finished = run(line, input).await;
    assert_eq!(finished.code, Some(0), "{line}: {finished:?}");
    assert!(!finished.stdout.is_empty(), "{line} prints nothing");
    assert!(finished.stderr.is_empty(), "{line}: {}", finished.stderr);
    finished.stdout
}

/// Checks that the command prints exactly one JSON document; returns it.
async fn check_json(line: &str) -> Value {
    let printed = check_prints(line, "").await;
    serde_json::from_str(&printed).unwrap_or_else(|error| panic!("{line}: {error}: {printed}"))
}

#[tokio::test]
async fn wrong_usage_says_what_there_is_and_ends_with_2() {
    for (line, told) in [
        ("dicehall", "terminal"),
        ("dicehall play", "terminal"),
        ("dicehall fly", "fly"),
        ("dicehall --fly", "--fly"),
        ("dicehall arena", "--game"),
        (
            "dicehall arena --game chess --bots easy,hard --matches 1",
            "dice-of-doom",
        ),
        (
            "dicehall arena --game dice-of-doom --bots easy --matches 1",
            "2 to 4",
        ),
        (
            "dicehall arena --game dice-of-doom --bots easy,pony --matches 1",
            "paranoid",
        ),
        (
            "dicehall arena --game dice-of-doom --bots easy,paranoid:99 --matches 1",
            "1 to 6",
        ),
        (
            "dicehall arena --game dice-of-doom --bots easy,hard --matches 0",
            "0",
        ),
        (
            "dicehall arena --game dice-of-doom --bots easy,hard --matches 1 --rules size=99",
            "2 to 8",
        ),
        (
            "dicehall arena --game dice-of-doom --bots easy,hard --matches 1 --rules sise=5",
            "preset",
        ),
        ("dicehall analyse --bot pony", "paranoid"),
        ("dicehall perft --game dice-of-doom", "--depth"),
        ("dicehall perft --game dice-of-doom --depth -1", "-1"),
        (
            "dicehall perft --game dice-of-doom --depth 1 --position {}",
            "",
        ),
        ("dicehall map no/such/file.json", "heartland"),
        ("dicehall map -1", "-1"),
        ("dicehall play --seats me,pony", "pony"),
        ("dicehall play --seats me,me", "one seat"),
        ("dicehall play --game chess", "dice-of-doom"),
        ("dicehall play --rules combat=swords", "certain"),
        ("dicehall bot", "--join"),
        (
            "dicehall bot --join 127.0.0.1:1 --lobby ABCDE --bot pony",
            "paranoid",
        ),
        (
            "dicehall bot --join 127.0.0.1:1 --lobby 0 --bot random",
            "0",
        ),
        ("dicehall completions pony", "bash"),
        ("dicehall-server --fly", "--fly"),
        ("dicehall-server --listen nowhere", "nowhere"),
        (
            "dicehall-server --config /no/such/file.toml",
            "/no/such/file.toml",
        ),
    ] {
        check_fails(line, 2, told).await;
    }
}

#[tokio::test]
async fn what_fails_at_run_time_ends_with_1() {
    check_fails(
        "dicehall bot --join 127.0.0.1:1 --lobby ABCDE --bot random",
        1,
        "127.0.0.1:1",
    )
    .await;
}

#[tokio::test]
async fn every_command_explains_itself() {
    let help = check_prints("dicehall --help", "").await;
    let (_, commands) = help
        .split_once("Commands:")
        .expect("the help lists commands");
    let names = commands
        .lines()
        .skip(1)
        .take_while(|it| it.starts_with("  "));
    let names: Vec<&str> = names
        .filter_map(|it| it.split_whitespace().next())
        .collect();
    for name in [
        "play", "host", "join", "watch", "lan", "bot", "arena", "analyse", "perft", "bots",
        "bench", "replay", "verify",
    ] {
        assert!(
            names.contains(&name),
            "{name} is not in the help: {names:?}"
        );
    }
    for name in names {
        let explained = check_prints(&format!("dicehall {name} --help"), "").await;
        assert!(
            explained.contains("Usage:") && explained.contains("Examples:"),
            "{name}: {explained}"
        );
    }
    assert!(
        check_prints("dicehall --version", "")
            .await
            .starts_with("dicehall ")
    );
    assert!(
        check_prints("dicehall-server --help", "")
            .await
            .contains("--listen")
    );
    assert!(
        check_prints("dicehall-server --version", "")
            .await
            .starts_with("dicehall-server ")
    );
    for shell in ["bash", "zsh", "fish"] {
        assert!(
            check_prints(&format!("dicehall completions {shell}"), "")
                .await
                .contains("arena")
        );
    }
    assert!(check_prints("dicehall man", "").await.contains(".TH"));
    assert!(
        check_prints("dicehall config path", "")
            .await
            .contains("dicehall")
    );
    assert!(
        check_prints("dicehall doctor", "")
            .await
            .contains("protocol")
    );
}

#[tokio::test]
async fn documents_parse_and_say_what_the_text_says() {
    let line = "dicehall perft --game dice-of-doom --depth 2";
    let count = check_json(&format!("{line} --json")).await["count"]
        .as_u64()
        .unwrap();
    assert_eq!(check_prints(line, "").await.trim(), count.to_string());
    assert!(count > 10);
    let bots = check_json("dicehall bots --json").await.to_string();
    let table = check_prints("dicehall bots", "").await;
    for name in ["random", "paranoid"] {
        assert!(bots.contains(name) && table.contains(name), "{name}");
    }
}

#[tokio::test]
async fn an_arena_with_the_same_seed_ends_the_same() {
    let line = "dicehall arena --game dice-of-doom --bots hard,normal,easy --matches 9 --rules size=3,rounds=8 --json";
    let timeless = |mut report: Value| {
        assert!(
            report["seconds"].as_f64().is_some_and(|it| it >= 0.0),
            "{report}"
        );
        report.as_object_mut().unwrap().remove("seconds");
        for bot in report["bots"].as_array_mut().unwrap() {
            let bot = bot.as_object_mut().unwrap();
            bot.retain(|name, _| !name.starts_with("ms_per_action") && name != "nodes_per_second");
        }
        report
    };
    let first = timeless(check_json(&format!("{line} --seed 7 --jobs 1")).await);
    let second = timeless(check_json(&format!("{line} --seed 7 --jobs 2")).await);
    assert_eq!(first, second);
    let other = timeless(check_json(&format!("{line} --seed 8")).await);
    assert_ne!(first["bots"], other["bots"], "the seed changes nothing");
    let bots = first["bots"].as_array().unwrap();
    let wins: f64 = bots.iter().map(|it| it["wins"].as_f64().unwrap()).sum();
    assert!(
        (wins + first["unfinished"].as_f64().unwrap() - 9.0).abs() < 1e-9,
        "shares add up: {first}"
    );
    assert_eq!(
        bots.iter()
            .map(|it| it["name"].as_str().unwrap())
            .collect::<Vec<_>>(),
        ["hard", "normal", "easy"]
    );
}

#[tokio::test]
async fn analyse_answers_every_line_in_its_place() {
    let position = |board: &str, size: u8| {
        format!(
            r#"{{"game":"dice-of-doom","rules":"book","size":{size},"players":2,"max_dice":5,"to_move":0,"start":true,"board":"{board}"}}"#
        )
    };
    let bad = [
        "not json".to_owned(),
        "[]".to_owned(),
        position("a3b1b2", 2),
        position("a3b1b2e5", 2),
        position("a3b1b2a9", 2),
        position("a3b1b2a5", 2).replace("dice-of-doom", "chess"),
        position("a3b1b2a5", 2).replace("\"size\"", "\"sise\""),
        position("a3b1b2a5", 2).replace("\"to_move\":0", "\"to_move\":2"),
    ];
    let good = position("a3b1b2a5", 2);
    let lines: Vec<&str> = bad
        .iter()
        .flat_map(|it| [it.as_str(), good.as_str()])
        .collect();
    let input = format!("{good}\n\n{}\n", lines.join("\n"));
    let printed = check_prints("dicehall analyse --bot paranoid:2", &input).await;
    let answers: Vec<Value> = printed
        .lines()
        .map(|it| serde_json::from_str(it).unwrap())
        .collect();
    assert_eq!(answers.len(), 1 + 2 * bad.len(), "{printed}");
    for (n, answer) in answers.iter().enumerate() {
        if n % 2 == 0 {
            assert_eq!(
                answer, &answers[0],
                "the answer depends on the lines before"
            );
            let count = answer["actions"].as_array().unwrap().len();
            assert!(
                count > 0 && answer["odds"].as_array().unwrap().len() == count,
                "{answer}"
            );
            assert!(
                answer["best"]
                    .as_u64()
                    .is_some_and(|it| usize::try_from(it).unwrap() < count),
                "{answer}"
            );
        } else {
            let error = &answer["error"];
            assert!(
                error["code"].is_string() && error["message"].is_string(),
                "{}: {answer}",
                bad[n / 2]
            );
        }
    }
}

#[tokio::test]
async fn a_map_goes_out_to_a_file_and_comes_back_as_rules() {
    let map = check_json("dicehall map 4711 --json").await;
    let territories = map["neighbors"].as_array().unwrap().len();
    let drawn = check_prints("dicehall map 4711", "").await;
    assert!(
        drawn.ends_with(&format!("4711: {territories} territories\n")),
        "{drawn}"
    );
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("mine.json");
    std::fs::write(&path, map.to_string().replace("\"4711\"", "\"mine\"")).unwrap();
    let path = path.to_str().unwrap();
    assert_eq!(
        check_prints(&format!("dicehall map {path}"), "").await,
        drawn.replace("4711:", "mine:")
    );
    let arena =
        "dicehall arena --game dice-wars --bots easy,easy --matches 2 --json --rules rounds=3,map=";
    let (same, number) = (
        check_json(&format!("{arena}{path}")).await,
        check_json(&format!("{arena}4711")).await,
    );
    assert_eq!(
        same["bots"][0]["actions"], number["bots"][0]["actions"],
        "another map"
    );
    std::fs::write(path, "{}").unwrap();
    check_fails(&format!("{arena}{path}"), 1, path).await;
    let names = check_json("dicehall map --json").await;
    assert!(
        names["maps"]
            .as_array()
            .unwrap()
            .iter()
            .any(|it| it == "atoll")
    );
}
