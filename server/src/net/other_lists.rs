//! The lobbies of the other nodes: asks each node for its list once a second, and shows what came.
//!
//! Started by the server beside the listener for other nodes. Laws kept here: nobody who asks for the list waits for
//! another node; and a node that does not answer in time is left out until it does.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use dicehall_protocol::LobbyLine;
use dicehall_protocol::limits::LOBBY_LIST_MAX;
use futures_util::future::join_all;
use tokio::net::TcpStream;
use tokio::time::{MissedTickBehavior, interval, timeout};

use crate::cluster::link;
use crate::lobby::listing::merged;
use crate::session::ServerContext;
use crate::session::passing::OtherNodes;
use crate::watched;

/// The time between two questions to a node, in milliseconds.
const LISTS_MS: u64 = 1_000;
/// The longest wait for a node's list, in milliseconds.
const LIST_MS_MAX: u64 = 700;
/// The most nodes that are asked: as many as there are shards, because no more can own any.
const NODES_ASKED_MAX: usize = 256;

/// Shows the lobbies of the other nodes until the server stops.
pub(crate) async fn run(context: Arc<ServerContext>, lobbies: watched::Sender<Arc<[LobbyLine]>>) {
    let Some(cluster) = &context.cluster else {
        return;
    };
    let is_stopping = context.is_stopping.clone();
    let stopping = is_stopping.wait_for(|it| *it);
    tokio::pin!(stopping);
    let mut rounds = interval(Duration::from_millis(LISTS_MS));
    rounds.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        let asking = async {
            rounds.tick().await;
            ask_all(&context, cluster).await
        };
        tokio::select! {
            biased;
            _ = &mut stopping => return,
            lines = asking => lobbies.send(lines.into()),
        }
    }
}

/// The lists of all nodes that answer, as one.
async fn ask_all(context: &ServerContext, cluster: &OtherNodes) -> Vec<LobbyLine> {
    let others = cluster.routes.borrow().others();
    let others = others.into_iter().take(NODES_ASKED_MAX);
    let lists = join_all(others.map(|it| ask(context, cluster, it))).await;
    merged(Vec::new(), &lists.concat())
}

/// The list of one node; empty if it does not answer.
async fn ask(context: &ServerContext, cluster: &OtherNodes, address: SocketAddr) -> Vec<LobbyLine> {
    let asking = async {
        let mut stream = TcpStream::connect(address).await?;
        let text = link::ask_list(&mut stream, &cluster.secret, &context.entropy).await?;
        let lines: Vec<LobbyLine> = serde_json::from_slice(&text)?;
        std::io::Result::Ok(lines)
    };
    let limit = Duration::from_millis(LIST_MS_MAX);
    match timeout(limit, Box::pin(asking)).await {
        Ok(Ok(mut lines)) => {
            lines.truncate(LOBBY_LIST_MAX);
            lines
        }
        Ok(Err(error)) => {
            tracing::debug!(%error, node = %address, "a node does not tell its lobbies");
            Vec::new()
        }
        Err(_elapsed) => {
            tracing::debug!(node = %address, "a node does not tell its lobbies in time");
            Vec::new()
        }
    }
}
