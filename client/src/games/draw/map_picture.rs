//! The map as a picture: territories of one owner form one area with thin lines in it, in a sea
//! that is lighter near the coast.
//!
//! Called by the board of Dice Wars where the terminal can show blocks in colors.

use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};

use super::bent_map::BentMap;
use super::label::{LabelRoom, Labeled, Labels, float, floor};
use super::shades::Shades;
use super::tile::{Marked, Tile};
use crate::games::board::{PlaceArea, place_areas};
use crate::games::place::Place;
use crate::games::place::map_layout::MapLayout;
use crate::graphics::Scale;
use crate::graphics::canvas::{Canvas, int, part_of, slide, small};
use crate::graphics::palette::{INK, Palette, Rgb};
use crate::graphics::parts::Parts;
use crate::graphics::raster::{self, Paint, Pixels};
use crate::graphics::theme::Look;

/// The distance to the right and below within which a border is searched, in pixels.
const BORDER: f32 = 0.67;
/// The width of the contour of dimmed land, in pixels.
const CONTOUR: f32 = 1.0;
/// The width of the ring around a territory, in halves of a block.
const RING: f32 = 0.32;
/// The eight directions around a point.
const AROUND: [(f32, f32); 8] = [
    (1.0, 0.0),
    (0.7, 0.7),
    (0.0, 1.0),
    (-0.7, 0.7),
    (-1.0, 0.0),
    (-0.7, -0.7),
    (0.0, -1.0),
    (0.7, -0.7),
];

/// A map to be drawn.
#[derive(Debug)]
pub struct MapPicture<'a> {
    /// The abilities of the terminal, and the language.
    pub look: Look,
    /// The parts of a cell that pictures are made of.
    pub parts: Parts,
    /// The size of the blocks.
    pub scale: Scale,
    /// The layout of the map.
    pub map: &'a MapLayout,
    /// The territories, in index order.
    pub territories: &'a [Tile],
    /// The marked territories: cursor, ring and arrow.
    pub marked: Marked,
}

/// The size of a map, in columns and rows.
pub fn size(scale: Scale, map: &MapLayout) -> Size {
    let (width, height) = block_size(scale);
    let rows = int(map.blocks.len().div_ceil(map.columns.max(1)));
    Size::new(small(int(map.columns) * width), small(rows * height))
}

/// The width and height of a block, in columns and rows.
const fn block_size(scale: Scale) -> (i32, i32) {
    match scale {
        Scale::Tiny => (2, 1),
        Scale::Small => (3, 2),
        Scale::Medium => (4, 2),
        Scale::Large => (5, 3),
        Scale::Huge => (7, 4),
        Scale::Giant => (8, 5),
        Scale::Vast => (9, 5),
    }
}

impl MapPicture<'_> {
    /// Draws the map in the middle of an area, scrolled to the cursor if it is larger; returns the
    /// areas of the territories.
    pub fn draw(&self, area: Rect, buffer: &mut Buffer) -> Vec<PlaceArea> {
        if self.map.columns == 0 || area.is_empty() {
            return Vec::new();
        }
        let sampler = Sampler::new(self, area);
        let deep = self.look.palette().sea[0];
        buffer.set_style(area, self.look.surface(deep));
        let mut canvas = Canvas::new(area, buffer);
        let part = sampler.part(area);
        let pixels = Pixels {
            colors: self.look.colors,
            parts: self.parts,
        };
        raster::draw(&mut canvas, pixels, area, part, |x, y| sampler.paint(x, y));
        let labels = Labels {
            look: self.look,
            room: match self.scale {
                Scale::Tiny => LabelRoom::OneRow,
                Scale::Small | Scale::Medium => LabelRoom::TwoRows,
                Scale::Large | Scale::Huge => LabelRoom::Numeral { zoom: 1, below: 4 },
                Scale::Giant => LabelRoom::Numeral { zoom: 1, below: 5 },
                Scale::Vast => LabelRoom::Numeral { zoom: 2, below: 7 },
            },
            marked: self.marked,
            has_pips: false,
        };
        for (index, tile) in self.territories.iter().enumerate() {
            if let Some((x, y)) = sampler.label(index) {
                let on_screen = (x + f32::from(area.x), y + 2.0 * f32::from(area.y));
                let labeled = Labeled {
                    index,
                    tile,
                    shades: &sampler.shades[index],
                    has_name: sampler.has_room(index, (x, y), labels.room),
                };
                labels.write(&mut canvas, &labeled, on_screen);
            }
        }
        place_areas(area, part, |x, y| sampler.at(x, y))
    }
}

