//! The presence of a server that has all lobbies of a cluster to itself: it listens on a subject, and answers nothing.
//!
//! Nodes that share the lobbies have leases; a server that is alone has none. Called when the journal is opened. Law kept
//! here: only if the cluster says that nobody listens is nobody there.

use async_nats::{Client, RequestErrorKind, Subscriber};

/// The subject.
const SUBJECT: &str = "dicehall-alone";
/// The most questions: the listener of a server that has just ended may be known for a moment longer.
const QUESTIONS_MAX: usize = 2;

/// Makes this server known until the answer is dropped.
pub(super) async fn announce(client: &Client) -> Result<Subscriber, String> {
    let wrong = |error: &dyn std::fmt::Display| error.to_string();
    let listener = client.subscribe(SUBJECT).await.map_err(|it| wrong(&it))?;
    client.flush().await.map_err(|it| wrong(&it))?;
    Ok(listener)
}

/// Checks that no server has the lobbies of the cluster to itself.
pub(super) async fn check_absent(client: &Client) -> Result<(), String> {
    for _ in 0..QUESTIONS_MAX {
        match client.request(SUBJECT, "".into()).await {
            Err(error) if error.kind() == RequestErrorKind::NoResponders => return Ok(()),
            Err(_) | Ok(_) => {}
        }
    }
    Err("a server without --internal uses this cluster, or the cluster does not answer: stop the server, and run this again"
        .to_owned())
}
