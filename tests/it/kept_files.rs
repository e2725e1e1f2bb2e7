//! Things that are kept for a person, where they cannot be kept: it is said where they are said to be kept, with the
//! reason first; the program goes on; and what was there before is still there.
//!
//! Each fault of a disk is tried with each kind of file, through the whole program in its line mode and its commands.

mod damaged;
mod disk;
mod read;

use std::path::Path;

use dicehall_tests::line_client::{ENGLISH, LineClient};
use dicehall_tests::programs::ServerProcess;
use dicehall_tests::server::{TestServer, quick_options};
use tempfile::TempDir;

use disk::{FAULTS, Fault, Person};

/// The arguments of the shortest match.
const MATCH: [&str; 8] = [
    "play",
    "--plain",
    "--game",
    "tic-tac-toe",
    "--seats",
    "me,easy",
    "--bot-pace",
    "0",
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_name_and_a_choice_that_cannot_be_kept_are_told_and_the_earlier_ones_stay() {
    for fault in FAULTS {
        let Some(person) = Person::with(fault) else {
            continue;
        };
        let mut client = person.line_client(&["--plain"]);
        client.types("game dice-wars").await;
        client
            .until(&format!(
                "Your choice is not kept for next time: {}",
                fault.why()
            ))
            .await;
        client.types("9").await;
        client.until("Your name").await;
        client.types("Bo").await;
        client
            .until(&format!(
                "Your name is not kept for next time: {}",
                fault.why()
            ))
            .await;
        client.types("quit").await;
        check_ended(client, fault).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_that_cannot_be_kept_is_played_and_both_its_losses_are_told() {
    for fault in FAULTS {
        let Some(person) = Person::with(fault) else {
            continue;
        };
        let mut client = person.line_client(&MATCH);
        client.play().await;
        let expected = [
            format!("Not counted in your record: {}", fault.why()),
            format!("The match is not kept: {}", fault.why()),
        ];
        let is_told = |told: &[String], it: &String| told.iter().any(|line| line.starts_with(it));
        while !expected.iter().all(|it| is_told(&client.told, it)) {
            client.next().await.expect("both are told");
        }
        client.types("quit").await;
        check_ended(client, fault).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_seat_that_cannot_be_kept_is_told() {
    let server = TestServer::start(quick_options()).await;
    let mut host = dicehall_tests::player::Player::connect(&server.address(), "Aki").await;
    for fault in FAULTS {
        let Some(person) = Person::with(fault) else {
            continue;
        };
        let lobby = host.create_with(disk::settings()).await.to_string();
        let address = server.address();
        let mut client = person.line_client(&["join", &address, "--lobby", &lobby, "--plain"]);
        client
            .until(&format!(
                "Your seat is not kept for a restart: {}",
                fault.why()
            ))
            .await;
        client.types("quit").await;
        check_ended(client, fault).await;
        host.must(dicehall_engine::lobby::Request::Leave).await;
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_cannot_be_kept_is_trusted_until_the_end_and_the_known_ones_stay() {
    let home = TempDir::new().unwrap();
    let server = ServerProcess::start(&home, "127.0.0.1:0", &["--tls-self-signed"]).await;
    let address = format!("wss://{}", server.address());
    for fault in FAULTS {
        let Some(person) = Person::with(fault) else {
            continue;
        };
        let mut client = person.line_client(&["join", &address, "--plain"]);
        client.until("Trust this server?").await;
        client.types("yes").await;
        client
            .until(&format!("Trusted only until you quit: {}", fault.why()))
            .await;
        client.types("quit").await;
        check_ended(client, fault).await;
    }
    server.kill().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn commands_that_cannot_write_say_why_and_end_with_1() {
    let played = Person::played().await;
    for fault in FAULTS {
        let Some(person) = Person::with(fault) else {
            continue;
        };
        let (one, new) = (person.put("one.jsonl", &played), person.path("new.svg"));
        let old = person.put("old.cast", "somebody's recording");
        std::fs::remove_file(person.path("config/dicehall/config.toml")).unwrap();
        let why = fault.why();
        for (arguments, told) in [
            (
                vec!["replay", &one, "--svg", &new],
                format!("not written: {why}"),
            ),
            (
                vec!["replay", &one, "--cast", &old, "--force"],
                format!("not written: {why}"),
            ),
            (vec!["config", "edit"], format!("not written: {why}")),
        ] {
            let (code, stderr) = person.run(&arguments).await;
            assert_eq!(code, Some(1), "{fault:?} {arguments:?}: {stderr}");
            assert!(stderr.contains(&told), "{fault:?} {arguments:?}: {stderr}");
        }
        let kept = std::fs::read_to_string(&old).unwrap();
        assert_eq!(kept, "somebody's recording", "{fault:?}");
        assert!(!Path::new(&new).exists(), "{fault:?}");
        let names = person.names();
        assert!(
            !names.iter().any(|it| it.contains(".dicehall-")),
            "{names:?}"
        );
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_map_that_cannot_be_kept_says_why() {
    for fault in FAULTS {
        let Some(person) = Person::with(fault) else {
            continue;
        };
        let mut client = person.line_client(&[
            "play",
            "--plain",
            "--game",
            "dice-wars",
            "--seats",
            "me,easy",
            "--bot-pace",
            "0",
        ]);
        client.until("Your turn: ").await;
        let path = client.home().join("map.json");
        let line = format!("map save {}", path.display());
        client.types(&line).await;
        client
            .until(&format!("The map is not kept: {}", fault.why()))
            .await;
        client.types("quit").await;
        client.types("yes").await;
        check_ended(client, fault).await;
    }
}

/// Waits for the end of a client, and checks that everything that its person had is still there.
async fn check_ended(client: LineClient, fault: Fault) {
    let told = client.told.clone();
    let (code, errors, home) = client.ended_in().await;
    assert_eq!(code, Some(0), "{fault:?}: {told:#?} {errors}");
    disk::check_kept(&home, fault);
}

/// A client without a fault, for the same person.
fn healthy(home: TempDir, arguments: &[&str]) -> LineClient {
    let command = dicehall_tests::programs::command("dicehall", &home);
    LineClient::of(ENGLISH, command, home, arguments)
}
