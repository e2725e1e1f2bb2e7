//! Squares with what lies on them: stones in the colors of the seats, each with its owner's mark and its sign.
//!
//! Called for every board of squares without a picture of its own.

use dicehall_engine::Seat;
use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};
use ratatui::style::Modifier;
use ratatui::widgets::Widget;

use super::grid::{Grid, Square, grid_size, room};
use super::heap::{self, Sign};
use super::label::{float, floor};
use super::square_picture::{self, Point, SquareMark, SquarePicture};
use super::tile::Tile;
use crate::games::board::{BoardContext, PlaceArea};
use crate::games::place::{Place, Places};
use crate::graphics::Scale;
use crate::graphics::canvas::{Canvas, cells, int};
use crate::graphics::raster::Paint;
use crate::graphics::theme::{EdgeRank, Look};

/// The radius of a stone, and of the sign on a square to which a move is possible, as parts of the square's width.
const STONE: f32 = 0.4;
const SIGN: f32 = 0.17;

/// Squares and their tiles.
pub(super) struct Stones<'a> {
    pub(super) places: &'a Places,
    /// The tiles in the order of the places.
    pub(super) tiles: &'a [Tile],
    pub(super) context: &'a BoardContext<'a>,
}

/// The size of a board of squares, in columns and rows.
pub(super) fn size(look: Look, scale: Scale, places: &Places) -> Size {
    let (columns, rows) = (cells(columns(places)), cells(places.rows.len()));
    if look.parts().is_some() {
        let small = |it: u16| u8::try_from(it).unwrap_or(u8::MAX);
        return square_picture::size(scale, small(columns), small(rows));
    }
    grid_size(scale.lines(), columns, rows)
}

fn columns(places: &Places) -> usize {
    places.rows.first().map_or(1, Vec::len).max(1)
}

impl Stones<'_> {
    /// Draws the board; returns the areas of the places.
    pub(super) fn draw(&self, area: Rect, buffer: &mut Buffer) -> Vec<PlaceArea> {
        let in_order: Vec<Place> = self.places.rows.iter().flatten().copied().collect();
        let BoardContext { look, scale, .. } = *self.context;
        let columns = columns(self.places);
        if let Some(parts) = look.parts() {
            let picture = SquarePicture {
                look,
                parts,
                scale,
                columns,
                places: &in_order,
                focus: self.context.cursor,
            };
            let areas = picture.draw(area, buffer, |index, point| {
                self.paint(
                    in_order[index],
                    (index / columns + index % columns) % 2,
                    point,
                )
            });
            self.signs(&picture, area, buffer);
            return areas;
        }
        let squares: Vec<Square> = in_order.iter().map(|it| self.square(*it)).collect();
        let grid = Grid {
            look,
            scale: scale.lines(),
            columns,
            squares: &squares,
            focus: self.context.cursor,
        };
        (&grid).render(area, buffer);
        grid.places(area)
    }

    fn square(&self, at: Place) -> Square {
        let mut square = Square::new(self.context, at);
        if let Some(tile) = self.tiles.get(at.idx()) {
            square.text = if tile.heap.is_empty() {
                tile.sign()
            } else {
                let signs = heap::fitted(&tile.heap, room(self.context.scale.lines()));
                signs.into_iter().map(|it| it.text).collect()
            };
            square.fill = tile.fill;
            if tile.rank == EdgeRank::Target {
                square.rank = square.rank.max(tile.rank);
            }
        }
        square
    }

    /// The paint at a point of a square of one of two shades.
    fn paint(&self, at: Place, shade: usize, point: Point) -> Paint {
        let look = self.context.look;
        let palette = look.palette();
        let mark = SquareMark::of(self.context, at);
        if mark == SquareMark::Cursor && point.is_on_frame() {
            return Paint::glow(palette.glow);
        }
        let ground = mark.ground(look, palette.squares[shade]);
        let (dx, dy) = (point.x - 0.5, point.y - 0.5);
        let far = dx * dx + dy * dy;
        let owner = self.tiles.get(at.idx()).and_then(|it| owner_at(it, dx));
        if let Some(owner) = owner.filter(|_| far < STONE * STONE) {
            return Paint::line(palette.owners[owner.idx()].fill);
        }
        let mut moves = self.context.moves.iter();
        let is_target = self.context.source.is_some() && moves.any(|it| it.to == at);
        match (is_target, far < SIGN * SIGN) {
            (true, true) => Paint::line(palette.squares[2]),
            (true, false) if owner.is_some() => Paint::fill(ground.mix(palette.squares[2], 30)),
            (true | false, _) => Paint::fill(ground),
        }
    }

    /// Writes the owners' marks and the signs of what lies on the squares.
    fn signs(&self, picture: &SquarePicture<'_>, area: Rect, buffer: &mut Buffer) {
        let mut canvas = Canvas::new(area, buffer);
        for (index, at) in picture.places.iter().enumerate() {
            let Some(tile) = self.tiles.get(at.idx()) else {
                continue;
            };
            let (x, y) = picture.middle(area, index);
            let signs = signs_of(tile, picture.scale);
            let width: usize = signs.iter().map(|it| it.text.chars().count()).sum();
            let mut left = x - int(width / 2);
            for Sign { owner, text } in signs {
                let style = match owner {
                    Some(owner) => self.context.look.fill(owner),
                    None => self.context.look.strong(),
                };
                canvas.write(left, y, &text, style.add_modifier(Modifier::BOLD));
                left += int(text.chars().count());
            }
        }
    }
}

/// The owner of a stone at a distance to the right of its middle; the stone of a heap has a strip for each thing.
fn owner_at(tile: &Tile, dx: f32) -> Option<Seat> {
    let strips = int(tile.heap.len());
    if strips == 0 {
        return tile.owner;
    }
    let strip = floor((dx + STONE) / (2.0 * STONE) * float(strips));
    let strip = usize::try_from(strip.clamp(0, strips - 1)).unwrap_or(0);
    tile.heap.get(strip).and_then(|it| it.owner)
}

/// The signs on a square of a picture.
fn signs_of(tile: &Tile, scale: Scale) -> Vec<Sign> {
    if tile.heap.is_empty() {
        let (owner, text) = (tile.owner, tile.sign());
        return vec![Sign { owner, text }];
    }
    let columns = floor(2.0 * STONE * float(square_picture::square_size(scale).0));
    heap::fitted(&tile.heap, usize::try_from(columns).unwrap_or(0))
}
