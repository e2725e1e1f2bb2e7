//! The updates of a lobby: each is made here, once for everybody, and kept for those who were not there.

pub(super) mod history;
mod kept;
mod told_view;

use dicehall_engine::lobby::{Event, Phase, PlayerId, Revision};
use dicehall_protocol::{LobbyCode, ServerMessage};

use super::encode;
use crate::frame::Frame;
use crate::refusal::translate::ViewContext;
use history::{History, is_talk_alone};
use told_view::ToldView;

/// The most bytes of updates that somebody who returns is told again: some turns of a small game, some actions of a large one.
/// Whoever has missed more gets a snapshot, which is no longer.
const MISSED_SIZE_MAX: usize = 8 * 1024;

/// The updates of a lobby.
#[derive(Debug)]
pub(super) struct Updates {
    /// The revision at which the lobby was opened. Who was connected before is not known, so nothing before is told again.
    opened_at: Revision,
    view: ToldView,
    history: History,
}

impl Updates {
    /// The updates of a lobby that was opened at this revision, with this history.
    pub(super) fn new(opened_at: Revision, history: History) -> Self {
        Self {
            opened_at,
            view: ToldView::default(),
            history,
        }
    }

    /// Makes and keeps the update of events, which led from this phase to the lobby of the context.
    pub(super) fn tell(
        &mut self,
        events: &[Event],
        before: Phase,
        context: ViewContext<'_>,
    ) -> Frame {
        let update = self.view.tell(events, before, context);
        let frame = encode(&update);
        if is_talk_alone(events) {
            self.history.keep_talk(update);
        } else {
            let connected = connected_in(&update);
            self.history.push(events, context.lobby, connected);
        }
        frame
    }

    /// The updates after `seen` up to the lobby of the context, as they were sent; `None` if they are too many, or not known
    /// any more.
    pub(super) fn missed(&self, seen: Revision, context: ViewContext<'_>) -> Option<Vec<Frame>> {
        let latest = context.lobby.shown();
        if seen == latest {
            return Some(Vec::new());
        }
        if seen < self.opened_at || seen > latest {
            return None;
        }
        let mut missed = self.history.after(seen, latest, context.code)?;
        if let Some(ratings) = context.rates.rate(context.lobby) {
            ratings.put_last(&mut missed);
        }
        let frames: Vec<Frame> = missed.iter().map(encode).collect();
        let size: usize = frames.iter().map(|it| it.text().len()).sum();
        (size <= MISSED_SIZE_MAX).then_some(frames)
    }

    /// The updates before a revision, or before now: the newest that fit into an answer.
    pub(super) fn before(
        &self,
        code: LobbyCode,
        before: Option<Revision>,
    ) -> dicehall_protocol::History {
        self.history.before(code, before)
    }
}

/// The people who are connected, as far as an update tells it.
fn connected_in(update: &ServerMessage) -> Box<[PlayerId]> {
    let ServerMessage::Update {
        lobby: Some(lobby), ..
    } = update
    else {
        return Box::default();
    };
    let connected = lobby.players.iter().filter(|it| it.connected);
    connected.map(|it| it.player).collect()
}

#[cfg(test)]
mod tests;
