//! Draws the match: the board, and around it standings, rolls, log and chat.

mod band;
pub mod big;
pub mod dice_panels;
pub mod explain;
pub mod panels;
pub mod result;
mod roll_panel;

mod verdict;
mod watched;

use dicehall_engine::Seat;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Modifier;
use ratatui::text::Line;
use unicode_width::UnicodeWidthStr;

use super::panel::{Rows, Section, inner_width, room_below, stack};
use super::{log, status_bar};
use crate::games::act::Trail;
use crate::games::act::arriving::Arriving;
use crate::games::board::{BoardContext, Turning};
use crate::games::place::Place;
use crate::games::rolling::Rolling;
use crate::games::sample::NOWHERE;
use crate::games::words;
use crate::games::words::hints::greatest_dangers;
use crate::graphics::Scale;
use crate::graphics::canvas::centered;
use crate::graphics::palette::ColorLevel;
use crate::graphics::put::{clear, put, put_lines};
use crate::graphics::text::wrap;
use crate::tui::geometry::hits::{Hit, HitMap};
use crate::tui::geometry::{Arrangement, Tab, columns};
use crate::tui::keymap::jump::labels;
use crate::tui::keymap::{Context, KeyAction, key_name, key_of, name};
use crate::tui::model::Model;
use crate::tui::model::game_match::GameMatch;
use crate::tui::model::lesson::Lesson;
use crate::tui::model::lobby::Lobby;
use roll_panel::Room;

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
    if let Some(outcome) = game_match.outcome.filter(|_| !parts.band.is_empty()) {
        shown.band(outcome, frame, parts.band);
    }
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

/// Draws the card of a result: the winner, the last position and the course, between the game's name and the program's.
pub fn draw_card(model: &Model, frame: &mut Frame<'_>) {
    let (Some(lobby), Some(game_match)) = (&model.lobby, model.game_match()) else {
        return;
    };
    let Some(outcome) = game_match.outcome else {
        return;
    };
    let look = model.look;
    let area = frame.area();
    frame
        .buffer_mut()
        .set_style(area, look.surface(look.palette().ground));
    let parts = model.arrangement(area);
    let shown = Shown {
        model,
        lobby,
        game_match,
    };
    let variant = game_match.board.labels(look).variant;
    let game = look
        .language
        .game_title(game_match.game.name(), game_match.game.title());
    put(
        frame,
        Line::styled(format!(" {game} {variant}"), look.strong()),
        parts.heading,
    );
    shown.band(outcome, frame, parts.band);
    let mut hits = HitMap::default();
    draw_board(&shown, &parts, frame, &mut hits);
    shown.panels(frame, &parts, &mut hits);
    put(frame, Line::styled(" Dicehall", look.dim()), parts.hints);
}

fn draw_board(shown: &Shown<'_>, parts: &Arrangement, frame: &mut Frame<'_>, hits: &mut HitMap) {
    let game_match = shown.game_match;
    let is_over = shown.model.tells_result() && !game_match.board.standings().is_empty();
    let words = shown.turning_words(parts);
    let turned = game_match.course.turning().filter(|_| is_over);
    let arriving = game_match.arriving.as_ref();
    let dice = |at| game_match.cell(at).map_or(0, |it| it.dice);
    let costly = game_match.outlook().map(|it| greatest_dangers(it, dice));
    let endangered: Vec<Place> = costly.iter().flatten().map(|it| it.0).collect();
    let context = BoardContext {
        look: shown.model.look,
        scale: parts.scale,
        letters: parts.letters,
        cursor: if shown.model.shows_big_screen() {
            NOWHERE
        } else {
            game_match.cursor
        },
        source: game_match.source_shown().filter(|_| !is_over),
        moves: &game_match.moves_shown(),
        fought: game_match.fought.as_ref(),
        my_seat: shown.lobby.my_seat(),
        shows_last: !game_match.may_choose() && game_match.fought.is_none(),
        watched: watched::watched(shown),
        trail: if is_over {
            Trail::NONE
        } else {
            &game_match.trail
        },
        flip: game_match.rolling.as_ref().and_then(Rolling::flipping),
        endangered: &endangered,
        fresh: arriving.map_or(&[], Arriving::come),
        turning: turned.map(|it| Turning {
            at: it.to,
            words: &words,
        }),
        is_over,
    };
    let places = game_match
        .shown_board()
        .draw(&context, parts.board, frame.buffer_mut());
    for (area, at) in places {
        hits.add(area, Hit::Place(at));
    }
    if let Some(fall) = game_match.fall.filter(|_| game_match.rolling.is_none()) {
        tell_fall(shown, fall.seat, parts.board, frame);
    }
    draw_labels(shown.model, frame, hits);
}

