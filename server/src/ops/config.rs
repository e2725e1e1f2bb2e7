//! The server's configuration: options on the command line, the same names in a file, defaults for the rest.
//!
//! [`command_line`](super::command_line) alone calls this. The command line wins over the file.

mod numbers;
mod setting;

use std::net::SocketAddr;
use std::num::{NonZeroU16, NonZeroU32};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::Parser;
use dicehall_files::{Why, text};
use dicehall_protocol::lan::DEFAULT_PORT;
use dicehall_protocol::wording::in_words;
use etcetera::BaseStrategy;
use serde::Deserialize;

use crate::admission::gate::ConnectionLimits;
use crate::archive::Retention;
use crate::cluster::link::ClusterSecret;
use crate::journal::{COPIES, COPIES_MAX, Cluster};
use crate::net::internal::Internal;
use crate::net::listener::everywhere;
use crate::net::proxies::{Network, Proxies};
use crate::net::tls::Certificate;
use crate::net::web::Program;
use crate::ops::admin::Admin;
use crate::ops::door_fingerprint::DoorFingerprint;
use crate::ops::log::LogFormat;
use crate::ops::options::{Options, page};
use crate::os::memory;
use crate::tablebase::TableStore;
use setting::settings;

/// The most bytes of the file with the options.
const CONFIG_SIZE_MAX: u64 = 1024 * 1024;
/// The most bytes of a node's name, which is part of keys in the cluster.
const NODE_SIZE_MAX: usize = 32;

