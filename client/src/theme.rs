//! Colors and glyphs, each by what the terminal can show and neither depending on the other.

/// How many colors the terminal can show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ColorLevel {
    /// None: attributes only.
    None,
    /// The sixteen that every terminal lets people choose.
    #[default]
    Sixteen,
    /// The indexed palette.
    Indexed,
    /// Any.
    True,
}

/// Which characters the terminal can show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Glyphs {
    /// Lines and shapes.
    #[default]
    Unicode,
    /// Seven-bit characters only.
    Ascii,
}

/// What the terminal can show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Look {
    /// Colors.
    pub colors: ColorLevel,
    /// Characters.
    pub glyphs: Glyphs,
}

impl Look {
    /// What the environment says: `NO_COLOR`, `CLICOLOR_FORCE`, `COLORTERM`, `TERM`, `LC_ALL`, `LC_CTYPE`, `LANG`.
    pub fn from_environment(_variable: impl Fn(&str) -> Option<String>) -> Self {
        Self::default()
    }
}
