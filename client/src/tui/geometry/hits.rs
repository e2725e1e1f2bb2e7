//! The hit map: the clickable areas of a frame, filled while it is drawn and read when the mouse is
//! used.

use ratatui::layout::{Position, Rect};

use crate::games::place::Place;

/// Something that can be clicked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hit {
    /// A place of the board.
    Place(Place),
    /// A row of the list on the screen, or of the popup on top.
    Row(usize),
    /// The log, which the wheel scrolls.
    Log,
    /// The chat; a click on it does nothing.
    Chat,
    /// A key of the line of hints.
    Key(char),
    /// A step on the seek bar of a replay.
    Step(usize),
}

/// The clickable areas of a frame; the one added last lies on top.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HitMap(Vec<(Rect, Hit)>);

impl HitMap {
    /// Adds something that can be clicked.
    pub fn add(&mut self, area: Rect, hit: Hit) {
        if !area.is_empty() {
            self.0.push((area, hit));
        }
    }

    /// Removes all areas, before a new frame is drawn.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Removes all areas but the key hints, because a popup covers the rest of the screen.
    pub fn cover(&mut self) {
        self.0.retain(|(_, hit)| matches!(hit, Hit::Key(_)));
    }

    /// The topmost clickable thing at a column and a row.
    pub fn at(&self, column: u16, row: u16) -> Option<Hit> {
        let position = Position::new(column, row);
        self.0
            .iter()
            .rev()
            .find(|(area, _)| area.contains(position))
            .map(|(_, hit)| *hit)
    }

    /// Whether something is on the screen.
    pub fn shows(&self, hit: Hit) -> bool {
        self.0.iter().any(|(_, it)| *it == hit)
    }

    /// The middle of a clickable thing's area; `None` if it is not on the screen.
    pub fn middle(&self, hit: Hit) -> Option<Position> {
        let (area, _) = self.0.iter().find(|(_, it)| *it == hit)?;
        Some(Position::new(
            area.x + area.width / 2,
            area.y + area.height / 2,
        ))
    }
}
