//! Random positions of the whole domain: their numbers, their moves and the way back, against the rules themselves.

use super::frame::{FRAMES, turned};
use super::geometry::{mirror, turn};
use super::index::{POSITIONS, Pairs, SLICE, widen};
use super::link::Links;
use super::locate::locate;
use super::pair::Family;
use super::solver::Tables;
use crate::dice::{SeededDice, index_below};
use crate::games::animal_shogi::{Ending, Placement};

/// How a position is looked at.
#[derive(Clone, Copy, Debug)]
struct View {
    /// Whether gote is to move.
    is_turned: bool,
    /// Whether the files are in the other order.
    is_mirrored: bool,
}

const PLAIN: View = View {
    is_turned: false,
    is_mirrored: false,
};

/// The text of a position of the index.
fn text(tables: &Tables, frame: usize, pairs: Pairs, view: View) -> String {
    let frame = &tables.frames.all()[frame];
    let see = |square: usize| {
        let square = if view.is_turned { turn(square) } else { square };
        if view.is_mirrored {
            mirror(square)
        } else {
            square
        }
    };
    let letter = |letter: char, side: usize| {
        if (side == 0) == view.is_turned {
            letter.to_ascii_lowercase()
        } else {
            letter
        }
    };
    let mut board = [' '; 12];
    for (side, lion) in frame.lions.into_iter().enumerate() {
        board[see(lion)] = letter('L', side);
    }
    let mut hands = [String::new(), String::new()];
    for (family, name) in Family::ALL.into_iter().zip(['G', 'E', 'C']) {
        let mut held = [0, 0];
        for piece in family.pieces(pairs.of(family)) {
            let name = if piece.is_hen { 'H' } else { name };
            match piece.slot {
                Some(slot) => board[see(frame.squares[slot])] = letter(name, piece.side),
                None => held[piece.side] += 1,
            }
        }
        for side in [0, 1] {
            let hand = &mut hands[side ^ usize::from(view.is_turned)];
            hand.push_str(["", "", "2"][held[side]]);
            if held[side] > 0 {
                hand.push(letter(name, side));
            }
        }
    }
    let rank = |rank: usize| {
        let rank: String = [0, 4, 8].map(|file| board[file + rank]).iter().collect();
        rank.replace("   ", "3")
            .replace("  ", "2")
            .replace(' ', "1")
    };
    let board = [0, 1, 2, 3].map(rank).join("/");
    let hands = match hands.concat() {
        empty if empty.is_empty() => "-".to_owned(),
        hands => hands,
    };
    format!("{board} {} {hands}", if view.is_turned { 'w' } else { 'b' })
}

