//! Folders and files that only their owner may read: the journal, keys, tokens, and everything else in a data folder. What is
//! replaced whole is written by `dicehall_files`.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io;
use std::path::Path;

/// The permissions of a private file.
#[cfg(unix)]
const FILE_MODE: u32 = 0o600;
/// The permissions of everybody but the owner and its group.
#[cfg(unix)]
const OTHERS: u32 = 0o007;

/// Creates a folder, and those above it that are missing, for the owner alone; an existing folder keeps its
/// permissions.
pub(crate) fn private_folder(path: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

/// Opens a file to read and write it, with what it has; it is created if it is not there.
pub(crate) fn open_private(path: &Path) -> io::Result<File> {
    private_options()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .open(path)
}

/// Options with which a file that is created is readable by its owner alone.
#[cfg_attr(
    not(unix),
    expect(unused_mut, reason = "only Unix has permissions to set")
)]
pub(crate) fn private_options() -> OpenOptions {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, FILE_MODE);
    options
}

/// Takes the permissions of strangers from the files in a data folder that everybody may read, because an earlier release
/// has made them so, or a copy. What a group may do was given on purpose, and stays. Returns the names of these files.
pub(crate) fn close_to_strangers(data: &Path) -> io::Result<Vec<String>> {
    let mut closed = Vec::new();
    for entry in fs::read_dir(data)? {
        let entry = entry?;
        let is_open = entry.file_type()?.is_file() && is_open(&entry.metadata()?);
        // Another user's file cannot be changed, and is no secret of this server.
        if is_open && close(&entry.path()).is_ok() {
            closed.push(entry.file_name().to_string_lossy().into_owned());
        }
    }
    Ok(closed)
}

#[cfg(unix)]
fn is_open(found: &fs::Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt;
    found.permissions().mode() & OTHERS != 0
}

#[cfg(unix)]
fn close(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(FILE_MODE))
}

#[cfg(not(unix))]
fn is_open(_found: &fs::Metadata) -> bool {
    false
}

#[cfg(not(unix))]
fn close(_path: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn files_that_everybody_may_read_are_closed_and_those_of_a_group_stay() {
        let data = tempfile::tempdir().unwrap();
        let mode = |name: &str| {
            let found = fs::metadata(data.path().join(name)).unwrap();
            found.permissions().mode() & 0o777
        };
        for (name, given) in [("a", 0o644), ("b", 0o640), ("c", 0o600), ("d", 0o664)] {
            let path = data.path().join(name);
            fs::write(&path, name).unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(given)).unwrap();
        }
        fs::create_dir(data.path().join("folder")).unwrap();
        let mut closed = close_to_strangers(data.path()).unwrap();
        closed.sort();
        assert_eq!(closed, ["a", "d"]);
        let modes = ["a", "b", "c", "d"].map(mode);
        assert_eq!(modes, [0o600, 0o640, 0o600, 0o600]);
        assert!(close_to_strangers(data.path()).unwrap().is_empty());
    }

    #[test]
    fn a_file_that_is_opened_keeps_what_it_has_and_a_new_one_is_its_owners_alone() {
        let data = tempfile::tempdir().unwrap();
        let path = data.path().join("a");
        drop(open_private(&path).unwrap());
        let mode = fs::metadata(&path).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        fs::write(&path, "kept").unwrap();
        drop(open_private(&path).unwrap());
        assert_eq!(fs::read(&path).unwrap(), b"kept");
    }
}
