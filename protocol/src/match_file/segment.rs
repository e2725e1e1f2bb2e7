//! A segment: the match files of all matches that were called on one day (UTC), one after the other in one file.
//!
//! Written by the server's archive, which appends to it; read by everybody who looks for a match in a server's folder.
//! An entry is one line with the name of a match file, its size and its fingerprint, followed by the file, byte for
//! byte. Laws kept here: an entry counts only if the segment has all of it; if a name is there more than once, its last
//! entry counts; after damage the next entry is found again, because no line of a match file begins like the line of an
//! entry. `docs/dice.md` describes the form.

mod starts;

use std::collections::BTreeMap;
use std::io::{self, Read, Seek, SeekFrom};

use serde::{Deserialize, Serialize};

use super::{Written, is_text_of, json};
pub use starts::Starts;

/// The extension of a segment's name.
pub const EXTENSION: &str = "matches";
/// The beginning of the line of an entry.
const LINE_START: &[u8] = b"{\"file\":\"";
/// The longest line of an entry, in bytes: the names of match files have at most 62 characters.
const LINE_SIZE_MAX: u64 = 256;
/// How many bytes are searched at once for the next entry after damage.
const SEARCH_SIZE: u64 = 64 * 1024;
/// The number of characters of the day in a name.
const DAY_CHARS: usize = 8;

/// The line of an entry.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct EntryLine {
    /// The name of the match file.
    file: String,
    /// Its size.
    bytes: u64,
    /// The hash of its last line.
    fingerprint: String,
}

/// Where an entry is in its segment, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EntryRange {
    /// Where its line begins.
    pub start: u64,
    /// The size of its line.
    pub line_size: u64,
    /// The size of the match file.
    pub size: u64,
}

/// The entries of a segment by the names of their match files, as of the last time that the segment was looked at: some
/// 150 bytes for each, where [`Starts`] has 30.
#[derive(Clone, Debug, Default)]
pub struct Index {
    places: BTreeMap<String, EntryRange>,
    /// The name of the entry that stands last in the segment.
    last: Option<String>,
    /// Where the last whole entry ends.
    end: u64,
    /// The number of bytes before `end` that are no entry.
    damaged: u64,
}

/// The name of the segment that has a match file of this name; `None` if no match file has it.
pub fn segment_of(file_name: &str) -> Option<String> {
    let (moment, _) = file_name.split_once('-')?;
    let day = moment.get(..DAY_CHARS)?;
    let is_day = moment.as_bytes().get(DAY_CHARS) == Some(&b'T')
        && day.bytes().all(|it| it.is_ascii_digit());
    is_day.then(|| format!("{day}.{EXTENSION}"))
}

/// Whether a file with these first bytes is a segment.
pub fn is_beginning(bytes: &[u8]) -> bool {
    bytes.starts_with(LINE_START)
}

/// Whether this is the name of a segment.
pub fn is_segment(name: &str) -> bool {
    let day = name.strip_suffix(EXTENSION);
    let day = day.and_then(|it| it.strip_suffix('.'));
    day.is_some_and(|it| it.len() == DAY_CHARS && it.bytes().all(|it| it.is_ascii_digit()))
}

/// The entry of a match file, as it is appended.
pub fn entry(file_name: &str, file: &Written) -> String {
    let line = json(&EntryLine {
        file: file_name.to_owned(),
        bytes: to_u64(file.text.len()),
        fingerprint: file.fingerprint.clone(),
    });
    format!("{line}\n{}", file.text)
}

impl EntryRange {
    /// Where the match file begins.
    pub const fn text_start(&self) -> u64 {
        self.start + self.line_size
    }

    /// Where the entry ends.
    pub const fn end(&self) -> u64 {
        self.text_start() + self.size
    }
}

impl Index {
    /// Looks through a whole segment; only the lines of entries are read, and the rest is skipped.
    pub fn of(segment: &mut (impl Read + Seek)) -> io::Result<Self> {
        let mut index = Self::default();
        index.catch_up(segment)?;
        Ok(index)
    }

