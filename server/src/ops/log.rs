//! The log of a program: lines of text or JSON, written to standard error or a file by a thread of their own.
//!
//! `main` of the server and the client's `logging` call this. Laws kept here: nobody who has something to log ever waits,
//! fails or ends because of the log, whatever happens to the file; the program's last lines wait at most a second.

mod lines;

use std::backtrace::{Backtrace, BacktraceStatus};
use std::fs::File;
use std::io::{self, Write};
use std::panic;

use clap::ValueEnum;
use clap::builder::PossibleValue;
use serde::Deserialize;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::layer::SubscriberExt;

pub use lines::Lines;

/// The form of the lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LogFormat {
    /// A line of text for each event.
    #[default]
    Text,
    /// A JSON object on a line for each event.
    Json,
}

impl ValueEnum for LogFormat {
    fn value_variants<'a>() -> &'a [Self] {
        &[Self::Text, Self::Json]
    }

    /// Its name alone: with a text for each, `--help` would need two lines for every option.
    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(match self {
            Self::Text => "text",
            Self::Json => "json",
        }))
    }
}

/// Why nothing can be logged.
#[derive(Debug, thiserror::Error)]
pub enum LogError {
    /// The filter is none.
    #[error(transparent)]
    Filter(#[from] tracing_subscriber::filter::ParseError),
    /// The program logs already.
    #[error("the log has begun already")]
    Begun,
}

/// The log of this program. When it is dropped, its last lines are written, if they can be.
#[derive(Debug)]
pub struct Log {
    lines: Lines,
    has_colors: bool,
    /// Whether panics are logged, and not told on standard error.
    has_panics: bool,
}

impl Log {
    /// A log on standard error, in which nothing is written yet; panics will be in it.
    pub fn to_stderr(has_colors: bool) -> io::Result<Self> {
        Ok(Self {
            lines: Lines::start("log", lines::own(&io::stderr())?, report)?,
            has_colors,
            has_panics: true,
        })
    }

    /// A log in a file, for a program with a screen, on which panics are told.
    pub fn to_file(file: File) -> io::Result<Self> {
        Ok(Self {
            lines: Lines::start("log", file, report)?,
            has_colors: false,
            has_panics: false,
        })
    }

    /// Lets everything that the filter lets through be written from now on.
    pub fn begin(&self, filter: &str, format: LogFormat) -> Result<(), LogError> {
        let filter: Targets = filter.parse()?;
        // An error of the log itself would be printed on standard error, where it may have come from: off.
        let logs = tracing_subscriber::fmt()
            .with_writer(LogLines(self.lines.clone()))
            .with_ansi(self.has_colors)
            .with_max_level(LevelFilter::TRACE)
            .log_internal_errors(false);
        // Without the bridge from the `log` crate that `init` would set up: at the level `trace` the websockets write
        // every frame there, tokens and all.
        let begun = match format {
            LogFormat::Text => tracing::subscriber::set_global_default(logs.finish().with(filter)),
            LogFormat::Json => {
                let logs = logs.json().flatten_event(true).with_current_span(false);
                tracing::subscriber::set_global_default(logs.finish().with(filter))
            }
        };
        begun.map_err(|_begun| LogError::Begun)?;
        if self.has_panics {
            log_panics();
        }
        Ok(())
    }

    /// Writes a line in plain words, whether the log has begun or not.
    pub fn tell(&self, text: &str) {
        self.lines.put(format!("{text}\n").into_bytes());
    }

    /// The lines themselves.
    pub fn lines(&self) -> &Lines {
        &self.lines
    }
}

impl Drop for Log {
    fn drop(&mut self) {
        self.lines.finish();
    }
}

/// The way of the lines out of the logging library.
#[derive(Clone, Debug)]
struct LogLines(Lines);

impl Write for LogLines {
    /// The library writes each line with one call.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.put(bytes.to_vec());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for LogLines {
    type Writer = Self;

    fn make_writer(&'a self) -> Self {
        self.clone()
    }
}

/// Tells, in the log, that lines are missing.
fn report(count: u64) {
    tracing::warn!(
        count,
        "log lines were dropped, because they could not be written in time"
    );
}

/// Logs panics like everything else. Otherwise the thread that panics would write them to standard error, and wait for
/// whoever reads that.
fn log_panics() {
    panic::set_hook(Box::new(|info| {
        let thread = std::thread::current();
        let thread = thread.name().unwrap_or("unnamed").to_owned();
        let backtrace = Backtrace::capture();
        if backtrace.status() == BacktraceStatus::Captured {
            tracing::error!(thread, %backtrace, "{info}");
        } else {
            tracing::error!(thread, "{info}");
        }
    }));
}
