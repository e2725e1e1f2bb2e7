//! The write-ahead log as a crash has left it, looked at before `SQLite` opens it: `SQLite` takes what comes before the
//! first damaged frame, and the rest is gone without a word.
//!
//! Called when the journal is opened. The format is that of <https://www.sqlite.org/fileformat2.html#walformat>. Laws kept
//! here: nothing is changed; a log that ends in the middle of its last commit, as a killed server leaves it, is not
//! damaged.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;

/// The size of the log's header in bytes.
const HEADER_SIZE: usize = 32;
/// The size of the header of a frame in bytes; a page follows.
const FRAME_HEADER_SIZE: usize = 24;
/// The part of a header that its sums are over: of the log's and of a frame's, in bytes.
const SUMMED_SIZES: (usize, usize) = (24, 8);
/// The first word of a log; the lowest bit tells in which order the bytes of a word are summed.
const MAGIC: u32 = 0x377f_0682;
/// The sizes that a page may have, in bytes.
const PAGE_SIZES: std::ops::RangeInclusive<u32> = 512..=65_536;

/// Damage that costs commits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Damage {
    /// The header is damaged, so that nothing of the log counts.
    Header {
        /// The size of the log in bytes.
        bytes: u64,
    },
    /// A frame is damaged, and this log's commits from there on do not count.
    Frame {
        /// The number of the frame, from 1.
        frame: u64,
        /// The number of commits that end in that frame or after it.
        commits: u64,
    },
}

/// The sums of all words so far.
type Sums = (u32, u32);

/// The log's header.
struct Header {
    page_size: usize,
    is_big_endian: bool,
    /// The two numbers that tell its frames from those of an earlier log in the same file.
    salts: [u8; 8],
    sums: Sums,
}

/// The damage of a log; `None` if it is whole, empty or not there.
pub(super) fn damage(path: &Path) -> io::Result<Option<Damage>> {
    let file = match File::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        opened => opened?,
    };
    let bytes = file.metadata()?.len();
    let mut log = BufReader::new(file);
    if bytes == 0 {
        return Ok(None);
    }
    let header = part(&mut log, HEADER_SIZE)?.and_then(|it| header(&it));
    match header {
        Some(header) => damaged_frame(&mut log, &header),
        None => Ok(Some(Damage::Header { bytes })),
    }
}

/// The first frame that is damaged, if commits are lost with it.
fn damaged_frame(log: &mut impl Read, header: &Header) -> io::Result<Option<Damage>> {
    let (mut number, mut sums, mut damaged, mut commits) = (0, header.sums, None, 0);
    while let Some(frame) = part(log, FRAME_HEADER_SIZE + header.page_size)? {
        number += 1;
        let (head, page) = frame.split_at(FRAME_HEADER_SIZE);
        let next = header.sum(header.sum(sums, &head[..SUMMED_SIZES.1]), page);
        let is_own = head[8..16] == header.salts;
        if damaged.is_none() && is_own && (word(head, 16), word(head, 20)) == next {
            sums = next;
            continue;
        }
        damaged.get_or_insert(number);
        // The last frame of a commit tells how many pages the file has after it.
        if is_own && word(head, 4) != 0 {
            commits += 1;
        }
    }
    let frame = damaged.filter(|_| commits > 0);
    Ok(frame.map(|frame| Damage::Frame { frame, commits }))
}

/// The next bytes; `None` if fewer are left.
fn part(log: &mut impl Read, size: usize) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = vec![0; size];
    match log.read_exact(&mut bytes) {
        Ok(()) => Ok(Some(bytes)),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(None),
        Err(error) => Err(error),
    }
}

