//! Tests with real certificates over real sockets (signed, pinned, new, changed, expired, copied),
//! and with peers that do not use TLS.

use std::sync::Arc;

use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair, SigningKey};
use rustls::ServerConfig;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio::task::JoinSet;
use tokio::time::{Duration, timeout};
use tokio_rustls::TlsAcceptor;
use tokio_tungstenite::accept_async;

use super::*;
use crate::net::trust::known_servers::KnownServers;

/// The longest time that a test waits for anything.
const TEST_WAIT: Duration = Duration::from_secs(20);

/// A certificate and its key.
struct Paper {
    certificate: CertificateDer<'static>,
    key: PrivateKeyDer<'static>,
}

/// A server that answers websockets until it is dropped.
struct Server {
    address: Address,
    _task: JoinSet<()>,
}

fn params(name: &str) -> CertificateParams {
    CertificateParams::new([name.to_owned()]).unwrap()
}

fn key_of(key: &KeyPair) -> PrivateKeyDer<'static> {
    PrivateKeyDer::try_from(key.serialize_der()).unwrap()
}

fn self_signed(params: &CertificateParams) -> Paper {
    let key = KeyPair::generate().unwrap();
    Paper {
        certificate: params.self_signed(&key).unwrap().der().clone(),
        key: key_of(&key),
    }
}

/// A certificate authority that only the test knows.
fn authority() -> CertifiedIssuer<'static, KeyPair> {
    let mut params = params("authority");
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap()
}

fn signed_by(
    authority: &CertifiedIssuer<'static, impl SigningKey>,
    params: &CertificateParams,
) -> Paper {
    let key = KeyPair::generate().unwrap();
    Paper {
        certificate: params.signed_by(&key, authority).unwrap().der().clone(),
        key: key_of(&key),
    }
}

fn print_of(paper: &Paper) -> Fingerprint {
    Fingerprint::of(&paper.certificate)
}

/// A server with this certificate; without one it does not encrypt.
async fn serve(paper: Option<Paper>) -> Server {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let scheme = if paper.is_some() { "wss" } else { "ws" };
    let acceptor = paper.map(|Paper { certificate, key }| {
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let builder =
            ServerConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
        let builder = builder.unwrap().with_no_client_auth();
        TlsAcceptor::from(Arc::new(
            builder.with_single_cert(vec![certificate], key).unwrap(),
        ))
    });
    let mut task = JoinSet::new();
    task.spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            // A broken connection is the client's problem, not this server's.
            match &acceptor {
                None => drop(accept_async(stream).await),
                Some(acceptor) => {
                    if let Ok(stream) = acceptor.accept(stream).await {
                        drop(accept_async(stream).await);
                    }
                }
            }
        }
    });
    Server {
        address: format!("{scheme}://localhost:{port}").parse().unwrap(),
        _task: task,
    }
}

fn trust(policy: Policy) -> Trust {
    Trust::new(KnownServers::default(), policy)
}

/// The result of an attempt, in short.
async fn dialed(address: &Address, trust: &Trust) -> String {
    match timeout(TEST_WAIT, open(address.clone(), trust.clone()))
        .await
        .unwrap()
    {
        Ok(_) => "open".to_owned(),
        Err(DialError::Failed(why)) => format!("failed: {why}"),
        Err(DialError::Stranger(fingerprint)) => format!("stranger {fingerprint}"),
        Err(DialError::Refused { code, .. }) => code.to_string(),
    }
}

#[tokio::test]
async fn a_server_that_an_authority_vouches_for_needs_no_decision() {
    let authority = authority();
    let server = serve(Some(signed_by(&authority, &params("localhost")))).await;
    let trusting = trust(Policy::Refuse).with_root(authority.der());
    assert_eq!(dialed(&server.address, &trusting).await, "open");
    assert_eq!(
        trusting.known.get(&server.address.to_string()),
        Ok(None),
        "nothing is pinned"
    );
    assert_eq!(
        dialed(&server.address, &trust(Policy::Refuse)).await,
        "unknown_certificate"
    );
}

