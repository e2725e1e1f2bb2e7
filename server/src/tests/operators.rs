//! The answers that operators get, and the requests that are refused.

use super::page::answer;
use super::*;

pub(super) struct AdminServer {
    pub(super) server: Running,
    pub(super) address: SocketAddr,
    pub(super) data: tempfile::TempDir,
}

impl AdminServer {
    pub(super) async fn open() -> Self {
        let data = tempfile::tempdir().unwrap();
        let admin = Some(Admin {
            listen: ([127, 0, 0, 1], 0).into(),
            token_file: None,
        });
        let options = Options {
            data: Some(data.path().to_owned()),
            admin,
            ..Options::default()
        };
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let server = Server::open(listener, options).await.unwrap();
        let admin = server.admin_address().unwrap();
        let (stop, stopped) = oneshot::channel::<()>();
        let mut task = JoinSet::new();
        task.spawn(server.serve(async { stopped.await.unwrap_or_default() }));
        Self {
            server: Running {
                address,
                stop,
                task,
            },
            address: admin,
            data,
        }
    }

    pub(super) async fn get(&self, path: &str, token: Option<&str>) -> String {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        let token = token.map_or(String::new(), |it| {
            format!("Authorization: Bearer {it}\r\n")
        });
        let request = format!("GET {path} HTTP/1.1\r\nHost: x\r\n{token}Connection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = String::new();
        timeout(TEST_TIMEOUT, stream.read_to_string(&mut answer))
            .await
            .expect("an answer")
            .unwrap();
        answer
    }

    pub(super) fn token(&self) -> String {
        std::fs::read_to_string(self.data.path().join("admin-token"))
            .unwrap()
            .trim()
            .to_owned()
    }
}

/// The value of a metric.
#[track_caller]
fn value(text: &str, name: &str) -> f64 {
    let line = text
        .lines()
        .find_map(|it| it.strip_prefix(name)?.strip_prefix(' '));
    line.unwrap_or_else(|| panic!("{name} is missing in:\n{text}"))
        .parse()
        .unwrap()
}

#[tokio::test]
async fn without_the_token_nobody_learns_anything() {
    let admin = AdminServer::open().await;
    assert!(admin.get("/healthz", None).await.ends_with("\r\n\r\nok"));
    assert!(admin.get("/readyz", None).await.ends_with("\r\n\r\nready"));
    let almost = format!("{}0", admin.token());
    for token in [None, Some(""), Some("wrong"), Some(almost.as_str())] {
        let answer = admin.get("/metrics", token).await;
        assert!(answer.starts_with("HTTP/1.1 401 "), "{token:?}: {answer}");
        assert!(!answer.contains("dicehall"), "{answer}");
    }
    assert!(
        admin
            .get("/elsewhere", Some(&admin.token()))
            .await
            .starts_with("HTTP/1.1 404 ")
    );
    admin.server.stop().await;
}

#[tokio::test]
async fn what_happens_on_the_public_port_is_counted() {
    let admin = AdminServer::open().await;
    let mut person = greeted(&admin.server).await;
    for command in [r#""fly""#, r#"{"join_lobby":{"lobby":"AAAAA"}}"#] {
        let ask = format!(r#"{{"type":"command","id":1,"command":{command}}}"#);
        person.send(Message::text(ask)).await.unwrap();
        timeout(TEST_TIMEOUT, person.next())
            .await
            .unwrap()
            .unwrap()
            .unwrap();
    }
    let settings = session::tests::harness::settings();
    let make = serde_json::json!({"create_lobby": {"title": "T", "settings": settings}});
    let ask = serde_json::json!({"type": "command", "id": 2, "command": make}).to_string();
    person.send(Message::text(ask)).await.unwrap();
    // The answer and the snapshot.
    for _ in 0..2 {
        timeout(TEST_TIMEOUT, person.next())
            .await
            .unwrap()
            .unwrap()
            .unwrap();
    }
    let text = admin.get("/metrics", Some(&admin.token())).await;
    for (name, expect) in [
        ("dicehall_connections", 1.0),
        ("dicehall_connections_admitted_total", 1.0),
        ("dicehall_frames_in_total", 4.0),
        ("dicehall_frames_out_total", 5.0),
        ("dicehall_refusals_total{kind=\"not_a_message\"}", 1.0),
        ("dicehall_refusals_total{kind=\"no_such_lobby\"}", 1.0),
        ("dicehall_lobbies{kind=\"waiting\"}", 1.0),
        ("dicehall_seats{kind=\"open\"}", 4.0),
        ("dicehall_table_entries{kind=\"directory\"}", 1.0),
        ("dicehall_journal_append_seconds_count", 1.0),
        ("dicehall_journal_appends_waiting", 0.0),
    ] {
        assert!(
            (value(&text, name) - expect).abs() < 0.5,
            "{name} is not {expect} in:\n{text}"
        );
    }
    assert!(value(&text, "dicehall_process_memory_bytes") > 1e6);
    assert!(value(&text, "dicehall_process_descriptors") > 3.0);
    assert!(
        !text.contains("AAAAA") && !text.contains(&admin.token()),
        "no codes and no secrets"
    );
    admin.server.stop().await;
}

#[tokio::test]
async fn operators_are_answered_by_the_same_rules_as_players() {
    let open = AdminServer::open().await;
    let token = open.token();
    for (request, status) in [
        ("GET /healthz HTTP/1.1\nHost: x\nHost: y\n", 400),
        ("GET /readyz HTTP/1.1\n", 400),
        ("POST /metrics HTTP/1.1\nHost: x\n", 405),
        ("GET /metrics HTTP/1.1\nHost: x\nContent-Length: 3\n", 413),
        ("GET /metrics HTTP/1.1\nHost: x\n", 401),
        ("GET /nowhere HTTP/1.1\nHost: x\n", 404),
        ("HEAD /readyz HTTP/1.1\nHost: x\n", 200),
        (
            &format!("HEAD /metrics HTTP/1.1\nHost: x\nAuthorization: Bearer {token}\n"),
            200,
        ),
    ] {
        let request = format!("{request}Connection: close\n\n").replace('\n', "\r\n");
        let stream = TcpStream::connect(open.address).await.unwrap();
        let told = answer(stream, &request).await;
        assert_eq!(told.status, status, "{request}");
        assert_eq!(
            told.header("x-content-type-options"),
            "nosniff",
            "{request}"
        );
        let is_head = request.starts_with("HEAD");
        assert_eq!(told.body.is_empty(), is_head, "{request}");
        assert_eq!(
            told.header("allow") == "GET, HEAD",
            status == 405,
            "{request}"
        );
    }
    open.server.stop().await;
}
