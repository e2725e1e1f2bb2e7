//! The listener for other nodes: takes the connections that their relays pass on, and runs their sessions here; takes the
//! multiplexes over which these are told what they hear; and tells other nodes which lobbies this one has.
//!
//! Called by the server beside the public listener. Law kept here: whoever does not know the secret of the cluster
//! costs one of few places for a short time, and a connection that was passed on counts as one of its client's
//! network, as if it had come to this node.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::JoinSet;
use tokio::time::timeout;
use tracing::Instrument;

use crate::admission::gate::{Gate, Pass};
use crate::cluster::link::{self, ClusterSecret, Preamble, Purpose};
use crate::net::listener::{DRAIN_MS_MAX, accept, next_back_off, report};
use crate::net::multiplex::owner::{Multiplexed, Multiplexes};
use crate::net::websocket::Websocket;
use crate::session::passing::PassedOn;
use crate::session::transport::Transport;
use crate::session::{self, ServerContext};

/// The most streams that have not proved yet that they come from a node: relays send their proof at once.
const OPENING_MAX: usize = 256;

/// Where and how a node listens to other nodes.
#[derive(Clone, Debug)]
pub struct Internal {
    /// The address, which only other nodes need to reach.
    pub listen: SocketAddr,
    /// The secret that all nodes share.
    pub secret: ClusterSecret,
}

/// The parts that all streams from other nodes share.
struct Here {
    context: Arc<ServerContext>,
    gate: Arc<Gate>,
    multiplexes: Multiplexes,
}

/// Serves other nodes until the server stops, and waits for their sessions.
pub(crate) async fn serve(listener: TcpListener, context: Arc<ServerContext>, gate: Arc<Gate>) {
    let mut sessions = JoinSet::new();
    let opening = Arc::new(Semaphore::new(OPENING_MAX));
    let here = Arc::new(Here {
        context: Arc::clone(&context),
        gate,
        multiplexes: Multiplexes::default(),
    });
    let is_stopping = context.is_stopping.clone();
    let stopping = is_stopping.wait_for(|it| *it);
    tokio::pin!(stopping);
    let mut back_off = Duration::ZERO;
    loop {
        tokio::select! {
            biased;
            _ = &mut stopping => break,
            Some(ended) = sessions.join_next() => report(ended),
            accepted = accept(&listener, back_off) => match accepted {
                Ok((stream, node)) => {
                    back_off = Duration::ZERO;
                    let Ok(permit) = Arc::clone(&opening).try_acquire_owned() else { continue };
                    let span = tracing::info_span!("passed on", %node, lobby = tracing::field::Empty);
                    sessions.spawn(receive(stream, permit, Arc::clone(&here)).instrument(span));
                }
                Err(error) => {
                    tracing::warn!(%error, "cannot accept another node");
                    back_off = next_back_off(back_off);
                }
            },
        }
    }
    let drained = async {
        while let Some(ended) = sessions.join_next().await {
            report(ended);
        }
    };
    timeout(Duration::from_millis(DRAIN_MS_MAX), drained)
        .await
        .ok();
}

/// Answers another node, or runs the session of a connection that it passes on; the permit is given back as soon as it is
/// known to be one.
async fn receive(mut stream: TcpStream, permit: OwnedSemaphorePermit, here: Arc<Here>) {
    let context = &here.context;
    let Some(cluster) = &context.cluster else {
        return;
    };
    let taking = link::take(&mut stream, &cluster.secret, &context.entropy);
    let taken = timeout(context.timeouts.handshake, Box::pin(taking)).await;
    let preamble = match taken {
        Ok(Ok(Some(preamble))) => preamble,
        Ok(Ok(None)) => return,
        Ok(Err(error)) => {
            context.metrics.turned_away("node");
            return tracing::warn!(%error, "this is no node of the cluster");
        }
        Err(_elapsed) => return context.metrics.turned_away("node_late"),
    };
    match (preamble.purpose, preamble.place) {
        (Purpose::List, _) => tell_list(stream, context).await,
        (Purpose::Multiplex, Some(place)) => {
            drop(permit);
            stream.set_nodelay(true).ok();
            here.multiplexes
                .serve(stream, place.multiplex, context)
                .await;
        }
        (Purpose::Multiplex, None) => context.metrics.turned_away("node"),
        (Purpose::Connection, _) => {
            drop(permit);
            Box::pin(run_session(stream, preamble, &here)).await;
        }
    }
}

