//! The jump labels: short letters on the places that can be chosen at the moment, to move the
//! cursor there. Where places have names with initials, these are the labels of all places, and several may share one.

use crate::games::place::Place;
use crate::tui::model::Model;

/// The letters of labels, those under the fingers first.
const LETTERS: [char; 26] = [
    'a', 's', 'd', 'f', 'g', 'h', 'j', 'k', 'l', 'q', 'w', 'e', 'r', 't', 'y', 'u', 'i', 'o', 'p',
    'z', 'x', 'c', 'v', 'b', 'n', 'm',
];

/// The places with their labels; all labels have the same length, so that none is the beginning of
/// another one.
pub fn labels(model: &Model) -> Vec<(Place, String)> {
    let Some(game_match) = model.game_match() else {
        return Vec::new();
    };
    let places = game_match.board.places();
    if places.has_names() {
        let initial = |it: Place| {
            let first = places.name(it).chars().next();
            Some((it, first?.to_ascii_lowercase().to_string()))
        };
        return places.all().filter_map(initial).collect();
    }
    let stops = game_match.stops();
    let count = stops.len();
    stops.into_iter().zip(all_labels(count)).collect()
}

/// So many labels: of one letter while these are enough, else of two.
fn all_labels(count: usize) -> Box<dyn Iterator<Item = String>> {
    if count <= LETTERS.len() {
        return Box::new(LETTERS.iter().map(char::to_string));
    }
    let pairs = LETTERS
        .iter()
        .flat_map(|first| LETTERS.iter().map(move |second| [*first, *second]));
    Box::new(pairs.map(|it| it.into_iter().collect()))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn no_label_begins_another() {
        for count in [1, 26, 27, 256] {
            let labels: BTreeSet<String> = all_labels(count).take(count).collect();
            let lengths: BTreeSet<usize> = labels.iter().map(String::len).collect();
            assert_eq!((labels.len(), lengths.len()), (count, 1));
        }
    }
}
