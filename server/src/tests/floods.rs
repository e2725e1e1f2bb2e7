//! Frames that are too large, and more of them than one connection may send, of every kind.

use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};

use super::*;

/// More frames than a connection may send at once that may send one command a second: 16.
const FLOOD: usize = 400;

async fn slow_server() -> Running {
    let rate = NonZeroU32::new(1);
    start(Options {
        rate,
        ..Options::default()
    })
    .await
}

fn fragment(kind: Data, text: &'static str, is_final: bool) -> Message {
    Message::Frame(Frame::message(text, OpCode::Data(kind), is_final))
}

/// Sends these frames; the server says that they are too many, and closes.
async fn check_flood(frames: impl Iterator<Item = Message>) {
    let server = slow_server().await;
    let mut websocket = greeted(&server).await;
    for frame in frames {
        websocket.feed(frame).await.unwrap();
    }
    websocket.flush().await.unwrap();
    assert_eq!(hear(&mut websocket).await, "closing flooding");
    assert_eq!(hear(&mut websocket).await, "closed 1008");
    server.stop().await;
}

#[tokio::test]
async fn pongs_that_nobody_asked_for_are_counted() {
    check_flood((0..FLOOD).map(|_| Message::Pong(Vec::new().into()))).await;
}

#[tokio::test]
async fn pings_are_counted() {
    check_flood((0..FLOOD).map(|_| Message::Ping(vec![7; 100].into()))).await;
}

#[tokio::test]
async fn fragments_of_one_byte_are_counted() {
    let rest = (0..FLOOD).map(|_| fragment(Data::Continue, "x", false));
    check_flood(std::iter::once(fragment(Data::Text, "x", false)).chain(rest)).await;
}

#[tokio::test]
async fn fragments_of_nothing_are_counted() {
    let rest = (0..FLOOD).map(|_| fragment(Data::Continue, "", false));
    check_flood(std::iter::once(fragment(Data::Text, "", false)).chain(rest)).await;
}

#[tokio::test]
async fn frames_are_counted_before_the_hello_and_with_the_handshake() {
    let server = slow_server().await;
    let mut stream = server.connect().await;
    let mut bytes = format!(
        "GET /ws HTTP/1.1\r\nHost: {}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
            Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
        server.address
    )
    .into_bytes();
    // Empty pongs, masked with zeros.
    bytes.extend([0x8a, 0x80, 0, 0, 0, 0].repeat(FLOOD));
    stream.write_all(&bytes).await.unwrap();
    let mut heard = Vec::new();
    let read = timeout(TEST_TIMEOUT, stream.read_to_end(&mut heard)).await;
    read.expect("the server closes").unwrap();
    let heard = String::from_utf8_lossy(&heard);
    assert!(heard.contains("\"flooding\""), "{heard}");
    server.stop().await;
}

#[tokio::test]
async fn as_many_frames_as_there_may_be_are_heard() {
    let server = slow_server().await;
    let mut websocket = greeted(&server).await;
    // With the hello and the command 14 of 16.
    let ask = r#"{"type":"command","id":1,"command":"list_lobbies"}"#;
    for _ in 0..6 {
        websocket
            .feed(Message::Pong(Vec::new().into()))
            .await
            .unwrap();
    }
    let (begin, rest) = ask.split_at(9);
    websocket
        .feed(fragment(Data::Text, begin, false))
        .await
        .unwrap();
    for _ in 0..4 {
        websocket
            .feed(fragment(Data::Continue, "", false))
            .await
            .unwrap();
    }
    websocket
        .feed(fragment(Data::Continue, rest, true))
        .await
        .unwrap();
    websocket.flush().await.unwrap();
    let answer = timeout(TEST_TIMEOUT, websocket.next()).await.unwrap();
    let answer = answer.unwrap().unwrap();
    assert!(
        answer.to_text().unwrap().contains("\"accepted\""),
        "{answer}"
    );
    server.stop().await;
}

/// A server that has nobody to protect, such as that of a benchmark, counts nothing.
#[tokio::test]
async fn without_a_rate_nothing_is_counted() {
    let server = start(Options {
        rate: None,
        ..Options::default()
    })
    .await;
    let mut websocket = greeted(&server).await;
    for _ in 0..FLOOD {
        websocket
            .feed(Message::Pong(Vec::new().into()))
            .await
            .unwrap();
    }
    websocket.send(Message::binary(vec![0; 4])).await.unwrap();
    assert_eq!(hear(&mut websocket).await, "error binary_frame");
    server.stop().await;
}

/// Its sender hears why, although it is not read to its end, and is not cut off in the middle of its last words.
#[tokio::test]
async fn a_frame_that_is_too_large_is_answered_with_1009_however_large_it_is() {
    let server = start(Options::default()).await;
    for size in [16 * 1024 + 1, 17 * 1024, 60 * 1024] {
        let mut websocket = greeted(&server).await;
        let large = Message::text("x".repeat(size));
        websocket.send(large).await.unwrap();
        assert_eq!(hear(&mut websocket).await, "closing too_large", "{size}");
        assert_eq!(hear(&mut websocket).await, "closed 1009", "{size}");
        let mut stream = websocket.into_inner();
        let end = timeout(TEST_TIMEOUT, stream.read(&mut [0; 9])).await;
        assert_eq!(end.expect("the server closes").unwrap(), 0, "{size}");
    }
    // More than is read, of which the sender may write as much as the systems take.
    let mut websocket = greeted(&server).await;
    let (mut sink, mut stream) = websocket.split();
    let send = async { sink.send(Message::text("x".repeat(4 << 20))).await };
    let hear = async {
        loop {
            match timeout(TEST_TIMEOUT, stream.next()).await.unwrap() {
                Some(Ok(Message::Close(frame))) => return u16::from(frame.unwrap().code),
                Some(Ok(_)) => {}
                other => panic!("{other:?}"),
            }
        }
    };
    assert_eq!(tokio::join!(send, hear).1, 1009);
    websocket = greeted(&server).await;
    // A header alone, of the largest frame that there can be.
    let mut stream = websocket.into_inner();
    let header = [
        0x81, 0xff, 0x7f, 255, 255, 255, 255, 255, 255, 255, 0, 0, 0, 0,
    ];
    stream.write_all(&header).await.unwrap();
    let mut heard = Vec::new();
    let read = timeout(TEST_TIMEOUT, stream.read_to_end(&mut heard)).await;
    read.expect("the server closes").unwrap();
    assert!(heard.ends_with(&[0x88, 2, 0x03, 0xf1]), "{heard:?}");
    server.stop().await;
}

#[tokio::test]
async fn a_message_that_is_too_large_in_fragments_is_answered_with_1009() {
    let server = start(Options::default()).await;
    let mut websocket = greeted(&server).await;
    let part = Box::leak("x".repeat(9 * 1024).into_boxed_str());
    websocket
        .feed(fragment(Data::Text, part, false))
        .await
        .unwrap();
    websocket
        .send(fragment(Data::Continue, part, true))
        .await
        .unwrap();
    assert_eq!(hear(&mut websocket).await, "closing too_large");
    assert_eq!(hear(&mut websocket).await, "closed 1009");
    let mut websocket = greeted(&server).await;
    websocket.send(Message::binary(vec![0; 4])).await.unwrap();
    assert_eq!(hear(&mut websocket).await, "error binary_frame");
    server.stop().await;
}
