//! People behind proxies: the limits and bans by address count their addresses, and nobody else is believed.

use super::*;

/// A server that believes this machine in these ways, and lets in two connections of an address.
async fn believing(with_header: &[&str], forwarding: &[&str]) -> Running {
    let ranges = |texts: &[&str]| texts.iter().map(|it| it.parse().unwrap()).collect();
    start(Options {
        proxies: Proxies {
            with_header: ranges(with_header),
            forwarding: ranges(forwarding),
        },
        connections: ConnectionLimits {
            per_address: Some(2),
            ..ConnectionLimits::default()
        },
        ..Options::default()
    })
    .await
}

const REQUEST: &str = "GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n";

/// Sends bytes; returns the status of the answer, `cut off` without one.
async fn status(server: &Running, bytes: &str) -> String {
    let mut stream = server.connect().await;
    stream.write_all(bytes.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    let reading = timeout(TEST_TIMEOUT, stream.read_to_end(&mut answer));
    // A connection that is cut off with something unread is reset.
    reading.await.expect("the server closes").ok();
    let answer = String::from_utf8(answer).unwrap();
    answer.split(' ').nth(1).unwrap_or("cut off").to_owned()
}

/// Opens a connection that begins with these bytes and stays, and waits for its answer.
async fn stay(server: &Running, bytes: &str) -> TcpStream {
    let mut stream = server.connect().await;
    stream.write_all(bytes.as_bytes()).await.unwrap();
    let mut begun = [0; 12];
    timeout(TEST_TIMEOUT, stream.read_exact(&mut begun))
        .await
        .expect("an answer")
        .unwrap();
    assert_eq!(&begun, b"HTTP/1.1 200");
    stream
}

#[tokio::test]
async fn people_behind_a_proxy_are_counted_by_their_own_addresses() {
    let server = believing(&["127.0.0.0/8"], &[]).await;
    let from = |last: u8| format!("PROXY TCP4 192.0.2.{last} 10.0.0.1 5 4600\r\n{REQUEST}\r\n");
    let one = stay(&server, &from(1)).await;
    let two = stay(&server, &from(1)).await;
    assert_eq!(status(&server, &from(1)).await, "cut off");
    drop(stay(&server, &from(2)).await);
    drop((one, two));
    server.stop().await;
}

#[tokio::test]
async fn people_behind_an_http_proxy_are_counted_by_what_it_forwards() {
    let server = believing(&[], &["127.0.0.1"]).await;
    let from = |last: u8| format!("{REQUEST}X-Forwarded-For: 1.1.1.1, 192.0.2.{last}\r\n\r\n");
    let one = stay(&server, &from(1)).await;
    let two = stay(&server, &from(1)).await;
    let closing = from(1).replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n");
    assert_eq!(status(&server, &closing).await, "429");
    drop(stay(&server, &from(2)).await);
    drop((one, two));
    server.stop().await;
}

#[tokio::test]
async fn whoever_is_no_proxy_or_says_nothing_is_cut_off() {
    let server = believing(&["127.0.0.1"], &[]).await;
    let request = format!("{REQUEST}\r\n");
    assert_eq!(status(&server, &request).await, "cut off");
    // Nothing comes at all: the wait for headers is over before that for the handshake.
    assert_eq!(status(&server, "PROXY ").await, "cut off");
    server.stop().await;
    let server = believing(&["192.0.2.1"], &["192.0.2.1"]).await;
    let header = format!("PROXY TCP4 192.0.2.1 10.0.0.1 5 4600\r\n{REQUEST}\r\n");
    assert_eq!(status(&server, &header).await, "400");
    let forged = format!("{REQUEST}X-Forwarded-For: 192.0.2.9\r\n\r\n");
    let mut stays = Vec::new();
    for _ in 0..3 {
        stays.push(stay(&server, &forged).await);
    }
    drop(stays);
    server.stop().await;
}
