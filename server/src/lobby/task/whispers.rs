//! What people in a lobby say to one another alone, and who is told of it.
//!
//! A lobby's task owns one. A whisper is an event like any other, durable before anybody is told: what was told must outlive
//! a crash, and whoever comes back asks for what was missed. But no update tells it and it is not part of the past, so that
//! nobody else ever hears it. Only connections that have asked for it are told, because older clients would refuse the
//! message. What is kept is bounded by a count for each person.

use std::collections::{BTreeMap, VecDeque};

use dicehall_engine::lobby::{AsideEvent, Event, PlayerId, Request, Revision};
use dicehall_protocol::limits::WHISPERS_KEPT;
use dicehall_protocol::{Listening, Reply, ServerMessage, Whisper};

use super::batch::Effect;
use super::mail::ConnectionId;
use super::{LobbyTask, encode};
use crate::refusal::Refusal;

/// The latest whispers of everybody in the lobby.
#[derive(Debug, Default)]
pub(super) struct Whispers {
    people: BTreeMap<PlayerId, Heard>,
}

/// The whispers to and from one person.
#[derive(Debug, Default)]
struct Heard {
    count: u64,
    kept: VecDeque<Whisper>,
    /// The last connection that has asked to be told.
    listener: Option<ConnectionId>,
}

impl Whispers {
    /// The whispers that follow from a stream.
    pub(super) fn of_stream(events: &[Event]) -> Self {
        let mut whispers = Self::default();
        let mut shown = Revision(0);
        for event in events {
            shown.0 += u64::from(event.is_shown());
            whispers.follow(event, shown);
        }
        whispers
    }

    /// Keeps an event that is a whisper, and returns it as both are told; forgets whoever has gone.
    pub(super) fn follow(&mut self, event: &Event, shown: Revision) -> Vec<(PlayerId, Whisper)> {
        if let Some(player) = event.departed() {
            self.people.remove(&player);
        }
        let Event::Aside(AsideEvent::Whispered { player, to, text }) = event else {
            return Vec::new();
        };
        let mut keep = |whose: PlayerId| {
            let heard = self.people.entry(whose).or_default();
            heard.count += 1;
            let whisper = Whisper {
                number: heard.count,
                revision: shown,
                player: *player,
                to: *to,
                text: text.clone(),
            };
            if heard.kept.len() == WHISPERS_KEPT {
                heard.kept.pop_front();
            }
            heard.kept.push_back(whisper.clone());
            (whose, whisper)
        };
        vec![keep(*player), keep(*to)]
    }

    /// Notes that a connection is to be told; what it may not have heard of, the oldest first.
    fn listen(&mut self, connection: ConnectionId, after: u64) -> Vec<Whisper> {
        let heard = self.people.entry(connection.player).or_default();
        heard.listener = Some(connection);
        let missed = heard.kept.iter().filter(|it| it.number > after);
        missed.cloned().collect()
    }

    /// The last connection of a person that has asked to be told.
    fn listener(&self, player: PlayerId) -> Option<ConnectionId> {
        self.people.get(&player)?.listener
    }
}

impl LobbyTask {
    /// Answers what was whispered so far, and tells this connection from now on. That is not remembered, because asking again
    /// changes nothing.
    pub(super) fn stage_listening(&mut self, from: ConnectionId, id: u64, after: Option<u64>) {
        if !self.presence.is_current(from) {
            return;
        }
        let listening = Listening {
            whispers: self.whispers.listen(from, after.unwrap_or(0)),
        };
        let answer = ServerMessage::Accepted {
            id,
            revision: Some(self.lobby.shown()),
            reply: Some(Reply::Listening(listening)),
        };
        self.batch.effects.push(Effect::Answer {
            to: from,
            id,
            frame: encode(&answer),
        });
    }

    /// Refuses to whisper to somebody who is there and would not hear it. Whoever is away may ask later. What the rules refuse
    /// they refuse first.
    pub(super) fn check_hears(&self, from: PlayerId, request: &Request) -> Result<(), Refusal> {
        let Request::Whisper { player: to, .. } = request else {
            return Ok(());
        };
        let may = *to != from && !self.lobby.is_silenced(from);
        if may && self.presence.is_connected(*to) && self.connected_listener(*to).is_none() {
            return Err(Refusal::CANNOT_HEAR);
        }
        Ok(())
    }

    /// Tells both of a whisper, as far as they listen.
    pub(super) fn stage_whispers(&mut self, whispers: Vec<(PlayerId, Whisper)>) {
        for (player, whisper) in whispers {
            if let Some(to) = self.connected_listener(player) {
                let frame = encode(&ServerMessage::Whispered { whisper });
                self.batch.effects.push(Effect::Show { to, frame });
            }
        }
    }

    fn connected_listener(&self, player: PlayerId) -> Option<ConnectionId> {
        let listener = self.whispers.listener(player);
        listener.filter(|it| self.presence.is_current(*it))
    }
}
