//! Refusals in HTTP, connections that are cut off in time, and the pages that may open a websocket.

use dicehall_protocol::Code;
use tokio_tungstenite::tungstenite::Error;

use super::*;

/// Timeouts so short that a test can wait for them.
fn brief() -> Timeouts {
    let ms = Duration::from_millis;
    Timeouts {
        headers: ms(200),
        handshake: ms(400),
        hello: ms(300),
        ask: ms(200),
        silence: ms(600),
        write: ms(300),
        close: ms(100),
        spectator: ms(300),
    }
}

/// The first line of the answer to a request.
async fn status(server: &Running, request: &str) -> String {
    let answer = server.answer(&request.replace('\n', "\r\n")).await;
    answer.lines().next().unwrap_or_default().to_owned()
}

#[tokio::test]
async fn only_a_get_or_head_without_a_body_is_answered() {
    let server = start(Options::default()).await;
    for (request, expect) in [
        (
            "GET /healthz HTTP/1.1\nHost: x\nConnection: close\n\n",
            "HTTP/1.1 200 OK",
        ),
        (
            "GET / HTTP/1.1\nHost: localhost\nConnection: close\n\n",
            "HTTP/1.1 200 OK",
        ),
        (
            "GET /metrics HTTP/1.1\nHost: x\nConnection: close\n\n",
            "HTTP/1.1 404 Not Found",
        ),
        (
            "GET /echo HTTP/1.1\nHost: x\nConnection: close\n\n",
            "HTTP/1.1 404 Not Found",
        ),
        (
            "GET /../healthz HTTP/1.1\nHost: x\nConnection: close\n\n",
            "HTTP/1.1 404 Not Found",
        ),
        (
            "GET /ws HTTP/1.1\nHost: x\nConnection: close\n\n",
            "HTTP/1.1 400 Bad Request",
        ),
        // These requests do not ask to close the connection: the server closes it by itself.
        (
            "POST /healthz HTTP/1.1\nHost: x\n\n",
            "HTTP/1.1 405 Method Not Allowed",
        ),
        (
            "DELETE /healthz HTTP/1.1\nHost: x\n\n",
            "HTTP/1.1 405 Method Not Allowed",
        ),
        (
            "HEAD /healthz HTTP/1.1\nHost: x\nContent-Length: 5\n\n",
            "HTTP/1.1 413 Payload Too Large",
        ),
        (
            "CONNECT x:1 HTTP/1.1\nHost: x\n\n",
            "HTTP/1.1 405 Method Not Allowed",
        ),
        (
            "GET /healthz HTTP/1.1\nHost: x\nContent-Length: 5\n\n",
            "HTTP/1.1 413 Payload Too Large",
        ),
        (
            "GET /ws HTTP/1.1\nHost: x\nTransfer-Encoding: chunked\n\n",
            "HTTP/1.1 413 Payload Too Large",
        ),
        ("nonsense\n\n", "HTTP/1.1 400 Bad Request"),
    ] {
        assert_eq!(status(&server, request).await, expect, "{request}");
    }
    server.stop().await;
}

#[tokio::test]
async fn headers_that_are_too_large_are_refused() {
    let server = start(Options::default()).await;
    let large = format!(
        "GET /healthz HTTP/1.1\nHost: x\nX: {}\n\n",
        "x".repeat(20_000)
    );
    let answer = status(&server, &large).await;
    assert_eq!(answer, "HTTP/1.1 431 Request Header Fields Too Large");
    server.stop().await;
}

#[tokio::test]
async fn a_page_of_another_host_may_not_open_a_websocket() {
    let allowed_origins = vec!["https://dice.example".to_owned()];
    let server = start(Options {
        allowed_origins,
        ..Options::default()
    })
    .await;
    let here = format!("http://{}", server.address);
    for (origin, expect) in [
        (here.as_str(), 101),
        ("https://dice.example", 101),
        ("http://evil.example", 403),
        ("null", 403),
        ("https://127.0.0.1", 403),
    ] {
        let mut request = format!("ws://{}/ws", server.address)
            .into_client_request()
            .unwrap();
        request
            .headers_mut()
            .insert("origin", origin.parse().unwrap());
        let status = match client_async(request, server.connect().await).await {
            Ok((_, response)) => response.status(),
            Err(Error::Http(response)) => response.status(),
            Err(error) => panic!("{error}"),
        };
        assert_eq!(status.as_u16(), expect, "{origin}");
    }
    server.stop().await;
}

#[tokio::test]
async fn a_host_that_was_pointed_here_is_not_this_server() {
    let server = start(Options::default()).await;
    let mut request = format!("ws://{}/ws", server.address)
        .into_client_request()
        .unwrap();
    request
        .headers_mut()
        .insert("host", "evil.example:4600".parse().unwrap());
    request
        .headers_mut()
        .insert("origin", "http://evil.example:4600".parse().unwrap());
    let refused = client_async(request, server.connect().await)
        .await
        .unwrap_err();
    assert!(matches!(refused, Error::Http(response) if response.status().as_u16() == 403));
    server.stop().await;
}

