//! Draws the graph of a review: a seat's chance to win by step, and below it what its rolls and choices were worth.
//!
//! Rolls and choices are told apart twice: by the top of a column, which is pale after a roll, and by a lane for each.

use dicehall_engine::Seat;
use dicehall_protocol::{ReviewStep, ReviewView};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use crate::graphics::text::{pad, right, styled};
use crate::graphics::theme::{Glyphs, Look};
use crate::tui::model::popup::review::ReviewPage;

/// The columns of the numbers and words beside the graph, at least.
const AXIS_WIDTH: usize = 5;
/// The least luck that is shown.
const LUCK_MIN: f64 = 0.002;
/// The least cost of a choice that is told from the best one.
const COST_MIN: f64 = 0.002;

/// A column of the graph: one step, several, or a part of one.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Column {
    /// The seat's chance to win after it.
    chance: f64,
    /// Whether its chance came from a roll rather than from a choice.
    is_roll: bool,
    /// The seat's luck in it.
    luck: f64,
    /// The cost of the seat's own choice; `None` without one.
    cost: Option<f64>,
    /// The number of the costly choice in it, from 1; 0 for none.
    flag: usize,
}

/// The graph, with the lanes of dice and choices.
pub(super) fn lines(
    look: Look,
    page: &ReviewPage,
    review: &ReviewView,
    width: usize,
    rows: usize,
) -> Vec<Line<'static>> {
    let language = look.language;
    let words = [language.review_dice(), language.review_choices()];
    let axis = words
        .iter()
        .map(|it| it.width() + 1)
        .fold(AXIS_WIDTH, usize::max);
    let columns = columns(review, page.seat, width.saturating_sub(axis));
    let mut lines: Vec<Line<'static>> = (0..rows)
        .map(|row| {
            let mut spans = vec![styled(row_label(row, rows, axis), look.dim())];
            spans.extend(
                columns
                    .iter()
                    .map(|it| cell(look, page.seat, it, row, rows)),
            );
            Line::from(spans)
        })
        .collect();
    let [dice, choices] = words.map(|it| styled(pad(look, &it, axis), look.quiet()));
    let lane = |first: Span<'static>, of: fn(Look, &Column) -> Span<'static>| {
        let cells = columns.iter().map(|it| of(look, it));
        Line::from(std::iter::once(first).chain(cells).collect::<Vec<_>>())
    };
    lines.push(lane(dice, dice_cell));
    lines.push(lane(choices, choice_cell));
    lines
}

/// The number beside a row: 100 at the top, 0 at the bottom, and what lies between where it falls on a row.
fn row_label(row: usize, rows: usize, axis: usize) -> String {
    let last = rows.saturating_sub(1).max(1);
    let quarter = (0..=4).find(|it| it * last / 4 == row);
    let is_shown = quarter.is_some_and(|it| it % 2 == 0 || last >= 12);
    let text = quarter
        .filter(|_| is_shown)
        .map(|it| (100 - 25 * it).to_string());
    format!("{} ", right(&text.unwrap_or_default(), axis - 1))
}

/// The columns of a seat: of several steps in one column the last chance, the sum of the luck, and the greatest cost.
fn columns(review: &ReviewView, seat: Seat, width: usize) -> Vec<Column> {
    let steps = &review.steps;
    let mut before = review
        .start
        .as_ref()
        .and_then(|it| it.get(seat.idx()).copied());
    let mut columns = Vec::new();
    let mut told = 0;
    for column in 0..width.min(if steps.is_empty() { 0 } else { width }) {
        // A match that is shorter than the graph is stretched.
        let until = ((column + 1) * steps.len()).div_ceil(width);
        let from = (column * steps.len() / width).min(until.saturating_sub(1));
        let group = &steps[from.max(told).min(until)..until];
        let shown = if group.is_empty() {
            &steps[from..until]
        } else {
            group
        };
        let mut made = of_steps(shown, seat, before);
        made.flag = flag(review, shown, seat);
        if group.is_empty() {
            // The part of a step that goes on.
            made = Column {
                luck: 0.0,
                cost: None,
                flag: 0,
                ..made
            };
        }
        told = until;
        before = Some(made.chance);
        columns.push(made);
    }
    columns
}

