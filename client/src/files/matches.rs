//! Reads match files: one of its own, one of a segment, or all of a segment.
//!
//! Called by `verify` and `replay`. Laws kept here: the path of a match file leads to it also where a server keeps it in
//! the segment of its day, in the same folder; nothing larger than the limit is read.

use std::fs::File;
use std::io;
use std::path::Path;

use dicehall_engine::fair::MatchId;
use dicehall_protocol::match_file::MATCH_FILE_SIZE_MAX;
use dicehall_protocol::match_file::segment::{self, Index, Place};

use super::read_at_most;

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
    let wrong = |error: io::Error| format!("{}: {error}", path.display());
    let name = path.file_name().and_then(|it| it.to_str());
    let name = name.unwrap_or_default();
    if segment::is_segment(name) {
        return Segment::open(path).map(Matches::Many).map_err(wrong);
    }
    match read_at_most(path, MATCH_FILE_SIZE_MAX) {
        Ok(Some(text)) => Ok(Matches::One(text)),
        Ok(None) => Err(format!("{}: it is too large", path.display())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let beside = segment::segment_of(name).map(|it| path.with_file_name(it));
            let beside = beside.and_then(|it| Segment::open(&it).ok());
            match beside.filter(|it| it.index.get(name).is_some()) {
                Some(mut segment) => segment
                    .read(name)
                    .map(Matches::One)
                    .map_err(|why| format!("{}: {why}", path.display())),
                None => Err(wrong(error)),
            }
        }
        Err(error) => Err(wrong(error)),
    }
}

/// The text of one match file: of a segment the one of this match, or the one that was called last.
pub(crate) fn read(path: &Path, wanted: Option<&MatchId>) -> Result<String, String> {
    let mut segment = match (open(path)?, wanted) {
        (Matches::One(text), None) => return Ok(text),
        (Matches::One(_), Some(_)) => {
            return Err(format!(
                "{}: it is the file of one match, so none can be chosen",
                path.display()
            ));
        }
        (Matches::Many(segment), _) => segment,
    };
    let name = segment.newest(wanted).map(str::to_owned);
    let name = name.ok_or_else(|| match wanted {
        Some(id) => format!("{}: there is no match {id}", path.display()),
        None => format!("{}: there is no match", path.display()),
    })?;
    let read = segment.read(&name);
    read.map_err(|why| format!("{}, {name}: {why}", path.display()))
}

impl Segment {
    fn open(path: &Path) -> io::Result<Self> {
        let mut file = File::open(path)?;
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
            Some(Place { size, .. }) if size > MATCH_FILE_SIZE_MAX => {
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
        assert!(read(&other, None).unwrap_err().contains("No such file"));
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
        assert!(
            none.ends_with("20270115.matches: there is no match A-11"),
            "{none}"
        );
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
}