/// Runs the session of a connection that another node passes on.
async fn run_session(stream: TcpStream, preamble: Preamble, here: &Here) {
    let context = &here.context;
    let ip = preamble.client.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST));
    let Ok(pass) = here.gate.admit(ip) else {
        return context.metrics.turned_away("passed_on");
    };
    let seat = preamble.place.and_then(|it| here.multiplexes.seat(it));
    let websocket = Websocket::after_handshake(stream, Vec::new(), context.timeouts, None).await;
    // The relay goes on to the next node by itself.
    if let Some(seat) = seat {
        let multiplexed = Multiplexed::new(websocket, seat, context.timeouts.write).await;
        if let Some(mut passed) = run(multiplexed, preamble, pass, context).await {
            passed.transport.hand_back(&passed.onward).await;
        }
    } else if let Some(mut passed) = run(websocket, preamble, pass, context).await {
        passed.transport.hand_back(&passed.onward).await;
    }
}

/// Runs a session, of a person whom the relay has greeted, or of one whom it has not.
async fn run<T: Transport>(
    transport: T,
    preamble: Preamble,
    pass: Pass,
    context: &Arc<ServerContext>,
) -> Option<PassedOn<T>> {
    let context = Arc::clone(context);
    session::passing::run_passed_on(transport, context, pass, preamble).await
}

/// Tells another node which lobbies this one has.
async fn tell_list(mut stream: TcpStream, context: &ServerContext) {
    let Ok(lines) = context.directory.list().await else {
        return;
    };
    let telling = async {
        let text = serde_json::to_vec(&lines)?;
        link::tell_list(&mut stream, &text).await
    };
    // A node that does not take the list asks again.
    timeout(context.timeouts.write, telling).await.ok();
}

#[cfg(test)]
mod tests {
    use tokio::io::AsyncReadExt;
    use tokio_tungstenite::WebSocketStream;
    use tokio_tungstenite::tungstenite::protocol::{Message, Role};

    use super::*;
    use crate::cluster::link::{MultiplexPlace, Person};
    use crate::cluster::routing::Routes;
    use crate::os::entropy::Entropy;
    use crate::session::passing::OtherNodes;
    use crate::session::tests::harness::World;
    use crate::watched;
    use futures_util::{SinkExt, StreamExt};

    fn secret(letter: &str) -> ClusterSecret {
        ClusterSecret::new(letter.repeat(32).as_bytes()).unwrap()
    }

    /// A stream to a node that has begun to serve, of somebody who knows this secret.
    async fn linked(
        world: &mut World,
        knows: &str,
        tasks: &mut JoinSet<()>,
    ) -> (std::io::Result<()>, TcpStream) {
        let context = Arc::get_mut(&mut world.context).unwrap();
        let (_, routes) = watched::channel(Routes::default());
        let secret_here = secret("a");
        let (_, lobbies) = watched::channel([].into());
        context.cluster = Some(OtherNodes {
            secret: secret_here,
            routes,
            lobbies,
            metrics: Arc::default(),
        });
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (context, gate) = (Arc::clone(&world.context), Arc::clone(&world.gate));
        tasks.spawn(serve(listener, context, gate));
        let mut stream = TcpStream::connect(address).await.unwrap();
        let preamble = Preamble {
            client: Some([192, 0, 2, 7].into()),
            person: Some(Person {
                name: "Aki".to_owned(),
                ..Person::default()
            }),
            purpose: Purpose::Connection,
            // There is no such multiplex, so everything comes over this stream.
            place: Some(MultiplexPlace {
                multiplex: 7,
                member: 1,
            }),
            certificate: None,
        };
        let opened = link::open(&mut stream, &secret(knows), &Entropy::System, &preamble).await;
        (opened, stream)
    }

    #[tokio::test]
    async fn whoever_was_passed_on_counts_as_one_of_the_clients_network() {
        let (mut world, mut tasks) = (World::new().await, JoinSet::new());
        let (opened, stream) = linked(&mut world, "a", &mut tasks).await;
        opened.unwrap();
        let mut websocket = WebSocketStream::from_raw_socket(stream, Role::Client, None).await;
        let question = r#"{"type":"command","id":1,"command":"list_lobbies"}"#;
        websocket.send(Message::text(question)).await.unwrap();
        let answer = websocket
            .next()
            .await
            .unwrap()
            .unwrap()
            .into_text()
            .unwrap();
        assert!(answer.contains("accepted"), "{answer}");
        assert_eq!(world.gate.counts(), (1, 1), "one connection of one network");
    }

    #[tokio::test]
    async fn whoever_does_not_know_the_secret_is_cut_off_and_never_counted() {
        let (mut world, mut tasks) = (World::new().await, JoinSet::new());
        let (opened, mut stream) = linked(&mut world, "b", &mut tasks).await;
        assert!(opened.is_err());
        tokio::io::AsyncWriteExt::shutdown(&mut stream)
            .await
            .unwrap();
        assert_eq!(stream.read(&mut [0; 64]).await.unwrap_or(0), 0);
        assert_eq!(world.gate.counts(), (0, 0));
    }
}
