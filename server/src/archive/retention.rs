//! The retention of match files, by age and by number, which their names tell, whether they are alone or in a segment.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;
use std::time::SystemTime;

use dicehall_engine::fair::MatchId;
use dicehall_protocol::match_file::name::moment;
use dicehall_protocol::match_file::segment::EntryRange;

use super::segments::{self, Segments};

const DAY_SECONDS: u64 = 86_400;
/// A name after the names of all match files.
const LAST: &str = "~";

/// The limits on the files that a server keeps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Retention {
    /// The most files; `None` for all.
    pub matches: Option<usize>,
    /// For how many days after its call a match is kept; `None` for ever.
    pub days: Option<u32>,
}

impl Retention {
    /// Which names would be kept besides the files that are in the folder.
    pub(super) fn wanted(self, folder: &Path, now: SystemTime) -> io::Result<Wanted> {
        // Without a limit, the name before all others.
        let young = self.oldest(now).unwrap_or_default();
        let Some(most) = self.matches else {
            return Ok(Wanted(Some(young)));
        };
        let known = names(folder)?;
        if most == 0 {
            return Ok(Wanted(None));
        }
        let last_kept = known
            .len()
            .checked_sub(most)
            .and_then(|at| known.into_iter().nth(at));
        Ok(Wanted(Some(last_kept.unwrap_or_default().max(young))))
    }

    /// The number of files that may be written before the folder is pruned again: small compared with the files that
    /// are kept.
    pub(super) fn writes_between_looks(self) -> usize {
        self.matches.map_or(usize::MAX, |most| most / 16 + 1)
    }

    /// The name that sorts before all files that are young enough.
    fn oldest(self, now: SystemTime) -> Option<String> {
        let seconds = now
            .duration_since(SystemTime::UNIX_EPOCH)
            .map_or(0, |it| it.as_secs());
        self.days
            .map(|days| moment(seconds.saturating_sub(u64::from(days) * DAY_SECONDS)))
    }
}

/// The first name, in the order of names, of which a file is kept; `None` if no file is.
#[derive(Debug)]
pub(super) struct Wanted(Option<String>);

impl Wanted {
    /// Whether a file with this name would be kept.
    pub(super) fn has(&self, name: &str) -> bool {
        self.0.as_deref().is_some_and(|oldest| oldest <= name)
    }
}

/// Removes the match files beyond the limits of age and number. Matches that are running have no files.
pub(super) fn prune(
    folder: &Path,
    segments: &mut Segments,
    retention: Retention,
    now: SystemTime,
) -> io::Result<()> {
    let mut first_kept = retention.oldest(now).unwrap_or_default();
    if let Some(most) = retention.matches {
        let names = names(folder)?;
        let too_many = names.len().saturating_sub(most);
        // If none is kept, a name after all names.
        let first = names.into_iter().nth(too_many);
        first_kept = first_kept.max(first.unwrap_or_else(|| LAST.to_owned()));
    }
    if first_kept.is_empty() {
        return Ok(());
    }
    for name in alone(folder)? {
        if name < first_kept {
            fs::remove_file(folder.join(name))?;
        }
    }
    segments.remove_before(&first_kept)
}

/// How a match file is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum KeptFile {
    /// As a file of its own.
    Alone,
    /// In the segment of this name.
    InSegment(String, EntryRange),
}

/// The names of all match files in a folder, the oldest first, and how each is kept; none if there is no folder.
pub(super) fn kept(folder: &Path) -> io::Result<BTreeMap<String, KeptFile>> {
    let mut kept = BTreeMap::new();
    for segment in segments::names(folder)? {
        for (name, place) in segments::index(folder, &segment)?.in_order() {
            if match_of(name).is_some() {
                kept.insert(name.to_owned(), KeptFile::InSegment(segment.clone(), place));
            }
        }
    }
    kept.extend(alone(folder)?.into_iter().map(|it| (it, KeptFile::Alone)));
    Ok(kept)
}

