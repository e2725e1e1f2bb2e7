//! The buckets that all nodes share and that last, of accounts and of results: the adapter of [`SharedBucket`] to `JetStream`.
//!
//! A bucket is a stream with one message for each key; `nats kv ls dicehall-accounts` shows it. Opened when a server with a cluster
//! starts. Laws kept here: whether a write comes after the expected one is the decision of the stream's leader; what is read goes
//! up to the last message that the leader knows, so a copy that is behind is never taken for the whole; whatever is replaced is
//! written over with noise on the disks, by whoever has replaced it, or by the next one who sees it.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use async_nats::jetstream::consumer::DeliverPolicy;
use async_nats::jetstream::consumer::pull::OrderedConfig;
use async_nats::jetstream::message::PublishMessage;
use async_nats::jetstream::stream::{
    Config, DiscardPolicy, LastRawMessageErrorKind, StorageType, Stream,
};
use async_nats::jetstream::{Context, Message};
use async_nats::{Client, HeaderMap, Subscriber};
use futures_util::StreamExt;
use tokio::runtime::Handle;
use tokio::sync::Mutex;
use tokio::time::sleep;

use super::client::{bounded, connect, context, is_refusal, read_messages};
use super::opening::get_or_create;
use super::settings::Cluster;
use crate::cluster::shared::{Changes, Fence, Found, SENDS_MAX, SharedBucket, Write, Written};

/// The most messages of a key, of which all but the last wait to be written over.
const HISTORY_MAX: i64 = 8;
/// How long it is to be seen that an entry was removed, in days: longer than a node runs that cannot reach NATS.
const REMOVAL_DAYS: u64 = 7;
/// The most messages that are read at once.
const MESSAGES_MAX: usize = 1_024;
/// The wait before something is sent again, in milliseconds.
const AGAIN_MS: u64 = 50;
/// The header that marks a message as the removal of its key, as other clients of NATS write and read it.
const OPERATION: &str = "KV-Operation";
/// The value of that header.
const REMOVED: &str = "DEL";

/// The buckets that nodes share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BucketKind {
    /// The accounts of people.
    Accounts,
    /// The results of matches.
    Results,
}

/// A bucket that all nodes share.
pub(crate) struct NatsShared {
    kind: BucketKind,
    client: Client,
    context: Context,
    /// The moment when the stream was made.
    made: String,
    changes: Mutex<Subscriber>,
    /// For callers that may wait and are no tasks.
    runtime: Handle,
}

impl BucketKind {
    fn name(self) -> &'static str {
        match self {
            Self::Accounts => "dicehall-accounts",
            Self::Results => "dicehall-results",
        }
    }

    fn purpose(self) -> &'static str {
        match self {
            Self::Accounts => "The accounts of people of Dicehall",
            Self::Results => "The results of matches of Dicehall",
        }
    }

    fn stream(self) -> String {
        format!("KV_{}", self.name())
    }

    /// The beginning of the subjects of its keys.
    fn beginning(self) -> String {
        format!("$KV.{}.", self.name())
    }

    /// The subject on which nodes tell each other of changes; nothing of that is kept.
    fn changed(self) -> String {
        format!("{}-changed", self.name())
    }

    fn fresh(self, cluster: &Cluster) -> Config {
        Config {
            name: self.stream(),
            subjects: vec![format!("{}>", self.beginning())],
            max_messages_per_subject: HISTORY_MAX,
            storage: StorageType::File,
            discard: DiscardPolicy::New,
            num_replicas: cluster.copies,
            allow_rollup: true,
            allow_message_ttl: true,
            description: Some(self.purpose().to_owned()),
            ..Config::default()
        }
    }

    /// Checks a bucket that exists.
    fn check(self, cluster: &Cluster, found: &Config) -> Result<(), String> {
        let stream = self.stream();
        let wanted = self.fresh(cluster);
        let is_whole = found.max_age == Duration::ZERO
            && found.max_messages <= 0
            && found.max_bytes <= 0
            && found.max_messages_per_subject == HISTORY_MAX
            && found.allow_message_ttl;
        if !is_whole || found.storage != wanted.storage || found.subjects != wanted.subjects {
            return Err(format!(
                "stream {stream} does not keep everything as it must: `nats stream info {stream}` tells how it is kept, and \
                 docs/cluster.md how it should be"
            ));
        }
        if found.num_replicas < cluster.copies {
            return Err(format!(
                "stream {stream} has {} copies and not {}: run `nats stream edit {stream} --replicas {}`",
                found.num_replicas, cluster.copies, cluster.copies
            ));
        }
        Ok(())
    }
}

