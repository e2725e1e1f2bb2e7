//! The lobby where there is room: seats above; below them the board that will be played, beside it the evening, the rules and
//! the talk; at the right the code for telephones. Drawn by `lobby`.

use ratatui::Frame;
use ratatui::layout::{Rect, Size};
use ratatui::text::Line;

use super::evening::evening;
use super::{chat, click_rows, outlook, people, seats, settings, share};
use crate::games::board::BoardContext;
use crate::games::preview::is_dealt;
use crate::games::sample::NOWHERE;
use crate::graphics::put::put_lines;
use crate::graphics::text::wrap_styled;
use crate::tui::geometry::hits::{Hit, HitMap};
use crate::tui::geometry::{
    columns, largest_scale, rows, split_bottom, split_left, split_right, split_top,
};
use crate::tui::keymap::{Context, KeyAction, key_name};
use crate::tui::model::Model;
use crate::tui::model::lobby::Lobby;
use crate::tui::view::code;
use crate::tui::view::panel::{Rows, Section, inner_width, stack};

/// The smallest area that shows all of this.
const AREA_MIN: Size = Size::new(76, 20);
/// The narrowest part beside the code for telephones.
const MAIN_WIDTH_MIN: u16 = 48;
/// The narrowest column beside the board.
const SIDE_WIDTH_MIN: u16 = 19;
/// The narrowest rules.
const RULES_WIDTH_MIN: usize = 25;
/// The height of the terminal from which on the talk has the whole width below the board, and its rows.
const HEIGHT_WITH_STRIP: u16 = 34;
const STRIP_ROWS: u16 = 7;
/// The rows for people without a seat, in a low and in a high area.
const WATCHERS_LOW: usize = 1;
const WATCHERS_HIGH: usize = 5;
/// The height from which on sections have space between them.
const AIRY_HEIGHT: u16 = 15;

/// Whether the area has room for this.
pub(super) fn fits(area: Rect) -> bool {
    area.width >= AREA_MIN.width && area.height >= AREA_MIN.height
}

/// Whether the talk has a place of its own below the board.
const fn has_talk_row(model: &Model) -> bool {
    model.size.height >= HEIGHT_WITH_STRIP
}

/// Draws the lobby.
pub(super) fn draw(
    model: &Model,
    lobby: &Lobby,
    frame: &mut Frame<'_>,
    area: Rect,
    hits: &mut HitMap,
) {
    let (main, has_code) = code_at_the_right(model, lobby, frame, area);
    let below = seats_and_watchers(model, lobby, frame, main, hits);
    let strip = if has_talk_row(model) { STRIP_ROWS } else { 0 };
    let (middle, strip) = split_bottom(below, strip);
    if strip.height > 0 {
        let talk = talk(model, lobby, inner_width(strip));
        let ground = (model.look, model.look.palette().ground);
        let places = stack(ground, frame, strip, vec![talk]);
        places
            .first()
            .iter()
            .for_each(|it| hits.add(**it, Hit::Chat));
    }
    let beside = board(model, lobby, frame, middle);
    let (_, beside) = split_top(beside, u16::from(beside.height < AIRY_HEIGHT));
    let sections = column(model, lobby, inner_width(beside), has_code);
    let count = sections.len();
    let ground = (model.look, model.look.palette().ground);
    let places = stack(ground, frame, beside, sections);
    let talk = places.last().filter(|_| places.len() == count);
    talk.filter(|_| !has_talk_row(model))
        .iter()
        .for_each(|it| hits.add(**it, Hit::Chat));
}

/// Draws the code by which others come in at the right, where there is room; returns the rest, and whether it is drawn.
fn code_at_the_right(
    model: &Model,
    lobby: &Lobby,
    frame: &mut Frame<'_>,
    area: Rect,
) -> (Rect, bool) {
    let Some(link) = model.code_link() else {
        return (area, false);
    };
    let code = code::lines(model.look, &link);
    let width = code.first().map_or(0, Line::width);
    let fits = width > 0
        && area.width >= columns(width) + MAIN_WIDTH_MIN
        && area.height >= rows(code.len()) + 5;
    if !fits {
        return (area, false);
    }
    let below = ways(model, lobby, &link, width).into_iter();
    let mut lines: Vec<Line<'static>> = code.into_iter().chain(below).collect();
    let way = big_screen_way(model, lobby, width);
    if lines.len() + way.len() < usize::from(area.height) {
        lines.extend(way);
    }
    let width = columns(lines.iter().map(Line::width).max().unwrap_or(0));
    let (main, side) = split_right(area, width);
    let surface = model.look.surface(model.look.palette().panel);
    frame.buffer_mut().set_style(side, surface);
    let (side, _) = split_left(side, width);
    put_lines(frame, lines, side);
    (main, true)
}