settings! {
    /// The options as they stand on the command line or in the file, each of them optional.
    #[derive(Clone, Debug, Default, PartialEq, Eq, Parser, Deserialize)]
    #[command(name = "dicehall-server", version, about = "The Dicehall server")]
    #[serde(rename_all = "kebab-case", deny_unknown_fields)]
    pub struct RawConfig {
        /// Where to listen [default: all addresses, IPv6 and IPv4, at port 4600]
        #[arg(long, value_name = "ADDR")]
        pub listen: Option<SocketAddr>,
        /// Where lobbies are kept [default: the data directory of the platform, or ./dicehall-data]
        #[arg(long, value_name = "DIR")]
        pub data: Option<PathBuf>,
        /// Begin a new journal where there are traces of an earlier one, whose lobbies are lost
        #[arg(long)]
        #[serde(skip)]
        pub new_journal: bool,
        /// Keep lobbies in the NATS cluster with these servers, as A,B,C
        #[arg(long, value_name = "URLS")]
        pub cluster: Option<String>,
        /// The name of this node in the cluster [default: node]
        #[arg(long, value_name = "NAME", requires = "cluster")]
        pub node: Option<String>,
        /// Where the servers of the cluster tell how they are configured: HOST:PORT,...
        #[arg(long, value_name = "ADDRS", requires = "cluster")]
        pub cluster_monitor: Option<String>,
        /// The file with the credentials of a user of the cluster
        #[arg(long, value_name = "FILE", requires = "cluster")]
        pub cluster_credentials: Option<PathBuf>,
        /// Encrypt the connection to the cluster, whose certificates this one has signed
        #[arg(long, value_name = "FILE", requires = "cluster")]
        pub cluster_ca: Option<PathBuf>,
        /// On how many servers of the cluster each lobby is [default: 3]
        #[arg(long, value_name = "N", requires = "cluster")]
        pub cluster_copies: Option<usize>,
        /// Over how many streams of the cluster the lobbies are spread, for ever [default: 1]
        #[arg(long, value_name = "N", requires = "cluster")]
        pub cluster_streams: Option<NonZeroU16>,
        /// Accept a cluster that may lose what it has acknowledged, for tests
        #[arg(
            long,
            num_args = 0,
            default_missing_value = "true",
            requires = "cluster"
        )]
        pub cluster_unsafe: Option<bool>,
        /// Share the lobbies of the cluster with other nodes, which reach this one at ADDR
        #[arg(
            long,
            value_name = "ADDR",
            requires = "cluster",
            requires = "internal_secret",
            requires = "node"
        )]
        pub internal: Option<SocketAddr>,
        /// The file with the secret that all nodes share, at least 32 bytes
        #[arg(long, value_name = "FILE", requires = "internal")]
        pub internal_secret: Option<PathBuf>,
        /// A file with the same options in TOML
        #[arg(long, value_name = "FILE")]
        #[serde(skip)]
        pub config: Option<PathBuf>,
        /// For how many days files of matches are kept [default: for ever]
        #[arg(long, value_name = "N")]
        pub keep_matches_days: Option<u32>,
        /// How many files of matches are kept, the newest [default: all]
        #[arg(long, value_name = "N")]
        pub keep_matches: Option<usize>,
        /// What people see as the server's name [default: Dicehall]
        #[arg(long, value_name = "NAME")]
        pub name: Option<String>,
        /// Do not announce the server on the LAN
        #[arg(long)]
        #[serde(default)]
        pub no_lan: bool,
        /// How long a seated human may be gone before a bot holds the seat [default: 60]
        #[arg(long, value_name = "N")]
        pub grace_seconds: Option<u32>,
        /// How long a lobby lives with no human connected [default: 10]
        #[arg(long, value_name = "N")]
        pub abandon_minutes: Option<u32>,
        /// How many threads run bots [default: all processors but one]
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
        pub bot_threads: Option<u16>,
        /// Never compute the table of animal shogi (55 MB) that `perfect` plays by; read it if it is there
        #[arg(long, num_args = 0, default_missing_value = "true")]
        pub no_solve: Option<bool>,
        /// How many commands a second one connection may send; 0 for no limit of any rate [default: 20]
        #[arg(long, value_name = "N")]
        pub rate: Option<u32>,
        /// The most lobbies [default: one for each MiB of memory, at least 100 and at most 10000]
        #[arg(long, value_name = "N")]
        pub lobbies: Option<usize>,
        /// The most connections [default: 4096]
        #[arg(long, value_name = "N")]
        pub connections: Option<usize>,
        /// The most connections from one address of another machine [default: a quarter of what is free, at least 32]
        #[arg(long, value_name = "N")]
        pub connections_per_address: Option<usize>,
        /// The most connections from one address of another machine that have said nothing yet [default: 32]
        #[arg(long, value_name = "N")]
        pub strangers_per_address: Option<usize>,
        /// A page that may open a websocket, as scheme://host:port; may be repeated
        #[arg(long, value_name = "ORIGIN")]
        #[serde(default)]
        pub allow_origin: Vec<String>,
        /// A proxy whose connections begin with a header of the PROXY protocol: an address or ADDR/BITS; may be repeated
        #[arg(long, value_name = "ADDRS")]
        #[serde(default)]
        pub proxy_from: Vec<Network>,
        /// A proxy that is believed what it says in X-Forwarded-For: an address or ADDR/BITS; may be repeated
        #[arg(long, value_name = "ADDRS")]
        #[serde(default)]
        pub forwarded_from: Vec<Network>,
        /// A door for ssh that is believed which keys its guests have: the fingerprint that it tells; may be repeated
        #[arg(long, value_name = "FINGERPRINT")]
        #[serde(default)]
        pub ssh_door: Vec<DoorFingerprint>,
        /// Give browsers no page to play on
        #[arg(long, num_args = 0, default_missing_value = "true")]
        pub no_page: Option<bool>,
        /// Let browsers show matches that are over: whoever knows a match's name reads its file
        #[arg(long, num_args = 0, default_missing_value = "true")]
        pub public_matches: Option<bool>,
        /// The program that people without one fetch from /get [default: dicehall beside this program]
        #[arg(long, value_name = "FILE", conflicts_with = "no_get")]
        pub get: Option<PathBuf>,
        /// Give out no program
        #[arg(long, num_args = 0, default_missing_value = "true")]
        pub no_get: Option<bool>,
        /// Speak TLS with this certificate, a chain in PEM; read again at SIGHUP
        #[arg(
            long,
            value_name = "FILE",
            requires = "tls_key",
            conflicts_with = "tls_self_signed"
        )]
        pub tls_cert: Option<PathBuf>,
        /// The key of the certificate, in PEM
        #[arg(long, value_name = "FILE", requires = "tls_cert")]
        pub tls_key: Option<PathBuf>,
        /// Speak TLS with a certificate that is made once and kept in the data folder
        #[arg(long)]
        #[serde(default)]
        pub tls_self_signed: bool,
        /// Where to answer operators: /metrics, /healthz, /readyz [default: nowhere]
        #[arg(long, value_name = "ADDR")]
        pub admin: Option<SocketAddr>,
        /// The file with the token that /metrics wants [default: drawn, in the data folder]
        #[arg(long, value_name = "FILE", requires = "admin")]
        pub admin_token_file: Option<PathBuf>,
        /// Also open /echo, for conformance suites
        #[arg(long, hide = true)]
        #[serde(skip)]
        pub autobahn_echo: bool,
        /// What to log on stderr, for example debug, or info,hyper=warn [default: info]
        #[arg(long, value_name = "FILTER")]
        pub log: Option<String>,
        /// The form of the log's lines [default: text]
        #[arg(long, value_name = "FORMAT")]
        pub log_format: Option<LogFormat>,
    }
}