/// Computes the paint at each point of the map; holds the values that are the same for all points.
struct Sampler<'a> {
    picture: &'a MapPicture<'a>,
    palette: &'static Palette,
    shades: Vec<Shades>,
    bent: BentMap,
    /// The corner of the map in the area, in columns and half rows.
    corner: (f32, f32),
    /// The width and height of a block, in columns and half rows.
    block: (f32, f32),
    /// The arrow, if one is drawn: the middle of the border that it crosses, in blocks, and its
    /// direction.
    arrow: Option<[(f32, f32); 2]>,
}

impl<'a> Sampler<'a> {
    fn new(picture: &'a MapPicture<'a>, area: Rect) -> Self {
        let (width, height) = block_size(picture.scale);
        let size = size(picture.scale, picture.map);
        let label = picture
            .map
            .labels
            .get(picture.marked.cursor)
            .copied()
            .unwrap_or(0);
        let (row, column) = picture.map.row_and_column(label);
        let x = slide(size.width.into(), area.width.into(), int(column) * width);
        let y = slide(size.height.into(), area.height.into(), int(row) * height);
        let shades = picture
            .territories
            .iter()
            .map(|it| Shades::of(picture.look, it));
        Self {
            picture,
            palette: picture.look.palette(),
            shades: shades.collect(),
            bent: BentMap::new(picture.map, (count(width), count(2 * height))),
            corner: (float(x), float(2 * y)),
            block: (float(width), float(2 * height)),
            arrow: picture
                .marked
                .arrow
                .and_then(|it| crossing(picture.map, it)),
        }
    }

    /// The part of an area that the map takes, with the coast around it.
    fn part(&self, area: Rect) -> Rect {
        let size = size(self.picture.scale, self.picture.map);
        let corner = (floor(self.corner.0) - 3, floor(self.corner.1 / 2.0) - 2);
        part_of(area, corner, Size::new(size.width + 6, size.height + 4))
    }

    /// The paint at a point of the area, in columns and half rows.
    fn paint(&self, x: f32, y: f32) -> Paint {
        if self.is_in_arrow(x, y) {
            return Paint::glow(self.palette.glow);
        }
        if self.is_contour(x, y) {
            return Paint::line(self.palette.faint);
        }
        let Some(here) = self.at(x, y) else {
            return self.sea(x, y);
        };
        let Some(shades) = self.shades.get(here.idx()) else {
            return Paint::fill(self.palette.ground);
        };
        let ring = RING * self.block.1 / 2.0;
        if self.picture.marked.ring == Some(here.idx())
            && AROUND
                .iter()
                .any(|(dx, dy)| self.at(x + dx * ring, y + dy * ring) != Some(here))
        {
            return Paint::glow(self.palette.glow);
        }
        let beside = [self.at(x + BORDER, y), self.at(x, y + BORDER)];
        let other = beside.into_iter().flatten().find(|it| *it != here);
        match other.and_then(|it| self.picture.territories.get(it.idx())) {
            Some(other) if other.owner == self.picture.territories[here.idx()].owner => {
                Paint::line(shades.line)
            }
            Some(_) => Paint::line(self.border()),
            None => Paint::fill(shades.fill),
        }
    }

    /// The color of the line between two owners.
    fn border(&self) -> Rgb {
        if self.picture.look.has_shades() {
            INK
        } else {
            self.palette.ground
        }
    }

    /// Whether a point is on the contour of dimmed land, which is all that is drawn of it where
    /// there are no shades.
    fn is_contour(&self, x: f32, y: f32) -> bool {
        if self.picture.look.has_shades() {
            return false;
        }
        let land = |(x, y)| {
            let place = self.at(x, y)?;
            let tile = self.picture.territories.get(place.idx())?;
            Some((tile.owner, tile.is_dimmed))
        };
        let here = land((x, y));
        let beside = [land((x + CONTOUR, y)), land((x, y + CONTOUR))];
        let is_dimmed = |it: &Option<_>| it.is_some_and(|(_, is_dimmed)| is_dimmed);
        beside
            .iter()
            .any(|it| *it != here && (is_dimmed(it) || is_dimmed(&here)))
    }

