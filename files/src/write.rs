//! Writes a file whole or not at all.
//!
//! Called for everything that is kept for a person, and for what a server keeps beside its journal. Laws kept here: the
//! bytes are written beside the place, flushed to the disk and then renamed, so that there is the old content or the new
//! one at every moment, also after a crash; a failure leaves nothing behind; a symbolic link stays, and what it leads to
//! is replaced; a file keeps its permissions and its owner; and one that its owner has closed to writing stays as it is.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use tempfile::{Builder, NamedTempFile};

use crate::place::{folder_of, followed};

/// Who may read a file that was not there before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Readers {
    /// Whoever the person lets read new files.
    Usual,
    /// The owner alone.
    Owner,
}

/// Writes a file, over what is there. Its folder must be there.
///
/// # Errors
/// If it cannot be written; then what was there is still there.
pub fn replace(path: &Path, bytes: &[u8], readers: Readers) -> io::Result<()> {
    if is_stream(path) {
        return append_to_stream(path, bytes);
    }
    let place = followed(path)?;
    let found = found(&place)?;
    if let Some(found) = &found {
        if !found.is_file() {
            return append_to_stream(&place, bytes);
        }
        // Renaming would also replace a file that may not be written.
        OpenOptions::new().write(true).open(&place)?;
    }
    let part = beside(&place, bytes, found.as_ref(), readers)?;
    part.persist(&place).map_err(|it| it.error)?;
    keep_name(&place);
    Ok(())
}

/// Writes a file where none is. Its folder must be there.
///
/// # Errors
/// If something is there, with [`io::ErrorKind::AlreadyExists`]; or if it cannot be written.
pub fn create(path: &Path, bytes: &[u8], readers: Readers) -> io::Result<()> {
    if is_stream(path) {
        return append_to_stream(path, bytes);
    }
    let place = followed(path)?;
    match found(&place)? {
        Some(found) if !found.is_file() => return append_to_stream(&place, bytes),
        Some(_) => return Err(io::Error::from(io::ErrorKind::AlreadyExists)),
        None => {}
    }
    let part = beside(&place, bytes, None, readers)?;
    part.persist_noclobber(&place).map_err(|it| it.error)?;
    keep_name(&place);
    Ok(())
}

/// Tries whether [`replace`] or, without `over`, [`create`] may write a file, before the work that makes its content.
///
/// # Errors
/// If not.
pub fn try_over(path: &Path, over: bool) -> io::Result<()> {
    if is_stream(path) {
        return Ok(());
    }
    let place = followed(path)?;
    match found(&place)? {
        Some(found) if !found.is_file() => Ok(()),
        Some(_) if !over => Err(io::Error::from(io::ErrorKind::AlreadyExists)),
        Some(_) => OpenOptions::new().write(true).open(&place).map(drop),
        None => try_beside(&place),
    }
}

/// Tries whether a file could be written beside this one, and leaves nothing.
///
/// # Errors
/// If not.
pub fn try_beside(path: &Path) -> io::Result<()> {
    let place = followed(path)?;
    beside(&place, b"tried", None, Readers::Owner).map(drop)
}

