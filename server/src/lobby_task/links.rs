//! The outboxes of the sessions in a lobby: the only way out of a lobby's task.
//!
//! Nothing here waits. A session whose outbox is full is told so in the last free place, and ends; it may resume.

use std::collections::BTreeMap;

use dicehall_engine::lobby::PlayerId;
use tokio::sync::mpsc::Sender;
use tokio_tungstenite::tungstenite::Utf8Bytes;

use super::mail::{Parcel, Place};
use crate::refusal::Refusal;

/// The outboxes of everybody who is connected.
#[derive(Debug, Default)]
pub(super) struct Links {
    links: BTreeMap<PlayerId, Link>,
    /// Those that were found gone or full, and are not links any more.
    lost: Vec<Place>,
}

#[derive(Debug)]
struct Link {
    epoch: u64,
    outbox: Sender<Parcel>,
}

impl Links {
    /// Puts a connection in the person's place; an earlier one is told and ends.
    pub(super) fn put(&mut self, place: Place, outbox: Sender<Parcel>) {
        let link = Link { epoch: place.epoch, outbox };
        if let Some(replaced) = self.links.insert(place.player, link) {
            close(&replaced.outbox, Refusal::REPLACED);
        }
    }

    /// Gives a frame to one connection, if it is still the person's latest.
    pub(super) fn send(&mut self, place: Place, frame: Utf8Bytes) {
        let Some(link) = self.links.get(&place.player).filter(|it| it.epoch == place.epoch) else { return };
        if !give(&link.outbox, frame) {
            self.links.remove(&place.player);
            self.lost.push(place);
        }
    }

    /// Gives a frame to everybody.
    pub(super) fn publish(&mut self, frame: &Utf8Bytes) {
        let lost = &mut self.lost;
        self.links.retain(|player, link| {
            let given = give(&link.outbox, frame.clone());
            if !given {
                lost.push(Place { player: *player, epoch: link.epoch });
            }
            given
        });
    }

    /// The connection that a person has.
    pub(super) fn place_of(&self, player: PlayerId) -> Option<Place> {
        self.links.get(&player).map(|it| Place { player, epoch: it.epoch })
    }

    /// Removes a connection without a word.
    pub(super) fn remove(&mut self, place: Place) {
        if self.links.get(&place.player).is_some_and(|it| it.epoch == place.epoch) {
            self.links.remove(&place.player);
        }
    }

    /// Sends a person back to the lounge.
    pub(super) fn dismiss(&mut self, player: PlayerId) {
        if let Some(link) = self.links.remove(&player) {
            // One place is always kept free, and a session that is gone needs no word.
            link.outbox.try_send(Parcel::Dismissed).ok();
        }
    }

    /// Sends everybody back to the lounge.
    pub(super) fn dismiss_all(&mut self) {
        while let Some(player) = self.links.keys().next().copied() {
            self.dismiss(player);
        }
    }

    /// Ends everybody's connection.
    pub(super) fn close_all(&mut self, refusal: &Refusal) {
        while let Some((_, link)) = self.links.pop_first() {
            close(&link.outbox, refusal.clone());
        }
    }

    /// A connection that was found gone or full since the last call, until there is none.
    pub(super) fn take_lost(&mut self) -> Option<Place> {
        self.lost.pop()
    }
}

/// Whether the frame was given. The last free place is kept for the word of farewell.
fn give(outbox: &Sender<Parcel>, frame: Utf8Bytes) -> bool {
    if outbox.is_closed() {
        return false;
    }
    if outbox.capacity() <= 1 {
        close(outbox, Refusal::TOO_SLOW);
        return false;
    }
    outbox.try_send(Parcel::Frame(frame)).is_ok()
}

fn close(outbox: &Sender<Parcel>, refusal: Refusal) {
    // A session that is gone needs no word.
    outbox.try_send(Parcel::Close(Box::new(refusal))).ok();
}
