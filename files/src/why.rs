//! The reason why a file cannot be written or read, in a form that can be said in any language.
//!
//! Made from the errors of the system; the client translates it. A reason has no path: whoever tells it says first what
//! is not kept, then the reason, and last the path, so that a short line cuts off the path.

use std::io;

/// The reason why a file cannot be written or read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Why {
    /// The person has no home folder.
    #[error("there is no home folder")]
    NoHome,
    /// The disk, or the person's share of it, has no room.
    #[error("the disk is full")]
    Full,
    /// The system limits the size of files, as `ulimit -f` does.
    #[error("files may not become that large here")]
    SizeLimit,
    /// The disk cannot be written at all.
    #[error("the disk is read-only")]
    ReadOnly,
    /// The person may not do that.
    #[error("permission denied")]
    Denied,
    /// The file or its folder is not there.
    #[error("there is no such file or folder")]
    Missing,
    /// Something is there already.
    #[error("it exists already")]
    Exists,
    /// A folder is where a file should be.
    #[error("it is a folder")]
    Folder,
    /// A file is where a folder should be.
    #[error("a part of its path is not a folder")]
    NotAFolder,
    /// The file is not what it was written as.
    #[error("it is damaged")]
    Damaged,
    /// A newer program has written the file.
    #[error("a newer program has written it")]
    Newer,
    /// Another program is using the file.
    #[error("another program is using it")]
    Busy,
    /// The file is longer than any of its kind, with the limit in bytes.
    #[error("it is longer than {0} bytes")]
    Long(u64),
    /// The file is something else; the text says what it is, or where it cannot be read.
    #[error("{0}")]
    NotUnderstood(String),
    /// Anything else, in the words of the system.
    #[error("{0}")]
    Other(String),
}

impl Why {
    /// The reason that an error of the system stands for.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the system has many more errors, and may get others"
    )]
    pub fn of(error: &io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Self::Full,
            io::ErrorKind::FileTooLarge => Self::SizeLimit,
            io::ErrorKind::ReadOnlyFilesystem => Self::ReadOnly,
            io::ErrorKind::PermissionDenied => Self::Denied,
            io::ErrorKind::NotFound => Self::Missing,
            io::ErrorKind::AlreadyExists => Self::Exists,
            io::ErrorKind::IsADirectory => Self::Folder,
            io::ErrorKind::NotADirectory => Self::NotAFolder,
            io::ErrorKind::ResourceBusy | io::ErrorKind::ExecutableFileBusy => Self::Busy,
            _ => Self::Other(without_number(&error.to_string())),
        }
    }
}

impl From<io::Error> for Why {
    fn from(error: io::Error) -> Self {
        Self::of(&error)
    }
}

/// The words of the system without its number for them.
fn without_number(text: &str) -> String {
    let words = text.split_once(" (os error ").map(|it| it.0);
    words.unwrap_or(text).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_errors_of_the_system_have_words() {
        let check = |number: i32, expect: &str| {
            let error = io::Error::from_raw_os_error(number);
            assert_eq!(Why::of(&error).to_string(), expect);
        };
        check(28, "the disk is full");
        check(122, "the disk is full");
        check(27, "files may not become that large here");
        check(30, "the disk is read-only");
        check(13, "permission denied");
        check(2, "there is no such file or folder");
        check(5, "Input/output error");
        assert_eq!(Why::of(&io::Error::other("odd")), Why::Other("odd".into()));
    }
}
