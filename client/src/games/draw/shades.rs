//! The colors of a place in a picture of a board: its background, its lines, and the text on it.
//!
//! Called by the pictures of hexes and of maps.

use super::tile::Tile;
use crate::graphics::palette::{INK, Owner, Rgb, WHITE};
use crate::graphics::theme::Look;

/// The colors of a place.
#[derive(Clone, Copy, Debug)]
pub struct Shades {
    /// The background.
    pub fill: Rgb,
    /// The line to another place of the same seat.
    pub line: Rgb,
    /// The wall below the places at the lower edge of a board.
    pub wall: Rgb,
    /// The upper rim of a large place.
    pub bevel: Rgb,
    /// The text on the background.
    pub text: Rgb,
}

impl Shades {
    /// The colors of a place, bright or dimmed.
    pub fn of(look: Look, tile: &Tile) -> Self {
        let palette = look.palette();
        let nobody = Owner {
            fill: palette.raised,
            on_fill: palette.text,
            text: palette.quiet,
        };
        let owner = tile.band.or(tile.owner);
        let seat = owner.map_or(nobody, |it| palette.owners[it.idx()]);
        let shade = |fill: Rgb, text| Self {
            fill,
            line: fill.mix(INK, 24),
            wall: fill.mix(INK, 52),
            bevel: fill.mix(WHITE, 22),
            text,
        };
        // Without shades, lines and walls are gray, and an unimportant place shows its owner's
        // color only in the text.
        let flat = |fill: Rgb, line, text| Self {
            fill,
            line,
            wall: palette.faint,
            bevel: fill,
            text,
        };
        match (tile.is_dimmed, look.has_shades()) {
            (false, true) => shade(seat.fill, seat.on_fill),
            (true, true) => {
                let text = seat.fill.mix(palette.glow, 55);
                shade(seat.fill.dimmed(palette.ground), text)
            }
            (false, false) => flat(seat.fill, palette.faint, seat.on_fill),
            (true, false) => flat(palette.ground, palette.ground, seat.text),
        }
    }
}