fn of_steps(steps: &[ReviewStep], seat: Seat, before: Option<f64>) -> Column {
    let of = |all: &Option<Vec<f64>>| all.as_ref().and_then(|it| it.get(seat.idx()).copied());
    let chance = steps.iter().filter_map(|it| of(&it.after)).next_back();
    let chance = chance.or(before).unwrap_or(0.0);
    let luck: f64 = steps.iter().filter_map(|it| of(&it.luck)).sum();
    let own = steps.iter().filter(|it| it.seat == seat);
    let change = chance - before.unwrap_or(chance);
    let rolls = steps.iter().any(|it| it.luck.is_some());
    Column {
        chance,
        is_roll: rolls && luck.abs() >= (change - luck).abs(),
        luck,
        cost: own.filter_map(|it| it.error).reduce(f64::max),
        flag: 0,
    }
}

/// The number of the costly choice of the seat among these steps.
fn flag(review: &ReviewView, steps: &[ReviewStep], seat: Seat) -> usize {
    let (Some(first), Some(last)) = (steps.first(), steps.last()) else {
        return 0;
    };
    let together = review.steps.first().map_or(1, |it| it.step.max(1));
    let span = (first.step + 1).saturating_sub(together)..=last.step;
    let found = review
        .costliest
        .iter()
        .position(|it| it.seat == seat && span.contains(&it.step));
    found.map_or(0, |it| it + 1)
}

/// A cell of the graph: two halves, each empty, filled, or the top of its column.
fn cell(look: Look, seat: Seat, column: &Column, row: usize, rows: usize) -> Span<'static> {
    let level = level(column.chance, 2 * rows);
    let lower = 2 * (rows - 1 - row);
    let state = |half: usize| (half < level, half + 1 == level);
    let palette = look.palette();
    if look.parts().is_none() {
        let mark = if column.is_roll { "o" } else { "#" };
        let cell = match (state(lower), state(lower + 1)) {
            ((_, true), _) | (_, (_, true)) => mark,
            ((true, _), _) => ":",
            _ => " ",
        };
        return Span::styled(cell, Style::new());
    }
    let fill = palette.owners[seat.idx()].fill;
    let top = if column.is_roll { palette.text } else { fill };
    let color = |half| match state(half) {
        (_, true) => top,
        (true, _) => fill.dimmed(palette.ground),
        (false, _) => palette.ground,
    };
    Span::styled("▀", look.on(color(lower + 1), color(lower)))
}

/// The filled halves of a column; any chance that is none has one.
fn level(chance: f64, halves: usize) -> usize {
    let share = chance.clamp(0.0, 1.0);
    // The largest number of halves below the chance.
    let least = usize::from(share > 0.0);
    let at = |it: &usize| count(*it) <= share * count(halves) + 0.5;
    (0..=halves).rev().find(at).unwrap_or(0).max(least)
}

fn count(it: usize) -> f64 {
    f64::from(u32::try_from(it).unwrap_or(u32::MAX))
}

/// A roll: a mark above for luck, below for bad luck.
fn dice_cell(look: Look, column: &Column) -> Span<'static> {
    let ascii = look.glyphs == Glyphs::Ascii;
    match column.luck {
        LUCK_MIN.. => Span::styled(if ascii { "+" } else { "▀" }, look.good()),
        luck if luck <= -LUCK_MIN => Span::styled(if ascii { "-" } else { "▄" }, look.bad()),
        _ => Span::raw(" "),
    }
}

/// A choice of the seat: a point for the best, a ring for one that has cost a little, the number of a costly one.
fn choice_cell(look: Look, column: &Column) -> Span<'static> {
    let ascii = look.glyphs == Glyphs::Ascii;
    match (column.flag, column.cost) {
        (flag @ 1.., _) => Span::styled(flag.to_string(), look.bad()),
        (0, Some(cost)) if cost >= COST_MIN => {
            Span::styled(if ascii { "o" } else { "◦" }, look.bad())
        }
        (0, Some(_)) => Span::styled(if ascii { "." } else { "·" }, look.good()),
        (0, None) => Span::raw(" "),
    }
}

#[cfg(test)]
mod tests;
