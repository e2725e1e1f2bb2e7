//! The commands about seats and settings. Called by `decide` alone.

use crate::bots::spec::BotSpec;
use crate::game::{Seat, SeatSet};
use crate::lobby::{Event, Holder, Lobby, LobbyEvent, PlayerId, Reject, SeatEvent, Settings};

use super::check_settings;

impl Lobby {
    pub(super) fn take_seat(
        &self,
        player: PlayerId,
        wanted: Option<Seat>,
    ) -> Result<Vec<Event>, Reject> {
        self.check_no_match()?;
        let current = self.seat_of(player);
        if current.is_some() && (wanted.is_none() || wanted == current) {
            return Ok(Vec::new());
        }
        let open = self.open_seats();
        let seat = wanted
            .or_else(|| open.iter().next())
            .filter(|seat| open.contains(*seat));
        let seat = seat.ok_or(Reject::SeatNotOpen { open })?;
        Ok(vec![Event::Seats(SeatEvent::SeatTaken { seat, player })])
    }

    pub(super) fn spectate(&self, player: PlayerId) -> Result<Vec<Event>, Reject> {
        let seat = self.seat_of(player).ok_or(Reject::NotSeated)?;
        let address = self.players.get(&player).and_then(|it| it.address);
        self.check_may_watch(address)?;
        Ok(vec![Event::Seats(SeatEvent::SeatLeft { seat })])
    }

    pub(super) fn seat_bot(
        &self,
        player: PlayerId,
        seat: Seat,
        bot: BotSpec,
    ) -> Result<Vec<Event>, Reject> {
        let holder = self.validate_setup(player, seat)?;
        self.check_has_seat(seat)?;
        bot.check_game(self.chosen()?.rules.kind())?;
        Ok(unless(
            holder == Holder::Bot(bot),
            Event::Seats(SeatEvent::BotSeated { seat, bot }),
        ))
    }

    pub(super) fn open_seat(&self, player: PlayerId, seat: Seat) -> Result<Vec<Event>, Reject> {
        let holder = self.validate_setup(player, seat)?;
        if holder == Holder::Closed {
            self.check_has_seat(seat)?;
        }
        Ok(unless(
            holder == Holder::Open,
            Event::Seats(SeatEvent::SeatOpened { seat }),
        ))
    }

    pub(super) fn close_seat(&self, player: PlayerId, seat: Seat) -> Result<Vec<Event>, Reject> {
        let holder = self.validate_setup(player, seat)?;
        Ok(unless(
            holder == Holder::Closed,
            Event::Seats(SeatEvent::SeatClosed { seat }),
        ))
    }

    pub(super) fn change_settings(
        &self,
        player: PlayerId,
        settings: Settings,
    ) -> Result<Vec<Event>, Reject> {
        self.check_host(player)?;
        if !self.changes_only_pace(&settings) {
            self.check_no_match()?;
        }
        check_settings(&settings)?;
        if *self.chosen()? == settings {
            return Ok(Vec::new());
        }
        let game = settings.rules.kind();
        let gone = self.bots_beyond(game);
        self.after(&gone).check_bots(game)?;
        let changed = Event::Lobby(LobbyEvent::SettingsChanged { settings });
        let events: Vec<Event> = gone.into_iter().chain([changed]).collect();
        let moved = self.after(&events).moved_together();
        Ok(events.into_iter().chain(moved).collect())
    }

    /// Whether the settings differ from those of the lobby in the pace of bots alone: no match depends on that, so it
    /// may change while one is running.
    pub(in crate::lobby) fn changes_only_pace(&self, settings: &Settings) -> bool {
        self.settings()
            .is_some_and(|it| it.rules == settings.rules && it.clock == settings.clock)
    }

    pub(super) fn get_ready(&self, player: PlayerId, ready: bool) -> Result<Vec<Event>, Reject> {
        self.check_no_match()?;
        let seat = self.seat_of(player).ok_or(Reject::NotSeated)?;
        Ok(unless(
            self.is_ready(seat) == ready,
            Event::Seats(SeatEvent::ReadyChanged { seat, ready }),
        ))
    }

    pub(super) fn is_ready(&self, seat: Seat) -> bool {
        matches!(self.seats[seat.idx()], Holder::Human { ready: true, .. })
    }

    /// The settings of the lobby, if it has been created.
    pub(super) fn chosen(&self) -> Result<&Settings, Reject> {
        self.settings().ok_or(Reject::NotCreated)
    }

    pub(in crate::lobby) fn seats_where(&self, holds: impl Fn(&Holder) -> bool) -> SeatSet {
        Seat::ALL
            .into_iter()
            .filter(|seat| holds(&self.seats[seat.idx()]))
            .collect()
    }

    /// Checks that the host may put a bot on the seat, or open or close it; returns its holder.
    fn validate_setup(&self, player: PlayerId, seat: Seat) -> Result<Holder, Reject> {
        self.check_host(player)?;
        self.check_no_match()?;
        match self.seats()[seat.idx()] {
            Holder::Human { .. } => Err(Reject::SeatHeldByHuman),
            holder @ (Holder::Open | Holder::Closed | Holder::Bot(_)) => Ok(holder),
        }
    }

    fn check_has_seat(&self, seat: Seat) -> Result<(), Reject> {
        if self.has_seat(seat) {
            Ok(())
        } else {
            Err(Reject::NoSuchSeat)
        }
    }
}

/// The event, or none if it would change nothing.
fn unless(unchanged: bool, event: Event) -> Vec<Event> {
    if unchanged { Vec::new() } else { vec![event] }
}
