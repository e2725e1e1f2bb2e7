//! Multiplexes between an owner and a relay over real sockets.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use futures_util::{SinkExt, StreamExt};
use serde_json::json;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;
use tokio::task::JoinSet;
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::protocol::{Message, Role};

use super::owner;
use super::relay::{Multiplexes, OwnerWord, Seat};
use crate::cluster::link::{self, ClusterSecret, Person, Preamble, Purpose};
use crate::cluster::multiplex::{FRAMES_UNTAKEN_MAX, MULTIPLEX_SIZE_MAX, Word};
use crate::cluster::routing::Routes;
use crate::frame::Frame;
use crate::journal::{AnyJournal, MemoryJournal};
use crate::lobby::outbox::Socket;
use crate::metrics::cluster::{ClusterMetrics, check_text};
use crate::net::internal;
use crate::os::entropy::Entropy;
use crate::session::passing::{Onward, OtherNodes};
use crate::session::tests::harness::{TEST_TIMEOUT, World};
use crate::session::transport::TransportError;
use crate::watched;

/// The socket of a client at the relay: what it was written, and for how many more frames it has room.
#[derive(Debug, Default)]
struct Peer {
    heard: Mutex<(VecDeque<String>, usize)>,
    written: Notify,
}

impl Peer {
    fn with_room(room: usize) -> Arc<Self> {
        Arc::new(Self {
            heard: Mutex::new((VecDeque::new(), room)),
            written: Notify::new(),
        })
    }

    /// Waits until it was written so many frames.
    async fn hears(&self, count: usize) -> Vec<String> {
        let heard = async {
            while self.heard.lock().unwrap().0.len() < count {
                self.written.notified().await;
            }
        };
        soon(heard).await;
        self.heard.lock().unwrap().0.iter().cloned().collect()
    }
}

impl Socket for Peer {
    fn put(&self, frame: &Frame) -> bool {
        let mut heard = self.heard.lock().unwrap();
        let has_room = heard.1 > 0;
        if has_room {
            heard.1 -= 1;
            heard.0.push_back(frame.to_string());
        }
        has_room
    }

    fn write_out(&self) {
        self.written.notify_one();
    }
}

/// An owner and a relay in one process.
struct Both {
    world: World,
    metrics: Arc<ClusterMetrics>,
    relay: Multiplexes,
    owner: Arc<owner::Multiplexes>,
    listener: Option<TcpListener>,
    address: std::net::SocketAddr,
    tasks: JoinSet<()>,
}

async fn soon<T>(what: impl Future<Output = T>) -> T {
    timeout(TEST_TIMEOUT, what).await.expect("it comes soon")
}

fn secret() -> ClusterSecret {
    ClusterSecret::new(&[b'x'; 32]).unwrap()
}

fn numbered(numbers: std::ops::Range<usize>) -> Vec<Frame> {
    numbers.map(|it| Frame::new(&it.to_string())).collect()
}

fn texts(frames: &[Frame]) -> Vec<String> {
    frames.iter().map(|it| (**it).to_owned()).collect()
}

impl Both {
    async fn new() -> Self {
        let journal = AnyJournal::Memory(MemoryJournal::default());
        let mut world = World::with(journal, None).await;
        let metrics = Arc::<ClusterMetrics>::default();
        let alone = [("a".to_owned(), ([127, 0, 0, 1], 1).into())].into();
        let (_, routes) = watched::channel(Routes::fixed("a", alone));
        let (_, lobbies) = watched::channel([].into());
        let context = Arc::get_mut(&mut world.context).unwrap();
        context.cluster = Some(OtherNodes {
            secret: secret(),
            routes,
            lobbies,
            metrics: Arc::clone(&metrics),
        });
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        Self {
            world,
            metrics,
            relay: Multiplexes::default(),
            owner: Arc::default(),
            listener: Some(listener),
            address,
            tasks: JoinSet::new(),
        }
    }

    /// An owner that takes multiplexes, and nothing else.
    async fn with_multiplexes() -> Self {
        let mut both = Self::new().await;
        let (listener, owner) = (both.listener.take().unwrap(), Arc::clone(&both.owner));
        let context = Arc::clone(&both.world.context);
        both.tasks.spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                let taken = link::take(&mut stream, &secret(), &Entropy::System).await;
                let place = taken.unwrap().unwrap().place.unwrap();
                owner.serve(stream, place.multiplex, &context).await;
            }
        });
        both
    }

    /// A client at the relay, with a place on the multiplex.
    async fn client(&self, peer: &Arc<Peer>) -> Option<Seat> {
        let socket: Arc<dyn Socket> = Arc::<Peer>::clone(peer);
        let seat = self.relay.seat(self.address, &self.world.context, socket);
        soon(seat).await
    }

    /// Both ends of a client's place.
    async fn seat(&self, peer: &Arc<Peer>) -> (owner::Seat, Seat) {
        let near = self.client(peer).await.expect("there is a multiplex");
        (self.owner.seat(near.place()).unwrap(), near)
    }
}

