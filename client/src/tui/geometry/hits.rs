//! The map of everything that can be clicked: written while a frame is drawn, read when the mouse does something.

use ratatui::layout::{Position, Rect};

use crate::games::place::Place;

/// What can be clicked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hit {
    /// A place of the board.
    Place(Place),
    /// A row of the list on the screen, or of the popup on top.
    Row(usize),
    /// The log, which the wheel scrolls.
    Log,
    /// A key of the hints.
    Key(char),
    /// A step on the bar of a match that is over.
    Step(usize),
}

/// Where things are; what was added last lies on top.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HitMap(Vec<(Rect, Hit)>);

impl HitMap {
    /// Adds something that can be clicked.
    pub fn add(&mut self, area: Rect, hit: Hit) {
        if !area.is_empty() {
            self.0.push((area, hit));
        }
    }

    /// Forgets everything: what is drawn now alone can be clicked.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// A popup lies over everything but the hints, which tell its keys.
    pub fn cover(&mut self) {
        self.0.retain(|(_, hit)| matches!(hit, Hit::Key(_)));
    }

    /// What is there.
    pub fn at(&self, column: u16, row: u16) -> Option<Hit> {
        let position = Position::new(column, row);
        self.0
            .iter()
            .rev()
            .find(|(area, _)| area.contains(position))
            .map(|(_, hit)| *hit)
    }

    /// The middle of something, if it is there.
    pub fn middle(&self, hit: Hit) -> Option<Position> {
        let (area, _) = self.0.iter().find(|(_, it)| *it == hit)?;
        Some(Position::new(
            area.x + area.width / 2,
            area.y + area.height / 2,
        ))
    }
}
