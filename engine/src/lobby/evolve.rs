//! From events to the state: applies what happened; never fails, never draws, decides nothing. And replay, which checks
//! first.
//!
//! The server's lobby task applies the events that it decided; recovery and the checks of exported matches replay those
//! of the journal.

use super::{
    Agreement, AsideEvent, Clocks, Created, DiceEvent, Entered, Event, GameMatch, Holder,
    LatestChoices, Lobby, LobbyEvent, Looks, MatchEvent, PeopleEvent, Phase, Player, PlayerId,
    PrivateEvent, STAND_IN, SeatEvent, Settings, Stage, TalkEvent,
};
use crate::game::{Node, SEATS_MAX, Seat, SeatSet, State};
use crate::games::AnyConfig;

/// The error of a stream that contradicts the rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("event {revision} contradicts the rules: {event}")]
pub struct ReplayError {
    /// The revision before the wrong event.
    pub revision: u64,
    /// The wrong event, as text for operators.
    pub event: String,
}

impl Lobby {
    /// Applies an event. Precondition: `decide` has just decided it, or it is possible here (see `replay`).
    pub fn evolve(&mut self, event: Event) {
        self.revision.0 += 1;
        self.shown.0 += u64::from(event.is_shown());
        self.apply(event);
        self.pass_clock();
        let decided = self.decided();
        if let Stage::Match(it) = &mut self.stage {
            it.outcome = it.outcome.or(decided);
        }
    }

    /// Rebuilds a lobby from a stream, checking each event against the rules before applying it.
    ///
    /// A stream that ends within a batch is no error; [`Lobby::is_whole`] tells whether it does.
    pub fn replay(mut self, events: impl IntoIterator<Item = Event>) -> Result<Self, ReplayError> {
        for event in events {
            if !self.is_possible(&event) {
                return Err(ReplayError {
                    revision: self.revision.0,
                    event: format!("{event:?}"),
                });
            }
            self.evolve(event);
        }
        Ok(self)
    }

    fn apply(&mut self, event: Event) {
        match event {
            Event::Lobby(event) => self.apply_to_lobby(event),
            Event::People(event) => self.apply_to_people(event),
            Event::Seats(event) => self.apply_to_seats(event),
            Event::Dice(event) => self.apply_to_dice(event),
            Event::Ahead(event) => self.apply_ahead(event),
            Event::Origins(event) => self.apply_to_origin(event),
            Event::Match(event) => self.apply_to_match(event),
            Event::Talk(TalkEvent::Said { .. }) | Event::Aside(AsideEvent::Whispered { .. }) => {}
            Event::Aside(AsideEvent::HintsChanged { allowed }) => self.hints_allowed = allowed,
            Event::Private(event) => self.apply_to_keys(event),
        }
    }

    fn apply_to_lobby(&mut self, event: LobbyEvent) {
        match event {
            LobbyEvent::Created { title, settings } => {
                self.created = Some(Created { title, settings });
            }
            LobbyEvent::SettingsChanged { settings } => self.change(settings),
            LobbyEvent::PasswordChanged { password } => self.access.password = password,
            LobbyEvent::LockChanged { locked } => self.access.is_locked = locked,
            LobbyEvent::Ended { .. } => self.end(),
        }
    }

    fn apply_to_people(&mut self, event: PeopleEvent) {
        match event {
            PeopleEvent::Entered(it) => self.admit(it),
            PeopleEvent::Left { player } | PeopleEvent::Kicked { player } => self.remove(player),
            PeopleEvent::Banned { player } => {
                self.keep_out(player);
                self.remove(player);
            }
            PeopleEvent::BanLifted { player } => drop(self.access.banned.remove(&player)),
            PeopleEvent::SilenceChanged { player, silenced } => self.set_silenced(player, silenced),
            PeopleEvent::HostChanged { player } => self.host = Some(player),
        }
    }

    fn apply_to_seats(&mut self, event: SeatEvent) {
        match event {
            SeatEvent::SeatTaken { seat, player } => self.sit(seat, player),
            SeatEvent::SeatLeft { seat } => self.vacate(seat),
            SeatEvent::BotSeated { seat, bot } => self.seats[seat.idx()] = Holder::Bot(bot),
            SeatEvent::SeatOpened { seat } => self.seats[seat.idx()] = Holder::Open,
            SeatEvent::SeatClosed { seat } => self.seats[seat.idx()] = Holder::Closed,
            SeatEvent::ReadyChanged { seat, ready } => self.set_ready(seat, ready),
            SeatEvent::HandedToBot { seat } => self.set_held_by_bot(seat, true),
            SeatEvent::TakenBack { seat } => self.set_held_by_bot(seat, false),
        }
    }

