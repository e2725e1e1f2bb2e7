//! The command line of `dicehall-server`: the options of a server, a command that moves its journal with the people and results, with the same options,
//! one that gives an order to a server that runs, one that tells the results and ratings of its matches, or one that prints
//! what packages keep of the command line.
//!
//! `main` alone calls this.

use std::sync::LazyLock;

use clap::{CommandFactory, Parser, Subcommand};
use clap_complete::Shell;
use dicehall_protocol::version::of_program;

use super::config::{Config, ConfigError, RawConfig};
use super::control::ControlArgs;
use super::manual;
use super::ratings::RatingsArgs;
use super::results::ResultsArgs;
use crate::journal::Direction;

/// The command line.
#[derive(Clone, Debug, PartialEq, Eq, Parser)]
#[command(
    name = "dicehall-server",
    version = version(),
    about = "The Dicehall server",
    args_conflicts_with_subcommands = true
)]
pub struct CommandLine {
    #[command(flatten)]
    options: RawConfig,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Clone, Debug, PartialEq, Eq, Subcommand)]
enum Command {
    /// Copy all lobbies, accounts and results of --data into --cluster, while no server runs
    ImportJournal(Box<RawConfig>),
    /// Copy all lobbies, accounts and results of --cluster into --data, while no server runs
    ExportJournal(Box<RawConfig>),
    /// Give an order to a server that runs
    #[command(name = "ctl")]
    Control(Box<ControlArgs>),
    /// Tell the results of the matches that are over
    Results(Box<ResultsArgs>),
    /// Tell how well people play, by these results
    Ratings(Box<RatingsArgs>),
    /// Print the completions of the command line for a shell
    Completions { shell: Shell },
    /// Print the manual page
    Man,
}

/// The work that was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// To serve.
    Serve,
    /// To move the journal.
    Move(Direction),
}

/// The work with what it needs.
#[derive(Debug)]
pub enum Work {
    /// To serve, or to move the journal.
    Run(Task, Box<Config>),
    /// To give an order to a server that runs.
    Control(Box<ControlArgs>),
    /// To tell results.
    Results(Box<ResultsArgs>),
    /// To tell ratings.
    Ratings(Box<RatingsArgs>),
    /// To print a text.
    Print(String),
}

impl CommandLine {
    /// The work and its configuration.
    pub fn resolve(self) -> Result<Work, ConfigError> {
        let (task, options) = match self.command {
            Some(Command::Control(control)) => return Ok(Work::Control(control)),
            Some(Command::Results(args)) => return Ok(Work::Results(args)),
            Some(Command::Ratings(args)) => return Ok(Work::Ratings(args)),
            Some(Command::Completions { shell }) => {
                return Ok(Work::Print(manual::completions(shell, Self::command())));
            }
            Some(Command::Man) => return Ok(Work::Print(manual::page(&Self::command()))),
            None => (Task::Serve, self.options),
            Some(Command::ImportJournal(options)) => (Task::Move(Direction::IntoCluster), *options),
            Some(Command::ExportJournal(options)) => {
                (Task::Move(Direction::OutOfCluster), *options)
            }
        };
        let config = options.resolve()?;
        if task != Task::Serve && config.options.cluster.is_none() {
            let fault = "--cluster says from where or to where the lobbies move".to_owned();
            return Err(ConfigError::Cluster(fault));
        }
        Ok(Work::Run(task, Box::new(config)))
    }
}

