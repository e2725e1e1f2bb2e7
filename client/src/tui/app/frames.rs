//! The frames of the loop: when the next is drawn, and how; the window's title goes with them.
//!
//! Called by the loop whenever it has applied all that waited. Law kept here: a terminal that has not taken a frame gets no other,
//! and none is drawn that would show what the last one shows.

use std::io;
use std::task::{Context, Waker};

use futures_util::Stream;
use ratatui::backend::Backend;

use super::{App, AppError, spare_buffer, tell};
use crate::tui::message::Message;
use crate::tui::terminal::Input;
use crate::tui::terminal::window::Window;
use crate::tui::update::update;
use crate::tui::view::title::title;
use crate::tui::view::view;

/// The next frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NextFrame {
    /// The last one shows all.
    Drawn,
    /// Something may have changed.
    Wanted,
    /// It waits until the terminal has taken the one before.
    Due,
}

impl<B, E> App<'_, B, E>
where
    B: Backend,
    B::Error: Send + Sync + 'static,
    E: Stream<Item = io::Result<Input>> + Unpin,
{
    /// Makes the next frame be written whole. The library's own `clear` would ask the terminal for
    /// the cursor's place, and the answer would be read as keys.
    fn forget_screen(&mut self) -> Result<(), AppError> {
        let cleared = self.terminal.backend_mut().clear();
        cleared.map_err(io::Error::other)?;
        spare_buffer::lend(&mut self.terminal);
        self.terminal.swap_buffers();
        Ok(())
    }

    /// Draws what has changed, unless the terminal has not taken the last frame: then as soon as it has.
    pub(super) fn draw_if_ready(&mut self) -> Result<(), AppError> {
        if self.next_frame == NextFrame::Drawn {
            return Ok(());
        }
        let waker = &mut Context::from_waker(Waker::noop());
        let is_busy = |it: &dyn Window| it.poll_ready(waker).is_pending();
        if self.window.is_some_and(is_busy) {
            self.next_frame = NextFrame::Due;
            return Ok(());
        }
        self.next_frame = NextFrame::Drawn;
        self.draw()
    }

    fn draw(&mut self) -> Result<(), AppError> {
        if let Some(window) = self.window.filter(|it| it.is_lost()) {
            window.resume()?;
            self.begin_anew()?;
        }
        self.give_title()?;
        let unread = |it: &Self| it.model.lobby.as_ref().map(|it| it.unread);
        let before = unread(self);
        self.draw_frame()?;
        // Words that can be read now need no mark any more.
        if unread(self) != before {
            self.draw_frame()?;
        }
        Ok(())
    }

    fn draw_frame(&mut self) -> Result<(), AppError> {
        let mut hits = None;
        spare_buffer::lend(&mut self.terminal);
        self.terminal
            .draw(|frame| hits = Some(view(&self.model, frame)))
            .map_err(io::Error::other)?;
        spare_buffer::take_back(&mut self.terminal);
        if let Some(hits) = hits {
            update(&mut self.model, Message::Drawn(hits));
        }
        Ok(())
    }

    /// Treats everything that the terminal shows as unknown.
    pub(super) fn begin_anew(&mut self) -> Result<(), AppError> {
        self.title.clear();
        self.forget_screen()
    }

    /// Sets the window title to the screen's, if it has changed.
    fn give_title(&mut self) -> Result<(), AppError> {
        let title = title(&self.model);
        if let Some(window) = self.window.filter(|_| self.title != title) {
            tell(window, &self.notifier.title(&title))?;
            self.title = title;
        }
        Ok(())
    }
}