/// The configuration of a server that is to be started.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where to listen.
    pub listen: SocketAddr,
    /// The filter of the log.
    pub log: String,
    /// The form of the log.
    pub log_format: LogFormat,
    /// The server's options.
    pub options: Options,
}

/// Why there is no configuration.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The file cannot be read.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The fault.
        error: Why,
    },
    /// The file holds something other than options.
    #[error("{}, line {line}: {what}", path.display())]
    Toml {
        /// The file.
        path: PathBuf,
        /// The number of the line, from 1.
        line: usize,
        /// The fault.
        what: String,
    },
    /// A limit with which nobody could play.
    #[error("{name}: at least 1 and at most {most}")]
    Number {
        /// The option.
        name: &'static str,
        /// The most that can be set.
        most: usize,
    },
    /// Only one of the two files that TLS needs was given.
    #[error("tls-cert and tls-key belong together, and exclude tls-self-signed")]
    HalfTls,
    /// The options of the cluster make no sense.
    #[error("{0}")]
    Cluster(String),
}

impl RawConfig {
    /// The configuration of these options, together with those of the file.
    pub fn resolve(self) -> Result<Config, ConfigError> {
        let Some(path) = self.config.clone() else {
            return self.into_config();
        };
        self.or(Self::of_file(&path)?).into_config()
    }

    /// The options in a file.
    pub(crate) fn of_file(path: &Path) -> Result<Self, ConfigError> {
        let text = text::read(path, CONFIG_SIZE_MAX).map_err(|error| ConfigError::File {
            path: path.to_owned(),
            error,
        })?;
        toml::from_str(&text).map_err(|error| ConfigError::Toml {
            path: path.to_owned(),
            line: line_of(&text, &error),
            what: in_words(&error.message()),
        })
    }

    fn certificate(&self) -> Result<Option<Certificate>, ConfigError> {
        match (&self.tls_cert, &self.tls_key, self.tls_self_signed) {
            (None, None, false) => Ok(None),
            (None, None, true) => Ok(Some(Certificate::SelfSigned)),
            (Some(chain), Some(key), false) => Ok(Some(Certificate::Files {
                chain: chain.clone(),
                key: key.clone(),
            })),
            (Some(_), Some(_), true) | (Some(_), None, _) | (None, Some(_), _) => {
                Err(ConfigError::HalfTls)
            }
        }
    }

    /// The cluster that was named; the other options of clusters make no sense without it.
    fn cluster(&self) -> Result<Option<Cluster>, ConfigError> {
        let Some(servers) = &self.cluster else {
            return Ok(None);
        };
        let usual = Cluster::of(servers)
            .map_err(|fault| ConfigError::Cluster(format!("cluster {fault}")))?;
        let monitors = self.cluster_monitor.iter().flat_map(|it| it.split(','));
        let (copies, is_unsafe) = (
            self.cluster_copies.unwrap_or(COPIES),
            self.cluster_unsafe == Some(true),
        );
        if copies == 0 || copies > COPIES_MAX {
            let fault = format!("cluster-copies: from 1 to {COPIES_MAX}");
            return Err(ConfigError::Cluster(fault));
        }
        if copies < COPIES && !is_unsafe {
            let fault = format!("cluster-copies below {COPIES} needs cluster-unsafe");
            return Err(ConfigError::Cluster(fault));
        }
        Ok(Some(Cluster {
            monitors: monitors.map(|it| it.trim().to_owned()).collect(),
            node: self.node.clone().unwrap_or(usual.node),
            credentials: self.cluster_credentials.clone(),
            authority: self.cluster_ca.clone(),
            copies,
            streams: self.cluster_streams.unwrap_or(usual.streams),
            is_unsafe,
            servers: usual.servers,
        }))
    }

