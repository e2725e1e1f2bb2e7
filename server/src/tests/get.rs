//! The program from the host: the list, the file and its parts, and the limits.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;

use sha2::{Digest, Sha256};

use super::page::{Answer, HERE, get};
use super::*;

/// A program of half a megabyte whose bytes all differ from their neighbors.
fn bytes() -> Vec<u8> {
    (0..500_000_u32)
        .map(|it| it.wrapping_mul(2_654_435_761).to_be_bytes()[0])
        .collect()
}

/// A server that gives out the program in this file.
async fn giving(path: &Path) -> Running {
    std::fs::write(path, bytes()).unwrap();
    let program = Some(Arc::new(Program::new(path.to_owned())));
    start(Options {
        program,
        ..Options::default()
    })
    .await
}

fn path() -> String {
    format!("/get/{}", Program::name())
}

/// The hash by the tool that people have, or by the library where there is none.
fn sha256() -> String {
    let spawned = Command::new("sha256sum")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let Ok(mut tool) = spawned else {
        return base16ct::lower::encode_string(&Sha256::digest(bytes()));
    };
    tool.stdin.take().unwrap().write_all(&bytes()).unwrap();
    let printed = tool.wait_with_output().unwrap().stdout;
    String::from_utf8(printed).unwrap()[..64].to_owned()
}

async fn part(server: &Running, range: &str) -> Answer {
    get(server, &path(), &format!("{HERE}{range}")).await
}

#[tokio::test]
async fn a_guest_finds_the_program_its_hash_and_what_to_type() {
    let folder = tempfile::tempdir().unwrap();
    let server = giving(&folder.path().join("dicehall")).await;
    let list = get(&server, "/get", HERE).await.text();
    let name = Program::name();
    for line in [
        format!("{name}  500000 bytes"),
        format!("SHA-256 {}", sha256()),
        format!("curl -O http://127.0.0.1:4600/get/{name}"),
        format!("./{name} join 127.0.0.1:4600"),
    ] {
        assert!(list.contains(&line), "{line}\n{list}");
    }
    let whole = part(&server, "").await;
    assert_eq!((whole.status, whole.body), (200, bytes()));
    let tag = format!("If-None-Match: \"{}\"\r\n", sha256());
    assert_eq!(part(&server, &tag).await.status, 304);
    assert_eq!(get(&server, "/get/other", HERE).await.status, 404);
    server.stop().await;
}

#[tokio::test]
async fn a_download_that_broke_off_goes_on_where_it_ended() {
    let folder = tempfile::tempdir().unwrap();
    let server = giving(&folder.path().join("dicehall")).await;
    let rest = part(&server, "Range: bytes=123456-\r\n").await;
    assert_eq!((rest.status, &rest.body[..]), (206, &bytes()[123_456..]));
    let told = rest.header("content-range");
    assert_eq!(told, "bytes 123456-499999/500000");
    let last = part(&server, "Range: bytes=-1\r\n").await;
    assert_eq!((last.status, &last.body[..]), (206, &bytes()[499_999..]));
    let beyond = part(&server, "Range: bytes=500000-\r\n").await;
    let told = beyond.header("content-range");
    assert_eq!((beyond.status, told), (416, "bytes */500000"));
    let other = part(&server, "Range: bytes=5-\r\nIf-Range: \"x\"\r\n").await;
    assert_eq!((other.status, other.body.len()), (200, 500_000));
    server.stop().await;
}

#[tokio::test]
async fn nothing_is_given_out_but_the_program_whose_hash_was_told() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("dicehall");
    let server = giving(&file).await;
    assert_eq!(get(&server, "/get", HERE).await.status, 200);
    std::fs::write(&file, "another").unwrap();
    assert_eq!(part(&server, "").await.status, 404);
    server.stop().await;
    let none = start(Options::default()).await;
    assert_eq!(get(&none, &path(), HERE).await.status, 404);
    none.stop().await;
}

#[tokio::test]
async fn people_without_a_browser_are_told_only_of_the_ways_that_there_are() {
    let server = start(Options::default()).await;
    let ways = get(&server, "/get", HERE).await.text();
    assert!(ways.contains("  dicehall join 127.0.0.1:4600\n"), "{ways}");
    assert!(!ways.contains("ssh") && !ways.contains("curl"), "{ways}");
    server.stop().await;
    let door = DoorBeside::default();
    let server = start(Options {
        door: door.clone(),
        ..Options::default()
    })
    .await;
    for port in [4622, 22] {
        // It opens after the server, and no other takes its place.
        door.opened(SshDoor {
            port,
            fingerprint: "SHA256:abc".to_owned(),
        });
    }
    for (host, name) in [
        ("attic.example:4600", "attic.example"),
        ("192.0.2.7", "192.0.2.7"),
        ("[2001:db8::7]:4600", "2001:db8::7"),
    ] {
        let asked = format!("Host: {host}\r\n");
        let ways = get(&server, "/get", &asked).await.text();
        let command = format!("\n  ssh -p 4622 NAME@{name}\n");
        assert!(
            ways.contains(&command) && ways.contains("SHA256:abc"),
            "{ways}"
        );
    }
    server.stop().await;
}
