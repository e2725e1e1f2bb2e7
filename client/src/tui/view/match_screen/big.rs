//! A match as on a television: the board as large as it fits, beside it who acts and the dice of the last roll, below it the
//! evening, the log and the code for telephones.
//!
//! Drawn by `view` for a big screen, in place of the ordinary screen. Law kept here: nothing of it can be pressed, so no key is
//! named.

use dicehall_engine::Outcome;
use ratatui::Frame;
use ratatui::layout::{Rect, Size};
use ratatui::style::Modifier;
use ratatui::text::Line;

use super::roll_panel::Room;
use super::{Shown, draw_board};
use crate::games::board::GameBoard;
use crate::graphics::Scale;
use crate::graphics::figures::{letter_lines, letters_width};
use crate::graphics::put::put_lines;
use crate::graphics::text::{cut, mark, plain, styled};
use crate::graphics::theme::Glyphs;
use crate::tui::geometry::hits::HitMap;
use crate::tui::geometry::{
    Arrangement, WIDE_BAND_HEIGHT, columns, largest_scale, rows, split_bottom, split_right,
    split_top,
};
use crate::tui::model::Model;
use crate::tui::view::lobby::big::evening_and_ways;
use crate::tui::view::panel::{Rows, Section, inner_width, room_below, stack};
use crate::tui::view::{code, log};

/// The terminal's width from which on letters are of twice the size.
const WIDE: u16 = 150;
/// The columns of the panel beside the board, in a wide terminal and in others.
const PANEL_WIDTH_WIDE: u16 = 62;
const PANEL_WIDTH: u16 = 46;
/// The rows below the board where no code is drawn.
const STRIP_ROWS: u16 = 12;
/// The columns between the text below the board and the code.
const GAP: u16 = 2;

/// Draws the match, or its result.
pub fn draw(model: &Model, frame: &mut Frame<'_>, area: Rect) {
    let (Some(lobby), Some(game_match)) = (&model.lobby, model.game_match()) else {
        return;
    };
    let shown = Shown {
        model,
        lobby,
        game_match,
    };
    let is_wide = area.width >= WIDE;
    let outcome = game_match.outcome;
    let (band, rest) = split_top(
        area,
        if outcome.is_some() {
            WIDE_BAND_HEIGHT
        } else {
            0
        },
    );
    let panel = if is_wide {
        PANEL_WIDTH_WIDE
    } else {
        PANEL_WIDTH
    };
    let (left, panel) = split_right(rest, panel);
    let main = shown.below_board(frame, left);
    let parts = arrangement(model, game_match.board.as_ref(), main);
    draw_board(&shown, &parts, frame, &mut HitMap::default());
    match outcome {
        Some(outcome) => shown.told_result(outcome, frame, [band, panel]),
        None => shown.told_turn(frame, panel, if is_wide { 2 } else { 1 }),
    }
}

/// The board as large as it fits into an area.
fn arrangement(model: &Model, board: &dyn GameBoard, area: Rect) -> Arrangement {
    let letters = u16::from(board.places().has_letters);
    let room = Size::new(area.width, area.height.saturating_sub(letters));
    let empty = Rect::ZERO;
    Arrangement {
        heading: empty,
        band: empty,
        board: area,
        panel: empty,
        bottom: empty,
        status: empty,
        hints: empty,
        scale: largest_scale(model.look, board, room).unwrap_or(Scale::Tiny),
        letters: letters > 0,
        tabbed: false,
    }
}

