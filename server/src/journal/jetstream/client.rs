//! The log in a NATS cluster, through the client `async-nats`.
//!
//! Laws kept here: a lobby's last message is asked of the leader and never of another copy; every wait is bounded, and
//! what was not answered in time is unknown.

use std::collections::BTreeSet;
use std::fmt;
use std::time::Duration;

use async_nats::jetstream::consumer::DeliverPolicy;
use async_nats::jetstream::consumer::pull::OrderedConfig;
use async_nats::jetstream::context::ContextBuilder;
use async_nats::jetstream::context::{PublishError, PublishErrorKind};
use async_nats::jetstream::message::PublishMessage;
use async_nats::jetstream::stream::{LastRawMessageErrorKind, Stream};
use async_nats::jetstream::{self, Context, ErrorCode};
use async_nats::{Client, ConnectOptions, HeaderMap, ServerAddr};
use dicehall_protocol::LobbyCode;
use futures_util::{StreamExt, TryStreamExt};
use tokio::sync::Semaphore;
use tokio::time::timeout;

use super::log::{Log, Published, Stored};
use super::message::Message;
use super::settings::Cluster;
use super::subjects::Subjects;
use crate::journal::JournalError;

/// How long one server may take to accept a connection, in milliseconds: a dead one must not hold up the others.
const CONNECT_MS_MAX: u64 = 500;
/// The time between two pings of a silent server, in milliseconds: a stopped one is noticed after two of them.
const PING_MS: u64 = 1_000;
/// The wait after each failed attempt to connect again, in milliseconds; so much more after each attempt.
const RECONNECT_MS_STEP: u64 = 20;
/// The longest wait before a new attempt to connect, in milliseconds.
const RECONNECT_MS_MAX: u64 = 500;
/// How long an append may take, in milliseconds; then it is repeated.
const ACK_MS_MAX: u64 = 700;
/// How long the cluster may take to answer a question, or to send the next message of a stream, in milliseconds.
pub(super) const ANSWER_MS_MAX: u64 = 2_000;
/// The wait before an append is repeated, in milliseconds.
const RETRY_MS: u64 = 20;
/// The most appends that wait for the cluster at once; later ones wait for room, as with the journal on a disk.
const APPENDS_MAX: usize = 1_024;
/// The code by which newer servers refuse an append while another one to the same subject is under way.
const WRONG_LAST_SEQUENCE_NOW: ErrorCode = ErrorCode(10_164);

/// A connection to a cluster whose streams are there.
pub(super) struct NatsLog {
    context: Context,
    subjects: Subjects,
    room: Semaphore,
}

/// Connects to some of the servers of a cluster.
pub(super) async fn connect(cluster: &Cluster, servers: &[ServerAddr]) -> Result<Client, String> {
    let mut options = ConnectOptions::new()
        .name(format!("dicehall {}", cluster.node))
        .connection_timeout(Duration::from_millis(CONNECT_MS_MAX))
        .request_timeout(Some(Duration::from_millis(ANSWER_MS_MAX)))
        .ping_interval(Duration::from_millis(PING_MS))
        .client_capacity(APPENDS_MAX)
        .reconnect_delay_callback(|attempt| {
            let attempts = u64::try_from(attempt).unwrap_or(u64::MAX);
            let wait_ms = attempts.saturating_mul(RECONNECT_MS_STEP);
            Duration::from_millis(wait_ms.min(RECONNECT_MS_MAX))
        });
    if let Some(authority) = &cluster.authority {
        options = options
            .add_root_certificates(authority.clone())
            .require_tls(true);
    }
    if let Some((user, password)) = cluster.user() {
        options = options.user_and_password(user, password);
    }
    if let Some(path) = &cluster.credentials {
        let with_credentials = options.credentials_file(path).await;
        options = with_credentials.map_err(|error| format!("{}: {error}", path.display()))?;
    }
    let limit = Duration::from_millis(ANSWER_MS_MAX);
    match timeout(limit, options.connect(servers)).await {
        Ok(connected) => connected.map_err(|error| error.to_string()),
        Err(_elapsed) => Err("no answer".to_owned()),
    }
}

