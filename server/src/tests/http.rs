//! HTTP as its documents demand it: hosts, methods, forms of files, conditions, errors that say what is wrong.

use super::page::{Answer, HERE, PACKED, POLICY, answer, get};
use super::*;

/// The answer to a request whose lines end with a line feed.
async fn ask(server: &Running, request: &str) -> Answer {
    answer(server.connect().await, &request.replace('\n', "\r\n")).await
}

/// The headers of a handshake but for `Host`.
const UPGRADE: &str = "Connection: Upgrade\nUpgrade: websocket\nSec-WebSocket-Version: 13\n\
    Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\n";

#[tokio::test]
async fn a_request_that_names_no_host_or_two_is_refused_and_never_upgraded() {
    let server = start(Options::default()).await;
    for hosts in [
        "",
        "Host: localhost\nHost: localhost\n",
        "Host: localhost\nHost: evil.example\n",
        "Host:\n",
        "Host: a b\n",
        "Host: somebody@localhost\n",
        "Host: localhost, localhost\n",
        "Host: localhost/x\n",
    ] {
        for path in ["/", "/healthz", "/nowhere"] {
            let request = format!("GET {path} HTTP/1.1\n{hosts}Connection: close\n\n");
            assert_eq!(ask(&server, &request).await.status, 400, "{request}");
        }
        let request = format!("GET /ws HTTP/1.1\n{hosts}{UPGRADE}\n");
        assert_eq!(ask(&server, &request).await.status, 400, "{request}");
    }
    let old = ask(&server, "GET /healthz HTTP/1.0\n\n").await;
    assert_eq!((old.status, old.text().as_str()), (200, "ok"));
    let old = ask(&server, "GET /healthz HTTP/1.0\nHost: a\nHost: b\n\n").await;
    assert_eq!(old.status, 400);
    server.stop().await;
}

#[tokio::test]
async fn the_host_in_the_target_of_a_request_counts_more_than_that_in_its_headers() {
    let server = start(Options::default()).await;
    for (target, host, status) in [
        ("http://localhost:4600/", "evil.example", 200),
        ("http://evil.example/", "localhost:4600", 421),
        ("http://u@localhost/", "localhost", 421),
    ] {
        let request = format!("GET {target} HTTP/1.1\nHost: {host}\nConnection: close\n\n");
        assert_eq!(ask(&server, &request).await.status, status, "{request}");
    }
    server.stop().await;
}

