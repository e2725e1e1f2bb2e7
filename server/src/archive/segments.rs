//! The segments of the archive: the match files of each day in one file, written by one append for several matches.
//!
//! Called by the store, on the archive's thread; no other process appends. Laws kept here: what the disk may not have
//! yet is known, and nothing counts as durable before [`Segments::synchronize`] has succeeded; bytes after the last
//! whole entry, which a kill leaves, are cut off before anything is appended. `dicehall_protocol::match_file::segment`
//! has the form.
//!
//! The match files of a day are in one file, a segment (`protocol/src/match_file/segment.rs`), each byte for byte
//! with one line before it. Creating and renaming a file cost more than a quarter of the archive's time; a batch of
//! matches is now one read transaction and one append, and one synchronization makes a whole day durable. A segment
//! needs no index on the disk, because the lines between the files tell their sizes: a look at them finds a match.
//! Something that was torn off is cut off, something damaged is skipped, and what the journal still has is appended
//! again: the last entry of a name counts. A server without a data folder keeps a file for each match, because
//! people look for it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use dicehall_files::Why;
use dicehall_protocol::match_file::segment::{self, EntryRange, Index, Starts};
use dicehall_protocol::match_file::{MatchFile, Written};
use tempfile::Builder;

use super::files::{self, FileFault};
use crate::os::private_files::{private_folder, private_options};

/// The most segments whose entries are known in memory: those of today and yesterday are appended to. Others are looked
/// through again when they are needed.
const SEGMENTS_MAX: usize = 4;
/// How many bytes are gathered for one append, unless a single file has more.
const APPEND_SIZE: usize = 1024 * 1024;

/// A match file that is to be kept, with its name.
#[derive(Clone, Debug)]
pub(super) struct Named {
    pub(super) name: String,
    pub(super) file: Written,
}

impl Named {
    /// The file of a match.
    pub(super) fn of(file: &MatchFile) -> Self {
        Self {
            name: files::name(&file.header),
            file: file.written(),
        }
    }
}

/// The segments in a folder.
#[derive(Debug)]
pub(super) struct Segments {
    folder: PathBuf,
    /// Where the entries of some segments begin, by the names of these.
    known: BTreeMap<String, Starts>,
    /// The segments with entries that the disk may not have yet, and where the first of these begins.
    unsynced: BTreeMap<String, u64>,
    /// The segments that could not be synchronized, and where they are to be cut: what comes after may look whole until
    /// the system drops its cache. What an earlier process wrote there may too, so it is written again.
    to_cut: BTreeMap<String, u64>,
    /// The segments in which nothing counts as being there, until they have been synchronized.
    distrusted: BTreeSet<String>,
    /// Whether names of the folder may not be on the disk yet.
    has_new_names: bool,
}

impl Segments {
    /// Those in a folder, which does not have to exist.
    pub(super) fn new(folder: PathBuf) -> Self {
        Self {
            folder,
            known: BTreeMap::new(),
            unsynced: BTreeMap::new(),
            to_cut: BTreeMap::new(),
            distrusted: BTreeSet::new(),
            // An earlier process may have been killed before it synchronized them.
            has_new_names: true,
        }
    }

    /// Appends the match files that are not there in the same form: a form that differs is what a crash of the machine
    /// has left, and the last entry of a name counts.
    pub(super) fn put(&mut self, files: &[Named]) -> Result<(), FileFault> {
        let mut by_segment: BTreeMap<String, Vec<&Named>> = BTreeMap::new();
        for named in files {
            let name = segment::segment_of(&named.name);
            let name = name.ok_or_else(|| FileFault {
                path: self.folder.join(&named.name),
                why: Why::Other("it is no name of a match file".to_owned()),
            })?;
            by_segment.entry(name).or_default().push(named);
        }
        for (name, files) in by_segment {
            self.append(&name, &files).map_err(|error| {
                // Whatever is there now is looked at before the next append.
                self.known.remove(&name);
                FileFault::of(&self.folder.join(&name))(error)
            })?;
        }
        Ok(())
    }

    fn append(&mut self, name: &str, files: &[&Named]) -> io::Result<()> {
        private_folder(&self.folder)?;
        let mut segment = private_options()
            .create(true)
            .append(true)
            .read(true)
            .open(self.folder.join(name))?;
        self.look_at(name, &mut segment)?;
        let end = segment.metadata()?.len();
        self.has_new_names |= end == 0;
        // Also for what is there: an earlier process may have been killed before it synchronized it.
        self.unsynced.entry(name.to_owned()).or_insert(end);
        let mut gathered = String::new();
        for named in files {
            if self.has(name, &mut segment, named)? {
                continue;
            }
            gathered.push_str(&segment::entry(&named.name, &named.file));
            if gathered.len() >= APPEND_SIZE {
                self.write(name, &mut segment, &gathered)?;
                gathered.clear();
            }
        }
        if gathered.is_empty() {
            return Ok(());
        }
        self.write(name, &mut segment, &gathered)
    }

