//! The page in the browser as it is served: its content, its protection, and its size.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;

use flate2::read::GzDecoder;
use tokio::io::{AsyncRead, AsyncWrite};

use super::*;

/// The most bytes that a browser has to load to play, compressed, as documented.
const PAGE_SIZE_MAX: usize = 100 * 1024;

/// The most bytes that a television has to load for the big screen, compressed, as documented.
const SCREEN_SIZE_MAX: usize = 90 * 1024;

/// The most requests of a browser that comes to play, as documented.
const REQUESTS_MAX: usize = 12;

/// An answer: its status, its headers and its body.
pub(super) struct Answer {
    pub(super) status: u16,
    pub(super) headers: BTreeMap<String, String>,
    pub(super) body: Vec<u8>,
}

impl Answer {
    pub(super) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", String::as_str)
    }

    pub(super) fn text(&self) -> String {
        if self.header("content-encoding") != "gzip" {
            return String::from_utf8(self.body.clone()).unwrap();
        }
        let mut text = String::new();
        let mut reader = GzDecoder::new(self.body.as_slice());
        reader.read_to_string(&mut text).unwrap();
        text
    }
}

pub(super) async fn get(server: &Running, path: &str, headers: &str) -> Answer {
    let request = format!("GET {path} HTTP/1.1\r\nConnection: close\r\n{headers}\r\n");
    answer(server.connect().await, &request).await
}

/// The answer to a request that asks to close the connection.
pub(super) async fn answer(
    mut stream: impl AsyncRead + AsyncWrite + Unpin,
    request: &str,
) -> Answer {
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut bytes = Vec::new();
    let read = timeout(TEST_TIMEOUT, stream.read_to_end(&mut bytes)).await;
    read.expect("the server closes").unwrap();
    let end = bytes.windows(4).position(|it| it == b"\r\n\r\n").unwrap();
    let head = String::from_utf8(bytes[..end].to_vec()).unwrap();
    let mut lines = head.lines();
    let status = lines.next().unwrap()[9..12].parse().unwrap();
    let pairs = lines.filter_map(|it| it.split_once(": "));
    Answer {
        status,
        headers: pairs
            .map(|(name, value)| (name.to_lowercase(), value.to_owned()))
            .collect(),
        body: bytes[end + 4..].to_vec(),
    }
}

/// All that the page may do: each word more is one that an attacker may use.
pub(super) const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

pub(super) const HERE: &str = "Host: 127.0.0.1:4600\r\n";
pub(super) const PACKED: &str = "Host: 127.0.0.1:4600\r\nAccept-Encoding: br, gzip\r\n";

/// The addresses in a text between these two words.
pub(super) fn between(text: &str, before: &str, after: &str) -> Vec<String> {
    let parts = text.split(before).skip(1);
    parts
        .filter_map(|it| Some(it.split_once(after)?.0.to_owned()))
        .collect()
}

/// All files that the page names, by their addresses, with the page itself.
async fn load(server: &Running) -> BTreeMap<String, Answer> {
    load_from(server, "/").await
}

/// All files that a page at the root names, by their addresses, with that page.
async fn load_from(server: &Running, address: &str) -> BTreeMap<String, Answer> {
    let index = get(server, address, PACKED).await;
    let text = index.text();
    let mut wanted = between(&text, "href=\"page/", "\"");
    wanted.extend(between(&text, "src=\"page/", "\""));
    let mut loaded = BTreeMap::from([(address.to_owned(), index)]);
    for path in wanted.iter().map(|it| format!("/page/{it}")) {
        let answer = get(server, &path, PACKED).await;
        assert_eq!(answer.status, 200, "{path}");
        loaded.insert(path, answer);
    }
    loaded
}

/// The address of the file that holds all modules.
fn bundle(loaded: &BTreeMap<String, Answer>) -> &str {
    let mut paths = loaded.keys();
    paths.find(|it| it.ends_with("/web/page.js")).unwrap()
}

