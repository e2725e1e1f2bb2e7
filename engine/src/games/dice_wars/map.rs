//! A map: which territories are neighbors, and how they are drawn. Imported maps are checked here.
//!
//! As JSON `{"name": "...", "neighbors": [[1, 2], ...], "rows": ["AAB~", ...]}`; `neighbours` is accepted as well. The
//! rows are the map as it is drawn (see [`Raster`]) and must show the same neighbors. A match needs both; a position
//! that is only analyzed needs no rows.

use std::collections::BTreeSet;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

use super::raster::{Raster, symbol_of};
use crate::game::ConfigError;
use crate::game::ascii::ascii_rows;
use crate::games::territory::{Graph, TERRITORIES_MAX, Territory};

/// The fewest territories of a map.
pub const TERRITORIES_MIN: usize = 2;
/// The longest name of a map, in characters.
pub const NAME_CHARS_MAX: usize = 32;

/// A map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Map {
    /// For people: the number of a generated map, the name of a shipped one, anything for another.
    #[serde(default, deserialize_with = "name")]
    #[cfg_attr(feature = "schema", schemars(length(max = NAME_CHARS_MAX)))]
    pub name: String,
    /// Each territory's neighbors, in the order in which attacks are listed.
    #[serde(alias = "neighbours")]
    #[cfg_attr(feature = "schema", schemars(length(max = TERRITORIES_MAX)))]
    pub neighbors: Vec<Vec<Territory>>,
    /// The map as it is drawn: one character a block, `~` is sea, `A` to `Z`, `a` to `z`, `0` to `9`, `+` and `-` are the
    /// territories in index order.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "ascii_rows"
    )]
    #[cfg_attr(feature = "schema", schemars(length(min = 1)))]
    pub rows: Vec<String>,
}

impl Map {
    /// The map of a raster, with the neighbors that it shows.
    pub fn drawn(name: String, raster: &Raster) -> Self {
        Self {
            name,
            neighbors: raster.neighbors(),
            rows: raster.rows(),
        }
    }

    /// Checks that a match can be played on it: its graph is sound, and its rows show that graph.
    pub fn check(&self) -> Result<(), ConfigError> {
        self.graph()?;
        let raster = Raster::parse(&self.rows)?;
        self.check_territories(&raster)?;
        self.check_borders(&raster.neighbors())
    }

    /// Which territories are neighbors; refuses a map on which no match could be played.
    pub fn graph(&self) -> Result<Graph, ConfigError> {
        let count = self.neighbors.len();
        if !(TERRITORIES_MIN..=TERRITORIES_MAX).contains(&count) {
            return refused(format!(
                "a map has {TERRITORIES_MIN} to {TERRITORIES_MAX} territories, not {count}"
            ));
        }
        for (territory, list) in (0..=u8::MAX).map(Territory).zip(&self.neighbors) {
            self.check_list(territory, list)?;
        }
        let Some(graph) = Graph::new(self.neighbors.clone()) else {
            return refused("the neighbors contradict each other".to_owned());
        };
        let reached = graph.connected(Territory(0), graph.territories().collect());
        let unreached = graph.territories().find(|it| !reached.contains(*it));
        match unreached {
            Some(Territory(far)) => refused(format!(
                "territory {far} cannot be reached from territory 0"
            )),
            None => Ok(graph),
        }
    }

    fn check_list(&self, territory: Territory, list: &[Territory]) -> Result<(), ConfigError> {
        let (count, own) = (self.neighbors.len(), territory.0);
        let mut seen = BTreeSet::new();
        for other in list {
            let Territory(it) = *other;
            let Some(back) = self.neighbors.get(other.idx()) else {
                return refused(format!(
                    "territory {own} names neighbor {it}, but the last is {}",
                    count - 1
                ));
            };
            if *other == territory {
                return refused(format!("territory {own} names itself as its neighbor"));
            }
            if !seen.insert(*other) {
                return refused(format!("territory {own} names neighbor {it} twice"));
            }
            if !back.contains(&territory) {
                return refused(format!(
                    "territory {own} names neighbor {it}, which does not name it back"
                ));
            }
        }
        Ok(())
    }

