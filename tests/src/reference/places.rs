//! The places of the reference lobby: the seats that its game has, and those of the people who watch.

use dicehall_engine::bots::spec::{BotKind, BotSpec};
use dicehall_engine::lobby::{Holder, PlayerId};
use dicehall_engine::{GameKind, Rung, Seat};

use super::{Chair, Reference};

/// The most people without a seat, as the documents say.
const WATCHERS: usize = 60;

impl Reference {
    /// The number of seats of the game.
    fn count(&self) -> usize {
        let most = self.settings.as_ref().map(|it| it.rules.kind().seats().1);
        most.map_or(4, usize::from)
    }

    pub(super) fn exists(&self, seat: Seat) -> bool {
        seat.idx() < self.count()
    }

    /// The holder of a seat as people see it.
    pub(super) fn holder(&self, seat: Seat) -> Holder {
        let holder = self.seats[seat.idx()].holder();
        if holder == Holder::Open && !self.exists(seat) {
            return Holder::Closed;
        }
        holder
    }

    pub(super) fn open_seats(&self) -> impl Iterator<Item = Seat> {
        let is_open = |it: &Seat| self.holder(*it) == Holder::Open;
        Seat::ALL.into_iter().filter(is_open)
    }

    /// Whether one more person may watch.
    pub(super) fn may_watch(&self) -> bool {
        let seated = self.seats.iter().filter(|it| it.is_human()).count();
        self.people.len() - seated < WATCHERS
    }

    /// Sends the bots away from the seats that the game does not have.
    pub(super) fn send_bots_away(&mut self) {
        let count = self.count();
        for chair in self.seats[count..].iter_mut().filter(|it| !it.is_human()) {
            if matches!(chair.other, Holder::Bot(_)) {
                chair.other = Holder::Open;
            }
        }
    }

    /// Puts the bots of the same rungs of the new game on the seats of those that were there.
    pub(super) fn replace_bots(&mut self, before: Option<GameKind>) {
        let after = self.settings.as_ref().map(|it| it.rules.kind());
        let Some((before, after)) = before.zip(after) else {
            return;
        };
        for chair in self.seats.iter_mut().filter(|it| !it.is_human()) {
            let Holder::Bot(bot) = chair.other else {
                continue;
            };
            let best = if bot.kind == BotKind::Strategist {
                Rung::Third
            } else {
                Rung::Fifth
            };
            let rung = bot.rung(before);
            let rung = rung.or((!bot.kind.plays(after)).then_some(best));
            let new = rung.map_or(bot, |it| BotSpec::on_rung(it, after));
            chair.other = Holder::Bot(new);
        }
    }

    /// The last seat of a bot, for somebody who finds no open one.
    pub(super) fn last_bot(&self) -> Option<Seat> {
        let is_bot = |it: &Seat| matches!(self.holder(*it), Holder::Bot(_));
        Seat::ALL
            .into_iter()
            .filter(|it| self.exists(*it))
            .rfind(is_bot)
    }

    /// Moves the people from the seats that the game does not have: the host first, then those who are there.
    pub(super) fn move_people(&mut self) {
        let beyond = &self.seats[self.count()..];
        let mut displaced: Vec<PlayerId> = beyond.iter().filter_map(|it| it.human).collect();
        displaced.sort_by_key(|it| (self.host != Some(*it), self.is_away(*it)));
        for player in displaced {
            let Some(from) = self.seat_of(player) else {
                continue;
            };
            let is_away = self.seats[from.idx()].is_away;
            self.seats[from.idx()] = Chair::default();
            if let Some(to) = self.best_for(player) {
                self.seats[to] = Chair {
                    human: Some(player),
                    is_away,
                    ..Chair::default()
                };
            }
        }
    }

    /// The seat for somebody whose seat is gone: an open one, a closed one, a bot's; for the host also that of a guest
    /// who is away, or the last.
    fn best_for(&self, player: PlayerId) -> Option<usize> {
        let seats = &self.seats[..self.count()];
        let with = |holds: fn(&Chair) -> bool| seats.iter().position(holds);
        let free = with(|it| it.holder() == Holder::Open)
            .or_else(|| with(|it| it.holder() == Holder::Closed))
            .or_else(|| with(|it| !it.is_human()));
        let of_guest = || {
            let away = seats.iter().rposition(|it| it.is_away);
            away.or(seats.len().checked_sub(1))
        };
        free.or_else(|| of_guest().filter(|_| self.host == Some(player)))
    }
}
