//! `dicehall review`: a match that is over, as the expert sees it. The computation is the engine's.

mod report;

use std::io::Write;
use std::ops::ControlFlow;

use dicehall_client::Failure;
use dicehall_client::cli::console::Progress;
use dicehall_client::cli::frames::recorded;
use dicehall_client::document::{Document, Form};
use dicehall_engine::advice::Expert;
use dicehall_engine::advice::review::whole::{WholeReview, nodes_for_choice};
use dicehall_engine::{GameKind, Origin};

use crate::args::ReviewArgs;
use crate::measure::{count, float, ratio};
use report::Report;

/// The nodes for all choices of a match that nobody has set a limit for: seconds on one processor.
const MATCH_NODES_MAX: u64 = 5_000_000;
/// The cells of the bar of progress.
const BAR_CELLS: usize = 24;

/// Reviews the match in a file.
pub(crate) fn run(args: &ReviewArgs, out: &mut impl Write) -> Result<(), Failure> {
    let read = recorded(&args.file, args.match_id.as_ref());
    let (file, origin) =
        read.map_err(|why| Failure::Failed(format!("{why} ({})", args.file.display())))?;
    let is_shogi = origin.config.kind() == GameKind::AnimalShogi;
    let table = is_shogi.then(|| args.tablebase.open()).transpose()?;
    let usual = || nodes_for_choice(&origin.steps, MATCH_NODES_MAX);
    let nodes_max = args.nodes.unwrap_or_else(usual);
    let expert = Expert {
        nodes_max,
        table: table.flatten(),
    };
    let review = reviewed(&origin, expert)?;
    let report = Report::new(&file, &origin, &review)?;
    Ok(report.write(Form::of(args.json), out)?)
}

/// The whole review, with a bar on the terminal while it is made.
fn reviewed(origin: &Origin, expert: Expert) -> Result<WholeReview, Failure> {
    let (progress, all) = (Progress::empty(), origin.steps.len());
    let mut told = |done| {
        progress.show(&bar(done, all));
        ControlFlow::Continue(())
    };
    let review = WholeReview::of(&origin.config, &origin.steps, expert, &mut told);
    let review = review.map_err(Failure::failed)?;
    review.ok_or_else(|| Failure::Failed("the review was stopped".to_owned()))
}

/// The bar of progress.
fn bar(done: usize, all: usize) -> String {
    let full = done * BAR_CELLS / all.max(1);
    let cells = "#".repeat(full) + &"-".repeat(BAR_CELLS - full);
    let percent = 100.0 * ratio(float(count(done)), float(count(all)));
    format!("[{cells}] {percent:3.0} %, step {done} of {all}")
}

#[cfg(test)]
mod tests;
