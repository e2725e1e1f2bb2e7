//! The output of a command: one JSON document for programs, or the same content in lines for
//! people.

use std::io::{self, Write};

use serde::Serialize;

/// Output that can be printed for programs and for people.
pub trait Document: Serialize {
    /// Prints it as lines for people.
    fn write_text(&self, out: &mut impl Write) -> io::Result<()>;

    /// Prints it in the given form, and flushes the output.
    fn write(&self, form: Form, out: &mut impl Write) -> io::Result<()> {
        match form {
            Form::Json => write_json(self, out)?,
            Form::Text => self.write_text(out)?,
        }
        out.flush()
    }
}

/// The form in which a document is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// One JSON document on one line, for programs.
    Json,
    /// Lines for people.
    Text,
}

impl Form {
    /// The form that the switch `--json` asks for.
    pub const fn of(json: bool) -> Self {
        if json { Self::Json } else { Self::Text }
    }
}

/// Prints one JSON document on a line of its own.
pub fn write_json(document: &(impl Serialize + ?Sized), out: &mut impl Write) -> io::Result<()> {
    serde_json::to_writer(&mut *out, document)?;
    writeln!(out)
}