/// Draws a message across the board that a player is out.
fn tell_fall(shown: &Shown<'_>, seat: Seat, board: Rect, frame: &mut Frame<'_>) {
    const HEIGHT: u16 = 3;
    let look = shown.model.look;
    let is_mine = shown.lobby.my_seat() == Some(seat);
    let told = if is_mine {
        look.language.fall_you()
    } else {
        look.language.fall_other(shown.lobby.seat_name(seat))
    };
    let text = format!("  {} {told}  ", look.owner(seat));
    let area = centered(board, columns(text.width()), HEIGHT);
    let lines = vec![Line::default(), Line::from(text), Line::default()];
    let style = if look.colors == ColorLevel::None {
        look.chosen()
    } else {
        look.fill(seat).add_modifier(Modifier::BOLD)
    };
    clear(frame, area);
    frame.buffer_mut().set_style(area, style);
    put_lines(frame, lines, area);
}

/// Draws the jump labels, the typed letters first.
fn draw_labels(model: &Model, frame: &mut Frame<'_>, hits: &HitMap) {
    let Some(typed) = &model.jump else {
        return;
    };
    let labels = labels(model).into_iter();
    for (place, label) in labels.filter(|(_, it)| it.starts_with(typed)) {
        let Some(middle) = hits.middle(Hit::Place(place)) else {
            continue;
        };
        let text = format!(" {label} ");
        let area = Rect {
            x: middle.x.saturating_sub(1),
            y: middle.y,
            width: columns(text.len()),
            height: 1,
        };
        let area = area.intersection(frame.area());
        put(frame, Line::styled(text, model.look.turn()), area);
    }
}

/// The data from which all panels are drawn.
#[derive(Clone, Copy, Debug)]
pub struct Shown<'a> {
    /// The whole model.
    pub model: &'a Model,
    /// The lobby.
    pub lobby: &'a Lobby,
    /// The match.
    pub game_match: &'a GameMatch,
}

