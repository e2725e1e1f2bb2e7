//! The outboxes of the sessions in a lobby: the only way out of a lobby's task.
//!
//! Nothing here waits. If the outbox of a player's session is full, the last free place is used to say so, and the
//! session ends; it may resume. If a spectator's outbox is full, updates are left out, and a snapshot is sent as soon
//! as the spectator has read enough: of many positions only the newest matters. A spectator that reads nothing at all
//! for too long ends as well. If there are many spectators, frames for everybody are gathered for them, and they are
//! written to a few times a second.

pub(super) mod gathered;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use dicehall_engine::lobby::PlayerId;
use tokio::time::Instant;

use super::encode;
use super::mail::ConnectionId;
use crate::frame::Frame;
use crate::lobby::outbox::{OUTBOX_MAX, Outbound, Outbox};
use crate::metrics::Metrics;
use crate::metrics::count;
use crate::refusal::Refusal;
use gathered::{GATHERED_MAX, Gathered, SPECTATORS_AT_ONCE};

/// The places in a spectator's outbox that are kept for answers.
pub(super) const ROOM_FOR_ANSWERS: usize = 16;
/// The free places from which on a spectator counts as having caught up.
const ROOM_CAUGHT_UP: usize = OUTBOX_MAX / 2;
/// The time between two looks at spectators that lag behind, in milliseconds.
const LOOK_EVERY_MS: u64 = 500;

/// The outboxes of all connected people.
#[derive(Debug)]
pub(super) struct Outboxes {
    metrics: Arc<Metrics>,
    /// How long a spectator may read nothing while the outbox is full.
    spectator_timeout: Duration,
    by_player: BTreeMap<PlayerId, Link>,
    /// Whether there are so many spectators that frames are gathered for them.
    gathers: bool,
    gathered: Gathered,
    /// The connections that were found closed or full, and are no longer in `by_player`.
    lost: Vec<ConnectionId>,
}

#[derive(Debug)]
struct Link {
    epoch: u64,
    outbox: Outbox,
    is_seated: bool,
    /// The number of gathered frames that this session has already, by themselves or in a later snapshot.
    known: usize,
    /// Whether updates are left out because the outbox is full, and since when.
    lag: Option<Lag>,
}

/// The state of a full outbox when it last changed.
#[derive(Clone, Copy, Debug)]
struct Lag {
    room: usize,
    since: Instant,
}

impl Outboxes {
    /// The outboxes of a lobby to which nobody is connected.
    pub(super) fn new(metrics: Arc<Metrics>, spectator_timeout: Duration) -> Self {
        Self {
            metrics,
            spectator_timeout,
            by_player: BTreeMap::new(),
            gathers: false,
            gathered: Gathered::default(),
            lost: Vec::new(),
        }
    }

    /// Records who has a seat: people without one are spectators.
    pub(super) fn note_seats(&mut self, is_seated: impl Fn(PlayerId) -> bool) {
        let mut spectators = 0;
        for (player, link) in &mut self.by_player {
            link.is_seated = is_seated(*player);
            if link.is_seated {
                link.catch_up(&self.gathered, &self.metrics);
            }
            spectators += usize::from(!link.is_seated);
        }
        self.gathers = spectators > SPECTATORS_AT_ONCE;
        if !self.gathers {
            self.tell_gathered();
        }
    }

    /// Adds a person's connection; an earlier one is told that it is replaced, and ends.
    pub(super) fn put(&mut self, connection: ConnectionId, outbox: Outbox) {
        let link = Link {
            epoch: connection.epoch,
            outbox,
            is_seated: false,
            known: self.gathered.len(),
            lag: None,
        };
        if let Some(replaced) = self.by_player.insert(connection.player, link) {
            close(&replaced.outbox, Refusal::REPLACED);
        }
    }