#[tokio::test]
async fn what_fifty_clients_hear_goes_over_the_multiplex_once() {
    let both = Both::with_multiplexes().await;
    let mut clients = Vec::new();
    for _ in 0..50 {
        let peer = Peer::with_room(10);
        clients.push((both.seat(&peer).await, peer));
    }
    let updates = numbered(0..3);
    for ((far, _), _) in &clients {
        assert!(updates.iter().all(|it| far.put(it)));
        far.write_out();
    }
    for (_, peer) in &clients {
        assert_eq!(peer.hears(3).await, ["0", "1", "2"]);
    }
    check_text(
        &both.metrics,
        &[
            "multiplexes 1",
            "multiplex_frames_total 3",
            "multiplex_copies_total 150",
        ],
    );
}

#[tokio::test]
async fn a_client_that_takes_nothing_holds_up_nobody_and_hears_everything_later() {
    let both = Both::with_multiplexes().await;
    let (quick, slow) = (Peer::with_room(1_000), Peer::with_room(0));
    let (quick_far, _quick_near) = both.seat(&quick).await;
    let (slow_far, mut slow_near) = both.seat(&slow).await;
    let frames = numbered(0..300);
    let taken = frames.iter().take_while(|it| slow_far.put(it)).count();
    assert_eq!(taken, FRAMES_UNTAKEN_MAX);
    for frame in &frames {
        soon(quick_far.feed(frame)).await.unwrap();
        quick_far.write_out();
    }
    assert_eq!(quick.hears(300).await, texts(&frames));
    assert!(
        !slow_far.put(&frames[0]),
        "there is no room before it has taken something"
    );
    let rest = async {
        for frame in &frames[taken..] {
            slow_far.feed(frame).await.unwrap();
            slow_far.write_out();
        }
    };
    let take = async {
        for frame in &frames {
            assert_eq!(slow_near.next().await, OwnerWord::Frame(frame.clone()));
            slow_near.note_taken();
        }
    };
    soon(async { tokio::join!(rest, take) }).await;
}

#[tokio::test]
async fn the_last_word_comes_behind_all_that_was_said() {
    let onward = Onward {
        address: ([10, 0, 0, 1], 4_601).into(),
        person: None,
        first: "{}".to_owned(),
    };
    let told = serde_json::to_string(&onward).unwrap();
    for (word, heard) in [
        (Word::Closed(4_000), OwnerWord::Closed(4_000)),
        (Word::Onward(told), OwnerWord::Onward(onward)),
        (Word::Gone, OwnerWord::Lost),
    ] {
        let both = Both::with_multiplexes().await;
        let (far, mut near) = both.seat(&Peer::with_room(0)).await;
        let frames = numbered(0..2);
        assert!(frames.iter().all(|it| far.put(it)));
        far.end(word);
        assert!(!far.put(&frames[0]), "nothing follows the last word");
        for frame in frames {
            assert_eq!(soon(near.next()).await, OwnerWord::Frame(frame));
            near.note_taken();
        }
        assert_eq!(soon(near.next()).await, heard);
    }
}

#[tokio::test]
async fn a_broken_multiplex_is_told_to_all_on_it_and_the_next_client_gets_another() {
    let mut both = Both::with_multiplexes().await;
    let (far, mut near) = both.seat(&Peer::with_room(9)).await;
    let place = near.place();
    both.tasks.shutdown().await;
    assert_eq!(soon(near.next()).await, OwnerWord::Lost);
    both.owner.cut_all();
    assert!(!far.put(&Frame::new("late")));
    assert!(matches!(
        soon(far.feed(&Frame::new("late"))).await,
        Err(TransportError::Gone(_))
    ));
    assert!(
        both.client(&Peer::with_room(9)).await.is_none(),
        "nobody listens"
    );
    let listener = TcpListener::bind(both.address).await.unwrap();
    let (owner, context) = (Arc::clone(&both.owner), Arc::clone(&both.world.context));
    both.tasks.spawn(async move {
        let (mut stream, _) = listener.accept().await.unwrap();
        let taken = link::take(&mut stream, &secret(), &Entropy::System).await;
        let place = taken.unwrap().unwrap().place.unwrap();
        owner.serve(stream, place.multiplex, &context).await;
    });
    let (_, near) = both.seat(&Peer::with_room(9)).await;
    assert_ne!(near.place().multiplex, place.multiplex);
}

#[tokio::test]
async fn what_is_more_than_a_multiplex_holds_waits_and_comes_later() {
    let both = Both::with_multiplexes().await;
    let peers: Vec<Arc<Peer>> = (0..50).map(|_| Peer::with_room(1_000)).collect();
    let mut seats = Vec::new();
    for peer in &peers {
        seats.push(both.seat(peer).await);
    }
    let size = 3 * 1024;
    let frame = |it: usize| Frame::new(&format!("{it:0>size$}"));
    // Everybody is told something else, as people are who all come at once; the task that writes does not run in between.
    let mut late = Vec::new();
    for number in 0..seats.len() * 20 {
        let seat = number % seats.len();
        if !seats[seat].0.put(&frame(number)) {
            late.push((seat, frame(number)));
        }
    }
    let size_put = (seats.len() * 20 - late.len()) * size;
    assert!(size_put <= MULTIPLEX_SIZE_MAX && size_put + 2 * size > MULTIPLEX_SIZE_MAX - 32 * 1024);
    for (seat, frame) in &late {
        soon(seats[*seat].0.feed(frame)).await.unwrap();
        seats[*seat].0.write_out();
    }
    for (seat, peer) in peers.iter().enumerate() {
        let expected: Vec<Frame> = (0..20).map(|it| frame(it * seats.len() + seat)).collect();
        assert_eq!(peer.hears(20).await, texts(&expected));
    }
}

