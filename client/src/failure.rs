//! The reasons why the program ends without success. Exit codes are a contract: 1 failed, 2 wrong
//! usage.

use std::io;
use std::process::ExitCode;

/// The reason why a command failed.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The command line is wrong; nothing was begun.
    #[error("{0}\n\nFor more information, try '--help'.")]
    Usage(String),
    /// The command was understood, and something went wrong.
    #[error("{0}")]
    Failed(String),
    /// Standard input or output broke.
    #[error("standard input or output: {0}")]
    Stream(#[from] io::Error),
}

impl Failure {
    /// Wrong usage, with the text of any error.
    #[expect(clippy::needless_pass_by_value, reason = "the form that map_err wants")]
    pub fn usage(why: impl ToString) -> Self {
        Self::Usage(why.to_string())
    }

    /// A failure, with the text of any error.
    #[expect(clippy::needless_pass_by_value, reason = "the form that map_err wants")]
    pub fn failed(why: impl ToString) -> Self {
        Self::Failed(why.to_string())
    }

    /// The program's exit code.
    pub fn exit_code(&self) -> ExitCode {
        match self {
            Self::Usage(_) => ExitCode::from(2),
            // The reader of the output has closed it (`dicehall bots | head -1`), which is no failure.
            Self::Stream(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
            Self::Failed(_) | Self::Stream(_) => ExitCode::from(1),
        }
    }

    /// Whether there is no message to print.
    pub fn is_silent(&self) -> bool {
        matches!(self, Self::Stream(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}

impl From<String> for Failure {
    fn from(why: String) -> Self {
        Self::Failed(why)
    }
}