fn placement(tables: &Tables, frame: usize, pairs: Pairs, view: View) -> Placement {
    let text = text(tables, frame, pairs, view);
    Placement::parse(&text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Calls `check` with random positions of the domain.
fn each(tables: &Tables, count: usize, mut check: impl FnMut(usize, Pairs)) {
    let seed = 20_261_123;
    println!("seed {seed}");
    let mut dice = SeededDice::new(seed);
    for _ in 0..count {
        let frame = index_below(FRAMES, &mut dice);
        let number = index_below(SLICE, &mut dice);
        let pairs = tables.index.pairs(number).unwrap();
        assert_eq!(widen(tables.index.number(pairs)), number);
        check(frame, pairs);
    }
}

/// The placements after each action.
fn children(placement: Placement) -> Vec<Placement> {
    let mut actions = Vec::new();
    placement.actions_into(&mut actions);
    let child = |action| {
        let mut next = placement;
        next.act(action);
        next
    };
    actions.into_iter().map(child).collect()
}

/// By the rules alone: whether the side to move can end the match in its favor at once.
fn wins_at_once(placement: Placement) -> bool {
    children(placement)
        .iter()
        .any(|it| matches!(it.ending(), Some(Ending::Catch | Ending::Try)))
}

#[test]
fn the_numbers_of_a_frame_have_no_gaps() {
    let tables = Tables::new();
    let rows = tables.index.rows();
    let mut next = 0;
    for row in rows {
        assert_eq!(row.first, next);
        assert_eq!(
            tables.index.row_number(row.giraffes, row.elephants),
            rows.partition_point(|it| it.first < next)
        );
        next += tables.index.chicks(row.taken).len();
    }
    assert_eq!(next, SLICE);
    assert_eq!(u64::try_from(next * FRAMES).unwrap(), POSITIONS);
    assert_eq!(tables.index.pairs(SLICE), None);
}

#[test]
fn a_position_is_found_again_from_both_sides_and_in_the_mirror() {
    let tables = Tables::new();
    each(&tables, 2_000, |frame, pairs| {
        let is_symmetric = tables.frames.all()[frame].is_symmetric;
        for is_turned in [false, true] {
            for is_mirrored in [false, true] {
                let view = View {
                    is_turned,
                    is_mirrored,
                };
                let seen = placement(&tables, frame, pairs, view);
                let found = locate(&tables.frames, seen);
                if is_symmetric && is_mirrored {
                    assert_eq!(found.map(|it| it.0), Some(frame), "{seen}");
                } else {
                    assert_eq!(found, Some((frame, pairs)), "{seen}");
                }
            }
        }
    });
}

#[test]
fn what_needs_no_look_ahead_agrees_with_the_rules() {
    let tables = Tables::new();
    let (mut won, mut lost) = (0, 0);
    each(&tables, 4_000, |frame, pairs| {
        let seen = placement(&tables, frame, pairs, PLAIN);
        let found = tables.forward[frame].count_alone(&tables.index, pairs);
        let expected = (!wins_at_once(seen)).then(|| {
            let kept = children(seen).into_iter().filter(|it| !wins_at_once(*it));
            u8::try_from(kept.count()).unwrap()
        });
        assert_eq!(found, expected, "{seen}");
        won += usize::from(found.is_none());
        lost += usize::from(found == Some(0));
    });
    assert!(won > 1_000 && lost > 100, "{won} and {lost}");
}

/// How often the way back from a position comes to another one.
fn visits(tables: &Tables, links: &Links, from: (usize, Pairs), to: (usize, Pairs)) -> usize {
    let mut count = 0;
    for link in links.to(to.0).iter().filter(|it| it.source == from.0) {
        links.visit(link, &tables.index, from.1, |number, before| {
            assert_eq!(number, tables.index.number(before));
            count += usize::from(before == to.1);
        });
    }
    count
}

/// How many actions lead from a position to another one.
fn steps(tables: &Tables, (frame, pairs): (usize, Pairs), to: (usize, Pairs)) -> usize {
    children(placement(tables, frame, pairs, PLAIN))
        .into_iter()
        .filter(|it| locate(&tables.frames, *it) == Some(to))
        .count()
}

#[test]
fn the_way_back_is_the_inverse_of_the_moves() {
    let tables = Tables::new();
    let links = Links::new(&tables.frames);
    let (mut forward, mut back) = (0, 0);
    each(&tables, 400, |frame, pairs| {
        let here = (frame, pairs);
        if !tables.forward[frame].is_immediate_win(pairs) {
            for child in children(placement(&tables, frame, pairs, PLAIN)) {
                if let Some(after) = locate(&tables.frames, child) {
                    let steps = steps(&tables, here, after);
                    assert_eq!(visits(&tables, &links, after, here), steps, "{child}");
                    forward += 1;
                }
            }
        }
        for target in 0..FRAMES {
            for link in links.to(target).iter().filter(|it| it.source == frame) {
                let mut before = Vec::new();
                links.visit(link, &tables.index, pairs, |_, it| before.push(it));
                for it in before.into_iter().map(|it| (target, it)) {
                    if !tables.forward[target].is_immediate_win(it.1) {
                        let steps = steps(&tables, it, here);
                        assert_eq!(visits(&tables, &links, here, it), steps, "{it:?}");
                        assert!(steps > 0, "{it:?}");
                        back += 1;
                    }
                }
            }
        }
    });
    assert!(forward > 1_000 && back > 1_000, "{forward} and {back}");
}

#[test]
fn both_sides_see_the_lions_of_each_other() {
    let tables = Tables::new();
    for frame in tables.frames.all() {
        assert_eq!(turned(turned(frame.lions)), frame.lions);
        assert!(tables.frames.find(turned(frame.lions)).is_some());
    }
}
