//! The layout of the screen: it has tiers by the terminal's size, so that everything can be read at
//! each of them.

pub mod hits;

use ratatui::layout::{Constraint, Layout, Rect, Size};

use crate::games::board::GameBoard;
use crate::graphics::Scale;
use crate::graphics::canvas::cells;
use crate::graphics::theme::Look;

/// The narrowest terminal that anything is drawn in.
pub const WIDTH_MIN: u16 = 40;
/// The lowest terminal that anything is drawn in.
pub const HEIGHT_MIN: u16 = 12;

/// The narrowest panel beside a board.
const SIDE_WIDTH_MIN: u16 = 26;
/// The narrowest panel beside a board in a wide terminal.
const WIDE_SIDE_WIDTH_MIN: u16 = 34;
/// The widest panel beside a board.
const SIDE_WIDTH_MAX: u16 = 54;
/// The lowest panel below a board.
const BOTTOM_HEIGHT_MIN: u16 = 5;
/// The height below which there is no heading over the board.
const HEADING_HEIGHT_MIN: u16 = 16;
/// The smallest terminal that shows a big screen.
pub const BIG_SCREEN_MIN: Size = Size::new(100, 36);
/// The height of the band that names the winner, with small letters.
const BAND_HEIGHT: u16 = 4;
/// The height of the band that names the winner in a wide terminal, where letters are doubled.
pub const WIDE_BAND_HEIGHT: u16 = 7;
/// The rows of a popup beside its lines: the border, and a row above and below.
const POPUP_ROWS_AROUND: u16 = 4;

/// The size class of the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tier {
    /// Too small: only a notice that says so.
    TooSmall,
    /// The board or a panel.
    Tiny,
    /// The board and one panel with tabs.
    Narrow,
    /// The board and all panels, in short.
    Normal,
    /// The board and all panels, in full.
    Wide,
}

/// The panel to show where there is room for only one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tab {
    /// The board alone.
    #[default]
    Board,
    /// The players and their standings.
    Players,
    /// The log of the match.
    Log,
    /// The chat of the lobby.
    Chat,
}

/// The areas of the parts of a match screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrangement {
    /// The heading; empty in low terminals.
    pub heading: Rect,
    /// The band that names the winner; empty unless the result is shown.
    pub band: Rect,
    /// The board; empty where a panel takes its place.
    pub board: Rect,
    /// The panels beside or below the board; empty if there is no room.
    pub panel: Rect,
    /// The log below the board, in wide terminals; else empty.
    pub bottom: Rect,
    /// The line that explains the place under the cursor.
    pub status: Rect,
    /// The line of key hints.
    pub hints: Rect,
    /// The size of the hexes.
    pub scale: Scale,
    /// Whether the column letters are shown.
    pub letters: bool,
    /// Whether the panel shows one tab instead of all panels.
    pub tabbed: bool,
}

impl Tier {
    /// The tier of a terminal size.
    pub const fn of(size: Size) -> Self {
        if size.width < WIDTH_MIN || size.height < HEIGHT_MIN {
            Self::TooSmall
        } else if size.width < 60 || size.height < 20 {
            Self::Tiny
        } else if size.width < 80 || size.height < 24 {
            Self::Narrow
        } else if size.width < 120 || size.height < 40 {
            Self::Normal
        } else {
            Self::Wide
        }
    }
}

/// The largest width of a popup.
pub const POPUP_WIDTH_MAX: u16 = 84;
/// The columns of a popup's border and margins.
const POPUP_COLUMNS_AROUND: u16 = 4;

/// The width of the lines of the widest popup.
pub fn popup_width(size: Size) -> usize {
    let width = size.width.min(POPUP_WIDTH_MAX);
    width.saturating_sub(POPUP_COLUMNS_AROUND).into()
}

/// The number of lines that a popup can show.
pub fn popup_rows(size: Size) -> usize {
    usize::from(size.height.saturating_sub(POPUP_ROWS_AROUND))
}

/// The wishes for the layout of a match screen.
#[derive(Clone, Copy, Debug)]
pub struct ArrangementOptions {
    /// How things are drawn.
    pub look: Look,
    /// The size of the hexes that the person has chosen.
    pub zoom: Option<Scale>,
    /// The panel where there is room for only one.
    pub tab: Tab,
    /// Whether the band that names the winner is shown.
    pub tells_winner: bool,
}

/// Lays out a match screen: hexes of the wanted size, if they fit, and the chosen panel.
pub fn arrange(
    area: Rect,
    wishes: ArrangementOptions,
    board: Option<&dyn GameBoard>,
) -> Arrangement {
    let board_of = |scale: Scale| board.map_or(Size::new(1, 1), |it| it.size(wishes.look, scale));
    let tier = Tier::of(area.as_size());
    let heading_rows = u16::from(area.height >= HEADING_HEIGHT_MIN);
    let (heading, rest) = split_top(area, heading_rows);
    let (rest, hints) = split_bottom(rest, 1);
    let (rest, status) = split_bottom(rest, 1);
    let (band, main) = split_top(rest, band_rows(wishes.tells_winner, tier));
    let scale = scale(wishes.zoom, tier, main.as_size(), board_of);
    let wanted = board_of(scale);
    let has_letters = board.is_some_and(|it| it.places().has_letters);
    let letters = has_letters && wanted.height < main.height;
    let parts = Arrangement {
        heading,
        band,
        board: main,
        panel: Rect::ZERO,
        bottom: Rect::ZERO,
        status,
        hints,
        scale,
        letters,
        tabbed: tier < Tier::Normal,
    };
    let size = Size::new(wanted.width, wanted.height + u16::from(letters));
    match tier {
        Tier::Wide => wide(parts, main, size),
        Tier::Normal => beside(parts, main, size),
        Tier::TooSmall | Tier::Tiny | Tier::Narrow => one_panel(parts, main, size, wishes.tab),
    }
}

