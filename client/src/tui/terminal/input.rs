//! The input of the terminal: one stage for the whole program, and whoever reads at the moment.
//!
//! Used by `terminal`. At the start the batch of questions is asked; then a thread reads events; at
//! the end, whatever is under way is read and dropped until the terminal answers a last question.
//! Law kept here: one reader at a time, because two would tear sequences apart.
//!
//! Input is drained until the terminal has answered a last question, and then until it is quiet. What is under way
//! when the modes are reset would be typed into the shell. Terminals answer in order; programs in between, such as
//! mosh, answer in their place at once.

use std::io::{self, Write};
use std::os::fd::AsFd;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;

use super::answer::{Answers, LAST_QUESTION, questions};
use super::decode::{Heard, Input};
use super::stage::Stage;

/// The most bytes of one reading.
const READ_BYTES: usize = 4096;
/// How long the answers at the start may take, in a terminal of this machine. Nearly all terminals
/// answer at once; one that does not is not known any better later.
const ANSWERS_WAIT_MS: u64 = 400;
/// The same over ssh.
const FAR_ANSWERS_WAIT_MS: u64 = 1_000;
/// How long the answer to the last question may take: as long as the slowest link that is played
/// over.
const END_WAIT_MS: u64 = 1_000;
/// The same for a terminal that has never answered anything.
const SILENT_END_WAIT_MS: u64 = 150;
/// The time without any input after which nothing is under way any more.
const QUIET_MS: u64 = 50;
/// The most attempts to become the reader at the end, and the pause between two. The other reader
/// only holds the input while it reads; more may be needed after a bug in it.
const END_ATTEMPTS_MAX: u32 = 50;
const END_PAUSE_MS: u64 = 2;

static READING: Mutex<Option<Reading>> = Mutex::new(None);
/// Told when the thread may read again.
static GO_ON: Condvar = Condvar::new();

/// The state of the input, which belongs to whoever reads.
struct Reading {
    stage: Stage,
    began: Instant,
    /// Events that came before the thread reads them.
    early: Vec<Input>,
    /// Whether the terminal is given back.
    is_over: bool,
    /// Whether the terminal has ever answered.
    has_answered: bool,
}

impl Reading {
    fn new() -> Self {
        Self {
            stage: Stage::new(is_far()),
            began: Instant::now(),
            early: Vec::new(),
            is_over: false,
            has_answered: false,
        }
    }