    fn check_territories(&self, raster: &Raster) -> Result<(), ConfigError> {
        let (listed, drawn) = (self.neighbors.len(), raster.territories());
        if drawn > listed {
            return refused(format!(
                "the rows show territory {}, but the last is {}",
                drawn - 1,
                listed - 1
            ));
        }
        for territory in (0..=u8::MAX).map(Territory).take(listed) {
            let (index, symbol) = (territory.0, symbol_of(territory));
            if raster.blocks_of(territory).is_empty() {
                return refused(format!("the rows do not show territory {index} ({symbol})"));
            }
            if !raster.is_whole(territory) {
                return refused(format!("territory {index} ({symbol}) is not in one piece"));
            }
            if !raster.has_label_room(territory) {
                return refused(format!(
                    "territory {index} ({symbol}) has no room for its label: three blocks, two of them side by side"
                ));
            }
        }
        Ok(())
    }

    fn check_borders(&self, drawn: &[Vec<Territory>]) -> Result<(), ConfigError> {
        for (territory, (listed, drawn)) in self.neighbors.iter().zip(drawn).enumerate() {
            if let Some(Territory(other)) = drawn.iter().find(|it| !listed.contains(it)) {
                return refused(format!(
                    "territories {territory} and {other} touch in the rows, but are no neighbors"
                ));
            }
            if let Some(Territory(other)) = listed.iter().find(|it| !drawn.contains(it)) {
                return refused(format!(
                    "territories {territory} and {other} are neighbors, but do not touch in the rows"
                ));
            }
        }
        Ok(())
    }
}

/// Reads the name of a map; refuses one that could not be shown anywhere.
fn name<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    let name = String::deserialize(from)?;
    let may_have = |it: char| it.is_alphanumeric() || " -_.'".contains(it);
    if name.chars().count() <= NAME_CHARS_MAX && name.chars().all(may_have) {
        return Ok(name);
    }
    Err(D::Error::custom(format!(
        "a map's name has at most {NAME_CHARS_MAX} letters, digits, spaces and -_.'"
    )))
}

