//! All that the loop of the screens does on the person's own machine: replays, pictures, choices that are kept, and the shell's
//! job control. Everything else there is done by `links`.
//!
//! Called by `app`. Law kept here: nothing of it is done without the proof that the machine is the person's own.

use std::io;
use std::path::Path;
use std::sync::Arc;

use futures_util::Stream;
use ratatui::backend::Backend;

use super::{App, AppError};
use crate::files::cards;
use crate::files::rights::OwnMachine;
use crate::start::Start;
use crate::tui::message::{MachineEffect, Message};
use crate::tui::model::Model;
use crate::tui::terminal::Input;
use crate::tui::update::begin;
use crate::tui::view::card;

impl<B, E> App<'_, B, E>
where
    B: Backend,
    B::Error: Send + Sync + 'static,
    E: Stream<Item = io::Result<Input>> + Unpin,
{
    /// Carries out an effect on the person's own machine; returns the message that follows from it at once, if any.
    pub(super) fn on_machine(
        &mut self,
        effect: MachineEffect,
        own: OwnMachine,
    ) -> Result<Option<Message>, AppError> {
        match (&effect, self.window) {
            (MachineEffect::Suspend, Some(window)) => {
                window.suspend()?;
                self.begin_anew()?;
            }
            (MachineEffect::WatchMatch(path), _) => return Ok(self.watch(path)),
            (MachineEffect::WriteCard, _) => return Ok(self.write_card()),
            (MachineEffect::Remember(chosen), _) => {
                return Ok((self.remember)(chosen).err().map(Message::NotKept));
            }
            _ => {}
        }
        let connected = self.behind.as_ref().unwrap_or(&self.model);
        Ok(self.links.on_machine(effect, own, connected))
    }

    /// Shows a replay in front of everything else, or tells why that is not possible.
    fn watch(&mut self, path: &Path) -> Option<Message> {
        let frames = match (self.read_match)(path) {
            Ok(frames) => Arc::new(frames),
            Err(why) => return Some(Message::NoMatch(why)),
        };
        let (look, rights) = (self.model.look, self.model.rights.clone());
        let mut front = Model::new(String::new(), look, self.model.size, rights);
        front.keys.clone_from(&self.model.keys);
        front.rung = self.model.rung;
        begin(&mut front, Start::Replay(frames));
        self.behind = Some(std::mem::replace(&mut self.model, front));
        None
    }

    /// Writes a picture of the result.
    fn write_card(&self) -> Option<Message> {
        let (name, picture) = card::picture(&self.model)?;
        Some(Message::CardWritten(cards::write(&name, &picture)))
    }
}