    fn apply_to_dice(&mut self, event: DiceEvent) {
        match event {
            DiceEvent::DiceSealed {
                match_id,
                begun_at,
                secret,
                seats,
            } => {
                let agreement = Agreement::new(match_id, begun_at, secret, seats);
                self.next_dice = None;
                self.stage = Stage::Starting(Some(Box::new(agreement)));
            }
            DiceEvent::ShareCommitted { seat, commitment } => {
                self.agreement_mut().commit(seat, commitment);
            }
            DiceEvent::ShareShown { seat, share } => self.agreement_mut().show(seat, share),
            DiceEvent::ShareMissed { seat } => self.agreement_mut().miss(seat),
            DiceEvent::DiceOpened => self.agreement_mut().is_opened = true,
        }
    }

    fn apply_to_match(&mut self, event: MatchEvent) {
        match event {
            MatchEvent::MatchCalled => self.call(),
            MatchEvent::MatchStarted { config } => self.begin(config),
            MatchEvent::Acted {
                seat,
                action,
                spent_ms,
            } => {
                self.ply.0 = self.ply.0.saturating_add(1);
                let holders = self.seats;
                let it = self.match_mut();
                it.actions = it.actions.saturating_add(1);
                it.clocks.act(seat, spent_ms);
                it.choices.note(&it.state, action, &holders);
                it.state.act(action);
            }
            MatchEvent::Rolled { chance } => {
                let it = self.match_mut();
                it.rolls += 1;
                it.state.resolve(chance);
            }
            MatchEvent::Resigned { seat } => {
                let it = self.match_mut();
                it.resigned = it.resigned.with(seat);
            }
            MatchEvent::TimedOut { seat } => self.match_mut().clocks.run_out(seat),
            MatchEvent::PauseWanted { seat, wanted } => self.want_pause(seat, wanted),
            MatchEvent::Paused { spent_ms } => self.pause_match(spent_ms),
            MatchEvent::Continued => self.match_mut().is_paused = false,
        }
    }

    fn apply_to_keys(&mut self, event: PrivateEvent) {
        match event {
            PrivateEvent::KeyOffered { player, key } => {
                // Another run of the person's program may hold the new key, and cannot show the share.
                if let Some(seat) = self.seat_of(player) {
                    self.withdraw(seat);
                }
                self.update_player(player, |it| it.offered = Some(key));
            }
            PrivateEvent::KeyConfirmed { player } => {
                self.update_player(player, |it| it.key = it.offered.take().unwrap_or(it.key));
            }
            PrivateEvent::Answered { .. } => {}
        }
    }

    fn admit(&mut self, entered: Entered) {
        let Entered {
            player,
            name,
            key,
            looks,
            address,
        } = entered;
        self.next_player = player.0.saturating_add(1);
        let looks = looks.unwrap_or_else(|| Looks::plain(&name));
        let person = Player {
            name,
            looks,
            key,
            address,
            offered: None,
        };
        self.players.insert(player, person);
        self.host.get_or_insert(player);
    }

    fn remove(&mut self, player: PlayerId) {
        if let Some(seat) = self.seat_of(player) {
            self.vacate(seat);
        }
        self.players.remove(&player);
        if self.host == Some(player) {
            self.host = None;
        }
    }

    fn sit(&mut self, seat: Seat, player: PlayerId) {
        if let Some(before) = self.seat_of(player) {
            self.seats[before.idx()] = Holder::Open;
            self.withdraw(before);
        }
        self.seats[seat.idx()] = Holder::Human {
            player,
            ready: false,
            held_by_bot: false,
        };
    }

    fn vacate(&mut self, seat: Seat) {
        self.want_pause(seat, false);
        self.withdraw(seat);
        self.seats[seat.idx()] = match self.phase() {
            Phase::Starting | Phase::Playing => Holder::Bot(STAND_IN),
            Phase::Waiting | Phase::Over | Phase::Ended => Holder::Open,
        };
    }

    fn change(&mut self, settings: Settings) {
        match &mut self.created {
            Some(created) => created.settings = settings,
            None => unreachable!("the settings of a lobby that is not created were changed"),
        }
        if self.is_idle() {
            self.given = None;
        }
        self.reset_readiness();
    }

    /// Calls a match: drops the last match and its agreement.
    fn call(&mut self) {
        let commitments = self.commitments_of_unmoved();
        self.gather();
        if let Some(next) = &mut self.next_dice {
            next.commitments = commitments;
        }
        self.matches = self.matches.saturating_add(1);
        self.stage = Stage::Starting(None);
    }

