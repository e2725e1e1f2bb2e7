//! A program in a pseudo-terminal: keys go in, a screen comes out, and the terminal can be compared afterwards.
//!
//! A thread reads the program's output into a bounded queue; every wait ends after [`WAIT_MAX`]. While the output is
//! looked at, the program's questions are answered as a terminal answers them.

mod starting;

use std::fmt::Write as _;
use std::io::Write;
use std::num::NonZeroU16;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

use portable_pty::{Child, ExitStatus, MasterPty, PtySize, native_pty_system};
use tempfile::TempDir;
use vt100::{MouseProtocolMode, Parser};

use crate::{WAIT_MAX, programs};

/// The most pieces of output that wait to be read.
const PIECES_MAX: usize = 1_024;
/// The time without output after which a program counts as having nothing more to show.
const QUIET: Duration = Duration::from_millis(60);

/// The question for the device attributes, which every terminal answers, and the usual answer.
const ATTRIBUTES: (&str, &str) = ("\u{1b}[c", "\u{1b}[?6c");
/// The most columns and rows of the screen that is kept; a larger terminal is only claimed.
const KEPT_MAX: u16 = 500;

/// The differences from the usual terminal.
#[derive(Clone, Copy, Debug)]
pub struct Setup<'a> {
    /// Environment variables; an empty value removes one.
    pub variables: &'a [(&'a str, &'a str)],
    /// Questions of the program and the terminal's answers.
    pub answers: &'a [(&'a str, &'a str)],
}

impl Default for Setup<'_> {
    fn default() -> Self {
        Self {
            variables: &[],
            answers: &[ATTRIBUTES],
        }
    }
}

/// A program and the terminal it runs in; the program is killed when this is dropped.
pub struct Terminal {
    master: Box<dyn MasterPty + Send>,
    writer: Box<dyn Write + Send>,
    child: Box<dyn Child + Send + Sync>,
    output: Receiver<Vec<u8>>,
    parser: Parser,
    /// All output of the program so far, and how much of it was searched for questions.
    written: Vec<u8>,
    searched: usize,
    /// Questions and answers.
    answers: Vec<(String, String)>,
    /// The line settings before the program started.
    before: String,
    /// The folder of its settings and records; removed with the last program that has it.
    home: Arc<TempDir>,
}

/// The terminal after the end of a program.
#[derive(Debug)]
pub struct Left {
    /// How the program ended.
    pub status: ExitStatus,
    /// The settings and modes that are not as they were; empty if the program has cleaned up.
    pub changed: Vec<String>,
    /// The screen after the end.
    pub screen: String,
    /// How often the title of the window was put on the terminal's stack, and how often it was taken back.
    pub titles: (usize, usize),
}

impl Terminal {
    /// The person's home folder.
    pub fn home(&self) -> &Path {
        self.home.path()
    }

    /// Types these keys.
    ///
    /// # Panics
    /// If the terminal is gone.
    pub fn keys(&mut self, keys: &str) {
        self.writer.write_all(keys.as_bytes()).unwrap();
        self.writer.flush().unwrap();
    }

    /// Waits until `is_shown` holds for the screen, and returns the screen.
    ///
    /// # Panics
    /// If it does not come; the message shows the screen.
    pub fn until(&mut self, what: &str, is_shown: impl Fn(&str) -> bool) -> String {
        let end = Instant::now() + WAIT_MAX;
        while let Ok(piece) = self.output.try_recv() {
            self.show(&piece);
        }
        loop {
            let screen = self.screen();
            if is_shown(&screen) {
                return screen;
            }
            let left = end.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(left) {
                Ok(piece) => self.show(&piece),
                Err(error) => panic!("waited in vain for {what} ({error}):\n{}", self.screen()),
            }
        }
    }

    /// The screen, once the program has written nothing for a moment, or has ended.
    ///
    /// # Panics
    /// If the system does not tell how the program has ended.
    pub fn quiet(&mut self) -> String {
        loop {
            match self.output.recv_timeout(QUIET) {
                Ok(piece) => self.show(&piece),
                Err(RecvTimeoutError::Timeout) => break,
                Err(RecvTimeoutError::Disconnected) => {
                    // The terminal is closed by the end of the program, which the system may report a little later.
                    self.child.wait().unwrap();
                    break;
                }
            }
        }
        self.screen()
    }

    /// Waits until a text is on the screen.
    pub fn until_text(&mut self, text: &str) -> String {
        self.until(text, |screen| screen.contains(text))
    }

    /// The screen as text.
    pub fn screen(&self) -> String {
        self.parser.screen().contents()
    }

    /// All bytes that the program has written to the terminal so far.
    pub fn written(&self) -> &[u8] {
        &self.written
    }

    /// Changes the size of the terminal.
    ///
    /// # Panics
    /// If it cannot be changed.
    pub fn resize(&mut self, (columns, rows): (u16, u16)) {
        self.master
            .resize(PtySize {
                rows,
                cols: columns,
                pixel_width: 0,
                pixel_height: 0,
            })
            .unwrap();
        self.parser
            .screen_mut()
            .set_size(sized(rows), sized(columns));
    }

    /// Sends a signal to the program.
    ///
    /// # Panics
    /// If it is gone already.
    pub fn signal(&self, signal: &str) {
        programs::signal(signal, self.child.process_id().expect("the program runs"));
    }

    /// Kills the program with SIGKILL, and waits until it is gone: its port and its files are free then.
    ///
    /// # Panics
    /// If it is gone already.
    pub fn kill(&mut self) {
        self.signal("-KILL");
        self.child.wait().unwrap();
    }

