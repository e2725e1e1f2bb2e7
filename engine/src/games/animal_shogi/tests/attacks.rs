//! Attacks, checks and the freedom of the lions.

use super::*;
use crate::games::animal_shogi::board::Squares;

/// Both sides, seat 0 first: in check, escapes of the lion, pieces.
#[track_caller]
fn check_judged(position: &str, in_check: [bool; 2], escapes: [&str; 2], material: [u32; 2]) {
    let placement = placement(position);
    for seat in Seat::first(2) {
        let at = seat.idx();
        let squares: Vec<String> = placement
            .lion_escapes(seat)
            .into_iter()
            .map(|it| it.to_string())
            .collect();
        assert_eq!(placement.in_check(seat), in_check[at], "{seat:?} in check");
        assert_eq!(squares.join(" "), escapes[at], "{seat:?}");
        assert_eq!(
            placement.lion_mobility(seat),
            placement.lion_escapes(seat).len()
        );
        assert_eq!(placement.material(seat), material[at], "{seat:?}");
    }
}

#[test]
fn checks_escapes_and_material_are_counted() {
    check_judged(START, [false, false], ["a3 c3", "a2 c2"], [4, 4]);
    check_judged(
        "gle/1C1/3/ELG w C",
        [false, true],
        ["a3 b3 c3", "a2 b2 c2"],
        [5, 3],
    );
    check_judged("2G/2E/L1l/Ecc w G", [false, false], ["a2", ""], [5, 3]);
    check_judged("l1g/1H1/h1e/EGL w -", [false, true], ["c3", "b2"], [4, 4]);
}

#[test]
fn attackers_are_the_pieces_whose_steps_lead_there() {
    for it in random_placements(20) {
        for seat in Seat::first(2) {
            for square in Square::all() {
                let steps_there = |from: &Square| {
                    let own = it.pieces(seat);
                    own.contains(*from) && steps_of(it, *from).contains(square)
                };
                let expected: Squares = Square::all().filter(steps_there).collect();
                assert_eq!(
                    it.attackers(square, seat),
                    expected,
                    "{square} by {seat:?} in {it}"
                );
                assert_eq!(it.attacked(seat).contains(square), !expected.is_empty());
            }
        }
    }
}

/// The squares that the dots of the piece on a square lead to, walked one by one.
fn steps_of(placement: Placement, from: Square) -> Squares {
    let walk = |direction: Direction| {
        let (file, rank) = (
            i8::try_from(from.file()).unwrap(),
            i8::try_from(from.rank()).unwrap(),
        );
        let (right, down) = match direction {
            Direction::North => (0, -1),
            Direction::NorthEast => (1, -1),
            Direction::East => (1, 0),
            Direction::SouthEast => (1, 1),
            Direction::South => (0, 1),
            Direction::SouthWest => (-1, 1),
            Direction::West => (-1, 0),
            Direction::NorthWest => (-1, -1),
        };
        let name = |file: i8, rank: i8| {
            let file = u8::try_from(file).ok().map(|it| char::from(b'a' + it))?;
            format!("{file}{}", rank + 1).parse().ok()
        };
        name(file + right, rank + down)
    };
    placement
        .piece(from)
        .unwrap()
        .dots()
        .filter_map(walk)
        .collect()
}
