//! The buckets that all nodes share, on real servers.

use std::num::NonZeroU16;
use std::path::Path;
use std::sync::Arc;

use tokio::task::{JoinSet, spawn_blocking};

use super::servers::{Servers, program};
use crate::cluster::shared::{Fence, Found, SharedBucket, Write, Written, publish};
use crate::journal::jetstream::Cluster;
use crate::journal::jetstream::shared::{BucketKind, NatsShared};

fn cluster(servers: &Servers, copies: usize) -> Cluster {
    let cluster = Cluster::of(&servers.addresses()).unwrap();
    cluster.unsafe_with(copies, NonZeroU16::MIN)
}

async fn open(cluster: &Cluster) -> Arc<NatsShared> {
    let opened = NatsShared::open(cluster, BucketKind::Accounts).await;
    Arc::new(opened.unwrap())
}

fn write(key: &str, value: &str) -> Write {
    Write {
        key: key.to_owned(),
        value: Some(value.into()),
    }
}

/// Whether some file in a folder or below has this text.
fn has(folder: &Path, wanted: &str) -> bool {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut paths = entries.map(|it| it.unwrap().path());
    paths.any(|path| {
        if path.is_dir() {
            return has(&path, wanted);
        }
        let bytes = std::fs::read(&path).unwrap_or_default();
        bytes
            .windows(wanted.len())
            .any(|it| it == wanted.as_bytes())
    })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_nodes_write_one_bucket_in_one_order_and_what_is_replaced_is_erased() {
    let Some(program) = program() else { return };
    let servers = Servers::start(program, 1, "");
    let cluster = cluster(&servers, 1);
    let (attic, cellar) = (open(&cluster).await, open(&cluster).await);
    assert_eq!(attic.identity(), cellar.identity());
    let told = Arc::clone(&cellar);
    let mut is_told = JoinSet::new();
    is_told.spawn(async move { told.changed().await });
    let work = move || {
        let (one, other) = (write("a", "rumpelstilz"), write("b", "other"));
        assert_eq!(attic.write(&one, Fence::Bucket(0)), Written::Stored(1));
        assert_eq!(cellar.write(&other, Fence::Bucket(0)), Written::Refused);
        assert_eq!(cellar.write(&one, Fence::Key(0)), Written::Refused);
        assert_eq!(publish(&*cellar, &other, 0), Written::Refused);
        assert_eq!(publish(&*cellar, &other, 1), Written::Stored(2));
        let seen = attic.after(0).unwrap();
        assert_eq!(seen.writes, [(1, one), (2, other.clone())]);
        assert_eq!((seen.last, seen.has_more), (2, false));
        let next = write("a", "heinz");
        assert_eq!(cellar.write(&next, Fence::Bucket(2)), Written::Stored(3));
        assert_eq!(attic.after(0).unwrap().writes, [(2, other), (3, next)]);
        assert_eq!(attic.last("a"), Found::Entry(3, b"heinz".to_vec()));
        let gone = Write {
            key: "a".to_owned(),
            value: None,
        };
        assert_eq!(attic.write(&gone, Fence::Bucket(3)), Written::Stored(4));
        assert_eq!(cellar.last("a"), Found::Nothing);
        let seen = cellar.after(3).unwrap();
        assert_eq!((seen.writes, seen.last), (vec![(4, gone)], 4));
        assert_eq!(cellar.after(4).unwrap().writes, []);
    };
    spawn_blocking(work).await.unwrap();
    is_told.join_next().await.unwrap().unwrap();
    assert!(has(servers.folder(), "other"), "is the search wrong?");
    for erased in ["rumpelstilz", "heinz"] {
        assert!(!has(servers.folder(), erased), "{erased}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_acknowledged_is_there_once_also_when_servers_are_killed() {
    let Some(program) = program() else { return };
    let mut servers = Servers::start(program, 3, "");
    let cluster = cluster(&servers, 3);
    let nodes = [open(&cluster).await, open(&cluster).await];
    // Each node writes its keys after whatever it knows, until it is told that they are there.
    let writing = nodes.map(|bucket| {
        spawn_blocking(move || {
            let (mut known, mut stored) = (0, Vec::new());
            for number in 0..40 {
                let name = format!("{:p}-{number}", Arc::as_ptr(&bucket));
                let it = write(&name, &name);
                loop {
                    match publish(&*bucket, &it, known) {
                        Written::Stored(at) => {
                            known = at;
                            stored.push((at, it));
                            break;
                        }
                        // After an unknown outcome the key tells whether it was written.
                        Written::Refused | Written::Unknown => {
                            known = bucket.after(known).map_or(known, |it| it.last);
                            if let Found::Entry(at, _) = bucket.last(&name) {
                                stored.push((at, it));
                                break;
                            }
                        }
                    }
                }
            }
            stored
        })
    });
    for at in 0..3 {
        servers.kill(at);
        servers.start_again(at);
    }
    let mut stored = Vec::new();
    for it in writing {
        stored.extend(it.await.unwrap());
    }
    stored.sort_by_key(|it| it.0);
    let fresh = open(&cluster).await;
    let seen = spawn_blocking(move || fresh.after(0).unwrap())
        .await
        .unwrap();
    assert_eq!(seen.writes, stored);
}