fn refused<T>(why: String) -> Result<T, ConfigError> {
    Err(ConfigError::Position(why))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::dice_wars::Shipped;

    fn read(json: &str) -> Map {
        serde_json::from_str(json).unwrap()
    }

    /// Checks a map with these rows and neighbors: the reason why it is refused, or `ok`.
    #[track_caller]
    fn check(rows: &str, neighbors: &str, expect: &str) {
        let rows: Vec<String> = rows.split_whitespace().map(str::to_owned).collect();
        let neighbors = serde_json::from_str(neighbors).unwrap();
        let checked = Map {
            name: String::new(),
            neighbors,
            rows,
        }
        .check();
        assert_eq!(
            checked.map_or_else(|it| it.to_string(), |()| "ok".to_owned()),
            expect
        );
    }

    const PAIR: &str = "[[1],[0]]";

    #[test]
    fn a_sound_map_is_taken() {
        check("AAABBB", PAIR, "ok");
        check("AA~ ABB BB~", PAIR, "ok");
        check("AABB ACCB CCCB", "[[2,1],[0,2],[1,0]]", "ok");
    }

    #[test]
    fn a_graph_on_which_no_match_can_be_played_is_refused() {
        check("", "[]", "a map has 2 to 64 territories, not 0");
        check("AAA", "[[]]", "a map has 2 to 64 territories, not 1");
        let chain: Vec<Vec<u8>> = (0..65_u8)
            .map(|it| vec![if it > 0 { it - 1 } else { 1 }])
            .collect();
        check(
            "AAA",
            &format!("{chain:?}"),
            "a map has 2 to 64 territories, not 65",
        );
        check(
            "AAABBB",
            "[[2],[0]]",
            "territory 0 names neighbor 2, but the last is 1",
        );
        check(
            "AAABBB",
            "[[1,255],[0]]",
            "territory 0 names neighbor 255, but the last is 1",
        );
        check(
            "AAABBB",
            "[[1],[0,1]]",
            "territory 1 names itself as its neighbor",
        );
        check(
            "AAABBB",
            "[[1,1],[0]]",
            "territory 0 names neighbor 1 twice",
        );
        check(
            "AAABBBCCC",
            "[[1],[0,2],[]]",
            "territory 1 names neighbor 2, which does not name it back",
        );
        check(
            "AAABBB~CCCDDD",
            "[[1],[0],[3],[2]]",
            "territory 2 cannot be reached from territory 0",
        );
    }

    #[test]
    fn rows_that_cannot_be_drawn_are_refused() {
        check(
            "",
            PAIR,
            "a map has 1 to 10 rows of 1 to 17 blocks, not 0 of 0",
        );
        check(
            "AAAAAAAAAAAABBBBBB",
            PAIR,
            "a map has 1 to 10 rows of 1 to 17 blocks, not 1 of 18",
        );
        let eleven = ["AABB"; 11].join(" ");
        check(
            &eleven,
            PAIR,
            "a map has 1 to 10 rows of 1 to 17 blocks, not 11 of 4",
        );
        check("AABB AABBB", PAIR, "row 1 of the map is not 4 blocks long");
        check(
            "AA.BBB",
            PAIR,
            "'.' in row 0 is no block: A-Z, a-z, 0-9, +, - or ~ for sea",
        );
    }

    #[test]
    fn rows_that_say_something_else_than_the_neighbors_are_refused() {
        let no_room =
            "territory 0 (A) has no room for its label: three blocks, two of them side by side";
        check("A A A B B B", PAIR, no_room);
        check(
            "AAABBBCCC",
            PAIR,
            "the rows show territory 2, but the last is 1",
        );
        check(
            "AAABBB",
            "[[1],[0,2],[1]]",
            "the rows do not show territory 2 (C)",
        );
        check("AABBBA", PAIR, "territory 0 (A) is not in one piece");
        check("AABBB", PAIR, no_room);
        check("ABB AB~ AB~ A~~", PAIR, no_room);
        check(
            "AAABBBCCC",
            "[[1,2],[0,2],[1,0]]",
            "territories 0 and 2 are neighbors, but do not touch in the rows",
        );
        check(
            "AAAB CCBB C~BB",
            "[[1],[0,2],[1]]",
            "territories 0 and 2 touch in the rows, but are no neighbors",
        );
    }

    #[test]
    fn a_name_that_could_not_be_shown_is_refused() {
        let named = |name: &str| {
            let name = serde_json::to_string(name).unwrap();
            let map = format!(r#"{{"name":{name},"neighbors":[[1],[0]]}}"#);
            serde_json::from_str::<Map>(&map).map(|it| it.name)
        };
        assert!(named("Two lakes (no. 4)").is_err());
        for name in ["L'île d'or - no. 4", &"x".repeat(32)] {
            assert_eq!(named(name).unwrap(), name);
        }
        for name in ["x".repeat(33).as_str(), "a\u{1b}[2J", "a\nb", "\u{202e}abc"] {
            let why = "a map's name has at most 32 letters, digits, spaces and -_.'";
            let told = named(name).unwrap_err().to_string();
            assert!(told.starts_with(why), "{name:?}: {told}");
        }
    }

    #[test]
    fn a_map_that_is_written_and_read_again_is_the_same() {
        let maps = (0..50)
            .map(Map::generated)
            .chain(Shipped::ALL.iter().map(|it| it.map()));
        for map in maps {
            let json = serde_json::to_string(&map).unwrap();
            assert_eq!(read(&json), map);
            assert_eq!(read(&json.replace("neighbors", "neighbours")), map);
            assert_eq!(Raster::parse(&map.rows).unwrap().rows(), map.rows);
        }
    }

    #[test]
    fn a_map_looks_like_this() {
        let map = Map {
            name: "two".to_owned(),
            ..read(r#"{"neighbors":[[1],[0]],"rows":["AAA~","BBB~"]}"#)
        };
        let json = r#"{"name":"two","neighbors":[[1],[0]],"rows":["AAA~","BBB~"]}"#;
        assert_eq!(serde_json::to_string(&map).unwrap(), json);
        assert!(serde_json::from_str::<Map>(r#"{"neighbors":[[1],[0]],"seed":7}"#).is_err());
    }

    #[test]
    fn the_largest_graph_needs_no_rows_to_be_analyzed() {
        let ring = |it: u8| vec![Territory((it + 63) % 64), Territory((it + 1) % 64)];
        let map = Map {
            name: String::new(),
            neighbors: (0..64).map(ring).collect(),
            rows: Vec::new(),
        };
        assert_eq!(map.graph().unwrap().len(), 64);
        assert!(map.check().is_err());
    }
}
