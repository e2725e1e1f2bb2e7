//! Lines that a thread of their own writes, to standard error or to another file: whoever has a line never waits for it.
//!
//! The log goes this way, and so do the lines for whoever started the program. Laws kept here: a line that finds no room
//! or cannot be written is dropped and counted; nothing that happens to the file reaches the rest of the program, neither
//! an error nor a pause.
//!
//! A thread of our own writes the log, 100 lines around a locked queue with a bound in bytes. `tracing-appender` has
//! such a thread, but when the program ends and its queue is full, because nobody reads the log, it prints that with
//! `println!`, which waits or panics just then; it counts no write that failed; and it brings the crates of its
//! rolling files. Panics go through the log too, because the usual hook writes them on the thread that panics.

use std::collections::VecDeque;
use std::fmt;
use std::io::{self, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use crate::metrics::DroppedLines;

/// The most bytes of lines that wait to be written: some thousand lines.
const WAITING_SIZE_MAX: usize = 1_024 * 1_024;
/// The bytes that a line counts besides its text, so that short lines have a limit too.
const LINE_OVERHEAD: usize = 64;
/// How long the end of the program waits for lines that are not written yet, in milliseconds.
const FINISH_MS_MAX: u64 = 1_000;

/// The report that lines were dropped, once others are written again: how many since the last report.
pub(super) type Report = fn(u64);

/// A handle to the thread that writes. Clones lead to the same thread, which lives as long as the program.
#[derive(Clone)]
pub struct Lines(Arc<Shared>);

struct Shared {
    state: Mutex<State>,
    /// Told when a line has come, or was written.
    changed: Condvar,
    dropped: DroppedLines,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<Vec<u8>>,
    /// The size of what waits.
    size: usize,
    /// Whether the thread has a line in its hands.
    is_writing: bool,
    /// The lines that were dropped since the last report.
    unreported: u64,
}

impl Lines {
    /// Starts the thread that writes to this target.
    pub(super) fn start(
        name: &str,
        target: impl Write + Send + 'static,
        report: Report,
    ) -> io::Result<Self> {
        let lines = Self(Arc::new(Shared {
            state: Mutex::default(),
            changed: Condvar::new(),
            dropped: DroppedLines::default(),
        }));
        let shared = Arc::clone(&lines.0);
        thread::Builder::new()
            .name(name.to_owned())
            .spawn(move || shared.run(target, report))?;
        Ok(lines)
    }

    /// Starts the thread that writes to standard output. What cannot be written there is not reported.
    pub fn to_stdout() -> io::Result<Self> {
        Self::start("lines", own(&io::stdout())?, |_dropped| ())
    }

    /// Adds a line, which ends with its line end, or drops it if too much is waiting.
    pub fn put(&self, line: Vec<u8>) {
        let mut state = self.0.state();
        let size = state.size + line.len() + LINE_OVERHEAD;
        if size > WAITING_SIZE_MAX {
            self.0.drop_line(&mut state);
            return;
        }
        state.size = size;
        state.waiting.push_back(line);
        drop(state);
        self.0.changed.notify_all();
    }

    /// The counter of the lines that were dropped.
    pub fn dropped(&self) -> DroppedLines {
        self.0.dropped.clone()
    }

    /// Waits until everything is written, but not for ever: who reads the lines may have stopped.
    pub fn finish(&self) {
        let limit = Duration::from_millis(FINISH_MS_MAX);
        let is_busy = |it: &mut State| it.is_writing || !it.waiting.is_empty();
        // What is not written by then is lost with the program.
        drop(
            self.0
                .changed
                .wait_timeout_while(self.0.state(), limit, is_busy),
        );
    }
}

impl Shared {
    /// Writes line after line for as long as the program lives.
    fn run(&self, mut target: impl Write, report: Report) {
        let mut is_torn = false;
        loop {
            let mut line = self.next();
            if is_torn {
                line.insert(0, b'\n');
            }
            let written = write(&mut target, &line);
            is_torn = match written {
                Ok(()) => false,
                Err(in_part) => is_torn || in_part,
            };
            if let Some(count) = self.note(written.is_ok()) {
                report(count);
            }
        }
    }

    /// The next line, as soon as there is one.
    fn next(&self) -> Vec<u8> {
        let mut state = self.state();
        loop {
            if let Some(line) = state.waiting.pop_front() {
                state.size = state.size.saturating_sub(line.len() + LINE_OVERHEAD);
                state.is_writing = true;
                return line;
            }
            state = self
                .changed
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Notes how the line in hand has fared; returns how many were dropped, if that is over and has to be told.
    fn note(&self, is_written: bool) -> Option<u64> {
        let mut state = self.state();
        state.is_writing = false;
        if !is_written {
            self.drop_line(&mut state);
        }
        let is_over = is_written && state.waiting.is_empty() && state.unreported > 0;
        let count = is_over.then(|| std::mem::take(&mut state.unreported));
        drop(state);
        self.changed.notify_all();
        count
    }

    fn drop_line(&self, state: &mut State) {
        state.unreported += 1;
        self.dropped.note();
    }

    /// Locks the state. No thread panics while it holds the lock.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Writes a line; the error says whether a part of it was written.
fn write(target: &mut impl Write, line: &[u8]) -> Result<(), bool> {
    let mut rest = line;
    while !rest.is_empty() {
        match target.write(rest) {
            Ok(count) if count > 0 => rest = rest.get(count..).unwrap_or_default(),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Ok(_) | Err(_) => return Err(rest.len() < line.len()),
        }
    }
    // Files and pipes have nothing to flush.
    Ok(())
}

/// A standard stream as a file of its own, without the lock that all other writers of the stream would wait for.
#[cfg(unix)]
pub(super) fn own(stream: &impl std::os::fd::AsFd) -> io::Result<std::fs::File> {
    Ok(stream.as_fd().try_clone_to_owned()?.into())
}

/// A standard stream as a file of its own, without the lock that all other writers of the stream would wait for.
#[cfg(windows)]
pub(super) fn own(stream: &impl std::os::windows::io::AsHandle) -> io::Result<std::fs::File> {
    Ok(stream.as_handle().try_clone_to_owned()?.into())
}

impl fmt::Debug for Lines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Lines").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

    use super::*;

    /// A target whose every write waits for what it is to do: how many bytes it takes, or that it fails.
    struct Gate {
        allowed: Receiver<Result<usize, io::ErrorKind>>,
        written: SyncSender<Vec<u8>>,
    }

    impl Write for Gate {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let count = self
                .allowed
                .recv()
                .unwrap_or(Err(io::ErrorKind::BrokenPipe))?;
            let count = count.min(bytes.len());
            let sent = self.written.send(bytes[..count].to_vec());
            sent.map_err(|_gone| io::ErrorKind::BrokenPipe)?;
            Ok(count)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// Lines, the means to let writes happen, and what was written.
    fn gated(
        report: Report,
    ) -> (
        Lines,
        SyncSender<Result<usize, io::ErrorKind>>,
        Receiver<Vec<u8>>,
    ) {
        let (allow, allowed) = sync_channel(100);
        let (written, seen) = sync_channel(100);
        let lines = Lines::start("test", Gate { allowed, written }, report).unwrap();
        (lines, allow, seen)
    }

    fn text(seen: &Receiver<Vec<u8>>) -> String {
        let bytes = seen.recv_timeout(Duration::from_secs(60)).unwrap();
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn a_stopped_reader_holds_nobody_up_and_costs_a_bounded_number_of_lines() {
        let (lines, allow, seen) = gated(|_| ());
        let line = || vec![b'x'; 1_000];
        for _ in 0..10_000 {
            lines.put(line());
        }
        // It returns although nothing was written.
        lines.finish();
        let (size, all) = (line().len() + LINE_OVERHEAD, 10_000);
        let kept = u64::try_from(WAITING_SIZE_MAX / size).unwrap();
        let dropped = lines.dropped().count();
        // One line may be in the hands of the thread.
        assert!(
            (all - kept - 1..=all - kept).contains(&dropped),
            "{dropped} of {all}"
        );
        drop(seen);
        drop(allow);
    }

    #[test]
    fn lines_that_were_dropped_are_told_once_and_when_it_is_over() {
        static TOLD: Mutex<Vec<u64>> = Mutex::new(Vec::new());
        let (lines, allow, seen) = gated(|count| TOLD.lock().unwrap().push(count));
        for number in 0..4 {
            lines.put(format!("{number}\n").into_bytes());
        }
        let full = || Err(io::ErrorKind::StorageFull);
        for answer in [full(), Ok(9), full(), Ok(9)] {
            allow.send(answer).unwrap();
        }
        assert_eq!([text(&seen), text(&seen)], ["1\n", "3\n"]);
        lines.finish();
        assert_eq!(lines.dropped().count(), 2);
        lines.put(b"4\n".to_vec());
        allow.send(Ok(9)).unwrap();
        assert_eq!(text(&seen), "4\n");
        lines.finish();
        assert_eq!(*TOLD.lock().unwrap(), [2]);
    }

    #[test]
    fn a_line_after_a_torn_one_begins_anew() {
        let (lines, allow, seen) = gated(|_| ());
        lines.put(b"torn\n".to_vec());
        lines.put(b"lost\n".to_vec());
        lines.put(b"whole\n".to_vec());
        for answer in [
            Ok(2),
            Err(io::ErrorKind::StorageFull),
            Err(io::ErrorKind::StorageFull),
            Ok(3),
            Err(io::ErrorKind::Interrupted),
            Ok(9),
        ] {
            allow.send(answer).unwrap();
        }
        assert_eq!(
            [text(&seen), text(&seen), text(&seen)].concat(),
            "to\nwhole\n"
        );
        assert_eq!(lines.dropped().count(), 2);
    }

    #[test]
    fn what_is_waiting_is_written_before_the_end() {
        let (lines, allow, seen) = gated(|_| ());
        for number in 0..50 {
            lines.put(format!("{number}\n").into_bytes());
            allow.send(Ok(9)).unwrap();
        }
        lines.finish();
        assert_eq!(seen.try_iter().count(), 50);
    }
}
