//! The proof of the cluster's secret: a value in a bucket of its own, which the first node writes and every later one
//! compares with its own.
//!
//! Called before a node asks for its first lease. Laws kept here: a proof is never written over; the secret does not follow
//! from it; what was not answered is asked again, and never taken for an answer.

use async_nats::jetstream::message::PublishMessage;
use async_nats::jetstream::stream::{Config, LastRawMessageErrorKind, StorageType, Stream};

use super::{NatsBucket, at_last, get_or_create, is_removal};
use crate::cluster::link::ClusterSecret;
use crate::journal::jetstream::settings::Cluster;

/// The stream of the bucket.
const STREAM: &str = "KV_dicehall-secret";
/// The subjects of its keys.
const SUBJECTS: &str = "$KV.dicehall-secret.>";
/// The subject of the proof.
const PROOF: &str = "$KV.dicehall-secret.proof";
/// The purpose of the proof, for which no other value is ever computed.
const PURPOSE: &str = "dicehall/secret of the cluster";

impl NatsBucket {
    /// Checks that the nodes before this one know the same secret. The first node of a cluster has none before it.
    pub(crate) async fn prove(
        &self,
        cluster: &Cluster,
        secret: &ClusterSecret,
    ) -> Result<(), String> {
        let proof = base16ct::lower::encode_string(&secret.proof(PURPOSE, &[]));
        let stream = get_or_create(&self.context, cluster, fresh(cluster)).await?;
        let compared = at_last(|| self.compare(&stream, &proof)).await;
        match compared {
            Some(true) => Ok(()),
            Some(false) => Err(
                "the secret of --internal-secret is not that of the other nodes: give this node their file; \
                 docs/cluster.md tells how all nodes get another secret"
                    .to_owned(),
            ),
            None => Err("the cluster does not say which secret its nodes have: try again".to_owned()),
        }
    }

    /// Whether the proof is the one in the bucket, in which it is put if there is none; `None` if that is not known.
    async fn compare(&self, stream: &Stream, proof: &str) -> Option<bool> {
        let after = match stream.get_last_raw_message_by_subject(PROOF).await {
            Ok(last) if is_removal(Some(&last.headers)) => last.sequence,
            Ok(last) => return Some(last.payload == proof.as_bytes()),
            Err(error) if matches!(error.kind(), LastRawMessageErrorKind::NoMessageFound) => 0,
            Err(_) => return None,
        };
        let publish = PublishMessage::build()
            .payload(proof.to_owned().into())
            .expected_last_subject_sequence(after);
        let sent = self.context.send_publish(PROOF, publish);
        // Another node may have been quicker: then its proof is compared the next time.
        let written = async { sent.await?.await }.await.ok();
        written.map(|_acknowledged| true)
    }
}

fn fresh(cluster: &Cluster) -> Config {
    Config {
        name: STREAM.to_owned(),
        subjects: vec![SUBJECTS.to_owned()],
        max_messages_per_subject: 1,
        storage: StorageType::File,
        num_replicas: cluster.copies,
        allow_rollup: true,
        description: Some("By what the nodes of Dicehall know their secret".to_owned()),
        ..Config::default()
    }
}
