//! A board of uneven territories on a lattice of blocks, with a border on exactly the edges between territories.
//!
//! A line is drawn where two blocks belong to different territories, ranked as the edges of hexes are. `[◆6]` is under the
//! cursor, `«▲6»` is the source, a number in another block of a territory is the chance to win an attack on it.

use dicehall_engine::games::territory::Territory;
use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};
use ratatui::style::Modifier;

use super::canvas::{Canvas, int, slide};
use super::hex::Hex;
use crate::model::Scale;
use crate::model::shape::MapShape;
use crate::theme::{EdgeRank, Glyphs, Look};

/// The columns left of the map, for the numbers of the rows.
const MARGIN: i32 = 2;

/// The lines of a corner, by the edges that meet there: 1 up, 2 down, 4 left, 8 right.
const CORNERS: [&str; 16] = ["", "│", "│", "│", "─", "┘", "┐", "┤", "─", "└", "┌", "├", "─", "┴", "┬", "┼"];
const ASCII_CORNERS: [&str; 16] =
    ["", "|", "|", "|", "-", "+", "+", "+", "-", "+", "+", "+", "-", "+", "+", "+"];

/// A board of uneven territories.
#[derive(Debug)]
pub struct MapBoard<'a> {
    /// What the terminal can show.
    pub look: Look,
    /// How large blocks are.
    pub scale: Scale,
    /// Which blocks belong to which territory.
    pub map: &'a MapShape,
    /// The territories in index order, with what is on them.
    pub territories: &'a [Hex],
    /// The territory that must be visible.
    pub focus: Territory,
}

/// Where a corner or the upper left corner of a block is.
type Point = (i32, i32);

