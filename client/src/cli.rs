//! The command line: what can be typed, and where it goes. Exit codes: 0 done, 1 failed, 2 wrong usage.
//!
//! Data goes to standard output, messages to standard error; `--json` prints exactly one document.

pub(crate) mod analyse;
mod arena;
mod args;
pub(crate) mod bot_runner;
mod bots;
mod doctor;
mod export;
pub(crate) mod headless;
pub(crate) mod logging;
mod map;
mod online;
mod perft;
mod person;
pub mod reading;
mod replay;
pub(crate) mod script;
pub(crate) mod seats;
pub(crate) mod signals;
mod verify;

use std::io::{self, BufWriter, IsTerminal, Write};
use std::process::ExitCode;
use std::time::Instant;

use clap::{CommandFactory, Parser};
use dicehall_protocol::text::clean_lines;

use crate::Failure;
use crate::document::write_json;
use crate::files::paths::Paths;
use crate::files::{config, map_file};
use crate::tui::theme::Look;
use args::{
    AnalyseArgs, ArenaArgs, BotsArgs, Cli, CommandArgs, CompletionsArgs, ConfigCommand, MapArgs,
    PerftArgs,
};

/// Runs what was typed.
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Nothing can be told if even this cannot be printed.
            error.print().ok();
            return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2));
        }
    };
    match run(cli) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            if !failure.is_silent() {
                tell(&format!("error: {failure}"));
            }
            failure.exit_code()
        }
    }
}

fn run(cli: Cli) -> Result<(), Failure> {
    let mut out = BufWriter::new(io::stdout());
    match cli.command {
        None => home()?,
        Some(CommandArgs::Play(args)) => online::play(&args)?,
        Some(CommandArgs::Host(args)) => online::host(&args)?,
        Some(CommandArgs::Join(args)) => online::join(&args)?,
        Some(CommandArgs::Watch(args)) => online::watch(&args)?,
        Some(CommandArgs::Lan(args)) => online::lan(&args, &mut out)?,
        Some(CommandArgs::Bot(args)) => online::bot(&args)?,
        Some(CommandArgs::Bots(BotsArgs { json: true })) => bots::write_document(&mut out)?,
        Some(CommandArgs::Bots(BotsArgs { json: false })) => bots::write_table(&mut out)?,
        Some(CommandArgs::Arena(args)) => arena(&args, &mut out)?,
        Some(CommandArgs::Analyse(args)) => analyse(&args, &mut out)?,
        Some(CommandArgs::Perft(args)) => perft(&args, &mut out)?,
        Some(CommandArgs::Map(args)) => map(&args, &mut out)?,
        Some(CommandArgs::Export(args)) => export::run(&args, &mut out)?,
        Some(CommandArgs::Replay(args)) => replay::run(&args, &mut out)?,
        Some(CommandArgs::Verify(args)) => verify::run(&args, &mut out)?,
        Some(CommandArgs::Bench(args)) => online::bench(&args, &mut out)?,
        Some(CommandArgs::ServeForBench(args)) => online::serve_for_bench(args.data, args.limited)?,
        Some(CommandArgs::Config(args)) => configure(args.command, &mut out)?,
        Some(CommandArgs::Doctor) => doctor::write(Paths::of_user().as_ref(), &mut out)?,
        Some(CommandArgs::Completions(CompletionsArgs { shell })) => {
            clap_complete::generate(shell, &mut Cli::command(), "dicehall", &mut out);
        }
        Some(CommandArgs::Man) => clap_mangen::Man::new(Cli::command()).render(&mut out)?,
    }
    Ok(out.flush()?)
}

/// The home screen; without a terminal there is nothing to show.
fn home() -> Result<(), Failure> {
    if io::stdout().is_terminal() && io::stdin().is_terminal() {
        return online::home();
    }
    let usage = Cli::command().render_help();
    Err(Failure::Usage(format!(
        "the home screen needs a terminal\n\n{usage}"
    )))
}

