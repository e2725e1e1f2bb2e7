//! A replay as an SVG picture of one step, or of some steps that follow each other.
//!
//! Called by `dicehall replay --svg`.

use std::fmt::Write as _;
use std::ops::RangeInclusive;

use ratatui::Frame;
use ratatui::buffer::Buffer;

use super::playback::Playback;
use crate::Failure;
use crate::graphics::svg;
use crate::tui::model::Model;
use crate::tui::view::view;

/// The time for which a step is shown, in milliseconds.
const STEP_MS: usize = 1_100;

/// The picture of some steps of a match in a terminal; several steps follow each other for ever.
pub(super) fn svg(mut playback: Playback, steps: RangeInclusive<usize>) -> Result<String, Failure> {
    let mut buffers = Vec::new();
    for step in 0..=*steps.end() {
        if step > 0 {
            playback.go_on();
        }
        if steps.contains(&step) {
            buffers.push(screen(&playback.model)?);
        }
    }
    match buffers.as_slice() {
        [] => Err(Failure::failed("no step was chosen")),
        [one] => Ok(svg::picture(one)),
        many => Ok(animated(many)),
    }
}

fn screen(model: &Model) -> Result<Buffer, Failure> {
    let draw = |frame: &mut Frame<'_>| {
        view(model, frame);
    };
    svg::cells(model.size, draw).map_err(Failure::failed)
}

/// An animation of screens: each is a group that is visible during its part of the time.
fn animated(buffers: &[Buffer]) -> String {
    let mut content = String::new();
    let count = buffers.len();
    for (at, buffer) in buffers.iter().enumerate() {
        let [from, to] = [at, at + 1].map(|it| 100 * it / count);
        let (begin, end) = (format!("0;{}", part(from)), part(to));
        let values = if at == 0 {
            "visible;visible;hidden"
        } else {
            "hidden;visible;hidden"
        };
        // Writing to a `String` cannot fail.
        write!(
            content,
            "<g visibility=\"hidden\"><animate attributeName=\"visibility\" calcMode=\"discrete\" dur=\"{}ms\" \
             repeatCount=\"indefinite\" keyTimes=\"{begin};{end}\" values=\"{values}\"/>\n{}</g>\n",
            STEP_MS * count,
            svg::frame(buffer),
        )
        .ok();
    }
    svg::wrap(buffers[0].area.as_size(), &content)
}

/// A percentage as a decimal fraction, as text.
fn part(percent: usize) -> String {
    format!("{}.{:02}", percent / 100, percent % 100)
}