/// The height of the band that names the winner.
const fn band_rows(is_shown: bool, tier: Tier) -> u16 {
    match tier {
        Tier::Normal if is_shown => BAND_HEIGHT,
        Tier::Wide if is_shown => WIDE_BAND_HEIGHT,
        Tier::TooSmall | Tier::Tiny | Tier::Narrow | Tier::Normal | Tier::Wide => 0,
    }
}

/// The wanted scale, or the largest that fits with a panel beside it; else the smallest, which may
/// need scrolling.
fn scale(wanted: Option<Scale>, tier: Tier, main: Size, board_of: impl Fn(Scale) -> Size) -> Scale {
    let room = match tier {
        _ if wanted.is_some() && tier < Tier::Normal => 0,
        Tier::Wide => WIDE_SIDE_WIDTH_MIN,
        Tier::TooSmall | Tier::Tiny | Tier::Narrow | Tier::Normal => SIDE_WIDTH_MIN,
    };
    let fits = |scale: &Scale| {
        let board = board_of(*scale);
        board.width + room <= main.width && board.height <= main.height
    };
    let from = wanted.unwrap_or(Scale::Vast);
    let scales = Scale::ALL.into_iter().rev();
    scales
        .filter(|it| *it <= from)
        .find(fits)
        .unwrap_or(Scale::Tiny)
}

/// The largest scale at which a board fits into a room; `None` if none does.
pub fn largest_scale(look: Look, board: &dyn GameBoard, room: Size) -> Option<Scale> {
    let fits = |scale: &Scale| {
        let size = board.size(look, *scale);
        size.width <= room.width && size.height <= room.height
    };
    Scale::ALL.into_iter().rev().find(fits)
}

/// Panels beside the board, and the log below it.
fn wide(parts: Arrangement, main: Rect, board: Size) -> Arrangement {
    let mut parts = beside(parts, main, board);
    let below = parts.board.height.saturating_sub(board.height);
    if below >= BOTTOM_HEIGHT_MIN {
        let rows = below.min(parts.board.height / 3);
        (parts.board, parts.bottom) = split_bottom(parts.board, rows);
    }
    parts
}

fn beside(mut parts: Arrangement, main: Rect, board: Size) -> Arrangement {
    let left = main
        .width
        .saturating_sub(board.width)
        .clamp(SIDE_WIDTH_MIN, SIDE_WIDTH_MAX);
    (parts.board, parts.panel) = split_right(main, left.min(main.width));
    parts
}

fn one_panel(mut parts: Arrangement, main: Rect, board: Size, tab: Tab) -> Arrangement {
    if main.width >= board.width + SIDE_WIDTH_MIN {
        return beside(parts, main, board);
    }
    if main.height >= board.height + BOTTOM_HEIGHT_MIN {
        (parts.board, parts.panel) = split_bottom(main, main.height - board.height);
        return parts;
    }
    if tab != Tab::Board {
        parts.board = Rect::ZERO;
        parts.panel = main;
    }
    parts
}

/// Splits off the top rows: these rows and the rest.
pub fn split_top(area: Rect, rows: u16) -> (Rect, Rect) {
    let [top, rest] = Layout::vertical([Constraint::Length(rows), Constraint::Fill(1)]).areas(area);
    (top, rest)
}

/// Splits off the bottom rows: the rest and these rows.
pub fn split_bottom(area: Rect, rows: u16) -> (Rect, Rect) {
    let [rest, bottom] =
        Layout::vertical([Constraint::Fill(1), Constraint::Length(rows)]).areas(area);
    (rest, bottom)
}

/// Splits off the rightmost columns: the rest and these columns.
pub fn split_right(area: Rect, columns: u16) -> (Rect, Rect) {
    let [rest, right] =
        Layout::horizontal([Constraint::Fill(1), Constraint::Length(columns)]).areas(area);
    (rest, right)
}

/// Splits off the leftmost columns: these columns and the rest.
pub fn split_left(area: Rect, columns: u16) -> (Rect, Rect) {
    split_right(area, area.width.saturating_sub(columns))
}

/// The row of an area by its number; empty where it lies below the area.
pub fn row_of(area: Rect, row: usize) -> Rect {
    Rect {
        y: area.y.saturating_add(rows(row)),
        height: 1,
        ..area
    }
}

/// A count of characters as columns of the terminal.
pub fn columns(count: usize) -> u16 {
    rows(count)
}

/// A count of lines as rows of the terminal.
pub fn rows(count: usize) -> u16 {
    cells(count)
}
