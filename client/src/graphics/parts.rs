//! The parts of a cell that characters can fill, by what the terminal can show.
//!
//! Named by the theme, drawn by the raster.

/// The parts of a cell that a character can fill.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parts {
    /// Two columns by three rows.
    Sextants,
    /// Two columns by two rows.
    Quadrants,
    /// An upper and a lower half.
    Halves,
}
