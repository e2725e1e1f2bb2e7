//! The proof of the cluster's secret, on a real server.

use std::num::NonZeroU16;

use super::servers::{Servers, program};
use crate::cluster::link::ClusterSecret;
use crate::journal::jetstream::Cluster;
use crate::journal::jetstream::bucket::NatsBucket;
use crate::journal::jetstream::client::{connect, context};

fn secret(text: &str) -> ClusterSecret {
    ClusterSecret::new(text.repeat(32).as_bytes()).unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_with_another_secret_than_the_first_is_refused_until_the_proof_is_removed() {
    let Some(program) = program() else { return };
    let servers = Servers::start(program, 1, "");
    let cluster = Cluster::of(&servers.addresses()).unwrap();
    let cluster = cluster.unsafe_with(1, NonZeroU16::MIN);
    let bucket = NatsBucket::open(&cluster).await.unwrap();
    let (first, other) = (secret("a"), secret("b"));
    for _ in 0..2 {
        assert_eq!(bucket.prove(&cluster, &first).await, Ok(()));
        let refused = bucket.prove(&cluster, &other).await.unwrap_err();
        assert!(
            refused.starts_with("the secret of --internal-secret is not that of the other nodes"),
            "{refused}"
        );
    }
    // As the document says that all nodes get another secret.
    let context = context(connect(&cluster, &cluster.servers).await.unwrap());
    context.delete_stream("KV_dicehall-secret").await.unwrap();
    assert_eq!(bucket.prove(&cluster, &other).await, Ok(()));
    assert!(bucket.prove(&cluster, &first).await.is_err());
}
