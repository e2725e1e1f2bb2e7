//! The reasons for which the program ends without success. Exit codes are a contract: 1 failed, 2 wrong usage.

use std::io;
use std::process::ExitCode;

/// Why a command did not do what was asked.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The command line makes no sense: nothing was begun.
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
    /// Wrong usage, from anything that explains itself.
    #[expect(clippy::needless_pass_by_value, reason = "the form that map_err wants")]
    pub fn usage(why: impl ToString) -> Self {
        Self::Usage(why.to_string())
    }

    /// Something went wrong, from anything that explains itself.
    #[expect(clippy::needless_pass_by_value, reason = "the form that map_err wants")]
    pub fn failed(why: impl ToString) -> Self {
        Self::Failed(why.to_string())
    }

    /// The program's exit code.
    pub fn exit_code(&self) -> ExitCode {
        match self {
            Self::Usage(_) => ExitCode::from(2),
            // Whoever read the output has enough of it (`dicehall bots | head -1`): nothing went wrong.
            Self::Stream(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
            Self::Failed(_) | Self::Stream(_) => ExitCode::from(1),
        }
    }

    /// Whether there is anything to tell.
    pub fn is_silent(&self) -> bool {
        matches!(self, Self::Stream(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}

impl From<String> for Failure {
    fn from(why: String) -> Self {
        Self::Failed(why)
    }
}
