//! Several things at one place, such as the runners of several seats on one square.
//!
//! Made by the described board, drawn by its stones. Law kept here: everything that lies there is seen, if only by its
//! owner's mark; a `+` stands for what has no room.

use dicehall_engine::Seat;

/// The sign for what has no room.
pub const MORE: char = '+';

/// The sign of one of several things at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sign {
    /// The owner; `None` for what is nobody's.
    pub owner: Option<Seat>,
    /// The owner's mark, with the kind or number.
    pub text: String,
}

impl Sign {
    /// The same in one column: the owner's mark, or the kind of what is nobody's.
    fn brief(&self) -> Self {
        Self {
            owner: self.owner,
            text: self.text.chars().take(1).collect(),
        }
    }
}

/// The signs as they fit into so many columns: whole, else in a column each, else as many as have room.
pub fn fitted(heap: &[Sign], room: usize) -> Vec<Sign> {
    let width: usize = heap.iter().map(|it| it.text.chars().count()).sum();
    if width <= room {
        return heap.to_vec();
    }
    let brief = heap.iter().map(Sign::brief);
    if heap.len() <= room {
        return brief.collect();
    }
    let more = Sign {
        owner: None,
        text: MORE.to_string(),
    };
    brief
        .take(room.saturating_sub(1))
        .chain(Some(more))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sign_is_shown_as_far_as_there_is_room() {
        let signs = ["^2", "o1", "#2"].into_iter().zip(Seat::ALL);
        let heap: Vec<Sign> = signs
            .map(|(text, seat)| Sign {
                owner: Some(seat),
                text: text.to_owned(),
            })
            .collect();
        let shown = |room| {
            let fitted = fitted(&heap, room).into_iter();
            fitted.map(|it| it.text).collect::<String>()
        };
        assert_eq!(
            [6, 5, 3, 2, 1].map(shown),
            ["^2o1#2", "^o#", "^o#", "^+", "+"]
        );
    }
}
