//! The embedded server. This is the only file of the client that uses the server's crate.
//!
//! Called by `network` for a person who hosts. The server runs as long as the link that it was
//! started for; then it is drained and ends.
//!
//! The embedded server of `dicehall play` keeps no journal, only the files of its last 200 matches. An unfinished
//! match against bots ends with the program; `dicehall host` keeps its lobbies like `dicehall-server`.

pub(crate) mod beside;

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use dicehall_protocol::LobbyCode;
use dicehall_protocol::lan::DEFAULT_PORT;
pub(crate) use dicehall_server::archive::{ExportReport, FOLDER, FileReport, Selection};
use dicehall_server::archive::{FileReports, Retention};
pub(crate) use dicehall_server::listen;
use dicehall_server::net::lan::{Announcement, announce};
pub(crate) use dicehall_server::ops::log::{Lines, Log, LogFormat};
pub(crate) use dicehall_server::os::threads::try_out;
pub(crate) use dicehall_server::tablebase::TableStore;
pub(crate) use dicehall_server::{Allowance, SshDoor};
use dicehall_server::{DoorBeside, Options, Page, Program, everywhere};
use tokio::sync::{mpsc, oneshot};
use tokio::task::{JoinSet, spawn_blocking};
use tokio::time::timeout;

use crate::net::interfaces::{Local, local_addresses};
use crate::net::link::{GivenProgram, Hosting};

/// The longest time that the server may take to end, in milliseconds.
pub(crate) const DRAIN_MS_MAX: u64 = 3_000;

/// The most match files that a server without a journal leaves behind.
const MATCHES_KEPT_MAX: usize = 200;

/// The data that a server leaves behind when it ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kept {
    /// No data.
    Nothing,
    /// The match files of the last matches, in this folder.
    Matches(PathBuf),
    /// Lobbies and match files, in this data folder.
    Everything(PathBuf),
}

/// An event of a running server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Told {
    /// It has written a match file, or could not.
    Report(FileReport),
    /// It has ended by itself, for this reason.
    Ended(String),
}

/// A running server; dropping it ends it at once.
#[derive(Debug)]
pub(crate) struct Host {
    name: String,
    bound: SocketAddr,
    address: SocketAddr,
    shares: Vec<String>,
    page: Option<String>,
    matches: Option<PathBuf>,
    program: Option<Arc<Program>>,
    door: DoorBeside,
    /// Where the server tells which match files it has written.
    reports: mpsc::Receiver<FileReport>,
    stop: oneshot::Sender<()>,
    server: JoinSet<Result<(), String>>,
}

impl Host {
    /// Starts a server on its address, under a name for people. Its bots find their tables in a
    /// store.
    pub(crate) fn start(
        hosting: &Hosting,
        name: String,
        kept: Kept,
        tables: TableStore,
        has_door: bool,
    ) -> Result<Self, String> {
        let options = match kept {
            Kept::Nothing => options(name, None),
            Kept::Everything(data) => options(name, Some(data)),
            Kept::Matches(folder) => Options {
                match_files: Some(folder),
                retention: Retention {
                    matches: Some(MATCHES_KEPT_MAX),
                    days: None,
                },
                ..options(name, None)
            },
        };
        let mut options = Options { tables, ..options };
        if has_door {
            // The door beside it comes from the address at which this machine reaches the server.
            let here = reachable(listen_address(hosting)?).ip();
            options.proxies.forwarding = vec![here.into()];
        }
        Self::start_with(hosting, options)
    }

    fn start_with(hosting: &Hosting, mut options: Options) -> Result<Self, String> {
        let has_page = !matches!(hosting, Hosting::Public { page: false, .. });
        if !has_page {
            options.page = Page::Nothing;
        }
        if matches!(hosting, Hosting::Public { program: true, .. }) {
            options.program = Program::running().map(Arc::new);
        }
        let (program, door) = (options.program.clone(), options.door.clone());
        let wanted = listen_address(hosting)?;
        let listener =
            listen(wanted).map_err(|error| format!("cannot listen on {wanted}: {error}"))?;
        let bound = listener.local_addr().map_err(|error| error.to_string())?;
        let (stop, stopped) = oneshot::channel();
        let mut server = JoinSet::new();
        let name = options.name.clone();
        let beside = options.data.as_ref().map(|it| it.join(FOLDER));
        let matches = beside.or_else(|| options.match_files.clone());
        let (told, reports) = FileReports::channel();
        options.file_reports = told;
        server.spawn(async move {
            let asked = async { stopped.await.unwrap_or_default() };
            let ended = dicehall_server::run(listener, options, asked).await;
            ended.map_err(|error| error.to_string())
        });
        let shares = match hosting {
            Hosting::Private => Vec::new(),
            Hosting::Public { .. } => shares(bound, &local_addresses()),
        };
        let page = page_address(bound, &shares).filter(|_| has_page);
        Ok(Self {
            name,
            bound,
            address: reachable(bound),
            shares,
            page,
            matches,
            program,
            door,
            reports,
            stop,
            server,
        })
    }

