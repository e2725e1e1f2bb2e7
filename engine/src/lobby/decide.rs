//! Command to events: may refuse, may draw dice, changes nothing.

use super::{Command, Event, Lobby, Reject};
use crate::dice::Dice;

impl Lobby {
    /// Decides what happens; changes nothing. The events of one command stand or fall together.
    pub fn decide(&self, _command: Command, _dice: &mut dyn Dice) -> Result<Vec<Event>, Reject> {
        Err(Reject::NotCreated)
    }
}
