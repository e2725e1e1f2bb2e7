//! Draws animal shogi with lines: squares with the dots that are printed on the real pieces, and a hand above and below.

use dicehall_engine::Seat;
use dicehall_engine::games::animal_shogi::View;
use dicehall_engine::games::animal_shogi::board::{Direction, FILES, RANKS};
use dicehall_engine::games::animal_shogi::pieces::HandPiece;
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect, Size};
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use super::{by_rows, hand_place, picture, square_place};
use crate::games::board::{BoardContext, PlaceArea};
use crate::games::draw::grid::{Grid, Square, grid_size};
use crate::games::draw::square_picture;
use crate::games::place::Place;
use crate::graphics::Scale;
use crate::graphics::canvas::{cells, centered};
use crate::graphics::text::{mark, plain, styled};
use crate::graphics::theme::Look;

/// The width of a hand, fixed so that the board does not move when pieces come and go.
const HAND_WIDTH: u16 = 31;

/// The size of the board with both hands, which are beside a board drawn as a picture, else above
/// and below it.
pub(super) fn size(look: Look, scale: Scale) -> Size {
    if look.parts().is_some() {
        let size = square_picture::size(scale, FILES, RANKS);
        return Size::new(size.width + picture::BESIDE_WIDTH, size.height);
    }
    let grid = grid_size(scale.lines(), FILES.into(), RANKS.into());
    Size::new(grid.width.max(HAND_WIDTH), grid.height + 2)
}

/// Draws the board and the hands; returns the areas of the places.
pub(super) fn draw(
    view: &View,
    context: &BoardContext<'_>,
    area: Rect,
    buffer: &mut Buffer,
) -> Vec<PlaceArea> {
    if let Some(parts) = context.look.parts() {
        return picture::draw(view, context, parts, area, buffer);
    }
    let squares: Vec<Square> = by_rows().map(|at| square(view, context, at)).collect();
    let grid = Grid {
        look: context.look,
        scale: context.scale.lines(),
        columns: FILES.into(),
        squares: &squares,
        focus: context.cursor,
    };
    let area = centered(area, area.width, size(context.look, context.scale).height);
    let rows = [
        Constraint::Length(1),
        Constraint::Fill(1),
        Constraint::Length(1),
    ];
    let [above, middle, below] = Layout::vertical(rows).areas(area);
    (&grid).render(middle, buffer);
    let mut places = hand(view, context, Seat::ALL[1], above, buffer);
    places.extend(grid.places(middle));
    places.extend(hand(view, context, Seat::ALL[0], below, buffer));
    places
}

fn square(view: &View, context: &BoardContext<'_>, at: Place) -> Square {
    let mut square = Square::new(context, at);
    let mut pieces = view.pieces.iter();
    if let Some(piece) = pieces.find(|it| square_place(it.square) == at) {
        let mark = context.look.owner(piece.owner);
        square.text = format!("{mark}{}", piece.kind.letter());
        square.fill = context.look.fill(piece.owner);
        for direction in &piece.dots {
            square.dots[dot(*direction)] = true;
        }
    }
    square
}

/// The index of a direction's dot among the nine positions of a square.
const fn dot(direction: Direction) -> usize {
    match direction {
        Direction::NorthWest => 0,
        Direction::North => 1,
        Direction::NorthEast => 2,
        Direction::West => 3,
        Direction::East => 5,
        Direction::SouthWest => 6,
        Direction::South => 7,
        Direction::SouthEast => 8,
    }
}

/// Draws a seat's hand; one's own pieces can be clicked, or chosen by their number.
fn hand(
    view: &View,
    context: &BoardContext<'_>,
    seat: Seat,
    area: Rect,
    buffer: &mut Buffer,
) -> Vec<PlaceArea> {
    let (look, mine) = (context.look, context.my_seat == Some(seat));
    let hand = view.hands[seat.idx() % 2];
    let area = centered(area, HAND_WIDTH, 1);
    let label = format!(" {}", look.language.hand_label());
    let mut spans: Vec<Span<'static>> = vec![mark(look, seat), plain(label)];
    let mut places = Vec::new();
    let mut used = columns(&spans);
    for (number, piece) in (1..).zip(HandPiece::ALL) {
        let count = hand.count(piece);
        if count == 0 {
            continue;
        }
        let place = hand_place(piece);
        let source = mine && context.source == Some(place);
        let ([open, close], style) = if source {
            (look.symbols().source, look.chosen())
        } else {
            ([" ", " "], look.strong())
        };
        let key = if mine {
            format!("{number}:")
        } else {
            String::new()
        };
        let (letter, times) = (piece.kind().letter(), look.symbols().times);
        let text = styled(format!(" {open}{key}{letter}{times}{count}{close}"), style);
        let width = columns(std::slice::from_ref(&text));
        if mine {
            let x = area.x.saturating_add(used).min(area.right());
            let width = width.min(area.right() - x);
            places.push((Rect { x, width, ..area }, place));
        }
        used = used.saturating_add(width);
        spans.push(text);
    }
    if HandPiece::ALL.iter().all(|it| hand.count(*it) == 0) {
        spans.push(styled(
            format!("  {}", look.language.hand_empty()),
            look.dim(),
        ));
    }
    Line::from(spans).render(area, buffer);
    places
}

/// The width of some pieces of a line.
fn columns(spans: &[Span<'_>]) -> u16 {
    cells(spans.iter().map(Span::width).sum())
}
