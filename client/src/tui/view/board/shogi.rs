//! Animal shogi: the squares, with the dots that are printed on the real pieces, and a hand above and below them.

use dicehall_engine::Seat;
use dicehall_engine::games::animal_shogi::View;
use dicehall_engine::games::animal_shogi::board::{Direction, FILES, RANKS};
use dicehall_engine::games::animal_shogi::pieces::HandPiece;
use dicehall_engine::games::territory::Territory;
use ratatui::Frame;
use ratatui::layout::{Rect, Size};
use ratatui::text::{Line, Span};

use super::grid::{Grid, Square, grid_size};
use crate::tui::model::Model;
use crate::tui::model::game_match::GameMatch;
use crate::tui::model::lobby::Lobby;
use crate::tui::model::place::{hand_place, square_place, squares_by_rows};
use crate::tui::view::hits::{Hit, HitMap};
use crate::tui::view::layout::{Arrangement, split_bottom, split_top};
use crate::tui::view::match_screen::board::mark_square;
use crate::tui::view::text::{mark, plain, styled};

/// The columns of a hand, so that it does not jump when pieces come and go.
const HAND_WIDTH: u16 = 31;

/// The columns and rows of the board with both hands.
pub fn shogi_size(scale: crate::tui::model::Scale) -> Size {
    let grid = grid_size(scale, FILES.into(), RANKS.into());
    Size::new(grid.width.max(HAND_WIDTH), grid.height + 2)
}

/// Draws the board and the hands.
pub fn draw(
    model: &Model,
    (game_match, view): (&GameMatch, &View),
    parts: &Arrangement,
    frame: &mut Frame<'_>,
    hits: &mut HitMap,
) {
    let places: Vec<Territory> = squares_by_rows().collect();
    let squares: Vec<Square> = places
        .iter()
        .map(|it| square(model, game_match, view, *it))
        .collect();
    let focus = places
        .iter()
        .position(|it| *it == game_match.cursor)
        .unwrap_or(0);
    let grid = Grid {
        look: model.look,
        scale: parts.scale,
        columns: FILES.into(),
        squares: &squares,
        focus,
    };
    let room = shogi_size(parts.scale);
    let area = super::super::layout::centered(parts.board, parts.board.width, room.height);
    let (above, rest) = split_top(area, 1);
    let (middle, below) = split_bottom(rest, 1);
    hand(
        model,
        (game_match, view),
        Seat::ALL[1],
        (above, frame),
        hits,
    );
    grid.draw(middle, frame.buffer_mut(), |index, area| {
        if let Some(at) = places.get(index) {
            hits.add(area, Hit::Territory(*at));
        }
    });
    hand(
        model,
        (game_match, view),
        Seat::ALL[0],
        (below, frame),
        hits,
    );
}

fn square(model: &Model, game_match: &GameMatch, view: &View, at: Territory) -> Square {
    let mut square = Square::default();
    if let Some(piece) = view
        .pieces
        .iter()
        .find(|it| square_place(Some(it.square)) == at)
    {
        square.text = format!("{}{}", model.look.owner(piece.owner), piece.kind.letter());
        square.fill = model.look.fill(piece.owner);
        for direction in &piece.dots {
            square.dots[dot(*direction)] = true;
        }
    }
    mark_square(model, game_match, at, &mut square);
    square
}

/// Where a direction's dot is among the nine of a square.
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

/// What a seat has in hand; one's own pieces can be clicked, or chosen by their number.
fn hand(
    model: &Model,
    (game_match, view): (&GameMatch, &View),
    seat: Seat,
    (area, frame): (Rect, &mut Frame<'_>),
    hits: &mut HitMap,
) {
    let mine = model.lobby.as_ref().and_then(Lobby::my_seat) == Some(seat);
    let hand = view.hands[seat.idx() % 2];
    let area = super::super::layout::centered(area, HAND_WIDTH.min(area.width), 1);
    let mut spans: Vec<Span<'static>> = vec![mark(model.look, seat), plain(" hand")];
    let mut used: u16 = 6;
    for (number, piece) in (1..).zip(HandPiece::ALL) {
        let count = hand.count(piece);
        if count == 0 {
            continue;
        }
        let place = hand_place(piece);
        let source = mine && game_match.source == Some(place);
        let [open, close] = if source {
            model.look.symbols().source
        } else {
            [" ", " "]
        };
        let key = if mine {
            format!("{number}:")
        } else {
            String::new()
        };
        let text = format!(
            " {open}{key}{}{}{count}{close}",
            piece.kind().letter(),
            model.look.symbols().times
        );
        let width = u16::try_from(text.chars().count()).unwrap_or(0);
        if mine {
            let x = area.x.saturating_add(used).min(area.right());
            hits.add(
                Rect {
                    x,
                    width: width.min(area.right() - x),
                    ..area
                },
                Hit::Territory(place),
            );
        }
        used = used.saturating_add(width);
        let style = if source {
            model.look.chosen()
        } else {
            model.look.strong()
        };
        spans.push(styled(text, style));
    }
    if used == 6 {
        spans.push(styled("  empty", model.look.dim()));
    }
    frame.render_widget(Line::from(spans), area);
}
