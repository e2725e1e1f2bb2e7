//! `dicehall review`: a match that is over, as the expert sees it. The computation is the engine's.

mod grade;
mod report;

use std::io::Write;

use dicehall_client::Failure;
use dicehall_client::cli::console::Progress;
use dicehall_client::cli::frames::recorded;
use dicehall_client::document::{Document, Form};
use dicehall_engine::advice::Expert;
use dicehall_engine::advice::review::{Review, ReviewedStep};
use dicehall_engine::dice::SeededDice;
use dicehall_engine::{GameKind, Origin, OriginStep};

use crate::args::ReviewArgs;
use crate::measure::{count, float, ratio};
use report::Report;

/// The seed of the rollouts, so that a review says the same each time.
const LUCK_SEED: u64 = 0;
/// The nodes for all choices of a match that nobody has set a limit for: seconds on one processor.
const MATCH_NODES_MAX: u64 = 5_000_000;
/// The most nodes for one of these choices.
const CHOICE_NODES_MAX: u64 = 50_000;
/// The least nodes for one of these choices: with fewer the errors say nothing.
const CHOICE_NODES_MIN: u64 = 3_000;
/// The cells of the bar of progress.
const BAR_CELLS: usize = 24;

/// Reviews the match in a file.
pub(crate) fn run(args: &ReviewArgs, out: &mut impl Write) -> Result<(), Failure> {
    let read = recorded(&args.file, args.match_id.as_ref());
    let (file, origin) =
        read.map_err(|why| Failure::Failed(format!("{why} ({})", args.file.display())))?;
    let is_shogi = origin.config.kind() == GameKind::AnimalShogi;
    let table = is_shogi.then(|| args.tablebase.open()).transpose()?;
    let nodes_max = args.nodes.unwrap_or_else(|| usual_nodes(&origin.steps));
    let expert = Expert {
        nodes_max,
        table: table.flatten(),
    };
    let steps = reviewed(&origin, expert.clone())?;
    let report = Report::new(&file, &origin, &expert, &steps)?;
    Ok(report.write(Form::of(args.json), out)?)
}

/// All steps, with a bar on the terminal while they are looked at.
fn reviewed(origin: &Origin, expert: Expert) -> Result<Vec<ReviewedStep>, Failure> {
    let review = Review::new(&origin.config, &origin.steps, expert);
    let mut review = review.map_err(Failure::failed)?;
    let (mut dice, mut steps) = (SeededDice::new(LUCK_SEED), Vec::new());
    let progress = Progress::empty();
    while let Some(step) = review.next(&mut dice) {
        steps.push(step);
        progress.show(&bar(steps.len(), origin.steps.len()));
    }
    Ok(steps)
}

/// The bar of progress.
fn bar(done: usize, all: usize) -> String {
    let full = done * BAR_CELLS / all.max(1);
    let cells = "#".repeat(full) + &"-".repeat(BAR_CELLS - full);
    let percent = 100.0 * ratio(float(count(done)), float(count(all)));
    format!("[{cells}] {percent:3.0} %, step {done} of {all}")
}

/// The nodes for a choice with which the whole match takes seconds.
fn usual_nodes(steps: &[OriginStep]) -> u64 {
    let choices = steps.iter().filter(|it| matches!(it, OriginStep::Acted(_)));
    let each = MATCH_NODES_MAX / count(choices.count()).max(1);
    each.clamp(CHOICE_NODES_MIN, CHOICE_NODES_MAX)
}

#[cfg(test)]
mod tests;
