//! The buffer into which a frame is drawn, lent to a terminal while it draws: between two frames a terminal needs only the one that
//! tells what it shows, and a door has hundreds of terminals.
//!
//! Called by the frames of the loop. Law kept here: a lent buffer is as large as the terminal and empty, and each thread keeps at most one.

use std::cell::Cell;
use std::mem;

use ratatui::Terminal;
use ratatui::backend::Backend;
use ratatui::buffer::Buffer;

/// The most cells of a buffer that is lent; a larger one stays with its terminal, because to make it anew for each frame takes long.
const SPARE_CELLS_MAX: usize = 8_000;

thread_local! {
    /// The buffer that no terminal needs now.
    static SPARE: Cell<Option<Buffer>> = const { Cell::new(None) };
}

/// Gives a terminal a buffer for its next frame, unless it has one.
pub(super) fn lend<B: Backend>(terminal: &mut Terminal<B>) {
    let area = terminal.get_frame().area();
    let buffer = terminal.current_buffer_mut();
    if buffer.area != area {
        let mut spare = SPARE.take().unwrap_or_default();
        spare.resize(area);
        *buffer = spare;
    }
}

/// Takes the buffer away that a terminal empties as soon as it has drawn a frame.
pub(super) fn take_back<B: Backend>(terminal: &mut Terminal<B>) {
    let buffer = terminal.current_buffer_mut();
    if buffer.content.capacity() <= SPARE_CELLS_MAX {
        SPARE.set(Some(mem::take(buffer)));
    }
}

#[cfg(test)]
mod tests {
    use ratatui::backend::TestBackend;
    use ratatui::layout::{Rect, Size};
    use ratatui::text::Text;

    use super::*;

    fn terminal(width: u16, height: u16) -> Terminal<TestBackend> {
        Terminal::new(TestBackend::new(width, height)).unwrap()
    }

    fn draw(terminal: &mut Terminal<TestBackend>, text: &str) {
        lend(terminal);
        terminal
            .draw(|frame| frame.render_widget(Text::raw(text), frame.area()))
            .unwrap();
        take_back(terminal);
    }

    #[test]
    fn terminals_of_different_sizes_draw_into_one_buffer_and_see_nothing_of_each_other() {
        let [mut large, mut small] = [terminal(9, 2), terminal(3, 1)];
        draw(&mut large, "abcdefghi\njklmnopqr");
        draw(&mut small, "xyz");
        draw(&mut small, "x");
        draw(&mut large, "ab");
        small.backend().assert_buffer_lines(["x  "]);
        large
            .backend()
            .assert_buffer_lines(["ab       ", "         "]);
        for it in [&mut large, &mut small] {
            assert_eq!(it.current_buffer_mut().content.capacity(), 0);
        }
    }

    #[test]
    fn a_window_that_changes_its_size_is_drawn_whole() {
        let mut terminal = terminal(4, 1);
        draw(&mut terminal, "abcd");
        terminal.backend_mut().resize(6, 2);
        draw(&mut terminal, "abcdef\ng");
        terminal.backend().assert_buffer_lines(["abcdef", "g     "]);
        assert_eq!(terminal.size().unwrap(), Size::new(6, 2));
    }

    #[test]
    fn a_very_large_buffer_stays_with_its_terminal() {
        let mut terminal = terminal(500, 200);
        draw(&mut terminal, "a");
        assert!(SPARE.take().is_none());
        let buffer = terminal.current_buffer_mut();
        assert_eq!(buffer, &Buffer::empty(Rect::new(0, 0, 500, 200)));
        let mut terminal = self::terminal(100, 50);
        draw(&mut terminal, "a");
        let spare = SPARE.take().unwrap();
        assert_eq!(spare.area, Rect::new(0, 0, 100, 50));
    }
}
