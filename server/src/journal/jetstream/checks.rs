//! The checks of a cluster before a node uses it: the versions of its servers, that they write to the disk before they
//! acknowledge, and how the streams are kept.
//!
//! Called by [`opening`](super::opening), which asks the servers. Law kept here: a refusal names the line of the
//! configuration to change; what could not be learnt counts as wrong, unless the operator accepts it.

use async_nats::jetstream::stream::{Config, DiscardPolicy, RetentionPolicy, StorageType};
use serde::Deserialize;

use super::settings::Cluster;
use super::subjects::Subjects;

/// The oldest version of NATS whose streams survive `kill -9` of a server, and tell when a key has expired.
const VERSION_MIN: (u32, u32) = (2, 11);
/// The least size of messages that a server must accept, in bytes: NATS accepts so much unless it is told otherwise.
const MESSAGE_SIZE_MIN: usize = 1_024 * 1_024;
/// The note in a stream about the number of streams.
const STREAMS: &str = "dicehall-streams";

/// A server's words about itself when a client connects.
#[derive(Clone, Debug)]
pub(super) struct Greeting {
    /// Its address.
    pub(super) address: String,
    pub(super) version: String,
    /// Whether it keeps streams.
    pub(super) has_streams: bool,
    /// The size of the largest message that it accepts, in bytes.
    pub(super) message_size_max: usize,
}

/// The answer of a server's monitoring address; everything else in the answer is left out.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Report {
    server_name: String,
    jetstream: Option<Streaming>,
}

#[derive(Clone, Debug, Deserialize)]
struct Streaming {
    config: Option<Storage>,
}

#[derive(Clone, Debug, Deserialize)]
struct Storage {
    /// Whether each message is on the disk before it is acknowledged; left out if it is not.
    #[serde(default)]
    sync_always: bool,
}

/// Checks the servers that could be reached.
pub(super) fn check_greetings(greetings: &[Greeting]) -> Result<(), String> {
    for Greeting {
        address,
        version,
        has_streams,
        message_size_max,
    } in greetings
    {
        let (major, minor) = VERSION_MIN;
        if parse_version(version).is_none_or(|it| it < VERSION_MIN) {
            return Err(format!(
                "{address} runs NATS {version}: install {major}.{minor} or newer there"
            ));
        }
        if !has_streams {
            return Err(format!(
                "{address} keeps no streams: add `jetstream {{ store_dir: \"/var/lib/nats\", sync_interval: always }}` \
                 to its configuration"
            ));
        }
        if *message_size_max < MESSAGE_SIZE_MIN {
            return Err(format!(
                "{address} accepts messages of {message_size_max} bytes only: remove `max_payload` from its \
                 configuration, or set it to {MESSAGE_SIZE_MIN}"
            ));
        }
    }
    if greetings.is_empty() {
        return Err(
            "no server of the cluster answers: are they running, and is --cluster right?"
                .to_owned(),
        );
    }
    Ok(())
}

/// Checks that servers write to the disk before they acknowledge: all that answer, which must be most of them.
pub(super) fn check_reports(reports: &[(String, Result<Report, String>)]) -> Result<(), String> {
    if reports.is_empty() {
        return Err(
            "whether the servers write to the disk before they acknowledge cannot be asked through a NATS connection: \
             add `http: 127.0.0.1:8222` to the configuration of each server, and name these addresses with \
             --cluster-monitor; or accept with --cluster-unsafe that a power failure loses what was acknowledged"
                .to_owned(),
        );
    }
    for (address, report) in reports {
        let Ok(report) = report else { continue };
        let storage = report.jetstream.as_ref().and_then(|it| it.config.as_ref());
        if !storage.is_some_and(|it| it.sync_always) {
            return Err(format!(
                "the server {} (monitored at {address}) acknowledges before it has written to the disk: set \
                 `sync_interval: always` in the block `jetstream` of its configuration, and restart it",
                report.server_name
            ));
        }
    }
    let answered = reports.iter().filter(|(_, it)| it.is_ok()).count();
    if answered * 2 <= reports.len() {
        let faults = reports
            .iter()
            .filter_map(|(address, it)| Some(format!("{address}: {}", it.as_ref().err()?)));
        return Err(format!(
            "{answered} of {} addresses of --cluster-monitor answer, and most must: {}",
            reports.len(),
            faults.collect::<Vec<_>>().join("; ")
        ));
    }
    Ok(())
}

/// The configuration of a stream that does not exist yet.
pub(super) fn fresh(cluster: &Cluster, shard: u16) -> Config {
    let streams = cluster.streams.to_string();
    Config {
        name: Subjects::stream(shard),
        subjects: vec![Subjects::wildcard(shard)],
        retention: RetentionPolicy::Limits,
        storage: StorageType::File,
        discard: DiscardPolicy::New,
        num_replicas: cluster.copies,
        deny_delete: true,
        description: Some("The journal of Dicehall".to_owned()),
        metadata: std::iter::once((STREAMS.to_owned(), streams)).collect(),
        ..Config::default()
    }
}

