//! The metrics of a server, read through the port for operators.

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::bounded;

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