/// The ways in below the code: the address for a browser, the command, and that for ssh.
fn ways(model: &Model, lobby: &Lobby, link: &str, width: usize) -> Vec<Line<'static>> {
    let (look, language) = (model.look, model.look.language);
    let address = model.share_address().unwrap_or_default();
    let command = format!("dicehall join {address} --lobby {}", lobby.view.lobby);
    [
        wrap_styled(link, width, look.strong()),
        wrap_styled(&language.others_join_with(), width, look.dim()),
        wrap_styled(&command, width, look.strong()),
        share::ssh_way(model, width),
    ]
    .concat()
}

/// How the address of the big screen ends, for a television.
fn big_screen_way(model: &Model, lobby: &Lobby, width: usize) -> Vec<Line<'static>> {
    let look = model.look;
    let address = format!("/{}/tv", lobby.view.lobby);
    let told = wrap_styled(&look.language.on_a_television(address), width, look.dim());
    std::iter::once(Line::default()).chain(told).collect()
}

/// Draws the seats and the people without one; returns the rest.
fn seats_and_watchers(
    model: &Model,
    lobby: &Lobby,
    frame: &mut Frame<'_>,
    area: Rect,
    hits: &mut HitMap,
) -> Rect {
    let width = inner_width(area);
    let mut lines = seats(model, lobby, width);
    let count = lines.len();
    let room = if has_talk_row(model) {
        WATCHERS_HIGH
    } else {
        WATCHERS_LOW
    };
    let first = (lobby.row + 1).saturating_sub(count + room);
    lines.extend(
        people(model, lobby, width)
            .into_iter()
            .skip(first)
            .take(room),
    );
    let shown = lines.len();
    let (_, lower) = split_top(area, 1);
    let (top, rest) = split_top(lower, rows(shown + 1));
    let language = model.look.language;
    let seats = Section::new(language.seats_heading(), Rows::Fit, lines);
    let seats = seats.beside(outlook(language, lobby));
    let ground = (model.look, model.look.palette().ground);
    let places = stack(ground, frame, top, vec![seats]);
    if let Some(place) = places.first() {
        let (above, below) = split_top(*place, rows(count));
        click_rows(Some(&above), 0..count, hits);
        click_rows(Some(&below), count + first..lobby.rows(), hits);
    }
    rest
}

/// Draws the board that will be played, as large as it fits; returns the column beside it.
fn board(model: &Model, lobby: &Lobby, frame: &mut Frame<'_>, area: Rect) -> Rect {
    let (look, language) = (model.look, model.look.language);
    let gap = 1 + u16::from(area.height >= AIRY_HEIGHT);
    let room = Size::new(
        area.width.saturating_sub(SIDE_WIDTH_MIN + 2),
        area.height.saturating_sub(gap + 1),
    );
    let picture = lobby.preview.board();
    let picture = picture.and_then(|it| Some((it, largest_scale(look, it.as_ref(), room)?)));
    let Some((board, scale)) = picture else {
        return area;
    };
    let size = board.size(look, scale);
    let (left, beside) = split_left(area, size.width + 2);
    let (_, left) = split_top(left, u16::from(area.height < AIRY_HEIGHT));
    let aside = is_dealt(&lobby.view.settings.rules).then(|| language.board_example());
    let lines = vec![Line::default(); size.height.into()];
    let section = Section::new(language.board_heading(), Rows::Fit, lines);
    let section = section.beside(aside.unwrap_or_default());
    let ground = (look, look.palette().ground);
    if let Some(place) = stack(ground, frame, left, vec![section]).first() {
        let part = Rect {
            width: size.width,
            ..*place
        };
        let context = BoardContext::picture(look, scale, NOWHERE);
        // This board is only a picture, so none of its places can be clicked.
        board.draw(&context, part, frame.buffer_mut());
    }
    beside
}

/// The sections of the column beside the board, in a width: the ways in unless the code is drawn, the evening, the rules, and
/// the talk if it has no place of its own.
fn column(model: &Model, lobby: &Lobby, width: usize, has_code: bool) -> Vec<Section<'static>> {
    let language = model.look.language;
    let with_talk = !has_talk_row(model);
    let knows_ways = !has_code && model.rights.door().is_none();
    let ways = knows_ways.then(|| share::section(model, lobby, width));
    let evening = evening(model, lobby, width);
    let has_rules = width >= RULES_WIDTH_MIN && (evening.is_none() || !with_talk);
    let rules = has_rules.then(|| {
        let key = key_name(model, Context::Lobby, KeyAction::Settings);
        let key = lobby.is_host().then(|| language.rules_aside(key));
        let game = lobby.view.settings.rules.kind();
        let title = language
            .game_title(game.name(), game.title())
            .to_uppercase();
        let lines = settings(model, lobby, width);
        Section::new(title, Rows::Top, lines).beside(key.unwrap_or_default())
    });
    let talk = with_talk.then(|| talk(model, lobby, width));
    let sections = [ways, evening, rules, talk].into_iter();
    sections.flatten().collect()
}

fn talk(model: &Model, lobby: &Lobby, width: usize) -> Section<'static> {
    let language = model.look.language;
    let aside = language.talk_aside(key_name(model, Context::Lobby, KeyAction::Chat));
    Section::new(language.talk_heading(), Rows::Bottom, chat(lobby, width)).beside(aside)
}
