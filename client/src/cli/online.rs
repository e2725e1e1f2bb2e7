//! The commands that need a network: the screens or the line mode, the headless host, scripts that
//! join a table, and the list of servers on the LAN.

pub(crate) mod account;
#[cfg(feature = "ssh")]
pub(crate) mod door;
pub(crate) mod guest;
pub(crate) mod ratings;

use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use dicehall_engine::GameKind;
use dicehall_protocol::{LobbyCode, Password};
use serde::Serialize;
use tokio::task::JoinSet;

use super::args::common::EntryArgs;
use super::args::{HostArgs, JoinArgs, LanArgs, LookArgs, PersonArgs, PlayArgs, WatchArgs};
use super::chosen::{Chosen, remember, unread_words};
use super::console::{is_terminal, print, tell, variable};
use super::headless::HeadlessHost;
use super::headless::script::{self, Script};
use super::headless::streams::{self, Streams};
use super::offline::read_config;
use super::person;
use super::runtime::signals::asked_to_end;
use super::runtime::{logging, run};
use crate::Failure;
use crate::document::{Document, Form};
use crate::files::choices::Choices;
use crate::files::paths::Paths;
use crate::files::rights::{OwnMachine, Rights};
use crate::net::address::Invitation;
use crate::net::addresses::Addresses;
use crate::net::fingerprint::Fingerprint;
use crate::net::host::{self, Log, LogFormat};
use crate::net::interfaces::is_here_only;
use crate::net::lan;
use crate::net::link::{Connector, Hosting, LanServer, Link, Target};
use crate::net::network::Network;
use crate::net::trust::Policy;
use crate::plain;
use crate::start::{LobbyPlan, Start};
use crate::tui::model::lesson::Welcome;
use crate::tui::model::lesson::coach::Coach;
use crate::tui::model::lobby::ladder::FIRST_RUNG;
use crate::tui::model::lobby_list::passwords::Passwords;
use crate::tui::{app, surface};

/// The state with which the screens start.
struct Screens<'a> {
    rights: Rights,
    start: Start,
    person: &'a PersonArgs,
    passwords: Passwords,
    network: Network,
}

/// A script that joins somebody's table.
#[derive(Debug)]
pub struct Guest<'a> {
    /// The server, as it was typed.
    pub server: &'a str,
    /// The lobby; `None` if it was not told beside the server.
    pub lobby: Option<LobbyCode>,
    /// The proofs that server and lobby ask for.
    pub entry: &'a EntryArgs,
    /// The script's name.
    pub name: &'a str,
}

/// The home screen.
pub(crate) fn home(person: &PersonArgs) -> Result<(), Failure> {
    show(Screens {
        rights: Rights::owner(),
        start: Start::Home,
        person,
        passwords: Passwords::default(),
        network: Network::new(Paths::of_user(), None),
    })
}

/// Runs `dicehall play`: a match against bots, by default those of the rung chosen last.
pub(crate) fn play(args: &PlayArgs) -> Result<(), Failure> {
    let choices = Paths::of_user().map(|it| Choices::read(&it.choices()));
    let chosen = choices.and_then(|it| it.ok()?.rung);
    let plan = args.plan(chosen.unwrap_or(FIRST_RUNG))?;
    need_terminal("play", &args.person)?;
    show(Screens {
        rights: Rights::owner(),
        start: Start::Play(plan),
        person: &args.person,
        passwords: Passwords::default(),
        network: Network::new(Paths::of_user(), None),
    })
}

/// Runs `dicehall host`: with a screen, or without one for scripts.
pub(crate) fn host(args: &HostArgs) -> Result<(), Failure> {
    let (plan, hosting) = (args.plan()?, args.hosting()?);
    let passwords = args.passwords()?;
    let network = Network::new(Paths::of_user(), None);
    #[cfg(feature = "ssh")]
    let network = network.with_door(args.ssh.clone());
    if !io::stdout().is_terminal() && !args.person.plain {
        let log = logging::to_stderr(args.log_format)?;
        let plan = Planned {
            plan,
            hosting,
            password: passwords.asked,
        };
        return host_headless(plan, args.person.name.as_deref(), network, &log);
    }
    let shares = host::would_share(&hosting);
    for share in shares.iter().filter(|_| !is_plain(&args.person)) {
        let who = if is_here_only(share) {
            "others on this machine type"
        } else {
            "others type"
        };
        print(&format!("{who}: dicehall join {share}"))?;
    }
    show(Screens {
        rights: Rights::owner(),
        start: Start::Host {
            table: plan,
            hosting,
        },
        person: &args.person,
        passwords,
        network,
    })
}

