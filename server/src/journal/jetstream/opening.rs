//! Opens a cluster: asks its servers, checks their answers, and makes the streams that are not there.
//!
//! Called when the server starts, once. Law kept here: nothing is read or written in a cluster that was not checked.

use std::time::Duration;

use async_nats::jetstream::Context;
use async_nats::jetstream::context::CreateStreamErrorKind;
use async_nats::jetstream::stream::{Config, Stream};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep, timeout};

use super::checks::{Greeting, Report, check_greetings, check_reports, check_stream, fresh};
use super::client::{NatsLog, connect, context};
use super::settings::{Cluster, name_of};
use super::subjects::Subjects;

/// How long a monitoring address may take to answer, in milliseconds.
const REPORT_MS_MAX: u64 = 2_000;
/// The most bytes of such an answer that are read; it has some kilobytes.
const REPORT_SIZE_MAX: u64 = 1_024 * 1_024;
/// The most attempts to find or make a stream: servers that have just started have no leader for some seconds.
const STREAM_ATTEMPTS_MAX: usize = 40;
/// The wait between two of these attempts, in milliseconds.
const STREAM_WAIT_MS: u64 = 500;

/// How long a server that starts waits for an answer while the cluster elects a leader, in milliseconds: elections took up
/// to 6.8 seconds when they were measured.
const ELECTION_MS_MAX: u64 = 30_000;
/// The wait between two questions meanwhile, in milliseconds.
const ELECTION_WAIT_MS: u64 = 500;

/// Checks a cluster, and opens its streams.
pub(super) async fn open(cluster: &Cluster) -> Result<NatsLog, String> {
    check_greetings(&greetings(cluster).await)?;
    if cluster.is_unsafe {
        tracing::warn!("the cluster may lose what it has acknowledged: --cluster-unsafe");
    } else {
        check_reports(&reports(cluster).await)?;
    }
    let context = context(connect(cluster, &cluster.servers).await?);
    let subjects = Subjects {
        streams: cluster.streams,
    };
    for shard in subjects.shards() {
        open_stream(&context, cluster, shard).await?;
    }
    Ok(NatsLog::new(context, subjects))
}

/// Asks each server by itself, since a client is connected to one only.
async fn greetings(cluster: &Cluster) -> Vec<Greeting> {
    let mut greetings = Vec::new();
    for server in &cluster.servers {
        let address = name_of(server);
        match connect(cluster, std::slice::from_ref(server)).await {
            Ok(client) => {
                let info = client.server_info();
                greetings.push(Greeting {
                    address,
                    version: info.version,
                    has_streams: info.jetstream,
                    message_size_max: info.max_payload,
                });
            }
            Err(error) => tracing::warn!(address, error, "a server of the cluster is not checked"),
        }
    }
    greetings
}

async fn reports(cluster: &Cluster) -> Vec<(String, Result<Report, String>)> {
    let mut reports = Vec::new();
    for address in &cluster.monitors {
        let limit = Duration::from_millis(REPORT_MS_MAX);
        let report = match timeout(limit, report(address)).await {
            Ok(report) => report,
            Err(_elapsed) => Err("no answer".to_owned()),
        };
        if let Err(error) = &report {
            tracing::warn!(address, error, "a server of the cluster is not checked");
        }
        reports.push((address.clone(), report));
    }
    reports
}

/// Asks a monitoring address, in the oldest HTTP, in which the end of the answer is the end of the connection.
async fn report(address: &str) -> Result<Report, String> {
    let wrong = |error: std::io::Error| error.to_string();
    let mut stream = TcpStream::connect(address).await.map_err(wrong)?;
    let question = format!("GET /varz HTTP/1.0\r\nHost: {address}\r\n\r\n");
    stream.write_all(question.as_bytes()).await.map_err(wrong)?;
    let mut answer = Vec::new();
    let mut bounded = stream.take(REPORT_SIZE_MAX);
    bounded.read_to_end(&mut answer).await.map_err(wrong)?;
    let body = answer.windows(4).position(|it| it == b"\r\n\r\n");
    let body = body.and_then(|at| answer.get(at + 4..)).unwrap_or_default();
    serde_json::from_slice(body).map_err(|error| format!("its answer cannot be read: {error}"))
}

async fn open_stream(context: &Context, cluster: &Cluster, shard: u16) -> Result<(), String> {
    let stream = get_or_create(context, cluster, fresh(cluster, shard)).await?;
    check_stream(cluster, shard, &stream.cached_info().config)
}

/// Asks the cluster until it answers, since it cannot while its servers elect a leader; `None` if they have none for
/// longer than any election takes.
pub(super) async fn at_last<T, F: Future<Output = Option<T>>>(
    mut ask: impl FnMut() -> F,
) -> Option<T> {
    let deadline = Instant::now() + Duration::from_millis(ELECTION_MS_MAX);
    loop {
        let answer = ask().await;
        if answer.is_some() || Instant::now() >= deadline {
            return answer;
        }
        sleep(Duration::from_millis(ELECTION_WAIT_MS)).await;
    }
}

/// A stream, which is made if it is not there.
pub(super) async fn get_or_create(
    context: &Context,
    cluster: &Cluster,
    config: Config,
) -> Result<Stream, String> {
    let name = config.name.clone();
    let mut attempts = 1;
    loop {
        match context.get_or_create_stream(config.clone()).await {
            Ok(stream) => return Ok(stream),
            Err(error) if is_for_good(&error.kind()) || attempts == STREAM_ATTEMPTS_MAX => {
                return Err(format!(
                    "stream {name} cannot be opened: {error}. Each server needs a block `cluster` with the `routes` to \
                     the others, and most of them must run to keep {} copies",
                    cluster.copies
                ));
            }
            Err(error) => tracing::debug!(%error, name, "the stream is not there yet"),
        }
        attempts += 1;
        sleep(Duration::from_millis(STREAM_WAIT_MS)).await;
    }
}

/// Whether it is no use to try again: the cluster has decided, and not for lack of a leader or of servers.
fn is_for_good(kind: &CreateStreamErrorKind) -> bool {
    /// A stream with the same subjects exists.
    const SUBJECTS_OVERLAP: u64 = 10_065;
    /// The server is alone, and more than one copy is wanted.
    const NO_CLUSTER: u64 = 10_074;
    let CreateStreamErrorKind::JetStream(error) = kind else {
        return false;
    };
    [SUBJECTS_OVERLAP, NO_CLUSTER].contains(&error.error_code().0)
}
