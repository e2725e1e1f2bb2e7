//! From events to the state: applies what happened; never fails, never draws, decides nothing. Each event goes to the part
//! whose it is, and what follows from it for other parts stands here.
//!
//! The server's lobby task applies the events that it decided; recovery and the checks of exported matches replay those
//! of the journal.

use super::{
    AheadEvent, AsideEvent, Created, DiceEvent, Event, GameMatch, Holder, Lobby, LobbyEvent,
    MatchEvent, NextDice, PeopleEvent, Phase, PrivateEvent, STAND_IN, SeatEvent, Settings,
    TalkEvent,
};
use crate::game::Seat;
use crate::games::AnyConfig;

impl Lobby {
    /// Applies an event. Precondition: `decide` has just decided it, or it is possible here (see `replay`).
    pub fn evolve(&mut self, event: Event) {
        self.revision.0 += 1;
        self.shown.0 += u64::from(event.is_shown());
        match event {
            Event::Lobby(event) => self.evolve_itself(event),
            Event::People(event) => self.evolve_people(event),
            Event::Seats(event) => self.evolve_seats(event),
            Event::Dice(event) => {
                if matches!(event, DiceEvent::DiceSealed { .. }) {
                    self.next_dice = None;
                }
                self.table.evolve_dice(event);
            }
            Event::Ahead(event) => self.evolve_ahead(event),
            Event::Origins(event) => self.origin.evolve(event),
            Event::Match(event) => self.evolve_match(event),
            Event::Votes(event) => self.table.evolve_votes(event),
            Event::Talk(TalkEvent::Said { .. } | TalkEvent::Reacted { .. })
            | Event::Aside(AsideEvent::Whispered { .. } | AsideEvent::Announced { .. }) => {}
            Event::Aside(AsideEvent::HintsChanged { allowed }) => self.hints_allowed = allowed,
            Event::Private(event) => self.evolve_keys(event),
        }
        self.table.settle(self.seats.humans());
        if self
            .to_move()
            .is_some_and(|(it, _)| self.bot_for(it).is_none())
        {
            self.table.end_skipping();
        }
    }

    fn evolve_itself(&mut self, event: LobbyEvent) {
        match event {
            LobbyEvent::Created { title, settings } => {
                self.created = Some(Created { title, settings });
            }
            LobbyEvent::SettingsChanged { settings } => self.change(settings),
            LobbyEvent::PasswordChanged { password } => self.access.password = password,
            LobbyEvent::LockChanged { locked } => self.access.is_locked = locked,
            LobbyEvent::Ended { .. } => self.table.end(),
        }
    }

    /// Whoever is no longer in the lobby leaves the seat first.
    fn evolve_people(&mut self, event: PeopleEvent) {
        let left = event.departed().and_then(|it| self.seats.seat_of(it));
        if let Some(seat) = left {
            self.evolve_seats(SeatEvent::SeatLeft { seat });
        }
        self.access.evolve(&event, &self.people);
        self.people.evolve(event);
    }

    /// During a match a bot takes a seat that its human leaves.
    fn evolve_seats(&mut self, event: SeatEvent) {
        if let SeatEvent::SeatLeft { seat } = event {
            self.table.leave(seat);
        }
        let vacant = match self.phase() {
            Phase::Starting | Phase::Playing => Holder::Bot(STAND_IN),
            Phase::Waiting | Phase::Over | Phase::Ended => Holder::Open,
        };
        if let Some(seat) = self.seats.evolve(event, vacant) {
            self.withdraw(seat);
        }
    }

    fn evolve_ahead(&mut self, event: AheadEvent) {
        match event {
            AheadEvent::DiceAnnounced { match_id, secret } => {
                self.next_dice = Some(Box::new(NextDice::new(match_id, secret)));
            }
            AheadEvent::ShareCommittedAhead { seat, commitment } => {
                if let Some(next) = &mut self.next_dice {
                    next.commit(seat, commitment);
                }
            }
        }
    }

    fn evolve_match(&mut self, event: MatchEvent) {
        match event {
            MatchEvent::MatchCalled => self.call(),
            MatchEvent::MatchStarted { config } => self.begin(config),
            event @ (MatchEvent::Acted { .. }
            | MatchEvent::Rolled { .. }
            | MatchEvent::Resigned { .. }
            | MatchEvent::TimedOut { .. }
            | MatchEvent::PauseWanted { .. }
            | MatchEvent::Paused { .. }
            | MatchEvent::Continued) => self.table.evolve(&event, self.seats.holders()),
        }
    }

    /// Another run of the person's program may hold a key that is offered, and cannot show the share of the one before.
    fn evolve_keys(&mut self, event: PrivateEvent) {
        if let PrivateEvent::KeyOffered { player, .. } = event
            && let Some(seat) = self.seats.seat_of(player)
        {
            self.withdraw(seat);
        }
        self.people.evolve_keys(event);
    }

    fn change(&mut self, settings: Settings) {
        match &mut self.created {
            Some(created) => created.settings = settings,
            None => unreachable!("the settings of a lobby that is not created were changed"),
        }
        if self.table.is_idle() {
            self.origin.take();
        }
        self.reset_readiness();
    }

    /// Calls a match: the seats that are held move together to the front, and their agreement to start is used up.
    fn call(&mut self) {
        if let Some(next) = &mut self.next_dice {
            next.withdraw_moved(&self.seats);
        }
        self.seats.gather();
        self.seats.reset_readiness();
        self.table.call();
    }

    /// Begins the match. Matches of early releases were not called before.
    fn begin(&mut self, config: AnyConfig) {
        if self.phase() != Phase::Starting {
            self.seats.gather();
            self.reset_readiness();
        }
        let given = self.origin.take();
        let position = given.as_ref().map(|it| it.state.clone());
        let state = match position.map_or_else(|| config.start(), Ok) {
            Ok(state) => state,
            Err(error) => unreachable!("a match was decided that cannot start: {error}"),
        };
        let clock = self.created().settings.clock;
        let name = |it| {
            self.people
                .get(it)
                .map_or_else(String::new, |it| it.name.clone())
        };
        let evening = &mut self.table.evening;
        evening.begin(self.seats.holders(), config.kind(), name);
        self.table.begin(Box::new(GameMatch {
            is_continued: given.is_some(),
            ..GameMatch::new(config, state, clock)
        }));
    }

    /// Nobody agrees to start any more.
    fn reset_readiness(&mut self) {
        self.seats.reset_readiness();
        for seat in Seat::ALL {
            self.withdraw(seat);
        }
    }

    /// Drops the commitment of a seat to a share of the next match's dice.
    fn withdraw(&mut self, seat: Seat) {
        if let Some(next) = &mut self.next_dice {
            next.withdraw(seat);
        }
    }
}
