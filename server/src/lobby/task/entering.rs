//! Those who come in: newcomers, and people who return. Each gets what it missed with the answer: a snapshot, or the
//! updates since.

use dicehall_engine::lobby::{AccountId, Command, Key, Phase, PlayerId, Reject, Revision};
use tokio::time::Instant;

use super::deciding::Decided;
use super::mail::{Admitted, ConnectionId, Entry, NewLobby, ReplyChannel, Return};
use super::staged::Letter;
use super::{LobbyTask, encode};
use crate::admission::token::same_key;
use crate::frame::Frame;
use crate::refusal::Refusal;

/// The owner of a key that was shown.
#[derive(Clone, Copy)]
struct KeyOwner {
    player: PlayerId,
    /// Whether the key is the one that was offered last.
    is_offered: bool,
}

impl LobbyTask {
    pub(super) fn stage_creation(&mut self, new_lobby: NewLobby) {
        let NewLobby {
            title,
            settings,
            password,
            entry,
        } = new_lobby;
        if self.lobby.revision() > Revision(0) {
            let is_made_by_it =
                self.lobby.phase() != Phase::Ended && self.owner(&entry.newcomer.key).is_some();
            return if is_made_by_it {
                self.stage_entry(entry);
            } else {
                self.refuse_entry(entry.reply, Refusal::CODE_TAKEN);
            };
        }
        if entry.reply.done.is_closed() {
            return;
        }
        match self.decide(Command::Create {
            title,
            settings,
            password,
        }) {
            Ok(_) => {
                tracing::info!(lobby = %self.code, "a lobby was made");
                self.stage_entry(entry);
            }
            Err(reject) => self.refuse_entry(entry.reply, reject.into()),
        }
    }

    pub(super) fn stage_entry(&mut self, entry: Entry) {
        let Entry {
            newcomer,
            next,
            reply,
        } = entry;
        if reply.done.is_closed() {
            return;
        }
        if let Some(owner) = self.owner(&newcomer.key) {
            return self.readmit(owner, next, None, reply);
        }
        match self.decide(Command::Enter(newcomer)) {
            Ok(Decided {
                entered: Some(connection),
                follows,
            }) => {
                self.staged.command(None, follows);
                self.stage_own(Command::OfferKey {
                    player: connection.player,
                    confirms: false,
                    key: next,
                });
                let catch_up = self.snapshot(connection.player);
                self.admit(connection, catch_up, reply);
            }
            Ok(Decided { entered: None, .. }) => self.refuse_entry(reply, Refusal::LOBBY_GONE),
            Err(reject) => self.refuse_entry(reply, reject.into()),
        }
    }

    pub(super) fn stage_return(&mut self, returning: Return) {
        let Return {
            key,
            next,
            seen,
            reply,
        } = returning;
        if reply.done.is_closed() {
            return;
        }
        if self.lobby.is_banned(key) {
            return self.refuse_entry(reply, Reject::Banned.into());
        }
        match self.owner(&key) {
            Some(owner) => self.readmit(owner, next, seen, reply),
            None => self.refuse_entry(reply, Refusal::NO_SUCH_TOKEN),
        }
    }

    /// Lets a connection in that has proved to be a person's: it takes the place of the earlier one, and gets another
    /// token. A request that comes through an earlier connection than the person's latest is too late, and changes
    /// nothing; so does one of somebody who came in by a device that was taken away since.
    fn readmit(&mut self, owner: KeyOwner, next: Key, seen: Option<Revision>, reply: ReplyChannel) {
        let player = owner.player;
        let places = reply.places.as_ref();
        if let (Some(device), Some(places)) = (self.device_of(player), places)
            && places.is_taken_away(device)
        {
            return self.refuse_entry(reply, Refusal::KEY_REVOKED);
        }
        let arrivals = self.presence.arrivals();
        if let Err(refusal) = arrivals.check(player, reply.arrival, Instant::now()) {
            return self.refuse_entry(reply, refusal);
        }
        self.look_ahead(seen);
        self.stage_own(Command::OfferKey {
            player,
            confirms: owner.is_offered,
            key: next,
        });
        let was_connected = self.presence.is_connected(player);
        let connection = self.presence.connect(player, Instant::now());
        if !was_connected {
            let frame = self.presence_of(player);
            self.staged.publish(frame);
        }
        self.stage_own(Command::Returned { player });
        if let Some(clocks) = self.changed_clocks() {
            self.staged.publish(clocks);
        }
        let missed = seen.and_then(|seen| self.missed(player, seen));
        let catch_up = missed.unwrap_or_else(|| self.snapshot(player));
        self.admit(connection, catch_up, reply);
    }

