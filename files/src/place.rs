//! Where a path leads: symbolic links are followed, also those to something that is not there yet.
//!
//! Called by `write`, and by commands that must not write over what they read.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The most links that lead to one place, as on Linux.
const LINKS_MAX: usize = 40;

/// The path of the file itself: the end of the chain of links, whether something is there or not.
///
/// # Errors
/// If the links lead in a circle.
pub fn followed(path: &Path) -> io::Result<PathBuf> {
    let mut place = path.to_owned();
    for _ in 0..LINKS_MAX {
        // What is no link cannot be read as one, and neither can what is not there.
        let Ok(target) = fs::read_link(&place) else {
            return Ok(place);
        };
        place = folder_of(&place).join(target);
    }
    Err(io::Error::other("its links lead in a circle"))
}

/// The folder in which a path lies; for a bare name the present one.
pub fn folder_of(path: &Path) -> &Path {
    let folder = path.parent().filter(|it| *it != Path::new(""));
    folder.unwrap_or_else(|| Path::new("."))
}

/// Whether two paths lead to the same file, by links of either kind or by another spelling. What is not there is the
/// same as nothing.
pub fn is_same(one: &Path, other: &Path) -> bool {
    match (identity(one), identity(other)) {
        (Some(one), Some(other)) => one == other,
        (None, _) | (_, None) => false,
    }
}

/// The device and the number of a file.
#[cfg(unix)]
fn identity(path: &Path) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    let found = fs::metadata(path).ok()?;
    Some((found.dev(), found.ino()))
}

#[cfg(not(unix))]
fn identity(path: &Path) -> Option<PathBuf> {
    fs::canonicalize(path).ok()
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    #[test]
    fn links_are_followed_to_what_is_there_and_to_what_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("below")).unwrap();
        fs::write(at("below/real"), "").unwrap();
        symlink("below/real", at("link")).unwrap();
        symlink(at("link"), at("second")).unwrap();
        symlink("below/none", at("dangling")).unwrap();
        symlink("circle", at("circle")).unwrap();
        assert_eq!(followed(&at("second")).unwrap(), at("below/real"));
        assert_eq!(followed(&at("dangling")).unwrap(), at("below/none"));
        assert_eq!(followed(&at("new")).unwrap(), at("new"));
        assert!(followed(&at("circle")).is_err());
    }

    #[test]
    fn a_file_is_known_by_every_path_that_leads_to_it() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("below")).unwrap();
        fs::write(at("one"), "").unwrap();
        fs::write(at("other"), "").unwrap();
        symlink("one", at("link")).unwrap();
        fs::hard_link(at("one"), at("hard")).unwrap();
        for spelling in ["one", "link", "hard", "below/../one", "./one"] {
            assert!(is_same(&at("one"), &at(spelling)), "{spelling}");
        }
        for another in ["other", "below", "none"] {
            assert!(!is_same(&at("one"), &at(another)), "{another}");
        }
        assert!(!is_same(&at("none"), &at("none")));
    }
}
