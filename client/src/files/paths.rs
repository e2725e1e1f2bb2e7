//! The folders of configuration, data and state: the XDG base directories (Waldo Bastian, Allison
//! Karlitskaya, Lennart Poettering and Johannes Löthberg: "XDG Base Directory Specification", 2021,
//! <https://specifications.freedesktop.org/basedir-spec/latest/>), the same on every Unix.

use std::path::PathBuf;

use etcetera::BaseStrategy;

/// The name of the program's directory below each of the base directories.
const NAME: &str = "dicehall";

/// The program's directories; none of them need exist.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paths {
    /// The folder of the configuration.
    pub(crate) config: PathBuf,
    /// The folder of the journals of `dicehall host`, and of the record of matches.
    pub data: PathBuf,
    /// The folder of the person's pictures.
    pub(crate) pictures: PathBuf,
    /// The folder of resumable seats, of the last choices, and of logs.
    pub(crate) state: PathBuf,
}

impl Paths {
    /// The directories of this person; `None` without a home directory.
    pub fn of_user() -> Option<Self> {
        let base = etcetera::choose_base_strategy().ok()?;
        let data = base.data_dir().join(NAME);
        Some(Self {
            config: base.config_dir().join(NAME),
            pictures: base.home_dir().join("Pictures"),
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

    /// The file of the last choices on the home screen.
    pub(crate) fn choices(&self) -> PathBuf {
        self.state.join("choices.toml")
    }

    /// The database with the record of the person's matches.
    pub(crate) fn record(&self) -> PathBuf {
        self.data.join("record.db")
    }

    /// The log file of programs with a screen.
    pub(crate) fn log_file(&self) -> PathBuf {
        self.state.join("dicehall.log")
    }

    /// The file of the certificates that the person has trusted.
    pub(crate) fn known_servers(&self) -> PathBuf {
        self.config.join("known_servers")
    }

    /// The key by which this device is the person's.
    pub(crate) fn account_key(&self) -> PathBuf {
        self.state.join("account.key")
    }

    /// The file of the servers to which the person has signed in without TLS.
    pub(crate) fn account_servers(&self) -> PathBuf {
        self.state.join("account_servers")
    }

    /// The key by which clients of ssh recognize the door.
    #[cfg(feature = "ssh")]
    pub(crate) fn door_key(&self) -> PathBuf {
        self.state.join("door_key")
    }

    /// The folder of resumable seats, one small file each.
    pub(crate) fn seats(&self) -> PathBuf {
        self.state.join("seats")
    }
}
