//! The stream of a lobby beside the server: what follows from each event, and what may be shown of it.
//!
//! Called by the [`Oracle`](super::Oracle) with every append and every frame.

use std::collections::{BTreeMap, BTreeSet};
use std::mem;

use dicehall_engine::lobby::{
    Command, Event, Lobby, MatchEvent, PlayerId, Ply, PrivateEvent, Revision,
};
use dicehall_engine::{AnyAction, State};
use dicehall_protocol::{EventView, History, LobbyCode, Reply, ServerMessage, choices_of};
use dicehall_server::Written;

use super::ShownFrame;
use super::moment::Moment;
use super::whispers::Whispers;
use crate::reference::{Reference, Telling};
use crate::shown::check_shown;
use crate::simulation::time::Watch;

/// The stream of a lobby, and what follows from it.
#[derive(Debug, Default)]
pub(super) struct Track {
    pub(super) lobby: Lobby,
    /// The reference lobby, which must be like the real one.
    pub(super) reference: Reference,
    pub(super) events: Vec<Event>,
    /// The lobby after each event that left it whole.
    pub(super) moments: BTreeMap<Revision, Moment>,
    /// The choices at each ply, in every match: a client that reads late may still be sent those of an earlier one.
    pub(super) choices: BTreeMap<Ply, Vec<Vec<AnyAction>>>,
    /// The actions, by ply.
    pub(super) acted: Vec<AnyAction>,
    /// The update to each revision, as it was first seen.
    pub(super) updates: BTreeMap<Revision, String>,
    pub(super) whispers: Whispers,
    /// The commands that were carried out, by person and number.
    pub(super) carried_out: BTreeSet<(PlayerId, u64)>,
    pub(super) watch: Watch,
    /// Whether anybody was let in since the server started.
    pub(super) is_visited: bool,
}

impl Track {
    pub(super) fn append(&mut self, written: &Written, stamp: usize) {
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

    pub(super) fn check(&mut self, code: LobbyCode, frame: &ShownFrame<'_>) {
        let ShownFrame {
            text,
            message,
            stamp,
        } = *frame;
        if let ServerMessage::Update {
            layout: _,
            revision,
            events,
            lobby,
            view,
            ply,
            outcome,
            notice: _,
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
        if let ServerMessage::Offered { ply, offer, .. } = message {
            let choices = choices_of(offer.clone());
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
