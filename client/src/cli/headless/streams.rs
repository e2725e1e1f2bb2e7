//! The standard streams of commands that run for long without a screen: whoever reads them may stop, which holds up
//! neither the table nor the end of the program.
//!
//! Called by `online`.

use std::io;
use std::time::Duration;

use dicehall_protocol::text::clean;
use tokio::time::sleep;

use super::script::ScriptOutput;
use crate::cli::runtime::signals::asked_to_end;
use crate::lang::encoding::legible::legible;
use crate::net::host::{Lines, Log};

/// How long a program that was asked to end may be held up by its output, in milliseconds: longer than its server takes
/// to drain.
const HELD_UP_MS_MAX: u64 = 5_000;

/// The words of a script: lines on standard output, and messages in the log on standard error.
pub(crate) struct Streams<'a> {
    out: Lines,
    log: &'a Log,
}

impl<'a> Streams<'a> {
    pub(crate) fn open(log: &'a Log) -> io::Result<Self> {
        let out = Lines::to_stdout()?;
        Ok(Self { out, log })
    }

    /// Waits a little until the last lines are written.
    pub(crate) fn finish(&self) {
        self.out.finish();
    }
}

impl ScriptOutput for Streams<'_> {
    fn print(&mut self, line: &str) {
        self.out
            .put(format!("{}\n", legible(&clean(line))).into_bytes());
    }

    fn tell(&mut self, line: &str) {
        self.log.tell(&legible(&clean(line)));
    }
}

/// Ends the program some seconds after it was asked to, if it has not ended by then because a write to its output waits
/// for a reader.
pub(crate) async fn end_at_last() {
    asked_to_end().await;
    sleep(Duration::from_millis(HELD_UP_MS_MAX)).await;
    std::process::exit(0);
}
