//! What is not told to everybody in a lobby by its updates: what people say to one another alone, and whether hints are
//! allowed. And who is told of it.
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

/// The latest whispers of everybody in the lobby, and who listens.
#[derive(Debug, Default)]
pub(super) struct Asides {
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

impl Asides {
    /// The whispers of a stream.
    pub(super) fn of_stream(events: &[Event]) -> Self {
        let mut asides = Self::default();
        let mut shown = Revision(0);
        for event in events {
            shown.0 += u64::from(event.is_shown());
            asides.follow(event, shown);
        }
        asides
    }

    /// Keeps what an event tells to some alone, and returns whom it tells what; forgets whoever has gone.
    pub(super) fn follow(
        &mut self,
        event: &Event,
        shown: Revision,
    ) -> Vec<(PlayerId, ServerMessage)> {
        if let Some(player) = event.departed() {
            self.people.remove(&player);
        }
        match event {
            Event::Aside(AsideEvent::Whispered { player, to, text }) => {
                self.whispered((*player, *to), text, shown)
            }
            Event::Aside(AsideEvent::HintsChanged { allowed }) => {
                let allowed = *allowed;
                let people = self.people.keys();
                people
                    .map(|it| (*it, ServerMessage::Hints { allowed }))
                    .collect()
            }
            Event::Lobby(_)
            | Event::People(_)
            | Event::Seats(_)
            | Event::Dice(_)
            | Event::Origins(_)
            | Event::Match(_)
            | Event::Talk(_)
            | Event::Private(_) => Vec::new(),
        }
    }

    fn whispered(
        &mut self,
        (player, to): (PlayerId, PlayerId),
        text: &str,
        shown: Revision,
    ) -> Vec<(PlayerId, ServerMessage)> {
        let mut keep = |whose: PlayerId| {
            let heard = self.people.entry(whose).or_default();
            heard.count += 1;
            let whisper = Whisper {
                number: heard.count,
                revision: shown,
                player,
                to,
                text: text.to_owned(),
            };
            if heard.kept.len() == WHISPERS_KEPT {
                heard.kept.pop_front();
            }
            heard.kept.push_back(whisper.clone());
            (whose, ServerMessage::Whispered { whisper })
        };
        vec![keep(player), keep(to)]
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
            whispers: self.asides.listen(from, after.unwrap_or(0)),
            hints: self.lobby.are_hints_allowed(),
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

    /// Tells people what only they are told, as far as they listen.
    pub(super) fn stage_asides(&mut self, asides: Vec<(PlayerId, ServerMessage)>) {
        for (player, message) in asides {
            if let Some(to) = self.connected_listener(player) {
                let frame = encode(&message);
                self.batch.effects.push(Effect::Show { to, frame });
            }
        }
    }

    fn connected_listener(&self, player: PlayerId) -> Option<ConnectionId> {
        let listener = self.asides.listener(player);
        listener.filter(|it| self.presence.is_current(*it))
    }
}