#[tokio::test]
async fn an_authority_vouches_for_names_and_for_a_time() {
    let authority = authority();
    let trusting = trust(Policy::TrustFirst).with_root(authority.der());
    let mut expired = params("localhost");
    expired.not_after = rcgen::date_time_ymd(2020, 1, 1);
    for wrong in [params("elsewhere.example"), expired.clone()] {
        let server = serve(Some(signed_by(&authority, &wrong))).await;
        assert_eq!(
            dialed(&server.address, &trusting).await,
            "invalid_certificate"
        );
    }
    // No authority has signed this certificate either, but it also says itself that it has expired.
    let paper = self_signed(&expired);
    let fingerprint = print_of(&paper);
    let server = serve(Some(paper)).await;
    assert_eq!(
        dialed(&server.address, &trust(Policy::TrustFirst)).await,
        "invalid_certificate"
    );
    assert_eq!(
        dialed(&server.address, &trust(Policy::Exactly(fingerprint))).await,
        "open"
    );
}

#[tokio::test]
async fn a_new_server_is_a_question_to_a_person_and_refused_to_a_script() {
    let paper = self_signed(&params("whatever.example"));
    let fingerprint = print_of(&paper);
    let server = serve(Some(paper)).await;
    let address = server.address.to_string();
    let asking = trust(Policy::Ask);
    assert_eq!(
        dialed(&server.address, &asking).await,
        format!("stranger {fingerprint}")
    );
    assert_eq!(
        dialed(&server.address, &trust(Policy::Refuse)).await,
        "unknown_certificate"
    );
    asking.known.remember(&address, fingerprint);
    assert_eq!(dialed(&server.address, &asking).await, "open");
}

#[tokio::test]
async fn what_was_trusted_first_must_be_shown_again() {
    let server = serve(Some(self_signed(&params("localhost")))).await;
    let (address, first) = (server.address.to_string(), trust(Policy::TrustFirst));
    assert_eq!(dialed(&server.address, &first).await, "open");
    assert_eq!(dialed(&server.address, &first).await, "open");
    let known = first.known.get(&address).unwrap().unwrap();
    let other = serve(Some(self_signed(&params("localhost")))).await;
    first.known.remember(&other.address.to_string(), known);
    assert_eq!(dialed(&other.address, &first).await, "changed_certificate");
    let error = timeout(TEST_WAIT, open(other.address.clone(), first))
        .await
        .unwrap()
        .unwrap_err();
    let text = error.to_string();
    assert!(
        text.contains("listening in between") && text.contains(&known.to_string()),
        "{text}"
    );
}

#[tokio::test]
async fn a_quickly_made_certificate_that_calls_itself_an_authority_is_new_like_any_other() {
    let mut params = params("localhost");
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let server = serve(Some(self_signed(&params))).await;
    assert_eq!(
        dialed(&server.address, &trust(Policy::TrustFirst)).await,
        "open"
    );
}

#[tokio::test]
async fn a_fingerprint_that_was_asked_for_is_the_only_one() {
    let authority = authority();
    let paper = signed_by(&authority, &params("localhost"));
    let (right, wrong) = (print_of(&paper), Fingerprint::of(b"another"));
    let server = serve(Some(paper)).await;
    let trusting = |policy| trust(policy).with_root(authority.der());
    assert_eq!(
        dialed(&server.address, &trusting(Policy::Exactly(right))).await,
        "open"
    );
    assert_eq!(
        dialed(&server.address, &trusting(Policy::Exactly(wrong))).await,
        "other_certificate"
    );
}