    /// The address at which this machine reaches the server.
    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    /// The addresses that others can type to join, the best first; empty for a private server.
    pub(crate) fn shares(&self) -> &[String] {
        &self.shares
    }

    /// The address of the page for browsers, without the lobby's code; `None` if it is left out.
    pub(crate) fn page(&self) -> Option<&str> {
        self.page.as_deref()
    }

    /// The program that it gives out; `None` if it gives none. Reads the program's file, which takes a while.
    pub(crate) fn program(&self) -> impl Future<Output = Option<GivenProgram>> + use<> {
        let program = self.program.clone();
        async {
            let program = program?;
            let facts = spawn_blocking(move || program.facts().cloned()).await;
            Some(GivenProgram {
                name: Program::name(),
                sha256: facts.ok()??.sha256,
            })
        }
    }

    /// Lets the server tell people of the door for ssh beside it.
    pub(crate) fn tell_of(&self, door: SshDoor) {
        self.door.opened(door);
    }

    /// The folder for match files; `None` if none are kept.
    pub(crate) fn matches(&self) -> Option<&Path> {
        self.matches.as_deref()
    }

    /// Announces the server and its lobby on the LAN until the returned value is dropped; `None` if
    /// that is not possible.
    pub(crate) fn announce(&self, lobby: LobbyCode) -> Option<Announcement> {
        announce(&self.name, self.bound, Some(lobby), None)
    }

    /// Resolves when the server tells of a match file, or has ended by itself.
    pub(crate) async fn told(&mut self) -> Told {
        tokio::select! {
            biased;
            Some(report) = self.reports.recv() => Told::Report(report),
            ended = self.server.join_next() => Told::Ended(match ended {
                Some(Ok(Ok(()))) | None => "the server ended".to_owned(),
                Some(Ok(Err(why))) => why,
                Some(Err(error)) => error.to_string(),
            }),
        }
    }

    /// Drains the server: it tells everybody, writes its pending data, and ends.
    pub(crate) async fn stop(mut self) {
        // A server that has already ended does not need the request.
        self.stop.send(()).ok();
        // A server that takes too long is ended when the set is dropped; everything that it has
        // told anybody is durable.
        timeout(Duration::from_millis(DRAIN_MS_MAX), self.server.join_next())
            .await
            .ok();
    }
}

/// The addresses that others will be able to type; empty while the port is not known.
pub(crate) fn would_share(hosting: &Hosting) -> Vec<String> {
    let known = listen_address(hosting).ok().filter(|it| it.port() > 0);
    known.map_or_else(Vec::new, |address| shares(address, &local_addresses()))
}

/// Exports match files from a journal, by default that of the usual server.
pub(crate) fn export(
    data: Option<&Path>,
    out: &Path,
    selection: &Selection,
) -> Result<ExportReport, String> {
    let data = data.map_or_else(dicehall_server::ops::config::default_data, Path::to_owned);
    dicehall_server::archive::export(&data, out, selection).map_err(|error| error.to_string())
}

/// The address of the page; `None` if no browser can be told one, because none understands the scope of an address.
fn page_address(bound: SocketAddr, shares: &[String]) -> Option<String> {
    let here = [reachable(bound).to_string()];
    let mut told = if shares.is_empty() { &here } else { shares }.iter();
    let best = told.find(|it| !it.contains('%'))?;
    Some(format!("http://{best}"))
}

/// The commands that others type to join a lobby, one for each address.
pub(crate) fn join_lines(shares: &[String], lobby: LobbyCode) -> Vec<String> {
    shares
        .iter()
        .map(|it| format!("dicehall join {it} --lobby {lobby}"))
        .collect()
}

/// The address on which a server for these people listens.
pub(crate) fn listen_address(hosting: &Hosting) -> Result<SocketAddr, String> {
    match hosting {
        Hosting::Private => Ok(SocketAddr::from((Ipv4Addr::LOCALHOST, 0))),
        Hosting::Public { listen, .. } => listen_address_of(listen.as_deref(), DEFAULT_PORT),
    }
}

/// The address that somebody wants to listen on: `ADDR:PORT`, `ADDR`, `:PORT` or `PORT`; `None` means all addresses.
pub(crate) fn listen_address_of(text: Option<&str>, port: u16) -> Result<SocketAddr, String> {
    text.map_or_else(|| Ok(everywhere(port)), |it| parse_listen(it, port))
}

/// The options of the embedded server. It does not announce itself at its start, because there is
/// no lobby yet to announce with it.
fn options(name: String, data: Option<PathBuf>) -> Options {
    Options {
        data,
        name,
        lan: false,
        ..Options::default()
    }
}

