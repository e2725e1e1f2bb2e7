//! The file of weights: what is written is read, and every change of a file is noticed.

use super::*;
use crate::dice::{Dice, SeededDice};

fn weights() -> Vec<f32> {
    let mut dice = SeededDice::new(5);
    let mut one = || f32::from(u16::try_from(dice.below(8001)).unwrap()) / 1000.0 - 4.0;
    (0..WEIGHTS).map(|_| one()).collect()
}

/// A file whose checksum is right.
fn sealed(body: &str) -> String {
    format!("{body}{CHECKSUM}{}\n", checksum(body))
}

#[track_caller]
fn check_refused(text: &str, expect: &str) {
    let error = read(text).expect_err("this file is to be refused");
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
fn every_changed_byte_is_noticed() {
    let written = write(&weights(), "train standard --seed 1");
    let mut dice = SeededDice::new(6);
    for _ in 0..300 {
        let at = usize::try_from(dice.below(u64::try_from(written.len()).unwrap())).unwrap();
        let mut bytes = written.clone().into_bytes();
        bytes[at] = if bytes[at] == b'7' { b'8' } else { b'7' };
        let changed = String::from_utf8(bytes).unwrap();
        assert!(read(&changed).is_err(), "byte {at}");
    }
    for at in [0, 10, 60, 1000, written.len() - 1] {
        assert!(read(&written[..at]).is_err(), "cut at {at}");
    }
}

#[test]
fn a_refusal_says_why() {
    let body = |shape: &str, numbers: &str| {
        sealed(&format!(
            "{VERSION}\norigin: none\nshape: {shape}\n\n{numbers}\n"
        ))
    };
    check_refused(
        "dicehall-value 0\n",
        "the first line is not \"dicehall-value 1\"",
    );
    check_refused(
        &sealed("dicehall-value 1\n\n"),
        "the head has no line \"origin\"",
    );
    check_refused(&body(&shape(), "1 x"), "\"x\" is not a weight");
    check_refused(&body(&shape(), "1000001"), "\"1000001\" is not a weight");
    check_refused(
        &body(&shape(), "1 2"),
        &format!("there are 2 weights, not {WEIGHTS}"),
    );
    let other = format!("the network has the shape \"1 2\", not {:?}", shape());
    check_refused(&body("1 2", ""), &other);
    check_refused(
        &body(&shape(), "1").replace("none", "some"),
        "the last line is not the checksum of the rest",
    );
}