/// Checks a stream that exists.
pub(super) fn check_stream(cluster: &Cluster, shard: u16, found: &Config) -> Result<(), String> {
    let name = Subjects::stream(shard);
    let streams = found.metadata.get(STREAMS).map_or("", String::as_str);
    if streams != cluster.streams.to_string() {
        return Err(format!(
            "the cluster has the lobbies in {streams} streams: start with --cluster-streams {streams}"
        ));
    }
    if found.subjects != [Subjects::wildcard(shard)] {
        return Err(format!(
            "stream {name} has the subjects {:?}: it is not ours",
            found.subjects
        ));
    }
    if found.num_replicas < cluster.copies {
        return Err(format!(
            "stream {name} has {} copies and not {}: run `nats stream edit {name} --replicas {}`",
            found.num_replicas, cluster.copies, cluster.copies
        ));
    }
    let forgets = found.max_messages > 0
        || found.max_bytes > 0
        || found.max_messages_per_subject > 0
        || !found.max_age.is_zero();
    if found.storage != StorageType::File || found.retention != RetentionPolicy::Limits || forgets {
        return Err(format!(
            "stream {name} does not keep everything: it must have the storage `file`, the retention `limits`, and no \
             limit of messages, bytes or age (`nats stream edit {name}`)"
        ));
    }
    Ok(())
}

/// The first two numbers of a version.
fn parse_version(text: &str) -> Option<(u32, u32)> {
    let mut numbers = text.split('.').map(str::parse);
    Some((numbers.next()?.ok()?, numbers.next()?.ok()?))
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU16;
    use std::time::Duration;

    use super::*;

    fn greeting(version: &str) -> Greeting {
        Greeting {
            address: "nats://a:4222".to_owned(),
            version: version.to_owned(),
            has_streams: true,
            message_size_max: MESSAGE_SIZE_MIN,
        }
    }

    #[track_caller]
    fn check(checked: Result<(), String>, says: &str) {
        match checked {
            Ok(()) => assert_eq!(says, ""),
            Err(fault) => assert!(!says.is_empty() && fault.contains(says), "{fault}"),
        }
    }

    #[test]
    fn servers_that_are_too_old_or_keep_no_streams_are_refused() {
        for (version, says) in [
            ("2.11.0", ""),
            ("2.15.1", ""),
            ("3.0.0-beta.1", ""),
            ("2.10.26", "install 2.11 or newer"),
            ("2.9.10", "install 2.11 or newer"),
            ("1.20.0", "install 2.11 or newer"),
            ("new", "install 2.11 or newer"),
        ] {
            check(
                check_greetings(&[greeting("2.15.1"), greeting(version)]),
                says,
            );
        }
        check(check_greetings(&[]), "no server of the cluster answers");
        let bare = Greeting {
            has_streams: false,
            ..greeting("2.15.1")
        };
        check(check_greetings(&[bare]), "add `jetstream {");
        let narrow = Greeting {
            message_size_max: 1_000,
            ..greeting("2.15.1")
        };
        check(check_greetings(&[narrow]), "`max_payload`");
    }

    /// The texts are parts of answers of NATS 2.15.1 with and without `sync_interval: always`.
    #[test]
    fn servers_that_acknowledge_before_they_write_are_refused() {
        let report = |text: &str| serde_json::from_str(text).map_err(|it| it.to_string());
        let always = r#"{"server_name":"n1","port":4222,"jetstream":{"config":{"sync_interval":120000000000,"sync_always":true}}}"#;
        let later = r#"{"server_name":"n2","jetstream":{"config":{"sync_interval":120000000000}}}"#;
        let none = r#"{"server_name":"n3","jetstream":{}}"#;
        let all = |texts: &[&str]| -> Vec<_> {
            texts
                .iter()
                .map(|it| ("m:8222".to_owned(), report(it)))
                .collect()
        };
        check(check_reports(&all(&[always, always, always])), "");
        check(check_reports(&all(&[always, always, "gone"])), "");
        check(
            check_reports(&all(&[always, later, always])),
            "the server n2",
        );
        check(
            check_reports(&all(&[always, later])),
            "`sync_interval: always`",
        );
        check(
            check_reports(&all(&[always, always, none])),
            "the server n3",
        );
        check(
            check_reports(&all(&[always, "gone", "gone"])),
            "1 of 3 addresses",
        );
        check(check_reports(&all(&[always, "gone"])), "1 of 2 addresses");
        check(check_reports(&[]), "--cluster-monitor");
    }

    #[test]
    fn a_stream_that_is_kept_otherwise_is_refused() {
        let two = NonZeroU16::new(2).unwrap();
        let cluster = Cluster {
            streams: two,
            ..Cluster::of("a").unwrap()
        };
        let with = |change: fn(&mut Config), says: &str| {
            let mut config = fresh(&cluster, 1);
            change(&mut config);
            check(check_stream(&cluster, 1, &config), says);
        };
        with(|_| {}, "");
        with(|it| it.num_replicas = 5, "");
        with(
            |it| it.num_replicas = 2,
            "nats stream edit DICEHALL_1 --replicas 3",
        );
        with(
            |it| it.subjects = vec!["dicehall.0.*".to_owned()],
            "it is not ours",
        );
        with(
            |it| it.storage = StorageType::Memory,
            "does not keep everything",
        );
        with(
            |it| it.retention = RetentionPolicy::Interest,
            "does not keep everything",
        );
        with(|it| it.max_messages = 9, "does not keep everything");
        with(|it| it.max_bytes = 9, "does not keep everything");
        with(
            |it| it.max_messages_per_subject = 1,
            "does not keep everything",
        );
        with(
            |it| it.max_age = Duration::from_secs(9),
            "does not keep everything",
        );
        with(|it| it.metadata.clear(), "--cluster-streams");
        let four = |it: &mut Config| {
            it.metadata.insert(STREAMS.to_owned(), "4".to_owned());
        };
        with(four, "start with --cluster-streams 4");
    }
}