/// The part of the cluster that keeps streams, with bounded waits.
pub(super) fn context(client: Client) -> Context {
    ContextBuilder::new()
        .timeout(Duration::from_millis(ANSWER_MS_MAX))
        .ack_timeout(Duration::from_millis(ACK_MS_MAX))
        .max_ack_inflight(APPENDS_MAX)
        .backpressure_on_inflight(true)
        .build(client)
}

impl NatsLog {
    pub(super) fn new(context: Context, subjects: Subjects) -> Self {
        Self {
            context,
            subjects,
            room: Semaphore::new(APPENDS_MAX),
        }
    }

    /// The part of the cluster that keeps streams.
    pub(super) fn context(&self) -> &Context {
        &self.context
    }

    async fn stream(&self, shard: u16) -> Result<Stream<()>, JournalError> {
        let stream = self
            .context
            .get_stream_no_info(Subjects::stream(shard))
            .await;
        stream.map_err(|error| JournalError::Io(error.to_string()))
    }

    /// Reads messages of a stream until `is_last` says that the last one has come.
    async fn read(
        &self,
        shard: u16,
        config: OrderedConfig,
        is_last: impl Fn(&jetstream::message::Info<'_>) -> bool,
    ) -> Result<Vec<(LobbyCode, Stored)>, JournalError> {
        let read = read_messages(&self.stream(shard).await?, config, is_last).await?;
        let lobbies = read.into_iter().filter_map(|(sequence, message)| {
            let lobby = self.subjects.lobby(&message.subject)?;
            let headers = message.headers.as_ref();
            Some(stored(lobby, sequence, headers, &message.payload).map(|it| (lobby, it)))
        });
        lobbies.collect()
    }
}

/// Reads messages of a stream, with their sequences, until `is_last` says that the last one has come. Any copy of the
/// stream may answer.
pub(super) async fn read_messages(
    stream: &Stream<()>,
    config: OrderedConfig,
    is_last: impl Fn(&jetstream::message::Info<'_>) -> bool,
) -> Result<Vec<(u64, jetstream::Message)>, JournalError> {
    let io = |error: &dyn fmt::Display| JournalError::Io(error.to_string());
    let consumer = bounded(stream.create_consumer(config)).await?;
    let name = consumer.cached_info().name.clone();
    let mut read = Vec::new();
    if consumer.cached_info().num_pending > 0 {
        let mut messages = bounded(consumer.messages()).await?;
        loop {
            let next = bounded(async { messages.next().await.ok_or("the stream ended") });
            let message = next.await?.map_err(|it| io(&it))?;
            let info = message.info().map_err(|it| io(&it))?;
            let (sequence, is_over) = (info.stream_sequence, is_last(&info));
            read.push((sequence, message));
            if is_over {
                break;
            }
        }
    }
    // If this fails, the server forgets the reader by itself when it has been idle for half a minute.
    bounded(stream.delete_consumer(&name)).await.ok();
    Ok(read)
}

impl Log for NatsLog {
    async fn publish(&self, lobby: LobbyCode, message: &Message, after: u64) -> Published {
        let unknown = |error: &dyn fmt::Display| Published::Unknown(error.to_string());
        let Ok(_room) = self.room.acquire().await else {
            return Published::Unknown("the journal is closed".to_owned());
        };
        let publish = PublishMessage::build()
            .payload(message.record.text.clone().into())
            .headers(message.headers())
            .expected_stream(Subjects::stream(self.subjects.shard(lobby)))
            .expected_last_subject_sequence(after);
        let subject = self.subjects.subject(lobby);
        // Boxed: it is moved twice, and an append would have room for both.
        let sent = Box::pin(self.context.send_publish(subject, publish));
        let answered = async { sent.await?.await };
        match timeout(Duration::from_millis(ACK_MS_MAX * 2), answered).await {
            // Without an identity of messages no cluster should ever say so.
            Ok(Ok(ack)) if ack.duplicate => Published::Refused,
            Ok(Ok(ack)) => Published::Stored(ack.sequence),
            Ok(Err(error)) if is_refusal(&error) => Published::Refused,
            Ok(Err(error)) => unknown(&error),
            Err(elapsed) => unknown(&elapsed),
        }
    }

    async fn last(&self, lobby: LobbyCode) -> Result<Option<Stored>, JournalError> {
        let stream = self.stream(self.subjects.shard(lobby)).await?;
        let subject = self.subjects.subject(lobby);
        // This question goes to the leader. The other one, a direct get, may be answered by a copy that is behind.
        let asked = stream.get_last_raw_message_by_subject(&subject);
        match timeout(Duration::from_millis(ANSWER_MS_MAX), asked).await {
            Ok(Ok(last)) => {
                stored(lobby, last.sequence, Some(&last.headers), &last.payload).map(Some)
            }
            Ok(Err(error)) if matches!(error.kind(), LastRawMessageErrorKind::NoMessageFound) => {
                Ok(None)
            }
            Ok(Err(error)) => Err(JournalError::Io(error.to_string())),
            Err(elapsed) => Err(JournalError::Io(elapsed.to_string())),
        }
    }

    async fn until(&self, lobby: LobbyCode, last: u64) -> Result<Vec<Stored>, JournalError> {
        let config = OrderedConfig {
            filter_subject: self.subjects.subject(lobby),
            deliver_policy: DeliverPolicy::All,
            ..OrderedConfig::default()
        };
        let is_last = |it: &jetstream::message::Info<'_>| it.stream_sequence >= last;
        let read = self
            .read(self.subjects.shard(lobby), config, is_last)
            .await?;
        let read = read.into_iter().map(|(_, stored)| stored);
        Ok(read.take_while(|it| it.sequence <= last).collect())
    }

    async fn lasts(&self) -> Result<Vec<(LobbyCode, Stored)>, JournalError> {
        let mut lasts = Vec::new();
        for shard in self.subjects.shards() {
            let config = OrderedConfig {
                filter_subject: Subjects::wildcard(shard),
                deliver_policy: DeliverPolicy::LastPerSubject,
                ..OrderedConfig::default()
            };
            lasts.extend(self.read(shard, config, |it| it.pending == 0).await?);
        }
        Ok(lasts)
    }

    async fn lobbies(&self) -> Result<BTreeSet<LobbyCode>, JournalError> {
        let mut lobbies = BTreeSet::new();
        for shard in self.subjects.shards() {
            let stream = self.stream(shard).await?;
            // The leader answers this question, and no copy that is behind.
            let mut info = bounded(stream.info_with_subjects(Subjects::wildcard(shard))).await?;
            while let Some(subject) = bounded(async { info.try_next().await }).await? {
                lobbies.extend(self.subjects.lobby(&subject.0));
            }
        }
        Ok(lobbies)
    }

    async fn purge(&self, lobby: LobbyCode, until: u64) -> Result<(), JournalError> {
        let stream = self.stream(self.subjects.shard(lobby)).await?;
        // The cluster deletes what is before this sequence.
        let purge = stream.purge().filter(self.subjects.subject(lobby));
        let purged = bounded(async { purge.sequence(until + 1).await }).await;
        purged.map(|_count| ())
    }

    async fn pause(&self) {
        tokio::time::sleep(Duration::from_millis(RETRY_MS)).await;
    }
}

impl fmt::Debug for NatsLog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NatsLog")
            .field("subjects", &self.subjects)
            .finish_non_exhaustive()
    }
}

