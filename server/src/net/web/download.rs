//! Gives out the program: the file itself, of which `ways` tells people.
//!
//! The routes of `web` have it where the host gives something out. Laws kept here: all downloads together take no more than
//! their share of the network, how many there are at once has a limit, a piece is read when the one before it was taken,
//! and none of it is done by a thread that people who play wait for.

use std::io::{self, SeekFrom};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{Extension, Path};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use futures_util::stream;
use tokio::fs::File;
use tokio::io::{AsyncReadExt, AsyncSeekExt};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::spawn_blocking;
use tokio::time::{Instant, sleep_until};

use super::deadline::Deadline;
use super::program::{Program, ProgramFacts};
use crate::net::http::conditions::{Outcome, compare};
use crate::net::http::range::{Part, part};

/// The most downloads at once. Who comes then is told to come again.
const DOWNLOADS_MAX: usize = 16;
/// The bytes of a piece, of which each download has one in memory.
const PIECE_SIZE: usize = 64 * 1024;
/// The bytes a second of all downloads together: a third of a network of a gigabit.
const DOWNLOAD_RATE_MAX: usize = 40 * 1024 * 1024;

/// The downloads of a server.
#[derive(Debug)]
struct Downloads {
    program: Arc<Program>,
    places: Arc<Semaphore>,
    /// When the next piece may be read, whoever it is for.
    next: Mutex<Instant>,
}

/// The route of the program.
pub(super) fn routes(program: Arc<Program>) -> Router {
    let downloads = Downloads {
        program,
        places: Arc::new(Semaphore::new(DOWNLOADS_MAX)),
        next: Mutex::new(Instant::now()),
    };
    Router::new()
        .route("/get/{name}", get(program_file))
        .layer(Extension(Arc::new(downloads)))
}

/// The program, or the part of it that is asked for.
async fn program_file(
    Extension(downloads): Extension<Arc<Downloads>>,
    Extension(deadline): Extension<Deadline>,
    Path(name): Path<String>,
    wanted: HeaderMap,
) -> Response {
    if name != Program::name() {
        return StatusCode::NOT_FOUND.into_response();
    }
    let Ok(place) = Arc::clone(&downloads.places).try_acquire_owned() else {
        let again = [(header::RETRY_AFTER, HeaderValue::from_static("5"))];
        return (StatusCode::SERVICE_UNAVAILABLE, again).into_response();
    };
    let program = Arc::clone(&downloads.program);
    let opened = spawn_blocking(move || program.open().map(|(file, it)| (file, it.clone()))).await;
    let Ok(Ok((file, facts))) = opened else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let sending = Sending {
        file: File::from_std(file),
        left: facts.size,
        downloads,
        deadline,
        _place: place,
    };
    given(sending, &facts, &wanted)
        .await
        .unwrap_or_else(|_error| StatusCode::INTERNAL_SERVER_ERROR.into_response())
}

/// The answer to a request for the program.
async fn given(
    mut sending: Sending,
    facts: &ProgramFacts,
    wanted: &HeaderMap,
) -> io::Result<Response> {
    let tag = HeaderValue::try_from(format!("\"{}\"", facts.sha256)).map_err(io::Error::other)?;
    let (status, begin, size) = match (compare(wanted, &tag), part(wanted, &tag, facts.size)) {
        (Outcome::NotModified, _) => return Ok(StatusCode::NOT_MODIFIED.into_response()),
        (Outcome::Failed, _) => return Ok(StatusCode::PRECONDITION_FAILED.into_response()),
        (Outcome::Send, Part::Whole) => (StatusCode::OK, 0, facts.size),
        (Outcome::Send, Part::From { begin, size }) => (StatusCode::PARTIAL_CONTENT, begin, size),
        (Outcome::Send, Part::Beyond) => {
            let all = [(header::CONTENT_RANGE, format!("bytes */{}", facts.size))];
            return Ok((StatusCode::RANGE_NOT_SATISFIABLE, all).into_response());
        }
    };
    sending.file.seek(SeekFrom::Start(begin)).await?;
    sending.left = size;
    let mut answer = (status, Body::from_stream(pieces(sending))).into_response();
    let headers = answer.headers_mut();
    let kind = HeaderValue::from_static("application/octet-stream");
    headers.insert(header::CONTENT_TYPE, kind);
    headers.insert(header::CONTENT_LENGTH, size.into());
    headers.insert(header::ETAG, tag);
    headers.insert(header::ACCEPT_RANGES, HeaderValue::from_static("bytes"));
    if status == StatusCode::PARTIAL_CONTENT {
        let last = (begin + size).saturating_sub(1);
        let range = format!("bytes {begin}-{last}/{}", facts.size);
        let range = HeaderValue::try_from(range).map_err(io::Error::other)?;
        headers.insert(header::CONTENT_RANGE, range);
    }
    Ok(answer)
}

