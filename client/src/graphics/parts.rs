//! The parts of a cell that block characters can fill, depending on the terminal.
//!
//! Chosen by the theme, used by the raster.

/// The parts of a cell that a block character can fill.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parts {
    /// Two columns by three rows.
    Sextants,
    /// Two columns by two rows.
    Quadrants,
    /// An upper and a lower half.
    Halves,
}