    /// Adds the entries that were appended since. A segment that is not the one that was looked at before is looked
    /// through anew. Returns the number of bytes after the last whole entry: those of one that is being written, or
    /// that was cut off.
    pub fn catch_up(&mut self, segment: &mut (impl Read + Seek)) -> io::Result<u64> {
        let size = segment.seek(SeekFrom::End(0))?;
        if !self.still_fits(segment, size)? {
            *self = Self::default();
        }
        let mut at = self.end;
        while let Some((skipped, name, place)) = next_entry(segment, at, size)? {
            self.damaged += skipped;
            self.last = Some(name.clone());
            self.places.insert(name, place);
            at = place.end();
            self.end = at;
        }
        Ok(size - self.end)
    }

    /// Whether the last entry is where it was.
    fn still_fits(&self, segment: &mut (impl Read + Seek), size: u64) -> io::Result<bool> {
        let Some((name, place)) = self
            .last
            .as_ref()
            .and_then(|it| self.places.get_key_value(it))
        else {
            return Ok(true);
        };
        let found = entry_at(segment, place.start, size)?;
        Ok(found.is_some_and(|it| it == (name.clone(), *place)))
    }

    /// Where a match file is.
    pub fn get(&self, file_name: &str) -> Option<EntryRange> {
        self.places.get(file_name).copied()
    }

    /// The names of the match files, in order.
    pub fn names(&self) -> impl DoubleEndedIterator<Item = &str> {
        self.places.keys().map(String::as_str)
    }

    /// The names with their places, in the order in which they stand in the segment.
    pub fn in_order(&self) -> Vec<(&str, EntryRange)> {
        let mut all: Vec<_> = self
            .places
            .iter()
            .map(|(name, it)| (name.as_str(), *it))
            .collect();
        all.sort_by_key(|(_, it)| it.start);
        all
    }

    /// Where the last whole entry ends.
    pub const fn end(&self) -> u64 {
        self.end
    }

    /// The number of bytes between entries that belong to none of them: something has damaged them.
    pub const fn damaged(&self) -> u64 {
        self.damaged
    }
}

/// Reads the match file at a place. The error says that it is not the one that was written there.
pub fn read(
    segment: &mut (impl Read + Seek),
    file_name: &str,
    place: EntryRange,
) -> io::Result<String> {
    segment.seek(SeekFrom::Start(place.start))?;
    let line = read_up_to(segment, place.line_size)?;
    let text = read_up_to(segment, place.size)?;
    let wrong = |what: &str| io::Error::new(io::ErrorKind::InvalidData, what.to_owned());
    let line = parse(&line).filter(|(it, _)| it.file == file_name && it.bytes == place.size);
    let (line, _) = line.ok_or_else(|| wrong("the entry is not where it was"))?;
    let text = String::from_utf8(text).map_err(|_error| wrong("the entry is damaged"))?;
    if is_text_of(&text, &line.fingerprint) {
        Ok(text)
    } else {
        Err(wrong("the entry is damaged"))
    }
}

/// The next whole entry at or after a position, and the number of bytes before it that are no entry.
fn next_entry(
    segment: &mut (impl Read + Seek),
    from: u64,
    size: u64,
) -> io::Result<Option<(u64, String, EntryRange)>> {
    let mut at = from;
    loop {
        if let Some((name, place)) = entry_at(segment, at, size)? {
            return Ok(Some((at - from, name, place)));
        }
        match next_line_start(segment, at, size)? {
            Some(next) => at = next,
            None => return Ok(None),
        }
    }
}

/// The entry that begins at a position, if the segment has all of it: its file ends with the end of a line, and another
/// entry or nothing follows.
fn entry_at(
    segment: &mut (impl Read + Seek),
    start: u64,
    size: u64,
) -> io::Result<Option<(String, EntryRange)>> {
    segment.seek(SeekFrom::Start(start))?;
    let Some((line, line_size)) = parse(&read_up_to(segment, LINE_SIZE_MAX)?) else {
        return Ok(None);
    };
    let place = EntryRange {
        start,
        line_size,
        size: line.bytes,
    };
    let text_end = place.text_start().checked_add(place.size);
    if place.size == 0 || text_end.is_none_or(|it| it > size) {
        return Ok(None);
    }
    segment.seek(SeekFrom::Start(place.end() - 1))?;
    let ends_line = read_up_to(segment, 1)? == b"\n";
    Ok(ends_line.then_some((line.file, place)))
}

