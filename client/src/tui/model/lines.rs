//! A list of lines that forgets the oldest: logs and chat.

use std::collections::VecDeque;

/// The most lines that are kept.
pub const LINES_MAX: usize = 500;

/// Lines, the oldest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lines<T> {
    kept: VecDeque<T>,
    /// How many there ever were.
    total: usize,
}

impl<T> Lines<T> {
    /// Adds a line, forgetting the oldest if there are too many.
    pub fn push(&mut self, line: T) {
        if self.kept.len() >= LINES_MAX {
            self.kept.pop_front();
        }
        self.kept.push_back(line);
        self.total += 1;
    }

    /// How many lines there ever were, those that are forgotten included.
    pub const fn total(&self) -> usize {
        self.total
    }

    /// The lines after so many, the oldest first.
    pub fn since(&self, total: usize) -> impl Iterator<Item = &T> {
        let new = self.total.saturating_sub(total);
        self.kept.iter().skip(self.kept.len().saturating_sub(new))
    }

    /// How many lines there are.
    pub fn len(&self) -> usize {
        self.kept.len()
    }

    /// Whether there is no line.
    pub fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }

    /// The lines, the newest first.
    pub fn newest(&self) -> impl Iterator<Item = &T> {
        self.kept.iter().rev()
    }
}

impl<T> Default for Lines<T> {
    fn default() -> Self {
        Self {
            kept: VecDeque::new(),
            total: 0,
        }
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
        assert_eq!(lines.total(), LINES_MAX + 1);
    }

    #[test]
    fn what_is_new_is_told_from_what_was_seen() {
        let mut lines = Lines::default();
        lines.push('a');
        let seen = lines.total();
        lines.push('b');
        lines.push('c');
        assert_eq!(lines.since(seen).collect::<String>(), "bc");
        assert_eq!(lines.since(lines.total()).count(), 0);
        assert_eq!(lines.since(0).count(), 3);
    }
}
