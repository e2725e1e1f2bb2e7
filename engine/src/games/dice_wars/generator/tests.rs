//! The invariants of generated maps, checked on the rows alone, as a client reads them.

use std::collections::BTreeSet;

use super::*;
use crate::game::Seat;
use crate::games::dice_wars::deal::{AVERAGE_DICE, deal};
use crate::games::territory::text;

/// How many map numbers the invariants are checked for.
const NUMBERS: u32 = 10_000;

#[test]
fn every_number_gives_a_map_that_keeps_all_promises() {
    let (mut with_lake, mut counts, mut sizes) = (0, BTreeSet::new(), BTreeSet::new());
    for number in 0..NUMBERS {
        let map = Map::generated(number);
        let drawing = Drawing::of(&map);
        assert_eq!(map.name, number.to_string());
        assert_eq!(map.check(), Ok(()), "map {number}");
        assert!(is_fair(&Raster::parse(&map.rows).unwrap()), "map {number}");
        assert_eq!(
            drawing.neighbors(),
            neighbors_as_symbols(&map),
            "map {number}"
        );
        assert!(drawing.has_sea_at_the_edge(), "map {number}");
        with_lake += u32::from(drawing.has_lake());
        counts.insert(map.neighbors.len());
        sizes.extend(
            drawing
                .symbols()
                .into_iter()
                .map(|it| drawing.cells(it).len()),
        );
    }
    assert_eq!(
        counts,
        (18..=32).collect(),
        "every count of territories occurs"
    );
    assert!(
        sizes.first() == Some(&3) && sizes.last() > Some(&9),
        "territories are uneven: {sizes:?}"
    );
    assert!(
        (NUMBERS / 3..NUMBERS).contains(&with_lake),
        "{with_lake} of {NUMBERS} maps have a lake"
    );
}

#[test]
fn every_territory_is_in_one_piece_and_has_room_for_its_label() {
    for number in (0..NUMBERS)
        .step_by(10)
        .chain([u32::MAX, u32::MAX - 1, 1 << 31])
    {
        let drawing = Drawing::of(&Map::generated(number));
        for symbol in drawing.symbols() {
            let cells = drawing.cells(symbol);
            let pair = cells
                .iter()
                .any(|(row, column)| cells.contains(&(*row, column + 1)));
            assert!(
                cells.len() >= 3 && pair,
                "map {number}, {symbol}: {cells:?}"
            );
            assert_eq!(Drawing::reached(&cells), cells, "map {number}, {symbol}");
        }
        let land: BTreeSet<(usize, usize)> = drawing
            .symbols()
            .into_iter()
            .flat_map(|it| drawing.cells(it))
            .collect();
        assert_eq!(
            Drawing::reached(&land),
            land,
            "map {number} is one continent"
        );
    }
}

#[test]
fn the_deal_is_fair_within_one_territory_and_three_dice_a_territory() {
    for number in 0..NUMBERS {
        let (mut dice, seats) = (
            SeededDice::new(number.into()),
            2 + u8::try_from(number % 3).unwrap(),
        );
        let territories = 18 + u8::try_from(number % 15).unwrap();
        let max_dice = 2 + u8::try_from(number % 14).unwrap();
        let board = deal(territories, seats, max_dice, &mut dice);
        let held = text::parse(&board, seats, max_dice).unwrap();
        for seat in Seat::first(seats) {
            let own: Vec<u8> = held
                .iter()
                .filter(|it| it.0 == seat)
                .map(|it| it.1)
                .collect();
            let extra = u8::from(seat.number() < territories % seats);
            assert_eq!(
                own.len(),
                usize::from(territories / seats + extra),
                "number {number}: {board}"
            );
            let average = usize::from(AVERAGE_DICE.min(max_dice));
            let dice: usize = own.iter().map(|it| usize::from(*it)).sum();
            assert_eq!(dice, average * own.len(), "number {number}: {board}");
        }
    }
}

/// A change of the generator changes every map that people know by its number: this test notices.
#[test]
fn the_first_thousand_maps_are_what_they_were() {
    let mut hash = Fnv::default();
    for number in 0..1_000 {
        for row in Map::generated(number).rows {
            hash.add(row.bytes());
        }
    }
    assert_eq!(hash.0, 0x634F_F4C6_2473_451C, "{:#x}", hash.0);
    assert_eq!(
        Map::generated(0).rows,
        [
            "AAA~~~~~BCC~~~~~~",
            "ADDD~~~~BBCC~~~~~",
            "EEEFFFG~~BBHHH~~~",
            "IIJJJGGKKKLLMM~~~",
            "~IINNNOKKPLLQM~~~",
            "~IIRNNOOPPSQQMTT~",
            "~URR~VOOSSSWQ~TTX",
            "UUYRZVVaSWWWQ~XXX",
            "UYYYZZZaaaa~~~~~~",
            "bbbbZZZ~~~~~~~~~~",
        ]
    );
}

