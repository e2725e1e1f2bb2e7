//! The command line: parses the arguments and runs the command. Exit codes: 0 done, 1 failed, 2
//! wrong usage.
//!
//! Data goes to standard output, messages to standard error; `--json` prints exactly one document.

pub(crate) mod analyse;
mod arena;
mod args;
mod bench;
pub(crate) mod bot_runner;
mod bots;
mod chosen;
mod console;
mod doctor;
mod export;
mod frames;
pub(crate) mod headless;
pub(crate) mod logging;
mod map;
mod offline;
mod online;
mod output;
mod perft;
mod person;
pub mod reading;
mod record;
mod replay;
pub(crate) mod script;
pub(crate) mod seats;
pub(crate) mod signals;
mod solve;
mod streams;
mod tablebase;
mod verify;

use std::io::{self, BufWriter, IsTerminal, Write};
use std::process::ExitCode;

use clap::{CommandFactory, Parser};
use dicehall_files::size_limit;

use crate::Failure;
use crate::document::{Document, Form};
use crate::files::paths::Paths;
use crate::lang::legible::Legible;
use crate::lang::locale::Encoding;
use args::{Cli, CommandArgs, CompletionsArgs, PersonArgs};
use console::tell;

/// Runs the command that was typed.
pub fn main() -> ExitCode {
    if let Err(error) = size_limit::outlive() {
        tell(&format!(
            "warning: a limit on the size of files will end the program: {error}"
        ));
    }
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // If even this cannot be printed, there is no way to report it.
            print_usage(&error).ok();
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

/// Prints the help, or what is wrong with what was typed.
fn print_usage(error: &clap::Error) -> io::Result<()> {
    if Encoding::of_environment(console::variable) != Encoding::Other {
        return error.print();
    }
    let text = error.render().to_string();
    if error.use_stderr() {
        Legible::new(io::stderr()).write_all(text.as_bytes())
    } else {
        Legible::new(io::stdout()).write_all(text.as_bytes())
    }
}

fn run(mut cli: Cli) -> Result<(), Failure> {
    cli.apply_person();
    // What goes to a file or another program is data, in UTF-8.
    let encoding = if io::stdout().is_terminal() {
        Encoding::of_environment(console::variable)
    } else {
        Encoding::Utf8
    };
    let mut out = BufWriter::new(Legible::of(encoding, io::stdout()));
    match cli.command {
        None => home(&cli.person)?,
        Some(CommandArgs::Play(args)) => online::play(&args)?,
        Some(CommandArgs::Host(args)) => online::host(&args)?,
        Some(CommandArgs::Join(args)) => online::join(&args)?,
        Some(CommandArgs::Watch(args)) => online::watch(&args)?,
        Some(CommandArgs::Lan(args)) => online::lan(&args, &mut out)?,
        Some(CommandArgs::Bot(args)) => online::bot(&args)?,
        Some(CommandArgs::Bots(args)) => {
            bots::list(tablebase::status()).write(Form::of(args.json), &mut out)?;
        }
        Some(CommandArgs::Arena(args)) => offline::arena(&args, &mut out)?,
        Some(CommandArgs::Analyse(args)) => offline::analyse(&args, &mut out)?,
        Some(CommandArgs::Perft(args)) => offline::perft(&args, &mut out)?,
        Some(CommandArgs::Solve(args)) => solve::run(&args, &mut out)?,
        Some(CommandArgs::Map(args)) => offline::map(&args, &mut out)?,
        Some(CommandArgs::Export(args)) => export::run(&args, &mut out)?,
        Some(CommandArgs::Record(args)) => {
            record::run(&args, Paths::of_user().as_ref(), &mut out)?;
        }
        Some(CommandArgs::Replay(args)) => replay::run(&args, &mut out)?,
        Some(CommandArgs::Verify(args)) => verify::run(&args, &mut out)?,
        Some(CommandArgs::Bench(args)) => bench::bench(&args, &mut out)?,
        Some(CommandArgs::ServeForBench(args)) => bench::serve_for_bench(args)?,
        Some(CommandArgs::Config(args)) => offline::configure(args.command, &mut out)?,
        Some(CommandArgs::Doctor) => doctor::write(Paths::of_user().as_ref(), &mut out)?,
        Some(CommandArgs::Completions(CompletionsArgs { shell })) => {
            clap_complete::generate(shell, &mut Cli::command(), "dicehall", &mut out);
        }
        Some(CommandArgs::Man) => manual(&mut out)?,
    }
    Ok(out.flush()?)
}

/// Prints the manual as one page. The generator refers to a page of its own for each command; these
/// references are replaced, since there are no such pages.
fn manual(out: &mut impl Write) -> io::Result<()> {
    let mut page = Vec::new();
    clap_mangen::Man::new(Cli::command()).render(&mut page)?;
    let mut text = String::from_utf8_lossy(&page).into_owned();
    for command in Cli::command().get_subcommands() {
        let name = command.get_name().replace('-', "\\-");
        text = text.replace(
            &format!("dicehall\\-{name}(1)"),
            &format!("dicehall {name}"),
        );
    }
    out.write_all(
        text.replace("dicehall\\-help(1)", "dicehall help")
            .as_bytes(),
    )
}

/// Shows the home screen; without a terminal only in the line mode, else it is an error.
fn home(person: &PersonArgs) -> Result<(), Failure> {
    if console::is_terminal() || online::is_plain(person) {
        return online::home(person);
    }
    let usage = Cli::command().render_help();
    Err(Failure::Usage(format!(
        "the home screen needs a terminal, or --plain\n\n{usage}"
    )))
}