impl NatsShared {
    /// Opens a bucket on a connection of its own, so that appends do not wait behind it; it is made if it is not there.
    pub(crate) async fn open(cluster: &Cluster, kind: BucketKind) -> Result<Self, String> {
        let client = connect(cluster, &cluster.servers).await?;
        let context = context(client.clone());
        let stream = get_or_create(&context, cluster, kind.fresh(cluster)).await?;
        let info = stream.cached_info();
        kind.check(cluster, &info.config)?;
        let changes = client.subscribe(kind.changed()).await;
        let changes = changes.map_err(|error| error.to_string())?;
        Ok(Self {
            kind,
            client,
            context,
            made: info.created.to_string(),
            changes: Mutex::new(changes),
            runtime: Handle::current(),
        })
    }

    /// Waits until a node tells that it has written. It may be lost. Safe to cancel.
    pub(crate) async fn changed(&self) {
        if self.changes.lock().await.next().await.is_none() {
            std::future::pending::<()>().await;
        }
    }

    async fn send(&self, write: &Write, fence: Fence) -> Written {
        let mut publish = PublishMessage::build().expected_stream(self.kind.stream());
        publish = match fence {
            Fence::Bucket(last) => publish.expected_last_sequence(last),
            Fence::Key(last) => publish.expected_last_subject_sequence(last),
        };
        publish = if let Some(value) = &write.value {
            publish.payload(value.clone().into())
        } else {
            let seen_for = Duration::from_secs(REMOVAL_DAYS * 24 * 60 * 60);
            publish.header(OPERATION, REMOVED).ttl(seen_for)
        };
        let subject = self.subject(&write.key);
        let sent = self.context.send_publish(subject, publish);
        match async { sent.await?.await }.await {
            Ok(ack) => {
                self.tell_changed().await;
                if fence != Fence::Key(0) {
                    self.remove_before(&write.key, ack.sequence).await;
                }
                Written::Stored(ack.sequence)
            }
            Err(error) if is_refusal(&error) => Written::Refused,
            Err(error) => {
                tracing::debug!(%error, "a write to a bucket was not answered");
                Written::Unknown
            }
        }
    }

    /// Erases what a write has replaced. What is left here because nobody answers is erased by whoever reads it.
    async fn remove_before(&self, key: &str, number: u64) {
        let erasing = async {
            let stream = self.stream().await?;
            for _ in 0..HISTORY_MAX {
                let first = stream.get_first_raw_message_by_subject(self.subject(key), 1);
                let first = first.await.ok()?.sequence;
                if first >= number {
                    break;
                }
                stream.delete_message(first).await.ok()?;
            }
            Some(())
        };
        if erasing.await.is_none() {
            tracing::debug!(number, "what was replaced is not erased yet");
        }
    }

    /// Erases those of the messages that later ones have replaced.
    async fn remove_replaced(&self, stream: &Stream<()>, writes: &[(u64, Write)]) {
        let last: BTreeMap<&str, u64> = writes.iter().map(|it| (&*it.1.key, it.0)).collect();
        for (number, write) in writes {
            if last.get(&*write.key) != Some(number) {
                // Somebody else may have been quicker.
                stream.delete_message(*number).await.ok();
            }
        }
    }

    fn subject(&self, key: &str) -> String {
        format!("{}{key}", self.kind.beginning())
    }

    async fn stream(&self) -> Option<Stream<()>> {
        let stream = self.context.get_stream_no_info(self.kind.stream());
        stream.await.ok()
    }

    async fn tell_changed(&self) {
        let told = async {
            self.client.publish(self.kind.changed(), "".into()).await?;
            self.client.flush().await?;
            Ok::<(), async_nats::Error>(())
        };
        bounded(told).await.ok();
    }

    /// Reads what is after a write; fails at once if nobody answers, and after some attempts if a copy is behind.
    async fn read(&self, number: u64) -> Option<Changes> {
        for attempt in 1..=SENDS_MAX {
            let changes = self.read_once(number).await?;
            if changes.last > number || !changes.has_more {
                return Some(changes);
            }
            if attempt < SENDS_MAX {
                sleep(Duration::from_millis(AGAIN_MS)).await;
            }
        }
        None
    }

