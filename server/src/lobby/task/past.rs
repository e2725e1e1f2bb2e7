//! The past of a lobby, for people who come late or have missed too much: the latest events and the latest chat lines.
//!
//! A lobby's task owns one. It keeps the bytes that everybody was sent at the time, shared with the feed, and decodes
//! them only when somebody asks; so people who come late learn no more than those who were there. Chat has places of
//! its own, so that a long match does not drop it. The past is bounded by counts: 256 events or a few more, and 64
//! chat lines, of which the largest are about 4 KiB each. Law kept here: an update in the short form is kept only
//! together with the whole view to which it adds.

use std::collections::VecDeque;

use dicehall_engine::AnyView;
use dicehall_engine::lobby::{Event, Revision};
use dicehall_protocol::limits::{HISTORY_CHAT_LINES, HISTORY_EVENTS_MIN, HISTORY_SIZE_MAX};
use dicehall_protocol::{History, PastUpdate, ServerMessage, decode_server, unfolded_after};

use super::encode;
use crate::frame::Frame;

/// The most updates that are kept after one with a whole view and need that view: few enough that the past holds hardly
/// more than the events it must, many enough that most updates are kept in the short form.
const UPDATES_ON_A_VIEW_MAX: usize = 16;

/// The latest updates, the oldest first.
#[derive(Debug, Default)]
pub(super) struct Past {
    updates: VecDeque<Kept>,
    /// The number of events in `updates`.
    events: usize,
    /// The updates with chat lines.
    talk: VecDeque<Kept>,
}

/// An update as it was sent, without the seats.
#[derive(Debug)]
struct Kept {
    revision: Revision,
    events: usize,
    shows: Shows,
    frame: Frame,
}

/// The part of the match that an update shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shows {
    /// The whole view.
    View,
    /// The change of the view that the update before it leads to.
    Change,
    /// Nothing.
    Nothing,
}

impl Past {
    /// Keeps an update: `message` is the update of these events, and `frame` the same as it was sent.
    pub(super) fn push(&mut self, events: &[Event], message: ServerMessage, frame: &Frame) {
        let ServerMessage::Update {
            revision,
            lobby,
            view,
            ..
        } = &message
        else {
            return;
        };
        let shows = match view {
            Some(_) if frame.has_two_forms() && self.has_recent_view() => Shows::Change,
            Some(_) => Shows::View,
            None => Shows::Nothing,
        };
        let is_as_sent = shows == Shows::Change || !frame.has_two_forms() && lobby.is_none();
        let kept = Kept {
            revision: *revision,
            events: events.iter().filter(|it| it.is_shown()).count(),
            shows,
            frame: if is_as_sent {
                frame.clone()
            } else {
                encode(&without_lobby(message))
            },
        };
        if events.iter().any(is_talk) {
            self.keep_talk(kept);
        } else {
            self.keep(kept);
        }
    }

    /// Whether a whole view is kept to which a change may add.
    fn has_recent_view(&self) -> bool {
        let mut latest = self.updates.iter().rev().take(UPDATES_ON_A_VIEW_MAX);
        latest.any(|it| it.shows == Shows::View)
    }

    fn keep_talk(&mut self, kept: Kept) {
        if self.talk.len() == HISTORY_CHAT_LINES {
            self.talk.pop_front();
        }
        self.talk.push_back(kept);
    }

    fn keep(&mut self, kept: Kept) {
        self.events += kept.events;
        self.updates.push_back(kept);
        while let Some(count) = self.droppable() {
            let dropped: usize = self.updates.drain(..count).map(|it| it.events).sum();
            self.events -= dropped;
        }
    }

    /// The number of the oldest updates that go together: the first, and those that need the view before them. `None` if
    /// too few would remain.
    fn droppable(&self) -> Option<usize> {
        let spare = self.spare();
        if spare == 0 {
            return None;
        }
        let others = (1..).zip(self.updates.iter().skip(1));
        let on_it = others.take_while(|(_, it)| it.shows != Shows::View);
        let last = on_it.filter(|(_, it)| it.shows == Shows::Change).last();
        let count = last.map_or(1, |(at, _)| at + 1);
        (count <= spare).then_some(count)
    }

    /// The number of the oldest updates that nobody is told of any more; they are kept only for those that need the view
    /// before them.
    fn spare(&self) -> usize {
        let mut events = self.events;
        let is_spare = |it: &&Kept| {
            events -= it.events;
            events >= HISTORY_EVENTS_MIN
        };
        self.updates.iter().take_while(is_spare).count()
    }

    /// The updates before a revision, or before now: the newest that fit into an answer.
    pub(super) fn before(&self, before: Option<Revision>) -> History {
        let is_earlier = |it: &&Kept| before.is_none_or(|before| it.revision < before);
        let mut view = None;
        let updates = self.updates.iter().filter(is_earlier);
        let updates = updates.map(|it| past_update(&it.frame, &mut view));
        let updates = updates.skip(self.spare()).flatten();
        let talk = self.talk.iter().filter(is_earlier);
        let talk = talk.filter_map(|it| past_update(&it.frame, &mut None));
        let mut all: Vec<PastUpdate> = updates.chain(talk).collect();
        all.sort_by_key(|it| it.revision);
        let mut size = 0;
        let newest = all.iter().rev().take_while(|it| {
            let is_first = size == 0;
            size += encoded_size(it);
            is_first || size <= HISTORY_SIZE_MAX
        });
        let updates = all.split_off(all.len() - newest.count());
        History {
            has_earlier: !all.is_empty(),
            updates,
        }
    }
}

/// Whether the event is a chat line, which has places of its own.
pub(super) fn is_talk(event: &Event) -> bool {
    matches!(event, Event::Talk(_))
}

fn without_lobby(mut message: ServerMessage) -> ServerMessage {
    if let ServerMessage::Update { lobby, .. } = &mut message {
        *lobby = None;
    }
    message
}

/// The update in a frame, with the whole view; `view` is the latest view before it, and afterwards the one after it.
fn past_update(frame: &Frame, view: &mut Option<AnyView>) -> Option<PastUpdate> {
    let text = str::from_utf8(frame.text()).ok()?;
    let message = decode_server(text).ok()?;
    let ServerMessage::Update {
        revision,
        events,
        lobby: _,
        view: shown,
        ply: _,
        outcome,
    } = unfolded_after(view.as_ref(), message)?
    else {
        return None;
    };
    if shown.is_some() {
        view.clone_from(&shown);
    }
    Some(PastUpdate {
        revision,
        events,
        view: shown,
        outcome,
    })
}

/// The bytes of an update in an answer.
fn encoded_size(update: &PastUpdate) -> usize {
    serde_json::to_string(update).map_or(usize::MAX, |it| it.len())
}
