//! The announcements that follow from the state and are told again only when they change: the choices of the seat to
//! move, the clocks, the dice of the next match. Told last, when everything else that was staged has been sent.

use std::collections::BTreeMap;

use dicehall_engine::Seat;
use dicehall_engine::lobby::{Holder, Lobby, PlayerId, Ply};
use dicehall_protocol::ServerMessage;

use super::encode;
use super::mail::ConnectionId;
use super::outboxes::Outboxes;
use crate::frame::Frame;
use crate::refusal::translate;

/// The latest announcements.
#[derive(Debug)]
pub(super) struct Announced {
    /// The connection that was last sent choices, and their ply.
    choices: Option<(ConnectionId, Ply)>,
    /// The clocks as they were last announced, at the moment when they began to run or stopped.
    clocks: Option<ServerMessage>,
    /// The connection of each person that was last told of a next match, and the number of matches before that one.
    next_match: BTreeMap<PlayerId, (ConnectionId, u32)>,
}

/// A lobby at a moment, with what only its task knows of that.
#[derive(Clone, Copy)]
pub(super) struct Moment<'a> {
    pub(super) lobby: &'a Lobby,
    /// Whether somebody is connected for whom the match goes on.
    pub(super) is_attended: bool,
    /// How long the running clock has run, in milliseconds.
    pub(super) spent_ms: u32,
}

impl Moment<'_> {
    /// The clocks, if the match has any.
    pub(super) fn clocks(self) -> Option<ServerMessage> {
        translate::clocks(self.lobby, self.spent_ms, self.is_attended)
    }
}

impl Announced {
    /// The announcements of a lobby that was opened: nobody is there.
    pub(super) fn of(lobby: &Lobby) -> Self {
        Self {
            choices: None,
            clocks: translate::clocks(lobby, 0, false),
            next_match: BTreeMap::new(),
        }
    }

    /// The choices are to be sent again, whoever has them.
    pub(super) fn forget_choices(&mut self) {
        self.choices = None;
    }

    /// The choices are to be sent again to this connection.
    pub(super) fn forget_choices_of(&mut self, connection: ConnectionId) {
        self.choices = self.choices.filter(|(it, _)| *it != connection);
    }

    /// The clocks, if they have to be announced: another one runs, or it has stopped, or it runs on.
    pub(super) fn changed_clocks(&mut self, now: Moment<'_>) -> Option<Frame> {
        let clocks = translate::clocks(now.lobby, 0, now.is_attended);
        if clocks == self.clocks {
            return None;
        }
        self.clocks = clocks;
        now.clocks().map(|it| encode(&it))
    }

    /// Announces the clocks to everybody, if they have changed.
    pub(super) fn tell_clocks(&mut self, now: Moment<'_>, outboxes: &mut Outboxes) {
        if let Some(clocks) = self.changed_clocks(now) {
            outboxes.publish(&clocks);
        }
    }

    /// Sends the choices to the person who is to move, once for each connection and ply.
    pub(super) fn tell_choices(&mut self, lobby: &Lobby, outboxes: &mut Outboxes) {
        let chooser = translate::chooser(lobby).and_then(|it| outboxes.connection_of(it));
        let Some(connection) = chooser else { return };
        if self.choices == Some((connection, lobby.ply())) {
            return;
        }
        self.choices = Some((connection, lobby.ply()));
        if let Some(offered) = translate::offered(lobby) {
            outboxes.send(connection, &encode(&offered));
        }
    }

    /// Tells the people who are seated of the next match's dice, each connection once.
    pub(super) fn tell_next_match(&mut self, lobby: &Lobby, outboxes: &mut Outboxes) {
        let Some(next) = lobby.next_dice() else {
            return;
        };
        let number = lobby.matches();
        let mut frame = None;
        for seat in Seat::ALL {
            let Holder::Human { player, .. } = lobby.seats()[seat.idx()] else {
                continue;
            };
            let Some(connection) = outboxes.connection_of(player) else {
                continue;
            };
            if self.next_match.insert(player, (connection, number)) == Some((connection, number)) {
                continue;
            }
            let frame = frame.get_or_insert_with(|| {
                encode(&ServerMessage::NextMatch {
                    match_id: next.match_id.clone(),
                    commitment: next.commitment(),
                })
            });
            outboxes.send(connection, frame);
        }
    }
}
