//! Tests with real servers, one and three of them: appends, fences, restarts, kills, lost answers, damage.

use std::num::NonZeroU16;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use async_nats::jetstream::message::PublishMessage;
use dicehall_engine::lobby::Revision;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;

use super::servers::{Servers, program};
use super::*;
use crate::journal::Journal;
use crate::journal::jetstream::client::{connect, context};
use crate::journal::jetstream::{Cluster, JetStreamJournal};
use crate::os::entropy::Entropy;

/// The most attempts to append while servers are missing; each takes some seconds at most.
const ATTEMPTS_WITHOUT_CLUSTER: usize = 60;

fn cluster(addresses: &str, copies: usize, streams: u16) -> Cluster {
    let streams = NonZeroU16::new(streams).unwrap();
    Cluster::of(addresses).unwrap().unsafe_with(copies, streams)
}

async fn open(cluster: &Cluster) -> JetStreamJournal {
    JetStreamJournal::open(cluster, None, None, &Entropy::System)
        .await
        .unwrap()
}

/// Appends one event as a frozen lobby would: after a failure the stream is read, and the append repeated if it is not
/// the stream's end.
async fn append_at_last(journal: &JetStreamJournal, lobby: LobbyCode, before: u64, event: &Event) {
    for _ in 0..ATTEMPTS_WITHOUT_CLUSTER {
        let appended = journal
            .append(lobby, Revision(before), std::slice::from_ref(event))
            .await;
        match appended {
            Ok(revision) => return assert_eq!(revision, Revision(before + 1)),
            Err(JournalError::Io(_)) => {}
            Err(error) => panic!("{error}"),
        }
        match journal.replay(lobby).await {
            Ok(stored) if u64::try_from(stored.len()).unwrap() == before + 1 => {
                return assert_eq!(stored.last(), Some(event));
            }
            Ok(stored) => assert_eq!(u64::try_from(stored.len()).unwrap(), before),
            Err(JournalError::Io(_)) => {}
            Err(error) => panic!("{error}"),
        }
    }
    panic!("the cluster did not come back");
}

