//! The maps that come with the program. Owners and dice are dealt on them as on every map.

use serde::{Deserialize, Serialize};

use super::map::Map;
use super::raster::Raster;

/// A map that comes with the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Shipped {
    /// A ring around a lagoon: two fronts for everybody.
    Atoll,
    /// Two lands and a bridge between them.
    Isthmus,
    /// A bay from the east: two arms that meet in the west.
    Crescent,
    /// Five lakes, and narrow land between them.
    Lakeland,
    /// One round land, and a middle that touches everything.
    Heartland,
}

impl Shipped {
    /// Every shipped map, in the order in which they are listed.
    pub const ALL: &'static [Self] = &[
        Self::Atoll,
        Self::Isthmus,
        Self::Crescent,
        Self::Lakeland,
        Self::Heartland,
    ];

    /// The name on the wire and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Atoll => "atoll",
            Self::Isthmus => "isthmus",
            Self::Crescent => "crescent",
            Self::Lakeland => "lakeland",
            Self::Heartland => "heartland",
        }
    }

    /// The map itself.
    pub fn map(self) -> Map {
        let raster =
            Raster::parse(self.rows()).unwrap_or_else(|_| unreachable!("shipped maps are tested"));
        Map::drawn(self.name().to_owned(), &raster)
    }

    const fn rows(self) -> &'static [&'static str] {
        match self {
            Self::Atoll => &ATOLL,
            Self::Isthmus => &ISTHMUS,
            Self::Crescent => &CRESCENT,
            Self::Lakeland => &LAKELAND,
            Self::Heartland => &HEARTLAND,
        }
    }
}

const ATOLL: [&str; 10] = [
    "~~~AABBCCCDEEE~~~",
    "~~AAABBDDDDEEEF~~",
    "~GGHHBBBDDDEEEFI~",
    "JGGHH~~~~~~~FFFII",
    "JJKK~~~~~~~~~LIIM",
    "JJKK~~~~~~~~~LLMM",
    "NNNNN~~~~~~~LLLMM",
    "~OOOOOPPPQQRRRRR~",
    "~~SSSTTPPQQUUUU~~",
    "~~~SSTTTPPVVVV~~~",
];

const ISTHMUS: [&str; 10] = [
    "~AAABB~~~~~CCDDD~",
    "AAAEBBB~~~CCFDDDG",
    "HHAEIBB~~~CJFFDGG",
    "KHEEIIB~~~JJLLLGG",
    "KKKMMNBOOOJPPLLLL",
    "KQQMMNNNOORPPSSSS",
    "KQQQTTT~~~RRPUUUS",
    "QQQVVTV~~~RWWWUUU",
    "XXXVVVV~~~WWWWYYY",
    "~XXZZZ~~~~~YYYYY~",
];

const CRESCENT: [&str; 10] = [
    "~~~AABBBBBCCCC~~~",
    "~DEAAFFFGGGHHHHII",
    "DDEAJFFFGGGKKHHII",
    "DEEEJFF~~~~KKKHH~",
    "DLLJJJ~~~~~~~~~~~",
    "MLLNNN~~~~~~~~~~~",
    "MMNNNNN~~~~OOPPP~",
    "MMQQRRRRSTTOUUPPP",
    "~QQQQVVVSSTTUUUUP",
    "~~~QQWWWSXXXXU~~~",
];

const LAKELAND: [&str; 10] = [
    "~~ABBBCCCDDEEEE~~",
    "~AAABFFCGDDHHHHH~",
    "AAAA~~FFGD~~~IIJJ",
    "KKKK~~GGGL~~~IJJJ",
    "KKKKMNNNNLOOOIIJP",
    "QRRRMMM~~LLLSSPPP",
    "QRR~~MM~~TTSS~~PP",
    "QQU~~MVVWTTTT~~PP",
    "~UUUUUVWWWWTTXXP~",
    "~~YYYZZZaaaaXXX~~",
];

const HEARTLAND: [&str; 10] = [
    "~~~~AABBCCCCD~~~~",
    "~~EEAAABFGGDDDH~~",
    "~IEEEEBBFFGJHHHH~",
    "IIKEELLMMJJJJNNNN",
    "OOKKKKLLMPPJQQQQN",
    "OORSSTTUMUPVVVWWW",
    "RRRSSTTUUUXXYYWWW",
    "~RRZZZaaaaXXXYYY~",
    "~~ZZbcccaddeeee~~",
    "~~~~bbbdddfff~~~~",
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::dice_wars::generator::is_fair;

    #[test]
    fn every_shipped_map_keeps_the_promises_of_generated_ones() {
        for shipped in Shipped::ALL {
            let map = shipped.map();
            assert_eq!(map.check(), Ok(()), "{shipped:?}");
            assert!(is_fair(&Raster::parse(&map.rows).unwrap()), "{shipped:?}");
            assert_eq!(map.name, shipped.name());
            assert_eq!(
                serde_json::to_string(shipped).unwrap(),
                format!("{:?}", shipped.name())
            );
        }
        let counts: Vec<usize> = Shipped::ALL
            .iter()
            .map(|it| it.map().neighbors.len())
            .collect();
        assert_eq!(counts, [22, 26, 24, 27, 32]);
    }
}