/// Runs `dicehall join`: takes a seat at somebody's table; without an address shows the list of
/// servers on the LAN.
pub(crate) fn join(args: &JoinArgs) -> Result<(), Failure> {
    let invitation = args.address.as_deref().map(check).transpose()?;
    let told = invitation.as_ref().and_then(|it| it.lobby);
    let lobby = args.lobby.or(told);
    let start = match invitation {
        Some(Invited { address, .. }) => Start::Join { address, lobby },
        None => Start::Lan,
    };
    let passwords = args.entry.passwords()?;
    need_terminal("join", &args.person)?;
    let paths = Paths::of_user();
    let trust = args.entry.trust.trust(paths.as_ref(), Policy::Ask);
    show(Screens {
        rights: Rights::owner(),
        start,
        person: &args.person,
        passwords,
        network: Network::new(paths, lobby).trusting(trust),
    })
}

/// Runs `dicehall watch`: shows somebody's table, without a seat.
pub(crate) fn watch(args: &WatchArgs) -> Result<(), Failure> {
    let Invited { address, lobby } = check(&args.address)?;
    let lobby = args.lobby.or(lobby);
    let start = if args.tv {
        Start::BigScreen { address, lobby }
    } else {
        Start::Watch { address, lobby }
    };
    let passwords = args.entry.passwords()?;
    need_terminal("watch", &args.person)?;
    let paths = Paths::of_user();
    let trust = args.entry.trust.trust(paths.as_ref(), Policy::Ask);
    show(Screens {
        rights: Rights::owner(),
        start,
        person: &args.person,
        passwords,
        // A spectator does not want the seat of an earlier run, so none is looked for.
        network: Network::new(paths, None).anew().trusting(trust),
    })
}

/// Runs `dicehall replay`: the screens without a server, unless the match is played on.
pub(super) fn replay(start: Start, look: LookArgs) -> Result<(), Failure> {
    let (chosen, paths) = Chosen::read(OwnMachine::of_owner());
    let _log = log_to_file(paths.as_ref());
    let name = person::name(None, &chosen.config, variable)?;
    let options = app::Options {
        game: GameKind::DiceOfDoom,
        recent: Vec::new(),
        remember: |_| Ok(()),
        complaint: None,
        welcome: Welcome::Told,
        coach: Coach::default(),
        ..chosen.options(Rights::owner(), name, look)
    };
    draw(start, options, Network::new(paths, None))
}

/// Lets a script join somebody's table, until the lobby or the program ends. It is made when all
/// that was typed is understood, on the runtime that will talk to it.
pub fn join_by_script<S: Script>(
    guest: &Guest<'_>,
    script: impl FnOnce(Option<LobbyCode>, Option<Password>) -> Result<S, Failure>,
) -> Result<(), Failure> {
    let log = logging::to_stderr(LogFormat::Text)?;
    let Invited { address, lobby } = check(guest.server)?;
    let lobby = guest.lobby.or(lobby);
    let (config, paths) = read_config();
    let name = person::name(Some(guest.name), &config, variable)?;
    let password = guest.entry.passwords()?.shown;
    run(async move {
        let script = script(lobby, password)?;
        let trust = guest.entry.trust.trust(paths.as_ref(), Policy::Refuse);
        let mut network = Network::new(paths, lobby).trusting(trust);
        let link = network.connect(Target {
            address,
            name,
            lobby: None,
            trust: None,
        });
        follow(link, script, network, &log).await
    })
}

/// Runs `dicehall lan`: lists the announced servers.
pub(crate) fn lan(args: &LanArgs, out: &mut impl Write) -> Result<(), Failure> {
    let listen = Duration::from_secs(args.seconds.into());
    let found = run(async move { lan::discover(listen).await.map_err(Failure::failed) })?;
    if found.is_empty() && !args.json {
        tell("nothing is announced here; `dicehall join HOST:PORT` needs no announcement");
    }
    let servers = found.iter().map(Announced::from).collect();
    Ok(Announcements { servers }.write(Form::of(args.json), out)?)
}

/// The servers on the LAN; the fields are a contract with scripts.
#[derive(Serialize)]
struct Announcements {
    servers: Vec<Announced>,
}

#[derive(Serialize)]
struct Announced {
    address: String,
    fingerprint: Option<String>,
    lobby: Option<String>,
    name: String,
    version: u32,
}

impl From<&LanServer> for Announced {
    fn from(it: &LanServer) -> Self {
        Self {
            address: it.address.clone(),
            fingerprint: it.fingerprint.as_ref().map(Fingerprint::to_string),
            lobby: it.lobby.map(|it| it.to_string()),
            name: it.name.clone(),
            version: it.version,
        }
    }
}

