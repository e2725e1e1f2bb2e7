//! The match: the board, and around it who stands how, what was rolled, what happened and what was said.

pub mod dice_panels;
pub mod explain;
pub mod panels;

use ratatui::Frame;
use ratatui::layout::Rect;

use super::panel::{Rows, Section, stack};
use super::{log, status_bar};
use crate::games::board::BoardContext;
use crate::tui::geometry::Tab;
use crate::tui::geometry::hits::{Hit, HitMap};
use crate::tui::geometry::{Arrangement, split_right};
use crate::tui::model::Model;
use crate::tui::model::game_match::GameMatch;
use crate::tui::model::lobby::Lobby;

/// From how many columns on panels are written in full.
const FULL_PANEL_WIDTH: u16 = 40;

/// Draws the match.
pub fn draw(model: &Model, frame: &mut Frame<'_>, hits: &mut HitMap) {
    let (Some(lobby), Some(game_match)) = (&model.lobby, model.game_match()) else {
        return;
    };
    let parts = model.arrangement(frame.area());
    status_bar::heading(model, frame, parts.heading);
    let shown = Shown {
        model,
        lobby,
        game_match,
    };
    draw_board(&shown, &parts, frame, hits);
    if parts.tabbed {
        shown.tab(frame, &parts, hits);
    } else {
        shown.panels(frame, &parts, hits);
    }
    status_bar::status(
        model,
        frame,
        parts.status,
        explain::line(model, lobby, game_match, parts.status.width),
    );
    status_bar::hints(model, frame, parts.hints, hits);
}

fn draw_board(shown: &Shown<'_>, parts: &Arrangement, frame: &mut Frame<'_>, hits: &mut HitMap) {
    let game_match = shown.game_match;
    let from = game_match.source.unwrap_or(game_match.cursor);
    let context = BoardContext {
        look: shown.model.look,
        scale: parts.scale,
        letters: parts.letters,
        cursor: game_match.cursor,
        source: game_match.source,
        moves: &game_match.moves_from(from).collect::<Vec<_>>(),
        my_seat: shown.lobby.my_seat(),
    };
    let places = game_match
        .board
        .draw(&context, parts.board, frame.buffer_mut());
    for (area, at) in places {
        hits.add(area, Hit::Place(at));
    }
}

/// What every panel is drawn from.
#[derive(Clone, Copy, Debug)]
pub struct Shown<'a> {
    /// Everything.
    pub model: &'a Model,
    /// The lobby.
    pub lobby: &'a Lobby,
    /// The match.
    pub game_match: &'a GameMatch,
}

impl Shown<'_> {
    /// One panel, as the tab says.
    fn tab(&self, frame: &mut Frame<'_>, parts: &Arrangement, hits: &mut HitMap) {
        let width = usize::from(parts.panel.width.saturating_sub(2));
        let section = match self.model.tab {
            Tab::Board | Tab::Players => self.players(width).titled("Players [v]"),
            Tab::Log => self.log(width).titled("Log [v]"),
            Tab::Chat if self.model.replay.is_some() => self.chat(width).titled("People [v]"),
            Tab::Chat => self.chat(width).titled("Chat [v]"),
        };
        let with_roll = matches!(self.model.tab, Tab::Board | Tab::Players);
        let rest = with_roll.then(|| [self.roll(width), self.log(width)]);
        let sections = std::iter::once(section)
            .chain(rest.into_iter().flatten())
            .collect();
        let places = stack(self.model.look, frame, parts.panel, sections);
        if self.model.tab == Tab::Log {
            hits.add(places.first().copied().unwrap_or_default(), Hit::Log);
        } else {
            hits.add(places.get(2).copied().unwrap_or_default(), Hit::Log);
        }
    }

    /// Everything, beside the board and below it.
    fn panels(&self, frame: &mut Frame<'_>, parts: &Arrangement, hits: &mut HitMap) {
        let width = usize::from(parts.panel.width.saturating_sub(2));
        let below = !parts.bottom.is_empty();
        let mut sections = vec![self.players(width)];
        if parts.panel.width >= FULL_PANEL_WIDTH && below {
            let dice = self.game_match.board.dice();
            sections.extend(dice.map(|it| self.share(it, width)));
            sections.push(self.full_roll());
            sections.extend(self.now(width));
        } else {
            sections.push(self.roll(width));
        }
        if !below {
            sections.push(self.log(width));
            sections.extend(self.has_chat().then(|| self.chat(width)));
        }
        let log_at = sections
            .iter()
            .position(|it| it.rows == Rows::Top && it.title.starts_with("Log"));
        let places = stack(self.model.look, frame, parts.panel, sections);
        if let Some(place) = log_at.and_then(|it| places.get(it)) {
            hits.add(*place, Hit::Log);
        }
        if below {
            self.bottom(frame, parts.bottom, hits);
        }
    }

    /// What only matters to people at a table: what can be done, and who watches.
    fn now(&self, width: usize) -> Vec<Section<'static>> {
        if self.model.replay.is_some() {
            return Vec::new();
        }
        let odds = self.game_match.has_dice().then(|| self.odds(width));
        odds.into_iter().chain([self.watching(width)]).collect()
    }

    /// The log and the chat, side by side.
    fn bottom(&self, frame: &mut Frame<'_>, area: Rect, hits: &mut HitMap) {
        let (left, right) = split_right(area, if self.has_chat() { area.width / 2 } else { 0 });
        let inner = |it: Rect| usize::from(it.width.saturating_sub(2));
        let places = stack(self.model.look, frame, left, vec![self.log(inner(left))]);
        hits.add(places.first().copied().unwrap_or_default(), Hit::Log);
        stack(self.model.look, frame, right, vec![self.chat(inner(right))]);
    }

    /// Whether there is anything to say or to read: what was said in a match is in no file.
    fn has_chat(&self) -> bool {
        self.model.replay.is_none() || !self.lobby.chat.is_empty()
    }

    fn log(&self, width: usize) -> Section<'static> {
        let lines = log::lines(self.model, width);
        let lines = lines.into_iter().skip(self.game_match.log_scroll).collect();
        Section::new("Log [L]", Rows::Top, lines)
    }

    fn chat(&self, width: usize) -> Section<'static> {
        let lines = super::lobby::chat(self.lobby, width);
        let title = if self.model.replay.is_some() {
            "People"
        } else {
            "Chat [t]"
        };
        Section::new(title, Rows::Bottom, lines)
    }
}
