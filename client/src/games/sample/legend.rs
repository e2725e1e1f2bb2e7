//! The legend of a board: each mark that can stand on it as a small picture, with a sentence.
//!
//! Called by the help. Law kept here: the pictures are cut out of the game's example, which the board of the game itself
//! has drawn, so no mark looks different in a match.

use dicehall_engine::{GameKind, Seat};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::text::{Line, Span};

use super::{NOWHERE, sample};
use crate::games::act::Trail;
use crate::games::act::battle::Battle;
use crate::games::board::{BoardContext, PlaceArea};
use crate::games::place::{Move, Place};
use crate::games::words::legend::{Legend, LegendMark, Shows};
use crate::games::{TAUGHT, words};
use crate::graphics::Scale;
use crate::graphics::text::{plain, styled, wrap};
use crate::graphics::theme::Look;

/// The widest picture, in columns; a region that is larger is shown around its number.
const PICTURE_WIDTH_MAX: u16 = 8;
/// The highest picture, in rows.
const PICTURE_HEIGHT_MAX: u16 = 3;
/// The size of the places in the pictures.
const SCALE: Scale = Scale::Small;
/// The columns between a picture and its sentence, and behind it.
const GAP: usize = 2;
/// The narrowest text beside which there is room for a second picture.
const TEXT_WIDTH_MIN: usize = 24;
/// The chance of the attack in the pictures, as the board shows it.
const CHANCE: f64 = 0.72;

/// The legend of a game in lines of at most this width; empty for a game without one.
pub fn lines(game: GameKind, look: Look, width: usize) -> Vec<Line<'static>> {
    let Some(legend) = words(game).legend else {
        return Vec::new();
    };
    let narrow = usize::from(PICTURE_WIDTH_MAX) + 2 * GAP;
    let columns = if width >= 2 * (narrow + TEXT_WIDTH_MIN) {
        2
    } else {
        1
    };
    let each = width / columns;
    let signs = legend.marks.iter();
    let signs: Vec<Vec<Line<'static>>> = signs
        .filter_map(|it| sign(game, legend, *it, look, each))
        .collect();
    signs
        .chunks(columns)
        .flat_map(|it| beside(it, each))
        .collect()
}

/// A picture with its sentence, as lines that are all of this width.
fn sign(
    game: GameKind,
    legend: &Legend,
    mark: LegendMark,
    look: Look,
    width: usize,
) -> Option<Vec<Line<'static>>> {
    let mut lines = picture(game, legend, mark, look)?;
    let left = usize::from(PICTURE_WIDTH_MAX) + GAP;
    let text = wrap(
        &(mark.text)(look.language),
        width.saturating_sub(left + GAP).max(1),
    );
    let height = lines.len().max(text.len());
    lines.resize(height, Line::default());
    let above = (height - text.len()) / 2;
    for (line, text) in lines.iter_mut().skip(above).zip(text) {
        let used = line.width();
        line.push_span(plain(" ".repeat(left.saturating_sub(used))));
        line.push_span(plain(text));
    }
    Some(lines)
}

