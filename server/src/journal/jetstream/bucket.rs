//! The leases of nodes in a bucket of NATS: the adapter of [`Store`] to `JetStream`.
//!
//! A bucket is a stream with one message for each key, which disappears by age; `nats kv ls dicehall-owners` shows it.
//! Laws kept here: what was not answered is unknown, never guessed; one key is read from the leader, while a list may
//! come from any copy.

mod secret;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use async_nats::jetstream::consumer::DeliverPolicy;
use async_nats::jetstream::consumer::pull::OrderedConfig;
use async_nats::jetstream::context::{GetStreamError, GetStreamErrorKind};
use async_nats::jetstream::message::PublishMessage;
use async_nats::jetstream::stream::{
    Config, DiscardPolicy, LastRawMessageErrorKind, StorageType, Stream,
};
use async_nats::jetstream::{Context, ErrorCode};
use async_nats::{Client, HeaderMap, Subscriber};
use futures_util::StreamExt;
use tokio::sync::Mutex;

use super::client::{bounded, connect, context, is_refusal, read_messages};
use super::opening::{at_last, get_or_create};
use super::settings::Cluster;
use crate::cluster::lease::{Holder, holder_of};
use crate::cluster::others::{NODES, name_key};
use crate::cluster::store::{AGE_MS_MAX, Entry, Store, StoreAnswer, StoreRequest};

/// The stream of the bucket.
const STREAM: &str = "KV_dicehall-owners";
/// The subjects of its keys.
const PREFIX: &str = "$KV.dicehall-owners.";
/// The subject on which nodes tell each other of changes; nothing of that is kept.
const CHANGED: &str = "dicehall-owners-changed";
/// The header that marks a message as the removal of its key, as other clients of NATS write and read it.
const OPERATION: &str = "KV-Operation";
/// The value of that header.
const REMOVED: &str = "DEL";

/// The bucket of leases.
#[derive(Clone)]
pub(crate) struct NatsBucket {
    client: Client,
    context: Context,
    changes: Arc<Mutex<Subscriber>>,
}

impl NatsBucket {
    /// Opens the bucket on a connection of its own, so that renewals do not wait behind appends.
    pub(crate) async fn open(cluster: &Cluster) -> Result<Self, String> {
        let client = connect(cluster, &cluster.servers).await?;
        let context = context(client.clone());
        let stream = get_or_create(&context, cluster, fresh(cluster)).await?;
        check(cluster, &stream.cached_info().config)?;
        let changes = client.subscribe(CHANGED).await;
        let changes = changes.map_err(|error| error.to_string())?;
        Ok(Self {
            client,
            context,
            changes: Arc::new(Mutex::new(changes)),
        })
    }

    /// Checks that no other server has this node's name.
    pub(crate) async fn check_name(&self, name: &str, own: &Holder) -> Result<(), String> {
        let entries = at_last(|| self.list()).await;
        let entries = entries.ok_or("the leases of the cluster cannot be read: try again")?;
        let entry = entries.get(&name_key(name));
        match entry.and_then(|it| holder_of(&it.value)) {
            Some((other, Some(address))) if other.node != own.node => Err(format!(
                "another server has the name {name}, and listens to other nodes at {address}: choose another --node, \
                 or, if that server is gone for good, wait for 15 seconds"
            )),
            Some(_) | None => Ok(()),
        }
    }

    async fn stream(&self) -> Option<Stream<()>> {
        self.context.get_stream_no_info(STREAM).await.ok()
    }

    /// Writes a key, or removes it, if its last message is this one.
    async fn write(&self, key: &str, value: Option<Vec<u8>>, after: u64) -> StoreAnswer {
        let mut headers = HeaderMap::new();
        if value.is_none() {
            headers.insert(OPERATION, REMOVED);
        }
        let publish = PublishMessage::build()
            .payload(value.unwrap_or_default().into())
            .headers(headers)
            .expected_last_subject_sequence(after);
        let subject = format!("{PREFIX}{key}");
        let sent = self.context.send_publish(subject, publish);
        match async { sent.await?.await }.await {
            Ok(ack) => StoreAnswer::Written(ack.sequence),
            Err(error) if is_refusal(&error) => StoreAnswer::Refused,
            Err(_) => StoreAnswer::Unknown,
        }
    }

    /// The last message of a key, and whether it is a removal; `None` if that is not known.
    async fn last(&self, key: &str) -> Option<Option<(Entry, bool)>> {
        let stream = self.stream().await?;
        let subject = format!("{PREFIX}{key}");
        match stream.get_last_raw_message_by_subject(&subject).await {
            Ok(last) => {
                let entry = Entry {
                    value: last.payload.to_vec(),
                    revision: last.sequence,
                };
                Some(Some((entry, is_removal(Some(&last.headers)))))
            }
            Err(error) if matches!(error.kind(), LastRawMessageErrorKind::NoMessageFound) => {
                Some(None)
            }
            Err(_) => None,
        }
    }
}

impl Store for NatsBucket {
    async fn ask(&self, key: String, request: StoreRequest) -> StoreAnswer {
        match request {
            StoreRequest::Update { value, revision } => {
                self.write(&key, Some(value), revision).await
            }
            StoreRequest::Delete { revision } => self.write(&key, None, revision).await,
            StoreRequest::Create { value } => match self.last(&key).await {
                Some(None) => self.write(&key, Some(value), 0).await,
                Some(Some((Entry { revision, .. }, true))) => {
                    self.write(&key, Some(value), revision).await
                }
                Some(Some((_, false))) => StoreAnswer::Refused,
                None => StoreAnswer::Unknown,
            },
            StoreRequest::Get => match self.last(&key).await {
                Some(last) => {
                    let present = last.filter(|(_, is_removed)| !is_removed);
                    StoreAnswer::Found(present.map(|(entry, _)| entry))
                }
                None => StoreAnswer::Unknown,
            },
        }
    }

