//! The view that everybody in a lobby was told last, to which a short message adds.
//!
//! The updates of a lobby own one; so does whoever tells them again. Law kept here: an action is told as what it has changed
//! of this view, and the whole position only where there is no such form.

use dicehall_engine::games::AnyChance;
use dicehall_engine::lobby::{Event, Lobby, MatchEvent, Phase};
use dicehall_engine::{AnyStep, AnyView, State};
use dicehall_protocol::ServerMessage;

use crate::refusal::translate::ViewContext;

/// The view that was told last; `None` if there is none.
#[derive(Debug, Default)]
pub(in crate::lobby::task) struct ToldView(Option<AnyView>);

impl ToldView {
    /// The view of somebody who was told everything up to this lobby.
    pub(super) fn of(lobby: &Lobby) -> Self {
        Self(lobby.game_match().map(|it| it.state.view()))
    }

    /// The message that tells these events, which led from this phase to the lobby of the context.
    pub(super) fn tell(
        &mut self,
        events: &[Event],
        before: Phase,
        context: ViewContext<'_>,
    ) -> ServerMessage {
        if let Some(played) = self.played(events, context.lobby) {
            return played;
        }
        let update = context.update(events, before);
        if let ServerMessage::Update {
            view: Some(view), ..
        } = &update
        {
            self.0 = Some(view.clone());
        }
        update
    }

    /// The short form; `None` if these events have none: they are more than an action with its luck, or the match is over.
    fn played(&mut self, events: &[Event], lobby: &Lobby) -> Option<ServerMessage> {
        let mut shown = events.iter().filter(|it| it.is_shown());
        let &Event::Match(MatchEvent::Acted { seat, action, .. }) = shown.next()? else {
            return None;
        };
        let chances: Vec<AnyChance> = shown.map(chance).collect::<Option<_>>()?;
        let before = self.0.as_ref().filter(|_| lobby.outcome().is_none())?;
        let after = lobby.game_match()?.state.view();
        let step = AnyStep::between(before, action, &chances, &after)?;
        self.0 = Some(after);
        Some(ServerMessage::Played {
            revision: lobby.shown(),
            ply: lobby.ply(),
            seat,
            step,
        })
    }
}

fn chance(event: &Event) -> Option<AnyChance> {
    if let Event::Match(MatchEvent::Rolled { chance }) = event {
        Some(*chance)
    } else {
        None
    }
}
