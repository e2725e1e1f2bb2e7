//! The means of drawing of all screens and boards: colors, glyphs, text that fits, and a canvas
//! that clips.
//!
//! Called by the boards in `games` and by the screens in `tui`; it knows neither.

pub mod canvas;
pub mod detect;
pub mod dice;
pub mod figures;
pub mod palette;
pub mod parts;
pub mod put;
pub mod raster;
pub mod svg;
pub mod text;
pub mod theme;

/// The size of the hexes, blocks or squares of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Scale {
    /// Hexes of four columns by two rows.
    Tiny,
    /// Hexes of six columns by three rows.
    Small,
    /// Hexes of seven columns by three rows.
    Medium,
    /// Hexes of eight columns by four rows.
    Large,
    /// Hexes of eleven columns by five rows.
    Huge,
    /// Hexes of fifteen columns by seven rows.
    Giant,
    /// Hexes of twenty-two columns by ten rows.
    Vast,
}

/// The size of the hexes, blocks or squares of a board drawn with lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LineScale {
    /// Hexes of four columns by two rows.
    Small,
    /// Hexes of six columns by three rows.
    Medium,
    /// Hexes of eight columns by four rows, with pips.
    Large,
}

impl Scale {
    /// The nearest size of a board drawn with lines.
    pub const fn lines(self) -> LineScale {
        match self {
            Self::Tiny => LineScale::Small,
            Self::Small | Self::Medium => LineScale::Medium,
            Self::Large | Self::Huge | Self::Giant | Self::Vast => LineScale::Large,
        }
    }

    /// All sizes, the smallest first.
    pub const ALL: [Self; 7] = [
        Self::Tiny,
        Self::Small,
        Self::Medium,
        Self::Large,
        Self::Huge,
        Self::Giant,
        Self::Vast,
    ];
}
