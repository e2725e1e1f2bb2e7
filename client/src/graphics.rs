//! The means of drawing of every screen and every board: colors, glyphs, text that fits, and a canvas that clips.
//!
//! Called by the boards in `games` and by the screens in `tui`; knows neither.

pub mod canvas;
pub mod text;
pub mod theme;

/// How large the hexes, blocks or squares of a board are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Scale {
    /// Hexes of four columns by two rows.
    Small,
    /// Hexes of six columns by three rows.
    Medium,
    /// Hexes of eight columns by four rows, with pips.
    Large,
}