#[tokio::test]
async fn the_big_screen_has_addresses_of_its_own_and_whoever_plays_loads_nothing_of_it() {
    let server = start(Options::default()).await;
    let mut loaded = load_from(&server, "/tv").await;
    let paths: Vec<String> = loaded.keys().cloned().collect();
    let modules = paths.iter().find(|it| it.ends_with("/web/tv.js")).unwrap();
    for name in ["lang/ja/page.ftl", "lang/ja/tv.ftl"] {
        let words = get(&server, &modules.replace("web/tv.js", name), PACKED).await;
        assert_eq!(words.status, 200, "{name}");
        loaded.insert(name.to_owned(), words);
    }
    let sizes: Vec<_> = loaded.iter().map(|it| (it.0, it.1.body.len())).collect();
    let size: usize = sizes.iter().map(|it| it.1).sum();
    assert!(size <= SCREEN_SIZE_MAX, "{size} bytes: {sizes:#?}");
    assert!(loaded.len() < REQUESTS_MAX, "{sizes:#?}");
    let played = load(&server).await;
    assert!(!played[bundle(&played)].text().contains("// web/tv/"));
    assert!(!played.keys().any(|it| it.contains("/tv")));

    let table = get(&server, "/K7WQ2/tv", HERE).await;
    assert_eq!(
        (table.status, table.header("content-security-policy")),
        (200, POLICY)
    );
    let named = between(&table.text(), "=\"../page/", "\"");
    assert!(
        named.iter().any(|it| format!("/page/{it}") == *modules),
        "{named:?}"
    );
    for path in [
        "/tv/K7WQ2",
        "/tv/",
        "/K7WQ0/tv",
        "/K7WQ2/tv/",
        "/K7WQ2/TV",
        "/page/tv",
    ] {
        assert_eq!(get(&server, path, HERE).await.status, 404, "{path}");
    }
    for path in ["/tv", "/K7WQ2/tv"] {
        let elsewhere = get(&server, path, "Host: evil.example\r\n").await;
        assert_eq!(elsewhere.status, 421, "{path}");
    }
    server.stop().await;
}

#[tokio::test]
async fn a_browser_finds_all_that_the_page_needs_and_it_is_small() {
    let server = start(Options::default()).await;
    let mut loaded = load(&server).await;
    let lang = bundle(&loaded).replace("web/page.js", "lang/ja/page.ftl");
    let words = get(&server, &lang, PACKED).await;
    assert_eq!(words.status, 200);
    loaded.insert(lang, words);
    let size: usize = loaded.values().map(|it| it.body.len()).sum();
    let sizes: Vec<_> = loaded.iter().map(|it| (it.0, it.1.body.len())).collect();
    assert!(size <= PAGE_SIZE_MAX, "{size} bytes: {sizes:#?}");
    // One request more is that for the websocket.
    assert!(loaded.len() < REQUESTS_MAX, "{sizes:#?}");
    let text = loaded["/"].text();
    for (language, said) in [("en", "The page has not"), ("zh", "\u{9875}\u{9762}")] {
        let said = format!("<span lang=\"{language}\">{said}");
        assert!(text.contains(&said), "{said} is not in {text}");
    }
    assert!(!text.contains("SENTENCE"), "{text}");
    server.stop().await;
}

#[tokio::test]
async fn the_coach_says_on_the_page_what_it_says_in_the_terminal() {
    let server = start(Options::default()).await;
    let loaded = load(&server).await;
    for language in ["en", "ja", "zh"] {
        let name = format!("lang/{language}/page.ftl");
        let given = get(
            &server,
            &bundle(&loaded).replace("web/page.js", &name),
            HERE,
        )
        .await;
        let given = given.text();
        let client = Path::new(env!("CARGO_MANIFEST_DIR")).join("../client");
        let games = std::fs::read_to_string(client.join(name).with_file_name("games.ftl")).unwrap();
        let said = |text: &str| {
            let named = text.lines().filter(|it| it.starts_with("tip_"));
            named.map(str::to_owned).collect::<Vec<_>>()
        };
        assert!(said(&games).len() > 12, "{games}");
        assert_eq!(said(&given), said(&games), "{language}");
        assert!(given.contains("[page]"), "the lines below belong to them");
        assert!(!given.contains("legend_"), "others stay with the terminal");
    }
    server.stop().await;
}

#[tokio::test]
async fn every_file_in_the_folder_is_given_out_line_for_line() {
    let server = start(Options::default()).await;
    let loaded = load(&server).await;
    let modules = loaded[bundle(&loaded)].text();
    let root = bundle(&loaded).trim_end_matches("web/page.js").to_owned();
    let screen = get(&server, &format!("{root}web/tv.js"), HERE).await.text();
    let replay = get(&server, &format!("{root}web/replay/main.js"), HERE)
        .await
        .text();
    let devices = get(&server, &format!("{root}web/devices/main.js"), HERE)
        .await
        .text();
    for late in ["replay", "devices"] {
        let name = format!("// web/screens/{late}.js");
        assert!(!modules.contains(&name), "whoever plays loads no {late}");
    }
    let client = Path::new(env!("CARGO_MANIFEST_DIR")).join("../client");
    let mut files = 0;
    for folder in [
        "web",
        "web/screens",
        "web/games",
        "web/fair",
        "web/replay",
        "web/devices",
        "web/tv",
    ] {
        for entry in std::fs::read_dir(client.join(folder)).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            if path.is_dir() || name == "index.html" || !name.contains('.') {
                continue;
            }
            let file = std::fs::read_to_string(&path).unwrap();
            let name = format!("{folder}/{name}");
            if name.rsplit('.').next() == Some("js") {
                let head = format!("// {name}\n");
                let all = [&modules, &screen, &devices, &replay];
                let joined = all.into_iter().find(|it| it.contains(&head));
                is_joined(&name, &file, joined.unwrap_or(&modules));
            } else {
                let answer = get(&server, &format!("{root}{name}"), HERE).await;
                // A style sheet loses its comments and blanks that mean nothing; texts in it have neither.
                let parts = file
                    .split("/*")
                    .map(|it| it.split_once("*/").map_or(it, |it| it.1));
                let is_sheet = name.ends_with("css");
                let dense = |text: String| {
                    if is_sheet {
                        text.split_whitespace().collect()
                    } else {
                        text
                    }
                };
                assert_eq!(
                    (answer.status, dense(answer.text())),
                    (200, dense(parts.collect())),
                    "{name}"
                );
            }
            files += 1;
        }
    }
    assert!(files > 15, "only {files} files");
    server.stop().await;
}

