//! A list of lines that drops the oldest: for logs and chat.

use std::collections::VecDeque;

/// The most lines that are kept.
pub const LINES_MAX: usize = 500;

/// Lines, the oldest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lines<T> {
    kept: VecDeque<T>,
    /// The number of lines ever added at the end.
    total: usize,
}

impl<T> Lines<T> {
    /// Adds a line, dropping the oldest if there are too many.
    pub fn push(&mut self, line: T) {
        if self.kept.len() >= LINES_MAX {
            self.kept.pop_front();
        }
        self.kept.push_back(line);
        self.total += 1;
    }

    /// Inserts earlier lines before the last ones, dropping the oldest if there are too many.
    /// `total` does not count them, so that a reader who follows the list by it skips them.
    pub fn insert_before(&mut self, last: usize, earlier: Self) {
        let since = self.kept.split_off(self.kept.len().saturating_sub(last));
        self.kept.extend(earlier.kept);
        self.kept.extend(since);
        let surplus = self.kept.len().saturating_sub(LINES_MAX);
        self.kept.drain(..surplus);
    }

    /// Whether lines were inserted before others.
    pub fn has_earlier(&self) -> bool {
        self.kept.len() > self.total
    }

    /// Drops all lines but the last ones.
    pub fn keep_last(&mut self, last: usize) {
        let surplus = self.kept.len().saturating_sub(last);
        self.kept.drain(..surplus);
    }

    /// The number of lines ever added at the end, including those that were dropped.
    pub const fn total(&self) -> usize {
        self.total
    }

    /// The lines added after the first `total`, the oldest first.
    pub fn since(&self, total: usize) -> impl Iterator<Item = &T> {
        let new = self.total.saturating_sub(total);
        self.kept.iter().skip(self.kept.len().saturating_sub(new))
    }

    /// The number of kept lines.
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

    /// The kept lines, the oldest first.
    fn text(lines: &Lines<char>) -> String {
        lines
            .newest()
            .collect::<Vec<_>>()
            .into_iter()
            .rev()
            .collect()
    }

    #[test]
    fn what_was_earlier_comes_before_what_is_new_and_is_not_new() {
        let of = |text: &str| {
            let mut lines = Lines::default();
            text.chars().for_each(|it| lines.push(it));
            lines
        };
        let mut lines = of("adef");
        lines.insert_before(3, of("bc"));
        assert_eq!((text(&lines).as_str(), lines.total()), ("abcdef", 4));
        assert_eq!(lines.since(2).collect::<String>(), "ef");
        lines.insert_before(99, of("-"));
        lines.insert_before(0, of("+"));
        assert_eq!(text(&lines), "-abcdef+");
        lines.keep_last(2);
        assert_eq!(text(&lines), "f+");
        lines.insert_before(1, of(&"x".repeat(LINES_MAX)));
        assert_eq!(
            (lines.len(), text(&lines).ends_with("x+")),
            (LINES_MAX, true)
        );
    }
}
