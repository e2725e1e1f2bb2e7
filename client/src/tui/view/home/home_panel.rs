//! The right side of the home screen: a board of the chosen game, and the ladder of difficulty.

use dicehall_engine::Rung;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Color;
use ratatui::text::{Line, Span};

use crate::games;
use crate::games::board::{BoardContext, GameBoard};
use crate::games::sample::{NOWHERE, sample};
use crate::graphics::Scale;
use crate::graphics::canvas::centered;
use crate::graphics::text::{pad, plain, styled, wrap};
use crate::graphics::theme::{Glyphs, Look};
use crate::tui::geometry::hits::{Hit, HitMap};
use crate::tui::geometry::rows;
use crate::tui::keymap::KeyAction;
use crate::tui::keymap::abilities::has_right;
use crate::tui::model::{Model, lobby::ladder};
use crate::tui::view::home::home_words as says;
use crate::tui::view::panel::{Rows, Section, inner_width, stack};

/// The rows of the panel besides the board: two titles, the ladder, the bots' character, and the
/// space between.
const ROWS_BESIDE_BOARD: u16 = 10;
/// The least number of rows for the rules below the ladder, with the space above them.
const ROWS_OF_RULES: u16 = 8;
/// The width of a rung's steps and name, with the space around them.
const RUNG_WIDTH: usize = 16;
/// The width of a text about the bots' character.
const CHARACTER_WIDTH: usize = 30;
/// The steps of the ladder, as bars of growing height.
const RUNG_BARS: [&str; 5] = ["▁", "▂", "▃", "▅", "▆"];

/// Draws the panel.
pub fn draw(model: &Model, frame: &mut Frame<'_>, area: Rect, hits: &mut HitMap) {
    let look = model.look;
    let width = inner_width(area);
    let height = area.height.saturating_sub(ROWS_BESIDE_BOARD);
    let board = sample(model.game);
    let picture = board.and_then(|it| Some((it, scale(it, look, area.width, height)?)));
    let shown = match picture {
        Some((board, scale)) => vec![Line::default(); board.size(look, scale).height.into()],
        None => rules(model, width),
    };
    let arrows = match look.glyphs {
        Glyphs::Ascii => ["<", ">"],
        Glyphs::Sextants | Glyphs::Quadrants | Glyphs::HalfBlocks => ["‹", "›"],
    };
    let title = format!(
        "{} {} {}",
        arrows[0],
        look.language
            .game_title(model.game.name(), model.game.title()),
        arrows[1]
    );
    // The title of the numbers, if there are any.
    let aside = (records_width(model) > 0).then(|| look.language.ladder_record());
    let aside = aside.unwrap_or_default();
    let mut sections = vec![
        Section::new(title, Rows::Fit, shown).beside(says::game_number(look.language, model.game)),
    ];
    let has_ladder = has_right(model, KeyAction::Play);
    if has_ladder {
        let bars = rung_bars(model, width);
        sections.push(Section::new(look.language.ladder(), Rows::Fit, bars).beside(aside));
    }
    let board_rows = rows(sections[0].lines.len());
    let left = height.saturating_sub(board_rows);
    if picture.is_some() && left >= ROWS_OF_RULES {
        sections.push(Section::new(String::new(), Rows::Top, rules(model, width)));
    }
    let places = stack((look, look.palette().panel), frame, area, sections);
    if let (Some((board, scale)), Some(place)) = (picture, places.first()) {
        let place = Rect {
            x: area.x,
            width: area.width,
            ..*place
        };
        draw_board(board, look, scale, (place, frame));
        hits.add(place, Hit::Key('g'));
    }
    if let Some(place) = places.get(1).filter(|_| has_ladder) {
        for (key, row) in ('1'..='5').zip(place.rows()) {
            hits.add(row, Hit::Key(key));
        }
    }
}

/// The bar before a row if it is chosen, else a blank.
pub(in crate::tui::view) fn bar(look: Look, is_chosen: bool) -> Span<'static> {
    let sign = match (is_chosen, look.glyphs) {
        (false, _) => " ",
        (true, Glyphs::Ascii) => ">",
        (true, Glyphs::Sextants | Glyphs::Quadrants | Glyphs::HalfBlocks) => "▌",
    };
    styled(sign, look.text(look.palette().turn))
}

/// The largest scale at which a board fits; `None` if none does.
fn scale(board: &dyn GameBoard, look: Look, width: u16, height: u16) -> Option<Scale> {
    let fits = |scale: &Scale| {
        let size = board.size(look, *scale);
        size.width <= width && size.height <= height
    };
    Scale::ALL.into_iter().rev().find(fits)
}