    /// The address and the secret for other nodes, which need a cluster and a name.
    fn internal(&self) -> Result<Option<Internal>, ConfigError> {
        let wrong = |fault: String| Err(ConfigError::Cluster(fault));
        let (listen, file) = match (self.internal, &self.internal_secret) {
            (None, None) => return Ok(None),
            (Some(listen), Some(file)) => (listen, file),
            (Some(_), None) | (None, Some(_)) => {
                return wrong("internal and internal-secret belong together".to_owned());
            }
        };
        let Some(node) = self.node.as_ref().filter(|_| self.cluster.is_some()) else {
            return wrong("internal needs cluster, and node with a name of its own".to_owned());
        };
        let is_plain = |it: char| it.is_ascii_alphanumeric() || it == '-' || it == '_';
        if node.is_empty() || node.len() > NODE_SIZE_MAX || !node.chars().all(is_plain) {
            return wrong(format!(
                "node: with internal, at most {NODE_SIZE_MAX} letters, digits, - and _"
            ));
        }
        if listen.ip().is_unspecified() {
            return wrong(format!(
                "internal: other nodes cannot reach {listen}; name the address of this machine in their network"
            ));
        }
        let bytes = std::fs::read(file).map_err(|error| ConfigError::File {
            path: file.clone(),
            error: Why::from(error),
        })?;
        let Some(secret) = ClusterSecret::new(&bytes) else {
            return wrong(format!(
                "{}: a secret has at least 32 bytes; make one with `openssl rand -hex 32`",
                file.display()
            ));
        };
        Ok(Some(Internal { listen, secret }))
    }

    fn into_config(self) -> Result<Config, ConfigError> {
        numbers::check(&self)?;
        let usual = Options::default();
        let seconds = |it: u32| Duration::from_secs(it.into());
        let minutes = |it: u32| Duration::from_secs(u64::from(it) * 60);
        let certificate = self.certificate()?;
        let cluster = self.cluster()?;
        let internal = self.internal()?;
        let token_file = self.admin_token_file;
        let admin = self.admin.map(|listen| Admin { listen, token_file });
        let data = self.data.unwrap_or_else(default_data);
        let may_solve = self.no_solve != Some(true);
        let options = Options {
            tables: TableStore::in_folder(&data, may_solve),
            data: Some(data),
            new_journal: self.new_journal,
            cluster,
            retention: Retention {
                matches: self.keep_matches,
                days: self.keep_matches_days,
            },
            name: self.name.unwrap_or(usual.name),
            lan: !self.no_lan,
            grace: self.grace_seconds.map_or(usual.grace, seconds),
            abandon_after: self.abandon_minutes.map_or(usual.abandon_after, minutes),
            bot_threads: self
                .bot_threads
                .map_or_else(default_bot_threads, usize::from),
            rate: self.rate.map_or(usual.rate, NonZeroU32::new),
            lobbies: self.lobbies.unwrap_or_else(memory::lobbies),
            connections: ConnectionLimits {
                all: self.connections.unwrap_or(usual.connections.all),
                per_address: self.connections_per_address,
                strangers_per_address: self
                    .strangers_per_address
                    .unwrap_or(usual.connections.strangers_per_address),
            },
            proxies: Proxies {
                with_header: self.proxy_from,
                forwarding: self.forwarded_from,
            },
            ssh_doors: self.ssh_door,
            allowed_origins: self.allow_origin,
            page: page(self.no_page, self.public_matches),
            program: Program::given(self.get, self.no_get).map(Arc::new),
            certificate,
            admin,
            internal,
            has_echo: self.autobahn_echo,
            ..usual
        };
        Ok(Config {
            listen: self.listen.unwrap_or_else(|| everywhere(DEFAULT_PORT)),
            log: self.log.unwrap_or_else(|| "info".to_owned()),
            log_format: self.log_format.unwrap_or_default(),
            options,
        })
    }
}

