//! The map drawn with lines: blocks of uneven territories, with borders between the blocks.
//!
//! Borders between owners are bright, those within one owner's land dim. The first of these rules
//! decides: selection, target, border between owners, plain. State is shown by glyphs first: `[◆4]`
//! is under the cursor, `«▲5»` is the source, a percentage above or below the dice is the winning
//! probability, two letters beside them begin the territory's name, and a number is that of one without a name.

use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};
use ratatui::style::{Modifier, Style};
use ratatui::widgets::Widget;

use super::tile::Tile;
use crate::games::board::PlaceArea;
use crate::games::place::Place;
use crate::games::place::map_layout::MapLayout;
use crate::graphics::LineScale;
use crate::graphics::canvas::{Canvas, cells, int, joint, lines, slide, visible};
use crate::graphics::theme::{EdgeRank, Look};

/// A map to be drawn; each territory is described by a [`Tile`], as a hex is.
#[derive(Debug)]
pub struct MapWidget<'a> {
    /// The abilities of the terminal, and the language.
    pub look: Look,
    /// The size of the blocks.
    pub scale: LineScale,
    /// The layout of the map.
    pub map: &'a MapLayout,
    /// The territories, in index order.
    pub territories: &'a [Tile],
    /// The territory that must be visible.
    pub focus: usize,
}

/// The letters of a territory's name that are written on it.
const LETTERS: usize = 2;

/// The size of a map, in columns and rows.
pub fn map_size(scale: LineScale, map: &MapLayout) -> Size {
    let (width, height) = block_size(scale);
    let rows = map.blocks.len().div_ceil(map.columns.max(1));
    let border = u16::from(scale != LineScale::Small);
    Size::new(
        cells(map.columns).saturating_mul(width) + border,
        cells(rows).saturating_mul(height) + border,
    )
}

/// The width and height of a block, including the lines on its left and upper side. Small blocks
/// have no lines.
const fn block_size(scale: LineScale) -> (u16, u16) {
    match scale {
        LineScale::Small => (2, 1),
        LineScale::Medium => (3, 2),
        LineScale::Large => (4, 3),
    }
}

impl Widget for &MapWidget<'_> {
    /// Draws the map in the middle of an area, scrolled to its focus if it is larger.
    fn render(self, area: Rect, buffer: &mut Buffer) {
        if self.map.columns == 0 || area.is_empty() {
            return;
        }
        let origin = self.origin(area);
        let mut canvas = Canvas::new(area, buffer);
        for block in 0..self.map.blocks.len() {
            self.ground(&mut canvas, block, origin);
        }
        if self.scale != LineScale::Small {
            self.lines(&mut canvas, origin);
        }
        for (index, territory) in self.territories.iter().enumerate() {
            self.label(&mut canvas, index, territory, origin);
        }
    }
}