fn parse_listen(text: &str, usual: u16) -> Result<SocketAddr, String> {
    let text = text.trim();
    let with_port = |ip: IpAddr| SocketAddr::new(ip, usual);
    let port = text.strip_prefix(':').unwrap_or(text).parse::<u16>();
    let anywhere = port.map(everywhere);
    let parsed = text
        .parse()
        .or_else(|_| text.parse().map(with_port))
        .ok()
        .or(anywhere.ok());
    parsed.ok_or_else(|| {
        format!("{text:?} is no address to listen on; write ADDR:PORT, for example [::]:{usual}")
    })
}

/// The address at which this machine reaches a server bound to `bound`: the loopback address if it
/// listens on all addresses, of which those of IPv4 are always some.
fn reachable(bound: SocketAddr) -> SocketAddr {
    let ip = match bound.ip() {
        ip if ip.is_unspecified() => IpAddr::V4(Ipv4Addr::LOCALHOST),
        ip => ip,
    };
    SocketAddr::new(ip, bound.port())
}

/// The addresses that others can type, the best first: all of the machine if the server listens on all of them, else the
/// one it listens on. If nobody else can reach the server, the one at which this machine does.
fn shares(bound: SocketAddr, local: &[Local]) -> Vec<String> {
    let fits = |ip: IpAddr| match bound.ip() {
        IpAddr::V4(_) => ip.is_ipv4(),
        // A socket on all IPv6 addresses also accepts IPv4.
        IpAddr::V6(_) => true,
    };
    let fitting: Vec<&Local> = match bound.ip() {
        ip if ip.is_unspecified() => local.iter().filter(|it| fits(it.ip())).collect(),
        ip => local.iter().filter(|it| it.ip() == ip).collect(),
    };
    if fitting.is_empty() {
        return vec![reachable(bound).to_string()];
    }
    let shares = fitting.into_iter().map(|it| it.with_port(bound.port()));
    shares.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_listen(text: &str, expect: Option<&str>) {
        assert_eq!(
            parse_listen(text, DEFAULT_PORT)
                .ok()
                .map(|it| it.to_string())
                .as_deref(),
            expect,
            "{text}"
        );
    }

    #[test]
    fn where_to_listen_is_understood() {
        check_listen("127.0.0.1:9", Some("127.0.0.1:9"));
        check_listen("192.0.2.7", Some("192.0.2.7:4600"));
        check_listen("[::]:9", Some("[::]:9"));
        check_listen("::", Some("[::]:4600"));
        let everywhere = everywhere(9).to_string();
        check_listen(":9", Some(&everywhere));
        check_listen("9", Some(&everywhere));
        for text in ["", "host", "host:9", "127.0.0.1:99999", "99999"] {
            check_listen(text, None);
        }
    }

    #[track_caller]
    fn check_shares(bound: &str, local: &[&str], expect: &[&str]) {
        let local = local.iter().map(|it| Local::new(it.parse().unwrap()));
        let local: Vec<Local> = local.collect();
        let shares = shares(bound.parse().unwrap(), &local);
        assert_eq!(shares, expect);
        let lobby = "ABCDE".parse().unwrap();
        for (line, share) in join_lines(&shares, lobby).iter().zip(expect) {
            assert_eq!(*line, format!("dicehall join {share} --lobby ABCDE"));
        }
    }

    #[test]
    fn others_are_told_what_they_can_type() {
        let both = ["192.0.2.7", "2001:db8::7"];
        check_shares("0.0.0.0:4600", &both, &["192.0.2.7:4600"]);
        check_shares("[::]:9", &both, &["192.0.2.7:9", "[2001:db8::7]:9"]);
        check_shares("192.0.2.9:4600", &["192.0.2.7"], &["192.0.2.9:4600"]);
    }

    #[test]
    fn a_machine_without_networks_is_reached_by_itself_alone() {
        for bound in ["0.0.0.0:4600", "[::]:4600", "127.0.0.1:4600"] {
            check_shares(bound, &[], &["127.0.0.1:4600"]);
        }
        check_shares("127.0.0.1:5000", &["192.0.2.7"], &["127.0.0.1:5000"]);
    }

    #[test]
    fn a_browser_is_told_the_best_address_without_a_scope() {
        let bound = "[::]:9".parse().unwrap();
        let page = |shares: &[&str]| {
            let shares: Vec<String> = shares.iter().map(|it| (*it).to_owned()).collect();
            page_address(bound, &shares)
        };
        let scoped = "[fe80::1%eth0]:9";
        assert_eq!(
            page(&[scoped, "[2001:db8::7]:9"]).as_deref(),
            Some("http://[2001:db8::7]:9")
        );
        assert_eq!(page(&[scoped]), None);
        assert_eq!(page(&[]).as_deref(), Some("http://127.0.0.1:9"));
    }

    #[test]
    fn a_private_server_is_reached_by_this_machine_alone() {
        let address = listen_address(&Hosting::Private).unwrap();
        assert!(address.ip().is_loopback() && address.port() == 0);
    }
}
