//! The mark: the number of the last record that was durable, in a small file beside the journal.
//!
//! Called by the writer after each commit, and when the journal is opened. `SQLite` opens a journal whose log was cut off
//! or damaged without a word, as it was some commits earlier; the mark knows how far it had come. Laws kept here: the mark
//! never tells of a record before it is durable, nor of one that was removed; no commit waits for the mark, fails with it
//! or pays for a synchronization of it. So a crash of the machine may leave an earlier mark, and never a later one.

use std::fs::File;
use std::io;
use std::path::Path;

use crate::os::private_files::open_private;

/// The name of the mark's file in the data directory.
pub(super) const FILE_NAME: &str = "journal.mark";
/// The size of a number in the file, in bytes.
const NUMBER_SIZE: usize = 8;
/// The size of the file in bytes: the number of the record, and the same with all bits turned over.
const SIZE: usize = 2 * NUMBER_SIZE;

/// The open mark. Without a file nothing is remembered.
#[derive(Debug, Default)]
pub(super) struct Mark {
    file: Option<File>,
    /// The number that the file tells.
    told: Option<i64>,
}

impl Mark {
    /// Opens the mark of a data folder; it is made if it is not there.
    pub(super) fn open(data: &Path) -> Self {
        let opened = open_private(&data.join(FILE_NAME));
        let file = opened
            .inspect_err(|error| tracing::warn!(%error, "the journal is kept without its mark"))
            .ok();
        let told = file.as_ref().and_then(read);
        Self { file, told }
    }

    /// The number of the last record that was durable; 0 if that is not known.
    pub(super) fn last(&self) -> i64 {
        self.told.unwrap_or_default()
    }

    /// Remembers that a record is the last one, or with 0 that nothing is known. A mark that cannot be written tells of an
    /// earlier record, which is not wrong.
    pub(super) fn put(&mut self, row: i64) {
        if self.told == Some(row) {
            return;
        }
        if let Some(file) = &self.file {
            let number = row.to_be_bytes();
            let mut bytes = [0; SIZE];
            bytes[..NUMBER_SIZE].copy_from_slice(&number);
            bytes[NUMBER_SIZE..].copy_from_slice(&number.map(|it| !it));
            self.told = write_bytes(file, &bytes).ok().map(|()| row);
        }
    }
}

/// The number in the file; `None` if there is none, or half of one.
fn read(file: &File) -> Option<i64> {
    let mut bytes = [0; SIZE];
    read_bytes(file, &mut bytes).ok()?;
    let (number, turned) = bytes.split_at(NUMBER_SIZE);
    let is_whole = number.iter().zip(turned).all(|(one, other)| *one == !other);
    let number: [u8; NUMBER_SIZE] = number.try_into().ok()?;
    is_whole.then(|| i64::from_be_bytes(number))
}

/// Reads the bytes at the beginning of the file, in one call of the system.
#[cfg(unix)]
fn read_bytes(file: &File, bytes: &mut [u8]) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, 0)
}

/// Writes the bytes at the beginning of the file, in one call of the system.
#[cfg(unix)]
fn write_bytes(file: &File, bytes: &[u8]) -> io::Result<()> {
    std::os::unix::fs::FileExt::write_all_at(file, bytes, 0)
}

/// Reads the bytes at the beginning of the file.
#[cfg(not(unix))]
fn read_bytes(mut file: &File, bytes: &mut [u8]) -> io::Result<()> {
    use std::io::{Read, Seek};
    file.rewind()?;
    file.read_exact(bytes)
}

/// Writes the bytes at the beginning of the file.
#[cfg(not(unix))]
fn write_bytes(mut file: &File, bytes: &[u8]) -> io::Result<()> {
    use std::io::{Seek, Write};
    file.rewind()?;
    file.write_all(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_put_is_told_after_a_start_and_half_of_it_is_not() {
        let data = tempfile::tempdir().unwrap();
        assert_eq!(Mark::open(data.path()).last(), 0, "nothing was put yet");
        let mut mark = Mark::open(data.path());
        for row in [1, i64::MAX, 258] {
            mark.put(row);
            assert_eq!(Mark::open(data.path()).last(), row);
        }
        let path = data.path().join(FILE_NAME);
        let whole = std::fs::read(&path).unwrap();
        for at in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[at] ^= 0x10;
            std::fs::write(&path, &damaged).unwrap();
            assert_eq!(Mark::open(data.path()).last(), 0, "byte {at}");
            std::fs::write(&path, &whole[..at]).unwrap();
            assert_eq!(Mark::open(data.path()).last(), 0, "cut at {at}");
        }
    }
}
