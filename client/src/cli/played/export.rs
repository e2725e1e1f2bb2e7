//! `dicehall export`: writes match files from the journal of a server, which may be running.

use std::io::Write;

use crate::Failure;
use crate::cli::args::ExportArgs;
use crate::cli::console::tell;
use crate::net::host::{self, ExportReport, Selection};

/// Writes the selected files and prints their paths.
pub(crate) fn run(args: &ExportArgs, out: &mut impl Write) -> Result<(), Failure> {
    let selection = args.selection();
    let exported = host::export(args.data.as_deref(), &args.out, &selection)?;
    let ExportReport {
        files,
        faults,
        is_without_journal,
    } = exported;
    if is_without_journal {
        tell(
            "there is no journal in this folder (that of a node is in its cluster): these are the matches that have files here",
        );
    }
    for file in &files {
        writeln!(out, "{}", file.display())?;
    }
    out.flush()?;
    for fault in &faults {
        tell(&format!("error: {fault}"));
    }
    if !faults.is_empty() {
        return Err(Failure::Failed(format!(
            "{} of the matches could not be exported",
            faults.len()
        )));
    }
    match selection {
        Selection::All => Ok(()),
        Selection::Lobby(_) | Selection::Match(_) if !files.is_empty() => Ok(()),
        Selection::Lobby(lobby) => Err(Failure::Failed(format!("no match of {lobby} is over"))),
        Selection::Match(name) => Err(Failure::Failed(format!("no match {name} is over"))),
    }
}