/// A download on its way.
#[derive(Debug)]
struct Sending {
    file: File,
    /// The bytes that are still to be sent.
    left: u64,
    downloads: Arc<Downloads>,
    deadline: Deadline,
    _place: OwnedSemaphorePermit,
}

/// The pieces of a download, each when it is its turn.
fn pieces(sending: Sending) -> impl stream::Stream<Item = io::Result<Bytes>> {
    stream::try_unfold(sending, |mut sending| async move {
        if sending.left == 0 {
            return Ok(None);
        }
        sending.deadline.move_on();
        sleep_until(sending.downloads.turn()).await;
        let size = usize::try_from(sending.left).map_or(PIECE_SIZE, |it| it.min(PIECE_SIZE));
        let mut piece = vec![0; size];
        sending.file.read_exact(&mut piece).await?;
        sending.left -= u64::try_from(size).map_err(io::Error::other)?;
        Ok(Some((Bytes::from(piece), sending)))
    })
}

impl Downloads {
    /// When the next piece may be read: in turn, so that all that wait go on evenly.
    fn turn(&self) -> Instant {
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        let turn = (*next).max(Instant::now());
        *next = turn + piece_time();
        turn
    }
}

/// The time that a piece takes of the network.
fn piece_time() -> Duration {
    Duration::from_secs(1) / u32::try_from(DOWNLOAD_RATE_MAX / PIECE_SIZE).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncWriteExt, DuplexStream, duplex};
    use tokio::time::timeout_at;

    use super::super::{Visitor, serve};
    use super::*;
    use crate::session::tests::harness::World;

    /// The pieces of the program in these tests.
    const PIECES: usize = 20;

    /// Asks for the program over a stream that holds a piece, read by `reader`; returns the seconds until the server is done.
    async fn serve_to<R>(reader: impl FnOnce(DuplexStream) -> R) -> u64
    where
        R: Future<Output = ()>,
    {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("dicehall");
        std::fs::write(&path, vec![7; PIECES * PIECE_SIZE]).unwrap();
        let program = Arc::new(Program::new(path));
        program.facts();
        let world = World::new().await;
        let (mut client, stream) = duplex(PIECE_SIZE);
        let name = Program::name();
        let request = format!(
            "GET /get/{name} HTTP/1.1\r\nHost: 127.0.0.1:4600\r\nConnection: close\r\n\r\n"
        );
        client.write_all(request.as_bytes()).await.unwrap();
        let listener_context = world.listener_context_with(Some(program));
        let pass = listener_context.gate.admit([127, 0, 0, 1].into()).unwrap();
        let start = Instant::now();
        let deadline = start + world.context.timeouts.handshake;
        let visitor = Visitor {
            pass,
            proxies: None,
        };
        let serving = serve(stream, listener_context, visitor, deadline);
        let serving = async {
            let served = timeout_at(start + Duration::from_secs(600), serving).await;
            assert!(served.is_ok(), "the server waits for ever");
            start.elapsed().as_secs()
        };
        tokio::join!(serving, reader(client)).0
    }

    #[tokio::test(start_paused = true)]
    async fn a_slow_reader_gets_all_of_it_and_one_who_stops_is_cut_off() {
        let slow = |mut client: DuplexStream| async move {
            let mut read = 0;
            let mut piece = vec![0; PIECE_SIZE];
            loop {
                sleep_until(Instant::now() + Duration::from_secs(2)).await;
                match client.read(&mut piece).await.unwrap() {
                    0 => break,
                    more => read += more,
                }
            }
            assert!(read > PIECES * PIECE_SIZE, "{read}");
        };
        let seconds = serve_to(slow).await;
        assert!(seconds >= 30, "longer than a handshake: {seconds}");
        let stopped = |client: DuplexStream| async move {
            sleep_until(Instant::now() + Duration::from_secs(300)).await;
            drop(client);
        };
        let seconds = serve_to(stopped).await;
        assert!((10..=20).contains(&seconds), "{seconds}");
    }

    #[tokio::test(start_paused = true)]
    async fn downloads_share_their_part_of_the_network() {
        let downloads = Downloads {
            program: Arc::new(Program::new("nothing".into())),
            places: Arc::new(Semaphore::new(DOWNLOADS_MAX)),
            next: Mutex::new(Instant::now()),
        };
        let start = Instant::now();
        let pieces = u32::try_from(DOWNLOAD_RATE_MAX / PIECE_SIZE).unwrap();
        let turns = (0..pieces).map(|_| downloads.turn());
        let last = turns.last().unwrap() - start;
        assert!(last <= Duration::from_secs(1) && last > Duration::from_millis(990));
        sleep_until(start + Duration::from_secs(5)).await;
        assert_eq!(
            downloads.turn(),
            Instant::now(),
            "nobody is paid for waiting"
        );
    }
}
