//! The evening of a table: who has played, won and drawn how many of its matches. Part of the table.
//!
//! The lobby says when a match begins, who leaves it, and when it is over; people are shown the rows. Law kept here: all of
//! it follows from events, so a restart changes nothing, and nothing is decided by it.
//!
//! A person is told by name: whoever leaves stays in the list, and goes on with the same row on coming again. A bot of the
//! ladder is told by its rung, because another bot stands there in another game.

use std::cmp::Reverse;

use crate::bots::rung::Rung;
use crate::bots::spec::BotSpec;
use crate::game::{Outcome, SEATS_MAX, Seat};
use crate::games::GameKind;
use crate::lobby::{Holder, PlayerId};

/// The most rows of an evening; of more, the one that has played longest ago goes.
pub const EVENING_ROWS_MAX: usize = 16;

/// The matches of a table so far, and who has played them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Evening {
    /// The number of matches that have ended.
    matches: u32,
    /// Who has played them; whoever has played last comes last.
    rows: Vec<EveningRow>,
    /// Who plays the running match, by seat.
    playing: [Option<Playing>; SEATS_MAX],
}

/// The matches of one person or bot in an evening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EveningRow {
    /// Who.
    pub holder: EveningHolder,
    /// The number of matches played to their end, or left.
    pub played: u32,
    /// The number of matches won alone.
    pub won: u32,
    /// The number of matches of which the win was shared, or that nobody won.
    pub drawn: u32,
}

/// Who holds seats in the matches of an evening. Of bots that are alike the number tells which at its table, from 1 on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EveningHolder {
    /// A person, by name.
    Human(String),
    /// A bot of the ladder.
    Rung(Rung, u8),
    /// A bot that is on no rung.
    Bot(BotSpec, u8),
}

/// Who has begun the running match on a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Playing {
    holder: EveningHolder,
    /// Whether the human has left the seat, and so cannot win the match.
    has_left: bool,
}

impl Evening {
    /// The number of matches that have ended.
    pub fn matches(&self) -> u32 {
        self.matches
    }

    /// The rows, the best first: most matches won, then drawn, then fewest played.
    pub fn rows(&self) -> Vec<&EveningRow> {
        let mut rows: Vec<&EveningRow> = self.rows.iter().collect();
        rows.sort_by_key(|it| (Reverse(it.won), Reverse(it.drawn), it.played));
        rows
    }

    /// A match of this game begins among these; `name` tells how a person is called.
    pub(in crate::lobby) fn begin(
        &mut self,
        holders: &[Holder; SEATS_MAX],
        game: GameKind,
        name: impl Fn(PlayerId) -> String,
    ) {
        self.playing = Seat::ALL.map(|seat| {
            let holder = match holders[seat.idx()] {
                Holder::Open | Holder::Closed => return None,
                Holder::Human { player, .. } => EveningHolder::Human(name(player)),
                Holder::Bot(bot) => EveningHolder::of_bot(bot, game, &holders[..seat.idx()]),
            };
            let has_left = false;
            Some(Playing { holder, has_left })
        });
    }

    /// The human of a seat leaves it for good.
    pub(super) fn leave(&mut self, seat: Seat) {
        if let Some(playing) = &mut self.playing[seat.idx()] {
            playing.has_left = true;
        }
    }

    /// The match is over.
    pub(in crate::lobby) fn end(&mut self, outcome: Outcome) {
        self.matches = self.matches.saturating_add(1);
        let winners = outcome.winners;
        for (seat, playing) in Seat::ALL.into_iter().zip(std::mem::take(&mut self.playing)) {
            let Some(Playing { holder, has_left }) = playing else {
                continue;
            };
            let wins = !has_left && winners.contains(seat);
            let is_drawn = !has_left && winners.is_empty();
            let mut row = self.take_row(holder);
            row.played = row.played.saturating_add(1);
            if wins && winners.len() == 1 {
                row.won = row.won.saturating_add(1);
            } else if wins || is_drawn {
                row.drawn = row.drawn.saturating_add(1);
            }
            self.rows.push(row);
        }
    }

    /// Takes the row of a holder out of the list, or makes one for which there is room.
    fn take_row(&mut self, holder: EveningHolder) -> EveningRow {
        let known = self.rows.iter().position(|it| it.holder == holder);
        if let Some(at) = known {
            return self.rows.remove(at);
        }
        if self.rows.len() == EVENING_ROWS_MAX {
            self.rows.remove(0);
        }
        EveningRow {
            holder,
            played: 0,
            won: 0,
            drawn: 0,
        }
    }
}

impl EveningHolder {
    /// A bot in a match of this game, behind these holders of earlier seats.
    fn of_bot(bot: BotSpec, game: GameKind, earlier: &[Holder]) -> Self {
        let alike = earlier.iter().filter(|it| **it == Holder::Bot(bot));
        let number = alike.fold(1, |number, _| number + 1);
        match bot.rung(game) {
            Some(rung) => Self::Rung(rung, number),
            None => Self::Bot(bot, number),
        }
    }
}
