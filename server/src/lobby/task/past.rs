//! The past of a lobby, for people who come late or have missed too much: the latest events and the latest chat lines.
//!
//! A lobby's task owns one. It keeps the bytes that everybody was sent at the time, shared with the feed, and decodes
//! them only when somebody asks; so people who come late learn no more than those who were there. Chat has places of
//! its own, so that a long match does not drop it. The past is bounded by counts: 256 events or a little more, and 64
//! chat lines, of which the largest are about 4 KiB each.

use std::collections::VecDeque;

use dicehall_engine::lobby::{Event, Revision};
use dicehall_protocol::limits::{HISTORY_CHAT_LINES, HISTORY_EVENTS_MIN, HISTORY_SIZE_MAX};
use dicehall_protocol::{History, PastUpdate, ServerMessage, decode_server};

use super::encode;
use crate::frame::Frame;

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
    frame: Frame,
}

impl Past {
    /// Keeps an update: `message` is the update of these events, and `frame` the same in its written form.
    pub(super) fn push(&mut self, events: &[Event], message: ServerMessage, frame: &Frame) {
        let ServerMessage::Update {
            revision, lobby, ..
        } = &message
        else {
            return;
        };
        let (revision, tells_lobby) = (*revision, lobby.is_some());
        let frame = if tells_lobby {
            encode(&without_lobby(message))
        } else {
            frame.clone()
        };
        let count = events.iter().filter(|it| it.is_shown()).count();
        let kept = Kept {
            revision,
            events: count,
            frame,
        };
        if events.iter().any(is_talk) {
            self.keep_talk(kept);
        } else {
            self.keep(kept);
        }
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
        while let Some(oldest) = self.updates.front()
            && self.events - oldest.events >= HISTORY_EVENTS_MIN
        {
            self.events -= oldest.events;
            self.updates.pop_front();
        }
    }

    /// The updates before a revision, or before now: the newest that fit into an answer.
    pub(super) fn before(&self, before: Option<Revision>) -> History {
        let is_earlier = |it: &&Kept| before.is_none_or(|before| it.revision < before);
        let mut updates = self.updates.iter().rev().filter(is_earlier).peekable();
        let mut talk = self.talk.iter().rev().filter(is_earlier).peekable();
        let mut told = VecDeque::new();
        let mut size = 0;
        loop {
            let is_said = match (updates.peek(), talk.peek()) {
                (None, None) => break,
                (Some(update), Some(said)) => update.revision < said.revision,
                (update, _) => update.is_none(),
            };
            let newest = if is_said { &mut talk } else { &mut updates };
            let Some(kept) =
                newest.next_if(|it| size == 0 || size + it.frame.len() <= HISTORY_SIZE_MAX)
            else {
                break;
            };
            size += kept.frame.len();
            if let Some(update) = past_update(&kept.frame) {
                told.push_front(update);
            }
        }
        History {
            has_earlier: updates.peek().is_some() || talk.peek().is_some(),
            updates: told.into(),
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

fn past_update(frame: &str) -> Option<PastUpdate> {
    let Ok(ServerMessage::Update {
        revision,
        events,
        lobby: _,
        view,
        ply: _,
        outcome,
    }) = decode_server(frame)
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
