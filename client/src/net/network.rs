//! The one production [`Connector`]: it connects, hosts and searches for the screens, the bots and
//! the scripts.
//!
//! Its tasks are in one set that the command line shares, so that dropped links can end in an
//! orderly way before the program does.

pub(crate) mod seats;

use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use dicehall_protocol::{AccountCode, LobbyCode};
use tokio::sync::{mpsc, oneshot};
use tokio::task::{JoinSet, spawn_blocking};
use tokio::time::timeout;

use crate::files::keep::NotKept;
use crate::files::paths::Paths;
use crate::files::rights::OwnMachine;
use crate::net::addresses::Addresses;
use crate::net::connection::{ConnectOptions, Connection, Ends, Keep, link};
use crate::net::host::beside::Beside;
use crate::net::host::{
    DRAIN_MS_MAX, FOLDER, FileReport, Host, Kept, TableStore, Told, listen_address,
};
use crate::net::link::{
    Around, Connector, GivenProgram, Hosting, LAN_EVENTS_MAX, LanBrowse, Link, LinkEvent, Target,
};
use crate::net::link_code::LinkCode;
use crate::net::seat_file::{SeatFile, Wanted};
use crate::net::tour::Tour;
use crate::net::trust::known_servers::KnownServers;
use crate::net::trust::signer::Signer;
use crate::net::trust::{Policy, Trust};
use seats::Seats;

/// The variable of the environment that forbids a server to compute the table of animal shogi.
const NO_SOLVE: &str = "DICEHALL_NO_SOLVE";

/// The production connector.
#[derive(Clone, Debug)]
pub(crate) struct Network {
    tasks: Arc<Mutex<JoinSet<()>>>,
    /// The person's folders; `None` keeps nothing after the program ends.
    paths: Option<Paths>,
    /// Where the seats are kept.
    seats: Seats,
    /// The lobby named on the command line: only its seat is resumed.
    lobby: Option<LobbyCode>,
    /// Where the door for ssh of a hosted server listens, empty for the usual place; `None` without a door.
    door: Option<String>,
    trust: Trust,
    /// The key by which the person signs in; `None` for a guest.
    signer: Option<Signer>,
    /// The address of the guest for whom a door connects; `None` for the person's own.
    speaks_for: Option<IpAddr>,
}

impl Network {
    /// A connector for one run of the program.
    pub(crate) fn new(paths: Option<Paths>, lobby: Option<LobbyCode>) -> Self {
        let known = KnownServers::new(paths.as_ref().map(Paths::known_servers));
        Self {
            tasks: Arc::default(),
            seats: paths.as_ref().map(Paths::seats).into(),
            signer: paths.as_ref().and_then(Signer::of),
            paths,
            lobby,
            door: None,
            trust: Trust::new(known, Policy::Ask),
            speaks_for: None,
        }
    }

    /// The same connector for a guest of a door: from this address, and with this key if the guest has proved one.
    #[cfg(feature = "ssh")]
    pub(crate) fn for_guest(self, address: IpAddr, signer: Option<Signer>) -> Self {
        Self {
            signer,
            speaks_for: Some(address),
            ..self
        }
    }

    /// The same connector, without resuming or storing seats.
    pub(crate) fn anew(self) -> Self {
        self.seated(Seats::Nowhere)
    }

    /// The same connector, which keeps seats in another place.
    pub(crate) fn seated(self, seats: Seats) -> Self {
        Self { seats, ..self }
    }

    /// The same connector, whose hosted server has a door for ssh.
    #[cfg(feature = "ssh")]
    pub(crate) fn with_door(self, door: Option<String>) -> Self {
        Self { door, ..self }
    }

    /// The same connector with another trust policy.
    pub(crate) fn trusting(self, trust: Trust) -> Self {
        Self { trust, ..self }
    }

    /// The same connector, whose key is to come to the account that this code was made for.
    pub(crate) fn saying(self, code: AccountCode) -> Self {
        let signer = self.signer.map(|it| it.saying(code));
        Self { signer, ..self }
    }

    /// Waits until the dropped links have ended, for as long as a server may take to drain.
    pub(crate) async fn finish(&self) {
        let mut tasks =
            std::mem::take(&mut *self.tasks.lock().unwrap_or_else(PoisonError::into_inner));
        let all = async { while tasks.join_next().await.is_some() {} };
        // Tasks that take longer are ended when the set is dropped.
        timeout(Duration::from_millis(DRAIN_MS_MAX + 500), all)
            .await
            .ok();
    }

    fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
        let mut tasks = self.tasks.lock().unwrap_or_else(PoisonError::into_inner);
        while tasks.try_join_next().is_some() {}
        tasks.spawn(task);
    }

    /// The assignment of a link to a server, with the person's earlier seat there.
    fn options(
        &self,
        addresses: Addresses,
        name: String,
        lobby: Option<LobbyCode>,
    ) -> ConnectOptions {
        let wanted = Wanted {
            address: addresses.first().to_string(),
            lobby: lobby.or(self.lobby),
            name: name.clone(),
        };
        let (keep, resume) = self.seats.open(wanted);
        ConnectOptions {
            addresses,
            trust: self.trust.clone(),
            name,
            signer: self.signer.clone(),
            speaks_for: self.speaks_for,
            resume,
            keep,
            luck_seed: rand::random(),
        }
    }
}

impl Connector for Network {
    fn connect(&mut self, target: Target) -> Link {
        let (link, ends) = link();
        match target.address.parse::<Addresses>() {
            Ok(addresses) => {
                if let Some(fingerprint) = target.trust {
                    let address = addresses.first().to_string();
                    self.trust.known.remember(&address, fingerprint);
                }
                let connection =
                    Connection::new(ends, self.options(addresses, target.name, target.lobby));
                self.spawn(connection.run());
            }
            Err(error) => self.spawn(close(
                ends.incoming,
                LinkCode::BadAddress,
                error.to_string(),
            )),
        }
        link
    }

    fn host_local(&mut self, hosting: Hosting, name: String, _own: OwnMachine) -> Link {
        let (link, ends) = link();
        let kept = self.paths.as_ref();
        let kept = kept.map_or(Kept::Nothing, |it| kept_of(&hosting, it));
        // Only a server that keeps its lobbies recognizes a seat again.
        let seats = self.seats.folder();
        let seats = seats.filter(|_| matches!(kept, Kept::Everything(_)));
        let tables = self.paths.as_ref().map_or_else(TableStore::default, |it| {
            TableStore::in_folder(&it.data, std::env::var_os(NO_SOLVE).is_none())
        });
        let kept = (kept, seats, tables);
        let founder = Founder {
            name,
            signer: self.signer.clone(),
        };
        self.spawn(host(ends, hosting, founder, kept, self.door.clone()));
        link
    }

    fn browse_lan(&mut self, around: Around, _own: OwnMachine) -> LanBrowse {
        let (tell, incoming) = mpsc::channel(LAN_EVENTS_MAX);
        // A visit does not trust a new server: that is the person's decision.
        let trust = Trust::new(self.trust.known.clone(), Policy::Ask);
        let tour = Tour::new(tell, around, trust);
        self.spawn(tour.run(self.seats.folder()));
        LanBrowse { incoming }
    }
}

/// The person who hosts.
struct Founder {
    name: String,
    signer: Option<Signer>,
}

/// Tells of the program that the server gives out, as soon as its file has been read.
async fn tell_of_program(
    tell: mpsc::Sender<LinkEvent>,
    program: impl Future<Output = Option<GivenProgram>>,
) {
    if let Some(program) = program.await {
        // Whoever has gone meanwhile needs it no more.
        tell.send(LinkEvent::Program(program)).await.ok();
    }
}

/// Starts a server, keeps a connection to it, and ends the server with the link.
async fn host(
    ends: Ends,
    hosting: Hosting,
    Founder { name, signer }: Founder,
    (kept, seats, tables): (Kept, Option<PathBuf>, TableStore),
    door: Option<String>,
) {
    let tell = ends.incoming.clone();
    let title = format!("{name}'s hall");
    let mut host = match Host::start(&hosting, title, kept, tables, door.is_some()) {
        Ok(host) => host,
        Err(why) => return close(tell, LinkCode::HostFailed, why).await,
    };
    let door = match open_door(door, &host).await {
        Ok(door) => door,
        Err(why) => {
            close(tell, LinkCode::HostFailed, why).await;
            return host.stop().await;
        }
    };
    if let Some(door) = &door {
        host.tell_of(door.door().clone());
    }
    let listening = LinkEvent::Listening {
        addresses: host.shares().to_vec(),
        page: host.page().map(str::to_owned),
        matches: host.matches().map(Path::to_owned),
        ssh: door.as_ref().map(|it| it.way().clone()),
    };
    let Ok(addresses) = host.address().to_string().parse() else {
        return;
    };
    if tell.send(listening).await.is_err() {
        return host.stop().await;
    }
    let (opened, lobby) = oneshot::channel();
    let wanted = Wanted {
        address: host.address().to_string(),
        lobby: None,
        name: name.clone(),
    };
    let (seat, resume) = SeatFile::open(seats, wanted, SystemTime::now());
    let options = ConnectOptions {
        addresses,
        trust: Trust::new(KnownServers::default(), Policy::Refuse),
        name,
        signer,
        speaks_for: None,
        resume,
        keep: Box::new(HostSeat {
            opened: Some(opened),
            seat,
        }),
        luck_seed: rand::random(),
    };
    let program = tell_of_program(tell.clone(), host.program());
    let connection = Box::pin(Connection::new(ends, options).run());
    let connection = async {
        tokio::join!(connection, program);
    };
    let lobby = announces(&hosting).then_some(lobby);
    let why = serve((&mut host, &tell), lobby, connection).await;
    match why {
        Some(why) => close(tell, LinkCode::HostFailed, why).await,
        None => host.stop().await,
    }
}