#[test]
fn the_map_of_last_resort_keeps_the_promises_too() {
    assert!(is_fair(&plain()), "{:?}", plain().rows());
    assert_eq!(plain().territories(), 24);
}

#[test]
fn a_raster_that_breaks_a_promise_is_not_fair() {
    let with = |changes: &[(usize, u8)]| {
        let mut raster = plain();
        for (at, it) in changes {
            raster.set(*at, Some(Territory(*it)));
        }
        is_fair(&raster)
    };
    assert!(with(&[]));
    assert!(!with(&[(36, 1)]), "four borders meet");
    assert!(!with(&[(169, 24)]), "a territory of one block");
    let snake: Vec<(usize, u8)> = (34..41).map(|at| (at, 24)).collect();
    assert!(!with(&snake), "a territory of seven blocks in a row");
}

/// A map read from its rows alone, as a client would, without the code under test.
struct Drawing {
    rows: Vec<Vec<char>>,
}

impl Drawing {
    fn of(map: &Map) -> Self {
        let rows: Vec<Vec<char>> = map.rows.iter().map(|row| row.chars().collect()).collect();
        assert!(
            rows.len() == 10 && rows.iter().all(|row| row.len() == 17),
            "{rows:?}"
        );
        Self { rows }
    }

    fn at(&self, (row, column): (usize, usize)) -> char {
        self.rows
            .get(row)
            .and_then(|row| row.get(column))
            .copied()
            .unwrap_or('~')
    }

    fn all() -> impl Iterator<Item = (usize, usize)> {
        (0..10).flat_map(|row| (0..17).map(move |column| (row, column)))
    }

    fn symbols(&self) -> BTreeSet<char> {
        Self::all()
            .map(|it| self.at(it))
            .filter(|it| *it != '~')
            .collect()
    }

    fn cells(&self, symbol: char) -> BTreeSet<(usize, usize)> {
        Self::all().filter(|it| self.at(*it) == symbol).collect()
    }

    /// Pairs of symbols that share an edge.
    fn neighbors(&self) -> BTreeSet<(char, char)> {
        let right_and_below = |(row, column)| [(row, column + 1), (row + 1, column)];
        let pairs = Self::all()
            .flat_map(|it| right_and_below(it).map(|other| (self.at(it), self.at(other))))
            .filter(|(a, b)| a != b && *a != '~' && *b != '~');
        pairs.flat_map(|(a, b)| [(a, b), (b, a)]).collect()
    }

    /// The part of `cells` that can be reached from the first of them.
    fn reached(cells: &BTreeSet<(usize, usize)>) -> BTreeSet<(usize, usize)> {
        let mut reached: BTreeSet<(usize, usize)> = cells.iter().take(1).copied().collect();
        loop {
            let touches = |(row, column): &(usize, usize)| {
                let mut beside = vec![(*row, column + 1), (row + 1, *column)];
                beside.extend(row.checked_sub(1).map(|row| (row, *column)));
                beside.extend(column.checked_sub(1).map(|column| (*row, column)));
                beside.iter().any(|it| reached.contains(it))
            };
            let more: BTreeSet<(usize, usize)> = cells
                .iter()
                .filter(|it| !reached.contains(it) && touches(it))
                .copied()
                .collect();
            if more.is_empty() {
                return reached;
            }
            reached.extend(more);
        }
    }

    fn has_sea_at_the_edge(&self) -> bool {
        Self::all().any(|(row, column)| {
            (row == 0 || row == 9 || column == 0 || column == 16) && self.at((row, column)) == '~'
        })
    }

    /// Whether any sea is surrounded by land.
    fn has_lake(&self) -> bool {
        let mut sea = self.cells('~');
        while let Some((row, column)) = sea.pop_first() {
            let mut lake = Self::reached(&[(row, column)].into_iter().chain(sea.clone()).collect());
            sea.retain(|it| !lake.contains(it));
            lake.retain(|(row, column)| *row == 0 || *row == 9 || *column == 0 || *column == 16);
            if lake.is_empty() {
                return true;
            }
        }
        false
    }
}

fn neighbors_as_symbols(map: &Map) -> BTreeSet<(char, char)> {
    let symbol = |territory: usize| char::from(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdef"[territory]);
    let pair = |own: usize, other: &Territory| (symbol(own), symbol(other.idx()));
    map.neighbors
        .iter()
        .enumerate()
        .flat_map(|(own, list)| list.iter().map(move |other| pair(own, other)))
        .collect()
}

/// The hash of G. Fowler, L. C. Noll and K.-P. Vo (FNV-1a): the same in every version of every library.
struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Self(0xCBF2_9CE4_8422_2325)
    }
}

impl Fnv {
    fn add(&mut self, bytes: impl Iterator<Item = u8>) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
        }
    }
}
