//! The history of a lobby, for people who come late and people who return: the latest updates and the latest chat lines.
//!
//! It keeps events, and the lobby before them; the updates are made again when somebody asks, by the same function that
//! made them for those who were there, so nobody learns more than they did. An action costs a small entry in a bounded
//! list; kept as they were sent, the updates took four times the room. Chat has places of its own, so that a long match does
//! not drop it. It is bounded by counts: 256 events or a few more, and 64 chat lines, of which the largest are about 4 KiB
//! each.
//!
//! Whoever returns gets the updates since with the answer, just as they were sent, or else a snapshot. Whoever comes late
//! asks for what was before; it is not in the snapshot, because people who were there do not need it.

use std::collections::VecDeque;
use std::iter;

use dicehall_engine::lobby::{Event, Lobby, PlayerId, Revision};
use dicehall_protocol::limits::{HISTORY_CHAT_LINES, HISTORY_EVENTS_MIN, HISTORY_SIZE_MAX};
use dicehall_protocol::{LobbyCode, PastUpdate, ServerMessage};

use super::kept::{Kept, Step, StepEnd};
use super::told_view::ToldView;
use crate::metrics::count;
use crate::refusal::translate::ViewContext;

/// The most updates that somebody who returns is told again.
pub(super) const MISSED_UPDATES_MAX: usize = 64;
/// By how many pieces the list of them grows.
const KEPT_STEP: usize = 32;

/// The latest updates, the oldest first.
#[derive(Debug, Default)]
pub(in crate::lobby::task) struct History {
    /// The lobby before the steps.
    base: Box<Lobby>,
    /// The steps, each an update: its events, and their end.
    kept: VecDeque<Kept>,
    /// The number of events in them.
    events: usize,
    /// The updates with chat lines alone, as they were sent.
    talk: VecDeque<ServerMessage>,
}

/// An update between two revisions.
struct Sent {
    before: Revision,
    after: Revision,
    message: ServerMessage,
}

impl History {
    /// Begins anew with this lobby; chat lines stay.
    pub(in crate::lobby::task) fn begin(&mut self, lobby: &Lobby) {
        *self.base = lobby.clone();
        self.kept.clear();
        self.events = 0;
    }

    /// Keeps these events, which led to this lobby, and who was connected then, if the update told it.
    pub(in crate::lobby::task) fn push(
        &mut self,
        events: &[Event],
        lobby: &Lobby,
        connected: Box<[PlayerId]>,
    ) {
        let end = StepEnd {
            revision: lobby.shown(),
            connected,
        };
        let pieces = Kept::of(events, lobby, end);
        self.events += pieces.iter().map(Kept::events).sum::<usize>();
        self.make_room(pieces.len());
        self.kept.extend(pieces);
        self.forget_oldest();
    }

    /// Keeps an update with chat lines alone.
    pub(in crate::lobby::task) fn keep_talk(&mut self, update: ServerMessage) {
        if self.talk.len() == HISTORY_CHAT_LINES {
            self.talk.pop_front();
        }
        self.talk.push_back(update);
    }

    /// The updates between two revisions, as they were sent; `None` if they are too many, or if one of them is forgotten.
    pub(in crate::lobby::task) fn after(
        &self,
        seen: Revision,
        latest: Revision,
        code: LobbyCode,
    ) -> Option<Vec<ServerMessage>> {
        let talk = self.talk.iter().filter_map(Sent::talk);
        let mut sent: Vec<Sent> = talk.filter(|it| it.after > seen).collect();
        let is_later = |it: &&Kept| it.end().is_some_and(|end| end > seen);
        if sent.len() + self.kept.iter().filter(is_later).count() > MISSED_UPDATES_MAX {
            return None;
        }
        let mut lobby = self.base.as_ref().clone();
        let mut steps = self.steps().peekable();
        while let Some(step) = steps.next_if(|it| it.end.revision <= seen) {
            step.happen(&mut lobby);
        }
        let mut view = ToldView::of(&lobby);
        sent.extend(steps.map(|it| Sent::step(&it, code, &mut lobby, &mut view)));
        sent.sort_by_key(|it| it.after);
        let follow = |at, it: &Sent| (it.before == at).then_some(it.after);
        let reached = sent.iter().try_fold(seen, follow);
        let messages = sent.into_iter().map(|it| it.message).collect();
        (reached == Some(latest)).then_some(messages)
    }

