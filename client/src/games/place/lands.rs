//! The names of the territories of a map: short words whose initials run from A in the north-west to the south-east, so that a
//! name tells where its territory lies.
//!
//! Made by the board of a map, for everybody who shows it. Law kept here: the names follow from the map alone; the server and
//! the protocol know numbers only.

use super::Place;
use super::map_layout::MapLayout;

/// The names, in three rounds of the same initials; the first two letters of each are its own.
pub const NAMES: [&str; 66] = [
    "Alder", "Birch", "Cove", "Dune", "Elm", "Fjord", "Glen", "Holm", "Isle", "Jetty", "Kiln",
    "Loch", "Moor", "Nook", "Oak", "Pine", "Reef", "Salt", "Tarn", "Vale", "Wold", "Yew", "Ash",
    "Bay", "Crag", "Dale", "Eyot", "Ford", "Gorge", "Heath", "Inlet", "Jura", "Knoll", "Lea",
    "Marsh", "Ness", "Orme", "Peak", "Ridge", "Shoal", "Thorn", "Vista", "Weir", "Yard", "Arch",
    "Brook", "Cliff", "Down", "Edge", "Fen", "Grove", "Hill", "Ivy", "Joy", "Key", "Lawn", "Mead",
    "Nab", "Onyx", "Pond", "Rock", "Spit", "Tor", "Verge", "Wharf", "Yoke",
];
/// The strips from north to south, in each of which names run from west to east.
const STRIPS: usize = 4;

/// The name of each territory of a map in index order; beyond the last name the number.
pub fn names(map: &MapLayout) -> Vec<String> {
    let rows = map.blocks.len().div_ceil(map.columns.max(1)).max(1);
    let place_of = |label: usize| {
        let (row, column) = map.row_and_column(label);
        (row * STRIPS / rows, column, row)
    };
    let mut order: Vec<usize> = (0..map.labels.len()).collect();
    order.sort_by_key(|it| map.labels.get(*it).copied().map(place_of));
    let mut names: Vec<String> = Place::all()
        .take(map.labels.len())
        .map(|it| it.0.to_string())
        .collect();
    for (index, word) in order.into_iter().zip(NAMES) {
        if let Some(name) = names.get_mut(index) {
            word.clone_into(name);
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn names_run_from_the_north_west_to_the_south_east() {
        // The numbers of the territories run from south to north.
        let map = MapLayout::new(&["DD~CC", "DD~CC", "BBAA~", "BBAA~"]).unwrap();
        assert_eq!(names(&map), ["Dune", "Cove", "Birch", "Alder"]);
    }

    /// The page has names of its own making; both are compared with one file.
    #[test]
    fn names_are_those_of_the_page() {
        #[derive(serde::Deserialize)]
        struct Named {
            rows: Vec<String>,
            names: Vec<String>,
        }
        let text = include_str!("../../../web/tests/lands.json");
        let maps: Vec<Named> = serde_json::from_str(text).unwrap();
        assert!(maps.len() >= 3);
        for map in maps {
            assert_eq!(names(&MapLayout::new(&map.rows).unwrap()), map.names);
        }
    }

    #[test]
    fn every_name_is_short_and_is_known_by_two_letters() {
        let starts: BTreeSet<&str> = NAMES.iter().map(|it| &it[..2]).collect();
        assert_eq!(starts.len(), NAMES.len());
        assert!(NAMES.iter().all(|it| it.len() <= 5), "{NAMES:?}");
        let initials: BTreeSet<&str> = NAMES.iter().take(22).map(|it| &it[..1]).collect();
        assert_eq!(initials.len(), 22);
    }
}