/// Where the next line begins, after a position, that looks like the line of an entry.
fn next_line_start(
    segment: &mut (impl Read + Seek),
    after: u64,
    size: u64,
) -> io::Result<Option<u64>> {
    let mut at = after;
    while at < size {
        segment.seek(SeekFrom::Start(at))?;
        let searched = read_up_to(segment, SEARCH_SIZE)?;
        let mark = [b"\n", LINE_START].concat();
        if let Some(found) = searched.windows(mark.len()).position(|it| it == mark) {
            return Ok(Some(at + to_u64(found) + 1));
        }
        if searched.len() <= mark.len() {
            break;
        }
        // The mark may lie across the end of what was searched.
        at += to_u64(searched.len() - mark.len()) + 1;
    }
    Ok(None)
}

/// Parses the line that a text begins with; `None` if it is not the line of an entry.
fn parse(text: &[u8]) -> Option<(EntryLine, u64)> {
    let end = text.iter().position(|it| *it == b'\n')?;
    let line: EntryLine = serde_json::from_slice(&text[..end]).ok()?;
    // In another form it was not written by an archive.
    let is_own_form = json(&line).as_bytes() == &text[..end];
    (is_own_form && segment_of(&line.file).is_some()).then_some((line, to_u64(end) + 1))
}

fn to_u64(count: usize) -> u64 {
    u64::try_from(count).unwrap_or(u64::MAX)
}

