//! The file of fitted numbers: what is written is read, at run time and by the compiler, and every change is noticed.

use super::*;

const WRITTEN: &str = "dicehall-test 3\norigin: nobody\nshape: 2 2\n\n1 -20\n0 407\nsha256: \
                       6da60e3b4015626ed6c554813a4774aed7b905cfd33201c306b277a9ce5db75e\n";

fn head() -> Head {
    Head {
        version: "dicehall-test 3",
        shape: "2 2".to_owned(),
    }
}

fn written() -> String {
    write(&head(), "nobody", &[vec![1, -20], vec![0, 407]])
}

/// A file whose checksum is right.
fn sealed(body: &str) -> String {
    format!("{body}{CHECKSUM}{}\n", checksum(body))
}

#[track_caller]
fn check_refused(text: &str, expect: &str) {
    let error = read(text, &head()).expect_err("this file is to be refused");
    assert_eq!(error.to_string(), expect);
}

#[test]
fn what_was_written_is_read_at_run_time_and_by_the_compiler() {
    const NUMBERS: [i32; 4] = included(WRITTEN);
    assert_eq!(written(), WRITTEN);
    assert_eq!(read(WRITTEN, &head()), Ok(vec![1, -20, 0, 407]));
    assert_eq!(NUMBERS, [1, -20, 0, 407]);
}

#[test]
fn every_changed_byte_is_noticed() {
    for at in 0..WRITTEN.len() {
        let mut bytes = WRITTEN.to_owned().into_bytes();
        bytes[at] = if bytes[at] == b'7' { b'8' } else { b'7' };
        let changed = String::from_utf8(bytes).unwrap();
        assert!(read(&changed, &head()).is_err(), "byte {at}");
        assert!(read(&WRITTEN[..at], &head()).is_err(), "cut at {at}");
    }
}

#[test]
fn a_refusal_says_why() {
    let body = |shape: &str, numbers: &str| {
        sealed(&format!(
            "dicehall-test 3\norigin: none\nshape: {shape}\n\n{numbers}\n"
        ))
    };
    check_refused(
        "dicehall-test 2\n",
        "the first line is not \"dicehall-test 3\"",
    );
    check_refused(
        &sealed("dicehall-test 3\n\n"),
        "the head has no line \"origin\"",
    );
    check_refused(&body("2 2", "1 x"), "\"x\" is not a whole number");
    check_refused(&body("1 2", ""), "the shape is \"1 2\", not \"2 2\"");
    check_refused(
        &body("2 2", "1").replace("none", "some"),
        "the last line is not the checksum of the rest",
    );
}
