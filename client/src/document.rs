//! What a command prints: one JSON document for programs.

use std::io::{self, Write};

use serde::Serialize;

/// Prints one JSON document on a line of its own.
pub(crate) fn write_json(document: &impl Serialize, out: &mut impl Write) -> io::Result<()> {
    serde_json::to_writer(&mut *out, document)?;
    writeln!(out)
}
