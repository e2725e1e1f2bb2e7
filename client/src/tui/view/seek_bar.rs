//! The position in a replay, as a number and as a bar on which a step can be clicked. Drawn in the
//! line of hints.

use ratatui::layout::Rect;
use ratatui::text::Span;

use crate::graphics::text::{plain, styled};
use crate::graphics::theme::Look;
use crate::tui::geometry::hits::{Hit, HitMap};
use crate::tui::geometry::{columns, split_left};
use crate::tui::model::replay::Replay;

/// The width from which on there is room for the bar.
const BAR_FROM_WIDTH: u16 = 60;
/// The share of the line that the bar takes: one in five columns.
const BAR_SHARE: u16 = 5;
/// The widest bar, in columns.
const BAR_WIDTH_MAX: u16 = 40;

/// The number of the step, and the bar if there is room; the bar can be clicked.
pub(super) fn spans(
    look: Look,
    replay: &Replay,
    area: Rect,
    hits: &mut HitMap,
) -> Vec<Span<'static>> {
    let (shown, last) = (replay.shown(), replay.last());
    let digits = last.to_string().len();
    let shown = format!("{shown:>digits$}");
    let number = format!("{} ", look.language.replay_step(shown, last));
    let mut spans = vec![styled(number, look.strong())];
    if area.width >= BAR_FROM_WIDTH && last > 0 {
        let width = (area.width / BAR_SHARE).min(BAR_WIDTH_MAX);
        let before = 1 + spans[0].width();
        spans.extend(bar(look, replay, usize::from(width)));
        let (_, from_bar) = split_left(area, columns(before));
        for column in 0..width.min(from_bar.width) {
            let at = Rect {
                x: from_bar.x + column,
                width: 1,
                ..from_bar
            };
            hits.add(at, Hit::Step(step_at(column, width, last)));
        }
    }
    spans.push(plain("  "));
    spans
}

fn bar(look: Look, replay: &Replay, width: usize) -> [Span<'static>; 2] {
    let [full, empty] = look.symbols().bar;
    let filled = (replay.shown() * width)
        .div_ceil(replay.last().max(1))
        .min(width);
    [
        styled(full.repeat(filled), look.strong()),
        styled(empty.repeat(width - filled), look.dim()),
    ]
}

/// The step that a column of the bar means: the first column is the start of the match, the last
/// its end.
fn step_at(column: u16, width: u16, last: usize) -> usize {
    let (column, width) = (usize::from(column), usize::from(width));
    (column * last).div_ceil((width - 1).max(1)).min(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_begins_with_the_start_and_ends_with_the_end() {
        for last in [1, 7, 39, 40, 5_000] {
            let steps: Vec<usize> = (0..16).map(|it| step_at(it, 16, last)).collect();
            assert_eq!((steps[0], steps[15]), (0, last));
            assert!(steps.is_sorted(), "{steps:?}");
        }
    }
}