    /// Sends a frame to one connection; returns whether it is still the person's latest.
    pub(super) fn send(&mut self, connection: ConnectionId, frame: &Frame) -> bool {
        let Self {
            by_player,
            gathered,
            metrics,
            ..
        } = self;
        let link = by_player.get_mut(&connection.player);
        let Some(link) = link.filter(|it| it.epoch == connection.epoch) else {
            return false;
        };
        if !link.catch_up(gathered, metrics) || !give(&link.outbox, frame, metrics) {
            self.by_player.remove(&connection.player);
            self.lost.push(connection);
        }
        true
    }

    /// Answers a command of a connection, if it is still the person's latest.
    pub(super) fn answer(&mut self, connection: ConnectionId, id: u64, frame: &Frame) {
        if self.send(connection, frame)
            && let Some(link) = self.link(connection)
        {
            link.outbox.note_answer(id);
        }
    }

    /// Refuses a command of a connection, and counts the refusal.
    pub(super) fn reject(&mut self, connection: ConnectionId, id: u64, refusal: Refusal) {
        self.metrics.refused(&refusal.code);
        self.answer(connection, id, &encode(&refusal.rejected(id)));
    }

    /// Writes out everything that was put into sockets, as far as there is room. Called before the task waits for
    /// anything.
    pub(super) fn write_out(&self) {
        for link in self.by_player.values() {
            link.outbox.write_out();
        }
    }

    fn link(&self, connection: ConnectionId) -> Option<&Link> {
        let link = self.by_player.get(&connection.player);
        link.filter(|it| it.epoch == connection.epoch)
    }

    /// Sends a frame to everybody except those who lag behind; spectators may get it a little later.
    pub(super) fn publish(&mut self, frame: &Frame) {
        let gathers = self.gathers;
        self.give_each(|link, _gathered, metrics| {
            if gathers && !link.is_seated {
                return true;
            }
            link.known += usize::from(gathers);
            link.is_behind() || give(&link.outbox, frame, metrics)
        });
        if gathers {
            self.gathered.push(frame.clone());
            if self.gathered.len() >= GATHERED_MAX {
                self.tell_gathered();
            }
        }
    }

    /// Sends spectators the gathered frames, if they are due.
    pub(super) fn tell_due(&mut self) {
        let now = Instant::now();
        if self.gathered.due(now).is_some_and(|it| it <= now) {
            self.tell_gathered();
        }
    }

    /// Sends spectators the gathered frames.
    pub(super) fn tell_gathered(&mut self) {
        if self.gathered.len() > 0 {
            self.give_each(Link::catch_up);
            self.gathered.clear(Instant::now());
            for link in self.by_player.values_mut() {
                link.known = 0;
            }
        }
    }

    /// Calls `give` for every link; connections for which it fails are lost.
    fn give_each(&mut self, mut give: impl FnMut(&mut Link, &Gathered, &Metrics) -> bool) {
        let Self {
            by_player,
            gathered,
            lost,
            metrics,
            ..
        } = self;
        by_player.retain(|player, link| {
            let given = give(link, gathered, metrics);
            if !given {
                lost.push(ConnectionId {
                    player: *player,
                    epoch: link.epoch,
                });
            }
            given
        });
    }

    /// The spectators who have read enough since they fell behind: each is to get a snapshot. Those who have read
    /// nothing for too long are lost.
    pub(super) fn take_caught_up(&mut self) -> Vec<ConnectionId> {
        let mut caught_up = Vec::new();
        let Self {
            by_player,
            gathered,
            lost,
            spectator_timeout,
            ..
        } = self;
        by_player.retain(|player, link| {
            let Some(lag) = link.lag else { return true };
            let connection = ConnectionId {
                player: *player,
                epoch: link.epoch,
            };
            let (room, now) = (link.outbox.room(), Instant::now());
            if room >= ROOM_CAUGHT_UP {
                link.lag = None;
                link.known = gathered.len();
                caught_up.push(connection);
            } else if room > lag.room {
                link.lag = Some(Lag { room, since: now });
            } else if link.outbox.is_closed() || lag.since + *spectator_timeout <= now {
                close(&link.outbox, Refusal::TOO_SLOW);
                lost.push(connection);
                return false;
            }
            true
        });
        caught_up
    }