    /// Closes the terminal under the program, and waits until it has ended.
    ///
    /// # Panics
    /// If it does not end.
    pub fn hang_up(&mut self) -> ExitStatus {
        let other = native_pty_system().openpty(PtySize::default()).unwrap();
        // Nobody needs the output that the key causes, so the reader's end is closed too.
        self.output = sync_channel(1).1;
        self.keys("?");
        self.writer = Box::new(std::io::sink());
        self.master = other.master;
        let end = Instant::now() + WAIT_MAX;
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            assert!(Instant::now() < end, "the program does not end");
            std::thread::yield_now();
        }
    }

    /// Answers no question from now on.
    pub fn answer_nothing(&mut self) {
        self.answers.clear();
    }

    /// Waits until the program has written this.
    ///
    /// # Panics
    /// If it does not.
    pub fn until_written(&mut self, sequence: &str) {
        let end = Instant::now() + WAIT_MAX;
        while self.count(sequence) == 0 {
            let left = end.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(left) {
                Ok(piece) => self.show(&piece),
                Err(error) => panic!("waited in vain for {sequence:?} ({error})"),
            }
        }
    }

    /// Waits until the program has ended; returns all that it has written.
    ///
    /// # Panics
    /// If it does not end.
    #[must_use]
    pub fn written_until_ended(mut self) -> String {
        while let Ok(piece) = self.output.recv_timeout(WAIT_MAX) {
            self.show(&piece);
        }
        self.child.wait().unwrap();
        String::from_utf8_lossy(&self.written).into_owned()
    }

    /// Waits until the program has ended; returns how often it has written each of these.
    #[must_use]
    pub fn until_ended(self, sequences: &[&str]) -> Vec<usize> {
        let written = self.written_until_ended();
        sequences
            .iter()
            .map(|it| written.matches(it).count())
            .collect()
    }

    /// The modes that the program has turned on and must turn off again.
    pub fn modes(&self) -> Vec<String> {
        let screen = self.parser.screen();
        let modes = [
            (screen.alternate_screen(), "the alternate screen is on"),
            (screen.hide_cursor(), "the cursor is hidden"),
            (
                screen.mouse_protocol_mode() != MouseProtocolMode::None,
                "the mouse is captured",
            ),
            (screen.bracketed_paste(), "bracketed paste is on"),
            (
                screen.application_cursor(),
                "application cursor keys are on",
            ),
            (screen.application_keypad(), "the application keypad is on"),
        ];
        modes
            .into_iter()
            .filter(|(is_on, _)| *is_on)
            .map(|(_, what)| what.to_owned())
            .collect()
    }

    /// Whether keys reach the program one by one and unseen, as while it draws.
    pub fn is_raw(&self) -> bool {
        line_settings(self.master.as_ref()) != self.before
    }

    fn show(&mut self, piece: &[u8]) {
        self.written.extend_from_slice(piece);
        self.parser.process(piece);
        self.answer();
    }

    /// Answers the questions in what was written since the last call, in their order.
    fn answer(&mut self) {
        loop {
            let text = String::from_utf8_lossy(&self.written[self.searched..]);
            let asked = self.answers.iter().filter_map(|(question, answer)| {
                let at = text.find(question.as_str())?;
                Some((at + question.len(), answer.clone()))
            });
            // Invalid bytes are longer in the text, but no program writes any.
            let Some((end, answer)) = asked.min_by_key(|it| it.0) else {
                return;
            };
            self.searched += end;
            // A program that has ended needs no answer.
            self.writer.write_all(answer.as_bytes()).ok();
            self.writer.flush().ok();
        }
    }

    /// Whether the program has ended.
    pub fn has_ended(&mut self) -> bool {
        self.child.try_wait().is_ok_and(|it| it.is_some())
    }

    /// Waits until the program has ended; returns the terminal after it.
    ///
    /// # Panics
    /// If it does not end.
    pub fn ended(mut self) -> Left {
        let end = Instant::now() + WAIT_MAX;
        while let Ok(piece) = self
            .output
            .recv_timeout(end.saturating_duration_since(Instant::now()))
        {
            self.show(&piece);
        }
        assert!(
            Instant::now() < end,
            "the program does not end:\n{}",
            self.screen()
        );
        let status = self.child.wait().unwrap();
        let mut changed = self.modes();
        let after = line_settings(self.master.as_ref());
        if after != self.before {
            let mut what = String::new();
            write!(
                what,
                "the line settings were\n{}\nand are\n{after}",
                self.before
            )
            .unwrap();
            changed.push(what);
        }
        Left {
            status,
            changed,
            screen: self.screen(),
            titles: (self.count("\u{1b}[22;2t"), self.count("\u{1b}[23;2t")),
        }
    }

    /// How often the program has written something to the terminal so far.
    pub fn count(&self, sequence: &str) -> usize {
        let written = String::from_utf8_lossy(&self.written);
        written.matches(sequence).count()
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // A program that has ended cannot be killed.
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

impl std::fmt::Debug for Terminal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Terminal")
            .field("screen", &self.screen())
            .finish_non_exhaustive()
    }
}

/// The line settings of the terminal (echo, line editing and others), as the kernel has them.
#[cfg(unix)]
fn line_settings(master: &dyn MasterPty) -> String {
    format!(
        "{:?}",
        master
            .get_termios()
            .expect("a pseudo-terminal has line settings")
    )
}

/// Elsewhere a terminal has no line settings that could be asked for.
#[cfg(not(unix))]
fn line_settings(_master: &dyn MasterPty) -> String {
    String::new()
}

fn sized(length: u16) -> NonZeroU16 {
    NonZeroU16::new(length).expect("a terminal has rows and columns")
}