#[tokio::test]
async fn head_is_answered_like_get_without_the_body() {
    let server = start(Options::default()).await;
    for path in [
        "/",
        "/K7WQ2",
        "/healthz",
        "/robots.txt",
        "/favicon.ico",
        "/nowhere",
        "/ws",
        "/K7WQ2/",
    ] {
        for more in ["", "Accept-Encoding: gzip\n", "If-None-Match: *\n"] {
            let rest = format!("{path} HTTP/1.1\nHost: localhost\nConnection: close\n{more}\n");
            let mut whole = ask(&server, &format!("GET {rest}")).await;
            let mut head = ask(&server, &format!("HEAD {rest}")).await;
            whole.headers.remove("date");
            head.headers.remove("date");
            assert_eq!(
                (head.status, &head.headers),
                (whole.status, &whole.headers),
                "{rest}"
            );
            assert!(head.body.is_empty(), "{rest}");
            let length = head.header("content-length");
            assert!(
                whole.status == 304 || length == whole.body.len().to_string(),
                "{rest}"
            );
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn whoever_wants_to_change_something_is_told_what_there_is() {
    let server = start(Options::default()).await;
    for method in ["POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE"] {
        let refused = ask(
            &server,
            &format!("{method} / HTTP/1.1\nHost: localhost\n\n"),
        )
        .await;
        let allowed = refused.header("allow");
        assert_eq!((refused.status, allowed), (405, "GET, HEAD"), "{method}");
        assert_eq!(refused.header("connection"), "close");
    }
    server.stop().await;
}

#[track_caller]
fn check_protected(answer: &Answer, what: &str) {
    for (name, value) in [
        ("content-security-policy", POLICY),
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
        ("x-frame-options", "DENY"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
        (
            "permissions-policy",
            "camera=(), geolocation=(), microphone=()",
        ),
    ] {
        assert_eq!(answer.header(name), value, "{name} of {what}");
    }
}

#[tokio::test]
async fn every_answer_is_protected_and_every_error_says_what_is_wrong() {
    let server = start(Options::default()).await;
    let mut errors = Vec::new();
    for (line, more) in [
        ("GET / HTTP/1.1", "Host: localhost"),
        ("GET / HTTP/1.1", "Host: localhost\nIf-None-Match: *"),
        ("GET / HTTP/1.1", "Host: localhost\nIf-Match: \"other\""),
        (
            "GET / HTTP/1.1",
            "Host: localhost\nAccept-Encoding: identity;q=0",
        ),
        ("GET / HTTP/1.1", "Host: evil.example"),
        ("GET / HTTP/1.1", "X: no host"),
        ("GET /K7WQ2/ HTTP/1.1", "Host: localhost"),
        ("GET /nowhere HTTP/1.1", "Host: localhost"),
        ("GET /page/0/web/main.js HTTP/1.1", "Host: localhost"),
        ("GET /healthz HTTP/1.1", "Host: localhost"),
        (
            "GET /healthz HTTP/1.1",
            "Host: localhost\nContent-Length: 3",
        ),
        ("POST / HTTP/1.1", "Host: localhost"),
        ("GET /ws HTTP/1.1", "Host: localhost"),
        (
            "GET /ws HTTP/1.1",
            "Host: localhost\nOrigin: http://evil.example",
        ),
        ("GET /favicon.ico HTTP/1.1", "Host: localhost"),
    ] {
        let request = format!("{line}\n{more}\nConnection: close\n\n");
        let answer = ask(&server, &request).await;
        check_protected(&answer, &request);
        if answer.status >= 400 {
            let words = answer.text();
            assert!(
                words.len() > 20 && words.ends_with('\n'),
                "{request}{words:?}"
            );
            assert_eq!(answer.header("content-type"), "text/plain; charset=utf-8");
            assert_eq!(answer.header("cache-control"), "no-store");
            errors.push(answer.status);
        }
    }
    assert_eq!(errors, [412, 406, 421, 400, 404, 404, 413, 405, 400, 403]);
    server.stop().await;
}

#[tokio::test]
async fn a_browser_gets_the_form_that_it_prefers() {
    let server = start(Options::default()).await;
    let plain = get(&server, "/", HERE).await;
    for (accepted, coding) in [
        ("gzip", "gzip"),
        ("br, gzip;q=0.1", "gzip"),
        ("*", "gzip"),
        ("gzip;q=0", ""),
        ("gzip;q=0, *;q=1", ""),
        ("identity", ""),
        ("gzip;q=0.5, identity;q=1", ""),
        ("", ""),
        ("gzipped", ""),
    ] {
        let form = get(
            &server,
            "/",
            &format!("{HERE}Accept-Encoding: {accepted}\r\n"),
        )
        .await;
        assert_eq!(form.header("content-encoding"), coding, "{accepted}");
        assert_eq!(
            (form.status, form.text()),
            (200, plain.text()),
            "{accepted}"
        );
        assert_eq!(form.header("vary"), "Accept-Encoding");
        let is_same = form.header("etag") == plain.header("etag");
        assert_eq!(
            is_same,
            coding.is_empty(),
            "each form has a strong tag of its own"
        );
    }
    server.stop().await;
}

#[tokio::test]
async fn a_browser_that_has_a_file_is_told_so_however_it_names_it() {
    let server = start(Options::default()).await;
    let plain = get(&server, "/", HERE).await;
    let packed = get(&server, "/", PACKED).await;
    let tag = plain.header("etag").to_owned();
    for (tags, status) in [
        (tag.clone(), 304),
        (format!("W/{tag}"), 304),
        (format!("\"a\", {tag}"), 304),
        (format!("\"a,b\",W/{tag} , \"c\""), 304),
        (format!("\"a\"\r\nIf-None-Match: {tag}"), 304),
        ("*".to_owned(), 304),
        (format!("W/{}", packed.header("etag")), 200),
        ("\"a\"".to_owned(), 200),
        (tag.trim_matches('"').to_owned(), 200),
    ] {
        let again = get(&server, "/", &format!("{HERE}If-None-Match: {tags}\r\n")).await;
        assert_eq!(again.status, status, "{tags}");
        if status == 304 {
            assert_eq!(again.body.len(), 0, "{tags}");
            for name in ["etag", "cache-control", "vary"] {
                assert_eq!(again.header(name), plain.header(name), "{name}");
            }
            assert_eq!(again.header("content-type"), "");
            check_protected(&again, "what a browser has");
        }
    }
    let wanted = format!("{PACKED}If-None-Match: {}\r\n", packed.header("etag"));
    let again = get(&server, "/", &wanted).await;
    assert_eq!((again.status, again.header("content-encoding")), (304, ""));
    server.stop().await;
}

#[tokio::test]
async fn what_browsers_ask_of_every_server_is_there() {
    for page in [Page::Play, Page::Nothing] {
        let server = start(Options {
            page,
            ..Options::default()
        })
        .await;
        let robots = get(&server, "/robots.txt", "Host: any.example\r\n").await;
        assert_eq!(
            (robots.status, robots.text().as_str()),
            (200, "User-agent: *\nDisallow: /\n")
        );
        let icon = get(&server, "/favicon.ico", "Host: any.example\r\n").await;
        assert_eq!(
            (icon.status, icon.header("content-type")),
            (200, "image/svg+xml")
        );
        assert!(icon.text().starts_with("<svg "));
        server.stop().await;
    }
}

#[tokio::test]
async fn a_table_is_found_with_a_slash_behind_its_code() {
    let server = start(Options::default()).await;
    for (path, there) in [
        ("/K7WQ2/", "../K7WQ2"),
        ("/k7wq2/", "../k7wq2"),
        ("/K7WQ2/?a=b", "../K7WQ2?a=b"),
    ] {
        let shown = get(&server, path, HERE).await;
        assert_eq!(
            (shown.status, shown.header("location")),
            (308, there),
            "{path}"
        );
    }
    for path in ["/K7WQ/", "/nowhere/", "/ws/", "//evil.example/"] {
        assert_eq!(get(&server, path, HERE).await.status, 404, "{path}");
    }
    server.stop().await;
}

#[tokio::test]
async fn a_handshake_says_everything_once_and_in_the_version_that_is_spoken() {
    let server = start(Options::default()).await;
    let handshake = |more: &str| format!("GET /ws HTTP/1.1\nHost: localhost\n{more}\n");
    let other = UPGRADE.replace("13", "12");
    let refused = ask(&server, &handshake(&other)).await;
    assert_eq!(
        (refused.status, refused.header("sec-websocket-version")),
        (426, "13")
    );
    for twice in [
        "Sec-WebSocket-Version: 13\n",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\n",
    ] {
        let request = handshake(&format!("{UPGRADE}{twice}"));
        let request = request.replace("Connection: Upgrade", "Connection: Upgrade, close");
        assert_eq!(ask(&server, &request).await.status, 400, "{request}");
    }
    server.stop().await;
}

/// Behind a proxy that leaves the port out of `Host` the page and the server disagree about the address.
#[tokio::test]
async fn a_page_can_ask_whether_it_may_connect() {
    let allowed_origins = vec!["https://dice.example".to_owned()];
    let server = start(Options {
        allowed_origins,
        ..Options::default()
    })
    .await;
    for (host, page, told) in [
        ("192.0.2.7:8080", "http://192.0.2.7:8080", "admitted"),
        ("192.0.2.7", "http://192.0.2.7:8080", "forbidden"),
        ("192.0.2.7", "https://dice.example", "admitted"),
        ("dice.example", "http://dice.example", "forbidden"),
    ] {
        let headers = format!("Host: {host}\r\nDicehall-Page: {page}\r\n");
        let answer = get(&server, "/ws", &headers).await;
        assert_eq!(
            (answer.status, answer.text().as_str()),
            (200, told),
            "{host} {page}"
        );
    }
    server.stop().await;
}