/// The number of the line in which a fault of a file is, from 1.
fn line_of(text: &str, fault: &toml::de::Error) -> usize {
    let start = fault.span().map_or(0, |it| it.start);
    let before = text.bytes().take(start);
    1 + before.filter(|it| *it == b'\n').count()
}

/// The folder in which a server keeps its lobbies by default.
pub fn default_data() -> PathBuf {
    etcetera::choose_base_strategy().map_or_else(
        |_homeless| Path::new("dicehall-data").to_owned(),
        |it| it.data_dir().join("dicehall-server"),
    )
}

/// The default number of bot threads: one processor is left for sockets and lobbies.
fn default_bot_threads() -> usize {
    std::thread::available_parallelism().map_or(1, |it| it.get().saturating_sub(1).max(1))
}

#[cfg(test)]
mod tests {
    use super::numbers::{BOT_THREADS_MAX, COUNT_MAX};
    use super::*;

    /// Checks the configuration of a command line and a file, in short, or the fault of the file.
    #[track_caller]
    fn check(typed: &str, file: &str, expect: &str) {
        let typed = RawConfig::try_parse_from(typed.split_whitespace()).unwrap();
        let meant = match toml::from_str::<RawConfig>(file) {
            Ok(file) => {
                let Config {
                    listen,
                    log,
                    log_format,
                    options,
                } = typed.or(file).into_config().unwrap();
                let (grace, abandon) = (options.grace.as_secs(), options.abandon_after.as_secs());
                let rate = options.rate.map_or(0, NonZeroU32::get);
                format!(
                    "{listen} {log} {log_format:?} lan={} {grace}s {abandon}s rate={rate}",
                    options.lan
                )
            }
            Err(error) => in_words(&error.message()),
        };
        assert_eq!(meant, expect);
    }

    #[test]
    fn nothing_typed_means_the_defaults() {
        let expect = format!("{} info Text lan=true 60s 600s rate=20", everywhere(4600));
        check("dicehall-server", "", &expect);
    }

    #[test]
    fn other_nodes_need_a_cluster_a_name_an_address_and_a_secret() {
        let folder = tempfile::tempdir().unwrap();
        let (secret, short) = (folder.path().join("secret"), folder.path().join("short"));
        std::fs::write(&secret, "x".repeat(32)).unwrap();
        std::fs::write(&short, "x".repeat(31)).unwrap();
        let resolved = |file: String| toml::from_str::<RawConfig>(&file).unwrap().into_config();
        let fault = |options: &str, secret: &Path| {
            let file = format!("{options}\ninternal-secret = {secret:?}");
            resolved(file).unwrap_err().to_string()
        };
        let whole = "cluster = 'a'\nnode = 'attic'\ninternal = '10.0.0.1:4601'";
        let good = resolved(format!("{whole}\ninternal-secret = {secret:?}")).unwrap();
        let internal = good.options.internal.unwrap();
        assert_eq!(internal.listen, "10.0.0.1:4601".parse().unwrap());
        assert!(fault(whole, &short).contains("at least 32 bytes"));
        assert!(fault(whole, &folder.path().join("none")).contains("none: there is no such file"));
        for (options, says) in [
            ("cluster = 'a'\nnode = 'attic'", "belong together"),
            (
                "node = 'attic'\ninternal = '10.0.0.1:4601'",
                "needs cluster",
            ),
            (
                "cluster = 'a'\ninternal = '10.0.0.1:4601'",
                "a name of its own",
            ),
            (
                "cluster = 'a'\nnode = 'at tic'\ninternal = '10.0.0.1:4601'",
                "letters, digits",
            ),
            (
                "cluster = 'a'\nnode = 'attic'\ninternal = '0.0.0.0:4601'",
                "cannot reach 0.0.0.0:4601",
            ),
        ] {
            let fault = fault(options, &secret);
            assert!(fault.contains(says), "{options}: {fault}");
        }
        let alone = resolved(whole.to_owned()).unwrap_err().to_string();
        assert!(alone.contains("belong together"), "{alone}");
    }

    #[test]
    fn the_command_line_wins_over_the_file() {
        let file = "listen = '127.0.0.1:1'\nno-lan = true\ngrace-seconds = 5\nrate = 0\nlog = 'debug'\nlog-format = 'json'";
        check(
            "dicehall-server",
            file,
            "127.0.0.1:1 debug Json lan=false 5s 600s rate=0",
        );
        let typed = "dicehall-server --listen 127.0.0.1:2 --grace-seconds 7 --abandon-minutes 2 --rate 9 --log warn --log-format text";
        check(
            typed,
            file,
            "127.0.0.1:2 warn Text lan=false 7s 120s rate=9",
        );
    }

