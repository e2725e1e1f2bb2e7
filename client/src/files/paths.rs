//! The folders of configuration, data and state: the XDG base directories, the same on every Unix.

use std::path::PathBuf;

use etcetera::BaseStrategy;

/// The program's directory below each of the base directories.
const NAME: &str = "dicehall";

/// The program's directories; none of them need exist.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Paths {
    /// The folder of the configuration.
    pub(crate) config: PathBuf,
    /// The folder of the journals of `dicehall host`, and of the record of matches.
    pub(crate) data: PathBuf,
    /// Seats that can be resumed, and logs.
    pub(crate) state: PathBuf,
}

impl Paths {
    /// The directories of this person; `None` where nobody has a home.
    pub(crate) fn of_user() -> Option<Self> {
        let base = etcetera::choose_base_strategy().ok()?;
        let data = base.data_dir().join(NAME);
        Some(Self {
            config: base.config_dir().join(NAME),
            state: base
                .state_dir()
                .map_or_else(|| data.join("state"), |it| it.join(NAME)),
            data,
        })
    }

    /// The file of the configuration.
    pub(crate) fn config_file(&self) -> PathBuf {
        self.config.join("config.toml")
    }

    /// What was chosen last on the home screen.
    pub(crate) fn choices(&self) -> PathBuf {
        self.state.join("choices.toml")
    }

    /// The record of the person's matches.
    pub(crate) fn record(&self) -> PathBuf {
        self.data.join("record.db")
    }

    /// The log while a screen is shown.
    pub(crate) fn log_file(&self) -> PathBuf {
        self.state.join("dicehall.log")
    }

    /// The certificates that the person has trusted.
    pub(crate) fn known_servers(&self) -> PathBuf {
        self.config.join("known_servers")
    }

    /// The seats that can be resumed, one small file each.
    pub(crate) fn seats(&self) -> PathBuf {
        self.state.join("seats")
    }
}
