//! The oracle: what may be shown, by a replay of the journal beside the server, without any of its code but the rules.
//!
//! Called by every simulated person with every frame. A frame is right if its content was durable when it was written,
//! and is exactly what follows from the stream.

mod moment;
mod whispers;

use std::collections::{BTreeMap, BTreeSet};
use std::mem;

use dicehall_engine::lobby::{
    Command, Entered, Event, Lobby, MatchEvent, PeopleEvent, Phase, PlayerId, Ply, PrivateEvent,
    Revision, TalkEvent,
};
use dicehall_engine::{AnyAction, State};
use dicehall_protocol::{EventView, History, LobbyCode, Reply, RequestKey, ServerMessage};
use dicehall_server::{FaultyJournal, Written};

use super::requests::{Came, Requests};
use super::time::Watch;
use crate::reference::{Reference, Telling};
use crate::shown::check_shown;
use moment::Moment;
use whispers::Whispers;

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

/// The stream of a lobby, and what follows from it.
#[derive(Debug, Default)]
struct Track {
    lobby: Lobby,
    /// The reference lobby, which must be like the real one.
    reference: Reference,
    events: Vec<Event>,
    /// The lobby after each event that left it whole.
    moments: BTreeMap<Revision, Moment>,
    /// The choices at each ply, in every match: a client that reads late may still be sent those of an earlier one.
    choices: BTreeMap<Ply, Vec<Vec<AnyAction>>>,
    /// The actions, by ply.
    acted: Vec<AnyAction>,
    /// The update to each revision, as it was first seen.
    updates: BTreeMap<Revision, String>,
    whispers: Whispers,
    /// The commands that were carried out, by person and number.
    carried_out: BTreeSet<(PlayerId, u64)>,
    watch: Watch,
    /// Whether anybody was let in since the server started.
    is_visited: bool,
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
        place: (LobbyCode, PlayerId),
        asked: usize,
    ) -> bool {
        self.follow();
        self.requests.check_answer(key, place, asked)
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

    /// Checks a frame that a person in `lobby` received; `seen` is the person's revision before it, `stamp` the number
    /// of appends that were durable when the frame was written.
    pub(super) fn check(
        &mut self,
        (lobby, you): (LobbyCode, PlayerId),
        (text, message): (&str, &ServerMessage),
        seen: Option<Revision>,
        stamp: usize,
    ) {
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
        track.check(lobby, (text, message), stamp);
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
            let before = self.requests.note(key, (*lobby, *player), self.read);
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

impl Track {
    fn append(&mut self, written: &Written, stamp: usize) {
        let Written {
            lobby,
            before,
            ref events,
            ..
        } = *written;
        assert_eq!(
            self.lobby.revision(),
            before,
            "{lobby}: an append does not follow the one before"
        );
        let mut rest = events.as_slice();
        while !rest.is_empty() {
            let Telling {
                count,
                command,
                answer,
            } = self.reference.follow(rest);
            let (step, others) = rest.split_at(count);
            self.check_attended(lobby, command.as_ref());
            for event in step {
                self.is_visited |= lets_in(event);
                self.watch.check(lobby, event, written);
                self.take_in(lobby, event, stamp);
                self.watch.follow(event, self.lobby.want().clock, written);
            }
            let context = || {
                format!(
                    "{lobby} {:?}: {command:?} led to {step:?}",
                    self.lobby.revision()
                )
            };
            assert_eq!(answer, Ok(()), "{}", context());
            self.reference.check_like(&self.lobby, &context);
            rest = others;
        }
        assert!(self.lobby.is_whole(), "{lobby}: half a batch is durable");
        self.watch.go_on(written);
    }

    /// Checks that after a restart no time passes for a match, and no absence counts, before somebody is back.
    fn check_attended(&self, lobby: LobbyCode, command: Option<&Command>) {
        let needs_somebody = matches!(
            command,
            Some(Command::BotActed { .. } | Command::TimeUp { .. } | Command::Absent { .. })
        );
        assert!(
            self.is_visited || !needs_somebody,
            "{lobby}: {command:?}, but nobody is back since the server started"
        );
    }

    fn take_in(&mut self, lobby: LobbyCode, event: &Event, stamp: usize) {
        let replayed = mem::take(&mut self.lobby).replay([event.clone()]);
        self.lobby = replayed.unwrap_or_else(|error| panic!("{lobby}: {error}: {event:?}"));
        if event.is_shown() {
            self.events.push(event.clone());
        }
        if let Event::Match(MatchEvent::Acted { action, .. }) = event {
            self.acted.push(*action);
        }
        self.whispers.note(event, self.lobby.shown(), stamp);
        if let Event::Private(PrivateEvent::Answered { player, id }) = event {
            let is_first = self.carried_out.insert((*player, *id));
            assert!(
                is_first,
                "{lobby}: command {id} of {player:?} is carried out twice"
            );
        }
        if self.lobby.is_whole() {
            // Events that are not shown change no moment.
            let lobby = &self.lobby;
            let moment = || Moment {
                stamp,
                lobby: lobby.clone(),
            };
            self.moments.entry(lobby.shown()).or_insert_with(moment);
        }
        if let Some((_, state)) = self.lobby.to_move().filter(|_| self.lobby.is_whole()) {
            let choices = state.actions();
            assert!(
                !choices.is_empty(),
                "{lobby}: nothing can be chosen at {:?}",
                self.lobby.ply()
            );
            let known = self.choices.entry(self.lobby.ply()).or_default();
            if !known.contains(&choices) {
                known.push(choices);
            }
        }
    }

    /// The lobby at a revision that was shown.
    fn moment(&self, lobby: LobbyCode, revision: Revision, stamp: usize) -> &Moment {
        let moment = self.moments.get(&revision);
        let moment = moment
            .unwrap_or_else(|| panic!("{lobby} {revision:?} is shown and not in the journal"));
        assert!(
            moment.stamp <= stamp,
            "{lobby} {revision:?} was shown before it was durable"
        );
        moment
    }

    fn check(&mut self, code: LobbyCode, (text, message): (&str, &ServerMessage), stamp: usize) {
        if let ServerMessage::Update {
            revision,
            events,
            lobby,
            view,
            ply,
            outcome,
        } = message
        {
            let moment = self.moment(code, *revision, stamp);
            moment.check_end(*ply, *outcome);
            moment.check_view(view.as_ref());
            if let Some(shown) = lobby {
                moment.check_lobby(code, shown);
            }
            self.check_update(*revision, events, text);
        }
        if let ServerMessage::Snapshot {
            revision,
            lobby,
            game_match,
            ..
        } = message
        {
            let moment = self.moment(code, *revision, stamp);
            moment.check_lobby(code, lobby);
            moment.check_match(game_match.as_ref());
        }
        if let ServerMessage::Accepted {
            revision: Some(revision),
            reply,
            ..
        } = message
        {
            self.moment(code, *revision, stamp);
            if let Some(Reply::History(history)) = reply {
                self.check_history(code, history, stamp);
            }
        }
        if let ServerMessage::Choices { ply, choices } = message {
            let shown: Vec<AnyAction> = choices.iter().map(|it| it.action).collect();
            let known = self.choices.get(ply);
            assert!(
                known.is_some_and(|it| it.contains(&shown)),
                "{code}: the choices of {ply:?} are {shown:?}, not one of {known:?}"
            );
        }
    }

    /// Checks that a piece of history is that of the journal, in order, as it could be shown at the time.
    fn check_history(&self, code: LobbyCode, history: &History, stamp: usize) {
        let mut seen = Revision(0);
        for update in &history.updates {
            let before = update.revision.0 - u64::try_from(update.events.len()).unwrap();
            assert!(
                seen.0 <= before,
                "{code}: {update:?} is told after {seen:?}"
            );
            seen = update.revision;
            let moment = self.moment(code, update.revision, stamp);
            moment.check_view(update.view.as_ref());
            assert_eq!(moment.lobby.outcome(), update.outcome, "{code}: {update:?}");
            self.check_events(update.revision, &update.events);
        }
    }

    fn check_events(&self, revision: Revision, events: &[EventView]) {
        let before = usize::try_from(revision.0).unwrap() - events.len();
        for (shown, event) in events.iter().zip(&self.events[before..]) {
            check_shown(revision, shown, event);
        }
    }

    /// Checks that everybody gets the same update, and that it has the events of the journal.
    fn check_update(&mut self, revision: Revision, events: &[EventView], text: &str) {
        if let Some(first) = self.updates.get(&revision) {
            assert_eq!(first, text, "{revision:?} is shown to some in another way");
            return;
        }
        self.check_events(revision, events);
        self.updates.insert(revision, text.to_owned());
    }
}

/// Whether the event lets a person in: each way in offers a key.
fn lets_in(event: &Event) -> bool {
    matches!(event, Event::Private(PrivateEvent::KeyOffered { .. }))
}

/// Whether only the task of a lobby can have sent the message.
fn tells_of_lobby(message: &ServerMessage) -> bool {
    matches!(
        message,
        ServerMessage::Update { .. }
            | ServerMessage::Snapshot { .. }
            | ServerMessage::Choices { .. }
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