/// Opens the door for ssh, if there is to be one.
async fn open_door(listen: Option<String>, host: &Host) -> Result<Option<Beside>, String> {
    let Some(listen) = listen else {
        return Ok(None);
    };
    let address = host.address();
    let share = host.shares().first().cloned();
    let share = share.unwrap_or_else(|| address.to_string());
    let opened = spawn_blocking(move || Beside::open(&listen, address, &share)).await;
    opened.map_err(|error| error.to_string())?.map(Some)
}

/// Announces the server from its first lobby on, and tells which match files it has written, until the connection or the
/// server ends; returns the reason if the server ended.
async fn serve(
    (host, tell): (&mut Host, &mpsc::Sender<LinkEvent>),
    mut lobby: Option<oneshot::Receiver<LobbyCode>>,
    connection: impl Future<Output = ()>,
) -> Option<String> {
    let mut connection = std::pin::pin!(connection);
    let mut announcement = None;
    loop {
        let opened = async {
            match lobby.as_mut() {
                Some(lobby) => lobby.await.ok(),
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            biased;
            () = &mut connection => return None,
            told = host.told() => match told {
                Told::Ended(why) => return Some(why),
                Told::Report(FileReport { name, fault }) => {
                    // The screens take many events at once; if they cannot, they do not tell where the match is.
                    tell.try_send(LinkEvent::MatchWritten { name, fault }).ok();
                }
            },
            opened = opened => {
                lobby = None;
                // The announcement is kept until the end: dropping it withdraws it.
                announcement = opened.and_then(|it| host.announce(it)).or(announcement);
            }
        }
    }
}

const fn announces(hosting: &Hosting) -> bool {
    matches!(hosting, Hosting::Public { announce: true, .. })
}

/// The data that a server leaves behind. Its journal is in a directory of its own for each port,
/// because only one server at a time can hold a journal. A server on a random port is not meant to
/// be started again; of matches of one's own against bots only the match files are kept.
fn kept_of(hosting: &Hosting, paths: &Paths) -> Kept {
    if *hosting == Hosting::Private {
        return Kept::Matches(paths.data.join("play").join(FOLDER));
    }
    match listen_address(hosting).map(|it| it.port()) {
        Ok(port) if port > 0 => Kept::Everything(paths.data.join(format!("host-{port}"))),
        Ok(_) | Err(_) => Kept::Nothing,
    }
}

/// Reports the lobby that was joined first, and stores the seat for the next time that the person
/// hosts.
struct HostSeat {
    opened: Option<oneshot::Sender<LobbyCode>>,
    seat: SeatFile,
}

impl Keep for HostSeat {
    fn keep(&mut self, lobby: LobbyCode, token: &str) -> Result<(), NotKept> {
        if let Some(tell) = self.opened.take() {
            // Nobody listens when the server is not announced.
            tell.send(lobby).ok();
        }
        self.seat.keep(lobby, token)
    }

    fn forget(&mut self) {
        self.seat.forget();
    }
}

/// Reports that a link is over before it began.
async fn close(tell: mpsc::Sender<LinkEvent>, code: LinkCode, message: String) {
    // If the link was dropped, nobody needs the reason.
    tell.send(LinkEvent::Closed { code, message }).await.ok();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::link::LinkEvent;
    use std::net::SocketAddr;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    /// The longest time that a test waits for anything.
    const TEST_WAIT: Duration = Duration::from_secs(20);

    fn public(listen: &str) -> Hosting {
        Hosting::Public {
            listen: Some(listen.to_owned()),
            announce: false,
            page: true,
            program: false,
        }
    }

    async fn event(link: &mut Link) -> LinkEvent {
        timeout(TEST_WAIT, link.incoming.recv())
            .await
            .unwrap()
            .unwrap()
    }

    #[tokio::test]
    async fn a_host_listens_is_reached_and_ends_with_its_link() {
        let mut network = Network::new(None, None);
        let mut link = network.host_local(
            public("127.0.0.1:0"),
            "Aki".to_owned(),
            OwnMachine::of_owner(),
        );
        let LinkEvent::Listening { addresses, .. } = event(&mut link).await else {
            panic!("not listening")
        };
        let address: SocketAddr = addresses[0].parse().unwrap();
        assert_eq!((addresses.len(), address.ip().is_loopback()), (1, true));
        assert!(matches!(
            event(&mut link).await,
            LinkEvent::Connecting { attempt: 1, .. }
        ));
        assert_eq!(
            event(&mut link).await,
            LinkEvent::Connected { resumed: false }
        );
        let mut guest = network.connect(Target {
            address: address.to_string(),
            name: "Ben".to_owned(),
            lobby: None,
            trust: None,
        });
        assert!(matches!(
            event(&mut guest).await,
            LinkEvent::Connecting { .. }
        ));
        assert_eq!(
            event(&mut guest).await,
            LinkEvent::Connected { resumed: false }
        );
        drop((link, guest));
        network.finish().await;
        assert!(
            tokio::net::TcpStream::connect(address).await.is_err(),
            "the server outlived its link"
        );
    }

    #[tokio::test]
    async fn a_host_listens_before_it_has_read_its_program_and_tells_of_it_then() {
        let hosting = Hosting::Public {
            listen: Some("127.0.0.1:0".to_owned()),
            announce: false,
            page: true,
            program: true,
        };
        let mut network = Network::new(None, None);
        let mut link = network.host_local(hosting, "Aki".to_owned(), OwnMachine::of_owner());
        let first = event(&mut link).await;
        assert!(matches!(first, LinkEvent::Listening { .. }), "{first:?}");
        let program = loop {
            if let LinkEvent::Program(program) = event(&mut link).await {
                break program;
            }
        };
        let this = std::env::current_exe().unwrap();
        let sum = std::process::Command::new("sha256sum").arg(this).output();
        let sum = String::from_utf8(sum.unwrap().stdout).unwrap();
        assert_eq!(sum.split_whitespace().next(), Some(program.sha256.as_str()));
        drop(link);
        network.finish().await;
    }

    #[tokio::test]
    async fn a_private_host_has_nothing_to_share_but_its_page() {
        let (addresses, page) = listening(Hosting::Private).await;
        let page = page.unwrap();
        assert!(addresses.is_empty() && page.starts_with("http://127.0.0.1:"));
    }

    #[tokio::test]
    async fn a_host_gives_browsers_a_page_unless_told_otherwise() {
        let (addresses, page) = listening(public("127.0.0.1:0")).await;
        assert_eq!(page, Some(format!("http://{}", addresses[0])));
        let without = Hosting::Public {
            listen: Some("127.0.0.1:0".to_owned()),
            announce: false,
            page: false,
            program: false,
        };
        assert_eq!(listening(without).await.1, None);
    }

    /// Starts a host; returns the addresses that it tells, and that of its page, after looking whether there is one.
    async fn listening(hosting: Hosting) -> (Vec<String>, Option<String>) {
        let mut network = Network::new(None, None);
        let mut link = network.host_local(hosting, "Aki".to_owned(), OwnMachine::of_owner());
        let LinkEvent::Listening {
            addresses, page, ..
        } = event(&mut link).await
        else {
            panic!("not listening")
        };
        let address = page.as_ref().map(|it| it.trim_start_matches("http://"));
        let address = address.unwrap_or_else(|| &addresses[0]);
        let mut stream = tokio::net::TcpStream::connect(address).await.unwrap();
        let request = format!("GET / HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        assert_eq!(page.is_some(), answer.contains("<html"), "{answer}");
        (addresses, page)
    }

    #[tokio::test]
    async fn what_cannot_begin_is_told() {
        let mut network = Network::new(None, None);
        let taken = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = taken.local_addr().unwrap().to_string();
        let mut link =
            network.host_local(public(&address), "Aki".to_owned(), OwnMachine::of_owner());
        let LinkEvent::Closed { code, message } = event(&mut link).await else {
            panic!("not closed")
        };
        assert!(
            code == LinkCode::HostFailed && message.contains(&address),
            "{code}: {message}"
        );
        let mut link = network.connect(Target {
            address: "no address".to_owned(),
            name: String::new(),
            lobby: None,
            trust: None,
        });
        assert!(
            matches!(event(&mut link).await, LinkEvent::Closed { code, .. } if code == LinkCode::BadAddress)
        );
    }

    #[test]
    fn every_port_that_somebody_chose_has_a_journal_of_its_own() {
        let base = PathBuf::from("/base");
        let paths = Paths {
            config: base.clone(),
            data: base.clone(),
            pictures: base.clone(),
            state: base,
        };
        let kept = |hosting: &Hosting| kept_of(hosting, &paths);
        let everything = |folder: &str| Kept::Everything(PathBuf::from(folder));
        assert_eq!(kept(&public("0.0.0.0:4600")), everything("/base/host-4600"));
        assert_eq!(kept(&public("4601")), everything("/base/host-4601"));
        assert_eq!(kept(&public("0.0.0.0:0")), Kept::Nothing);
        let matches = Kept::Matches(PathBuf::from("/base/play/matches"));
        assert_eq!(kept(&Hosting::Private), matches);
    }
}