/// Checks that each line of a module is in the file of all modules, as far behind the module's name as in the module.
fn is_joined(name: &str, file: &str, modules: &str) {
    let mut given = modules
        .lines()
        .skip_while(|it| !it.ends_with(&format!("// {name}")));
    assert!(given.next().is_some(), "{name} is not given out");
    let is_comment = |line: &str| {
        let starts = ["//", "/*", "*"];
        starts.iter().any(|it| line.trim().starts_with(it))
    };
    for (line, given) in file.lines().zip(given) {
        // A module loses its indents, the lines that are comments, the end of a comment before code, and the types in a line.
        let line = line.trim();
        let behind = line.split_once("*/").map_or("", |it| it.1.trim_start());
        let behind = behind.strip_prefix("export ").unwrap_or(behind);
        let is_same = match line.split_once(' ') {
            Some(("export", kept)) => given == kept,
            Some(("import", _)) => given.contains(" = $m["),
            _ => given == line,
        };
        let has_types = line.contains("/** @type {") && !given.contains("/**");
        assert!(
            is_same || has_types || (is_comment(line) && given == behind),
            "{name}: {line} is {given}"
        );
    }
}

#[tokio::test]
async fn the_page_is_protected_and_kept_by_browsers() {
    let server = start(Options::default()).await;
    for path in ["/", "/game.html", "/K7WQ2", "/k7wq2"] {
        let page = get(&server, path, HERE).await;
        assert_eq!(
            (page.status, page.header("content-type")),
            (200, "text/html; charset=utf-8")
        );
        let policy = page.header("content-security-policy");
        assert_eq!(policy, POLICY);
        assert_eq!(page.header("x-content-type-options"), "nosniff");
        assert_eq!(page.header("referrer-policy"), "no-referrer");
        assert_eq!(page.header("cross-origin-opener-policy"), "same-origin");
        assert_eq!(page.header("cache-control"), "no-cache");
        let text = page.text();
        assert!(!text.contains("VERSION") && !text.contains("http://") || text.contains("xmlns="));
    }
    let loaded = load(&server).await;
    let path = bundle(&loaded);
    let modules = &loaded[path];
    assert_eq!(
        modules.header("content-type"),
        "text/javascript; charset=utf-8"
    );
    assert!(modules.header("cache-control").contains("immutable"));
    let other: Vec<&str> = path.splitn(4, '/').collect();
    let other = format!("/page/0000000000000000/{}", other[3]);
    assert_eq!(get(&server, &other, HERE).await.status, 404);
    for path in [
        "/K7WQ",
        "/index.html",
        "/K7WQ0",
        "/page/",
        "/page/../Cargo.toml",
    ] {
        assert_eq!(get(&server, path, HERE).await.status, 404, "{path}");
    }
    server.stop().await;
}

#[tokio::test]
async fn the_page_answers_to_no_name_that_could_be_pointed_elsewhere() {
    let allowed_origins = vec!["https://dice.example".to_owned()];
    let server = start(Options {
        allowed_origins,
        ..Options::default()
    })
    .await;
    for (host, expect) in [
        ("127.0.0.1:4600", 200),
        ("[::1]:4600", 200),
        ("localhost", 200),
        ("attic.local:4600", 200),
        ("dice.example", 200),
        ("Dice.Example", 200),
        ("evil.example", 421),
        ("dice.example.evil.example", 421),
        ("127.0.0.1.evil.example:4600", 421),
    ] {
        let page = get(&server, "/", &format!("Host: {host}\r\n")).await;
        assert_eq!(page.status, expect, "{host}");
    }
    server.stop().await;
}

#[tokio::test]
async fn a_server_without_the_page_has_a_word_for_browsers() {
    let server = start(Options {
        page: Page::Nothing,
        ..Options::default()
    })
    .await;
    let word = get(&server, "/", HERE).await;
    assert_eq!(word.status, 200);
    assert!(word.text().starts_with("This is a Dicehall"));
    assert_eq!(get(&server, "/K7WQ2", HERE).await.status, 404);
    server.stop().await;
}