    #[test]
    fn there_are_as_many_lobbies_as_one_says_or_as_fit() {
        let lobbies = |typed: &str, file: &str| {
            let typed = RawConfig::try_parse_from(typed.split_whitespace()).unwrap();
            let config = typed.or(toml::from_str(file).unwrap()).into_config();
            config.unwrap().options.lobbies
        };
        assert_eq!(lobbies("x --lobbies 7", "lobbies = 9"), 7);
        assert_eq!(lobbies("x", "lobbies = 20000"), 20_000);
        assert_eq!(lobbies("x", ""), memory::lobbies());
    }

    #[test]
    fn all_files_of_matches_are_kept_unless_told_otherwise() {
        let retention = |typed: &str, file: &str| {
            let typed = RawConfig::try_parse_from(typed.split_whitespace()).unwrap();
            typed
                .or(toml::from_str(file).unwrap())
                .into_config()
                .unwrap()
                .options
                .retention
        };
        assert_eq!(
            retention("x", ""),
            Retention {
                matches: None,
                days: None
            }
        );
        assert_eq!(
            retention("x --keep-matches 5", "keep-matches-days = 7"),
            Retention {
                matches: Some(5),
                days: Some(7)
            }
        );
        assert_eq!(
            retention("x --keep-matches-days 2", "keep-matches-days = 7").days,
            Some(2)
        );
    }

    #[test]
    fn the_files_in_the_documents_are_understood() {
        let example = include_str!("../../../docs/server.md")
            .split("```toml\n")
            .nth(1)
            .unwrap();
        let example = example.split("```").next().unwrap();
        let listen = |file: &str| {
            toml::from_str::<RawConfig>(file)
                .unwrap()
                .into_config()
                .unwrap()
                .listen
        };
        assert_eq!(listen(example).to_string(), "[::]:4600");
        assert_eq!(
            listen(include_str!("../../../docs/operations/server.toml")).to_string(),
            "[::]:4600"
        );
    }

    #[test]
    fn a_certificate_needs_its_key_wherever_each_is_written() {
        let meaning = |typed: &str, file: &str| {
            let typed = RawConfig::try_parse_from(typed.split_whitespace()).unwrap();
            typed
                .or(toml::from_str(file).unwrap())
                .into_config()
                .map(|it| it.options.certificate)
        };
        let files = Certificate::Files {
            chain: "a".into(),
            key: "b".into(),
        };
        assert_eq!(
            meaning("x --tls-cert a --tls-key b", "").unwrap(),
            Some(files.clone())
        );
        assert_eq!(
            meaning("x", "tls-cert = 'a'\ntls-key = 'b'").unwrap(),
            Some(files)
        );
        assert_eq!(
            meaning("x --tls-self-signed", "").unwrap(),
            Some(Certificate::SelfSigned)
        );
        assert_eq!(meaning("x", "").unwrap(), None);
        assert!(meaning("x", "tls-cert = 'a'").is_err());
        assert!(meaning("x --tls-self-signed", "tls-cert = 'a'\ntls-key = 'b'").is_err());
    }

    #[test]
    fn a_cluster_that_is_not_safe_is_refused_unless_one_says_so() {
        let meaning = |typed: &str, file: &str| {
            let typed = RawConfig::try_parse_from(typed.split_whitespace()).unwrap();
            let config = typed.or(toml::from_str(file).unwrap()).into_config();
            let cluster = config.map(|it| it.options.cluster);
            cluster.map_or_else(
                |fault| fault.to_string(),
                |it| it.map_or_else(String::new, |it| format!("{it:?} copies={}", it.copies)),
            )
        };
        assert_eq!(meaning("x", ""), "");
        assert_eq!(
            meaning("x --cluster nats://me:secret@a,b:1", "node = 'n'"),
            "Cluster { servers: [\"nats://a:4222\", \"nats://b:1\"], node: \"n\", .. } copies=3"
        );
        let file = "cluster = 'a'\ncluster-copies = 1";
        assert_eq!(
            meaning("x", file),
            "cluster-copies below 3 needs cluster-unsafe"
        );
        assert!(meaning("x --cluster a --cluster-unsafe", file).ends_with("copies=1"));
        assert_eq!(
            meaning("x --cluster a --cluster-copies 6", ""),
            "cluster-copies: from 1 to 5"
        );
        let wrong = meaning("x --cluster http://me:secret@a", "");
        assert_eq!(wrong, "cluster a: invalid scheme for NATS server URL: http");
    }

