//! Draws the match: the board, and around it standings, rolls, log and chat.

pub mod dice_panels;
pub mod explain;
pub mod panels;
pub mod result;

use dicehall_engine::Seat;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Modifier;
use ratatui::text::Line;
use unicode_width::UnicodeWidthStr;

use super::panel::{Rows, Section, inner_width, stack};
use super::{log, status_bar};
use crate::games::board::BoardContext;
use crate::graphics::canvas::centered;
use crate::graphics::palette::ColorLevel;
use crate::graphics::put::{clear, put, put_lines};
use crate::graphics::text::wrap;
use crate::tui::geometry::hits::{Hit, HitMap};
use crate::tui::geometry::{Arrangement, Tab, Tier, columns};
use crate::tui::keymap::jump::labels;
use crate::tui::keymap::{Context, KeyAction, key_name, key_of, name};
use crate::tui::model::Model;
use crate::tui::model::game_match::GameMatch;
use crate::tui::model::lesson::Lesson;
use crate::tui::model::lobby::Lobby;
use crate::tui::model::popup::Popup;

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

/// Whether the result is shown beside the board, which stays visible; small terminals show a popup
/// instead.
pub fn tells_result(model: &Model) -> bool {
    model.popups.last() == Some(&Popup::Outcome) && Tier::of(model.size) >= Tier::Normal
}

fn draw_board(shown: &Shown<'_>, parts: &Arrangement, frame: &mut Frame<'_>, hits: &mut HitMap) {
    let game_match = shown.game_match;
    let context = BoardContext {
        look: shown.model.look,
        scale: parts.scale,
        letters: parts.letters,
        cursor: game_match.cursor,
        source: game_match.source_shown(),
        moves: &game_match.moves_shown(),
        fought: game_match.fought.as_ref(),
        my_seat: shown.lobby.my_seat(),
        shows_last: !game_match.may_choose() && game_match.fought.is_none(),
    };
    let places = game_match
        .board
        .draw(&context, parts.board, frame.buffer_mut());
    for (area, at) in places {
        hits.add(area, Hit::Place(at));
    }
    if let Some(fall) = game_match.fall.filter(|_| game_match.rolling().is_none()) {
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
        let rest = with_roll.then(|| [self.roll(width), self.log(width)]);
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
        if let (true, Some(outcome)) = (tells_result(self.model), self.game_match.outcome) {
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
            sections.push(if below {
                self.full_roll(width)
            } else {
                self.roll(width)
            });
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

    /// The step of the tutorial; `None` outside of it.
    fn lesson(&self, width: usize) -> Option<Section<'static>> {
        let lesson = self.model.lesson?;
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