/// A server must have the key of its certificate: the fingerprint alone is public.
#[tokio::test]
async fn a_copied_certificate_is_of_no_use() {
    let (paper, thief) = (
        self_signed(&params("localhost")),
        self_signed(&params("localhost")),
    );
    let fingerprint = print_of(&paper);
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address: Address = format!("wss://localhost:{}", listener.local_addr().unwrap().port())
        .parse()
        .unwrap();
    let mut task = JoinSet::new();
    task.spawn(async move {
        let provider = rustls::crypto::ring::default_provider();
        let key = provider.key_provider.load_private_key(thief.key).unwrap();
        // This is not checked on purpose: the key of one server with the certificate of another.
        let certified = rustls::sign::CertifiedKey::new(vec![paper.certificate], key);
        let resolver = rustls::sign::SingleCertAndKey::from(certified);
        let builder = ServerConfig::builder_with_provider(Arc::new(provider));
        let config = builder
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth();
        let acceptor = TlsAcceptor::from(Arc::new(config.with_cert_resolver(Arc::new(resolver))));
        while let Ok((stream, _)) = listener.accept().await {
            drop(acceptor.accept(stream).await);
        }
    });
    let dialed = dialed(&address, &trust(Policy::Exactly(fingerprint))).await;
    assert!(
        dialed.starts_with("failed: ") && dialed.contains("BadSignature"),
        "{dialed}"
    );
}

#[tokio::test]
async fn plain_text_and_tls_are_told_apart() {
    let plain = serve(None).await;
    assert_eq!(dialed(&plain.address, &trust(Policy::Refuse)).await, "open");
    for (scheme, status, expect) in [
        ("wss", "400 Bad Request", "no_tls"),
        ("ws", "426 Upgrade Required", "wants_tls"),
        (
            "ws",
            "308 Permanent Redirect\r\nLocation: wss://x/ws",
            "wants_tls",
        ),
        (
            "ws",
            "301 Moved Permanently\r\nLocation: https://x/ws",
            "wants_tls",
        ),
        (
            "ws",
            "302 Found\r\nLocation: http://x/",
            "failed: no Dicehall server answers there",
        ),
    ] {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("{scheme}://{}", listener.local_addr().unwrap())
            .parse()
            .unwrap();
        let mut task = JoinSet::new();
        task.spawn(async move {
            let (mut stream, _) = listener.accept().await.unwrap();
            stream.read_exact(&mut [0; 64]).await.unwrap();
            let answer =
                format!("HTTP/1.1 {status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
            stream.write_all(answer.as_bytes()).await.unwrap();
            stream.read_to_end(&mut Vec::new()).await.ok();
        });
        assert_eq!(dialed(&address, &trust(Policy::Refuse)).await, expect);
    }
}

#[tokio::test]
async fn an_interface_that_this_machine_does_not_have_is_named() {
    let address: Address = "[fe80::1%nowhere0]:9".parse().unwrap();
    assert_eq!(dialed(&address, &trust(Policy::Ask)).await, "no_interface");
    let refused = open(address, trust(Policy::Ask)).await.unwrap_err();
    assert!(
        refused.to_string().contains("no interface nowhere0;"),
        "{refused}"
    );
}

#[tokio::test]
async fn nobody_there_may_be_there_later() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address: Address = format!("wss://{}", listener.local_addr().unwrap())
        .parse()
        .unwrap();
    drop(listener);
    assert!(
        dialed(&address, &trust(Policy::Ask))
            .await
            .starts_with("failed: ")
    );
}

#[test]
fn a_door_tells_for_which_address_it_speaks_and_nobody_else_says_anything() {
    let told = |ip: Option<&str>| {
        let ip = ip.map(|it| it.parse().unwrap());
        let request = request(&"127.0.0.1:4600".parse().unwrap(), ip).unwrap();
        let told = request.headers().get("x-forwarded-for");
        told.map(|it| it.to_str().unwrap().to_owned())
    };
    assert_eq!(told(None), None);
    assert_eq!(told(Some("::ffff:192.0.2.7")).as_deref(), Some("192.0.2.7"));
    assert_eq!(told(Some("2001:db8::7")).as_deref(), Some("2001:db8::7"));
}
