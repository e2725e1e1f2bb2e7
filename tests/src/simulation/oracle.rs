//! The oracle: what may be shown, by a replay of the journal beside the server, without any of its code but the rules.
//!
//! Called by every simulated person with every frame. A frame is right if its content was durable when it was written,
//! and is exactly what follows from the stream.

mod moment;
mod track;
mod whispers;

use std::collections::{BTreeMap, BTreeSet};

use dicehall_engine::AnyAction;
use dicehall_engine::lobby::{
    Entered, Event, PeopleEvent, Phase, PlayerId, Ply, PrivateEvent, Revision, TalkEvent,
};
use dicehall_protocol::{LobbyCode, RequestKey, ServerMessage};
use dicehall_server::{FaultyJournal, Written};

use super::requests::{Came, Requests};
use track::Track;

/// A frame that a person received.
pub(super) struct ShownFrame<'a> {
    pub(super) text: &'a str,
    pub(super) message: &'a ServerMessage,
    /// The number of appends that were durable when it was written.
    pub(super) stamp: usize,
}

/// Everything that is durable.
#[derive(Debug)]
pub(super) struct Oracle {
    journal: FaultyJournal,
    /// The number of appends that were read.
    read: usize,
    tracks: BTreeMap<LobbyCode, Track>,
    /// The lobbies with a damaged record: nobody may be told of them.
    damaged: BTreeSet<LobbyCode>,
    requests: Requests,
}

/// The standing of a lobby, for the checks after the storm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Standing {
    pub(super) lobby: LobbyCode,
    pub(super) phase: Phase,
    pub(super) ply: Ply,
    pub(super) revision: Revision,
}

impl Oracle {
    /// An oracle before anything is durable.
    pub(super) fn new(journal: FaultyJournal) -> Self {
        let (tracks, damaged, requests) = (BTreeMap::new(), BTreeSet::new(), Requests::default());
        Self {
            journal,
            read: 0,
            tracks,
            damaged,
            requests,
        }
    }

    /// The server has started again.
    pub(super) fn restart(&mut self) {
        self.follow();
        for track in self.tracks.values_mut() {
            track.watch.restart();
            track.is_visited = false;
        }
    }

    /// The record of a lobby was damaged.
    pub(super) fn damage(&mut self, lobby: LobbyCode) {
        self.follow();
        self.damaged.insert(lobby);
    }

    /// The standing of every lobby that has not ended and was not damaged.
    pub(super) fn standings(&mut self) -> Vec<Standing> {
        self.follow();
        let standing = |(code, it): (&LobbyCode, &Track)| Standing {
            lobby: *code,
            phase: it.lobby.phase(),
            ply: it.lobby.ply(),
            revision: it.lobby.shown(),
        };
        let is_sound =
            |it: &Standing| it.phase != Phase::Ended && !self.damaged.contains(&it.lobby);
        self.tracks.iter().map(standing).filter(is_sound).collect()
    }

    /// Whether the person is known in the lobby, and may come back to it.
    pub(super) fn knows(&mut self, lobby: LobbyCode, player: PlayerId) -> bool {
        self.follow();
        if self.damaged.contains(&lobby) {
            return false;
        }
        let track = self.tracks.get(&lobby);
        track.is_some_and(|it| {
            it.lobby.phase() != Phase::Ended && it.lobby.players().contains_key(&player)
        })
    }

    /// The number of durable appends.
    pub(super) fn durable(&self) -> usize {
        self.journal.count()
    }

    /// The name of the person in the lobby.
    pub(super) fn name_of(&mut self, lobby: LobbyCode, player: PlayerId) -> Option<String> {
        self.follow();
        let players = self.tracks.get(&lobby).map(|it| it.lobby.players());
        players
            .and_then(|it| it.get(&player))
            .map(|it| it.name.clone())
    }

    /// Records that the key of a request is no longer valid.
    pub(super) fn spend(&mut self, key: RequestKey) {
        self.requests.spend(key);
    }