/// Reads a stream, although servers may be missing for a while.
async fn replay_at_last(journal: &JetStreamJournal, lobby: LobbyCode) -> Vec<Event> {
    for _ in 0..ATTEMPTS_WITHOUT_CLUSTER {
        match journal.replay(lobby).await {
            Ok(events) => return events,
            Err(JournalError::Io(_)) => {}
            Err(error) => panic!("{error}"),
        }
    }
    panic!("the cluster did not come back");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_appended_is_replayed_and_what_has_ended_is_removed() {
    let Some(program) = program() else { return };
    let mut servers = Servers::start(program, 1, "");
    let cluster = cluster(&servers.addresses(), 1, 3);
    let journal = open(&cluster).await;
    let lobbies = ["AAAAA", "BBBBB", "CCCCC", "K7WQ2"].map(code);
    assert_eq!(journal.running().await, Ok(vec![]));
    for lobby in lobbies {
        assert_eq!(journal.replay(lobby).await, Ok(vec![]));
        let first = [said("one"), said("two")];
        let appended = journal.append(lobby, Revision(0), &first).await;
        assert_eq!(appended, Ok(Revision(2)));
        let appended = journal.append(lobby, Revision(2), &[said("three")]).await;
        assert_eq!(appended, Ok(Revision(3)));
    }
    journal
        .append(lobbies[1], Revision(3), &[ENDED])
        .await
        .unwrap();
    servers.kill(0);
    servers.start_again(0);
    let reopened = open(&cluster).await;
    let running = vec![lobbies[0], lobbies[2], lobbies[3]];
    assert_eq!(reopened.running().await, Ok(running.clone()));
    assert_eq!(reopened.ended(), [lobbies[1]]);
    let all = vec![said("one"), said("two"), said("three")];
    assert_eq!(reopened.replay(lobbies[3]).await, Ok(all));
    let removing = reopened.clone();
    let removed = tokio::task::spawn_blocking(move || removing.remove(&lobbies));
    removed.await.unwrap().unwrap();
    let reading = reopened.clone();
    let left = tokio::task::spawn_blocking(move || reading.lobbies());
    assert_eq!(left.await.unwrap(), Ok(running));
    assert_eq!(reopened.replay(lobbies[1]).await, Ok(vec![]));
    let again = reopened
        .append(lobbies[1], Revision(0), &[said("new")])
        .await;
    assert_eq!(again, Ok(Revision(1)));
}

#[tokio::test]
async fn a_second_writer_is_fenced() {
    let Some(program) = program() else { return };
    let servers = Servers::start(program, 1, "");
    let cluster = cluster(&servers.addresses(), 1, 1);
    let (old, new) = (open(&cluster).await, open(&cluster).await);
    let lobby = code("AAAAA");
    old.append(lobby, Revision(0), &[said("one")])
        .await
        .unwrap();
    new.append(lobby, Revision(1), &[said("two")])
        .await
        .unwrap();
    let late = old.append(lobby, Revision(1), &[said("two")]).await;
    let fenced = JournalError::Conflict {
        lobby,
        expected: 1,
        found: 2,
    };
    assert_eq!(late, Err(fenced));
    let created = old.append(lobby, Revision(0), &[said("one")]).await;
    assert!(matches!(created, Err(JournalError::Conflict { .. })));
    let both = Ok(vec![said("one"), said("two")]);
    assert_eq!(new.replay(lobby).await, both);
    assert_eq!(old.replay(lobby).await, both);
}

#[tokio::test]
async fn a_message_that_somebody_else_has_written_is_refused() {
    let Some(program) = program() else { return };
    let servers = Servers::start(program, 1, "");
    let cluster = cluster(&servers.addresses(), 1, 1);
    let journal = open(&cluster).await;
    let lobby = code("AAAAA");
    journal
        .append(lobby, Revision(0), &[said("one")])
        .await
        .unwrap();
    let record = Record::after(Head::of_empty(lobby), 2, 1, "[]".to_owned());
    let forged = Message {
        epoch: 0,
        writer: "x".to_owned(),
        record,
    };
    let context = context(connect(&cluster, &cluster.servers).await.unwrap());
    let publish = PublishMessage::build()
        .payload(forged.record.text.clone().into())
        .headers(forged.headers());
    let sent = context.send_publish("dicehall.0.AAAAA", publish).await;
    sent.unwrap().await.unwrap();
    let replayed = journal.replay(lobby).await;
    assert!(
        matches!(replayed, Err(JournalError::Corrupt { .. })),
        "{replayed:?}"
    );
}

/// Passes bytes on to a server, but cuts the connection instead of passing on an acknowledgement, so many times.
async fn relay(port: u16, cuts: Arc<AtomicUsize>, tasks: &mut JoinSet<()>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    tasks.spawn(async move {
        loop {
            let (client, _) = listener.accept().await.unwrap();
            let Ok(server) = TcpStream::connect(("127.0.0.1", port)).await else {
                continue;
            };
            let (cuts, mut passing) = (Arc::clone(&cuts), JoinSet::new());
            let (mut from_client, mut to_client) = client.into_split();
            let (mut from_server, mut to_server) = server.into_split();
            passing.spawn(async move {
                tokio::io::copy(&mut from_client, &mut to_server).await.ok();
            });
            passing.spawn(async move {
                let mut bytes = vec![0; 65_536];
                while let Ok(count @ 1..) = from_server.read(&mut bytes).await {
                    let text = String::from_utf8_lossy(&bytes[..count]);
                    let is_acknowledgement = text.contains("\"stream\":\"DICEHALL_0\"")
                        && text.contains("\"seq\":")
                        && !text.contains("\"type\"");
                    let is_cut = is_acknowledgement
                        && cuts
                            .fetch_update(Ordering::SeqCst, Ordering::SeqCst, |it| {
                                it.checked_sub(1)
                            })
                            .is_ok();
                    if is_cut || to_client.write_all(&bytes[..count]).await.is_err() {
                        return;
                    }
                }
            });
            // When one direction ends, the other is dropped, which closes both connections. One client is served at a
            // time, and the next waits until then.
            passing.join_next().await;
            passing.shutdown().await;
        }
    });
    address
}

#[tokio::test]
async fn acknowledgements_that_are_lost_double_nothing() {
    let Some(program) = program() else { return };
    let servers = Servers::start(program, 1, "");
    let mut tasks = JoinSet::new();
    let cuts = Arc::new(AtomicUsize::new(0));
    let through = relay(servers.port(0), Arc::clone(&cuts), &mut tasks).await;
    // The relay serves one connection at a time.
    let journal = open(&cluster(&through, 1, 1)).await;
    let lobby = code("AAAAA");
    let events: Vec<_> = (0..8).map(|it| said(&it.to_string())).collect();
    for (before, event) in (0..).zip(&events) {
        cuts.store(usize::from(before % 2 == 1), Ordering::SeqCst);
        append_at_last(&journal, lobby, before, event).await;
        assert_eq!(
            cuts.load(Ordering::SeqCst),
            0,
            "nothing was cut at {before}"
        );
    }
    assert_eq!(replay_at_last(&journal, lobby).await, events);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn kills_of_the_leader_and_of_all_servers_lose_nothing() {
    let Some(program) = program() else { return };
    let mut servers = Servers::start(program, 3, "sync_interval: always");
    let safe = Cluster {
        monitors: servers.monitors(),
        ..Cluster::of(&servers.addresses()).unwrap()
    };
    let journal = open(&safe).await;
    let lobbies = ["AAAAA", "BBBBB", "CCCCC"].map(code);
    let asked = context(connect(&safe, &safe.servers).await.unwrap());
    let event = |at: u64| said(&format!("event {at}"));
    let mut before = 0;
    for round in 0..3 {
        let mut appends = JoinSet::new();
        let reached = Arc::new(AtomicUsize::new(0));
        for lobby in lobbies {
            let (journal, reached) = (journal.clone(), Arc::clone(&reached));
            appends.spawn(async move {
                for at in before..before + 60 {
                    append_at_last(&journal, lobby, at, &event(at)).await;
                    reached.fetch_add(1, Ordering::SeqCst);
                }
            });
        }
        while reached.load(Ordering::SeqCst) < 30 {
            tokio::task::yield_now().await;
        }
        let killed = if round == 2 {
            vec![0, 1, 2]
        } else {
            let info = asked.get_stream("DICEHALL_0").await.unwrap();
            let leader = info.cached_info().cluster.clone().unwrap().leader.unwrap();
            vec![leader.strip_prefix('n').unwrap().parse().unwrap()]
        };
        for at in &killed {
            servers.kill(*at);
        }
        if round == 2 {
            for at in &killed {
                servers.start_again(*at);
            }
        }
        while let Some(done) = appends.join_next().await {
            done.unwrap();
        }
        before += 60;
        if round < 2 {
            servers.start_again(killed[0]);
        }
    }
    let expected: Vec<_> = (0..before).map(event).collect();
    for lobby in lobbies {
        assert_eq!(replay_at_last(&journal, lobby).await, expected, "{lobby}");
    }
}

#[tokio::test]
async fn a_user_and_a_password_are_sent_to_servers_that_want_them() {
    let Some(program) = program() else { return };
    // The first bracket ends the block of streams.
    let users = "}\nauthorization { user: dicehall, password: \"a@b:c\"";
    let servers = Servers::start(program, 1, users);
    let address = format!("nats://dicehall:a%40b%3Ac@{}", servers.addresses());
    open(&cluster(&address, 1, 1)).await;
    for wrong in [servers.addresses(), address.replace("%3Ac", "")] {
        let cluster = cluster(&wrong, 1, 1);
        let refused = JetStreamJournal::open(&cluster, None, None, &Entropy::System).await;
        let fault = refused.unwrap_err();
        assert!(
            fault.contains("no server of the cluster answers"),
            "{fault}"
        );
    }
}

#[tokio::test]
async fn clusters_that_are_not_as_they_must_be_are_refused() {
    let Some(program) = program() else { return };
    let servers = Servers::start(program, 1, "");
    let refused = async |cluster: &Cluster| {
        JetStreamJournal::open(cluster, None, None, &Entropy::System)
            .await
            .unwrap_err()
    };
    let plain = Cluster::of(&servers.addresses()).unwrap();
    let fault = refused(&plain).await;
    assert!(fault.contains("--cluster-monitor"), "{fault}");
    let monitored = Cluster {
        monitors: servers.monitors(),
        ..plain.clone()
    };
    let fault = refused(&monitored).await;
    assert!(fault.contains("`sync_interval: always`"), "{fault}");
    let fault = refused(&cluster(&servers.addresses(), 3, 1)).await;
    assert!(fault.contains("block `cluster`"), "{fault}");
    open(&cluster(&servers.addresses(), 1, 2)).await;
    let fault = refused(&cluster(&servers.addresses(), 1, 1)).await;
    assert!(fault.contains("--cluster-streams 2"), "{fault}");
    let nobody = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = nobody.local_addr().unwrap().to_string();
    drop(nobody);
    let fault = refused(&cluster(&address, 1, 1)).await;
    assert!(
        fault.contains("no server of the cluster answers"),
        "{fault}"
    );
}
