//! The cells that a terminal shows, and the places that are still to be written.
//!
//! Called by the writer of frames, for every cell of every frame: both are looked up by row and column.

use ratatui::buffer::Cell;

/// The cells that the terminal shows, by column and row, where they are known.
#[derive(Debug, Default)]
pub(super) struct Shown(Vec<Vec<Option<Cell>>>);

/// The places of changed cells that are not written yet.
#[derive(Debug, Default)]
pub(super) struct Left(Vec<Vec<bool>>);

impl Shown {
    /// The cell at a place, if it is known.
    pub(super) fn get(&self, (x, y): (u16, u16)) -> Option<&Cell> {
        self.0.get(usize::from(y))?.get(usize::from(x))?.as_ref()
    }

    /// Whether the cell at a place is known.
    pub(super) fn knows(&self, place: (u16, u16)) -> bool {
        self.get(place).is_some()
    }

    /// Notes the cell at a place; returns what was known of it.
    pub(super) fn insert(&mut self, place: (u16, u16), cell: Cell) -> Option<Cell> {
        at(&mut self.0, place).replace(cell)
    }

    /// Forgets the cell at a place.
    pub(super) fn remove(&mut self, place: (u16, u16)) {
        *at(&mut self.0, place) = None;
    }

    /// Forgets all cells.
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }
}

impl Left {
    /// These places.
    pub(super) fn of(places: impl Iterator<Item = (u16, u16)>) -> Self {
        let mut left = Self::default();
        for place in places {
            *at(&mut left.0, place) = true;
        }
        left
    }

    /// Whether a place is still to be written.
    pub(super) fn has(&self, (x, y): (u16, u16)) -> bool {
        let row = self.0.get(usize::from(y));
        row.and_then(|it| it.get(usize::from(x))) == Some(&true)
    }

    /// Takes a place away; returns whether it was there.
    pub(super) fn remove(&mut self, place: (u16, u16)) -> bool {
        let (x, y) = (usize::from(place.0), usize::from(place.1));
        let found = self.0.get_mut(y).and_then(|it| it.get_mut(x));
        found.is_some_and(std::mem::take)
    }
}

/// The value at a place of rows, which become as many and as long as needed.
fn at<T: Clone + Default>(rows: &mut Vec<Vec<T>>, (x, y): (u16, u16)) -> &mut T {
    let (x, y) = (usize::from(x), usize::from(y));
    if rows.len() <= y {
        rows.resize(y + 1, Vec::new());
    }
    let row = &mut rows[y];
    if row.len() <= x {
        row.resize(x + 1, T::default());
    }
    &mut row[x]
}
