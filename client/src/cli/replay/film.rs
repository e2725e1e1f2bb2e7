//! The screens of a match that is over, one a step, for a picture or a recording: those of the replay viewer, so that it shows
//! what people see.

use std::sync::Arc;

use crossterm::event::KeyCode;
use ratatui::layout::Size;

use crate::graphics::palette::ColorLevel;
use crate::graphics::theme::Look;
use crate::start::{ReplayFrames, Start};
use crate::tui::message::Message;
use crate::tui::model::Model;
use crate::tui::update::{begin, update};

/// A match that is shown from its start to its end.
pub(super) struct Film {
    /// As it is shown now.
    pub(super) model: Model,
}

impl Film {
    /// The start of a match, in every color there is.
    pub(super) fn new(frames: ReplayFrames, look: Look, size: Size) -> Self {
        let look = Look {
            colors: ColorLevel::True,
            ..look
        };
        let mut model = Model::new(String::new(), look, size);
        begin(&mut model, Start::Replay(Arc::new(frames)));
        Self { model }
    }

    /// Goes a step on.
    pub(super) fn go_on(&mut self) {
        update(&mut self.model, Message::Key(KeyCode::Right.into()));
    }
}
