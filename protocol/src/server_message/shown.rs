//! The part of a match that a client has been shown, to which a short message adds.
//!
//! A client lets each message pass through here: a step is told whole, with the view after it. Law kept here: a step is
//! applied to the view of the revision before it and to no other; a client that has another one learns so and asks for a
//! snapshot.

use dicehall_engine::games::AnyWholeStep;
use dicehall_engine::lobby::{Ply, Revision};
use dicehall_engine::{AnyView, Seat};

use crate::server_message::{EventView, MatchEventView, ServerMessage};

/// The last revision and the last view that were shown of a lobby.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shown {
    revision: Option<Revision>,
    view: Option<AnyView>,
}

/// A message of the server, of which the part that was shown before is known.
#[derive(Clone, Debug, PartialEq)]
pub enum Heard {
    /// A message that needs nothing from before.
    Message(Box<ServerMessage>),
    /// An action.
    Played(Box<Played>),
}

/// An action of a match, told whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The revision after it.
    pub revision: Revision,
    /// The number of actions so far.
    pub ply: Ply,
    /// Whose action it was.
    pub seat: Seat,
    /// The action, the luck that followed, and the view after both.
    pub step: AnyWholeStep,
}

/// A step came that does not follow from what was shown: only a snapshot can help.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("what happened at revision {} does not follow from what was shown", .revision.0)]
pub struct OutOfStep {
    /// The revision after the step.
    pub revision: Revision,
}

impl Shown {
    /// Takes in a message of the server.
    pub fn hear(&mut self, message: ServerMessage) -> Result<Heard, OutOfStep> {
        let ServerMessage::Played {
            revision,
            ply,
            seat,
            step,
        } = message
        else {
            self.note(&message);
            return Ok(Heard::Message(Box::new(message)));
        };
        let before = self.view.take();
        let follows = self.is_before(revision, 1 + step.chances());
        let step = follows.then(|| step.applied_to(before.as_ref())).flatten();
        let step = step.ok_or(OutOfStep { revision })?;
        self.revision = Some(revision);
        self.view = Some(step.view.clone());
        Ok(Heard::Played(Box::new(Played {
            revision,
            ply,
            seat,
            step,
        })))
    }

    /// Takes in a message of the server; an action becomes an update, for programs that know no other form.
    pub fn unfold(&mut self, message: ServerMessage) -> Result<ServerMessage, OutOfStep> {
        self.hear(message).map(ServerMessage::from)
    }

    /// Notes what a message shows that has only one form. If revisions were left out, a view that was not told again is no
    /// longer known.
    fn note(&mut self, message: &ServerMessage) {
        if let ServerMessage::Snapshot {
            revision,
            game_match,
            ..
        } = message
        {
            self.revision = Some(*revision);
            self.view = game_match.as_ref().map(|it| it.view.clone());
        }
        if let ServerMessage::Update {
            revision,
            events,
            view,
            ..
        } = message
        {
            let follows = self.is_before(*revision, events.len());
            self.revision = Some(*revision);
            if view.is_some() || !follows {
                self.view.clone_from(view);
            }
        }
    }

    /// Whether so many events lead from what was shown to this revision.
    fn is_before(&self, revision: Revision, events: usize) -> bool {
        let events = u64::try_from(events).ok();
        let before = events.and_then(|it| revision.0.checked_sub(it));
        before.is_some() && before == self.revision.map(|it| it.0)
    }
}

impl From<Heard> for ServerMessage {
    fn from(heard: Heard) -> Self {
        match heard {
            Heard::Message(message) => *message,
            Heard::Played(played) => Self::from(*played),
        }
    }
}

impl From<Played> for ServerMessage {
    /// The update that tells the same.
    fn from(played: Played) -> Self {
        let Played {
            revision,
            ply,
            seat,
            step,
        } = played;
        let acted = MatchEventView::Acted {
            seat,
            action: step.action,
        };
        let rolled = step.chances.into_iter();
        let rolled = rolled.map(|chance| MatchEventView::Rolled { chance });
        let events = std::iter::once(acted).chain(rolled);
        Self::Update {
            layout: None,
            revision,
            events: events.map(EventView::Match).collect(),
            lobby: None,
            view: Some(step.view),
            ply,
            outcome: None,
            notice: None,
        }
    }
}

#[cfg(test)]
mod tests;