    /// The paint beside the land: the wall below a coast, else the sea, which is lighter near land.
    fn sea(&self, x: f32, y: f32) -> Paint {
        if let Some(above) = self.at(x, y - 1.0).and_then(|it| self.shades.get(it.idx())) {
            return Paint::fill(above.wall);
        }
        if !self.picture.look.has_shades() {
            return Paint::fill(self.palette.ground);
        }
        let near = |far: f32| {
            AROUND
                .iter()
                .any(|(dx, dy)| self.at(x + dx * far, y + dy * far).is_some())
        };
        let depth = if near(1.6) { 2 } else { usize::from(near(3.4)) };
        Paint::fill(self.palette.sea[depth])
    }

    /// The territory at a point of the area; `None` in the sea.
    fn at(&self, x: f32, y: f32) -> Option<Place> {
        self.bent.at(x - self.corner.0, y - self.corner.1)
    }

    /// The middle of the two blocks of a label, in columns and half rows of the area.
    fn label(&self, index: usize) -> Option<(f32, f32)> {
        let (row, column) = self
            .picture
            .map
            .row_and_column(*self.picture.map.labels.get(index)?);
        let x = self.corner.0 + (float(int(column)) + 1.0) * self.block.0;
        let y = self.corner.1 + (float(int(row)) + 0.5) * self.block.1;
        Some((x, y))
    }

    /// Whether a territory's name has room below its label around a point: every cell of it lies in the territory.
    fn has_room(&self, index: usize, label: (f32, f32), room: LabelRoom) -> bool {
        let name = self
            .picture
            .territories
            .get(index)
            .map(|it| it.name.as_str());
        let Some(name) = name.filter(|it| !it.is_empty() && room != LabelRoom::OneRow) else {
            return false;
        };
        let (left, row) = room.below(label, name.len());
        let y = 2.0 * float(row) + 1.0;
        let mut cells = (left..).take(name.len());
        cells.all(|column| {
            let at = self.at(float(column) + 0.5, y);
            at.is_some_and(|it| it.idx() == index)
        })
    }

    fn is_in_arrow(&self, x: f32, y: f32) -> bool {
        let Some([(column, row), (dx, dy)]) = self.arrow else {
            return false;
        };
        let x = x - self.corner.0 - column * self.block.0;
        let y = y - self.corner.1 - row * self.block.1;
        let (along, across) = (x * dx + y * dy, (x * dy - y * dx).abs());
        let size = self.block.1.min(self.block.0) * 0.45 + 0.6;
        along > -size && along < size && across < (size - along) * 0.75
    }
}

/// The place at which two territories touch, nearest to the middle between their labels: the middle
/// of the border there, in blocks, and the direction from the one to the other.
fn crossing(map: &MapLayout, (from, to): (usize, usize)) -> Option<[(f32, f32); 2]> {
    let place = |it: usize| u8::try_from(it).ok().map(Place);
    let (from_place, to_place) = (place(from)?, place(to)?);
    let spot = |block: usize| {
        let (row, column) = map.row_and_column(block);
        (float(int(column)) + 0.5, float(int(row)) + 0.5)
    };
    let [one, other] = [from, to].map(|it| map.labels.get(it).map(|it| spot(*it)));
    let (one, other) = (one?, other?);
    let middle = (f32::midpoint(one.0, other.0), f32::midpoint(one.1, other.1));
    let mine = (0..map.blocks.len()).filter(|it| map.blocks[*it] == Some(from_place));
    let borders = mine.flat_map(|block| {
        let beside = map.beside(block).into_iter().flatten();
        let theirs = beside.filter(|it| map.blocks.get(*it) == Some(&Some(to_place)));
        theirs.map(move |it| (spot(block), spot(it)))
    });
    let crossing = |((x1, y1), (x2, y2)): ((f32, f32), (f32, f32))| {
        [
            (f32::midpoint(x1, x2), f32::midpoint(y1, y2)),
            (x2 - x1, y2 - y1),
        ]
    };
    let far = |[(x, y), _]: &[(f32, f32); 2]| (x - middle.0).powi(2) + (y - middle.1).powi(2);
    borders
        .map(crossing)
        .min_by(|one, other| far(one).total_cmp(&far(other)))
}

/// A size as a count; 0 if negative.
fn count(size: i32) -> usize {
    usize::try_from(size).unwrap_or(0)
}
