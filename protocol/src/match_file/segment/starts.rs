//! Where the entries of a segment begin, in a few bytes for each: for programs that run for long.
//!
//! Called by the server's archive, and by the server where a browser asks for a match. Law kept here: an entry counts
//! only after its line was read again and has the name that was asked for.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Read, Seek, SeekFrom};

use super::{EntryRange, entry_at, next_entry};

/// The beginnings of the entries by hashes of their names, as of the last time that the segment was looked at. Of two
/// names with the same hash only the later one is found.
#[derive(Clone, Debug, Default)]
pub struct Starts {
    /// From the hash of a name to the position in bytes.
    positions: BTreeMap<u64, u64>,
    /// The hash of the name of the entry that stands last, and where it begins.
    last: Option<(u64, u64)>,
    /// Where the last whole entry ends.
    end: u64,
}

impl Starts {
    /// Adds the entries that were appended since. A segment that is not the one that was looked at before is looked
    /// through anew. Returns the number of bytes after the last whole entry: those of one that is being written, or
    /// that was cut off.
    pub fn catch_up(&mut self, segment: &mut (impl Read + Seek)) -> io::Result<u64> {
        let size = segment.seek(SeekFrom::End(0))?;
        if !self.still_fits(segment, size)? {
            *self = Self::default();
        }
        while let Some((_skipped, name, place)) = next_entry(segment, self.end, size)? {
            let hash = hash_of(&name);
            self.positions.insert(hash, place.start);
            self.last = Some((hash, place.start));
            self.end = place.end();
        }
        Ok(size - self.end)
    }

    /// Whether the last entry is where it was.
    fn still_fits(&self, segment: &mut (impl Read + Seek), size: u64) -> io::Result<bool> {
        let Some((hash, start)) = self.last else {
            return Ok(true);
        };
        let found = entry_at(segment, start, size)?;
        Ok(found.is_some_and(|(name, place)| hash_of(&name) == hash && place.end() == self.end))
    }

    /// Where a match file is; `None` if the segment did not have it. The error is [`io::ErrorKind::InvalidData`] if
    /// something else is there by now.
    pub fn find(
        &self,
        segment: &mut (impl Read + Seek),
        file_name: &str,
    ) -> io::Result<Option<EntryRange>> {
        let Some(start) = self.positions.get(&hash_of(file_name)) else {
            return Ok(None);
        };
        let size = segment.seek(SeekFrom::End(0))?;
        match entry_at(segment, *start, size)? {
            Some((name, place)) if name == file_name => Ok(Some(place)),
            _ => Err(io::Error::new(
                io::ErrorKind::InvalidData,
                "the entry is not where it was",
            )),
        }
    }

    /// Where the last whole entry ends.
    pub const fn end(&self) -> u64 {
        self.end
    }
}

/// A hash that is the same in the whole program; it is never written anywhere.
fn hash_of(name: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    name.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::super::tests::{name, segment};
    use super::*;

    /// The numbers of the matches that are found, as text; those where something else is, with a question mark.
    fn found(starts: &Starts, segment: &[u8]) -> String {
        let mut segment = Cursor::new(segment);
        let one = |it: usize| match starts.find(&mut segment, &name(it)) {
            Ok(None) => String::new(),
            Ok(Some(place)) => {
                let index = super::super::Index::of(&mut segment).unwrap();
                assert_eq!(index.get(&name(it)), Some(place));
                format!("{it} ")
            }
            Err(error) => {
                assert_eq!(error.kind(), io::ErrorKind::InvalidData);
                format!("{it}? ")
            }
        };
        (0..10).map(one).collect::<String>().trim_end().to_owned()
    }

    #[test]
    fn entries_are_found_as_by_an_index_also_those_that_come_later() {
        let mut starts = Starts::default();
        assert_eq!(found(&starts, &segment(&[1, 2])), "");
        assert_eq!(
            starts.catch_up(&mut Cursor::new(segment(&[1, 2]))).unwrap(),
            0
        );
        assert_eq!(found(&starts, &segment(&[1, 2])), "1 2");
        let mut more = segment(&[1, 2, 3, 1]);
        let end = more.len();
        more.extend(&segment(&[4])[..50]);
        assert_eq!(starts.catch_up(&mut Cursor::new(&more)).unwrap(), 50);
        assert_eq!(starts.end(), u64::try_from(end).unwrap());
        assert_eq!(found(&starts, &more), "1 2 3");
    }

    #[test]
    fn another_segment_is_noticed() {
        let mut starts = Starts::default();
        starts
            .catch_up(&mut Cursor::new(segment(&[1, 2, 3])))
            .unwrap();
        let other = segment(&[2, 3, 4]);
        assert_eq!(found(&starts, &other), "1? 2? 3?");
        starts.catch_up(&mut Cursor::new(&other)).unwrap();
        assert_eq!(found(&starts, &other), "2 3 4");
        starts.catch_up(&mut Cursor::new([])).unwrap();
        assert_eq!(found(&starts, &other), "");
    }
}
