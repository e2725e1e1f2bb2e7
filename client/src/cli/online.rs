//! The commands that need a network: the screens or the line mode, the headless host, the bot, and
//! the list of servers on the LAN.

use std::future::Future;
use std::io::{self, IsTerminal, Write};
use std::num::NonZero;
use std::thread;
use std::time::Duration;

use dicehall_engine::GameKind;
use dicehall_protocol::{LobbyCode, Password};
use serde::Serialize;
use tokio::task::JoinSet;

use super::args::{
    BotArgs, HostArgs, JoinArgs, LanArgs, LookArgs, PersonArgs, PlayArgs, WatchArgs,
};
use super::bot_runner::BotRunner;
use super::chosen::{Chosen, remember, unread_words};
use super::console::{is_terminal, print, tell, variable};
use super::headless::HeadlessHost;
use super::offline::read_config;
use super::script::{self, Script};
use super::signals::asked_to_end;
use super::streams::{self, Streams};
use super::{logging, person};
use crate::Failure;
use crate::document::{Document, Form};
use crate::files::choices::Choices;
use crate::files::paths::Paths;
use crate::net::address::Invitation;
use crate::net::doors::Doors;
use crate::net::fingerprint::Fingerprint;
use crate::net::host::{self, Log, LogFormat};
use crate::net::interfaces::is_here_only;
use crate::net::lan;
use crate::net::link::{Connector, Hosting, LanServer, Link, Target};
use crate::net::network::Network;
use crate::net::trust::Policy;
use crate::plain;
use crate::start::{LobbyPlan, Start};
use crate::tui::app;
use crate::tui::model::ladder::FIRST_RUNG;
use crate::tui::model::lesson::Welcome;
use crate::tui::model::passwords::Passwords;

/// The most threads for the links, the timers and an embedded server, of which there is one for each
/// core otherwise: more would not serve one machine's players any better. Bots have threads of their
/// own.
const WORKER_THREADS_MAX: usize = 16;
/// The threads besides: of bots, of an embedded server, and of those that wait for the disk.
const OTHER_THREADS: usize = 4;

/// The state with which the screens start.
struct Screens<'a> {
    start: Start,
    person: &'a PersonArgs,
    passwords: Passwords,
    network: Network,
}

/// The home screen.
pub(crate) fn home(person: &PersonArgs) -> Result<(), Failure> {
    show(Screens {
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
    if !io::stdout().is_terminal() && !args.person.plain {
        let log = logging::to_stderr(args.log_format)?;
        let name = args.person.name.as_deref();
        return host_headless((plan, hosting), name, passwords.asked, &log);
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
        start: Start::Host {
            table: plan,
            hosting,
        },
        person: &args.person,
        passwords,
        network: Network::new(Paths::of_user(), None),
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
        start,
        person: &args.person,
        passwords,
        network: Network::new(paths, lobby).trusting(trust),
    })
}

/// Runs `dicehall watch`: shows somebody's table, without a seat.
pub(crate) fn watch(args: &WatchArgs) -> Result<(), Failure> {
    let invitation = check(&args.address)?;
    let start = Start::Watch {
        address: invitation.address,
        lobby: args.lobby.or(invitation.lobby),
    };
    let passwords = args.entry.passwords()?;
    need_terminal("watch", &args.person)?;
    let paths = Paths::of_user();
    let trust = args.entry.trust.trust(paths.as_ref(), Policy::Ask);
    show(Screens {
        start,
        person: &args.person,
        passwords,
        // A spectator does not want the seat of an earlier run, so none is looked for.
        network: Network::new(None, None).trusting(trust),
    })
}

/// Runs `dicehall replay`: the screens without a server, unless the match is played on.
pub(super) fn replay(start: Start, look: LookArgs) -> Result<(), Failure> {
    let (chosen, paths) = Chosen::read();
    let _log = log_to_file(paths.as_ref());
    let name = person::name(None, &chosen.config, variable)?;
    let options = app::Options {
        game: GameKind::DiceOfDoom,
        recent: Vec::new(),
        remember: |_| Ok(()),
        complaint: None,
        welcome: Welcome::Told,
        ..chosen.options(name, look)
    };
    draw(start, options, Network::new(paths, None))
}

/// Runs `dicehall bot`: takes a seat and plays until the lobby or the program ends.
pub(crate) fn bot(args: &BotArgs) -> Result<(), Failure> {
    let log = logging::to_stderr(LogFormat::Text)?;
    let Invited { address, lobby } = check(&args.join)?;
    let lobby = args.lobby.or(lobby);
    let (config, paths) = read_config();
    let name = args.player_name(&config)?;
    let password = args.entry.passwords()?.shown;
    run(async move {
        // A program is started on the runtime that will talk to it.
        let brain = args.brain()?;
        let trust = args.entry.trust.trust(paths.as_ref(), Policy::Refuse);
        let mut network = Network::new(paths, lobby).trusting(trust);
        let link = network.connect(Target {
            address,
            name,
            lobby: None,
            trust: None,
        });
        let bot = BotRunner::new(brain, lobby, password);
        follow(link, bot, network, &log).await
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

fn host_headless(
    (plan, hosting): (LobbyPlan, Hosting),
    name: Option<&str>,
    password: Option<Password>,
    log: &Log,
) -> Result<(), Failure> {
    let (config, paths) = read_config();
    let name = person::name(name, &config, variable)?;
    run(async move {
        let mut network = Network::new(paths, None).anew();
        let title = format!("{name}'s table");
        let link = network.host_local(hosting, name);
        let script = HeadlessHost::new(plan, title, password);
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
    let mut voice = Streams::open(log)?;
    let done = script::run(link, &mut script, &mut voice, asked_to_end()).await;
    network.finish().await;
    voice.finish();
    done
}

/// Runs the screens, or the line mode instead.
fn show(screens: Screens<'_>) -> Result<(), Failure> {
    let Screens {
        start,
        person,
        passwords,
        network,
    } = screens;
    let (chosen, paths) = Chosen::read();
    let _log = log_to_file(paths.as_ref());
    let name = person::name(person.name.as_deref(), &chosen.config, variable)?;
    if is_plain(person) {
        if let Some((why, path)) = &chosen.unread {
            let language = person.look.language(&chosen.config, variable);
            tell(&unread_words(language, why, path));
        }
        let options = plain::Options {
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
        ..chosen.options(name, person.look)
    };
    draw(start, options, network)
}

/// Runs the screens until the person has had enough.
fn draw(start: Start, options: app::Options, network: Network) -> Result<(), Failure> {
    run(async move {
        let shown = app::run(start, options, Box::new(network.clone())).await;
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

/// Runs a future on a runtime of its own, with a thread for each core on which this program may run: two threads on one
/// core would take turns of some milliseconds each.
pub(super) fn run<T>(work: impl Future<Output = Result<T, Failure>>) -> Result<T, Failure> {
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    let workers = cores.min(WORKER_THREADS_MAX);
    // A runtime that lacks threads would hang.
    host::try_out(workers + OTHER_THREADS).map_err(Failure::failed)?;
    let mut builder = tokio::runtime::Builder::new_multi_thread();
    let runtime = builder.worker_threads(workers).enable_all().build()?;
    let done = runtime.block_on(work);
    // A bot that still thinks blocks its thread, but nobody needs its answer.
    runtime.shutdown_background();
    done
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
    let doors: Doors = text.parse().map_err(Failure::usage)?;
    Ok(Invited {
        address: doors.to_string(),
        lobby: None,
    })
}