    /// Begins the match. Matches of early releases were not called before.
    fn begin(&mut self, config: AnyConfig) {
        let given = self.given.take();
        let state = match given
            .as_ref()
            .map_or_else(|| config.start(), |it| Ok(it.state.clone()))
        {
            Ok(state) => state,
            Err(error) => unreachable!("a match was decided that cannot start: {error}"),
        };
        let agreement = match std::mem::take(&mut self.stage) {
            Stage::Starting(agreement) => agreement,
            Stage::Waiting | Stage::Match(_) | Stage::Ended(_) => {
                self.gather();
                None
            }
        };
        let clocks = Clocks::new(self.created().settings.clock);
        self.stage = Stage::Match(Box::new(GameMatch {
            config,
            state,
            is_continued: given.is_some(),
            actions: 0,
            rolls: 0,
            resigned: SeatSet::EMPTY,
            agreement,
            outcome: None,
            clocks,
            is_paused: false,
            wants_pause: SeatSet::EMPTY,
            choices: LatestChoices::default(),
        }));
    }

    /// Ends the lobby; its last match stays known.
    fn end(&mut self) {
        self.stage = match std::mem::take(&mut self.stage) {
            Stage::Match(it) => Stage::Ended(Some(it)),
            Stage::Waiting | Stage::Starting(_) => Stage::Ended(None),
            ended @ Stage::Ended(_) => ended,
        };
    }

    /// Moves the seats that are held together to the front, in order; the others follow in order. Clears the agreement
    /// to start.
    fn gather(&mut self) {
        let mut seats = self.seats;
        seats.sort_by_key(|it| !it.is_held());
        self.seats = seats;
        self.reset_readiness();
    }

    /// The agreement that an event is about.
    fn agreement_mut(&mut self) -> &mut Agreement {
        let agreement = match &mut self.stage {
            Stage::Starting(it) => it.as_deref_mut(),
            Stage::Match(it) => it.agreement.as_deref_mut(),
            Stage::Waiting | Stage::Ended(_) => None,
        };
        match agreement {
            Some(it) => it,
            None => unreachable!("no dice are agreed on, and an event changes the agreement"),
        }
    }

    /// The match that an event is about.
    fn match_mut(&mut self) -> &mut GameMatch {
        match &mut self.stage {
            Stage::Match(it) => it,
            Stage::Waiting | Stage::Starting(_) | Stage::Ended(_) => {
                unreachable!("there is no match, and an event changes it")
            }
        }
    }

    fn reset_readiness(&mut self) {
        for seat in Seat::ALL {
            self.set_ready(seat, false);
        }
    }

    fn set_ready(&mut self, seat: Seat, agrees: bool) {
        if let Holder::Human { ready, .. } = &mut self.seats[seat.idx()] {
            *ready = agrees;
        }
        if !agrees {
            self.withdraw(seat);
        }
    }

    fn set_held_by_bot(&mut self, seat: Seat, held: bool) {
        if let Holder::Human { held_by_bot, .. } = &mut self.seats[seat.idx()] {
            *held_by_bot = held;
        }
        if held {
            self.withdraw(seat);
        }
    }

    /// Passes the turn of the clocks to the seat to move.
    fn pass_clock(&mut self) {
        if let Stage::Match(it) = &mut self.stage
            && let Node::Decision(seat) = it.state.node()
        {
            it.clocks.pass_to(seat);
        }
    }

    fn want_pause(&mut self, seat: Seat, wanted: bool) {
        if let Stage::Match(it) = &mut self.stage {
            it.wants_pause = if wanted {
                it.wants_pause.with(seat)
            } else {
                it.wants_pause.without(seat)
            };
        }
    }

    fn pause_match(&mut self, spent_ms: u32) {
        let to_move = self.to_move().map(|(seat, _)| seat);
        let it = self.match_mut();
        it.is_paused = true;
        if let Some(seat) = to_move {
            it.clocks.spend(seat, spent_ms);
        }
    }

    fn update_player(&mut self, player: PlayerId, update: impl FnOnce(&mut Player)) {
        if let Some(player) = self.players.get_mut(&player) {
            update(player);
        }
    }

    /// The number of seats that are held, by humans or bots.
    pub(super) fn held(&self) -> u8 {
        self.seats.iter().map(|it| u8::from(it.is_held())).sum()
    }
}

impl Holder {
    /// Whether a human or a bot holds the seat.
    pub(super) fn is_held(&self) -> bool {
        match self {
            Self::Human { .. } | Self::Bot(_) => true,
            Self::Open | Self::Closed => false,
        }
    }
}

const _: () = assert!(SEATS_MAX <= 255, "seats are counted in a u8");
