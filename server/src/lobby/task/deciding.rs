//! From a command to what is staged: the rules decide, the events are applied, and everybody in the task who has to know
//! follows them. The update for everybody is made here.

use dicehall_engine::lobby::{
    AsideEvent, Command, DiceEvent, Entered, Event, MatchEvent, PeopleEvent, Phase, Reject,
};
use tokio::time::Instant;

use super::mail::ConnectionId;
use super::staged::{Consequences, Letter};
use super::{LobbyTask, encode};
use crate::archive::MatchStart;
use crate::frame::Frame;
use crate::refusal::translate::ViewContext;

/// The result of a command.
pub(super) struct Decided {
    /// The connection of the person who entered, if anybody did.
    pub(super) entered: Option<ConnectionId>,
    /// The messages that follow from it.
    pub(super) follows: Consequences,
}

impl LobbyTask {
    /// Decides a command of the server's own, to which nobody waits for an answer; returns whether it was accepted.
    pub(super) fn stage_own(&mut self, command: Command) -> bool {
        match self.decide(command) {
            Ok(Decided { follows, .. }) => {
                self.staged.command(None, follows);
                true
            }
            Err(reject) => {
                tracing::debug!(lobby = %self.code, %reject, "the rules refused the shell");
                false
            }
        }
    }

    /// Decides a command, applies its events, and makes the messages that follow from it.
    pub(super) fn decide(&mut self, command: Command) -> Result<Decided, Reject> {
        let before = self.lobby.phase();
        self.agreeing.dice.follow(&self.lobby);
        let events = self.lobby.decide(command, &mut self.agreeing.dice)?;
        for event in &events {
            self.note_match(event);
            self.lobby.evolve(event.clone());
        }
        let entered = self.note(&events);
        let follows = Consequences {
            update: self.update_of(&events, before),
            dismissed: None,
            asides: self.asides_of(&events),
        };
        self.staged.happen(events);
        Ok(Decided { entered, follows })
    }

    /// The update for everybody, which is also kept for those who are not there.
    fn update_of(&mut self, events: &[Event], before: Phase) -> Option<Frame> {
        let context = ViewContext {
            code: self.code,
            lobby: &self.lobby,
            is_connected: &|player| self.presence.is_connected(player),
            rates: self.services.as_ref(),
        };
        if events.iter().any(Event::is_shown) {
            return Some(self.updates.tell(events, before, context));
        }
        if self.services.standings.is_some() && events.iter().any(changes_outlook) {
            return Some(encode(&context.refreshed()));
        }
        // What whoever operates the server says is part of no revision, and so of no history.
        events
            .iter()
            .any(is_announced)
            .then(|| encode(&context.update(events, before)))
    }

    /// The messages about asides, to those of the people whom they concern who listen.
    fn asides_of(&mut self, events: &[Event]) -> Vec<Letter> {
        let shown = self.lobby.shown();
        let mut letters = Vec::new();
        for event in events {
            let told = self.asides.follow(event, shown);
            let heard = told
                .into_iter()
                .filter_map(|it| it.letter(&self.asides, &self.presence));
            letters.extend(heard);
        }
        letters
    }

    /// Keeps what the file of a match needs, before the event changes the lobby.
    fn note_match(&mut self, event: &Event) {
        if matches!(event, Event::Dice(DiceEvent::DiceSealed { .. }))
            && self.services.archive.is_kept()
        {
            self.start = Some(MatchStart::new(&self.lobby));
        }
        if *event == Event::Dice(DiceEvent::DiceOpened) {
            self.staged.finish(self.start.take());
        }
    }

    /// Follows the events: people who entered are connected, people who left are forgotten, and at the start of a match
    /// and after a pause the choices are sent again.
    fn note(&mut self, events: &[Event]) -> Option<ConnectionId> {
        let mut entered = None;
        for event in events {
            if let Event::People(PeopleEvent::Entered(Entered { player, .. })) = event {
                entered = Some(self.presence.connect(*player, Instant::now()));
            }
            if let Some(player) = event.departed() {
                self.presence.forget(player, Instant::now());
                self.answers.forget(player);
            }
            if let Event::Match(MatchEvent::MatchStarted { .. } | MatchEvent::Continued) = event {
                self.announced.forget_choices();
            }
            // A pause has charged the time that the clock had run. After it a new clock runs, even if nothing was
            // charged and it looks the same; the clock of another match may look the same too.
            if let Event::Match(MatchEvent::Paused { .. } | MatchEvent::MatchStarted { .. }) = event
            {
                self.agenda.forget_clock();
            }
        }
        entered
    }
}

/// Whether the event is told to nobody as such, and changes whether the next match is rated.
fn changes_outlook(event: &Event) -> bool {
    matches!(
        event,
        Event::Origins(_) | Event::Aside(AsideEvent::HintsChanged { .. })
    )
}

/// Whether whoever operates the server says something by the event.
fn is_announced(event: &Event) -> bool {
    matches!(event, Event::Aside(AsideEvent::Announced { .. }))
}