    /// Looks for new entries of a segment, and cuts off what is after the last whole entry.
    fn look_at(&mut self, name: &str, segment: &mut File) -> io::Result<()> {
        if let Some(end) = self.to_cut.get(name).copied() {
            segment.set_len(end.min(segment.metadata()?.len()))?;
            self.to_cut.remove(name);
            self.known.remove(name);
        }
        if self.known.len() >= SEGMENTS_MAX && !self.known.contains_key(name) {
            self.known.pop_first();
        }
        let known = self.known.entry(name.to_owned()).or_default();
        let left = known.catch_up(segment)?;
        if left > 0 {
            tracing::warn!(
                segment = name,
                bytes = left,
                "the end of a segment was cut off"
            );
            segment.set_len(known.end())?;
        }
        Ok(())
    }

    /// Whether the segment has the same file.
    fn has(&self, name: &str, segment: &mut File, named: &Named) -> io::Result<bool> {
        let known = self.known.get(name);
        let Some(known) = known.filter(|_| !self.distrusted.contains(name)) else {
            return Ok(false);
        };
        let same = known.find(segment, &named.name).and_then(|place| {
            let Some(place) = place else {
                return Ok(false);
            };
            Ok(segment::read(segment, &named.name, place)? == named.file.text)
        });
        match same {
            Err(error) if error.kind() == io::ErrorKind::InvalidData => Ok(false),
            same => same,
        }
    }

    fn write(&mut self, name: &str, segment: &mut File, entries: &str) -> io::Result<()> {
        segment.write_all(entries.as_bytes())?;
        self.known
            .entry(name.to_owned())
            .or_default()
            .catch_up(segment)?;
        Ok(())
    }

    /// Returns when the disk has everything that was put. After a failure what it may not have is cut off, so that it is
    /// written again; a segment that does not exist any more was removed on purpose.
    pub(super) fn synchronize(&mut self) -> Result<(), FileFault> {
        let mut done = Ok(());
        for (name, begun) in std::mem::take(&mut self.unsynced) {
            let path = self.folder.join(&name);
            let synced = match File::options().write(true).open(&path) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
                opened => opened.and_then(|it| it.sync_data()),
            };
            if let Err(error) = synced {
                self.known.remove(&name);
                self.distrusted.insert(name.clone());
                self.to_cut.insert(name, begun);
                done = Err(FileFault::of(&path)(error));
            } else {
                self.distrusted.remove(&name);
            }
        }
        done?;
        if self.has_new_names {
            files::synchronize_folder(&self.folder)?;
            self.has_new_names = false;
        }
        Ok(())
    }

    /// Removes all match files before a name from the segments; a segment of which nothing would be left is removed.
    pub(super) fn remove_before(&mut self, first_kept: &str) -> io::Result<()> {
        for name in names(&self.folder)? {
            // A segment of a later day has only later names.
            if segment::segment_of(first_kept).is_some_and(|it| name > it) {
                continue;
            }
            let index = index(&self.folder, &name)?;
            if index.names().next().is_none_or(|it| it >= first_kept) {
                continue;
            }
            self.known.remove(&name);
            if index.names().next_back().is_some_and(|it| it < first_kept) {
                fs::remove_file(self.folder.join(&name))?;
                self.unsynced.remove(&name);
            } else {
                self.shorten(&name, &index, first_kept)?;
            }
        }
        Ok(())
    }

    /// Replaces a segment by one without the match files before a name. The disk has the new one before it takes the
    /// place of the old one.
    fn shorten(&mut self, name: &str, index: &Index, first_kept: &str) -> io::Result<()> {
        let path = self.folder.join(name);
        let mut segment = File::open(&path)?;
        // Dropping it removes it, so that a disk that is full gets no fuller.
        let mut part = Builder::new()
            .permissions(segment.metadata()?.permissions())
            .tempfile_in(&self.folder)?;
        for (file, place) in index.in_order() {
            if file >= first_kept {
                io::Seek::seek(&mut segment, io::SeekFrom::Start(place.start))?;
                let size = place.end() - place.start;
                io::copy(&mut io::Read::take(&mut segment, size), &mut part)?;
            }
        }
        part.as_file().sync_all()?;
        // The disk has all of it, so nothing is cut off whatever comes.
        let size = part.as_file().metadata()?.len();
        part.persist(&path).map_err(|it| it.error)?;
        self.has_new_names = true;
        self.unsynced
            .entry(name.to_owned())
            .and_modify(|it| *it = size);
        Ok(())
    }
}

/// The names of the segments in a folder, the oldest first; none if there is no folder.
pub(super) fn names(folder: &Path) -> io::Result<Vec<String>> {
    let mut names = BTreeSet::new();
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error),
    };
    for entry in entries {
        let name = entry?.file_name().into_string();
        names.extend(name.ok().filter(|it| segment::is_segment(it)));
    }
    Ok(names.into_iter().collect())
}

/// Looks through a segment in a folder; one that does not exist any more has no entries.
pub(super) fn index(folder: &Path, name: &str) -> io::Result<Index> {
    match File::open(folder.join(name)) {
        Ok(mut segment) => Index::of(&mut segment),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Index::default()),
        Err(error) => Err(error),
    }
}

/// Reads a match file of a segment in a folder, and checks that it is as it was written.
pub(super) fn read(
    folder: &Path,
    segment: &str,
    file_name: &str,
    place: EntryRange,
) -> Result<String, String> {
    let path = folder.join(segment);
    let read = File::open(&path).and_then(|mut it| segment::read(&mut it, file_name, place));
    read.map_err(|error| format!("{}, {file_name}: {error}", path.display()))
}
