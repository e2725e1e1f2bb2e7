//! The files of matches for whoever knows the name of one, where the operator wants that.
//!
//! The routes of `page` ask here. Laws kept here: a name is digits, letters and hyphens in the one form that the archive
//! writes, so that no name leads out of its folder; nothing but a plain file is read; how many files are read at once, and how
//! much of each is held in memory, has a limit that slow readers do not move.

use std::path::PathBuf;
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use dicehall_engine::fair::MatchId;
use futures_util::stream;
use tokio::fs::File;
use tokio::io::AsyncReadExt;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::spawn_blocking;

use crate::archive::{Finder, Found};
use crate::net::http::coding::chosen;
use crate::net::http::conditions::{Outcome, compare};

/// The most bytes of a file that is given out: some twenty times the longest match that people play, so that no file holds a
/// connection for long. Larger ones stay in the folder, for `dicehall replay`.
const PUBLIC_FILE_SIZE_MAX: u64 = 4 * 1024 * 1024;
/// How many files are given out at once: each is an open file more than the limits on connections count. Who comes then is
/// told to come again.
const PUBLIC_FILES_MAX: usize = 32;
/// How many bytes of a file are in memory for each reader.
const PIECE_SIZE: usize = 16 * 1024;
/// How the moment in a name is written: `YYYYMMDDThhmmss`.
const MOMENT_FORM: &str = "ddddddddTdddddd";

/// The folder of the files, and the places of those who read.
#[derive(Debug)]
pub(super) struct PublicMatches {
    finder: Arc<Finder>,
    places: Arc<Semaphore>,
}

impl PublicMatches {
    /// Those in this folder.
    pub(super) fn new(folder: PathBuf) -> Self {
        Self {
            finder: Arc::new(Finder::new(folder)),
            places: Arc::new(Semaphore::new(PUBLIC_FILES_MAX)),
        }
    }

    /// The file of a match by its name, as it stands.
    pub(super) async fn answer(&self, name: &str, wanted: &HeaderMap) -> Response {
        if !is_match_name(name) {
            return StatusCode::NOT_FOUND.into_response();
        }
        let Ok(place) = Arc::clone(&self.places).try_acquire_owned() else {
            let again = [(header::RETRY_AFTER, HeaderValue::from_static("1"))];
            return (StatusCode::SERVICE_UNAVAILABLE, again).into_response();
        };
        let (finder, file_name) = (Arc::clone(&self.finder), format!("{name}.jsonl"));
        let found = spawn_blocking(move || finder.find(&file_name)).await;
        match found {
            Ok(Ok(Some(Found { file, size }))) if (1..=PUBLIC_FILE_SIZE_MAX).contains(&size) => {
                given(name, size, File::from_std(file), place, wanted)
            }
            Ok(Ok(_) | Err(_)) | Err(_) => StatusCode::NOT_FOUND.into_response(),
        }
    }
}

/// Whether the archive could have given a file this name, before its ending.
pub(super) fn is_match_name(name: &str) -> bool {
    let (Some((moment, id)), true) = (name.split_once('-'), name.is_ascii()) else {
        return false;
    };
    let fits = |(it, form): (char, char)| match form {
        'd' => it.is_ascii_digit(),
        letter => it == letter,
    };
    let is_moment =
        moment.len() == MOMENT_FORM.len() && moment.chars().zip(MOMENT_FORM.chars()).all(fits);
    is_moment && MatchId::try_from(id.to_owned()).is_ok()
}

/// The file, or the word that the browser has it. It never changes, but it can be removed; so browsers ask each time.
fn given(
    name: &str,
    size: u64,
    file: File,
    place: OwnedSemaphorePermit,
    wanted: &HeaderMap,
) -> Response {
    let tag = format!("\"{name}-{size}\"");
    let Ok(tag) = HeaderValue::try_from(tag) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    if chosen(wanted, false).is_none() {
        return StatusCode::NOT_ACCEPTABLE.into_response();
    }
    let mut answer = match compare(wanted, &tag) {
        Outcome::Send => {
            let kind = "application/x-ndjson; charset=utf-8";
            let length = [(header::CONTENT_LENGTH, HeaderValue::from(size))];
            (
                length,
                [(header::CONTENT_TYPE, kind)],
                pieces(file, size, place),
            )
                .into_response()
        }
        Outcome::NotModified => StatusCode::NOT_MODIFIED.into_response(),
        Outcome::Failed => return StatusCode::PRECONDITION_FAILED.into_response(),
    };
    let headers = answer.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    headers.insert(header::ETAG, tag);
    answer
}

/// The file piece by piece, each read when the one before is on its way; the place is free again at the end.
fn pieces(file: File, size: u64, place: OwnedSemaphorePermit) -> Body {
    let start = (file.take(size), place);
    Body::from_stream(stream::try_unfold(start, |(mut file, place)| async move {
        let mut piece = vec![0; PIECE_SIZE];
        let read = file.read(&mut piece).await?;
        piece.truncate(read);
        let next = (read > 0).then(|| (Bytes::from(piece), (file, place)));
        Ok::<_, std::io::Error>(next)
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_as_the_archive_writes_them_are_names() {
        for name in ["20261123T051500-m-1", "19700101T000000-0f3A"] {
            assert!(is_match_name(name), "{name}");
        }
        let long = format!("20261123T051500-{}", "a".repeat(41));
        for name in [
            "",
            "-",
            "20261123T051500",
            "20261123T051500-",
            "20261123T051500-m.jsonl",
            "20261123T051500-../../journal",
            "20261123T051500-m/../../x",
            "20261123T051500-m\\x",
            "20261123T051500-m\0",
            "20261123T051500-m%2e",
            "20261123T051500-ü",
            "２0261123T05150-m",
            "20261123t051500-m",
            " 20261123T051500-m",
            "0261123T051500-m",
            "../20261123T051500-m",
            "journal-sqlite",
            &long,
        ] {
            assert!(!is_match_name(name), "{name:?}");
        }
    }
}