impl Shown<'_> {
    /// The words on the turning point: its round where hexes are large, else that it is here.
    fn turning_words(&self, parts: &Arrangement) -> String {
        let language = self.model.look.language;
        let round = self.game_match.course.swing().map(|it| it.round);
        match round {
            Some(round) if parts.scale >= Scale::Huge => language.round_number(round),
            Some(_) | None => language.here(),
        }
    }

    /// Draws the one panel that the tab chooses.
    fn tab(&self, frame: &mut Frame<'_>, parts: &Arrangement, hits: &mut HitMap) {
        let width = inner_width(parts.panel);
        let (section, log_at) = match self.model.tab {
            Tab::Board | Tab::Players => (self.players(width), Some(2)),
            Tab::Log => (self.log(width), Some(0)),
            Tab::Chat => (self.chat(width), None),
        };
        let key = key_of(self.model, Context::Match, KeyAction::NextTab);
        let key = key.map(name).unwrap_or_default();
        let section = section.beside(self.model.look.language.panel_next(key));
        if let Some(lesson) = self.lesson(width) {
            self.stack(frame, parts.panel, vec![lesson, section]);
            return;
        }
        let with_roll = matches!(self.model.tab, Tab::Board | Tab::Players);
        let height = room_below(parts.panel, std::slice::from_ref(&section));
        let room = Room { width, height };
        let rest = with_roll.then(|| [self.roll(room), self.log(width)]);
        let sections = std::iter::once(section)
            .chain(rest.into_iter().flatten())
            .collect();
        let places = self.stack(frame, parts.panel, sections);
        if let Some(log) = log_at.and_then(|it| places.get(it)) {
            hits.add(*log, Hit::Log);
        }
        if let (Tab::Chat, Some(chat)) = (self.model.tab, places.first()) {
            hits.add(*chat, Hit::Chat);
        }
    }

    /// Draws all panels, beside the board and below it.
    fn panels(&self, frame: &mut Frame<'_>, parts: &Arrangement, hits: &mut HitMap) {
        let width = inner_width(parts.panel);
        if let (true, Some(outcome)) = (self.model.tells_result(), self.game_match.outcome) {
            self.stack(frame, parts.panel, self.result(outcome, width));
            return;
        }
        let below = !parts.bottom.is_empty();
        let mut sections: Vec<Section<'static>> = self.lesson(width).into_iter().collect();
        sections.push(self.players(width));
        let shows_luck = self.model.replay.as_ref().is_some_and(|it| it.shows_luck);
        if shows_luck {
            sections.extend(self.luck(width));
        }
        let aim = self.aim(width);
        if aim.is_empty() {
            let room = self.room_for_roll(parts.panel, &sections);
            sections.push(self.new_dice(width).unwrap_or_else(|| self.roll(room)));
        }
        sections.extend(aim);
        sections.extend(self.watching(width));
        let log_at = (!below && !self.game_match.log.is_empty()).then_some(sections.len());
        if log_at.is_some() {
            sections.push(self.log(width));
        }
        let chat_at = sections.len();
        sections.extend(self.has_chat().then(|| self.chat(width)));
        let places = self.stack(frame, parts.panel, sections);
        if let Some(chat) = places.get(chat_at) {
            hits.add(*chat, Hit::Chat);
        }
        if let Some(place) = log_at.and_then(|it| places.get(it)) {
            hits.add(*place, Hit::Log);
        }
        if below && !self.game_match.log.is_empty() {
            let log = self.log(inner_width(parts.bottom));
            let ground = self.model.look.palette().ground;
            let surface = (self.model.look, ground);
            let places = stack(surface, frame, parts.bottom, vec![log]);
            for place in places {
                hits.add(place, Hit::Log);
            }
        }
    }

    /// The room for the last roll below these sections; what people say keeps a few rows, and so does what is told of a
    /// match that is over.
    fn room_for_roll(&self, panel: Rect, above: &[Section<'_>]) -> Room {
        /// The rows for what people say, with the title and the row above it.
        const CHAT_ROWS: usize = 4;
        /// The same for the log of a match that is over.
        const LOG_ROWS: usize = 6;
        let chat = if self.has_chat() { CHAT_ROWS } else { 0 };
        let is_over = self.game_match.outcome.is_some();
        let kept = chat + if is_over { LOG_ROWS } else { 0 };
        Room {
            width: inner_width(panel),
            height: room_below(panel, above).saturating_sub(kept),
        }
    }

    /// The step of the tutorial, or else what the coach says; `None` if there is neither.
    fn lesson(&self, width: usize) -> Option<Section<'static>> {
        let Some(lesson) = self.model.lesson else {
            return self.coach(width);
        };
        let look = self.model.look;
        let about = match lesson {
            Lesson::Source | Lesson::Target | Lesson::Roll | Lesson::End => KeyAction::EndTurn,
            Lesson::Others => KeyAction::Skip,
            Lesson::Win => KeyAction::Help,
        };
        let text = lesson.text(look.language, &key_name(self.model, Context::Match, about));
        let lines = wrap(&text, width).into_iter();
        let lines = lines.map(|it| Line::styled(it, look.text(look.palette().turn)));
        let step = look.language.part_of(lesson.number(), Lesson::ALL.len());
        let title = lesson.title(look.language);
        Some(Section::new(title, Rows::Fit, lines.collect()).beside(step))
    }

    /// The sentence of the coach; `None` while it says nothing.
    fn coach(&self, width: usize) -> Option<Section<'static>> {
        let at = self.model.coach.said?;
        let tips = words(self.game_match.game).tips;
        let tip = tips.get(at)?;
        let look = self.model.look;
        let turn = look.text(look.palette().turn);
        let lines = wrap(&(tip.text)(look.language), width).into_iter();
        let key = key_name(self.model, Context::Match, KeyAction::Coach);
        let away = Line::styled(look.language.coach_key(key), look.dim());
        let lines = lines.map(|it| Line::styled(it, turn)).chain([away]);
        let step = look.language.part_of(at + 1, tips.len());
        let title = look.language.coach_heading();
        Some(Section::new(title, Rows::Fit, lines.collect()).beside(step))
    }

    fn stack(&self, frame: &mut Frame<'_>, area: Rect, sections: Vec<Section<'_>>) -> Vec<Rect> {
        let look = self.model.look;
        stack((look, look.palette().panel), frame, area, sections)
    }

    /// Whether there is any chat to read. The chat is in no match file.
    fn has_chat(&self) -> bool {
        !self.lobby.chat.is_empty()
    }

    fn log(&self, width: usize) -> Section<'static> {
        let lines = log::lines(self.model, width);
        let lines = lines.into_iter().skip(self.game_match.log_scroll).collect();
        Section::new(self.model.look.language.log_heading(), Rows::Top, lines).beside(key_name(
            self.model,
            Context::Match,
            KeyAction::Log,
        ))
    }

    fn chat(&self, width: usize) -> Section<'static> {
        let lines = super::lobby::chat(self.lobby, width);
        let language = self.model.look.language;
        if self.model.replay.is_some() {
            Section::new(language.people_heading(), Rows::Bottom, lines)
        } else {
            let key = key_name(self.model, Context::Match, KeyAction::Chat);
            let aside = language.talk_aside(key);
            Section::new(language.talk_heading(), Rows::Bottom, lines).beside(aside)
        }
    }
}
