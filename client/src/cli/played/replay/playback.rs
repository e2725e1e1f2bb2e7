//! The screens of a replay, one per step, for a picture or a recording: the same that the replay
//! viewer shows.

use std::sync::Arc;

use crossterm::event::KeyCode;
use ratatui::layout::Size;

use crate::files::rights::Rights;
use crate::graphics::palette::ColorLevel;
use crate::graphics::theme::Look;
use crate::start::{ReplayFrames, Start};
use crate::tui::message::Message;
use crate::tui::model::Model;
use crate::tui::update::{begin, update};

/// A replay that goes from step to step.
pub(super) struct Playback {
    /// The model at the present step.
    pub(super) model: Model,
}

impl Playback {
    /// The playback at the start of the match, in true colors.
    pub(super) fn new(frames: ReplayFrames, look: Look, size: Size) -> Self {
        let look = Look {
            colors: ColorLevel::True,
            ..look
        };
        let mut model = Model::new(String::new(), look, size, Rights::owner());
        begin(&mut model, Start::Replay(Arc::new(frames)));
        Self { model }
    }

    /// Goes to the next step.
    pub(super) fn go_on(&mut self) {
        update(&mut self.model, Message::Key(KeyCode::Right.into()));
    }
}
