//! The asides of a lobby, which its updates do not tell: whispers, and whether hints are allowed; and who is told of
//! them.
//!
//! A lobby's task owns one. A whisper is an event like any other, durable before anybody is told: it must outlive a
//! crash, and people who come back ask for those that they missed. But no update tells it and it is not part of the
//! history, so that nobody else ever hears it. Only connections that have asked for asides get them: a program that plays
//! has no use for them. The number of whispers that are kept is limited for each person.
//!
//! A whisper does not count in the revisions that people see, because a gap would betray it; and it is not in the
//! match file. The sender is told if nobody would receive it.

use std::collections::{BTreeMap, VecDeque};

use dicehall_engine::lobby::{AsideEvent, Event, PlayerId, Revision};
use dicehall_protocol::limits::WHISPERS_KEPT;
use dicehall_protocol::{ServerMessage, Whisper};

use crate::lobby::task::encode;
use crate::lobby::task::mail::ConnectionId;
use crate::lobby::task::presence::Presence;
use crate::lobby::task::staged::Letter;

/// The latest whispers of everybody in the lobby, and the connections that listen.
#[derive(Debug, Default)]
pub(in crate::lobby::task) struct Asides {
    people: BTreeMap<PlayerId, PersonWhispers>,
}

/// The whispers to and from one person.
#[derive(Debug, Default)]
struct PersonWhispers {
    count: u64,
    kept: VecDeque<Whisper>,
    /// The latest connection that has asked to be told.
    listener: Option<ConnectionId>,
}

/// A message about an aside, and the person whom it concerns.
pub(in crate::lobby::task) struct AsideMessage {
    player: PlayerId,
    message: ServerMessage,
}

impl Asides {
    /// The asides of a stream.
    pub(in crate::lobby::task) fn of_stream(events: &[Event]) -> Self {
        let mut asides = Self::default();
        let mut shown = Revision(0);
        for event in events {
            shown.0 += u64::from(event.is_shown());
            asides.follow(event, shown);
        }
        asides
    }

    /// Keeps the aside of an event, and returns whom to tell what; forgets people who have left.
    pub(in crate::lobby::task) fn follow(
        &mut self,
        event: &Event,
        shown: Revision,
    ) -> Vec<AsideMessage> {
        if let Some(player) = event.departed() {
            self.people.remove(&player);
        }
        match event {
            Event::Aside(AsideEvent::Whispered { player, to, text }) => {
                let whispered = Whisper {
                    number: 0,
                    revision: shown,
                    player: *player,
                    to: *to,
                    text: text.clone(),
                };
                vec![self.keep(*player, &whispered), self.keep(*to, &whispered)]
            }
            Event::Aside(AsideEvent::HintsChanged { allowed }) => {
                let allowed = *allowed;
                let people = self.people.keys();
                let told = |player: &PlayerId| AsideMessage {
                    player: *player,
                    message: ServerMessage::Hints { allowed },
                };
                people.map(told).collect()
            }
            Event::Aside(AsideEvent::Announced { .. })
            | Event::Lobby(_)
            | Event::People(_)
            | Event::Seats(_)
            | Event::Dice(_)
            | Event::Ahead(_)
            | Event::Origins(_)
            | Event::Match(_)
            | Event::Votes(_)
            | Event::Talk(_)
            | Event::Private(_) => Vec::new(),
        }
    }

    /// Keeps a whisper for one of its two people, among whose whispers it gets the next number.
    fn keep(&mut self, player: PlayerId, whispered: &Whisper) -> AsideMessage {
        let heard = self.people.entry(player).or_default();
        heard.count += 1;
        let whisper = Whisper {
            number: heard.count,
            ..whispered.clone()
        };
        if heard.kept.len() == WHISPERS_KEPT {
            heard.kept.pop_front();
        }
        heard.kept.push_back(whisper.clone());
        AsideMessage {
            player,
            message: ServerMessage::Whispered { whisper },
        }
    }

    /// Records that a connection listens; returns the whispers that it may have missed, the oldest first.
    pub(super) fn listen(&mut self, connection: ConnectionId, after: u64) -> Vec<Whisper> {
        let heard = self.people.entry(connection.player).or_default();
        heard.listener = Some(connection);
        let missed = heard.kept.iter().filter(|it| it.number > after);
        missed.cloned().collect()
    }

    /// The person's connection, if it has asked to be told.
    pub(super) fn listener(&self, player: PlayerId, presence: &Presence) -> Option<ConnectionId> {
        let listener = self.people.get(&player)?.listener;
        listener.filter(|it| presence.is_current(*it))
    }
}

impl AsideMessage {
    /// The message as it is sent; `None` if the person does not listen.
    pub(in crate::lobby::task) fn letter(
        self,
        asides: &Asides,
        presence: &Presence,
    ) -> Option<Letter> {
        let to = asides.listener(self.player, presence)?;
        let frame = encode(&self.message);
        Some(Letter { to, frame })
    }
}
