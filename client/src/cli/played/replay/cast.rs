//! A replay as a recording of a terminal: the bytes sent for each step, with their times.
//!
//! Called by `dicehall replay --cast`. The format is asciicast v2: a line with the size, then a
//! line for each piece of output with its time in seconds (asciinema: "asciicast v2",
//! <https://docs.asciinema.org/manual/asciicast/v2/>). Only changes are sent, as in the viewer
//! itself. The times depend on the steps only, so a file always leads to the same recording.

use std::cell::RefCell;
use std::io::{self, Write};
use std::ops::RangeInclusive;
use std::rc::Rc;

use ratatui::backend::CrosstermBackend;
use ratatui::layout::Rect;
use ratatui::{Terminal, TerminalOptions, Viewport};
use serde_json::json;

use super::playback::Playback;
use crate::Failure;
use crate::tui::view::view;

/// The time for which a step is shown, in milliseconds.
const STEP_MS: usize = 1_100;
/// The bytes sent first: they clear the terminal and hide the cursor.
const FIRST: &str = "\u{1b}[0m\u{1b}[2J\u{1b}[?25l";

/// A recording of some steps of a match.
pub(super) fn cast(
    mut playback: Playback,
    steps: RangeInclusive<usize>,
) -> Result<String, Failure> {
    // The recording has colors, whatever the terminal at which it is made can show.
    crossterm::style::force_color_output(true);
    let size = playback.model.size;
    let title = playback
        .model
        .lobby
        .as_ref()
        .map(|it| it.view.title.clone());
    let header = json!({"version": 2, "width": size.width, "height": size.height, "title": title});
    let mut lines = vec![header.to_string()];
    let sent = Sent::default();
    let area = Rect::new(0, 0, size.width, size.height);
    let options = TerminalOptions {
        viewport: Viewport::Fixed(area),
    };
    let backend = CrosstermBackend::new(sent.clone());
    let mut terminal = Terminal::with_options(backend, options).map_err(Failure::failed)?;
    for step in 0..=*steps.end() {
        if step > 0 {
            playback.go_on();
        }
        if !steps.contains(&step) {
            continue;
        }
        let draw = |frame: &mut ratatui::Frame<'_>| drop(view(&playback.model, frame));
        terminal.draw(draw).map_err(Failure::failed)?;
        let first = if lines.len() == 1 { FIRST } else { "" };
        let text = String::from_utf8(sent.take()).map_err(Failure::failed)?;
        lines.push(line((lines.len() - 1) * STEP_MS, &format!("{first}{text}")));
    }
    // The last step is shown as long as the others.
    lines.push(line((lines.len() - 1) * STEP_MS, ""));
    lines.push(String::new());
    Ok(lines.join("\n"))
}

/// A line with a piece of output after so many milliseconds.
fn line(ms: usize, text: &str) -> String {
    let (seconds, rest) = (ms / 1_000, ms % 1_000);
    format!("[{seconds}.{rest:03}, \"o\", {}]", json!(text))
}

/// The bytes that were sent to the terminal and not yet taken out.
#[derive(Clone, Debug, Default)]
struct Sent(Rc<RefCell<Vec<u8>>>);

impl Sent {
    fn take(&self) -> Vec<u8> {
        self.0.take()
    }
}

impl Write for Sent {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