    #[test]
    fn an_unknown_option_in_the_file_is_named() {
        let known = "`listen`, `data`, `cluster`, `node`, `cluster-monitor`, `cluster-credentials`, `cluster-ca`, \
                     `cluster-copies`, `cluster-streams`, `cluster-unsafe`, `internal`, `internal-secret`, `keep-matches-days`, `keep-matches`, `name`, `no-lan`, `grace-seconds`, `abandon-minutes`, `bot-threads`, `no-solve`, `rate`, \
                     `lobbies`, `connections`, `connections-per-address`, `strangers-per-address`, `allow-origin`, `proxy-from`, `forwarded-from`, `ssh-door`, `no-page`, \
                     `public-matches`, `get`, `no-get`, `tls-cert`, `tls-key`, `tls-self-signed`, `admin`, `admin-token-file`, `log`, `log-format`";
        check(
            "dicehall-server",
            "lan = 1",
            &format!("there is no lan here; possible: {}", known.replace('`', "")),
        );
    }

    #[test]
    fn limits_with_which_nobody_could_play_are_refused_wherever_they_are_written() {
        let fault = |typed: &str, file: &str| {
            let typed = RawConfig::try_parse_from(typed.split_whitespace()).unwrap();
            let config = typed.or(toml::from_str(file).unwrap()).into_config();
            config.map(|_| ()).unwrap_err().to_string()
        };
        for (name, most) in [
            ("lobbies", COUNT_MAX),
            ("connections", COUNT_MAX),
            ("connections-per-address", COUNT_MAX),
            ("strangers-per-address", COUNT_MAX),
            ("bot-threads", BOT_THREADS_MAX),
        ] {
            let expect = format!("{name}: at least 1 and at most {most}");
            assert_eq!(fault("x", &format!("{name} = 0")), expect);
            assert_eq!(fault("x", &format!("{name} = {}", most + 1)), expect);
            if name != "bot-threads" {
                assert_eq!(fault(&format!("x --{name} 0"), ""), expect);
            }
        }
    }

    #[test]
    fn a_fault_in_the_file_is_told_with_its_line_and_in_words() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("server.toml");
        let fault = |text: &str| {
            std::fs::write(&path, text).unwrap();
            let typed = RawConfig {
                config: Some(path.clone()),
                ..RawConfig::default()
            };
            let told = typed.resolve().map(|_| ()).unwrap_err().to_string();
            told.strip_prefix(path.to_str().unwrap())
                .unwrap()
                .to_owned()
        };
        let told = fault("listen = \"[::]:4600\"\nlan = true\n");
        assert!(
            told.starts_with(", line 2: there is no lan here; possible: listen, data"),
            "{told}"
        );
        let told = fault("\n\nlobbies = \"many\"\n");
        assert_eq!(
            told,
            ", line 3: \"many\" stands where a number from 0 up should be"
        );
        let told = fault("lobbies = 7\nlobbies = 8\n");
        assert!(
            told.starts_with(", line 2: ") && !told.contains('\n'),
            "{told}"
        );
    }

    #[test]
    fn what_makes_no_sense_on_the_command_line_is_refused() {
        for typed in [
            "--tls-cert a",
            "--tls-key a",
            "--tls-cert a --tls-key b --tls-self-signed",
            "--admin-token-file a",
            "--listen nowhere",
            "--node a",
            "--cluster-unsafe",
            "--cluster a --cluster-streams 0",
            "--bot-threads 0",
            "--rate -1",
            "--log-format xml",
            "--no-such-option",
            "lobby",
        ] {
            let words = std::iter::once("dicehall-server").chain(typed.split_whitespace());
            assert_eq!(
                RawConfig::try_parse_from(words).unwrap_err().exit_code(),
                2,
                "{typed}"
            );
        }
    }
}
