//! The band over the board that names the winner of a match in large letters, with the reason beside it.
//!
//! Drawn by `match_screen` while the result is shown. Law kept here: no rules; the board tells the reason.

use dicehall_engine::{Outcome, Seat};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use unicode_width::UnicodeWidthStr;

use super::Shown;
use crate::games;
use crate::graphics::figures::{LETTER_HEIGHT, letter_lines, letters_width};
use crate::graphics::palette::ColorLevel;
use crate::graphics::put::put;
use crate::graphics::text::{cut, wrap};
use crate::graphics::theme::Glyphs;
use crate::tui::geometry::{Tier, columns, row_of, split_left, split_right};

/// The columns left free at the left of the letters, and between them and the reason.
const MARGIN: u16 = 2;
/// The most columns of a name.
const NAME_WIDTH_MAX: usize = 20;
/// The least columns for the reason.
const REASON_WIDTH_MIN: u16 = 26;

impl Shown<'_> {
    /// Draws the band.
    pub(super) fn band(&self, outcome: Outcome, frame: &mut Frame<'_>, area: Rect) {
        let style = self.band_style(outcome);
        frame.buffer_mut().set_style(area, style);
        let (_, inner) = split_right(area, area.width.saturating_sub(MARGIN));
        let letters = self.letters(&self.winner_words(outcome), area);
        let width = letters.iter().map(|it| it.width()).max().unwrap_or(0);
        let (left, right) = split_left(inner, columns(width) + MARGIN);
        write_down(frame, letters, left, style);
        let reason = self.reason(right.width.into());
        let top = usize::from(right.height).saturating_sub(reason.len()) / 2;
        let empty = std::iter::repeat_n(String::new(), top);
        write_down(frame, empty.chain(reason).collect(), right, style);
    }

    /// The texts to choose from, the best first: the winner and that they win, or the winner alone.
    fn winner_words(&self, outcome: Outcome) -> Vec<String> {
        let language = self.model.look.language;
        let winners: Vec<Seat> = outcome.winners.iter().collect();
        match winners.as_slice() {
            [only] => {
                let name = cut(
                    self.model.look,
                    &self.lobby.player_name(*only),
                    NAME_WIDTH_MAX,
                );
                vec![language.band_wins(&name), name]
            }
            [] | [..] => vec![language.band_draw()],
        }
    }

    /// The color of the only winner; a raised surface when nobody won alone.
    fn band_style(&self, outcome: Outcome) -> Style {
        let look = self.model.look;
        let mut winners = outcome.winners.iter();
        let style = match (winners.next(), winners.next()) {
            (Some(only), None) if look.colors != ColorLevel::None => look.fill(only),
            (Some(_) | None, _) => look.chosen(),
        };
        style.add_modifier(Modifier::BOLD)
    }

    /// The lines of the first of these texts that fits in large letters beside the reason, as large as there is room for;
    /// the first one as plain text where none can be drawn.
    fn letters(&self, words: &[String], area: Rect) -> Vec<String> {
        let room = usize::from(area.width.saturating_sub(2 * MARGIN + REASON_WIDTH_MIN));
        let is_wide = Tier::of(self.model.size) == Tier::Wide;
        let zooms: &[usize] = if is_wide { &[2, 1] } else { &[1] };
        let fits = |(text, zoom): &(&String, usize)| {
            letters_width(text, *zoom).is_some_and(|it| it <= room)
        };
        let draws = self.model.look.glyphs != Glyphs::Ascii;
        let height = usize::from(area.height);
        let mut texts = words
            .iter()
            .flat_map(|it| zooms.iter().map(move |zoom| (it, *zoom)));
        if let Some((text, zoom)) = texts.find(fits).filter(|_| draws) {
            let free = (2 * height).saturating_sub(LETTER_HEIGHT * zoom);
            return letter_lines(text, zoom, free / 2);
        }
        let empty = std::iter::repeat_n(String::new(), height.saturating_sub(1) / 2);
        empty.chain(words.first().cloned()).collect()
    }

    /// The reason why the match ended, and how long it was.
    fn reason(&self, width: usize) -> Vec<String> {
        let (game_match, language) = (self.game_match, self.model.look.language);
        let reason = game_match.board.ending(language);
        let mut lines: Vec<String> = reason.map_or_else(Vec::new, |it| {
            wrap(&format!("{it}{}", language.stop()), width)
        });
        let round = games::round(&game_match.view);
        lines.extend(round.map(|it| language.round_number(it)));
        lines
    }
}

/// Writes lines from the top of an area.
fn write_down(frame: &mut Frame<'_>, lines: Vec<String>, area: Rect, style: Style) {
    for (at, line) in lines.into_iter().enumerate() {
        let row = row_of(area, at).intersection(area);
        put(frame, Line::styled(line, style), row);
    }
}
