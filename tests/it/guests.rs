//! Guests, with the real program in its line mode: nothing of whoever lets them in is read, told, changed or started.
//!
//! The folder in which the program runs is full of planted things: a configuration, choices, seats, a record, a map and
//! a match, each with the same word, and programs that leave a trace when they are started.

use std::collections::BTreeMap;
use std::path::Path;

use dicehall_tests::line_client::{ENGLISH, LineClient};
use dicehall_tests::programs;
use dicehall_tests::server::{TestServer, quick_options};
use dicehall_tests::skipped;
use tempfile::TempDir;
use tokio::process::Command;

/// The word that stands in everything that was planted.
const CANARY: &str = "CANARY";

/// The variables of the environment that could lead out of the program, but for the folders.
const VARIABLES: [(&str, &str); 7] = [
    ("DICEHALL_LOG", "trace"),
    ("DICEHALL_NO_SOLVE", "1"),
    ("DICEHALL_PICTURES", "pictures"),
    ("EDITOR", "./trap"),
    ("VISUAL", "./trap"),
    ("BROWSER", "./trap"),
    ("PAGER", "./trap"),
];

/// The typed commands that would lead to files, programs or other servers.
const TYPED: [&str; 12] = [
    "map map.json",
    "map save kept.json",
    "map save",
    "rules map=map.json",
    "replay match.jsonl",
    "record match.jsonl",
    "record",
    "host",
    "lan",
    "join 127.0.0.1:9",
    "config edit",
    "export match.jsonl",
];

/// A person's folder with something in every place from which the program reads.
fn planted(address: &str) -> TempDir {
    let home = TempDir::new().unwrap();
    let map = format!(r#"{{"name":"{CANARY}","neighbors":[[1],[0]],"rows":["AAABBB","AAABBB"]}}"#);
    let seat = format!(
        r#"{{"address":"{address}","name":"{CANARY}","lobby":"ATTJC","token":"{CANARY}"}}"#
    );
    let choices =
        format!("name = \"{CANARY}\"\ngame = \"animal-shogi\"\nservers = [\"{CANARY}:4600\"]\n");
    let config =
        format!("name = \"{CANARY}\"\nlang = \"ja\"\n{CANARY} = 1\n[keys]\nhelp = \"{CANARY}\"\n");
    for (path, text) in [
        ("map.json", map.as_str()),
        ("match.jsonl", CANARY),
        ("config/dicehall/config.toml", &config),
        ("config/dicehall/known_servers", CANARY),
        ("state/dicehall/choices.toml", &choices),
        ("state/dicehall/seats/1-0.json", &seat),
        ("data/dicehall/record.db", CANARY),
        ("data/dicehall/play/matches/match.jsonl", CANARY),
        ("home/Pictures/card.svg", CANARY),
        ("trap", "#!/bin/sh\ntouch started\n"),
    ] {
        let path = home.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let trap = home.path().join("trap");
        std::fs::set_permissions(trap, PermissionsExt::from_mode(0o755)).unwrap();
    }
    home
}

/// Everything in a folder: the contents and the times of change of files, the times of change of folders.
fn tree(folder: &Path) -> BTreeMap<String, (Vec<u8>, String)> {
    let mut found = BTreeMap::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(path) = open.pop() {
        let about = std::fs::symlink_metadata(&path).unwrap();
        let mut bytes = Vec::new();
        if about.is_dir() {
            let inside = std::fs::read_dir(&path).unwrap();
            open.extend(inside.map(|it| it.unwrap().path()));
        } else {
            bytes = std::fs::read(&path).unwrap();
        }
        let changed = format!("{:?}", about.modified().unwrap());
        found.insert(path.display().to_string(), (bytes, changed));
    }
    found
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_of_the_machine_is_told_or_changed_in_a_guests_line_mode() {
    let server = TestServer::start(quick_options()).await;
    let home = planted(&server.address());
    let before = tree(home.path());
    let mut command = programs::command("dicehall", &home);
    command.current_dir(home.path()).envs(VARIABLES);
    let arguments = ["guest", "--join", &server.address(), "--plain"];
    let client = LineClient::of(ENGLISH, command, home, &arguments);
    let home = check_lines(client).await;
    check_same(&before, home.path());
}

/// The system itself is asked what the program opens, starts and dials.
#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn a_guests_program_opens_no_file_of_the_folder_and_dials_only_the_door() {
    let server = TestServer::start(quick_options()).await;
    let list = TempDir::new().unwrap();
    let list = list.path().join("calls");
    let mut command = Command::new("strace");
    if std::process::Command::new("strace")
        .arg("-V")
        .output()
        .is_err()
    {
        return skipped("there is no strace");
    }
    let home = planted(&server.address());
    let calls = "trace=open,openat,creat,mkdir,rename,unlink,stat,statx,newfstatat,access,execve,connect,bind";
    command
        .env_clear()
        .envs(programs::environment(&home))
        .envs(VARIABLES);
    command.current_dir(home.path()).kill_on_drop(true);
    command.args(["-f", "-e", calls, "-o"]).arg(&list);
    command.arg(programs::program("dicehall"));
    let folder = home.path().display().to_string();
    let arguments = ["guest", "--join", &server.address(), "--plain"];
    let client = LineClient::of(ENGLISH, command, home, &arguments);
    drop(check_lines(client).await);
    let calls = std::fs::read_to_string(&list).unwrap();
    let (_, port) = server
        .address()
        .rsplit_once(':')
        .map(|(host, port)| (host.to_owned(), port.to_owned()))
        .unwrap();
    let lines = || calls.lines();
    assert_eq!(
        lines().filter(|it| it.contains("execve(")).count(),
        1,
        "{calls}"
    );
    let dialed: Vec<&str> = lines().filter(|it| it.contains("connect(")).collect();
    let is_door = |it: &&str| it.contains(&format!("htons({port})")) || it.contains("AF_UNIX");
    assert!(
        !dialed.is_empty() && dialed.iter().all(is_door),
        "{dialed:?}"
    );
    assert!(!calls.contains("bind("), "something listens: {calls}");
    let touched: Vec<&str> = lines()
        .filter(|it| !it.contains("execve("))
        .filter(|it| {
            it.contains(&folder)
                || ["map.json", "kept.json", "match.jsonl", "trap"]
                    .iter()
                    .any(|name| it.contains(name))
        })
        .collect();
    assert_eq!(touched, [""; 0]);
}

/// Types everything that could lead out, and checks what is told; returns the person's folder.
async fn check_lines(mut client: LineClient) -> TempDir {
    client.until("new").await;
    for line in [
        "1",
        "join 127.0.0.1:9",
        "watch 127.0.0.1:9",
        "play",
        "host",
        "lan",
        "record",
    ] {
        client.types(line).await;
    }
    client.types("new").await;
    client.until("table").await;
    for line in TYPED {
        client.types(line).await;
    }
    client.until("Guests cannot do that").await;
    client.types("help all").await;
    client.types("seats").await;
    client.until("Seat 1").await;
    let told = client.told.join("\n");
    assert!(!told.contains(CANARY), "{told}");
    let (code, errors, home) = client.ended_in().await;
    assert_eq!((code, errors.as_str()), (Some(0), ""));
    home
}

#[track_caller]
fn check_same(before: &BTreeMap<String, (Vec<u8>, String)>, folder: &Path) {
    let after = tree(folder);
    let names = |it: &BTreeMap<String, (Vec<u8>, String)>| it.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(before), names(&after));
    for (name, was) in before {
        assert!(after.get(name) == Some(was), "{name} was changed");
    }
}
