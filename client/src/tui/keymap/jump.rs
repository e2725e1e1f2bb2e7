//! The jump labels: short letters on the places that can be chosen at the moment, to move the
//! cursor there.

use crate::games::place::Place;
use crate::tui::model::Model;

/// The letters of labels, those under the fingers first.
const LETTERS: [char; 26] = [
    'a', 's', 'd', 'f', 'g', 'h', 'j', 'k', 'l', 'q', 'w', 'e', 'r', 't', 'y', 'u', 'i', 'o', 'p',
    'z', 'x', 'c', 'v', 'b', 'n', 'm',
];

/// The places with their labels; all labels have the same length, so that none is the beginning of
/// another.
pub fn labels(model: &Model) -> Vec<(Place, String)> {
    let Some(game_match) = model.game_match() else {
        return Vec::new();
    };
    let stops = game_match.stops();
    let long = stops.len() > LETTERS.len();
    stops
        .into_iter()
        .enumerate()
        .map(|(at, place)| (place, label(at, long)))
        .collect()
}

fn label(at: usize, long: bool) -> String {
    let letter = |it: usize| LETTERS[it % LETTERS.len()];
    if long {
        [letter(at / LETTERS.len()), letter(at)]
            .into_iter()
            .collect()
    } else {
        letter(at).to_string()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn no_label_begins_another() {
        for count in [1, 26, 27, 256] {
            let labels: BTreeSet<String> = (0..count)
                .map(|at| label(at, count > LETTERS.len()))
                .collect();
            let lengths: BTreeSet<usize> = labels.iter().map(String::len).collect();
            assert_eq!((labels.len(), lengths.len()), (count, 1));
        }
    }
}