    /// When to look at lagging spectators again, or to send the gathered frames, whichever is first; `None` if there
    /// are neither.
    pub(super) fn next_due(&self, now: Instant) -> Option<Instant> {
        let is_lagging = self.by_player.values().any(|it| it.lag.is_some());
        let look = is_lagging.then(|| now + Duration::from_millis(LOOK_EVERY_MS));
        look.into_iter().chain(self.gathered.due(now)).min()
    }

    /// The connection of a person.
    pub(super) fn connection_of(&self, player: PlayerId) -> Option<ConnectionId> {
        self.by_player.get(&player).map(|it| ConnectionId {
            player,
            epoch: it.epoch,
        })
    }

    /// Removes a connection without a message.
    pub(super) fn remove(&mut self, connection: ConnectionId) {
        if self
            .by_player
            .get(&connection.player)
            .is_some_and(|it| it.epoch == connection.epoch)
        {
            self.by_player.remove(&connection.player);
        }
    }

    /// Sends a person out of the lobby; the connection stays.
    pub(super) fn dismiss(&mut self, player: PlayerId) {
        if let Some(mut link) = self.by_player.remove(&player) {
            link.catch_up(&self.gathered, &self.metrics);
            // One place is always kept free, and a closed session needs no message.
            link.outbox.queue(Outbound::Dismissed);
        }
    }

    /// Sends everybody out of the lobby; the connections stay.
    pub(super) fn dismiss_all(&mut self) {
        while let Some(player) = self.by_player.keys().next().copied() {
            self.dismiss(player);
        }
    }

    /// Ends all connections.
    pub(super) fn close_all(&mut self, refusal: &Refusal) {
        while let Some((_, link)) = self.by_player.pop_first() {
            close(&link.outbox, refusal.clone());
        }
    }

    /// Takes a connection that was found closed or full; `None` if there is none.
    pub(super) fn take_lost(&mut self) -> Option<ConnectionId> {
        self.lost.pop()
    }
}

impl Link {
    /// Sends this session the gathered frames that it does not have; returns whether it could be done.
    fn catch_up(&mut self, gathered: &Gathered, metrics: &Metrics) -> bool {
        let known = std::mem::replace(&mut self.known, gathered.len());
        let mut missed = gathered.after(known).iter();
        missed.all(|it| self.is_behind() || give(&self.outbox, it, metrics))
    }

    /// Whether frames are left out: for a spectator whose outbox has no room, or had none before.
    fn is_behind(&mut self) -> bool {
        let room = self.outbox.room();
        if self.lag.is_none() && !self.is_seated && room <= ROOM_FOR_ANSWERS {
            self.lag = Some(Lag {
                room,
                since: Instant::now(),
            });
        }
        self.lag.is_some()
    }
}

/// Sends a frame, to the socket or into the queue; returns whether it could be done. The last free
/// place is kept for the message that ends the connection.
fn give(outbox: &Outbox, frame: &Frame, metrics: &Metrics) -> bool {
    if outbox.is_closed() {
        return false;
    }
    if outbox.put(frame) {
        metrics.frames_out.inc();
        metrics.bytes_out.inc_by(count::to_u64(frame.text().len()));
        return true;
    }
    if outbox.room() <= 1 {
        close(outbox, Refusal::TOO_SLOW);
        return false;
    }
    metrics.outbox_holds(OUTBOX_MAX.saturating_sub(outbox.room()) + 1);
    outbox.queue(Outbound::Frame(frame.clone()))
}

fn close(outbox: &Outbox, refusal: Refusal) {
    // A closed session needs no message.
    outbox.queue(Outbound::Close(Box::new(refusal)));
}
