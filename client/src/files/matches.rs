//! Reads match files: one of its own, one of a segment, or all of a segment, also compressed by gzip.
//!
//! Called by `verify` and `replay`. Laws kept here: what a file is, its first bytes say and not its name; the path of a
//! match file leads to it also where a server keeps it in the segment of its day, in the same folder; nothing larger than
//! the limit is read. An error has no path: whoever tells it adds that.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

use dicehall_engine::fair::MatchId;
use dicehall_files::{Why, content, text};
use dicehall_protocol::match_file::MATCH_FILE_SIZE_MAX;
use dicehall_protocol::match_file::segment::{self, EntryRange, Index};
use flate2::read::MultiGzDecoder;

/// The most bytes of a pipe, or of a compressed file when it is unpacked: more than most days of a server.
const COPIED_SIZE_MAX: u64 = 1024 * 1024 * 1024;

/// The content of a path: what somebody keeps there.
#[derive(Debug)]
pub(crate) enum Matches {
    /// The text of one match file.
    One(String),
    /// A segment.
    Many(Segment),
}

/// An open segment.
#[derive(Debug)]
pub(crate) struct Segment {
    file: File,
    index: Index,
    /// The number of bytes after the last whole match file.
    left: u64,
}

/// Opens what is at a path: a match file, or a segment. If nothing is there, the file is looked for in the segment
/// beside it that would have it.
pub(crate) fn open(path: &Path) -> Result<Matches, String> {
    let told = |error: io::Error| Why::of(&error).to_string();
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return in_segment(path).unwrap_or_else(|| Err(told(error)));
        }
        Err(error) => return Err(told(error)),
    };
    let (mut file, beginning) = unpacked(file).map_err(told)?;
    // The beginning of a segment may be damaged.
    let is_called_day = path.extension().is_some_and(|it| it == segment::EXTENSION);
    let is_unknown = content::kind(&beginning).is_none();
    let is_day = segment::is_beginning(&beginning) || is_called_day && is_unknown;
    if is_day && !beginning.windows(2).any(|it| it == b"\r\n") {
        return Segment::open(file).map(Matches::Many).map_err(told);
    }
    let text = text::read_from(&mut file, MATCH_FILE_SIZE_MAX).map_err(|it| it.to_string())?;
    if text::has_windows_ends(&text) {
        let why = "it has Windows line ends, and is not as it was written: dos2unix mends that";
        return Err(why.to_owned());
    }
    match content::kind(text.as_bytes()) {
        Some(kind) if kind != content::MATCH => {
            Err(format!("it is {kind}, and not the file of a match"))
        }
        Some(_) | None => Ok(Matches::One(text)),
    }
}

/// The match file of this path in the segment beside it; `None` if there is none.
fn in_segment(path: &Path) -> Option<Result<Matches, String>> {
    let name = path.file_name().and_then(|it| it.to_str())?;
    let beside = path.with_file_name(segment::segment_of(name)?);
    let mut segment = Segment::open(File::open(beside).ok()?).ok()?;
    segment.index.get(name)?;
    Some(segment.read(name).map(Matches::One))
}

/// The file without its compression, and its first bytes. A pipe becomes a file that can be read anywhere.
fn unpacked(file: File) -> io::Result<(File, Vec<u8>)> {
    let mut file = if file.metadata()?.is_file() {
        file
    } else {
        copied(file)?
    };
    let mut first = beginning(&mut file)?;
    if content::is_gzip(&first) {
        file = copied(MultiGzDecoder::new(file))?;
        first = beginning(&mut file)?;
    }
    Ok((file, first))
}

/// A file without a name that has everything that can be read, up to the limit.
fn copied(from: impl Read) -> io::Result<File> {
    let mut whole = tempfile::tempfile()?;
    io::copy(&mut from.take(COPIED_SIZE_MAX), &mut whole)?;
    whole.rewind()?;
    Ok(whole)
}

/// The first bytes of a file, which is then where it was.
fn beginning(file: &mut File) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let most = u64::try_from(content::BEGINNING_BYTES).unwrap_or(u64::MAX);
    file.take(most).read_to_end(&mut bytes)?;
    file.seek(SeekFrom::Start(0))?;
    Ok(bytes)
}

/// The text of one match file: of a segment the one of this match, or the one that was called last.
pub(crate) fn read(path: &Path, wanted: Option<&MatchId>) -> Result<String, String> {
    let mut segment = match (open(path)?, wanted) {
        (Matches::One(text), None) => return Ok(text),
        (Matches::One(_), Some(_)) => {
            return Err("it is the file of one match, so none can be chosen".to_owned());
        }
        (Matches::Many(segment), _) => segment,
    };
    let name = segment.newest(wanted).map(str::to_owned);
    let name = name.ok_or_else(|| match wanted {
        Some(id) => format!("there is no match {id}"),
        None => "there is no match".to_owned(),
    })?;
    let read = segment.read(&name);
    read.map_err(|why| format!("{name}: {why}"))
}

impl Segment {
    fn open(mut file: File) -> io::Result<Self> {
        let mut index = Index::default();
        let left = index.catch_up(&mut file)?;
        Ok(Self { file, index, left })
    }

    /// The names of its match files, the one that was called first before the others.
    pub(crate) fn names(&self) -> Vec<String> {
        self.index.names().map(str::to_owned).collect()
    }

    /// The text of a match file, as it was written.
    pub(crate) fn read(&mut self, name: &str) -> Result<String, String> {
        match self.index.get(name) {
            Some(EntryRange { size, .. }) if size > MATCH_FILE_SIZE_MAX => {
                Err("it is too large".to_owned())
            }
            Some(place) => {
                segment::read(&mut self.file, name, place).map_err(|error| error.to_string())
            }
            None => Err("it is not there".to_owned()),
        }
    }

