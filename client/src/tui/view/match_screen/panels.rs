//! The panels beside the board: standings, spectators, and the last move.

use dicehall_engine::Seat;
use dicehall_engine::games::territory::Standing;
use dicehall_protocol::HolderView;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use super::Shown;
use crate::games::words;
use crate::graphics::text::{cut, mark, pad, plain, styled, wrap};
use crate::tui::model::game_match::Entry;
use crate::tui::view::panel::{Rows, Section};

/// The least width that must remain for a name before more is shown.
const NAME_WIDTH_MIN: usize = 3;
/// The width from which on a resignation is written in full.
const SIGN_WIDTH_MIN: usize = 14;

impl Shown<'_> {
    /// The standings of all players.
    pub fn players(&self, width: usize) -> Section<'static> {
        let Some(dice) = self.game_match.board.dice() else {
            return self.two_players(width);
        };
        let standings = Seat::ALL.into_iter().zip(dice.shown_standings());
        let mut lines: Vec<Line<'static>> = standings
            .map(|(seat, standing)| self.player(seat, *standing, width))
            .collect();
        lines.push(self.share(dice, width));
        let columns = words(self.game_match.game).dice_columns();
        let language = self.model.look.language;
        let columns = columns.map(|it| it(language)).unwrap_or_default();
        Section::new(language.players_heading(), Rows::Fit, lines).beside(columns)
    }

    /// The spectators; `None` if there are none.
    pub fn watching(&self, width: usize) -> Option<Section<'static>> {
        let watching =
            |it: &&dicehall_protocol::PlayerView| self.lobby.seat_of(it.player).is_none();
        let names: Vec<&str> = self
            .lobby
            .view
            .players
            .iter()
            .filter(watching)
            .map(|it| it.name.as_str())
            .collect();
        let lines = wrap(&names.join(&self.model.look.language.between()), width);
        let lines = lines
            .into_iter()
            .map(|it| Line::styled(it, self.model.look.quiet()))
            .collect();
        let heading = self.model.look.language.watching_heading();
        (!names.is_empty()).then(|| Section::new(heading, Rows::Fit, lines))
    }

    /// The two seats of a game without dice, with their pieces.
    fn two_players(&self, width: usize) -> Section<'static> {
        let look = self.model.look;
        let lines = Seat::first(2).map(|seat| {
            let sign = self.pointer(seat);
            let roles = words(self.game_match.game).roles();
            let plays = roles.map(|it| it[seat.idx() % 2](look.language));
            let plays = plays.unwrap_or_default();
            // Of two, nobody is out before the match is over.
            let out = false;
            let name = self.name(seat, out, width.saturating_sub(4 + plays.width()));
            Line::from(vec![
                sign,
                mark(look, seat),
                styled(format!(" {name}"), look.strong()),
                styled(format!(" {plays}"), look.dim()),
            ])
        });
        Section::new(look.language.players_heading(), Rows::Fit, lines.collect())
    }

    /// The last action of a game without dice, and the state after it.
    pub fn last_action(&self) -> Section<'static> {
        let look = self.model.look;
        let last = self.game_match.log.newest().find_map(|it| {
            if let Entry::Moved { seat, text } = &it.entry {
                Some((*seat, text.clone()))
            } else {
                None
            }
        });
        let first = match last {
            Some((seat, text)) => Line::from(vec![mark(look, seat), plain(format!(" {text}"))]),
            None => Line::styled(look.language.no_move_seen(), look.dim()),
        };
        let lines = vec![first, self.state_of_play()];
        Section::new(look.language.last_move_heading(), Rows::Fit, lines)
    }

    /// Check, an approaching repetition, or the result.
    fn state_of_play(&self) -> Line<'static> {
        let look = self.model.look;
        match (
            self.game_match.outcome,
            self.game_match.board.ending(look.language),
        ) {
            (Some(_), Some(why)) => {
                Line::styled(format!("{why}{}", look.language.stop()), look.strong())
            }
            (None, _) | (_, None) => self.game_match.board.remark(look),
        }
    }

    fn is_to_move(&self, seat: Seat) -> bool {
        self.game_match.outcome.is_none() && self.game_match.to_move == Some(seat)
    }

    fn player(&self, seat: Seat, standing: Standing, width: usize) -> Line<'static> {
        let look = self.model.look;
        let out = standing.territories == 0;
        let numbers = format!(
            "{:>3}{:>5}{:>5}",
            standing.territories, standing.dice, standing.link
        );
        let name = self.name(seat, out, width.saturating_sub(3 + numbers.len()));
        let style = match (out, self.is_to_move(seat)) {
            (true, _) => look.dim(),
            (false, true) => look.strong(),
            (false, false) => look.quiet(),
        };
        Line::from(vec![
            self.pointer(seat),
            mark(look, seat),
            plain(" "),
            styled(name, style),
            styled(numbers, style),
        ])
    }

    /// A sign before the seat that is to move.
    fn pointer(&self, seat: Seat) -> Span<'static> {
        let look = self.model.look;
        if self.is_to_move(seat) {
            styled(look.symbols().pointer, look.text(look.palette().turn))
        } else {
            plain(" ")
        }
    }

    /// The name of a seat with the signs and the time of its holder, in exactly this many columns.
    fn name(&self, seat: Seat, out: bool, width: usize) -> String {
        let sign = self.sign(seat, out, width < SIGN_WIDTH_MIN);
        let sign = sign.map_or_else(String::new, |it| format!(" {it}"));
        let time = self
            .game_match
            .time_left(seat)
            .map_or_else(String::new, |it| format!(" {it}"));
        // If there is almost no room, the time is left out last and the name never.
        let fitting = [format!("{sign}{time}"), time, sign];
        let fits = |it: &String| !it.is_empty() && it.width() + NAME_WIDTH_MIN <= width;
        let sign = fitting.into_iter().find(fits).unwrap_or_default();
        let room = width.saturating_sub(sign.width());
        let name = self.lobby.seat_name_in(seat, room);
        pad(
            self.model.look,
            &format!("{}{sign}", cut(self.model.look, &name, room)),
            width,
        )
    }

    fn sign(&self, seat: Seat, out: bool, in_short: bool) -> Option<String> {
        let language = self.model.look.language;
        let view = self.lobby.view.seats.get(seat.idx());
        match (view.is_some_and(|it| it.resigned), in_short) {
            (true, true) => return Some(language.sign_quit()),
            (true, false) => return Some(language.sign_gave_up()),
            (false, _) => {}
        }
        if view.is_some_and(|it| it.wants_pause) {
            return Some(language.sign_pause());
        }
        match self.lobby.holder(seat) {
            _ if out => Some(language.sign_out()),
            Some(HolderView::Human { player, .. }) if *player == self.lobby.you => {
                Some(language.sign_you())
            }
            Some(HolderView::Human {
                held_by_bot: true, ..
            }) => Some(language.sign_bot()),
            Some(HolderView::Human { player, .. }) => {
                let is_gone = self.lobby.player(*player).is_some_and(|it| !it.connected);
                is_gone.then(|| language.sign_gone())
            }
            Some(HolderView::Open | HolderView::Closed | HolderView::Bot { .. }) | None => None,
        }
    }
}