fn read_up_to(segment: &mut impl Read, size: u64) -> io::Result<Vec<u8>> {
    let mut read = Vec::new();
    segment.by_ref().take(size).read_to_end(&mut read)?;
    Ok(read)
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;
    use crate::match_file::hash;

    /// A text whose lines name the hashes of the lines before, as those of match files do.
    fn written(number: usize, lines: usize) -> Written {
        let mut text = format!("{{\"dicehall_match\":1,\"number\":{number}}}\n");
        let mut before = hash(text.trim_end());
        for _ in 0..lines {
            let line = format!("{{\"before\":\"{before}\",\"number\":{number}}}");
            before = hash(&line);
            text.push_str(&line);
            text.push('\n');
        }
        Written {
            text,
            fingerprint: before,
        }
    }

    pub(super) fn name(number: usize) -> String {
        format!("20270115T08000{number}-AAAAA-{number}.jsonl")
    }

    /// A segment with these matches.
    pub(super) fn segment(numbers: &[usize]) -> Vec<u8> {
        let entries = numbers.iter().map(|it| entry(&name(*it), &written(*it, 3)));
        entries.collect::<String>().into_bytes()
    }

    /// The numbers of the matches that are found and are whole, after the number of bytes at the end and in between
    /// that are no entry.
    #[track_caller]
    fn check(segment: &[u8], expect: (u64, u64, &[usize])) {
        let mut segment = Cursor::new(segment);
        let mut index = Index::default();
        let left = index.catch_up(&mut segment).unwrap();
        let whole: Vec<usize> = (0..10)
            .filter(|it| {
                let place = index.get(&name(*it));
                place.is_some_and(|place| {
                    let text = read(&mut segment, &name(*it), place);
                    text.is_ok_and(|text| text == written(*it, 3).text)
                })
            })
            .collect();
        assert_eq!((left, index.damaged(), &whole[..]), expect);
    }

    #[test]
    fn the_form_is_frozen() {
        let text = entry(&name(1), &written(1, 1));
        let expect = r#"{"file":"20270115T080001-AAAAA-1.jsonl","bytes":121,"fingerprint":"HASH"}"#;
        let last = hash(text.lines().last().unwrap());
        assert_eq!(
            text.lines().next(),
            Some(expect.replace("HASH", &last).as_str())
        );
        assert!(text.ends_with(&written(1, 1).text));
        assert_eq!(segment_of(&name(1)).as_deref(), Some("20270115.matches"));
        for no in [
            "",
            "x",
            "20270115",
            "20270115T080001",
            "2027011-T-m.jsonl",
            "2027011５T08-m",
        ] {
            assert_eq!(segment_of(no), None, "{no}");
        }
        assert!(is_segment("20270115.matches"));
        for no in [
            "20270115.jsonl",
            "2027015.matches",
            "2027011x.matches",
            "20270115matches",
        ] {
            assert!(!is_segment(no), "{no}");
        }
    }

    #[test]
    fn a_tail_that_was_cut_off_is_no_entry_wherever_it_was_cut() {
        let whole = segment(&[1, 2]);
        let first = segment(&[1]).len();
        check(&whole, (0, 0, &[1, 2]));
        check(&[], (0, 0, &[]));
        for cut in first + 1..whole.len() {
            check(&whole[..cut], (to_u64(cut - first), 0, &[1]));
        }
        // A machine that crashes may leave zeros where the text was to be.
        let mut zeros = whole.clone();
        zeros[first..].fill(0);
        check(&zeros, (to_u64(whole.len() - first), 0, &[1]));
        let mut zeros = whole.clone();
        zeros[first + 90..].fill(0);
        check(&zeros, (to_u64(whole.len() - first), 0, &[1]));
    }

    #[test]
    fn what_is_torn_in_the_middle_hides_nothing_but_itself() {
        let whole = segment(&[1, 2, 3]);
        let (first, second) = (segment(&[1]).len(), segment(&[1, 2]).len());
        // The line of the second entry.
        for at in [first, first + 1, first + 9, first + 70] {
            let mut torn = whole.clone();
            torn[at] = 0;
            check(&torn, (0, to_u64(second - first), &[1, 3]));
        }
        // The file of the second entry: it is found, and not whole.
        for at in [first + 150, second - 5] {
            let mut torn = whole.clone();
            torn[at] ^= 1;
            check(&torn, (0, 0, &[1, 3]));
        }
        // A part of the second entry is missing.
        let mut torn = whole.clone();
        torn.drain(first + 120..first + 200);
        let mut index = Index::default();
        assert_eq!(index.catch_up(&mut Cursor::new(&torn)).unwrap(), 0);
        check_found(&torn, &[1, 3]);
    }

    /// Checks which matches are found and are whole, whatever else there is.
    #[track_caller]
    fn check_found(segment: &[u8], expect: &[usize]) {
        let mut segment = Cursor::new(segment);
        let index = Index::of(&mut segment).unwrap();
        let is_whole = |it: &usize| {
            let place = index.get(&name(*it));
            place.is_some_and(|place| read(&mut segment, &name(*it), place).is_ok())
        };
        let whole: Vec<usize> = (0..10).filter(is_whole).collect();
        assert_eq!(whole, expect);
    }

    #[test]
    fn the_last_entry_of_a_name_counts_and_no_other_name_is_taken_for_it() {
        let mut twice = segment(&[1, 2]);
        let other = written(7, 2);
        twice.extend(entry(&name(1), &other).into_bytes());
        let long = name(1).replace(".jsonl", "1.jsonl");
        twice.extend(entry(&long, &written(8, 2)).into_bytes());
        let mut twice = Cursor::new(twice);
        let index = Index::of(&mut twice).unwrap();
        let text = |it: &str, twice: &mut Cursor<Vec<u8>>| {
            read(twice, it, index.get(it).unwrap()).unwrap()
        };
        assert_eq!(text(&name(1), &mut twice), other.text);
        assert_eq!(text(&long, &mut twice), written(8, 2).text);
        assert_eq!(index.names().count(), 3);
        let place = index.get(&name(2)).unwrap();
        assert!(read(&mut twice, &name(1), place).is_err());
    }

    #[test]
    fn an_index_catches_up_and_knows_when_the_segment_is_another() {
        let mut index = Index::default();
        let names = |index: &Index| -> Vec<String> { index.names().map(str::to_owned).collect() };
        index.catch_up(&mut Cursor::new(segment(&[1]))).unwrap();
        let mut more = segment(&[1, 2]);
        more.extend(&segment(&[3])[..50]);
        assert_eq!(index.catch_up(&mut Cursor::new(&more)).unwrap(), 50);
        assert_eq!(names(&index), [name(1), name(2)]);
        assert_eq!(index.end(), to_u64(segment(&[1, 2]).len()));
        // The oldest has been removed, and others have come.
        index
            .catch_up(&mut Cursor::new(segment(&[2, 3, 4, 5])))
            .unwrap();
        assert_eq!(names(&index), [2, 3, 4, 5].map(name));
        index.catch_up(&mut Cursor::new(segment(&[]))).unwrap();
        assert_eq!(names(&index), [""; 0]);
    }
}
