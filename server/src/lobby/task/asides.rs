//! The asides of a lobby, which its updates do not tell: whispers, and whether hints are allowed; and who is told of
//! them.
//!
//! A lobby's task owns one. A whisper is an event like any other, durable before anybody is told: it must outlive a
//! crash, and people who come back ask for those that they missed. But no update tells it and it is not part of the
//! past, so that nobody else ever hears it. Only connections that have asked for asides get them, because older clients
//! would refuse the message. The number of whispers that are kept is limited for each person.

use std::collections::{BTreeMap, VecDeque};

use dicehall_engine::lobby::{AsideEvent, Event, PlayerId, Request, Revision};
use dicehall_protocol::limits::WHISPERS_KEPT;
use dicehall_protocol::{Listening, Reply, ServerMessage, Whisper};

use super::batch::Effect;
use super::mail::ConnectionId;
use super::{LobbyTask, encode};
use crate::refusal::Refusal;

/// The latest whispers of everybody in the lobby, and the connections that listen.
#[derive(Debug, Default)]
pub(super) struct Asides {
    people: BTreeMap<PlayerId, Heard>,
}

/// The whispers to and from one person.
#[derive(Debug, Default)]
struct Heard {
    count: u64,
    kept: VecDeque<Whisper>,
    /// The latest connection that has asked to be told.
    listener: Option<ConnectionId>,
}

impl Asides {
    /// The asides of a stream.
    pub(super) fn of_stream(events: &[Event]) -> Self {
        let mut asides = Self::default();
        let mut shown = Revision(0);
        for event in events {
            shown.0 += u64::from(event.is_shown());
            asides.follow(event, shown);
        }
        asides
    }

    /// Keeps the aside of an event, and returns whom to tell what; forgets people who have left.
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
            | Event::Ahead(_)
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

    /// Records that a connection listens; returns the whispers that it may have missed, the oldest first.
    fn listen(&mut self, connection: ConnectionId, after: u64) -> Vec<Whisper> {
        let heard = self.people.entry(connection.player).or_default();
        heard.listener = Some(connection);
        let missed = heard.kept.iter().filter(|it| it.number > after);
        missed.cloned().collect()
    }

    /// The latest connection of a person that has asked to be told.
    fn listener(&self, player: PlayerId) -> Option<ConnectionId> {
        self.people.get(&player)?.listener
    }
}

impl LobbyTask {
    /// Answers a request to listen with the whispers so far; from now on this connection is told. The answer is not
    /// remembered, because asking again changes nothing.
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
        self.answer(from, id, encode(&answer));
    }

    /// Refuses a whisper to a person who is connected and does not listen; a person who is away may ask for it later.
    /// Refusals by the rules come first.
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

    /// Sends asides to the people whom they concern, as far as they listen.
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
