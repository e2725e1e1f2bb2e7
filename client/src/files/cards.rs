//! Writes the pictures of results that people post: into the folder `Pictures` of their home.
//!
//! Called by the screens' main loop. Law kept here: nothing is written over; the same result gives the same file.

use std::path::PathBuf;

use dicehall_files::{Readers, Why, write};

use super::keep::{KeptItem, NotKept, make_folder_of};
use super::paths::Paths;

/// Writes a picture by its name; returns its path. A picture that is there already stays as it is.
pub(crate) fn write(name: &str, picture: &str) -> Result<PathBuf, NotKept> {
    let not_kept = |path: Option<PathBuf>, why: Why| NotKept {
        what: KeptItem::Card,
        why,
        path,
    };
    let paths = Paths::of_user().ok_or_else(|| not_kept(None, Why::NoHome))?;
    let path = paths.pictures.join(name);
    if path.exists() {
        return Ok(path);
    }
    make_folder_of(&path)
        .and_then(|()| write::create(&path, picture.as_bytes(), Readers::Usual).map_err(Why::from))
        .map(|()| path.clone())
        .map_err(|why| not_kept(Some(path), why))
}
