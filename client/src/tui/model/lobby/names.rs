//! The names of the seats: of those who sit there, and of the players of the match that is shown.
//!
//! Asked by the views and the line mode. Law kept here: a match that is over keeps the names of its players, whoever sits down
//! afterwards.

use dicehall_engine::Seat;
use dicehall_protocol::{HolderView, SeatView};
use unicode_width::UnicodeWidthStr;

use super::{Lobby, ladder};
use crate::tui::model::game_match::Entry;

impl Lobby {
    /// The name of a seat's holder; bots of the same kind are numbered. To somebody who plays alone
    /// the bots of the ladder go by their names; among people a bot is always called a bot.
    pub fn seat_name(&self, seat: Seat) -> String {
        match self.holder(seat) {
            Some(HolderView::Human { player, .. }) => self.name(*player).to_owned(),
            Some(HolderView::Bot { bot }) => {
                let like = |it: &SeatView| it.holder == HolderView::Bot { bot: *bot };
                let before = self.view.seats.iter().take(seat.idx());
                let number = before.filter(|it| like(it)).count() + 1;
                let alone = self.view.seats.iter().filter(|it| like(it)).count() == 1;
                let game = self.view.settings.rules.kind();
                let rung = bot.rung(game).map(|it| ladder::called(self.language, it));
                let alone_with = rung.filter(|_| self.view.players.len() == 1);
                let known = ladder::shown_as(self.language, *bot, game);
                let known = || known.clone().unwrap_or_else(|| bot.to_string());
                match (alone_with, alone) {
                    (Some(name), true) => name,
                    (Some(name), false) => format!("{name} {number}"),
                    (None, true) => self.language.bot_named(known()),
                    (None, false) => self.language.bot_numbered(known(), number),
                }
            }
            Some(HolderView::Open) => self.language.seat_open(),
            Some(HolderView::Closed) | None => self.language.seat_closed(),
        }
    }

    /// The name of a player of the match that runs or is over.
    pub fn player_name(&self, seat: Seat) -> String {
        let called = self.called.get(seat.idx());
        called.map_or_else(|| self.seat_name(seat), Clone::clone)
    }

    /// Keeps the names of the players of a match that has ended, and drops them when the next one begins.
    pub fn note_players(&mut self, entries: &[Entry]) {
        if entries.contains(&Entry::Started) {
            self.called.clear();
        }
        if entries.iter().any(|it| matches!(it, Entry::Ended(_))) {
            self.called = Seat::ALL.map(|it| self.seat_name(it)).into();
        }
    }

    /// The same, without the word for a bot where there is too little room.
    pub fn player_name_in(&self, seat: Seat, columns: usize) -> String {
        let name = self.player_name(seat);
        match name.strip_prefix(&self.language.bot_named("")) {
            Some(bot) if name.width() > columns => bot.to_owned(),
            Some(_) | None => name,
        }
    }
}
