//! The drawing of boards: squares, hexes and maps with their tiles, as pictures and with lines.
//!
//! Called by the boards. A [`Ground`] is drawn from the layout alone, so any game can lie on it.

mod bent_map;
pub mod grid;
pub mod heap;
pub mod hex_picture;
pub mod hexagons;
mod kept_pictures;
pub mod label;
mod lattice;
pub mod map_picture;
pub mod map_widget;
pub mod shades;
pub mod square_picture;
mod stones;
pub mod tile;

use std::sync::Arc;

use dicehall_engine::game::Layout;
use dicehall_engine::game::layout::Cells;
use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};
use ratatui::widgets::Widget;

use super::board::{BoardContext, PlaceArea, draw_unknown};
use super::place::Places;
use super::place::map_layout::MapLayout;
use crate::graphics::Scale;
use crate::graphics::theme::Look;
use hex_picture::HexPicture;
use hexagons::{Field, HexBoard};
use kept_pictures::{Question, Setting};
use map_picture::MapPicture;
use map_widget::{MapWidget, map_size};
use stones::Stones;
use tile::{Marked, Tile};

/// The ground of a board: how its places are drawn.
#[derive(Clone, Debug)]
pub enum Ground {
    /// Squares in rows and columns.
    Squares(Arc<Places>),
    /// Hexes in rows, each shifted against the one above.
    Hexes(Field),
    /// Uneven regions.
    Map(Arc<MapLayout>),
    /// Nothing that can be drawn.
    Nothing,
}

impl Ground {
    /// The ground of a layout with these places.
    pub fn new(layout: &Layout, places: &Arc<Places>) -> Self {
        match layout {
            Layout::Grid(_) if places.count() == 0 => Self::Nothing,
            Layout::Grid(grid) if grid.cells == Cells::Square => Self::Squares(Arc::clone(places)),
            Layout::Grid(grid) => Self::Hexes(Field {
                columns: grid.columns.into(),
                rows: grid.rows.into(),
                leans_right: grid.cells == Cells::HexRight,
            }),
            Layout::Regions(regions) => {
                MapLayout::new(&regions.rows).map_or(Self::Nothing, |it| Self::Map(Arc::new(it)))
            }
            Layout::Text => Self::Nothing,
        }
    }

    /// The size in columns and rows, without the letters over hexes.
    pub fn size(&self, look: Look, scale: Scale) -> Size {
        let is_picture = look.parts().is_some();
        match self {
            Self::Squares(places) => stones::size(look, scale, places),
            Self::Hexes(field) if is_picture => hex_picture::size(scale, *field),
            Self::Hexes(field) => hexagons::size(scale.lines(), *field),
            Self::Map(map) if is_picture => map_picture::size(scale, map),
            Self::Map(map) => map_size(scale.lines(), map),
            Self::Nothing => Size::new(1, 1),
        }
    }

    /// Draws the tiles, of which there is one for each place; returns the areas of the places.
    pub fn draw(
        &self,
        tiles: &[Tile],
        context: &BoardContext<'_>,
        area: Rect,
        buffer: &mut Buffer,
    ) -> Vec<PlaceArea> {
        let is_picture = context.look.parts().is_some() && !tiles.is_empty();
        if !(is_picture && matches!(self, Self::Hexes(_) | Self::Map(_))) {
            return self.draw_anew(tiles, context, area, buffer);
        }
        let setting = Setting {
            look: context.look,
            scale: context.scale,
            marked: Marked::new(context),
            has_letters: context.letters,
            area,
        };
        let question = Question {
            ground: self,
            tiles,
            setting: &setting,
        };
        question.draw_or_copy(buffer, |it| self.draw_anew(tiles, context, area, it))
    }

    /// The same, whatever was drawn before.
    fn draw_anew(
        &self,
        tiles: &[Tile],
        context: &BoardContext<'_>,
        area: Rect,
        buffer: &mut Buffer,
    ) -> Vec<PlaceArea> {
        match self {
            _ if tiles.is_empty() => draw_unknown(context.look, area, buffer),
            Self::Squares(places) => Stones {
                places,
                tiles,
                context,
            }
            .draw(area, buffer),
            Self::Hexes(field) => hexes(*field, tiles, context, area, buffer),
            Self::Map(map) => regions(map, tiles, context, area, buffer),
            Self::Nothing => draw_unknown(context.look, area, buffer),
        }
    }
}

fn hexes(
    field: Field,
    hexes: &[Tile],
    context: &BoardContext<'_>,
    area: Rect,
    buffer: &mut Buffer,
) -> Vec<PlaceArea> {
    let BoardContext { look, scale, .. } = *context;
    let has_letters = context.letters;
    if let Some(parts) = look.parts() {
        let picture = HexPicture {
            look,
            parts,
            scale,
            field,
            hexes,
            marked: Marked::new(context),
            has_letters,
        };
        return picture.draw(area, buffer);
    }
    let board = HexBoard {
        look,
        scale: scale.lines(),
        field,
        hexes,
        focus: context.cursor.idx(),
        has_letters,
    };
    (&board).render(area, buffer);
    board.places(area)
}

fn regions(
    map: &MapLayout,
    territories: &[Tile],
    context: &BoardContext<'_>,
    area: Rect,
    buffer: &mut Buffer,
) -> Vec<PlaceArea> {
    let BoardContext { look, scale, .. } = *context;
    if let Some(parts) = look.parts() {
        let picture = MapPicture {
            look,
            parts,
            scale,
            map,
            territories,
            marked: Marked::new(context),
        };
        return picture.draw(area, buffer);
    }
    let widget = MapWidget {
        look,
        scale: scale.lines(),
        map,
        territories,
        focus: context.cursor.idx(),
    };
    (&widget).render(area, buffer);
    widget.places(area)
}
