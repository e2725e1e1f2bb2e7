//! Draws animal shogi as a picture: pieces with animals on a checkered board, and the hands beside it.

use dicehall_engine::Seat;
use dicehall_engine::games::animal_shogi::View;
use dicehall_engine::games::animal_shogi::board::{FILES, RANKS};
use dicehall_engine::games::animal_shogi::pieces::HandPiece;
use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};
use ratatui::style::Modifier;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use super::figures::Figure;
use super::{by_rows, hand_place, kind_name, square_place};
use crate::games::board::{BoardContext, PlaceArea};
use crate::games::draw::square_picture::{self, Point, SquareMark, SquarePicture, has_figures};
use crate::games::place::Place;
use crate::graphics::canvas::{Canvas, cells, centered};
use crate::graphics::parts::Parts;
use crate::graphics::raster::Paint;
use crate::graphics::text::{pad, styled};

/// The width of the hands beside the board, in columns.
pub(super) const BESIDE_WIDTH: u16 = 15;
/// The radius of the sign on a square to which a piece can move, as a part of the square's width.
const SIGN: f32 = 0.17;

/// Draws the board and the hands; returns the areas of the places.
pub(super) fn draw(
    view: &View,
    context: &BoardContext<'_>,
    parts: Parts,
    area: Rect,
    buffer: &mut Buffer,
) -> Vec<PlaceArea> {
    let places: Vec<Place> = by_rows().collect();
    let picture = SquarePicture {
        look: context.look,
        parts,
        scale: context.scale,
        columns: FILES.into(),
        places: &places,
        focus: context.cursor,
    };
    let Size { width, height } = square_picture::size(context.scale, FILES, RANKS);
    let all = centered(area, width + BESIDE_WIDTH, height);
    let board = Rect {
        width: width.min(all.width),
        ..all
    };
    let painter = Painter { view, context };
    let mut areas = picture.draw(board, buffer, |index, point| {
        painter.paint(places[index], index, point)
    });
    if !has_figures(context.scale) {
        painter.letters(&picture, board, buffer);
    }
    let beside = Rect {
        x: board.right(),
        width: all.width - board.width,
        ..all
    };
    for (seat, row) in [
        (Seat::ALL[1], 1),
        (Seat::ALL[0], beside.height.saturating_sub(5)),
    ] {
        let area = Rect {
            y: beside.y + row.min(beside.height),
            height: 5.min(beside.height.saturating_sub(row)),
            ..beside
        };
        areas.extend(hand(view, context, seat, area, buffer));
    }
    areas
}

/// The data from which squares are painted.
struct Painter<'a> {
    view: &'a View,
    context: &'a BoardContext<'a>,
}

impl Painter<'_> {
    fn figure(&self, at: Place) -> Option<Figure<'_>> {
        let mut pieces = self.view.pieces.iter();
        let piece = pieces.find(|it| square_place(it.square) == at)?;
        Some(Figure {
            owner: piece.owner,
            kind: piece.kind,
            dots: &piece.dots,
        })
    }

    fn paint(&self, at: Place, index: usize, point: Point) -> Paint {
        let look = self.context.look;
        let palette = look.palette();
        let mark = SquareMark::of(self.context, at);
        if mark == SquareMark::Cursor && point.is_on_frame() {
            return Paint::glow(palette.glow);
        }
        let checkered = palette.squares[(index + index / usize::from(FILES)) % 2];
        let ground = mark.ground(look, checkered);
        let figure = self.figure(at);
        let target =
            self.context.source.is_some() && self.context.moves.iter().any(|it| it.to == at);
        if has_figures(self.context.scale)
            && let Some(paint) = figure.and_then(|it| it.paint(look, point))
        {
            return paint;
        }
        let (dx, dy) = (point.x - 0.5, point.y - 0.5);
        let sign = target && figure.is_none() && dx * dx + dy * dy < SIGN * SIGN;
        match (sign, target) {
            (true, _) => Paint::line(palette.squares[2]),
            (false, true) => Paint::fill(ground.mix(palette.squares[2], 30)),
            (false, false) => Paint::fill(ground),
        }
    }

    /// Draws the pieces as letters, where there is no room for figures.
    fn letters(&self, picture: &SquarePicture<'_>, area: Rect, buffer: &mut Buffer) {
        let look = self.context.look;
        let mut canvas = Canvas::new(area, buffer);
        for (index, at) in picture.places.iter().enumerate() {
            if let Some(piece) = self.figure(*at) {
                let text = format!(" {}{} ", look.owner(piece.owner), piece.kind.letter());
                let (x, y) = picture.middle(area, index);
                let style = look.fill(piece.owner).add_modifier(Modifier::BOLD);
                for (x, character) in (x - 2..).zip(text.chars()) {
                    canvas.put(x, y, character.encode_utf8(&mut [0; 4]), style);
                }
            }
        }
    }
}

/// Draws the pieces in a seat's hand; one's own can be clicked, or chosen by their number.
fn hand(
    view: &View,
    context: &BoardContext<'_>,
    seat: Seat,
    area: Rect,
    buffer: &mut Buffer,
) -> Vec<PlaceArea> {
    let (look, mine) = (context.look, context.my_seat == Some(seat));
    let hand = view.hands[seat.idx() % 2];
    let mut places = Vec::new();
    let heading = Line::from(vec![
        styled(format!(" {} ", look.owner(seat)), look.owned(seat)),
        styled(look.language.hand_heading(), look.quiet()),
    ]);
    let mut lines = vec![heading];
    for (number, piece) in (1..).zip(HandPiece::ALL) {
        let count = hand.count(piece);
        if count == 0 {
            continue;
        }
        let place = hand_place(piece);
        let chosen = mine && context.source == Some(place);
        let key = if mine {
            format!("{number}")
        } else {
            " ".to_owned()
        };
        let name = format!(
            "{} {}{count}",
            kind_name(piece.kind(), look.language),
            look.symbols().times
        );
        let row = cells(lines.len());
        if mine {
            let y = area.y.saturating_add(row);
            places.push((
                Rect {
                    y,
                    height: 1,
                    ..area
                }
                .intersection(area),
                place,
            ));
        }
        lines.push(Line::from(vec![
            styled(format!(" {key} "), look.dim()),
            styled(
                pad(look, &name, usize::from(BESIDE_WIDTH) - 4),
                look.row(chosen),
            ),
        ]));
    }
    if lines.len() == 1 {
        let nothing = format!("   {}", look.language.hand_nothing());
        lines.push(Line::from(vec![Span::styled(nothing, look.dim())]));
    }
    for (row, line) in area.rows().zip(lines) {
        line.render(row, buffer);
    }
    places
}