/// Whether the cluster has decided against an append. Everything else leaves it unknown.
pub(super) fn is_refusal(error: &PublishError) -> bool {
    let source = std::error::Error::source(error);
    let code = source
        .and_then(|it| it.downcast_ref::<jetstream::Error>())
        .map(jetstream::Error::error_code);
    error.kind() == PublishErrorKind::WrongLastSequence || code == Some(WRONG_LAST_SEQUENCE_NOW)
}

fn stored(
    lobby: LobbyCode,
    sequence: u64,
    headers: Option<&HeaderMap>,
    payload: &[u8],
) -> Result<Stored, JournalError> {
    let none = HeaderMap::new();
    let message = Message::read(lobby, sequence, headers.unwrap_or(&none), payload)?;
    Ok(Stored { sequence, message })
}

/// Waits for an answer of the cluster, but not for ever.
pub(super) async fn bounded<T, E: fmt::Display>(
    answer: impl Future<Output = Result<T, E>>,
) -> Result<T, JournalError> {
    match timeout(Duration::from_millis(ANSWER_MS_MAX), answer).await {
        Ok(Ok(answer)) => Ok(answer),
        Ok(Err(error)) => Err(JournalError::Io(error.to_string())),
        Err(elapsed) => Err(JournalError::Io(elapsed.to_string())),
    }
}
