//! The commands that need a network: the screens, the headless host, the bot, and the list of what is on the LAN.

use std::future::Future;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use dicehall_protocol::Password;
use dicehall_protocol::text::clean;
use tokio::task::JoinSet;

use super::args::{
    BenchArgs, BotArgs, HostArgs, JoinArgs, LanArgs, PersonArgs, PlayArgs, WatchArgs,
};
use super::{person, tell};
use crate::Failure;
use crate::cli::bot_runner::BotRunner;
use crate::cli::headless::HeadlessHost;
use crate::cli::logging;
use crate::cli::script;
use crate::cli::signals::asked_to_end;
use crate::document::{Document, Form};
use crate::files::config::Config;
use crate::files::paths::Paths;
use crate::net::address::Address;
use crate::net::host::{self, Host};
use crate::net::lan;
use crate::net::link::{Connector, Hosting, LanServer, Target};
use crate::net::network::Network;
use crate::net::trust::Policy;
use crate::start::{LobbyPlan, Start};
use crate::tui::app;
use crate::tui::model::passwords::{self, Passwords};
use crate::tui::theme::Look;

/// Threads for the links, the timers and an embedded server; bots have their own.
const WORKER_THREADS: usize = 2;

/// The home screen.
pub(crate) fn home() -> Result<(), Failure> {
    show(
        Start::Home,
        (&PersonArgs::default(), Passwords::default()),
        Network::new(Paths::of_user(), None),
    )
}

/// `dicehall play`: against bots, at once.
pub(crate) fn play(args: &PlayArgs) -> Result<(), Failure> {
    let table = args.table()?;
    need_terminal("play")?;
    show(
        Start::Play(table),
        (&args.person, Passwords::default()),
        Network::new(Paths::of_user(), None),
    )
}

/// `dicehall host`: with a screen, or without one for scripts.
pub(crate) fn host(args: &HostArgs) -> Result<(), Failure> {
    let (table, hosting) = (args.table()?, args.hosting()?);
    let passwords = Passwords {
        asked: password(args.password_file.as_deref())?,
        shown: None,
    };
    if !io::stdout().is_terminal() {
        return host_headless(table, hosting, args.person.name.as_deref(), passwords.asked);
    }
    let Hosting::Public { listen, announce } = hosting else {
        return Ok(());
    };
    for share in host::would_share(listen.as_deref()) {
        print(&format!("others type: dicehall join {share}"))?;
    }
    let start = Start::Host {
        table,
        listen,
        announce,
    };
    show(
        start,
        (&args.person, passwords),
        Network::new(Paths::of_user(), None),
    )
}

/// `dicehall join`: a seat at somebody's table; without an address the list of what is on the LAN.
pub(crate) fn join(args: &JoinArgs) -> Result<(), Failure> {
    let start = match &args.address {
        Some(address) => Start::Join {
            address: check(address)?,
            lobby: args.lobby,
        },
        None => Start::Lan,
    };
    let passwords = Passwords {
        shown: password(args.password_file.as_deref())?,
        asked: None,
    };
    need_terminal("join")?;
    let paths = Paths::of_user();
    let trust = args.trust.trust(paths.as_ref(), Policy::Ask);
    show(
        start,
        (&args.person, passwords),
        Network::new(paths, args.lobby).trusting(trust),
    )
}

/// `dicehall watch`: somebody's table, without a seat.
pub(crate) fn watch(args: &WatchArgs) -> Result<(), Failure> {
    let start = Start::Watch {
        address: check(&args.address)?,
        lobby: args.lobby,
    };
    let passwords = Passwords {
        shown: password(args.password_file.as_deref())?,
        asked: None,
    };
    need_terminal("watch")?;
    // Who wants to watch does not want the seat of an earlier run back, so none is looked for.
    let trust = args.trust.trust(Paths::of_user().as_ref(), Policy::Ask);
    show(
        start,
        (&args.person, passwords),
        Network::new(None, None).trusting(trust),
    )
}

/// `dicehall replay`: the screens without any server.
pub(super) fn replay(start: Start) -> Result<(), Failure> {
    let look = Look::from_environment(variable);
    let (name, passwords) = (String::new(), Passwords::default());
    let options = app::Options {
        name,
        passwords,
        look,
        mouse: false,
        animation: false,
    };
    let nobody = Box::new(Network::new(None, None));
    run(async move {
        app::run(start, options, nobody)
            .await
            .map_err(Failure::failed)
    })
}

/// `dicehall bot`: takes a seat and plays until the lobby or the program ends.
pub(crate) fn bot(args: &BotArgs) -> Result<(), Failure> {
    logging::to_stderr();
    let address = check(&args.join)?;
    let (config, paths) = config();
    let name = args.player_name(&config)?;
    let password = password(args.password_file.as_deref())?;
    run(async move {
        // A program is started on the runtime that will talk to it.
        let brain = args.brain()?;
        let trust = args.trust.trust(paths.as_ref(), Policy::Refuse);
        let mut network = Network::new(paths, args.lobby).trusting(trust);
        let link = network.connect(Target {
            address,
            name,
            trust: None,
        });
        let mut bot = BotRunner::new(brain, args.lobby, password);
        let done = script::run(link, &mut bot, &mut print, asked_to_end()).await;
        network.finish().await;
        done
    })
}