/// The file or device at a place; `None` if nothing is there.
fn found(place: &Path) -> io::Result<Option<Metadata>> {
    match fs::metadata(place) {
        Ok(found) if found.is_dir() => Err(io::Error::from(io::ErrorKind::IsADirectory)),
        Ok(found) => Ok(Some(found)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Whether the path names an open output of the program, such as `/dev/stdout`, and not a file. Its link, if it is one,
/// may lead to a pipe, which has no path.
fn is_stream(path: &Path) -> bool {
    let is_device = path.starts_with("/dev") && !path.starts_with("/dev/shm");
    is_device || path.starts_with("/proc")
}

/// Writes into a pipe or device, which cannot be replaced.
fn append_to_stream(place: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut stream = OpenOptions::new().append(true).open(place)?;
    stream.write_all(bytes)
}

/// Writes the bytes into a file of another name in the same folder; dropping it removes it.
fn beside(
    place: &Path,
    bytes: &[u8],
    found: Option<&Metadata>,
    readers: Readers,
) -> io::Result<NamedTempFile> {
    let mut builder = Builder::new();
    builder.prefix(".dicehall-");
    if readers == Readers::Usual {
        #[cfg(unix)]
        builder.permissions(usual_permissions());
    }
    let mut part = builder.tempfile_in(folder_of(place))?;
    part.write_all(bytes)?;
    if let Some(found) = found {
        keep_owner(part.as_file(), found);
        part.as_file().set_permissions(found.permissions())?;
    }
    part.as_file().sync_all()?;
    Ok(part)
}

/// The permissions that programs ask for, from which the system takes away what the person does not want.
#[cfg(unix)]
fn usual_permissions() -> fs::Permissions {
    std::os::unix::fs::PermissionsExt::from_mode(0o666)
}

/// Gives a file the owner of the one that it replaces. Only root may do that; for others a file that they could write
/// stays theirs.
#[cfg(unix)]
fn keep_owner(file: &File, found: &Metadata) {
    use std::os::unix::fs::{MetadataExt, fchown};
    fchown(file, Some(found.uid()), Some(found.gid())).ok();
}

#[cfg(not(unix))]
fn keep_owner(_file: &File, _found: &Metadata) {}

/// Synchronizes the folder's names. The file itself is on the disk already, and some systems have no such call, so a
/// failure is none of the write.
fn keep_name(place: &Path) {
    if let Ok(folder) = File::open(folder_of(place)) {
        folder.sync_all().ok();
    }
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::Permissions;
    use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
    use std::path::PathBuf;

    /// A folder with a file of the text "old".
    fn folder() -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        fs::write(&path, "old").unwrap();
        (folder, path)
    }

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap().map(|it| it.unwrap());
        let mut names: Vec<String> = entries
            .map(|it| it.file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    #[test]
    fn a_file_is_replaced_with_its_permissions_and_nothing_is_left_beside_it() {
        let (folder, path) = folder();
        for bits in [0o600, 0o640, 0o755] {
            fs::set_permissions(&path, Permissions::from_mode(bits)).unwrap();
            replace(&path, b"new", Readers::Usual).unwrap();
            assert_eq!(
                (fs::read_to_string(&path).unwrap(), mode(&path)),
                ("new".to_owned(), bits)
            );
        }
        assert_eq!(names(folder.path()), ["file"]);
    }

    #[test]
    fn a_new_file_is_read_by_those_who_may() {
        let (folder, path) = folder();
        let new = |name: &str, readers| {
            let path = folder.path().join(name);
            create(&path, b"x", readers).unwrap();
            mode(&path)
        };
        // The system's mask decides what others get; the test's own files have the same.
        let usual = mode(&path);
        assert_eq!(
            (new("one", Readers::Usual), new("two", Readers::Owner)),
            (usual, 0o600)
        );
    }

    #[test]
    fn what_is_there_is_not_written_over_unless_that_is_wanted() {
        let (folder, path) = folder();
        let refused = create(&path, b"new", Readers::Usual).unwrap_err();
        assert_eq!(refused.kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        let refused = replace(folder.path(), b"new", Readers::Usual).unwrap_err();
        assert_eq!(refused.kind(), io::ErrorKind::IsADirectory);
        assert_eq!(names(folder.path()), ["file"]);
    }

    #[test]
    fn a_link_stays_and_leads_to_the_new_content() {
        let (folder, path) = folder();
        let [link, dangling] = ["link", "dangling"].map(|it| folder.path().join(it));
        symlink("file", &link).unwrap();
        symlink("target", &dangling).unwrap();
        replace(&link, b"new", Readers::Usual).unwrap();
        create(&dangling, b"made", Readers::Usual).unwrap();
        assert!(create(&link, b"never", Readers::Usual).is_err());
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(
            fs::read_to_string(folder.path().join("target")).unwrap(),
            "made"
        );
        for link in [link, dangling] {
            assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        }
    }

    #[test]
    fn a_failure_leaves_the_old_content_and_no_half_file() {
        let (folder, path) = folder();
        // A name that is too long to be renamed to fails after everything was written.
        let long = folder.path().join("x".repeat(300));
        assert!(replace(&long, b"new", Readers::Usual).is_err());
        assert!(create(&long, b"new", Readers::Usual).is_err());
        assert!(create(&folder.path().join("no/such"), b"new", Readers::Usual).is_err());
        assert_eq!(names(folder.path()), ["file"]);
        assert_eq!(fs::read_to_string(path).unwrap(), "old");
    }

    #[test]
    fn a_device_is_written_into_and_stays() {
        let before = fs::metadata("/dev/null").unwrap().ino();
        create(Path::new("/dev/null"), b"x", Readers::Usual).unwrap();
        replace(Path::new("/dev/null"), b"x", Readers::Usual).unwrap();
        assert_eq!(fs::metadata("/dev/null").unwrap().ino(), before);
        let full = replace(Path::new("/dev/full"), b"x", Readers::Usual);
        if let Err(error) = full {
            assert_eq!(error.kind(), io::ErrorKind::StorageFull);
        }
    }
}