impl Document for Announcements {
    fn write_text(&self, out: &mut impl Write) -> io::Result<()> {
        for it in &self.servers {
            let lobby = it.lobby.as_ref();
            let lobby = lobby.map_or(String::new(), |it| format!(" --lobby {it}"));
            writeln!(out, "{}: dicehall join {}{lobby}", it.name, it.address)?;
        }
        Ok(())
    }
}

/// A table to host without a screen.
struct Planned {
    plan: LobbyPlan,
    hosting: Hosting,
    password: Option<Password>,
}

fn host_headless(
    planned: Planned,
    name: Option<&str>,
    network: Network,
    log: &Log,
) -> Result<(), Failure> {
    let (config, _) = read_config();
    let name = person::name(name, &config, variable)?;
    run(async move {
        let mut network = network.anew();
        let title = format!("{name}'s table");
        let link = network.host_local(planned.hosting, name, OwnMachine::of_owner());
        let script = HeadlessHost::new(planned.plan, title, planned.password);
        follow(link, script, network, log).await
    })
}

/// Runs a script on a link until it is done, or until the program is asked to end.
async fn follow(
    link: Link,
    mut script: impl Script,
    network: Network,
    log: &Log,
) -> Result<(), Failure> {
    let mut output = Streams::open(log)?;
    let done = script::run(link, &mut script, &mut output, asked_to_end()).await;
    network.finish().await;
    output.finish();
    done
}

/// Runs the screens, or the line mode instead.
fn show(screens: Screens<'_>) -> Result<(), Failure> {
    let Screens {
        rights,
        start,
        person,
        passwords,
        network,
    } = screens;
    // For a guest without a terminal there is nothing else: whoever started the program did not choose.
    let is_plain = is_plain(person) || (rights.door().is_some() && !is_terminal());
    let (chosen, paths) = rights.own_machine().map_or_else(Chosen::none, Chosen::read);
    let _log = log_to_file(paths.as_ref());
    let name = person::name(person.name.as_deref(), &chosen.config, variable)?;
    if is_plain {
        if let Some((why, path)) = &chosen.unread {
            let language = person.look.language(&chosen.config, variable);
            tell(&unread_words(language, why, path));
        }
        let options = plain::Options {
            rights,
            name,
            passwords,
            remember,
            hints: chosen.config.hints,
            language: person.look.language(&chosen.config, variable),
            record: chosen.record,
        };
        return run(async move {
            let connector = Box::new(network.clone());
            let mut last = JoinSet::new();
            last.spawn(streams::end_at_last());
            let ended = plain::run(start, options, connector, asked_to_end()).await;
            network.finish().await;
            ended
        });
    }
    let animation = chosen.config.animation && !person.no_animation;
    let options = app::Options {
        passwords,
        animation,
        ..chosen.options(rights, name, person.look)
    };
    draw(start, options, network)
}

/// Runs the screens until the person has had enough.
fn draw(start: Start, options: app::Options, network: Network) -> Result<(), Failure> {
    run(async move {
        let shown = surface::run(start, options, Box::new(network.clone())).await;
        network.finish().await;
        shown.map_err(Failure::failed)
    })
}

/// Begins the log of a run with a person at the terminal.
fn log_to_file(paths: Option<&Paths>) -> Option<Log> {
    let begun = logging::to_file(paths);
    begun.unwrap_or_else(|error| {
        tell(&format!("warning: no log: {error}"));
        None
    })
}

/// Whether to use the line mode: if it was asked for, or if the terminal cannot be drawn on.
pub(crate) fn is_plain(person: &PersonArgs) -> bool {
    person.plain || variable("TERM").as_deref() == Some("dumb")
}

fn need_terminal(command: &str, person: &PersonArgs) -> Result<(), Failure> {
    if is_terminal() || is_plain(person) {
        return Ok(());
    }
    Err(Failure::Usage(format!(
        "{command} needs a terminal; {command} --plain, `dicehall bot` and `dicehall host` do without one"
    )))
}

/// Where a person was invited to.
struct Invited {
    /// The addresses of the server, as they are dialed.
    address: String,
    /// The lobby; `None` if only the server was told.
    lobby: Option<LobbyCode>,
}

/// Checks an address before anything is shown; one that names a lobby is a single one.
fn check(text: &str) -> Result<Invited, Failure> {
    if let Ok(Invitation { address, lobby }) = text.parse() {
        let address = address.to_string();
        return Ok(Invited { address, lobby });
    }
    let addresses: Addresses = text.parse().map_err(Failure::usage)?;
    Ok(Invited {
        address: addresses.to_string(),
        lobby: None,
    })
}
