//! The ways to start a program in a terminal: which program, in which terminal, for whom.

use std::io::Read;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::sync_channel;

use portable_pty::{CommandBuilder, PtySize, native_pty_system};
use tempfile::TempDir;
use vt100::Parser;

use super::{KEPT_MAX, PIECES_MAX, Setup, Terminal, line_settings, sized};
use crate::programs;

impl Terminal {
    /// Starts a program in a terminal of this size.
    ///
    /// # Panics
    /// If there are no pseudo-terminals.
    pub fn start(name: &str, arguments: &[&str], size: (u16, u16)) -> Self {
        Self::start_in(
            Arc::new(TempDir::new().unwrap()),
            command(name, arguments),
            size,
        )
    }

    /// Starts a program that gets no signal when its terminal is gone, like one in a session of its own.
    ///
    /// # Panics
    /// If there are no pseudo-terminals.
    #[must_use]
    pub fn start_detached(name: &str, arguments: &[&str], size: (u16, u16)) -> Self {
        let mut detached = command(name, arguments);
        detached.set_controlling_tty(false);
        Self::start_in(Arc::new(TempDir::new().unwrap()), detached, size)
    }

    /// Starts a program in a terminal that can show any color.
    ///
    /// # Panics
    /// If there are no pseudo-terminals.
    #[must_use]
    pub fn start_in_true_color(name: &str, arguments: &[&str], size: (u16, u16)) -> Self {
        let mut colorful = command(name, arguments);
        colorful.env("COLORTERM", "truecolor");
        Self::start_in(Arc::new(TempDir::new().unwrap()), colorful, size)
    }

    /// Starts a program in a terminal that is not the usual one.
    ///
    /// # Panics
    /// If there are no pseudo-terminals.
    #[must_use]
    pub fn start_set_up(
        name: &str,
        arguments: &[&str],
        size: (u16, u16),
        setup: Setup<'_>,
    ) -> Self {
        Self::start_command(command(name, arguments), size, setup)
    }

    /// The same with a program of the tests.
    ///
    /// # Panics
    /// If there are no pseudo-terminals.
    #[must_use]
    pub fn start_file_set_up(file: &Path, size: (u16, u16), setup: Setup<'_>) -> Self {
        let mut program = CommandBuilder::new(file);
        program.env_clear();
        Self::start_command(program, size, setup)
    }

    fn start_command(mut program: CommandBuilder, size: (u16, u16), setup: Setup<'_>) -> Self {
        for (variable, value) in setup.variables {
            program.env(variable, value);
        }
        let mut terminal = Self::start_in(Arc::new(TempDir::new().unwrap()), program, size);
        terminal.answers = owned(setup.answers);
        terminal
    }

    /// Starts a program of the tests, which is not one of the workspace's own.
    ///
    /// # Panics
    /// If there are no pseudo-terminals.
    #[must_use]
    pub fn start_file(file: &Path, size: (u16, u16)) -> Self {
        let mut program = CommandBuilder::new(file);
        program.env_clear();
        Self::start_in(Arc::new(TempDir::new().unwrap()), program, size)
    }

    /// Starts a program of this machine, with arguments.
    ///
    /// # Panics
    /// If there are no pseudo-terminals.
    #[must_use]
    pub fn start_file_with(file: &Path, arguments: &[String], size: (u16, u16)) -> Self {
        let mut program = CommandBuilder::new(file);
        program.args(arguments);
        program.env_clear();
        Self::start_in(Arc::new(TempDir::new().unwrap()), program, size)
    }

    /// Starts a shell with job control, in which programs can be stopped and continued.
    ///
    /// # Panics
    /// If there are no pseudo-terminals.
    #[must_use]
    pub fn start_shell(size: (u16, u16)) -> Self {
        let mut shell = CommandBuilder::new("sh");
        shell.arg("-i");
        shell.env_clear();
        Self::start_in(Arc::new(TempDir::new().unwrap()), shell, size)
    }

    /// Starts another program of the same person, with the same settings and records.
    #[must_use]
    pub fn start_beside(&self, name: &str, arguments: &[&str], size: (u16, u16)) -> Self {
        Self::start_in(Arc::clone(&self.home), command(name, arguments), size)
    }

    fn start_in(
        home: Arc<TempDir>,
        mut command: CommandBuilder,
        (columns, rows): (u16, u16),
    ) -> Self {
        let size = PtySize {
            rows,
            cols: columns,
            pixel_width: 0,
            pixel_height: 0,
        };
        let pair = native_pty_system().openpty(size).unwrap();
        for (variable, value) in programs::environment(&home) {
            if command.get_env(variable).is_none() {
                command.env(variable, value);
            }
        }
        command.cwd(home.path());
        let before = line_settings(pair.master.as_ref());
        let child = pair.slave.spawn_command(command).unwrap();
        let mut reader = pair.master.try_clone_reader().unwrap();
        let (sender, output) = sync_channel(PIECES_MAX);
        std::thread::spawn(move || {
            let mut piece = [0; 4_096];
            // The end of the terminal is an error on some systems and an empty piece on others.
            while let Ok(length) = reader.read(&mut piece) {
                if length == 0 || sender.send(piece[..length].to_vec()).is_err() {
                    break;
                }
            }
        });
        let (writer, parser) = (
            pair.master.take_writer().unwrap(),
            Parser::new(sized(rows.min(KEPT_MAX)), sized(columns.min(KEPT_MAX)), 0),
        );
        Self {
            master: pair.master,
            writer,
            child,
            output,
            parser,
            written: Vec::new(),
            searched: 0,
            answers: owned(Setup::default().answers),
            before,
            home,
        }
    }
}

fn owned(answers: &[(&str, &str)]) -> Vec<(String, String)> {
    let answers = answers.iter();
    answers
        .map(|(question, answer)| ((*question).to_owned(), (*answer).to_owned()))
        .collect()
}

/// The command of a program of the workspace, with an empty environment.
fn command(name: &str, arguments: &[&str]) -> CommandBuilder {
    let mut command = CommandBuilder::new(programs::program(name));
    command.args(arguments);
    command.env_clear();
    command
}