fn configure(command: ConfigCommand, out: &mut impl Write) -> Result<(), Failure> {
    let (config, paths) = online::config();
    let paths = paths.ok_or_else(|| Failure::failed("there is no home directory"))?;
    let path = paths.config_file();
    match command {
        ConfigCommand::Path => writeln!(out, "{}", path.display())?,
        ConfigCommand::Show => write!(out, "{}", config.show())?,
        ConfigCommand::Edit => {
            config::write_template(&path).map_err(Failure::failed)?;
            let editor = ["VISUAL", "EDITOR"].into_iter().find_map(online::variable);
            let editor = editor.unwrap_or_else(|| "vi".to_owned());
            let mut words = editor.split_whitespace();
            let status = std::process::Command::new(words.next().unwrap_or("vi"))
                .args(words)
                .arg(&path)
                .status();
            match status {
                Ok(status) if status.success() => {}
                Ok(status) => return Err(Failure::Failed(format!("{editor}: {status}"))),
                Err(error) => return Err(Failure::Failed(format!("{editor}: {error}"))),
            }
        }
    }
    Ok(())
}

fn arena(args: &ArenaArgs, out: &mut impl Write) -> Result<(), Failure> {
    if args.table {
        return arena_tables(args, out);
    }
    let arena = args.arena()?;
    let begun = Instant::now();
    let show = io::stderr().is_terminal();
    let tally = arena.play(|over| {
        if show {
            progress(&format!("{over} of {} matches", arena.matches));
        }
    });
    if show {
        progress("");
    }
    let report =
        arena::report::Report::new(&arena, &tally.map_err(Failure::failed)?, begun.elapsed());
    if args.json {
        write_json(&report, out)?;
    } else {
        report.write_table(out)?;
    }
    Ok(())
}

fn arena_tables(args: &ArenaArgs, out: &mut impl Write) -> Result<(), Failure> {
    let show = io::stderr().is_terminal();
    for table in args.tables()? {
        let game = table.rules.kind().name();
        let played = table.play(|over, all| {
            if show {
                progress(&format!("{game}: {over} of {all} cells"));
            }
        });
        if show {
            progress("");
        }
        played.map_err(Failure::failed)?.write(out)?;
        out.flush()?;
    }
    Ok(())
}

fn analyse(args: &AnalyseArgs, out: &mut impl Write) -> Result<(), Failure> {
    args.check()?;
    Ok(analyse::run(args.bot.as_deref(), io::stdin().lock(), out)?)
}

fn perft(args: &PerftArgs, out: &mut impl Write) -> Result<(), Failure> {
    let state = args.state()?;
    let too_many = || Failure::Failed("there are more sequences than 64 bits can count".to_owned());
    let count = perft::count(&state, args.depth).ok_or_else(too_many)?;
    if args.json {
        let document =
            serde_json::json!({"game": args.game.name(), "depth": args.depth, "count": count});
        writeln!(out, "{document}")?;
    } else {
        writeln!(out, "{count}")?;
    }
    Ok(())
}

fn map(args: &MapArgs, out: &mut impl Write) -> Result<(), Failure> {
    let Some(text) = &args.map else {
        return Ok(map::list(args.json, out)?);
    };
    let map = MapArgs::map(text)?;
    if args.json {
        write!(out, "{}", map_file::json(&map))?;
    } else {
        map::draw(&map, Look::from_environment(online::variable), out)?;
    }
    Ok(())
}

/// Prints a message for people: parts of it may be other people's words.
fn tell(text: &str) {
    // There is nowhere left to say that standard error is gone.
    writeln!(io::stderr(), "{}", clean_lines(text)).ok();
}

/// Replaces the progress line on the terminal.
fn progress(text: &str) {
    let mut err = io::stderr();
    // Progress that cannot be shown is no reason to stop.
    write!(err, "\r\x1b[K{text}")
        .and_then(|()| err.flush())
        .ok();
}