    /// The faults of what is not a match file.
    pub(crate) fn faults(&self) -> Vec<String> {
        let damaged = self.index.damaged();
        let damaged = (damaged > 0).then(|| format!("{damaged} bytes are damaged"));
        let left = (self.left > 0).then(|| {
            let left = self.left;
            format!(
                "the last {left} bytes are not a whole match: it is being written, or was cut off"
            )
        });
        damaged.into_iter().chain(left).collect()
    }

    /// The match file of this match, or the one that was called last.
    fn newest(&self, wanted: Option<&MatchId>) -> Option<&str> {
        let is_wanted = |name: &&str| {
            wanted.is_none_or(|id| {
                let rest = name.split_once('-').map(|(_, rest)| rest);
                rest.and_then(|it| it.strip_suffix(".jsonl")) == Some(id.as_str())
            })
        };
        self.index.names().rev().find(is_wanted)
    }
}

#[cfg(test)]
mod tests {
    use dicehall_engine::GameKind;
    use dicehall_protocol::match_file::MatchFile;
    use dicehall_protocol::match_file::name::file_name;
    use dicehall_protocol::match_file::segment::entry;

    use super::*;
    use crate::testing::match_file::match_of;

    /// A folder with a segment of the same match under three names, called a second apart.
    fn folder() -> (tempfile::TempDir, Vec<(String, MatchFile)>) {
        let folder = tempfile::tempdir().unwrap();
        let mut all = Vec::new();
        for number in 0..3 {
            let mut file = match_of(GameKind::TicTacToe, "");
            file.header.begun_at = 1_800_000_000 + number;
            file.header.match_id = MatchId::try_from(format!("A-{number}")).unwrap();
            all.push((file_name(file.header.begun_at, &file.header.match_id), file));
        }
        let text: String = all
            .iter()
            .map(|(name, it)| entry(name, &it.written()))
            .collect();
        std::fs::write(folder.path().join("20270115.matches"), text).unwrap();
        (folder, all)
    }

    #[test]
    fn the_path_of_a_match_leads_to_it_in_the_segment_of_its_day() {
        let (folder, all) = folder();
        for (name, file) in &all {
            let text = read(&folder.path().join(name), None).unwrap();
            assert!(text == file.to_text());
        }
        let other = folder.path().join("20270115T080009-A-9.jsonl");
        assert!(read(&other, None).unwrap_err().contains("no such file"));
        std::fs::write(folder.path().join(&all[0].0), "mine").unwrap();
        assert_eq!(read(&folder.path().join(&all[0].0), None).unwrap(), "mine");
    }

    #[test]
    fn of_a_segment_the_match_that_is_named_is_read_or_the_newest() {
        let (folder, all) = folder();
        let segment = folder.path().join("20270115.matches");
        assert!(read(&segment, None).unwrap() == all[2].1.to_text());
        let id = |text: &str| MatchId::try_from(text.to_owned()).unwrap();
        assert!(read(&segment, Some(&id("A-1"))).unwrap() == all[1].1.to_text());
        let none = read(&segment, Some(&id("A-11"))).unwrap_err();
        assert_eq!(none, "there is no match A-11");
        let one = folder.path().join(&all[0].0);
        let chosen = read(&one, Some(&id("A-1"))).unwrap_err();
        assert!(chosen.contains("the file of one match"), "{chosen}");
        let Matches::Many(mut opened) = open(&segment).unwrap() else {
            panic!("it is a segment");
        };
        assert_eq!(opened.names().len(), 3);
        assert_eq!(opened.faults(), [""; 0]);
        assert!(opened.read("x").is_err());
        std::fs::write(&segment, "").unwrap();
        assert!(
            read(&segment, None)
                .unwrap_err()
                .ends_with("there is no match")
        );
    }

    #[test]
    fn a_file_is_what_its_first_bytes_say_whatever_its_name_is() {
        let (folder, all) = folder();
        let one = all[0].1.to_text();
        let day = std::fs::read_to_string(folder.path().join("20270115.matches")).unwrap();
        let packed = |text: &str| {
            let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
            io::Write::write_all(&mut packer, text.as_bytes()).unwrap();
            packer.finish().unwrap()
        };
        let path = folder.path().join("attachment (1).txt");
        let read_bytes = |bytes: &[u8]| {
            std::fs::write(&path, bytes).unwrap();
            read(&path, None)
        };
        let newest = all[2].1.to_text();
        assert!(read_bytes(one.as_bytes()).unwrap() == one);
        assert!(read_bytes(format!("\u{feff}{one}").as_bytes()).unwrap() == one);
        assert!(read_bytes(&packed(&one)).unwrap() == one);
        assert!(read_bytes(day.as_bytes()).unwrap() == newest);
        assert!(read_bytes(&packed(&day)).unwrap() == newest);
        let refused = |bytes: &[u8]| read_bytes(bytes).unwrap_err();
        let windows = one.replace('\n', "\r\n");
        assert!(refused(windows.as_bytes()).contains("Windows line ends"));
        assert!(refused(b"{\0\"\0d\0i\0").contains("UTF-16"));
        assert!(refused(b"\x89PNG\r\n\x1a\n\xff").contains("it is a picture (PNG)"));
        assert!(refused(b"<svg xmlns").contains("it is a picture (SVG)"));
        assert!(refused(b"{\"version\":2,\"width\":80}").contains("a recording (asciicast)"));
    }
}
