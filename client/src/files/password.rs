//! A password that is kept in a file, read for the command line.

use std::path::Path;

use dicehall_files::text;
use dicehall_protocol::Password;
use dicehall_protocol::limits::PASSWORD_SIZE_MAX;

/// The most bytes of the file that are read, of which the password is the first line.
const FILE_SIZE_MAX: u64 = 64 * 1024;

/// Reads the password in the first line of a file.
pub(crate) fn read(path: &Path) -> Result<Password, String> {
    let text =
        text::read(path, FILE_SIZE_MAX).map_err(|why| format!("{}: {why}", path.display()))?;
    let line = text.lines().next().unwrap_or_default();
    if !(1..=PASSWORD_SIZE_MAX).contains(&line.len()) {
        return Err(format!(
            "{}: a password has 1 to {PASSWORD_SIZE_MAX} bytes",
            path.display()
        ));
    }
    Ok(Password(line.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expect: Option<&str>) {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("password");
        std::fs::write(&path, text).unwrap();
        assert_eq!(
            read(&path).ok().map(|it| it.0).as_deref(),
            expect,
            "{text:?}"
        );
    }

    #[test]
    fn the_first_line_of_a_file_is_the_password() {
        check("sesame", Some("sesame"));
        check("open sesame \n", Some("open sesame "));
        check("sesame\r\nmore", Some("sesame"));
        check("\u{feff}sesame\r\n", Some("sesame"));
        check("s\0e\0s\0a\0m\0e\0", None);
        check("", None);
        check("\nsesame", None);
        check(&"x".repeat(128), Some(&"x".repeat(128)));
        check(&"x".repeat(129), None);
        check(&"x".repeat(9_999), None);
        assert!(read(Path::new("/nonexistent/password")).is_err());
    }
}
