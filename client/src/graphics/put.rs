//! Writes texts into their room on the screen. Every text of a screen goes through here or is cut by `text`, so that the
//! tests hear of each that had too little room.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::{Clear, Paragraph};
use unicode_width::UnicodeWidthStr;

/// Writes a line into a row; what does not fit is cut off.
pub fn put<'a>(frame: &mut Frame<'_>, line: impl Into<Line<'a>>, row: Rect) {
    let line = line.into();
    hear(&line, row);
    frame.render_widget(line, row);
}

/// Writes lines below each other; what does not fit is cut off.
pub fn put_lines(frame: &mut Frame<'_>, lines: Vec<Line<'_>>, area: Rect) {
    for line in lines.iter().take(area.height.into()) {
        hear(line, area);
    }
    frame.render_widget(Paragraph::new(lines), area);
}

/// Makes room for what lies over the rest of the screen; no half of a wide character is left beside it.
pub fn clear(frame: &mut Frame<'_>, area: Rect) {
    let area = area.intersection(frame.area());
    frame.render_widget(Clear, area);
    let Some(left) = area.x.checked_sub(1) else {
        return;
    };
    for y in area.top()..area.bottom() {
        let cell = &mut frame.buffer_mut()[(left, y)];
        if cell.symbol().width() > 1 {
            cell.set_symbol(" ");
        }
    }
}

/// Tells the tests of a line that is wider than its room.
fn hear(line: &Line<'_>, room: Rect) {
    #[cfg(test)]
    if line.width() > usize::from(room.width) && room.height > 0 {
        cuts::note(&line.to_string());
    }
    #[cfg(not(test))]
    let _ = (line, room);
}

/// The texts that had too little room, for the tests.
#[cfg(test)]
pub(crate) mod cuts {
    use std::cell::RefCell;

    thread_local! {
        static CUTS: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
    }

    /// A text was cut.
    pub(crate) fn note(text: &str) {
        CUTS.with_borrow_mut(|it| it.push(text.to_owned()));
    }

    /// The texts that were cut in this thread since the last call.
    pub(crate) fn take() -> Vec<String> {
        CUTS.take()
    }
}
