//! The panels beside the board: standings, spectators, and the last move.

use dicehall_engine::Seat;
use dicehall_engine::games::territory::Standing;
use dicehall_protocol::HolderView;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use super::Shown;
use crate::games::act::Told;
use crate::games::words;
use crate::graphics::palette::DIE;
use crate::graphics::text::{cut, mark, pad, plain, styled, wrap};
use crate::graphics::theme::Glyphs;
use crate::tui::model::game_match::Entry;
use crate::tui::model::lobby::ladder;
use crate::tui::model::lobby::reactions;
use crate::tui::view::panel::{Rows, Section};

/// The least width that must remain for a name before more is shown.
const NAME_WIDTH_MIN: usize = 3;
/// The same beside a clock alone.
const NAME_WIDTH_BESIDE_CLOCK: usize = 2;
/// The width from which on a resignation is written in full.
const SIGN_WIDTH_MIN: usize = 14;
/// The width from which on the dice that wait are shown beside a player.
const WIDTH_WITH_STACK: usize = 30;

impl Shown<'_> {
    /// The standings of all players.
    pub fn players(&self, width: usize) -> Section<'static> {
        let standings = self.game_match.shown_board().standings();
        if standings.is_empty() {
            return self.players_with_roles(width);
        }
        let seats = Seat::ALL.into_iter().zip(standings);
        let mut lines: Vec<Line<'static>> = seats
            .map(|(seat, standing)| self.player(seat, *standing, width))
            .collect();
        lines.push(self.share(standings, width));
        let columns = words(self.game_match.game).columns;
        let language = self.model.look.language;
        let columns = columns.map(|it| it(language)).unwrap_or_default();
        Section::new(language.players_heading(), Rows::Fit, lines).beside(columns)
    }

    /// The dice of all seats as one bar, with the percentages if there is room.
    fn share(&self, standings: &[Standing], width: usize) -> Line<'static> {
        let look = self.model.look;
        let total: usize = standings.iter().map(|it| usize::from(it.dice)).sum();
        let total = total.max(1);
        let mut spans = Vec::new();
        let (mut seen, mut drawn) = (0, 0);
        for (seat, standing) in Seat::ALL.into_iter().zip(standings) {
            seen += usize::from(standing.dice);
            let until = seen * width / total;
            let columns = until - drawn;
            let percent = usize::from(standing.dice) * 100 / total;
            let texts = [
                format!("{}{percent}%", look.owner(seat)),
                look.owner(seat).to_owned(),
                String::new(),
            ];
            let text = texts.into_iter().find(|it| it.chars().count() <= columns);
            let text = text.unwrap_or_default();
            spans.push(styled(format!("{text:^columns$}"), look.fill(seat)));
            drawn = until;
        }
        Line::from(spans)
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

    /// The seats of a game in which they have no numbers, with their pieces.
    fn players_with_roles(&self, width: usize) -> Section<'static> {
        let look = self.model.look;
        let seats = Seat::ALL.into_iter().take(self.lobby.view.seats.len());
        let lines = seats.map(|seat| {
            let sign = self.pointer(seat);
            let role = words(self.game_match.game).roles.get(seat.idx());
            let plays = role.map(|it| it(look.language)).unwrap_or_default();
            // Nobody is out before the match is over.
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

    /// The last action that is told in words, and the state after it.
    pub fn last_action(&self) -> Section<'static> {
        let look = self.model.look;
        let words = words(self.game_match.game).choice;
        let last = self.game_match.log.newest().find_map(|it| {
            if let Entry::Acted(Told::Action { seat, text }) = &it.entry {
                Some((*seat, text.clone()))
            } else {
                None
            }
        });
        let first = match last {
            Some((seat, text)) => Line::from(vec![mark(look, seat), plain(format!(" {text}"))]),
            None => Line::styled((words.none_seen)(look.language), look.dim()),
        };
        // Where seats have standings, these are the state of play.
        let has_numbers = !self.game_match.board.standings().is_empty();
        let state = (!has_numbers).then(|| self.state_of_play());
        let lines = std::iter::once(first).chain(state).collect();
        Section::new((words.last)(look.language), Rows::Fit, lines)
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
            (None, _) | (_, None) => self.game_match.board.labels(look).remark,
        }
    }

    fn is_to_move(&self, seat: Seat) -> bool {
        self.game_match.outcome.is_none() && self.game_match.to_move == Some(seat)
    }

    fn player(&self, seat: Seat, standing: Standing, width: usize) -> Line<'static> {
        let look = self.model.look;
        let out = standing.territories == 0;
        // The first number takes more room only where it needs it.
        let numbers = format!(
            " {}{:>5}{:>6}",
            standing.territories, standing.dice, standing.link
        );
        let waiting = self.waiting_dice(standing.reserve, width);
        let beside: usize = waiting.iter().map(Span::width).sum();
        let name = self.name(seat, out, width.saturating_sub(3 + beside + numbers.len()));
        let style = match (out, self.is_to_move(seat)) {
            (true, _) => look.dim(),
            (false, true) => look.strong(),
            (false, false) => look.quiet(),
        };
        let mut spans = vec![
            self.pointer(seat),
            mark(look, seat),
            plain(" "),
            styled(name, style),
        ];
        spans.extend(waiting);
        spans.push(styled(numbers, style));
        Line::from(spans)
    }

    /// The dice of a player that wait for room on the board, as a small stack with their number; nothing if there are none.
    fn waiting_dice(&self, count: u8, width: usize) -> Vec<Span<'static>> {
        let look = self.model.look;
        let stack = match look.glyphs {
            Glyphs::Ascii => " []",
            Glyphs::Sextants | Glyphs::Quadrants | Glyphs::HalfBlocks => " ▄█",
        };
        if count == 0 || width < WIDTH_WITH_STACK {
            return Vec::new();
        }
        vec![
            styled(stack, look.text(DIE)),
            styled(count.to_string(), look.quiet()),
        ]
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
            .or_else(|| self.lobby.bot_in(seat))
            .map_or_else(String::new, |it| format!(" {it}"));
        // If there is almost no room, the time is left out last and the name never.
        let least = |it: &String| {
            if *it == time {
                NAME_WIDTH_BESIDE_CLOCK
            } else {
                NAME_WIDTH_MIN
            }
        };
        let fits = |it: &String| !it.is_empty() && it.width() + least(it) <= width;
        let fitting = [format!("{sign}{time}"), time.clone(), sign];
        let sign = fitting.into_iter().find(fits).unwrap_or_default();
        let fits = |it: &String| it.width() + sign.width() + NAME_WIDTH_MIN <= width;
        let rating = self.rating(seat).filter(fits).unwrap_or_default();
        let sign = format!("{rating}{sign}");
        let room = width.saturating_sub(sign.width());
        let name = self.lobby.player_name_in(seat, room);
        pad(
            self.model.look,
            &format!("{}{sign}", cut(self.model.look, &name, room)),
            width,
        )
    }

    /// The rating of whoever holds a seat, for the room to see; `None` on a screen of a person, who has it elsewhere.
    fn rating(&self, seat: Seat) -> Option<String> {
        let shown = self.lobby.view.seats.get(seat.idx());
        let rated = shown.filter(|_| self.model.shows_big_screen())?.rating?;
        Some(format!(" {}", ladder::rating(self.model.look, rated)))
    }

    fn sign(&self, seat: Seat, out: bool, in_short: bool) -> Option<String> {
        let language = self.model.look.language;
        let view = self.lobby.view.seats.get(seat.idx());
        match (view.is_some_and(|it| it.resigned), in_short) {
            (true, true) => return Some(self.model.look.symbols().flag.to_owned()),
            (true, false) => return Some(language.sign_resigned()),
            (false, _) => {}
        }
        if let Some(reaction) = self.lobby.reactions.at(seat) {
            let sign = reactions::sign(reaction);
            return Some(if in_short {
                sign.to_owned()
            } else {
                format!("{sign} {}", reactions::word(language, reaction))
            });
        }
        if view.is_some_and(|it| it.wants_pause) {
            return Some(language.sign_pause());
        }
        if view.is_some_and(|it| it.wants_skip) {
            return Some(language.sign_skip());
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