    async fn list(&self) -> Option<BTreeMap<String, Entry>> {
        list(&self.stream().await?).await
    }

    async fn tell_changed(&self) {
        let told = async {
            self.client.publish(CHANGED, "".into()).await?;
            self.client.flush().await?;
            Ok::<(), async_nats::Error>(())
        };
        bounded(told).await.ok();
    }

    async fn changed(&self) {
        if self.changes.lock().await.next().await.is_none() {
            std::future::pending::<()>().await;
        }
    }
}

impl fmt::Debug for NatsBucket {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NatsBucket").finish_non_exhaustive()
    }
}

/// Checks that no nodes share the lobbies of the cluster, before somebody takes them all; `advice` says what to do if they
/// are shared. If the cluster does not say, it is taken for shared.
pub(super) async fn check_alone(context: &Context, advice: &str) -> Result<(), String> {
    match at_last(|| nodes(context)).await {
        Some(nodes) if nodes.is_empty() => Ok(()),
        Some(nodes) => Err(format!(
            "the lobbies of this cluster are shared by several nodes ({}): {advice}",
            nodes.join(", ")
        )),
        None => {
            Err("the cluster does not say whether nodes share its lobbies: try again".to_owned())
        }
    }
}

/// The names of the nodes that run; `None` if the cluster does not answer.
async fn nodes(context: &Context) -> Option<Vec<String>> {
    let messages = match context.get_stream(STREAM).await {
        Ok(stream) => stream.cached_info().state.messages,
        // A cluster that never had several nodes has no bucket.
        Err(error) if is_absent(&error) => 0,
        Err(_no_answer) => return None,
    };
    if messages == 0 {
        return Some(Vec::new());
    }
    let stream = context.get_stream_no_info(STREAM).await.ok()?;
    let leases = list(&stream).await?;
    let names = leases.keys().filter_map(|it| it.strip_prefix(NODES));
    let mut names: Vec<String> = names.map(str::to_owned).collect();
    if names.is_empty() && !leases.is_empty() {
        names.push("one whose name has lapsed".to_owned());
    }
    Some(names)
}

fn is_absent(error: &GetStreamError) -> bool {
    let GetStreamErrorKind::JetStream(error) = error.kind() else {
        return false;
    };
    error.error_code() == ErrorCode::STREAM_NOT_FOUND
}

/// All keys of the bucket that are present, as some copy of it knows them.
async fn list(stream: &Stream<()>) -> Option<BTreeMap<String, Entry>> {
    let config = OrderedConfig {
        deliver_policy: DeliverPolicy::LastPerSubject,
        filter_subject: format!("{PREFIX}>"),
        ..OrderedConfig::default()
    };
    let read = read_messages(stream, config, |it| it.pending == 0).await;
    let present = read.ok()?.into_iter().filter_map(|(revision, message)| {
        let key = message.subject.strip_prefix(PREFIX)?.to_owned();
        let value = message.payload.to_vec();
        let is_present = !is_removal(message.headers.as_ref());
        is_present.then_some((key, Entry { value, revision }))
    });
    Some(present.collect())
}

fn is_removal(headers: Option<&HeaderMap>) -> bool {
    headers.is_some_and(|it| it.get(OPERATION).is_some())
}

fn fresh(cluster: &Cluster) -> Config {
    let age = Duration::from_millis(AGE_MS_MAX);
    Config {
        name: STREAM.to_owned(),
        subjects: vec![format!("{PREFIX}>")],
        max_messages_per_subject: 1,
        max_age: age,
        // It may not be longer than the age.
        duplicate_window: age,
        storage: StorageType::File,
        discard: DiscardPolicy::New,
        num_replicas: cluster.copies,
        deny_delete: true,
        allow_rollup: true,
        description: Some("Which node of Dicehall owns which lobbies".to_owned()),
        ..Config::default()
    }
}

/// Checks a bucket that exists: leases need exactly this age.
fn check(cluster: &Cluster, found: &Config) -> Result<(), String> {
    let wanted = fresh(cluster);
    let is_same = (
        found.max_age,
        found.max_messages_per_subject,
        &found.subjects,
    ) == (
        wanted.max_age,
        wanted.max_messages_per_subject,
        &wanted.subjects,
    );
    if !is_same || found.storage != wanted.storage {
        return Err(format!(
            "the bucket of {STREAM} is not kept as leases need it: stop all nodes, run `nats stream rm {STREAM}`, and \
             start them again"
        ));
    }
    if found.num_replicas < cluster.copies {
        return Err(format!(
            "stream {STREAM} has {} copies and not {}: run `nats stream edit {STREAM} --replicas {}`",
            found.num_replicas, cluster.copies, cluster.copies
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_that_keeps_leases_otherwise_is_refused() {
        let cluster = Cluster::of("a").unwrap();
        let with = |change: fn(&mut Config)| {
            let mut config = fresh(&cluster);
            change(&mut config);
            check(&cluster, &config).err().unwrap_or_default()
        };
        assert_eq!(with(|it| it.num_replicas = 5), "");
        assert!(with(|it| it.num_replicas = 1).contains("--replicas 3"));
        let removed = "nats stream rm KV_dicehall-owners";
        assert!(with(|it| it.max_age = Duration::from_secs(16)).contains(removed));
        assert!(with(|it| it.max_age = Duration::ZERO).contains(removed));
        assert!(with(|it| it.storage = StorageType::Memory).contains(removed));
        assert!(with(|it| it.max_messages_per_subject = 2).contains(removed));
    }
}
