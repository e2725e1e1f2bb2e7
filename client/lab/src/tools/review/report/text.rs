//! The lines of a review for people: every step, then the seats, and last what cost the most. All numbers are points of a hundred.

use std::io::{self, Write};

use dicehall_engine::advice::review::grade::Grade;

use super::{Report, SeatReport, StepReport};

/// The cells of a chance to win.
const BAR_CELLS: u32 = 20;

/// Writes a review.
pub(super) fn write(report: &Report, out: &mut impl Write) -> io::Result<()> {
    let width = report.seats.iter().map(|it| it.name.chars().count());
    let width = width.fold(6, usize::max);
    for step in &report.steps {
        writeln!(out, "{}", line(step, &report.seats, width))?;
    }
    if !report.steps.is_empty() {
        writeln!(out)?;
    }
    write_seats(report, width, out)?;
    for (number, step) in (1..).zip(&report.costliest) {
        let found = report.steps.iter().find(|it| it.step == *step);
        if let Some(it) = found {
            write_lost(number, it, &report.seats, out)?;
        }
    }
    for it in &report.puzzles {
        writeln!(
            out,
            "find the win that was missed in step {}: {}",
            it.step, it.position
        )?;
    }
    writeln!(out)?;
    write_source(report, out)
}

/// A step: who chose or rolled, the chance to win of that seat, and luck or cost.
fn line(it: &StepReport, seats: &[SeatReport], width: usize) -> String {
    let seat = usize::from(it.seat);
    let name = seats.get(seat).map_or("", |it| &it.name);
    let of = |all: &Option<Vec<f64>>| all.as_ref().and_then(|it| it.get(seat).copied());
    let change = match (of(&it.luck), it.error) {
        (Some(luck), _) => format!("luck {}", signed(luck)),
        (None, Some(error)) if it.better.is_some() => format!("cost {}", cost(error, it.error_se)),
        (None, Some(_) | None) => String::new(),
    };
    let Some(chance) = of(&it.after) else {
        return format!("{:5}  {name:width$}  {:14}  {change}", it.step, it.told);
    };
    let mark = if it.luck.is_some() { 'o' } else { '#' };
    let bar = bar(chance, mark);
    let percent = 100.0 * chance;
    let line = format!(
        "{:5}  {name:width$}  {:14}  {bar} {percent:5.1}  {change}",
        it.step, it.told
    );
    line.trim_end().to_owned()
}

/// A chance to win as a bar: of `#` after a choice, of `o` after a roll.
fn bar(chance: f64, mark: char) -> String {
    let cells = 0..BAR_CELLS;
    let reached = |cell: &u32| (f64::from(*cell) + 0.5) / f64::from(BAR_CELLS) <= chance;
    cells
        .map(|it| if reached(&it) { mark } else { '.' })
        .collect()
}

fn write_seats(report: &Report, width: usize, out: &mut impl Write) -> io::Result<()> {
    writeln!(
        out,
        "{:width$}  {:>6}  {:>6}  {:>6}  {:>14}  {:>8}  {:>8}  grade",
        "points", "result", "deal", "luck", "lost by choice", "choices", "a choice"
    )?;
    for it in &report.seats {
        let deal = it.deal.map_or("-".to_owned(), signed);
        writeln!(
            out,
            "{:width$}  {:>6.0}  {deal:>6}  {:>6}  {:>14}  {:>8}  {:>8.2}  {}",
            it.name,
            100.0 * it.result,
            signed(it.luck),
            cost(it.error, Some(it.error_se)),
            it.decisions,
            100.0 * it.error_per_decision,
            it.grade.map_or("-", Grade::as_str)
        )?;
    }
    Ok(())
}

fn write_lost(
    number: usize,
    it: &StepReport,
    seats: &[SeatReport],
    out: &mut impl Write,
) -> io::Result<()> {
    let (Some(error), Some([better, why])) = (it.error, &it.better) else {
        return Ok(());
    };
    if number == 1 {
        writeln!(out, "\nThe choices that cost most:")?;
    }
    let name = seats.get(usize::from(it.seat)).map_or("", |it| &it.name);
    let cost = cost(error, it.error_se);
    writeln!(
        out,
        "{number}. step {}, {name}: {} cost {cost}",
        it.step, it.told
    )?;
    writeln!(out, "   better: {better}: {why}")
}

fn write_source(report: &Report, out: &mut impl Write) -> io::Result<()> {
    match &report.judged_by {
        Some(judge) => writeln!(
            out,
            "judged by {judge}, with at most {} nodes a choice",
            report.nodes
        ),
        None => writeln!(out, "nobody can judge {}", report.game),
    }
}

/// Points with their sign; none where they are less than the last digit.
fn signed(it: f64) -> String {
    let text = format!("{:+.1}", 100.0 * it);
    match text.as_str() {
        "+0.0" | "-0.0" => "0.0".to_owned(),
        _ => text,
    }
}

/// Points that were lost, with their standard error where it is known and not zero.
fn cost(error: f64, se: Option<f64>) -> String {
    match se {
        Some(se) if se > 0.0 => format!("{:.1} ±{:.1}", 100.0 * error, 100.0 * se),
        Some(_) => format!("{:.1}", 100.0 * error),
        None => format!("about {:.1}", 100.0 * error),
    }
}
