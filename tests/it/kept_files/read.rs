//! Files that people give to commands: what they are, their first bytes say; a command never writes over what it reads,
//! nor over anything else unless it is told to.

use std::fs;
use std::os::unix::fs::symlink;

use dicehall_tests::bounded;
use dicehall_tests::programs;
use tempfile::TempDir;

use super::disk::{Person, contents};

/// Runs a command in a folder; returns its exit code, and all that it has printed.
async fn run(folder: &TempDir, arguments: &[&str]) -> (Option<i32>, String) {
    let mut command = programs::command("dicehall", folder);
    command.args(arguments).current_dir(folder.path());
    let output = bounded("the command", command.output()).await.unwrap();
    let text = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(text).unwrap())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_picture_or_recording_replaces_nothing_unless_told_and_never_its_match() {
    let played = Person::played().await;
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("one.jsonl"), &played).unwrap();
    fs::write(at("old.svg"), "mine").unwrap();
    fs::create_dir(at("below")).unwrap();
    symlink("one.jsonl", at("link")).unwrap();
    fs::hard_link(at("one.jsonl"), at("hard")).unwrap();
    for out in [
        "one.jsonl",
        "./one.jsonl",
        "below/../one.jsonl",
        "link",
        "hard",
    ] {
        for how in ["--cast", "--svg"] {
            for more in [&[][..], &["--force"]] {
                let line = [&["replay", "one.jsonl", how, out], more].concat();
                let (code, told) = run(&folder, &line).await;
                assert_eq!(code, Some(2), "{line:?}: {told}");
                assert!(told.contains("that is the file that is read"), "{told}");
            }
        }
    }
    let (code, told) = run(&folder, &["replay", "one.jsonl", "--svg", "old.svg"]).await;
    assert_eq!(code, Some(1));
    assert!(
        told.contains("it exists already; --force writes over it"),
        "{told}"
    );
    assert_eq!(fs::read_to_string(at("old.svg")).unwrap(), "mine");
    let line = ["replay", "one.jsonl", "--svg", "old.svg", "--force"];
    assert_eq!(run(&folder, &line).await.0, Some(0));
    assert!(
        fs::read_to_string(at("old.svg"))
            .unwrap()
            .starts_with("<svg")
    );
    let line = ["replay", "one.jsonl", "--cast", "/dev/stdout"];
    let (code, told) = run(&folder, &line).await;
    assert_eq!(code, Some(0), "{told}");
    assert!(told.starts_with('{'), "a recording in a pipe: {told:.80}");
    assert_eq!(fs::read_to_string(at("one.jsonl")).unwrap(), played);
    let names: Vec<String> = contents(folder.path()).into_keys().collect();
    assert_eq!(names, ["hard", "link", "old.svg", "one.jsonl"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_is_known_by_its_first_bytes_and_anything_else_by_its_name() {
    let played = Person::played().await;
    let folder = TempDir::new().unwrap();
    let utf16: Vec<u8> = played.encode_utf16().flat_map(u16::to_le_bytes).collect();
    for (name, content, expect) in [
        ("attachment.txt", played.clone().into_bytes(), None),
        ("20260101.matches", played.clone().into_bytes(), None),
        ("marked", format!("\u{feff}{played}").into_bytes(), None),
        (
            "windows.jsonl",
            played.replace('\n', "\r\n").into_bytes(),
            Some("it has Windows line ends"),
        ),
        ("utf16.jsonl", utf16, Some("it is a text in UTF-16")),
        (
            "photo.jsonl",
            b"\x89PNG\r\n\x1a\n\xff".to_vec(),
            Some("it is a picture (PNG)"),
        ),
    ] {
        fs::write(folder.path().join(name), content).unwrap();
        for command in ["verify", "replay"] {
            let (code, told) = run(&folder, &[command, name]).await;
            match expect {
                None => assert_eq!(code, Some(0), "{command} {name}: {told}"),
                Some(words) => {
                    assert_eq!(code, Some(1), "{command} {name}: {told}");
                    assert_eq!(told.matches(words).count(), 1, "{command} {name}: {told}");
                }
            }
        }
    }
    fs::write(folder.path().join("map.json"), "<svg xmlns=\"\"/>").unwrap();
    let (code, told) = run(&folder, &["map", "map.json"]).await;
    assert_eq!(code, Some(1));
    assert!(told.contains("it is a picture (SVG), and no map"), "{told}");
}