    /// The device by which a person came in; `None` for a guest.
    fn device_of(&self, player: PlayerId) -> Option<AccountId> {
        self.lobby.players().get(&player)?.device
    }

    /// The person with this key, and whether the key is the one that was offered last.
    fn owner(&self, key: &Key) -> Option<KeyOwner> {
        let mut owner = None;
        for (player, it) in self.lobby.players() {
            let is_offered = it.offered.is_some_and(|offered| same_key(&offered, key));
            if same_key(&it.key, key) || is_offered {
                owner = Some(KeyOwner {
                    player: *player,
                    is_offered,
                });
            }
        }
        owner
    }

    /// The frames of a snapshot, for a person who enters or has missed too much.
    pub(super) fn snapshot(&self, you: PlayerId) -> Vec<Frame> {
        let snapshot = self
            .context(&|player| self.presence.is_connected(player))
            .snapshot(you);
        let told = snapshot.iter().map(encode);
        let clocks = self.moment().clocks().map(|it| encode(&it));
        let is_gone = |it: &&PlayerId| !self.presence.is_connected(**it);
        let gone = self.lobby.players().keys().filter(is_gone);
        told.chain(clocks)
            .chain(gone.map(|it| self.presence_of(*it)))
            .collect()
    }

    /// The updates after `seen`, and who is connected, which no update tells; `None` if the updates are not kept
    /// any more.
    fn missed(&self, you: PlayerId, seen: Revision) -> Option<Vec<Frame>> {
        let others = self.lobby.players().keys().filter(|it| **it != you);
        let presences = others.map(|it| self.presence_of(*it));
        let clocks = self.moment().clocks().map(|it| encode(&it));
        let is_connected = |player| self.presence.is_connected(player);
        let context = self.context(&is_connected);
        Some(
            self.updates
                .missed(seen, context)?
                .into_iter()
                .chain(presences)
                .chain(clocks)
                .collect(),
        )
    }

    /// Counts a person who has seen more than there is: unless the client is wrong, the journal has lost what was shown. It is
    /// logged once, since a client may ask as often as it likes.
    fn look_ahead(&mut self, seen: Option<Revision>) {
        let shown = self.lobby.shown();
        let Some(seen) = seen.filter(|seen| *seen > shown) else {
            return;
        };
        self.services.metrics.set_back("resume");
        if self.presence.is_first_ahead() {
            tracing::warn!(
                lobby = %self.code,
                shown = shown.0,
                seen = seen.0,
                "somebody returns who has seen more of this lobby than the journal has: it may have been set back"
            );
        }
    }

    /// Sends a snapshot and the choices again, to a person who acted on an earlier position.
    pub(super) fn show_anew(&mut self, to: ConnectionId) {
        for frame in self.snapshot(to.player) {
            self.staged.show(Letter { to, frame });
        }
        self.announced.forget_choices_of(to);
    }

    /// Lets a session in once the batch is durable.
    fn admit(&mut self, connection: ConnectionId, catch_up: Vec<Frame>, reply: ReplyChannel) {
        self.presence
            .note_arrival(connection.player, reply.arrival, Instant::now());
        let admitted = Admitted {
            connection,
            revision: self.lobby.shown(),
            last_id: self.answers.last_id(connection.player),
            device: self.device_of(connection.player),
        };
        self.staged.admit(admitted, catch_up, reply);
    }

    /// Refuses to let a session in.
    fn refuse_entry(&mut self, reply: ReplyChannel, refusal: Refusal) {
        tracing::debug!(lobby = %self.code, code = %refusal.code, "not let in");
        self.staged.refuse(reply, refusal);
    }
}
