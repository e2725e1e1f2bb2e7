//! The columns of a graph: none is lost, whatever the width.

use super::*;

fn review(steps: Vec<ReviewStep>) -> ReviewView {
    ReviewView {
        judged_by: None,
        nodes: 0,
        start: Some(vec![0.5, 0.5]),
        seats: Vec::new(),
        steps,
        costliest: Vec::new(),
        rolls: Vec::new(),
    }
}

/// A roll that is worth so much for the first seat, or a choice of the first seat that has cost so much.
fn step(number: u32, change: f64, chance: f64) -> ReviewStep {
    let is_roll = number.is_multiple_of(2);
    ReviewStep {
        step: number,
        seat: Seat::ALL[0],
        after: Some(vec![chance, 1.0 - chance]),
        luck: is_roll.then(|| vec![change, -change]),
        error: (!is_roll).then_some(change),
    }
}

fn match_of(count: u32) -> ReviewView {
    let chance = |it: u32| f64::from(it) / f64::from(count);
    review((1..=count).map(|it| step(it, 0.01, chance(it))).collect())
}

#[test]
fn a_graph_is_as_wide_as_its_room_and_loses_no_luck() {
    for count in [1, 3, 46, 74, 75, 256] {
        let review = match_of(count);
        for width in [1, 41, 74] {
            let columns = columns(&review, Seat::ALL[0], width);
            assert_eq!(columns.len(), width, "{count} in {width}");
            let luck: f64 = columns.iter().map(|it| it.luck).sum();
            let expect = 0.01 * f64::from(count / 2);
            assert!((luck - expect).abs() < 1e-9, "{count} in {width}: {luck}");
            assert!((columns[width - 1].chance - 1.0).abs() < 1e-9);
        }
    }
    assert_eq!(columns(&review(Vec::new()), Seat::ALL[0], 9), []);
}

#[test]
fn rolls_and_choices_are_told_apart() {
    let steps = vec![step(1, 0.2, 0.3), step(2, 0.1, 0.4)];
    let columns = columns(&review(steps), Seat::ALL[0], 2);
    assert_eq!(
        columns.iter().map(|it| it.is_roll).collect::<Vec<_>>(),
        [false, true]
    );
    assert_eq!((columns[0].cost, columns[1].cost), (Some(0.2), None));
}

#[test]
fn every_chance_has_its_height() {
    let levels = [0.0, 0.001, 0.25, 0.5, 1.0].map(|it| level(it, 26));
    assert_eq!(levels, [0, 1, 7, 13, 26]);
}
