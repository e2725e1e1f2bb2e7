//! Files that hold a secret: they are readable by their owner alone, or they are not read.
//!
//! Called for the key of the door and for the key of the person.

use std::path::Path;

use dicehall_files::text;

/// Reads a secret of at most so many bytes; refused if others than its owner can read it.
pub(crate) fn read(path: &Path, bytes_max: u64) -> Result<String, String> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let about = std::fs::metadata(path).map_err(|it| it.to_string())?;
        if about.permissions().mode() & 0o077 != 0 {
            return Err("others than its owner can read it; chmod 600".to_owned());
        }
    }
    text::read(path, bytes_max).map_err(|it| it.to_string())
}
