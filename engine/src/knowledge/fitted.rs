//! The file of fitted numbers: a text with its version, its origin, its shape and a checksum.
//!
//! Used by everything whose numbers `engine/training` fits, and by the training, which writes these files. All numbers are whole, in
//! units that their reader knows, so that a file says exactly what is computed with. Law kept here: a file in which one byte differs
//! is refused.

#[cfg(test)]
mod tests;

use sha2::{Digest, Sha256};

/// The beginning of the last line; the checksum of everything above follows.
const CHECKSUM: &str = "sha256: ";

/// The head of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// The first line; its number changes with the meaning of the numbers.
    pub version: &'static str,
    /// The sizes of the rows, in words.
    pub shape: String,
}

/// Why a file is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FittedError {
    /// The first line is another one.
    #[error("the first line is not {0:?}")]
    Version(&'static str),
    /// A line of the head is missing.
    #[error("the head has no line {0:?}")]
    Head(&'static str),
    /// The numbers have another shape.
    #[error("the shape is {given:?}, not {expected:?}")]
    Shape {
        /// The shape in the file.
        given: String,
        /// The shape that this version has.
        expected: String,
    },
    /// The checksum is missing, or is not that of the text before it.
    #[error("the last line is not the checksum of the rest")]
    Checksum,
    /// A number cannot be read.
    #[error("{0:?} is not a whole number")]
    Number(String),
    /// A number is greater than any that was fitted.
    #[error("{0} is too large")]
    TooLarge(i32),
    /// There are too many or too few numbers.
    #[error("there are {found} numbers, not {expected}")]
    Count {
        /// The numbers in the file.
        found: usize,
        /// The numbers that belong there.
        expected: usize,
    },
}

/// The text of a file. `origin` says which command fitted the numbers.
pub fn write(head: &Head, origin: &str, rows: &[Vec<i32>]) -> String {
    let Head { version, shape } = head;
    let line = |row: &Vec<i32>| {
        let numbers: Vec<String> = row.iter().map(i32::to_string).collect();
        numbers.join(" ") + "\n"
    };
    let numbers: String = rows.iter().map(line).collect();
    let body = format!("{version}\norigin: {origin}\nshape: {shape}\n\n{numbers}");
    let checksum = checksum(&body);
    format!("{body}{CHECKSUM}{checksum}\n")
}

/// The numbers in a file.
pub fn read(text: &str, head: &Head) -> Result<Vec<i32>, FittedError> {
    if text.lines().next() != Some(head.version) {
        return Err(FittedError::Version(head.version));
    }
    let (body, given) = text.rsplit_once(CHECKSUM).ok_or(FittedError::Checksum)?;
    if given != format!("{}\n", checksum(body)) {
        return Err(FittedError::Checksum);
    }
    let (lines, numbers) = body.split_once("\n\n").ok_or(FittedError::Head("shape"))?;
    line(lines, "origin")?;
    let given = line(lines, "shape")?;
    if given != head.shape {
        return Err(FittedError::Shape {
            given: given.to_owned(),
            expected: head.shape.clone(),
        });
    }
    let number = |text: &str| {
        let refused = |_not_whole| FittedError::Number(text.to_owned());
        text.parse().map_err(refused)
    };
    numbers.split_ascii_whitespace().map(number).collect()
}

/// The numbers in a file that is compiled in: all that stand between the empty line and the last. A test of whoever calls it
/// reads the file by [`read`].
///
/// # Panics
/// When it is compiled, if there are not `N` numbers.
#[expect(clippy::as_conversions, reason = "from() is not yet const")]
pub const fn included<const N: usize>(text: &str) -> [i32; N] {
    let (bytes, mut numbers) = (text.as_bytes(), [0; N]);
    let (mut at, mut found) = (0, 0);
    while bytes[at] != b'\n' || bytes[at + 1] != b'\n' {
        at += 1;
    }
    at += 2;
    while bytes[at] != CHECKSUM.as_bytes()[0] {
        let is_negative = bytes[at] == b'-';
        if is_negative {
            at += 1;
        }
        let mut number = 0;
        while bytes[at].is_ascii_digit() {
            number = 10 * number + (bytes[at] - b'0') as i32;
            at += 1;
        }
        numbers[found] = if is_negative { -number } else { number };
        (at, found) = (at + 1, found + 1);
    }
    assert!(found == N, "the file has another number of numbers");
    numbers
}

/// The checksum that a file says it has; empty if it says none.
pub(crate) fn checksum_of(text: &str) -> &str {
    let last = text.rsplit_once(CHECKSUM);
    last.map_or("", |(_, checksum)| checksum.trim_end())
}

fn line<'a>(head: &'a str, name: &'static str) -> Result<&'a str, FittedError> {
    let found = head
        .lines()
        .find_map(|it| it.strip_prefix(name)?.strip_prefix(": "));
    found.ok_or(FittedError::Head(name))
}

fn checksum(text: &str) -> String {
    base16ct::lower::encode_string(&Sha256::digest(text.as_bytes()))
}