    /// Reads once; the copy that answers may be behind, and then there is more.
    async fn read_once(&self, number: u64) -> Option<Changes> {
        let stream = self.context.get_stream(self.kind.stream()).await.ok()?;
        // The leader tells how far the bucket goes, and which message is the last one that is still there.
        let last = stream.cached_info().state.last_sequence;
        let there = match stream
            .get_last_raw_message_by_subject(&self.subject(">"))
            .await
        {
            Ok(message) => message.sequence,
            Err(error) if matches!(error.kind(), LastRawMessageErrorKind::NoMessageFound) => 0,
            Err(_) => return None,
        };
        if last <= number || there <= number {
            return Some(Changes {
                writes: Vec::new(),
                last,
                has_more: false,
            });
        }
        let stream = self.stream().await?;
        let writes = self.read_until(&stream, number, there).await?;
        self.remove_replaced(&stream, &writes).await;
        let reached = writes.last().map_or(number, |it| it.0);
        let has_more = reached < there;
        Some(Changes {
            writes,
            last: if has_more { reached } else { last.max(reached) },
            has_more,
        })
    }

    /// The writes after one up to another, or so many of them as are read at once.
    async fn read_until(
        &self,
        stream: &Stream<()>,
        number: u64,
        until: u64,
    ) -> Option<Vec<(u64, Write)>> {
        let config = OrderedConfig {
            deliver_policy: DeliverPolicy::ByStartSequence {
                start_sequence: number + 1,
            },
            filter_subject: self.subject(">"),
            ..OrderedConfig::default()
        };
        let count = Cell::new(0);
        let read = read_messages(stream, config, |it| {
            count.set(count.get() + 1);
            it.pending == 0 || it.stream_sequence >= until || count.get() >= MESSAGES_MAX
        });
        let read = read.await.ok()?.into_iter();
        let writes = read.filter_map(|(at, it)| Some((at, self.write_of(&it)?)));
        Some(writes.collect())
    }

    fn write_of(&self, message: &Message) -> Option<Write> {
        let key = message
            .subject
            .strip_prefix(&self.kind.beginning())?
            .to_owned();
        let is_removal = is_removal(message.headers.as_ref());
        let value = (!is_removal).then(|| message.payload.to_vec());
        Some(Write { key, value })
    }

    async fn find(&self, key: &str) -> Found {
        let Some(stream) = self.stream().await else {
            return Found::Unknown;
        };
        let subject = self.subject(key);
        match stream.get_last_raw_message_by_subject(&subject).await {
            Ok(last) if is_removal(Some(&last.headers)) => Found::Nothing,
            Ok(last) => Found::Entry(last.sequence, last.payload.to_vec()),
            Err(error) if matches!(error.kind(), LastRawMessageErrorKind::NoMessageFound) => {
                Found::Nothing
            }
            Err(_) => Found::Unknown,
        }
    }
}

impl SharedBucket for NatsShared {
    fn identity(&self) -> String {
        self.made.clone()
    }

    fn write(&self, write: &Write, fence: Fence) -> Written {
        self.runtime.block_on(self.send(write, fence))
    }

    fn after(&self, number: u64) -> Option<Changes> {
        self.runtime.block_on(self.read(number))
    }

    fn last(&self, key: &str) -> Found {
        self.runtime.block_on(self.find(key))
    }

    fn pause(&self) {
        self.runtime
            .block_on(sleep(Duration::from_millis(AGAIN_MS)));
    }
}

impl fmt::Debug for NatsShared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NatsShared")
            .field("kind", &self.kind)
            .finish_non_exhaustive()
    }
}

fn is_removal(headers: Option<&HeaderMap>) -> bool {
    headers.is_some_and(|it| it.get(OPERATION).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_that_forgets_or_has_too_few_copies_is_refused() {
        let (cluster, kind) = (Cluster::of("a").unwrap(), BucketKind::Accounts);
        let with = |change: fn(&mut Config)| {
            let mut config = kind.fresh(&cluster);
            change(&mut config);
            kind.check(&cluster, &config).err().unwrap_or_default()
        };
        assert_eq!(with(|_| {}), "");
        assert_eq!(with(|it| it.num_replicas = 5), "");
        let edit = "nats stream edit KV_dicehall-accounts --replicas 3";
        assert!(with(|it| it.num_replicas = 1).contains(edit));
        let everything = "does not keep everything";
        assert!(with(|it| it.max_age = Duration::from_secs(9)).contains(everything));
        assert!(with(|it| it.storage = StorageType::Memory).contains(everything));
        assert!(with(|it| it.max_messages_per_subject = 1).contains(everything));
        assert!(with(|it| it.max_bytes = 9).contains(everything));
        assert!(with(|it| it.allow_message_ttl = false).contains(everything));
    }
}
