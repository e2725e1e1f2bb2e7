//! The files of matches for browsers: who is given which, and what no name leads to.

use std::fs;
use std::path::Path;

use dicehall_protocol::match_file::{Written, segment};
use tokio::net::TcpSocket;

use super::page::{HERE, between, get};
use super::*;

const NAME: &str = "20261123T051500-m-1";
const FILE: &str = "{\"dicehall_match\":1}\n{\"outcome\":{\"winners\":[0]}}\n";
/// The size of a file that no kernel takes in whole for somebody who does not read, and the most that is given out.
const LARGE: u64 = 4 * 1024 * 1024;

/// A data folder with one file of a match.
fn data() -> tempfile::TempDir {
    let data = tempfile::tempdir().unwrap();
    let matches = data.path().join("matches");
    fs::create_dir(&matches).unwrap();
    fs::write(matches.join(format!("{NAME}.jsonl")), FILE).unwrap();
    data
}

fn public(data: &Path) -> Options {
    Options {
        data: Some(data.to_owned()),
        // The folder has matches and no journal.
        new_journal: true,
        page: Page::PlayAndMatches,
        ..Options::default()
    }
}

#[tokio::test]
async fn whoever_knows_a_match_s_name_sees_it() {
    let data = data();
    let server = start(public(data.path())).await;
    let file = get(&server, &format!("/replay/{NAME}.json"), HERE).await;
    assert_eq!((file.status, file.text().as_str()), (200, FILE));
    assert_eq!(
        file.header("content-type"),
        "application/x-ndjson; charset=utf-8"
    );
    assert_eq!(file.header("content-length"), FILE.len().to_string());
    assert_eq!(file.header("x-content-type-options"), "nosniff");
    assert_eq!(file.header("cross-origin-resource-policy"), "same-origin");
    assert_eq!(file.header("access-control-allow-origin"), "");
    let again = format!("{HERE}If-None-Match: {}\r\n", file.header("etag"));
    let again = get(&server, &format!("/replay/{NAME}.json"), &again).await;
    assert_eq!((again.status, again.body.len()), (304, 0));
    let page = get(&server, &format!("/replay/{NAME}"), HERE).await;
    assert_eq!(page.status, 200);
    assert!(
        page.header("content-security-policy")
            .starts_with("default-src 'none'")
    );
    let files = between(&page.text(), "=\"../page/", "\"");
    assert!(files.len() >= 3, "{files:?}");
    for it in files {
        assert_eq!(
            get(&server, &format!("/page/{it}"), HERE).await.status,
            200,
            "{it}"
        );
    }
    assert!(!page.text().contains("=\"page/"));
    server.stop().await;
}

#[tokio::test]
async fn a_match_of_a_segment_is_shown_like_one_with_a_file_of_its_own() {
    let data = data();
    let segment = data.path().join("matches/20261123.matches");
    let name = |number: usize| format!("20261123T05150{number}-m-{number}");
    let entry = |number: usize| {
        let text = format!("{FILE}{number}\n");
        let fingerprint = "0".repeat(64);
        segment::entry(
            &format!("{}.jsonl", name(number)),
            &Written { text, fingerprint },
        )
    };
    let texts = |numbers: &[usize]| numbers.iter().map(|it| entry(*it)).collect::<String>();
    let server = start(public(data.path())).await;
    let check = async |numbers: &[usize]| {
        for number in 2..6 {
            let path = format!("/replay/{}.json", name(number));
            let answer = get(&server, &path, HERE).await;
            let expect = format!("{FILE}{number}\n");
            if numbers.contains(&number) {
                assert_eq!((answer.status, answer.text()), (200, expect), "{number}");
                assert_eq!(
                    answer.header("content-length"),
                    answer.body.len().to_string()
                );
            } else {
                assert_eq!(answer.status, 404, "{number}");
            }
        }
    };
    check(&[]).await;
    fs::write(&segment, texts(&[2, 3])).unwrap();
    check(&[2, 3]).await;
    // Another match is being written.
    fs::write(&segment, texts(&[2, 3]) + &entry(4)[..80]).unwrap();
    check(&[2, 3]).await;
    fs::write(&segment, texts(&[2, 3, 4])).unwrap();
    check(&[2, 3, 4]).await;
    // The oldest was removed.
    fs::write(&segment, texts(&[3, 4, 5])).unwrap();
    check(&[3, 4, 5]).await;
    let alone = get(&server, &format!("/replay/{NAME}.json"), HERE).await;
    assert_eq!(alone.text(), FILE);
    // A link would lead out of the folder.
    let aside = data.path().join("aside");
    fs::rename(&segment, &aside).unwrap();
    std::os::unix::fs::symlink(&aside, &segment).unwrap();
    check(&[]).await;
    server.stop().await;
}