/// Signs side by side, each of this width.
fn beside(signs: &[Vec<Line<'static>>], each: usize) -> Vec<Line<'static>> {
    let height = signs.iter().map(Vec::len).max().unwrap_or(0);
    let row = |at: usize| {
        let mut line = Line::default();
        for (number, sign) in signs.iter().enumerate() {
            let used = line.width();
            line.push_span(plain(" ".repeat((number * each).saturating_sub(used))));
            let part = sign.get(at).cloned().unwrap_or_default();
            line.spans.extend(part.spans);
        }
        line
    };
    (0..height).map(row).collect()
}

/// The place of a mark, as the board draws it while the mark is there.
fn picture(
    game: GameKind,
    legend: &Legend,
    mark: LegendMark,
    look: Look,
) -> Option<Vec<Line<'static>>> {
    let board = sample(game)?;
    let area = Rect::from((Position::ORIGIN, board.size(look, SCALE)));
    let mut buffer = Buffer::empty(area);
    let scene = Scene::of(legend, mark)?;
    let areas = board.draw(&scene.context(legend, mark, look), area, &mut buffer);
    let mine: Vec<Rect> = areas
        .into_iter()
        .filter(|it: &PlaceArea| it.1 == mark.at)
        .map(|it| it.0)
        .collect();
    let all = mine.iter().copied().reduce(Rect::union)?;
    let window = window(&buffer, all, look);
    let is_mine = |at: Position| mine.iter().any(|it| it.contains(at));
    let line = |row: Rect| {
        let cells = row.positions().map(|at| {
            if is_mine(at) {
                cell(&buffer, at, look)
            } else {
                plain(" ")
            }
        });
        Line::from(cells.collect::<Vec<_>>())
    };
    Some(window.rows().map(line).collect())
}

/// The part of a place that fits a picture: around the first letter or number on it if it is too large.
fn window(buffer: &Buffer, all: Rect, look: Look) -> Rect {
    let width = all.width.min(PICTURE_WIDTH_MAX);
    let height = all.height.min(PICTURE_HEIGHT_MAX);
    let owners = Seat::ALL.map(|it| look.owner(it));
    let is_label = |at: &Position| {
        let symbol = buffer[*at].symbol();
        owners.contains(&symbol) || symbol.chars().all(char::is_alphanumeric)
    };
    let middle = all.positions().find(is_label).unwrap_or(Position {
        x: all.x + all.width / 2,
        y: all.y + all.height / 2,
    });
    let from =
        |at: u16, half: u16, (least, most): (u16, u16)| at.saturating_sub(half).clamp(least, most);
    Rect {
        x: from(middle.x, width / 2, (all.x, all.right() - width)),
        y: from(middle.y, height / 2, (all.y, all.bottom() - height)),
        width,
        height,
    }
}

/// A cell of the drawn board, on the ground of a panel.
fn cell(buffer: &Buffer, at: Position, look: Look) -> Span<'static> {
    let cell = &buffer[at];
    let [ground, panel] =
        [look.palette().ground, look.palette().panel].map(|it| it.shown(look.colors));
    let mut style = cell.style();
    if look.has_shades() && style.bg == Some(ground) {
        style = style.bg(panel);
    }
    if look.has_shades() && style.fg == Some(ground) {
        style = style.fg(panel);
    }
    styled(cell.symbol().to_owned(), style)
}

/// The things besides the board itself that it needs to draw a mark.
struct Scene {
    moves: Vec<Move>,
    trail: Trail,
    endangered: Vec<Place>,
}

impl Scene {
    fn of(legend: &Legend, mark: LegendMark) -> Option<Self> {
        let (from, to) = (legend.source, legend.target);
        // The board does not look at the action of a move.
        let action = TAUGHT.pass()?;
        let moves = [Move {
            from,
            to,
            odds: Some(CHANCE),
            link: None,
            action,
        }];
        let last = (mark.shows == Shows::Last).then_some((from, to));
        let battle = last.map(|(from, to)| Battle {
            attacker: Seat::ALL[0],
            defender: Seat::ALL[1],
            from,
            to,
            faces: None,
            won: true,
            odds: None,
            is_fall: false,
        });
        let is_in_danger = mark.shows == Shows::Danger;
        let is_choice = matches!(mark.shows, Shows::Source | Shows::Target);
        Some(Self {
            moves: moves.into_iter().filter(|_| is_choice).collect(),
            trail: Trail {
                last,
                battle,
                gained: Vec::new(),
            },
            endangered: is_in_danger.then_some(mark.at).into_iter().collect(),
        })
    }

    fn context(&self, legend: &Legend, mark: LegendMark, look: Look) -> BoardContext<'_> {
        let is_choice = matches!(mark.shows, Shows::Source | Shows::Target);
        BoardContext {
            cursor: if mark.shows == Shows::Cursor {
                mark.at
            } else {
                NOWHERE
            },
            source: is_choice.then_some(legend.source),
            moves: &self.moves,
            my_seat: Some(Seat::ALL[0]),
            shows_last: mark.shows == Shows::Last,
            trail: &self.trail,
            endangered: &self.endangered,
            ..BoardContext::picture(look, SCALE, NOWHERE)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::Language;
    use crate::testing::RICH;

    #[test]
    fn every_mark_of_every_game_has_a_picture_that_differs_from_the_others() {
        for game in GameKind::ALL {
            let legend = words(*game).legend.unwrap();
            let mut seen: Vec<Vec<Line<'static>>> = Vec::new();
            for mark in legend.marks {
                let drawn = picture(*game, legend, *mark, RICH).unwrap();
                assert!(!seen.contains(&drawn), "{game:?} {:?}", mark.shows);
                seen.push(drawn);
            }
            assert!(seen.len() >= 3);
        }
    }

    #[test]
    fn no_line_is_wider_than_the_room() {
        for game in GameKind::ALL {
            for language in Language::ALL {
                for width in [36, 76, 80] {
                    let look = Look { language, ..RICH };
                    let wide = lines(*game, look, width)
                        .into_iter()
                        .find(|it| it.width() > width);
                    assert_eq!(wide, None, "{game:?} {width}");
                }
            }
        }
    }
}