#[tokio::test]
async fn sessions_that_wait_for_a_relay_that_takes_nothing_end_when_it_is_cut_off() {
    let both = Both::with_multiplexes().await;
    let (far, _near) = both.seat(&Peer::with_room(0)).await;
    let size = 60 * 1024;
    let large = Frame::new(&"x".repeat(size));
    let others = numbered(0..1);
    // The task that writes does not run in between.
    let taken = (0..FRAMES_UNTAKEN_MAX)
        .take_while(|_| far.put(&Frame::new(&large)))
        .count();
    assert_eq!(taken, MULTIPLEX_SIZE_MAX / (size + 16));
    let (fed, ()) = tokio::join!(far.feed(&large), async { both.owner.cut_all() });
    assert!(matches!(fed, Err(TransportError::Gone(_))), "{fed:?}");
    assert!(!far.put(&others[0]));
}

#[tokio::test]
async fn a_node_that_knows_no_multiplexes_is_asked_once() {
    let mut both = Both::new().await;
    let listener = both.listener.take().unwrap();
    let asked = Arc::new(Mutex::new(0));
    let counted = Arc::clone(&asked);
    both.tasks.spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            *counted.lock().unwrap() += 1;
            // What it reads it cannot understand, and closes the stream.
            let taken = link::take(&mut stream, &secret(), &Entropy::System).await;
            assert_eq!(taken.unwrap().unwrap().purpose, Purpose::Multiplex);
        }
    });
    for _ in 0..3 {
        assert!(both.client(&Peer::with_room(9)).await.is_none());
    }
    assert_eq!(*asked.lock().unwrap(), 1);
}

/// A spectator at the relay, whose session is at the owner, and the connection for what it sends.
async fn spectator(both: &Both, peer: &Arc<Peer>) -> (Seat, WebSocketStream<TcpStream>) {
    let seat = both.client(peer).await.expect("there is a multiplex");
    let mut stream = TcpStream::connect(both.address).await.unwrap();
    let person = Person {
        name: "Eve".to_owned(),
        ..Person::default()
    };
    let preamble = Preamble {
        client: None,
        person: Some(person),
        purpose: Purpose::Connection,
        place: Some(seat.place()),
        certificate: None,
    };
    let secret = secret();
    let opening = link::open(&mut stream, &secret, &Entropy::System, &preamble);
    opening.await.unwrap();
    let link = WebSocketStream::from_raw_socket(stream, Role::Client, None).await;
    (seat, link)
}

#[tokio::test]
async fn a_spectator_that_falls_behind_at_its_relay_gets_one_snapshot_and_then_every_update() {
    let mut both = Both::new().await;
    let listener = both.listener.take().unwrap();
    let (context, gate) = (
        Arc::clone(&both.world.context),
        Arc::clone(&both.world.gate),
    );
    both.tasks.spawn(internal::serve(listener, context, gate));
    let mut host = both.world.host("Aki").await;
    let (mut seat, mut link) = spectator(&both, &Peer::with_room(0)).await;
    let join = json!({"type": "command", "id": 1, "command": {"join_lobby": {"lobby": host.code}}});
    link.send(Message::text(join.to_string())).await.unwrap();
    let marked = soon(link.next()).await.unwrap().unwrap();
    assert_eq!(marked, Message::Binary(Vec::new().into()));
    host.hears(&["update * entered"]).await;
    for id in 2..600 {
        host.ask(id, json!({"chat": {"text": "hello"}})).await;
        host.hears(&["accepted *", "update * said"]).await;
    }
    let mut heard = String::new();
    let mut snapshots = 0;
    let mut frames = 0;
    // It takes what there is, until the newest snapshot has come.
    while snapshots < 2 {
        let OwnerWord::Frame(frame) = soon(seat.next()).await else {
            panic!("the spectator was lost");
        };
        seat.note_taken();
        frames += 1;
        snapshots += u32::from(frame.contains(r#""type":"snapshot""#));
        heard = frame.to_string();
    }
    assert!(frames < 400, "{frames} frames of 600 came");
    let snapshot: serde_json::Value = serde_json::from_str(&heard).unwrap();
    host.ask(600, json!({"chat": {"text": "last"}})).await;
    host.hears(&["accepted *"]).await;
    let OwnerWord::Frame(next) = soon(seat.next()).await else {
        panic!("the spectator was lost");
    };
    let next: serde_json::Value = serde_json::from_str(&next).unwrap();
    let revision = |it: &serde_json::Value| it["revision"].as_u64().unwrap();
    assert_eq!(revision(&snapshot) + 1, revision(&next), "{next}");
}
