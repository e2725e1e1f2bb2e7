//! Finds the file of a match by its name in the folder of match files, whether it is alone or in a segment.
//!
//! Called where browsers ask for a match and where matches are reviewed, on threads that may wait for the disk. Laws kept here:
//! nothing but a plain file is opened, and it is opened for reading; where the matches are is remembered for a few segments only.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use dicehall_engine::Origin;
use dicehall_protocol::match_file::MatchFile;
use dicehall_protocol::match_file::segment::{self, Starts};

/// The most segments whose entries are known in memory for the next who asks: matches of today and yesterday are asked for
/// most.
const SEGMENTS_MAX: usize = 2;

/// The largest file that is reviewed, in bytes: as large as one that is given out.
pub(super) const REVIEW_FILE_SIZE_MAX: u64 = 4 * 1024 * 1024;

/// A match file, open at its beginning.
#[derive(Debug)]
pub(crate) struct Found {
    pub(crate) file: File,
    /// The size of the match file; in a segment others follow.
    pub(crate) size: u64,
}

/// The folder, and what is known of its segments.
#[derive(Debug)]
pub(crate) struct Finder {
    folder: PathBuf,
    segments: Mutex<BTreeMap<String, Starts>>,
}

impl Finder {
    /// For a folder, which does not have to exist.
    pub(crate) fn new(folder: PathBuf) -> Self {
        Self {
            folder,
            segments: Mutex::default(),
        }
    }

    /// The match file of this name, which must not lead out of the folder; `None` if there is none.
    pub(crate) fn find(&self, file_name: &str) -> io::Result<Option<Found>> {
        let alone = self.folder.join(file_name);
        if fs::symlink_metadata(&alone).is_ok() {
            let file = open(&alone)?;
            return file
                .map(|file| {
                    let size = file.metadata()?.len();
                    Ok(Found { file, size })
                })
                .transpose();
        }
        match segment::segment_of(file_name) {
            Some(segment) => self.find_in(&segment, file_name),
            None => Ok(None),
        }
    }

    /// The course of the match in a file, for a review; `None` if the file is not there.
    pub(super) fn course(&self, file_name: &str) -> Result<Option<Origin>, String> {
        let found = self.find(file_name).map_err(|error| error.to_string())?;
        let Some(Found { file, size }) = found else {
            return Ok(None);
        };
        if size > REVIEW_FILE_SIZE_MAX {
            return Err("the file is too large".to_owned());
        }
        let mut text = String::new();
        let read = file.take(size).read_to_string(&mut text);
        read.map_err(|error| error.to_string())?;
        let file = MatchFile::from_text(&text).map_err(|error| error.to_string())?;
        let origin = file.course().ok_or("the match has no start")?;
        Ok(Some(origin))
    }

    fn find_in(&self, segment: &str, file_name: &str) -> io::Result<Option<Found>> {
        let Some(mut file) = open(&self.folder.join(segment))? else {
            return Ok(None);
        };
        let mut segments = self.segments.lock().unwrap_or_else(PoisonError::into_inner);
        if segments.len() >= SEGMENTS_MAX && !segments.contains_key(segment) {
            segments.pop_first();
        }
        let starts = segments.entry(segment.to_owned()).or_default();
        starts.catch_up(&mut file)?;
        let found = match starts.find(&mut file, file_name) {
            // Another segment has taken the place of the one that was looked at.
            Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                *starts = Starts::default();
                starts.catch_up(&mut file)?;
                starts.find(&mut file, file_name)?
            }
            found => found?,
        };
        let Some(place) = found else {
            return Ok(None);
        };
        file.seek(SeekFrom::Start(place.text_start()))?;
        let size = place.size;
        Ok(Some(Found { file, size }))
    }
}

/// Opens a plain file; `None` if there is none. A link would lead out of the folder.
fn open(path: &Path) -> io::Result<Option<File>> {
    match fs::symlink_metadata(path) {
        Ok(it) if it.is_file() => File::open(path).map(Some),
        Ok(_) => Ok(None),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}