#[tokio::test]
async fn whoever_is_silent_is_cut_off_in_every_phase() {
    let server = start(Options {
        timeouts: brief(),
        ..Options::default()
    })
    .await;
    assert_eq!(server.answer("").await, "", "no headers");
    assert_eq!(server.answer("GET /he").await, "", "half of the headers");
    let mut silent = server.websocket().await;
    assert_eq!(hear(&mut silent).await, "closing hello_late");
    assert_eq!(hear(&mut silent).await, "closed 1008");
    // A client that is not polled reads nothing, so it answers no pings either.
    let deaf = greeted(&server).await;
    let (mut stream, mut bytes) = (deaf.into_inner(), Vec::new());
    timeout(TEST_TIMEOUT, stream.read_to_end(&mut bytes))
        .await
        .expect("it is cut off")
        .ok();
    let end = String::from_utf8_lossy(&bytes);
    assert!(end.contains("\"silent\""), "{end}");
    server.stop().await;
}

/// The peer's system takes no more bytes: the write times out, and the connection ends without a message.
#[tokio::test]
async fn whoever_takes_nothing_is_cut_off() {
    let timeouts = Timeouts {
        ask: Duration::from_secs(60),
        silence: Duration::from_secs(180),
        ..brief()
    };
    let server = start(Options {
        timeouts,
        rate: None,
        ..Options::default()
    })
    .await;
    let mut stuck = greeted(&server).await;
    // Each is answered with more bytes than it has; nobody reads the answers.
    let ask = Message::text(
        r#"{"type":"command","id":1,"command":"shout"}"#.replace("shout", "list_lobbies"),
    );
    let flood = async { while stuck.send(ask.clone()).await.is_ok() {} };
    timeout(TEST_TIMEOUT, flood)
        .await
        .expect("the server has hung up");
    server.stop().await;
}

#[tokio::test]
async fn a_flood_is_refused_and_then_cut_off() {
    let server = start(Options {
        rate: NonZeroU32::new(1),
        ..Options::default()
    })
    .await;
    let mut eager = greeted(&server).await;
    for id in 0..200 {
        let ask = format!(r#"{{"type":"command","id":{id},"command":"list_lobbies"}}"#);
        if eager.send(Message::text(ask)).await.is_err() {
            break;
        }
    }
    let mut rejected = 0;
    let end = loop {
        match timeout(TEST_TIMEOUT, eager.next())
            .await
            .expect("it is cut off")
        {
            Some(Ok(Message::Text(text))) => match decode_server(&text).unwrap() {
                ServerMessage::Rejected { code, .. } => {
                    assert_eq!(code, Code::RateLimited);
                    rejected += 1;
                }
                ServerMessage::Closing { code, .. } => break code,
                ServerMessage::Accepted { .. } => {}
                other @ (ServerMessage::Welcome { .. }
                | ServerMessage::Snapshot { .. }
                | ServerMessage::Update { .. }
                | ServerMessage::Clocks { .. }
                | ServerMessage::Presence { .. }
                | ServerMessage::Whispered { .. }
                | ServerMessage::Hints { .. }
                | ServerMessage::NextMatch { .. }
                | ServerMessage::Played { .. }
                | ServerMessage::Offered { .. }
                | ServerMessage::Frozen { .. }
                | ServerMessage::Error { .. }) => panic!("{other:?}"),
            },
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(
        (end.as_str(), rejected),
        ("flooding", 6),
        "every refusal is told, the last one, too"
    );
    server.stop().await;
}

#[tokio::test]
async fn whoever_closes_is_answered() {
    let server = start(Options::default()).await;
    let url = format!("ws://{}/ws", server.address);
    let (mut websocket, _) = client_async(url, server.connect().await).await.unwrap();
    websocket.close(None).await.unwrap();
    let next = timeout(TEST_TIMEOUT, websocket.next()).await.unwrap();
    assert!(matches!(next, Some(Ok(Message::Close(_)))), "{next:?}");
    server.stop().await;
}

#[tokio::test]
async fn the_echo_is_there_only_for_those_who_ask_for_it() {
    let server = start(Options {
        has_echo: true,
        ..Options::default()
    })
    .await;
    let url = format!("ws://{}/echo", server.address);
    let (mut websocket, _) = client_async(url, server.connect().await).await.unwrap();
    let large = Message::binary(vec![7; 1_000_000]);
    websocket.send(large.clone()).await.unwrap();
    assert_eq!(
        timeout(TEST_TIMEOUT, websocket.next())
            .await
            .unwrap()
            .unwrap()
            .unwrap(),
        large
    );
    server.stop().await;
}
