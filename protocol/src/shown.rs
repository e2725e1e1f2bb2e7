//! The part of a match that a client has been shown, to which a short message adds.
//!
//! A server folds the updates of a lobby into `played` and `offered`, a client unfolds them into updates and choices
//! again, so that nothing else in either has to know the short forms. Law kept here: a step is applied to the view of
//! the revision before it and to no other; a client that has another one learns so and asks for a snapshot.

use dicehall_engine::AnyView;
use dicehall_engine::lobby::Revision;

use crate::brief::{AnyOffer, AnyStep};
use crate::server_message::{EventView, MatchEventView, ServerMessage};

/// The last revision and the last view that were shown of a lobby.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shown {
    revision: Option<Revision>,
    view: Option<AnyView>,
}

/// A step came that does not follow from what was shown: only a snapshot can help.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("what happened at revision {} does not follow from what was shown", .revision.0)]
pub struct OutOfStep {
    /// The revision after the step.
    pub revision: Revision,
}

impl Shown {
    /// Takes in a message that is told to everybody; its short form, if it has one.
    pub fn fold(&mut self, message: &ServerMessage) -> Option<ServerMessage> {
        let ServerMessage::Update {
            revision,
            events,
            lobby,
            view,
            ply,
            outcome,
        } = message
        else {
            return None;
        };
        let follows = self.is_before(*revision, events.len());
        let is_plain = lobby.is_none() && outcome.is_none() && follows;
        let before = self.note(*revision, view.clone(), follows);
        let (before, after) = (before.filter(|_| is_plain)?, view.as_ref()?);
        let (first, others) = events.split_first()?;
        let EventView::Match(MatchEventView::Acted { seat, action }) = first else {
            return None;
        };
        let chances = others.iter().map(|it| {
            if let EventView::Match(MatchEventView::Rolled { chance }) = it {
                Some(*chance)
            } else {
                None
            }
        });
        let chances: Vec<_> = chances.collect::<Option<_>>()?;
        Some(ServerMessage::Played {
            revision: *revision,
            ply: *ply,
            seat: *seat,
            step: AnyStep::between(&before, *action, &chances, after)?,
        })
    }

    /// Takes in a message of the server, and returns it in its full form.
    pub fn unfold(&mut self, message: ServerMessage) -> Result<ServerMessage, OutOfStep> {
        let ServerMessage::Played { revision, step, .. } = &message else {
            self.hear(&message);
            return Ok(with_choices(message));
        };
        let out_of_step = OutOfStep {
            revision: *revision,
        };
        let before = self.view.take();
        if !self.is_before(*revision, step.events()) {
            return Err(out_of_step);
        }
        let unfolded = unfolded_after(before.as_ref(), message).ok_or(out_of_step)?;
        self.hear(&unfolded);
        Ok(unfolded)
    }

    /// Takes in a message that has only one form.
    fn hear(&mut self, message: &ServerMessage) {
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
            self.note(*revision, view.clone(), follows);
        }
    }

    /// Whether so many events lead from what was shown to this revision.
    fn is_before(&self, revision: Revision, events: usize) -> bool {
        let events = u64::try_from(events).ok();
        let before = events.and_then(|it| revision.0.checked_sub(it));
        before.is_some() && before == self.revision.map(|it| it.0)
    }

    /// Notes a revision and its view, if it has another; returns the view before. If revisions were left out, a view that
    /// was not told again is no longer known.
    fn note(
        &mut self,
        revision: Revision,
        view: Option<AnyView>,
        follows: bool,
    ) -> Option<AnyView> {
        self.revision = Some(revision);
        if view.is_some() || !follows {
            std::mem::replace(&mut self.view, view)
        } else {
            None
        }
    }
}

/// The full form of a message that comes after this view; `None` if it does not fit the view.
pub fn unfolded_after(before: Option<&AnyView>, message: ServerMessage) -> Option<ServerMessage> {
    let ServerMessage::Played {
        revision,
        ply,
        seat,
        step,
    } = message
    else {
        return Some(with_choices(message));
    };
    let (action, chances, view) = step.applied_to(before)?;
    let acted = MatchEventView::Acted { seat, action };
    let rolled = chances
        .into_iter()
        .map(|chance| MatchEventView::Rolled { chance });
    let events = std::iter::once(acted).chain(rolled);
    Some(ServerMessage::Update {
        revision,
        events: events.map(EventView::Match).collect(),
        lobby: None,
        view: Some(view),
        ply,
        outcome: None,
    })
}

/// The choices for an offer; any other message as it is.
fn with_choices(message: ServerMessage) -> ServerMessage {
    if let ServerMessage::Offered { ply, offer } = message {
        let choices = offer.choices();
        ServerMessage::Choices { ply, choices }
    } else {
        message
    }
}

/// The short form of a message that is told to one person, if it has one.
pub fn brief(message: &ServerMessage) -> Option<ServerMessage> {
    let ServerMessage::Choices { ply, choices } = message else {
        return None;
    };
    Some(ServerMessage::Offered {
        ply: *ply,
        offer: AnyOffer::of(choices)?,
    })
}

#[cfg(test)]
mod tests;