    fn now_ms(&self) -> u64 {
        u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    /// Reads once, if there is something to read; else gives up what has waited for too long.
    fn read(&mut self) -> io::Result<Vec<Heard>> {
        let mut bytes = [0; READ_BYTES];
        if !is_ready(Some(0))? {
            let now_ms = self.now_ms();
            return Ok(self.stage.expire(now_ms));
        }
        let length = match rustix::io::read(io::stdin(), &mut bytes) {
            Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(length) => length,
            Err(Errno::INTR | Errno::AGAIN) => 0,
            Err(error) => return Err(error.into()),
        };
        let now_ms = self.now_ms();
        let heard = self.stage.feed(&bytes[..length], now_ms);
        self.has_answered |= heard.iter().any(Heard::is_last_answer);
        Ok(heard)
    }

    /// How long to wait for the next byte; `None` for ever.
    fn wait_ms(&self) -> Option<u64> {
        let due_ms = self.stage.due_ms()?;
        Some(due_ms.saturating_sub(self.now_ms()))
    }
}

/// Whether the terminal is behind ssh.
fn is_far() -> bool {
    ["SSH_TTY", "SSH_CONNECTION"]
        .iter()
        .any(|it| std::env::var_os(it).is_some_and(|it| !it.is_empty()))
}

fn lock() -> MutexGuard<'static, Option<Reading>> {
    READING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether there is something to read, within a time or whenever that may be. A terminal that is gone
/// is ready as well: reading it tells so.
fn is_ready(within_ms: Option<u64>) -> io::Result<bool> {
    let input = io::stdin();
    let mut watched = [PollFd::from_borrowed_fd(input.as_fd(), PollFlags::IN)];
    let within = within_ms.map(|it| {
        let duration = Duration::from_millis(it);
        Timespec {
            tv_sec: i64::try_from(duration.as_secs()).unwrap_or(i64::MAX),
            tv_nsec: duration.subsec_nanos().into(),
        }
    });
    match poll(&mut watched, within.as_ref()) {
        Ok(count) => Ok(count > 0),
        Err(Errno::INTR) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// Asks the terminal everything and waits for its answers. It is in raw mode. Keys that were pressed
/// meanwhile are kept for the thread.
pub(super) fn ask(tries_widths: bool) -> io::Result<Answers> {
    let mut locked = lock();
    let reading = locked.get_or_insert_with(Reading::new);
    let mut out = io::stdout();
    out.write_all(questions(tries_widths).as_bytes())?;
    out.flush()?;
    let wait_ms = if is_far() {
        FAR_ANSWERS_WAIT_MS
    } else {
        ANSWERS_WAIT_MS
    };
    let mut answers = Answers::default();
    let mut events = Vec::new();
    read_until(reading, wait_ms, |heard| {
        match heard {
            Heard::Event(event) => events.push(event),
            Heard::Answer(answer) => answers.take(answer),
        }
        answers.are_complete
    })?;
    reading.early.append(&mut events);
    Ok(answers)
}

/// Reads until `is_last` says so, or the time is over.
fn read_until(
    reading: &mut Reading,
    within_ms: u64,
    mut is_last: impl FnMut(Heard) -> bool,
) -> io::Result<()> {
    let end_ms = reading.now_ms().saturating_add(within_ms);
    loop {
        let left_ms = end_ms.saturating_sub(reading.now_ms());
        if left_ms == 0 {
            return Ok(());
        }
        let wait_ms = reading.wait_ms().map_or(left_ms, |it| it.min(left_ms));
        is_ready(Some(wait_ms))?;
        let mut is_over = false;
        for heard in reading.read()? {
            is_over |= is_last(heard);
        }
        if is_over {
            return Ok(());
        }
    }
}

/// The events since the last call; waits for them. The thread that reads calls this.
pub(super) fn next_events() -> io::Result<Vec<Input>> {
    loop {
        let wait_ms = {
            let mut locked = lock();
            while locked.as_ref().is_some_and(|it| it.is_over) {
                locked = GO_ON.wait(locked).unwrap_or_else(PoisonError::into_inner);
            }
            let reading = locked.get_or_insert_with(Reading::new);
            if !reading.early.is_empty() {
                return Ok(std::mem::take(&mut reading.early));
            }
            reading.wait_ms()
        };
        is_ready(wait_ms)?;
        let mut locked = lock();
        let Some(reading) = locked.as_mut().filter(|it| !it.is_over) else {
            continue;
        };
        let heard = reading.read()?;
        drop(locked);
        let events: Vec<Input> = heard.into_iter().filter_map(event).collect();
        if !events.is_empty() {
            return Ok(events);
        }
    }
}

fn event(heard: Heard) -> Option<Input> {
    match heard {
        Heard::Event(input) => Some(input),
        // The answer to a question of the start, which came late.
        Heard::Answer(_) => None,
    }
}

/// Lets the thread read again, after [`end`].
pub(super) fn go_on() {
    if let Some(reading) = lock().as_mut() {
        reading.is_over = false;
    }
    GO_ON.notify_all();
}

/// Writes the last bytes of the program to the terminal, which turn its modes off, and drops what it
/// has sent until it has received them. It is still in raw mode.
pub(super) fn end(last: &[u8]) {
    let mut out = io::stdout();
    let Some(mut locked) = take() else {
        // The terminal may be gone; then there is nothing to restore.
        out.write_all(last).and_then(|()| out.flush()).ok();
        return;
    };
    let reading = locked.get_or_insert_with(Reading::new);
    reading.is_over = true;
    let all = [last, LAST_QUESTION.as_bytes()].concat();
    if out.write_all(&all).and_then(|()| out.flush()).is_err() {
        return;
    }
    let wait_ms = if reading.has_answered {
        END_WAIT_MS
    } else {
        SILENT_END_WAIT_MS
    };
    let mut is_answered = false;
    let done = read_until(reading, wait_ms, |heard| {
        is_answered |= heard.is_last_answer();
        is_answered
    });
    if done.is_ok() && is_answered && read_until_quiet(reading).is_ok() {
        return;
    }
    rustix::termios::tcflush(io::stdin(), rustix::termios::QueueSelector::IFlush).ok();
}

/// Reads what still comes after the last answer: some programs between us and the terminal, such as
/// mosh, answer at once in its place.
fn read_until_quiet(reading: &mut Reading) -> io::Result<()> {
    let end_ms = reading.now_ms().saturating_add(END_WAIT_MS);
    while reading.now_ms() < end_ms && is_ready(Some(QUIET_MS))? {
        reading.read()?;
    }
    Ok(())
}

/// Becomes the reader, unless a bug keeps the input locked.
fn take() -> Option<MutexGuard<'static, Option<Reading>>> {
    for _ in 0..END_ATTEMPTS_MAX {
        match READING.try_lock() {
            Ok(locked) => return Some(locked),
            Err(TryLockError::Poisoned(locked)) => return Some(locked.into_inner()),
            Err(TryLockError::WouldBlock) => {
                std::thread::park_timeout(Duration::from_millis(END_PAUSE_MS));
            }
        }
    }
    None
}
