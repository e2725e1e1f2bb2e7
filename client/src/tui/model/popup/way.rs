//! Which way somebody goes through rows, pages or values: keys and the wheel of the mouse say it, lists are gone through by it.

/// One of the two ways through a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// To what comes after: down, or to the right.
    Forward,
    /// To what comes before: up, or to the left.
    Back,
}

impl Way {
    /// So many rows this way.
    pub const fn rows(self, count: isize) -> isize {
        match self {
            Self::Forward => count,
            Self::Back => -count,
        }
    }

    /// The place beside one in a list of so many; the first follows the last.
    pub const fn beside(self, at: usize, count: usize) -> usize {
        match self {
            Self::Forward if at + 1 < count => at + 1,
            Self::Forward => 0,
            Self::Back => match at.checked_sub(1) {
                Some(before) => before,
                None => count.saturating_sub(1),
            },
        }
    }

    /// The value beside one of the list; the first of the list for a value that is not in it.
    pub fn next<T: Copy + PartialEq>(self, from: T, all: &[T]) -> T {
        let at = all.iter().position(|it| *it == from);
        let next = at.map_or(0, |at| self.beside(at, all.len()));
        all.get(next).copied().unwrap_or(from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_follows_the_last_and_what_is_not_in_the_list_begins_it() {
        let all = ['a', 'b', 'c'];
        let check = |way: Way, from, expect| assert_eq!(way.next(from, &all), expect, "{from}");
        check(Way::Forward, 'a', 'b');
        check(Way::Forward, 'c', 'a');
        check(Way::Back, 'a', 'c');
        check(Way::Back, 'c', 'b');
        check(Way::Back, 'x', 'a');
        assert_eq!(Way::Forward.next('x', &[]), 'x');
        for way in [Way::Forward, Way::Back] {
            assert_eq!((way.beside(0, 1), way.beside(0, 0)), (0, 0));
        }
        assert_eq!(Way::Back.rows(3) + Way::Forward.rows(4), 1);
    }
}
