//! The command line: parses the arguments and runs the command. Exit codes: 0 done, 1 failed, 2
//! wrong usage.
//!
//! Data goes to standard output, messages to standard error; `--json` prints exactly one document.

pub mod args;
mod chosen;
pub mod console;
mod doctor;
pub mod frames;
pub mod headless;
mod map;
mod offline;
pub mod online;
pub mod output;
mod person;
mod played;
pub mod reading;
pub mod runtime;

use std::io::{self, BufWriter, IsTerminal, Write};
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};
use dicehall_files::size_limit;

use crate::Failure;
use crate::files::paths::Paths;
use crate::lang::encoding::Encoding;
use crate::lang::encoding::legible::Legible;
use args::{Cli, CommandArgs, CompletionsArgs, PersonArgs};
use console::tell;

/// The commands that the program has besides those of this crate.
pub trait OtherCommands: Subcommand {
    /// Runs the command that was typed.
    fn run(self, out: &mut impl Write) -> Result<(), Failure>;
}

/// The whole command line: this crate's, with the tools and trials of another one.
pub fn command<Tools: Subcommand, Trials: Subcommand>() -> clap::Command {
    Cli::<Tools, Trials>::command()
}

/// Runs the command that was typed.
pub fn main<Tools: OtherCommands, Trials: OtherCommands>() -> ExitCode {
    if let Err(error) = size_limit::outlive() {
        tell(&format!(
            "warning: a limit on the size of files will end the program: {error}"
        ));
    }
    let cli = match Cli::<Tools, Trials>::try_parse() {
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

fn run<Tools: OtherCommands, Trials: OtherCommands>(
    mut cli: Cli<Tools, Trials>,
) -> Result<(), Failure> {
    cli.apply_person();
    // What goes to a file or another program is data, in UTF-8.
    let encoding = if io::stdout().is_terminal() {
        Encoding::of_environment(console::variable)
    } else {
        Encoding::Utf8
    };
    let mut out = BufWriter::new(Legible::of(encoding, io::stdout()));
    match cli.command {
        None => home(&cli.person, command::<Tools, Trials>)?,
        Some(CommandArgs::Play(args)) => online::play(&args)?,
        Some(CommandArgs::Host(args)) => online::host(&args)?,
        Some(CommandArgs::Join(args)) => online::join(&args)?,
        Some(CommandArgs::Watch(args)) => online::watch(&args)?,
        #[cfg(feature = "ssh")]
        Some(CommandArgs::Door(args)) => online::door::run(&args)?,
        Some(CommandArgs::Guest(args)) => online::guest::run(&args)?,
        Some(CommandArgs::Lan(args)) => online::lan(&args, &mut out)?,
        Some(CommandArgs::Tools(tool)) => tool.run(&mut out)?,
        Some(CommandArgs::Account(args)) => online::account::run(&args, &mut out)?,
        Some(CommandArgs::Ratings(args)) => online::ratings::run(&args)?,
        Some(CommandArgs::Map(args)) => offline::map(&args, &mut out)?,
        Some(CommandArgs::Export(args)) => played::export::run(&args, &mut out)?,
        Some(CommandArgs::Record(args)) => {
            played::record::run(&args, Paths::of_user().as_ref(), &mut out)?;
        }
        Some(CommandArgs::Replay(args)) => played::replay::run(&args, &mut out)?,
        Some(CommandArgs::Verify(args)) => played::verify::run(&args, &mut out)?,
        Some(CommandArgs::Trials(trial)) => trial.run(&mut out)?,
        Some(CommandArgs::Config(args)) => offline::configure(args.command, &mut out)?,
        Some(CommandArgs::Doctor) => doctor::write(Paths::of_user().as_ref(), &mut out)?,
        Some(CommandArgs::Completions(CompletionsArgs { shell })) => {
            let mut command = command::<Tools, Trials>();
            clap_complete::generate(shell, &mut command, "dicehall", &mut out);
        }
        Some(CommandArgs::Man) => manual(&command::<Tools, Trials>(), &mut out)?,
    }
    Ok(out.flush()?)
}

/// Prints the manual as one page. The generator refers to a page of its own for each command; these
/// references are replaced, since there are no such pages.
fn manual(command: &clap::Command, out: &mut impl Write) -> io::Result<()> {
    let mut page = Vec::new();
    clap_mangen::Man::new(command.clone()).render(&mut page)?;
    let mut text = String::from_utf8_lossy(&page).into_owned();
    for subcommand in command.get_subcommands() {
        let name = subcommand.get_name().replace('-', "\\-");
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
fn home(person: &PersonArgs, command: impl Fn() -> clap::Command) -> Result<(), Failure> {
    if console::is_terminal() || online::is_plain(person) {
        return online::home(person);
    }
    let usage = command().render_help();
    Err(Failure::Usage(format!(
        "the home screen needs a terminal, or --plain\n\n{usage}"
    )))
}
