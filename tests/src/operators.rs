//! The port for operators: a server's metrics, and whether it is alive and ready.

use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::bounded;

/// How long an answer may take until it counts as none.
const ANSWER_MAX: Duration = Duration::from_secs(5);

/// The text of all metrics.
///
/// # Panics
/// If the port does not answer, or refuses the token.
pub async fn metrics(address: &str, token: &str) -> String {
    let asking = async {
        let mut stream = TcpStream::connect(address).await.unwrap();
        let request = format!(
            "GET /metrics HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {}\r\nConnection: close\r\n\r\n",
            token.trim()
        );
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        answer
    };
    let answer = bounded("the metrics", asking).await;
    assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
    answer
}

/// The value of a metric, as it is told; its name is without the prefix of all.
///
/// # Panics
/// If it is not in the text.
pub fn value<'a>(text: &'a str, name: &str) -> &'a str {
    let line = text.lines().find_map(|it| {
        let rest = it.strip_prefix("dicehall_")?;
        rest.strip_prefix(name)?.strip_prefix(' ')
    });
    line.unwrap_or_else(|| panic!("{name} is missing in:\n{text}"))
}

/// The answers to `/healthz` and `/readyz`, as their status; `None` for one that does not come.
pub async fn health(address: &str) -> [Option<u16>; 2] {
    [
        status(address, "/healthz").await,
        status(address, "/readyz").await,
    ]
}

/// Waits until the answers to `/healthz` and `/readyz` have these statuses.
///
/// # Panics
/// If they never have.
pub async fn until_health(address: &str, wanted: [u16; 2]) {
    let asking = async { while health(address).await != wanted.map(Some) {} };
    bounded(&format!("the health {wanted:?}"), asking).await;
}

async fn status(address: &str, path: &str) -> Option<u16> {
    let asking = async {
        let mut stream = TcpStream::connect(address).await.ok()?;
        let request = format!("GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).await.ok()?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.ok()?;
        answer.split(' ').nth(1)?.parse().ok()
    };
    tokio::time::timeout(ANSWER_MAX, asking).await.ok()?
}