impl Shown<'_> {
    /// Draws what stands below the board; returns the area above.
    fn below_board(&self, frame: &mut Frame<'_>, area: Rect) -> Rect {
        let look = self.model.look;
        let code = self.model.code_link().map(|it| code::lines(look, &it));
        let code = code.unwrap_or_default();
        let height = STRIP_ROWS.max(rows(code.len()));
        let (main, strip) = split_bottom(area, height);
        let width = code.first().map_or(0, Line::width);
        let (strip, beside) = split_right(strip, columns(width) + GAP);
        put_lines(frame, code, beside);
        let width = inner_width(strip);
        let mut sections = evening_and_ways(self.model, self.lobby, width);
        let lines = log::lines(self.model, width);
        sections.push(Section::new(look.language.log_heading(), Rows::Top, lines));
        stack((look, look.palette().ground), frame, strip, sections);
        main
    }

    /// Draws who acts, the last roll, the players and their luck.
    fn told_turn(&self, frame: &mut Frame<'_>, area: Rect, zoom: usize) {
        let look = self.model.look;
        let width = inner_width(area);
        let head = self.who_acts(width, zoom);
        let (top, panel) = split_top(area, rows(head.len()) + 1);
        let surface = look.surface(look.palette().panel);
        frame.buffer_mut().set_style(top, surface);
        let (_, lines) = split_right(top, top.width.saturating_sub(2));
        let (_, lines) = split_top(lines, 1);
        put_lines(frame, head, lines);
        let mut below = vec![self.players(width)];
        below.extend(self.luck_until_now(width));
        let height = room_below(panel, &below);
        let mut sections = vec![self.roll(Room { width, height })];
        sections.append(&mut below);
        stack((look, look.palette().panel), frame, panel, sections);
    }

    /// The name of whoever acts in large letters, if it can be written so, and the round with the luck of the last roll.
    fn who_acts(&self, width: usize, zoom: usize) -> Vec<Line<'static>> {
        let look = self.model.look;
        let language = look.language;
        let mut lines = Vec::new();
        if let Some(seat) = self.game_match.to_move {
            let name = self.lobby.seat_name(seat);
            let sign = mark(look, seat);
            let style = sign.style.add_modifier(Modifier::BOLD);
            let fits = |zoom: &usize| letters_width(&name, *zoom).is_some_and(|it| it <= width);
            let zooms = (1..=zoom).rev();
            let large = zooms.filter(|_| look.glyphs != Glyphs::Ascii).find(fits);
            match large {
                Some(zoom) => {
                    let letters = letter_lines(&name.to_uppercase(), zoom, 0).into_iter();
                    lines.extend(letters.map(|it| Line::styled(it, style)));
                }
                None => lines.push(Line::from(vec![
                    sign,
                    styled(format!(" {}", cut(look, &name, width)), style),
                ])),
            }
            lines.push(Line::default());
        }
        let mut told = vec![styled(
            language.round_number(self.game_match.round()),
            look.quiet(),
        )];
        if let Some(luck) = self.luck_of_roll() {
            let style = if luck < 0.0 { look.bad() } else { look.good() };
            told.push(plain("   "));
            told.push(styled(language.luck_of_roll(format!("{luck:+.2}")), style));
        }
        lines.push(Line::from(told));
        lines
    }

    /// Everybody's luck; its numbers stay away while dice roll, because they would tell how the roll ends.
    fn luck_until_now(&self, width: usize) -> Option<Section<'static>> {
        let luck = self.luck(width)?;
        let empty = |it: &Section<'_>| vec![Line::default(); it.lines.len()];
        Some(if self.rolls() {
            let heading = self.model.look.language.attacks_heading();
            Section::new(heading, Rows::Fit, empty(&luck))
        } else {
            luck
        })
    }

    /// The luck of the last roll, in attacks: its result less its odds; `None` while dice roll, and without a roll.
    fn luck_of_roll(&self) -> Option<f64> {
        let battle = self.game_match.trail.battle.filter(|_| !self.rolls())?;
        battle.counts()?;
        let won = if battle.won { 1.0 } else { 0.0 };
        Some(won - battle.chance()?)
    }

    /// Draws the band with the winner, and the panel with how the match went.
    fn told_result(&self, outcome: Outcome, frame: &mut Frame<'_>, [band, panel]: [Rect; 2]) {
        let look = self.model.look;
        self.band(outcome, frame, band);
        let told = self.result(outcome, inner_width(panel));
        stack((look, look.palette().panel), frame, panel, told);
    }
}
