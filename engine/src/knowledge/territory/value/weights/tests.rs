//! The file of a network's weights: what is written is read, and numbers that are no network's are refused.

use super::*;
use crate::dice::{Dice, SeededDice};

fn weights() -> Vec<f32> {
    let mut dice = SeededDice::new(5);
    let mut one = || f32::from(u16::try_from(dice.below(8001)).unwrap()) / 1000.0 - 4.0;
    (0..WEIGHTS).map(|_| one()).collect()
}

#[track_caller]
fn check_refused(numbers: Vec<i32>, expect: &str) {
    let text = fitted::write(&head(), "none", &[numbers]);
    let error = read(&text).expect_err("this file is to be refused");
    assert_eq!(error.to_string(), expect);
}

#[test]
fn what_was_written_is_read_to_the_last_digit() {
    let written = write(&weights(), "train standard --seed 1");
    assert_eq!(read(&written), Ok(rounded(&weights())));
    for (one, other) in weights().iter().zip(rounded(&weights())) {
        assert!((one - other).abs() <= 0.5 / UNITS, "{one} {other}");
    }
    let again = write(&read(&written).unwrap(), "train standard --seed 1");
    assert_eq!(again, written);
}

#[test]
fn other_numbers_are_refused() {
    let few = format!("there are 2 numbers, not {WEIGHTS}");
    check_refused(vec![1, 2], &few);
    let mut units = vec![0; WEIGHTS];
    units[5] = -1_000_001;
    check_refused(units, "-1000001 is too large");
}
