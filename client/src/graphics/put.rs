//! Writes texts into their areas of the screen. Every text of a screen is written here or cut by
//! `text`, so that the tests learn of each text that was cut.

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

/// Writes lines below each other that must all be visible; the tests learn of those that do not
/// fit.
pub fn put_all(frame: &mut Frame<'_>, lines: Vec<Line<'_>>, area: Rect) {
    #[cfg(test)]
    if let Some(line) = lines.get(usize::from(area.height))
        && line.width() > 0
    {
        cuts::note(&line.to_string());
    }
    put_lines(frame, lines, area);
}

/// Clears an area for something over the rest of the screen; no half of a wide character is left at
/// its edges.
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

/// Notes for the tests a line that is wider than its area, not counting blanks at its end.
fn hear(line: &Line<'_>, room: Rect) {
    #[cfg(test)]
    if line.to_string().trim_end().width() > usize::from(room.width) && room.height > 0 {
        cuts::note(&line.to_string());
    }
    #[cfg(not(test))]
    let _ = (line, room);
}

/// The texts that were cut, for the tests.
#[cfg(test)]
pub(crate) mod cuts {
    use std::cell::RefCell;

    thread_local! {
        static CUTS: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
    }

    /// Notes a text that was cut.
    pub(crate) fn note(text: &str) {
        CUTS.with_borrow_mut(|it| it.push(text.to_owned()));
    }

    /// The texts that were cut in this thread since the last call.
    pub(crate) fn take() -> Vec<String> {
        CUTS.take()
    }
}

#[cfg(test)]
mod tests {
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;

    use super::*;

    /// Checks the first row of ten columns after something was drawn, and the texts that were cut.
    #[track_caller]
    fn check(draw: impl FnOnce(&mut Frame<'_>), expect: (&str, &[&str])) {
        let mut terminal = Terminal::new(TestBackend::new(10, 2)).unwrap();
        cuts::take();
        terminal.draw(draw).unwrap();
        let row = terminal.backend().to_string();
        let row = row.split('"').nth(1).unwrap().trim_end();
        assert_eq!((row, cuts::take()), (expect.0, strings(expect.1)));
    }

    fn strings(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|it| (*it).to_owned()).collect()
    }

    #[test]
    fn what_has_too_little_room_is_heard_of() {
        let row = Rect::new(0, 0, 6, 1);
        check(|frame| put(frame, "サイコ", row), ("サイコ", &[]));
        check(
            |frame| put(frame, "サイコロ", row),
            ("サイコ", &["サイコロ"]),
        );
        let lines = || vec![Line::from("one"), Line::from("two")];
        check(|frame| put_lines(frame, lines(), row), ("one", &[]));
        check(|frame| put_all(frame, lines(), row), ("one", &["two"]));
    }

    #[test]
    fn no_half_of_a_wide_character_stays_beside_what_lies_over_it() {
        let over = |frame: &mut Frame<'_>| {
            put(frame, "世界世界世", Rect::new(0, 0, 10, 1));
            let area = Rect::new(3, 0, 3, 1);
            clear(frame, area);
            put(frame, "abc", area);
        };
        check(over, ("世 abc界世", &[]));
    }
}
