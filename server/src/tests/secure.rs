//! Encrypted connections over real sockets: the right certificate, another one, or none.

use std::sync::Arc;

use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, RootCertStore};
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;

use super::page::answer;
use super::*;

/// A server with the certificate of a folder, which is made at the first start.
async fn secure(data: &tempfile::TempDir, timeouts: Timeouts) -> Running {
    let certificate = Some(Certificate::SelfSigned);
    let options = Options {
        data: Some(data.path().to_owned()),
        certificate,
        timeouts,
        ..Options::default()
    };
    let server = start(options).await;
    // The certificate exists as soon as a request is answered.
    server.answer("-\r\n\r\n").await;
    server
}

/// A client that trusts the certificate of a folder, and nothing else.
fn trusting(data: &tempfile::TempDir) -> TlsConnector {
    let pem = std::fs::read(data.path().join("certificate.pem")).unwrap();
    let mut roots = RootCertStore::empty();
    roots
        .add(CertificateDer::from_pem_slice(&pem).unwrap())
        .unwrap();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let builder = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap();
    TlsConnector::from(Arc::new(
        builder.with_root_certificates(roots).with_no_client_auth(),
    ))
}

async fn encrypt(server: &Running, connector: &TlsConnector) -> io::Result<TlsStream<TcpStream>> {
    connector
        .connect(
            ServerName::try_from("localhost").unwrap(),
            server.connect().await,
        )
        .await
}

#[tokio::test]
async fn a_person_is_welcome_over_tls_and_over_nothing_else() {
    let data = tempfile::tempdir().unwrap();
    let server = secure(&data, Timeouts::default()).await;
    let stream = encrypt(&server, &trusting(&data)).await.unwrap();
    let (mut websocket, _) = client_async(format!("wss://{}/ws", server.address), stream)
        .await
        .unwrap();
    let hello = ClientMessage::Hello {
        version: VERSION,
        name: "Aki".to_owned(),
        resume: None,
    };
    websocket
        .send(Message::text(encode_client(&hello)))
        .await
        .unwrap();
    let welcome = timeout(TEST_TIMEOUT, websocket.next())
        .await
        .unwrap()
        .unwrap()
        .unwrap();
    assert!(welcome.to_text().unwrap().contains("welcome"), "{welcome}");
    server.stop().await;
}

#[tokio::test]
async fn whoever_speaks_in_plain_text_is_shown_the_way_to_tls() {
    let data = tempfile::tempdir().unwrap();
    let server = secure(&data, Timeouts::default()).await;
    let upgrade = "Connection: Upgrade\nUpgrade: websocket\nSec-WebSocket-Version: 13\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\n";
    let websocket = format!("GET /ws HTTP/1.1\nHost: dice.example:4600\n{upgrade}\n");
    for (request, status, there) in [
        (
            "GET /K7WQ2?a=b HTTP/1.1\nHost: 192.0.2.7:4600\n\n",
            308,
            "https://192.0.2.7:4600/K7WQ2?a=b",
        ),
        (
            "HEAD / HTTP/1.0\nHost: attic.local\n\n",
            308,
            "https://attic.local/",
        ),
        (
            "GET http://[2001:db8::7]:9/ HTTP/1.1\nHost: x\n\n",
            308,
            "https://[2001:db8::7]:9/",
        ),
        (&websocket, 308, "wss://dice.example:4600/ws"),
        ("GET / HTTP/1.1\n\n", 400, ""),
        ("GET / HTTP/1.1\nHost: a\nHost: b\n\n", 400, ""),
        ("GET / HTTP/1.0\n\n", 400, ""),
        ("POST / HTTP/1.1\nHost: x\nContent-Length: 1\n\nx", 400, ""),
    ] {
        let told = answer(server.connect().await, &request.replace('\n', "\r\n")).await;
        assert_eq!(
            (told.status, told.header("location")),
            (status, there),
            "{request}"
        );
        assert_eq!(told.header("cache-control"), "no-store");
        assert_eq!(told.header("x-content-type-options"), "nosniff");
        assert_eq!(told.header("strict-transport-security"), "", "{request}");
        let words = told.text();
        let is_head = request.starts_with("HEAD");
        assert!(
            is_head || words.contains("https://") && words.contains("wss://"),
            "{words}"
        );
    }
    server.stop().await;
}

/// The promise binds every port of a name, and nobody can go on past the warning about a certificate while it holds.
#[tokio::test]
async fn only_a_certificate_that_somebody_has_chosen_binds_browsers_to_tls() {
    let data = tempfile::tempdir().unwrap();
    let server = secure(&data, Timeouts::default()).await;
    let request = "GET /nowhere HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    let stream = encrypt(&server, &trusting(&data)).await.unwrap();
    let own = answer(stream, request).await;
    assert_eq!(
        (own.status, own.header("strict-transport-security")),
        (404, "max-age=0")
    );
    server.stop().await;
    let certificate = Some(Certificate::Files {
        chain: data.path().join("certificate.pem"),
        key: data.path().join("key.pem"),
    });
    let server = start(Options {
        certificate,
        ..Options::default()
    })
    .await;
    let stream = encrypt(&server, &trusting(&data)).await.unwrap();
    let chosen = answer(stream, request).await;
    assert_eq!(chosen.header("strict-transport-security"), "max-age=604800");
    server.stop().await;
    let server = start(Options::default()).await;
    let plain = answer(server.connect().await, request).await;
    assert_eq!(
        (plain.status, plain.header("strict-transport-security")),
        (404, "")
    );
    server.stop().await;
}

#[tokio::test]
async fn another_certificate_is_not_trusted() {
    let (data, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let server = secure(&data, Timeouts::default()).await;
    secure(&other, Timeouts::default()).await.stop().await;
    let error = encrypt(&server, &trusting(&other))
        .await
        .unwrap_err()
        .to_string();
    assert!(error.contains("invalid peer certificate"), "{error}");
    server.stop().await;
}

#[tokio::test]
async fn a_handshake_that_does_not_end_is_cut_off() {
    let data = tempfile::tempdir().unwrap();
    let timeouts = Timeouts {
        handshake: Duration::from_millis(300),
        ..Timeouts::default()
    };
    let server = secure(&data, timeouts).await;
    assert_eq!(server.answer("").await, "", "nothing at all");
    // The first bytes of a handshake record that never ends.
    let mut stream = server.connect().await;
    stream.write_all(&[22, 3, 1, 2, 0, 1]).await.unwrap();
    let mut rest = Vec::new();
    timeout(TEST_TIMEOUT, stream.read_to_end(&mut rest))
        .await
        .expect("the server closes")
        .ok();
    server.stop().await;
}

#[tokio::test]
async fn a_plain_server_answers_a_handshake_with_something_else() {
    let data = tempfile::tempdir().unwrap();
    secure(&data, Timeouts::default()).await.stop().await;
    let server = start(Options::default()).await;
    let error = encrypt(&server, &trusting(&data))
        .await
        .unwrap_err()
        .to_string();
    assert!(error.contains("corrupt message"), "{error}");
    server.stop().await;
}
