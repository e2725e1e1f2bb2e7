//! A list of lines that forgets the oldest: logs and chat.

use std::collections::VecDeque;

/// The most lines that are kept.
pub const LINES_MAX: usize = 500;

/// Lines, the oldest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lines<T>(VecDeque<T>);

impl<T> Lines<T> {
    /// Adds a line, forgetting the oldest if there are too many.
    pub fn push(&mut self, line: T) {
        if self.0.len() >= LINES_MAX {
            self.0.pop_front();
        }
        self.0.push_back(line);
    }

    /// How many lines there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is no line.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The lines, the newest first.
    pub fn newest(&self) -> impl Iterator<Item = &T> {
        self.0.iter().rev()
    }
}

impl<T> Default for Lines<T> {
    fn default() -> Self {
        Self(VecDeque::new())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_line_is_forgotten() {
        let mut lines = Lines::default();
        for number in 0..=LINES_MAX {
            lines.push(number);
        }
        assert_eq!((lines.len(), lines.newest().last()), (LINES_MAX, Some(&1)));
    }
}