    /// The updates before a revision, or before now: the newest that fit into an answer.
    pub(in crate::lobby::task) fn before(
        &self,
        code: LobbyCode,
        before: Option<Revision>,
    ) -> dicehall_protocol::History {
        let is_earlier = |it: Revision| before.is_none_or(|before| it < before);
        let talk = self.talk.iter().cloned().filter_map(past_update);
        let mut all: Vec<PastUpdate> = talk.filter(|it| is_earlier(it.revision)).collect();
        let mut lobby = self.base.as_ref().clone();
        let steps = self.steps().take_while(|it| is_earlier(it.end.revision));
        // With no view before it, each is told whole.
        let sent = steps.map(|it| Sent::step(&it, code, &mut lobby, &mut ToldView::default()));
        all.extend(sent.filter_map(|it| past_update(it.message)));
        all.sort_by_key(|it| it.revision);
        let mut size = 0;
        let newest = all.iter().rev().take_while(|it| {
            let is_first = size == 0;
            size += encoded_size(it);
            is_first || size <= HISTORY_SIZE_MAX
        });
        let updates = all.split_off(all.len() - newest.count());
        dicehall_protocol::History {
            has_earlier: !all.is_empty(),
            updates,
        }
    }

    fn steps(&self) -> impl Iterator<Item = Step> {
        let mut kept = self.kept.iter().cloned();
        iter::from_fn(move || Step::next(&mut kept))
    }

    /// Makes room for so many more pieces, and for few more than that: a list that doubles is half empty.
    fn make_room(&mut self, pieces: usize) {
        if self.kept.capacity() - self.kept.len() < pieces {
            self.kept.reserve_exact(pieces.max(KEPT_STEP));
        }
    }

    /// Forgets the oldest steps, as long as enough events remain.
    fn forget_oldest(&mut self) {
        loop {
            let last = self.kept.iter().position(|it| it.end().is_some());
            let oldest = self.kept.iter().take(last.map_or(0, |it| it + 1));
            let events: usize = oldest.map(Kept::events).sum();
            if self.events < HISTORY_EVENTS_MIN + events {
                return;
            }
            self.events -= events;
            let mut taken = iter::from_fn(|| self.kept.pop_front());
            let Some(step) = Step::next(&mut taken) else {
                return;
            };
            step.happen(&mut self.base);
        }
    }
}

impl Sent {
    /// The update of a step; `lobby` is the lobby before it, and afterwards the one after.
    fn step(step: &Step, code: LobbyCode, lobby: &mut Lobby, view: &mut ToldView) -> Self {
        let before = lobby.phase();
        step.happen(lobby);
        let context = ViewContext {
            code,
            lobby,
            is_connected: &|it| step.end.connected.contains(&it),
            rates: &(),
        };
        let message = view.tell(&step.events, before, context);
        Self::new(step.end.revision, step.events.len(), message)
    }

    /// The message of so many events, the last of which led to a revision that people were told.
    fn new(after: Revision, events: usize, mut message: ServerMessage) -> Self {
        if let ServerMessage::Update { revision, .. } | ServerMessage::Played { revision, .. } =
            &mut message
        {
            *revision = after;
        }
        Self {
            before: Revision(after.0.saturating_sub(count::to_u64(events))),
            after,
            message,
        }
    }

    /// An update with chat lines alone.
    fn talk(message: &ServerMessage) -> Option<Self> {
        let ServerMessage::Update {
            revision, events, ..
        } = message
        else {
            return None;
        };
        Some(Self::new(*revision, events.len(), message.clone()))
    }
}

/// Whether people are told nothing but chat lines of these events.
pub(in crate::lobby::task) fn is_talk_alone(events: &[Event]) -> bool {
    events.iter().filter(|it| it.is_shown()).all(is_talk)
}

/// Whether the event is a chat line, which has places of its own.
pub(in crate::lobby::task) fn is_talk(event: &Event) -> bool {
    matches!(event, Event::Talk(_))
}

/// The update without what is told of the seats.
pub(super) fn past_update(update: ServerMessage) -> Option<PastUpdate> {
    let ServerMessage::Update {
        revision,
        events,
        lobby: _,
        view,
        layout: _,
        ply: _,
        outcome,
        notice: _,
    } = update
    else {
        return None;
    };
    Some(PastUpdate {
        revision,
        events,
        view,
        outcome,
    })
}

/// The bytes of an update in an answer.
fn encoded_size(update: &PastUpdate) -> usize {
    serde_json::to_string(update).map_or(usize::MAX, |it| it.len())
}