#[tokio::test]
async fn no_name_leads_to_anything_but_the_file_of_a_match() {
    let data = data();
    let matches = data.path().join("matches");
    let named = |id: &str| matches.join(format!("20261123T051500-{id}.jsonl"));
    fs::write(data.path().join("secret.jsonl"), FILE).unwrap();
    fs::write(matches.join("other.jsonl"), FILE).unwrap();
    fs::create_dir(named("folder")).unwrap();
    std::os::unix::fs::symlink(data.path().join("secret.jsonl"), named("link")).unwrap();
    fs::write(named("empty"), "").unwrap();
    let large = fs::File::create(named("large")).unwrap();
    large.set_len(LARGE + 1).unwrap();
    let server = start(public(data.path())).await;
    for name in [
        "20261123T051500-folder.json",
        "20261123T051500-link.json",
        "20261123T051500-empty.json",
        "20261123T051500-large.json",
        "20261123T051500-missing.json",
        "20261123T051500-m-1.jsonl",
        "20261123T051500-m-1.jsonl.json",
        "20261123T051500-m-1/.json",
        "other.json",
        "other",
        "../secret.json",
        "..%2fsecret.json",
        "%2e%2e%2fsecret.json",
        "..%5csecret.json",
        "20261123T051500-..%2f..%2fsecret.json",
        "20261123T051500-m-1%00.json",
        "20261123T051500-m-1%2ejsonl",
        "%ff.json",
        ".json",
        "",
        "//etc/passwd",
        "%2fetc%2fpasswd.json",
    ] {
        let answer = get(&server, &format!("/replay/{name}"), HERE).await;
        assert!(
            matches!(answer.status, 400 | 404),
            "{name}: {}",
            answer.status
        );
        assert!(!answer.text().contains("dicehall_match"), "{name}");
    }
    let long = "1".repeat(8_000);
    let answer = get(&server, &format!("/replay/{long}.json"), HERE).await;
    assert_eq!(answer.status, 404);
    server.stop().await;
}

#[tokio::test]
async fn nothing_is_public_unless_the_operator_wants_it() {
    let data = data();
    let closed = Options {
        page: Page::Play,
        ..public(data.path())
    };
    let server = start(closed).await;
    for path in ["", ".json"] {
        let answer = get(&server, &format!("/replay/{NAME}{path}"), HERE).await;
        assert_eq!(answer.status, 404, "{path}");
    }
    server.stop().await;
    let server = start(public(data.path())).await;
    for path in ["", ".json"] {
        let path = format!("/replay/{NAME}{path}");
        let answer = get(&server, &path, "Host: evil.example\r\n").await;
        assert_eq!(answer.status, 421, "{path}");
    }
    server.stop().await;
}

/// Somebody who asks for a file and reads nothing of it, through a window so small that it stays with the server.
async fn idle_reader(server: &Running, path: &str) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4 * 1024).unwrap();
    let mut stream = socket.connect(server.address).await.unwrap();
    let request = format!("GET {path} HTTP/1.1\r\n{HERE}\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut first = [0; 12];
    stream.read_exact(&mut first).await.unwrap();
    assert_eq!(&first, b"HTTP/1.1 200");
    stream
}

#[tokio::test]
async fn who_reads_nothing_takes_a_place_until_the_time_for_requests_is_over() {
    let data = data();
    let path = data.path().join(format!("matches/{NAME}.jsonl"));
    fs::File::create(path).unwrap().set_len(LARGE).unwrap();
    let server = start(Options {
        timeouts: Timeouts {
            handshake: Duration::from_secs(3),
            ..Timeouts::default()
        },
        ..public(data.path())
    })
    .await;
    let path = format!("/replay/{NAME}.json");
    let mut idle = Vec::new();
    for _ in 0..32 {
        idle.push(idle_reader(&server, &path).await);
    }
    let full = get(&server, &path, HERE).await;
    assert_eq!((full.status, full.header("retry-after")), (503, "1"));
    assert_eq!(
        get(&server, "/", HERE).await.status,
        200,
        "the page goes on"
    );
    // The server ends those connections by itself, though nobody reads or closes; then there is room again.
    let room = async { while get(&server, &path, HERE).await.status != 200 {} };
    timeout(TEST_TIMEOUT, room).await.expect("there is room");
    drop(idle);
    server.stop().await;
}