    /// Checks the place that the answer to a request names; returns whether the request had got it before it was last
    /// sent.
    pub(super) fn check_answer(
        &mut self,
        key: RequestKey,
        lobby: LobbyCode,
        player: PlayerId,
        asked: usize,
    ) -> bool {
        self.follow();
        self.requests.check_answer(key, lobby, player, asked)
    }

    /// The person who must have got a place by the request, though it is refused as if there were none.
    pub(super) fn must_know(&mut self, key: RequestKey, code: &str, asked: usize) -> Option<Came> {
        self.follow();
        self.requests
            .must_know(key, code, asked)
            .filter(|it| self.is_inside(*it))
    }

    /// How often this line was said in the lobby.
    pub(super) fn times_said(&mut self, lobby: LobbyCode, line: &str) -> usize {
        self.follow();
        let said =
            |it: &&Event| matches!(it, Event::Talk(TalkEvent::Said { text, .. }) if text == line);
        self.tracks
            .get(&lobby)
            .map_or(0, |it| it.events.iter().filter(said).count())
    }

    /// Checks that the journal has an accepted action, at that ply.
    pub(super) fn check_acted(&mut self, lobby: LobbyCode, ply: Ply, action: AnyAction) {
        self.follow();
        let found = self
            .tracks
            .get(&lobby)
            .and_then(|it| it.acted.get(usize::try_from(ply.0).unwrap()));
        assert_eq!(
            found,
            Some(&action),
            "{lobby}: {ply:?} was accepted, but the journal has something else"
        );
    }

    /// Checks a frame that a person in `lobby` received; `seen` is the person's revision before it.
    pub(super) fn check(
        &mut self,
        lobby: LobbyCode,
        you: PlayerId,
        frame: &ShownFrame<'_>,
        seen: Option<Revision>,
    ) {
        let ShownFrame {
            text,
            message,
            stamp,
        } = *frame;
        self.follow();
        let Some(track) = self.tracks.get_mut(&lobby) else {
            assert!(
                seen.is_none(),
                "{lobby} is shown, but the journal does not know it: {text}"
            );
            return;
        };
        let is_damaged = self.damaged.contains(&lobby);
        assert!(
            !is_damaged || !tells_of_lobby(message),
            "{lobby} was damaged and is shown: {text}"
        );
        track.check(lobby, frame);
        track.whispers.check(you, message, stamp);
    }

    /// Reads the appends that have become durable.
    fn follow(&mut self) {
        for written in self.journal.since(self.read) {
            self.read += 1;
            let is_damaged = self.damaged.contains(&written.lobby);
            assert!(!is_damaged, "{} was damaged and goes on", written.lobby);
            self.tracks
                .entry(written.lobby)
                .or_default()
                .append(&written, self.read);
            self.note_requests(&written);
        }
    }

    fn note_requests(&mut self, Written { lobby, events, .. }: &Written) {
        for event in events {
            if let Event::Private(PrivateEvent::KeyConfirmed { player }) = event {
                self.requests.spend_of(*lobby, *player);
            }
            let Event::People(PeopleEvent::Entered(Entered { player, key, .. })) = event else {
                continue;
            };
            let before = self.requests.note(key, *lobby, *player, self.read);
            let double = before.into_iter().find(|it| self.is_inside(*it));
            assert!(
                double.is_none(),
                "{lobby}: {player:?} came in by the request that made {double:?}"
            );
        }
    }

    fn is_inside(&self, came: Came) -> bool {
        let track = self
            .tracks
            .get(&came.lobby)
            .filter(|_| !self.damaged.contains(&came.lobby));
        track.is_some_and(|it| {
            it.lobby.phase() != Phase::Ended && it.lobby.players().contains_key(&came.player)
        })
    }
}

/// Whether only the task of a lobby can have sent the message.
fn tells_of_lobby(message: &ServerMessage) -> bool {
    matches!(
        message,
        ServerMessage::Update { .. }
            | ServerMessage::Snapshot { .. }
            | ServerMessage::Offered { .. }
            | ServerMessage::Clocks { .. }
            | ServerMessage::Presence { .. }
            | ServerMessage::Whispered { .. }
            | ServerMessage::Frozen { .. }
            | ServerMessage::Accepted {
                revision: Some(_),
                ..
            }
    )
}