/// `dicehall bench`: how much a server can do, or what it lasts.
pub(crate) fn bench(args: &BenchArgs, out: &mut impl Write) -> Result<(), Failure> {
    let load = args.load()?;
    let report = run(async move { load.run().await.map_err(Failure::failed) })?;
    report.write(Form::of(args.json), out)?;
    report.verdict().map_err(Failure::Failed)
}

/// The server that `bench` measures: tells where it listens, and ends with its standard input.
pub(crate) fn serve_for_bench(data: Option<PathBuf>, is_limited: bool) -> Result<(), Failure> {
    logging::to_stderr();
    run(async move {
        let host = if is_limited {
            Host::start_limited()
        } else {
            Host::start_unlimited(data)
        };
        let host = host.map_err(Failure::Failed)?;
        print(&format!("ws://{}/ws", host.address()))?;
        let mut input = JoinSet::new();
        input.spawn_blocking(|| io::copy(&mut io::stdin().lock(), &mut io::sink()));
        // Nothing is ever said to it; an input that breaks is one that has ended.
        input.join_next().await;
        host.stop().await;
        Ok(())
    })
}

/// `dicehall lan`: what is announced.
pub(crate) fn lan(args: &LanArgs, out: &mut impl Write) -> Result<(), Failure> {
    let listen = Duration::from_secs(args.seconds.into());
    let found = run(async move { lan::discover(listen).await.map_err(Failure::failed) })?;
    if args.json {
        serde_json::to_writer(
            &mut *out,
            &serde_json::json!({"servers": documents(&found)}),
        )
        .map_err(io::Error::from)?;
        writeln!(out)?;
    } else if found.is_empty() {
        tell("nothing is announced here; `dicehall join HOST:PORT` needs no announcement");
    }
    for server in found.iter().filter(|_| !args.json) {
        let lobby = server
            .lobby
            .map_or(String::new(), |it| format!(" --lobby {it}"));
        writeln!(
            out,
            "{}: dicehall join {}{lobby}",
            server.name, server.address
        )?;
    }
    Ok(())
}

fn host_headless(
    table: LobbyPlan,
    hosting: Hosting,
    name: Option<&str>,
    password: Option<Password>,
) -> Result<(), Failure> {
    logging::to_stderr();
    let (config, paths) = config();
    let name = person::name(name, &config, variable)?;
    run(async move {
        let mut network = Network::new(paths, None);
        let title = format!("{name}'s table");
        let link = network.host_local(hosting, name);
        let mut host = HeadlessHost::new(table, title, password);
        let done = script::run(link, &mut host, &mut print, asked_to_end()).await;
        network.finish().await;
        done
    })
}

/// Runs the screens.
fn show(
    start: Start,
    (person, passwords): (&PersonArgs, Passwords),
    network: Network,
) -> Result<(), Failure> {
    let (config, paths) = config();
    if let Err(error) = logging::to_file(paths.as_ref()) {
        tell(&format!("warning: no log: {error}"));
    }
    let look = Look::from_environment(variable);
    let name = person::name(person.name.as_deref(), &config, variable)?;
    let animation = config.animation && !person.no_animation;
    let options = app::Options {
        name,
        passwords,
        look,
        mouse: config.mouse,
        animation,
    };
    run(async move {
        let shown = app::run(start, options, Box::new(network.clone())).await;
        network.finish().await;
        shown.map_err(Failure::failed)
    })
}

/// Runs on a runtime of its own.
fn run<T>(work: impl Future<Output = Result<T, Failure>>) -> Result<T, Failure> {
    let mut builder = tokio::runtime::Builder::new_multi_thread();
    let runtime = builder
        .worker_threads(WORKER_THREADS)
        .enable_all()
        .build()?;
    let done = runtime.block_on(work);
    // What still blocks, a thinking bot, has nobody to answer to.
    runtime.shutdown_background();
    done
}

/// The person's file; what is wrong with it is told and does no harm.
pub(super) fn config() -> (Config, Option<Paths>) {
    let paths = Paths::of_user();
    let (config, warnings) = Config::of_user(paths.as_ref());
    for warning in warnings {
        tell(&format!("warning: {warning}"));
    }
    (config, paths)
}

pub(super) fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

fn need_terminal(command: &str) -> Result<(), Failure> {
    if io::stdout().is_terminal() && io::stdin().is_terminal() {
        return Ok(());
    }
    Err(Failure::Usage(format!(
        "{command} needs a terminal; `dicehall bot` and `dicehall host` do without one"
    )))
}

/// The password in a file, if one is named.
fn password(file: Option<&Path>) -> Result<Option<Password>, Failure> {
    file.map(passwords::read)
        .transpose()
        .map_err(Failure::Failed)
}

/// An address is checked before anything is shown.
fn check(address: &str) -> Result<String, Failure> {
    address
        .parse::<Address>()
        .map(|it| it.to_string())
        .map_err(Failure::usage)
}

fn print(line: &str) -> io::Result<()> {
    let mut out = io::stdout();
    writeln!(out, "{}", clean(line)).and_then(|()| out.flush())
}

fn documents(found: &[LanServer]) -> Vec<serde_json::Value> {
    let document = |it: &LanServer| {
        let lobby = it.lobby.map(|it| it.to_string());
        serde_json::json!({"name": it.name, "address": it.address, "lobby": lobby, "version": it.version,
            "fingerprint": it.fingerprint.map(|it| it.to_string())})
    };
    found.iter().map(document).collect()
}