/// The words of `--version`.
fn version() -> &'static str {
    static TEXT: LazyLock<String> = LazyLock::new(|| {
        let features: &[&str] = if cfg!(feature = "cluster") {
            &["cluster"]
        } else {
            &[]
        };
        let commit = option_env!("DICEHALL_COMMIT");
        of_program(env!("CARGO_PKG_VERSION"), commit, features)
    });
    &TEXT
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_names_the_protocol_the_commit_and_the_features() {
        let told = CommandLine::try_parse_from(["dicehall-server", "--version"]).unwrap_err();
        assert_eq!(told.exit_code(), 0);
        let features = if cfg!(feature = "cluster") {
            "cluster"
        } else {
            "none"
        };
        let commit = option_env!("DICEHALL_COMMIT").unwrap_or("unknown");
        let expect = format!(
            "dicehall-server {} (protocol {}, commit {commit}, features: {features})\n",
            env!("CARGO_PKG_VERSION"),
            dicehall_protocol::VERSION
        );
        assert_eq!(told.to_string(), expect);
    }

    /// Checks the work that a command line means, or the end of its error's first line.
    #[track_caller]
    fn check(typed: &str, expect: &str) {
        let meant = match CommandLine::try_parse_from(typed.split_whitespace()) {
            Ok(line) => match line.resolve() {
                Ok(Work::Run(task, config)) => {
                    let data = config.options.data.unwrap();
                    format!("{task:?} {}", data.display())
                }
                Ok(Work::Control(_)) => "an order".to_owned(),
                Ok(Work::Results(_)) => "results".to_owned(),
                Ok(Work::Ratings(_)) => "ratings".to_owned(),
                Ok(Work::Print(text)) => text,
                Err(fault) => fault.to_string(),
            },
            Err(error) => error.to_string().lines().next().unwrap().to_owned(),
        };
        assert!(meant.ends_with(expect), "{typed}: {meant}");
    }

    #[test]
    fn a_journal_is_moved_with_the_options_of_a_server() {
        check("x --data d", "Serve d");
        check("x --data d --cluster a", "Serve d");
        check(
            "x import-journal --data d --cluster a",
            "Move(IntoCluster) d",
        );
        check(
            "x export-journal --data d --cluster a",
            "Move(OutOfCluster) d",
        );
        check(
            "x import-journal --data d",
            "from where or to where the lobbies move",
        );
        check(
            "x --data d import-journal --cluster a",
            "cannot be used with '--data <DIR>'",
        );
        check("x move-journal", "unrecognized subcommand 'move-journal'");
        check("x import-journal --node n", "not provided:");
    }

    #[test]
    fn an_order_says_what_it_needs() {
        check("x ctl lobbies --json --admin 127.0.0.1:1", "an order");
        check("x ctl --data d close K7WQ2 --reason late", "an order");
        check("x ctl close K7WQ2", "not provided:");
        check(
            "x ctl close here --reason late",
            "5 letters and digits, without 0, 1, I, L, O",
        );
        check("x ctl say", "not provided:");
        check("x ctl say --in K7WQ2 supper at eight", "an order");
        check("x ctl motd", "not provided:");
        check("x ctl motd --clear", "an order");
    }

    #[test]
    fn results_and_ratings_say_what_they_need() {
        check("x results export", "results");
        check("x results --data d export --data e --json", "results");
        check("x results list", "unrecognized subcommand 'list'");
        check(
            "x ratings show --game dice-wars --month 2027-01 --json",
            "ratings",
        );
        check(
            "x ratings show --game go",
            "possible: dice-of-doom, dice-wars, animal-shogi, tic-tac-toe",
        );
        check("x ratings rebuild --config f", "ratings");
    }

    #[test]
    fn the_manual_and_the_completions_have_every_option_and_command() {
        let printed = |typed: &str| {
            let line = CommandLine::try_parse_from(typed.split_whitespace()).unwrap();
            match line.resolve().unwrap() {
                Work::Print(text) => text,
                Work::Run(..) | Work::Control(_) | Work::Results(_) | Work::Ratings(_) => {
                    panic!("{typed} prints nothing")
                }
            }
        };
        let manual = printed("x man");
        assert!(manual.contains(".TH dicehall-server 8"), "{manual}");
        let completions = ["bash", "zsh", "fish"].map(|it| printed(&format!("x completions {it}")));
        let command = CommandLine::command();
        let shown = command.get_arguments().filter(|it| !it.is_hide_set());
        for option in shown.filter_map(clap::Arg::get_long) {
            let escaped = format!("\\-\\-{}", option.replace('-', "\\-"));
            assert!(manual.contains(&escaped), "{option}");
            assert!(completions.iter().all(|it| it.contains(option)), "{option}");
        }
        for name in command.get_subcommands().map(clap::Command::get_name) {
            let typed = format!("dicehall\\-server {}", name.replace('-', "\\-"));
            assert!(manual.contains(&typed), "{name}");
            assert!(completions.iter().all(|it| it.contains(name)), "{name}");
        }
        assert!(!manual.contains("(8)"), "there is one page alone: {manual}");
    }
}