impl MapWidget<'_> {
    /// The areas of the territories when the map is drawn in an area.
    pub fn places(&self, area: Rect) -> Vec<PlaceArea> {
        let origin = self.origin(area);
        let (width, height) = self.block();
        let land = self.map.blocks.iter().enumerate();
        land.filter_map(|(block, territory)| Some((block, (*territory)?)))
            .flat_map(|(block, territory)| {
                let (x, y) = self.corner(block, origin);
                (0..height).map(move |row| (visible(area, (x, y + row), width), territory))
            })
            .collect()
    }

    fn block(&self) -> (i32, i32) {
        let (width, height) = block_size(self.scale);
        (i32::from(width), i32::from(height))
    }

    /// The width of a line: 1, or 0 for small blocks, which have no lines.
    fn line(&self) -> i32 {
        i32::from(self.scale != LineScale::Small)
    }

    fn origin(&self, area: Rect) -> (i32, i32) {
        let size = map_size(self.scale, self.map);
        let label = self.map.labels.get(self.focus).copied().unwrap_or(0);
        let (focus_x, focus_y) = self.corner(label, (0, 0));
        let x = slide(size.width.into(), area.width.into(), focus_x);
        let y = slide(size.height.into(), area.height.into(), focus_y);
        (i32::from(area.x) + x, i32::from(area.y) + y)
    }

    /// The upper left corner of a block, its lines included.
    fn corner(&self, block: usize, (left, top): (i32, i32)) -> (i32, i32) {
        let ((row, column), (width, height)) = (self.map.row_and_column(block), self.block());
        (left + int(column) * width, top + int(row) * height)
    }

    /// Fills a block, and the lines between it and blocks of the same territory.
    fn ground(&self, canvas: &mut Canvas<'_>, block: usize, origin: (i32, i32)) {
        let (x, y) = self.corner(block, origin);
        let ((width, height), line) = (self.block(), self.line());
        let here = self.map.blocks[block];
        let Some(territory) = here.and_then(|it| self.territories.get(it.idx())) else {
            for row in line..height {
                for column in line..width {
                    canvas.put(x + column, y + row, "~", self.look.dim());
                }
            }
            return;
        };
        let from = if line == 1 && self.beside(block, -1, 0) == Some(here) {
            0
        } else {
            line
        };
        let above = if line == 1 && self.beside(block, 0, -1) == Some(here) {
            0
        } else {
            line
        };
        for row in above..height {
            for column in from..width {
                canvas.put(x + column, y + row, " ", territory.fill);
            }
        }
    }

    #[expect(
        clippy::option_option,
        reason = "sea is a block, beyond the map is none"
    )]
    /// The territory of the block beside another (`Some(None)` for sea); `None` beyond the map.
    fn beside(&self, block: usize, right: i32, down: i32) -> Option<Option<Place>> {
        let (row, column) = self.map.row_and_column(block);
        self.at(int(row) + down, int(column) + right)
    }

    #[expect(
        clippy::option_option,
        reason = "sea is a block, beyond the map is none"
    )]
    fn at(&self, row: i32, column: i32) -> Option<Option<Place>> {
        let (row, column) = (usize::try_from(row).ok()?, usize::try_from(column).ok()?);
        if column >= self.map.columns {
            return None;
        }
        self.map
            .blocks
            .get(row * self.map.columns + column)
            .copied()
    }

    fn lines(&self, canvas: &mut Canvas<'_>, origin: (i32, i32)) {
        let (width, height) = self.block();
        let (rows, columns) = (
            int(self.map.blocks.len() / self.map.columns),
            int(self.map.columns),
        );
        let [horizontal, vertical] = lines(self.look.glyphs);
        for row in 0..=rows {
            for column in 0..=columns {
                let (x, y) = (origin.0 + column * width, origin.1 + row * height);
                // The lines that meet in this corner: up, down, left, right.
                let meeting = [
                    self.rank((row - 1, column - 1), (row - 1, column)),
                    self.rank((row, column - 1), (row, column)),
                    self.rank((row - 1, column - 1), (row, column - 1)),
                    self.rank((row - 1, column), (row, column)),
                ];
                if let Some(rank) = meeting.into_iter().flatten().max() {
                    let symbol = joint(self.look.glyphs, meeting.map(|it| it.is_some()));
                    canvas.put(x, y, symbol, self.look.edge(rank));
                }
                if let Some(rank) = meeting[3] {
                    for step in 1..width {
                        canvas.put(x + step, y, horizontal, self.look.edge(rank));
                    }
                }
                if let Some(rank) = meeting[1] {
                    for step in 1..height {
                        canvas.put(x, y + step, vertical, self.look.edge(rank));
                    }
                }
            }
        }
    }

    /// The style of the line between two blocks; `None` if both belong to one territory, or to the
    /// sea.
    fn rank(&self, one: (i32, i32), other: (i32, i32)) -> Option<EdgeRank> {
        let [one, other] = [one, other].map(|(row, column)| self.at(row, column).flatten());
        if one == other {
            return None;
        }
        let [one, other] = [one, other].map(|it| it.and_then(|it| self.territories.get(it.idx())));
        let ranks = [one, other].map(|it| it.map_or(EdgeRank::Plain, |it| it.rank));
        let groups = [one, other].map(|it| it.map(|it| it.owner));
        let front = if groups[0] == groups[1] {
            EdgeRank::Plain
        } else {
            EdgeRank::Border
        };
        Some(ranks[0].max(ranks[1]).max(front))
    }

    fn label(&self, canvas: &mut Canvas<'_>, index: usize, territory: &Tile, origin: (i32, i32)) {
        let Some(block) = self.map.labels.get(index).copied() else {
            return;
        };
        let (x, y) = self.corner(block, origin);
        let (width, _) = self.block();
        let bold = territory.fill.add_modifier(Modifier::BOLD);
        let count = territory.count.to_string();
        if self.scale == LineScale::Small {
            canvas.put(x + 1, y, territory.glyph, bold);
            canvas.put(x + 2, y, &count, bold);
            Self::brackets(canvas, territory, (x, x + 3), y, bold);
            return;
        }
        // The label's two blocks and the line between them have five columns, or seven.
        let (first, last) = (x + 1, x + 2 * width - 1);
        let wide = self.scale == LineScale::Large;
        let row = y + 1;
        let glyph = first + i32::from(wide || territory.brackets.is_some());
        canvas.put(glyph, row, territory.glyph, bold);
        canvas.put(glyph + 1, row, &count, bold);
        canvas.put(glyph + 2, row, territory.trail, territory.fill);
        Self::brackets(canvas, territory, (glyph - 1, glyph + 2), row, bold);
        let number = match territory.name.get(..LETTERS) {
            Some(letters) => letters.to_owned(),
            None => index.to_string(),
        };
        if wide || territory.brackets.is_none() {
            canvas.write(last + 1 - int(number.len()), row, &number, territory.fill);
        }
        let odds_row = if wide {
            row + 1
        } else {
            self.odds_row(block, y)
        };
        canvas.write(first + 1, odds_row, &territory.odds, bold);
    }

    /// The row for the odds: the one above the label, or the one below if only that one has no
    /// border. Odds take three columns, for which the label itself has no room.
    fn odds_row(&self, block: usize, y: i32) -> i32 {
        let (_, height) = self.block();
        let here = self.map.blocks.get(block).copied();
        let inside = |down| (0..2).all(|right| self.beside(block + right, 0, down) == here);
        if !inside(-1) && inside(1) {
            y + height
        } else {
            y
        }
    }

    fn brackets(
        canvas: &mut Canvas<'_>,
        territory: &Tile,
        (left, right): (i32, i32),
        y: i32,
        style: Style,
    ) {
        if let Some([open, close]) = territory.brackets {
            canvas.put(left, y, open, style);
            canvas.put(right, y, close, style);
        }
    }
}