/// The header in these bytes; `None` if they are none.
fn header(bytes: &[u8]) -> Option<Header> {
    let (magic, page_size) = (word(bytes, 0), word(bytes, 8));
    if magic & !1 != MAGIC || !PAGE_SIZES.contains(&page_size) || !page_size.is_power_of_two() {
        return None;
    }
    let mut header = Header {
        page_size: usize::try_from(page_size).ok()?,
        is_big_endian: magic & 1 == 1,
        salts: bytes[16..24].try_into().ok()?,
        sums: (0, 0),
    };
    header.sums = header.sum((0, 0), &bytes[..SUMMED_SIZES.0]);
    (header.sums == (word(bytes, 24), word(bytes, 28))).then_some(header)
}

impl Header {
    /// The sums after these bytes, as the format defines them.
    fn sum(&self, (mut one, mut two): Sums, bytes: &[u8]) -> Sums {
        let number = |it: &[u8]| {
            let it = [it[0], it[1], it[2], it[3]];
            if self.is_big_endian {
                u32::from_be_bytes(it)
            } else {
                u32::from_le_bytes(it)
            }
        };
        for pair in bytes.chunks_exact(8) {
            one = one.wrapping_add(number(&pair[..4])).wrapping_add(two);
            two = two.wrapping_add(number(&pair[4..])).wrapping_add(one);
        }
        (one, two)
    }
}

/// A word of a header, most significant byte first.
fn word(bytes: &[u8], at: usize) -> u32 {
    u32::from_be_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}

#[cfg(test)]
mod tests {
    use rusqlite::Connection;

    use super::*;

    /// The log of a database into which so many rows were written, each in a commit of its own, as a kill leaves it.
    fn log_of(commits: usize) -> Vec<u8> {
        let data = tempfile::tempdir().unwrap();
        let path = data.path().join("a.sqlite");
        let connection = Connection::open(&path).unwrap();
        connection
            .execute_batch(
                "PRAGMA page_size = 512; PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0;
                CREATE TABLE a (b TEXT);",
            )
            .unwrap();
        for _ in 0..commits {
            let row = "INSERT INTO a VALUES (hex(randomblob(20)))";
            connection.execute(row, []).unwrap();
        }
        std::fs::read(data.path().join("a.sqlite-wal")).unwrap()
    }

    fn damage_of(bytes: &[u8]) -> Option<Damage> {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), bytes).unwrap();
        damage(file.path()).unwrap()
    }

    #[test]
    fn a_whole_log_and_one_that_a_kill_has_cut_off_are_not_damaged() {
        let log = log_of(10);
        assert_eq!(damage_of(&log), None);
        assert_eq!(damage_of(&[]), None);
        for cut in HEADER_SIZE..log.len() {
            assert_eq!(damage_of(&log[..cut]), None, "{cut} of {} bytes", log.len());
        }
        assert_eq!(damage(Path::new("/no/such/log")).unwrap(), None);
    }

    #[test]
    fn every_byte_that_is_changed_in_a_log_is_noticed_with_the_commits_after_it() {
        let log = log_of(10);
        let frame_size = FRAME_HEADER_SIZE + 512;
        let last = (log.len() - HEADER_SIZE) / frame_size;
        for at in 0..log.len() {
            let mut damaged = log.clone();
            damaged[at] ^= 0x40;
            let found = damage_of(&damaged);
            if at < HEADER_SIZE {
                let bytes = u64::try_from(log.len()).unwrap();
                assert_eq!(found, Some(Damage::Header { bytes }), "byte {at}");
                continue;
            }
            let at_frame = (at - HEADER_SIZE) / frame_size + 1;
            let Some(Damage::Frame { frame, commits }) = found else {
                // Of the last frame nothing is left that tells whose it was.
                assert!(at_frame == last && found.is_none(), "byte {at}");
                continue;
            };
            assert_eq!(usize::try_from(frame).unwrap(), at_frame, "byte {at}");
            assert!(commits > 0);
        }
        let mut first = log;
        first[HEADER_SIZE + FRAME_HEADER_SIZE] ^= 1;
        let Some(Damage::Frame { commits, .. }) = damage_of(&first) else {
            panic!("it is damaged")
        };
        assert!(commits >= 10, "all commits are lost: {commits}");
    }
}