fn draw_board(
    board: &dyn GameBoard,
    look: Look,
    scale: Scale,
    (place, frame): (Rect, &mut Frame<'_>),
) {
    let size = board.size(look, scale);
    let context = BoardContext::picture(look, scale, NOWHERE);
    let part = centered(place, size.width, size.height);
    // This board is only a picture, so none of its places can be clicked.
    board.draw(&context, part, frame.buffer_mut());
    let [ground, panel] = [look.palette().ground, look.palette().panel];
    if look.has_shades() {
        repaint(
            frame,
            part,
            ground.shown(look.colors),
            panel.shown(look.colors),
        );
    }
}

/// Changes the background of a board from the screen's to the panel's.
fn repaint(frame: &mut Frame<'_>, part: Rect, from: Color, to: Color) {
    let buffer = frame.buffer_mut();
    for position in part.intersection(buffer.area).positions() {
        let cell = &mut buffer[position];
        for color in [&mut cell.fg, &mut cell.bg] {
            if *color == from {
                *color = to;
            }
        }
    }
}

/// A row for each rung; below the chosen one the bots' character, if it does not fit beside the
/// name.
fn rung_bars(model: &Model, width: usize) -> Vec<Line<'static>> {
    let has_room = width >= RUNG_WIDTH + CHARACTER_WIDTH + records_width(model);
    let rungs = Rung::ALL
        .iter()
        .map(|it| rung(model, *it, (width, has_room)));
    let below = (!has_room).then(|| {
        let text = ladder::character(model.look.language, model.rung);
        Line::styled(format!(" {text}"), model.look.quiet())
    });
    rungs.chain(below).collect()
}

fn rung(model: &Model, rung: Rung, (width, has_room): (usize, bool)) -> Line<'static> {
    let (look, is_chosen) = (model.look, rung == model.rung);
    let palette = look.palette();
    let style = if is_chosen {
        look.text(palette.turn)
    } else {
        look.quiet()
    };
    let (lit, unlit) = steps(look, rung);
    let above = if !is_chosen && look.has_shades() {
        look.text(palette.raised)
    } else {
        look.dim()
    };
    let name = ladder::called(look.language, rung);
    let name = pad(look, &name, RUNG_WIDTH - 8);
    let name_style = match (is_chosen, look.has_shades()) {
        (true, true) => look.strong(),
        (true, false) => look.chosen(),
        (false, _) => look.quiet(),
    };
    let character = has_room.then(|| ladder::character(look.language, rung));
    let mut spans: Vec<Span<'static>> = vec![
        bar(look, is_chosen),
        styled(lit, style),
        styled(unlit, above),
        plain("  "),
        styled(name, name_style),
        styled(character.unwrap_or_default(), look.dim()),
    ];
    let used: usize = spans.iter().map(Span::width).sum();
    let record = record(model, rung);
    let room = width.saturating_sub(used + record.len());
    spans.extend([plain(" ".repeat(room)), styled(record, name_style)]);
    Line::from(spans).style(look.row(is_chosen && look.has_shades()))
}

/// The matches of the chosen game that the person has won against a rung, out of those played;
/// empty if none was.
fn record(model: &Model, rung: Rung) -> String {
    let sums = model.home.sums.get(&model.game);
    let sum = sums.and_then(|it| it.get(ladder::name(rung)));
    sum.map_or_else(String::new, |it| format!("{}/{} ", it.won, it.played))
}

/// The width of the longest of these numbers and a blank before it; 0 if none was played.
fn records_width(model: &Model) -> usize {
    let widths = Rung::ALL.into_iter().map(|it| record(model, it).len());
    let longest = widths.max().unwrap_or(0);
    longest + usize::from(longest > 0)
}

/// The steps up to a rung, and those above it.
fn steps(look: Look, rung: Rung) -> (String, String) {
    let count = rung.idx() + 1;
    match look.glyphs {
        Glyphs::Ascii => ("#".repeat(count), ".".repeat(RUNG_BARS.len() - count)),
        Glyphs::Sextants | Glyphs::Quadrants | Glyphs::HalfBlocks if look.has_shades() => {
            (RUNG_BARS[..count].concat(), RUNG_BARS[count..].concat())
        }
        // Without shading, the steps above a rung look like those below.
        Glyphs::Sextants | Glyphs::Quadrants | Glyphs::HalfBlocks => (
            RUNG_BARS[..count].concat(),
            " ".repeat(RUNG_BARS.len() - count),
        ),
    }
}

/// The rules of the chosen game in short.
fn rules(model: &Model, width: usize) -> Vec<Line<'static>> {
    let language = model.look.language;
    let rules = games::rules(model.game, language);
    let told: Vec<&str> = rules
        .lines()
        .skip(1)
        .skip_while(|it| it.is_empty())
        .take_while(|it| !it.is_empty())
        .collect();
    let lines = wrap(&told.join(&language.line_join()), width).into_iter();
    lines
        .map(|it| Line::styled(it, model.look.quiet()))
        .collect()
}