/// The names of all match files in a folder, the oldest first; none if there is no folder.
pub(super) fn names(folder: &Path) -> io::Result<Vec<String>> {
    Ok(kept(folder)?.into_keys().collect())
}

/// The names of the match files that are files of their own.
fn alone(folder: &Path) -> io::Result<Vec<String>> {
    let mut names = Vec::new();
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(names),
        Err(error) => return Err(error),
    };
    for entry in entries {
        names.extend(
            entry?
                .file_name()
                .into_string()
                .ok()
                .filter(|it| match_of(it).is_some()),
        );
    }
    names.sort();
    Ok(names)
}

/// The match of a file whose name is one that the archive gives; other files are left alone.
pub(super) fn match_of(name: &str) -> Option<MatchId> {
    let (moment, rest) = name.split_once('-')?;
    let match_id = rest.strip_suffix(".jsonl")?;
    let is_moment = moment.len() == 15
        && moment.bytes().enumerate().all(|(at, it)| {
            if at == 8 {
                it == b'T'
            } else {
                it.is_ascii_digit()
            }
        });
    is_moment
        .then(|| MatchId::try_from(match_id.to_owned()).ok())
        .flatten()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    const NOW: u64 = 1_800_000_000;

    /// Prunes a folder with files of these times, on 2027-01-15 at eight; checks which are left, and which would be
    /// written again.
    #[track_caller]
    fn check(retention: Retention, expect: &[&str]) {
        let all = [
            "20270115T070000-A-1-b",
            "20270114T080000-A-2-b",
            "20260101T000000-A-3-b",
        ];
        let strangers = [
            "notes",
            "20200101T000000",
            "20200101-A-1-b",
            "20200101T000000-",
        ];
        let folder = tempfile::tempdir().unwrap();
        for name in all.iter().chain(&strangers) {
            fs::write(folder.path().join(format!("{name}.jsonl")), "x").unwrap();
        }
        let now = SystemTime::UNIX_EPOCH + Duration::from_secs(NOW);
        let mut segments = Segments::new(folder.path().to_owned());
        prune(folder.path(), &mut segments, retention, now).unwrap();
        let left = fs::read_dir(folder.path())
            .unwrap()
            .map(|it| it.unwrap().file_name().into_string().unwrap());
        let mut left: Vec<String> = left.collect();
        left.sort();
        let mut wanted: Vec<String> = expect
            .iter()
            .chain(&strangers)
            .map(|it| format!("{it}.jsonl"))
            .collect();
        wanted.sort();
        assert_eq!(left, wanted);
        let wanted = retention.wanted(folder.path(), now).unwrap();
        let again = all.iter().filter(|it| wanted.has(&format!("{it}.jsonl")));
        assert_eq!(again.copied().collect::<Vec<_>>(), expect);
    }

    #[test]
    fn as_many_and_as_young_files_as_wanted_are_kept_and_nothing_else_is_touched() {
        let all = [
            "20270115T070000-A-1-b",
            "20270114T080000-A-2-b",
            "20260101T000000-A-3-b",
        ];
        check(Retention::default(), &all);
        check(
            Retention {
                matches: Some(3),
                days: None,
            },
            &all,
        );
        check(
            Retention {
                matches: Some(2),
                days: None,
            },
            &all[..2],
        );
        check(
            Retention {
                matches: Some(0),
                days: None,
            },
            &[],
        );
        check(
            Retention {
                matches: None,
                days: Some(1),
            },
            &all[..2],
        );
        check(
            Retention {
                matches: None,
                days: Some(0),
            },
            &[],
        );
        check(
            Retention {
                matches: Some(1),
                days: Some(400),
            },
            &all[..1],
        );
        check(
            Retention {
                matches: Some(3),
                days: Some(1),
            },
            &all[..2],
        );
        assert_eq!(names(Path::new("/no/such/folder")).unwrap(), [""; 0]);
    }
}