impl MapBoard<'_> {
    /// The columns and rows of a map, the numbers of its rows included.
    pub fn size(scale: Scale, map: &MapShape) -> Size {
        let (width, height) = block_size(scale);
        let measure = |it: i32| u16::try_from(it).unwrap_or(u16::MAX);
        Size::new(measure(MARGIN + int(map.columns) * width + 1), measure(int(map.rows()) * height + 1))
    }

    /// Draws the map in the middle of an area, scrolled to its focus if it is larger, and tells where each block is.
    pub fn draw(&self, area: Rect, buffer: &mut Buffer, mut found: impl FnMut(Territory, Rect)) {
        if self.map.labels.is_empty() || area.is_empty() {
            return;
        }
        let origin = self.origin(area);
        let mut canvas = Canvas { area: area.intersection(buffer.area), buffer };
        for (row, column) in self.cells() {
            self.ground(&mut canvas, (row, column), origin, &mut found);
        }
        for row in 0..=int(self.map.rows()) {
            for column in 0..=int(self.map.columns) {
                self.lines(&mut canvas, (row, column), origin);
            }
        }
        for (at, territory) in (0..=u8::MAX).map(Territory).zip(self.territories) {
            self.text(&mut canvas, at, territory, origin);
        }
        self.coordinates(&mut canvas, origin);
    }

    fn origin(&self, area: Rect) -> Point {
        let size = Self::size(self.scale, self.map);
        let label = self.map.labels.get(self.focus.idx()).copied().unwrap_or(0);
        let (x, y) = self.corner(label, (MARGIN, 0));
        let (width, height) = block_size(self.scale);
        let left = slide(i32::from(size.width), i32::from(area.width), x + width);
        let top = slide(i32::from(size.height), i32::from(area.height), y + height / 2);
        (i32::from(area.x) + left + MARGIN, i32::from(area.y) + top)
    }

    fn cells(&self) -> impl Iterator<Item = Point> {
        let columns = int(self.map.columns);
        (0..int(self.map.rows())).flat_map(move |row| (0..columns).map(move |column| (row, column)))
    }

    /// The upper left corner of a block.
    fn corner(&self, block: usize, (left, top): Point) -> Point {
        let (width, height) = block_size(self.scale);
        let (row, column) = (int(block / self.map.columns), int(block % self.map.columns));
        (left + column * width, top + row * height)
    }

    /// Fills a block and the lines that its territory does not need.
    fn ground(
        &self,
        canvas: &mut Canvas<'_>,
        (row, column): Point,
        (left, top): Point,
        found: &mut impl FnMut(Territory, Rect),
    ) {
        let (width, height) = block_size(self.scale);
        let (x, y) = (left + column * width, top + row * height);
        let Some(own) = self.map.block(row, column) else {
            for down in 1..height {
                canvas.write(x + 1, y + down, "~~", self.look.dim());
            }
            return;
        };
        let fill = self.territories.get(own.idx()).map(|it| it.fill).unwrap_or_default();
        let same = |down: i32, right: i32| self.map.block(row + down, column + right) == Some(own);
        let right = if same(0, 1) { width } else { width - 1 };
        let below = if same(1, 0) { height } else { height - 1 };
        for down in 1..=below {
            let whole = down < height || (same(0, 1) && same(1, 1));
            let until = if whole { right } else { width - 1 };
            for across in 1..=until {
                canvas.put(x + across, y + down, " ", fill);
            }
            found(own, canvas.clip((x + 1, y + down, until)));
        }
    }

    /// The lines that begin in a corner, to the right and down, and the corner itself.
    fn lines(&self, canvas: &mut Canvas<'_>, (row, column): Point, (left, top): Point) {
        let (width, height) = block_size(self.scale);
        let (x, y) = (left + column * width, top + row * height);
        let block = |down: i32, right: i32| self.map.block(row + down, column + right);
        let up = self.rank(block(-1, -1), block(-1, 0));
        let down = self.rank(block(0, -1), block(0, 0));
        let west = self.rank(block(-1, -1), block(0, -1));
        let east = self.rank(block(-1, 0), block(0, 0));
        let symbols = match self.look.glyphs {
            Glyphs::Unicode => &CORNERS,
            Glyphs::Ascii => &ASCII_CORNERS,
        };
        if let Some(rank) = down {
            for step in 1..height {
                canvas.put(x, y + step, symbols[3], self.look.edge(rank));
            }
        }
        if let Some(rank) = east {
            for step in 1..width {
                canvas.put(x + step, y, symbols[12], self.look.edge(rank));
            }
        }
        let edges = [up, down, west, east];
        let meet =
            (0..).zip(edges).filter(|(_, it)| it.is_some()).map(|(bit, _)| 1_usize << bit).sum::<usize>();
        if let Some(rank) = edges.into_iter().flatten().max() {
            canvas.put(x, y, symbols[meet], self.look.edge(rank));
        }
    }

    /// How the line between two blocks is drawn, if there is one.
    fn rank(&self, one: Option<Territory>, other: Option<Territory>) -> Option<EdgeRank> {
        if one == other {
            return None;
        }
        let sides: Vec<&Hex> =
            [one, other].into_iter().flatten().filter_map(|it| self.territories.get(it.idx())).collect();
        let border = match sides.as_slice() {
            [one, other] if one.group == other.group => EdgeRank::Plain,
            _ => EdgeRank::Border,
        };
        Some(sides.iter().map(|it| it.rank).fold(border, EdgeRank::max))
    }

    fn text(&self, canvas: &mut Canvas<'_>, at: Territory, territory: &Hex, origin: Point) {
        let Some(label) = self.map.labels.get(at.idx()) else { return };
        let (x, y) = self.corner(*label, origin);
        let bold = territory.fill.add_modifier(Modifier::BOLD);
        canvas.put(x + 2, y + 1, territory.glyph, bold);
        canvas.put(x + 3, y + 1, &territory.count.to_string(), bold);
        if let Some([open, close]) = territory.brackets {
            canvas.put(x + 1, y + 1, open, bold);
            canvas.put(x + 4, y + 1, close, bold);
        }
        canvas.put(x + 5, y + 1, territory.trail, territory.fill);
        let odds = territory.odds.trim_end_matches('%');
        if let Some(block) = self.map.odds_block(at) {
            let (x, y) = self.corner(block, origin);
            canvas.write(
                x + 1,
                y + 1,
                odds.get(..2).unwrap_or(odds),
                bold.add_modifier(Modifier::UNDERLINED),
            );
        }
    }

    /// Numbers before the rows, letters on the upper frame.
    fn coordinates(&self, canvas: &mut Canvas<'_>, (left, top): Point) {
        let (width, height) = block_size(self.scale);
        for (row, number) in (0..int(self.map.rows())).zip(1_usize..) {
            canvas.write(left - MARGIN, top + row * height + 1, &format!("{number:>2}"), self.look.dim());
        }
        for (column, letter) in (0..int(self.map.columns)).zip('a'..='z') {
            canvas.put(left + column * width + 1, top, letter.encode_utf8(&mut [0; 4]), self.look.dim());
        }
    }
}

/// The columns and rows from a block to the next.
const fn block_size(scale: Scale) -> (i32, i32) {
    match scale {
        Scale::Small | Scale::Medium => (3, 2),
        Scale::Large => (4, 3),
    }
}
